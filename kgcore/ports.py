"""The outside world as the core sees it. Methods are asynchronous, take batches and raise only `kgcore.errors`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from kgcore.model import Candidate, Edge, Entity, GraphInfo, Kin, Mention, Neighbourhood, Paper, Path
from kgcore.tasks import Request, Task

Pair = tuple[str, str]


class KnowledgeGraph(Protocol):
    """Answers for a whole turn in a handful of round trips; a missing key in an answer means "nothing found"."""

    @property
    def info(self) -> GraphInfo:
        """Sizes, predicates, types and provenance, known since the graph was opened."""
        ...

    async def candidates(self, mentions: Sequence[Mention], top: int = 5) -> Sequence[tuple[Candidate, ...]]:
        """Per mention, in order, the entities that it may mean, best first; none when nothing is near enough."""
        ...

    async def spot(self, texts: Sequence[str]) -> Sequence[tuple[tuple[int, int, tuple[Candidate, ...]], ...]]:
        """Per text, the stretches (start, end, candidates) that name entities, longest first, never overlapping."""
        ...

    async def entities(self, ids: Collection[str]) -> Mapping[str, Entity]:
        """Return the entities with these ids."""
        ...

    async def edges_between(self, pairs: Collection[Pair]) -> Mapping[Pair, tuple[Edge, ...]]:
        """Per pair (a, b), all edges from a to b and from b to a."""
        ...

    async def kin(self, ids: Collection[str]) -> Mapping[str, tuple[Kin, ...]]:
        """Per entity, those one is-a step narrower or broader."""
        ...

    async def paths(self, pairs: Collection[Pair], top: int = 3) -> Mapping[Pair, tuple[Path, ...]]:
        """Per pair, the most specific two-hop paths, best first, whatever the direction of their edges."""
        ...

    async def neighbourhoods(self, ids: Collection[str], top: int = 60) -> Mapping[str, Neighbourhood]:
        """Per entity, all neighbours' ids and the `top` best-documented neighbours."""
        ...

    async def papers(self, ids: Collection[str]) -> Mapping[str, Paper]:
        """Return the papers with these ids."""
        ...

    async def close(self) -> None:
        """Let go of files and connections."""
        ...


class Embedder(Protocol):
    """Turns names into vectors; `name` is stored with them, so that a changed model is noticed."""

    @property
    def name(self) -> str:
        """The model's name."""
        ...

    async def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one unit vector per text, shape (len(texts), dimensions)."""
        ...


class LanguageModel(Protocol):
    """Writes text for a typed request."""

    @property
    def name(self) -> str:
        """The model's name, as shown to people."""
        ...

    @property
    def tasks(self) -> frozenset[Task]:
        """What this backend can do; asking for more raises ModelIncapable."""
        ...

    def stream(self, request: Request) -> AsyncIterator[str]:
        """Yield the text as it is written; closing the iterator stops the work."""
        ...
