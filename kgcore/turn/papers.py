"""Papers of the library for what somebody looks for: which, and the sentences in them that bear on it."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from kgcore.errors import GraphError, LibraryError
from kgcore.library.everyday import everyday_names
from kgcore.library.ids import any_id
from kgcore.library.model import Article, Hit, LibraryQuery, Passage, Scope, Status, Term
from kgcore.library.passages import PassageReader
from kgcore.library.query import ANY_ENDING, parse_query
from kgcore.library.stance import StanceQuery, names_both, names_in, sentence_stance
from kgcore.library.views import SentenceOnClaim
from kgcore.library.words import TITLE, plain_words
from kgcore.ports import KnowledgeGraph, Library, PaperSource
from kgcore.values.model import Candidate, Claim, Match, Mention

_READ_AT_ONCE = 6  # papers whose sentences are read for one query
_KEPT = 32  # papers that stay read
_OF_EACH = 3  # sentences of each paper
_READ_ON_CLAIM = 8  # papers whose sentences are read for one claim
_LOOKED_AT = 40  # sentences of each that are looked through for one that names both sides
MOST_SENTENCES = 3  # shown on one claim
_MOST_NAMES = 12
_LEAST_DIGITS = 6  # of a PubMed id that stands alone
_SHORTEST_NAME = 3  # letters: shorter ones are names of too much
MOST_SYNONYMS = 6  # of the graph, of all that a query names
MOST_NAMED = 5  # things that a query names, of which other names are sought
MOST_NAMES, LEAST_NAMES = 12, 3  # of all of them, and of each
_LEAST_LETTERS, _LONGEST = 4, 60  # letters of another name that is sought as well
_PAPER = 2.0  # how much a paper's own place counts beside how well its sentence fits


def _ended(term: Term, words: Mapping[str, tuple[str, ...]]) -> Term:
    """Return a term of which the beginning was typed ("metform*") with the words that begin so."""
    begin = term.text.removesuffix(ANY_ENDING)
    if begin == term.text or begin not in words:
        return replace(term, text=begin)
    first, *others = words[begin]
    return replace(term, text=first, also=tuple(others))


def _named_id(text: str) -> str:
    """Return the id of a paper that a text is, and nothing else; digits alone are one where they are no year."""
    return "" if text.isdigit() and len(text) < _LEAST_DIGITS else any_id(text)


def _may_slip(term: Term) -> bool:
    return not term.exact and term.scope in (Scope.ALL, Scope.TITLE, Scope.ABSTRACT, Scope.BODY, Scope.MESH)


async def _other_names(terms: Sequence[Term], graph: KnowledgeGraph) -> tuple[str, ...]:
    """Return other names of the entities that a query's words name, those that say nothing new left out."""
    text = " ".join(t.text for t in terms if t.scope is Scope.ALL)
    if not text:
        return ()
    (spots,) = await graph.spot([text])
    found: dict[str, str] = {}
    for _, _, meant in spots:
        if meant and meant[0].match is not Match.SEMANTIC:
            entity = meant[0].entity
            own = [n for n in (entity.name, *entity.synonyms)[:_MOST_NAMES] if _LEAST_LETTERS <= len(n) <= _LONGEST]
            for name in own:
                key = " ".join(sorted(set(plain_words(name))))
                if key and not set(key.split()) <= set(plain_words(text)):
                    found.setdefault(key, name)
    return tuple(found.values())[:MOST_SYNONYMS]


