"""Words on lines are shortened, never turned."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgcore.drawing.dot import edge_label
from kgcore.drawing.picture import PictureEdge
from kgcore.drawing.text import is_denial, relation_lines, short_relation
from kgcore.verdicts import Verdict

PLAIN = ("treats", "prevents", "is associated with", "interacts with", "stimulates the production of")
DENIED = ("does not treat", "does not prevent", "is not linked to")
LABELS = st.lists(st.sampled_from((*PLAIN, *DENIED)), min_size=1, max_size=7, unique=True).map(", ".join)


@given(LABELS, st.sampled_from([13, 18, 26]))
def test_a_label_that_denies_something_still_does_when_it_is_shortened(label: str, width: int) -> None:
    lines = relation_lines(label, width, "✓ ")
    assert is_denial(" ".join(lines)) is is_denial(label)
    assert len(lines) <= 8
    assert is_denial(short_relation(label, 40)) is is_denial(label)


@pytest.mark.parametrize("width", [13, 18])
def test_two_relations_stand_there_whole(width: int) -> None:
    assert " ".join(relation_lines("treats, does not prevent", width, "✓ ")) == "✓ treats, does not prevent"


def test_many_relations_are_counted_and_those_that_deny_stay() -> None:
    label = "treats, is associated with, interacts with, stimulates, causes, does not prevent"
    said = " ".join(relation_lines(label, 13))
    assert "does not prevent" in said
    assert said.endswith("more")


def test_a_long_wording_keeps_its_not() -> None:
    long = "has been tried in several large trials over many years in many countries but does not cure any of it"
    assert "not cure" in " ".join(relation_lines(long, 13))
    assert "not cure" in short_relation(long, 60)
    assert len(short_relation(long, 60)) <= 95


def test_an_edge_without_papers_says_nothing_of_them() -> None:
    label = edge_label(PictureEdge((1,), 1, 2, "treats", Verdict.SUPPORTED, own=True))
    assert "treats" in label
    assert "?" not in label
