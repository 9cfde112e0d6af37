"""JATS and HTML tables → `Table`: spans resolved into a grid, then columns' headers, the stub, and rows under rows.

The input is an element tree that a safe parser has made; this module reads it, whatever it holds. What cells say in
numbers `tables_store.with_values` adds, where it is wanted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from xml.etree.ElementTree import Element

from kgcore.library.tables import Cell, Path, Table
from kgcore.library.tables_rows import BodyRow, Style, row_paths
from kgcore.library.tables_values import is_number

MOST_SPAN = 1_000  # columns of one cell, as HTML has it
MOST_CELLS = 200_000  # of one table's grid; more is no table that people read
_WORD = re.compile(r"[^\W\d_]{3}")
_NUMBERS = re.compile(r"[\d.,]{1,20}")
MOST_LABEL = 80  # characters of a second label of a row; more is prose
_MARK = 3  # characters of "X", "yes", "---"
MOST_NESTED = 3  # tables in tables
_BREAKS = {"break", "br", "p", "list-item", "li", "title", "disp-formula", "tr", "td", "th", "div"}
_SILENT = {"tex-math", "annotation", "graphic", "inline-graphic", "hr", "script", "style", "img", "object-id"}
_INDENTS = "\u2003\u2002\u00a0\u2001\u2000\u3000\u2004\u2007\u200b\ufeff\t"
_BULLETS = "-–—•·◦‐‑−∙→↳"


def tables_of(article: Element) -> tuple[Table, ...]:
    """Return the tables of an article (or of part of one), in their order; ids are the table-wraps' own.

    A wrap without an id gets `table-N`; a picture of a table is left out, as it has no cells.
    """
    wraps = [e for e in article.iter() if _name(e) == "table-wrap"]
    if not wraps:
        wraps = [e for e in _outermost(article) if _name(e) == "table"]
    found, used = [], set[str]()
    for number, wrap in enumerate(wraps, 1):
        id = wrap.get("id") or f"table-{number}"
        id = id if id not in used else f"{id}.{number}"
        used.add(id)
        if (table := read_table(wrap, id)) is not None:
            found.append(table)
    return tuple(found)


def read_table(wrap: Element, id: str, depth: int = 0) -> Table | None:
    """Return the table of a `table-wrap` or a `table`; several in one wrap stand below and beside each other.

    None where there are no cells: the table is a picture.
    """
    caption, label = _part(wrap, "caption"), _part(wrap, "label")
    feet = [e for e in wrap.iter() if _name(e) in ("table-wrap-foot", "tfoot")]
    notes = tuple(t for e in feet for t in _paragraphs(e) if t)
    bodies = [wrap] if _name(wrap) == "table" else [e for e in _outermost(wrap) if _name(e) == "table"]
    parts = [part for e in bodies if (part := _body(e, id, depth)) is not None]
    if not parts:
        return None
    whole = parts[0]
    for part in parts[1:]:
        whole = _joined(whole, part)
    return replace(whole, label=label, caption=caption, footnotes=notes)


def _joined(one: Table, other: Table) -> Table:
    if one.columns == other.columns:
        moved = [replace(c, row=c.row + len(one.rows)) for c in other.cells]
        return replace(one, rows=one.rows + other.rows, cells=one.cells + tuple(moved), notes=one.notes + other.notes)
    right, down = len(one.columns), len(one.rows)
    moved = [replace(c, row=c.row + down, column=c.column + right) for c in other.cells]
    columns, rows = one.columns + other.columns, one.rows + other.rows
    return replace(one, columns=columns, rows=rows, cells=one.cells + tuple(moved), notes=one.notes + other.notes)


# ── text ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _name(element: Element) -> str:
    return element.tag.rpartition("}")[2].lower() if isinstance(element.tag, str) else ""


def _pieces(element: Element) -> Iterator[str]:
    """Yield the texts of an element; an own stack, as trees may be deep."""
    stack: list[Element | str] = [element]
    while stack:
        one = stack.pop()
        if isinstance(one, str):
            yield one
            continue
        name = _name(one)
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
    return " ".join("".join(_pieces(element)).split())


def _paragraphs(element: Element) -> Iterator[str]:
    some = [e for e in element.iter() if _name(e) in ("p", "td")]
    for one in some or [element]:
        yield text_of(one)


def _part(wrap: Element, name: str) -> str:
    found = next((e for e in wrap if _name(e) == name), None)
    return "" if found is None else text_of(found)


def _outermost(root: Element) -> Iterator[Element]:
    """Yield what lies in an element, without what lies in tables of it."""
    stack = list(reversed(list(root)))
    while stack:
        one = stack.pop()
        yield one
        if _name(one) != "table":
            stack.extend(reversed(list(one)))


def _indent(element: Element, raw: str) -> float:
    begun = raw.lstrip(" \n\r")
    spaces = len(begun) - len(begun.lstrip(_INDENTS + " "))
    text = begun.strip(_INDENTS + " ")
    bullet = len(text) > 1 and text[0] in _BULLETS and not text[1].isdigit() and text[1] != "."
    return spaces + bullet + _styled_indent(element)


def _styled_indent(element: Element) -> float:
    for name, _, value in (pair.partition(":") for pair in element.get("style", "").split(";")):
        if name.strip() in ("padding-left", "text-indent", "margin-left"):
            digits = "".join(c for c in value if c.isdigit() or c == ".")
            return 1.0 if digits.strip("0.") else 0.0
    return 0.0


# ── the grid ────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True, eq=False)
class _Spot:
    """A cell as it was written, once, whatever it spans."""

    text: str
    element: Element
    indent: float
    width: int
    th: bool
    style: Style


_Grid = list[list[_Spot | None]]


def _spot(element: Element, width: int) -> _Spot:
    raw = "".join(_pieces(element))
    text = " ".join(raw.split())
    return _Spot(text, element, _indent(element, raw), width, _name(element) == "th", _style(element, text))


def _style(element: Element, text: str) -> Style:
    """Return how all of a cell's text is set."""
    found = Style.PLAIN
    if not len(element):
        return found
    for name, style in (("bold", Style.BOLD), ("b", Style.BOLD), ("strong", Style.BOLD), ("italic", Style.ITALIC)):
        set_so = "".join("".join(_pieces(e)) for e in element.iter() if _name(e) == name)
        if text and len("".join(set_so.split())) >= 0.8 * len("".join(text.split())):  # a mark may stand beside
            found |= style
    return found


