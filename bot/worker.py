"""Inbox → assistant → deliver. An event stays in the inbox until its answer has been delivered."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import replace
from typing import Protocol

import structlog

from adapters.port import Adapter
from bot.delivery import Delivery, Patience, Undelivered
from kgcore.errors import EvigraphError, StoreError
from kgcore.message import Action, Click, Command, Incoming, Message, Place, Verb
from kgcore.ports import Store
from kgcore.reply import Notice, Reply, Tone

log = structlog.get_logger()
FAILED = "Something went wrong on our side, and your question was not answered. Please ask it again."
ATTEMPTS = 5  # an event that took the process down this often is given up, so that it cannot do so for ever
WAITING = 256  # events at most whose answers are being computed or are waiting for a platform to take them


class Answers(Protocol):
    """What the worker needs of the assistant."""

    def turn(self, event: Incoming) -> AsyncIterator[Reply]:
        """Yield the reply to an event as it grows."""
        ...

    def stop(self, turn: str, place: Place) -> None:
        """End the writing of a turn of that place."""
        ...

    async def heeds(self, event: Incoming) -> bool:
        """Whether the event is to be kept at all."""
        ...


class Worker:
    """Takes events in (it is the adapters' Inbox) and answers `limit` threads at once, each in its own order.

    An answer that is written and waits for its platform keeps nobody else from being answered.
    """

    def __init__(
        self,
        store: Store,
        assistant: Answers,
        adapters: Mapping[str, Adapter],
        limit: int = 8,
        patience: Patience | None = None,
        before: Callable[[Incoming], AsyncIterator[Reply]] | None = None,
    ) -> None:
        """`before` ends when an event can be answered, and yields what is said until then."""
        self._store = store
        self._assistant = assistant
        self._adapters = adapters
        self._patience = patience or Patience()
        self._before = before
        self._slots = asyncio.Semaphore(limit)
        self._heralds = asyncio.Semaphore(2 * limit)
        self._room = asyncio.Semaphore(WAITING)
        self._lanes: dict[str, deque[Incoming]] = defaultdict(deque)
        self._tasks: set[asyncio.Task[None]] = set()

    async def put(self, event: Incoming) -> bool:
        """Commit the event and begin to work on it; False when it was seen before or nobody wants it answered.

        Raises StoreError.
        """
        kept = await self._assistant.heeds(event) and await self._store.keep(event)
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
            await self._settle(lane[0])
            lane.popleft()
        del self._lanes[key]

    async def _settle(self, event: Incoming) -> None:
        """Answer an event, again and again until the store has kept and the platform has taken what came of it.

        Meanwhile it stays in the inbox, and in its place before what came later.
        """
        clock, wait = asyncio.get_running_loop().time, self._patience.retry
        began = clock()
        while True:
            later = 0.0
            try:
                async with self._room:
                    incident = await self._tried(event, clock() - began)
                await self._store.finish(event.id, incident)
                return
            except Undelivered as error:
                log.error("the platform is down; it will be tried again", event_id=event.id, reason=str(error))
                later = error.retry_after or 0.0
            except StoreError as error:
                log.error("the store fails; the event will be tried again", event_id=event.id, reason=str(error))
            await asyncio.sleep(max(wait, later))
            wait = min(2 * wait, self._patience.longest_retry)

    async def _tried(self, event: Incoming, waited: float) -> str:
        """Try an event once, which has waited for so many seconds; return the incident that it ended with, if any.

        Raises StoreError, and Undelivered where the platform is down and it is not too late yet.
        """
        attempt = await self._store.attempt(event.id)
        try:
            return await self._once(event, attempt)
        except asyncio.CancelledError:  # being stopped is no crash
            with contextlib.suppress(StoreError):
                await self._store.survived(event.id)
            raise
        except Undelivered as error:
            await self._store.survived(event.id)
            if waited <= (self._patience.aside if error.aside else self._patience.give_up):
                raise
            log.error("a platform never took an answer", event_id=event.id, reason=str(error))
            return "undelivered"

    async def _once(self, event: Incoming, attempt: int) -> str:
        if attempt > ATTEMPTS:
            return await self._give_up(event, "given up after several tries")
        try:
            async with self._delivery(event, attempt) as delivery:
                await self._answered(event, delivery)
        except (StoreError, Undelivered):
            raise
        except EvigraphError as error:
            return await self._give_up(event, str(error))
        except Exception:  # noqa: BLE001  the outermost handler: the id is told, the text is logged only
            return await self._give_up(event, "")
        return ""

    async def _answered(self, event: Incoming, delivery: Delivery) -> None:
        """Compute the answer; of a question the first state, which only says that it was heard, without a slot."""
        if self._before is not None:
            async for word in self._before(event):
                delivery.offer(word)
        replies = self._assistant.turn(event)
        if isinstance(event, Message) or (isinstance(event, Command) and event.name == "ask"):
            async with self._heralds:
                async for reply in replies:
                    delivery.offer(reply)
                    break
        async with self._slots:
            async for reply in replies:
                delivery.offer(reply)

    def _delivery(self, event: Incoming, attempt: int = 1) -> Delivery:
        return Delivery(self._adapters[event.place.platform], self._store, event, attempt, self._patience)

    async def _give_up(self, event: Incoming, reason: str) -> str:
        incident = secrets.token_hex(4)
        log.error("an event failed", incident=incident, event_id=event.id, reason=reason, exc_info=not reason)
        notice = Notice(f"{FAILED} (Incident {incident}.)", Tone.WARNING)
        try:
            turn = await self._store.turn_of(event.id)
            reply = Reply("", "", (notice,))
            if turn is not None and not turn.done:  # what was begun does not stand there as if it went on
                await self._store.save(replace(turn, done=True, notices=(*turn.notices, notice.text)))
                reply = Reply(turn.id, turn.question, (notice,))
            async with self._delivery(event) as delivery:
                delivery.offer(reply)
        except (StoreError, Undelivered):
            raise
        except Exception:
            log.exception("nobody could be told that an event failed", incident=incident)
        return incident
