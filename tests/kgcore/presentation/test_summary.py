from __future__ import annotations

from dataclasses import replace

from kgcore.exploration.exploration import exploration_of
from kgcore.presentation.claims import NOT_UNTRUE
from kgcore.presentation.summary import NOTHING, gather_claims, summary_reply
from kgcore.values.model import Match, Paper, Reason
from kgcore.values.reply import Figure, Notice, Papers, PaperView, Table
from kgcore.values.thread import Exploration, Turn
from kgcore.verdicts import Verdict
from tests.kgcore.presentation.made import (
    AD,
    BOTH_SIDES,
    FIRST,
    HELPS,
    SECOND,
    THIRD,
    THREAD,
    WARFARIN,
    WORDS,
    E,
    claim,
    edge,
    said,
    tables,
)

FIGURE = Figure(b"png", "<svg/>", "", 1, 1)


def whole(*turns: Turn) -> dict[str, Table]:
    return tables(summary_reply(turns, exploration_of(turns), WORDS, FIGURE).blocks)


def borne(*turns: Turn) -> tuple[PaperView, ...]:
    (papers,) = (b for b in summary_reply(turns, exploration_of(turns), WORDS, FIGURE).blocks if isinstance(b, Papers))
    return papers.papers


def test_the_most_settled_claims_come_first_and_each_stands_once_with_all_its_steps() -> None:
    assert whole(*THREAD)["Claims"].rows == (
        ("1", "✓ Supported", "Vitamin E treats Alzheimer's disease", "1, 3", "1 for"),
        ("2", "✗ Contradicted", "Vitamin E causes bleeding", "1", "1 against"),
        ("3", "⚖ Mixed", "Vitamin E lowers reactive oxygen species", "3", "1 for, 1 against"),
        ("4", "? No evidence found here", "“Vit C” prevents the common cold", "2", "–"),
    )


def test_papers_say_which_claims_they_bear_on_and_how() -> None:
    first, second = borne(*THREAD)
    assert (first.paper.id, second.paper.id) == ("PMID:1", "PMID:2")
    assert first.bears == (
        ("+", "1. Vitamin E treats Alzheimer's disease"),
        ("+", "3. Vitamin E lowers reactive oxygen species"),
    )
    assert second.bears == (
        ("−", "2. Vitamin E causes bleeding"),
        ("−", "3. Vitamin E lowers reactive oxygen species"),
    )


def test_one_line_counts_everything() -> None:
    reply = summary_reply(THREAD, exploration_of(THREAD), WORDS, FIGURE)
    assert said(reply).startswith(
        "3 steps, 4 claims about 5 things: 1 supported, 1 contradicted, 1 mixed and 1 without evidence here. 2 papers."
    )
    assert FIGURE in reply.blocks
    assert Notice(NOT_UNTRUE) in reply.blocks


def test_what_was_trimmed_is_left_out() -> None:
    assert [row[2] for row in whole(replace(FIRST, trimmed=(0,)))["Claims"].rows] == ["Vitamin E causes bleeding"]


def test_a_symmetric_relation_is_the_same_claim_in_either_direction() -> None:
    there, back = claim(E, "INTERACTS_WITH", WARFARIN), claim(WARFARIN, "INTERACTS_WITH", E)
    assert len(gather_claims((replace(FIRST, claims=(there, back)),), WORDS)) == 1


def test_polarity_makes_another_claim() -> None:
    denied = claim(E, "TREATS", AD, negated=True)
    assert len(gather_claims((replace(FIRST, claims=(HELPS, denied)),), WORDS)) == 2


def test_a_match_by_meaning_alone_never_shares_the_tick_of_a_name() -> None:
    near = claim(E, "TREATS", AD, Verdict.RELEVANT, match=Match.SEMANTIC)
    assert [g.claim.verdict for g in gather_claims((replace(FIRST, claims=(near, HELPS)),), WORDS)] == [
        Verdict.SUPPORTED,
        Verdict.RELEVANT,
    ]


def test_a_claim_that_could_not_be_checked_again_keeps_the_verdict_that_it_had() -> None:
    away = claim(E, "TREATS", AD, reason=Reason.GRAPH_UNREACHABLE)
    (found,) = gather_claims((FIRST, replace(THIRD, claims=(away,))), WORDS)[:1]
    assert (found.claim.verdict, found.steps) == (Verdict.SUPPORTED, (1, 2))
    (later,) = gather_claims((replace(THIRD, claims=(away,)), replace(FIRST, claims=(HELPS,))), WORDS)
    assert later.claim.verdict is Verdict.SUPPORTED


def test_papers_that_take_no_side_are_near_only_where_nothing_is_settled() -> None:
    near = (edge(E, "PREVENTS", AD, "PMID:2"),)
    open_claim = replace(claim(E, "TREATS", AD, Verdict.RELEVANT), edges_near=near)
    assert [sign for sign, _ in borne(replace(FIRST, claims=(open_claim,)))[0].bears] == [""]
    settled = replace(HELPS, edges_near=near)
    assert [[sign for sign, _ in p.bears] for p in borne(replace(FIRST, claims=(settled,)))] == [["+"]]


def test_what_people_said_stands_with_their_names() -> None:
    table = whole(replace(FIRST, speakers=("Ann", "Bob")))["Claims"]
    assert table.columns[3] == "Said by"
    assert table.rows[0][3] == "Ann"


def test_a_paper_that_the_graph_does_not_describe_goes_by_its_id() -> None:
    assert borne(replace(FIRST, papers=()))[0].paper == Paper("PMID:1")


def test_an_empty_thread_and_one_without_claims_get_a_sentence() -> None:
    assert said(summary_reply((), Exploration(), WORDS, None)) == NOTHING
    silent = replace(SECOND, claims=())
    assert "no claims" in said(summary_reply((silent,), exploration_of((silent,)), WORDS, None))
    assert BOTH_SIDES.verdict is Verdict.MIXED
