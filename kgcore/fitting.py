"""Whether an edge answers a question that asks for others. Pure; used to select evidence and to write from it."""

from __future__ import annotations

from kgcore.intent import Asked, Which
from kgcore.model import Edge, Entity
from kgcore.stance import Rules, Stance, stance


def answers(asked: Asked, edge: Edge, rules: Rules, reversed: bool) -> Stance:
    """Return how the edge stands to what is asked, in any of its senses; an open question takes any edge as for it."""
    if not asked.predicates:
        return Stance.AGAINST if edge.negated else Stance.FOR
    stances = [stance(p, False, asked.says_more, edge, rules, reversed) for p in asked.predicates]
    return next((s for s in stances if s is not Stance.NEITHER), Stance.NEITHER)


def fits(which: Which, other: Entity, edge: Edge, rules: Rules) -> bool:
    """Tell whether the edge between the question's entity and `other` bears on the question, either way."""
    if which.types and other.type not in which.types:
        return False
    leads_out = edge.subject == which.entity.id
    ways = (True, False) if which.outward is None else (which.outward,)
    return any(answers(which.asked, edge, rules, leads_out is not out) is not Stance.NEITHER for out in ways)
