"""Papers of the library for what somebody looks for: which, and the sentences in them that bear on it."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Sequence

from kgcore.library.model import Article, Hit, LibraryQuery, Passage
from kgcore.library.passages import PassageReader
from kgcore.library.query import parse_query
from kgcore.ports import Library

_READ_AT_ONCE = 6  # papers whose sentences are read for one query
_KEPT = 32  # papers that stay read
_OF_EACH = 3  # sentences of each paper
_PAPER = 2.0  # how much a paper's own place counts beside how well its sentence fits


class PaperSearch:
    """Looks for papers and sentences in one library. Its methods raise LibraryError and InputError."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self._read: OrderedDict[str, PassageReader] = OrderedDict()

    async def hits(self, query: LibraryQuery, top: int) -> Sequence[Hit]:
        """Return the papers that fit, best first."""
        return await self.library.search(query, top)

    async def article(self, id: str) -> Article | None:
        """Return a paper by any of its ids, whole."""
        return (await self.library.articles([id])).get(id)

    async def passages_of(self, id: str, words: str, top: int = 5) -> tuple[Passage, ...]:
        """Return the sentences of a paper that bear most on words; () where there is no such paper."""
        reader = await self._reader(id)
        return reader.best(words, top) if reader is not None else ()

    async def passages(self, text: str, top: int = 5) -> tuple[Passage, ...]:
        """Return the sentences that bear most on a query, of the papers that fit it best."""
        query = parse_query(text)
        words = " ".join(term.text for term in query.terms) or text
        found: list[tuple[float, Passage]] = []
        for hit in await self.hits(query, _READ_AT_ONCE):
            place = _PAPER * math.log(hit.score) if hit.score > 0 else -math.inf
            passages = await self.passages_of(hit.article.id, words, _OF_EACH)
            found += [(passage.score + place, passage) for passage in passages]
        found.sort(key=lambda one: -one[0])
        return tuple(passage for _, passage in found[:top])

    async def _reader(self, id: str) -> PassageReader | None:
        """Return an article's sentences, read; those of the last few are kept."""
        if id in self._read:
            self._read.move_to_end(id)
            return self._read[id]
        article = await self.article(id)
        if article is None:
            return None
        self._read[id] = reader = PassageReader(article)
        if len(self._read) > _KEPT:
            self._read.popitem(last=False)
        return reader
