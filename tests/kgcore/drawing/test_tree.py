"""The branches of a thread."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kgcore.drawing.pipeline import draw_picture
from kgcore.drawing.tree import MOST_ROWS, Tree, TreeStep, rows_of
from kgcore.drawing.words import alt_text, edge_table
from kgcore.verdicts import Badge

SVG = "{http://www.w3.org/2000/svg}"
FORK = Tree(
    (
        TreeStep(1, "Which supplements may slow Alzheimer's disease?", counts=((Badge.REPORTED, 3), (Badge.MIXED, 1))),
        TreeStep(2, "Which disorders can omega-3 fatty acids help with?", 1, faded=True),
        TreeStep(3, "Can vitamin E help?", 1),
        TreeStep(4, "Why might it?", 3, here=True),
        TreeStep(5, "How do antioxidants act on neurons?", 2, faded=True),
    )
)


def chain(steps: int) -> Tree:
    return Tree(tuple(TreeStep(n, f"Question {n}?", n - 1, n == steps) for n in range(1, steps + 1)))


@st.composite
def trees(draw_from: st.DrawFn, most: int = 70) -> Tree:
    count = draw_from(st.integers(0, most))
    parents = {n: draw_from(st.integers(0 if n == 1 else 1, n - 1)) for n in range(1, count + 1)}
    here = draw_from(st.integers(1, count)) if count else 0
    way, at = set[int](), here
    while at:
        way.add(at)
        at = parents[at]
    words = st.text(max_size=80) | st.sampled_from(["<b>x</b>", "\\N", "]]>", "🧠", "x" * 999])
    steps = (TreeStep(n, draw_from(words), parents[n], n == here, n not in way) for n in parents)
    return Tree(tuple(steps))


def test_a_step_comes_after_its_parent_and_has_a_number_of_its_own() -> None:
    with pytest.raises(ValueError, match="after"):
        Tree((TreeStep(1, "a", 2), TreeStep(2, "b")))
    with pytest.raises(ValueError, match="own"):
        Tree((TreeStep(1, "a"), TreeStep(1, "b")))


def test_the_way_to_here_is_straight_and_branches_stand_below_their_fork() -> None:
    rows = rows_of(FORK)
    assert [(r.stops[0].number, r.lane, r.parent) for r in rows] == [
        (1, 0, -1),
        (2, 1, 0),
        (5, 1, 1),
        (3, 0, 0),
        (4, 0, 3),
    ]
    assert [r.here for r in rows] == [False, False, False, False, True]


@given(trees())
def test_every_step_stands_in_one_row_below_its_parent(tree: Tree) -> None:
    rows = rows_of(tree)
    assert sorted(s.number for r in rows for s in r.stops) == [s.number for s in tree.steps]
    assert all(row.parent < index for index, row in enumerate(rows))
    assert all(row.lane == 0 for row in rows if not row.faded)
    assert all(len(row.stops) == 1 for row in rows if row.here)


@pytest.mark.parametrize("steps", [24, 25, 40, 400])
def test_a_long_chain_is_shortened_no_more_than_it_must(steps: int) -> None:
    rows = rows_of(chain(steps))
    assert len(rows) in {min(steps, MOST_ROWS) - 1, min(steps, MOST_ROWS)}
    assert [r.stops[0].number for r in rows[-2:]] == [steps - 1, steps]


def test_branches_that_are_too_many_are_counted() -> None:
    steps = [TreeStep(1, "a", 0, here=True), *(TreeStep(n, "b", 1, faded=True) for n in range(2, 60))]
    assert [len(r.stops) for r in rows_of(Tree(tuple(steps)))] == [1, 58]


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(trees())
def test_any_tree_is_drawn(tree: Tree) -> None:
    drawn = draw_picture(tree)
    assert 0 < drawn.width <= 1024
    assert 0 < drawn.height <= 1024
    root = ET.fromstring(drawn.svg)  # noqa: S314
    assert not [e for e in root.iter() if e.get("id")]
    assert len(alt_text(tree)) <= 1000


@pytest.mark.parametrize("steps", [5, 20, 40])
def test_questions_can_be_read_where_a_client_shows_the_picture_400_points_wide(steps: int) -> None:
    root = ET.fromstring(draw_picture(chain(steps)).svg)  # noqa: S314
    assert 13 * 400 / float(root.get("width", "0")) >= 7


def test_a_step_says_in_the_svg_which_it_is() -> None:
    root = ET.fromstring(draw_picture(FORK).svg)  # noqa: S314
    dots = [g for g in root.iter(f"{SVG}g") if "dot" in g.get("class", "").split()]
    assert {(g.get("data-step"), g.get("class")) for g in dots} == {
        ("1", "step dot fresh"),
        ("2", "step dot earlier"),
        ("3", "step dot fresh"),
        ("4", "step dot fresh here"),
        ("5", "step dot earlier"),
    }
    assert dots[0].findtext(f"{SVG}title") == "1. Which supplements may slow Alzheimer's disease?"


def test_a_tree_in_words_begins_where_we_are() -> None:
    text = alt_text(FORK)
    assert text.startswith("5 steps of the thread. Step 4, after 3 (you are here): Why might it? Step 1: Which ")
    assert "Alzheimer's disease? 3 reported, 1 mixed." in text
    assert "Step 5, after 2 (another branch): How do antioxidants act on neurons?" in text


def test_the_table_of_a_tree_has_every_step() -> None:
    table = edge_table(FORK)
    assert table.columns == ("Step", "After", "Question", "Claims", "Where")
    assert table.rows[0][3:] == ("3 reported, 1 mixed", "on the way here")
    assert [row[4] for row in table.rows[1:]] == ["another branch", "on the way here", "you are here", "another branch"]
