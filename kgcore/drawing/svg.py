"""Graphviz's SVG made fit for a page: names for scripts and styles, words for screen readers, nothing that links out.

Relations and entities carry classes and data; there are no ids, since several pictures stand in one page.
"""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Sequence

from kgcore.drawing.mindmap import MindMap
from kgcore.drawing.picture import Picture, PictureEdge, PictureNode
from kgcore.drawing.text import clean_label, shorten_label
from kgcore.drawing.tree import Tree, TreeRow
from kgcore.drawing.words import alt_text, edge_sentence, node_title
from kgcore.errors import DrawingError

_SVG = "http://www.w3.org/2000/svg"
_XML_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
FONTS = "'DejaVu Sans', Verdana, sans-serif"
_STRAIGHT = 0.05  # points by which a curve may leave a line and still be one: no screen shows so little


def finish_svg(drawn: bytes, picture: Picture) -> str:
    """Return the SVG that stands in a page. `drawn` is Graphviz's own output, its ids those of `dot.py`."""
    return _finished(drawn, lambda group: _name(group, picture), alt_text(picture))


def finished_tree(drawn: bytes, tree: Tree, rows: Sequence[TreeRow]) -> str:
    """Return the same for a tree, whose ids are those of `branches.py`."""
    return _finished(drawn, lambda group: _name_row(group, rows), alt_text(tree))


def finished_map(drawn: bytes, map_: MindMap) -> str:
    """Return the same for a mind map; its parts have no names."""
    return _finished(drawn, _unnamed, alt_text(map_))


def _unnamed(group: ET.Element) -> None:
    group.attrib.pop("id", "")
    group.set("class", "mind-map")
    _titled(group, "")


def _finished(drawn: bytes, name: Callable[[ET.Element], None], alt: str) -> str:
    try:
        root = ET.fromstring(drawn)  # noqa: S314  (Graphviz's own output, without entities)
    except ET.ParseError as exc:
        raise DrawingError("The drawing is no SVG.") from exc
    _join_halves(root)
    for group in root.iter(f"{{{_SVG}}}g"):
        name(group)
    _plain_text(root)
    _lighten(root)
    _frame(root, alt)
    ET.register_namespace("", _SVG)
    return ET.tostring(root, encoding="unicode")


def _name_row(group: ET.Element, rows: Sequence[TreeRow]) -> None:
    """Replace the id and class of a part of a row by what it stands for."""
    id = group.attrib.pop("id", "")
    title = ""
    if group.get("class") != "graph" and id[1:].isdigit() and id[:1] in _PARTS:
        row = rows[int(id[1:])]
        state = ["here"] if row.here else []
        group.set("class", " ".join(["step", _PARTS[id[0]], "earlier" if row.faded else "fresh", *state]))
        group.set("data-step", " ".join(str(stop.number) for stop in row.stops))
        title = "\n".join(f"{stop.number}. {shorten_label(stop.question, 200)}" for stop in row.stops[:12])
    _titled(group, title)


_PARTS = {"g": "ground", "d": "dot", "w": "words", "f": "found", "l": "line"}


def _name(group: ET.Element, picture: Picture) -> None:
    """Replace a group's id and class by what it stands for."""
    id = group.attrib.pop("id", "")
    kind, number = id[:1], id[1:].rstrip("ab")
    if id == "graph0" or group.get("class") == "graph":
        _titled(group, "")
    elif kind in {"n", "s"} and number.isdigit():
        _entity(group, picture, picture.nodes[int(number)])
    elif kind == "e" and number.isdigit():
        _relation(group, picture, picture.edges[int(number)], "label" if id[1:].isdigit() else "line")
    else:
        group.set("class", "ring" if kind == "p" else "legend")
        _titled(group, "")


def _entity(group: ET.Element, picture: Picture, node: PictureNode) -> None:
    classes = ["entity", "fresh" if node.fresh else "earlier", *(["focus"] if node.focus else [])]
    kind = ["group"] if node.members else ["ghost"] if node.ghost else []
    group.set("class", " ".join([*classes, *kind]))
    if node.number > 0:
        group.set("data-entity", str(node.number))
    if node.members:
        group.set("data-group", clean_label(node.group))
        group.set("data-members", " ".join(str(m.number) for m in node.members if m.number > 0))
    _titled(group, node_title(picture, node.number))


def _relation(group: ET.Element, picture: Picture, edge: PictureEdge, part: str) -> None:
    classes = ["relation", part, "fresh" if edge.fresh else "earlier", *(["hop"] if edge.hop else [])]
    group.set("class", " ".join(classes))
    group.set("data-claims", " ".join(map(str, edge.claims)))
    group.set("data-verdict", verdict_of(edge))
    group.set("data-sign", edge.sign.value)
    if edge.speakers:
        group.set("data-speakers", ", ".join(map(clean_label, edge.speakers)))
    for name, end in (("data-source", edge.source), ("data-target", edge.target)):
        if end > 0:
            group.set(name, str(end))
    _titled(group, edge_sentence(picture, edge))


