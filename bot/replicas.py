"""Several processes on one store: whose each channel is, and who does what only one may do at a time.

A channel with anything to answer belongs to one replica, which answers its threads, each in order; so its fair shares
and the platform's pace for a channel hold, too. Why it is done so: docs/decisions/0007-channels-are-claimed.md.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

import structlog

from adapters.port import Adapter, Reach, reach_of
from bot.ending import cancel_tasks
from kgcore.errors import StoreError
from kgcore.ports import Inbox, Replicas
from kgcore.values.message import Arrival, Incoming
from kgcore.values.thread import Crashes

log = structlog.get_logger()
ENDING = 4.0  # seconds that has to end what only one may do
_AHEAD = 4  # one more for so many that are worked on: the next ones, while it is found out what else waits
_SHY, _SHYEST = 0.004, 0.08  # seconds by which who has more to do lets others go first: for each event, at most


@dataclass(frozen=True, slots=True)
class SharingPolicy:
    """Seconds: between two looks at all that waits, by which is found what a dead replica has left (`sweep`, and `soon`
    at least); until a database that was lost is tried again (`again`); that a replica which was cut off lets others
    notice that they were, too (`grace`); between two tries to do what another replica does (`retry`).
    """

    sweep: float = 5.0
    soon: float = 0.1
    again: float = 0.5
    grace: float = 3.0
    retry: float = 2.0


class Hands(Protocol):
    """What works on events: the worker."""

    @property
    def busy(self) -> int:
        """How many events it has."""
        ...

    def accept(self, event: Incoming) -> None:
        """Work on an event, which is in the inbox; nothing for one that is worked on already."""
        ...

    async def hear(self, event: Incoming) -> None:
        """Learn of an event that somebody took in: it may stop what is written here."""
        ...

    async def forestall(self, events: Sequence[Incoming]) -> None:
        """Learn which of them need no answer, before they are accepted."""
        ...

    def learn(self, crashes: Mapping[str, Crashes], waiting: Collection[str]) -> None:
        """Learn under what processes have died, and which events are not finished."""
        ...

    async def abandon(self) -> None:
        """Stop all work: others go on with it."""
        ...


class Sharing:
    """Claims channels and hands their events to the worker; `capacity` is how many it works on at a time."""

    def __init__(
        self,
        store: Inbox,
        replicas: Replicas,
        adapters: Mapping[str, Adapter],
        capacity: int,
        policy: SharingPolicy | None = None,
    ) -> None:
        self._policy = policy or SharingPolicy()
        self._store, self._replicas, self._adapters = store, replicas, adapters
        self._capacity = capacity + capacity // _AHEAD
        self._reach = dict[str, Reach]()  # by platform
        self._channels: set[str] = set()  # that are ours
        self._alone: set[str] = set()  # what we do and nobody else
        self._open: Counter[str] = Counter()  # by channel: events that are worked on here
        self._finished: set[str] = set()  # since the inbox was last read
        self._wake, self._joined = asyncio.Event(), asyncio.Event()
        self._sweep, self._seen, self._was_lost = True, 0, False
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    def wake(self, *, sweep: bool = False) -> None:
        """Have the inbox looked at; all of it with `sweep`."""
        self._sweep = self._sweep or sweep
        self._wake.set()

    def finished(self, event: Incoming) -> None:
        """Learn that an event of ours is finished; a channel without any is let go of."""
        channel = event.place.channel_key
        self._finished.add(event.id)
        self._open[channel] -= 1
        if self._open[channel] <= 0:
            del self._open[channel]
            task = asyncio.get_running_loop().create_task(self._release(channel))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def waiting_event(self, id: str) -> Incoming | None:
        """Return an event that is not finished, or None. Raises StoreError."""
        return await self._replicas.waiting_event(id)

    async def run(self, hands: Hands) -> None:
        """Hand over what is ours until cancelled; where we are cut off, stop all work and begin anew."""
        told = False
        while True:
            try:
                await self._replicas.join(self.wake)
                if told:
                    log.info("the database is there again")
                told = False
                self._joined.set()
                await self._until_lost(self._feed(hands))
                log.error("the database was lost; all work stops until it is there again")
            except StoreError as error:
                if not told:
                    log.error("the database cannot be reached; it is tried again", reason=error.message)
                told = True
            finally:
                self._joined.clear()
                for kept in (self._channels, self._alone, self._open):
                    kept.clear()
            self._was_lost = True
            await hands.abandon()
            self._open.clear()
            await asyncio.sleep(self._policy.again)

    async def alone(self, name: str, work: Callable[[], Coroutine[object, object, None]]) -> None:
        """Do what only one process may do at a time, as soon and as long as it is us; again after we were cut off.

        Ends when the work ends, and raises what it raises.
        """
        while True:
            await self._joined.wait()
            with suppress(StoreError):
                if await self._replicas.claim(f"alone\x1f{name}"):
                    self._alone.add(name)
                    self.wake(sweep=True)
                    try:
                        if await self._until_lost(work()):
                            return
                    finally:
                        self._alone.discard(name)
            await asyncio.sleep(self._policy.retry)

    async def _until_lost(self, work: Coroutine[object, object, None]) -> bool:
        """Do something until it ends (True), or until nothing is ours any more. Raises what it raises."""
        loop = asyncio.get_running_loop()
        doing, lost = loop.create_task(work), loop.create_task(self._replicas.lost())
        try:
            await asyncio.wait((doing, lost), return_when=asyncio.FIRST_COMPLETED)
            if doing.done():
                doing.result()
            return doing.done()
        finally:
            await cancel_tasks((doing, lost), ENDING)

    async def _feed(self, hands: Hands) -> None:
        clock, swept = asyncio.get_running_loop().time, float("-inf")
        if self._was_lost:
            await asyncio.sleep(self._policy.grace)
        self._sweep = True
        while True:
            self._wake.clear()
            sweep = clock() - swept >= (self._policy.soon if self._sweep else self._policy.sweep)
            if sweep:
                self._sweep, swept = False, clock()
            try:
                await self._look(hands, sweep=sweep)
            except StoreError as error:
                log.error("the store fails; the inbox will be looked at again", reason=error.message)
                self._sweep = True
                await asyncio.sleep(self._policy.again)
            with suppress(TimeoutError):
                async with asyncio.timeout(self._policy.soon if self._sweep else self._policy.sweep):
                    await self._wake.wait()

    async def _look(self, hands: Hands, *, sweep: bool) -> None:
        """Look at what has come in, or at all that waits, and hand over what is ours."""
        async with self._lock:
            self._finished.clear()
            found = await self._replicas.waiting(0 if sweep else self._seen)
            if sweep:
                hands.learn(await self._store.count_crashes(), {a.event.id for a in found})
            for arrival in found:
                if arrival.number > self._seen:
                    await hands.hear(arrival.event)
                    self._seen = arrival.number
            await self._hand_over(hands, found)
            await self._claim(hands, found, shy=not sweep)

    async def _hand_over(self, hands: Hands, found: Sequence[Arrival]) -> None:
        """Have all of them worked on whose channel is ours."""
        ours = [a.event for a in found if a.channel in self._channels]
        await hands.forestall(ours)
        for event in ours:
            if event.id not in self._finished:  # it was not when the inbox was read
                before = hands.busy
                hands.accept(event)
                self._open[event.place.channel_key] += hands.busy - before

    async def _claim(self, hands: Hands, found: Sequence[Arrival], *, shy: bool) -> None:
        """Take over channels that are nobody's, as many as there is room for, and hand over what waits in them."""
        room = self._capacity - hands.busy
        wanted = await self._wanted(found) if room > 0 else ()
        if not wanted:
            return
        if shy:
            await asyncio.sleep(min(_SHYEST, _SHY * hands.busy))
        events = sum(arrival.channel in wanted for arrival in found)
        most = max(1, room * len(wanted) // events)  # what waits in them is to fit, or others would have nothing to do
        names = await self._replicas.claim(*map(_name, wanted), most=most)  # others take the first ones, too
        claimed = {name.removeprefix("channel\x1f") for name in names}
        self._channels |= claimed
        if claimed:  # read again: until now they were another's, who may have finished something
            await self._hand_over(hands, await self._replicas.waiting())
        for channel in claimed:
            if not self._open[channel]:
                await self._let_go(channel)

    async def _wanted(self, found: Sequence[Arrival]) -> Collection[str]:
        """Return the channels that we may work on and that are not ours yet, the oldest event first."""
        wanted: dict[str, Arrival] = {}
        for arrival in found:
            if arrival.channel not in self._channels:
                wanted.setdefault(arrival.channel, arrival)
        theirs = {channel: a.replica for channel, a in wanted.items() if self._reach_of(a) is Reach.RECEIVER}
        others = {*theirs.values()} - {self._replicas.name}
        alive = await self._replicas.alive(others) if others else frozenset()
        may = (channel for channel, a in wanted.items() if self._may(a) and theirs.get(channel) not in alive)
        return dict.fromkeys(may)

    def _may(self, first: Arrival) -> bool:
        reach = self._reach_of(first)
        return reach is not None and (reach is not Reach.CONNECTED or first.event.place.platform in self._alone)

    def _reach_of(self, arrival: Arrival) -> Reach | None:
        """Return from where its platform is worked for, which is slow to look up; None where it is none of ours."""
        platform = arrival.event.place.platform
        if platform not in self._reach and platform in self._adapters:
            self._reach[platform] = reach_of(self._adapters[platform])
        return self._reach.get(platform)

    async def _release(self, channel: str) -> None:
        """Let go of a channel, unless something has come in meanwhile; what others had to leave is looked for."""
        with suppress(StoreError):  # then everything is let go of
            async with self._lock:
                if channel in self._channels and not self._open[channel]:
                    await self._let_go(channel)
                    self.wake(sweep=True)

    async def _let_go(self, channel: str) -> None:
        self._channels.discard(channel)
        await self._replicas.release(_name(channel))


def _name(channel: str) -> str:
    return f"channel\x1f{channel}"
