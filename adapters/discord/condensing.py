"""One message a question: below what it shows stand the next questions in words, and one row of controls. What the row
opens, the person sees alone. Pure.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from adapters.discord import limits
from adapters.discord.pieces import REST
from adapters.shared.condensing import CondensedReply, MessageRoom, Rest, condense_reply, is_long, rest_id, rest_panel
from kgcore.values.message import Action, Verb
from kgcore.values.reply import Block, Choice, Choices, Claims, ClaimView, Look, Notice, Reply

ROOM: Final = MessageRoom(
    limits.CLAIMS_SHOWN, limits.PAPERS_SHOWN, limits.TABLE_SHOWN, limits.TABLE_CHARACTERS, next=True
)


def short_reply(reply: Reply, *, row: bool = True) -> Reply:
    """Return what stands in the message; `row`: with its controls, which only the thread's latest answer has."""
    if not is_long(reply):
        return reply
    condensed = condense_reply(reply, ROOM)
    below = _row(reply, condensed) if row and reply.turn else ()
    return replace(reply, blocks=(*condensed.shown, *condensed.notes, *below))


def rest_of_reply(reply: Reply, rest: Rest) -> Reply:
    """Return what a control opens, as a panel; each claim is a button there."""
    panel = rest_panel(reply, ROOM, rest)
    return replace(panel, blocks=tuple(_evidence(reply.turn, b) if isinstance(b, Claims) else b for b in panel.blocks))


def _evidence(turn: str, block: Claims) -> Choices:
    return Choices(tuple(_claim(turn, claim) for claim in block.claims), title="Claims, checked one by one")


def _claim(turn: str, claim: ClaimView) -> Choice:
    words = "".join(part.text for part in claim.statement)
    told = " · ".join(filter(None, (f"{claim.chip.icon} {claim.chip.label}", words, claim.rests_on)))
    why = str(Action(Verb.WHY, turn, claim.number - 1))
    return Choice(f"Evidence {claim.number}", why, f"{claim.number}. {told}", look=Look.SUBTLE)


def _row(reply: Reply, condensed: CondensedReply) -> Iterator[Block]:
    """Yield the next questions in words, and the row."""
    questions = condensed.questions.buttons[: limits.QUESTIONS_SHOWN]
    if questions:
        yield Notice("Next: " + " · ".join(c.label for c in questions))
    opens = [
        Choice(rest.title, rest_id(REST, rest, reply.turn), look=Look.SUBTLE) for rest in Rest if rest in condensed.rest
    ]
    thumbs = [replace(c, hint="") for b in condensed.thumbs for c in b.buttons]
    if opens or thumbs:
        yield Choices((*opens, *thumbs))
