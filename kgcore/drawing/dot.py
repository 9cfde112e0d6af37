"""A picture as DOT (pure apart from the `graphviz` package, which quotes): what nodes and edges say, and their graph.

Labels are Graphviz's HTML-like ones; this is the one place where their text is escaped. Names and ids are ours alone.

An edge's label is a node of its own in the middle of the line, so that no label ever covers a node or another label.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple, assert_never

from graphviz import Digraph

from kgcore.drawing.palette import (
    CONTEXT,
    INK,
    QUIET,
    THIN,
    WHITE,
    Shape,
    TypeLook,
    lighten_to_contrast,
    look_of_type,
    mixed_with_white,
)
from kgcore.drawing.picture import Picture, PictureEdge, PictureNode
from kgcore.drawing.signs import SIGNS, Line, SignStyle
from kgcore.drawing.text import relation_lines, shorten_label, wrap_label
from kgcore.drawing.words import papers_of, share_of, tally_of
from kgcore.values.reply import Sign

# ── labels ──────────────────────────────────────────────────────────────────────────────────────────────────────────

NODE_SIZE, NUMBER_SIZE, EDGE_SIZE, BADGE_SIZE, NOTE_SIZE, LEGEND_SIZE = 15, 12, 13, 16, 12, 12  # points
_ROOMY, _DENSE = (17, 18), (13, 13)  # characters in a line of a node and of an edge
_NARROW = (13, 10)  # where two nodes stand beside each other: the picture fits a phone's width
PAIR = 2  # nodes
_MANY = 10  # nodes: with more of them, narrower words make a picture whose text is larger
_SMALLER = 8  # more characters in a line of small type
_SPEAKER = 24  # characters of a speaker's name
FADED_GROUND = 0.76  # share of white in an earlier node's ground


def escape_label(text: str) -> str:
    """Escape cleaned text for an HTML-like label: markup, entities, and backslashes, which begin Graphviz's codes."""
    table = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\\": "\\\\"}
    return "".join(table.get(c, c) for c in text)


def html_label(lines: Iterable[str]) -> str:
    """Join lines of markup to one label."""
    return f"<{'<BR/>'.join(lines)}>"


def font_markup(text: str, *, colour: str = "", size: int = 0, bold: bool = False, italic: bool = False) -> str:
    """Escape text and dress it; an empty text stays empty, since Graphviz rejects empty elements."""
    if not text:
        return ""
    inner = f"<B>{escape_label(text)}</B>" if bold else escape_label(text)
    inner = f"<I>{inner}</I>" if italic else inner
    attributes = (f' COLOR="{colour}"' if colour else "") + (f' POINT-SIZE="{size}"' if size else "")
    return f"<FONT{attributes}>{inner}</FONT>" if attributes else inner


def node_text(node: PictureNode) -> str:
    """Return the colour of a node's text."""
    if node.ghost:
        return QUIET
    return look_of_type(node.type).text if node.fresh else mixed_with_white(INK, 0.18)


def line_widths(nodes: int) -> tuple[int, int]:
    """Return how many characters a line of a node and of an edge takes in a picture of so many nodes."""
    if nodes <= PAIR:
        return _NARROW
    return _DENSE if nodes > _MANY else _ROOMY


@lru_cache(maxsize=256)
def node_label(node: PictureNode, width: int = _ROOMY[0]) -> str:
    """Return name and number of a node; a name takes at most three lines."""
    colour = node_text(node)
    lines = [font_markup(line, colour=colour, bold=node.focus) for line in wrap_label(node.name, width, 3)]
    if node.number > 0:
        lines[-1] += " " + font_markup(str(node.number), colour=colour, size=NUMBER_SIZE)
    return html_label(lines)


