"""Rows as values; one that cannot be read (somebody's hand, a damaged disk) is set aside: its neighbours can be."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TypeVar

from kgcore.store.postgres.database import execute
from kgcore.store.postgres.schema import NOW, Session

T = TypeVar("T")
log = logging.getLogger("evigraph.store")
_TAKEN_OUT = {  # what is done to a row that cannot be read, after it was set aside, so that its neighbours can be
    "inbox": ("seq", f"UPDATE inbox SET finished = {NOW}, incident = 'unreadable', body = '' WHERE seq = %s"),
    "turns": ("seq", "DELETE FROM turns WHERE seq = %s"),
    "deeds": ("seq", "DELETE FROM deeds WHERE seq = %s"),
    "notes": ("id", "DELETE FROM notes WHERE id = %s"),
}


def read_values(session: Session, table: str, sql: str, value: Callable[..., T], *values: str | int) -> list[T]:
    """Return the values of a table's rows; one that cannot be read is set aside."""
    found: list[T] = []
    for row, *columns in execute(session, sql, *values).fetchall():
        try:
            found.append(value(*columns))
        except (ValueError, KeyError, TypeError) as error:
            _set_aside(session, table, row, error)
    return found


def _set_aside(session: Session, table: str, row: object, error: Exception) -> None:
    """Take a row out of its table and keep what it holds among those set aside; the log tells its place."""
    column, taken_out = _TAKEN_OUT[table]
    name = type(error).__name__
    log.error("a row that cannot be read was set aside: table %s, %s %s (%s)", table, column, row, name)
    kept = f"INSERT INTO aside (source, place, reason, body) SELECT %s, %s, %s, body FROM {table} WHERE {column} = %s"
    with session.transaction():
        session.execute(kept.encode(), [table, f"{column} {row}", name, row])
        session.execute(taken_out.encode(), [row])
