"""A library in one SQLite file, as the port `Library` has it."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import zlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from kgcore.library.embedded.schema import FILE, open_file, translated
from kgcore.library.fields import FIELDS
from kgcore.library.ids import sendable_ids
from kgcore.library.matching import FIELDS_POOL, FRONT_POOL, NEAR, NEAREST, OTHERS_POOL, about, means_alone
from kgcore.library.model import Article, Hit, LibraryInfo, LibraryQuery, Scope, Status, Term
from kgcore.library.packing import read_head, with_body
from kgcore.library.ranking import Scored, hits_of, ranked
from kgcore.library.searching import Embedding, SearchedLibrary
from kgcore.library.terms import rarity_of, telling_of

T = TypeVar("T")
_WEIGHTS = ", ".join(str(weight) for _, weight in FIELDS)
_FRONT_WEIGHTS = "3, 1, 1, 1, 1, 1, 1, 1"
_SOME = 500  # ids in one statement
_MANY = 10_000  # vectors that are compared at once


class EmbeddedLibrary(SearchedLibrary):
    """Reads one library; its work is done in threads, one at a time."""

    def __init__(self, folder: Path, db: sqlite3.Connection, embedder: Embedding | None = None) -> None:
        self._folder, self._db, self._embedder = folder, db, embedder
        self._dfs: dict[str, int] = {}
        self._retracted: frozenset[str] | None = None
        self._articles: int | None = None
        self._version = 0
        self._path = folder / FILE
        self._lock = threading.Lock()

    @classmethod
    def open(cls, folder: Path, embedder: Embedding | None = None) -> EmbeddedLibrary:
        """Open the library in a folder; papers are ordered by meaning, too, where it was made with this embedder.

        Raises LibraryError.
        """
        db = open_file(folder)
        with translated(folder / FILE):
            db.execute("CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, words, row)")
            made = db.execute("SELECT value FROM meta WHERE name='embedder'").fetchone()
        return cls(folder, db, embedder if embedder is not None and made and made[0] == embedder.name else None)

    async def close(self) -> None:
        await self._do(self._db.close)

    async def info(self) -> LibraryInfo:
        return await self._do(self._info)

    async def articles(self, ids: Collection[str], *, whole: bool = True) -> Mapping[str, Article]:
        read = self._article if whole else self._described
        return await self._do(lambda: {id: found for id in sendable_ids(ids) if (found := read(id)) is not None})

    async def ids(self) -> Sequence[str]:
        sql = "SELECT head FROM articles ORDER BY id"
        return await self._do(lambda: [read_head(head).id for (head,) in self._db.execute(sql)])

    async def with_tables(self) -> Mapping[str, str]:
        sql = (
            "SELECT (SELECT min(id) FROM ids WHERE article = a.id), a.characters || ':' || a.tables FROM articles a "
            "WHERE a.tables > 0 ORDER BY a.id"
        )
        return await self._do(lambda: dict(self._db.execute(sql).fetchall()))

    async def retracted(self) -> frozenset[str]:
        return await self._do(self._retracted_ids)

    async def statuses(self, ids: Collection[str]) -> Mapping[str, Status]:
        return await self._do(lambda: self._statuses(sendable_ids(ids)))

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

    def _described(self, id: str) -> Article | None:
        sql = "SELECT head FROM ids JOIN articles a ON a.id=ids.article WHERE ids.id=?"
        row = self._db.execute(sql, (id,)).fetchone()
        return read_head(row[0]) if row is not None else None

    def _words_that_begin(self, begins: Sequence[str], few: int) -> Iterator[tuple[str, int]]:
        sql = "SELECT term, doc FROM temp.vocabulary WHERE term >= ? AND term < ? AND doc >= ?"
        for begin in begins:
            yield from self._db.execute(sql, (begin, begin + "\uffff", few)).fetchall()

    def _with_word(self, stem: str, most: int) -> Iterator[Article]:
        rows = self._db.execute("SELECT rowid FROM words WHERE words MATCH ? LIMIT ?", (_quoted(stem), most)).fetchall()
        return (self._head(number) for (number,) in rows)

    def _retracted_ids(self) -> frozenset[str]:
        self._renew()
        if self._retracted is None:
            sql = "SELECT ids.id FROM articles a JOIN ids ON ids.article=a.id WHERE a.status=?"
            self._retracted = frozenset(id for (id,) in self._db.execute(sql, (Status.RETRACTED.value,)))
        return self._retracted

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

    def _search(self, query: LibraryQuery, meaning: NDArray[np.float32] | None, top: int) -> tuple[Hit, ...]:
        typed = tuple(term for term in query.terms if not term.added)
        match, (filters, values) = (
            match_expression(query, telling_of(typed, self._count(), self._papers_with)),
            _filters(query),
        )
        if not match:
            return ()
        pool = max(FIELDS_POOL, top)
        fields = self._matches(_without(query, match), _WEIGHTS, filters, values, pool)
        front = self._matches(_without(query, _in_front(query, match)), _FRONT_WEIGHTS, filters, values, FRONT_POOL)
        near = self._near(meaning, {*fields, *front}) if meaning is not None else {}
        others = self._with_other_names(query, filters, values)
        numbers = list(dict.fromkeys((*list(fields)[: max(FRONT_POOL, top)], *front, *others)))
        found = [
            Scored(n, self._head(n), *(column.get(n, 0.0) for column in (fields, front, near, others))) for n in numbers
        ]
        if not found and meaning is not None and means_alone(query):
            nearest = self._nearest(meaning, filters, values)
            found = [Scored(n, self._head(n), meaning=near) for n, near in nearest.items()]
        order = ranked(query, found, self._rarity(query.terms))[:top]
        return hits_of(query, order)

    def _with_other_names(self, query: LibraryQuery, filters: str, values: Sequence[object]) -> dict[int, float]:
        """Return the papers that have one of the names that nobody typed, with their BM25 for the whole query."""
        names = [name for term in query.terms if term.added for name in (term.text, *term.also)]
        if not names or any(term.exact or term.scope is not Scope.ALL for term in query.terms if not term.added):
            return {}
        match = f"{match_expression(query, query.terms)} AND {_in_scope(Scope.ALL, names)}"
        match = _without(query, f"{{title abstract mesh}} : ({match})")
        return self._matches(match, _FRONT_WEIGHTS, filters, values, OTHERS_POOL)

    def _matches(self, match: str, weights: str, filters: str, values: Sequence[object], top: int) -> dict[int, float]:
        rows = self._db.execute(
            f"SELECT w.rowid, bm25(words, {weights}) AS s FROM words w {filters} words MATCH ? ORDER BY s LIMIT ?",
            (*values, match, top),
        )
        return {number: -score for number, score in rows}

    def _near(self, meaning: NDArray[np.float32], numbers: Collection[int]) -> dict[int, float]:
        """Return the nearness of articles to a query's vector."""
        wanted = list(numbers)
        found: dict[int, float] = {}
        for start in range(0, len(wanted), _SOME):
            some = wanted[start : start + _SOME]
            marks = ",".join("?" * len(some))
            rows = self._db.execute(
                f"SELECT id, vector FROM articles WHERE id IN ({marks}) AND vector IS NOT NULL", some
            ).fetchall()
            if rows and len(rows[0][1]) == 2 * len(meaning):
                near = unit_rows([vector for _, vector in rows]) @ meaning
                found.update(zip((id for id, _ in rows), map(float, near), strict=True))
        return found

    def _nearest(self, meaning: NDArray[np.float32], filters: str, values: Sequence[object]) -> dict[int, float]:
        """Return the papers that are near in meaning, whatever their words."""
        where = filters.replace("JOIN articles a ON a.id = w.rowid WHERE", "").removeprefix("WHERE")
        sql = f"SELECT a.id, a.vector FROM articles a WHERE {where} a.vector IS NOT NULL AND length(a.vector) = ?"
        found: dict[int, float] = {}
        rows = self._db.execute(sql, (*values, 2 * len(meaning)))
        while some := rows.fetchmany(_MANY):
            near = unit_rows([vector for _, vector in some]) @ meaning
            found.update((n, c) for (n, _), c in zip(some, map(float, near), strict=True) if c >= NEAR)
        best = sorted(found.items(), key=lambda one: (-about(one[1]), one[0]))
        return dict(best[:NEAREST])

    def _rarity(self, terms: Sequence[Term]) -> dict[str, float]:
        return rarity_of(terms, self._count(), self._papers_with)

    def _count(self) -> int:
        self._renew()
        if self._articles is None:
            self._articles = int(self._db.execute("SELECT count(*) FROM articles").fetchone()[0])
        return self._articles

    def _papers_with(self, stem: str) -> int:
        """Return how many papers have a word; remembered until the library changes."""
        self._renew()
        if stem not in self._dfs:
            row = self._db.execute("SELECT doc FROM temp.vocabulary WHERE term=?", (stem,)).fetchone()
            self._dfs[stem] = row[0] if row else 0
        return self._dfs[stem]

    def _renew(self) -> None:
        """Forget what is remembered of the library if it has changed since."""
        (version,) = self._db.execute("PRAGMA data_version").fetchone()
        if version != self._version:
            self._dfs, self._retracted, self._articles, self._version = {}, None, None, version

    def _head(self, number: int) -> Article:
        (head,) = self._db.execute("SELECT head FROM articles WHERE id=?", (number,)).fetchone()
        return read_head(head)


