"""What a question asks of the one thing that it names, in words that no rule reads: asked of a transformer.

Only an answer that the graph has is worth the guess, and what was heard is told beside it ("Read as: …").
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import replace

from kgcore.english.sentences import Stretch
from kgcore.ports import KnowledgeGraph
from kgcore.question.asked import heard
from kgcore.question.reading import UnderstoodQuestion, understand_question
from kgcore.question.skeleton import Spot
from kgcore.values.intent import About, Slant, Which
from kgcore.values.text import shorten
from kgcore.vocabulary.vocabulary import Vocabulary
from kgcore.vocabulary.wording import name_in_sentence

HEARD = 0.5  # how likely a relation is that is taken for what was asked: the graph must have it, too
_LONGEST = 300  # characters of a question that is heard so
_QUOTED = 80  # characters of it that are told
_EXCEPTED = re.compile(
    r",?\s*\b(?:(?:other|rather) than|apart from|aside from|besides|except(?: for)?|excluding|but not|not counting"
    r"|instead of|in addition to)(?:\s+(?:the|my|his|her))?\s+$",
    re.IGNORECASE,
)


# Questions of two things, of which one may not be in the graph: that is to be said, and no list of the other be told.
# What narrows an answer ("heart problems in …", "is there a test") or goes no way ("binds") rules read, or nobody.
_OF_TWO = re.compile(
    r"^\W*(?:is|are|does|do|did|can|could|will|would|should|has|have|may|might)\b"
    r"|\b(?:between|combin\w+|together|adding|thinking of|along(?:side)?|while on|asks? about|contraindicated|safe)\b"
    r"|\b(?:['’]m|am|is|are|['’]s|patients?) on\b|\btak(?:e|es|ing)\b|\bdo (?:for|to|with|about|against)\b"
    r"|\b(?:bind|act|affect|target|influence)(?:s|ing)?\b"
    r"|\btests?\b|\b(?:issues?|problems?|concerns?|worr(?:y|ies)|red flags|trouble)\b|\blink\b",
    re.IGNORECASE,
)


async def as_heard(
    question: str,
    spots: Sequence[Spot],
    understood: UnderstoodQuestion,
    graph: KnowledgeGraph,
    vocabulary: Vocabulary,
    types: Sequence[str],
) -> tuple[str, UnderstoodQuestion] | None:
    """Return the plain question that is heard in one whose words no rule read, and how that is understood, where the
    graph answers it; None elsewhere. Raises GraphError.
    """
    named = [spot for spot in spots if spot[2]]
    excepted = [spot for spot in named if _EXCEPTED.search(question[: spot[0]])]
    asked_of = [spot for spot in named if spot not in excepted]
    if not _is_unread(understood) or len(asked_of) != 1 or len(question) > _LONGEST:
        return None
    start, end, meant = asked_of[0]
    wording, likely = await asyncio.to_thread(heard, question, Stretch(start, end))
    if not wording or likely < HEARD:
        return None
    put, places = _put(wording, [name_in_sentence(spot[2][0].entity) for spot in (asked_of[0], *excepted)])
    found = [(place.start, place.end, spot[2]) for place, spot in zip(places, (asked_of[0], *excepted), strict=True)]
    plain = understand_question(put, found, vocabulary, types)
    if not isinstance(plain.intent, Which) or plain.unread or plain.intent.missing:
        return None
    if meant[0].entity != plain.intent.entity:
        return None
    return (put, plain) if await _has_answer(graph, plain.intent) else None


def asks_of_two(question: str) -> bool:
    """Tell whether a question is of two things, or narrows its answer, as far as its words tell."""
    return _OF_TWO.search(question) is not None


def told_as_heard(
    heard: tuple[str, UnderstoodQuestion], understood: UnderstoodQuestion, question: str
) -> UnderstoodQuestion:
    """Return what was heard in a question, with its words as they were put, so that they are told."""
    put, plain = heard
    said = (shorten(question.strip(" ?.!"), _QUOTED), put.strip("?"))
    return replace(plain, put_right=(*understood.put_right, said))


def _is_unread(understood: UnderstoodQuestion) -> bool:
    """Tell whether a question says more of its thing than was understood."""
    intent = understood.intent
    if understood.follow_up:
        return False
    if isinstance(intent, Which):  # "what does it push up?", read as anything that it has to do with
        if intent.asked.predicates or intent.types or intent.within or intent.among or intent.beside or intent.missing:
            return False  # of all that has to do with it, those of a kind are an answer
        return intent.asked.slant is Slant.ANY and bool(intent.asked.phrase)
    if not isinstance(intent, About) or intent.full or intent.unknown:
        return False
    return intent.beside or bool(intent.missing)


def _put(wording: str, names: Sequence[str]) -> tuple[str, list[Stretch]]:
    """Return a plain question of the first of these names, others than the rest, and where each stands in it."""
    start = wording.index("{}")
    put, places = wording.format(names[0]).rstrip("?"), [Stretch(start, start + len(names[0]))]
    for n, name in enumerate(names[1:]):
        put += " and " if n else ", other than "
        places.append(Stretch(len(put), len(put) + len(name)))
        put += name
    return f"{put}?", places


async def _has_answer(graph: KnowledgeGraph, intent: Which) -> bool:
    """Tell whether the graph affirms the relation of something else."""
    known = (await graph.neighbourhoods([intent.entity.id])).get(intent.entity.id)
    without = {entity.id for entity in intent.without}
    return known is not None and any(
        edge.predicate in intent.asked.predicates
        and not edge.negated
        and intent.outward in {None, edge.subject == intent.entity.id}
        for near in known.best
        if near.entity.id not in without
        for edge in near.edges
    )
