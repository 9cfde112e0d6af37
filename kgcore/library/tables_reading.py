"""JATS and HTML tables → `Table`: spans resolved into a grid, then columns' headers, the stub, and rows under rows.

The input is an element tree that a safe parser has made; this module reads it, whatever it holds. What cells say in
numbers `tables_store.with_values` adds, where it is wanted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from xml.etree.ElementTree import Element

from kgcore.library.tables import Cell, Path, Table
from kgcore.library.tables_grid import (
    Grid,
    Spot,
    grid_of,
    name_of,
    outermost,
    padded,
    paragraphs_of,
    part_of,
    rows_in,
    text_at,
    without_doubles,
)
from kgcore.library.tables_rows import BodyRow, Style, row_paths
from kgcore.library.tables_stub import labelled_on_the_right, stub_width, with_tall_seconds
from kgcore.library.tables_values import is_number

_WORD = re.compile(r"[^\W\d_]{3}")
LONGEST_NAME = 80  # characters of a column's name; more is prose
MOST_NESTED = 3  # tables in tables


def tables_of(article: Element) -> tuple[Table, ...]:
    """Return the tables of an article (or of part of one), in their order; ids are the table-wraps' own.

    A wrap without an id gets `table-N`; a picture of a table is left out, as it has no cells.
    """
    wraps = [e for e in article.iter() if name_of(e) == "table-wrap"]
    if not wraps:
        wraps = [e for e in outermost(article) if name_of(e) == "table"]
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
    caption, label = part_of(wrap, "caption"), part_of(wrap, "label")
    feet = [e for e in wrap.iter() if name_of(e) in ("table-wrap-foot", "tfoot")]
    notes = tuple(t for e in feet for t in paragraphs_of(e) if t)
    bodies = [wrap] if name_of(wrap) == "table" else [e for e in outermost(wrap) if name_of(e) == "table"]
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


# ── headers ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _body(table: Element, id: str, depth: int) -> Table | None:
    head_rows, body_rows = rows_in(table)
    head, body = grid_of(head_rows), grid_of(body_rows)
    width = max((len(line) for line in (*head, *body)), default=0)
    if not width:
        return None
    head, body = padded(head, width), padded(body, width)
    head, body = without_doubles(head, body, width)
    gaps = _after_gaps(body)
    head, body = _divided(head, body)
    if labelled_on_the_right(body):
        head, body = ([[line[-1], *line[:-1]] for line in lines] for lines in (head, body))
    width = max((len(line) for line in (*head, *body)), default=0)
    columns = tuple(_column_path(head, x) for x in range(width))
    body = with_tall_seconds(body)
    stub = stub_width(head, body)
    seen = _Seen(_mostly_numbers(body, stub), gaps, _sections(body, stub))
    lines = [_body_row(line, stub, columns, seen) for line in _without_sums(_labelled_once(body, stub), stub)]
    paths, notes = row_paths(lines)
    kept = [y for y, path in enumerate(paths) if path is not None]
    rows = tuple(path for path in paths if path is not None)
    cells = [c for i, y in enumerate(kept) for c in _cells(body, y, i, stub, id, depth)]
    return Table(id, "", "", columns, rows, tuple(cells), stub, (), notes)


def _divided(head: Grid, body: Grid) -> tuple[Grid, Grid]:
    """Return header rows and body rows, as they are meant rather than as they are marked."""
    head = [line for line in head if any(s and s.text for s in line)]
    body = [line for line in body if any(s and s.text for s in line)]
    if _begins_a_list(head, body):
        first = [replace(s, style=Style.BOLD) if s and len(head) == len(head[0]) == 1 else s for s in head[0]]
        return [], [first, *head[1:], *body]  # a section as those below are
    if not head:
        cut = _unmarked_head(body)
        return body[:cut], body[cut:]
    if not body:
        cut = max(1, _unmarked_head(head))
        return head[:cut], head[cut:]
    while len(head) > 1 and (_spans_all(head[-1]) or _is_first_section(head, body)):
        body.insert(0, head.pop())
    if len(head) == 1 and (
        (_spans_all(head[0]) and _is_headed_likewise(head[0][0], body)) or _is_first_of_lists(head[0], body)
    ):
        body.insert(0, head.pop())
        return head, body
    while len(body) > 1 and (
        _goes_on_as_head(body[0])
        or _counts_columns(body[0])
        or _tells_columns_apart(head, body)
        or _names_columns(head, body)
    ):
        line = body.pop(0)
        if _is_headed_likewise(line[0], body) or _stands_out_again(line[0], body):  # it heads the rows below, too
            body.insert(0, [line[0], *[None] * (len(line) - 1)])
            head.append([None, *line[1:]])
            break
        head.append(line)
    return head, body


def _begins_a_list(head: Grid, body: Grid) -> bool:
    """Return whether what is marked as a head is the first part of a list: rows of one column, or a label with a colon
    like one of the body.
    """
    if (
        len(head) == 1
        and len(head[0]) == 2
        and len(text_at(head[0], 1)) > LONGEST_NAME
        and not _mostly_numbers(body, 1)
    ):
        return True  # a list of terms with what they mean
    if not head or len(head[0]) == 1:
        return len(head) > 1 or bool(head and body and _is_list_of_sections(body))
    return len(head[0]) == 2 and all(any(text_at(line, 0).endswith(":") for line in part) for part in (head, body))


def _is_list_of_sections(body: Grid) -> bool:
    """Return whether a list has headings further down, and none that would head its beginning."""
    bold = [bool(line[0] and line[0].style & Style.BOLD) for line in body]
    return any(bold) and not bold[0] and not all(bold[1:])


def _is_first_section(lines: Grid, body: Grid) -> bool:
    """Return whether the last header row has nothing but a label like those of the body's sections."""
    label = text_at(lines[-1], 0)
    if not label or any(text_at(lines[-1], x) for x in range(1, len(lines[-1]))):
        return False
    if _is_headed_likewise(lines[-1][0], body):
        return True
    alone = sum(not any(text_at(line, x) for x in range(1, len(line))) for line in body)
    return alone > 0 and not _NAMES_STUB.match(label) and all(not s or s.width == 1 for s in lines[-2][1:])