def _span(element: Element, name: str, most: int) -> int:
    given = element.get(name, "1").strip()
    return min(max(int(given), 1), most) if given.isascii() and given.isdigit() and len(given) < 9 else 1


def _grid_of(rows: list[Element]) -> _Grid:
    """Return the rows with every spot at each place that it spans, as browsers place them."""
    grid: _Grid = [[] for _ in rows]
    filled = 0
    for y, row in enumerate(rows):
        x = 0
        for element in row:
            if _name(element) not in ("td", "th"):
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


def _place(grid: _Grid, spot: _Spot, x: int, y: int, height: int) -> None:
    for line in grid[y : y + height]:
        line.extend([None] * (x + spot.width - len(line)))
        for at in range(x, x + spot.width):
            if line[at] is None:
                line[at] = spot


def _padded(grid: _Grid, width: int) -> _Grid:
    return [[*line, *[None] * (width - len(line))] for line in grid]


def _without_doubles(head: _Grid, body: _Grid, width: int) -> tuple[_Grid, _Grid]:
    """Return both without columns that no row tells from the one on their left, as where all cells span two."""

    def told(x: int) -> bool:
        return any(line[x] is not line[x - 1] for line in (*head, *body))

    kept = [x for x in range(width) if x == 0 or told(x)]
    return [[line[x] for x in kept] for line in head], [[line[x] for x in kept] for line in body]


def _rows_in(table: Element) -> tuple[list[Element], list[Element]]:
    """Return the rows of the head and those of the body."""
    head: list[Element] = []
    body: list[Element] = []
    for element in _outermost(table):
        if _name(element) == "tr":
            body.append(element)
    heads = {row for e in table if _name(e) == "thead" for row in e.iter() if _name(row) == "tr"}
    feet = {row for e in table if _name(e) == "tfoot" for row in e.iter() if _name(row) == "tr"}
    head = [row for row in body if row in heads]
    return head, [row for row in body if row not in heads and row not in feet]


