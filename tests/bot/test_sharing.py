"""Processes that share a store: each event is worked on by one of them, and passed on when that one is gone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from functools import partial
from itertools import count

import psycopg
import pytest
import pytest_asyncio
from structlog.testing import capture_logs

from adapters.port import Reach
from bot.replicas import Sharing, SharingPolicy
from bot.shares import Bounds
from bot.worker import Worker
from kgcore.errors import StoreError
from kgcore.store.postgres.store import PostgresStore
from kgcore.values.message import Action, Change, Click, Incoming, Message, Person, Place, Verb
from kgcore.values.reply import Plain, Reply, Text
from tests.fakes.adapter import RecordingAdapter
from tests.loops import SkippingLoop
from tests.servers.postgres import PostgresServer

pytestmark = pytest.mark.postgres
POLICY = SharingPolicy(sweep=0.3, soon=0.02, again=0.1, grace=0.3, retry=0.05)
BOUNDS = Bounds(waiting=500, models=3, person=100, group=100, computing=2)


def asked(id: str, channel: str = "c", text: str = "quick", thread: str = "t") -> Message:
    return Message(id, Place("chat", "w", channel, thread), Person("ann"), text)


NAMES = count(1)  # of messages: both processes post on one platform


class Core:
    """Answers with the event's id; "slow" ones wait until they may go on, and "short" ones a moment."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.done: list[str] = []
        self.stopped: list[str] = []
        self.go_on = asyncio.Event()

    async def turn(self, event: Incoming) -> AsyncIterator[Reply]:
        self.begun.append(event.id)
        text = event.text if isinstance(event, Message) else ""
        if text == "slow":
            await self.go_on.wait()
        elif text == "short":
            await asyncio.sleep(0.05)
        self.done.append(event.id)
        yield Reply(event.id, "", (Text((Plain("done"),)),))

    def stop(self, turn: str, place: Place) -> None:
        self.stopped.append(turn)

    async def accepts(self, event: Incoming) -> bool:
        return True


class Chat(RecordingAdapter):
    name = "chat"

    def __init__(self, reach: Reach = Reach.ANY) -> None:
        super().__init__()
        self.reach = reach
        self.names = NAMES


class Replica:
    """One process, as far as the others can tell."""

    def __init__(self, url: str, reach: Reach, core: Core, bounds: Bounds, policy: SharingPolicy) -> None:
        self.store, self.core, self.adapter = PostgresStore(url), core, Chat(reach)
        adapters = {"chat": self.adapter}
        self.sharing = Sharing(self.store, self.store.replicas, adapters, bounds.models + bounds.computing, policy)
        self.worker = Worker(self.store, self.core, adapters, bounds, sharing=self.sharing)
        self.running = asyncio.create_task(self.worker.run())

    async def end(self) -> None:
        self.running.cancel()
        await asyncio.wait((self.running,))
        await self.store.close()


@asynccontextmanager
async def replicas(
    url: str,
    count: int = 2,
    reach: Reach = Reach.ANY,
    *,
    core: Callable[[], Core] = Core,
    bounds: Bounds = BOUNDS,
    policy: SharingPolicy = POLICY,
) -> AsyncIterator[list[Replica]]:
    async with AsyncExitStack() as room:
        found = [Replica(url, reach, core(), bounds, policy) for _ in range(count)]
        for one in found:
            room.push_async_callback(one.end)
        yield found


@pytest_asyncio.fixture
async def url(postgres_server: PostgresServer) -> str:
    return postgres_server.database()


async def until(condition: object) -> None:
    async with asyncio.timeout(20):
        while not condition():  # type: ignore[operator]
            await asyncio.sleep(0.01)


def unfinished(url: str) -> int:
    with psycopg.connect(url) as session:
        return len(session.execute(b"SELECT 1 FROM inbox WHERE finished IS NULL").fetchall())


async def test_a_burst_is_shared_and_each_thread_answered_in_order(url: str) -> None:
    async with replicas(url) as (first, second):
        for number in range(60):
            await first.worker.put(asked(f"{number:02}", f"c{number % 12}", "short"))
        await until(lambda: not unfinished(url))
        done = first.core.done, second.core.done
        assert sorted(done[0] + done[1]) == [f"{n:02}" for n in range(60)]
        assert all(done)
        for channel in range(12):
            ours = [[id for id in one if int(id) % 12 == channel] for one in done]
            assert all(one == sorted(one) for one in ours)
        posts = [reply.turn for one in (first, second) for reply in one.adapter.posts.values()]
        assert len(posts) == len(set(posts)) == 60


async def test_what_one_was_cut_off_from_another_goes_on_with(url: str, postgres_server: PostgresServer) -> None:
    async with replicas(url) as (first, second):
        await first.worker.put(asked("e1", text="slow"))
        await until(lambda: first.core.begun + second.core.begun)
        busy, other = (first, second) if first.core.begun else (second, first)
        other.core.go_on.set()
        other_name = other.store.name
        await cut_off(url, busy)
        await until(lambda: not unfinished(url))
        assert other.store.name == other_name
        assert len([*busy.adapter.posts, *other.adapter.posts]) == 1
        await busy.worker.put(asked("e2"))  # it is one of them again
        await until(lambda: not unfinished(url))


async def cut_off(url: str, one: Replica) -> None:
    """End the connection by which a replica holds what it holds, as a network does."""
    session = one.store.replicas._session
    assert session
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute(b"SELECT pg_terminate_backend(%s)", [session.info.backend_pid])


