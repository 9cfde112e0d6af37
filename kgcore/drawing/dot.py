"""A picture as DOT (pure apart from the `graphviz` package, which quotes). Names and ids in it are ours alone.

An edge's label is a node of its own in the middle of the line, so that no label ever covers a node or another label.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from graphviz import Digraph

from kgcore.drawing.labels import EDGE_SIZE, FADED_GROUND, NODE_SIZE, edge_label, line_widths, node_label
from kgcore.drawing.palette import (
    CONTEXT,
    QUIET,
    VARIOUS,
    WHITE,
    Line,
    Shape,
    TypeLook,
    lightest,
    look_of_type,
    look_of_verdict,
    mixed_with_white,
)
from kgcore.drawing.picture import Edge, Node, Picture

FONT = "DejaVu Sans"
STACK = 3.5  # points between the cards of a counted node
Attributes = dict[str, str]


@dataclass(frozen=True, slots=True)
class Plan:
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


def write(picture: Picture, plan: Plan, placement: Placement | None = None, *, stacks: bool = False) -> Digraph:
    """Return the picture as a graph to be laid out or, with a placement, to be drawn as placed ("nop2").

    `stacks`: the cards behind counted nodes are drawn, which no layout knows.
    """
    graph = _graph(plan)
    graph.attr("node", fontname=FONT, fontsize=str(NODE_SIZE))
    boxes = placement.boxes if placement else {}
    splines = placement.splines if placement else {}
    node_width, edge_width = line_widths(len(picture.nodes))
    for index, node in enumerate(picture.nodes):
        if node.members and stacks:
            _add_stack(graph, index, node, boxes[f"n{index}"])
        _add_node(graph, f"n{index}", {"label": node_label(node, node_width), **node_attributes(node)}, boxes)
    for index, edge in enumerate(picture.edges):
        _add_node(graph, f"e{index}", {"label": edge_label(edge, edge_width), **_LABEL}, boxes)
        _add_edge(graph, (picture, index), plan, edge_attributes(edge), splines)
    return graph


def sketch(picture: Picture, plan: Plan, boxes: Mapping[str, Box], *, keep: bool) -> str:
    """Return the bare boxes and lines, to try a layout several times as fast. `keep`: boxes start where they are."""
    graph = _graph(plan)
    graph.attr("node", label="", shape="box", fixedsize="true")
    for name, box in boxes.items():
        size = {"width": f"{box.width / 72:.4f}", "height": f"{box.height / 72:.4f}"}
        _add_node(graph, name, size, boxes if keep else {})
    for index in range(len(picture.edges)):
        _add_edge(graph, (picture, index), plan, {}, {})
    return str(graph.source)


def _graph(plan: Plan) -> Digraph:
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


def _add_stack(graph: Digraph, index: int, node: Node, box: Box) -> None:
    """Lay two empty cards behind a counted node, each a little further up and to the right."""
    look = node_attributes(node) | {"fillcolor": WHITE, "label": "", "fixedsize": "true"}
    size = {"width": f"{box.width / 72:.4f}", "height": f"{box.height / 72:.4f}"}
    for step, name in ((2, f"s{index}b"), (1, f"s{index}a")):
        behind = replace(box, x=box.x + step * STACK, y=box.y + step * STACK)
        _add_node(graph, name, look | size, {name: behind})


def _add_edge(
    graph: Digraph, edge: tuple[Picture, int], plan: Plan, attributes: Attributes, splines: Mapping[str, str]
) -> None:
    """Write both segments of an edge: tail to label, and label to head with the arrow."""
    picture, number = edge
    tail, head = ends(picture, number)
    turned = plan.columns is not None and plan.columns[tail] > plan.columns[head]
    level = plan.columns is not None and plan.columns[tail] == plan.columns[head]
    arrow = "forward" if picture.edges[number].directed else "none"
    first, second = (attributes | ({"minlen": _FAR} if (number, end) in plan.far else {}) for end in (tail, head))
    _add_segment(graph, (f"e{number}a", f"n{tail}", f"e{number}"), turned, {"dir": "none", **first}, splines)
    _add_segment(graph, (f"e{number}b", f"e{number}", f"n{head}"), turned or level, {"dir": arrow, **second}, splines)


def _add_segment(
    graph: Digraph, names: tuple[str, str, str], turned: bool, attributes: Attributes, splines: Mapping[str, str]
) -> None:
    id, tail, head = names
    place = {"pos": backwards(splines[id]) if turned else splines[id]} if id in splines else {}
    if turned and not place:
        tail, head = head, tail
        attributes = attributes | {"dir": "back" if attributes["dir"] == "forward" else attributes["dir"]}
    graph.edge(tail, head, _attributes={"id": id, **attributes, **place})


def ends(picture: Picture, number: int) -> tuple[int, int]:
    """Return the places, among the picture's nodes, of an edge's ends."""
    edge = picture.edges[number]
    index_of = {n.number: i for i, n in enumerate(picture.nodes)}
    return index_of[edge.source], index_of[edge.target]


def moved(spline: str, right: float, up: float) -> str:
    """Shift a spline ("e,x,y x,y …")."""
    parts = []
    for part in spline.split():
        *mark, x, y = part.split(",")
        parts.append(",".join([*mark, f"{float(x) + right:.2f}", f"{float(y) + up:.2f}"]))
    return " ".join(parts)


def backwards(spline: str) -> str:
    """Turn a spline round: Graphviz draws a double line's arrow at the tail in white, so that all stand at heads."""
    marks = {"s": "e", "e": "s"}
    ends = [part for part in spline.split() if part[0] in marks]
    points = [part for part in spline.split() if part[0] not in marks]
    return " ".join([*(marks[end[0]] + end[1:] for end in ends), *reversed(points)])


