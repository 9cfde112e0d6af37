"""Warnings in whole: interactions and harms of what people take, what it does to the fate of other things included."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from kgcore.evidence.findings import Finding
from kgcore.evidence.harms import fate_of, is_interaction, warns
from kgcore.llm.graph_alone.lists import group_for_sentences, group_sentence, step_away
from kgcore.llm.graph_alone.writer import AnnotatedWriter, AnswerContext, make_sentence, report_finding
from kgcore.question.relation import is_harm, is_ill, is_ill_type, is_taken
from kgcore.values.intent import AskedRelation, Slant, Which
from kgcore.values.model import Entity
from kgcore.vocabulary.wording import name_in_sentence

WARNED = "The graph has a warning"
NOT_SHOWN_SAFE = "That does not show it to be safe."
_FORMS = 4  # warnings on kinds and forms of what is asked about


def asks_for_warnings(asked: AskedRelation, entity: Entity, context: AnswerContext) -> bool:
    """Tell whether a question about what is taken asks for interactions or harms."""
    some = (context.vocabulary.get(p) for p in asked.predicates)
    return is_taken(entity) and (asked.slant is Slant.BAD or any(is_interaction(p) for p in some))


def warnings_on(
    context: AnswerContext, writer: AnnotatedWriter, entity: Entity, told: Sequence[Finding] = ()
) -> list[str]:
    """Return all that the graph warns of with an entity, the gravest first, but for what was `told`."""
    found = [f for f in context.around(entity) if warns(f) and f not in told]
    said = [
        group_sentence(writer, g, 0, again=n > 0) for n, g in enumerate(group_for_sentences(found, entity, context.dim))
    ]
    for fate in context.fates:
        own = [f for f in context.around(fate) if warns(f) and f.object == fate and _is_of(fate, entity)]
        said += [group_sentence(writer, g, 0, again=bool(said)) for g in group_for_sentences(own, fate, context.dim)]
    return said


def on_each_others_fate(context: AnswerContext, writer: AnnotatedWriter, a: Entity, b: Entity) -> list[str]:
    """Return what one of two things, or a form of it, does to the fate of the other in the body ("coffee disrupts …
    absorption").
    """
    both = [(x, fate) for x, y in ((a, b), (b, a)) for fate in context.fates if _is_of(fate, y)]
    found = [f for x, fate in both for f in context.between(x, fate) if warns(f)]
    forms = [(x, k, fate) for x, fate in both for k in context.relatives(x) if not k.broader]
    of_forms = [(x, k, f) for x, k, fate in forms for f in context.between(k.entity, fate) if warns(f)]
    told = [f"{WARNED}: {report_finding(writer, f)}." for f in found[:1]]
    told += [make_sentence(report_finding(writer, f)) for f in found[1:]]
    if of_forms and not found:
        told = [f"{WARNED}, though not on {name_in_sentence(of_forms[0][0])} itself."]
    return told + [f"{step_away(k, again=n > 0)}, {report_finding(writer, f)}." for n, (_, k, f) in enumerate(of_forms)]


def warnings_on_forms(
    context: AnswerContext, writer: AnnotatedWriter, entity: Entity, told: Collection[Finding] = (), *, again: bool
) -> list[str]:
    """Return what the graph warns of with the kinds and forms of what is taken ("calcium carbonate"), said as such."""
    forms = [k for k in context.relatives(entity) if not k.broader and is_taken(k.entity)]
    found = [(k, f) for k in forms for f in context.around(k.entity) if warns(f) and f not in told]
    return [f"{step_away(k, again or n > 0)}, {report_finding(writer, f)}." for n, (k, f) in enumerate(found[:_FORMS])]


def _is_of(fate: Entity, entity: Entity) -> bool:
    return fate_of(fate).casefold() in {n.casefold() for n in (entity.name, *entity.synonyms)}


def may_harm(context: AnswerContext, intent: Which, finding: Finding) -> bool:
    """Tell whether a finding may answer what harms a thing has: where "increases" is said of all, of ills alone."""
    if intent.asked.slant is not Slant.BAD or not intent.outward or is_ill(intent.entity):
        return True
    other = finding.object if finding.subject.id == intent.entity.id else finding.subject
    says = re.search(r"harm|toxic|risk|adverse|side effect|caus", finding.predicate.words)
    return bool(says) or is_harm(other) or not any(map(is_ill_type, context.types))
