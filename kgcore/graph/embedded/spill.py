"""What an import must remember of millions of rows: near at hand as long as it fits, then packed or on the disk."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, repeat, zip_longest
from operator import itemgetter
from tempfile import TemporaryFile
from typing import IO, NamedTuple
from weakref import finalize

import numpy as np
from numpy.typing import NDArray

from kgcore.graph.embedded.arrays import Ints
from kgcore.graph.embedded.known import NOBODY, KeyTable, Stamps, stamps_of
from kgcore.graph.embedded.rows import EdgeColumns, EdgeRow

# Keys kept as they are (about 150 bytes each, and found twice as quickly as those in a table).
MOST_NEAR = 1_000_000
_DUPLICATES = "CREATE TABLE duplicates(n INTEGER, publications, sources, sentences, note, extra, year INTEGER)"


class KeyNumbers:
    """A mapping from texts or whole numbers to numbers, in order of appearance, that does not outgrow the memory.

    Where it is `listed`, it can be gone through; without, far keys are not kept in full.
    """

    def __init__(self, most: int = MOST_NEAR, *, listed: bool = False) -> None:
        self._most = most
        self._listed = listed
        self._near: dict[str | int, int] = {}
        self._far: KeyTable | None = None
        self._written: IO[str] | None = None

    def __len__(self) -> int:
        return len(self._near) + (len(self._far) if self._far is not None else 0)

    def __contains__(self, key: str | int) -> bool:
        return key in self._near or (self._far is not None and self._far.get(key) != NOBODY)

    def __iter__(self) -> Iterator[str]:
        yield from map(str, self._near)
        if self._written is not None:
            self._written.seek(0)
            yield from (json.loads(line) for line in self._written)

    def get(self, key: str | int) -> int | None:
        """Return the key's number, or None."""
        found = self._near.get(key)
        if found is not None or self._far is None:
            return found
        far = self._far.get(key)
        return None if far == NOBODY else far

    def find(self, keys: Sequence[str]) -> Ints:
        """Return the numbers of many keys, `NOBODY` for those that have none."""
        if not self._near:
            return np.full(len(keys), NOBODY) if self._far is None else self._far.find(stamps_of(keys))
        found = np.fromiter(map(self._near.get, keys, repeat(NOBODY)), np.int64, len(keys))
        if self._far is not None and len(unknown := np.flatnonzero(found == NOBODY)):
            found[unknown] = self._far.find(stamps_of([keys[i] for i in unknown.tolist()]))
        return found

    def unmarked(self, keys: Sequence[str]) -> tuple[NDArray[np.bool_], Stamps]:
        """Return which of many keys are not in here, and by what to `mark` them."""
        stamps = stamps_of(keys)
        new = np.full(len(keys), True) if self._far is None else self._far.find(stamps) == NOBODY
        if self._near:
            new &= np.fromiter(map(self._near.get, keys, repeat(NOBODY)), np.int64, len(keys)) == NOBODY
        return new, stamps

    def mark(self, keys: Stamps) -> None:
        """Keep many new keys that differ, all under the number 1; not in a mapping that is listed.

        They are packed at once: a large dictionary costs more to look through than arrays do.
        """
        self._far = self._far or KeyTable()
        self._far.add(keys, np.ones(len(keys.stamps), np.int64))

    def setdefault(self, key: str | int, value: int) -> int:
        """Return the key's number; give it this one, from 0 on, if it has none."""
        if self._far is None:
            if len(self._near) < self._most:
                return self._near.setdefault(key, value)
            self._far = KeyTable()
        found = self._near.get(key)
        if found is not None:
            return found
        before = len(self._far)
        given = self._far.setdefault(key, value)
        if self._listed and len(self._far) > before:
            if self._written is None:
                self._written = TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115
                finalize(self, self._written.close)
            self._written.write(json.dumps(str(key)) + "\n")
        return given


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
        self._db: sqlite3.Connection | None = None
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, numbers: Sequence[int], rows: EdgeColumns) -> None:
        """Keep rows that say the same as the edges of these numbers."""
        if not numbers:
            return
        self._db = self._db or temporary_database(_DUPLICATES)
        texts = rows.publications, rows.sources, rows.sentences, rows.note, rows.extra
        values = zip(numbers, *texts, rows.year.tolist(), strict=True)
        self._db.executemany("INSERT INTO duplicates VALUES(?,?,?,?,?,?,?)", values)
        self._count += len(numbers)

    def by_edge(self) -> Iterator[tuple[int, Sequence[Duplicate]]]:
        """Yield every edge that has duplicates with them, in the order in which they came."""
        if self._db is None:
            return
        rows = self._db.execute("SELECT * FROM duplicates ORDER BY n, rowid")
        for number, group in groupby(rows, itemgetter(0)):
            yield number, [Duplicate(*values) for _, *values in group]
        self._db.close()


class Duplicate(NamedTuple):
    """What the table holds of an edge, and of rows that say the same; lists are joined by "|"."""

    publications: str
    sources: str
    sentences: str
    note: str
    extra: str
    year: int = 0


def join_duplicates(first: Duplicate, others: Sequence[Duplicate]) -> Duplicate:
    """Join rows that say the same as `join_rows` does; where none has sentences, in a fraction of the time."""
    if any(row.sentences for row in (first, *others)):
        row = join_rows(_row(first), [_row(other) for other in others])
        texts = "|".join(row.publications), "|".join(row.sources), "|".join(row.sentences)
        return first._replace(publications=texts[0], sources=texts[1], sentences=texts[2], note=row.note)
    papers = _each_once([first.publications, *(row.publications for row in others)])
    sources = first.sources
    if "|" in sources or any(row.sources != sources for row in others):
        sources = _each_once([sources, *(row.sources for row in others)])
    note = first.note or next((row.note for row in others if row.note), "")
    return Duplicate(papers, sources, first.sentences, note, first.extra, first.year)


def _each_once(cells: Sequence[str]) -> str:
    return "|".join(dict.fromkeys(filter(None, "|".join(cells).split("|"))))


def _row(one: Duplicate) -> EdgeRow:
    papers, sources, sentences = (_split(cell) for cell in (one.publications, one.sources, one.sentences))
    return EdgeRow("", 0, "", 0, False, papers, sources, sentences, one.note, one.extra, one.year)


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
