"""Which turn is being written where: the word "stop" names none."""

from __future__ import annotations

from collections import OrderedDict

from kgcore.values.courtesy import Courtesy, courtesy_of
from kgcore.values.message import Action, Click, Message, Place, Verb
from kgcore.values.reply import Reply

_KEPT = 2_000  # places


class Writing:
    """`note` every reply that is delivered; a message that says "stop" then is the press of that turn's button."""

    def __init__(self) -> None:
        self._turns: OrderedDict[str, str] = OrderedDict()

    def note(self, place: Place, reply: Reply) -> None:
        """Remember that a turn is being written in a place, or is complete."""
        if not reply.turn:
            return
        if reply.final:
            if self._turns.get(place.key) == reply.turn:
                del self._turns[place.key]
            return
        self._turns[place.key] = reply.turn
        self._turns.move_to_end(place.key)
        if len(self._turns) > _KEPT:
            self._turns.popitem(last=False)

    def stopping(self, message: Message) -> Message | Click:
        """Return the click that the word "stop" stands for while something is being written; else the message."""
        turn = self._turns.get(message.place.key, "")
        if not turn or not message.addressed or courtesy_of(message.text) is not Courtesy.STOP:
            return message
        action = str(Action(Verb.STOP, turn))
        return Click(message.id, message.place, message.person, action, outsiders=message.outsiders)