# ── headers ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _body(table: Element, id: str, depth: int) -> Table | None:
    head_rows, body_rows = _rows_in(table)
    head, body = _grid_of(head_rows), _grid_of(body_rows)
    width = max((len(line) for line in (*head, *body)), default=0)
    if not width:
        return None
    head, body = _padded(head, width), _padded(body, width)
    head, body = _divided(*_without_doubles(head, body, width))
    if _labelled_on_the_right(body):
        head, body = ([[line[-1], *line[:-1]] for line in lines] for lines in (head, body))
    width = max((len(line) for line in (*head, *body)), default=0)
    columns = tuple(_column_path(head, x) for x in range(width))
    stub = _stub_width(head, body)
    numeric = _mostly_numbers(body, stub)
    known = {label for path in columns for label in path}
    lines = [
        _body_row(line, stub, known if numeric else None) for line in _without_sums(_labelled_once(body, stub), stub)
    ]
    paths, notes = row_paths(lines)
    kept = [y for y, path in enumerate(paths) if path is not None]
    rows = tuple(path for path in paths if path is not None)
    cells = [c for i, y in enumerate(kept) for c in _cells(body, y, i, stub, id, depth)]
    return Table(id, "", "", columns, rows, tuple(cells), stub, (), notes)


def _divided(head: _Grid, body: _Grid) -> tuple[_Grid, _Grid]:
    """Return header rows and body rows, as they are meant rather than as they are marked."""
    head = [line for line in head if any(s and s.text for s in line)]
    body = [line for line in body if any(s and s.text for s in line)]
    if not head:
        cut = _unmarked_head(body)
        return body[:cut], body[cut:]
    if not body:
        cut = max(1, _unmarked_head(head))
        return head[:cut], head[cut:]
    while len(head) > 1 and (_spans_all(head[-1]) or _is_first_section(head[-1], body)):
        body.insert(0, head.pop())
    while len(body) > 1 and (
        _goes_on_as_head(body[0]) or _tells_columns_apart(head, body) or _names_columns(head, body)
    ):
        line = body.pop(0)
        if _is_headed_likewise(line[0], body):  # it heads the rows below, too
            body.insert(0, [line[0], *[None] * (len(line) - 1)])
            head.append([None, *line[1:]])
            break
        head.append(line)
    return head, body


def _is_first_section(line: list[_Spot | None], body: _Grid) -> bool:
    """Return whether a header row has nothing but a label like those of the body's sections."""
    return not any(_text(line, x) for x in range(1, len(line))) and _is_headed_likewise(line[0], body)


def _spans_all(line: list[_Spot | None]) -> bool:
    texts = {id(s) for s in line if s and s.text}
    first = line[0]
    return len(texts) == 1 and first is not None and bool(first.text) and first.width >= max(2, len(line) - 1)


def _goes_on_as_head(line: list[_Spot | None]) -> bool:
    """Return whether a body's first row still says what columns are: no label before it, and no number in it."""
    if line[0] is not None and line[0].text:
        return False
    rest = [s for s in line[1:] if s and s.text]
    if len({id(s) for s in rest}) < min(2, len(line) - 1):
        return False
    return not any(is_number(s.text) for s in rest) and all(len(s.text) <= 60 for s in rest)


def _tells_columns_apart(head: _Grid, body: _Grid) -> bool:
    """Return whether a body's first row names columns that the head leaves alike: "Mean", "SD", "Mean", "SD"."""
    width = len(head[0])
    paths = [_column_path(head, x) for x in range(width)]
    alike = [x for x in range(2, width) if paths[x] and paths[x] == paths[x - 1]]
    first = body[0]
    texts = [s.text for s in first[1:] if s and s.text]
    if not alike or any(map(is_number, texts)) or not _mostly_numbers(body[1:], 1):
        return False
    return all(_text(first, x) and _text(first, x - 1) and first[x] is not first[x - 1] for x in alike)


def _is_headed_likewise(label: _Spot | None, body: _Grid) -> bool:
    """Return whether a row further down has nothing but a label that stands out, set as this one is."""
    if label is None or not label.text or label.style == Style.PLAIN:
        return False
    lone = (line[0] for line in body if line[0] and not any(_text(line, x) for x in range(1, len(line))))
    return any(other.text and other.style == label.style for other in lone)


def _names_columns(head: _Grid, body: _Grid) -> bool:
    """Return whether a body's first row, though it has a label, says what columns are and heads no rows.

    It names two columns of labels, or a heading of its own stands right below it.
    """
    first, below = body[0], body[1]
    spots = list({id(s): s for s in first if s and s.text}.values())
    if len(spots) < 2 or any(is_number(s.text) for s in spots) or not _mostly_numbers(body[1:], 2):
        return False
    blank = not _text(head[-1], 0) and not _text(head[-1], 1)
    if blank and len(spots) > 2 and sum(bool(_STATISTIC.fullmatch(s.text)) for s in spots) == len(spots) - 2:
        return not _STATISTIC.fullmatch(_text(first, 1))
    stub = {id(s) for s in below if s and s.text}
    return any(s.width > 1 for s in spots[1:]) and len(stub) == 1 and below[0] is not None and bool(below[0].text)


