"""Text of any size out of a file, in constant memory: lines, how a file begins, and JSON."""

from __future__ import annotations

import codecs
import csv
import json
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from kgcore.errors import InputError
from kgcore.ingest.files import Advance, SourceFile
from kgcore.ingest.report import Findings, RowTrouble
from kgcore.values.text import C1, DIRECTIONS, SEPARATORS, any_of

LONGEST_LINE = 4 << 20  # bytes; the longest real row (a hub paper with all its sentences) has a tenth of that
# C0 without tab, newline and return, and DEL
_CONTROL_BYTES = bytes(b for b in range(32) if b not in b"\t\n\r") + b"\x7f"
# C1, line and paragraph separators, and the marks that turn the reading direction of what follows
_CONTROL = any_of(C1, SEPARATORS, DIRECTIONS)


def text_lines(
    file: SourceFile, findings: Findings, advance: Advance, *, latin: bool = False
) -> Iterator[tuple[int, str]]:
    """Yield (line number from 1, text without its end) of every good line; bad ones go to `findings`.

    With `latin`, a line that is not UTF-8 is Latin-1. Raises InputError where the file cannot be read or decompressed,
    OSError never.
    """
    for first, text in line_stretches(file, findings, advance, latin=latin):
        yield from enumerate(text.split("\n"), first)


def line_stretches(
    file: SourceFile, findings: Findings, advance: Advance, *, latin: bool = False
) -> Iterator[tuple[int, str]]:
    """Yield (number of the first line, text) of every stretch of good lines; otherwise as `text_lines`."""
    for first, stretch in _raw_stretches(file, advance):
        text = None if stretch is None else _good_text(stretch)
        if text is not None:
            yield first, text
            continue
        good: list[str] = []
        number = first
        for number, line in enumerate([None] if stretch is None else stretch.split(b"\n"), first):
            trouble, found = (RowTrouble.TOO_LONG, "") if line is None else _decode(_clean(line), latin)
            if trouble is None:
                good.append(found)
                continue
            if good:
                yield number - len(good), "\n".join(good)
                good = []
            findings.add(f"{file.name}:{number}", trouble)
        if good:
            yield number + 1 - len(good), "\n".join(good)


def _decode(line: bytes, latin: bool) -> tuple[RowTrouble | None, str]:
    """Return what is wrong with a line, or None and its text."""
    if line.translate(None, _CONTROL_BYTES) != line:
        return RowTrouble.CONTROL_CHARACTER, ""
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        if not latin:
            return RowTrouble.BROKEN_UTF8, ""
        text = line.decode("latin-1")
    return (RowTrouble.CONTROL_CHARACTER if not text.isascii() and _CONTROL.search(text) else None), text


def _raw_stretches(file: SourceFile, advance: Advance) -> Iterator[tuple[int, bytes | None]]:
    """Yield (number of the first line, lines that follow each other), or None for one line that is too long."""
    number, rest, skipping = 1, b"", False
    for chunk in file.chunks(advance):
        first, newline, others = chunk.partition(b"\n")
        rest, skipping = _carry(rest, first, skipping)
        if not newline:
            continue
        if skipping:
            yield number, None
            number += 1
        whole, newline, after = others.rpartition(b"\n")
        lines = ([] if skipping else [rest]) + ([whole] if newline else [])
        if lines:
            stretch = b"\n".join(lines)
            yield number, stretch
            number += stretch.count(b"\n") + 1
        rest, skipping = after, False
    if skipping or rest:
        yield number, None if skipping else rest


def _good_text(stretch: bytes) -> str | None:
    """Return the text of many lines where none has a fault, or else None: a hundred times as quick."""
    if b"\r" in stretch:
        stretch = (stretch + b"\n").replace(b"\r\n", b"\n")[:-1]
    if b"\r" in stretch or stretch.translate(None, _CONTROL_BYTES) != stretch:
        return None
    try:
        text = stretch.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return text if text.isascii() or not _CONTROL.search(text) else None


def _carry(rest: bytes, more: bytes, skipping: bool) -> tuple[bytes, bool]:
    """Lengthen an unfinished line, or give it up when it grows too long."""
    if skipping or len(rest) + len(more) > LONGEST_LINE:
        return b"", True
    return rest + more, False


def _clean(line: bytes) -> bytes:
    line = line[:-1] if line.endswith(b"\r") else line
    return line.replace(b"\r", b" ") if b"\r" in line else line


_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_TAR = (257, b"ustar")
_DELIMITERS = "\t,;|"


@dataclass(frozen=True, slots=True)
class FileHead:
    """The beginning of a file: its text, its first line that is no comment, and the cells of that line."""

    file: SourceFile
    text: str
    first: str
    delimiter: str
    cells: tuple[str, ...]

    @property
    def names(self) -> frozenset[str]:
        """The cells as names of columns, compared without case."""
        return frozenset(cell.casefold() for cell in self.cells)

    @property
    def is_single_line(self) -> bool:
        """Whether there is no second line."""
        return len(self.text.strip().splitlines()) == 1

    def has(self, *names: str) -> bool:
        """Tell whether these columns are there."""
        return self.names.issuperset(names)

    def json_object(self) -> dict[str, object]:
        """Return the first line as a JSON object; {} where it is none."""
        try:
            value = json.loads(self.first) if self.first.startswith("{") else {}
        except (ValueError, RecursionError):
            return {}
        return value if isinstance(value, dict) else {}


