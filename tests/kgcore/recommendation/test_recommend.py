"""Which questions are offered next, and in which order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from kgcore.recommendation.ranking import Preferences
from kgcore.recommendation.recommend import (
    MOST,
    papers_to_date,
    recommend_questions,
    recommendations_as_buttons,
    shortlist_questions,
    still_open,
)
from kgcore.values.actions import Barred, Merged, RecommendationKind
from kgcore.values.model import Neighbourhood, Paper
from kgcore.values.thread import Exploration, Recommendation, Step
from kgcore.verdicts import Verdict
from tests.kgcore.recommendation.thread import (
    FIRST,
    GINKGO,
    RULES,
    answered,
    around,
    claim,
    dismissed,
    near,
    offered,
    targets,
    thread,
)


def of_kind(found: Sequence[Recommendation], kind: RecommendationKind) -> list[Recommendation]:
    return [r for r in found if r.kind is kind]


# ── order ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_best_documented_comes_first() -> None:
    found = offered(near("a", "Disease", ("TREATS", 2)), near("b", "Disease", ("TREATS", 9)))
    assert targets(found) == ["b", "a"]


def test_the_first_goes_on_from_the_answer_just_given() -> None:
    best, own = near("best", "Disease", ("TREATS", 90)), near("own", "Gene", ("INHIBITS", 1))
    last = Step("t2", "?", ("own",), ("S:1", "own"), entities=(own.entity,))
    found = offered(best, own, steps=(FIRST, replace(last, focus=("S:1",))))
    assert found[0].target == "best"
    asked = offered(best, own, steps=(FIRST, last))
    assert asked[0].target == "own"


def test_neighbours_in_the_list_differ_in_type_and_predicate() -> None:
    found = offered(
        near("a", "Disease", ("TREATS", 9)),
        near("b", "Disease", ("TREATS", 8)),
        near("c", "Disease", ("TREATS", 7)),
        near("d", "Gene", ("INHIBITS", 5)),
        near("e", "Drug", ("INTERACTS_WITH", 5)),
    )
    assert [(r.kind, r.target) for r in found[:3]] == [
        (RecommendationKind.TYPE, "Disease"),
        (RecommendationKind.NODE, "d"),
        (RecommendationKind.NODE, "e"),
    ]


def test_a_node_that_is_connected_with_everything_does_not_win_by_a_hair() -> None:
    found = offered(
        near("everything", "Disease", ("TREATS", 5), degree=10_000), near("rare", "Disease", ("TREATS", 4), degree=3)
    )
    assert targets(found) == ["rare", "everything"]


@pytest.mark.parametrize("name", ["disease", "Patients", "Therapeutic"])
def test_a_node_that_everything_is_about_comes_last(name: str) -> None:
    found = offered(near(name, "Disease", ("TREATS", 40)), near("asthma", "Disease", ("TREATS", 1)))
    assert targets(found) == ["asthma", name]


def test_what_is_true_by_definition_comes_after_what_was_found_out() -> None:
    found = offered(near("Herb", "Food", ("ISA", 9)), near("asthma", "Disease", ("TREATS", 1)))
    assert targets(found) == ["asthma", "Herb"]


def test_papers_that_disagree_make_a_question_more_worth_asking() -> None:
    found = offered(
        near("settled", "Disease", ("TREATS", 6)), near("split", "Disease", ("TREATS", 3), ("not TREATS", 3))
    )
    assert targets(found) == ["split", "settled"]


def test_recent_papers_count_more() -> None:
    old = near("old", "Disease", ("TREATS", 3))
    new = near("new", "Disease", ("PREVENTS", 3))
    new = replace(new, edges=(replace(new.edges[0], publications=("P:90", "P:91", "P:92")),))
    years = {**{f"P:{n}": Paper(f"P:{n}", year=1995) for n in range(3)}, "P:90": Paper("P:90", year=2024)}
    exploration, graph = thread(old, new), {"S:1": around(old, new)}
    assert targets(recommend_questions(shortlist_questions(exploration, graph, RULES), years))[0] == "new"
    assert papers_to_date(shortlist_questions(exploration, graph, RULES)) == {
        "P:0",
        "P:1",
        "P:2",
        "P:90",
        "P:91",
        "P:92",
    }


def test_only_so_many_papers_are_asked_for() -> None:
    many = [near(f"d{n}", "Disease", ("TREATS", 60)) for n in range(40)]
    assert len(papers_to_date(shortlist_questions(thread(*many), {"S:1": around(*many)}, RULES))) <= 300


def test_harms_come_after_benefits_and_rise_once_a_benefit_was_answered() -> None:
    benefit, other = near("asthma", "Disease", ("TREATS", 2)), near("stroke", "Disease", ("TREATS", 3))
    harm = near("bleeding", "Disease", ("CAUSES", 4))
    assert targets(offered(benefit, harm))[0] == "asthma"
    step = answered("t1", claim("S:1", "stroke"))
    found = offered(benefit, other, harm, steps=(step,))
    assert targets(found)[0] == "bleeding"
    assert next(r for r in found if r.target == "bleeding").reason == "4 papers, a possible harm"


def test_the_last_question_is_near() -> None:
    steps = (FIRST, Step("t2", "?", ("a",)), Step("t3", "?", ("b",)))
    neighbours = (near("a", "Disease", ("TREATS", 1)), near("b", "Disease", ("TREATS", 1)))
    found = offered(
        *neighbours,
        steps=steps,
        a=Neighbourhood("a", frozenset("x"), (near("x", "Gene", ("<STIMULATES", 3), centre="a"),)),
        b=Neighbourhood("b", frozenset("y"), (near("y", "Gene", ("<STIMULATES", 3), centre="b"),)),
    )
    assert found[0].subject == "b"


def test_a_persons_taste_decides_between_equals_only() -> None:
    neighbours = (near("gene", "Gene", ("INHIBITS", 4)), near("illness", "Disease", ("TREATS", 4)))
    graph, likes = {"S:1": around(*neighbours)}, Preferences(types=(("Disease", 0.9),))
    assert (
        targets(recommend_questions(shortlist_questions(thread(*neighbours), graph, RULES), preferences=likes))[0]
        == "illness"
    )
    likes = Preferences(types=(("Gene", 0.9),))
    assert (
        targets(recommend_questions(shortlist_questions(thread(*neighbours), graph, RULES), preferences=likes))[0]
        == "gene"
    )
    more = (near("gene", "Gene", ("INHIBITS", 1)), near("illness", "Disease", ("TREATS", 9)))
    assert (
        targets(
            recommend_questions(shortlist_questions(thread(*more), {"S:1": around(*more)}, RULES), preferences=likes)
        )[0]
        == "illness"
    )


def test_there_are_at_most_a_dozen() -> None:
    assert len(offered(*(near(f"d{n}", f"T{n % 7}", ("TREATS", n)) for n in range(40)))) == MOST


# ── words and reasons ───────────────────────────────────────────────────────────────────────────────────────────────


def test_a_question_asks_about_the_edge_in_its_own_direction() -> None:
    found = offered(near("illness", "Disease", ("<PREDISPOSES", 3)))
    assert found[0].text == "Does illness raise the risk of ginkgo?"
    assert (found[0].subject, found[0].target, found[0].predicate) == ("S:1", "illness", "PREDISPOSES")
    assert (found[0].type, found[0].nodes, found[0].inverted) == ("Disease", ("illness",), True)


def test_the_reason_counts_papers_and_those_that_disagree() -> None:
    found = offered(near("a", "Disease", ("TREATS", 9), ("not TREATS", 3)))
    assert found[0].reason == "12 papers: 9 for, 3 against"


@pytest.mark.parametrize(("count", "reason"), [(1, "1 paper, against"), (3, "3 papers, all against")])
def test_the_reason_says_when_all_papers_deny_it(count: int, reason: str) -> None:
    assert offered(near("a", "Disease", ("not TREATS", count)))[0].reason == reason


def test_how_many_there_are_is_told_as_no_total_where_only_some_were_looked_at() -> None:
    some = [near(f"d{n}", "Disease", ("TREATS", 2)) for n in range(4)]
    whole = Neighbourhood("S:1", frozenset(m.entity.id for m in some), tuple(some))
    for around_it, reason in (
        (whole, "4 disorders, 2 papers"),
        (replace(whole, ids=whole.ids | {"d99"}), "at least 4 disorders, 2 papers"),
    ):
        found = recommend_questions(shortlist_questions(thread(*some), {"S:1": around_it}, RULES))
        assert reason in {r.reason for r in found}


def test_how_many_there_are_is_told_as_no_total_where_some_are_out_of_reach() -> None:
    some = [near(f"d{n}", "Disease", ("TREATS", 2)) for n in range(4)]
    judged = Step("t2", "?", ("S:1",), ("S:1",), claims=(claim("S:1", "d0"),))
    (kind,) = of_kind(offered(*some, steps=(FIRST, judged)), RecommendationKind.TYPE)
    assert kind.reason == "at least 3 disorders, 2 papers"


def test_an_edge_without_papers_shows_its_source() -> None:
    assert offered(near("a", "Disease", ("TREATS", 0)))[0].reason == "iDISK 2.0, no paper given"


def test_a_type_carries_its_members_and_counts_them() -> None:
    neighbours = (
        near("a", "Disease", ("TREATS", 9)),
        near("b", "Disease", ("TREATS", 8)),
        near("c", "Disease", ("CAUSES", 3)),
    )
    (kind,) = of_kind(offered(*neighbours), RecommendationKind.TYPE)
    assert (kind.text, kind.reason) == ("Which disorders can ginkgo help with?", "2 disorders, 9 papers")
    assert (kind.target, kind.type, kind.nodes, kind.predicate) == ("Disease", "Disease", ("a", "b"), "TREATS")


def test_a_type_of_which_all_is_denied_is_no_question() -> None:
    neighbours = (near("a", "Disease", ("not TREATS", 9)), near("b", "Disease", ("not TREATS", 8)))
    assert not of_kind(offered(*neighbours), RecommendationKind.TYPE)


# ── why ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("made", "text", "reason"),
    [
        (claim("S:1", "asthma", agree=3), "Why might ginkgo help with asthma?", "not yet explained, 3 papers"),
        (
            claim("S:1", "stroke", predicate="PREVENTS", negated=True),
            "Why might ginkgo not prevent stroke?",
            "not yet explained, 1 paper",
        ),
        (
            claim("S:1", "stroke", Verdict.CONTRADICTED, "PREVENTS", disagree=2),
            "Why might ginkgo not prevent stroke?",
            "contradicted, 2 papers",
        ),
        (
            claim("S:1", "Parkinson's disease", Verdict.MIXED, agree=4, disagree=2),
            "Why do studies disagree on whether ginkgo helps in Parkinson's disease?",
            "mixed: 4 for, 2 against",
        ),
        (
            claim("S:1", "memory", Verdict.RELEVANT),
            "How is ginkgo connected with memory?",
            "related, not decisive",
        ),
    ],
    ids=["supported", "denied", "contradicted", "mixed", "relevant"],
)
def test_an_answer_that_nobody_has_explained_may_be_asked_why(made: object, text: str, reason: str) -> None:
    assert isinstance(made, type(claim("S:1", "a")))
    target = made.object.entity.id if made.object else ""
    (why,) = of_kind(
        offered(near(target, "Disease", ("TREATS", 1)), steps=(answered("t1", made),)), RecommendationKind.WHY
    )
    assert (why.text, why.reason, why.subject, why.target, why.nodes) == (text, reason, "S:1", target, ())


def test_nobody_is_asked_why_of_what_was_explained_or_is_unsure() -> None:
    step = answered("t1", claim("S:1", "a"), claim("S:1", "b", Verdict.UNSURE))
    explained = replace(FIRST, turn="t2", explains=("a", "S:1"))
    neighbours = (near("a", "Disease", ("TREATS", 1)), near("b", "Disease", ("TREATS", 1)))
    assert [r.target for r in of_kind(offered(*neighbours, steps=(step,)), RecommendationKind.WHY)] == ["a"]
    assert not of_kind(offered(*neighbours, steps=(step, explained)), RecommendationKind.WHY)


def test_nobody_is_asked_why_something_is_what_it_is() -> None:
    step = answered("t1", claim("S:1", "herb", predicate="ISA"))
    assert not offered(near("herb", "Food", ("ISA", 1)), steps=(step,))


# ── what is left out ────────────────────────────────────────────────────────────────────────────────────────────────


def test_what_was_judged_or_asked_is_not_offered_again() -> None:
    neighbours = (
        near("a", "Disease", ("TREATS", 9)),
        near("b", "Disease", ("TREATS", 8)),
        near("c", "Gene", ("INHIBITS", 2)),
    )
    asked = next(r.key for r in offered(*neighbours) if r.target == "a")
    steps = (answered("t1", claim("S:1", "b")), Step("t2", "?", ("S:1", "a"), typed=False, asked=asked))
    assert targets(offered(*neighbours, steps=steps)) == ["c"]


def test_a_type_that_was_asked_is_not_offered_again() -> None:
    neighbours = (near("a", "Disease", ("TREATS", 9)), near("b", "Disease", ("TREATS", 8)))
    (kind,) = of_kind(offered(*neighbours), RecommendationKind.TYPE)
    steps = (FIRST, Step("t2", "?", ("S:1",), typed=False, asked=kind.key))
    assert not of_kind(offered(*neighbours, steps=steps), RecommendationKind.TYPE)


@pytest.mark.parametrize(
    ("question", "gone"),
    [
        ("Which disorders can ginkgo help with?", True),
        ("What other diseases does ginkgo help with?", True),
        ("list all the conditions that ginkgo treats", True),
        ("So, which conditions?", True),
        ("Which drugs interact with ginkgo?", False),
        ("Does ginkgo help with heart disease?", False),
        ("Which is better, ginkgo or nothing?", False),
    ],
)
def test_a_typed_question_for_some_of_a_type_takes_the_place_of_that_suggestion(question: str, gone: bool) -> None:
    neighbours = (near("a", "Disease", ("TREATS", 9)), near("b", "Disease", ("TREATS", 8)))
    found = offered(*neighbours, steps=(replace(FIRST, question=question),))
    assert bool(of_kind(found, RecommendationKind.TYPE)) is not gone


def test_a_name_that_sounds_like_a_type_asks_for_none() -> None:
    neighbours = (near("a", "Disease", ("TREATS", 9)), near("b", "Disease", ("TREATS", 8)))
    named = replace(GINKGO, name="Which disease syndrome")
    exploration = replace(thread(*neighbours), entities=(named, *(n.entity for n in neighbours)))
    exploration = replace(exploration, steps=(replace(FIRST, question="What of which disease syndrome?"),))
    assert of_kind(
        recommend_questions(shortlist_questions(exploration, {"S:1": around(*neighbours)}, RULES)),
        RecommendationKind.TYPE,
    )


def test_a_dismissed_question_is_never_offered_again() -> None:
    neighbours = (near("a", "Disease", ("TREATS", 9)), near("b", "Gene", ("INHIBITS", 8)))
    first = offered(*neighbours)[0]
    assert first.target not in targets(offered(*neighbours, controls=[dismissed(first)]))
    assert first.target in targets(offered(*neighbours))


def test_the_why_of_a_dismissed_pair_goes_with_it() -> None:
    neighbour = near("a", "Disease", ("TREATS", 9))
    pair = dismissed(offered(neighbour)[0])
    assert not offered(neighbour, steps=(answered("t1", claim("S:1", "a")),), controls=[pair])


@pytest.mark.parametrize("bar", [Barred("t1", type="Disease"), Barred("t1", predicate="TREATS")])
def test_a_kind_that_nobody_wants_is_not_offered(bar: Barred) -> None:
    neighbours = (near("a", "Disease", ("TREATS", 9)), near("b", "Gene", ("INHIBITS", 1)))
    assert targets(offered(*neighbours, controls=[bar])) == ["b"]
    assert targets(still_open(offered(*neighbours), thread(*neighbours, controls=[bar]))) == ["b"]


def test_a_pair_that_another_predicate_joins_is_asked_with_that() -> None:
    both = near("a", "Disease", ("TREATS", 9), ("PREVENTS", 1))
    (found,) = offered(both, controls=[Barred("t1", predicate="TREATS")])
    assert (found.text, found.reason) == ("Can ginkgo prevent a?", "1 paper")


def test_a_node_that_was_merged_into_another_is_not_offered() -> None:
    neighbours = (near("a", "Disease", ("TREATS", 9)), near("b", "Gene", ("INHIBITS", 1)))
    assert targets(offered(*neighbours, controls=[Merged("b", "a", ("b", "a"))])) == ["b"]


def test_a_claims_entity_pairs_with_what_lies_inside_the_goal_only() -> None:
    inside, outside = near("b", "Gene", ("INHIBITS", 4), centre="a"), near("far", "Gene", ("INHIBITS", 9), centre="a")
    found = offered(
        near("a", "Disease", ("TREATS", 1)),
        near("b", "Gene", ("INHIBITS", 1)),
        steps=(answered("t1", claim("S:1", "a")),),
        a=Neighbourhood("a", frozenset({"b", "far"}), (outside, inside)),
    )
    assert {(r.subject, r.target) for r in found if r.kind is RecommendationKind.NODE} == {("a", "b"), ("S:1", "b")}


def test_nothing_named_offers_nothing() -> None:
    assert recommend_questions(shortlist_questions(Exploration((Step("t1", "?", ()),)), {}, RULES)) == ()


# ── buttons ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_question_for_some_of_a_type_and_one_of_them_do_not_stand_side_by_side() -> None:
    neighbours = (
        near("a", "Disease", ("TREATS", 9)),
        near("b", "Disease", ("TREATS", 8)),
        near("c", "Gene", ("INHIBITS", 1)),
        near("d", "Drug", ("INTERACTS_WITH", 1)),
    )
    exploration = thread(*neighbours)
    shown = recommendations_as_buttons(still_open(offered(*neighbours), exploration), exploration)
    assert {r.target for r in shown} == {"Disease", "c", "d"}


def test_three_that_stood_together_never_do_again() -> None:
    offers = offered(*(near(f"d{n}", f"T{n}", ("TREATS", 9 - n)) for n in range(4)))
    seen: set[frozenset[str]] = set()
    for _ in range(4):
        steps = tuple(replace(FIRST, turn=f"t{n}", offered=tuple(keys)) for n, keys in enumerate(seen))
        shown = recommendations_as_buttons(offers, Exploration((FIRST, *steps)))
        assert len(shown) == 3
        assert frozenset(r.key for r in shown) not in seen
        seen.add(frozenset(r.key for r in shown))
    steps = tuple(replace(FIRST, turn=f"t{n}", offered=tuple(keys)) for n, keys in enumerate(seen))
    assert len(recommendations_as_buttons(offers, Exploration((FIRST, *steps)))) == 2


def test_nothing_left_means_no_buttons() -> None:
    assert recommendations_as_buttons((), Exploration()) == ()
