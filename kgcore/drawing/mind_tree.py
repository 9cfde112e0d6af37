"""A mind map as a picture of its own kind: the question on the left, what may answer it, and what speaks for each.

Where a leaf comes from is told by its shape and line, what it was found to be by its colour.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from graphviz import Digraph

from kgcore.drawing.canvas import MARGIN, POINT, Canvas, place_node
from kgcore.drawing.dot import FONT, Attributes, font_markup, html_label
from kgcore.drawing.mindmap import WORDS, MapNode, MindMap
from kgcore.drawing.palette import INK, QUIET, WHITE
from kgcore.drawing.text import wrap_label
from kgcore.values.thread import LeafSource

MOST_BRANCHES, MOST_LEAVES = 6, 9  # that are drawn; words and table have all
NODE_SIZE = 12  # points
_SMALL = 12  # as the smallest of other pictures: a page shows it with nine pixels at least
_ROW, _APART, _GAP, _PAD = 19.0, 9.0, 46.0, 9.0  # points: a line of text, leaf to leaf, column to column, label to rim
_QUESTION, _BRANCH, _LEAF = 22, 24, 34  # characters of a line
_LINES = 4
WAY, GROUND, BRANCH_GROUND = "#2d5fa6", "#e9f0fa", "#f4f6f8"
MAP_COLOURS = (WAY, WHITE)


@dataclass(frozen=True, slots=True)
class _Look:
    shape: Attributes
    line: Attributes


LOOKS: Final[Mapping[LeafSource, _Look]] = MappingProxyType(
    {
        LeafSource.PATH: _Look({"shape": "box", "style": "filled"}, {"penwidth": "1.8"}),
        LeafSource.NEIGHBOUR: _Look({"shape": "box", "style": "filled,rounded"}, {"penwidth": "1.0"}),
        LeafSource.MODEL: _Look({"shape": "note", "style": "filled"}, {"penwidth": "1.4", "style": "dotted"}),
        LeafSource.GUESS: _Look(
            {"shape": "box", "style": "filled,rounded,dashed"}, {"penwidth": "1.4", "style": "dashed"}
        ),
        LeafSource.NOTHING: _Look({"shape": "plain"}, {"penwidth": "1.0", "style": "dashed"}),
    }
)


def map_labels(map_: MindMap) -> tuple[str, ...]:
    """Return the labels of all nodes and of the legend, which have to be measured first."""
    nodes = (
        label
        for branch in shown_branches(map_)
        for label in (_branch(branch), *(_leaf(leaf) for leaf in branch.leaves))
    )
    return (_root(map_), *nodes, *(_meaning(s) for s in _sources(map_)))


def shown_branches(map_: MindMap) -> tuple[MapNode, ...]:
    """Return the branches that are drawn, with the leaves that are."""
    return tuple(replace(b, leaves=b.leaves[:MOST_LEAVES]) for b in map_.branches[:MOST_BRANCHES])


def _sources(map_: MindMap) -> list[LeafSource]:
    here = {leaf.source for branch in shown_branches(map_) for leaf in branch.leaves}
    return [s for s in LOOKS if s in here]


def _lines(words: str, width: int, *, colour: str = INK, bold: bool = False, italic: bool = False) -> list[str]:
    return [font_markup(line, colour=colour, bold=bold, italic=italic) for line in wrap_label(words, width, _LINES)]


def _root(map_: MindMap) -> str:
    return html_label(_lines(map_.question, _QUESTION, colour=WHITE, bold=True))


def _branch(node: MapNode) -> str:
    return html_label(_lines(node.words, _BRANCH, bold=True))


def _leaf(node: MapNode) -> str:
    nothing = node.source is LeafSource.NOTHING
    lines = _lines(node.words, _LEAF, colour=_ink(node), italic=nothing)
    if node.verdict:
        lines[0] = font_markup(f"{node.verdict.row.drawn}\N{NO-BREAK SPACE}", colour=_ink(node), bold=True) + lines[0]
    if node.number:
        lines[-1] += f" {font_markup(f'({node.number})', colour=_ink(node), size=_SMALL)}"
    return html_label(lines)


def _ink(node: MapNode) -> str:
    if node.verdict:
        return node.verdict.row.light.text
    return QUIET if node.source is LeafSource.NOTHING else INK


def _meaning(source: LeafSource) -> str:
    return html_label([font_markup(WORDS[source], colour=QUIET, size=_SMALL)])


@dataclass(frozen=True, slots=True)
class _Box:
    label: str
    x: float  # of its left edge
    y: float
    width: float
    height: float


def draw_map(map_: MindMap, sizes: Sequence[tuple[float, float]]) -> Canvas:
    """Return the drawing; `sizes` are widths and heights of `map_labels` in points. Ids: a letter and a number."""
    labels, branches, sources = map_labels(map_), shown_branches(map_), _sources(map_)
    boxes = iter(zip(labels, sizes, strict=True))
    root, *rest = boxes
    placed = list(_columns(branches, rest))
    legend = rest[len(rest) - len(sources) :] if sources else []
    columns = [[b for column, b, _, _ in placed if column == n] for n in (1, 2)]
    left = MARGIN + root[1][0] + 2 * _PAD + _GAP
    middle = left + max((b.width for b in columns[0]), default=0.0) + _GAP
    right = middle + max((b.width for b in columns[1]), default=0.0)
    width = max(right, 330.0 - MARGIN) + MARGIN
    keys = _legend_places([size[0] for _, size in legend], width - MARGIN)
    low = keys[-1][1] + _ROW + _APART if keys else 0.0
    tall = max((b.y + b.height / 2 for _, b, _, _ in placed), default=0.0)
    height = max(tall, root[1][1] + 2 * _PAD) + 2 * MARGIN + low
    graph = Digraph("map", graph_attr={"bgcolor": WHITE, "outputorder": "edgesfirst", "charset": "UTF-8"})
    graph.attr("graph", splines="true")
    graph.attr("node", fontname=FONT, fontsize=str(NODE_SIZE), shape="plain")
    centre = height - MARGIN - max(tall, root[1][1] + 2 * _PAD) / 2
    end = (MARGIN + root[1][0] + 2 * _PAD, centre)
    shape = {"shape": "box", "style": "filled,rounded", "fillcolor": WAY, "color": WAY}
    _put(graph, "r0", _Box(root[0], MARGIN, centre, end[0] - MARGIN, root[1][1] + 2 * _PAD), shape)
    _put_branches(graph, placed, (left, middle), height - MARGIN, end)
    _put_legend(graph, sources, legend, [(x, low - _APART - y - _ROW / 2 + MARGIN) for x, y in keys])
    return Canvas(graph, width, height)


_Placed = tuple[int, _Box, MapNode, int]  # column, box (y from the top), node, the number of its branch


def _columns(branches: Sequence[MapNode], boxes: Sequence[tuple[str, tuple[float, float]]]) -> Iterator[_Placed]:
    at, top = 0, 0.0
    for number, branch in enumerate(branches):
        label, (width, height) = boxes[at]
        leaves = boxes[at + 1 : at + 1 + len(branch.leaves)]
        at += 1 + len(branch.leaves)
        tall = sum(h + 2 * _PAD * 0.6 + _APART for _, (_, h) in leaves) - _APART
        whole = max(tall, height + 2 * _PAD)
        yield 1, _Box(label, 0.0, top + whole / 2, width + 2 * _PAD, height + 2 * _PAD), branch, number
        y = top + (whole - tall) / 2
        for leaf, (text, (w, h)) in zip(branch.leaves, leaves, strict=True):
            high = h + 2 * _PAD * 0.6
            yield 2, _Box(text, 0.0, y + high / 2, w + 2 * _PAD, high), leaf, number
            y += high + _APART
        top += whole + 2 * _APART


def _put_branches(
    graph: Digraph, placed: Sequence[_Placed], columns: tuple[float, float], top: float, root: tuple[float, float]
) -> None:
    ends: dict[int, tuple[float, float]] = {}
    for index, (column, box, node, branch) in enumerate(placed):
        x, y = columns[column - 1], top - box.y
        here = _Box(box.label, x, y, box.width, box.height)
        if column == 1:
            guess = node.source is LeafSource.GUESS
            look = {"shape": "box", "style": "filled,rounded", "fillcolor": GROUND, "color": WAY, "penwidth": "1.4"}
            look |= LOOKS[LeafSource.GUESS].shape if guess else {}
            ends[branch] = (x + box.width, y)
            line = LOOKS[LeafSource.GUESS].line if guess else {"penwidth": "2.2"}
            _curve(graph, f"l{index}", root, (x, y), {"color": WAY, **line})
        else:
            style = LOOKS[node.source or LeafSource.PATH]
            colour = node.verdict.row.light.line if node.verdict else QUIET
            look = {**style.shape, "fillcolor": _ground(node), "color": colour}
            _curve(graph, f"l{index}", ends[branch], (x, y), {"color": colour, **style.line})
        _put(graph, f"m{index}", here, look)


def _ground(node: MapNode) -> str:
    return node.verdict.row.light.ground if node.verdict else BRANCH_GROUND if node.source else WHITE


def _put(graph: Digraph, id: str, box: _Box, look: Attributes) -> None:
    size = {"width": f"{box.width / 72:.3f}", "height": f"{box.height / 72:.3f}", "fixedsize": "true"}
    place_node(graph, id, box.x + box.width / 2, box.y, {"label": box.label, "margin": "0", **size, **look})


_SAMPLE, _NEXT = 42.0, 16.0  # points: a legend's line and shape, and from one entry to the next


def _legend_places(widths: Sequence[float], end: float) -> list[tuple[float, float]]:
    """Return where a legend's entries begin, and how far below the first row, so that none passes the end."""
    places: list[tuple[float, float]] = []
    x, y = MARGIN, 0.0
    for width in widths:
        if x > MARGIN and x + _SAMPLE + width > end:
            x, y = MARGIN, y + _ROW
        places.append((x, y))
        x += _SAMPLE + width + _NEXT
    return places


