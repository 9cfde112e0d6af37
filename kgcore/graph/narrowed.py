"""A graph as seen through some designs of studies alone, such as trials: by what is left, claims are judged again."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from kgcore.evidence.designs import designs_of_papers
from kgcore.graph.retractions import WithoutRetracted, sound_edges
from kgcore.library.ids import any_id
from kgcore.ports import KnowledgeGraph, Pair
from kgcore.values.model import Edge, Path


class OnlyDesigns(WithoutRetracted):
    """Asks a graph and leaves out, between entities, what rests on no paper of these designs."""

    def __init__(self, base: KnowledgeGraph, designs: Collection[str]) -> None:
        super().__init__(base, None)
        self._designs = frozenset(designs)

    async def edges_between(self, pairs: Collection[Pair]) -> Mapping[Pair, tuple[Edge, ...]]:
        """Return the edges that rest on papers of the designs, with these alone."""
        found = await self._base.edges_between(pairs)
        kept = {pair: await self._narrowed(edges) for pair, edges in found.items()}
        return {pair: edges for pair, edges in kept.items() if edges}

    async def paths(self, pairs: Collection[Pair], top: int = 3) -> Mapping[Pair, tuple[Path, ...]]:
        """Return the paths each hop of which rests on papers of the designs."""
        found = await self._base.paths(pairs, top)
        kept: dict[Pair, tuple[Path, ...]] = {}
        for pair, some in found.items():
            ways = [(path, [await self._narrowed(hop) for hop in path.edges]) for path in some]
            if left := tuple(replace(path, edges=(one, two)) for path, (one, two) in ways if one and two):
                kept[pair] = left
        return kept

    async def _narrowed(self, edges: tuple[Edge, ...]) -> tuple[Edge, ...]:
        resting = tuple(edge for edge in edges if edge.publications)
        papers = await self._base.papers({p for edge in resting for p in edge.publications}) if resting else {}
        sound: list[Edge] = []
        for edge in resting:
            designs = designs_of_papers((edge,), papers)
            gone = {any_id(p) or p for p in edge.publications if designs.get(p, "") not in self._designs}
            sound += sound_edges((edge,), gone)
        return tuple(sound)
