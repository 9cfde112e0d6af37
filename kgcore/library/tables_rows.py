"""Rows under rows: which row of a table heads others, by span, by blank cells, by indent and by how it is set. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import Flag
from itertools import pairwise

from kgcore.library.tables import Path

_DESCRIBED = re.compile(
    r"(?!^)\((?:[^()\d]|(?<=[^\W\d_])\d){1,14}\)\s*\W?$|\b[nN]o?\.? ?\(|%|\bmean\b|\bmedian\b|, (?:years?|n)\b|"
    r"\(in \w+\)",
    re.IGNORECASE,
)


class Style(Flag):
    """How a label is set."""

    PLAIN = 0
    BOLD = 1
    ITALIC = 2


_STATISTIC = re.compile(r"(?:mean|median|odds ratio)\b(?!\s{1,3}[^\W\d_])", re.IGNORECASE)  # of what is said above it
_SHARES = re.compile(r"(?:%|percent)\W{0,3}$", re.IGNORECASE)  # what numbers below are: shares of people
_AVERAGE = re.compile(r"\b(?:mean|median)\b", re.IGNORECASE)
_P_VALUE = re.compile(r"p(?:\W{0,2}values?\W{0,3}\w?)?", re.IGNORECASE)  # a mark of a footnote may stand behind
_SEX = re.compile(r"(?:(?:fe)?males?|(?:wo)?m[ae]n|boys?|girls?|[mf])(?:\s{0,2}[(,:%*†].*)?", re.IGNORECASE)
_LETTER = re.compile(r"(\w+) ([A-Z])\b(?! ?[-–])")
_COUNTED = re.compile(r"([^\W\d_]+)\s+(?:[IVX]{1,4}|\d{1,2}|[A-Z])\b(?!\s+[a-z])")
_NUMBERED = re.compile(r"(\d{1,2}(?:\.\d{1,2}){0,3})[.)]?\s")
_ITEM = re.compile(r"\(?(?:\d{1,2}|[A-Za-z]|[ivx]{1,5})[.)]\s")
_FIRST_ITEM = re.compile(r"\(?[1aAiI][.)]\s")
_BRACKETED = re.compile(  # nothing but a statistic or a number of the row above, or a part of it
    r"[(\[](?:n\b[^()]{0,40}|(?:%|\W|mean|median|s\.?[de]\.?m?|range|iqr|min|max|q[13]|95|ci|quartiles?|to|and|or)+)[)\]]\W?"
    r"|(?:of (?:wh(?:om|ich)|th[eo]se)|thereof|including)\b.*",
    re.IGNORECASE,
)
_NOTE = re.compile(  # what stands below a table's rows, and is none
    r"[*†‡§¶#]|(?:values|data|results|numbers|figures|means?)\b.{0,60}?\b(?:are|is|were)\b|notes?\W|abbreviations?\b",
    re.IGNORECASE,
)
_LITTLE = 0.5  # of an indent: what is no further in than the rows below a heading are
_TOTAL = re.compile(r"(?:(?:sub|grand)?-?\s?totals?|overall|sum)(?: scores?)?\W{0,3}", re.IGNORECASE)
_ROUNDED = 1.5  # what percentages, rounded each, may be off a hundred in all
_OF_ANY = re.compile(r"total|all|both|other|unknown|missing|not (?:known|stated|reported)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class BodyRow:
    """A row of the body before it has a place: its labels with their cells' keys, and what it looks like.

    `heading` is its text where it is its only one and no number, `spans` whether that spans the columns, `filled` the
    columns beside the labels that have something in them.
    """

    labels: tuple[str, ...]
    keys: tuple[int, ...]
    heading: str
    spans: bool
    filled: frozenset[int]
    indent: float
    style: Style
    heads_columns: bool = False  # whether what stands beside the labels says anew what the columns are
    worded: bool = False  # whether that is words, in a table of numbers
    bold_data: bool = False  # whether something beside the labels is bold, too: it matters, and heads nothing
    shares: tuple[float, ...] = ()  # the percentages beside the labels
    after_gap: bool = False  # whether a blank row stands above it
    unmarked: str = ""  # its first label without marks of footnotes

    @property
    def data(self) -> bool:
        """Whether anything stands beside the labels."""
        return bool(self.filled)

    @property
    def column(self) -> int:
        """In which of the labels' columns its first label stands; where it has none, behind all of them."""
        nowhere = 0 if self.heading else len(self.labels)
        return next((at for at, label in enumerate(self.labels) if label), nowhere)


