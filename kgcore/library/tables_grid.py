"""JATS and HTML tables as grids: what each place shows, spans resolved as browsers do; and the texts of elements."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from kgcore.library.tables_rows import Style

MOST_SPAN = 1_000  # columns of one cell, as HTML has it
MOST_CELLS = 200_000  # of one table's grid; more is no table that people read
_BREAKS = {"break", "br", "p", "list-item", "li", "title", "disp-formula", "tr", "td", "th", "div"}
_SILENT = {"tex-math", "annotation", "graphic", "inline-graphic", "hr", "script", "style", "img", "object-id"}
_INDENTS = "\u2003\u2002\u00a0\u2001\u2000\u3000\u2004\u2007\u200b\ufeff\t"
_BRACKETS = re.compile(r"(?<!^)\s?\([^()]*\)")
_MARKS = " *†‡§¶#∧^,"
_BULLETS = "-–—•·◦‐‑−∙→↳"


def name_of(element: Element) -> str:
    """Return an element's name without its namespace; "" for a comment."""
    return element.tag.rpartition("}")[2].lower() if isinstance(element.tag, str) else ""


def pieces_of(element: Element) -> Iterator[str]:
    """Yield the texts of an element; an own stack, as trees may be deep."""
    stack: list[Element | str] = [element]
    while stack:
        one = stack.pop()
        if isinstance(one, str):
            yield one
            continue
        name = name_of(one)
        if name and name not in _SILENT:
            if name in _BREAKS:
                yield " "
            below: list[Element | str] = [one.text or ""]
            for child in one:
                below += [child, child.tail or ""]
            if name in _BREAKS:
                below.append(" ")
            stack.extend(reversed(below))


def text_of(element: Element) -> str:
    """Return the text of an element on one line; formulas in TeX are left out, as they stand as MathML beside."""
    return " ".join("".join(pieces_of(element)).split())


def paragraphs_of(element: Element) -> Iterator[str]:
    """Yield the texts of an element's paragraphs."""
    some = [e for e in element.iter() if name_of(e) in ("p", "td")]
    for one in some or [element]:
        yield text_of(one)


def part_of(wrap: Element, name: str) -> str:
    """Return the text of the first child of a name; "" where there is none."""
    found = next((e for e in wrap if name_of(e) == name), None)
    return "" if found is None else text_of(found)


def outermost(root: Element) -> Iterator[Element]:
    """Yield what lies in an element, without what lies in tables of it."""
    stack = list(reversed(list(root)))
    while stack:
        one = stack.pop()
        yield one
        if name_of(one) != "table":
            stack.extend(reversed(list(one)))


def _indent(element: Element, raw: str) -> float:
    begun = raw.lstrip(" \n\r")
    spaces = len(begun) - len(begun.lstrip(_INDENTS + " "))
    text = begun.strip(_INDENTS + " ")
    bullet = len(text) > 1 and text[0] in _BULLETS and not text[1].isdigit() and text[1] != "."
    bullet = bullet or (spaces > 0 and text[:1] == "o" and text[1:2].isspace())  # a ring, as word processors write it
    return spaces + bullet + _styled_indent(element)


def _styled_indent(element: Element) -> float:
    for name, _, value in (pair.partition(":") for pair in element.get("style", "").split(";")):
        if name.strip() in ("padding-left", "text-indent", "margin-left"):
            digits = "".join(c for c in value if c.isdigit() or c == ".")
            return 1.0 if digits.strip("0.") else 0.0
    return 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """A cell as it was written, once, whatever it spans."""

    text: str
    element: Element
    indent: float
    width: int
    th: bool
    style: Style

    @property
    def unmarked(self) -> str:
        """Its text without the marks of footnotes behind it: what is raised, and what is no letter or digit."""
        raised = ["".join(pieces_of(e)).strip() for e in self.element.iter() if name_of(e) in ("sup", "xref")]
        bare = self.text
        for mark in reversed(raised):
            bare = bare.rstrip(_MARKS).removesuffix(mark)
        return bare.rstrip(_MARKS) or self.text


