"""Tables: the records of a CSV or TSV file in constant memory, many at once where they are plain."""

from __future__ import annotations

import csv
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from kgcore.errors import InputError
from kgcore.ingest.files import Advance, SourceFile
from kgcore.ingest.report import Findings, RowTrouble
from kgcore.ingest.text import line_stretches

MOST_LINES = 200  # of one record: a quoted description has some; a forgotten quote would swallow the file
Record = tuple[int, list[str]]  # line number from 1, cells
RecordBlock = tuple[Sequence[int], Sequence[list[str]]]
ColumnBlock = tuple[Sequence[int], Sequence[Sequence[str]]]
Skip = Callable[[list[str]], bool]


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a table is written; an empty quote means that quotes are plain text."""

    delimiter: str = ","
    quote: str = '"'
    latin: bool = False
    escaped: bool = False  # MySQL writes \\" inside quotes where the standard doubles them


TSV = Dialect("\t", "")


def read_records(file: SourceFile, findings: Findings, advance: Advance, dialect: Dialect) -> Iterator[Record]:
    """Yield the records that can be read, empty lines apart; the others go to `findings`."""
    for numbers, rows in RecordReader(file, findings, advance, dialect).blocks():
        yield from zip(numbers, rows, strict=True)


class RecordReader:
    """Reads a file once, as rows or as columns; what cannot be read goes to `findings`, in its place between them.

    Records that follow each other come together, with the numbers of their lines; empty lines are none.
    """

    def __init__(self, file: SourceFile, findings: Findings, advance: Advance, dialect: Dialect) -> None:
        self._file, self._findings, self._dialect = file, findings, dialect
        self._stretches = line_stretches(file, findings, advance, latin=dialect.latin)
        self._waiting: deque[tuple[int, str]] = deque()

    def blocks(self) -> Iterator[RecordBlock]:
        """Yield the records."""
        for first, text in self._stretches:
            yield from self._records(first, text)

    def fitting(self, widths: range, skip: Skip | None = None) -> Iterator[RecordBlock]:
        """Yield the records with so many cells, but for those that `skip` says are none."""
        for first, text in self._stretches:
            yield from self._fitting(first, text, widths, skip)

    def columns(self, width: int, skip: Skip | None = None) -> Iterator[ColumnBlock]:
        """Yield the records with `width` cells, but for those that `skip` says are none, as columns."""
        for first, text in self._stretches:
            plain = None if skip is not None else _split_columns(_unmarked(first, text), self._dialect, width)
            if plain is not None:
                yield range(first, first + len(plain[0])), plain
                continue
            for numbers, rows in self._fitting(first, text, range(width, width + 1), skip):
                yield numbers, list(zip(*rows, strict=True))

    def _fitting(self, first: int, text: str, widths: range, skip: Skip | None) -> Iterator[RecordBlock]:
        for numbers, rows in self._records(first, text):
            if skip is None and all(width in widths for width in set(map(len, rows))):
                yield numbers, rows
                continue
            start = 0
            for i, cells in enumerate([*rows, []]):
                skipped = skip is not None and bool(cells) and skip(cells)
                if len(cells) in widths and not skipped:
                    continue
                if start < i:
                    yield numbers[start:i], rows[start:i]
                start = i + 1
                if cells and not skipped:
                    detail = f"{len(cells)} instead of {widths[-1]}"
                    self._findings.add(f"{self._file.name}:{numbers[i]}", RowTrouble.COLUMN_COUNT, detail)

    def _records(self, first: int, text: str) -> Iterator[RecordBlock]:
        """Yield the records of a stretch of lines; the last of them may go on in the next stretch."""
        text, quote = _unmarked(first, text), self._dialect.quote
        lines = text.split("\n")
        if quote and quote in text:
            rows = _parse_lines(text, self._dialect)
        else:
            rows = [line.split(self._dialect.delimiter) for line in lines if line]
        if rows is None:
            yield from self._one_by_one(first, lines)
        elif len(rows) == len(lines):
            yield range(first, first + len(lines)), rows
        elif rows:
            yield [number for number, line in enumerate(lines, first) if line], rows

    def _one_by_one(self, first: int, lines: Sequence[str]) -> Iterator[RecordBlock]:
        one, numbers, rows = _OneLine(self._dialect), list[int](), list[list[str]]()
        self._waiting.extend(enumerate(lines, first))
        while self._waiting:
            number, line = self._waiting.popleft()
            if not line:
                continue
            cells = one.cells(line) or self._over_lines(line)
            if not isinstance(cells, RowTrouble):
                numbers.append(number)
                rows.append(cells)
                continue
            if rows:
                yield numbers, rows
                numbers, rows = [], []
            self._findings.add(f"{self._file.name}:{number}", cells)
        if rows:
            yield numbers, rows

    def _over_lines(self, text: str) -> list[str] | RowTrouble:
        """Return the cells of a record that may go on in the lines after this one, or what is wrong with it."""
        taken = list[tuple[int, str]]()
        while (cells := _parse_record(text, self._dialect)) is None and len(taken) < MOST_LINES:
            more = self._more()
            while more is not None and self._dialect.quote not in more[1] and len(taken) < MOST_LINES:
                taken.append(more)
                text = f"{text}\n{more[1]}"
                more = self._more()
            if more is None:
                break
            taken.append(more)
            text = f"{text}\n{more[1]}"
        if cells is None:
            self._waiting.extendleft(reversed(taken))
            return RowTrouble.OPEN_QUOTE
        return cells or RowTrouble.TOO_LONG

    def _more(self) -> tuple[int, str] | None:
        return self._waiting.popleft() if self._waiting or self._fill() else None

    def _fill(self) -> bool:
        """Take the next stretch of lines; tell whether there was one."""
        found = next(self._stretches, None)
        self._waiting.extend(enumerate(found[1].split("\n"), found[0]) if found else ())
        return found is not None


def _unmarked(first: int, text: str) -> str:
    """Take the mark of the byte order away from the first line."""
    return text.removeprefix("\ufeff") if first == 1 else text


def _split_columns(text: str, dialect: Dialect, width: int) -> list[list[str]] | None:
    """Return the columns of lines that have `width` cells each and no quotes; None for others."""
    if width < 2 or (dialect.quote and dialect.quote in text):
        return None
    mark = dialect.delimiter
    cells = text.replace("\n", f"{mark}\n{mark}").split(mark)  # between two lines a cell that no other can be
    ends = cells[width :: width + 1]
    if (len(cells) + 1) % (width + 1) or ends.count("\n") != len(ends) or len(ends) != text.count("\n"):
        return None
    return [cells[i :: width + 1] for i in range(width)]


def _parse_lines(text: str, dialect: Dialect) -> list[list[str]] | None:
    """Return the records of lines that are whole ones; None where one goes on in the next or has a fault."""
    lines = _doubled(text, dialect).split("\n")
    try:
        rows = list(csv.reader(lines, delimiter=dialect.delimiter, quotechar=dialect.quote, strict=True))
    except csv.Error:
        return None
    return list(filter(None, rows)) if len(rows) == len(lines) else None


def _doubled(text: str, dialect: Dialect) -> str:
    """Return text with quotes inside quotes written as csv reads them."""
    return text.replace(f"\\{dialect.quote}", dialect.quote * 2) if dialect.escaped else text


class _OneLine:
    """Parses lines that are whole records: one parser for all of them, which is five times as quick as one for each."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._line = ""
        self._reader = csv.reader(self, delimiter=dialect.delimiter, quotechar=dialect.quote, strict=True)

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line, self._line = self._line, ""
        if not line:
            raise StopIteration
        return line

    def cells(self, line: str) -> list[str] | None:
        """Return the cells of a line, or None where it is no whole record or has a fault."""
        self._line = f"{_doubled(line, self._dialect)}\n"
        try:
            found: list[str] = next(self._reader)
        except (csv.Error, StopIteration):
            return None
        return found