@dataclass(slots=True)
class _Open:
    """A row that heads what comes below it, until something ends it."""

    label: str
    rank: int  # 0: spans the table; 1: stands out by its setting; 2: plain, beside blank cells; 3: has data itself
    indent: float
    style: Style
    column: int = 0  # of the labels' columns
    matters: bool = False  # whether it is bold as its numbers are
    before: Path = ()  # what stands left of it, in its own row or above
    filled: frozenset[int] = frozenset()  # the columns that it alone of its group fills
    starts: bool = False  # whether another heading of its kind divides it at once
    below: float | None = None  # the indent of the first row under it
    beside: bool = False  # whether that has its labels in columns right of this one
    set_below: Style | None = None
    described: bool = False  # whether the first row under it says what its numbers are
    of_sexes: bool = False  # whether the first row under it is one of the sexes
    rows: list[str] = field(default_factory=list)  # what has come below it
    pattern: tuple[str, ...] = ()  # what came below the heading of its kind before it
    repeats: bool = False  # whether that was what came below the one before that
    shares: tuple[float, ...] = ()  # sums of the percentages of what has come below it, where all has some
    describes: bool = False  # whether its first label says what its numbers are
    summed: bool = False  # whether a total of it has been given, which ends it where nothing else says what does

    @property
    def complete(self) -> bool:
        """Whether what has come below it makes up a hundred percent, in every column."""
        return len(self.rows) > 1 and bool(self.shares) and all(abs(share - 100) < _ROUNDED for share in self.shares)

    @property
    def indents(self) -> bool:
        """Whether what belongs to it stands further in."""
        return self.below is not None and self.below > self.indent

    def is_like(self, other: _Open) -> bool:
        """Whether both are headings of one kind."""
        same = (self.style, self.indent, self.column) == (other.style, other.indent, other.column)
        return same and (self.rank == other.rank or (self.style != Style.PLAIN and 3 not in (self.rank, other.rank)))


