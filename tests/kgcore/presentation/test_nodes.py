from __future__ import annotations

from dataclasses import replace

from kgcore.presentation.parts import LONGEST_KEY, NodeLine, node_lines, node_of
from kgcore.values.model import Neighbour
from tests.kgcore.presentation.made import FIRST, NUMBERS, ROS, SECOND, THREAD, WARFARIN, claim


def test_the_nodes_of_a_thread_come_by_number_and_what_the_graph_does_not_know_comes_last() -> None:
    lines = node_lines(THREAD, NUMBERS)
    assert [n.number for n in lines] == [1, 2, 3, 4, 5, 0]
    assert lines[0] == NodeLine(1, "S:e", "Vitamin E", "DietarySupplement")
    assert lines[-1] == NodeLine(0, "?vit c", "Vit C")


def test_a_claim_that_was_trimmed_brings_no_node() -> None:
    assert [n.name for n in node_lines((replace(FIRST, trimmed=(1,)),), NUMBERS)] == [
        "Vitamin E",
        "Alzheimer's disease",
    ]


def test_neighbours_that_are_browsed_are_among_the_nodes_where_they_have_numbers() -> None:
    browsed = replace(FIRST, claims=(), around=(Neighbour(ROS, (), 3), Neighbour(WARFARIN, (), 1)))
    assert [n.name for n in node_lines((browsed,), NUMBERS)][-1] == "Reactive oxygen species"


def test_every_node_is_found_again_by_what_a_form_sends_for_it() -> None:
    lines = node_lines(THREAD, NUMBERS)
    for line in lines:
        assert node_of(lines, line.option.value) == line
    assert node_of(lines, "99") is None
    assert node_of(lines, "0") is None


def test_half_a_sentence_is_no_node() -> None:
    long = replace(SECOND, claims=(claim("so " * LONGEST_KEY, "TREATS", "that"),), focus=())
    assert [n.name for n in node_lines((long,), {})] == ["that"]
