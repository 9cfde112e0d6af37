"""What an import must remember of millions of rows: keys with a number, in memory first, then on the disk."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

# Keys kept in memory (about 150 bytes each): as many as a graph of ADInt's size has relations, so that it stays quick.
MOST_NEAR = 1_000_000


class Known:
    """A mapping from texts or whole numbers to numbers, in order of appearance, that does not outgrow the memory."""

    def __init__(self, most: int = MOST_NEAR) -> None:
        self._most = most
        self._near: dict[str | int, int] = {}
        self._far: sqlite3.Connection | None = None
        self._beyond = 0

    def __len__(self) -> int:
        return len(self._near) + self._beyond

    def __contains__(self, key: str | int) -> bool:
        return self.get(key) is not None

    def __iter__(self) -> Iterator[str]:
        yield from map(str, self._near)
        if self._far is not None:
            yield from (key for (key,) in self._far.execute("SELECT key FROM known ORDER BY rowid"))

    def get(self, key: str | int) -> int | None:
        """Return the key's number, or None."""
        found = self._near.get(key)
        if found is not None or self._far is None:
            return found
        row = self._far.execute("SELECT value FROM known WHERE key=?", (str(key),)).fetchone()
        return int(row[0]) if row else None

    def setdefault(self, key: str | int, value: int) -> int:
        """Return the key's number; give it this one if it has none."""
        if self._far is None:
            if len(self._near) < self._most:
                return self._near.setdefault(key, value)
            self._far = temporary("CREATE TABLE known(key TEXT UNIQUE, value INTEGER)")
        found = self.get(key)
        if found is not None:
            return found
        self._far.execute("INSERT INTO known VALUES(?,?)", (str(key), value))
        self._beyond += 1
        return value


def temporary(*statements: str) -> sqlite3.Connection:
    """Return an empty database on the disk that is gone when it is closed, with these tables, in one transaction."""
    # An empty name is a file of SQLite's own.
    db = sqlite3.connect("", isolation_level=None, check_same_thread=False)
    for statement in ("PRAGMA journal_mode=OFF", "PRAGMA synchronous=OFF", "PRAGMA cache_size=-65536", *statements):
        db.execute(statement)
    db.execute("BEGIN")
    return db
