"""What a triple's relation means in a graph's predicates: the phrase's own reading and the model's choice together.

A phrase that can mean a predicate is not read as less than that: what a better reading implies is no further reading.
Negation, direction and "says more" always come from the phrase (or the input's flag). A model's choice among what the
phrase can mean comes first, the phrase's other readings stay: people read the words. Where the model chose a predicate
that the phrase does not mean, an edge counts only if it says the same of both: neither can strengthen the other.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from kgcore.language.reading import Reading
from kgcore.model import Edge, Triple
from kgcore.verdict.stance import Rules, Stance, stance


class Phrases(Rules, Protocol):
    """A vocabulary that also reads phrases."""

    @property
    def names(self) -> Iterable[str]:
        """The graph's own predicates."""
        ...

    def read(self, phrase: str) -> Reading:
        """Read a relation phrase."""
        ...

    def vouches(self, phrase: str, predicate: str) -> bool:
        """Whether the words of a phrase that it cannot read bear out the choice of a predicate."""
        ...

    def words(self, name: str, negated: bool = False) -> str:
        """Return the predicate in words."""
        ...


@dataclass(frozen=True, slots=True)
class Sense:
    """One thing that a relation can mean: `predicate`, and others that must agree with it."""

    predicate: str
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Meaning:
    """All that a relation can mean, best first; no sense where nothing fits.

    `guessed`: a model chose, and nothing in the phrase bears it out. `doubtful`: words around it may turn it round.
    `rising`: for a relation that says "for the better", the predicates that only say "more".
    """

    senses: tuple[Sense, ...]
    negated: bool
    hedged: bool
    says_more: bool
    turned: bool
    guessed: bool = False
    doubtful: bool = False
    rising: frozenset[str] = frozenset()

    def stance(self, sense: Sense, edge: Edge, rules: Rules, reversed: bool) -> Stance:
        """Return how the edge stands to the claim in this sense; a guess takes no side."""
        if self.guessed:
            return Stance.NEITHER
        first = stance(sense.predicate, self.negated, self.says_more, edge, rules, reversed)
        if first is Stance.NEITHER or not sense.also:
            return first
        others = [stance(p, self.negated, self.says_more, edge, rules, reversed) for p in sense.also]
        return first if all(s is first for s in others) else Stance.NEITHER


def meaning(triple: Triple, phrases: Phrases) -> Meaning:
    """Read a triple's relation; a flag that negates and a phrase that negates say the same thing, not twice."""
    reading = phrases.read(triple.relation)
    choice, backwards = chosen(triple.predicate, phrases)
    return Meaning(
        senses=_senses(choice, reading.predicates, phrases),
        negated=triple.negated or reading.negated,
        hedged=triple.hedged or reading.hedged,
        says_more=reading.says_more,
        turned=reading.turned or (backwards and not reading.predicates),
        doubtful=triple.doubtful,
        rising=frozenset(phrases.read("increases").predicates) if reading.values else frozenset(),
        guessed=choice is not None and not reading.predicates and not phrases.vouches(triple.relation, choice),
    )


def chosen(name: str | None, phrases: Phrases) -> tuple[str | None, bool]:
    """Return the graph's predicate that a model named (None: it has none such), and whether by its inverse."""
    key = _key(name or "")
    if not key:
        return None, False
    known = [phrases.get(n) for n in phrases.names]
    plain = next((p.name for p in known if key in (_key(p.name), _key(p.label))), None)
    if plain is not None:
        return plain, False
    inverse = next((p.name for p in known if key == _key(p.inverse)), None)
    return inverse, inverse is not None


def _senses(choice: str | None, read: tuple[str, ...], rules: Rules) -> tuple[Sense, ...]:
    if choice is not None and choice not in read:
        return (Sense(choice, read),)
    ordered = read if choice is None else (choice, *(p for p in read if p != choice))
    return tuple(Sense(p) for n, p in enumerate(ordered) if not any(p in rules.implied(q) for q in ordered[:n]))


def _key(name: str) -> str:
    return "".join(c for c in name.rpartition(":")[2].casefold() if c.isalnum())