def _is_first_of_lists(line: list[Spot | None], body: Grid) -> bool:
    """Return whether the only header row is a label beside blank cells, as several rows of a body of words are: lists
    with what each is of.
    """
    if (
        not text_at(line, 0)
        or any(text_at(line, x) for x in range(1, len(line)))
        or _NAMES_STUB.match(text_at(line, 0))
    ):
        return False
    alone = [text_at(row, 0) for row in body if not any(text_at(row, x) for x in range(1, len(row)))]
    return len(alone) > 1 and all(alone) and len(line) > 1 and not _mostly_numbers(body, 1)


def _spans_all(line: list[Spot | None]) -> bool:
    texts = {id(s) for s in line if s and s.text}
    first = line[0]
    return len(texts) == 1 and first is not None and bool(first.text) and first.width >= max(2, len(line) - 1)


def _goes_on_as_head(line: list[Spot | None]) -> bool:
    """Return whether a body's first row still says what columns are: no label before it, and no number in it."""
    if line[0] is not None and line[0].text:
        return False
    rest = [s for s in line[1:] if s and s.text]
    if len({id(s) for s in rest}) < min(2, len(line) - 1):
        return False
    return not any(is_number(s.text) for s in rest) and all(len(s.text) <= 60 for s in rest)


def _counts_columns(line: list[Spot | None]) -> bool:
    """Return whether a row says what the labels are called, and of how many each column is: "Variable", "N = 23"."""
    beside = [s.text for s in line[1:] if s and s.text]
    named = " " not in text_at(line, 0) and bool(
        _NAMES_STUB.fullmatch(text_at(line, 0))
    )  # "Primary outcome" is a section
    return named and len(beside) > 1 and all(map(_SIZE.fullmatch, beside))


