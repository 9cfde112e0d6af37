"""Fair shares: what waits is bounded per person, channel and address, and turns are begun, and compute, in rounds.

Nothing here is kept: after a restart everybody begins anew, and what an earlier process left is never refused.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass

from adapters.port import NOWHERE, Origin
from kgcore.commands import CommandKind, command_named
from kgcore.errors import TooMuchWaiting
from kgcore.turn.resting import REST
from kgcore.turn.safety import danger_by_rules, danger_told
from kgcore.values.message import Action, Change, Click, Command, Incoming, Message, Verb

# Clicks after which a model writes, and those that have to keep their place in the order of a thread.
WRITTEN = frozenset(
    {
        *(Verb.ASK, Verb.INSTEAD, Verb.RETRY, Verb.ANSWER, Verb.MORE, Verb.ADD, Verb.QUOTE, Verb.ABOUT),
        *(Verb.CONNECT, Verb.EXPLAIN, Verb.EXAMPLES, Verb.DIGEST),
    }
)
ORDERED = WRITTEN | {Verb.BROWSE, Verb.UNFOLD, Verb.WAY, Verb.FORGET, Verb.UNDO, Verb.REMOVE}
CROWDED = "Several questions from here are not answered yet. Please wait for their answers, and then ask again."
RETRY_AFTER = 15.0  # seconds after which some of a person's ten are answered, as a rule
HEARD = 20  # messages of one person, refused for all that waits, that are read in full for danger at a time
COMPUTING = 1.0  # seconds at a stretch after which what computes counts no more: it waits for something


@dataclass(frozen=True, slots=True)
class Bounds:
    """How many events of one person may wait (those under work included), and how many turns are worked on at once:
    `models` for which a language model may write, of one person at most `person` and of one channel or address at most
    `group`. `lingering` more may wait for a model that is silent, once the graph's own answer stands there, and count
    in nobody's share. At most `computing` compute at once, of one person or address one: the others wait for a model.
    What has waited for `patience` seconds waits for no model any more, and what is worked on for `longest` is given up.
    """

    waiting: int = 10
    models: int = 24
    person: int = 2
    group: int = 8
    computing: int = 8
    lingering: int = 96
    patience: float = 60.0
    longest: float = 110.0

    @property
    def waiting_together(self) -> int:
        """What may wait of all people of a channel, or of all who come from one address."""
        return 4 * self.waiting


@dataclass(frozen=True, slots=True)
class Share:
    """Whose turn something is: a person's, within a channel or an address; of each `hand` one computes at a time."""

    person: str
    group: str
    hand: str = ""


def share_of(event: Incoming, origin: Origin = NOWHERE) -> Share:
    """Return whose turn an event is. Strangers from one address, whom nothing tells apart, are one person; all who come
    from one have one hand, since nobody else vouches for it that they are several.
    """
    place = event.place
    group = f"{place.platform}\x1f{place.workspace}\x1f{origin.address or place.channel}"
    person = f"{place.platform}\x1f{place.workspace}\x1f{event.person.id}" if origin.known else group
    return Share(person, group, group if origin.address else person)


def wants_model(event: Incoming) -> bool:
    """Whether a language model may have to write for an event; whatever else is quick, and never waits for one."""
    match event:
        case Message():
            return True
        case Command():
            return event.name == "ask"
        case Click():
            action = Action.parse(event.action)
            return action is not None and action.verb in WRITTEN
        case Change():
            return False


def lane_of(event: Incoming) -> str:
    """Return in which order an event is answered: that of its thread, or, where it only shows something, beside it."""
    return f"{event.place.key}\x1faside" if _is_aside(event) else event.place.key


def _is_aside(event: Incoming) -> bool:
    match event:
        case Message() | Change():
            return False
        case Command():
            row = command_named(event.name)
            return row is not None and row.kind is CommandKind.PANEL
        case Click():
            action = Action.parse(event.action)
            return action is None or action.verb not in ORDERED


def is_stop(event: Incoming) -> bool:
    """Whether an event stops the writing of a turn: it cannot wait behind the very turn that it stops."""
    action = Action.parse(event.action) if isinstance(event, Click) else None
    return action is not None and action.verb is Verb.STOP


