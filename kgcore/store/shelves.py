"""A SQLite store's tables, to be copied from or into."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from sqlite_utils import Database

from kgcore.errors import StoreBusy, StoreDamaged, StoreError, StoreFull
from kgcore.store.moving import Row, Shelf, Table
from kgcore.store.schema import prepare_database, transaction

_CHUNK = 200  # keys that are asked for at once


class SqliteShelf:
    """See `kgcore.store.moving.Shelf`."""

    def __init__(self, db: sqlite3.Connection, words: str) -> None:
        self.words = words
        self._db = db

    def rows(self, table: Table, after: Row, limit: int) -> tuple[list[Row], Row]:
        """Return the rows behind a place, and the place behind them."""
        order = tuple("rowid" if column == "place" else column for column in table.order or table.key)
        by, marks = ", ".join(order), ", ".join("?" * len(order))
        where = f"WHERE ({by}) > ({marks})" if after else ""
        sql = f"SELECT {', '.join(table.columns)}, {by} FROM {table.name} {where} ORDER BY {by} LIMIT ?"
        found = self._db.execute(sql, (*after, limit)).fetchall()
        width = len(table.columns)
        return [row[:width] for row in found], found[-1][width:] if found else ()

    def found(self, table: Table, keys: Sequence[Row]) -> dict[Row, Row]:
        """Return those of the rows that are there."""
        places = [table.columns.index(column) for column in table.key]
        marks = f"({', '.join('?' * len(table.key))})"
        there: dict[Row, Row] = {}
        for start in range(0, len(keys), _CHUNK):
            part = keys[start : start + _CHUNK]
            wanted = f"({', '.join(table.key)}) IN (VALUES {', '.join([marks] * len(part))})"
            sql = f"SELECT {', '.join(table.columns)} FROM {table.name} WHERE {wanted}"
            for row in self._db.execute(sql, [cell for key in part for cell in key]):
                there[tuple(row[place] for place in places)] = row
        return there

    def put(self, table: Table, rows: Sequence[Row]) -> None:
        """Write rows, all of them or none."""
        new = [column for column in table.columns if column not in table.key]
        kept = "NOTHING" if table.name == "audit" else "UPDATE SET " + ", ".join(f"{c} = excluded.{c}" for c in new)
        sql = (
            f"INSERT INTO {table.name} ({', '.join(table.columns)}) VALUES ({', '.join('?' * len(table.columns))})"
            f" ON CONFLICT ({', '.join(table.key)}) DO {kept}"
        )
        with transaction(Database(self._db)):
            self._db.executemany(sql, rows)

    def count(self, table: Table) -> int:
        """Return how many rows a table has."""
        return int(self._db.execute(f"SELECT count(*) FROM {table.name}").fetchone()[0])

    def finish(self) -> None:
        """Take the mark of a copy away."""
        self._db.execute("DELETE FROM state WHERE namespace = 'moving'")


@contextmanager
def open_sqlite_shelf(path: Path, *, new: bool) -> Iterator[Shelf]:
    """Open a store's file while nobody else has it; `new`: make it where it is not there. Raises StoreError."""
    if not new and not path.is_file():
        raise StoreError(f"There is no store at {path}.", hint="Check the file's name.")
    if new:
        _make(path)
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.text_factory = lambda text: text.decode("utf-8", "replace")
            prepare_database(Database(db), str(path))
            if new:
                yield SqliteShelf(db, str(path.resolve()))
                return
            db.execute("BEGIN IMMEDIATE")  # until it is closed: who writes meanwhile is told that the store is busy
            yield SqliteShelf(db, str(path.resolve()))
    except sqlite3.OperationalError as error:
        name = getattr(error, "sqlite_errorname", "")
        kind = StoreBusy if name.startswith("SQLITE_BUSY") else StoreFull if name == "SQLITE_FULL" else StoreError
        raise kind(f"{path} cannot be used: {error}.", hint="Is a process using it, or the disk full?") from error
    except sqlite3.DatabaseError as error:
        raise StoreDamaged(
            f"{path} is damaged: {error}.", hint="`evigraph check --only storage` repairs it."
        ) from error


def _make(path: Path) -> None:
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise StoreError(f"{path} cannot be used: {error.strerror}.", hint="Check the folder's rights.") from error
