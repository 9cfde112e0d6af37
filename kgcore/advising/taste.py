"""What a person tends to click and to dismiss, across threads: a little weight, never a decision. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp

from kgcore.controls import Barred, Chosen, Deed, Dismissed
from kgcore.explore import effective

LEAST, MOST = 0.8, 1.25  # how far taste may move a weight
_PULL = 0.15  # what an unbroken habit does to a type or a predicate, as a power of e
_DOUBT = 3  # clicks that a habit is measured against before it counts as one
_BARRED = 2  # "not this kind" says more than one dismissal


@dataclass(frozen=True, slots=True)
class Taste:
    """How much a person leans to node types and predicates: (name, from -1 to 1)."""

    types: tuple[tuple[str, float], ...] = ()
    predicates: tuple[tuple[str, float], ...] = ()

    def factors(self) -> Factors:
        """Return the same, ready to look things up."""
        return Factors(dict(self.types), dict(self.predicates))


@dataclass(frozen=True, slots=True)
class Factors:
    """A taste as weights."""

    types: Mapping[str, float]
    predicates: Mapping[str, float]

    def of(self, type: str, predicate: str) -> float:
        """Return what to multiply a weight with: LEAST to MOST, 1 where nothing is known."""
        leaning = self.types.get(type, 0.0) + self.predicates.get(predicate, 0.0)
        return min(MOST, max(LEAST, exp(_PULL * leaning)))


def taste_of(deeds: Sequence[Deed]) -> Taste:
    """Return the taste that a person's deeds show; what was undone shows nothing."""
    types, predicates = Counter[tuple[str, bool]](), Counter[tuple[str, bool]]()
    for control in (d.control for d in effective(deeds)):
        if isinstance(control, Chosen | Dismissed | Barred):
            weight = _BARRED if isinstance(control, Barred) else 1
            types[control.type, isinstance(control, Chosen)] += weight
            predicates[control.predicate, isinstance(control, Chosen)] += weight
    return Taste(_leanings(types), _leanings(predicates))


def _leanings(counts: Counter[tuple[str, bool]]) -> tuple[tuple[str, float], ...]:
    names: Iterable[str] = sorted({name for name, _ in counts if name})
    return tuple((n, _leaning(counts[n, True], counts[n, False])) for n in names)


def _leaning(liked: int, disliked: int) -> float:
    return (liked - disliked) / (liked + disliked + _DOUBT)