class Held:
    """A turn that is held, until `end`."""

    def __init__(self, rounds: Rounds, share: Share) -> None:
        self._rounds, self._share = rounds, share
        self._lingers = False

    def linger(self) -> None:
        """Go on without counting among the turns, where there is room: nothing is computed, a model is silent."""
        if not self._lingers and self._rounds.lingering:
            self._lingers = True
            self._rounds.lingering -= 1
            self._rounds.give(self._share)

    def end(self) -> None:
        """Give the turn to who is next."""
        if self._lingers:
            self._rounds.lingering += 1
        else:
            self._rounds.give(self._share)


class Computing:
    """The place of a turn among those that compute, which it gives to the next one while it rests."""

    def __init__(self, rounds: Rounds, share: Share) -> None:
        self._rounds, self._share = rounds, Share(share.hand, share.hand)
        self._resting = 0
        self._begins = False  # it waits for its place
        self._counts: asyncio.TimerHandle | None = None  # while it counts: what ends that

    async def begin(self) -> None:
        """Compute, as soon as it is its turn; a turn of which several things go on at once has one place."""
        if self._begins or self._counts is not None:
            return
        self._begins = True
        try:
            await self._rounds.take(self._share)
        finally:
            self._begins = False
        self._counts = asyncio.get_running_loop().call_later(COMPUTING, self.end)

    def end(self) -> None:
        """Give the place to who is next, where it has one."""
        if self._counts is not None:
            self._counts.cancel()
            self._counts = None
            self._rounds.give(self._share)

    @asynccontextmanager
    async def rest(self) -> AsyncIterator[None]:
        """Wait for somebody else, and compute again when it is its turn; who is cancelled meanwhile, at once."""
        self._resting += 1
        self.end()
        try:
            yield
        except Exception:
            await self._resumed()
            raise
        except BaseException:
            self._resting -= 1
            raise
        await self._resumed()

    async def _resumed(self) -> None:
        self._resting -= 1
        if not self._resting:
            await self.begin()


class Rounds:
    """`limit` turns at once, taken in rounds: first over groups, and within a group over its people. `lingering`: how
    many more may go on without counting.
    """

    def __init__(self, limit: int, person: int, group: int, lingering: int = 0) -> None:
        self._free = limit
        self.lingering = lingering
        self._person = person
        self._group = group
        self._held: Counter[tuple[str, str]] = Counter()
        self._waiting: dict[str, dict[str, deque[asyncio.Future[None]]]] = {}

    @asynccontextmanager
    async def turn(self, share: Share, patience: float | None = None) -> AsyncIterator[Held]:
        """Hold a turn of this share. Raises TimeoutError where none came within so many seconds."""
        async with asyncio.timeout(patience):
            await self.take(share)
        held = Held(self, share)
        try:
            yield held
        finally:
            held.end()

    async def take(self, share: Share) -> None:
        """Wait for a turn of this share, which is held until `give`."""
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(share.group, {}).setdefault(share.person, deque()).append(mine)
        self._begin()
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                self.give(share)
            raise

    def give(self, share: Share) -> None:
        """Have a turn of this share be over."""
        self._free += 1
        for key in (("person", share.person), ("group", share.group)):
            self._held[key] -= 1
            if not self._held[key]:
                del self._held[key]
        self._begin()

    def _begin(self) -> None:
        while self._free and (share := self._next()) is not None:
            people = self._waiting[share.group]
            mine = people[share.person].popleft()
            left = people.pop(share.person)
            if left:
                people[share.person] = left  # last in the next round
            if self._waiting.pop(share.group):
                self._waiting[share.group] = people
            if mine.cancelled():  # who waited was ended
                continue
            self._free -= 1
            self._held[("person", share.person)] += 1
            self._held[("group", share.group)] += 1
            mine.set_result(None)

    def _next(self) -> Share | None:
        for group, people in self._waiting.items():
            if self._held[("group", group)] < self._group:
                for person in people:
                    if self._held[("person", person)] < self._person:
                        return Share(person, group)
        return None