def _tells_columns_apart(head: Grid, body: Grid) -> bool:
    """Return whether a body's first row names columns that the head leaves alike: "Mean", "SD", "Mean", "SD"."""
    width = len(head[0])
    paths = [_column_path(head, x) for x in range(width)]
    alike = [x for x in range(2, width) if paths[x] and paths[x] == paths[x - 1]]
    first = body[0]
    texts = [s.text for s in first[1:] if s and s.text]
    if not alike or any(is_number(_INTERVAL.sub("", text)) for text in texts) or not _mostly_numbers(body[1:], 1):
        return False
    apart = [first[x] is not first[x - 1] for x in alike]
    named = all(text_at(first, x) and text_at(first, x - 1) for x in alike)
    return named and (all(apart) or (any(apart) and not text_at(head[-1], 0)))


def _is_headed_likewise(label: Spot | None, body: Grid) -> bool:
    """Return whether a row further down has a label that stands out, set as this one is, and no data beside it."""
    if label is None or not label.text or label.style == Style.PLAIN:
        return False
    for line in body:
        beside = [s for s in line[1:] if s and s.text and s is not line[0]]
        names = label.style == Style.BOLD and all(s.style == Style.BOLD and not is_number(s.text) for s in beside)
        if line[0] and line[0].text and line[0].style == label.style and (not beside or names):
            return True
    return False


def _stands_out_again(label: Spot | None, body: Grid) -> bool:
    """Return whether what is below a label stands further in, until another label as far out as it names columns."""
    if label is None or not label.text or not body[0][0] or body[0][0].indent <= label.indent:
        return False
    again = [line for line in body if line[0] and line[0].text and line[0].indent <= label.indent]
    return bool(again) and all(not any(s and is_number(s.text) for s in line[1:]) for line in again)


def _names_columns(head: Grid, body: Grid) -> bool:
    """Return whether a body's first row, though it has a label, says what columns are and heads no rows.

    It names two columns of labels, or a heading of its own stands right below it.
    """
    first, below = body[0], body[1]
    spots = list({id(s): s for s in first if s and s.text}.values())
    if len(spots) < 2 or any(is_number(s.text) for s in spots) or not _mostly_numbers(body[1:], 2):
        return False
    blank = not text_at(head[-1], 0) and not text_at(head[-1], 1)
    if blank and len(spots) > 2 and sum(bool(_STATISTIC.fullmatch(s.text)) for s in spots) == len(spots) - 2:
        return not _STATISTIC.fullmatch(text_at(first, 1))
    stub = {id(s) for s in below if s and s.text}
    return any(s.width > 1 for s in spots[1:]) and len(stub) == 1 and below[0] is not None and bool(below[0].text)


def _unmarked_head(body: Grid) -> int:
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


def _reads_as_head(line: list[Spot | None], body: Grid) -> bool:
    spots = list({id(s): s for s in line[1:] if s and s.text}.values())
    if not spots or any(is_number(s.text) for s in spots):
        return False
    if all(s.style & Style.BOLD for s in spots):
        return True
    below = [s for other in body[1:] for s in other[1:] if s and s.text]
    if not text_at(line, 0) and all(len(s.text) > 1 for s in spots) and all(len(s.text) == 1 for s in below):
        return bool(below)  # marks
    return sum(is_number(s.text) for s in below) >= 0.5 * len(below) and bool(below)


def _is_upper_level(line: list[Spot | None]) -> bool:
    return any(s is not None and s.width > 1 and s.text for s in line[1:])


def _column_path(head: Grid, x: int) -> Path:
    path: list[str] = []
    seen: set[int] = set()
    for line in head:
        spot = line[x]
        if spot is not None and spot.text and id(spot) not in seen:
            seen.add(id(spot))
            path.append(spot.text)
    return tuple(path)