def match_expression(query: LibraryQuery, telling: Sequence[Term]) -> str:
    """Return the query in FTS5's own language: any of the words of one field, one of every field, and all phrases."""
    scopes: dict[Scope, list[str]] = {}
    groups: list[str] = []
    for term in telling:
        if term.exact:
            groups.append(_in_scope(term.scope, [term.text, *term.also]))
        else:
            scopes.setdefault(term.scope, []).extend((term.text, *term.also))
    if groups and (others := scopes.pop(Scope.ALL, [])):  # where phrases are asked for, other words only help to order
        phrase = next(term for term in telling if term.exact)
        groups.append(_in_scope(Scope.ALL, [phrase.text, *phrase.also, *others]))
    groups += [_in_scope(scope, words) for scope, words in scopes.items()]
    return " AND ".join(groups)


def _without(query: LibraryQuery, match: str) -> str:
    """Return what matches without what is left out, wherever in a paper that stands."""
    without = [_in_scope(term.scope, [term.text]) for term in query.without]
    return f"({match}) NOT ({' OR '.join(without)})" if match and without else match


def _in_scope(scope: Scope, words: Sequence[str]) -> str:
    any_of = f"({' OR '.join(map(_quoted, words))})"
    return any_of if scope is Scope.ALL else f'("{scope.value}" : {any_of})'


