"""What people thought of an answer or a claim. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from kgcore.controls import Deed, Rated
from kgcore.message import Action, Verb
from kgcore.reply import Field, FieldKind, Form, Notice, Reply, Tone

LONGEST_REASON = 1000  # characters


def ratings(deeds: Iterable[Deed]) -> tuple[Deed, ...]:
    """Return everybody's last word on every answer and claim, in the order in which they came."""
    last: dict[tuple[str, str, int], Deed] = {}
    for deed in deeds:
        if isinstance(deed.control, Rated):
            key = (deed.person, deed.control.turn, deed.control.claim)
            last.pop(key, None)
            last[key] = deed
    return tuple(last.values())


def thanks(rated: Rated) -> Reply:
    """Return thanks, and a form for the reason."""
    what = f"claim {rated.claim}" if rated.claim else "this answer"
    title = f"What was good about {what}?" if rated.good else f"What was wrong with {what}?"
    reason = Field("reason", "In your words", FieldKind.TEXT, value=(rated.reason,), least=0, most=LONGEST_REASON)
    form = Form(title, (reason,), "Send", str(Action(Verb.REASON, rated.turn, rated.claim)))
    return Reply(
        "", "", (Notice("Thanks. It is kept for those who look after this bot.", Tone.INFO), form), private=True
    )
