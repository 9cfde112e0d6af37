"""Events are answered once each, in the order of their thread, whatever fails in between."""

from __future__ import annotations

import asyncio
import contextlib
import re
import sqlite3
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import pytest
import pytest_asyncio
from prometheus_client import REGISTRY

from adapters.port import Receipt
from bot.delivery import TRIES, DeliveryRetryPolicy
from bot.directory import NAMES
from bot.metrics import INCIDENTS
from bot.shares import Bounds
from bot.worker import ATTEMPTS, Worker
from kgcore.errors import DeliveryError, DeliveryRefused, GraphUnavailable, StoreError, StoreFull
from kgcore.store.sqlite import SqliteStore
from kgcore.turn.services import person_key
from kgcore.values.audit import AuditEntry
from kgcore.values.message import Action, Address, Change, Click, Command, Incoming, Message, Person, Place, Verb
from kgcore.values.reply import Notice, Plain, Reply, Text
from kgcore.values.thread import Crashes, Turn
from tests.fakes.adapter import RecordingAdapter

ANN = Person("u", "Ann")


def message(id: str, thread: str = "t", text: str = "hello") -> Message:
    return Message(id, Place("web", "", "c", thread), ANN, text)


def said(text: str, turn: str, final: bool = True) -> Reply:
    return Reply(turn, "", (Text((Plain(text),)),), final)


