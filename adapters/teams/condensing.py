"""One message a question: below what it shows stand three next questions, and two buttons that open dialogs with all
else, *Evidence* and *More*. Pure.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from adapters.shared.condensing import CondensedReply, MessageRoom, Rest, condense_reply, is_long, rest_id, rest_panel
from adapters.teams.limits import LIST_SEEN, QUESTIONS_SEEN, TABLE_CHARACTERS, TABLE_SEEN
from adapters.teams.scene import REST
from kgcore.values.reply import Block, Choice, Choices, Reply

_ALL: Final = sys.maxsize  # claims: a card folds them by verdict itself
ROOM: Final = MessageRoom(_ALL, LIST_SEEN, TABLE_SEEN, TABLE_CHARACTERS)


def is_condensed(reply: Reply, files: Sequence[str] = ()) -> bool:
    """Whether a part of a reply is left out of its message, once it is complete: a turn's, or a summary, where all its
    `files` have an address.
    """
    return reply.final and is_long(reply) and (bool(reply.turn) or (bool(files) and all(files)))


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
    if opens and reply.turn:
        yield Choices(opens)
