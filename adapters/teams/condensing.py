"""One message a question: below what it shows stand three next questions, and two buttons that open dialogs with all
else, *Evidence* and *More*. Pure.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from adapters.shared.condensing import CondensedReply, MessageRoom, Rest, condense_reply, rest_id, rest_panel
from adapters.teams.limits import QUESTIONS_SEEN, TABLE_CHARACTERS, TABLE_SEEN
from adapters.teams.scene import REST
from kgcore.values.reply import Block, Choice, Choices, Reply

ROOM: Final = MessageRoom(sys.maxsize, TABLE_SEEN, TABLE_CHARACTERS)  # a card folds its claims by verdict itself


def is_condensed(reply: Reply) -> bool:
    """Whether a reply is one of which a part is left to the two buttons: a turn's, once it is complete."""
    return bool(reply.turn) and reply.final


def short_reply(reply: Reply) -> Reply:
    """Return what stands in the message."""
    condensed = condense_reply(reply, ROOM)
    below = (*_controls(reply, condensed), *condensed.thumbs, *condensed.notes)
    return replace(reply, blocks=(*condensed.shown, *below))


def rest_of_reply(reply: Reply, rest: Rest) -> Reply:
    """Return what a button opens, as a panel."""
    return rest_panel(reply, ROOM, rest)


def _controls(reply: Reply, condensed: CondensedReply) -> Iterator[Block]:
    asks = tuple(replace(c, aside=()) for c in condensed.questions.buttons[:QUESTIONS_SEEN])
    if asks:
        yield Choices(asks, title=condensed.questions.title)
    opens = tuple(Choice(rest.title, rest_id(REST, rest, reply.turn)) for rest in Rest if rest in condensed.rest)
    if opens:
        yield Choices(opens)
