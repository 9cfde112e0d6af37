"""Tables: the records of a CSV or TSV file, in constant memory, and what stands in their cells."""

from __future__ import annotations

import csv
import json
import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import quote

from kgcore.errors import InputError
from kgcore.ingest.files import Advance, SourceFile
from kgcore.ingest.report import Findings, RowTrouble
from kgcore.ingest.text import line_stretches
from kgcore.values.text import BROKEN, C0, C1, DIRECTIONS, SEPARATORS, any_of

# Names in our own exports: the column for what no column can be named after (JSON), and id spaces of Neo4j's tables
MORE = "evigraph_more"
PAPER_SPACE = "EvigraphPaper"
PREDICATE_SPACE = "EvigraphPredicate"
LONGEST_NAME = 1000
LONGEST_ID = 500
LONGEST_TEXT = 100_000
NO_TYPE = "Thing"
_BREAKS = re.compile(r"\s*[\t\n\r\x0b\x0c]\s*")
_CONTROL = any_of(C0, C1, SEPARATORS, DIRECTIONS, BROKEN)
_VAGUE = frozenset({"NamedThing", "Entity", "BiologicalEntity", "ThingWithTaxon", "PhysicalEssence", "OntologyClass"})
_DIGITS = re.compile(r"\d{1,9}")
_ID = re.compile(r"(PMID):([0-9]{1,10})|(PMC):((?:PMC)?[0-9]{1,10})|(DOI):(10\.[0-9]{4,9}/[^\s<>\"]{1,250})", re.I)
_URL = re.compile(r"https?://[^\s<>\"]{1,2000}", re.I)
_YEAR = re.compile(r"(1[4-9][0-9]{2}|20[0-9]{2})(?:-[0-9]{2}(?:-[0-9]{2})?|\.0)?")
MOST_LINES = 200  # of one record: a quoted description has some; a forgotten quote would swallow the file
Record = tuple[int, list[str]]  # line number from 1, cells
RecordBlock = tuple[Sequence[int], list[list[str]]]


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
    for numbers, rows in record_blocks(file, findings, advance, dialect):
        yield from zip(numbers, rows, strict=True)


def record_blocks(file: SourceFile, findings: Findings, advance: Advance, dialect: Dialect) -> Iterator[RecordBlock]:
    """Yield (line numbers, cells) of records that follow each other; otherwise as `read_records`."""
    stretches = line_stretches(file, findings, advance, latin=dialect.latin)
    if dialect.quote:
        yield from _QuotedRecords(file, findings, dialect, stretches).blocks()
        return
    for first, lines in stretches:
        if first == 1:
            lines[0] = lines[0].removeprefix("\ufeff")
        rows = [line.split(dialect.delimiter) for line in lines if line]
        if len(rows) == len(lines):
            yield range(first, first + len(lines)), rows
        elif rows:
            yield [number for number, line in enumerate(lines, first) if line], rows


class _QuotedRecords:
    """The records of a file in which a quoted cell may run over several lines."""

    def __init__(
        self, file: SourceFile, findings: Findings, dialect: Dialect, stretches: Iterator[tuple[int, list[str]]]
    ) -> None:
        self._file, self._findings, self._dialect, self._stretches = file, findings, dialect, stretches
        self._one = _OneLine(dialect)
        self._waiting: deque[tuple[int, str]] = deque()

    def blocks(self) -> Iterator[RecordBlock]:
        """Yield the records: those of one stretch of lines together, and each fault in its place between them."""
        quote, delimiter = self._dialect.quote, self._dialect.delimiter
        numbers, rows = list[int](), list[list[str]]()
        while self._waiting or self._fill():
            while self._waiting:
                number, line = self._waiting.popleft()
                line = line.removeprefix("\ufeff") if number == 1 else line
                if quote not in line:
                    cells: list[str] | RowTrouble | None = line.split(delimiter) if line else None
                else:
                    cells = self._one.cells(line) or self._over_lines(line)
                if isinstance(cells, RowTrouble):
                    if rows:
                        yield numbers, rows
                        numbers, rows = [], []
                    self._findings.add(f"{self._file.name}:{number}", cells)
                elif cells is not None:
                    numbers.append(number)
                    rows.append(cells)
            if rows:
                yield numbers, rows
                numbers, rows = [], []

    def _fill(self) -> bool:
        """Take the next stretch of lines; tell whether there was one."""
        first, lines = next(self._stretches, (0, list[str]()))
        self._waiting.extend(enumerate(lines, first))
        return bool(lines)

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
        quote = self._dialect.quote
        doubled = line.replace(f"\\{quote}", quote * 2) if self._dialect.escaped else line
        self._line = f"{doubled}\n"
        try:
            found: list[str] = next(self._reader)
        except (csv.Error, StopIteration):
            return None
        return found


