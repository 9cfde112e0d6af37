"""What a recommendation asks, without reading its words again: names that need a second look read badly. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from kgcore.controls import Kind
from kgcore.intent import Asked, Intent, Which, Why, YesNo
from kgcore.model import Entity
from kgcore.thread import Recommendation
from kgcore.verdict.stance import Rules
from kgcore.wording import verb


def intent_of(chosen: Recommendation, entities: Mapping[str, Entity], rules: Rules) -> Intent | None:
    """Return what it asks; `entities` by id. None where its entities are not among them."""
    subject, target = entities.get(chosen.subject), entities.get(chosen.target)
    predicate = rules.get(chosen.predicate)
    asked = Asked(verb(predicate).infinitive(), (chosen.predicate,)) if chosen.predicate else Asked()
    if subject is None:
        return None
    if chosen.kind is Kind.TYPE:
        return Which(subject, asked, (chosen.target,), None if predicate.symmetric else not chosen.turned)
    if target is None:
        return None
    if chosen.kind is Kind.WHY:
        return Why(subject, target)
    return YesNo(target, subject, asked) if chosen.turned else YesNo(subject, target, asked)