def row_paths(rows: Sequence[BodyRow]) -> tuple[tuple[Path | None, ...], tuple[str, ...]]:
    """Return each row's path of labels, None where it only heads others; and remarks at the end that are no rows."""
    rows = _with_worded_headings(_indented_as_above(_indented_by_signs(rows)))
    every, (end, notes) = len(rows), _remarks(rows)
    rows = rows[:end]
    heads = _heads(rows)
    rows = _set_as_its_like(rows, heads)
    lone = _lone_span(rows, heads)
    bold, repeated = _bold_above_plain(rows), _above_repeated(rows)
    paths: list[Path | None] = []
    above: list[_Open] = []
    under = {(row.style, below.style) for (row, below), head in zip(pairwise(rows), heads, strict=False) if head}
    carried = [""] * max((len(r.labels) for r in rows), default=0)
    for y, row in enumerate(rows):
        label = row.heading or " ".join(filter(None, row.labels))
        if heads[y] and y and heads[y - 1] and _goes_on(rows[y - 1], row):
            above[-1].label += f" {label}"
            paths.append(None)
            continue
        if heads[y] or (row.heads_columns and label):
            rank, style = (2, Style.PLAIN) if y == lone else (_rank(row), row.style)
            opened = _Open(label, rank, row.indent, style, row.column, starts=_starts(rows, heads, y))
            opened.before = tuple(filter(None, carried[: row.column]))
            _end_for_heading(above, opened)
            _note_below(above, row)
            above.append(opened)
            carried = [*carried[: row.column], *[""] * (len(carried) - row.column)]
            deeper = y + 1 < end and rows[y + 1].indent > row.indent
            paths.append(None if heads[y] or row.worded or not deeper else _path(above))
            continue
        if (row.heads_columns and (row.worded or not label)) or _names_labels(row, rows[y + 1 : y + 2]):
            paths.append(None)
            continue
        opened = _with_data(row, label)
        _end_for_data(above, opened)
        if above and above[-1].rows:
            above[-1].summed = above[-1].rank == 2 and bool(_TOTAL.fullmatch(label))
        _note_below(above, row)
        own = _own_labels(row, carried, above[-1].column if above else 0)
        names = row.worded and y + 1 < end and rows[y + 1].indent > row.indent
        paths.append(None if names else (*_path(above), *own))
        if y + 1 < end and own and not heads[y + 1] and any(rows[y + 1].labels):
            opened = _Open(own[-1], 3, row.indent, row.style)
            if run := repeated.get(y):
                above.append(replace(opened, pattern=run, repeats=True))
            elif y in bold or _heads_below(row, rows[y + 1], under, above):
                above.append(opened)
            elif _tests(row, rows[y + 1]):
                above.append(replace(opened, filled=row.filled))
    return (*paths, *[None] * (every - end)), notes


def _names_labels(row: BodyRow, below: Sequence[BodyRow]) -> bool:
    """Return whether a row says what several columns of labels below it are of: set apart, with nothing beside."""
    apart = row.style != Style.PLAIN and not row.data and sum(map(bool, row.labels)) > 1
    return apart and any(one.data and one.style != row.style for one in below)


def _with_data(row: BodyRow, label: str) -> _Open:
    described, beside = _row_describes(row), row.bold_data
    return _Open(
        label, 3, row.indent, row.style, row.column, beside, (), row.filled, shares=row.shares, describes=described
    )


def _heads_below(row: BodyRow, below: BodyRow, under: set[tuple[Style, Style]], above: Sequence[_Open]) -> bool:
    """Return whether a row with data heads the one below it: that stands further in, or is set as rows below headings
    are (`under`), and not merely as the others below the same heading.
    """
    if below.indent > row.indent or _announces(row, below):
        return True
    told = row.style != below.style and (row.style, below.style) in under and not _stands_out(below, row)
    return told and not row.bold_data and not (above and above[-1].set_below == below.style)


def _indented_by_signs(rows: Sequence[BodyRow]) -> Sequence[BodyRow]:
    """Return the rows with those that numbers, items' marks or brackets say to stand below another indented so."""
    return _indented_by_brackets(_indented_items(_indented_by_numbers(rows)))


def _indented_by_numbers(rows: Sequence[BodyRow]) -> Sequence[BodyRow]:
    """Return the rows with those that are numbered as parts of another ("2.1" below "2") indented below it."""
    numbers = [m[1] if (m := _NUMBERED.match(" ".join(row.labels))) else "" for row in rows]
    indents: dict[str, float] = {}
    found = []
    for row, number in zip(rows, numbers, strict=True):
        parent = number.rpartition(".")[0]
        indent = max(row.indent, indents[parent] + 1) if parent in indents else row.indent
        if number:
            indents[number] = indent
        found.append(replace(row, indent=indent))
    return found


def _indented_items(rows: Sequence[BodyRow]) -> Sequence[BodyRow]:
    """Return the rows of a list with its items, counted from the first, indented below what they are items of."""
    if any(row.data for row in rows):
        return rows
    found: list[BodyRow] = []
    within: float | None = None  # the indent of items of the heading that they are below
    for row, above in zip(rows, (None, *rows), strict=False):
        text = " ".join(row.labels) or row.heading
        if not _ITEM.match(text):
            within = None
        elif above is not None and _FIRST_ITEM.match(text):
            within = above.indent + _LITTLE
        found.append(row if within is None else replace(row, indent=max(row.indent, within)))
    return found


