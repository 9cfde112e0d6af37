"""Queries: what is answered on the spot."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import assert_never

from kgcore.errors import GraphError
from kgcore.message import (
    Command,
    CommandQuery,
    FilesQuery,
    LiteratureQuery,
    NamesQuery,
    PanelQuery,
    Place,
    Query,
    ThreadQuery,
    ThreadsQuery,
    TurnQuery,
)
from kgcore.replies import STALE, listing, refusal
from kgcore.reply import Reply
from kgcore.turn.browsing import hint, names
from kgcore.turn.clicking import Clicks
from kgcore.turn.commanding import Commands
from kgcore.turn.panelling import EMPTY
from kgcore.turn.rooms import Rooms

SHOWN = ("settings", "progress", "bookmarks", "steps", "help", "literature")
NOT_HERE = "That cannot be shown here; please send it as a message."


class Queries:
    """Answers what changes nothing."""

    def __init__(self, rooms: Rooms, clicks: Clicks, commands: Commands) -> None:
        self._rooms = rooms
        self._clicks = clicks
        self._commands = commands

    async def answer(self, query: Query) -> Reply:
        """Return the answer. Raises StoreError."""
        match query:
            case ThreadsQuery(place):
                return await self._threads(place)
            case ThreadQuery(place):
                turns = await self._rooms.engine.store.turns(place.key)
                return listing((t.question, t.id, "") for t in turns)
            case TurnQuery(place, id):
                return await self._turn(place, id)
            case FilesQuery(place):
                history = await self._rooms.showing.history(place.key)
                return await self._rooms.panelling.files(history) if history.turns else refusal(EMPTY)
            case NamesQuery(_, text):
                return await self._names(text)
            case PanelQuery(click):
                return await self._clicks.look(click)
            case CommandQuery(command):
                return await self._command(command)
            case LiteratureQuery(_, text, page):
                return await self._rooms.literature.papers(text, page)
            case _:
                assert_never(query)

    async def _names(self, text: str) -> Reply:
        """Return how a name may go on; nothing while the graph is away."""
        with suppress(GraphError):
            found = await names(self._rooms.engine.graph, text)
            return listing((e.name, e.id, hint(e, text)) for e in found)
        return listing(())

    async def _threads(self, place: Place) -> Reply:
        prefix = replace(place, thread="").key
        threads = await self._rooms.engine.store.threads(prefix)
        return listing((t.title, t.key.removeprefix(prefix), t.updated) for t in threads)

    async def _turn(self, place: Place, id: str) -> Reply:
        history = await self._rooms.showing.history(place.key)
        turn = history.turn(id)
        if turn is None:
            return refusal(STALE)
        return self._rooms.questions.live(id) or await self._rooms.showing.reply(history, turn, "Waiting to go on …")

    async def _command(self, command: Command) -> Reply:
        if command.name not in SHOWN:
            return refusal(NOT_HERE)
        return await self._commands.shown(command)
