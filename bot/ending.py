"""A command that is told to end (SIGTERM) cleans up first."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from contextlib import contextmanager

TERMINATED = 128 + signal.SIGTERM  # the exit status that shells give to what SIGTERM ended


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