def _indented_by_brackets(rows: Sequence[BodyRow]) -> Sequence[BodyRow]:
    """Return the rows with those that only say in brackets of how many the row above speaks, or how its numbers are
    spread ("4 g a day", "(n = 165)", "(range)"), indented below it.
    """
    found: list[BodyRow] = []
    within: float | None = None  # the indent of such rows below the last that has a name of its own
    for row in rows:
        bracketed = len(row.labels) == 1 and row.data and bool(_BRACKETED.fullmatch(row.labels[0]))
        if not bracketed:
            within = row.indent + _LITTLE if row.data and len(row.labels) == 1 and row.labels[0] else None
        found.append(replace(row, indent=max(row.indent, within)) if bracketed and within is not None else row)
    return found


def _set_as_its_like(rows: Sequence[BodyRow], heads: Sequence[bool]) -> Sequence[BodyRow]:
    """Return the rows with the first heading, where it alone is set otherwise than all those that head the same rows
    as it does, set as these are: sums in bold, say, above the parts of them.
    """
    at = [y for y, head in enumerate(heads) if head]
    runs = {y: tuple(row.labels for row in rows[y + 1 : end]) for y, end in pairwise([*at, len(rows)])}
    like = [y for y in at if y and len(runs[y]) > 1 and runs[y] == runs.get(0) and rows[y].indent == rows[0].indent]
    if not like or len({(rows[y].style, rows[y].spans) for y in like}) > 1:
        return rows
    return [replace(rows[0], style=rows[like[0]].style, spans=rows[like[0]].spans), *rows[1:]]


def _indented_as_above(rows: Sequence[BodyRow]) -> Sequence[BodyRow]:
    """Return the rows with those that go on under the first label of the row above as far in as that is."""
    found: list[BodyRow] = []
    for row in rows:
        goes_on = found and row.data and 0 < row.column < len(row.labels)
        found.append(replace(row, indent=found[-1].indent) if goes_on else row)
    return found


def _with_worded_headings(rows: Sequence[BodyRow]) -> Sequence[BodyRow]:
    """Return the rows with those as headings that say in words what each of several like sections is about."""
    begins = [y for y, (row, below) in enumerate(pairwise(rows)) if row.worded and row.data and below.spans]
    headings = Counter(rows[y + 1].heading for y in begins)
    found = list(rows)
    for y in begins:
        if headings[rows[y + 1].heading] > 1:
            found[y] = replace(rows[y], heading=" ".join(filter(None, rows[y].labels)), spans=True, filled=frozenset())
    return found


def _bold_above_plain(rows: Sequence[BodyRow]) -> frozenset[int]:
    """Return the rows with data that head those below by being bold alone: sums with their items, not items with their
    sums, and not what is bold as it was significant.
    """
    own = [y for y, row in enumerate(rows) if row.data and len(row.labels) == 1 and not row.heads_columns]
    bold = [y for y in own if Style.BOLD in rows[y].style and not (_OF_ANY.match(rows[y].labels[0]))]
    begins = [y for y in bold if y + 1 < len(rows) and rows[y + 1].data and Style.BOLD not in rows[y + 1].style]
    if not own or own[0] not in bold or own[-1] in bold or len(begins) < 2 or len(bold) > 0.5 * len(own):
        return frozenset()
    alike = len({(rows[y].style, rows[y].indent) for y in bold}) == 1
    return frozenset(y for y in begins if rows[y + 1].indent == rows[y].indent) if alike else frozenset()