def _parse_record(text: str, dialect: Dialect) -> list[str] | None:
    """Return the cells; None where a quote is still open; [] where a cell is too long or cannot be read."""
    ready = text.replace(f"\\{dialect.quote}", dialect.quote * 2) if dialect.escaped else text
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


def column_key(name: str) -> str:
    """Return a column's name without case, blanks, underscores and hyphens."""
    return "".join(c for c in name.casefold() if c.isalnum())


def one_line(text: str) -> str:
    """Return text as one line, without control characters."""
    if text.isascii() and text.isprintable():
        return text.strip()
    return _CONTROL.sub("", _BREAKS.sub(" ", text)).strip()


def list_item(text: str) -> str:
    """Return text that can stand in a list: "|" parts the items of one."""
    return one_line(text).replace("|", "¦")


def list_items(texts: Iterable[str]) -> tuple[str, ...]:
    """Return each item once, in order, without empty ones."""
    return tuple(dict.fromkeys(filter(None, map(list_item, texts)))) if texts else ()


def split_cell(cell: str, mark: str = "|") -> tuple[str, ...]:
    """Return the items of a cell."""
    return list_items(cell.split(mark)) if cell else ()


def properties_json(extra: Mapping[str, str] | None) -> str:
    """Return named texts as the JSON that the tables hold; "" for none."""
    found = {one_line(k): one_line(v)[:LONGEST_TEXT] for k, v in extra.items()} if extra else {}
    kept = {k: v for k, v in found.items() if k and v}
    return json.dumps(kept, ensure_ascii=False) if kept else ""


def cited_id(written: str) -> str:
    """Return a paper's id; bare digits are PubMed's; "" for what is none."""
    text = written.strip()
    if _DIGITS.fullmatch(text.removesuffix(".0")) and text.isascii():
        number = int(text.removesuffix(".0"))
        return f"PMID:{number}" if number else ""
    return paper_id(text)


def best_category(names: Iterable[str]) -> str:
    """Return the most telling category, without its prefix: "biolink:NamedThing|biolink:Disease" → "Disease"."""
    plain = [name.rpartition(":")[2].strip() for name in names]
    return next((n for n in plain if n and n not in _VAGUE), next(filter(None, plain), NO_TYPE))


def read_properties(cell: str) -> dict[str, str]:
    """Return the properties that stand in one cell as JSON; what is no JSON object is a property itself."""
    try:
        value = json.loads(cell) if cell else {}
    except (ValueError, RecursionError):
        return {MORE: cell}
    return {str(k): str(v) for k, v in value.items()} if isinstance(value, dict) else {MORE: cell}


def paper_id(text: str) -> str:
    """Return the id in the one way in which it is written here (pmid:011 is PMID:11, PMC:77 is PMC:PMC77), or ""."""
    found = _ID.fullmatch(text)
    if found is None:
        return ""
    if found[1]:
        return f"PMID:{int(found[2])}"
    if found[3]:
        return f"PMC:PMC{int(found[4].upper().removeprefix('PMC'))}"
    return f"DOI:{found[6]}"


def paper_url(id: str) -> str:
    """Return where a paper with a good id can be read."""
    prefix, _, rest = id.partition(":")
    match prefix:
        case "PMID":
            return f"https://pubmed.ncbi.nlm.nih.gov/{rest}/"
        case "PMC":
            return f"https://www.ncbi.nlm.nih.gov/pmc/articles/{rest}/"
        case _:
            return f"https://doi.org/{quote(rest, safe='/():;._-')}"


def is_url(text: str) -> bool:
    """Tell whether the text is an http(s) address without blanks, quotes or angle brackets."""
    return _URL.fullmatch(text) is not None


@lru_cache(maxsize=4096)
def publication_year(text: str) -> int | None:
    """Return the year of "2019", "2019-05-01" or "2019.0", 0 for "", None for what is no year."""
    if not text:
        return 0
    found = _YEAR.fullmatch(text)
    return int(found[1]) if found else None
