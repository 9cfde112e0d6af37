"""Inbox → assistant → deliver. An event stays in the inbox until its answer has been delivered."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Coroutine, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

import structlog

from adapters.port import NOWHERE, Adapter, Origin, Recalls, Refuses
from bot.auditing import entry_of
from bot.delivery import Delivery, DeliveryRetryPolicy, Undelivered
from bot.directory import Directory
from bot.ending import cancel_tasks, stay_cancelled
from bot.health import StoreWatch
from bot.metrics import EVENT_SECONDS, INCIDENTS, count_event, count_refusal
from bot.quarantine import Quarantine
from bot.replicas import Sharing
from bot.shares import Bounds, Shares, is_stop, lane_of
from bot.tracing import traced
from kgcore.errors import EvigraphError, StoreError, StoreFull, TooMuchWaiting
from kgcore.ports import Store
from kgcore.presentation.replies import failure_reply, refusal_reply
from kgcore.turn.privacy import without_identifiers
from kgcore.turn.services import note_id, person_key
from kgcore.values.message import (
    Action,
    Address,
    Change,
    Click,
    Command,
    Failed,
    Incoming,
    Message,
    Person,
    Place,
    Verb,
)
from kgcore.values.reply import Reply
from kgcore.values.thread import Crashes

log = structlog.get_logger()
FAILED = "Something went wrong on our side, and this was not answered. Press “Try again”, or ask it anew."
WAITS = "This has to wait: Evigraph cannot keep anything just now. It is answered as soon as that works again."
FAULTS = 4  # tries that fail in a store that works otherwise, after which an event is given up
SUSPECT = 2  # an event under which the process died this often is worked on alone, and last
ATTEMPTS = 3  # one under which alone it died this often is given up, so that it cannot take us down for ever
ENDING = 4.0  # seconds that what is under work has to end when we do
LAST_WORD = 1.0  # seconds that the store has then
TOLD_AGAIN = 30.0  # seconds until somebody is told the same again
OVERTAKEN = 1_000  # deleted messages of which we know nothing that are remembered: platforms keep no order
WAITING = 1024  # events at most whose answers are being computed or are waiting for a platform to take them


class EventHandler(Protocol):
    """What the worker needs of the assistant."""

    def turn(self, event: Incoming) -> AsyncIterator[Reply]:
        """Yield the reply to an event as it grows."""
        ...

    def stop(self, turn: str, place: Place) -> None:
        """End the writing of a turn of that place."""
        ...

    async def accepts(self, event: Incoming) -> bool:
        """Whether the event is to be kept at all."""
        ...


class Worker:
    """Takes events in (it is the adapters' Inbox) and answers many threads at once, each in its own order.

    An answer that is written and waits for its platform keeps nobody else from being answered.
    """

    def __init__(
        self,
        store: Store,
        assistant: EventHandler,
        adapters: Mapping[str, Adapter],
        bounds: Bounds | None = None,
        retry_policy: DeliveryRetryPolicy | None = None,
        before: Callable[[Incoming], AsyncIterator[Reply]] | None = None,
        *,
        audit_texts: bool = False,
        cleared: Callable[[Incoming], Awaitable[Incoming]] = without_identifiers,
        sharing: Sharing | None = None,
        shares: Shares | None = None,
    ) -> None:
        """`before` ends when an event can be answered, and yields what is said until then. `audit_texts`: what people
        write goes into the audit trail, too. `cleared` takes patients' identifiers out of it, before it is kept.
        `sharing`: other processes work on the same store. `shares`: others take turns beside it.
        """
        self._sharing = sharing
        self._elsewhere: dict[str, Incoming] = {}  # by id: what we took in, until nobody waits for it any more
        self._store = store
        self._assistant = assistant
        self._adapters = adapters
        self._retry_policy = retry_policy or DeliveryRetryPolicy()
        self._before = before
        self._audit_texts, self._cleared = audit_texts, cleared
        self._bounds = bounds or Bounds()
        self._shares = shares or Shares(self._bounds)
        self._directory = Directory(store, adapters)
        self._watch = StoreWatch(store)
        self._told: dict[tuple[str, str], float] = {}  # by person and words: when they were told them
        self._room = asyncio.Semaphore(WAITING)
        self._lanes: dict[str, deque[Incoming]] = defaultdict(deque)
        self._tasks: set[asyncio.Task[None]] = set()
        self._open: set[str] = set()  # ids of the events that are in a lane
        self._fresh: set[str] = set()  # those of them whose first try was counted when they were kept
        self._ending = False
        self._deleted: set[str] = set()  # ids of messages that were deleted before work on them began
        self._overtaken: deque[str] = deque(maxlen=OVERTAKEN)  # messages of which only the deletion came
        self._quarantine = Quarantine()
        self._recovering = asyncio.Lock()
        self._crashes: dict[str, Crashes] | None = None  # by event: what earlier processes died under; None: unread
        self._began = 0.0
        self._no_room: dict[str, str] = {}  # by event id: why what came of it cannot be kept
        self._since: dict[str, float] = {}  # by event id: when it came in, of those that are not finished

    async def put(self, event: Incoming, origin: Origin = NOWHERE) -> bool:
        """Commit the event and begin to work on it; False when it was seen before, or nobody wants it answered, or its
        person has too much waiting and is told so. Raises StoreError, and TooMuchWaiting to adapters that say it.
        """
        try:
            return await self._put(event, origin)
        except StoreError as error:
            if not isinstance(self._adapters[event.place.platform], Refuses) and _is_for_us(event):
                self._tell(event, error.public)
            raise

    async def _put(self, event: Incoming, origin: Origin) -> bool:
        await self._recover()
        if isinstance(event, Change):
            found = await self._placed(event)
            if found is None:
                return False
            event = found
        known = event.id in self._open or event.id in self._elsewhere or event.id in self._overtaken
        if known or not await self._assistant.accepts(event):
            return False
        try:
            await self._shares.hear(event, origin)  # before it is read and kept: what is refused costs little
        except TooMuchWaiting as error:
            count_refusal(event)
            if isinstance(self._adapters[event.place.platform], Refuses):
                raise
            self._tell(event, error.message)
            return False
        kept = False
        try:
            async with self._shares.arriving(event, origin):
                event = await self._cleared(event)
                entry, alone = entry_of(event, self._audit_texts), self._sharing is None
                kept = await self._store.keep(event, entry, tried=alone)
        finally:
            if not kept:
                self._shares.leave(event)
        if kept:
            count_event(event)
            if self._sharing is None:
                self._fresh.add(event.id)
                self.accept(event)
            else:
                self._elsewhere[event.id] = event
                self._sharing.wake()
        return kept

    async def _placed(self, event: Change) -> Change | None:
        """Return a change where the message stands that it changes; None where nothing of that message is kept."""
        waiting = (e for lane in self._lanes.values() for e in list(lane)[1:] if e.id == event.message)
        turn = await self._store.turn_of(event.message)
        if turn is not None:
            platform, workspace, channel, thread = turn.thread.split("\x1f")
            place = Place(platform, workspace, channel, thread)
            if event.deleted and not turn.done:
                self._assistant.stop(turn.id, place)
            who = event.person if event.person.id else replace(event.person, id=turn.person.rpartition("\x1f")[2])
            return replace(event, place=place, person=who)
        if event.message not in self._open:
            there = await self._sharing.waiting_event(event.message) if self._sharing else None
            if there is not None:
                return replace(event, place=there.place, person=event.person if event.person.id else there.person)
            if event.deleted:
                self._overtaken.append(event.message)
            mapped = event.deleted and any(event.message in t.said for t in await self._store.turns(event.place.key))
            return event if mapped else None
        first = next(waiting, None)
        if first is not None and event.deleted:
            self._deleted.add(event.message)
        known = first or next(lane[0] for lane in self._lanes.values() if lane and lane[0].id == event.message)
        return replace(event, place=known.place, person=event.person if event.person.id else known.person)

    def _tell(self, event: Incoming, words: str) -> None:
        """Tell the person alone why an event was not taken, or has to wait; not each time."""
        now, key = time.monotonic(), (person_key(event), words)
        self._told = {told: at for told, at in self._told.items() if now - at < TOLD_AGAIN}
        if key not in self._told and not self._ending:
            self._told[key] = now
            self._start(self._say(event, refusal_reply(words)))

    async def _say(self, event: Incoming, reply: Reply) -> None:
        adapter = self._adapters[event.place.platform]
        try:
            await adapter.deliver(replace(reply, private=True), Address(event.place, event.person, event.id), None)
        except EvigraphError as error:
            log.info("somebody could not be told what became of an event", reason=str(error))
        except Exception:
            log.exception("somebody could not be told what became of an event")

    async def run(self) -> None:
        """Take up what an earlier process left, then work until cancelled."""
        try:
            await (self._take_up() if self._sharing is None else self._sharing.run(self))
        finally:
            self._ending = True
            self._watch.close()
            for task in await cancel_tasks(self._tasks, ENDING):
                log.error("a task does not end", task=task.get_name())
            with contextlib.suppress(StoreError, TimeoutError):
                async with asyncio.timeout(LAST_WORD):  # what is stopped here was not taken down by anything
                    await self._store.end_work(*self._open)

    async def _take_up(self) -> None:
        left = await self._left()
        await self.forestall(left)
        self._quarantine.put_first(self._unsuspected(left))
        for event in left:
            self.accept(event)
        await asyncio.Event().wait()

    @property
    def busy(self) -> int:
        """How many events are worked on, or wait in their lanes."""
        return len(self._open)

    async def forestall(self, events: Sequence[Incoming]) -> None:
        """Learn which questions were deleted before an answer was begun. Raises StoreError."""
        self._deleted |= await self._never_begun(e.message for e in events if isinstance(e, Change) and e.deleted)

    async def hear(self, event: Incoming) -> None:
        """Learn of an event that any replica took in: it may stop what is written here. Raises StoreError."""
        if isinstance(event, Click) and is_stop(event) and (action := Action.parse(event.action)):
            self._assistant.stop(action.turn, event.place)
        elif isinstance(event, Change) and event.deleted and (turn := await self._store.turn_of(event.message)):
            self._assistant.stop(turn.id, event.place)

    def learn(self, crashes: Mapping[str, Crashes], waiting: Collection[str]) -> None:
        """Learn under what processes have died; of what was taken in here and is finished, nobody waits any more."""
        known = self._crashes or {}
        if self._crashes is None:
            self._began = asyncio.get_running_loop().time()
        ours = {id: died for id, died in known.items() if id in self._open}
        self._crashes = {id: died for id, died in crashes.items() if id not in self._open} | ours
        for id in [id for id in self._elsewhere if id not in waiting]:
            self._shares.leave(self._elsewhere.pop(id))

    async def abandon(self) -> None:
        """Stop all work: others go on with it, or we do, when we hold it again."""
        for task in await cancel_tasks(self._tasks, ENDING):
            log.error("a task does not end", task=task.get_name())
        for event in (event for lane in self._lanes.values() for event in lane):
            self._shares.leave(event)
        for kept in (self._lanes, self._open, self._since, self._no_room):
            kept.clear()

    async def _left(self) -> Sequence[Incoming]:
        """Return what an earlier process left, as soon as the store can be read."""
        while True:
            try:
                await self._recover()
                return await self._store.pending()
            except StoreError as error:
                log.error("the store fails; what was left will be looked for again", reason=str(error))
            await asyncio.sleep(self._retry_policy.retry)

    async def _never_begun(self, messages: Iterable[str]) -> set[str]:
        """Return those of which no turn was begun. Raises StoreError."""
        return {id for id in messages if await self._store.turn_of(id) is None}

    def _unsuspected(self, left: Sequence[Incoming]) -> set[str]:
        """Return the first event of each lane in which nothing is suspected."""
        lanes: dict[str, list[Incoming]] = defaultdict(list)
        for event in left:
            lanes[lane_of(event)].append(event)
        return {lane[0].id for lane in lanes.values() if not any(map(self._suspected, lane))}

    async def _recover(self) -> None:
        """Learn, before any work begins, under what earlier processes have died. Raises StoreError."""
        async with self._recovering:
            if self._crashes is None and self._sharing is None:  # else it is learned with each look at the inbox
                self._crashes = dict(await self._store.count_crashes())
                self._began = asyncio.get_running_loop().time()

    async def drain(self) -> None:
        """Wait until nothing is left to do."""
        while self._tasks:
            await asyncio.gather(*self._tasks)

    @property
    def no_room(self) -> str:
        """Why an answer waits for room in the store, whatever little can still be kept there; "" where none does."""
        return next(iter(self._no_room.values()), "")

    @property
    def ages(self) -> tuple[float, ...]:
        """The seconds since the unfinished events came in."""
        now = time.monotonic()
        return tuple(now - since for since in self._since.values())

    def accept(self, event: Incoming) -> None:
        """Work on an event that is in the inbox; nothing for one that is worked on already."""
        if self._ending or event.id in self._open:  # it is in the inbox, and taken up at the next start; or known
            return
        self._open.add(event.id)
        self._since[event.id] = time.monotonic()
        self._shares.admit(event, kept=True)
        if isinstance(event, Click) and is_stop(event) and (action := Action.parse(event.action)):
            self._assistant.stop(action.turn, event.place)
        lane = self._lanes[key := lane_of(event)]
        lane.append(event)
        if len(lane) == 1:
            self._start(self._work(key))

    def _start(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _work(self, key: str) -> None:
        lane = self._lanes[key]
        while lane:
            await self._settle(lane[0])
            stay_cancelled()
            done = lane.popleft()
            self._open.discard(done.id)
            self._fresh.discard(done.id)
            self._shares.leave(done)
            if self._sharing is not None:
                self._sharing.finished(done)
            EVENT_SECONDS.labels(done.place.platform).observe(time.monotonic() - self._since.pop(done.id))
        del self._lanes[key]

    async def _settle(self, event: Incoming) -> None:
        """Answer an event, again and again until the store has kept and the platform has taken what came of it.

        Meanwhile it stays in the inbox, and in its place before what came later.
        """
        clock, wait = asyncio.get_running_loop().time, self._retry_policy.retry
        began, faults = clock(), 0
        await self._directory.learn(event)  # here, since an acknowledgement waits for what is kept
        while True:
            later = 0.0
            failed: Exception | None = None
            try:
                incident = ""
                if event.id not in self._deleted and not await self._is_gone(event):
                    async with self._room:
                        incident = await self._tried(event, clock() - began, hopeless=faults >= FAULTS)
                await self._store.finish(event.id, incident)
                self._deleted.discard(event.id)
                self._no_room.pop(event.id, None)
                return
            except Undelivered as error:
                log.error("the platform is down; it will be tried again", event_id=event.id, reason=str(error))
                later = error.retry_after or 0.0
            except StoreError as error:
                log.error("the store fails; the event will be tried again", event_id=event.id, reason=str(error))
                failed = error
            except Exception as error:  # else its thread would be answered no more until the next start
                log.exception("an event could not be settled; it will be tried again", event_id=event.id)
                failed = error
            stay_cancelled()
            if failed is None:
                await asyncio.sleep(max(wait, later))
            elif isinstance(failed, StoreFull):  # it may have room for little, and so seem to work: no fault of this
                self._no_room[event.id] = failed.message
                await self._mended(event, self._retry_policy.retry, full=True)
                continue
            else:
                faults += not await self._mended(event, wait)
            wait = min(2 * wait, self._retry_policy.longest_retry)

    async def _is_gone(self, event: Incoming) -> bool:
        """Whether what was asked was deleted while nobody listened and before work on it began; where that had begun,
        its end is treated as that of any other question that was deleted. Raises StoreError.
        """
        adapter = self._adapters[event.place.platform]
        if not isinstance(event, Message | Command) or not isinstance(adapter, Recalls):
            return False
        try:
            if not await adapter.gone(event):
                return False
        except StoreError:
            raise
        except Exception as error:
            stay_cancelled(error)  # what cannot be looked at is answered: nobody would take the event up again
            log.exception("whether a message still stands there is not known", event_id=event.id)
            return False
        if await self._store.turn_of(event.id) is None:
            return True
        await self._put(Change(f"{event.id}:deleted", event.place, Person(""), event.id), NOWHERE)
        return False

    async def _mended(self, event: Incoming, wait: float, *, full: bool = False) -> bool:
        """Wait until the store works again, or so many seconds; whether it had failed for others, too.

        Who has asked is told, as far as one can be told without a store.
        """
        if _is_for_us(event):
            self._tell(event, WAITS)
        return await self._watch.wait(wait, full=full)

    async def _tried(self, event: Incoming, waited: float, *, hopeless: bool) -> str:
        """Try an event once, which has waited for so many seconds; return the incident that it ended with, if any.

        It is given up where it is hopeless: the store works, and cannot keep what comes of it. Raises StoreError, and
        Undelivered where the platform is down and it is not too late yet.
        """
        attempt = 1 if event.id in self._fresh else await self._store.attempt(event.id)
        self._fresh.discard(event.id)
        try:
            if hopeless:
                return await self._give_up(event, attempt, "what came of it could not be kept")
            return await self._once(event, attempt)
        except Undelivered as error:
            if waited <= (self._retry_policy.ephemeral if error.ephemeral else self._retry_policy.give_up):
                raise
            log.error("a platform never took an answer", event_id=event.id, reason=str(error))
            return "undelivered"

    async def _once(self, event: Incoming, attempt: int) -> str:
        if self._died(event).alone >= ATTEMPTS:
            return await self._give_up(event, attempt, "the process died again and again while it worked on this alone")
        try:
            kind = type(event).__name__.lower()
            with traced("event", platform=event.place.platform, kind=kind):
                async with self._delivery(event, attempt) as delivery:
                    try:
                        await self._answered(event, delivery)
                    finally:
                        self._quarantine.passed(event.id)
        except (StoreError, Undelivered):
            raise
        except Exception as error:  # noqa: BLE001  the outermost handler: the id is told, the text is logged only
            stay_cancelled(error)
            return await self._give_up(event, attempt, str(error) if isinstance(error, EvigraphError) else "")
        return ""

    async def _answered(self, event: Incoming, delivery: Delivery) -> None:
        """Compute the answer; of a question the first state, which only says that it was heard, before its turn comes.

        Where that is all, it is quick.
        """
        if self._before is not None:
            async for word in self._before(event):
                delivery.offer(word)
        replies = self._assistant.turn(event)
        if self._suspected(event):
            await self._calm(event)
            async with self._quarantine.alone(), self._under_work(event), asyncio.timeout(self._bounds.longest):
                async for reply in replies:
                    delivery.offer(reply)
            self._forgive(event)
            return
        quick = False
        if isinstance(event, Message) or (isinstance(event, Command) and event.name == "ask"):
            limit = asyncio.timeout(self._bounds.longest)
            async with (
                self._shares.turn(event, quick=True),
                self._quarantine.together(),
                self._under_work(event),
                limit,
            ):
                quick = True
                async for reply in replies:
                    delivery.offer(reply)
                    quick = reply.final
                    break
        limit = asyncio.timeout(self._bounds.longest)
        turn = self._shares.turn(event, quick=quick)
        async with turn as held, self._quarantine.together(), self._under_work(event), limit:
            async for reply in replies:
                delivery.offer(reply)
                if held is not None and reply.lingers:
                    held.linger()

    @contextlib.asynccontextmanager
    async def _under_work(self, event: Incoming) -> AsyncIterator[None]:
        """Have the store know that an event is worked on: computed, not waiting for anybody. Raises StoreError."""
        await self._store.begin_work(event.id)
        try:
            yield
        finally:
            with contextlib.suppress(StoreError):
                await self._store.end_work(event.id)

    def _died(self, event: Incoming) -> Crashes:
        return (self._crashes or {}).get(event.id, Crashes())

    def _suspected(self, event: Incoming) -> bool:
        died = self._died(event)
        return died.together + died.alone >= SUSPECT

    def _forgive(self, event: Incoming) -> None:
        """It was computed, so it is an event like any other."""
        if self._crashes:
            self._crashes.pop(event.id, None)

    async def _calm(self, event: Incoming) -> None:
        """Wait until the process has lived for a while: what takes it down again and again may be something else.

        Meanwhile suspects go before it of which nothing is known yet.
        """
        alone = self._died(event).alone
        if alone:
            lived = asyncio.get_running_loop().time() - self._began
            await asyncio.sleep(max(0.0, self._retry_policy.suspect * 2.0 ** (alone - 1) - lived))

    def _delivery(self, event: Incoming, attempt: int) -> Delivery:
        return Delivery(self._adapters[event.place.platform], self._store, event, attempt, self._retry_policy)

    async def _give_up(self, event: Incoming, attempt: int, reason: str) -> str:
        incident = secrets.token_hex(4)
        INCIDENTS.labels(event.place.platform).inc()
        log.error("an event failed", incident=incident, event_id=event.id, reason=reason, exc_info=not reason)
        if isinstance(event, Change):  # nobody waits for anything
            return incident
        try:
            reply = await self._failure(event, f"{FAILED} (Incident {incident}.)")
            async with self._delivery(event, attempt) as delivery:
                delivery.offer(reply)
        except (StoreError, Undelivered):
            raise
        except Exception:
            log.exception("nobody could be told that an event failed", incident=incident)
        return incident

    async def _failure(self, event: Message | Click | Command, words: str) -> Reply:
        """Keep what is to be tried again, end the turn that the event began, and return what stands in its place."""
        note = Failed(note_id("failed", event.id), event.place.key, person_key(event), await self._asked(event))
        await self._store.keep_note(note)
        turn = await self._store.turn_of(event.id)
        if turn is not None and not turn.done:  # what was begun does not stand there as if it went on
            await self._store.save(replace(turn, done=True, notices=(*turn.notices, words), retry=note.id))
        return failure_reply(words, note.id, turn)

    async def _asked(self, event: Message | Click | Command) -> Message | Click | Command:
        """Return what somebody asked first, where this is a try to have it answered after all."""
        action = Action.parse(event.action) if isinstance(event, Click) else None
        if action is None or action.verb is not Verb.RETRY:
            return event
        note = await self._store.note(action.turn)
        return note.event if isinstance(note, Failed) else event


def _is_for_us(event: Incoming) -> bool:
    return not isinstance(event, Change) and (not isinstance(event, Message) or event.addressed)
