"""Path evidence between many things at once: from each to the next within some steps, else a new segment begins.

After MindMap (Wen, Wang and Sun 2024, doi:10.18653/v1/2024.acl-long.558). A way is ranked by how few neighbours the
things on it have (`kgcore.evidence.paths`), since hubs join everything. A handful of round trips, whatever is asked.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from kgcore.evidence.paths import path_score
from kgcore.ports import KnowledgeGraph, Pair
from kgcore.values.model import Edge, Entity, Neighbour, Neighbourhood

MOST_THINGS = 12
MOST_HOPS = 3
SECONDS = 2.0  # after which longer ways are no longer looked for
_BEST = 24  # neighbours of each end through which a way of three steps may lead
_THROUGH = 12  # things between two ends whose own neighbours are counted
_WAYS = 2
_ACROSS = 6  # edges that are told beside those along the rows


@dataclass(frozen=True, slots=True)
class Way:
    """A way between two things: its nodes in order, the edges of each step, and how specific it is (0 to 1)."""

    nodes: tuple[Entity, ...]
    hops: tuple[tuple[Edge, ...], ...]
    score: float


@dataclass(frozen=True, slots=True)
class PathEvidence:
    """What joins some things. `segments` are those that are joined in a row, in order; `ways` by neighbouring pair, the
    best first, then by pairs that stand apart in their row and have an edge; `near` is what lies around each.
    """

    entities: tuple[Entity, ...] = ()
    segments: tuple[tuple[Entity, ...], ...] = ()
    ways: Mapping[Pair, tuple[Way, ...]] = field(default_factory=dict)
    near: Mapping[str, Neighbourhood] = field(default_factory=dict)

    @property
    def edges(self) -> tuple[Edge, ...]:
        """All edges of all ways, each once."""
        every = (e for ways in self.ways.values() for way in ways for hop in way.hops for e in hop)
        return tuple({e.id: e for e in every}.values())


async def mine_paths(
    graph: KnowledgeGraph, entities: Sequence[Entity], hops: int = MOST_HOPS, seconds: float = SECONDS
) -> PathEvidence:
    """Return what joins the entities (the first dozen), within so many steps and about so many seconds. Raises
    GraphError.
    """
    some = tuple({e.id: e for e in entities}.values())[:MOST_THINGS]
    near = dict(await graph.neighbourhoods([e.id for e in some], _BEST)) if some else {}
    miner = _Miner(graph, {e.id: e for e in some}, near, hops)
    if len(some) > 1:
        await miner.short()
        if hops > 2:
            try:
                async with asyncio.timeout(seconds):
                    await miner.long()
            except TimeoutError:
                pass  # what is found by now is shown
    return PathEvidence(some, tuple(miner.segments()), miner.chosen(), near)


class _Miner:
    """Looks for ways between all pairs, the short ones first."""

    def __init__(
        self, graph: KnowledgeGraph, entities: Mapping[str, Entity], near: Mapping[str, Neighbourhood], hops: int
    ) -> None:
        self._graph, self._entities, self._near, self._hops = graph, entities, near, hops
        ids = list(entities)
        self._pairs = [(a, b) for n, a in enumerate(ids) for b in ids[n + 1 :]]
        self._ways: dict[Pair, tuple[Way, ...]] = {}
        self._known: dict[str, Entity] = dict(entities)

    async def short(self) -> None:
        """Find ways of one step, and of two between those that have none, or where there is but one pair."""
        through, alone = {}, len(self._pairs) == 1
        for a, b in self._pairs:
            here, there = self._ids(a), self._ids(b)
            if (alone or (b not in here and a not in there)) and self._hops > 1:
                shared = here & there - {a, b}
                best = [n.entity.id for n in self._best(a) if n.entity.id in shared]
                through[a, b] = [*best, *sorted(shared.difference(best))][:_THROUGH]
        between = {id for ids in through.values() for id in ids}
        steps = {s for (a, b), ids in through.items() for id in ids for s in ((a, id), (id, b))}
        direct = {(a, b) for a, b in self._pairs if alone or (a, b) not in through}
        edges = await self._graph.edges_between(steps | direct)
        self._known |= await self._graph.entities(between) if between else {}
        links = await self._links(between)
        for a, b in self._pairs:
            straight = [self._way((a, b), edges, links)] if (a, b) in direct else []
            round_ = [self._way((a, id, b), edges, links) for id in through.get((a, b), ())]
            self._keep(a, b, [*straight, *_most_specific(round_)])

    async def long(self) -> None:
        """Find ways of three steps between those that have none yet."""
        left = [(a, b) for a, b in self._pairs if (a, b) not in self._ways]
        inner = {
            (m.entity.id, n.entity.id)
            for a, b in left
            for m in self._best(a)
            for n in self._best(b)
            if m.entity.id != n.entity.id
        }
        if not inner:
            return
        middle = {pair: found for pair, found in (await self._graph.edges_between(inner)).items() if found}
        self._known |= {n.entity.id: n.entity for id in self._entities for n in self._best(id)}
        ends = {(id, n.entity.id): n.edges for id in self._entities for n in self._best(id)}
        ends |= {(n, id): edges for (id, n), edges in ends.items()}
        links = {n.entity.id: n.degree for id in self._entities for n in self._best(id)}
        for a, b in left:
            found = [
                self._way((a, m, n, b), {**middle, (a, m): ends[a, m], (n, b): ends[n, b]}, links)
                for m, n in middle
                if (a, m) in ends and (n, b) in ends and {m, n}.isdisjoint((a, b))
            ]
            self._keep(a, b, _most_specific(found))

    def segments(self) -> list[tuple[Entity, ...]]:
        """Return the things in rows: each goes on to the next one that a way leads to, the best first."""
        left, rows = list(self._entities), list[tuple[Entity, ...]]()
        while left:
            row = [left.pop(0)]
            while nexts := [id for id in left if self._between(row[-1], id)]:
                row.append(max(nexts, key=lambda id: self._rank(row[-1], id)))
                left.remove(row[-1])
            rows.append(tuple(self._entities[id] for id in row))
        return rows

    def chosen(self) -> dict[Pair, tuple[Way, ...]]:
        """Return the ways along the rows, then the edges across them."""
        along = [(a.id, b.id) for row in self.segments() for a, b in pairwise(row)]
        told = {frozenset(pair) for pair in along}
        joined = (p for p in self._pairs if frozenset(p) not in told and p in self._ways)
        across = [p for p in joined if len(self._ways[p][0].hops) == 1][:_ACROSS]
        return {pair: self._between(*pair) for pair in along} | {pair: self._ways[pair][:1] for pair in across}

    def _between(self, a: str, b: str) -> tuple[Way, ...]:
        if (a, b) in self._ways:
            return self._ways[a, b]
        return tuple(Way(w.nodes[::-1], w.hops[::-1], w.score) for w in self._ways.get((b, a), ()))

    def _rank(self, a: str, b: str) -> tuple[int, float]:
        best = self._between(a, b)[0]
        return -len(best.hops), best.score

    def _keep(self, a: str, b: str, found: Sequence[Way | None]) -> None:
        ways = sorted((w for w in found if w), key=lambda w: (len(w.hops), -w.score, w.nodes[1].id))
        if ways:
            self._ways[a, b] = tuple(ways)

    def _way(self, ids: tuple[str, ...], edges: Mapping[Pair, Sequence[Edge]], links: Mapping[str, int]) -> Way | None:
        hops = [tuple(edges.get(p, ()) or edges.get(p[::-1], ())) for p in pairwise(ids)]
        if len(hops) > 1 and any(all(e.negated for e in hop) for hop in hops):
            return None  # what is only denied joins nothing; what is denied as well is told with its step
        if not all(hops) or any(id not in self._known for id in ids):
            return None
        score = 1.0
        for id in ids[1:-1]:
            score *= path_score(links.get(id, 0))
        return Way(tuple(self._known[id] for id in ids), tuple(hops), score)

    async def _links(self, ids: set[str]) -> dict[str, int]:
        return {id: len(n.ids) for id, n in (await self._graph.neighbourhoods(ids, 1)).items()} if ids else {}

    def _ids(self, id: str) -> frozenset[str]:
        return self._near[id].ids if id in self._near else frozenset()

    def _best(self, id: str) -> Sequence[Neighbour]:
        return self._near[id].best if id in self._near else ()


def _most_specific(ways: Sequence[Way | None]) -> list[Way]:
    return sorted((w for w in ways if w), key=lambda w: (-w.score, w.nodes[1].id))[:_WAYS]
