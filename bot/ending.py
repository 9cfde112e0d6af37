"""How things end: a command that is told to (SIGTERM) cleans up first, and nothing takes for ever."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

TERMINATED = 128 + signal.SIGTERM  # the exit status that shells give to what SIGTERM ended

AGAIN = 1.5  # seconds until a task that does not heed being cancelled is cancelled again


async def cancel_tasks(tasks: Collection[asyncio.Task[Any]], seconds: float) -> set[asyncio.Task[Any]]:
    """Cancel tasks, again and again where one goes on, and return those that are left after so many seconds.

    What they raise is dropped.
    """
    clock = asyncio.get_running_loop().time
    until, left = clock() + seconds, {task for task in tasks if not task.done()}
    while left and clock() < until:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=min(AGAIN, max(0.0, until - clock())))
    for task in tasks:
        if task.done() and not task.cancelled():
            task.exception()
    return left


def stay_cancelled(cause: BaseException | None = None) -> None:
    """Raise CancelledError where the task that runs this was cancelled and something took that from it."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError from cause


def end_at_the_latest(seconds: float) -> None:
    """End the process after so many seconds, whatever hangs in it by then; what is unfinished is on the disk."""
    timer = threading.Timer(seconds, os._exit, (0,))
    timer.daemon = True
    timer.start()


@contextmanager
def tidy_end() -> Iterator[None]:
    """Let SIGTERM cancel what runs inside, so that it can remove what it has begun, and then end the process."""
    loop, task, told = asyncio.get_running_loop(), asyncio.current_task(), list[int]()

    def end() -> None:
        told.append(signal.SIGTERM)
        if task is not None:
            task.cancel()

    try:
        loop.add_signal_handler(signal.SIGTERM, end)
    except (NotImplementedError, RuntimeError, ValueError):  # Windows, or not the main thread: it ends at once there
        yield
        return
    try:
        yield
    except asyncio.CancelledError:
        if told:
            raise SystemExit(TERMINATED) from None
        raise
    finally:
        loop.remove_signal_handler(signal.SIGTERM)
