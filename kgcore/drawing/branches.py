"""A thread's branches as DOT: a row for every step, the way to here in full strength, other branches pale."""

from __future__ import annotations

from collections.abc import Sequence

from graphviz import Digraph

from kgcore.drawing.canvas import MARGIN, POINT, Canvas, place_node
from kgcore.drawing.dot import FONT, Attributes, font_markup, html_label
from kgcore.drawing.palette import INK, QUIET, WHITE, lighten_to_contrast
from kgcore.drawing.text import shorten_label
from kgcore.drawing.tree import TreeRow
from kgcore.english.agreement import number_noun

STEP_SIZE = 13  # points
_SMALL = 12  # as the smallest of other pictures: a page shows it with nine pixels at least
_ROW, _LANE, _DOT, _GAP = 34.0, 32.0, 29.0, 9.0  # points: row to row, lane to lane, a dot across, dot to words
_LONGEST = 52  # characters of a question
_LEAST_WIDTH = 330.0
WAY, GROUND = "#2d5fa6", "#e9f0fa"
PALE, PALE_LINE = "#e3e7eb", lighten_to_contrast(QUIET, 3.0)
TREE_COLOURS = (WAY, WHITE)
HERE = "you are here"


def row_labels(rows: Sequence[TreeRow]) -> tuple[str, ...]:
    """Return the labels of all rows, which have to be measured first: for each its words, then what it found."""
    return tuple(label for row in rows for label in (_words(row), _found(row)))


def _words(row: TreeRow) -> str:
    colour = QUIET if row.faded else INK
    if len(row.stops) > 1:
        return html_label([font_markup(number_noun(len(row.stops), "more step"), colour=QUIET, italic=True)])
    return html_label([font_markup(shorten_label(row.stops[0].question, _LONGEST), colour=colour, bold=row.here)])


def _found(row: TreeRow) -> str:
    """Return how many claims came out how, "3 ✓ 1 ✗" in the verdicts' colours, and whether this is here."""
    counts: dict[str, list[int]] = {}
    for stop in row.stops:
        for chip, count in stop.counts:
            colour = QUIET if row.faded else chip.row.light.text
            counts.setdefault(font_markup(chip.row.icon, colour=colour), []).append(count)
    parts = [f"{font_markup(str(sum(n)), colour=QUIET, size=_SMALL)} {icon}" for icon, n in counts.items()]
    here = [font_markup(HERE, colour=WAY, size=_SMALL, bold=True)] if row.here else []
    return html_label(["  ".join([*parts, *here]) or " "])


def draw_branches(rows: Sequence[TreeRow], widths: Sequence[float]) -> Canvas:
    """Return the drawing; `widths` are those of `row_labels` in points. Ids: a letter and the row's number."""
    words, found = widths[0::2], widths[1::2]
    inner = max((_indent(r) + w + 2 * _GAP + f for r, w, f in zip(rows, words, found, strict=True)), default=0.0)
    width, height = max(_LEAST_WIDTH, inner) + 2 * MARGIN, max(1, len(rows)) * _ROW + 2 * MARGIN
    graph = Digraph("branches", graph_attr={"bgcolor": WHITE, "outputorder": "nodesfirst", "charset": "UTF-8"})
    graph.attr("graph", splines="true")
    graph.attr("node", fontname=FONT, fontsize=str(STEP_SIZE), shape="plain")
    labels = row_labels(rows)
    spots = [(MARGIN + r.lane * _LANE + _DOT / 2, height - MARGIN - (n + 0.5) * _ROW) for n, r in enumerate(rows)]
    for index, row in enumerate(rows):
        x, y = spots[index]
        if row.here:
            size = {"width": f"{(width - MARGIN) / 72:.3f}", "height": f"{(_ROW - 3) / 72:.3f}", "fixedsize": "true"}
            ground = {"shape": "box", "style": "filled,rounded", "fillcolor": GROUND, "color": GROUND, "label": ""}
            place_node(graph, f"g{index}", width / 2, y, ground | size)
        place_node(graph, f"d{index}", x, y, _dot(row))
        place_node(graph, f"w{index}", MARGIN + _indent(row) + words[index] / 2, y, {"label": labels[2 * index]})
        place_node(graph, f"f{index}", width - MARGIN - found[index] / 2, y, {"label": labels[2 * index + 1]})
        if row.parent >= 0:
            _join(graph, index, row, (spots[row.parent], spots[index]))
    return Canvas(graph, width, height)


def _indent(row: TreeRow) -> float:
    return row.lane * _LANE + _DOT + _GAP


def _dot(row: TreeRow) -> Attributes:
    size = {"shape": "circle", "fixedsize": "true", "width": f"{_DOT / 72:.3f}", "height": f"{_DOT / 72:.3f}"}
    text, ground, line = (QUIET, PALE, PALE_LINE) if row.faded else (WHITE, WAY, WAY)
    if len(row.stops) > 1:
        text, ground = line, WHITE
    number = "…" if len(row.stops) > 1 else str(row.stops[0].number)
    label = html_label([font_markup(number, colour=text, size=_SMALL, bold=row.here)])
    double = {"peripheries": "2"} if row.here else {}
    return {**size, "style": "filled", "fillcolor": ground, "color": line, "label": label, "penwidth": "1.4", **double}


def _join(graph: Digraph, index: int, row: TreeRow, ends: tuple[tuple[float, float], tuple[float, float]]) -> None:
    """Draw the line down from the parent's dot; into another lane it turns with a quarter of a circle."""
    (left, top), (x, y) = ends
    top -= _DOT / 2
    turn = _DOT / 2 + 2
    low = y + (_DOT / 2 + (4 if row.here else 0) if x == left else turn)
    third = (top - low) / 3
    points = [(left, top), (left, top - third), (left, low + third), (left, low)]
    if x != left:
        end = x - _DOT / 2 - (4 if row.here else 0)
        points += [(left, low - turn * 0.55), (end - (end - left) * 0.45, y), (end, y)]
    place_node(graph, f"x{index}", left, top, POINT)
    place_node(graph, f"y{index}", *points[-1], POINT)
    look = {"color": PALE_LINE, "penwidth": "1.3"} if row.faded else {"color": WAY, "penwidth": "2.2"}
    place = " ".join(f"{px:.2f},{py:.2f}" for px, py in points)
    graph.edge(f"x{index}", f"y{index}", _attributes={"id": f"l{index}", "pos": place, "dir": "none", **look})
