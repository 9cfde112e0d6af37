"""Graphs in Graphviz's language, and what Graphviz is asked about sizes."""

from __future__ import annotations

from typing import Any

import pytest

from kgcore.drawing.dot import html_label
from kgcore.drawing.dot_graph import DotGraph
from kgcore.drawing.measuring import measure
from kgcore.drawing.pipeline import open_graphviz


@pytest.mark.parametrize("value", ["plain", 'a "quoted" one', "a, b; c]", "ü → ✓", "<", "a>", "->", "digraph", "3.5"])
def test_what_is_written_is_what_graphviz_reads(value: str) -> None:
    graph = DotGraph()
    graph.attr("graph", {"label": value})
    graph.node("n0", {"id": value, "shape": "box"})
    graph.node("n1", {"label": "<a<B>b</B>>"})
    graph.edge("n0", "n1", {"id": value})
    read = open_graphviz().layout(graph.source, "dot")
    assert read["label"] == value
    assert [node.get("id") for node in read["objects"]] == [value, None]
    assert [edge["id"] for edge in read["edges"]] == [value]


def test_a_copy_goes_its_own_way() -> None:
    graph = DotGraph()
    more = graph.copy()
    more.node("n0", {})
    assert "n0" in more.source
    assert "n0" not in graph.source


def test_a_size_is_asked_for_once() -> None:
    asked = []

    def layout(dot: str, program: str) -> dict[str, Any]:
        asked.append(dot)
        return open_graphviz().layout(dot, program)

    short, long = (
        {"label": html_label([words]), "shape": "plain", "fontsize": "13"} for words in ("ab", "ab measured")
    )
    sizes = measure([short, long, short], layout)
    assert sizes[0] == sizes[2]
    assert sizes[0][0] < sizes[1][0]
    assert measure([long, short], layout) == [sizes[1], sizes[0]]
    assert len(asked) == 1
    assert measure([], layout) == []
