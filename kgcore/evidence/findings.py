"""Edges gathered into findings: one relation between two entities, with what speaks for it and what against. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from kgcore.model import Edge, Entity, Predicate
from kgcore.verdict.stance import Rules, Stance, stance


class Standing(Enum):
    """How a finding stands: papers say it, papers disagree, or papers deny it."""

    SAID = auto()
    DISPUTED = auto()
    DENIED = auto()


@dataclass(frozen=True, slots=True)
class Finding:
    """A relation in the graph's direction; `versus`: plain edges of opposite predicates, which stand against it."""

    subject: Entity
    predicate: Predicate
    object: Entity
    plain: tuple[Edge, ...]
    denied: tuple[Edge, ...]
    versus: tuple[Edge, ...] = ()
    opposite: Predicate | None = None  # what the first of `versus` says

    @property
    def standing(self) -> Standing:
        """Say whether papers agree, and on what."""
        if not self.plain:
            return Standing.DENIED
        return Standing.DISPUTED if self.denied or self.versus else Standing.SAID

    @property
    def edges(self) -> tuple[Edge, ...]:
        """All edges behind it, for and against."""
        return (*self.plain, *self.denied, *self.versus)

    @property
    def weight(self) -> int:
        """How many papers stand on either side."""
        return papers(self.edges)


def papers(edges: Iterable[Edge]) -> int:
    """Return how many different papers stand behind the edges."""
    return len({p for e in edges for p in e.publications})


def findings(edges: Sequence[Edge], entities: Mapping[str, Entity], rules: Rules) -> tuple[Finding, ...]:
    """Return the findings, in the order in which their first edges come; edges of unknown entities are left out."""
    groups: dict[tuple[str, str, str], list[Edge]] = {}
    for edge in edges:
        if edge.subject in entities and edge.object in entities:
            groups.setdefault(_key(edge, groups, rules), []).append(edge)
    return tuple(_finding(key, group, edges, entities, rules) for key, group in groups.items())


def _key(edge: Edge, groups: Mapping[tuple[str, str, str], list[Edge]], rules: Rules) -> tuple[str, str, str]:
    key, back = (edge.subject, edge.predicate, edge.object), (edge.object, edge.predicate, edge.subject)
    return back if rules.get(edge.predicate).symmetric and back in groups else key


def _finding(
    key: tuple[str, str, str], group: list[Edge], edges: Sequence[Edge], entities: Mapping[str, Entity], rules: Rules
) -> Finding:
    subject, predicate, object = key
    plain = tuple(e for e in group if not e.negated)
    others = [e for e in edges if {e.subject, e.object} == {subject, object} and e not in group]
    against = tuple(
        e for e in others if stance(predicate, not plain, False, e, rules, e.subject != subject) is Stance.AGAINST
    )
    versus = tuple(e for e in against if not e.negated)
    return Finding(
        entities[subject],
        rules.get(predicate),
        entities[object],
        plain,
        tuple(e for e in group if e.negated) + tuple(e for e in against if e.negated),
        versus,
        rules.get(versus[0].predicate) if versus else None,
    )


def opposing(edge: Edge, among: Iterable[Edge], rules: Rules) -> tuple[Edge, ...]:
    """Return the edges between the same two entities that contradict this one, which must never be left out."""
    same = (e for e in among if {e.subject, e.object} == {edge.subject, edge.object} and e.id != edge.id)
    return tuple(e for e in same if _contradict(edge, e, rules) or _contradict(e, edge, rules))


def _contradict(edge: Edge, other: Edge, rules: Rules) -> bool:
    reversed = other.subject != edge.subject
    return stance(edge.predicate, edge.negated, False, other, rules, reversed) is Stance.AGAINST
