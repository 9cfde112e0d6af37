"""What lies around an entity, without a question."""

from __future__ import annotations

from kgcore.drawing.builder import around_picture
from kgcore.drawing.grouping import counted_nodes, group_leaves
from kgcore.values.model import Edge, Entity, Neighbour, Path
from tests.kgcore.drawing.test_builder import E1, E2, E3, Plain, edge

NUMBERS = {"a": 1, "b": 2}


def test_the_centre_and_its_neighbours_are_joined_by_context() -> None:
    near = (Neighbour(E2, (edge(E1, "TREATS", E2, "P1", "P2"),), 3), Neighbour(E3, (edge(E3, "ASSOCIATES", E1),), 3))
    picture = around_picture(E1, near, NUMBERS, words=Plain())
    assert [(n.number, n.name, n.focus) for n in picture.nodes] == [
        (1, "Vitamin E", True),
        (2, "Dementia", False),
        (3, "Tau", False),
    ]
    treats, associates = picture.edges
    assert (treats.source, treats.target, treats.label, treats.papers_for) == (1, 2, "treats", 2)
    assert (treats.verdict, treats.claims, treats.fresh) == (None, (), True)
    assert not associates.directed


def test_a_relation_that_is_stated_and_denied_counts_both_sides() -> None:
    both = (edge(E1, "TREATS", E2, "P1"), edge(E1, "TREATS", E2, "P2", "P3", negated=True))
    (line,) = around_picture(E1, (Neighbour(E2, both, 1),), NUMBERS, words=Plain()).edges
    assert (line.label, line.papers_for, line.papers_against) == ("treats", 1, 2)


def test_a_relation_that_is_only_denied_says_so() -> None:
    denied = (edge(E1, "TREATS", E2, "P2", negated=True),)
    (line,) = around_picture(E1, (Neighbour(E2, denied, 1),), NUMBERS, words=Plain()).edges
    assert (line.label, line.papers_for, line.papers_against) == ("does not treat", 1, 0)


def test_the_way_to_another_entity_is_drawn_and_its_end_is_never_grouped() -> None:
    far = [Entity(f"x{n}", f"Thing {n}", "Disease") for n in range(5)]
    near = [Neighbour(E3, (edge(E1, "INHIBITS", E3, "P1"),), 1)]
    near += [Neighbour(e, (edge(E1, "TREATS", e, "P1"),), 1) for e in far]
    way = Path((E1, E3, E2), ((edge(E1, "INHIBITS", E3, "P1"),), (edge(E3, "CAUSES", E2, "P2"),)), 0.5)
    picture = around_picture(E1, near, NUMBERS, words=Plain(), others=(way,))
    assert len(picture.edges) == 7, "the way shares its first hop with the neighbourhood"
    shown = group_leaves(picture, least_nodes=0)
    assert [g.name for g in counted_nodes(shown)] == ["5 disorders"]
    assert "Dementia" in {n.name for n in shown.nodes if n.focus}


def test_an_edge_to_something_unknown_is_left_out() -> None:
    strange = Edge("1", "a", "TREATS", "nowhere")
    assert not around_picture(E1, (Neighbour(E2, (strange,), 1),), NUMBERS, words=Plain()).edges
