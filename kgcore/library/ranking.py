"""The order of papers that were found: several rankings fused by reciprocal rank (and a little by value), and why each
paper is there. Pure.

Reciprocal rank fusion: Cormack, Clarke and Büttcher 2009 (https://doi.org/10.1145/1571941.1572114). The weights are
fitted on half of the queries that are measured (docs/library.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from kgcore.library.fields import section_text
from kgcore.library.matching import NEAR, about
from kgcore.library.model import Article, Hit, LibraryQuery, Order, Scope, Status, Term
from kgcore.library.words import WordsLike, plain_words

_K = 2  # how quickly a lower rank counts less
_SHARE = 0.2  # how much a value counts beside its rank, by its share of the best: ranks alone hide how far it leads
_WEIGHTS = {"fields": 2.0, "front": 1.0, "pairs": 0.5, "cover": 1.0, "meaning": 0.2, "others": 0.8}
_LEAD, _FAR = 6.0, 0.2  # how much counts how far the best by all fields leads, beyond this: only its body may tell
_BY_SHARE = {"others": 1.0, "cover": 1.0}  # more, by the share of the query that has other names
_BY_NAME = 0.9  # how much a word is covered by another name of what it names
_SAME_MEANING = 4  # digits behind which two cosines are one: backends keep vectors in precisions of their own
_READ = 6_000  # characters of an abstract
_MOST_WORDS = 4  # named in a reason
_WORD = re.compile(r"[a-z][a-z0-9]+")


@dataclass(frozen=True, slots=True)
class Scored:
    """A candidate: BM25 over all fields and over its front (title, abstract, MeSH), its nearness in meaning, and BM25
    of the other names that nobody typed.
    """

    number: int
    article: Article
    fields: float = 0.0
    front: float = 0.0
    meaning: float = 0.0
    others: float = 0.0


def ranked(query: LibraryQuery, found: Sequence[Scored], rarity: Mapping[str, float]) -> list[tuple[Scored, float]]:
    """Return the candidates in their order, each with its score; `rarity` is that of the query's words, by stem."""
    asked = [word for term in query.terms if not term.added for word in plain_words(term.text)]
    pairs, names = set(pairwise(asked)), _other_names(query)
    wanted = frozenset(asked)
    total = sum(rarity.values()) or 1.0
    named = len({w for of, _ in names for w in of} & wanted) / max(1, len(wanted))
    weights = {**_WEIGHTS, **{name: _WEIGHTS[name] + named * more for name, more in _BY_SHARE.items()}}
    like = WordsLike(wanted.union(*(words for _, words in names)))
    columns: dict[str, list[float]] = {name: [] for name in _WEIGHTS}
    for one in found:
        words = like.of(front_text(one.article))
        together = set(pairwise(words))
        for name, value in (("fields", one.fields), ("front", one.front), ("others", one.others)):
            columns[name].append(about(value))
        columns["meaning"].append(round(one.meaning, _SAME_MEANING))
        columns["pairs"].append(len(pairs & together) / max(1, len(pairs)))
        columns["cover"].append(_covered({*words}, names, rarity) / total)
    sums = [0.0] * len(found)
    for name, values in columns.items():
        most = max(values, default=0.0) if name != "meaning" else 0.0  # of which backends agree on the order alone
        for place, n in _places(values):
            share = values[n] / most if most > 0 else 0.0
            sums[n] += weights[name] * (1 / (_K + place) + _SHARE * share)
    for n, lead in enumerate(_leads(columns["fields"])):
        sums[n] += _LEAD * max(0.0, 1 - 2 * named) * lead
    best = _LEAD * _FAR + sum(weight for name, weight in weights.items() if name != "others") * (1 / _K + _SHARE)
    scored = [(one, round(score / best, 4)) for one, score in zip(found, sums, strict=True)]
    scored.sort(key=lambda pair: (-pair[1], pair[0].article.id))
    scored.sort(key=lambda pair: _first(query.order, pair[0].article))
    return [(one, min(1.0, score)) for one, score in scored]  # what other names add goes beyond a whole


def _other_names(query: LibraryQuery) -> list[tuple[frozenset[str], frozenset[str]]]:
    """Return the words of names that nobody typed, each behind those that it stands for."""
    added = [term for term in query.terms if term.of]
    pairs = ((term.of, plain_words(name)) for term in added for name in (term.text, *term.also))
    return [(frozenset(of), frozenset(words)) for of, words in pairs if words]


