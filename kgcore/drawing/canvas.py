"""The finished drawing: a placed graph with its legend below, as DOT for Graphviz's "nop2", which moves nothing.

The legend shows exactly the types and verdicts that occur, in rows (pure).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from graphviz import Digraph

from kgcore.drawing.dot import (
    LEGEND_SIZE,
    Attributes,
    LayoutPlan,
    Placement,
    font_markup,
    html_label,
    shape_attributes,
    shift_spline,
    sign_attributes,
    write_dot,
)
from kgcore.drawing.palette import CONTEXT, INK, QUIET, WHITE, Shape, look_of_type
from kgcore.drawing.picture import Picture
from kgcore.drawing.signs import SIGNS, SignStyle
from kgcore.drawing.text import in_words
from kgcore.values.reply import Sign
from kgcore.verdicts import Verdict

# ── the legend ──────────────────────────────────────────────────────────────────────────────────────────────────────

ROW, SAMPLE, GAP, SPACE = 19.0, 26.0, 5.0, 16.0  # points: row height, sample width, sample to text, entry to entry


@dataclass(frozen=True, slots=True)
class TypeSample:
    """A small node in a type's look; without a shape it is a ghost."""

    shape: Shape | None
    colour: str


@dataclass(frozen=True, slots=True)
class LineSample:
    """A short edge in a sign's look; without a head where no line of that sign has one."""

    style: SignStyle
    colour: str
    directed: bool = True


@dataclass(frozen=True, slots=True)
class StackSample:
    """A small counted node."""


Sample = TypeSample | LineSample | StackSample


@dataclass(frozen=True, slots=True)
class ProgressRing:
    """Progress as a ring in the corner: the share done (0 to 1), and the words beside it, a line each."""

    share: float
    lines: tuple[str, str]


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """One sample with its words; `sample` None: words only."""

    sample: Sample | None
    text: str


@dataclass(frozen=True, slots=True)
class PlacedEntry:
    """An entry in its place: left edge and middle of the row, in points from the legend's top left (y downwards)."""

    entry: LegendEntry
    x: float
    y: float
    text_width: float


def legend_entries(picture: Picture) -> tuple[tuple[LegendEntry, ...], tuple[LegendEntry, ...]]:
    """Return what occurs: the looks of nodes, and those of edges with the remarks."""
    return (*_nodes(picture),), (*_edges(picture), *_remarks(picture))


def _nodes(picture: Picture) -> list[LegendEntry]:
    types = dict.fromkeys(in_words(n.type) for n in picture.nodes if n.type.strip())
    looks = {in_words(n.type): look_of_type(n.type) for n in picture.nodes}
    found = [LegendEntry(TypeSample(looks[t].shape, looks[t].colour), t) for t in types]
    if any(n.ghost for n in picture.nodes):
        found.append(LegendEntry(TypeSample(None, CONTEXT), "not in the graph"))
    if any(n.members for n in picture.nodes):
        found.append(LegendEntry(StackSample(), "several"))
    return found


def _edges(picture: Picture) -> list[LegendEntry]:
    """Return which ways effects go, then the badges."""
    signs = {e.sign for e in picture.edges}
    heads = {e.sign for e in picture.edges if e.directed}
    looks = [] if signs == {Sign.PLAIN} else [(sign, look) for sign, look in SIGNS.items() if sign in signs]
    found = [LegendEntry(LineSample(look, look.colour, sign in heads), look.words) for sign, look in looks]
    plain = {e.verdict for e in picture.edges if e.badge and not e.various}
    occurring = plain | {v for e in picture.edges if e.various and not e.own for v, _ in e.tally}
    found += [LegendEntry(None, f"{v.row.drawn} {v.label.lower()}") for v in Verdict if v in occurring]
    return found


def _remarks(picture: Picture) -> list[LegendEntry]:
    found = []
    if len({e.fresh for e in picture.edges} | {n.fresh for n in picture.nodes}) == 2:
        found.append(LegendEntry(None, "paler: earlier steps"))
    if any(e.only_claimed for e in picture.edges):
        found.append(LegendEntry(None, "dotted: only claimed"))
    if picture.more:
        found.append(LegendEntry(None, f"{picture.more} more not drawn"))
    return found


def progress_ring(picture: Picture) -> ProgressRing | None:
    """Return the progress, where there is any to show."""
    if not picture.progress or picture.progress[1] <= 0:
        return None
    done, total = picture.progress
    return ProgressRing(min(1.0, max(0.0, done / total)), (f"{done} of {total}", "explored"))


