"""A triple made ready to be judged: in the graph's direction, with the entities that it may be about. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kgcore.language.welcome import welcome
from kgcore.model import Candidate, Edge, Match, Mention, Triple
from kgcore.verdict.meaning import Meaning, Sense
from kgcore.verdict.stance import Rules, Stance

Pair = tuple[str, str]
Couple = tuple[Candidate, Candidate]

TIE = 0.005  # names whose scores differ by less are as good as each other
MOST_TIED = 4  # candidates of one mention that are tried together


@dataclass(frozen=True, slots=True)
class Case:
    """A triple in the graph's direction; `subjects` and `objects` are as good as each other, none if not linked."""

    triple: Triple
    meaning: Meaning
    subjects: tuple[Candidate, ...]
    objects: tuple[Candidate, ...]

    @property
    def mentions(self) -> tuple[Mention, Mention]:
        """The wording of subject and object."""
        subject, object = self.triple.subject, self.triple.object
        return (object, subject) if self.meaning.turned else (subject, object)

    @property
    def couples(self) -> tuple[Couple, ...]:
        """Every subject with every object, never one entity with itself; none where the claim cannot be looked up."""
        if not (self.subjects and self.objects) or self.subjects[0].entity.id == self.objects[0].entity.id:
            return ()
        return tuple((s, o) for s in self.subjects for o in self.objects if s.entity.id != o.entity.id)


def make_case(triple: Triple, meaning: Meaning, subject: Sequence[Candidate], object: Sequence[Candidate]) -> Case:
    """Return the triple turned to the graph's direction, with those candidates that no other beats by name.

    To raise something is to improve it only where more of it is better: not a blood pressure, not an inflammation.
    """
    if meaning.turned:
        subject, object = object, subject
    objects = tied(object)
    if meaning.rising and not any(welcome(c.entity.name) for c in objects):
        kept = tuple(s for s in meaning.senses if s.predicate not in meaning.rising)
        meaning = replace(meaning, senses=kept)
    return Case(triple, meaning, tied(subject), objects)


def tied(candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """Return the best candidate and those as good: evidence may choose among these, and among no others."""
    if not candidates:
        return ()
    best = candidates[0]
    by_meaning = best.match is Match.SEMANTIC
    equal = [c for c in candidates if c.score >= best.score - TIE and (c.match is Match.SEMANTIC) == by_meaning]
    return tuple(equal[:MOST_TIED])


def ids(couple: Couple) -> Pair:
    """Return the couple's entity ids."""
    return couple[0].entity.id, couple[1].entity.id


@dataclass(frozen=True, slots=True)
class Found:
    """What the edges between one couple say of a case in one sense (None: no predicate fits the phrase)."""

    couple: Couple
    sense: Sense | None
    edges_for: tuple[Edge, ...] = ()
    edges_against: tuple[Edge, ...] = ()
    near: tuple[Edge, ...] = ()

    @property
    def settles(self) -> bool:
        """Whether an edge takes a side."""
        return bool(self.edges_for or self.edges_against)


def find(
    meaning: Meaning, couple: Couple, sense: Sense | None, edges: Sequence[Edge], pair: Pair, rules: Rules
) -> Found:
    """Sort the edges between the two ids of `pair` (subject, object) by what they say of the claim in that sense.

    Of a claim whose polarity is in doubt only one thing can be said: that edges stand on both sides.
    """
    if sense is None or not edges:
        return Found(couple, sense, near=tuple(edges))
    sides: dict[Stance, list[Edge]] = {side: [] for side in Stance}
    for edge in edges:
        sides[meaning.stance(sense, edge, rules, edge.subject != pair[0])].append(edge)
    if meaning.doubtful and not (sides[Stance.FOR] and sides[Stance.AGAINST]):
        return Found(couple, sense, near=tuple(edges))
    return Found(couple, sense, *(tuple(sides[side]) for side in (Stance.FOR, Stance.AGAINST, Stance.NEITHER)))


def would_settle(meaning: Meaning, found: Found, rules: Rules, turned: bool = False) -> tuple[Edge, ...]:
    """Return the near edges that would take a side under another meaning, or, `turned`, if they ran the other way."""
    if found.sense is None:
        return ()
    subject = found.couple[0].entity.id
    near = [e for e in found.near if e.subject != subject] if turned else found.near
    return tuple(
        e for e in near if meaning.stance(found.sense, e, rules, (e.subject != subject) != turned) is not Stance.NEITHER
    )
