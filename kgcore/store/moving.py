"""Copying a store into another, of whatever kind: batch by batch, each row once, compared in the end.

A copy that was interrupted is gone on with: rows that are there already, and the same, are not written again.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from kgcore.errors import StoreError
from kgcore.values.moving import Moved

Cell = str | bytes | int | None
Row = tuple[Cell, ...]
BATCH = 500
_NAMESPACE, _KEY = "moving", "from"  # the mark of a store into which another is being copied


@dataclass(frozen=True, slots=True)
class Table:
    """A table that both kinds have: the columns that are copied, what names a row, and in which order they come."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]
    order: tuple[str, ...] = ()  # by what they come; what names them unless said


_AUDIT = "number at deed place what person_seal text_seal digest person person_salt text text_salt"
TABLES = (
    Table("threads", ("key", "title", "model", "updated"), ("key",)),
    Table("turns", ("seq", "id", "thread", "event", "body"), ("seq",)),
    Table("deeds", ("seq", "event", "thread", "person", "kind", "body"), ("seq",)),
    Table("notes", ("id", "thread", "person", "kind", "body"), ("id",)),
    Table("receipts", ("turn", "receipt"), ("turn",)),
    Table("figures", ("key", "png", "svg", "alt", "width", "height", "title"), ("key",), ("place",)),
    Table("state", ("namespace", "key", "value"), ("namespace", "key")),
    Table("audit", tuple(_AUDIT.split()), ("number",)),
    Table("inbox", ("seq", "id", "kind", "body", "attempts", "finished", "incident", "received"), ("seq",)),
    Table("work", ("event", "together", "alone"), ("event",)),
)


class Shelf(Protocol):
    """A store's tables, held for this alone. Raises StoreError."""

    words: str  # what it is, for people

    def rows(self, table: Table, after: Row, limit: int) -> tuple[list[Row], Row]:
        """Return the rows behind a place in a table's order (() is its beginning), and the place behind them."""
        ...

    def found(self, table: Table, keys: Sequence[Row]) -> dict[Row, Row]:
        """Return those of the rows that are there, by what names them."""
        ...

    def put(self, table: Table, rows: Sequence[Row]) -> None:
        """Write rows, all of them or none; one that is there is replaced."""
        ...

    def count(self, table: Table) -> int:
        """Return how many rows a table has."""
        ...

    def finish(self) -> None:
        """Make the store ready for use: what is written next comes behind what was copied."""
        ...


def move_store(
    source: Shelf, target: Shelf, told: Callable[[str, int], None] = lambda table, rows: None
) -> list[Moved]:
    """Copy everything and compare it; return what is there now, by table. `told` hears how far it is.

    Raises StoreError where the target holds something else, or where the two differ in the end.
    """
    _begin(source, target)
    written = {table.name: _copied(source, target, table, told) for table in TABLES}
    found = [_compared(source, target, table, written[table.name]) for table in TABLES]
    target.finish()
    return found


def _begin(source: Shelf, target: Shelf) -> None:
    """Mark the target as one into which this source is being copied. Raises StoreError."""
    state = next(table for table in TABLES if table.name == "state")
    mark = target.found(state, [(_NAMESPACE, _KEY)]).get((_NAMESPACE, _KEY))
    held = {table.name: count for table in TABLES if (count := target.count(table))}
    if mark is None and held.keys() - {"state"}:
        what = ", ".join(f"{count} {name}" for name, count in held.items())
        raise StoreError(f"{target.words} is not empty ({what}).", hint="Name a new file or an empty database.")
    if mark is not None and mark[2] != source.words:
        hint = "Go on with that one, or name a new file or an empty database."
        raise StoreError(f"{target.words} is half a copy of {mark[2]!s}.", hint=hint)
    target.put(state, [(_NAMESPACE, _KEY, source.words)])


def _batches(shelf: Shelf, table: Table) -> Iterator[list[Row]]:
    after: Row = ()
    while True:
        rows, after = shelf.rows(table, after, BATCH)
        if not rows:
            return
        yield [_plain(table, row) for row in rows]


def _plain(table: Table, row: Row) -> Row:
    """Return a row as both kinds can keep it: without NUL, and pictures packed as they are today."""
    cells = tuple(cell.replace("\x00", "\ufffd") if isinstance(cell, str) else cell for cell in row)
    if table.name == "figures" and isinstance(svg := cells[2], str):
        return (*cells[:2], zlib.compress(svg.encode(), 6), *cells[3:])
    return cells


def _named(table: Table, row: Row) -> Row:
    return tuple(row[table.columns.index(column)] for column in table.key)


def _copied(source: Shelf, target: Shelf, table: Table, told: Callable[[str, int], None]) -> int:
    """Copy the rows of a table that are not there, or differ; return how many those were."""
    done = written = 0
    for rows in _batches(source, table):
        there = target.found(table, [_named(table, row) for row in rows])
        missing = [row for row in rows if there.get(_named(table, row)) != row]
        if missing:
            target.put(table, missing)
        done, written = done + len(rows), written + len(missing)
        told(table.name, done)
    return written


def _compared(source: Shelf, target: Shelf, table: Table, written: int) -> Moved:
    """Compare a table's rows here and there. Raises StoreError."""
    first, second = (_summed(shelf, table) for shelf in (source, target))
    if first != second:
        raise StoreError(
            f"The copy differs in {table.name}: {first[0]} rows here, {second[0]} there.",
            hint=f"{source.words} is whole. Empty {target.words}, and copy it again.",
        )
    return Moved(table.name, first[0], written, first[1])


def _summed(shelf: Shelf, table: Table) -> tuple[int, str]:
    """Return how many rows a table has, and the digest of all of them."""
    count, digest = 0, hashlib.sha256()
    for rows in _batches(shelf, table):
        for row in rows:
            if table.name == "state" and row[:2] == (_NAMESPACE, _KEY):
                continue
            count += 1
            cells = [cell.hex() if isinstance(cell, bytes) else cell for cell in row]
            digest.update(json.dumps(cells).encode() + b"\n")
    return count, digest.hexdigest()
