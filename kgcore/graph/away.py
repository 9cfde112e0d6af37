"""What stands in for a graph that cannot be reached yet: everything asked of it is out of reach."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NoReturn

from kgcore.errors import GraphUnavailable
from kgcore.linking.linking import Ranking
from kgcore.ports import Pair
from kgcore.values.model import Candidate, Edge, Entity, GraphInfo, Mention, Neighbourhood, Paper, Path, Relative


class UnavailableGraph:
    """Raises GraphUnavailable from every question; `reason` is the error that said that the graph is away."""

    info = GraphInfo("", 0, 0, 0, (), ())

    def __init__(self, reason: GraphUnavailable) -> None:
        self.reason = reason

    def _away(self) -> NoReturn:
        raise GraphUnavailable(self.reason.message, hint=self.reason.hint)

    async def candidates(self, mentions: Sequence[Mention], top: int = 5) -> Sequence[tuple[Candidate, ...]]:
        """Raise GraphUnavailable."""
        self._away()

    async def rank(self, mentions: Sequence[Mention], top: int = 5) -> Sequence[Ranking]:
        """Raise GraphUnavailable."""
        self._away()

    async def complete(self, text: str, top: int = 8) -> Sequence[Entity]:
        """Raise GraphUnavailable."""
        self._away()

    async def spot(self, texts: Sequence[str]) -> Sequence[tuple[tuple[int, int, tuple[Candidate, ...]], ...]]:
        """Raise GraphUnavailable."""
        self._away()

    async def entities(self, ids: Collection[str]) -> Mapping[str, Entity]:
        """Raise GraphUnavailable."""
        self._away()

    async def edges_between(self, pairs: Collection[Pair]) -> Mapping[Pair, tuple[Edge, ...]]:
        """Raise GraphUnavailable."""
        self._away()

    async def relatives(self, ids: Collection[str]) -> Mapping[str, tuple[Relative, ...]]:
        """Raise GraphUnavailable."""
        self._away()

    async def paths(self, pairs: Collection[Pair], top: int = 3) -> Mapping[Pair, tuple[Path, ...]]:
        """Raise GraphUnavailable."""
        self._away()

    async def neighbourhoods(self, ids: Collection[str], top: int = 60) -> Mapping[str, Neighbourhood]:
        """Raise GraphUnavailable."""
        self._away()

    async def papers(self, ids: Collection[str]) -> Mapping[str, Paper]:
        """Raise GraphUnavailable."""
        self._away()

    async def attributes(self, id: str) -> Sequence[tuple[str, str]]:
        """Raise GraphUnavailable."""
        self._away()

    async def search_papers(self, query: str, limit: int = 20) -> Sequence[Paper]:
        """Raise GraphUnavailable."""
        self._away()

    async def close(self) -> None:
        """There is nothing to let go of."""
