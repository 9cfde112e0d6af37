"""What is noticed about two entities of one article: the features by which a proposal is scored. Pure.

A pair is looked at over the whole article, as in the chemical-induced disease task of BioCreative V (Wei et al. 2016,
doi:10.1093/database/baw032): how often and where each is named, and what stands between the two in a sentence.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from kgcore.curation.articles import AnnotatedArticle, NamedSpan
from kgcore.english.initialisms import defined

MOST_ENTITIES = 60  # of an article that are paired: the ones named most often
_FAR = 12  # words between two names, from which on the words tell nothing
_AROUND, _BESIDE = 40, 3  # characters looked at before and behind, and words taken of them
_MOST_SPOTS = 12  # pairs of places of one pair of entities in one sentence
_WORD = re.compile(r"[^\W\d_]+|\d+")
_NEVER = 4.0  # the logarithm of the distance of two that share no sentence


class EntityKind(StrEnum):
    """What sort of thing a type of entity is, as far as relations care."""

    CHEMICAL = "chemical"
    DISEASE = "disease"
    GENE = "gene"
    VARIANT = "variant"
    OTHER = "other"


_KINDS = (
    (EntityKind.VARIANT, "variant|mutation|allele|polymorphism"),
    (EntityKind.GENE, "gene|protein|enzyme|receptor"),
    (EntityKind.DISEASE, "disease|disorder|symptom|phenotyp|condition|sideeffect|adverse|syndrome"),
    (
        EntityKind.CHEMICAL,
        "chemical|drug|compound|supplement|substance|medication|molecule|nutrient|vitamin|ingredient",
    ),
)


def kind_of_type(type: str) -> EntityKind:
    """Return the kind that a graph's or a file's name for a type means ("DietarySupplement": a chemical)."""
    plain = re.sub(r"[^a-z]", "", type.lower())
    return next((kind for kind, words in _KINDS if re.search(words, plain)), EntityKind.OTHER)


@dataclass(frozen=True, slots=True)
class Place:
    """Where an entity is named: the span, and the number of its sentence."""

    start: int
    end: int
    sentence: int


@dataclass(frozen=True, slots=True)
class Named:
    """An entity of an article with all its places, in reading order."""

    id: str
    type: str
    kind: EntityKind
    places: tuple[Place, ...]
    sentences: frozenset[int]


@dataclass(frozen=True, slots=True)
class ArticleView:
    """An article with its entities and what all pairs of it share."""

    article: AnnotatedArticle
    entities: tuple[Named, ...]
    most: Mapping[EntityKind, int]  # how often the entity of a kind that is named most is named
    many: Mapping[EntityKind, int]  # how many entities of a kind there are
    meant: Mapping[str, str]  # what short forms stand for, as the article says
    starts: Mapping[int, tuple[int, ...]]  # a sentence's places of any entity: their beginnings, in order


@dataclass(frozen=True, slots=True)
class Spot:
    """Two places of a pair in one sentence, the left one first. `forward`: the pair's first entity is the left one."""

    left: Place
    right: Place
    forward: bool
    between: tuple[str, ...]


def view_of(article: AnnotatedArticle) -> ArticleView:
    """Return an article's entities, those named most often first where there are too many."""
    ends = [s.start for s in article.sentences]
    places: dict[str, list[tuple[Place, str]]] = defaultdict(list)
    for name in article.names:
        if name.id:
            places[name.id].append((_place(name, ends), name.type))
    often = sorted(places.items(), key=lambda item: -len(item[1]))[:MOST_ENTITIES]
    entities = tuple(_named(id, found) for id, found in sorted(often, key=lambda item: item[1][0][0].start))
    starts: dict[int, list[int]] = defaultdict(list)
    for entity in entities:
        for place in entity.places:
            starts[place.sentence].append(place.start)
    kinds = {e.kind for e in entities}
    return ArticleView(
        article,
        entities,
        {kind: max(len(e.places) for e in entities if e.kind is kind) for kind in kinds},
        dict(Counter(e.kind for e in entities)),
        defined(article.text),
        {n: tuple(sorted(some)) for n, some in starts.items()},
    )


def _place(name: NamedSpan, sentence_starts: Sequence[int]) -> Place:
    return Place(name.start, name.end, max(0, bisect_right(sentence_starts, name.start) - 1))


