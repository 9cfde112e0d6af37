"""What a person tends to click and to dismiss, across threads: a little weight, never a decision. Pure."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import exp, inf
from typing import Self, assert_never

from kgcore.exploration.exploration import effective_actions, merged_nodes
from kgcore.recommendation.candidates import CandidateQuestion, RankableQuestion
from kgcore.values.actions import ActionRecord, Barred, Chosen, Dismissed, RecommendationKind
from kgcore.values.model import Edge, Entity
from kgcore.values.remembering import Same, remembered
from kgcore.values.thread import Exploration, Recommendation, Step
from kgcore.vocabulary.types import is_type_word, types_meant

LEAST, MOST = 0.8, 1.25  # how far preferences may move a weight
_PULL = 0.15  # what an unbroken habit does to a type or a predicate, as a power of e
_DOUBT = 3  # clicks that a habit is measured against before it counts as one
_BARRED = 2  # "not this kind" says more than one dismissal


@dataclass(frozen=True, slots=True)
class Preferences:
    """How much a person leans to node types and predicates: (name, from -1 to 1)."""

    types: tuple[tuple[str, float], ...] = ()
    predicates: tuple[tuple[str, float], ...] = ()

    def factors(self) -> PreferenceWeights:
        """Return the same, ready to look things up."""
        return PreferenceWeights(dict(self.types), dict(self.predicates))


@dataclass(frozen=True, slots=True)
class PreferenceWeights:
    """Preferences as weights."""

    types: Mapping[str, float]
    predicates: Mapping[str, float]

    def of(self, type: str, predicate: str) -> float:
        """Return what to multiply a weight with: LEAST to MOST, 1 where nothing is known."""
        leaning = self.types.get(type, 0.0) + self.predicates.get(predicate, 0.0)
        return min(MOST, max(LEAST, exp(_PULL * leaning)))


def preferences_from_actions(action_records: Sequence[ActionRecord]) -> Preferences:
    """Return the preferences that a person's recorded actions show; what was undone shows nothing."""
    types, predicates = Counter[tuple[str, bool]](), Counter[tuple[str, bool]]()
    for control in (d.control for d in effective_actions(action_records)):
        if isinstance(control, Chosen | Dismissed | Barred):
            weight = _BARRED if isinstance(control, Barred) else 1
            types[control.type, isinstance(control, Chosen)] += weight
            predicates[control.predicate, isinstance(control, Chosen)] += weight
    return Preferences(_leanings(types), _leanings(predicates))


def _leanings(counts: Counter[tuple[str, bool]]) -> tuple[tuple[str, float], ...]:
    names: Iterable[str] = sorted({name for name, _ in counts if name})
    return tuple((n, _leaning(counts[n, True], counts[n, False])) for n in names)


def _leaning(liked: int, disliked: int) -> float:
    return (liked - disliked) / (liked + disliked + _DOUBT)


# --- What a thread has been through, as far as it stands against asking something (again).

_FEW = 2  # a type needs as many neighbours to be a question of its own
_WANTED_REMEMBERED, _STEP = 4 << 20, 500  # bytes: what questions of threads ask for; and of each beside its words
# "Which …", "list the …": what stands before the word for a type in a question that asks for some of it.
_ASKING = re.compile(
    r"\b(?:which|what|list|show me|name|find|suggest|recommend|any)(?: (?:are|is|of|the|some|any|all|other|else|more|me"
    r"|best|good|common|natural|effective|main|known|kinds?|sorts?|types?))* (?=(\w[\w'-]*(?: \w[\w'-]*){0,2}))"
)


