"""Follow-ups that a control asks for: what they ask, and the words that stand as their question. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from kgcore.intent import About, Connect, Digest, Examples, Intent, More, Open
from kgcore.language.english import capital, clean, is_plural, listed
from kgcore.model import Entity
from kgcore.thread import Want, Wanted
from kgcore.wording import mid

QUOTED = 90  # characters of a quote that a question repeats
MOST = 5  # entities that are connected, or gone into, at a time
NAMED = 5  # entities that a question names; the rest are counted


def intent_of(wanted: Wanted, entities: Sequence[Entity], quote: str = "") -> Intent | None:
    """Return what a control asks for; None where the person's own words ask it, or nothing is to be answered.

    `entities` are those of `wanted.ids`, in that order, as far as the graph has them.
    """
    some = tuple({e.id: e for e in entities}.values())
    match wanted.want:
        case Want.EXPLAIN:
            return About(some[0], full=True) if some else None
        case Want.EXAMPLES:
            return Examples(some[0]) if some else None
        case Want.CONNECT:
            return Connect(some[:MOST]) if len(some) > 1 else About(some[0]) if some else None
        case Want.MORE:
            return More(some[:MOST], quote=quote) if some else None
        case Want.ADD:
            return More(some[:MOST], one=True) if some else None
        case Want.DIGEST:
            return Digest(some) if some else None
        case Want.ABOUT | Want.BROWSE | Want.MAP | Want.CHECK:
            return None
        case _:
            assert_never(wanted.want)


def context_of(wanted: Wanted, entities: Sequence[Entity]) -> Intent | None:
    """Return what a person's own question goes on from (`before` of `understand`), so that "Is it safe?" is understood.

    None where it stands on its own: nothing was chosen, or no answer is wanted.
    """
    if wanted.want is not Want.ABOUT or not entities:
        return None
    return About(entities[0]) if len(entities) == 1 else Open(tuple(entities))


def question_of(wanted: Wanted, entities: Sequence[Entity], quote: str = "") -> str:
    """Return the words that are shown as the question; "" for a person's own question, which has its own."""
    names = [mid(e) for e in {e.id: e for e in entities}.values()]
    said = f"“{shortened(quote)}”" if clean(quote) else ""
    match wanted.want:
        case Want.EXPLAIN:
            return f"What {'are' if entities and is_plural(entities[0].name) else 'is'} {_some(names)}?"
        case Want.EXAMPLES:
            return f"What are examples of {_some(names)}?"
        case Want.CONNECT:
            return f"How are {_some(names)} connected?" if len(names) > 1 else f"What is known about {_some(names)}?"
        case Want.MORE:
            return f"Tell me more: {said}" if said else f"Tell me more about {_some(names)}."
        case Want.ADD:
            return f"What else is known about {_some(names)}?"
        case Want.DIGEST:
            about = f" about {_some(names)}" if 0 < len(names) <= NAMED else " so far"
            return f"Sum up what we have found{about}."
        case Want.BROWSE:
            return _browsed(names)
        case Want.MAP:
            return "What do people say here?"
        case Want.CHECK:
            return "What does this message claim?"
        case Want.ABOUT:
            return ""
        case _:
            assert_never(wanted.want)


def shortened(quote: str) -> str:
    """Return a quote on one line, cut behind a word."""
    line = clean(quote).strip("“”\"' ")
    if len(line) <= QUOTED:
        return line
    return line[:QUOTED].rpartition(" ")[0].rstrip(" ,;:–-") + " …" if " " in line[:QUOTED] else line[:QUOTED] + "…"


def _browsed(names: Sequence[str]) -> str:
    if len(names) > 1:
        return f"Around {names[0]}, and the way to {names[1]}"
    return capital(f"Around {names[0]}") if names else "Around"


def _some(names: Sequence[str]) -> str:
    if not names:
        return "this"
    left = len(names) - NAMED
    return listed([*names[:NAMED], f"{left} more"] if left > 0 else names)
