"""Events are answered once each, in the order of their thread, whatever fails in between."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from bot.worker import ATTEMPTS, Worker
from kgcore.errors import DeliveryError, DeliveryRefused, GraphUnavailable, StoreFull
from kgcore.message import Action, Click, Incoming, Message, Person, Place, Verb
from kgcore.reply import Notice, Plain, Reply, Text
from kgcore.store.sqlite import SqliteStore
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


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    store = SqliteStore(tmp_path / "s.db")
    yield store
    await store.close()


def texts(adapter: RecordingAdapter) -> list[str]:
    return [r.plain or " ".join(b.text for b in r.blocks if isinstance(b, Notice)) for r in adapter.posts.values()]


async def test_every_event_is_answered_once_and_redeliveries_are_not(store: SqliteStore) -> None:
    adapter = RecordingAdapter()
    worker = Worker(store, Echo(), {"web": adapter})
    events = [message(f"e{n}", f"t{n % 7}", f"text {n}") for n in range(50)]
    for event in [*events, *events]:
        await worker.put(event)
    await worker.drain()
    assert sorted(texts(adapter)) == sorted(e.text for e in events)
    assert not await store.pending()


async def test_a_thread_is_answered_in_its_order(store: SqliteStore) -> None:
    echo = Echo()
    worker = Worker(store, echo, {"web": RecordingAdapter()})
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
    await worker.put(message("e1", text="boom"))
    await worker.put(message("e2"))
    await worker.drain()
    failed, answered = texts(adapter)
    assert "Incident" in failed
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


async def test_an_event_that_keeps_taking_the_process_down_is_given_up(store: SqliteStore) -> None:
    await store.keep(message("e1"))
    for _ in range(ATTEMPTS):
        await store.attempt("e1")
    adapter, echo = RecordingAdapter(), Echo()
    worker = Worker(store, echo, {"web": adapter})
    running = asyncio.create_task(worker.run())
    while not adapter.posts or await store.pending():
        await asyncio.sleep(0.01)
    running.cancel()
    assert not echo.heard
    assert "Incident" in texts(adapter)[0]


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


async def test_stop_reaches_a_turn_that_is_being_written(store: SqliteStore) -> None:
    adapter, echo = RecordingAdapter(), Echo()
    worker = Worker(store, echo, {"web": adapter})
    await worker.put(message("e1", text="slow"))
    while not adapter.posts:
        await asyncio.sleep(0.01)
    await worker.put(Click("e2", message("e1").place, ANN, str(Action(Verb.STOP, "e1"))))
    await worker.drain()
    assert texts(adapter)[0] == "slow"


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
