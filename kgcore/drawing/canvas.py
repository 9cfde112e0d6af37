"""The finished drawing: a placed graph with its legend below, as DOT for Graphviz's "nop2", which moves nothing."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import assert_never

from graphviz import Digraph

from kgcore.drawing.dot import FONT, Attributes, Placement, Plan, line_attributes, moved, shape_attributes, write
from kgcore.drawing.labels import LEGEND_SIZE, font, html
from kgcore.drawing.legend import GAP, ROW, SAMPLE, LineSample, Ring, Spot, TypeSample, arranged, entries
from kgcore.drawing.palette import CONTEXT, QUIET, WHITE
from kgcore.drawing.picture import Picture

MARGIN = 14.0  # points around everything
_ABOVE_LEGEND = 12.0
_BEYOND = 3.0  # points by which the ground exceeds the view
_LEAST_WIDTH = 330.0  # narrower graphs get a legend of this width
_HAIRLINE = "#dde2e7"
_DONE, _TO_DO = "#2d5fa6", "#d5dbe1"


@dataclass(frozen=True, slots=True)
class Canvas:
    """A drawing as DOT without resolution, and its size in points, margins included."""

    graph: Digraph
    width: float
    height: float

    def dot(self, scale: float) -> str:
        """Return the DOT that draws it at so many pixels a point.

        The view is cut out of a slightly larger ground, in whole pixels: a half-covered one would not be opaque.
        """
        width, height = (math.ceil(side * scale) / scale for side in (self.width, self.height))
        graph = self.graph.copy()
        view = f"{width:.6f},{height:.6f},1,{width / 2:.6f},{height / 2:.6f}"
        graph.attr("graph", dpi=f"{72 * scale:.6f}", pad="0", viewport=view)
        _node(graph, "c0", -_BEYOND, -_BEYOND, _POINT)
        _node(graph, "c1", width + _BEYOND, height + _BEYOND, _POINT)
        return str(graph.source)


def legend_texts(picture: Picture) -> tuple[str, ...]:
    """Return the texts of the legend, which have to be measured before it can be arranged."""
    return tuple(dict.fromkeys(e.text for group in entries(picture) for e in group))


def ruler(texts: tuple[str, ...]) -> str:
    """Return a graph whose nodes "t0", "t1" … are as large as these texts in the legend's font."""
    graph = Digraph("ruler", node_attr={"shape": "plain", "fontname": FONT, "fontsize": str(LEGEND_SIZE)})
    for index, text in enumerate(texts):
        graph.node(f"t{index}", label=html([font(text)]), id=f"t{index}")
    return str(graph.source)


def canvas(picture: Picture, plan: Plan, placement: Placement, widths: Mapping[str, float]) -> Canvas:
    """Return the whole drawing; `widths` are those of the legend's texts in points."""
    spots, legend_width, legend_height = arranged(entries(picture), widths, max(placement.width, _LEAST_WIDTH))
    width = max(placement.width, legend_width)
    below = legend_height + _ABOVE_LEGEND if spots else 0.0
    graph = write(picture, plan, _shifted(placement, MARGIN + (width - placement.width) / 2, MARGIN + below))
    graph.attr("graph", splines="true")
    graph.attr("node", fontsize=str(LEGEND_SIZE), fontcolor=QUIET, penwidth="1.2", peripheries="1")
    if spots:
        rule = MARGIN + legend_height + _ABOVE_LEGEND * 0.45
        _line(graph, "rule", (MARGIN, MARGIN + width, rule), _PLAIN | {"color": _HAIRLINE})
    for index, spot in enumerate(spots):
        _add(graph, f"k{index}", replace(spot, x=MARGIN + spot.x, y=MARGIN + legend_height - spot.y))
    return Canvas(graph, width + 2 * MARGIN, placement.height + below + 2 * MARGIN)


def _shifted(placement: Placement, right: float, up: float) -> Placement:
    boxes = {n: replace(b, x=b.x + right, y=b.y + up) for n, b in placement.boxes.items()}
    splines = {n: moved(s, right, up) for n, s in placement.splines.items()}
    return Placement(placement.width, placement.height, boxes, splines)


_PLAIN: Attributes = {"dir": "none", "penwidth": "1"}
_POINT: Attributes = {"label": "", "shape": "point", "width": "0", "height": "0", "style": "invis"}


def _add(graph: Digraph, name: str, spot: Spot) -> None:
    """Draw one entry; `spot.y` grows upwards here."""
    middle = spot.x + SAMPLE / 2
    left = spot.x + (SAMPLE + GAP if spot.entry.sample else 0.0)
    match spot.entry.sample:
        case TypeSample(shape, colour):
            look = shape_attributes(shape) if shape else {"shape": "box", "style": "filled,rounded,dashed"}
            fill = {"fillcolor": colour if shape else WHITE, "color": colour, "margin": "0"}
            size = {"width": f"{(SAMPLE - 4) / 72:.3f}", "height": f"{ROW * 0.62 / 72:.3f}", "fixedsize": "true"}
            _node(graph, name, middle, spot.y, {**look, **fill, **size, "label": ""})
        case LineSample(line, colour, thickness):
            style = line_attributes(line, colour, thickness) | {"arrowsize": "0.6"}
            _line(graph, name, (spot.x, spot.x + SAMPLE, spot.y), style)
        case Ring(share):
            _ring(graph, name, middle, spot.y, share)
        case None:
            pass
        case _ as never:
            assert_never(never)
    words = {"label": html([font(spot.entry.text)]), "shape": "plain", "style": "", "peripheries": "0"}
    _node(graph, f"{name}t", left + spot.text_width / 2, spot.y, words)


def _node(graph: Digraph, name: str, x: float, y: float, attributes: Attributes) -> None:
    graph.node(name, _attributes={"id": name, "pos": f"{x:.2f},{y:.2f}", **attributes})


def _line(graph: Digraph, name: str, ends: tuple[float, float, float], attributes: Attributes) -> None:
    """Draw a horizontal line from x to x at y; the arrow, where there is one, takes the last points of it."""
    start, end, y = ends
    _node(graph, f"{name}s", start, y, _POINT)
    _node(graph, f"{name}e", end, y, _POINT)
    arrow = 0.0 if attributes.get("dir") == "none" else 7.0
    stop = end - arrow
    third = (stop - start) / 3
    spline = f"{start:.2f},{y:.2f} {start + third:.2f},{y:.2f} {stop - third:.2f},{y:.2f} {stop:.2f},{y:.2f}"
    place = f"e,{end:.2f},{y:.2f} {spline}" if arrow else spline
    graph.edge(f"{name}s", f"{name}e", _attributes={"id": name, "pos": place, **attributes})


def _ring(graph: Digraph, name: str, x: float, y: float, share: float) -> None:
    outer, inner = f"{ROW * 0.85 / 72:.3f}", f"{ROW * 0.45 / 72:.3f}"
    round_ = {"shape": "circle", "fixedsize": "true", "label": "", "penwidth": "0"}
    done = min(0.9999, max(0.0001, share))
    wedge = {"style": "wedged", "fillcolor": f"{_DONE};{done:.4f}:{_TO_DO}", "color": CONTEXT}
    _node(graph, name, x, y, {**round_, **wedge, "width": outer, "height": outer})
    hole = {"style": "filled", "fillcolor": WHITE, "color": WHITE, "width": inner, "height": inner}
    _node(graph, f"{name}h", x, y, {**round_, **hole})