@lru_cache(maxsize=256)
def edge_label(edge: PictureEdge, width: int = _ROOMY[1]) -> str:
    """Return icon and relation, of how many members, how many came out how, papers, what the graph says instead, who
    says it.
    """
    lines = _badged(edge, relation_lines(edge.label, width, f"{edge.badge} " if edge.badge else ""))
    quiet = INK if edge.fresh else QUIET
    told = tally_of(edge, icons=True) if edge.various and not edge.own else ""
    lines += [
        font_markup(share_of(edge), colour=quiet, size=NOTE_SIZE),
        font_markup(told, colour=quiet, size=NOTE_SIZE),
        *(
            font_markup(line, colour=quiet, size=NOTE_SIZE)
            for papers in filter(
                None, [papers_of(edge)]
            )  # of an edge without any, nothing is said: a "?" reads as doubt
            for line in wrap_label(papers, width + _SMALLER, 2)
        ),
    ]
    lines += [
        font_markup(line, colour=quiet, size=NOTE_SIZE)
        for line in (relation_lines(edge.note, width + _SMALLER) if edge.note else ())
    ]
    who = (
        wrap_label(", ".join(shorten_label(s, _SPEAKER) for s in edge.speakers), width + _SMALLER, 2)
        if edge.speakers
        else ()
    )
    lines += [font_markup(line, colour=QUIET, size=NOTE_SIZE, italic=True) for line in who]
    return html_label(line for line in lines if line)


def _badged(edge: PictureEdge, lines: Iterable[str]) -> list[str]:
    """Return the lines of a relation; the badge before them has the verdict's colour."""
    ink = INK if edge.fresh else QUIET
    made: list[str] = []
    for line in lines:
        badge = edge.badge if not made and line.startswith(edge.badge) else ""
        colour = edge.verdict.row.light.text if badge and edge.verdict else ink
        rest = f"\N{NO-BREAK SPACE}{line[len(badge) :].lstrip()}" if badge else line  # a page would drop a space
        words = font_markup(rest, colour=ink, bold=edge.fresh)
        made.append(font_markup(badge, colour=colour, size=BADGE_SIZE, bold=True) + words)
    return made


# ── the graph ───────────────────────────────────────────────────────────────────────────────────────────────────────

FONT = "DejaVu Sans"
STACK = 3.5  # points between the cards of a counted node
Attributes = dict[str, str]


@dataclass(frozen=True, slots=True)
class LayoutPlan:
    """A way to lay out: a Graphviz program, graph attributes, and, if any, the column of each node (by index).

    With columns, every edge is written from the lower to the higher column, whichever way its arrow points. `far` are
    places of (edge, node) where the label stands two rows further from the node than others.
    """

    program: str
    graph: tuple[tuple[str, str], ...] = ()
    columns: tuple[int, ...] | None = None
    far: frozenset[tuple[int, int]] = frozenset()


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle by centre and size, in points; y grows upwards, as in Graphviz."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a layout put things: boxes by node name, splines by segment id, and the size of the whole."""

    width: float
    height: float
    boxes: Mapping[str, Box] = field(default_factory=dict)
    splines: Mapping[str, str] = field(default_factory=dict)


def write_dot(
    picture: Picture, plan: LayoutPlan, placement: Placement | None = None, *, stacks: bool = False
) -> Digraph:
    """Return the picture as a graph to be laid out or, with a placement, to be drawn as placed ("nop2").

    `stacks`: the cards behind counted nodes are drawn, which no layout knows.
    """
    graph = _graph(plan)
    graph.attr("node", fontname=FONT)
    boxes = placement.boxes if placement else {}
    splines = placement.splines if placement else {}
    for name, look in node_looks(picture).items():
        node = picture.nodes[int(name[1:])] if name.startswith("n") else None
        if stacks and node and node.members:
            _add_stack(graph, name, node, boxes[name])
        _add_node(graph, name, look, boxes)
    for line in half_lines(picture, plan):
        look = edge_attributes(picture.edges[int(line.id[1:-1])])
        _add_segment(graph, line, look, splines.get(line.id, ""))
    return graph


def node_looks(picture: Picture) -> dict[str, Attributes]:
    """Return how nodes ("n0" …) and the labels of edges ("e0" …) look."""
    node_width, edge_width = line_widths(len(picture.nodes))
    size = {"fontsize": str(NODE_SIZE)}
    nodes = ({"label": node_label(node, node_width), **size, **node_attributes(node)} for node in picture.nodes)
    labels = ({"label": edge_label(edge, edge_width), **_LABEL} for edge in picture.edges)
    return {f"n{n}": look for n, look in enumerate(nodes)} | {f"e{n}": look for n, look in enumerate(labels)}


