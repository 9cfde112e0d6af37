"""Candidates that would explain what is told, ranked by the evidence for and against each. Pure.

A clue is something that is told (a symptom, a finding), with what it may mean in the graph. What few things have says
more than what many have (the weight is an inverse document frequency); what a candidate explains is weighed against all
that is told, and a little against how much the candidate has in general.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from kgcore.values.model import Edge, Entity

MOST_RANKED = 300  # candidates whose edges are looked at
_SIZE = 0.08  # what a candidate's own number of features costs, a step of ten
_AGAINST = 1.0  # what a denied feature costs, as a share of its weight
_OTHER = 0.35  # what an edge counts that says something else than that the one has the other
_NAMED = 3.0  # what a name counts that somebody gives to what they have; more than any clues
_RESEMBLES = 1.2  # what likeness of a name to what is told counts, by its score


@dataclass(frozen=True, slots=True)
class Clue:
    """What is told: `words` as written, `meant` what it may mean (entity, how surely in 0..1), best first."""

    words: str
    meant: tuple[tuple[Entity, float], ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """A candidate with its score in 0..1 and what speaks for and against it.

    `explained` and `unexplained` are clues (by index); `named`: somebody named it themselves.
    """

    entity: Entity
    score: float
    edges_for: tuple[Edge, ...] = ()
    edges_against: tuple[Edge, ...] = ()
    explained: tuple[int, ...] = ()
    unexplained: tuple[int, ...] = ()
    named: bool = False


def specificity(degree: int, total: int) -> float:
    """Return how much it says to be connected with something that has so many neighbours: 0 where all have it."""
    return math.log((total + 1) / (degree + 1)) + 0.1


def shortlist(
    clues: Sequence[Clue], around: Mapping[str, frozenset[str]], total: int, whole: Collection[str] = ()
) -> list[str]:
    """Return the ids that most of what is told leads to, by weight, as many as are worth a look.

    What is told explains nothing itself, unless it is one of `whole`, which have features of their own.
    """
    weights: dict[str, float] = defaultdict(float)
    for clue in clues:
        reached: dict[str, float] = {}
        for entity, sure in clue.meant:
            weight = sure * specificity(len(around.get(entity.id, ())), total)
            for id in around.get(entity.id, frozenset()):
                reached[id] = max(reached.get(id, 0.0), weight)
        for id, weight in reached.items():
            weights[id] += weight
    told = {entity.id for clue in clues for entity, sure in clue.meant if sure >= 1.0} - set(whole)
    ordered = sorted(weights, key=lambda id: (-weights[id], id))
    return [id for id in ordered if id not in told][:MOST_RANKED]


@dataclass(frozen=True, slots=True)
class Facts:
    """What was fetched for ranking: neighbours' ids, edges by pair (candidate, clue's entity), and the graph's size.

    `features` are the predicates that say that a candidate (subject) has or causes a feature (object); empty where the
    graph has none such: then every edge counts.
    """

    around: Mapping[str, frozenset[str]]
    edges: Mapping[tuple[str, str], Sequence[Edge]]
    total: int
    features: frozenset[str] = frozenset()
    sizes: Mapping[str, int] | None = None


def ranked(
    clues: Sequence[Clue],
    candidates: Collection[Entity],
    facts: Facts,
    named: Mapping[str, float],
    alike: Mapping[str, float],
) -> list[Explanation]:
    """Return the candidates, best first. `named`, `alike`: how surely each is named or resembled (0..1)."""
    weights = [_clue_weight(clue, facts) for clue in clues]
    most = sum(weights) or 1.0
    found = [_explained(c, clues, weights, most, facts, named, alike) for c in candidates]
    return sorted(found, key=lambda e: (-e.score, e.entity.name))


def _clue_weight(clue: Clue, facts: Facts) -> float:
    sure = [s * specificity(len(facts.around.get(e.id, ())), facts.total) for e, s in clue.meant]
    return max(sure, default=0.0)


def _explained(
    candidate: Entity,
    clues: Sequence[Clue],
    weights: Sequence[float],
    most: float,
    facts: Facts,
    named: Mapping[str, float],
    alike: Mapping[str, float],
) -> Explanation:
    total, edges_for, edges_against = 0.0, [], []
    explained: list[int] = []
    for index, clue in enumerate(clues):
        gain, for_, against = _bearing(candidate, clue, facts)
        edges_for += for_
        edges_against += against
        total += gain
        if for_ and gain > 0:
            explained.append(index)
    told = {n for n, clue in enumerate(clues) if _is_told(candidate, clue)}
    left = tuple(n for n in range(len(clues)) if n not in {*explained, *told} and weights[n] > 0)
    size = (facts.sizes or {}).get(candidate.id, 0)
    score = total / most - _SIZE * math.log10(size + 1)
    is_named = named.get(candidate.id, 0.0)
    score += _NAMED * is_named + _RESEMBLES * alike.get(candidate.id, 0.0)
    return Explanation(
        candidate,
        max(0.0, score) / (1.0 + _NAMED + _RESEMBLES),
        tuple(dict.fromkeys(edges_for)),
        tuple(dict.fromkeys(edges_against)),
        tuple(explained),
        left,
        is_named > 0,
    )


def _bearing(candidate: Entity, clue: Clue, facts: Facts) -> tuple[float, list[Edge], list[Edge]]:
    """Return what a clue adds to a candidate, the edges for it, of its likeliest meaning, and those against."""
    best = 0.0
    ways: list[tuple[float, list[Edge]]] = []  # by what the clue may mean: what each adds, and its edges
    found_against: list[Edge] = []
    for entity, sure in clue.meant:
        weight = sure * specificity(len(facts.around.get(entity.id, ())), facts.total)
        if entity.id == candidate.id:
            best = max(best, weight if sure >= 1.0 else 0.0)
            continue
        ways.append((0.0, []))
        for edge in facts.edges.get((candidate.id, entity.id), ()):
            says = _says_feature(edge, candidate.id, facts.features)
            if edge.negated:
                found_against.append(edge)
                best = min(best, -_AGAINST * weight) if not any(edges for _, edges in ways) else best
            else:
                gain = weight * (1.0 if says else _OTHER)
                ways[-1] = (max(ways[-1][0], gain), [*ways[-1][1], edge])
                best = max(best, gain)
    return best, max(ways, key=lambda way: way[0], default=(0.0, []))[1], found_against


def _is_told(candidate: Entity, clue: Clue) -> bool:
    """Whether a clue is the candidate itself: that counts for it, and explains nothing."""
    return any(entity.id == candidate.id and sure >= 1.0 for entity, sure in clue.meant)


def _says_feature(edge: Edge, candidate: str, features: frozenset[str]) -> bool:
    """Whether an edge says that the candidate has the clue, stored either way round."""
    return not features or edge.predicate in features
