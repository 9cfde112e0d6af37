"""Inbox → assistant → deliver. An event stays in the inbox until its answer has been delivered."""

from __future__ import annotations

import asyncio
import secrets
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Mapping
from typing import Protocol

import structlog

from adapters.port import Adapter
from bot.delivery import Delivery
from kgcore.errors import EvigraphError, StoreError
from kgcore.message import Action, Click, Incoming, Place, Verb
from kgcore.ports import Store
from kgcore.reply import Notice, Reply, Tone

log = structlog.get_logger()
RETRY_SECONDS = 15.0  # until an event is tried again that the store could not settle (a full disk, say)
FAILED = "Something went wrong on our side, and your question was not answered. Please ask it again."
ATTEMPTS = 3  # an event that took the process down this often is given up, so that it cannot do so for ever


class Answers(Protocol):
    """What the worker needs of the assistant."""

    def turn(self, event: Incoming) -> AsyncIterator[Reply]:
        """Yield the reply to an event as it grows."""
        ...

    def stop(self, turn: str, place: Place) -> None:
        """End the writing of a turn of that place."""
        ...


class Worker:
    """Takes events in (it is the adapters' Inbox) and works on `limit` threads at once, each in its own order."""

    def __init__(self, store: Store, assistant: Answers, adapters: Mapping[str, Adapter], limit: int = 8) -> None:
        self._store = store
        self._assistant = assistant
        self._adapters = adapters
        self._slots = asyncio.Semaphore(limit)
        self._lanes: dict[str, deque[Incoming]] = defaultdict(deque)
        self._tasks: set[asyncio.Task[None]] = set()

    async def put(self, event: Incoming) -> bool:
        """Commit the event and begin to work on it; False when it was seen before. Raises StoreError."""
        kept = await self._store.keep(event)
        if kept:
            self._accept(event)
        return kept

    async def run(self) -> None:
        """Take up what an earlier process left, then work until cancelled."""
        for event in await self._store.pending():
            self._accept(event)
        try:
            await asyncio.Event().wait()
        finally:
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def drain(self) -> None:
        """Wait until nothing is left to do."""
        while self._tasks:
            await asyncio.gather(*self._tasks)

    def _accept(self, event: Incoming) -> None:
        if isinstance(event, Click):
            action = Action.parse(event.action)
            if action and action.verb is Verb.STOP:  # cannot wait behind the very turn that it stops
                self._assistant.stop(action.turn, event.place)
        lane = self._lanes[event.place.key]
        lane.append(event)
        if len(lane) == 1:
            task = asyncio.get_running_loop().create_task(self._work(event.place.key))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _work(self, key: str) -> None:
        lane = self._lanes[key]
        while lane:
            async with self._slots:
                done = await self._answer(lane[0])
            if done:
                lane.popleft()
            else:  # it stays in the inbox, and in its place before what came later
                await asyncio.sleep(RETRY_SECONDS)
        del self._lanes[key]

    async def _answer(self, event: Incoming) -> bool:
        """Answer an event; False when the store could not keep what came of it, so that it has to be tried again."""
        try:
            await self._store.finish(event.id, await self._tried(event))
        except StoreError as error:
            log.error("the store fails; the event will be tried again", event_id=event.id, reason=str(error))
            return False
        return True

    async def _tried(self, event: Incoming) -> str:
        """Try an event once and return the incident that it ended with, if any. Raises StoreError."""
        incident = ""
        try:
            if await self._store.attempt(event.id) > ATTEMPTS:
                incident = await self._give_up(event, "given up after several tries")
            else:
                async with Delivery(self._adapters[event.place.platform], self._store, event) as delivery:
                    async for reply in self._assistant.turn(event):
                        delivery.offer(reply)
        except StoreError:
            raise
        except EvigraphError as error:
            incident = await self._give_up(event, str(error))
        except Exception:  # noqa: BLE001  the outermost handler: the id is told, the text is logged only
            incident = await self._give_up(event, "")
        return incident

    async def _give_up(self, event: Incoming, reason: str) -> str:
        incident = secrets.token_hex(4)
        log.error("an event failed", incident=incident, event_id=event.id, reason=reason, exc_info=not reason)
        notice = Notice(f"{FAILED} (Incident {incident}.)", Tone.WARNING)
        async with Delivery(self._adapters[event.place.platform], self._store, event) as delivery:
            delivery.offer(Reply("", "", (notice,)))
        return incident
