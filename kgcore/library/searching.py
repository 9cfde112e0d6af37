"""What every library does alike, whatever index its words lie in."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from kgcore.library.model import Article, Hit, LibraryQuery, RawTable, Scope, Term
from kgcore.library.ranking import front_text, telling_terms
from kgcore.library.terms import (
    FEW,
    READ,
    as_written,
    begins_like,
    commonest,
    may_be_corrected,
    nearest_word,
    rarest_of,
    stem_of,
    without_asking,
)

T = TypeVar("T")


class Embedding(Protocol):
    """What turns texts into vectors."""

    @property
    def name(self) -> str: ...

    async def embed(self, texts: Sequence[str]) -> NDArray[np.float32]: ...


class SearchedLibrary(ABC):
    """The part of the port `Library` that follows from a few questions to an index; a backend answers those."""

    _embedder: Embedding | None

    async def search(self, query: LibraryQuery, top: int = 20) -> tuple[Hit, ...]:
        if query.like:
            pattern = (await self.articles([query.like], whole=False)).get(query.like)
            return await self._like(query, pattern, top) if pattern is not None else ()
        text = " ".join(t.text for t in query.terms if t.scope is Scope.ALL)
        query = replace(query, terms=without_asking(query.terms))
        meaning = (await self._embedder.embed([text]))[0] if self._embedder is not None and text else None
        return await self._do(lambda: self._search(query, meaning, top))

    async def beginning_with(self, begins: Collection[str]) -> Mapping[str, tuple[str, ...]]:
        def known() -> dict[str, tuple[str, ...]]:
            return {b: words for b in begins if (words := commonest(self._words_that_begin([b.lower()], 1)))}

        return await self._do(known)

    async def corrections(self, words: Collection[str]) -> Mapping[str, str]:
        return await self._do(lambda: {w: better for w in words if (better := self._corrected(w))})

    async def tables(self, ids: Collection[str]) -> Mapping[str, tuple[RawTable, ...]]:
        return {id: article.tables for id, article in (await self.articles(ids)).items()}

    @abstractmethod
    async def articles(self, ids: Collection[str], *, whole: bool = True) -> Mapping[str, Article]: ...

    @abstractmethod
    async def _do(self, work: Callable[[], T]) -> T:
        """Return what work returns that waits for the index; the event loop goes on meanwhile."""

    @abstractmethod
    def _search(self, query: LibraryQuery, meaning: NDArray[np.float32] | None, top: int) -> tuple[Hit, ...]:
        """Return what fits a query that is like no paper; `meaning` is the vector of its words, where there is one."""

    @abstractmethod
    def _rarity(self, terms: Sequence[Term]) -> dict[str, float]:
        """Return how much the words of terms tell papers apart, by their stems."""

    @abstractmethod
    def _papers_with(self, stem: str) -> int:
        """Return how many papers have a word."""

    @abstractmethod
    def _words_that_begin(self, begins: Sequence[str], few: int) -> Iterable[tuple[str, int]]:
        """Yield the stems that begin so and stand in so many papers at least, each with its papers."""

    @abstractmethod
    def _with_word(self, stem: str, most: int) -> Iterable[Article]:
        """Yield some papers that have a word, without their bodies."""

    async def _like(self, query: LibraryQuery, pattern: Article, top: int) -> tuple[Hit, ...]:
        """Return the papers that share most of what tells a paper from the others, itself left out."""
        terms = telling_terms(pattern)
        terms = rarest_of(terms, await self._do(lambda: self._rarity(terms)))
        found = await self.search(replace(query, like="", terms=(*terms, *query.terms)), top + 1)
        return tuple(hit for hit in found if hit.article.id != pattern.id)[:top]

    def _corrected(self, word: str) -> str:
        """Return the likeliest word that papers have for one that none has, as they write it most often: the nearest
        in spelling, then the commonest.

        Words are looked for that begin alike, or with their first letters mixed up; "" where none is near.
        """
        own = stem_of(word.lower())
        if not may_be_corrected(own) or self._papers_with(own):
            return ""
        better = nearest_word(own, self._words_that_begin(begins_like(own), FEW))
        return as_written(better, map(front_text, self._with_word(better, READ))) if better else ""
