"""The graph as a thread sees it in which people have said that two nodes mean the same."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import product

from kgcore.linking.linking import Ranking, are_twins, twin_key
from kgcore.linking.lookup_keys import untagged
from kgcore.ports import KnowledgeGraph, Pair
from kgcore.values.model import (
    Candidate,
    Edge,
    Entity,
    GraphInfo,
    Match,
    Mention,
    Neighbour,
    Neighbourhood,
    Paper,
    Path,
    Relative,
)

Spots = tuple[tuple[int, int, tuple[Candidate, ...]], ...]


class MergedGraph:
    """A `KnowledgeGraph` in which some entities are others: `same` maps a node (id, or "?words") to the id it is."""

    def __init__(self, graph: KnowledgeGraph, same: Mapping[str, str], kept: Mapping[str, Entity]) -> None:
        self._graph = graph
        self._same = {gone: to for gone, to in same.items() if to in kept}
        self._kept = kept
        self._also: dict[str, tuple[str, ...]] = {}
        for gone, to in self._same.items():
            if not gone.startswith("?"):
                self._also[to] = (*self._also.get(to, ()), gone)

    @classmethod
    async def of(cls, graph: KnowledgeGraph, same: Mapping[str, str]) -> KnowledgeGraph:
        """Return the graph with these nodes merged; the graph itself where there are none. Raises GraphError."""
        return cls(graph, same, await graph.entities(set(same.values()))) if same else graph

    @property
    def info(self) -> GraphInfo:
        """The graph's own."""
        return self._graph.info

    async def candidates(self, mentions: Sequence[Mention], top: int = 5) -> Sequence[tuple[Candidate, ...]]:
        """Link mentions; what was said to be another is that other."""
        found = await self._graph.candidates(mentions, top)
        return [self._meant(m.text, c) for m, c in zip(mentions, found, strict=True)]

    async def rank(self, mentions: Sequence[Mention], top: int = 5) -> Sequence[Ranking]:
        """Rank mentions likewise."""
        return [replace(r, candidates=self._mapped(r.candidates)) for r in await self._graph.rank(mentions, top)]

    async def spot(self, texts: Sequence[str]) -> Sequence[Spots]:
        """Spot names likewise."""
        found = await self._graph.spot(texts)
        return [tuple((s, e, self._mapped(c)) for s, e, c in spots) for spots in found]

    async def entities(self, ids: Collection[str]) -> Mapping[str, Entity]:
        """Return the graph's own entities."""
        return await self._graph.entities(ids)

    async def edges_between(self, pairs: Collection[Pair]) -> Mapping[Pair, tuple[Edge, ...]]:
        """Return the edges of all that is one."""
        wanted = {pair: self._pairs(pair) for pair in pairs}
        found = await self._graph.edges_between({p for some in wanted.values() for p in some})
        joined = {pair: self._edges(e for p in some for e in found.get(p, ())) for pair, some in wanted.items()}
        return {pair: edges for pair, edges in joined.items() if edges}

    async def relatives(self, ids: Collection[str]) -> Mapping[str, tuple[Relative, ...]]:
        """Return the relatives of all that is one."""
        found = await self._graph.relatives({i for id in ids for i in self._all(id)})
        return {id: self._relatives(id, found) for id in ids if self._relatives(id, found)}

    async def paths(self, pairs: Collection[Pair], top: int = 3) -> Mapping[Pair, tuple[Path, ...]]:
        """Return the paths between all that is one, best first."""
        wanted = {pair: self._pairs(pair) for pair in pairs}
        found = await self._graph.paths({p for some in wanted.values() for p in some}, top)
        joined: dict[Pair, tuple[Path, ...]] = {}
        for pair, some in wanted.items():
            ways = sorted((self._way(w) for p in some for w in found.get(p, ())), key=lambda w: -w.score)
            kept = [w for w in ways if len({e.id for e in w.nodes}) == 3]
            if kept:
                joined[pair] = tuple(kept[:top])
        return joined

    async def neighbourhoods(self, ids: Collection[str], top: int = 60) -> Mapping[str, Neighbourhood]:
        """Return what lies around all that is one."""
        found = await self._graph.neighbourhoods({i for id in ids for i in self._all(id)}, top)
        return {id: self._around(id, found) for id in ids if any(i in found for i in self._all(id))}

    async def complete(self, text: str, top: int = 8) -> Sequence[Entity]:
        """Complete a name."""
        return await self._graph.complete(text, top)

    async def papers(self, ids: Collection[str]) -> Mapping[str, Paper]:
        """Return the graph's own papers."""
        return await self._graph.papers(ids)

    async def attributes(self, id: str) -> Sequence[tuple[str, str]]:
        """Return the graph's own attributes of an entity."""
        return await self._graph.attributes(id)

    async def search_papers(self, query: str, limit: int = 20) -> Sequence[Paper]:
        """Return papers by words of their titles."""
        return await self._graph.search_papers(query, limit)

    async def close(self) -> None:
        """Nothing: the graph within belongs to somebody else."""

    # ── one id for several ──────────────────────────────────────────────────────────────────────────────────────────

    def _all(self, id: str) -> tuple[str, ...]:
        return (id, *self._also.get(id, ()))

    def _pairs(self, pair: Pair) -> list[Pair]:
        return [(a, b) for a, b in product(self._all(pair[0]), self._all(pair[1])) if a != b]

    def _one(self, id: str) -> str:
        return self._same.get(id, id)

    def _entity(self, entity: Entity) -> Entity:
        return self._kept.get(self._one(entity.id), entity) if entity.id in self._same else entity

    def _mapped(self, candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
        best: dict[str, Candidate] = {}
        for candidate in candidates:
            one = replace(candidate, entity=self._entity(candidate.entity))
            best.setdefault(one.entity.id, one)
        return tuple(best.values())

    def _meant(self, words: str, candidates: tuple[Candidate, ...]) -> tuple[Candidate, ...]:
        named = self._same.get("?" + " ".join(words.lower().split()))
        return (Candidate(self._kept[named], 1.0, Match.SYNONYM),) if named else self._mapped(candidates)

    def _edges(self, edges: Iterable[Edge]) -> tuple[Edge, ...]:
        made = {e.id: replace(e, subject=self._one(e.subject), object=self._one(e.object)) for e in edges}
        return tuple(e for e in made.values() if e.subject != e.object)

    def _relatives(self, id: str, found: Mapping[str, tuple[Relative, ...]]) -> tuple[Relative, ...]:
        some = [replace(k, entity=self._entity(k.entity)) for i in self._all(id) for k in found.get(i, ())]
        return tuple({k.entity.id: k for k in some if k.entity.id != id}.values())

    def _way(self, path: Path) -> Path:
        a, b, c = (self._entity(e) for e in path.nodes)
        return replace(path, nodes=(a, b, c), edges=(self._edges(path.edges[0]), self._edges(path.edges[1])))

    def _around(self, id: str, found: Mapping[str, Neighbourhood]) -> Neighbourhood:
        neighbourhoods = [found[i] for i in self._all(id) if i in found]
        best: dict[str, Neighbour] = {}
        for near in (n for neighbourhood in neighbourhoods for n in neighbourhood.best):
            entity = self._entity(near.entity)
            edges = self._edges(near.edges)
            if entity.id == id or not edges:
                continue
            known = best.get(entity.id)
            if known is not None:
                edges = self._edges((*known.edges, *edges))
            best[entity.id] = Neighbour(entity, edges, max(near.degree, known.degree if known else 0))
        ids = {self._one(i) for neighbourhood in neighbourhoods for i in neighbourhood.ids} - {id}
        return Neighbourhood(id, frozenset(ids), tuple(best.values()))


_LOOKED_AT = 12  # entities of one name among which twins are looked for


async def twins_of(graph: KnowledgeGraph, entities: Sequence[Entity]) -> dict[str, tuple[Entity, ...]]:
    """Return by the id of each the others that the graph has for the same thing, the best-joined first. Raises
    GraphError.
    """
    found = await graph.candidates([Mention(untagged(e.name)) for e in entities], _LOOKED_AT)
    return {
        e.id: tuple(c.entity for c in some if c.entity.id != e.id and are_twins(c.entity, e))
        for e, some in zip(entities, found, strict=True)
    }


async def twins_as_one(
    graph: KnowledgeGraph, focus: Sequence[Entity], among: Sequence[Entity] = ()
) -> Mapping[str, str]:
    """Return which entity stands for each that the graph has beside it for the same thing, as `MergedGraph` takes it.

    Looked for are all twins of the focus, or those `among` others. Raises GraphError.
    """
    found = among or [t for some in (await twins_of(graph, focus)).values() for t in some]
    stands = {twin_key(e): e.id for e in reversed(focus)}
    same = {e.id: stands.setdefault(twin_key(e), e.id) for e in found}
    return {id: to for id, to in same.items() if id != to}