def _unmarked_head(body: _Grid) -> int:
    """Return how many rows at the top are headers where none is marked as such; 0 where they look like the rest."""
    cut = 0
    for line in body[:6]:
        spots = [s for s in line if s and s.text]
        if spots and all(s.th for s in spots) and len({id(s) for s in spots}) > 1:
            cut += 1
        else:
            break
    if cut or len(body) < 2 or len(body[0]) < 2:
        return cut
    for line in body[: min(4, len(body) - 1)]:
        if not _reads_as_head(line, body):
            break
        cut += 1
        if not _is_upper_level(line):
            break
    return cut


def _reads_as_head(line: list[_Spot | None], body: _Grid) -> bool:
    spots = list({id(s): s for s in line[1:] if s and s.text}.values())
    if not spots or any(is_number(s.text) for s in spots):
        return False
    if all(s.style & Style.BOLD for s in spots):
        return True
    below = [s for other in body[1:] for s in other[1:] if s and s.text]
    return sum(is_number(s.text) for s in below) >= 0.5 * len(below) and bool(below)


def _is_upper_level(line: list[_Spot | None]) -> bool:
    return any(s is not None and s.width > 1 and s.text for s in line[1:])


def _column_path(head: _Grid, x: int) -> Path:
    path: list[str] = []
    seen: set[int] = set()
    for line in head:
        spot = line[x]
        if spot is not None and spot.text and id(spot) not in seen:
            seen.add(id(spot))
            path.append(spot.text)
    return tuple(path)


def _labelled_on_the_right(body: _Grid) -> bool:
    """Return whether the last column says in words what each row is, and all left of it numbers."""
    words = [_text(line, -1) for line in body]
    others = [_text(line, x) for line in body for x in range(len(line) - 1) if _text(line, x)]
    if len(words) < 3 or len({*words}) < len(words) or not all(any(map(str.isalpha, w)) for w in words):
        return False
    return len(others) >= 1.5 * len(words) and all(map(is_number, others))


def _stub_width(head: _Grid, body: _Grid) -> int:
    """Return how many columns hold rows' labels: the first, and next to it those that divide its labels further."""
    width = len(body[0]) if body else len(head[0]) if head else 1
    if width < 2:
        return 0 if width == 0 else min(width, 1) if _worded(body, 0) else 0
    stub = 1 + _blank_before(body)
    while (
        stub < width - 1
        and stub < 4
        and (
            _divides(body, stub)
            or _headed_as_one(head, body, stub)
            or _recurs(body, stub)
            or _before_marks(body, stub)
            or _numbered(body, stub)
            or _worded_among_numbers(body, stub)
        )
    ):
        stub += 1
    return stub


def _blank_before(body: _Grid) -> int:
    """Return how many columns on the left have nothing in any row with data: only headings stand there."""
    data = [line for line in body if len({id(s) for s in line if s and s.text}) > 1]
    blank = 0
    while data and blank < min(2, len(data[0]) - 2) and not any(_text(line, blank) for line in data):
        blank += 1
    return blank


def _worded(body: _Grid, x: int) -> bool:
    return len(body) > 1 and any(line[x] is not None for line in body)


def _headed_as_one(head: _Grid, body: _Grid, x: int) -> bool:
    """Return whether one header, or one blank, stands over column x and all to its left, but not over the whole."""
    over = [line for line in head if line[0] is not None and all(line[at] is line[0] for at in range(1, x + 1))]
    if not over or any(line[-1] is line[0] for line in over):
        return False
    own = [_text(line, x) for line in body if line[x] is not line[x - 1] and _text(line, x)]
    return bool(own) and sum(map(is_number, own)) <= 0.5 * len(own)