def _above_repeated(rows: Sequence[BodyRow]) -> dict[int, tuple[str, ...]]:
    """Return the rows with data that the same rows stand below again and again, with the labels of these: "Baseline",
    "Week 6" below each of several measures.
    """
    if any(len(row.labels) > 1 or row.indent != rows[0].indent for row in rows):
        return {}
    labels = [(row.unmarked or "".join(row.labels)) if row.data else "" for row in rows]
    times = Counter(labels)
    once = [y for y, label in enumerate(labels) if label and times[label] == 1]
    runs = {y: tuple(labels[y + 1 : next_]) for y, next_ in pairwise([*once, len(rows)])}
    alike = Counter(runs.values())
    parted = {y for y, run in runs.items() if any(row.after_gap for row in rows[y + 1 : y + 1 + len(run)])}
    return {y: run for y, run in runs.items() if run and "" not in run and alike[run] > 2 and y not in parted}


def _announces(row: BodyRow, below: BodyRow) -> bool:
    """Return whether a row with data says by its colon that it heads those below, which are set otherwise."""
    return "".join(row.labels).rstrip().endswith(":") and below.style != row.style


def _tests(row: BodyRow, below: BodyRow) -> bool:
    """Return whether a row says of those below how they were tested, or of how many: a p-value right of a full row of
    theirs, or a number left of it.
    """
    if not (row.filled and below.filled) or len(row.labels) > 1 or below.indent != row.indent:
        return False
    counted = row.filled == {1} and below.filled == frozenset(range(2, max(below.filled) + 1))
    return len(below.filled) > 1 and (counted or below.filled == frozenset(range(1, min(row.filled))))


def _path(above: Sequence[_Open]) -> Path:
    return tuple(label for one in above for label in (*one.before, one.label))


def _starts(rows: Sequence[BodyRow], heads: Sequence[bool], y: int) -> bool:
    """Return whether a heading has another one of its kind right below it, which can only divide it."""
    if not heads[y] or y + 1 >= len(rows) or not heads[y + 1]:
        return False
    row, below = rows[y], rows[y + 1]
    if _goes_on(row, below):
        return False
    return (row.style, row.indent, row.spans) == (below.style, below.indent, below.spans)


def _goes_on(row: BodyRow, below: BodyRow) -> bool:
    """Return whether the heading below goes on with the words of this one: "After 4 weeks", "with the first drug"."""
    begins = below.heading.lstrip()[:1]
    return begins.islower() or begins == "(" if (row.style, row.indent) == (below.style, below.indent) else False


def _lone_span(rows: Sequence[BodyRow], heads: Sequence[bool]) -> int | None:
    """Return the only heading that spans a table, where others of its kind stand beside blank cells instead."""
    spans = [y for y, row in enumerate(rows) if heads[y] and row.spans]
    others = [y for y, row in enumerate(rows) if heads[y] and not row.spans]
    if len(spans) != 1 or not others or spans[0] + 1 >= len(rows) or heads[spans[0] + 1]:
        return None
    plain = all(rows[y].indent <= rows[spans[0]].indent for y in others)
    flat = all(rows[y + 1].indent <= rows[y].indent for y in others if y + 1 < len(rows))
    return spans[0] if plain and flat and all(rows[y].style == Style.PLAIN for y in others) else None


def _remarks(rows: Sequence[BodyRow]) -> tuple[int, tuple[str, ...]]:
    """Return where the rows end, and the remarks after that: full rows with nothing below them, and what says of marks
    or numbers what they mean.
    """
    end = len(rows)
    while end > 1 and rows[end - 1].heading and (rows[end - 1].spans or _NOTE.match(rows[end - 1].heading)):
        end -= 1
    return end, tuple(r.heading for r in rows[end:])


