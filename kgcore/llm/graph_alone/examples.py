"""Examples of an entity: what a graph calls a kind, a member or a part of it."""

from __future__ import annotations

from kgcore.english.agreement import join_words
from kgcore.llm.graph_alone.lists import group_for_sentences, group_sentence
from kgcore.llm.graph_alone.writer import AnnotatedWriter, AnswerContext, is_membership
from kgcore.values.intent import Examples
from kgcore.values.tasks import Detail
from kgcore.vocabulary.wording import name_in_sentence

Paragraphs = list[list[str]]
_ALL = 25  # examples named in one sentence


def answer_examples(context: AnswerContext, writer: AnnotatedWriter, intent: Examples) -> Paragraphs:
    """Return what the graph calls a kind, a member or a part of the entity, or that it names none."""
    entity = intent.entity
    tied = [
        f
        for f in context.around(entity)
        if f.plain and (is_membership(f) or f.predicate.words in {"contains", "has part"})
    ]
    below = [f for f in tied if (f.object.id == entity.id) is is_membership(f)]
    above = [f for f in tied if f not in below]
    top = _ALL if context.detail is Detail.FULL else 2 * context.size.members
    told = [
        group_sentence(writer, g, top, again=n > 0)
        for n, g in enumerate(group_for_sentences(below, entity, context.dim))
    ]
    if not told:
        kinds = join_words([name_in_sentence(k.entity) for k in context.relatives(entity) if not k.broader])
        name = name_in_sentence(entity)
        none = f"The graph holds no examples of {name}: it names nothing as a kind, a member or a part of it."
        told = [f"By what they are called, the graph has these of {name}: {kinds}." if kinds else none]
    broader = [
        group_sentence(writer, g, context.size.members) for g in group_for_sentences(above, entity, context.dim)[:1]
    ]
    return [told, [] if below else broader]
