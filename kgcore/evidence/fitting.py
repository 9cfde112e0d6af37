"""Whether an edge answers a question that asks for others. Pure; used to select evidence and to write from it."""

from __future__ import annotations

from kgcore.intent import Asked, Which
from kgcore.model import Edge, Entity
from kgcore.verdict.stance import Rules, Stance, stance


def answers(asked: Asked, edge: Edge, rules: Rules, reversed: bool) -> Stance:
    """Return how the edge stands to what is asked, in any of its senses; an open question takes any edge as for it."""
    if not asked.predicates:
        return Stance.AGAINST if edge.negated else Stance.FOR
    stances = [stance(p, False, asked.says_more, edge, rules, reversed) for p in asked.predicates]
    return next((s for s in stances if s is not Stance.NEITHER), Stance.NEITHER)


def fits(which: Which, other: Entity, edge: Edge, rules: Rules) -> bool:
    """Tell whether the edge to `other` answers, or denies what is asked; what does the opposite is no answer."""
    if which.types and other.type not in which.types:
        return False
    leads_out = edge.subject == which.entity.id
    ways = (True, False) if which.outward is None else (which.outward,)
    stances = {answers(which.asked, edge, rules, leads_out is not out) for out in ways}
    return Stance.FOR in stances or (edge.negated and Stance.AGAINST in stances)