def _heads(rows: Sequence[BodyRow]) -> list[bool]:
    """Return which rows only head others. Where hardly any row has data, blank cells say nothing."""
    if rows and not any(r.data for r in rows):  # a list
        return [bool(r.heading) and _stands_out(r, below) for r, below in zip(rows, (*rows[1:], None), strict=True)]
    if sum(r.data for r in rows) < 0.2 * len(rows):
        return [bool(r.heading) and r.spans for r in rows]
    heads = [bool(r.heading) for r in rows]
    for y in range(len(rows) - 1, -1, -1):
        if not heads[y]:
            continue
        below = rows[y + 1] if y + 1 < len(rows) else None
        twice = y + 2 < len(rows) and heads[y + 1] and heads[y + 2] and not _divides_further(rows[y + 1], rows[y + 2])
        ended = heads[y + 1] and _outranks(rows[y + 1], rows[y]) if below is not None else True
        if rows[y].column and not _heads_in_column(rows[y], below):
            heads[y] = False
        elif ended or (twice and below is not None and not _divides_further(rows[y], below)):
            heads[y] = rows[y].spans and below is not None
    return heads


def _stands_out(row: BodyRow, below: BodyRow | None) -> bool:
    """Return whether a row of a list heads the one below it."""
    if below is None:
        return False
    bold = Style.BOLD in row.style and Style.BOLD not in below.style
    return row.spans or bold or below.indent > row.indent


def _heads_in_column(row: BodyRow, below: BodyRow | None) -> bool:
    """Return whether a label that stands alone right of the first column heads what is below it there."""
    if below is None or below.column < row.column:
        return False
    return row.spans or below.style != row.style or below.indent > row.indent


def _divides_further(row: BodyRow, below: BodyRow) -> bool:
    """Return whether a heading right below another one divides it, and does not stand beside it."""
    return below.indent > row.indent or _rank(below) > _rank(row) or (_rank(row) < 2 and below.style != row.style)


def _outranks(below: BodyRow, row: BodyRow) -> bool:
    """Return whether a heading ends the one right above it, as no plain one does where that is bold."""
    return _rank(below) < _rank(row) and (Style.BOLD in below.style or Style.BOLD not in row.style)


def _rank(row: BodyRow) -> int:
    if row.spans:
        return 0
    return 1 if Style.BOLD in row.style else 2


def _end_for_data(above: list[_Open], row: _Open) -> None:
    """Take away what a row with data ends: above a heading whose rows stand further in, one of its kind, too."""
    while above and _ends(above[-1], row):
        inner = above.pop()
        while above and inner.indents and inner.is_like(above[-1]) and row.indent <= inner.indent:
            above.pop()


def _end_for_heading(above: list[_Open], heading: _Open) -> None:
    """Take away what a heading ends: the innermost of its own kind with all in it, or else all that rank below it."""
    if above and above[-1].below is None:  # right below another one, which it divides
        return
    series = _series(heading.label)
    if begun := [at for at, one in enumerate(above) if series and _series(one.label) == series]:
        heading.starts = above[begun[0]].starts
        del above[begun[0] :]
        return
    like = [at for at, one in enumerate(above) if one.is_like(heading)]
    like = [
        at for at in like if above[at].rank == heading.rank
    ] or like  # sections in bold that span, others that do not
    if like:
        ended = [at for at in like if above[at].starts == heading.starts] or (like if heading.starts else [])
        if ended:
            before = above[ended[-1]]
            heading.pattern = tuple(before.rows)
            heading.repeats = heading.pattern == before.pattern
        del above[ended[-1] if ended else len(above) :]
        return
    while above and _ends_by_rank(above[-1], heading):
        above.pop()


def _series(label: str) -> str:
    """Return what a label counts: "part" of "Part II: regression"; "" where it counts nothing."""
    return m[1].casefold() if (m := _COUNTED.match(label)) else ""


def _is_next_of(heading: str, label: str) -> bool:
    """Return whether a row is of the kind that a heading above it is of: "Vitamin D (µg)" behind "Vitamin A"."""
    one, other = _LETTER.match(heading), _LETTER.match(label)
    return one is not None and other is not None and one[1].casefold() == other[1].casefold() and one[2] < other[2]