def _parse_record(text: str, dialect: Dialect) -> list[str] | None:
    """Return the cells; None where a quote is still open; [] where a cell is too long or cannot be read."""
    ready = _doubled(text, dialect)
    for strict in (True, False):
        reader = csv.reader(
            [f"{s}\n" for s in ready.split("\n")], delimiter=dialect.delimiter, quotechar=dialect.quote, strict=strict
        )
        try:
            return next(_only_record(reader, ready.count("\n")))
        except csv.Error as exc:
            if strict and "unexpected end" in str(exc):
                return None
        except StopIteration:
            return []
    return []


def _only_record(reader: Iterator[list[str]], breaks: int) -> Iterator[list[str]]:
    """Yield the one record; what follows it on further lines means that a quote was closed in the wrong place."""
    first = next(reader, [])
    if breaks and next(reader, None) is not None:
        return
    yield first


def column_names(file: SourceFile, source: Iterator[Record]) -> list[str]:
    """Take the first record as the names of the columns; raises InputError for none, and for one that stands twice."""
    _, cells = next(source, (0, list[str]()))
    names = [cell.strip() for cell in cells]
    if not any(names):
        raise InputError("is empty.", where=file.name, hint="Its first line must name the columns.")
    refuse_repeated_columns(file.name, names)
    return names


def refuse_repeated_columns(file: str, names: list[str]) -> None:
    """Raise InputError where two columns have one name."""
    seen = set[str]()
    for name in names:
        if name and name in seen and not name.endswith(":IGNORE"):
            raise InputError(
                f"has two columns named {name[:60]!r}.", where=f"{file}:1", hint="Give each column a name of its own."
            )
        seen.add(name)