def _divides(body: _Grid, x: int) -> bool:
    """Return whether column x says of what kind the label left of it is in each row, as a label of its own.

    Labels may be numbers (ages, years) where each group has a single label on its left and blanks below.
    """
    own = [line for line in body if line[x] is not None and line[x] is not line[x - 1] and _text(line, x)]
    if sum(_alike(_text(line, x), _text(line, x + 1)) for line in own) >= 0.4 * len(own):
        return False
    if sum(len(_text(line, x)) for line in own) > MOST_LABEL * len(own):
        return False
    numbers = sum(is_number(_text(line, x)) for line in own)
    right = [s for line in own for s in line[x + 1 :] if s and s.text]
    if not own or not right or sum(is_number(s.text) for s in right) < 0.3 * len(right):
        return False
    grouped = sum(_goes_on_below(body, y, x) for y in range(len(body)))
    if numbers > 0.1 * len(own):
        return numbers <= 0.85 * len(own) and grouped >= 0.5 * len(own) and not _all_numbers(body, x - 1)
    return grouped >= max(1, 0.2 * len(own))


def _alike(text: str, other: str) -> bool:
    """Return whether two cells say the same with other numbers, as data does and labels do not: "n = 8", "n = 22"."""
    return any(map(str.isdigit, text)) and _NUMBERS.sub("0", text) == _NUMBERS.sub("0", other)


def _recurs(body: _Grid, x: int) -> bool:
    """Return whether column x says the same, in the same order, in every group that a tall cell left of it makes."""
    groups: dict[int, list[str]] = {}
    for line in body:
        if line[x - 1] is None or line[x - 1] is line[x]:
            return False
        groups.setdefault(id(line[x - 1]), []).append(_text(line, x))
    first = next(iter(groups.values()), [])
    return len(groups) > 1 and len({*first}) == len(first) > 1 and all(group == first for group in groups.values())


def _numbered(body: _Grid, x: int) -> bool:
    """Return whether the column left of x only numbers the rows, and x says in words what they are."""
    numbers = [_text(line, x - 1).rstrip(".)") for line in body if _text(line, x - 1)]
    words = [_text(line, x) for line in body if _text(line, x)]
    if len(numbers) < 3 or numbers != [str(n) for n in range(1, len(numbers) + 1)]:
        return False
    return len({*words}) > 0.9 * len(body) and not any(map(is_number, words))


def _worded_among_numbers(body: _Grid, x: int) -> bool:
    """Return whether column x has a word in every row and all right of it numbers: it says more of the row."""
    rows = [line for line in body if any(s and s.text for s in line[:x]) and any(s and s.text for s in line[x:])]
    own = [_text(line, x) for line in rows]
    right = [s.text for line in rows for s in line[x + 1 :] if s and s.text and s is not line[x]]
    if (
        len(own) < 3
        or not all(any(map(str.isalpha, text)) for text in own)
        or any(any(map(str.isdigit, text)) for text in own)
    ):
        return False
    return len(right) >= 1.5 * len(own) and sum(map(is_number, right)) >= 0.8 * len(right)


def _before_marks(body: _Grid, x: int) -> bool:
    """Return whether column x is in words and all right of it in marks: what is done when, as "X" and blanks say."""
    right = [_text(line, at) for line in body for at in range(x + 1, len(line)) if _text(line, at)]
    own = [_text(line, x) for line in body if _text(line, x)]
    if len(own) < 2 or len(right) < len(body) or any(is_number(text) for text in own):
        return False
    marks = sum(len(text) <= _MARK and not any(c.isdigit() for c in text) for text in right)
    return marks >= 0.9 * len(right) and sum(len(text) > _MARK for text in own) >= 0.9 * len(own)


def _all_numbers(body: _Grid, x: int) -> bool:
    texts = [_text(line, x) for line in body if _text(line, x)]
    return all(map(is_number, texts))


def _goes_on_below(body: _Grid, y: int, x: int) -> bool:
    """Return whether a row has its own label in column x under the label of a row above, left of it."""
    line = body[y]
    if not _text(line, x) or line[x] is line[x - 1]:
        return False
    return not _text(line, x - 1) or (y > 0 and body[y - 1][x - 1] is not None and body[y - 1][x - 1] is line[x - 1])


def _text(line: list[_Spot | None], x: int) -> str:
    spot = line[x]
    return "" if spot is None else spot.text


# ── body ────────────────────────────────────────────────────────────────────────────────────────────────────────────


_STATISTIC = re.compile(
    r"(?:n|no\.?|number|%|mean|median|m|s\.?d|s\.?e|sem|range|iqr|min|max|p|f|t|or|rr|hr|95\s?% ?ci|frequency|counts?|"
    r"[\W\d])+(?:value|size)?",
    re.IGNORECASE,
)


_INTERVAL = re.compile(r"\d\d ?% ?CI", re.IGNORECASE)


