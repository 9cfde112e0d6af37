"""Queries as words in columns, whether a paper fits, and its BM25 as SQLite's FTS5 reckons it. Pure.

A backend whose engine has another order of its own finds candidates with it, counts the words in them, and orders them
with this, so that one query gives one order everywhere (https://sqlite.org/fts5.html#the_bm25_function).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kgcore.library.fields import FIELDS
from kgcore.library.model import LibraryQuery, Scope, Term
from kgcore.library.terms import index_tokens

Phrase = tuple[str, ...]  # stems that stand together; one for a word
COLUMNS = tuple(scope for scope, _ in FIELDS)
ALL = tuple(range(len(COLUMNS)))
FRONT = tuple(COLUMNS.index(scope) for scope in (Scope.TITLE, Scope.ABSTRACT, Scope.MESH))
WEIGHTS = tuple(weight for _, weight in FIELDS)
FRONT_WEIGHTS = (3.0, *(1.0,) * (len(FIELDS) - 1))
FIELDS_POOL, FRONT_POOL, OTHERS_POOL = 100, 30, 20  # articles that are put in order for one query
NEAR = 0.5  # cosine from which papers are near in meaning
NEAREST = 10  # papers that are shown where no words match
_K1, _B = 1.2, 0.75
_LEAST = 1e-6  # that a word counts which is in most papers


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Phrases of which a paper has at least one in one of these columns."""

    columns: tuple[int, ...]
    phrases: tuple[Phrase, ...]

    def fits(self, counts: Counts) -> bool:
        """Whether a paper with these counts has one."""
        return any(phrase and any(counts[phrase][c] for c in self.columns) for phrase in self.phrases)


Counts = Mapping[Phrase, Sequence[int]]  # how often a phrase stands in each column of a paper


@dataclass(frozen=True, slots=True)
class Match:
    """What a paper must have, one of each, and what it must not have."""

    groups: tuple[AnyOf, ...] = ()
    without: tuple[AnyOf, ...] = ()

    def fits(self, counts: Counts) -> bool:
        """Whether a paper with these counts is one that is looked for."""
        return all(g.fits(counts) for g in self.groups) and not any(g.fits(counts) for g in self.without)

    def phrases(self) -> set[Phrase]:
        """Return all that has to be counted in papers."""
        return {p for group in (*self.groups, *self.without) for p in group.phrases if p}

    def within(self, columns: Iterable[int]) -> Match:
        """Return the same, looked for in fewer columns; what is left out is left out wherever it stands."""
        kept = frozenset(columns)
        groups = (AnyOf(tuple(c for c in g.columns if c in kept), g.phrases) for g in self.groups)
        return Match(tuple(groups), self.without)


def match_of(query: LibraryQuery, telling: Sequence[Term]) -> Match:
    """Return what a query asks for: any of the words of one field, one of every field, and all phrases."""
    scopes: dict[Scope, list[str]] = {}
    groups: list[AnyOf] = []
    for term in telling:
        if term.exact:
            groups.append(_any_of(term.scope, (term.text, *term.also)))
        else:
            scopes.setdefault(term.scope, []).extend((term.text, *term.also))
    if groups and (others := scopes.pop(Scope.ALL, [])):  # where phrases are asked for, other words only help to order
        phrase = next(term for term in telling if term.exact)
        groups.append(_any_of(Scope.ALL, (phrase.text, *phrase.also, *others)))
    groups += [_any_of(scope, words) for scope, words in scopes.items()]
    return Match(tuple(groups), tuple(_any_of(term.scope, (term.text,)) for term in query.without) if groups else ())


def front_match(query: LibraryQuery, match: Match) -> Match:
    """Return the same for title, abstract and MeSH alone, where nothing else is named."""
    return match.within(FRONT) if all(t.scope is Scope.ALL for t in query.terms) else match


def other_names_match(query: LibraryQuery) -> Match:
    """Return what finds papers by names that nobody typed; an empty one where there are none."""
    names = [name for term in query.terms if term.added for name in (term.text, *term.also)]
    if not names or any(term.exact or term.scope is not Scope.ALL for term in query.terms if not term.added):
        return Match()
    whole = match_of(query, query.terms)
    return Match((*whole.groups, _any_of(Scope.ALL, names)), whole.without).within(FRONT)


def _any_of(scope: Scope, words: Iterable[str]) -> AnyOf:
    columns = ALL if scope is Scope.ALL else (COLUMNS.index(scope),)
    return AnyOf(columns, tuple(tuple(index_tokens(text)) for text in words))


@dataclass(frozen=True, slots=True)
class Paper:
    """What is counted of a paper: the phrases in its columns, and its words in all."""

    number: int
    counts: Counts
    length: int


@dataclass(frozen=True, slots=True)
class Corpus:
    """How many papers there are, their words on average, and in how many a phrase stands in some of these columns."""

    papers: int
    average: float
    having: Mapping[tuple[Phrase, tuple[int, ...]], int]


def best_matching(
    match: Match, weights: Sequence[float], papers: Iterable[Paper], corpus: Corpus, top: int
) -> dict[int, float]:
    """Return the papers that fit by number, each with its BM25, the best first; equal ones as they came."""
    if not match.groups:
        return {}
    weighed = [(p, g.columns) for g in match.groups for p in g.phrases if p]
    rarity = {key: _rarity(corpus.papers, corpus.having.get(key, 0)) for key in weighed}
    found = []
    for paper in papers:
        if match.fits(paper.counts):
            weight = _K1 * (1 - _B + _B * paper.length / corpus.average)
            score = 0.0
            for key in weighed:
                counts = paper.counts[key[0]]
                often = sum(weights[c] * counts[c] for c in key[1])
                score += rarity[key] * often * (_K1 + 1) / (often + weight) if often else 0.0
            found.append((-about(score), paper.number))
    found.sort()
    return {number: -score for score, number in found[:top]}


def _rarity(papers: int, having: int) -> float:
    rarity = math.log((papers - having + 0.5) / (having + 0.5))
    return rarity if rarity > 0 else _LEAST


def means_alone(query: LibraryQuery) -> bool:
    """Whether papers without any of the words may be what is looked for: no field, no phrase, nothing left out."""
    return not query.without and all(t.scope is Scope.ALL and not t.exact for t in query.terms)


def about(score: float) -> float:
    """Return a score to ten digits: what differs behind them was only added up in another order."""
    return float(f"{score:.10g}")
