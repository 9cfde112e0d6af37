"""What goes together and what goes alone: one suspect at a time, after those that nobody suspects."""

from __future__ import annotations

import asyncio
from contextlib import AbstractAsyncContextManager

import pytest

from bot.quarantine import LONGEST_ALONE, LONGEST_LAST, LONGEST_WAIT, Quarantine
from tests.loops import skip_pauses


class Work:
    """Work that ends when it is told to, and notes in `order` when it begins."""

    def __init__(self, name: str, way: AbstractAsyncContextManager[None], order: list[str]) -> None:
        self.end = asyncio.Event()
        self.task = asyncio.create_task(self._run(name, way, order))

    async def _run(self, name: str, way: AbstractAsyncContextManager[None], order: list[str]) -> None:
        async with way:
            order.append(name)
            await self.end.wait()

    async def over(self) -> None:
        self.end.set()
        await self.task
        await settled()


async def settled() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def test_what_is_alone_waits_for_all_that_goes_on_and_keeps_others_waiting() -> None:
    quarantine, order = Quarantine(), list[str]()
    first, second = (Work(name, quarantine.together(), order) for name in ("first", "second"))
    await settled()
    suspect = Work("suspect", quarantine.alone(), order)
    await settled()
    await first.over()
    assert order == ["first", "second"]
    await second.over()
    assert order == ["first", "second", "suspect"]
    late = Work("late", quarantine.together(), order)
    await settled()
    assert order[-1] == "suspect"
    await suspect.over()
    assert order[-1] == "late"
    await late.over()


async def test_two_suspects_go_one_after_the_other_and_who_waited_begins_before_the_second() -> None:
    quarantine, order = Quarantine(), list[str]()
    one, two = (Work(name, quarantine.alone(), order) for name in ("one", "two"))
    await settled()
    beside = Work("beside", quarantine.together(), order)
    await settled()
    assert order == ["one"]
    await one.over()
    assert order == ["one", "beside"]
    await beside.over()
    assert order == ["one", "beside", "two"]
    await two.over()


async def test_what_is_put_first_is_waited_for_and_what_has_passed_is_not() -> None:
    quarantine, order = Quarantine(), list[str]()
    quarantine.put_first({"e1", "e2"})
    suspect = Work("suspect", quarantine.alone(), order)
    await settled()
    quarantine.passed("e1")
    quarantine.passed("unknown")
    await settled()
    assert not order
    quarantine.passed("e2")
    await settled()
    assert order == ["suspect"]
    await suspect.over()
    quarantine.put_first(())
    await Work("second", quarantine.alone(), order).over()
    assert order == ["suspect", "second"]


async def test_work_that_is_cancelled_or_fails_leaves_its_place() -> None:
    quarantine, order = Quarantine(), list[str]()
    for way in (quarantine.together(), quarantine.alone()):
        cancelled = Work("cancelled", way, order)
        await settled()
        cancelled.task.cancel()
        await asyncio.wait({cancelled.task})
    with pytest.raises(ZeroDivisionError):
        async with quarantine.alone():
            raise ZeroDivisionError
    waiting = Work("held", quarantine.together(), order)
    await settled()
    never = Work("never", quarantine.alone(), order)
    await settled()
    never.task.cancel()
    await asyncio.wait({never.task})
    await Work("beside", quarantine.together(), order).over()
    await waiting.over()
    await Work("after", quarantine.alone(), order).over()
    assert order == ["cancelled", "cancelled", "held", "beside", "after"]


async def test_nobody_waits_for_ever_for_what_is_put_first_and_never_passes() -> None:
    skip_pauses()
    quarantine, order = Quarantine(), list[str]()
    quarantine.put_first({"e1"})
    suspect, clock = Work("suspect", quarantine.alone(), order), asyncio.get_running_loop().time
    began = clock()
    while not order:
        await asyncio.sleep(1)
    assert LONGEST_LAST <= clock() - began < LONGEST_LAST + LONGEST_WAIT
    await suspect.over()


async def test_nobody_waits_for_ever_behind_what_goes_alone() -> None:
    skip_pauses()
    quarantine, order = Quarantine(), list[str]()
    suspect, clock = Work("suspect", quarantine.alone(), order), asyncio.get_running_loop().time
    await settled()
    beside, began = Work("beside", quarantine.together(), order), clock()
    while len(order) < 2:
        await asyncio.sleep(1)
    assert order == ["suspect", "beside"]
    assert LONGEST_ALONE <= clock() - began < LONGEST_ALONE + 3
    await suspect.over()
    await beside.over()
    await Work("after", quarantine.together(), order).over()
    assert order[-1] == "after"


async def test_each_of_two_suspects_has_all_of_its_own_time_alone() -> None:
    skip_pauses()
    quarantine, order = Quarantine(), list[str]()
    one, clock = Work("one", quarantine.alone(), order), asyncio.get_running_loop().time
    await asyncio.sleep(LONGEST_ALONE - 5)
    await one.over()
    two, began = Work("two", quarantine.alone(), order), clock()
    await settled()
    beside = Work("beside", quarantine.together(), order)
    while len(order) < 3:
        await asyncio.sleep(1)
    assert order == ["one", "two", "beside"]
    assert LONGEST_ALONE <= clock() - began < LONGEST_ALONE + 3
    await two.over()
    await beside.over()


async def test_where_others_never_rest_they_have_to_wait_for_what_goes_alone_in_the_end() -> None:
    skip_pauses()
    quarantine, order = Quarantine(), list[str]()
    first = Work("first", quarantine.together(), order)
    suspect = Work("suspect", quarantine.alone(), order)
    await asyncio.sleep(LONGEST_WAIT - 1)
    beside = Work("beside", quarantine.together(), order)
    await asyncio.sleep(2)
    late = Work("late", quarantine.together(), order)
    await settled()
    assert order == ["first", "beside"]
    await first.over()
    await beside.over()
    assert order == ["first", "beside", "suspect"]
    await suspect.over()
    assert order[-1] == "late"
    await late.over()