async def test_a_button_that_stops_is_heard_wherever_the_answer_is_written(url: str) -> None:
    async with replicas(url) as (first, second):
        await first.worker.put(asked("e1", text="slow"))
        await until(lambda: first.core.begun + second.core.begun)
        busy, other = (first, second) if first.core.begun else (second, first)
        stop = Click("stop", asked("e1").place, Person("ann"), str(Action(Verb.STOP, "turn-1")))
        await other.worker.put(stop)
        await until(lambda: "turn-1" in busy.core.stopped)
        for one in (first, second):
            one.core.go_on.set()
        await until(lambda: not unfinished(url))


async def test_a_question_that_was_deleted_while_it_waited_elsewhere_is_not_answered(url: str) -> None:
    async with replicas(url) as (first, second):
        await first.worker.put(asked("e1", text="slow"))
        await until(lambda: first.core.begun + second.core.begun)
        busy, other = (first, second) if first.core.begun else (second, first)
        await first.worker.put(asked("e2"))
        gone = Change("gone", Place("chat", "w", "c", ""), Person("ann"), "e2")
        assert await other.worker.put(gone)
        await until(lambda: busy.worker.busy == 3)  # it has heard of it
        for one in (first, second):
            one.core.go_on.set()
        await until(lambda: not unfinished(url))
        assert "e2" not in first.core.begun + second.core.begun


async def test_what_a_page_asked_is_answered_where_the_page_is_unless_that_is_gone(url: str) -> None:
    async with replicas(url, reach=Reach.RECEIVER) as (first, second):
        for number in range(8):
            await first.worker.put(asked(f"{number}", f"c{number}"))
        await until(lambda: not unfinished(url))
        assert len(first.core.done) == 8
        await first.worker.put(asked("left", text="slow"))
        await until(lambda: "left" in first.core.begun)
        second.core.go_on.set()
        await cut_off(url, first)
        first.core.go_on.set()
        await until(lambda: not unfinished(url))


async def test_what_exists_once_is_done_by_one_and_passed_on(url: str) -> None:
    async with replicas(url, reach=Reach.CONNECTED) as both:
        doing: list[Replica] = []

        async def gateway(one: Replica) -> None:
            doing.append(one)
            try:
                await asyncio.Event().wait()
            finally:
                doing.remove(one)

        loops = [asyncio.create_task(r.sharing.alone("chat", partial(gateway, r))) for r in both]
        await until(lambda: doing)
        await asyncio.sleep(0.2)
        (holder,) = doing
        other = both[1 - both.index(holder)]
        await other.worker.put(asked("e1"))
        await until(lambda: not unfinished(url))
        assert holder.core.done == ["e1"]  # only it is connected to the platform
        await cut_off(url, holder)
        await until(lambda: doing and doing[0] is other)
        await holder.worker.put(asked("e2"))
        await until(lambda: not unfinished(url))
        assert other.core.done == ["e2"]
        for loop in loops:
            loop.cancel()
        await asyncio.wait(loops)


async def test_what_took_a_process_down_is_known_to_the_one_that_goes_on(url: str) -> None:
    dead = PostgresStore(url)
    await dead.keep(asked("e1"))
    await dead.keep(asked("e2"))
    await dead.begin_work("e1")
    await dead.close()
    async with replicas(url, 1) as (one,):
        await until(lambda: not unfinished(url))
        assert sorted(one.core.done) == ["e1", "e2"]
        assert not await one.store.count_crashes()  # finished, and so forgotten


async def test_a_database_that_goes_and_comes_back_loses_nothing(url: str, postgres_server: PostgresServer) -> None:
    async with replicas(url) as (first, second):
        for number in range(6):
            await first.worker.put(asked(f"{number}", f"c{number}", "slow"))
        await until(lambda: len(first.core.begun + second.core.begun) >= 3)
        postgres_server.stop()
        for one in (first, second):
            one.core.go_on.set()
        await asyncio.sleep(0.3)
        postgres_server.start()
        await until(lambda: not unfinished(url))
        posts = [reply.turn for one in (first, second) for reply in one.adapter.posts.values()]
        assert set(posts) - {""} == {f"{n}" for n in range(6)}  # "": that it has to wait


async def test_an_hour_without_the_database_loses_nothing_and_is_said_once(
    url: str, postgres_server: PostgresServer
) -> None:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, SkippingLoop)
    async with replicas(url, policy=replace(POLICY, again=5.0)) as both:
        for number in range(6):
            await both[0].worker.put(asked(f"{number}", f"c{number}", "slow"))
        await until(lambda: sum(len(one.core.begun) for one in both) >= 3)
        postgres_server.stop()
        for one in both:
            await one.store.replicas.lost()
            one.core.go_on.set()
        began = loop.time()
        with capture_logs() as logs:
            loop.skipping = True
            for one in both:  # who asks meanwhile is not told that it was kept
                await asyncio.sleep(1800)
                with pytest.raises(StoreError, match="cannot be reached"):
                    await one.worker.put(asked("late"))
            loop.skipping = False
        assert loop.time() - began >= 3600
        assert [line["event"] for line in logs].count("the database cannot be reached; it is tried again") <= 2
        assert len(logs) < 20, logs  # of some 1,400 tries
        postgres_server.start()
        await both[1].worker.put(asked("after", "c0"))
        await until(lambda: not unfinished(url))
        posts = [reply.turn for one in both for reply in one.adapter.posts.values()]
        assert set(posts) - {""} == {*map(str, range(6)), "after"}
        assert len(posts) - posts.count("") == 7