@dataclass(frozen=True, slots=True)
class _Seen:
    """What the rows of a body are read by beside themselves: whether it is of numbers, and the keys of first cells
    below blank rows and of cells that are sections' headings.
    """

    numeric: bool
    after_gaps: frozenset[int]
    sections: frozenset[int]


def _sections(body: Grid, stub: int) -> frozenset[int]:
    """Return the keys of the words in bold that stand alone in their rows, several in one column of data: headings
    set in the middle.
    """
    alone: dict[int, list[int]] = {}
    for line in body:
        at = [x for x, s in enumerate(line) if s and s.text]
        spot = line[at[0]] if len(at) == 1 and at[0] >= stub else None
        if spot and Style.BOLD in spot.style and not is_number(spot.text) and not _STATISTIC.fullmatch(spot.text):
            alone.setdefault(at[0], []).append(id(spot))
    return frozenset(key for keys in alone.values() if len(keys) > 1 for key in keys)


def _after_gaps(body: Grid) -> frozenset[int]:
    """Return the keys of the first cells of rows that stand below blank ones, where few do: what stands below rules
    between all rows says nothing.
    """
    texts = [next((s for s in line if s and s.text), None) for line in body]
    below = frozenset(id(s) for s, above in zip(texts[1:], texts, strict=False) if s and above is None)
    return below if 3 * len(below) <= sum(s is not None for s in texts) else frozenset()


# ── body ────────────────────────────────────────────────────────────────────────────────────────────────────────────


_NAMES_STUB = re.compile(
    r"(?:\w+ )?(?:variable|characteristic|parameter|outcome|item|measure|factor)s?\b", re.IGNORECASE
)
_STATISTIC = re.compile(
    r"(?:n|no\.?|number|%|mean|median|m|s\.?d|s\.?e|sem|range|iqr|min|max|p|f|t|or|rr|hr|95\s?% ?ci|frequency|counts?|"
    r"[\W\d])+(?:value|size)?",
    re.IGNORECASE,
)


_SHARE = re.compile(r"\d{1,6} ?\((\d{1,3}(?:\.\d{1,2})?) ?%?\)|(\d{1,3}(?:\.\d{1,2})?) ?%")
_RESULT = re.compile(r"[^n\s]\s*=\s*\W?\d", re.IGNORECASE)  # "F (1, 37) = 14.57", but not "(n = 20)"
_SIZE = re.compile(r"\(?n\s?=\s?\d[\d,. ]{0,9}\)?", re.IGNORECASE)
_ANSWERS = {"yes", "no"}
_SEXES = {"m", "f"}  # both: no statistics, of which "M" and "F" stand for a mean and a test
_INTERVAL = re.compile(r"\d\d ?% ?CI", re.IGNORECASE)


def _mostly_numbers(body: Grid, stub: int) -> bool:
    texts = [s.text for line in body for s in line[stub:] if s and s.text]
    return sum(map(is_number, texts)) >= 0.4 * len(texts) > 0


def _says_columns(line: list[Spot | None], stub: int, known: set[str]) -> bool:
    """Return whether a row in the midst of numbers names columns again: no number, set apart or as headers are."""
    spots = list({id(s): s for s in line[stub:] if s and s.text and s not in line[:stub]}.values())
    if any(is_number(s.text) for s in spots):
        return False
    labelled = any(s and s.text for s in line[:stub])
    if len(spots) < 2:
        return bool(spots) and not labelled and spots[0].width > 1
    said = {s.text.casefold() for s in spots}
    if said <= _ANSWERS or said == _SEXES or any(_RESULT.search(s.text) for s in spots):
        return False
    bold = all(s.style & Style.BOLD for s in spots)
    if not labelled and stub and len({s.text for s in spots}) == len(line) - stub:
        return True
    return bold or all(_STATISTIC.fullmatch(s.text) for s in spots) or any(s.text in known for s in spots)


def _is_worded(line: list[Spot | None], labels: list[int]) -> bool:
    """Return whether a row says different things beside its labels, none of them with a number of its own."""
    texts = {s.text for s in line if s and s.text and id(s) not in labels}
    return len(texts) > 1 and not any(any(map(str.isdigit, _INTERVAL.sub("", text))) for text in texts)


