"""What an import must remember of millions of rows: in memory as long as it fits, then on the disk."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, zip_longest
from operator import itemgetter

from kgcore.graph.embedded.rows import EdgeRow

# Keys kept in memory (about 150 bytes each): as many as a graph of ADInt's size has relations, so that it stays quick.
MOST_NEAR = 1_000_000
_BATCH = 10_000  # rows written at once
_DUPLICATES = "CREATE TABLE duplicates(n INTEGER, publications, sources, sentences, note, extra, year INTEGER)"


class KeyNumbers:
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
            self._far = temporary_database("CREATE TABLE known(key TEXT UNIQUE, value INTEGER)")
        found = self.get(key)
        if found is not None:
            return found
        self._far.execute("INSERT INTO known VALUES(?,?)", (str(key), value))
        self._beyond += 1
        return value


def temporary_database(*statements: str) -> sqlite3.Connection:
    """Return an empty database on the disk that is gone when it is closed, with these tables, in one transaction."""
    # An empty name is a file of SQLite's own.
    db = sqlite3.connect("", isolation_level=None, check_same_thread=False)
    for statement in ("PRAGMA journal_mode=OFF", "PRAGMA synchronous=OFF", "PRAGMA cache_size=-65536", *statements):
        db.execute(statement)
    db.execute("BEGIN")
    return db


class Duplicates:
    """Rows that say the same as an earlier one, until they are joined with it.

    A literature graph may state one triple in fifty thousand rows: no memory holds them all.
    """

    def __init__(self) -> None:
        self._waiting: list[tuple[int | str, ...]] = []
        self._db: sqlite3.Connection | None = None
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, number: int, row: EdgeRow) -> None:
        """Keep a row that says the same as edge `number`."""
        texts = "|".join(row.publications), "|".join(row.sources), "|".join(row.sentences)
        self._waiting.append((number, *texts, row.note, row.extra, row.year))
        self._count += 1
        if len(self._waiting) >= _BATCH:
            self._flush()

    def by_edge(self) -> Iterator[tuple[int, Sequence[EdgeRow]]]:
        """Yield every edge that has duplicates with them, in the order in which they came."""
        if not self._count:
            return
        db = self._flush()
        rows = db.execute("SELECT * FROM duplicates ORDER BY n, rowid")
        for number, group in groupby(rows, itemgetter(0)):
            yield number, [_row(*values) for _, *values in group]
        db.close()

    def _flush(self) -> sqlite3.Connection:
        if self._db is None:
            self._db = temporary_database(_DUPLICATES)
        self._db.executemany("INSERT INTO duplicates VALUES(?,?,?,?,?,?,?)", self._waiting)
        self._waiting.clear()
        return self._db


def _row(publications: str, sources: str, sentences: str, note: str, extra: str, year: int) -> EdgeRow:
    return EdgeRow("", 0, "", 0, False, _split(publications), _split(sources), _split(sentences), note, extra, year)


def _split(cell: str) -> tuple[str, ...]:
    return tuple(cell.split("|")) if cell else ()


def join_rows(first: EdgeRow, others: Iterable[EdgeRow]) -> EdgeRow:
    """Join rows that say the same: every paper once, with its sentence; every source once; the first note."""
    sentence: dict[str, str] = {}
    sources: dict[str, None] = {}
    for row in (first, *others):
        sources |= dict.fromkeys(row.sources)
        for paper, words in zip_longest(row.publications, row.sentences[: len(row.publications)], fillvalue=""):
            sentence[paper] = sentence.get(paper) or words
    note = first.note or next((t.note for t in others if t.note), "")
    said = tuple(sentence.values()) if any(sentence.values()) else ()
    return first._replace(publications=tuple(sentence), sources=tuple(sources), sentences=said, note=note)