class Echo:
    """Answers with the message's words, in two steps; "boom" raises, "slow" waits until stopped."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.stopped = asyncio.Event()

    async def turn(self, event: Incoming) -> AsyncIterator[Reply]:
        self.heard.append(event.id)
        text = event.text if isinstance(event, Message) else "clicked"
        if text == "boom":
            raise RuntimeError("a secret detail")
        if text == "graph":
            raise GraphUnavailable("The graph is away.")
        yield said("…", event.id, final=False)
        if text == "slow":
            await self.stopped.wait()
        yield said(text, event.id)

    def stop(self, turn: str, place: Place) -> None:
        self.stopped.set()

    async def accepts(self, event: Incoming) -> bool:
        return not isinstance(event, Message) or event.addressed


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    store = SqliteStore(tmp_path / "s.db")
    yield store
    await store.close()


def texts(adapter: RecordingAdapter) -> list[str]:
    return [r.plain or " ".join(b.text for b in r.blocks if isinstance(b, Notice)) for r in adapter.posts.values()]


def taken() -> float:
    return REGISTRY.get_sample_value("evigraph_event_seconds_sum", {"platform": "web"}) or 0.0


def counted() -> float:
    return REGISTRY.get_sample_value("evigraph_events_total", {"platform": "web", "kind": "message"}) or 0.0


async def test_every_event_is_answered_once_and_redeliveries_are_not(store: SqliteStore) -> None:
    adapter, before, kept = RecordingAdapter(), taken(), counted()
    worker = Worker(store, Echo(), {"web": adapter}, Bounds(waiting=50))
    events = [message(f"e{n}", f"t{n % 7}", f"text {n}") for n in range(50)]
    for event in [*events, *events]:
        await worker.put(event)
    await worker.drain()
    assert sorted(texts(adapter)) == sorted(e.text for e in events)
    assert not await store.pending()
    assert 0 < taken() - before < 50 * 60  # seconds, of fifty together
    assert counted() - kept == 50


async def test_a_first_try_is_told_from_one_that_an_earlier_process_began(store: SqliteStore) -> None:
    tries: dict[str, int] = {}

    class Counting(RecordingAdapter):
        async def deliver(self, reply: Reply, to: Address, receipt: Receipt | None) -> Receipt:
            tries[to.event] = to.attempt
            return await super().deliver(reply, to, receipt)

    adapter = Counting()
    await store.keep(message("begun"), tried=True)
    worker = Worker(store, Echo(), {"web": adapter})
    working = asyncio.create_task(worker.run())
    await worker.put(message("new"))
    async with asyncio.timeout(10):
        while len(adapter.posts) < 2:
            await asyncio.sleep(0.01)
    working.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await working
    assert tries == {"begun": 2, "new": 1}


async def test_who_has_asked_goes_by_their_name(store: SqliteStore) -> None:
    worker, event = (
        Worker(store, Echo(), {"web": RecordingAdapter()}),
        replace(message("e1"), person=Person("u", "Dana")),
    )
    await worker.put(event)
    await worker.drain()
    assert await store.get_state(NAMES, person_key(event)) == "Dana"


async def test_what_is_said_before_an_event_can_be_answered_is_delivered(store: SqliteStore) -> None:
    async def before(event: Incoming) -> AsyncIterator[Reply]:
        yield said("The graph is away.", event.id, final=False)
        while "The graph is away." not in texts(adapter):
            await asyncio.sleep(0.001)

    adapter = RecordingAdapter()
    worker = Worker(store, Echo(), {"web": adapter}, before=before)
    await worker.put(message("e1"))
    async with asyncio.timeout(30):
        await worker.drain()
    assert texts(adapter) == ["hello"]


async def test_a_thread_is_answered_in_its_order(store: SqliteStore) -> None:
    echo = Echo()
    worker = Worker(store, echo, {"web": RecordingAdapter()}, Bounds(waiting=50))
    for n in range(10):
        await worker.put(message(f"e{n}"))
    await worker.drain()
    assert echo.heard == [f"e{n}" for n in range(10)]


async def test_what_an_earlier_process_left_is_taken_up(store: SqliteStore) -> None:
    await store.keep(message("e1"))
    adapter = RecordingAdapter()
    worker = Worker(store, Echo(), {"web": adapter})
    running = asyncio.create_task(worker.run())
    await asyncio.sleep(0)
    while await store.pending():
        await asyncio.sleep(0.01)
    running.cancel()
    assert texts(adapter) == ["hello"]


async def test_a_turn_tried_again_edits_its_first_message(store: SqliteStore) -> None:
    await store.save_receipt("e1", "message 7")
    adapter = RecordingAdapter()
    worker = Worker(store, Echo(), {"web": adapter})
    await worker.put(message("e1"))
    await worker.drain()
    assert list(adapter.posts) == ["message 7"]


async def test_an_unexpected_error_tells_an_incident_and_nothing_else(store: SqliteStore) -> None:
    adapter = RecordingAdapter()
    worker = Worker(store, Echo(), {"web": adapter})
    before = INCIDENTS.labels("web")._value.get()
    await worker.put(message("e1", text="boom"))
    await worker.put(message("e2"))
    await worker.drain()
    assert INCIDENTS.labels("web")._value.get() == before + 1
    failed, answered = texts(adapter)
    assert re.search(r"\(Incident [0-9a-f]{8}\.\)", failed)
    assert "secret" not in failed
    assert answered == "hello"


async def test_an_expected_error_tells_an_incident_too(store: SqliteStore) -> None:
    """Its words may name files of the machine; they are for the log."""
    adapter = RecordingAdapter()
    worker = Worker(store, Echo(), {"web": adapter})
    await worker.put(message("e1", text="graph"))
    await worker.drain()
    assert "Incident" in texts(adapter)[0]
    assert "The graph is away." not in texts(adapter)[0]


async def test_an_event_that_the_store_could_not_settle_stays_in_the_inbox(store: SqliteStore) -> None:
    class Full(Echo):
        async def turn(self, event: Incoming) -> AsyncIterator[Reply]:
            self.heard.append(event.id)
            if self.heard:
                raise StoreFull("No room left.")
            yield said("never", event.id)

    adapter, echo = RecordingAdapter(), Full()
    worker = Worker(store, echo, {"web": adapter})
    running = asyncio.create_task(worker.run())
    await worker.put(message("e1"))
    while not echo.heard:
        await asyncio.sleep(0.01)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert [e.id for e in await store.pending()] == ["e1"]


async def test_once_work_has_ended_nobody_looks_whether_the_store_works_again(tmp_path: Path) -> None:
    class Broken(SqliteStore):
        rooms: ClassVar[list[int]] = []

        async def finish(self, event: str, incident: str = "") -> None:
            raise StoreError("It is broken.")

        async def check(self, room: int = 0) -> None:
            self.rooms.append(room)
            raise StoreError("It is broken.")

    broken = Broken(tmp_path / "s.db")
    running = asyncio.create_task((worker := Worker(broken, Echo(), {"web": RecordingAdapter()})).run())
    await worker.put(message("e1"))
    async with asyncio.timeout(20):
        while len(broken.rooms) < 2:
            await asyncio.sleep(0.01)
    assert not any(broken.rooms)  # broken, and not full: any write will do
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    await asyncio.sleep(0)
    assert asyncio.all_tasks() == {asyncio.current_task()}
    await broken.close()


async def test_what_took_a_process_down_is_not_forgotten_while_it_waits_here(store: SqliteStore) -> None:
    adapter, echo = RecordingAdapter(), Echo()
    worker = Worker(store, echo, {"web": adapter})
    events = message("e1", text="slow"), message("e2")
    for event in events:
        await store.keep(event)
    worker.learn({"e2": Crashes(alone=ATTEMPTS)}, {"e1", "e2"})
    for event in events:
        worker.accept(event)
    worker.learn({}, {"e1", "e2"})
    echo.stopped.set()
    await worker.drain()
    assert echo.heard == ["e1"]
    assert not await store.pending()


async def test_a_busy_platform_is_tried_again_after_what_it_asks(store: SqliteStore) -> None:
    adapter = RecordingAdapter([DeliveryError("429", retry_after=0.01), DeliveryError("429", retry_after=0.01)])
    worker = Worker(store, Echo(), {"web": adapter})
    await worker.put(message("e1"))
    await worker.drain()
    assert texts(adapter) == ["hello"]


async def test_a_refusal_is_not_tried_again(store: SqliteStore) -> None:
    refusals = [DeliveryRefused("no such channel")] * 2
    adapter = RecordingAdapter(refusals)
    worker = Worker(store, Echo(), {"web": adapter})
    await worker.put(message("e1"))
    await worker.drain()
    assert adapter.deliveries <= 1
    assert not await store.pending()


async def test_stopping_the_process_is_not_taken_for_a_crash(store: SqliteStore) -> None:
    await store.keep(message("e1", text="slow"))
    for _ in range(2 * ATTEMPTS):
        echo = Echo()
        running = asyncio.create_task(Worker(store, echo, {"web": RecordingAdapter()}).run())
        while not echo.heard:
            await asyncio.sleep(0.01)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    assert [e.id for e in await store.pending()] == ["e1"]


async def test_stop_reaches_a_turn_that_is_being_written(store: SqliteStore) -> None:
    adapter, echo = RecordingAdapter(), Echo()
    worker = Worker(store, echo, {"web": adapter})
    await worker.put(message("e1", text="slow"))
    while not adapter.posts:
        await asyncio.sleep(0.01)
    await worker.put(Click("e2", message("e1").place, ANN, str(Action(Verb.STOP, "e1"))))
    await worker.drain()
    assert texts(adapter)[0] == "slow"


@pytest.mark.parametrize("done", [False, True])
async def test_the_deletion_of_a_question_stops_its_answer_while_it_is_written(store: SqliteStore, done: bool) -> None:
    stopped: list[tuple[str, Place]] = []

    class Stopped(Echo):
        def stop(self, turn: str, place: Place) -> None:
            stopped.append((turn, place))

    place = message("e1").place
    await store.save(Turn("turn-1", place.key, "q", done=done), "e1")
    worker = Worker(store, Stopped(), {"web": RecordingAdapter()})
    assert await worker.put(deleted("e1"))
    assert stopped == ([] if done else [("turn-1", place)])
    assert all(0 <= age < 600 for age in worker.ages)
    await worker.drain()


async def test_only_the_newest_state_is_delivered_when_the_pace_is_slow(store: SqliteStore) -> None:
    adapter = RecordingAdapter(pace=0.05)

    class Chatty(Echo):
        async def turn(self, event: Incoming) -> AsyncIterator[Reply]:
            for n in range(100):
                yield said(str(n), event.id, final=n == 99)
                await asyncio.sleep(0)

    worker = Worker(store, Chatty(), {"web": adapter})
    await worker.put(message("e1"))
    await worker.drain()
    assert texts(adapter) == ["99"]
    assert adapter.deliveries < 5


# ── platforms that are slow, busy or down ───────────────────────────────────────────────────────────────────────────


class Gate(RecordingAdapter):
    """Takes what is for thread "shut" only once it is opened."""

    def __init__(self) -> None:
        super().__init__()
        self.open = asyncio.Event()

    async def deliver(self, reply: Reply, to: Address, receipt: Receipt | None) -> Receipt:
        if to.place.thread.startswith("shut"):
            await self.open.wait()
        return await super().deliver(reply, to, receipt)


class Holding(RecordingAdapter):
    """A platform whose messages are better posted whole."""

    hold = 0.05


class Paced:
    """Answers after as many seconds as the message says."""

    async def turn(self, event: Incoming) -> AsyncIterator[Reply]:
        assert isinstance(event, Message)
        yield said("looking", event.id, final=False)
        await asyncio.sleep(float(event.text))
        yield said("done", event.id)

    def stop(self, turn: str, place: Place) -> None: ...

    async def accepts(self, event: Incoming) -> bool:
        return True


async def test_a_quick_answer_has_no_placeholder_where_the_platform_holds_the_first_post(store: SqliteStore) -> None:
    cases: tuple[tuple[str, RecordingAdapter, int], ...] = (
        ("0", Holding(), 1),
        ("0.3", Holding(), 2),
        ("0.2", RecordingAdapter(), 2),
    )
    for seconds, adapter, deliveries in cases:
        worker = Worker(store, Paced(), {"web": adapter})
        await worker.put(message(f"{seconds}{type(adapter).__name__}", text=seconds))
        await worker.drain()
        assert adapter.deliveries == deliveries
        assert [reply.plain for reply in adapter.posts.values()] == ["done"]


async def test_what_nobody_wants_answered_is_not_kept(store: SqliteStore) -> None:
    worker = Worker(store, Echo(), {"web": RecordingAdapter()})
    assert not await worker.put(replace(message("e1"), addressed=False))
    assert not await store.pending()


async def test_answers_that_wait_for_their_platform_keep_nobody_else_waiting(store: SqliteStore) -> None:
    adapter = Gate()
    worker = Worker(store, Echo(), {"web": adapter}, Bounds(waiting=30, models=2))
    for n in range(20):
        await worker.put(message(f"s{n}", f"shut{n}"))
    await worker.put(message("e1", "open", "through"))
    while "through" not in texts(adapter):
        await asyncio.sleep(0.01)
    assert len(await store.pending()) >= 20
    adapter.open.set()
    await worker.drain()
    assert len(adapter.posts) == 21
    assert not await store.pending()


async def test_a_thread_stays_in_order_while_its_platform_is_slow(store: SqliteStore) -> None:
    adapter, echo = Gate(), Echo()
    worker = Worker(store, echo, {"web": adapter})
    for n in range(3):
        await worker.put(message(f"e{n}", "shut", f"text {n}"))
    await asyncio.sleep(0.05)
    assert echo.heard == ["e0"]
    adapter.open.set()
    await worker.drain()
    assert texts(adapter) == ["text 0", "text 1", "text 2"]


async def test_being_told_to_come_again_is_not_counted_as_a_failure(store: SqliteStore) -> None:
    adapter = RecordingAdapter([DeliveryError("429", retry_after=0.001)] * (5 * TRIES))
    worker = Worker(store, Echo(), {"web": adapter})
    await worker.put(message("e1"))
    await worker.drain()
    assert texts(adapter) == ["hello"]


async def test_a_platform_that_wants_to_hear_nothing_for_long_holds_nobody_else_up(store: SqliteStore) -> None:
    class Hours(RecordingAdapter):
        async def deliver(self, reply: Reply, to: Address, receipt: Receipt | None) -> Receipt:
            if to.place.thread == "busy" and reply.final:
                raise DeliveryError("come tomorrow", retry_after=80_000.0)
            return await super().deliver(reply, to, receipt)

    adapter = Hours()
    worker = Worker(store, Echo(), {"web": adapter}, retry_policy=QUICK)
    running = asyncio.create_task(worker.run())
    await worker.put(message("e1", "busy"))
    await worker.put(message("e2", "free", "through"))
    while len(await store.pending()) > 1:
        await asyncio.sleep(0.01)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert [e.id for e in await store.pending()] == ["e1"]
    assert "through" in texts(adapter)


QUICK = DeliveryRetryPolicy(first=0.0001, retry=0.001)


class Down(RecordingAdapter):
    """Takes no answer for so many tries; what comes before one it takes."""

    def __init__(self, tries: int) -> None:
        super().__init__()
        self.tries = tries

    async def deliver(self, reply: Reply, to: Address, receipt: Receipt | None) -> Receipt:
        if reply.final and self.tries:
            self.tries -= 1
            raise DeliveryError("down")
        return await super().deliver(reply, to, receipt)


async def test_an_answer_that_a_platform_does_not_take_stays_in_the_inbox(store: SqliteStore) -> None:
    adapter = Down(10_000)
    worker = Worker(store, Echo(), {"web": adapter}, retry_policy=QUICK)
    running = asyncio.create_task(worker.run())
    await worker.put(message("e1"))
    await worker.put(message("e2"))
    while adapter.tries > 10_000 - (ATTEMPTS + 2) * TRIES:
        await asyncio.sleep(0.01)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert [e.id for e in await store.pending()] == ["e1", "e2"]
    assert not (await store.count_crashes()).get("e1", Crashes()).alone  # the outage is not taken for crashes


async def test_a_platform_that_was_down_gets_everything_in_order_once_it_is_back(store: SqliteStore) -> None:
    adapter = Down((ATTEMPTS + 2) * TRIES)
    worker = Worker(store, Echo(), {"web": adapter}, retry_policy=QUICK)
    await worker.put(message("e1", text="first"))
    await worker.put(message("e2", text="second"))
    await worker.drain()
    assert texts(adapter) == ["first", "second"]
    assert not await store.pending()


async def test_a_platform_that_is_down_is_left_alone_for_a_while_and_then_for_longer(store: SqliteStore) -> None:
    worker = Worker(store, Echo(), {"web": Down(2 * TRIES)}, retry_policy=replace(QUICK, retry=0.1))
    await worker.put(message("e1"))
    began = asyncio.get_running_loop().time()
    await worker.drain()
    assert not await store.pending()
    assert asyncio.get_running_loop().time() - began >= 0.1 + 0.2


async def test_a_platform_that_never_comes_back_is_given_up_in_the_end(store: SqliteStore) -> None:
    worker = Worker(store, Echo(), {"web": Down(10_000)}, retry_policy=replace(QUICK, give_up=0.0))
    await worker.put(message("e1"))
    await worker.drain()
    assert not await store.pending()


async def test_a_word_aside_that_nobody_takes_does_not_hold_its_thread_up_for_long(store: SqliteStore) -> None:
    class Aside(Echo):
        async def turn(self, event: Incoming) -> AsyncIterator[Reply]:
            yield said("word", "" if event.id == "e1" else event.id)

    adapter = Down(3 * TRIES)
    worker = Worker(store, Aside(), {"web": adapter}, retry_policy=replace(QUICK, ephemeral=0.0))
    await worker.put(message("e1"))
    await worker.put(message("e2"))
    await worker.drain()
    assert len(adapter.posts) == 1
    assert not await store.pending()


async def test_a_turn_that_failed_half_way_does_not_stand_there_as_if_it_went_on(store: SqliteStore) -> None:
    class HalfWay(Echo):
        async def turn(self, event: Incoming) -> AsyncIterator[Reply]:
            await store.save(Turn("t1", event.place.key, "Why?"), event.id)
            yield said("…", "t1", final=False)
            await asyncio.sleep(0.05)
            raise RuntimeError("a bug")

    adapter = RecordingAdapter()
    worker = Worker(store, HalfWay(), {"web": adapter})
    await worker.put(message("e1"))
    await worker.drain()
    (text,) = texts(adapter)
    assert "Incident" in text
    turn = await store.turn("t1")
    assert turn is not None
    assert turn.done


async def test_an_adapter_that_fails_whatever_it_is_given_stops_no_lane(store: SqliteStore) -> None:
    adapter = RecordingAdapter([RuntimeError("a bug")] * 2)
    worker = Worker(store, Echo(), {"web": adapter})
    await worker.put(message("e1"))
    await worker.put(message("e2", text="second"))
    await worker.drain()
    assert "second" in texts(adapter)


# ── being stopped ───────────────────────────────────────────────────────────────────────────────────────────────────


async def test_what_raises_in_the_place_of_a_cancellation_is_not_given_up(store: SqliteStore) -> None:
    class Clumsy(Echo):
        async def turn(self, event: Incoming) -> AsyncIterator[Reply]:
            self.heard.append(event.id)
            try:
                yield said("…", event.id, final=False)
                await asyncio.Event().wait()
            finally:
                raise RuntimeError("aclose(): asynchronous generator is already running")

    adapter, clumsy = RecordingAdapter(), Clumsy()
    worker = Worker(store, clumsy, {"web": adapter})
    running = asyncio.create_task(worker.run())
    for n in range(3):
        await worker.put(message(f"e{n}", f"t{n}"))
    while len(clumsy.heard) < 3:
        await asyncio.sleep(0.01)
    running.cancel()
    await asyncio.wait((running,))
    assert len(await store.pending()) == 3
    assert not [t for t in texts(adapter) if "Incident" in t]


async def test_what_swallows_its_cancellation_has_nothing_begin_behind_it(store: SqliteStore) -> None:
    class Deaf(Echo):
        async def turn(self, event: Incoming) -> AsyncIterator[Reply]:
            yield said("…", event.id, final=False)
            self.heard.append(event.id)
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.Event().wait()
            yield said("answer", event.id)

    deaf = Deaf()
    worker = Worker(store, deaf, {"web": RecordingAdapter()})
    running = asyncio.create_task(worker.run())
    await worker.put(message("e1"))
    await worker.put(message("e2"))
    while not deaf.heard:
        await asyncio.sleep(0.01)
    running.cancel()
    await asyncio.wait((running,))
    assert deaf.heard == ["e1"]
    assert "e2" in [e.id for e in await store.pending()]


async def test_a_platform_that_makes_an_error_of_a_cancellation_keeps_no_task_alive(store: SqliteStore) -> None:
    class Gone(RecordingAdapter):
        asked = asyncio.Event()

        async def deliver(self, reply: Reply, to: Address, receipt: Receipt | None) -> Receipt:
            self.asked.set()
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                raise DeliveryError("the connection is gone", retry_after=600.0) from None
            return "never"

    adapter = Gone()
    worker = Worker(store, Echo(), {"web": adapter})
    running = asyncio.create_task(worker.run())
    await worker.put(message("e1"))
    await adapter.asked.wait()
    running.cancel()
    await asyncio.wait((running,))
    assert asyncio.all_tasks() == {asyncio.current_task()}
    assert [e.id for e in await store.pending()] == ["e1"]


async def test_what_comes_while_the_process_ends_waits_for_the_next(store: SqliteStore) -> None:
    echo = Echo()
    worker = Worker(store, echo, {"web": RecordingAdapter()})
    running = asyncio.create_task(worker.run())
    await worker.put(message("e0"))
    await worker.drain()
    running.cancel()
    await asyncio.wait((running,))
    echo.heard.clear()
    assert await worker.put(message("e1"))
    await asyncio.sleep(0.05)
    assert not echo.heard
    assert [e.id for e in await store.pending()] == ["e1"]


# ── messages that are changed or deleted ────────────────────────────────────────────────────────────────────────────


def deleted(message: str, person: Person = ANN) -> Change:
    return Change(f"{message}:deleted", Place("web", "W", "elsewhere", ""), person, message)


async def test_a_message_that_is_deleted_while_it_waits_is_never_worked_on(store: SqliteStore) -> None:
    echo = Echo()
    adapter = RecordingAdapter()
    worker = Worker(store, echo, {"web": adapter})
    for id in ("slow", "second", "third"):
        await worker.put(message(id, text="slow" if id == "slow" else id))
    await asyncio.sleep(0.01)
    assert await worker.put(deleted("second"))
    echo.stopped.set()
    await worker.drain()
    assert [id for id in echo.heard if not id.endswith(":deleted")] == ["slow", "third"]
    assert not await store.pending()


@pytest.mark.parametrize("gone", ["first", "other"])
async def test_the_deletion_of_what_is_worked_on_comes_to_its_thread_and_of_no_other(
    store: SqliteStore, gone: str
) -> None:
    echo, threads = Echo(), {"first": "a", "other": "b"}
    worker = Worker(store, echo, {"web": RecordingAdapter()})
    for id, thread in threads.items():
        await worker.put(message(id, thread, "slow"))
    await asyncio.sleep(0.01)
    assert await worker.put(deleted(gone, Person("")))
    (change,) = (e for e in await store.pending() if isinstance(e, Change))
    assert (change.place.thread, change.person) == (threads[gone], ANN)
    echo.stopped.set()
    await worker.drain()


async def test_the_deletion_of_what_waits_comes_to_its_own_thread(store: SqliteStore) -> None:
    echo = Echo()
    worker = Worker(store, echo, {"web": RecordingAdapter()})
    for thread in "abc":
        await worker.put(message(f"{thread}1", thread, "slow"))
        await worker.put(message(f"{thread}2", thread))
    await asyncio.sleep(0.01)
    assert await worker.put(deleted("b2"))
    (change,) = (e for e in await store.pending() if isinstance(e, Change))
    assert change.place.thread == "b"
    echo.stopped.set()
    await worker.drain()
    assert {"a2", "c2"} <= set(echo.heard)
    assert "b2" not in echo.heard


async def test_a_command_that_asks_is_heard_before_its_turn_comes(store: SqliteStore) -> None:
    echo, adapter = Echo(), RecordingAdapter()
    worker = Worker(store, echo, {"web": adapter}, Bounds(models=1))
    await worker.put(message("e1", "a", "slow"))
    while echo.heard != ["e1"]:
        await asyncio.sleep(0.001)
    await worker.put(Command("e2", message("e2", "b").place, Person("v", "Bob"), "ask", "zinc?"))
    async with asyncio.timeout(30):
        while texts(adapter) != ["…", "…"]:
            await asyncio.sleep(0.001)
    echo.stopped.set()
    await worker.drain()


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (message("e1"), 1),
        (replace(message("e1"), addressed=False), 0),
        (Click("e1", message("e1").place, ANN, str(Action(Verb.ASK, "t1"))), 1),
    ],
)
async def test_that_nothing_can_be_kept_is_told_to_who_spoke_to_us_and_to_nobody_else(
    tmp_path: Path, event: Incoming, told: int
) -> None:
    class Full(SqliteStore):
        async def keep(self, event: Incoming, entry: AuditEntry | None = None, *, tried: bool = False) -> bool:
            raise StoreFull("No room left.")

    full, adapter = Full(tmp_path / "full.db"), RecordingAdapter()
    worker = Worker(full, Paced(), {"web": adapter})
    with pytest.raises(StoreFull):
        await worker.put(event)
    await worker.drain()
    assert adapter.deliveries == told
    await full.close()


async def test_what_could_not_be_read_takes_no_share_with_it(store: SqliteStore) -> None:
    failing = [StoreFull("No room left.")]

    async def cleared(event: Incoming) -> Incoming:
        if failing:
            raise failing.pop()
        return event

    adapter = RecordingAdapter()
    worker = Worker(store, Echo(), {"web": adapter}, Bounds(waiting=1), cleared=cleared)
    with pytest.raises(StoreFull):
        await worker.put(message("e1"))
    assert await worker.put(message("e2"))
    await worker.drain()


async def test_what_people_write_is_in_the_audit_trail_only_where_that_is_wanted(
    tmp_path: Path, store: SqliteStore
) -> None:
    def trail() -> str:
        with contextlib.closing(sqlite3.connect(tmp_path / "s.db")) as db:
            return str(db.execute("SELECT * FROM audit").fetchall())

    here = {"web": RecordingAdapter()}
    plain, full = Worker(store, Echo(), here), Worker(store, Echo(), here, audit_texts=True)
    await plain.put(message("e1", text="my zinc question"))
    await plain.drain()
    assert "'asked'" in trail()
    assert "my zinc question" not in trail()
    await full.put(message("e2", text="my zinc question"))
    await full.drain()
    assert "my zinc question" in trail()


async def test_what_another_process_took_in_may_stop_what_is_written_here_and_nothing_else_does(
    store: SqliteStore,
) -> None:
    class Stopped(Echo):
        def __init__(self) -> None:
            super().__init__()
            self.of: list[tuple[str, str]] = []

        def stop(self, turn: str, place: Place) -> None:
            self.of.append((turn, place.thread))

    core, place = Stopped(), Place("web", "", "c", "t")
    worker = Worker(store, core, {"web": RecordingAdapter()})
    await store.save(Turn("turn-1", place.key, "q"), "e1")
    for event in (
        Click("c1", place, ANN, str(Action(Verb.STOP, "turn-0"))),
        Click("c2", place, ANN, str(Action(Verb.ASK, "turn-0"))),
        Change("d1", place, ANN, "e1", "other words"),
        Change("d2", place, ANN, "e2"),
        Change("d3", place, ANN, "e1"),
        message("e3"),
    ):
        await worker.hear(event)
    assert core.of == [("turn-0", "t"), ("turn-1", "t")]


async def test_a_change_that_cannot_be_followed_is_given_up_without_a_word(store: SqliteStore) -> None:
    class Boom(Echo):
        async def turn(self, event: Incoming) -> AsyncIterator[Reply]:
            if isinstance(event, Change):
                raise RuntimeError("a secret detail")  # noqa: TRY004
            async for reply in super().turn(event):
                yield reply

    adapter = RecordingAdapter()
    worker = Worker(store, Boom(), {"web": adapter})
    place = Place("web", "", "c", "t")
    await store.save(Turn("turn-1", place.key, "q", done=True), "e1")
    await worker.put(Change("d1", place, ANN, "e1"))
    async with asyncio.timeout(30):
        await worker.drain()
    assert not await store.pending()
    assert not adapter.posts
    assert [f.event for f in await store.failures()] == ["d1"]


async def test_a_deletion_that_an_earlier_process_left_counts_before_what_it_deletes(store: SqliteStore) -> None:
    for event in (message("e1"), message("e2"), deleted("e1")):
        await store.keep(event)
    echo = Echo()
    worker = Worker(store, echo, {"web": RecordingAdapter()})
    running = asyncio.create_task(worker.run())
    await asyncio.sleep(0)
    while await store.pending():
        await asyncio.sleep(0.01)
    running.cancel()
    assert "e1" not in echo.heard
    assert "e2" in echo.heard


async def test_a_deletion_that_overtakes_what_it_deletes_counts_all_the_same(store: SqliteStore) -> None:
    echo = Echo()
    worker = Worker(store, echo, {"web": RecordingAdapter()})
    assert not await worker.put(deleted("e1"))
    assert not await worker.put(message("e1"))
    assert await worker.put(message("e2"))
    await worker.drain()
    assert echo.heard == ["e2"]


@pytest.mark.parametrize("begun", [False, True])
async def test_what_the_platform_says_is_gone_is_not_worked_on_or_withdrawn_after_it(
    store: SqliteStore, begun: bool
) -> None:
    class Looking(RecordingAdapter):
        async def gone(self, event: Incoming) -> bool:
            return event.id == "e1"

    for event in (message("e1"), message("e2")):
        await store.keep(event)
    if begun:
        await store.save(Turn("t1", message("e1").place.key, "hello"), "e1")
    echo = Echo()
    worker = Worker(store, echo, {"web": Looking()})
    running = asyncio.create_task(worker.run())
    await asyncio.sleep(0)
    while await store.pending():
        await asyncio.sleep(0.01)
    running.cancel()
    assert sorted(echo.heard) == (["e1", "e1:deleted", "e2"] if begun else ["e2"])


async def test_only_what_people_wrote_is_looked_for_on_the_platform(store: SqliteStore) -> None:
    class Looking(RecordingAdapter):
        looked: ClassVar[list[str]] = []

        async def gone(self, event: Incoming) -> bool:
            self.looked.append(event.id)
            return False

    worker, place = Worker(store, Echo(), {"web": Looking()}), message("e1").place
    for event in (
        message("e1"),
        Click("e2", place, Person("u1"), "kg1:why:t:0"),
        Command("e3", place, Person("u1"), "help"),
    ):
        await worker.put(event)
    await worker.drain()
    assert sorted(Looking.looked) == ["e1", "e3"]


async def test_what_cannot_be_looked_at_is_answered_whatever_the_look_ended_with(store: SqliteStore) -> None:
    class Blind(RecordingAdapter):
        async def gone(self, event: Incoming) -> bool:
            raise RuntimeError("Session is closed")

    adapter = Blind()
    worker = Worker(store, Echo(), {"web": adapter})
    for name in ("e1", "e2"):
        await worker.put(message(name))
    await worker.drain()
    assert texts(adapter) == ["hello", "hello"]
    assert not await store.pending()


async def test_a_look_that_makes_an_error_of_a_stop_has_nothing_answered_behind_it(store: SqliteStore) -> None:
    class Cut(RecordingAdapter):
        asked = asyncio.Event()

        async def gone(self, event: Incoming) -> bool:
            self.asked.set()
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                raise RuntimeError("Session is closed") from None
            return False

    adapter, echo = Cut(), Echo()
    worker = Worker(store, echo, {"web": adapter})
    running = asyncio.create_task(worker.run())
    await worker.put(message("e1"))
    await adapter.asked.wait()
    running.cancel()
    await asyncio.wait((running,))
    assert not echo.heard
    assert [e.id for e in await store.pending()] == ["e1"]


async def test_an_error_that_nobody_foresaw_stops_no_lane(tmp_path: Path) -> None:
    class Odd(SqliteStore):
        misses = 1

        async def finish(self, event: str, incident: str = "") -> None:
            if self.misses:
                self.misses -= 1
                raise RuntimeError("nobody foresaw this")
            await super().finish(event, incident)

    odd, adapter = Odd(tmp_path / "odd.db"), RecordingAdapter()
    worker = Worker(odd, Echo(), {"web": adapter}, retry_policy=QUICK)
    for name in ("e1", "e2"):
        await worker.put(message(name))
    await worker.drain()
    assert texts(adapter).count("hello") == 2
    assert not await odd.pending()
    await odd.close()


async def test_the_deletion_of_a_message_that_was_mapped_is_kept_and_of_any_other_is_not(store: SqliteStore) -> None:
    there = deleted("e1").place
    await store.save(Turn("t1", there.key, "Conversation: 1 message", said=("m1",), done=True), "map1")
    worker = Worker(store, Echo(), {"web": RecordingAdapter()})
    assert await worker.put(deleted("m1"))
    assert not await worker.put(deleted("m2"))
    assert not await worker.put(replace(deleted("m1"), id="x", text="edited"))
    await worker.drain()


async def test_a_change_comes_to_the_place_of_what_it_changes_whoever_made_it(store: SqliteStore) -> None:
    place = message("e1").place
    await store.save(Turn("t1", place.key, "hello", person="person\x1fweb\x1f\x1fu", done=True), "e1")
    heard: list[Incoming] = []

    class Hearing(Echo):
        async def turn(self, event: Incoming) -> AsyncIterator[Reply]:
            heard.append(event)
            yield said("removed", "t1")

    worker = Worker(store, Hearing(), {"web": RecordingAdapter()})
    assert await worker.put(deleted("e1", Person("")))
    assert not await worker.put(deleted("unknown"))
    await worker.drain()
    (found,) = heard
    assert (found.place, found.person.id) == (place, "u")