def file_head(file: SourceFile) -> FileHead:
    """Read how a file begins; raises InputError for what is no text."""
    raw = file.head()
    if raw.startswith(_UTF16):
        raise InputError("is UTF-16 text.", where=file.name, hint="Save it as UTF-8.")
    if raw[_TAR[0] :].startswith(_TAR[1]):
        raise InputError("is a tar archive.", where=file.name, hint="Unpack it, and give the folder.")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        text = raw.decode("latin-1")
    text = text.removeprefix("\ufeff")
    first = next((line for line in text.splitlines() if line.strip() and not _comment(line)), "")
    delimiter = max(_DELIMITERS, key=lambda d: (first.count(d), -_DELIMITERS.index(d)))
    return FileHead(file, text, first, delimiter, split_row(first, delimiter))


def split_row(line: str, delimiter: str) -> tuple[str, ...]:
    """Return the cells of one line."""
    try:
        row = next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:
        row = line.split(delimiter)
    return tuple(cell.strip() for cell in row)


def _comment(line: str) -> bool:
    # HPO's older files begin their header with a hash, too
    return line.startswith("#") and not re.match(r"#\s*database_?id\b", line, re.I)


LONGEST_ITEM = 16 << 20  # characters; BEL's longest node is a complex of a few thousand
_BLANK = re.compile(r"[ \t\r\n]*")


def json_items(file: SourceFile, advance: Advance) -> Iterator[tuple[int, Any]]:
    """Yield (number from 1, value) for the items of a file that is one JSON array; raises InputError for any other."""
    yield from enumerate(_JsonReader(file, advance).items(), 1)


def json_members(file: SourceFile, keys: Collection[str], advance: Advance) -> Iterator[tuple[str, int, Any]]:
    """Yield (key, number of the item from 1, value) for the items of the top-level arrays named `keys`, and
    (key, 0, value) for every other member that is small enough to be held.

    Raises InputError where it is no JSON object.
    """
    yield from _JsonReader(file, advance).members(keys)


def json_lines(file: SourceFile, findings: Findings, advance: Advance) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Yield (line number, object) of a file with one JSON object a line; what is none goes to `findings`."""
    for number, line in text_lines(file, findings, advance):
        if not line.strip():
            continue
        try:
            value = json.loads(line.removeprefix("\ufeff"))
        except (ValueError, RecursionError):
            value = None
        if isinstance(value, dict):
            yield number, value
        else:
            findings.add(f"{file.name}:{number}", RowTrouble.BAD_RECORD, "not a JSON object")


class _JsonReader:
    def __init__(self, file: SourceFile, advance: Advance) -> None:
        self._name = file.name
        self._chunks = file.chunks(advance)
        self._decode = codecs.getincrementaldecoder("utf-8")()
        self._json = json.JSONDecoder()
        self._text = ""
        self._at = 0
        self._ended = False
        self._read = 0

    def members(self, keys: Collection[str]) -> Iterator[tuple[str, int, Any]]:
        if self._peek() == "\ufeff":
            self._at += 1
        self._take("{")
        while self._peek() != "}":
            key = self._value()
            if not isinstance(key, str):
                raise self._bad("a name in quotes is missing")
            self._take(":")
            if key in keys and self._peek() == "[":
                for number, value in enumerate(self._array(), 1):
                    yield key, number, value
            else:
                yield key, 0, self._value()
            if self._peek() == ",":
                self._at += 1
            elif self._peek() != "}":
                raise self._bad("a comma is missing")

    def items(self) -> Iterator[Any]:
        if self._peek() == "\ufeff":
            self._at += 1
        yield from self._array()

    def _array(self) -> Iterator[Any]:
        self._take("[")
        while self._peek() != "]":
            yield self._value()
            if self._peek() == ",":
                self._at += 1
            elif self._peek() != "]":
                raise self._bad("a comma is missing")
        self._at += 1

    def _value(self) -> Any:
        self._peek()
        while True:
            try:
                value, end = self._json.raw_decode(self._text, self._at)
            except (ValueError, RecursionError) as exc:
                if isinstance(exc, RecursionError):
                    raise self._bad("it is nested too deeply") from exc
                if not self._more():
                    raise self._bad("it breaks off, or is no JSON") from exc
                continue
            # A number at the end of what was read may go on.
            if end == len(self._text) and not isinstance(value, str | list | dict) and self._more():
                continue
            self._at = end
            return value

    def _peek(self) -> str:
        while True:
            found = _BLANK.match(self._text, self._at)
            self._at = found.end() if found else self._at
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._more():
                raise self._bad("it breaks off")

    def _take(self, mark: str) -> None:
        if self._peek() != mark:
            raise self._bad(f"{mark} is missing")
        self._at += 1

    def _more(self) -> bool:
        """Read on; each time twice as much, so that a long item is not tried over and over."""
        if self._ended:
            return False
        kept = self._text[self._at :]
        if len(kept) > LONGEST_ITEM:
            raise self._bad(f"an item is longer than {LONGEST_ITEM >> 20} million characters")
        wanted, found = max(len(kept), 1), [kept]
        try:
            while wanted > 0:
                chunk = next(self._chunks, b"")
                self._ended = not chunk
                text = self._decode.decode(chunk, final=self._ended)
                found.append(text)
                wanted -= len(text)
                if self._ended:
                    break
        except UnicodeDecodeError as exc:
            raise self._bad("it is not UTF-8") from exc
        self._read += self._at
        self._text, self._at = "".join(found), 0
        return len(self._text) > len(kept)

    def _bad(self, why: str) -> InputError:
        near = "".join(c for c in self._text[self._at : self._at + 30] if c.isprintable())
        return InputError(
            f"is no whole JSON: at character {self._read + self._at + 1:,} {why}" + (f" (“{near}”)." if near else "."),
            where=self._name,
        )
