"""What a thread has been through, as far as it stands against asking something (again). Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Self, assert_never

from kgcore.advising.offer import Offer
from kgcore.controls import Kind
from kgcore.explore import merged
from kgcore.language.kinds import is_type_word, types_meant
from kgcore.model import Edge, Entity
from kgcore.thread import Exploration, Step

_FEW = 2  # a type needs as many neighbours to be a question of its own
# "Which …", "list the …": what stands before the word for a type in a question that asks for some of it.
_ASKING = re.compile(
    r"\b(?:which|what|list|show me|name|find|suggest|recommend|any)(?: (?:are|is|of|the|some|any|all|other|else|more|me"
    r"|best|good|common|natural|effective|main|known|kinds?|sorts?|types?))* (?=(\w[\w'-]*(?: \w[\w'-]*){0,2}))"
)


@dataclass(frozen=True, slots=True)
class Past:
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
        names = {e.id: e for e in exploration.entities}
        gone = {id for d in exploration.dismissed for id in d.nodes} | merged(exploration.deeds).keys()
        return cls(
            frozenset(s.asked for s in exploration.steps if s.asked),
            frozenset(p for s in exploration.steps for p in _settled(s)),
            frozenset(frozenset(s.explains) for s in exploration.steps if s.explains),
            frozenset(gone),
            frozenset(d.key for d in exploration.dismissed),
            frozenset(frozenset((d.subject, d.target)) for d in exploration.dismissed if d.kind is Kind.NODE),
            frozenset(b.type for b in exploration.barred if b.type),
            frozenset(b.predicate for b in exploration.barred if b.predicate),
            tuple(w for s in exploration.steps for w in _wanted(s, names)),
            names,
            frozenset(exploration.roots),
        )

    def allows(self, offer: Offer) -> bool:
        """Tell whether nothing stands against offering this."""
        key = offer.key
        if key in self.asked or key in self.dismissed:
            return False
        if not (self.allows_kind(offer.type, offer.predicate) and self.allows_source(offer.subject)):
            return False
        pair = frozenset((offer.subject, offer.target))
        match offer.kind:
            case Kind.NODE:
                return pair not in self.settled and offer.target not in self.gone
            case Kind.TYPE:
                taken = self.taken(offer.subject)
                return sum(id not in taken for id in offer.nodes) >= _FEW and not self.asks_for(
                    offer.subject, offer.target
                )
            case Kind.WHY:
                return pair not in self.explained | self.apart and self.allows_source(offer.target)
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
        return self.gone.union(*(p for p in (*self.settled, *self.apart) if subject in p))

    def allows_edge(self, edge: Edge) -> bool:
        """Tell whether nobody barred the edge's predicate."""
        return edge.predicate not in self.predicates

    def asks_for(self, subject: str, type: str) -> bool:
        """Tell whether somebody asked in their own words which of this type stand in some relation to the entity."""
        return any(id == subject and _means(windows, type) for id, windows in self.wanted)


def _settled(step: Step) -> Iterator[frozenset[str]]:
    yield from map(frozenset, step.pairs)
    yield from map(frozenset, combinations(step.focus, 2))


def _wanted(step: Step, entities: dict[str, Entity]) -> Iterator[tuple[str, tuple[str, ...]]]:
    if not step.typed or not step.focus:
        return
    question = re.sub(r"[^\w\s'-]", " ", step.question.lower())
    for entity in (entities[id] for id in step.focus if id in entities):
        for name in sorted((entity.name, *entity.synonyms), key=len, reverse=True):
            question = question.replace(re.sub(r"[^\w\s'-]", " ", name.lower()), " _ ")
    found = _ASKING.search(" ".join(question.split()))
    if found:
        words = found[1].split()
        yield from ((id, tuple(" ".join(words[:n]) for n in range(len(words), 0, -1))) for id in step.focus)


def _means(windows: Iterable[str], type: str) -> bool:
    """Tell whether the longest of the readings that is a word for some type is one for this type."""
    for words in windows:
        if types_meant(words, (type,)):
            return True
        if is_type_word(words):
            return False
    return False
