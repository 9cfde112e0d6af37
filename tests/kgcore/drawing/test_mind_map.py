"""A mind map in words, as a table, and as a picture."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kgcore.drawing.mindmap import WORDS, MapNode, MindMap
from kgcore.drawing.pipeline import draw_picture
from kgcore.drawing.words import alt_text, edge_table
from kgcore.values.thread import LeafSource
from kgcore.verdicts import Verdict

MAP = MindMap(
    "What could it be?",
    (
        MapNode(
            "Panic disorder",
            leaves=(
                MapNode("has the symptom chest pain", LeafSource.PATH, 1, Verdict.SUPPORTED),
                MapNode("needs the medication lorazepam", LeafSource.NEIGHBOUR, 2),
                MapNode("often begins in youth", LeafSource.MODEL, 3, Verdict.UNSURE),
                MapNode("not explained: hoarse voice", LeafSource.NOTHING),
            ),
        ),
        MapNode("◇ Flu, 12 %", LeafSource.GUESS),
    ),
)


def test_every_leaf_is_told_with_its_step_and_verdict() -> None:
    said = alt_text(MAP)
    assert said.startswith("Mind map of 2 branches.")
    assert "has the symptom chest pain (step 1, supported)" in said
    assert "often begins in youth (step 3, no evidence found here, the model's own)" in said
    assert "◇ Flu, 12 %: nothing more." in said


def test_where_a_leaf_comes_from_stands_in_the_table() -> None:
    table = edge_table(MAP)
    assert [row[2] for row in table.rows[:4]] == [
        WORDS[s] for s in (LeafSource.PATH, LeafSource.NEIGHBOUR, LeafSource.MODEL, LeafSource.NOTHING)
    ]


def test_lines_and_colours_tell_sources_and_verdicts_apart() -> None:
    svg = draw_picture(MAP).svg
    assert Verdict.SUPPORTED.row.light.line in svg
    assert svg.count("stroke-dasharray") >= 3  # the model's own, what is not explained, and the guess
    assert all(WORDS[s] in svg for s in (LeafSource.PATH, LeafSource.MODEL, LeafSource.NOTHING))


def test_no_part_of_the_legend_passes_the_right_edge() -> None:
    svg = ET.fromstring(draw_picture(MAP).svg)  # noqa: S314  # our own
    width = float((svg.get("viewBox") or "").split()[2])
    ends = [float(t.get("x", 0)) + len(t.text or "") * 3 for t in svg.iter("{http://www.w3.org/2000/svg}text")]
    assert max(ends) <= width


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(st.text(max_size=90), st.lists(st.text(max_size=90), max_size=12)), max_size=8))
def test_whatever_it_says_it_is_drawn_small_enough(branches: list[tuple[str, list[str]]]) -> None:
    nodes = (MapNode(b, leaves=tuple(MapNode(w, LeafSource.PATH, n) for n, w in enumerate(ls))) for b, ls in branches)
    drawn = draw_picture(MindMap("Why?", tuple(nodes)))
    assert max(drawn.width, drawn.height) <= 1024
    ET.fromstring(drawn.svg)  # noqa: S314  # our own
