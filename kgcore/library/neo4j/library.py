"""A library in Neo4j, as the port `Library` has it: Lucene finds candidates, `matching` and `ranking` order them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np
from neo4j import Record
from numpy.typing import NDArray

from kgcore.errors import LibraryError
from kgcore.library.ids import sendable_ids
from kgcore.library.matching import (
    ALL,
    FIELDS_POOL,
    FRONT,
    FRONT_POOL,
    FRONT_WEIGHTS,
    NEAR,
    NEAREST,
    OTHERS_POOL,
    WEIGHTS,
    AnyOf,
    Corpus,
    Match,
    Paper,
    Phrase,
    best_matching,
    front_match,
    match_of,
    means_alone,
    other_names_match,
)
from kgcore.library.model import Article, Hit, LibraryInfo, LibraryQuery, Status, Term
from kgcore.library.neo4j.connection import LONG_SECONDS, READ_SECONDS, Connection
from kgcore.library.neo4j.schema import FIELDS, INDEX, kept_words
from kgcore.library.neo4j.writer import WHOLE, article_of
from kgcore.library.packing import read_head
from kgcore.library.ranking import Scored, hits_of, ranked
from kgcore.library.searching import Embedding, SearchedLibrary
from kgcore.library.terms import rarity_of, stems_of, telling_of

T = TypeVar("T")
_WIDER = 2  # times as many candidates as are put in order: Lucene's order is not quite ours
_MOST_CLAUSES = 900  # of one question to Lucene, which takes 1,024
_WIDEST = 20  # times as many near ones, of which filters leave some
_MANY = 1_000  # papers asked for, from which it may take long
_NONE = "evigraphnothing"  # a word that nothing has

_FILTERED = """\
($years IS NULL OR $years[0] <= a.year <= $years[1])
  AND ($designs IS NULL OR a.design IN $designs) AND ($statuses IS NULL OR a.status IN $statuses)
  AND ($types IS NULL OR any(type IN $types WHERE a.types CONTAINS type))"""
_FOUND = f"""\
CALL db.index.fulltext.queryNodes('{INDEX}', $match_{{0}}) YIELD node AS a WHERE {_FILTERED}
RETURN a LIMIT $top_{{0}}"""
_CANDIDATES = f"""\
CALL {{ {_FOUND.format(0)} UNION {_FOUND.format(1)} UNION {_FOUND.format(2)} }}
RETURN a.n AS n, a.length AS length, [field IN $fields | a[field]] AS texts"""
_NEAREST = f"""\
CALL db.index.vector.queryNodes('evigraph_article_meaning', $wide, $meaning) YIELD node AS a, score
WHERE 2 * score - 1 >= $near AND {_FILTERED}
RETURN a.n AS n, a.head AS head, 2 * score - 1 AS near ORDER BY near DESC, n LIMIT $top"""
_PAPERS_WITH = f"CALL db.index.fulltext.queryNodes('{INDEX}', $match) YIELD node RETURN count(node) AS papers"
_WORDS = "UNWIND $stems AS stem MATCH (w:EvigraphWord {stem: stem}) RETURN stem, w.papers AS papers, w.front AS front, w.columns AS columns"  # noqa: E501
_BEGINNING = """\
UNWIND $begins AS begin MATCH (w:EvigraphWord) WHERE w.stem STARTS WITH begin AND w.papers >= $few
RETURN w.stem AS stem, w.papers AS papers"""
_WRITTEN = f"""\
CALL db.index.fulltext.queryNodes('{INDEX}', $match) YIELD node AS a
WITH a ORDER BY a.n LIMIT $top RETURN a.head AS head"""
_HEADS = """\
UNWIND $numbers AS n MATCH (a:EvigraphArticle {n: n})
RETURN n, a.head AS head, CASE WHEN $meaning IS NULL OR a.meaning IS NULL THEN NULL
  ELSE 2 * vector.similarity.cosine(a.meaning, $meaning) - 1 END AS near"""
_WHOLE = f"UNWIND $ids AS asked MATCH (:EvigraphArticleId {{id: asked}})-[:NAMES]->(a){WHOLE.replace('RETURN', 'RETURN asked,').replace('WITH a, t', 'WITH asked, a, t')}"  # noqa: E501
_DESCRIBED = """\
UNWIND $ids AS asked MATCH (:EvigraphArticleId {id: asked})-[:NAMES]->(a) RETURN asked, a.head AS head"""
_STATUSES = """\
UNWIND $ids AS asked MATCH (:EvigraphArticleId {id: asked})-[:NAMES]->(a) RETURN asked, a.status AS status"""
_WITH_TABLES = """\
MATCH (a:EvigraphArticle)<-[:NAMES]-(i:EvigraphArticleId) WHERE a.tables > 0
WITH a, min(i.id) AS id RETURN id, toString(a.characters) + ':' + toString(a.tables) AS mark ORDER BY a.n"""
_RETRACTED = "MATCH (a:EvigraphArticle {status: $status})<-[:NAMES]-(i) RETURN i.id AS id"
_INFO = """\
MATCH (a:EvigraphArticle)
RETURN count(a) AS articles, sum(CASE WHEN a.has_body THEN 1 ELSE 0 END) AS bodies, sum(a.tables) AS tables,
  sum(CASE WHEN a.status = 'retracted' THEN 1 ELSE 0 END) AS retracted, sum(a.characters) AS characters,
  min(a.year) AS first, max(a.year) AS last"""
_DESIGNS = "MATCH (a:EvigraphArticle) RETURN a.design AS design, count(*) AS n ORDER BY n DESC, design"


class Neo4jLibrary(SearchedLibrary):
    """Reads the library of one database; a search is five questions to it."""

    def __init__(self, connection: Connection, embedder: Embedding | None = None) -> None:
        """Open the library; papers are ordered by meaning, too, where it was made with this embedder.

        Raises LibraryError.
        """
        self._connection = connection
        try:
            made = connection.library()["embedder"]
        except LibraryError:
            connection.close()
            raise
        self._embedder = embedder if embedder is not None and made == embedder.name else None

    async def close(self) -> None:
        await self._do(self._connection.close)

    async def info(self) -> LibraryInfo:
        return await self._do(self._info)

    async def articles(self, ids: Collection[str], *, whole: bool = True) -> Mapping[str, Article]:
        if not whole:
            rows = await self._rows(_DESCRIBED, ids=sendable_ids(ids))
            return {row["asked"]: read_head(row["head"]) for row in rows}
        rows = await self._rows(_WHOLE, seconds=LONG_SECONDS, ids=sendable_ids(ids))
        return {row["asked"]: article_of(row) for row in rows}

    async def ids(self) -> Sequence[str]:
        rows = await self._rows("MATCH (a:EvigraphArticle) RETURN a.id AS id ORDER BY a.n", seconds=LONG_SECONDS)
        return [row["id"] for row in rows]

    async def with_tables(self) -> Mapping[str, str]:
        return {row["id"]: row["mark"] for row in await self._rows(_WITH_TABLES, seconds=LONG_SECONDS)}

    async def retracted(self) -> frozenset[str]:
        rows = await self._rows(_RETRACTED, status=Status.RETRACTED.value)
        return frozenset(row["id"] for row in rows)

    async def statuses(self, ids: Collection[str]) -> Mapping[str, Status]:
        rows = await self._rows(_STATUSES, ids=sendable_ids(ids))
        return {row["asked"]: Status(row["status"]) for row in rows}

    async def _rows(self, text: str, **parameters: Any) -> list[Record]:
        return await self._do(lambda: self._connection.read(text, **parameters))

    async def _do(self, work: Callable[[], T]) -> T:
        return await asyncio.to_thread(work)

    def _info(self) -> LibraryInfo:
        own, read = self._connection.library(), self._connection.read
        (row,) = read(_INFO, seconds=LONG_SECONDS)
        designs = {r["design"]: r["n"] for r in read(_DESIGNS, seconds=LONG_SECONDS)}
        years = (row["first"], row["last"]) if row["first"] else None
        names = ("articles", "bodies", "tables", "retracted", "characters")
        articles, bodies, tables, retracted, characters = (int(row[name] or 0) for name in names)
        name = str(own["embedder"])
        return LibraryInfo("neo4j", articles, bodies, tables, retracted, characters, years, designs, name)

    def _rarity(self, terms: Sequence[Term]) -> dict[str, float]:
        having = self._having(stems_of(terms))
        return rarity_of(terms, self._connection.library()["articles"], lambda stem: _papers(having, stem))

    def _papers_with(self, stem: str) -> int:
        return _papers(self._having({stem}), stem)

    def _words_that_begin(self, begins: Sequence[str], few: int) -> Iterator[tuple[str, int]]:
        rows = self._connection.read(_BEGINNING, begins=begins, few=few)
        return ((row["stem"], row["papers"]) for row in rows)

    def _with_word(self, stem: str, most: int) -> Iterator[Article]:
        heads = self._connection.read(_WRITTEN, match=_lucene(Match((AnyOf(ALL, ((stem,),)),)), {}), top=most)
        return (read_head(row["head"]) for row in heads)

    # ── search ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def _search(self, query: LibraryQuery, meaning: NDArray[np.float32] | None, top: int) -> tuple[Hit, ...]:
        own = self._connection.library()
        having = self._having(stems_of(query.terms) | _stems_in(match_of(query, query.terms)))
        typed = tuple(term for term in query.terms if not term.added)
        match = match_of(query, telling_of(typed, own["articles"], lambda stem: _papers(having, stem)))
        if not match.groups:
            return ()
        front, others = front_match(query, match), other_names_match(query)
        every = (match, front, others)
        papers = self._papers(query, every, having, top)
        corpus = Corpus(own["articles"], own["words"] / max(1, own["articles"]), self._frequencies(every, having))
        fields = best_matching(match, WEIGHTS, papers, corpus, max(FIELDS_POOL, top))
        in_front = best_matching(front, FRONT_WEIGHTS, papers, corpus, FRONT_POOL)
        named = best_matching(others, FRONT_WEIGHTS, papers, corpus, OTHERS_POOL)
        numbers = list(dict.fromkeys((*list(fields)[: max(FRONT_POOL, top)], *in_front, *named)))
        columns = (fields, in_front, named)
        vector = meaning.tolist() if meaning is not None else None
        found = self._scored(numbers, columns, vector, LONG_SECONDS if top > _MANY else READ_SECONDS)
        if not found and vector is not None and means_alone(query):
            asked: dict[str, Any] = {"meaning": vector, "wide": NEAREST * _WIDEST, "near": NEAR, "top": NEAREST}
            rows = self._connection.read(_NEAREST, **asked, **_filters(query))
            found = [Scored(row["n"], read_head(row["head"]), meaning=row["near"]) for row in rows]
        rarity = rarity_of(query.terms, own["articles"], lambda stem: _papers(having, stem))
        return hits_of(query, ranked(query, found, rarity)[:top])

    def _scored(
        self, numbers: list[int], columns: Sequence[Mapping[int, float]], meaning: list[float] | None, seconds: float
    ) -> list[Scored]:
        """Return candidates with all that they are ordered by."""
        fields, front, named = columns
        rows = self._connection.read(_HEADS, seconds=seconds, numbers=numbers, meaning=meaning)
        heads = {row["n"]: row for row in rows}
        found = []
        for n in (n for n in numbers if n in heads):
            near = (heads[n]["near"] or 0.0) if n in fields or n in front else 0.0
            scores = (fields.get(n, 0.0), front.get(n, 0.0), near, named.get(n, 0.0))
            found.append(Scored(n, read_head(heads[n]["head"]), *scores))
        return found

    def _papers(
        self, query: LibraryQuery, every: Sequence[Match], having: Mapping[str, Record], top: int
    ) -> list[Paper]:
        """Return what Lucene finds, counted: more than are put in order, for its order is not ours."""
        words = sorted({phrase for match in every for phrase in match.phrases()})
        pools = (max(FIELDS_POOL, top), FRONT_POOL, OTHERS_POOL)
        asked: dict[str, Any] = {}
        for n, (match, pool) in enumerate(zip(every, pools, strict=True)):
            asked |= {f"match_{n}": _lucene(match, having), f"top_{n}": pool * _WIDER}
        rows = self._connection.read(
            _CANDIDATES,
            seconds=LONG_SECONDS if top > _MANY else READ_SECONDS,
            fields=FIELDS,
            **asked,
            **_filters(query),
        )
        marks = [(phrase, kept_words(list(phrase))) for phrase in words]
        return [Paper(row["n"], _counts(marks, row["texts"]), row["length"]) for row in rows]

    def _having(self, stems: Collection[str]) -> dict[str, Record]:
        """Return in how many papers words stand: in any field, in front, and by field."""
        rows = self._connection.read(_WORDS, stems=list(stems)) if stems else []
        return {row["stem"]: row for row in rows}

    def _frequencies(
        self, every: Iterable[Match], having: Mapping[str, Record]
    ) -> dict[tuple[Phrase, tuple[int, ...]], int]:
        """Return in how many papers each phrase stands in the columns where it is looked for."""
        found: dict[tuple[Phrase, tuple[int, ...]], int] = {}
        for group in (group for match in every for group in match.groups):
            for phrase in filter(None, group.phrases):
                key = (phrase, group.columns)
                if key not in found:
                    found[key] = self._frequency(phrase, group.columns, having)
        return found

    def _frequency(self, phrase: Phrase, columns: tuple[int, ...], having: Mapping[str, Record]) -> int:
        if len(phrase) > 1:
            match = _lucene(Match((AnyOf(columns, (phrase,)),)), {})
            return int(self._connection.read(_PAPERS_WITH, match=match)[0]["papers"])
        row = having.get(phrase[0])
        if row is None:
            return 0
        if columns == ALL:
            return int(row["papers"])
        return int(row["front"] if columns == FRONT else row["columns"][columns[0]])


def _counts(marks: Iterable[tuple[Phrase, str]], texts: Sequence[str | None]) -> dict[Phrase, tuple[int, ...]]:
    """Return how often phrases (each as it is kept) stand in the fields of a paper."""
    return {phrase: tuple(text.count(mark) if text else 0 for text in texts) for phrase, mark in marks}


def _papers(having: Mapping[str, Record], stem: str) -> int:
    return int(having[stem]["papers"]) if stem in having else 0


def _stems_in(match: Match) -> set[str]:
    return {stem for phrase in match.phrases() for stem in phrase}


def _lucene(match: Match, having: Mapping[str, Record]) -> str:
    """Return a match in Lucene's own language; one that finds nothing where nothing is asked.

    Of very many words it has the rarest, which find what the others would.
    """
    clauses = sum(len(g.columns) * len(g.phrases) for g in (*match.groups, *match.without))
    share = min(1.0, _MOST_CLAUSES / max(1, clauses))
    wanted = [f"+({_any_of(group, share, having)})" for group in match.groups]
    without = [f"-({_any_of(group, share, having)})" for group in match.without]
    return " ".join((*wanted, *without)) or f"{FIELDS[0]}:{_NONE}"


def _any_of(group: AnyOf, share: float, having: Mapping[str, Record]) -> str:
    phrases = sorted({p for p in group.phrases if p}, key=lambda p: (_papers(having, p[0]) if len(p) == 1 else 0, p))
    some = phrases[: max(1, int(len(phrases) * share))]
    return " ".join(f'{FIELDS[c]}:"{" ".join(p)}"^{WEIGHTS[c]}' for p in some for c in group.columns) or (
        f"{FIELDS[0]}:{_NONE}"
    )


def _filters(query: LibraryQuery) -> dict[str, Any]:
    return {
        "years": list(query.years) if query.years else None,
        "designs": [one.value for one in query.designs] or None,
        "statuses": [one.value for one in query.statuses] or None,
        "types": list(query.types) or None,
    }