def sketch_dot(picture: Picture, plan: LayoutPlan, boxes: Mapping[str, Box], *, keep: bool) -> str:
    """Return the bare boxes and lines, to try a layout several times as fast. `keep`: boxes start where they are."""
    looks = " ".join(f'{name}="{value}"' for name, value in plan.graph)
    lines = [f"digraph {{ graph [{looks}]", 'node [label="" shape=box fixedsize=true]']
    for name, box in boxes.items():
        place = f' pos="{box.x:.2f},{box.y:.2f}"' if keep else ""
        lines.append(f"{name} [id={name} width={box.width / 72:.4f} height={box.height / 72:.4f}{place}]")
    for line in half_lines(picture, plan):
        looks = " ".join(f"{name}={value}" for name, value in line.ranked.items())
        lines.append(f"{line.first} -> {line.second} [id={line.id} {looks}]")
    return "\n".join([*lines, "}"])


def half_lines(picture: Picture, plan: LayoutPlan) -> list[HalfLine]:
    """Return the two lines of every edge, one after the other."""
    ends = edge_ends(picture)
    return [line for number, pair in enumerate(ends) for line in _segments(picture, number, pair, plan)]


def _graph(plan: LayoutPlan) -> Digraph:
    graph = Digraph("picture", graph_attr={"bgcolor": WHITE, "outputorder": "edgesfirst", "charset": "UTF-8"})
    graph.attr("graph", _attributes=dict(plan.graph))
    return graph


_FAR = "3"  # rows: past a label and a node that stand nearer
_LABEL: Attributes = {
    "shape": "plaintext", "style": "filled", "fillcolor": WHITE, "margin": "0.045,0.02", "width": "0", "height": "0",
    "fontsize": str(EDGE_SIZE),
}  # fmt: skip


def _add_node(graph: Digraph, name: str, attributes: Attributes, boxes: Mapping[str, Box]) -> None:
    place = {"pos": f"{boxes[name].x:.2f},{boxes[name].y:.2f}"} if name in boxes else {}
    graph.node(name, _attributes={"id": name, **attributes, **place})


def _add_stack(graph: Digraph, name: str, node: PictureNode, box: Box) -> None:
    """Lay two empty cards behind a counted node, each a little further up and to the right."""
    look = node_attributes(node) | {"fillcolor": WHITE, "label": "", "fixedsize": "true"}
    size = {"width": f"{box.width / 72:.4f}", "height": f"{box.height / 72:.4f}"}
    for step, card in ((2, f"s{name[1:]}b"), (1, f"s{name[1:]}a")):
        behind = replace(box, x=box.x + step * STACK, y=box.y + step * STACK)
        _add_node(graph, card, look | size, {card: behind})


class HalfLine(NamedTuple):
    """One of an edge's two lines, from its tail to its label or from there to its head."""

    id: str
    tail: str
    head: str
    direction: str
    further: bool  # it reaches over a row
    inverted: bool  # its head stands in an earlier column than its tail: Graphviz is told of it the other way round

    @property
    def first(self) -> str:
        """What stands in the earlier column."""
        return self.head if self.inverted else self.tail

    @property
    def second(self) -> str:
        """What stands in the later column."""
        return self.tail if self.inverted else self.head

    @property
    def ranked(self) -> Attributes:
        """What Graphviz is told of it for a layout, from the first to the second."""
        turned = "back" if self.inverted and self.direction == "forward" else self.direction
        return {"dir": turned} | ({"minlen": _FAR} if self.further else {})


def _segments(picture: Picture, number: int, ends: tuple[int, int], plan: LayoutPlan) -> tuple[HalfLine, HalfLine]:
    tail, head = ends
    inverted = plan.columns is not None and plan.columns[tail] > plan.columns[head]
    level = plan.columns is not None and plan.columns[tail] == plan.columns[head]
    arrow = "forward" if picture.edges[number].directed else "none"
    label, far = f"e{number}", plan.far
    return (
        HalfLine(f"{label}a", f"n{tail}", label, "none", (number, tail) in far, inverted),
        HalfLine(f"{label}b", label, f"n{head}", arrow, (number, head) in far, inverted or level),
    )