@dataclass(frozen=True)
class QuestionHistory:
    """Pairs are unordered; `apart` are those that were dismissed. `gone` are dismissed or merged nodes.

    `wanted`: by entity, the words (longest first) for what a typed question asks some of.
    """

    asked: frozenset[str]
    settled: frozenset[frozenset[str]]
    explained: frozenset[frozenset[str]]
    gone: frozenset[str]
    dismissed: frozenset[str]
    apart: frozenset[frozenset[str]]
    types: frozenset[str]
    predicates: frozenset[str]
    wanted: tuple[tuple[str, tuple[str, ...]], ...]
    entities: dict[str, Entity]
    roots: frozenset[str]

    @classmethod
    def of(cls, exploration: Exploration) -> Self:
        """Return what the exploration has been through."""
        gone = {id for d in exploration.dismissed for id in d.nodes} | merged_nodes(exploration.action_records).keys()
        return cls(
            frozenset(s.asked for s in exploration.steps if s.asked),
            frozenset[frozenset[str]]().union(*(s.settled for s in exploration.steps)),
            frozenset(frozenset(s.explains) for s in exploration.steps if s.explains),
            frozenset(gone),
            frozenset(d.key for d in exploration.dismissed),
            frozenset(
                frozenset((d.subject, d.target)) for d in exploration.dismissed if d.kind is RecommendationKind.NODE
            ),
            frozenset(b.type for b in exploration.barred if b.type),
            frozenset(b.predicate for b in exploration.barred if b.predicate),
            tuple(w for s in exploration.steps for w in _wanted(Same(s))),
            {e.id: e for e in exploration.entities},
            frozenset(exploration.roots),
        )

    def allows(self, offer: RankableQuestion) -> bool:
        """Tell whether nothing stands against offering this."""
        if offer.key in self.asked or self.waved_away(offer):
            return False
        pair = frozenset((offer.subject, offer.target))
        match offer.kind:
            case RecommendationKind.NODE:
                return pair not in self.settled
            case RecommendationKind.TYPE:
                taken = self.taken(offer.subject)
                return sum(id not in taken for id in offer.nodes) >= _FEW and not self.asks_for(
                    offer.subject, offer.target
                )
            case RecommendationKind.WHY:
                return pair not in self.explained
            case _:
                assert_never(offer.kind)

    def waved_away(self, offer: RankableQuestion) -> bool:
        """Tell whether somebody dismissed or barred this question, its kind or what it is about."""
        if offer.key in self.dismissed or not self.allows_kind(offer.type, offer.predicate):
            return True
        if not self.allows_source(offer.subject):
            return True
        match offer.kind:
            case RecommendationKind.NODE:
                return offer.target in self.gone
            case RecommendationKind.TYPE:
                return False
            case RecommendationKind.WHY:
                pair = frozenset((offer.subject, offer.target))
                return pair in self.apart or not self.allows_source(offer.target)
            case _:
                assert_never(offer.kind)

    def allows_kind(self, type: str, predicate: str) -> bool:
        """Tell whether nobody barred this node type or predicate."""
        return type not in self.types and predicate not in self.predicates

    def allows_source(self, id: str) -> bool:
        """Tell whether questions may go out from this entity: what people asked for first, or nobody has waved away."""
        if id in self.roots:
            return True
        known = self.entities.get(id)
        return id not in self.gone and (known is None or known.type not in self.types)

    def taken(self, subject: str) -> frozenset[str]:
        """Return the ids that an entity is not paired with: asked or judged together, or dismissed."""
        return self._taken.get(subject, self.gone)

    @cached_property
    def _taken(self) -> Mapping[str, frozenset[str]]:
        found: defaultdict[str, set[str]] = defaultdict(set)
        for pair in (*self.settled, *self.apart):
            for id in pair:
                found[id] |= pair
        return {id: self.gone | beside for id, beside in found.items()}

    def allows_edge(self, edge: Edge) -> bool:
        """Tell whether nobody barred the edge's predicate."""
        return edge.predicate not in self.predicates

    def asks_for(self, subject: str, type: str) -> bool:
        """Tell whether somebody asked in their own words which of this type stand in some relation to the entity."""
        return any(id == subject and _means(windows, type) for id, windows in self.wanted)


def _bytes_of(step: Same[Step], wanted: tuple[tuple[str, tuple[str, ...]], ...]) -> int:
    return len(step.value.question) + _STEP * (1 + len(wanted))


