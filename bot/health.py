"""What answering needs: a store that can be written, and tasks that are alive."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress

import structlog

from kgcore.errors import EvigraphError, StoreError
from kgcore.ports import Inbox

log = structlog.get_logger()
PROBE = 1.0  # seconds between two small writes while the store fails
ROOM = 1 << 20  # bytes that have to fit again before what found no room is tried anew: more than an answer takes
SLOW = 4.0  # seconds after which a store that does not answer counts as failing; its own words come before


async def store_trouble(store: Inbox, room: int = 0) -> str:
    """Return why nothing can be kept just now, tried with a small write or one of so many bytes; "" where it can."""
    try:
        async with asyncio.timeout(SLOW):
            await store.check(room)
    except StoreError as error:
        return error.message
    except TimeoutError:
        return "The store does not answer."
    return ""


def dead_tasks(tasks: Mapping[str, asyncio.Task[None]]) -> str:
    """Return which tasks have ended though they ought to run as long as we do; "" where all are alive."""
    return "; ".join(f"{name} has ended{_why(task)}" for name, task in tasks.items() if task.done())


def _why(task: asyncio.Task[None]) -> str:
    error = None if task.cancelled() else task.exception()
    return f": {error.message}" if isinstance(error, EvigraphError) else ""


class StoreWatch:
    """Where the store has failed, tries a small write again and again, and wakes all who wait once one succeeds."""

    def __init__(self, store: Inbox) -> None:
        self._store = store
        self._mended = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def wait(self, seconds: float, *, full: bool) -> bool:
        """Wait so many seconds, or until the store works again that did not; whether it has failed at all.

        `full`: it had no room. Little may fit all the same, so that it works once much does.
        """
        room = ROOM if full else 0
        if self._task is None or self._task.done():
            if not await store_trouble(self._store, room):
                await asyncio.sleep(min(seconds, PROBE) if full else seconds)  # there is room again since it failed
                return False
            if self._task is None or self._task.done():
                self._mended.clear()
                self._task = asyncio.get_running_loop().create_task(self._probe(room))
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._mended.wait()
        return True

    def close(self) -> None:
        """Try no more."""
        if self._task is not None:
            self._task.cancel()

    async def _probe(self, room: int) -> None:
        while await store_trouble(self._store, room):  # noqa: ASYNC110  (nobody tells when a disk has room again)
            await asyncio.sleep(PROBE)
        log.info("the store works again")
        self._mended.set()