def verdict_of(edge: PictureEdge) -> str:
    """Return an edge's verdict for scripts and styles."""
    return edge.verdict.value if edge.verdict else "various" if edge.various else "context"


def _titled(group: ET.Element, words: str) -> None:
    """Put words into the group's own title, or take it away."""
    title = group.find(f"{{{_SVG}}}title")
    if title is None:
        return
    if words:
        title.text = words
    else:
        group.remove(title)


def _join_halves(root: ET.Element) -> None:
    """Put both halves of a relation's line, to its label and from there, into one group."""
    whole = root.find(f"{{{_SVG}}}g")
    first: dict[str, ET.Element] = {}
    for group in list(whole) if whole is not None else []:
        id = group.get("id", "")
        half = first.setdefault(id[:-1], group) if id[:1] == "e" and id[-1] in "ab" else group
        if half is not group and whole is not None:
            half.extend(part for part in group if part.tag != f"{{{_SVG}}}title")
            whole.remove(group)


def _plain_text(root: ET.Element) -> None:
    for text in root.iter(f"{{{_SVG}}}text"):
        text.attrib.pop("font-family", None)
        text.attrib.pop(_XML_SPACE, None)
        size = text.get("font-size", "")
        text.set("font-size", size.removesuffix(".00"))


Point = tuple[float, float]
_CURVES = re.compile(r"M([-\d., ]+)C([-\d., ]+)")  # all that Graphviz writes into `d`


def _lighten(root: ET.Element) -> None:
    """Leave out what nobody sees, a third of the whole: line ends between elements, hundredths of a point, and the
    curves as which Graphviz writes straight lines.
    """
    for part in root.iter():
        part.tail = None
        if not (part.text or "").strip():
            part.text = None
        if drawn := part.get("d"):
            part.set("d", short_path(drawn))
        if corners := part.get("points"):
            part.set("points", _listed(_points(corners)))


def short_path(drawn: str) -> str:
    """Return Graphviz's path of curves with its straight parts as lines, in tenths of a point; any other as it is."""
    found = _CURVES.fullmatch(drawn)
    if found is None:
        return drawn
    at, *points = (*_points(found[1]), *_points(found[2]))
    if len(points) % 3:
        return drawn
    kinds, runs = "M", [[at]]
    for first, second, end in zip(points[::3], points[1::3], points[2::3], strict=True):
        straight = _beside(first, at, end) <= _STRAIGHT and _beside(second, at, end) <= _STRAIGHT
        if end != at or not straight:
            kind = "L" if straight else "C"
            if kinds[-1] != kind:
                kinds, runs = kinds + kind, [*runs, []]
            runs[-1] += [end] if straight else [first, second, end]
        at = end
    return "".join(kind + _listed(run) for kind, run in zip(kinds, runs, strict=True))


def _points(text: str) -> list[Point]:
    pairs = (pair.split(",") for pair in text.split())
    return [(float(x), float(y)) for x, y in pairs]


def _listed(points: Sequence[Point]) -> str:
    return " ".join(f"{_tenths(x)},{_tenths(y)}" for x, y in points)


def _tenths(number: float) -> str:
    return f"{number + 0.0:.1f}".removesuffix(".0") if abs(number) >= _STRAIGHT else "0"  # and no "-0"


def _beside(point: Point, start: Point, end: Point) -> float:
    """Return how far a point lies from the line between two others."""
    (x, y), (x0, y0), (x1, y1) = point, start, end
    length = (x1 - x0) ** 2 + (y1 - y0) ** 2
    share = min(1.0, max(0.0, ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length)) if length else 0.0
    return math.hypot(x - x0 - share * (x1 - x0), y - y0 - share * (y1 - y0))


def _frame(root: ET.Element, alt: str) -> None:
    """Say what the picture is, and give it a size that a page may override."""
    _, _, width, height = root.get("viewBox", "0 0 0 0").split()
    root.set("width", width.removesuffix(".00"))
    root.set("height", height.removesuffix(".00"))
    root.set("class", "graph-picture")
    root.set("role", "img")
    root.set("font-family", FONTS)
    title, described = ET.Element(f"{{{_SVG}}}title"), ET.Element(f"{{{_SVG}}}desc")
    card = ET.Element(f"{{{_SVG}}}rect", {"width": "100%", "height": "100%", "fill": "#ffffff", "class": "card"})
    title.text, described.text = alt.partition(". ")[0].rstrip("."), alt
    for place, element in enumerate((title, described, card)):
        root.insert(place, element)
