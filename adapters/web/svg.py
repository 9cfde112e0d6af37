"""Makes a renderer's SVG fit to stand in the page: an allow-list of elements and attributes, nothing that can act."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final
from xml.etree import ElementTree

_SPACE: Final = "http://www.w3.org/2000/svg"
# fmt: off
_DRAWN: Final = frozenset(
    (
        "g", "path", "polygon", "polyline", "ellipse", "circle", "rect", "line", "text", "tspan", "title", "desc",
    )
)
_ATTRIBUTES: Final = frozenset(
    (
        "class", "x", "y", "x1", "y1", "x2", "y2", "dx", "dy", "cx", "cy", "r", "rx", "ry", "d", "points",
        "transform", "width", "height", "viewBox", "preserveAspectRatio", "fill", "fill-opacity", "fill-rule",
        "opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin",
        "stroke-opacity", "font-family", "font-size", "font-weight", "font-style", "text-anchor", "dominant-baseline",
        "textLength", "lengthAdjust", "paint-order", "vector-effect", "data-entity", "data-claims", "data-source",
        "data-target", "data-verdict", "data-group", "data-members", "data-speakers", "data-step",
    )
)
# fmt: on
_WORDS: Final = frozenset({"title", "desc"})  # the page words the whole picture itself; parts keep theirs
_DEPTH: Final = 32  # of nested elements; Graphviz writes four
_LENGTH: Final = re.compile(r"([0-9.]+)(?:px|pt)?")


@lru_cache(maxsize=64)
def safe_svg(svg: str) -> str:
    """Return the picture as an `<svg>` element for inline use, or "" where it is none or cannot be read.

    Scripts, links, styles, animations, foreign objects, event handlers, ids and references are left out. Sizes in
    the root become a viewBox, so that style sheets decide how large it is shown.
    """
    start = svg.find("<svg")
    if start < 0 or "<!ENTITY" in svg:
        return ""
    try:
        root = ElementTree.fromstring(svg[start:])  # noqa: S314  (no document type is left: no entities to expand)
    except ElementTree.ParseError:
        return ""
    if _local(root) != "svg":
        return ""
    view = root.get("viewBox") or _view(root)
    clean = ElementTree.Element("svg", _attributes(root) | ({"viewBox": view} if view else {}))
    clean.attrib.pop("width", None)
    clean.attrib.pop("height", None)
    _copy_children(root, clean, _DEPTH)
    return ElementTree.tostring(clean, encoding="unicode", short_empty_elements=True)


def _copy_children(source: ElementTree.Element, target: ElementTree.Element, depth: int) -> None:
    for child in source:
        name = _local(child)
        if name not in _DRAWN or not depth or (name in _WORDS and depth == _DEPTH):
            continue
        copy = ElementTree.SubElement(target, name, _attributes(child))
        copy.text, copy.tail = child.text, child.tail
        _copy_children(child, copy, depth - 1)


def _attributes(element: ElementTree.Element) -> dict[str, str]:
    return {k: v for k, v in element.attrib.items() if k in _ATTRIBUTES and "url(" not in v.lower()}


def _local(element: ElementTree.Element) -> str:
    """The element's name without SVG's own namespace; other namespaces stay and match nothing."""
    tag = element.tag
    return tag.removeprefix(f"{{{_SPACE}}}") if isinstance(tag, str) else ""


def _view(root: ElementTree.Element) -> str:
    sizes = [_LENGTH.fullmatch(root.get(side, "")) for side in ("width", "height")]
    return "0 0 " + " ".join(s[1] for s in sizes if s) if all(sizes) else ""
