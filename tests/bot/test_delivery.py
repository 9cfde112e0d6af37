"""A reply on its way to a platform: what is said when, how often it is tried, and what is counted."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest
import pytest_asyncio
from prometheus_client import REGISTRY

from adapters.port import Receipt
from bot.delivery import TRIES, Delivery, DeliveryRetryPolicy, Undelivered
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

    def __init__(self, failures: Sequence[Exception] = ()) -> None:
        super().__init__(failures)
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
    async with Delivery(adapter, store, message("e1")) as delivery:
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
    async with Delivery(adapter, store, message("e1")) as delivery:
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
    async with Delivery(RecordingAdapter([DeliveryError("busy")]), store, message("e1")) as delivery:
        delivery.offer(said("hello", "e1"))
    async with Delivery(RecordingAdapter(), store, message("e1")) as delivery:
        delivery.offer(said("hello again", "e1"))
    async with Delivery(RecordingAdapter([DeliveryRefused("gone")]), store, message("e2")) as delivery:
        delivery.offer(said("hello", "e2"))
    with pytest.raises(Undelivered):
        async with Delivery(RecordingAdapter([DeliveryError("down")] * TRIES), store, message("e3")) as delivery:
            delivery.offer(said("hello", "e3"))
    assert [counted(kind) - was for kind, was in zip(kinds, before, strict=True)] == [1, 1, 1, 1 + TRIES, 1]
