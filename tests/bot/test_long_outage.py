"""A database that is away for an hour: said once, tried again all the time, and then all goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path

from structlog.testing import capture_logs

from bot.replicas import Sharing
from kgcore.errors import StoreAway
from kgcore.store.sqlite import SqliteStore
from kgcore.values.message import Arrival, Incoming, Message, Person, Place
from kgcore.values.thread import Crashes
from tests.fakes.adapter import RecordingAdapter
from tests.loops import skip_pauses

HOUR = 3600.0
LEFT = Message("e1", Place("chat", "w", "c", "t"), Person("ann"), "What helps?")


class AwayForAnHour:
    """Replicas whose database comes back after an hour of the loop's time, with one event in it."""

    name = "me"

    def __init__(self) -> None:
        self.until = asyncio.get_running_loop().time() + HOUR
        self.tries = 0

    async def join(self, wake: Callable[[], None]) -> None:
        self.tries += 1
        if asyncio.get_running_loop().time() < self.until:
            raise StoreAway("PostgreSQL cannot be reached.")

    async def lost(self) -> None:
        await asyncio.Event().wait()

    async def claim(self, *names: str, most: int | None = None) -> frozenset[str]:
        return frozenset(names)

    async def release(self, name: str) -> None:
        return

    async def alive(self, names: Collection[str]) -> frozenset[str]:
        return frozenset()

    async def advance(self, name: str, by: float, least: float = 0.0) -> float:
        return 0.0

    async def waiting(self, after: int = 0) -> Sequence[Arrival]:
        return [Arrival(1, LEFT, "somebody")]

    async def waiting_event(self, id: str) -> Incoming | None:
        return None

    async def leave(self) -> None:
        return


class Hands:
    """Notes what it is given."""

    busy = 0

    def __init__(self) -> None:
        self.given = asyncio.Event()

    def accept(self, event: Incoming) -> None:
        self.given.set()

    async def hear(self, event: Incoming) -> None:
        return

    async def forestall(self, events: Sequence[Incoming]) -> None:
        return

    def learn(self, crashes: Mapping[str, Crashes], waiting: Collection[str]) -> None:
        return

    async def abandon(self) -> None:
        return


async def test_after_an_hour_away_work_goes_on_and_the_log_said_it_once(tmp_path: Path) -> None:
    skip_pauses()
    store, replicas, hands = SqliteStore(tmp_path / "s.db"), AwayForAnHour(), Hands()
    adapter = RecordingAdapter()
    adapter.name = "chat"
    sharing = Sharing(store, replicas, {"chat": adapter}, 3)
    with capture_logs() as logs:
        running = asyncio.create_task(sharing.run(hands))
        await hands.given.wait()
    running.cancel()
    await asyncio.wait((running,))
    await store.close()
    assert replicas.tries > 1000
    said = [line["event"] for line in logs]
    assert said.count("the database cannot be reached; it is tried again") == 1
    assert said.count("the database is there again") == 1
