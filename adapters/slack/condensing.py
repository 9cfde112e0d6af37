"""One message a question: below what it shows stand three next questions, and two buttons that open windows with all
else, *Evidence* and *More*. Pure.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from adapters.shared.condensing import CondensedReply, MessageRoom, Rest, condense_reply, rest_id, rest_panel
from adapters.slack import limits
from adapters.slack.escape import shorten_text, strip_controls
from kgcore.values.reply import Block, Choice, Choices, Reply

ROOM: Final = MessageRoom(limits.CLAIMS_SHOWN, limits.LIST_SHOWN, limits.TABLE_SHOWN, limits.TABLE_CHARACTERS // 2)


def page_id(rest: Rest, turn: str, page: int | str = 0) -> str:
    """Return the action id of what opens a page of the rest of a turn's reply."""
    return f"{rest_id('', rest, turn)}:{page}"


def short_reply(reply: Reply) -> Reply:
    """Return what stands in the message."""
    condensed = condense_reply(reply, ROOM)
    below = (*_controls(reply, condensed), *condensed.thumbs, *condensed.notes)
    return replace(reply, blocks=(*condensed.shown, *below))


def rest_of_reply(reply: Reply, rest: Rest) -> Reply:
    """Return what a button opens, as a panel that names its turn."""
    return replace(rest_panel(reply, ROOM, rest), turn=reply.turn)


def _controls(reply: Reply, condensed: CondensedReply) -> Iterator[Block]:
    asks = tuple(map(_question, condensed.questions.buttons[: limits.QUESTIONS_SHOWN]))
    if asks:
        yield Choices(asks)
    opens = tuple(Choice(rest.title, page_id(rest, reply.turn)) for rest in Rest if rest in condensed.rest)
    if opens and reply.turn:
        yield Choices(opens)


def _question(choice: Choice) -> Choice:
    return Choice(shorten_text(strip_controls(choice.label), limits.LABEL - 4), choice.action, number=choice.number)
