"""Fills the card of an entity."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path as FilePath
from typing import Concatenate, ParamSpec, Self, TypeVar

from kgcore.graph.card import EntityCard, links_of
from kgcore.graph.embedded import tables
from kgcore.graph.embedded.arrays import Arrays
from kgcore.graph.embedded.layout import DATABASE, GraphManifest, open_read_only, read_manifest
from kgcore.graph.embedded.lookup import EmbeddedReader
from kgcore.graph.embedded.mapped import bounded_pages
from kgcore.graph.embedded.names import NameIndex
from kgcore.graph.embedded.tables import translate_errors
from kgcore.linking.linking import Ranking, Spot
from kgcore.ports import Embedder, Pair
from kgcore.values.model import (
    Candidate,
    Edge,
    Entity,
    GraphInfo,
    Mention,
    Neighbourhood,
    Paper,
    Path,
    Predicate,
    Relative,
)


def entity_card(lookup: EmbeddedReader, id: str, top: int) -> EntityCard | None:
    """Return the card of an entity with its `top` best neighbours' edges, or None where there is no such entity."""
    entity = lookup.entities([id]).get(id)
    if entity is None:
        return None
    best = lookup.neighbourhoods([id], top)[id]
    edges = tuple(edge for neighbour in best.best for edge in neighbour.edges)
    papers = tables.read_papers(lookup.db, {p for edge in edges for p in edge.publications})
    return EntityCard(
        entity=entity,
        degree=len(best.ids),
        links=links_of(Counter(lookup.kinds(id))),
        edges=edges,
        others=tuple(neighbour.entity for neighbour in best.best),
        papers=tuple(papers.values()),
        relatives=lookup.relatives([id]).get(id, ()),
        properties=source_attributes(lookup, id),
    )


def source_attributes(lookup: EmbeddedReader, id: str) -> tuple[tuple[str, str], ...]:
    """Return the columns of the source that `Entity` has no place for; none where there is no such entity."""
    (number,) = tables.entity_numbers(lookup.db, [id]).values() or (None,)
    found = lookup.db.execute("SELECT extra FROM entities WHERE n=?", (number,)).fetchone()
    return tuple((str(k), str(v)) for k, v in json.loads(found[0]).items()) if found and found[0] else ()


# --- The embedded graph behind the KnowledgeGraph port.

P = ParamSpec("P")
R = TypeVar("R")

# Up to so many ids an answer takes about a millisecond: less than the detour through another thread costs others.
_SHORT = 60
_WORD = re.compile(r"\w+")
_MOST_WORDS = 12


