"""A knowledge graph whose round trips are counted and timed."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Collection, Mapping, Sequence
from typing import TypeVar

from bot.metrics import Outcome, count_round_trip
from bot.tracing import trace_past
from kgcore.errors import GraphError
from kgcore.linking.linking import Ranking
from kgcore.ports import KnowledgeGraph, Pair
from kgcore.values.model import Candidate, Edge, Entity, GraphInfo, Mention, Neighbourhood, Paper, Path, Relative

T = TypeVar("T")


class MeteredGraph:
    """Answers what the graph beneath answers; see `kgcore.ports.KnowledgeGraph`."""

    def __init__(self, graph: KnowledgeGraph) -> None:
        self._graph = graph

    @property
    def info(self) -> GraphInfo:
        """What the graph beneath knows of itself."""
        return self._graph.info

    async def _timed(self, call: str, answer: Awaitable[T]) -> T:
        began, outcome = time.monotonic(), Outcome.STOPPED
        try:
            found = await answer
            outcome = Outcome.DONE
        except GraphError:
            outcome = Outcome.FAILED
            raise
        finally:
            seconds = time.monotonic() - began
            count_round_trip(call, outcome, seconds)
            trace_past(f"graph {call}", seconds)
        return found

    async def candidates(self, mentions: Sequence[Mention], top: int = 5) -> Sequence[tuple[Candidate, ...]]:
        """Count a round trip."""
        return await self._timed("candidates", self._graph.candidates(mentions, top))

    async def rank(self, mentions: Sequence[Mention], top: int = 5) -> Sequence[Ranking]:
        """Count a round trip."""
        return await self._timed("rank", self._graph.rank(mentions, top))

    async def complete(self, text: str, top: int = 8) -> Sequence[Entity]:
        """Count a round trip."""
        return await self._timed("complete", self._graph.complete(text, top))

    async def spot(self, texts: Sequence[str]) -> Sequence[tuple[tuple[int, int, tuple[Candidate, ...]], ...]]:
        """Count a round trip."""
        return await self._timed("spot", self._graph.spot(texts))

    async def entities(self, ids: Collection[str]) -> Mapping[str, Entity]:
        """Count a round trip."""
        return await self._timed("entities", self._graph.entities(ids))

    async def edges_between(self, pairs: Collection[Pair]) -> Mapping[Pair, tuple[Edge, ...]]:
        """Count a round trip."""
        return await self._timed("edges", self._graph.edges_between(pairs))

    async def relatives(self, ids: Collection[str]) -> Mapping[str, tuple[Relative, ...]]:
        """Count a round trip."""
        return await self._timed("relatives", self._graph.relatives(ids))

    async def paths(self, pairs: Collection[Pair], top: int = 3) -> Mapping[Pair, tuple[Path, ...]]:
        """Count a round trip."""
        return await self._timed("paths", self._graph.paths(pairs, top))

    async def neighbourhoods(self, ids: Collection[str], top: int = 60) -> Mapping[str, Neighbourhood]:
        """Count a round trip."""
        return await self._timed("neighbourhoods", self._graph.neighbourhoods(ids, top))

    async def papers(self, ids: Collection[str]) -> Mapping[str, Paper]:
        """Count a round trip."""
        return await self._timed("papers", self._graph.papers(ids))

    async def attributes(self, id: str) -> Sequence[tuple[str, str]]:
        """Count a round trip."""
        return await self._timed("attributes", self._graph.attributes(id))

    async def search_papers(self, query: str, limit: int = 20) -> Sequence[Paper]:
        """Count a round trip."""
        return await self._timed("search_papers", self._graph.search_papers(query, limit))

    async def close(self) -> None:
        """Close the graph beneath."""
        await self._graph.close()
