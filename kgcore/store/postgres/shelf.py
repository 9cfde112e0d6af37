"""The tables in PostgreSQL, to be copied from or into."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from kgcore.errors import StoreBusy
from kgcore.store.moving import Row, Shelf, Table
from kgcore.store.postgres.database import Address, connect, guarded
from kgcore.store.postgres.schema import Session, migrate
from kgcore.store.schema import TURN

_OTHERS = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'evigraph'"
    " AND pid <> pg_backend_pid()"
)
LEAVING = 1.0  # seconds in which the connections of a process that has just ended are gone


class PostgresShelf:
    """See `kgcore.store.moving.Shelf`."""

    def __init__(self, session: Session, words: str) -> None:
        self.words = words
        self._session = session

    def _all(self, text: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        return self._session.execute(text.encode(), values).fetchall()

    def rows(self, table: Table, after: Row, limit: int) -> tuple[list[Row], Row]:
        """Return the rows behind a place, and the place behind them."""
        order = tuple("seq" if column == "place" else column for column in table.order or table.key)
        by, marks = ", ".join(order), ", ".join(["%s"] * len(order))
        where = f"WHERE ({by}) > ({marks})" if after else ""
        wanted = f"SELECT {', '.join(table.columns)}, {by} FROM {table.name} {where} ORDER BY {by} LIMIT %s"
        found = self._all(wanted, (*after, limit))
        width = len(table.columns)
        return [row[:width] for row in found], found[-1][width:] if found else ()

    def found(self, table: Table, keys: Sequence[Row]) -> dict[Row, Row]:
        """Return those of the rows that are there."""
        places = [table.columns.index(column) for column in table.key]
        marks = ", ".join([f"({', '.join(['%s'] * len(table.key))})"] * len(keys))
        wanted = f"SELECT {', '.join(table.columns)} FROM {table.name} WHERE ({', '.join(table.key)}) IN ({marks})"
        there = self._all(wanted, [cell for key in keys for cell in key]) if keys else []
        return {tuple(row[place] for place in places): row for row in there}

    def put(self, table: Table, rows: Sequence[Row]) -> None:
        """Write rows, all of them or none."""
        columns = list(table.columns)
        if table.name == "turns":  # of whom they are has a column of its own here
            columns.append("person")
            rows = [(*row, TURN.validate_json(str(row[4])).person) for row in rows]
        new = [column for column in columns if column not in table.key]
        kept = "NOTHING" if table.name == "audit" else "UPDATE SET " + ", ".join(f"{c} = excluded.{c}" for c in new)
        text = (
            f"INSERT INTO {table.name} ({', '.join(columns)}) VALUES ({', '.join(['%s'] * len(columns))})"
            f" ON CONFLICT ({', '.join(table.key)}) DO {kept}"
        )
        with self._session.transaction(), self._session.cursor() as cursor:
            cursor.executemany(text.encode(), rows)

    def count(self, table: Table) -> int:
        """Return how many rows a table has."""
        return int(self._all(f"SELECT count(*) FROM {table.name}")[0][0])

    def finish(self) -> None:
        """Have numbers go on behind what was copied, and take the mark of a copy away."""
        with self._session.transaction():
            for table in ("inbox", "turns", "deeds", "figures"):
                last = f"(SELECT coalesce(max(seq), 0) + 1 FROM {table})"
                self._session.execute(
                    f"SELECT setval(pg_get_serial_sequence('{table}', 'seq'), {last}, false)".encode()
                )
            self._session.execute(b"DELETE FROM state WHERE namespace = 'moving'")


@contextmanager
def open_postgres_shelf(url: str) -> Iterator[Shelf]:
    """Open a database's tables while no Evigraph uses them. Raises ConfigError and StoreError."""
    address = Address(url)
    with guarded(address), connect(address) as session:
        session.execute(b"SET statement_timeout = 0")
        migrate(session)
        until = time.monotonic() + LEAVING
        while session.execute(_OTHERS.encode()).fetchone() != (0,):
            if time.monotonic() > until:
                raise StoreBusy(f"{address.words} is in use by Evigraph.", hint="End it first.")
            time.sleep(0.05)
        yield PostgresShelf(session, address.words)