def _with_names(terms: Sequence[Term], graph: Sequence[str]) -> tuple[Term, ...]:
    """Return terms for other names that nobody typed: the graph's, then of each thing that the words name some."""
    words = [t.text for t in terms if t.scope is Scope.ALL and not t.exact]
    named = everyday_names(words)[:MOST_NAMED]
    each = max(LEAST_NAMES, MOST_NAMES // max(1, len(named)))
    added = [Term(one.names[0], also=one.names[1:each], added=True, of=one.words) for one in named]
    known = {name.casefold() for term in added for name in (term.text, *term.also)}
    left = [name for name in graph if name.casefold() not in known]
    return (*((Term(left[0], also=tuple(left[1:]), added=True),) if left else ()), *added)


def _asked(claim: Claim) -> StanceQuery:
    """Return a claim as sentences are read for it: as it was said, under all names of its sides."""
    triple = claim.triple
    subject, object = (claim.object, claim.subject) if claim.inverted else (claim.subject, claim.object)
    return StanceQuery(_names(triple.subject, subject), triple.relation, _names(triple.object, object), triple.negated)


def _names(mention: Mention, candidate: Candidate | None) -> tuple[str, ...]:
    known = (candidate.entity.name, *candidate.entity.synonyms) if candidate else ()
    long = (name for name in known[:_MOST_NAMES] if len(name) >= _SHORTEST_NAME)
    return tuple(dict.fromkeys((mention.text, *long)))


@dataclass(frozen=True, slots=True)
class FoundOnClaim:
    """How many papers have a sentence on both sides of a claim, the best ones, and whether all sources were reached."""

    papers: int
    sentences: tuple[SentenceOnClaim, ...]
    reached: bool


def _on_claim(asked: StanceQuery, article: Article, words: str) -> SentenceOnClaim | None:
    some = PassageReader(article).best(words, _LOOKED_AT)
    best = next((passage for passage in some if names_both(asked, passage.text)), None)
    return _said_on(asked, article, best) if best is not None else None


def _said_on(asked: StanceQuery, article: Article, best: Passage) -> SentenceOnClaim:
    said = names_in((*asked.subject, *asked.object), best.text)
    names = frozenset(word for name in said for word in plain_words(name))
    return SentenceOnClaim(article, best, sentence_stance(asked, best.text).stance, names)


@dataclass(frozen=True, slots=True)
class WiderQuery:
    """A query as it is searched, with what was read otherwise than it was typed, and what is sought besides."""

    query: LibraryQuery
    corrected: tuple[tuple[str, str], ...] = ()  # as typed, as searched
    synonyms: tuple[str, ...] = ()


class PaperSearch:
    """Looks for papers and sentences in a library, and for claims also in a source outside, where there is one.

    Its methods raise LibraryError and InputError.
    """

    def __init__(self, library: Library | None, outside: PaperSource | None = None) -> None:
        self.library = library
        self._outside = outside
        self._read: OrderedDict[str, PassageReader] = OrderedDict()

    async def hits(self, query: LibraryQuery, top: int) -> Sequence[Hit]:
        """Return the papers that fit, best first; where the whole query is the id of one, that paper."""
        if self.library is None:
            return ()
        if id := _named_id(query.text):
            named = (await self.library.articles([id], whole=False)).get(id)
            return (Hit(named, 1.0, (id,)),) if named is not None else ()
        return await self.library.search(query, top)

    async def widened(self, query: LibraryQuery, graph: KnowledgeGraph | None = None) -> WiderQuery:
        """Return a query with its slips corrected and with other names of what it names, as far as it wants them:
        the graph's, and everyday and medical ones ("heart attack").
        """
        corrected: dict[str, str] = {}
        if self.library is not None and (cut := {t.text for t in query.terms if t.text.endswith(ANY_ENDING)}):
            words = await self.library.beginning_with({text.removesuffix(ANY_ENDING) for text in cut})
            query = replace(query, terms=tuple(_ended(t, words) for t in query.terms))
        if self.library is not None and query.spelling:
            corrected = dict(await self.library.corrections({t.text for t in query.terms if _may_slip(t)}))
            terms = (replace(t, text=corrected.get(t.text, t.text)) if _may_slip(t) else t for t in query.terms)
            query = replace(query, terms=tuple(terms))
        names: tuple[str, ...] = ()
        if query.synonyms:
            with suppress(GraphError):  # then without the graph's
                names = await _other_names(query.terms, graph) if graph is not None else ()
            added = _with_names(query.terms, names)
            query = replace(query, terms=(*query.terms, *added))
            names = tuple(dict.fromkeys(name for term in added for name in (term.text, *term.also)))
        return WiderQuery(query, tuple(corrected.items()), names)

    async def retracted(self) -> frozenset[str]:
        """Return all ids of the papers of the library that were retracted; none where it cannot be read."""
        with suppress(LibraryError):
            return await self.library.retracted() if self.library is not None else frozenset()
        return frozenset()

    async def described(self, ids: Collection[str]) -> Mapping[str, Article]:
        """Return the papers that the library has of these ids, without their bodies."""
        return await self.library.articles(ids, whole=False) if self.library is not None else {}

    async def looked_up(self, ids: Sequence[str]) -> Mapping[str, Article] | None:
        """Return the papers that the source outside has of these ids; None where there is none to be asked."""
        return await self._outside.by_ids(ids) if self._outside is not None else None

    async def article(self, id: str) -> Article | None:
        """Return a paper by any of its ids, whole."""
        return (await self.library.articles([id])).get(id) if self.library is not None else None

    async def passages_of(self, id: str, words: str, top: int = 5) -> tuple[Passage, ...]:
        """Return the sentences of a paper that bear most on words; () where there is no such paper."""
        reader = await self._reader(id)
        return reader.best(words, top) if reader is not None else ()

    async def excerpts(self, id: str, words: str, top: int) -> tuple[Passage, ...]:
        """Return the sentences of a paper that bear most on words, to stand under its title: without the title."""
        found = await self.passages_of(id, words, top + 1)
        return tuple(p for p in found if p.section != TITLE)[:top]

    async def passages(self, text: str, top: int = 5) -> tuple[Passage, ...]:
        """Return the sentences that bear most on a query, of the papers that fit it best; those that share less than
        half as many of its words as others do come last, however well they stand in their own papers.
        """
        query = (await self.widened(parse_query(text))).query
        words = " ".join(term.text for term in query.terms if not term.added) or text
        found: list[tuple[float, Passage]] = []
        for hit in await self.hits(query, _READ_AT_ONCE):
            place = _PAPER * math.log(hit.score) if hit.score > 0 else -math.inf
            passages = await self.passages_of(hit.article.id, words, _OF_EACH)
            found += [(passage.score + place, passage) for passage in passages]
        asked = {*plain_words(words)}
        shared = [len(asked & {*plain_words(passage.text)}) for _, passage in found]
        most = max(shared, default=0)
        order = sorted(range(len(found)), key=lambda n: (2 * shared[n] < most, -found[n][0]))
        return tuple(found[n][1] for n in order[:top])

    async def on_claim(self, claim: Claim) -> FoundOnClaim:
        """Return how many of the papers that fit best have a sentence on both sides of a claim, and the best ones."""
        asked = _asked(claim)
        sides = tuple(Term(names[0], exact=True, also=names[1:]) for names in (asked.subject, asked.object))
        words = " ".join((asked.subject[0], asked.relation, asked.object[0]))
        found: list[SentenceOnClaim] = []
        for hit in await self.hits(LibraryQuery(words, sides), _READ_ON_CLAIM):
            some = await self.passages_of(hit.article.id, words, _LOOKED_AT)
            best = next((passage for passage in some if names_both(asked, passage.text)), None)
            if best is not None:
                found.append(_said_on(asked, hit.article, best))
        reached = True
        try:
            known = {id for one in found for id in one.article.ids}
            outside = await self._outside.find((asked.subject, asked.object), _READ_ON_CLAIM) if self._outside else ()
            for article in outside:
                if known.isdisjoint(article.ids) and (said := _on_claim(asked, article, words)) is not None:
                    found.append(said)
        except LibraryError:
            reached = False
        found.sort(key=lambda one: (one.article.status is Status.RETRACTED, -one.passage.score))
        return FoundOnClaim(len(found), tuple(found[:MOST_SENTENCES]), reached)

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