def arrange_legend(
    groups: Sequence[Sequence[LegendEntry]], widths: Mapping[str, float], room: float
) -> tuple[tuple[PlacedEntry, ...], float, float]:
    """Return the entries in rows no wider than `room` (unless one entry is), and the width and height they take.

    `widths` are the texts', in points.
    """
    spots: list[PlacedEntry] = []
    row, x, widest = -1, room + 1.0, 0.0
    for entry in (entry for group in groups for entry in group):
        if x + _width(entry, widths) > room:
            row, x = row + 1, 0.0
        spots.append(PlacedEntry(entry, x, (row + 0.5) * ROW, widths[entry.text]))
        widest = max(widest, x + _width(entry, widths))
        x += _width(entry, widths) + SPACE
    return tuple(spots), widest, (row + 1) * ROW


def _width(entry: LegendEntry, widths: Mapping[str, float]) -> float:
    return widths[entry.text] + (SAMPLE + GAP if entry.sample else 0.0)


# ── the drawing ─────────────────────────────────────────────────────────────────────────────────────────────────────

MARGIN = 14.0  # points around everything
_ABOVE_LEGEND = 12.0
_BEYOND = 3.0  # points by which the ground exceeds the view
_LEAST_WIDTH = 330.0  # narrower graphs get a legend of this width
_RING, _LINE = 30.0, 13.0  # points: the ring across, and from line to line beside it
_HAIRLINE = "#dde2e7"
DONE, TO_DO = "#2d5fa6", "#d5dbe1"


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
        place_node(graph, "c0", -_BEYOND, -_BEYOND, POINT)
        place_node(graph, "c1", width + _BEYOND, height + _BEYOND, POINT)
        return str(graph.source)


def legend_texts(picture: Picture) -> tuple[str, ...]:
    """Return the texts of the legend, which have to be measured before it can be arranged."""
    progress = progress_ring(picture)
    beside = progress.lines if progress else ()
    return tuple(dict.fromkeys((*(e.text for group in legend_entries(picture) for e in group), *beside)))


def build_canvas(picture: Picture, plan: LayoutPlan, placement: Placement, widths: Mapping[str, float]) -> Canvas:
    """Return the whole drawing; `widths` are those of the legend's texts in points."""
    progress = progress_ring(picture)
    corner = _RING + GAP + max(widths[line] for line in progress.lines) if progress else 0.0
    taken = corner + SPACE if progress else 0.0
    spots, legend_width, legend_height = arrange_legend(
        legend_entries(picture), widths, max(placement.width, _LEAST_WIDTH) - taken
    )
    legend_height = max(legend_height, _RING + 2.0) if progress else legend_height
    width = max(placement.width, legend_width + taken)
    below = legend_height + _ABOVE_LEGEND if legend_height else 0.0
    there = _shifted(placement, MARGIN + (width - placement.width) / 2, MARGIN + below)
    graph = write_dot(picture, plan, there, stacks=True)
    graph.attr("graph", splines="true")
    graph.attr("node", fontsize=str(LEGEND_SIZE), fontcolor=QUIET, penwidth="1.2", peripheries="1")
    if below:
        rule = MARGIN + legend_height + _ABOVE_LEGEND * 0.45
        _line(graph, "rule", (MARGIN, MARGIN + width, rule), _PLAIN | {"color": _HAIRLINE})
    for index, spot in enumerate(spots):
        _add(graph, f"k{index}", replace(spot, x=MARGIN + spot.x, y=MARGIN + legend_height - spot.y))
    if progress:
        _ring(graph, progress, MARGIN + width - corner, MARGIN + legend_height / 2, widths)
    return Canvas(graph, width + 2 * MARGIN, placement.height + below + 2 * MARGIN)


def _shifted(placement: Placement, right: float, up: float) -> Placement:
    boxes = {n: replace(b, x=b.x + right, y=b.y + up) for n, b in placement.boxes.items()}
    splines = {n: shift_spline(s, right, up) for n, s in placement.splines.items()}
    return Placement(placement.width, placement.height, boxes, splines)


_PLAIN: Attributes = {"dir": "none", "penwidth": "1"}
POINT: Attributes = {"label": "", "shape": "point", "width": "0", "height": "0", "style": "invis"}


