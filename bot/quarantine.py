"""Work goes side by side, except for events under which the process has died: they are worked on alone, and last."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager, suppress

LONGEST_LAST = 20.0  # seconds that work alone waits for what goes before it
LONGEST_WAIT = 10.0  # and then for a moment in which nothing else goes on, before others have to wait, too
LONGEST_ALONE = 20.0  # seconds after which others begin beside it: nobody waits for ever behind somebody else's


class Quarantine:
    """Two ways to work: `together` with others, or `alone`."""

    def __init__(self) -> None:
        self._together = 0
        self._quiet = asyncio.Event()
        self._quiet.set()
        self._open = asyncio.Event()
        self._open.set()
        self._turn = asyncio.Lock()
        self._first: set[str] = set()
        self._last = asyncio.Event()
        self._last.set()

    def put_first(self, events: Collection[str]) -> None:
        """Have what works alone wait for these events."""
        self._first = set(events)
        if self._first:
            self._last.clear()

    def passed(self, event: str) -> None:
        """Have nothing wait for an event any more."""
        self._first.discard(event)
        if not self._first:
            self._last.set()

    @asynccontextmanager
    async def together(self) -> AsyncIterator[None]:
        """Work beside others, as soon as nobody works alone."""
        while not self._open.is_set():  # it may have been closed again before we were woken
            await self._open.wait()
        self._together += 1
        self._quiet.clear()
        try:
            yield
        finally:
            self._together -= 1
            if not self._together:
                self._quiet.set()

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """Work while nobody else does, one after the other; between two of them, those who waited begin."""
        async with self._turn:
            for moment, seconds in ((self._last, LONGEST_LAST), (self._quiet, LONGEST_WAIT)):
                with suppress(TimeoutError):
                    async with asyncio.timeout(seconds):
                        await moment.wait()
            self._open.clear()
            reopen: asyncio.TimerHandle | None = None
            try:
                while self._together:
                    await self._quiet.wait()
                reopen = asyncio.get_running_loop().call_later(LONGEST_ALONE, self._open.set)
                yield
            finally:
                if reopen is not None:
                    reopen.cancel()
                self._open.set()
