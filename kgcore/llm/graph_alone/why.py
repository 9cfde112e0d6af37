"""Answers to why and how: what joins two entities, and what the first is known to act on."""

from __future__ import annotations

import re

from kgcore.english.agreement import join_words
from kgcore.llm.graph_alone.about import other_relations
from kgcore.llm.graph_alone.lists import (
    CAUTION,
    group_for_sentences,
    group_sentence,
    nothing_direct,
    path_sentences,
    without_mirrors,
)
from kgcore.llm.graph_alone.relate import Paragraphs, evidence_of_relatives, told_besides
from kgcore.llm.graph_alone.warnings import on_each_others_fate
from kgcore.llm.graph_alone.writer import (
    AnnotatedWriter,
    AnswerContext,
    is_membership,
    lowered,
    make_sentence,
    report_finding,
)
from kgcore.question.relation import is_taken
from kgcore.values.intent import AskedRelation, Why
from kgcore.values.model import Entity
from kgcore.vocabulary.types import is_acted_on
from kgcore.vocabulary.wording import name_in_sentence

NO_MECHANISM = "How this comes about, the graph does not say."
_COMMON = 3  # things that two entities have in common and that are named


def answer_why(context: AnswerContext, writer: AnnotatedWriter, intent: Why) -> Paragraphs:
    """Return the direct evidence, the ways through a third entity, and what the subject is known to act on."""
    direct = without_mirrors(context.between(intent.subject, intent.object))
    fresh = context.fresh(direct)
    told = (fresh or direct)[: context.size.sentences if fresh else 2]
    first = (
        [make_sentence(report_finding(writer, told[0])), *(told_besides(writer, f, told[:1]) for f in told[1:])]
        if told
        else []
    )
    if direct and not fresh:
        first = [f"As said above, {lowered(first[0])}", *first[1:]]
    elif not direct and is_taken(intent.subject) and is_taken(intent.object):
        first = on_each_others_fate(context, writer, intent.subject, intent.object)
    acting = _acting(context, writer, intent)
    if context.chained:
        asked = _asked_plainly(context, intent)
        return [first or [nothing_direct(context, writer, intent.subject, asked, intent.object)], acting]
    roundabout = path_sentences(context, writer, 3, again=True)
    if roundabout:
        return [first, [*roundabout, CAUTION], acting] if first else [[*roundabout, CAUTION], acting]
    if first:
        return [first, acting or [f"The graph does not say how this comes about: {_no_third(intent)}."]]
    relatives = evidence_of_relatives(context, writer, intent.subject, intent.object, AskedRelation(), again=True)
    if relatives.told:  # members or kinds tell it: nothing "stays open"
        own = nothing_direct(context, writer, intent.subject, _asked_plainly(context, intent), intent.object)
        return [[own, *relatives.told, NO_MECHANISM], acting or other_relations(context, writer, intent.subject, 2)]
    return [
        _unexplained(context, writer, intent),
        acting or other_relations(context, writer, intent.subject, 2),
        other_relations(context, writer, intent.object, 2),
    ]


_DISORDER = re.compile(r"disease|disorder|syndrome", re.IGNORECASE)


def _acting(context: AnswerContext, writer: AnnotatedWriter, intent: Why) -> list[str]:
    """Return what the subject does to processes, genes and chemicals: how it may come to bear on anything."""
    if _DISORDER.search(intent.subject.type):
        return []  # a disorder does not act on what it is associated with
    own = [f for f in context.around(intent.subject) if f.subject.id == intent.subject.id and not is_membership(f)]
    found = [f for f in own if is_acted_on(f.object.type) and f.object.id != intent.object.id]
    groups = group_for_sentences(context.fresh(found) or found, intent.subject, context.dim)
    told = [
        group_sentence(writer, g, context.size.members, again=n > 0)
        for n, g in enumerate(groups[: context.size.sentences - 1])
    ]
    return [f"As to how {name_in_sentence(intent.subject)} may act: {lowered(told[0])}", *told[1:]] if told else []


def _no_third(intent: Why) -> str:
    a, b = name_in_sentence(intent.subject), name_in_sentence(intent.object)
    return f"it has no indirect link between {a} and {b} through one other entity"


def _unexplained(context: AnswerContext, writer: AnnotatedWriter, intent: Why) -> list[str]:
    """Return that nothing joins the two, and how far the graph was looked through."""
    own = nothing_direct(context, writer, intent.subject, _asked_plainly(context, intent), intent.object)
    common = _in_common(context, intent.subject, intent.object)
    if not common:
        return [own, f"As far as I looked, {_no_third(intent)}. So the question stays open."]
    names = join_words(map(name_in_sentence, common[:_COMMON]))
    tie = f"Both are joined to {names}, which {'is' if len(common) == 1 else 'are'} joined to much else"
    return [own, f"{tie}: that explains little, and the question stays open."]


def _asked_plainly(context: AnswerContext, intent: Why) -> str:
    """Return the predicate that was asked about; where none was, the plainest one that the graph has, if any."""
    plain = (p for p in context.vocabulary.read("affects").predicates if context.vocabulary.words(p) == "affects")
    return next(iter((*intent.asked.predicates, *plain)), "")


def _in_common(context: AnswerContext, one: Entity, other: Entity) -> list[Entity]:
    """Return what both are joined to, as far as the evidence goes, the best-documented first."""
    mine, theirs = (
        {e.id: e for f in context.around(centre) for e in (f.subject, f.object) if e.id != centre.id}
        for centre in (one, other)
    )
    return [e for id, e in mine.items() if id in theirs]
