"""How a file begins: what gives its format away."""

from __future__ import annotations

import csv
import json
import re
from dataclasses import dataclass

from kgcore.errors import InputError
from kgcore.graph.importers.parts import Part

_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_TAR = (257, b"ustar")
_DELIMITERS = "\t,;|"


@dataclass(frozen=True, slots=True)
class Head:
    """The beginning of a file: its text, its first line that is no comment, and the cells of that line."""

    part: Part
    text: str
    first: str
    delimiter: str
    cells: tuple[str, ...]

    @property
    def names(self) -> frozenset[str]:
        """The cells as names of columns, compared without case."""
        return frozenset(cell.casefold() for cell in self.cells)

    @property
    def alone(self) -> bool:
        """Whether the first line is the only one."""
        return len(self.text.strip().splitlines()) == 1

    def has(self, *names: str) -> bool:
        """Tell whether these columns are there."""
        return self.names.issuperset(names)

    def json(self) -> dict[str, object]:
        """Return the first line as a JSON object; {} where it is none."""
        try:
            value = json.loads(self.first) if self.first.startswith("{") else {}
        except (ValueError, RecursionError):
            return {}
        return value if isinstance(value, dict) else {}


def head(part: Part) -> Head:
    """Read how a file begins; raises InputError for what is no text."""
    raw = part.head()
    if raw.startswith(_UTF16):
        raise InputError("is UTF-16 text.", where=part.name, mend="Save it as UTF-8.")
    if raw[_TAR[0] :].startswith(_TAR[1]):
        raise InputError("is a tar archive.", where=part.name, mend="Unpack it, and give the folder.")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        text = raw.decode("latin-1")
    text = text.removeprefix("\ufeff")
    first = next((line for line in text.splitlines() if line.strip() and not _comment(line)), "")
    delimiter = max(_DELIMITERS, key=lambda d: (first.count(d), -_DELIMITERS.index(d)))
    return Head(part, text, first, delimiter, cells(first, delimiter))


def cells(line: str, delimiter: str) -> tuple[str, ...]:
    """Return the cells of one line."""
    try:
        row = next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:
        row = line.split(delimiter)
    return tuple(cell.strip() for cell in row)


def _comment(line: str) -> bool:
    # HPO's older files begin their header with a hash, too
    return line.startswith("#") and not re.match(r"#\s*database_?id\b", line, re.I)