def _mostly_numbers(body: _Grid, stub: int) -> bool:
    texts = [s.text for line in body for s in line[stub:] if s and s.text]
    return sum(map(is_number, texts)) >= 0.4 * len(texts) > 0


def _says_columns(line: list[_Spot | None], stub: int, known: set[str]) -> bool:
    """Return whether a row in the midst of numbers names columns again: no number, set apart or as headers are."""
    spots = list({id(s): s for s in line[stub:] if s and s.text and s not in line[:stub]}.values())
    if len(spots) < 2 or any(is_number(s.text) for s in spots):
        return False
    bold = all(s.style & Style.BOLD for s in spots)
    return bold or all(_STATISTIC.fullmatch(s.text) for s in spots) or any(s.text in known for s in spots)


def _is_worded(line: list[_Spot | None], labels: list[int]) -> bool:
    """Return whether a row says different things beside its labels, none of them with a number of its own."""
    texts = {s.text for s in line if s and s.text and id(s) not in labels}
    return len(texts) > 1 and not any(any(map(str.isdigit, _INTERVAL.sub("", text))) for text in texts)


def _labelled_once(body: _Grid, stub: int) -> _Grid:
    """Return the body with tall labels in their first rows alone, where headings stand beside such: then these are
    as those of tables that leave cells blank instead.
    """
    tall = [y for y in range(1, len(body)) if stub > 1 and body[y][0] is not None and body[y][0] is body[y - 1][0]]
    if not any(_text(body[y], 1) and len({*map(id, body[y][1:])}) == 1 for y in tall):
        return body
    return [[None, *line[1:]] if y in tall else line for y, line in enumerate(body)]


def _without_sums(body: _Grid, stub: int) -> _Grid:
    """Return the body with rows that have nothing but tall cells beside their label as the headings that they are: the
    cells, a p-value say, are those of the rows below, too.
    """
    found = []
    for line, below in zip(body, (*body[1:], [None] * len(body[0]) if body else []), strict=True):
        data = [s for s in line[stub:] if s and s.text]
        heads = data and line[0] is not below[0] and all(s in below for s in data)
        found.append([*line[:stub], *[None] * (len(line) - stub)] if heads else line)
    return found


def _body_row(line: list[_Spot | None], stub: int, known: set[str] | None) -> BodyRow:
    spots = {id(s): s for s in line if s is not None and s.text}
    labels: list[str] = []
    keys: list[int] = []
    for spot in line[:stub]:
        if spot is None or not spot.text:
            labels.append("")
            keys.append(0)
        elif id(spot) in keys:
            continue
        else:
            labels.append(spot.text)
            keys.append(id(spot))
    only = next(iter(spots.values())) if len(spots) == 1 else None
    if only is not None and only.width < 2 and all(s is not only for s in line[: max(stub, 1)]):
        only = None  # a cell of its own
    first = next((s for s in line[: max(stub, 1)] if s is not None and s.text), only)
    heads_columns = known is not None and _says_columns(line, stub, known)
    if heads_columns and known and known.issuperset(filter(None, labels)):  # the header itself, once more
        labels, keys = [""] * len(labels), [0] * len(keys)
    return BodyRow(
        tuple(labels),
        tuple(keys),
        heading="" if only is None or (is_number(only.text) and not _WORD.search(_text(line, 0))) else only.text,
        spans=only is not None and only.width >= max(2, len(line) - stub),
        filled=frozenset(x for x in range(stub, len(line)) if _text(line, x) and id(line[x]) not in keys),
        indent=first.indent if first else 0.0,
        style=first.style if first else Style.PLAIN,
        heads_columns=heads_columns,
        worded=known is not None and _is_worded(line, keys),
        bold_data=any(s is not None and Style.BOLD in s.style for s in line[stub:]),
    )


def _cells(body: _Grid, y: int, row: int, stub: int, id_: str, depth: int) -> Iterator[Cell]:
    labels = {id(s) for s in body[y][:stub] if s is not None}
    for x in range(stub, len(body[y])):
        spot = body[y][x]
        if spot is None or id(spot) in labels:
            continue
        nested = None
        inner = next((e for e in spot.element.iter() if _name(e) == "table"), None)
        if inner is not None and depth < MOST_NESTED:
            nested = read_table(inner, f"{id_}.{row}.{x}", depth + 1)
        if spot.text or nested is not None:
            yield Cell(row, x, spot.text, nested=nested)