def _ends_by_rank(top: _Open, heading: _Open) -> bool:
    if heading.column > top.column:
        return False
    if Style.BOLD in heading.style and Style.BOLD not in top.style and heading.indent <= top.indent:
        return True
    if top.indents:
        return heading.indent <= top.indent
    if heading.rank == 0 and Style.BOLD in top.style and Style.BOLD not in heading.style:
        return False  # bold sections, others in them
    if heading.rank != top.rank:
        return heading.rank < top.rank and heading.indent <= max(top.indent, 0.0)
    return heading.rank != 1 or heading.indent < top.indent


def _ends(top: _Open, row: _Open) -> bool:
    """Return whether a row with data ends the heading above it."""
    if top.below is None:  # nothing has come below it yet
        return False
    if row.column < top.column + top.beside or top.filled & row.filled:
        return True
    if _P_VALUE.fullmatch(row.label):
        return False
    if row.indent <= top.indent and _is_next_of(top.label, row.label):
        return True
    if top.indents:
        return row.indent <= top.indent
    if top.complete:
        return not _OF_ANY.match(row.label) and (not row.shares or any(row.shares))
    if top.summed or (top.repeats and len(top.rows) >= len(top.pattern) and row.label not in top.pattern):
        return True
    if top.of_sexes and not _SEX.fullmatch(row.label):
        return not _OF_ANY.match(row.label)
    if top.rank and top.set_below is not None and top.set_below != top.style:
        return row.style == top.style and not row.matters
    if _SHARES.search(top.label) and _AVERAGE.search(row.label):
        return True
    if (top.rank > 0 or _describes(top.label)) and not top.described and row.describes:
        return True
    return row.indent < top.indent


def _describes(label: str) -> bool:
    """Return whether a label says of a measure what its numbers are: "Weight, mean (SD)", "Age (years)"."""
    return bool(_DESCRIBED.search(label)) and not _STATISTIC.match(label)


def _row_describes(row: BodyRow) -> bool:
    """Return whether the first label of a row does, whatever divides it further right: "Balance (s)", of two arms."""
    return _describes(next(filter(None, row.labels), row.heading)) and not row.column


def _note_below(above: list[_Open], row: BodyRow) -> None:
    if above:
        before = above[-1].shares if above[-1].rows else (0.0,) * len(row.shares)
        alike = len(before) == len(row.shares)
        above[-1].shares = tuple(map(sum, zip(before, row.shares, strict=True))) if alike else ()
        above[-1].rows.append(" ".join(filter(None, row.labels)) or row.heading)
    if above and above[-1].below is None:
        above[-1].below = row.indent
        above[-1].beside = above[-1].rank > 0 and row.column > above[-1].column
        above[-1].set_below = row.style
        above[-1].described = _row_describes(row)
        above[-1].of_sexes = bool(_SEX.fullmatch(" ".join(row.labels)))


def _own_labels(row: BodyRow, carried: list[str], begin: int) -> Path:
    """Return a row's own labels from a column on; a blank one before a further one, or before data, means the one
    above it.
    """
    if not any(row.labels) and row.data and not row.heads_columns:
        return tuple(filter(None, carried[begin : begin + 1]))
    own: list[str] = []
    further = False
    for at in range(len(row.labels) - 1, -1, -1):
        label = row.labels[at]
        if not label and further and not _is_new(row, carried, at):
            label = carried[at]
        further = further or bool(label)
        own.append(label)
        carried[at] = label or carried[at]
        if row.labels[at] and at + 1 < len(row.labels) and not row.labels[at + 1]:
            carried[at + 1] = ""
    for at in range(len(row.labels), len(carried)):
        carried[at] = ""
    return tuple(label for label in own[::-1][begin:] if label)


def _is_new(row: BodyRow, carried: Sequence[str], at: int) -> bool:
    """Return whether a blank label stands for none: right of a new one, or as the number of a sum."""
    numbered = carried[at].rstrip(".)").isdigit() and bool(_TOTAL.fullmatch(row.labels[at + 1]))
    return numbered or any(label and label != carried[left] for left, label in enumerate(row.labels[:at]))