def _put_legend(
    graph: Digraph,
    sources: Sequence[LeafSource],
    labels: Sequence[tuple[str, tuple[float, float]]],
    places: Sequence[tuple[float, float]],
) -> None:
    for index, (source, (label, (width, _)), (x, y)) in enumerate(zip(sources, labels, places, strict=True)):
        style = LOOKS[source]
        _curve(graph, f"k{index}", (x, y), (x + 18, y), {"color": QUIET, **style.line})
        shape = style.shape if source is not LeafSource.NOTHING else {"shape": "plain"}
        sample = _Box(html_label([" "]), x + 18, y, 18, 11)
        _put(graph, f"s{index}", sample, {**shape, "fillcolor": BRANCH_GROUND, "color": QUIET})
        place_node(graph, f"t{index}", x + _SAMPLE + width / 2, y, {"label": label})


def _curve(graph: Digraph, id: str, begin: tuple[float, float], end: tuple[float, float], look: Attributes) -> None:
    """Draw a line that leaves and arrives level."""
    half = (end[0] - begin[0]) / 2
    points = [begin, (begin[0] + half, begin[1]), (end[0] - half, end[1]), end]
    place_node(graph, f"x{id}", *begin, POINT)
    place_node(graph, f"y{id}", *end, POINT)
    place = " ".join(f"{x:.2f},{y:.2f}" for x, y in points)
    graph.edge(f"x{id}", f"y{id}", _attributes={"id": id, "pos": place, "dir": "none", **look})