def _covered(
    words: set[str], names: Sequence[tuple[frozenset[str], frozenset[str]]], rarity: Mapping[str, float]
) -> float:
    """Return how much of a query words cover: what was typed wholly, what stands there by another name in part."""
    typed = words & rarity.keys()
    meant = {word for of, name in names if name <= words for word in of} & rarity.keys()
    return sum(rarity[w] for w in sorted(typed)) + _BY_NAME * sum(rarity[w] for w in sorted(meant - typed))


def _leads(values: Sequence[float]) -> list[float]:
    """Return for the highest value by how much more than a little it lies above the next, as a share; 0 for others."""
    first, second = sorted((*values, 0.0, 0.0), reverse=True)[:2]
    return [min(_FAR, max(0.0, 1 - second / first - _FAR)) if value == first > 0 else 0.0 for value in values]


def _places(values: Sequence[float]) -> Iterable[tuple[int, int]]:
    """Yield the place (from 0) and the index of every value, the highest first; equal ones share a place."""
    place, last = 0, None
    for n, index in enumerate(sorted(range(len(values)), key=lambda i: -values[i])):
        if values[index] != last:
            place, last = n, values[index]
        yield place, index


def _first(order: Order, article: Article) -> float:
    match order:
        case Order.RELEVANCE:
            return 0
        case Order.YEAR:
            return -(article.year or 0)
        case Order.DESIGN:
            return article.design.strength
        case Order.CITATIONS:
            return -(article.citations or 0)


def front_text(article: Article) -> str:
    """Return title, abstract and headings of a paper as one text."""
    text = section_text(article.abstract)[:_READ]
    return f"{article.title} \n {text} \n {' '.join((*article.mesh, *article.keywords))}"


def telling_terms(article: Article) -> tuple[Term, ...]:
    """Return the words of a paper's title, headings and abstract, each once, as terms of a query."""
    words = (w for w in _WORD.findall(front_text(article).lower()) if len(w) > 2 and plain_words(w))
    return tuple(Term(w) for w in dict.fromkeys(words))


def hits_of(query: LibraryQuery, order: Sequence[tuple[Scored, float]]) -> tuple[Hit, ...]:
    """Return papers in their order with the reasons in words why each is there."""
    like = WordsLike({word for term in query.terms for text in (term.text, *term.also) for word in _stems(text)})
    return tuple(Hit(one.article, score, _reasons(query, one, like)) for one, score in order)


def _reasons(query: LibraryQuery, one: Scored, like: WordsLike) -> tuple[str, ...]:
    """Return what of the query stands where, what stands together, and the paper's meaning."""
    article, found = one.article, list[str]()
    left, meant = list(query.terms), set[str]()
    places = (
        ("title", article.title),
        ("abstract", section_text(article.abstract)[:_READ]),
        ("MeSH and keywords", " ".join((*article.mesh, *article.keywords))),
        ("journal", article.journal),
        ("authors", " ".join(article.authors)),
    )
    for name, text in places:
        words = set(like.of(text))
        here = [t for t in left if _stands(t, words)]
        if here:
            found.append(f"{name}: {_named([_found_as(t, words) for t in here])}")
            meant |= {word for t in here for word in t.of}
            left = [t for t in left if t not in here]
    if left:
        left = [t for t in left if not t.added and not (t.scope is Scope.ALL and _stems(t.text) <= meant)]
    if left:
        found.append(f"not in title or abstract: {_named(left)}" if found else f"full text: {_named(left)}")
    if one.meaning >= NEAR:
        found.append("near in meaning")
    if article.status is not Status.CURRENT:
        found.append(article.status.value)
    return tuple(found)


def _stands(term: Term, words: set[str]) -> bool:
    return any((own := _stems(text)) and own <= words for text in (term.text, *term.also))


def _found_as(term: Term, words: set[str]) -> Term:
    """Return a term under that of its names which stands there."""
    names = (term.text, *term.also)
    return replace(term, text=next((n for n in names if (own := _stems(n)) and own <= words), term.text))


@lru_cache(maxsize=4096)
def _stems(name: str) -> frozenset[str]:
    return frozenset(plain_words(name))


def _named(terms: Sequence[Term]) -> str:
    names = tuple({t.text.casefold(): t.text for t in terms}.values())
    more = f" and {len(names) - _MOST_WORDS} more" if len(names) > _MOST_WORDS else ""
    return ", ".join(names[:_MOST_WORDS]) + more
