"""Follow-ups that a control asks for: what they ask, and the words that stand as their question. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from kgcore.english.agreement import is_plural, join_words
from kgcore.values.intent import About, Connect, Digest, Examples, Intent, More, Open
from kgcore.values.model import Entity
from kgcore.values.text import clean_line
from kgcore.values.text import shorten as cut_to
from kgcore.values.thread import FollowUpKind, WantedFollowUp
from kgcore.vocabulary.wording import name_in_sentence

MOST = 5  # entities that are connected at a time
QUOTED = 90  # characters of a quote that a question repeats
NAMED = 5  # entities that a question names; the rest are counted


def intent_of(wanted: WantedFollowUp, entities: Sequence[Entity], quote: str = "") -> Intent | None:
    """Return what a control asks for; None where the person's own words ask it, or nothing is to be answered.

    `entities` are those of `wanted.ids`, in that order, as far as the graph has them.
    """
    some = tuple({e.id: e for e in entities}.values())
    match wanted.want:
        case FollowUpKind.EXPLAIN:
            return About(some[0], full=True) if some else None
        case FollowUpKind.EXAMPLES:
            return Examples(some[0]) if some else None
        case FollowUpKind.CONNECT:
            return Connect(some[:MOST]) if len(some) > 1 else About(some[0]) if some else None
        case FollowUpKind.MORE:
            return More(some[:MOST], quote=quote) if some else None
        case FollowUpKind.ADD:
            return More(some[:MOST], one=True) if some else None
        case FollowUpKind.DIGEST:
            return Digest(some) if some else None
        case (
            FollowUpKind.ABOUT
            | FollowUpKind.BROWSE
            | FollowUpKind.MAP
            | FollowUpKind.CHECK
            | FollowUpKind.REASON
            | FollowUpKind.GUESS
        ):
            return None
        case _:
            assert_never(wanted.want)


def context_of(wanted: WantedFollowUp, entities: Sequence[Entity]) -> Intent | None:
    """Return what a person's own question goes on from (`before` of `understand`), so that "Is it safe?" is understood.

    None where it stands on its own: nothing was chosen, or no answer is wanted.
    """
    if wanted.want is not FollowUpKind.ABOUT or not entities:
        return None
    return About(entities[0]) if len(entities) == 1 else Open(tuple(entities))


def question_of(wanted: WantedFollowUp, entities: Sequence[Entity], quote: str = "") -> str:
    """Return the words that are shown as the question; "" for a person's own question, which has its own."""
    names = [name_in_sentence(e) for e in {e.id: e for e in entities}.values()]
    said = f"“{shorten_question_quote(quote)}”" if clean_line(quote) else ""
    match wanted.want:
        case FollowUpKind.EXPLAIN:
            return f"What {'are' if entities and is_plural(entities[0].name) else 'is'} {_some(names)}?"
        case FollowUpKind.EXAMPLES:
            return f"What are examples of {_some(names)}?"
        case FollowUpKind.CONNECT:
            return f"How are {_some(names)} connected?" if len(names) > 1 else f"What is known about {_some(names)}?"
        case FollowUpKind.MORE:
            return f"Tell me more: {said}" if said else f"Tell me more about {_some(names)}."
        case FollowUpKind.ADD:
            return f"What else is known about {_some(names)}?"
        case FollowUpKind.DIGEST:
            about = f" about {_some(names)}" if 0 < len(names) <= NAMED else " so far"
            return f"Sum up what we have found{about}."
        case FollowUpKind.BROWSE:
            return _browsed(names)
        case FollowUpKind.MAP:
            return "Conversation"
        case FollowUpKind.CHECK:
            return "Check of a message"
        case FollowUpKind.GUESS:
            return f"What else might there be for {_some(names)}?"
        case FollowUpKind.REASON:
            return f"What follows for {_some(names)}?"
        case FollowUpKind.ABOUT:
            return ""
        case _:
            assert_never(wanted.want)


def shorten_question_quote(quote: str) -> str:
    """Return a quote on one line, cut behind a word."""
    return cut_to(clean_line(quote).strip("“”\"' "), QUOTED)


def _browsed(names: Sequence[str]) -> str:
    if len(names) > 1:
        return f"Browse: {names[0]}, and the way to {names[1]}"
    return f"Browse: {names[0]}" if names else "Browse"


def _some(names: Sequence[str]) -> str:
    if not names:
        return "this"
    left = len(names) - NAMED
    return join_words([*names[:NAMED], f"{left} more"] if left > 0 else names)