Grid = list[list[Spot | None]]


def _spot(element: Element, width: int) -> Spot:
    raw = "".join(pieces_of(element))
    text = " ".join(raw.split())
    return Spot(text, element, _indent(element, raw), width, name_of(element) == "th", _style(element, text, width))


def _style(element: Element, text: str, width: int) -> Style:
    """Return how all of a cell's text is set, or, where it spans nothing, all but what is in brackets behind: B1 of
    "<b>B1</b> (thiamin)".
    """
    found = Style.PLAIN
    if not len(element):
        return found
    name_alone = (width == 1 and _BRACKETS.sub("", text)) or text
    for name, style in (("bold", Style.BOLD), ("b", Style.BOLD), ("strong", Style.BOLD), ("italic", Style.ITALIC)):
        set_so = "".join("".join(pieces_of(e)) for e in element.iter() if name_of(e) == name)
        if text and len("".join(set_so.split())) >= 0.8 * len("".join(name_alone.split())):  # a mark may stand beside
            found |= style
    return found


def _span(element: Element, name: str, most: int) -> int:
    given = element.get(name, "1").strip()
    return min(max(int(given), 1), most) if given.isascii() and given.isdigit() and len(given) < 9 else 1


def grid_of(rows: list[Element]) -> Grid:
    """Return the rows with every spot at each place that it spans, as browsers place them."""
    grid: Grid = [[] for _ in rows]
    filled = 0
    for y, row in enumerate(rows):
        x = 0
        for element in row:
            if name_of(element) not in ("td", "th"):
                continue
            line = grid[y]
            while x < len(line) and line[x] is not None:
                x += 1
            width = _span(element, "colspan", MOST_SPAN)
            height = _span(element, "rowspan", len(rows) - y)
            filled += width * height
            if filled > MOST_CELLS:
                return grid[:y]
            _place(grid, _spot(element, width), x, y, height)
            x += width
    return grid


def _place(grid: Grid, spot: Spot, x: int, y: int, height: int) -> None:
    for line in grid[y : y + height]:
        line.extend([None] * (x + spot.width - len(line)))
        for at in range(x, x + spot.width):
            if line[at] is None:
                line[at] = spot


def padded(grid: Grid, width: int) -> Grid:
    """Return the rows, all as wide as the widest."""
    return [[*line, *[None] * (width - len(line))] for line in grid]


def without_doubles(head: Grid, body: Grid, width: int) -> tuple[Grid, Grid]:
    """Return both without columns that no row tells from the one on their left, as where all cells span two, and
    without those that only keep others apart: nothing stands there.
    """

    def told(x: int) -> bool:
        return any(line[x] is not line[x - 1] for line in (*head, *body))

    def blank(x: int) -> bool:
        beside = ([*line[:x], *line[x + 1 :]] for line in body)
        nothing = all(line[x] in others or not text_at(line, x) for line, others in zip(body, beside, strict=True))
        return nothing and not any(text_at(line, x) for line in head)

    kept = [x for x in range(width) if x == 0 or (told(x) and not blank(x))]
    return [[line[x] for x in kept] for line in head], [[line[x] for x in kept] for line in body]


def rows_in(table: Element) -> tuple[list[Element], list[Element]]:
    """Return the rows of the head and those of the body."""
    head: list[Element] = []
    body: list[Element] = []
    for element in outermost(table):
        if name_of(element) == "tr":
            body.append(element)
    heads = {row for e in table if name_of(e) == "thead" for row in e.iter() if name_of(row) == "tr"}
    feet = {row for e in table if name_of(e) == "tfoot" for row in e.iter() if name_of(row) == "tr"}
    head = [row for row in body if row in heads]
    return head, [row for row in body if row not in heads and row not in feet]


def text_at(line: list[Spot | None], x: int) -> str:
    """Return what a row shows at a place."""
    spot = line[x]
    return "" if spot is None else spot.text
