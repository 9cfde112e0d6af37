"""Warnings in whole: interactions and harms of what people take, what it does to the fate of other things included."""

from __future__ import annotations

from collections.abc import Sequence

from kgcore.evidence.findings import Finding
from kgcore.evidence.harms import fate_of, is_interaction, is_taken, warns
from kgcore.llm.graph_alone.lists import group_for_sentences, group_sentence
from kgcore.llm.graph_alone.writer import AnnotatedWriter, AnswerContext, report_finding
from kgcore.values.intent import AskedRelation, Slant
from kgcore.values.model import Entity


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
    """Return what one of two things does to the fate of the other in the body ("coffee disrupts … absorption")."""
    both = ((x, fate) for x, y in ((a, b), (b, a)) for fate in context.fates if _is_of(fate, y))
    found = [f for x, fate in both for f in context.between(x, fate) if warns(f)]
    return [f"The graph has a warning: {report_finding(writer, f)}." for f in found[:1]] + [
        f"{said[:1].upper()}{said[1:]}." for f in found[1:] for said in [report_finding(writer, f)]
    ]


def _is_of(fate: Entity, entity: Entity) -> bool:
    return fate_of(fate).casefold() in {n.casefold() for n in (entity.name, *entity.synonyms)}
