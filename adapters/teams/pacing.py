"""No faster than the platform takes it: every conversation has its own windows, and whoever comes waits in line."""

from __future__ import annotations

import asyncio
import json
import math
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from adapters.port import AdapterState
from adapters.teams.limits import INTERIM_SHARE, WINDOWS

_REMEMBERED = 5_000  # conversations
_KEPT = 60  # times: those of half a minute
_LONGEST = 5.0  # seconds until it is looked again


class ConversationPacing:
    """Counts operations per conversation, in the state too, so that a restart does not begin from nothing, and whoever
    has the conversation next goes on from there.

    `clock` and `windows` are given in tests of this alone.
    """

    def __init__(
        self,
        state: AdapterState | None = None,
        windows: tuple[tuple[float, int], ...] = WINDOWS,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._state = state
        self._windows = windows
        self._now = clock
        self._done: OrderedDict[str, deque[list[float]]] = OrderedDict()  # when each ended; infinite: under way
        self._lines: dict[str, asyncio.Lock] = {}
        self._written: dict[str, str] = {}  # what we kept last

    @asynccontextmanager
    async def turn(self, conversation: str) -> AsyncIterator[None]:
        """Wait until one more operation fits into every window; it counts from when it has ended, wherever on its way
        the platform counted it.
        """
        async with self._lines.setdefault(conversation, asyncio.Lock()):
            await self._recall(conversation)
            while (wait := self.wait(conversation)) > 0:  # noqa: ASYNC110  it waits for time, not for anybody
                await asyncio.sleep(min(wait, _LONGEST))  # the clock may have been set back
            mark = self.begin(conversation)
            await self._keep(conversation)
        try:
            yield
        finally:
            mark[0] = self._now()

    def wait(self, conversation: str) -> float:
        """Return the seconds until one more operation fits."""
        done, now = self._times(conversation), self._now()
        return max((done[-n] + span - now for span, n in self._windows if len(done) >= n), default=0.0)

    def busy(self, conversation: str) -> bool:
        """Whether so much has been sent that only what is final should be."""
        done, now = self._times(conversation), self._now()
        line = self._lines.get(conversation)
        waiting = line is not None and line.locked()
        return waiting or any(
            sum(1 for t in done if now - t < span) > n * INTERIM_SHARE for span, n in self._windows if span > 2
        )

    def begin(self, conversation: str) -> list[float]:
        """Count an operation as under way; what is returned is to be set to the time of its end."""
        done = self._done.setdefault(conversation, deque(maxlen=max(n for _, n in self._windows)))
        mark = [math.inf]
        done.append(mark)
        self._done.move_to_end(conversation)
        if len(self._done) > _REMEMBERED:
            gone, _ = self._done.popitem(last=False)
            self._lines.pop(gone, None)
            self._written.pop(gone, None)
        return mark

    def _times(self, conversation: str) -> list[float]:
        now = self._now()
        return sorted(min(mark[0], now) for mark in self._done.get(conversation, ()))

    async def _keep(self, conversation: str) -> None:
        if self._state is not None:
            times = self._times(conversation)[-_KEPT:]
            self._written[conversation] = written = json.dumps([round(t, 2) for t in times])
            await self._state.set(f"r:{conversation}", written)

    async def _recall(self, conversation: str) -> None:
        """Learn what somebody else has done in a conversation since we kept what we did."""
        kept = await self._state.get(f"r:{conversation}") if self._state is not None else None
        if not kept or kept == self._written.get(conversation):
            return
        self._written[conversation] = kept
        times: list[float] = json.loads(kept)
        ours = self._done.pop(conversation, ())
        older = (mark[0] for mark in ours if mark[0] < min(times))
        for at in (*older, *times):
            self.begin(conversation)[0] = min(at, self._now())  # their clock may be ahead of ours
        self._done[conversation].extend(mark for mark in ours if mark[0] == math.inf)
