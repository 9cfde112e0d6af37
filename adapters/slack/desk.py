"""What every listener works with: the inbox and the core's answers, where threads lie, who people are."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import replace
from typing import Any

import structlog

from adapters.port import Ask, Inbox
from adapters.slack.escape import unescaped
from adapters.slack.events import Home
from adapters.slack.pacing import Pacing
from adapters.slack.private import Private
from adapters.slack.threads import PLATFORM, Back, Threads
from adapters.slack.workspaces import Workspaces
from kgcore.errors import EvigraphError, StoreError
from kgcore.message import Incoming, Person, Place, ThreadsQuery
from kgcore.reply import Choices

log = structlog.get_logger()
_KEPT = 10_000


class Desk:
    """Shared by the listeners; `inbox` and `ask` are there while the adapter receives."""

    def __init__(self, workspaces: Workspaces, threads: Threads, pacing: Pacing) -> None:
        self.workspaces = workspaces
        self.pacing = pacing
        self.threads = threads
        self.private = Private(workspaces, threads)
        self.inbox: Inbox | None = None
        self.ask: Ask | None = None
        self._committed: dict[str, None] = {}  # ids that need not be asked of the store again: a mention comes twice
        self._errands: set[asyncio.Task[None]] = set()

    async def put(self, event: Incoming, back: Back | None = None) -> bool:
        """Commit an event, and before it the way back to where it came from. Raises StoreError."""
        if self.inbox is None:
            raise StoreError("Evigraph is starting or stopping.")
        if event.id in self._committed:
            return False
        if back is not None:
            await self.threads.keep_back(event.id, back)
        new = await self.inbox.put(event)
        self._committed[event.id] = None
        if len(self._committed) > _KEPT:
            del self._committed[next(iter(self._committed))]
        return new

    async def latest(self, team: str, channel: str, otherwise: str) -> Place:
        """Return the channel's thread that was used last, or a new one: slash commands cannot name a thread."""
        place = Place(PLATFORM, team, channel, otherwise)
        if self.ask is None:
            return place
        try:
            reply = await self.ask(ThreadsQuery(replace(place, thread="")))
        except EvigraphError:
            return place
        buttons = [c for b in reply.blocks if isinstance(b, Choices) for c in b.buttons]
        return replace(place, thread=buttons[0].action) if buttons else place

    async def read(self, home: Home, text: str) -> str:
        """Return what somebody wrote as people saw it, with the names of those whom it mentions."""
        names = await self.workspaces.names(home.team, text, home.me) if "<" in text else {}
        return unescaped(text, home.me, names)

    async def person(self, team: str, id: str, name: str, *, judged: bool) -> Person:
        """Return who it is; `judged`: whether they are an admin matters here."""
        if not judged:
            return Person(id, name)
        found = await self.workspaces.person(team, id)
        return replace(found, name=found.name or name)

    def errand(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside: it may fail without anybody being the worse for it."""
        task = asyncio.get_running_loop().create_task(work)
        self._errands.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._errands.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.info("a courtesy failed", reason=type(task.exception()).__name__)

    async def close(self) -> None:
        """End what is under way."""
        self.inbox = self.ask = None
        for task in list(self._errands):
            task.cancel()
        await asyncio.gather(*self._errands, return_exceptions=True)