class Shares:
    """What waits of whom, and who is next."""

    def __init__(self, bounds: Bounds | None = None) -> None:
        self._bounds = bounds or Bounds()
        bounds = self._bounds
        self._models = Rounds(bounds.models, bounds.person, bounds.group, bounds.lingering)
        self._computing = Rounds(bounds.computing, person=1, group=1)
        self._arriving = Rounds(bounds.computing, person=1, group=1)
        self._hearing = Rounds(1, person=1, group=1)
        self._heard: Counter[Share] = Counter()  # messages that wait to be read for danger alone
        self._waiting: Counter[tuple[bool, str, str]] = Counter()
        self._shares: dict[str, Share] = {}  # by event id, of what is not finished

    def admit(self, event: Incoming, origin: Origin = NOWHERE, *, kept: bool = False) -> None:
        """Let an event in, until `leave`. Raises TooMuchWaiting where its person, channel or address has too much
        waiting; never for what is `kept` already, or stops something.
        """
        if event.id in self._shares:
            return
        share = share_of(event, origin)
        full = any(self._waiting[key] >= most for key, most in self._counted(event, share).items())
        if full and not (kept or is_stop(event)):
            raise TooMuchWaiting(CROWDED, retry_after=RETRY_AFTER)
        self._shares[event.id] = share
        self._waiting.update(self._counted(event, share).keys())

    async def hear(self, event: Incoming, origin: Origin = NOWHERE) -> None:
        """Let an event in as `admit` does, and who is in danger always."""
        try:
            self.admit(event, origin)
        except TooMuchWaiting:
            if not await self._tells_of_danger(event, share_of(event, origin)):
                raise
            self.admit(event, origin, kept=True)

    async def _tells_of_danger(self, event: Incoming, share: Share) -> bool:
        """Tell whether who is refused is in danger. A flood is read beside what else goes on, one message at a time and
        those of its people in turns, with as long a pause behind each, so that nobody else waits for it; what comes
        faster than that, by the rules alone.
        """
        if self._heard[share] >= HEARD:
            return danger_by_rules(event) is not None
        self._heard[share] += 1
        try:
            async with self._hearing.turn(share):
                began = time.perf_counter()
                found = await danger_told(event, beside=True)
                if found is None:  # it takes the interpreter half of the time at most
                    await asyncio.sleep(time.perf_counter() - began)
                return found is not None
        finally:
            self._heard[share] -= 1
            if not self._heard[share]:
                del self._heard[share]

    def arriving(self, event: Incoming, origin: Origin = NOWHERE) -> AbstractAsyncContextManager[object]:
        """Hold the turn of what is read and kept: of a crowd from one place, one at a time."""
        hand = share_of(event, origin).hand
        return self._arriving.turn(Share(hand, hand))

    def leave(self, event: Incoming) -> None:
        """Have an event wait no longer: it is finished, or was not kept after all."""
        share = self._shares.pop(event.id, None)
        for key in self._counted(event, share) if share else ():
            self._waiting[key] -= 1
            if not self._waiting[key]:
                del self._waiting[key]

    def _counted(self, event: Incoming, share: Share) -> dict[tuple[bool, str, str], int]:
        """Return under what an event counts, and how many may. What is quick has thrice the room, and its own."""
        slow = wants_model(event)
        times = 1 if slow else 3
        return {
            (slow, "person", share.person): times * self._bounds.waiting,
            (slow, "group", share.group): times * self._bounds.waiting_together,
        }

    @asynccontextmanager
    async def turn(self, event: Incoming, *, quick: bool) -> AsyncIterator[Held | None]:
        """Work on an event when it is its turn, among those for which models write or, where none came in time,
        without: its answer's time is over by then. `quick`: no model has to write, whatever it seems.
        """
        share = self._shares.get(event.id) or share_of(event)
        async with AsyncExitStack() as stack:
            held = None
            if not quick and wants_model(event):
                with suppress(TimeoutError):
                    held = await stack.enter_async_context(self._models.turn(share, self._bounds.patience))
            await stack.enter_async_context(self._computed(share))
            yield held

    @asynccontextmanager
    async def _computed(self, share: Share) -> AsyncIterator[None]:
        """Compute when it is its turn; what waits for a model says so (`resting`), and others compute meanwhile."""
        computing = Computing(self._computing, share)
        await computing.begin()
        before = REST.get()
        REST.set(computing.rest)
        try:
            yield
        finally:
            REST.set(before)  # no reset: a generator may be closed by somebody else, and in another context
            computing.end()

    @asynccontextmanager
    async def held(self, event: Incoming, *, quick: bool) -> AsyncIterator[None]:
        """Let in what is answered at once and kept in no inbox, and work on it. Raises TooMuchWaiting."""
        await self.hear(event)
        try:
            async with self.turn(event, quick=quick):
                yield
        finally:
            self.leave(event)
