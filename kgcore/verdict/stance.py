"""How one edge stands to one claim about the same two entities: for it, against it, or neither.

A claim (s, p, o) and an edge (s, q, o), with "implies" closed under transitivity:

- for a plain claim: the edge is plain, and q is p or implies p;
- for a negated claim: the edge is negated, and q is p or implied by p;
- against a plain claim: the edge is negated, and q is p or implied by p; or it is plain, and q or something that q
  implies is opposite to p;
- against a negated claim: the edge is plain, and q is p or implies p.

A claim that says more than p ("cures") is about an unstored predicate above p: nothing stored is it or implies it, so
the first and the last rule never reach it. An edge from o to s counts as what it reads backwards: a symmetric predicate
as itself, one with an inverse as that inverse, any other as nothing.

Who says that there is "no effect" denies more than a trial looks for; it is how the finding that there is no such
effect is worded, so that a negated edge of any effect stands for it. Then whatever points to an effect stands against
it, a raised risk as well.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, auto
from typing import Protocol

from kgcore.values.model import Edge, Predicate


class Stance(Enum):
    """What an edge says of a claim."""

    FOR = auto()
    AGAINST = auto()
    NEITHER = auto()


class Rules(Protocol):
    """What `stance_of` needs to know of predicates; `kgcore.vocabulary.Vocabulary` is one."""

    def get(self, name: str) -> Predicate:
        """Return the predicate of that name, a bare one if it is unknown."""
        ...

    def implied(self, name: str) -> frozenset[str]:
        """Return all that the predicate implies, itself included."""
        ...

    def opposites(self, name: str) -> frozenset[str]:
        """Return the predicates stated as opposite to this one, by either of the two."""
        ...


def readings_of_predicate(predicate: str, reversed: bool, rules: Rules) -> tuple[str, ...]:
    """Return what an edge of this predicate says in the claim's direction; `reversed` if it runs against it."""
    if not reversed:
        return (predicate,)
    known = rules.get(predicate)
    backwards = (predicate,) if known.symmetric else ()
    return (*backwards, known.inverse) if known.inverse else backwards


def stance_of(predicate: str, negated: bool, overstates: bool, edge: Edge, rules: Rules, reversed: bool) -> Stance:
    """Return how the edge stands to the claim that `predicate` holds (or, `negated`, does not hold).

    `reversed` says that the edge runs from the claim's object to its subject.
    """
    said = readings_of_predicate(edge.predicate, reversed, rules)
    return agreed_stance(_stance(predicate, negated, overstates, reading, edge.negated, rules) for reading in said)


def no_effect_stance(broadest: str, edge: Edge, rules: Rules, reversed: bool) -> Stance:
    """Return how an edge that `stance_of` leaves open stands to "has no effect on", where `broadest` is denied."""
    if reversed:
        return Stance.NEITHER
    effects = [p for p in rules.implied(edge.predicate) | rules.opposites(edge.predicate) if p != broadest]
    if edge.negated:
        return Stance.FOR if broadest in rules.implied(edge.predicate) else Stance.NEITHER
    points = any(broadest in rules.implied(p) for p in effects)
    return Stance.AGAINST if points else Stance.NEITHER


def agreed_stance(stances: Iterable[Stance]) -> Stance:
    """Return the one side that is taken; NEITHER where none is, or both are."""
    sides = set(stances) - {Stance.NEITHER}
    return sides.pop() if len(sides) == 1 else Stance.NEITHER


def _stance(predicate: str, negated: bool, overstates: bool, stated: str, denied: bool, rules: Rules) -> Stance:
    if denied:
        if stated not in rules.implied(predicate):
            return Stance.NEITHER
        return Stance.FOR if negated else Stance.AGAINST
    if not overstates and predicate in rules.implied(stated):
        return Stance.AGAINST if negated else Stance.FOR
    if not negated and not rules.implied(stated).isdisjoint(rules.opposites(predicate)):
        return Stance.AGAINST
    return Stance.NEITHER
