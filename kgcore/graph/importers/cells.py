"""Reads the records of a CSV or TSV file, quoted cells with line ends in them included, in constant memory."""

from __future__ import annotations

import csv
import json
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from kgcore.errors import InputError
from kgcore.graph.formats import MORE
from kgcore.graph.importers.lines import lines
from kgcore.graph.importers.parts import Part, Tick
from kgcore.graph.importers.report import Findings, Trouble

MOST_LINES = 200  # of one record: a quoted description has some; a forgotten quote would swallow the file
Record = tuple[int, list[str]]  # line number from 1, cells


@dataclass(frozen=True, slots=True)
class Shape:
    """How a table is written; an empty quote means that quotes are plain text."""

    delimiter: str = ","
    quote: str = '"'
    latin: bool = False
    escaped: bool = False  # MySQL writes \\" inside quotes where the standard doubles them


TSV = Shape("\t", "")


def records(part: Part, findings: Findings, tick: Tick, shape: Shape) -> Iterator[Record]:
    """Yield the records that can be read, empty lines apart; the others go to `findings`."""
    source = lines(part, findings, tick, latin=shape.latin)
    waiting: deque[tuple[int, str]] = deque()
    while (item := waiting.popleft() if waiting else next(source, None)) is not None:
        number, line = item
        line = line.removeprefix("\ufeff") if number == 1 else line
        if not shape.quote or shape.quote not in line:
            if line:
                yield number, line.split(shape.delimiter)
            continue
        text, taken = line, list[tuple[int, str]]()
        while (cells := _parsed(text, shape)) is None and len(taken) < MOST_LINES:
            more = waiting.popleft() if waiting else next(source, None)
            while more is not None and shape.quote not in more[1] and len(taken) < MOST_LINES:
                taken.append(more)
                text = f"{text}\n{more[1]}"
                more = waiting.popleft() if waiting else next(source, None)
            if more is None:
                break
            taken.append(more)
            text = f"{text}\n{more[1]}"
        if cells is None:
            findings.add(f"{part.name}:{number}", Trouble.OPEN_QUOTE)
            waiting.extendleft(reversed(taken))
        elif not cells:
            findings.add(f"{part.name}:{number}", Trouble.TOO_LONG)
        else:
            yield number, cells


def _parsed(text: str, shape: Shape) -> list[str] | None:
    """Return the cells; None where a quote is still open; [] where a cell is too long or cannot be read."""
    ready = text.replace(f"\\{shape.quote}", shape.quote * 2) if shape.escaped else text
    for strict in (True, False):
        reader = csv.reader(
            [f"{s}\n" for s in ready.split("\n")], delimiter=shape.delimiter, quotechar=shape.quote, strict=strict
        )
        try:
            return next(_kept(reader, ready.count("\n")))
        except csv.Error as exc:
            if strict and "unexpected end" in str(exc):
                return None
        except StopIteration:
            return []
    return []


def _kept(reader: Iterator[list[str]], breaks: int) -> Iterator[list[str]]:
    """Yield the one record; what follows it on further lines means that a quote was closed in the wrong place."""
    first = next(reader, [])
    if breaks and next(reader, None) is not None:
        return
    yield first


def unpacked(cell: str) -> dict[str, str]:
    """Return what our own export keeps in its column of other properties."""
    try:
        value = json.loads(cell)
    except (ValueError, RecursionError):
        return {MORE: cell}
    return {str(k): str(v) for k, v in value.items()} if isinstance(value, dict) else {MORE: cell}


def header(part: Part, source: Iterator[Record]) -> list[str]:
    """Take the first record as the names of the columns; raises InputError for none, and for one that stands twice."""
    _, cells = next(source, (0, list[str]()))
    names = [cell.strip() for cell in cells]
    once(part.name, names)
    return names


def once(file: str, names: list[str]) -> None:
    """Raise InputError where two columns have one name."""
    seen = set[str]()
    for name in names:
        if name and name in seen and not name.endswith(":IGNORE"):
            raise InputError(
                f"has two columns named {name[:60]!r}.", where=f"{file}:1", mend="Give each column a name of its own."
            )
        seen.add(name)
