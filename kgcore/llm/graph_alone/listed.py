"""Answers about all that was listed before: which of those stand in a relation, or that the graph does not say."""

from __future__ import annotations

from kgcore.english.agreement import join_words, spell_number
from kgcore.linking.lexicon import is_everyday
from kgcore.llm.graph_alone.about import fits_which, other_end, sentences_told
from kgcore.llm.graph_alone.lists import closest_names, group_for_sentences, near_names, quoted_names
from kgcore.llm.graph_alone.warnings import NOT_SHOWN_SAFE, asks_for_warnings, warnings_on
from kgcore.llm.graph_alone.writer import AnnotatedWriter, AnswerContext, lowered
from kgcore.question.relation import asks_of_harm_or_meeting, is_ill, is_taken
from kgcore.values.intent import Open, Which
from kgcore.vocabulary.wording import name_in_sentence

Paragraphs = list[list[str]]
_NAMED = 5  # of those that were listed that are named again


def answer_listed(context: AnswerContext, writer: AnnotatedWriter, intent: Which) -> Paragraphs:
    """Return which of those that were listed before stand in the relation, and of which nothing of it is known."""
    listed = {e.id: e for e in intent.among}
    found = [
        f
        for f in context.around(intent.entity)
        if other_end(f, intent.entity).id in listed and fits_which(context, intent, f)
    ]
    told = sentences_told(writer, list(group_for_sentences(found, intent.entity, context.dim)), len(listed))
    told = [s for s in told if s]
    if intent.missing:
        return [_of_kinds(context, intent, told, bool(found))]
    known = {other_end(f, intent.entity).id for f in found}
    left = [name_in_sentence(e) for id, e in listed.items() if id not in known]
    if left:
        name = name_in_sentence(intent.entity)
        nothing = f"The graph has no statement of that kind about {name} and any of those listed: {join_words(left)}."
        told.append(f"It has no such statement on {join_words(left, 'or')}." if told else nothing)
        if asks_for_warnings(intent.asked, intent.entity, context):  # one on a class that they belong to counts, too
            told += [NOT_SHOWN_SAFE, *warnings_on(context, writer, intent.entity, found)]
        elif _asks_of_harm(context, intent):
            told.append(NOT_SHOWN_SAFE)
    return [told]


def _of_kinds(context: AnswerContext, intent: Which, told: list[str], found: bool) -> list[str]:
    """Return what holds of kinds of what a question named and the graph has only these of."""
    named = join_words(quoted_names([intent.missing]), "and")
    kinds = [name_in_sentence(e) for e in intent.among]
    those = join_words(kinds if len(kinds) <= _NAMED else [*kinds[:_NAMED], f"{len(kinds) - _NAMED} more"], "and")
    lead = f"The graph has no entry for just {named}, but for {spell_number(len(kinds))} kinds of it"
    if not found:
        asked = name_in_sentence(intent.entity)
        safe = [NOT_SHOWN_SAFE] if _asks_of_harm(context, intent) else []
        return [f"{lead} ({those}); it has no statement of that kind about {asked} and any of these.", *safe]
    return [f"{lead}. Of these, {lowered(told[0])}", *told[1:]]


def _asks_of_harm(context: AnswerContext, intent: Which) -> bool:
    """Tell whether it is asked which of those that people take do a harm: "do any of them cause bleeding?"."""
    causes = set(context.vocabulary.read("causes").predicates) & set(intent.asked.predicates)
    harm = asks_of_harm_or_meeting(context.question) or (causes and is_ill(intent.entity))
    return bool(harm) and any(map(is_taken, intent.among))


def nothing_on_those(context: AnswerContext, intent: Open) -> list[str]:
    """Return that the graph does not say what is asked of those that were listed before, and why not, where it lacks a
    name.
    """
    names = [name_in_sentence(e) for e in intent.listed]
    those = join_words(names if len(names) <= _NAMED else [*names[:_NAMED], f"{len(names) - _NAMED} more"], "and")
    safe = [NOT_SHOWN_SAFE] if asks_of_harm_or_meeting(context.question) and any(map(is_taken, intent.listed)) else []
    if all(is_everyday(w.casefold()) for name in intent.unknown for w in name.split()):
        return [f"I could not read what you ask of those named above ({those}).", ONE_BY_ONE, *safe]
    near = near_names(intent.unknown, context.nearest)
    missing = join_words(quoted_names(intent.unknown), "or")
    return [
        f"I cannot say that of those named above ({those}): I found nothing in this graph on {missing}.",
        *closest_names(near),
        *safe,
    ]


ONE_BY_ONE = "Ask about one of them by its name, or go on from the answer above."
