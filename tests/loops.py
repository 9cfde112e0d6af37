"""An event loop whose clock skips pauses, so that tests wait for work but not for time.

Production takes its time from the running loop (asyncio.sleep, timeouts, `loop.time()`); tests run in this one.
"""

from __future__ import annotations

import asyncio
import selectors
import time
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any, TypeVar, TypeVarTuple

_T = TypeVar("_T")
_Arguments = TypeVarTuple("_Arguments")
IDLE = 0.004  # real seconds without any work, after which what is left of a pause is skipped


class _Selector(selectors.DefaultSelector):
    """Waits for sockets as ever; where `may_skip` says so, it cuts the wait short and adds the rest to `skipped`."""

    def __init__(self, may_skip: Callable[[], bool]) -> None:
        super().__init__()
        self.skipped = 0.0
        self.held: float = 0.0  # the most seconds of work between two waits
        self._may_skip = may_skip
        self._since = time.thread_time()

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self.held = max(self.held, time.thread_time() - self._since)
        try:
            return self._waited(timeout)
        finally:
            self._since = time.thread_time()

    def _waited(self, timeout: float | None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None or timeout <= IDLE or not self._may_skip():
            return super().select(timeout)
        ready = super().select(IDLE)
        if not ready:
            self.skipped += timeout - IDLE
        return ready


class SkippingLoop(asyncio.SelectorEventLoop):
    """Runs in real time until `skipping` is set; then it goes to its next timer as soon as nobody is at work.

    At work are tasks, sockets of this process, and threads that `run_in_executor` started. Other processes, and
    threads with a loop of their own, are not seen: tests that wait for those stay in real time.
    """

    def __init__(self) -> None:
        self.skipping = False
        self._threads = 0
        self._waits = _Selector(lambda: self.skipping and not self._threads)
        super().__init__(self._waits)

    def longest_hold(self) -> float:
        """Return the most seconds of work, in this thread, that all others have waited for since the last call."""
        held, self._waits.held = self._waits.held, 0.0
        return held

    def time(self) -> float:
        """Return the seconds, skipped ones among them."""
        return super().time() + self._waits.skipped

    def run_in_executor(
        self, executor: Executor | None, func: Callable[[*_Arguments], _T], *args: *_Arguments
    ) -> asyncio.Future[_T]:
        """Run it in a thread; until it is done no time is skipped."""
        future = super().run_in_executor(executor, func, *args)
        self._threads += 1
        future.add_done_callback(self._thread_ended)
        return future

    def _thread_ended(self, future: asyncio.Future[Any]) -> None:
        self._threads -= 1


def skip_pauses() -> None:
    """From here on the running loop skips pauses, if it can; the loops of benchmarks cannot."""
    loop = asyncio.get_running_loop()
    if isinstance(loop, SkippingLoop):
        loop.skipping = True
