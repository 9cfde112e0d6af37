"""Decides what is heard: messages that were not said to us, and places where people from outside read along."""

from __future__ import annotations

from kgcore.asking.wanted import shortened
from kgcore.errors import GraphError
from kgcore.listening import Listen, asks
from kgcore.message import Action, Click, Command, Incoming, Message, Verb
from kgcore.notes import Offer
from kgcore.reply import Choice, Choices, Look, Notice, Reply, Tone
from kgcore.turn.people import note_id, who
from kgcore.turn.rooms import Rooms

OUTSIDERS = (
    "People from outside your organisation can read along here, so I do not answer in this channel unless an admin "
    "allows it in the settings."
)
OFFERED = "Shall I answer that? “{}”"


class Listening:
    """Knows what settings say about listening."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms

    async def heeds(self, event: Incoming) -> bool:
        """Whether an event is to be kept: of messages that were not said to us those that settings want, in threads
        that have been answered in. Raises StoreError.
        """
        if not isinstance(event, Message) or event.addressed:
            return True
        settings = await self._rooms.settling.house(event.place)
        if settings.listening is Listen.ADDRESSED or (event.outsiders and not settings.outsiders):
            return False
        return bool(await self._rooms.engine.store.turns(event.place.key))

    async def before(self, event: Incoming) -> Reply | None:
        """Return what is said in the place of an answer where people from outside read along; None where all is well.

        An admin can still look at the settings, to allow it.
        """
        addressed = not isinstance(event, Message) or event.addressed
        if not (event.outsiders and addressed) or (await self._rooms.settling.house(event.place)).outsiders:
            return None
        if not event.person.admin:
            return Reply("", "", (Notice(OUTSIDERS, Tone.WARNING),), private=True)
        if _settles(event):
            return None
        button = Choice("Settings", str(Action(Verb.SETTINGS, "none")))
        return Reply("", "", (Notice(OUTSIDERS, Tone.WARNING), Choices((button,))), private=True)

    async def answers(self, event: Message) -> bool:
        """Whether a message is answered now: it was said to us, or asks something where all is answered."""
        if event.addressed:
            return True
        settings = await self._rooms.settling.house(event.place)
        return settings.listening is Listen.ALWAYS and await self._asks(event.text)

    async def offer(self, event: Message) -> Reply | None:
        """Offer an answer to a message that was not said to us; None where none is to be offered."""
        settings = await self._rooms.settling.house(event.place)
        if event.addressed or settings.listening is not Listen.OFFER or not await self._asks(event.text):
            return None
        note = Offer(note_id(event.id), event.place.key, who(event), event)
        await self._rooms.engine.store.keep_note(note)
        button = Choice("Answer it", str(Action(Verb.ANSWER, note.id)), look=Look.SUBTLE)
        return Reply("", "", (Notice(OFFERED.format(shortened(event.text))), Choices((button,))), private=True)

    async def _asks(self, text: str) -> bool:
        """Whether a message reads like a question, or names something that the graph knows."""
        if asks(text):
            return True
        try:
            (spots,) = await self._rooms.engine.graph.spot([text])
        except GraphError:
            return False
        return bool(spots)


def _settles(event: Incoming) -> bool:
    """Whether an event asks for the settings, or changes them."""
    if isinstance(event, Click):
        action = Action.parse(event.action)
        return action is not None and action.verb in (Verb.SETTINGS, Verb.SET)
    return isinstance(event, Command) and event.name == "settings"
