"""Graphviz's SVG made fit for a page: names for scripts and styles, words for screen readers, nothing that links out.

Relations and entities carry classes and data; there are no ids, since several pictures stand in one page.
"""

from __future__ import annotations

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
    for group in root.iter(f"{{{_SVG}}}g"):
        name(group)
    _plain_text(root)
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


def _plain_text(root: ET.Element) -> None:
    for text in root.iter(f"{{{_SVG}}}text"):
        text.attrib.pop("font-family", None)
        text.attrib.pop(_XML_SPACE, None)
        size = text.get("font-size", "")
        text.set("font-size", size.removesuffix(".00"))


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
