"""Small replies that need no turn of their own. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from kgcore.message import Action, Verb
from kgcore.reply import Block, Choice, Choices, Claims, Notice, Plain, Reply, Strong, Text, Tone
from kgcore.thread import Turn

STALE = "This button belongs to an answer that is no longer here. Ask the question again, and you get fresh ones."


def notice(text: str, tone: Tone = Tone.INFO) -> Reply:
    """Return a reply that only says one thing, to the person alone who asked for it."""
    return Reply("", "", (Notice(text, tone),), private=True)


def refusal(text: str) -> Reply:
    """Return a reply that says why nothing was done."""
    return notice(text, Tone.WARNING)


def unclear(note: str, why: str, instead: Iterable[tuple[str, str, object]]) -> Reply:
    """Return why a name cannot be browsed from, and a button for each thing that can."""
    buttons = tuple(
        Choice(words, str(Action(Verb.BROWSE, note, n)), hint) for n, (words, hint, _) in enumerate(instead)
    )
    choices = (Choices(buttons[:3], buttons[3:], "Browse"),) if buttons else ()
    return Reply("", "", (Notice(why, Tone.WARNING), *choices), private=True)


def listing(rows: Iterable[tuple[str, str, str]]) -> Reply:
    """Return rows of (label, action, hint) as one Choices block."""
    return Reply("", "", (Choices(tuple(Choice(label or "…", action, hint) for label, action, hint in rows)),))


def first_wordings(turn: Turn) -> Reply:
    """Return what was written before it was corrected, and what the graph says instead."""
    blocks: list[Block] = []
    for correction in turn.corrections:
        blocks.append(Text((Strong("First written: "), Plain(correction.first))))
        blocks.append(Text((Strong("The graph says: "), Plain(" ".join(correction.facts))), correction=True))
    return (
        Reply("", turn.question, tuple(blocks), private=True)
        if blocks
        else notice("Nothing was corrected in that answer.")
    )


def evidence(whole: Reply, number: int) -> Reply:
    """Return the one claim of a reply that has this number, with what stands behind it."""
    claims = [c for b in whole.blocks if isinstance(b, Claims) for c in b.claims if c.number == number]
    return Reply("", whole.question, (Claims(tuple(claims)),), private=True) if claims else refusal(STALE)
