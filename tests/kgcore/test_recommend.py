"""Which questions are offered next, and in which order."""

from __future__ import annotations

from kgcore.model import Edge, Entity, Neighbour, Neighbourhood
from kgcore.recommend import recommend
from kgcore.thread import Exploration, Kind, Recommendation, Step
from tests.fakes.phrases import Phrasebook

GINKGO = Entity("S:1", "Ginkgo", "DietarySupplement")


def papers(first: int, count: int) -> tuple[str, ...]:
    return tuple(f"P:{n}" for n in range(first, first + count))


def near(name: str, type: str, *edges: tuple[str, int], degree: int = 5, centre: str = "S:1") -> Neighbour:
    """Build a neighbour; an edge is (predicate, papers), "not " negates it, "<" turns it towards the centre."""
    made = []
    for n, (predicate, count) in enumerate(edges):
        ends = (name, centre) if "<" in predicate else (centre, name)
        plain = predicate.strip("<").removeprefix("not ")
        cited = papers(100 * n, count)
        made.append(Edge(f"{name}{n}", ends[0], plain, ends[1], "not" in predicate, cited, ("iDISK 2.0",)))
    return Neighbour(Entity(name, name, type), tuple(made), degree)


def offered(
    *neighbours: Neighbour, steps: tuple[Step, ...] | None = None, **more: Neighbourhood
) -> list[Recommendation]:
    around = {"S:1": Neighbourhood("S:1", tuple(n.entity.id for n in neighbours), neighbours), **more}
    steps = steps or (Step("t1", "?", ("S:1",), ("S:1",)),)
    entities = (GINKGO, *(n.entity for n in neighbours))
    return list(recommend(Exploration(steps, entities), around, Phrasebook.small()))


def targets(found: list[Recommendation]) -> list[str]:
    return [r.target for r in found if r.kind is Kind.NODE]


def test_the_best_documented_comes_first() -> None:
    found = offered(near("a", "Disease", ("TREATS", 2)), near("b", "Disease", ("TREATS", 9)))
    assert targets(found) == ["b", "a"]


def test_kinds_take_turns() -> None:
    found = offered(
        near("a", "Disease", ("TREATS", 9)),
        near("b", "Disease", ("TREATS", 8)),
        near("c", "Disease", ("TREATS", 7)),
        near("d", "Gene", ("INHIBITS", 3)),
        near("e", "Drug", ("INTERACTS_WITH", 2)),
    )
    first = [(r.kind, r.target) for r in found[:4]]
    assert (Kind.TYPE, "Disease") in first
    assert [t for k, t in first if k is Kind.NODE] == ["a", "d", "e"]


def test_a_node_that_is_connected_with_everything_does_not_win_by_a_hair() -> None:
    found = offered(
        near("everything", "Disease", ("TREATS", 5), degree=10_000), near("rare", "Disease", ("TREATS", 4), degree=3)
    )
    assert targets(found) == ["rare", "everything"]


def test_a_question_asks_about_the_edge_in_its_own_direction() -> None:
    found = offered(near("illness", "Disease", ("<PREDISPOSES", 3)))
    assert found[0].text == "Does illness raise the risk of ginkgo?"
    assert (found[0].subject, found[0].target, found[0].predicate) == ("S:1", "illness", "PREDISPOSES")


def test_the_reason_counts_papers_and_those_that_disagree() -> None:
    found = offered(near("a", "Disease", ("TREATS", 9), ("not TREATS", 3)))
    assert found[0].reason == "12 papers, 3 disagree"


def test_an_edge_without_papers_shows_its_source() -> None:
    assert offered(near("a", "Disease", ("TREATS", 0)))[0].reason == "iDISK 2.0, no paper given"


def test_what_was_judged_or_asked_is_not_offered_again() -> None:
    neighbours = (
        near("a", "Disease", ("TREATS", 9)),
        near("b", "Disease", ("TREATS", 8)),
        near("c", "Gene", ("INHIBITS", 2)),
    )
    asked = offered(*neighbours)[0].key
    steps = (
        Step("t1", "?", ("S:1",), ("S:1", "b"), pairs=(("b", "S:1"),)),
        Step("t2", "?", ("S:1", "a"), typed=False, asked=asked),
    )
    assert targets(offered(*neighbours, steps=steps)) == ["c"]


def test_a_type_that_was_asked_is_not_offered_again() -> None:
    neighbours = (near("a", "Disease", ("TREATS", 9)), near("b", "Disease", ("TREATS", 8)))
    kinds = [r for r in offered(*neighbours) if r.kind is Kind.TYPE]
    assert [(r.target, r.reason) for r in kinds] == [("Disease", "2 disorders, 9 papers")]
    steps = (Step("t1", "?", ("S:1",)), Step("t2", "?", ("S:1",), typed=False, asked=kinds[0].key))
    assert not [r for r in offered(*neighbours, steps=steps) if r.kind is Kind.TYPE]


def test_a_claims_entity_pairs_with_what_lies_inside_the_goal_only() -> None:
    inside, outside = near("b", "Gene", ("INHIBITS", 4), centre="a"), near("far", "Gene", ("INHIBITS", 9), centre="a")
    found = offered(
        near("a", "Disease", ("TREATS", 1)),
        near("b", "Gene", ("INHIBITS", 1)),
        steps=(Step("t1", "?", ("S:1",), ("S:1", "a"), pairs=(("S:1", "a"),)),),
        a=Neighbourhood("a", ("b", "far"), (outside, inside)),
    )
    assert {(r.subject, r.target) for r in found} == {("a", "b"), ("S:1", "b")}


def test_nothing_named_offers_nothing() -> None:
    assert recommend(Exploration((Step("t1", "?", ()),)), {}, Phrasebook.small()) == ()