@remembered(_WANTED_REMEMBERED, _bytes_of)
def _wanted(step: Same[Step]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return what a question asks some of, as `QuestionHistory.wanted`; every answer of a thread asks it of all."""
    asked = step.value
    if not asked.typed or not asked.focus:
        return ()
    known = (entity for entity in asked.entities if entity.id in asked.focus)
    windows = _asked_for(asked.question, tuple((entity.name, *entity.synonyms) for entity in known))
    return tuple((id, windows) for id in asked.focus if windows)


def _asked_for(question: str, names: tuple[tuple[str, ...], ...]) -> tuple[str, ...]:
    """Return the words (longest first) for what a question asks some of, entities' names left out; () for nothing."""
    question = re.sub(r"[^\w\s'-]", " ", question.lower())
    for some in names:
        for name in sorted(some, key=len, reverse=True):
            question = question.replace(re.sub(r"[^\w\s'-]", " ", name.lower()), " _ ")
    found = _ASKING.search(" ".join(question.split()))
    words = found[1].split() if found else []
    return tuple(" ".join(words[:n]) for n in range(len(words), 0, -1))


def _means(windows: Iterable[str], type: str) -> bool:
    """Tell whether the longest of the readings that is a word for some type is one for this type."""
    for words in windows:
        if types_meant(words, (type,)):
            return True
        if is_type_word(words):
            return False
    return False


# --- Which leads stand together, and in which order: good ones that differ.

SHOWN = 3
_RELEVANCE = 0.6  # how much a lead's own weight counts against its likeness to what is there already
_TYPE, _PREDICATE, _SUBJECT = 0.35, 0.25, 0.1  # what two leads share
_KINDS = {
    RecommendationKind.NODE: 0.0,
    RecommendationKind.TYPE: 0.05,
    RecommendationKind.WHY: 0.3,
}  # and two of one kind
_SAME = 1.0  # one says what the other says
_RANK = 0.08  # what a place further down the list costs a button


def question_similarity(a: RankableQuestion, b: RankableQuestion) -> float:
    """Return how much two questions have in common: 0 to 1; 1 where one contains the other."""
    if is_duplicate(a, b):
        return _SAME
    shared = (_TYPE if a.type == b.type else 0.0) + (_PREDICATE if a.predicate == b.predicate else 0.0)
    return shared + (_SUBJECT if a.subject == b.subject else 0.0) + (_KINDS[a.kind] if a.kind is b.kind else 0.0)


def is_duplicate(a: RankableQuestion, b: RankableQuestion) -> bool:
    """Tell whether one question is about the same pair as the other, or about one of its members."""
    if a.kind is not b.kind and a.kind is not RecommendationKind.WHY and b.kind is not RecommendationKind.WHY:
        of_type, single = (a, b) if a.kind is RecommendationKind.TYPE else (b, a)
        if single.subject == of_type.subject:
            return single.target in of_type.nodes
        return single.target == of_type.subject and single.subject in of_type.nodes
    if a.subject == b.subject:
        return a.target == b.target
    return a.subject == b.target and a.target == b.subject


def diversify(candidates: Sequence[CandidateQuestion], most: int) -> list[CandidateQuestion]:
    """Return the best of the leads (best first) in an order in which neighbours differ."""
    top = max((candidate.score for candidate in candidates), default=0.0) or 1.0
    left = [(_RELEVANCE * candidate.score / top, candidate) for candidate in candidates]
    like = [0.0] * len(left)
    chosen: list[CandidateQuestion] = []
    while left and len(chosen) < most:
        at = max(range(len(left)), key=lambda n: left[n][0] - (1 - _RELEVANCE) * like[n])
        candidate = left.pop(at)[1]
        like.pop(at)
        chosen.append(candidate)
        like = [max(known, question_similarity(candidate, other)) for known, (_, other) in zip(like, left, strict=True)]
    return chosen


def pick_three(offers: Sequence[Recommendation], shown: Collection[frozenset[str]]) -> tuple[Recommendation, ...]:
    """Return up to three that differ, in their order: a set that is new, as far as there is one of that size.

    Three that have stood together are never shown again; where no other three are left, two are. A question that
    contains another stands beside it only where there is nothing else.
    """
    keys = [offer.key for offer in offers]
    alike = {(a, b): question_similarity(offers[a], offers[b]) for a, b in combinations(range(len(offers)), 2)}
    for worst in (_SAME, 2 * _SAME):
        least = 2 if worst == _SAME and len(offers) > 1 else 1
        for size in range(min(SHOWN, len(offers)), least - 1, -1):
            sets = (c for c in combinations(range(len(offers)), size) if frozenset(keys[n] for n in c) not in shown)
            if fit := _cheapest(sets, alike, worst):
                return tuple(offers[n] for n in fit)
    return tuple(offers[: SHOWN - 1])


def _cheapest(sets: Iterable[tuple[int, ...]], alike: Mapping[tuple[int, int], float], worst: float) -> tuple[int, ...]:
    """Return the places that stand first and have least in common, no two of them `worst` or more; () for none."""
    best: tuple[float, tuple[int, ...]] = (inf, ())
    for places in sets:
        rank = sum(_RANK * n for n in places)
        if rank > best[0]:  # whatever they have in common
            continue
        shared = [alike[pair] for pair in combinations(places, 2)]
        if all(one < worst for one in shared):
            best = min(best, (rank + sum(shared), places))
    return best[1]
