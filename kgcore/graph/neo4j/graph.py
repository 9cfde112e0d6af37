"""The KnowledgeGraph port over a database: one question per method, whatever the schema."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kgcore.graph.card import EntityCard, links_of
from kgcore.graph.neo4j.bolt import LOAD_SECONDS
from kgcore.graph.neo4j.cypher import Questions
from kgcore.graph.neo4j.linking import Finder, Linker, Spot
from kgcore.graph.neo4j.values import Reader, Row, is_sendable, sendable
from kgcore.link import Ranking
from kgcore.model import Candidate, Edge, Entity, GraphInfo, Kin, Mention, Neighbour, Neighbourhood, Paper, Path
from kgcore.paths import class_score, is_specific, path_score
from kgcore.ports import Pair

Ask = Callable[..., Awaitable[Sequence[Any]]]  # a statement and its parameters → rows

MOST_KIN = 24
_MOST_PAIRS = 500  # in one question about paths, lest it take too long; no turn has as many
_RANGE = range(1, 1000)
_ORDINARY = [path_score(n) for n in _RANGE if is_specific(path_score(n))]
_CLASSES = [class_score(n) for n in _RANGE if is_specific(class_score(n))]


@dataclass(frozen=True, slots=True)
class Schema:
    """How a schema is asked, and how its rows are read."""

    questions: Questions
    reader: Reader


class BoltGraph:
    """Answers with the statements of a schema; a method is one question to the database."""

    note = ""  # why matching by meaning is off, if it is

    def __init__(self, ask: Ask, schema: Schema, info: GraphInfo, finder: Finder) -> None:
        """Take what the subclass opened."""
        self._asked, self._questions, self._read, self._info = ask, schema.questions, schema.reader, info
        self._linker = Linker(finder, info.entities)

    @property
    def info(self) -> GraphInfo:
        """Sizes, predicates, types and provenance."""
        return self._info

    async def candidates(self, mentions: Sequence[Mention], top: int = 5) -> Sequence[tuple[Candidate, ...]]:
        """Per mention, the entities that it may mean, best first; () where it is not linked."""
        return await self._linker.candidates(mentions, top)

    async def rank(self, mentions: Sequence[Mention], top: int = 5) -> Sequence[Ranking]:
        """Per mention, whether it is linked, and its candidates even where it is not."""
        return await self._linker.rank(mentions, top)

    async def spot(self, texts: Sequence[str]) -> Sequence[tuple[Spot, ...]]:
        """Per text, the stretches that name entities."""
        return await self._linker.spot(texts)

    async def entities(self, ids: Collection[str]) -> Mapping[str, Entity]:
        """Return the entities with these ids."""
        wanted = sendable(ids)
        rows = await self._ask(self._questions.entities, wanted, ids=wanted)
        return {e.id: e for e in map(self._read.entity, rows)}

    async def edges_between(self, pairs: Collection[Pair]) -> Mapping[Pair, tuple[Edge, ...]]:
        """Per pair, all edges between the two."""
        wanted = _pairs(pairs)
        found: dict[Pair, list[Any]] = {}
        first: dict[Pair, str] = {}
        for i, upright, row in await self._ask(self._questions.between, wanted, pairs=wanted):
            pair = wanted[i]
            found.setdefault(pair, []).append(row)
            first[pair] = pair[0 if upright else 1]
        read = {pair: self._read.edges(found[pair], first[pair]) for pair in wanted if pair in found}
        return {pair: edges for pair, edges in read.items() if edges}

    async def kin(self, ids: Collection[str]) -> Mapping[str, tuple[Kin, ...]]:
        """Per entity, those one is-a step narrower or broader."""
        wanted = sendable(ids)
        found: dict[str, dict[str, Kin]] = {}
        for id, up, row in await self._ask(self._questions.kin, wanted, ids=wanted, top=MOST_KIN):
            found.setdefault(id, {}).setdefault(row[1], Kin(self._read.entity(row), bool(up)))
        return {id: tuple(found[id].values()) for id in wanted if id in found}

    async def paths(self, pairs: Collection[Pair], top: int = 3) -> Mapping[Pair, tuple[Path, ...]]:
        """Per pair, the specific two-hop paths, best first; hubs are bounded and weighed by their stored degrees."""
        wanted = _pairs(pairs)
        weights = {"ordinary": _ORDINARY, "classes": _CLASSES, "top": max(top, 0)}
        found: dict[Pair, list[Path]] = {}
        for start in range(0, len(wanted), _MOST_PAIRS):
            some = wanted[start : start + _MOST_PAIRS]
            for i, row in await self._ask(self._questions.paths, some, pairs=some, **weights):
                path = self._path(*row)
                if all(path.edges):
                    found.setdefault(some[i], []).append(path)
        return {pair: tuple(found[pair]) for pair in wanted if pair in found}

    async def neighbourhoods(self, ids: Collection[str], top: int = 60) -> Mapping[str, Neighbourhood]:
        """Per entity, all neighbours' ids and the best-documented ones."""
        wanted = sendable(ids)
        found = {}
        for id, around, best in await self._ask(self._questions.neighbourhoods, wanted, ids=wanted, top=max(top, 0)):
            near = (Neighbour(self._read.entity(row), self._read.edges(some, id), row[7]) for row, some in best)
            found[id] = Neighbourhood(id, frozenset(around), tuple(one for one in near if one.edges))
        return {id: found[id] for id in wanted if id in found}

    async def papers(self, ids: Collection[str]) -> Mapping[str, Paper]:
        """Return the papers with these ids."""
        wanted = sendable(ids)
        rows = await self._ask(self._questions.papers, wanted, ids=wanted)
        return {p.id: p for p in sorted(map(self._read.paper, rows), key=lambda p: p.id)}

    async def card(self, id: str, top: int = 10) -> EntityCard | None:
        """Return all that the graph knows about an entity, with the edges to its `top` best neighbours."""
        found = await self.entities([id])
        if id not in found:
            return None
        rows = await self._ask(self._questions.card, [id], id=id)
        hood = (await self.neighbourhoods([id], top))[id]
        edges = tuple(edge for neighbour in hood.best for edge in neighbour.edges)
        papers = await self.papers({p for edge in edges for p in edge.publications})
        kin = (await self.kin([id])).get(id, ())
        others = tuple(neighbour.entity for neighbour in hood.best)
        return EntityCard(
            found[id],
            len(hood.ids),
            links_of(self._counted(rows)),
            edges,
            others,
            tuple(papers.values()),
            kin,
            self._told(rows),
        )

    async def attributes(self, id: str) -> Sequence[tuple[str, str]]:
        """Return what is stored of an entity and `Entity` has no place for."""
        wanted = sendable([id])
        return self._told(await self._ask(self._questions.card, wanted, id=id))

    def _told(self, rows: Sequence[Row]) -> tuple[tuple[str, str], ...]:
        return tuple((str(k), str(v)) for k, v in self._extra(rows).items())

    def _counted(self, rows: Sequence[Row]) -> Counter[tuple[str, bool, bool]]:
        """Return how many edges there are by predicate, whether they leave the entity, and whether they are negated."""
        return Counter({(predicate, out, denied): n for _, predicate, out, denied, n in rows if predicate})

    def _extra(self, rows: Sequence[Row]) -> dict[str, Any]:
        """Return the properties that Evigraph gives no meaning to."""
        return json.loads(rows[0][0]) if rows and rows[0][0] else {}

    async def _warm(self) -> None:
        """Ask everything once: the server plans each question when it first sees it, which may take a second.

        A server that is too old is noticed here, and not in the middle of an answer.
        """
        q = self._questions
        kept = {"ids": [""], "id": "", "pairs": [["", ""]], "ordinary": _ORDINARY, "classes": _CLASSES, "top": 1}
        for statement in (q.entities, q.between, q.kin, q.paths, q.neighbourhoods, q.papers):
            await self._asked(statement, seconds=LOAD_SECONDS, **kept)

    async def _ask(self, statement: str, wanted: Collection[Any], **parameters: Any) -> list[Any]:
        """Return the list that answers; without a question nobody is asked."""
        if not wanted:
            return []
        (row,) = await self._asked(statement, **parameters)
        return list(row["found"])

    def _path(self, a: Row, x: Row, b: Row, score: float, *hops: Sequence[Row]) -> Path:
        ends = ((a, x), (x, b))
        first, second = (
            self._read.edges(rows, str(p[1] if p[7] <= q[7] else q[1])) for (p, q), rows in zip(ends, hops, strict=True)
        )
        entity = self._read.entity
        return Path((entity(a), entity(x), entity(b)), (first, second), score)


def _pairs(pairs: Collection[Pair]) -> list[Pair]:
    return [(a, b) for a, b in dict.fromkeys(pairs) if a != b and is_sendable(a) and is_sendable(b)]
