"""A graph with names that a team gave to its entities; those win over the graph's own."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Self

from kgcore.graph.card import CardedGraph, EntityCard
from kgcore.linking.linking import NEAR_ENOUGH, Ranking
from kgcore.linking.spotting import word_windows
from kgcore.linking.team_names import NameRow, TeamNames
from kgcore.ports import Pair
from kgcore.values.model import (
    Candidate,
    Edge,
    Entity,
    GraphInfo,
    Match,
    Mention,
    Neighbourhood,
    Paper,
    Path,
    Relative,
)

Spot = tuple[int, int, tuple[Candidate, ...]]

_GIVEN = 0.99  # of a name that the team gave
_OTHERS = round(NEAR_ENOUGH - 0.01, 2)  # the most that others can get beside it: shown, not linked


class NamedGraph:
    """Answers as the graph does, but for names; `unknown` are the rows whose entity the graph does not have."""

    def __init__(self, graph: CardedGraph, names: TeamNames, entities: Mapping[str, Entity]) -> None:
        """Take what `open` found."""
        self._graph, self._names, self._entities = graph, names, entities
        self.unknown: tuple[NameRow, ...] = ()

    @classmethod
    async def open(cls, graph: CardedGraph, rows: Sequence[NameRow]) -> Self:
        """Give a graph these names; rows about entities that it does not have are left out."""
        entities = await graph.entities({row.entity for row in rows})
        named = cls(graph, TeamNames.of([row for row in rows if row.entity in entities]), entities)
        named.unknown = tuple(row for row in rows if row.entity not in entities)
        return named

    @property
    def info(self) -> GraphInfo:
        """Sizes, predicates, types and provenance of the graph."""
        return self._graph.info

    async def candidates(self, mentions: Sequence[Mention], top: int = 5) -> Sequence[tuple[Candidate, ...]]:
        """Per mention, the entities that it may mean, best first; () where it is not linked."""
        given = [self._given(m.text) for m in mentions]
        asked = [m for m, own in zip(mentions, given, strict=True) if not own]
        rest = iter(await self._graph.candidates(asked, top) if asked else ())
        return tuple(own or next(rest) for own in given)

    async def rank(self, mentions: Sequence[Mention], top: int = 5) -> Sequence[Ranking]:
        """Per mention, whether it is linked, and its candidates; what the team did not mean is shown, not linked."""
        ranked = await self._graph.rank(mentions, top)
        return tuple(self._ranked(m, found, top) for m, found in zip(mentions, ranked, strict=True))

    def _ranked(self, mention: Mention, found: Ranking, top: int) -> Ranking:
        given = self._given(mention.text)
        if not given:
            return found
        own = {c.entity.id for c in given}
        others = (
            Candidate(c.entity, min(c.score, _OTHERS), c.match) for c in found.candidates if c.entity.id not in own
        )
        return Ranking(mention, (*given, *others)[:top], linked=True)

    async def complete(self, text: str, top: int = 8) -> Sequence[Entity]:
        """Return entities with a name that begins so, those that the team named first."""
        own = [self._entities[id] for id in self._names.beginning(text)]
        rest = await self._graph.complete(text, top)
        return tuple({e.id: e for e in (*own, *rest)}.values())[:top]

    async def spot(self, texts: Sequence[str]) -> Sequence[tuple[Spot, ...]]:
        """Per text, the stretches that name entities, longest first, never overlapping; the team's before others."""
        found = await self._graph.spot(texts)
        return tuple(_together(self._spots(text), spots) for text, spots in zip(texts, found, strict=True))

    def _spots(self, text: str) -> list[Spot]:
        windows = ((w, self._given(w.raw)) for w in word_windows(text))
        return [(w.start, w.end, given) for w, given in windows if given]

    def _given(self, text: str) -> tuple[Candidate, ...]:
        return tuple(Candidate(self._entities[id], _GIVEN, Match.SYNONYM) for id in self._names.of_mention(text))

    async def entities(self, ids: Collection[str]) -> Mapping[str, Entity]:
        """Return the entities with these ids."""
        return await self._graph.entities(ids)

    async def edges_between(self, pairs: Collection[Pair]) -> Mapping[Pair, tuple[Edge, ...]]:
        """Per pair, all edges between the two."""
        return await self._graph.edges_between(pairs)

    async def relatives(self, ids: Collection[str]) -> Mapping[str, tuple[Relative, ...]]:
        """Per entity, those one step narrower or broader."""
        return await self._graph.relatives(ids)

    async def paths(self, pairs: Collection[Pair], top: int = 3) -> Mapping[Pair, tuple[Path, ...]]:
        """Per pair, the most specific two-hop paths."""
        return await self._graph.paths(pairs, top)

    async def neighbourhoods(self, ids: Collection[str], top: int = 60) -> Mapping[str, Neighbourhood]:
        """Per entity, all neighbours' ids and the best-documented ones."""
        return await self._graph.neighbourhoods(ids, top)

    async def papers(self, ids: Collection[str]) -> Mapping[str, Paper]:
        """Return the papers with these ids."""
        return await self._graph.papers(ids)

    async def attributes(self, id: str) -> Sequence[tuple[str, str]]:
        """Return what the source says of an entity besides."""
        return await self._graph.attributes(id)

    async def search_papers(self, query: str, limit: int = 20) -> Sequence[Paper]:
        """Return papers by words of their titles."""
        return await self._graph.search_papers(query, limit)

    async def card(self, id: str, top: int = 10) -> EntityCard | None:
        """Return all that the graph knows about an entity."""
        return await self._graph.card(id, top)

    async def close(self) -> None:
        """Let go of the graph."""
        await self._graph.close()


def _together(own: Sequence[Spot], others: Sequence[Spot]) -> tuple[Spot, ...]:
    """Return the spots that fit beside each other: the team's own before others, longer before shorter."""
    if not own:
        return tuple(others)
    found: list[Spot] = []
    for spot in (*sorted(own, key=lambda s: (s[0] - s[1], s[0])), *others):
        if all(spot[1] <= start or end <= spot[0] for start, end, _ in found):
            found.append(spot)
    return tuple(sorted(found, key=lambda s: (s[0] - s[1], s[0])))