def _in_front(query: LibraryQuery, match: str) -> str:
    """Return the same for title, abstract and MeSH alone, where nothing else is named."""
    return f"{{title abstract mesh}} : ({match})" if all(t.scope is Scope.ALL for t in query.terms) else match


def _filters(query: LibraryQuery) -> tuple[str, list[object]]:
    """Return the join and the conditions on articles, up to their AND, and the values of their marks."""
    conditions: list[str] = []
    values: list[object] = []
    if query.years:
        conditions.append("a.year BETWEEN ? AND ?")
        values += query.years
    for column, wanted in (("design", query.designs), ("status", query.statuses)):
        if wanted:
            conditions.append(f"a.{column} IN ({','.join('?' * len(wanted))})")
            values += [one.value for one in wanted]
    if query.types:
        conditions.append(f"({' OR '.join(['instr(a.types, ?)'] * len(query.types))})")
        values += query.types
    if not conditions:
        return "WHERE", values
    return f"JOIN articles a ON a.id = w.rowid WHERE {' AND '.join(conditions)} AND", values


def _quoted(words: str) -> str:
    return '"' + words.replace('"', '""').replace("\x00", " ") + '"'


def unit_rows(blobs: Sequence[bytes]) -> NDArray[np.float32]:
    """Return kept vectors as rows of one array; what rounding did to their length is mended."""
    rows = np.frombuffer(b"".join(blobs), np.float16).reshape(len(blobs), -1).astype(np.float32)
    rows /= np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6)
    return rows