def _add_segment(graph: Digraph, line: HalfLine, attributes: Attributes, spline: str) -> None:
    """Write a line to be laid out or, with its spline, to be drawn."""
    if spline:
        place = {"dir": line.direction, "pos": reverse_spline(spline) if line.inverted else spline}
        graph.edge(line.tail, line.head, _attributes={"id": line.id, **attributes, **line.ranked, **place})
    else:
        graph.edge(line.first, line.second, _attributes={"id": line.id, **attributes, **line.ranked})


def edge_ends(picture: Picture) -> list[tuple[int, int]]:
    """Return the places, among the picture's nodes, of every edge's ends."""
    index_of = {n.number: i for i, n in enumerate(picture.nodes)}
    return [(index_of[edge.source], index_of[edge.target]) for edge in picture.edges]


def shift_spline(spline: str, right: float, up: float) -> str:
    """Shift a spline ("e,x,y x,y …")."""
    parts = []
    for part in spline.split():
        *mark, x, y = part.split(",")
        parts.append(",".join([*mark, f"{float(x) + right:.2f}", f"{float(y) + up:.2f}"]))
    return " ".join(parts)


def reverse_spline(spline: str) -> str:
    """Turn a spline round: Graphviz draws a double line's arrow at the tail in white, so that all stand at heads."""
    marks = {"s": "e", "e": "s"}
    ends = [part for part in spline.split() if part[0] in marks]
    points = [part for part in spline.split() if part[0] not in marks]
    return " ".join([*(marks[end[0]] + end[1:] for end in ends), *reversed(points)])


def node_attributes(node: PictureNode) -> Attributes:
    """Return ground, outline and shape of a node."""
    if node.ghost:
        style = {"shape": "box", "style": "filled,rounded,dashed", "fillcolor": WHITE, "color": CONTEXT}
        return {**style, "penwidth": "1.6" if node.fresh else "1", "margin": "0.13,0.07"}
    look = look_of_type(node.type) if node.type.strip() or not node.members else TypeLook(QUIET, Shape.ROUNDED)
    ground = look.colour if node.fresh else mixed_with_white(look.colour, FADED_GROUND)
    outline = look.colour if node.fresh else lighten_to_contrast(look.colour, 3.0)
    return {
        **shape_attributes(look.shape),
        "fillcolor": ground,
        "color": outline,
        "penwidth": "1.4" if node.fresh else "1",
        "peripheries": "2" if node.focus else "1",
    }


def shape_attributes(shape: Shape) -> Attributes:
    """Return the shape in Graphviz's words, with margins that suit it."""
    if shape is Shape.ROUNDED:
        return {"shape": "box", "style": "filled,rounded", "margin": "0.15,0.09"}
    roomy = shape in {Shape.ELLIPSE, Shape.HEXAGON, Shape.OCTAGON, Shape.PARALLELOGRAM, Shape.HOUSE}
    return {"shape": shape.value, "style": "filled", "margin": "0.01,0.01" if roomy else "0.15,0.09"}


def edge_attributes(edge: PictureEdge) -> Attributes:
    """Return colour, line style, width and arrow of an edge: those of the way its effect goes."""
    style = SIGNS[edge.sign]
    colour = CONTEXT if edge.verdict is None and not edge.various and edge.sign is Sign.PLAIN else style.colour
    made = sign_attributes(style, colour if edge.fresh else lighten_to_contrast(colour, 3.0), faded=not edge.fresh)
    return made | {"style": "dotted"} if edge.only_claimed else made


def sign_attributes(style: SignStyle, colour: str, *, faded: bool = False) -> Attributes:
    """Return a line style in Graphviz's words."""
    width = THIN if faded else style.width
    plain = {"color": colour, "arrowsize": "0.8", "arrowhead": style.head.value, "arrowtail": style.head.value}
    match style.line:
        case Line.SOLID | Line.THIN:
            return plain | {"penwidth": f"{width:.1f}"}
        case Line.BOLD:
            return plain | {"penwidth": f"{width * 1.6:.1f}"}
        case Line.DASHED:
            return plain | {"penwidth": f"{width:.1f}", "style": "dashed"}
        case _ as never:
            assert_never(never)
