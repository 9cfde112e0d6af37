"""Rows that say the same as an earlier one, kept on the disk until they are joined with it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, zip_longest
from operator import itemgetter

from kgcore.graph.known import temporary
from kgcore.graph.rows import EdgeRow

_BATCH = 10_000
_TABLE = "CREATE TABLE twins(n INTEGER, publications, sources, sentences, note, extra, year INTEGER)"


class Twins:
    """A literature graph may state one triple in fifty thousand rows: no memory holds them all."""

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
        """Yield every edge that has twins with them, in the order in which they came."""
        if not self._count:
            return
        db = self._flush()
        rows = db.execute("SELECT * FROM twins ORDER BY n, rowid")
        for number, group in groupby(rows, itemgetter(0)):
            yield number, [_row(*values) for _, *values in group]
        db.close()

    def _flush(self) -> sqlite3.Connection:
        if self._db is None:
            self._db = temporary(_TABLE)
        self._db.executemany("INSERT INTO twins VALUES(?,?,?,?,?,?,?)", self._waiting)
        self._waiting.clear()
        return self._db


def _row(publications: str, sources: str, sentences: str, note: str, extra: str, year: int) -> EdgeRow:
    return EdgeRow("", 0, "", 0, False, _split(publications), _split(sources), _split(sentences), note, extra, year)


def _split(cell: str) -> tuple[str, ...]:
    return tuple(cell.split("|")) if cell else ()


def joined(first: EdgeRow, twins: Iterable[EdgeRow]) -> EdgeRow:
    """Join rows that say the same: every paper once, with its sentence; every source once; the first note."""
    sentence: dict[str, str] = {}
    sources: dict[str, None] = {}
    for row in (first, *twins):
        sources |= dict.fromkeys(row.sources)
        for paper, words in zip_longest(row.publications, row.sentences[: len(row.publications)], fillvalue=""):
            sentence[paper] = sentence.get(paper) or words
    note = first.note or next((t.note for t in twins if t.note), "")
    said = tuple(sentence.values()) if any(sentence.values()) else ()
    return first._replace(publications=tuple(sentence), sources=tuple(sources), sentences=said, note=note)