def _named(id: str, found: Sequence[tuple[Place, str]]) -> Named:
    places = tuple(sorted({place for place, _ in found}, key=lambda p: p.start))
    type = found[0][1]
    return Named(id, type, kind_of_type(type), places, frozenset(p.sentence for p in places))


def spots_of(view: ArticleView, first: Named, second: Named) -> list[Spot]:
    """Return the places where two entities stand in one sentence and do not overlap, bounded a sentence."""
    text = view.article.text
    found = []
    for number in sorted(first.sentences & second.sentences):
        here = [
            (one, other)
            for one in first.places
            if one.sentence == number
            for other in second.places
            if other.sentence == number
        ]
        here.sort(key=lambda two: abs(two[0].start - two[1].start))
        for one, other in here[:_MOST_SPOTS]:
            left, right = (one, other) if one.start < other.start else (other, one)
            if left.end <= right.start:
                found.append(Spot(left, right, left is one, _between(text[left.end : right.start])))
    return found


def _between(words: str) -> tuple[str, ...]:
    said = tuple(w.lower() for w in _WORD.findall(words))
    return ("-", *said) if words.startswith("-") else said


def features_of(view: ArticleView, first: Named, second: Named, spots: Sequence[Spot]) -> dict[str, float]:
    """Return the features of a pair by name; those of words say which of the two stands first (`>` or `<`)."""
    found = _of_article(view, first, second)
    found["kinds:" + "-".join(sorted((first.kind.value, second.kind.value)))] = 1.0
    nearest = min((len(s.between) for s in spots), default=None)
    found["distance"] = _NEVER if nearest is None else math.log1p(nearest)
    for spot in spots:
        if len(spot.between) <= _FAR:
            found.update((name, 1.0) for name in spot_features(view, spot))
    return found


def _of_article(view: ArticleView, first: Named, second: Named) -> dict[str, float]:
    together = first.sentences & second.sentences
    last = len(view.article.sentences) - 1
    gap = 0 if together else min(4, _gap(first, second))
    return {
        "together": math.log1p(len(together)),
        "apart": float(not together),
        "share": len(together) / min(len(first.sentences), len(second.sentences)),
        "gap": gap / 4,
        "title both": float(0 in together),
        "title first": float(0 in first.sentences),
        "title second": float(0 in second.sentences),
        "last both": float(last in together),
        "named first": math.log1p(len(first.places)),
        "named second": math.log1p(len(second.places)),
        "most first": float(len(first.places) == view.most[first.kind]),
        "most second": float(len(second.places) == view.most[second.kind]),
        "others first": math.log1p(view.many[first.kind]),
        "others second": math.log1p(view.many[second.kind]),
        "only first": float(view.many[first.kind] == 1),
        "only second": float(view.many[second.kind] == 1),
    }


def _gap(first: Named, second: Named) -> int:
    ours, theirs = sorted(first.sentences), sorted(second.sentences)
    found = abs(ours[0] - theirs[0])
    for one in ours:
        at = bisect_right(theirs, one)
        found = min([found, *(abs(one - other) for other in theirs[max(0, at - 1) : at + 1])])
    return found


def spot_features(view: ArticleView, spot: Spot) -> Iterator[str]:
    """Yield the names of what is noticed about two names in one sentence."""
    sign = ">" if spot.forward else "<"
    starts = view.starts[spot.left.sentence]
    inside = bisect_right(starts, spot.right.start - 1) - bisect_right(starts, spot.left.end - 1)
    yield f"near {sign} {min(4, len(spot.between))}"
    yield f"names between {min(3, inside)}"
    for word in spot.between:
        yield f"word {sign} {word}"
    for one, two in pairwise(("^", *spot.between, "$")):
        yield f"words {sign} {one} {two}"
    text, sentence = view.article.text, view.article.sentences[spot.left.sentence]
    before = text[max(sentence.start, spot.left.start - _AROUND) : spot.left.start]
    behind = text[spot.right.end : min(sentence.end, spot.right.end + _AROUND)]
    for word in _WORD.findall(before)[-_BESIDE:]:
        yield f"before {sign} {word.lower()}"
    for word in _WORD.findall(behind)[:_BESIDE]:
        yield f"behind {sign} {word.lower()}"
