"""A graph beside a library: what rests on retracted papers alone is left out, and papers get their designs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain

from kgcore.errors import LibraryError
from kgcore.library.ids import any_id
from kgcore.library.model import Article, Design, Status
from kgcore.linking.linking import Ranking
from kgcore.ports import KnowledgeGraph, Library, Pair
from kgcore.values.citation import Citation
from kgcore.values.model import (
    Candidate,
    Claim,
    Edge,
    Entity,
    GraphInfo,
    Mention,
    Neighbour,
    Neighbourhood,
    Paper,
    Path,
    Relative,
)


class WithoutRetracted:
    """Asks a graph and leaves out what a library says is retracted, as it stands at that moment.

    Without a library, what is `gone` from the start: ids of papers, or names of knowledge sources that gave none.
    """

    def __init__(self, base: KnowledgeGraph, library: Library | None, gone: Collection[str] = ()) -> None:
        self._base = base
        self._library = library
        self._gone = frozenset(any_id(id) or id for id in gone)

    async def _retracted(self) -> frozenset[str]:
        if self._library is not None:
            with suppress(LibraryError):  # then what was known last holds on
                self._gone = await self._library.retracted()
        return self._gone

    @property
    def info(self) -> GraphInfo:
        """The base's: its sizes are those of what was imported."""
        return self._base.info

    async def candidates(self, mentions: Sequence[Mention], top: int = 5) -> Sequence[tuple[Candidate, ...]]:
        """Return what the base says."""
        return await self._base.candidates(mentions, top)

    async def rank(self, mentions: Sequence[Mention], top: int = 5) -> Sequence[Ranking]:
        """Return what the base says."""
        return await self._base.rank(mentions, top)

    async def complete(self, text: str, top: int = 8) -> Sequence[Entity]:
        """Return what the base says."""
        return await self._base.complete(text, top)

    async def spot(self, texts: Sequence[str]) -> Sequence[tuple[tuple[int, int, tuple[Candidate, ...]], ...]]:
        """Return what the base says."""
        return await self._base.spot(texts)

    async def entities(self, ids: Collection[str]) -> Mapping[str, Entity]:
        """Return what the base says."""
        return await self._base.entities(ids)

    async def edges_between(self, pairs: Collection[Pair]) -> Mapping[Pair, tuple[Edge, ...]]:
        """Return the edges that rest on anything else than retracted papers."""
        found, gone = await self._base.edges_between(pairs), await self._retracted()
        if not gone:
            return found
        kept = {pair: sound_edges(edges, gone) for pair, edges in found.items()}
        return {pair: edges for pair, edges in kept.items() if edges}

    async def relatives(self, ids: Collection[str]) -> Mapping[str, tuple[Relative, ...]]:
        """Return what the base says."""
        return await self._base.relatives(ids)

    async def paths(self, pairs: Collection[Pair], top: int = 3) -> Mapping[Pair, tuple[Path, ...]]:
        """Return the paths each hop of which still rests on something."""
        found, gone = await self._base.paths(pairs, top), await self._retracted()
        if not gone:
            return found
        kept = {pair: tuple(p for path in some if (p := _path(path, gone))) for pair, some in found.items()}
        return {pair: some for pair, some in kept.items() if some}

    async def neighbourhoods(self, ids: Collection[str], top: int = 60) -> Mapping[str, Neighbourhood]:
        """Return the neighbourhoods without what rests on retracted papers alone."""
        found, gone = await self._base.neighbourhoods(ids, top), await self._retracted()
        return {id: _neighbourhood(some, gone) for id, some in found.items()} if gone else found

    async def papers(self, ids: Collection[str]) -> Mapping[str, Paper]:
        """Return what the base says, with authors and design as far as the library knows them."""
        found = await self._base.papers(ids)
        if self._library is None:
            return found
        names = {id: any_id(id) or id for id in found}
        try:
            known = await self._library.articles({*names.values()}, whole=False)
        except LibraryError:
            return found
        return {id: _described(p, known[names[id]]) if names[id] in known else p for id, p in found.items()}

    async def attributes(self, id: str) -> Sequence[tuple[str, str]]:
        """Return what the base says."""
        return await self._base.attributes(id)

    async def search_papers(self, query: str, limit: int = 20) -> Sequence[Paper]:
        """Return what the base finds."""
        return await self._base.search_papers(query, limit)

    async def close(self) -> None:
        """Close the base; the library is its owner's to close."""
        await self._base.close()


def _described(paper: Paper, article: Article) -> Paper:
    """Return a paper of the graph with what the library knows beyond that; of its citation the library knows more."""
    return replace(
        paper,
        title=paper.title or article.title,
        journal=paper.journal or article.journal,
        year=paper.year or article.year,
        design="" if article.design is Design.UNKNOWN else article.design.value,
        retracted=article.status is Status.RETRACTED,
        **Citation(article.authors, *article.place).completed(paper.citation)._asdict(),
    )


def rests_on_any(claim: Claim, gone: Collection[str]) -> bool:
    """Whether a statement that a claim was judged by rests on one of these papers."""
    return any((any_id(p) or p) in gone for e in edges_behind(claim) for p in e.publications)


def edges_behind(claim: Claim) -> Iterator[Edge]:
    """Yield the statements that a claim was judged by."""
    yield from chain(claim.edges_for, claim.edges_against, claim.edges_near)
    yield from chain.from_iterable(claim.path.edges if claim.path is not None else ())


def sound_edges(edges: Iterable[Edge], gone: Collection[str]) -> tuple[Edge, ...]:
    """Return the edges without what is gone, and without those that rest on nothing else."""
    return tuple(sound for edge in edges if (sound := _edge(edge, gone)) is not None)


def _edge(edge: Edge, gone: Collection[str]) -> Edge | None:
    if not edge.publications:
        left = tuple(s for s in edge.sources if s not in gone)
        return edge if len(left) == len(edge.sources) else replace(edge, sources=left) if left else None
    kept = [n for n, id in enumerate(edge.publications) if (any_id(id) or id) not in gone]
    if len(kept) == len(edge.publications):
        return edge
    if not kept:
        return None
    sentences = tuple(edge.sentences[n] for n in kept if n < len(edge.sentences))
    return replace(edge, publications=tuple(edge.publications[n] for n in kept), sentences=sentences)


def _path(path: Path, gone: Collection[str]) -> Path | None:
    first, second = (sound_edges(hop, gone) for hop in path.edges)
    return replace(path, edges=(first, second)) if first and second else None


def _neighbourhood(found: Neighbourhood, gone: Collection[str]) -> Neighbourhood:
    best: list[Neighbour] = []
    lost: set[str] = set()
    for neighbour in found.best:
        edges = sound_edges(neighbour.edges, gone)
        if edges:
            best.append(replace(neighbour, edges=edges))
        else:
            lost.add(neighbour.entity.id)
    return Neighbourhood(found.centre, found.ids - lost, tuple(best))