class EmbeddedGraph:
    """One folder on this machine; short questions are answered on the spot, long ones in a thread of its own."""

    def __init__(self, folder: FilePath, manifest: GraphManifest, embedder: Embedder | None) -> None:
        """Open a folder whose manifest was read; use `open`."""
        self.folder = folder
        self._data = folder / manifest.data
        self._connections = [open_read_only(self._data / DATABASE) for _ in range(3)]
        here, there, names = self._connections
        self._arrays = Arrays(self._data)
        described = tables.read_predicates(here, folder)
        self.described = frozenset(p.name for p, told in described if told)
        predicates = tuple(p for p, _ in described)
        self._here = EmbeddedReader(here, self._arrays, predicates)
        self._there = EmbeddedReader(there, self._arrays, predicates)
        self._names = NameIndex(names, self._data, embedder)
        self._info = _info(tables.read_about(here), predicates, manifest)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="graph")
        self._closed = False

    @classmethod
    def open(cls, folder: FilePath, embedder: Embedder | None = None) -> Self:
        """Open an imported graph without reading it; raises GraphNotFound or GraphDamaged."""
        manifest = read_manifest(folder)
        with translate_errors(folder):
            return cls(folder, manifest, embedder)

    @property
    def info(self) -> GraphInfo:
        """Sizes, predicates, types and provenance."""
        return self._info

    @property
    def note(self) -> str:
        """Why matching by meaning is off (another embedder than at import, say), or ""."""
        return self._names.note

    async def candidates(self, mentions: Sequence[Mention], top: int = 5) -> Sequence[tuple[Candidate, ...]]:
        """Per mention, the entities that it may mean, best first; () where it is not linked."""
        with self._reading():
            return await self._names.candidates(mentions, top)

    async def rank(self, mentions: Sequence[Mention], top: int = 5) -> Sequence[Ranking]:
        """Per mention, whether it is linked, and its candidates even where it is not."""
        with self._reading():
            return await self._names.rank(mentions, top)

    async def complete(self, text: str, top: int = 8) -> Sequence[Entity]:
        """Return entities with a name that begins with `text`, the best-joined first."""
        with self._reading():
            if not self._names.completes:
                await asyncio.get_running_loop().run_in_executor(self._thread, self._names.prepare)
            return self._names.complete(text, top)

    async def spot(self, texts: Sequence[str]) -> Sequence[tuple[Spot, ...]]:
        """Per text, the stretches that name entities."""
        loop = asyncio.get_running_loop()
        with self._reading():
            return await self._names.memory.spotted(
                texts, lambda new: loop.run_in_executor(self._thread, self._names.spot, new)
            )

    async def entities(self, ids: Collection[str]) -> Mapping[str, Entity]:
        """Return the entities with these ids."""
        return await self._ask(EmbeddedReader.entities, len(ids), ids)

    async def edges_between(self, pairs: Collection[Pair]) -> Mapping[Pair, tuple[Edge, ...]]:
        """Per pair, all edges between the two."""
        return await self._ask(EmbeddedReader.edges_between, len(pairs) // 3, pairs)

    async def relatives(self, ids: Collection[str]) -> Mapping[str, tuple[Relative, ...]]:
        """Per entity, those one is-a step narrower or broader."""
        return await self._ask(EmbeddedReader.relatives, 3 * len(ids), ids)

    async def paths(self, pairs: Collection[Pair], top: int = 3) -> Mapping[Pair, tuple[Path, ...]]:
        """Per pair, the specific two-hop paths, best first."""
        return await self._ask(EmbeddedReader.paths, 3 * len(pairs), pairs, top)

    async def neighbourhoods(self, ids: Collection[str], top: int = 60) -> Mapping[str, Neighbourhood]:
        """Per entity, all neighbours' ids and the best-documented ones."""
        return await self._ask(EmbeddedReader.neighbourhoods, _SHORT + 1, ids, top)

    async def papers(self, ids: Collection[str]) -> Mapping[str, Paper]:
        """Return the papers with these ids."""
        return await self._ask(EmbeddedReader.papers, 8 * len(ids), ids)

    async def search_papers(self, query: str, limit: int = 20) -> Sequence[Paper]:
        """Return papers whose title or journal has the words of `query`; all of them if possible, else some."""
        words = list(dict.fromkeys(_WORD.findall(query.casefold())))[:_MOST_WORDS]
        if not words:
            return []

        def search(lookup: EmbeddedReader) -> list[Paper]:
            found = tables.search_papers(lookup.db, words, limit, every=True)
            return found or tables.search_papers(lookup.db, words, limit, every=False)

        return await self._ask(search, _SHORT + 1)

    async def attributes(self, id: str) -> Sequence[tuple[str, str]]:
        """Return the columns of the source that `Entity` has no place for."""
        return await self._ask(source_attributes, 1, id)

    async def card(self, id: str, top: int = 10) -> EntityCard | None:
        """Return all that the graph knows about an entity, with the edges to its `top` best neighbours."""
        return await self._ask(entity_card, _SHORT + 1, id, top)

    async def close(self) -> None:
        """Let go of files and connections; what is under way ends first."""
        self._closed = True
        await asyncio.get_running_loop().run_in_executor(None, self._thread.shutdown)
        for connection in self._connections:
            connection.close()

    @contextmanager
    def _reading(self) -> Iterator[None]:
        with translate_errors(self.folder, self._closed), bounded_pages():
            yield

    async def _ask(
        self, method: Callable[Concatenate[EmbeddedReader, P], R], size: int, *args: P.args, **kwargs: P.kwargs
    ) -> R:
        with self._reading():
            if size <= _SHORT:
                return method(self._here, *args, **kwargs)
            call = lambda: method(self._there, *args, **kwargs)  # noqa: E731
            return await asyncio.get_running_loop().run_in_executor(self._thread, call)


def _info(about: Mapping[str, str], predicates: tuple[Predicate, ...], manifest: GraphManifest) -> GraphInfo:
    counts = json.loads(about["counts"])
    return GraphInfo(
        name=manifest.name,
        entities=counts["entities"],
        relations=counts["edges"],
        papers=counts["papers"],
        predicates=predicates,
        types=tuple((t, n) for t, n in json.loads(about["types"])),
        provenance=about["provenance"],
        signatures=tuple((s, p, o) for s, p, o in json.loads(about["signatures"])),
    )