def node_attributes(node: Node) -> Attributes:
    """Return ground, outline and shape of a node."""
    if node.ghost:
        style = {"shape": "box", "style": "filled,rounded,dashed", "fillcolor": WHITE, "color": CONTEXT}
        return {**style, "penwidth": "1.6" if node.fresh else "1", "margin": "0.13,0.07"}
    look = look_of_type(node.type) if node.type.strip() or not node.members else TypeLook(QUIET, Shape.ROUNDED)
    ground = look.colour if node.fresh else mixed_with_white(look.colour, FADED_GROUND)
    outline = look.colour if node.fresh else lightest(look.colour, 3.0)
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


def edge_attributes(edge: Edge) -> Attributes:
    """Return colour, line style, width and arrow of an edge."""
    look = look_of_verdict(edge.verdict) if edge.verdict else None
    full = look.colour if look else VARIOUS if edge.various else CONTEXT
    colour = full if edge.fresh else lightest(full, 3.0)
    return line_attributes(
        look.line if look else Line.SOLID, colour, 2.2 if edge.fresh and (look or edge.various) else 1.1
    )


def line_attributes(line: Line, colour: str, width: float) -> Attributes:
    """Return a line style in Graphviz's words; `width` is that of a plain line, in points."""
    plain = {"color": colour, "penwidth": f"{width:.1f}", "arrowsize": "0.8", "arrowhead": "normal"}
    match line:
        case Line.SOLID:
            return plain
        case Line.BARRED:
            return plain | {"penwidth": f"{width * 1.5:.1f}", "arrowhead": "normaltee", "arrowtail": "normaltee"}
        case Line.DOUBLE:
            return plain | {"color": f"{colour}:{WHITE}:{colour}", "penwidth": f"{width * 0.7:.1f}"}
        case Line.DOTTED:
            return plain | {"style": "dotted", "penwidth": f"{width * 1.2:.1f}"}
        case Line.DASHED:
            return plain | {"style": "dashed"}
        case _ as never:
            assert_never(never)