def _labelled_once(body: Grid, stub: int) -> Grid:
    """Return the body with tall labels in their first rows alone, where headings stand beside such: then these are
    as those of tables that leave cells blank instead.
    """
    tall = [y for y in range(1, len(body)) if stub > 1 and body[y][0] is not None and body[y][0] is body[y - 1][0]]
    if not any(text_at(body[y], 1) and len({*map(id, body[y][1:])}) == 1 for y in tall):
        return body
    return [[None, *line[1:]] if y in tall else line for y, line in enumerate(body)]


def _without_sums(body: Grid, stub: int) -> Grid:
    """Return the body with rows that have nothing but tall cells beside their label as the headings that they are: the
    cells, a p-value say, are those of the rows below, too.
    """
    found: Grid = []
    width = max(map(len, body), default=0)
    last: list[Spot | None] = [None] * width
    for line, below in pairwise([*body, last]):
        data = [s for s in line[stub:] if s and s.text and s not in line[:stub]]
        heads = data and line[0] is not below[0] and all(s in below for s in data)
        found.append([*line[:stub], *[None] * (len(line) - stub)] if heads else line)
    return found


def _body_row(line: list[Spot | None], stub: int, columns: tuple[Path, ...], seen: _Seen) -> BodyRow:
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
    section = only is not None and id(only) in seen.sections
    if (
        only is not None
        and not section
        and (stub == 0 or all(s is not only for s in line[: stub + 1]))
        and only.width < len(line)
    ):
        only = None  # it says what columns are
    if only is not None and not section and only.width < 2 and all(s is not only for s in line[: max(stub, 1)]):
        only = None  # a cell of its own
    first = next((s for s in line[: max(stub, 1)] if s is not None and s.text), only)
    beside = [s for s in line[stub:] if s is not None and id(s) not in keys]
    known = {label for path in columns for label in path}
    repeated = all(not s or not s.text or s.text in path for s, path in zip(line[stub:], columns[stub:], strict=True))
    heads_columns = not section and (
        (repeated and len(spots.keys() - set(keys)) > 1) or (seen.numeric and _says_columns(line, stub, known))
    )
    if heads_columns and known.issuperset(filter(None, labels)):  # the header itself, once more
        labels, keys = [""] * len(labels), [0] * len(keys)
    return BodyRow(
        tuple(labels),
        tuple(keys),
        heading="" if only is None or (is_number(only.text) and not _WORD.search(text_at(line, 0))) else only.text,
        spans=section or (only is not None and only.width >= max(2, len(line) - stub)),
        filled=frozenset(
            x for x in range(stub, len(line)) if text_at(line, x) and id(line[x]) not in keys and not section
        ),
        indent=first.indent if first else 0.0,
        style=first.style if first else Style.PLAIN,
        heads_columns=heads_columns,
        worded=seen.numeric and _is_worded(line, keys),
        bold_data=any(Style.BOLD in s.style for s in beside),
        shares=tuple(float(m[1] or m[2]) for s in beside if (m := _SHARE.match(s.text))),
        after_gap=first is not None and id(first) in seen.after_gaps,
        unmarked=first.unmarked if first else "",
    )


def _cells(body: Grid, y: int, row: int, stub: int, id_: str, depth: int) -> Iterator[Cell]:
    labels = {id(s) for s in body[y][:stub] if s is not None}
    for x in range(stub, len(body[y])):
        spot = body[y][x]
        if spot is None or id(spot) in labels:
            continue
        nested = None
        inner = next((e for e in spot.element.iter() if name_of(e) == "table"), None)
        if inner is not None and depth < MOST_NESTED:
            nested = read_table(inner, f"{id_}.{row}.{x}", depth + 1)
        if spot.text or nested is not None:
            yield Cell(row, x, spot.text, nested=nested)