def _add(graph: Digraph, name: str, spot: PlacedEntry) -> None:
    """Draw one entry; `spot.y` grows upwards here."""
    middle = spot.x + SAMPLE / 2
    left = spot.x + (SAMPLE + GAP if spot.entry.sample else 0.0)
    match spot.entry.sample:
        case TypeSample(shape, colour):
            look = shape_attributes(shape) if shape else {"shape": "box", "style": "filled,rounded,dashed"}
            fill = {"fillcolor": colour if shape else WHITE, "color": colour, "margin": "0"}
            size = {"width": f"{(SAMPLE - 4) / 72:.3f}", "height": f"{ROW * 0.62 / 72:.3f}", "fixedsize": "true"}
            place_node(graph, name, middle, spot.y, {**look, **fill, **size, "label": ""})
        case LineSample(look, colour, directed):
            style = sign_attributes(look, colour) | {"arrowsize": "0.6"} | ({} if directed else {"dir": "none"})
            _line(graph, name, (spot.x, spot.x + SAMPLE, spot.y), style)
        case StackSample():
            card = {"shape": "box", "style": "filled,rounded", "fillcolor": WHITE, "color": QUIET, "fixedsize": "true"}
            size = {"width": f"{(SAMPLE - 8) / 72:.3f}", "height": f"{ROW * 0.45 / 72:.3f}", "label": ""}
            for step in (2, 1, 0):
                place_node(graph, f"{name}{step}", middle + 2 * step - 2, spot.y + 2 * step - 2, card | size)
        case None:
            pass
        case _ as never:
            assert_never(never)
    words = {"label": html_label([font_markup(spot.entry.text)]), "shape": "plain", "style": "", "peripheries": "0"}
    place_node(graph, f"{name}t", left + spot.text_width / 2, spot.y, words)


def place_node(graph: Digraph, name: str, x: float, y: float, attributes: Attributes) -> None:
    """Add a node with its centre at these points."""
    graph.node(name, _attributes={"id": name, "pos": f"{x:.2f},{y:.2f}", **attributes})


def _line(graph: Digraph, name: str, ends: tuple[float, float, float], attributes: Attributes) -> None:
    """Draw a horizontal line from x to x at y; the arrow, where there is one, takes the last points of it."""
    start, end, y = ends
    place_node(graph, f"{name}s", start, y, POINT)
    place_node(graph, f"{name}e", end, y, POINT)
    arrow = 0.0 if attributes.get("dir") == "none" else 7.0
    stop = end - arrow
    third = (stop - start) / 3
    spline = f"{start:.2f},{y:.2f} {start + third:.2f},{y:.2f} {stop - third:.2f},{y:.2f} {stop:.2f},{y:.2f}"
    place = f"e,{end:.2f},{y:.2f} {spline}" if arrow else spline
    graph.edge(f"{name}s", f"{name}e", _attributes={"id": name, "pos": place, **attributes})


def _ring(graph: Digraph, progress: ProgressRing, left: float, y: float, widths: Mapping[str, float]) -> None:
    outer, inner = f"{_RING / 72:.3f}", f"{_RING * 0.58 / 72:.3f}"
    round_ = {"shape": "circle", "fixedsize": "true", "label": "", "penwidth": "0", "peripheries": "1"}
    wedge = {"style": "wedged", "fillcolor": _wedges(progress.share), "color": WHITE}
    x = left + _RING / 2
    place_node(graph, "p", x, y, {**round_, **wedge, "width": outer, "height": outer})
    hole = {"style": "filled", "fillcolor": WHITE, "color": WHITE, "width": inner, "height": inner}
    place_node(graph, "ph", x, y, {**round_, **hole})
    for place, (line, colour) in enumerate(zip(progress.lines, (INK, QUIET), strict=True)):
        words = {
            "label": html_label([font_markup(line, colour=colour)]),
            "shape": "plain",
            "style": "",
            "peripheries": "0",
        }
        place_node(graph, f"pt{place}", x + _RING / 2 + GAP + widths[line] / 2, y + _LINE / 2 - place * _LINE, words)


def _wedges(share: float) -> str:
    """Return the ring from twelve o'clock on as Graphviz's wedges, which go against the clock from three."""
    share = min(0.999, max(0.001, share))
    if share <= 0.25:
        parts = ((TO_DO, 0.25 - share), (DONE, share), (TO_DO, 0.75))
    else:
        parts = ((DONE, 0.25), (TO_DO, 1 - share), (DONE, share - 0.25))
    return ":".join(f"{colour};{part:.4f}" for colour, part in parts if part >= 0.0001)
