"""The team's layer: what people decided counts over the base graph, what nobody accepted never does."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
import pytest_asyncio
from hypothesis import example, given
from hypothesis import strategies as st

from kgcore.curation.layer import (
    Act,
    ActKind,
    Fact,
    Layer,
    LayerFold,
    ProposalKind,
    ReviewState,
    waiting,
)
from kgcore.errors import InputError, StoreError
from kgcore.graph.card import CardedGraph
from kgcore.graph.layered import LayeredGraph
from kgcore.store.curation import CurationLog
from kgcore.turn.checking import Checker
from kgcore.turn.reviewing import accepted_at_once
from kgcore.values.model import TEAM, Claim, Match, Mention, Triple
from kgcore.verdicts import Verdict
from kgcore.vocabulary.vocabulary import Vocabulary
from tests.contract.test_knowledge_graph import BACKENDS, PARAMETERS
from tests.kgcore.graph.tables import write

SLEEP = Fact("D:1", "TREATS", "X:4", papers=("PMID:77",), sentence="Donepezil treated kuru.")


def act(kind: ActKind, by: str = "Ann", **told: object) -> Act:
    return Act(0, "2026-11-22T10:00:00+00:00", by, kind, **told)  # type: ignore[arg-type]


@pytest.fixture
def log(tmp_path: Path) -> CurationLog:
    return CurationLog(tmp_path / "curation.db", "tables")


@pytest_asyncio.fixture(params=PARAMETERS)
async def graph(request: pytest.FixtureRequest, tmp_path: Path, log: CurationLog) -> AsyncIterator[LayeredGraph]:
    """The layer over each backend."""
    base = await BACKENDS[request.param](write(tmp_path / "tables"), tmp_path / "room")
    graph = LayeredGraph(cast(CardedGraph, base), log.layer)
    yield graph
    await graph.close()


async def claim(graph: LayeredGraph, subject: str, relation: str, object: str) -> Claim:
    checker = Checker(graph, Vocabulary.of(graph.info.predicates))
    (found,) = await checker.check([Triple(Mention(subject), relation, Mention(object))])
    return found


async def verdict(graph: LayeredGraph, subject: str, relation: str, object: str) -> Verdict:
    return (await claim(graph, subject, relation, object)).verdict


async def test_a_proposal_decides_nothing_an_accepted_one_does_and_undone_it_does_not(
    graph: LayeredGraph, log: CurationLog
) -> None:
    asked = ("donepezil", "treats", "kuru")
    before = await verdict(graph, *asked)
    assert before is not Verdict.SUPPORTED
    proposed = log.add(lambda _: act(ActKind.PROPOSED, fact=SLEEP))
    assert await verdict(graph, *asked) is before
    accepted = log.add(lambda _: act(ActKind.ACCEPTED, "Ben", target=str(proposed.number)))
    assert await verdict(graph, *asked) is Verdict.SUPPORTED
    log.add(lambda _: act(ActKind.UNDID, target=str(accepted.number)))
    assert await verdict(graph, *asked) is before


async def test_what_is_withdrawn_counts_no_longer_and_what_was_against_it_remains(
    graph: LayeredGraph, log: CurationLog
) -> None:
    asked = ("donepezil", "treats", "Alzheimer's disease")
    assert await verdict(graph, *asked) is Verdict.MIXED
    log.add(lambda _: act(ActKind.WITHDREW, target="E1"))
    assert await verdict(graph, *asked) is Verdict.CONTRADICTED
    edges = (await graph.edges_between([("D:1", "X:1")]))["D:1", "X:1"]
    assert "E1" not in {e.id for e in edges}
    around = (await graph.neighbourhoods(["D:1"]))["D:1"]
    assert "E1" not in {e.id for n in around.best for e in n.edges}


async def test_an_added_edge_says_who_added_it_and_stands_in_the_neighbourhood_and_among_papers(
    graph: LayeredGraph, log: CurationLog
) -> None:
    number = log.add(lambda _: act(ActKind.PROPOSED, fact=SLEEP)).number
    log.add(lambda _: act(ActKind.ACCEPTED, "Ben", target=str(number)))
    assert f"(1 paper, {TEAM})" in (await claim(graph, "donepezil", "treats", "kuru")).why
    (edge,) = (await graph.edges_between([("X:4", "D:1")]))["X:4", "D:1"]
    assert edge.sources == (TEAM,)
    assert "accepted by Ben on 2026-11-22" in edge.note
    around = (await graph.neighbourhoods(["X:4"]))["X:4"]
    assert "D:1" in around.ids
    assert (await graph.papers(["PMID:77"]))["PMID:77"].url == "https://pubmed.ncbi.nlm.nih.gov/77/"
    card = await graph.card("D:1")
    assert card is not None
    assert edge in card.edges


async def test_a_name_that_the_team_gave_links_and_is_spotted_in_any_case(
    graph: LayeredGraph, log: CurationLog
) -> None:
    assert not (await graph.candidates([Mention("the laughing sickness")]))[0]
    log.add(lambda _: act(ActKind.NAMED, target="X:4", name="laughing sickness"))
    (found,) = await graph.candidates([Mention("Laughing Sickness")])
    assert (found[0].entity.id, found[0].match) == ("X:4", Match.SYNONYM)
    ((spot,),) = await graph.spot(["Is LAUGHING  SICKNESS deadly?"])
    assert spot[:2] == (3, 21)
    assert [e.id for e in await graph.complete("laugh")] == ["X:4"]


async def test_an_entered_entity_can_be_linked_and_have_facts(graph: LayeredGraph, log: CurationLog) -> None:
    number = log.add(lambda _: act(ActKind.ENTERED, name="Placebol", type="Drug")).number
    fact = log.add(lambda _: act(ActKind.PROPOSED, fact=Fact(f"TEAM:{number}", "TREATS", "X:4")))
    log.add(lambda _: act(ActKind.ACCEPTED, target=str(fact.number)))
    assert await verdict(graph, "placebol", "treats", "kuru") is Verdict.SUPPORTED


def test_the_second_reviewer_sees_what_the_first_did(log: CurationLog) -> None:
    number = str(log.add(lambda _: act(ActKind.PROPOSED, fact=SLEEP)).number)
    log.add(lambda _: act(ActKind.ACCEPTED, "Ben", target=number))
    with pytest.raises(InputError, match="was accepted by Ben on 2026-11-22"):
        log.add(lambda _: act(ActKind.REJECTED, "Cleo", target=number))


def test_what_was_rejected_is_not_proposed_again(log: CurationLog) -> None:
    number = str(log.add(lambda _: act(ActKind.PROPOSED, fact=SLEEP)).number)
    log.add(lambda _: act(ActKind.REJECTED, target=number, why="misread"))
    with pytest.raises(InputError, match="rejected before"):
        log.add(lambda _: act(ActKind.PROPOSED, fact=SLEEP))


@pytest.mark.parametrize("target", ["0", "99", "x", "", "9" * 40, "-1"])
def test_what_is_not_there_cannot_be_accepted_or_undone(log: CurationLog, target: str) -> None:
    for kind in (ActKind.ACCEPTED, ActKind.UNDID):
        with pytest.raises(InputError, match="There is no"):
            log.add(lambda _, kind=kind: act(kind, target=target))  # type: ignore[misc]


def test_acts_on_another_graph_are_not_this_ones(tmp_path: Path, log: CurationLog) -> None:
    log.add(lambda _: act(ActKind.PROPOSED, fact=SLEEP))
    assert CurationLog(tmp_path / "curation.db", "another").acts() == ()


def test_a_file_that_is_no_log_is_said_to_be_none(tmp_path: Path) -> None:
    (tmp_path / "curation.db").write_text("not a database, for sure " * 100)
    with pytest.raises(StoreError, match="cannot be used"):
        CurationLog(tmp_path / "curation.db", "tables").acts()


@st.composite
def histories(draw: st.DrawFn) -> list[Act]:
    acts: list[Act] = []
    for number in range(1, draw(st.integers(1, 25)) + 1):
        kind = draw(st.sampled_from(list(ActKind)))
        target = str(draw(st.integers(1, 25)))
        fact = Fact(f"D:{number}", "TREATS", "X:1") if kind is ActKind.PROPOSED else None
        acts.append(Act(number, "2026-01-01T00:00:00+00:00", "Ann", kind, target, fact, "name"))
    return acts


@given(histories())
def test_no_history_makes_an_edge_of_what_was_not_accepted(acts: list[Act]) -> None:
    layer = LayerFold(acts).layer()
    accepted = {r.proposed.number for r in layer.proposals.values() if r.state is ReviewState.ACCEPTED}
    assert {e.id for e in layer.edges.values()} == {f"team:{n}" for n in accepted}
    asked_for = {a.target for a in acts if a.kind is ActKind.ACCEPTED}
    assert {str(n) for n in accepted} <= asked_for


DECIDING = (ActKind.ACCEPTED, ActKind.WITHDREW, ActKind.NAMED, ActKind.ENTERED)


@given(histories())
def test_a_history_in_which_nobody_decided_changes_nothing(acts: list[Act]) -> None:
    assert not LayerFold(a for a in acts if a.kind not in DECIDING).layer()


async def test_whatever_is_proposed_or_rejected_no_verdict_changes(graph: LayeredGraph, log: CurationLog) -> None:
    ends = ("D:1", "X:1", "X:4")
    asked = [(s, p, o) for s in ("donepezil",) for p in ("treats", "causes") for o in ("kuru", "Alzheimer's disease")]
    before = [await claim(graph, *one) for one in asked]
    facts = [
        Fact(a, p.name, b, negated, ("PMID:1",))
        for a in ends
        for b in ends
        for p in graph.info.predicates
        for negated in (False, True)
        if a != b
    ]
    log.add_all(act(ActKind.PROPOSED, fact=fact) for fact in facts)
    log.add_all(act(ActKind.REJECTED, target=str(n)) for n in range(1, len(facts), 3))
    log.add(lambda _: act(ActKind.PROPOSED, fact=SLEEP, withdraws=("E1",)))
    assert [await claim(graph, *one) for one in asked] == before


UNDONE_BEFORE_IT_WAS_DONE = [
    Act(1, "2026-01-01T00:00:00+00:00", "Ann", ActKind.UNDID, "2"),
    Act(2, "2026-01-01T00:00:00+00:00", "Ann", ActKind.PROPOSED, "", Fact("D:2", "TREATS", "X:1")),
]


@example(UNDONE_BEFORE_IT_WAS_DONE)
@given(histories())
def test_acts_folded_one_by_one_are_the_same_layer_as_all_at_once(acts: list[Act]) -> None:
    fold = LayerFold()
    for one in acts:
        fold.extend([one])
        fold.layer()
    assert fold.layer() == LayerFold(acts).layer()


def test_many_acts_are_taken_at_once_and_what_follows_a_refused_one_is_refused(log: CurationLog) -> None:
    twice = accepted_at_once(SLEEP, "Ann", "sure") * 2
    done = log.add_all(twice)
    assert [type(a) for a in done] == [Act, Act, InputError, InputError]
    assert len(log.layer().edges) == 1
    assert "automatically" in next(iter(log.layer().edges.values())).note


def test_what_another_process_did_is_seen_at_once(tmp_path: Path, log: CurationLog) -> None:
    other = CurationLog(tmp_path / "curation.db", "tables")
    for number in range(1, 4):
        log.add(lambda _, n=number: act(ActKind.PROPOSED, fact=Fact("D:1", "TREATS", f"X:{n}")))  # type: ignore[misc]
        assert len(other.layer().proposals) == number


def test_what_another_process_did_to_a_file_that_had_rested_is_seen_at_once(tmp_path: Path, log: CurationLog) -> None:
    file, other = tmp_path / "curation.db", CurationLog(tmp_path / "curation.db", "tables")
    log.add(lambda _: act(ActKind.NAMED, target="A:1", name="one"))
    os.utime(file, (1e9, 1e9))
    assert other.layer() is other.layer()  # looked at twice while it rests
    log.add(lambda _: act(ActKind.NAMED, target="A:1", name="two"))
    assert other.layer().names["A:1"] == ("one", "two")
    os.utime(file, (1e9, 1e9))
    assert other.layer().names == log.layer().names
    with pytest.raises(ZeroDivisionError):  # nothing that a failed addition left unread hides behind the resting file
        other.add_all(act(ActKind.NAMED, target="A:1", name=f"{1 / n}") for n in (1, 0))
    os.utime(file, (1e9, 1e9))
    assert other.layer().names["A:1"] == ("one", "two")


def test_what_would_change_most_is_reviewed_first(log: CurationLog) -> None:
    kinds = (ProposalKind.KNOWN, ProposalKind.NEW, ProposalKind.AGAINST)
    log.add_all(act(ActKind.PROPOSED, fact=replace(SLEEP, object=f"X:{n}", kind=k)) for n, k in enumerate(kinds))
    assert [r.fact.kind for r in waiting(log.layer())] == [ProposalKind.AGAINST, ProposalKind.NEW, ProposalKind.KNOWN]


def test_what_moved_in_the_base_graph_is_followed_and_a_move_can_be_taken_back(log: CurationLog) -> None:
    number = log.add(lambda _: act(ActKind.PROPOSED, fact=SLEEP)).number
    log.add(lambda _: act(ActKind.ACCEPTED, target=str(number)))
    log.add(lambda _: act(ActKind.NAMED, target="X:4", name="laughing sickness"))
    log.add(lambda _: act(ActKind.WITHDREW, target="E1"))
    moves = log.add_all(act(ActKind.MOVED, target=a, name=b) for a, b in (("X:4", "MONDO:4"), ("E1", "R9")))
    layer = log.layer()
    assert [(e.subject, e.object) for e in layer.edges.values()] == [("D:1", "MONDO:4")]
    assert set(layer.withdrawn) == {"R9"}
    assert dict(layer.names) == {"MONDO:4": ("laughing sickness",)}
    for move in moves:
        assert isinstance(move, Act)
        log.add(lambda _, n=str(move.number): act(ActKind.UNDID, target=n))  # type: ignore[misc]
    assert set(log.layer().names) == {"X:4"}


@given(histories())
def test_taking_the_last_act_back_leaves_what_was_before_it(acts: list[Act]) -> None:
    undone = Act(len(acts) + 1, "2026-01-01T00:00:00+00:00", "Ben", ActKind.UNDID, str(len(acts)))
    before, after = LayerFold(acts[:-1]).layer(), LayerFold([*acts, undone]).layer()
    assert (before.edges, before.withdrawn, before.names, before.entities) == (
        after.edges,
        after.withdrawn,
        after.names,
        after.entities,
    )


def test_an_empty_layer_is_none() -> None:
    assert not Layer()


async def test_a_path_of_two_hops_goes_through_the_layer_and_no_further_than_it_holds(
    graph: LayeredGraph, log: CurationLog
) -> None:
    pair = ("D:3", "P:1")
    assert not await graph.paths([pair])
    waits = log.add(lambda _: act(ActKind.PROPOSED, fact=Fact("X:2", "CAUSES", "P:1")))
    assert not await graph.paths([pair])
    log.add(lambda _: act(ActKind.ACCEPTED, target=str(waits.number)))
    ((path,),) = (await graph.paths([pair])).values()
    assert [node.id for node in path.nodes] == ["D:3", "X:2", "P:1"]
    assert [[e.id for e in hop] for hop in path.edges] == [["E4"], [f"team:{waits.number}"]]
    log.add(lambda _: act(ActKind.WITHDREW, target="E4"))
    assert not await graph.paths([pair])


async def test_a_node_that_many_facts_join_leads_nowhere_by_itself(graph: LayeredGraph, log: CurationLog) -> None:
    for end in ("D:1", "D:2", "D:3", "P:1"):
        log.add_all(accepted_at_once(Fact("X:4", "CAUSES", end), "Ann", "w"))
    assert not await graph.paths([("D:3", "P:1")])
