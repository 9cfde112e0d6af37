"""A reply on its way to a platform: what is said when, how often it is tried, and what is counted."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
import pytest_asyncio
from prometheus_client import REGISTRY

from adapters.port import Receipt
from bot.delivery import EYES, TRIES, Delivery, DeliveryRetryPolicy, Undelivered
from kgcore.errors import DeliveryError, DeliveryRefused
from kgcore.store.sqlite import SqliteStore
from kgcore.values.message import Address
from kgcore.values.reply import Reply
from tests.bot.test_worker import message, said, texts
from tests.fakes.adapter import RecordingAdapter
from tests.loops import skip_pauses


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    store = SqliteStore(tmp_path / "s.db")
    yield store
    await store.close()


class Timed(RecordingAdapter):
    """Remembers when it was told something, in seconds of the loop."""

    def __init__(self, failures: Sequence[Exception] = (), pace: float = 0.0) -> None:
        super().__init__(failures, pace)
        self.told: list[float] = []

    async def deliver(self, reply: Reply, to: Address, receipt: Receipt | None) -> Receipt:
        self.told.append(asyncio.get_running_loop().time())
        return await super().deliver(reply, to, receipt)

    @property
    def pauses(self) -> list[int]:
        """The seconds between two tries, rounded."""
        return [round(b - a) for a, b in zip(self.told, self.told[1:], strict=False)]


def counted(outcome: str) -> float:
    labels = {"platform": "web", "outcome": outcome}
    return REGISTRY.get_sample_value("evigraph_deliveries_total", labels) or 0.0


async def test_a_state_is_delivered_while_the_next_is_being_written(store: SqliteStore) -> None:
    adapter = RecordingAdapter()
    async with Delivery(adapter, store, message("e1"), 1) as delivery:
        for words in ("one", "two"):
            delivery.offer(said(words, "e1", final=False))
            while texts(adapter) != [words]:
                await asyncio.sleep(0.001)
        delivery.offer(said("three", "e1"))
    assert texts(adapter) == ["three"]


async def test_the_last_state_is_tried_after_longer_and_longer_pauses_up_to_the_longest(store: SqliteStore) -> None:
    skip_pauses()
    adapter = Timed([DeliveryError("down")] * TRIES)
    with pytest.raises(Undelivered, match="down") as raised:
        async with Delivery(adapter, store, message("e1"), 1, DeliveryRetryPolicy(first=10.0, longest=40.0)) as found:
            found.offer(said("hello", "e1"))
    assert adapter.pauses == [10, 20, 40, 40, 40]
    assert not raised.value.ephemeral


async def test_a_state_that_is_not_the_last_is_tried_once(store: SqliteStore) -> None:
    skip_pauses()
    adapter = Timed([DeliveryError("down")])
    async with Delivery(adapter, store, message("e1"), 1) as delivery:
        delivery.offer(said("…", "e1", final=False))
        while not adapter.told:
            await asyncio.sleep(0.001)
    assert len(adapter.told) == 1
    assert texts(adapter) == []


async def test_a_platform_puts_us_off_for_so_long_in_all_and_then_the_event_waits_for_it(store: SqliteStore) -> None:
    skip_pauses()
    adapter = Timed([DeliveryError("later", retry_after=30.0)] * 9)
    with pytest.raises(Undelivered) as raised:
        async with Delivery(adapter, store, message("e1"), 1, DeliveryRetryPolicy(put_off=100.0)) as delivery:
            delivery.offer(said("hello", "e1"))
    assert adapter.pauses == [30, 30, 30]
    assert raised.value.retry_after == 30.0


async def test_what_was_delivered_refused_and_put_off_is_counted(store: SqliteStore) -> None:
    skip_pauses()
    kinds = ("posted", "edited", "refused", "put off", "failed")
    before = [counted(kind) for kind in kinds]
    async with Delivery(RecordingAdapter([DeliveryError("busy")]), store, message("e1"), 1) as delivery:
        delivery.offer(said("hello", "e1"))
    async with Delivery(RecordingAdapter(), store, message("e1"), 1) as delivery:
        delivery.offer(said("hello again", "e1"))
    async with Delivery(RecordingAdapter([DeliveryRefused("gone")]), store, message("e2"), 1) as delivery:
        delivery.offer(said("hello", "e2"))
    with pytest.raises(Undelivered):
        async with Delivery(RecordingAdapter([DeliveryError("down")] * TRIES), store, message("e3"), 1) as delivery:
            delivery.offer(said("hello", "e3"))
    assert [counted(kind) - was for kind, was in zip(kinds, before, strict=True)] == [1, 1, 1, 1 + TRIES, 1]


async def test_by_default_the_pauses_begin_with_a_second_and_double(store: SqliteStore) -> None:
    skip_pauses()
    adapter = Timed([DeliveryError("down")] * (TRIES - 1))
    async with Delivery(adapter, store, message("e1"), 1) as delivery:
        delivery.offer(said("hello", "e1"))
    assert adapter.pauses == [1, 2, 4, 8, 16]


async def test_a_state_that_is_not_the_last_is_tried_once_even_where_the_platform_says_when(store: SqliteStore) -> None:
    skip_pauses()
    adapter = Timed([DeliveryError("later", retry_after=30.0)])
    async with Delivery(adapter, store, message("e1"), 1) as delivery:
        delivery.offer(said("…", "e1", final=False))
        while not adapter.told:
            await asyncio.sleep(0.001)
    assert len(adapter.told) == 1


async def test_states_come_at_once_and_then_at_the_platforms_pace_and_nothing_is_waited_for_in_the_end(
    store: SqliteStore,
) -> None:
    skip_pauses()
    time = asyncio.get_running_loop().time
    adapter, began = Timed(pace=50.0), time()
    async with Delivery(adapter, store, message("e1"), 1) as delivery:
        for number in range(3):
            delivery.offer(said(f"{number}", "e1", final=False))
            while len(adapter.told) <= number:
                await asyncio.sleep(0.1)
        delivery.offer(said("all", "e1"))
    assert round(adapter.told[0] - began) == 0
    assert adapter.pauses == [50, 50, 50]
    assert round(time() - adapter.told[-1]) == 0


class Held(Timed):
    hold = 20.0


async def test_first_words_and_a_last_state_do_not_wait_for_a_pace_that_is_for_the_eye(store: SqliteStore) -> None:
    steps = []
    for number in range(4):  # the quickest of each step: anything else on the machine makes some of them longer
        id, adapter = f"e{number}", Timed(pace=EYES)
        async with Delivery(adapter, store, message(id), 1) as delivery:
            doing = replace(said("", id, final=False), blocks=())
            states = (doing, said("one", id, final=False), said("one two", id, final=False))
            for count, state in enumerate(states, 1):
                delivery.offer(state)
                while len(adapter.told) < count:
                    await asyncio.sleep(0.001)
            delivery.offer(said("one two three", id))
        steps.append([b - a for a, b in pairwise(adapter.told)])
    words, more, last = map(min, zip(*steps, strict=True))
    assert words < EYES, "whoever reads sees the first words at once"
    assert more >= 0.9 * EYES, "what follows comes at the pace"
    assert last < EYES, "and the end at once"


async def test_where_a_platform_holds_the_first_word_back_only_a_last_one_comes_before(store: SqliteStore) -> None:
    skip_pauses()
    quick, slow, began = Held(), Held(), asyncio.get_running_loop().time()
    async with Delivery(quick, store, message("e1"), 1) as delivery:
        delivery.offer(said("…", "e1", final=False))
        await asyncio.sleep(1.0)
        delivery.offer(said("hello", "e1"))
    assert [round(told - began) for told in quick.told] == [1]
    began = asyncio.get_running_loop().time()
    async with Delivery(slow, store, message("e2"), 1) as delivery:
        delivery.offer(said("…", "e2", final=False))
        await asyncio.sleep(30.0)
        delivery.offer(said("hello", "e2"))
    assert [round(told - began) for told in slow.told] == [20, 30]


async def test_a_notice_and_the_turn_it_belongs_to_are_messages_of_their_own(store: SqliteStore) -> None:
    adapter = RecordingAdapter()
    async with Delivery(adapter, store, message("e1"), 1) as delivery:
        delivery.offer(said("a word aside", ""))
        delivery.offer(said("the answer", "t1"))
    assert texts(adapter) == ["a word aside", "the answer"]
    assert (await store.receipt("e1"), await store.receipt("t1")) == ("message 1", "message 2")


async def test_between_two_states_nothing_is_done(store: SqliteStore) -> None:
    class Asked(RecordingAdapter):
        looks = 0

        def __getattribute__(self, name: str) -> object:
            if name == "pace":
                type(self).looks += 1
            return super().__getattribute__(name)

    adapter = Asked()
    async with Delivery(adapter, store, message("e1"), 1) as delivery:
        delivery.offer(said("one", "e1", final=False))
        while await store.receipt("e1") is None:
            await asyncio.sleep(0.001)
        for _ in range(50):
            await asyncio.sleep(0)
        assert Asked.looks == 1
        delivery.offer(said("two", "e1"))


class Stuck(RecordingAdapter):
    """Takes what it is given and never ends."""

    def __init__(self) -> None:
        super().__init__()
        self.begun, self.given_up = asyncio.Event(), False

    async def deliver(self, reply: Reply, to: Address, receipt: Receipt | None) -> Receipt:
        self.begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            self.given_up = True
        raise AssertionError


@pytest.mark.parametrize("leaving", [False, True])
async def test_who_is_cancelled_leaves_no_delivery_behind(store: SqliteStore, leaving: bool) -> None:
    adapter = Stuck()

    async def answered() -> None:
        async with Delivery(adapter, store, message("e1"), 1) as delivery:
            delivery.offer(said("hello", "e1"))
            if not leaving:
                await asyncio.Event().wait()

    task = asyncio.create_task(answered())
    await adapter.begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert adapter.given_up


async def test_what_goes_wrong_in_an_adapter_is_told_to_whoever_waits_for_it(store: SqliteStore) -> None:
    with pytest.raises(ZeroDivisionError):
        async with Delivery(RecordingAdapter([ZeroDivisionError()]), store, message("e1"), 1) as delivery:
            delivery.offer(said("hello", "e1"))


async def test_what_went_wrong_with_an_answer_is_not_hidden_by_what_went_wrong_with_its_delivery(
    store: SqliteStore,
) -> None:
    skip_pauses()
    answering = goes_wrong(Delivery(RecordingAdapter([DeliveryError("down")] * TRIES), store, message("e1"), 1))
    with pytest.raises(ZeroDivisionError):
        await answering


async def goes_wrong(delivery: Delivery) -> None:
    async with delivery:
        delivery.offer(said("hello", "e1"))
        raise ZeroDivisionError


async def test_of_what_was_only_a_word_aside_the_failure_says_so(store: SqliteStore) -> None:
    skip_pauses()
    with pytest.raises(Undelivered) as raised:
        async with Delivery(RecordingAdapter([DeliveryError("down")] * TRIES), store, message("e1"), 1) as delivery:
            delivery.offer(said("hello", ""))
    assert raised.value.ephemeral
    assert raised.value.retry_after == 0.0
