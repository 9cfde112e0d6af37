"""What happens to an event: a question is answered, a control does what its saved state says; on every platform."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import assert_never

from kgcore.message import Click, Command, Incoming, Message, Place, Query
from kgcore.reply import Reply
from kgcore.turn.clicking import Clicks
from kgcore.turn.commanding import COMMANDS, LONGEST, Commands
from kgcore.turn.engine import Engine
from kgcore.turn.listening import Listening
from kgcore.turn.querying import Queries
from kgcore.turn.rooms import Rooms

__all__ = ["COMMANDS", "LONGEST", "Assistant"]


class Assistant:
    """Turns events into replies, and answers queries on the spot."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        rooms = Rooms(engine)
        self._questions = rooms.questions
        self._listening = Listening(rooms)
        self._commands = Commands(rooms, self._listening)
        self._clicks = Clicks(rooms, self._commands, self._listening)
        self._queries = Queries(rooms, self._clicks, self._commands)

    async def turn(self, event: Incoming) -> AsyncIterator[Reply]:
        """Yield the reply to an event as it grows; nothing for an event that needs no answer. Raises EvigraphError."""
        match event:
            case Message():
                replies = self._message(event)
            case Click():
                replies = self._clicks.click(event)
            case Command():
                replies = self._commands.command(event)
            case _:
                assert_never(event)
        async for reply in replies:
            yield reply

    def stop(self, turn: str, place: Place) -> None:
        """End the writing of a turn of that place; what has arrived is kept and verified."""
        self._questions.stop(turn, place)

    async def heeds(self, event: Incoming) -> bool:
        """Whether the event is to be kept at all: what was not said to us only where settings want it."""
        return await self._listening.heeds(event)

    async def ask(self, query: Query) -> Reply:
        """Answer what changes nothing. Raises StoreError."""
        return await self._queries.answer(query)

    async def _message(self, event: Message) -> AsyncIterator[Reply]:
        word = await self._listening.before(event) or await self._listening.offer(event)
        if word is not None:
            yield word
        elif await self._listening.answers(event):
            async for reply in self._commands.question(event):
                yield reply
