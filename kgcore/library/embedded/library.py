"""A library in one SQLite file, as the port `Library` has it."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import zlib
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from kgcore.library.embedded.schema import FILE, open_file, read_head, translated, with_body
from kgcore.library.fields import FIELDS
from kgcore.library.model import Article, Hit, LibraryInfo, LibraryQuery, RawTable, Scope, Status, Term

T = TypeVar("T")
_WEIGHTS = ", ".join(str(weight) for _, weight in FIELDS)
_POOL = 100  # articles that are put in order for one query
_SOME = 500  # ids in one statement


class EmbeddedLibrary:
    """Reads one library; its work is done in threads, one at a time."""

    def __init__(self, folder: Path, db: sqlite3.Connection) -> None:
        self._folder, self._db = folder, db
        self._path = folder / FILE
        self._lock = threading.Lock()

    @classmethod
    def open(cls, folder: Path) -> EmbeddedLibrary:
        """Open the library in a folder. Raises LibraryError."""
        return cls(folder, open_file(folder))

    async def close(self) -> None:
        await self._do(self._db.close)

    async def info(self) -> LibraryInfo:
        return await self._do(self._info)

    async def search(self, query: LibraryQuery, top: int = 20) -> tuple[Hit, ...]:
        return await self._do(lambda: self._search(query, top))

    async def articles(self, ids: Collection[str]) -> Mapping[str, Article]:
        return await self._do(lambda: {id: found for id in ids if (found := self._article(id)) is not None})

    async def tables(self, ids: Collection[str]) -> Mapping[str, tuple[RawTable, ...]]:
        found = await self.articles(ids)
        return {id: article.tables for id, article in found.items()}

    async def statuses(self, ids: Collection[str]) -> Mapping[str, Status]:
        return await self._do(lambda: self._statuses(list(ids)))

    async def _do(self, work: Callable[[], T]) -> T:
        def alone() -> T:
            with self._lock, translated(self._path):
                return work()

        return await asyncio.to_thread(alone)

    def _info(self) -> LibraryInfo:
        counts = self._db.execute(
            "SELECT count(*), sum(has_body), sum(tables), sum(status='retracted'), sum(characters),"
            " min(year), max(year) FROM articles"
        ).fetchone()
        designs = self._db.execute("SELECT design, count(*) AS n FROM articles GROUP BY design ORDER BY n DESC")
        embedder = self._db.execute("SELECT value FROM meta WHERE name='embedder'").fetchone()
        years = (counts[5], counts[6]) if counts[5] else None
        articles, bodies, tables, retracted, characters = (int(n or 0) for n in counts[:5])
        name = embedder[0] if embedder else ""
        return LibraryInfo(
            self._folder.name, articles, bodies, tables, retracted, characters, years, dict(designs), name
        )

    def _article(self, id: str) -> Article | None:
        row = self._db.execute(
            "SELECT a.id, head, body FROM ids JOIN articles a ON a.id=ids.article"
            " LEFT JOIN bodies b ON b.article=a.id WHERE ids.id=?",
            (id,),
        ).fetchone()
        if row is None:
            return None
        article = read_head(row[1])
        if row[2] is None:
            return article
        sources = self._db.execute("SELECT id, source FROM tables WHERE article=?", (row[0],))
        return with_body(article, row[2], {id: zlib.decompress(source).decode() for id, source in sources})

    def _statuses(self, ids: Sequence[str]) -> dict[str, Status]:
        found: dict[str, Status] = {}
        for start in range(0, len(ids), _SOME):
            some = ids[start : start + _SOME]
            marks = ",".join("?" * len(some))
            rows = self._db.execute(
                f"SELECT ids.id, status FROM ids JOIN articles a ON a.id=ids.article WHERE ids.id IN ({marks})", some
            )
            found.update((id, Status(status)) for id, status in rows)
        return found

    def _search(self, query: LibraryQuery, top: int) -> tuple[Hit, ...]:
        match = match_expression(query.terms)
        if not match:
            return ()
        rows = self._db.execute(
            f"SELECT rowid, bm25(words, {_WEIGHTS}) FROM words WHERE words MATCH ? ORDER BY 2 LIMIT ?", (match, top)
        ).fetchall()
        return tuple(Hit(self._head(number), -score) for number, score in rows)

    def _head(self, number: int) -> Article:
        (head,) = self._db.execute("SELECT head FROM articles WHERE id=?", (number,)).fetchone()
        return read_head(head)


def match_expression(terms: Sequence[Term]) -> str:
    """Return the terms in FTS5's own language: any of those of one scope, and one of every scope."""
    scopes: dict[Scope, list[str]] = {}
    for term in terms:
        scopes.setdefault(term.scope, []).extend(map(_quoted, (term.text, *term.also)))
    return " AND ".join(
        f"({' OR '.join(words)})" if scope is Scope.ALL else f'"{scope.value}": ({" OR ".join(words)})'
        for scope, words in scopes.items()
    )


def _quoted(words: str) -> str:
    return '"' + words.replace('"', '""').replace("\x00", " ") + '"'


def unit_rows(blobs: Sequence[bytes]) -> NDArray[np.float32]:
    """Return kept vectors as rows of one array."""
    return np.frombuffer(b"".join(blobs), np.float16).reshape(len(blobs), -1).astype(np.float32)
