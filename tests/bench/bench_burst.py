"""How fast a burst of questions is acknowledged while answers are computed, on the starter graph without a model."""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

from bot import config
from bot.shares import Bounds
from bot.wiring import open_parts
from bot.worker import Worker
from kgcore.values.message import Message, Person, Place
from tests.fakes.adapter import RecordingAdapter

QUESTIONS = 500
THREADS = 50
A_SECOND = 250  # questions that arrive
NAMES = ("vitamin E", "ginkgo biloba", "zinc", "coffee", "green tea", "donepezil", "memantine", "curcumin")


def run(shared: Path) -> list[dict[str, Any]]:
    """Return the p99 of acknowledging, what of it the event loop's own work takes, and the answers a second."""
    with tempfile.TemporaryDirectory() as room:
        puts, busy, answered, seconds = asyncio.run(_measure(Path(room)))
    put, own = float(np.percentile(puts, 99)) * 1000, float(np.percentile(busy, 99.9)) * 1000
    rows = (
        ("acknowledged p99 ms", round(put, 1), "≤ 1000", put <= 1000),
        ("loop's own work at a time, p99.9, ms", round(own, 1), "≤ 50", own <= 50),
        ("loop's own work at a time, longest (the first, cold), ms", round(max(busy) * 1000, 1), "", None),
        ("answered", answered, f"{QUESTIONS}", answered == QUESTIONS),
        ("answers a second", round(QUESTIONS / seconds, 1), "", None),
    )
    return [{"bench": "burst", "figure": f, "value": v, "target": t, "ok": ok} for f, v, t, ok in rows]


async def _measure(room: Path) -> tuple[list[float], list[float], int, float]:
    settings = config.load_settings({"EVIGRAPH_DATA": str(room), "EVIGRAPH_EMBEDDER": "none"}, Path("/nonexistent"))
    adapter, puts, busy = RecordingAdapter(pace=1.0), list[float](), list[float]()
    async with open_parts(settings, console=Console(stderr=True)) as parts:
        await parts.warm()
        worker = Worker(parts.store, parts.assistant, {"web": adapter}, Bounds(waiting=1_000))
        watch = asyncio.create_task(_watched(busy))
        began = time.perf_counter()
        async with asyncio.TaskGroup() as group:
            for n in range(QUESTIONS):
                group.create_task(_put(worker, n, puts))
                await asyncio.sleep(1 / A_SECOND)
        await worker.drain()
        seconds = time.perf_counter() - began
        watch.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await watch
    return puts, busy, len(adapter.posts), seconds


async def _put(worker: Worker, n: int, puts: list[float]) -> None:
    began = time.perf_counter()
    question = f"Can {NAMES[n % len(NAMES)]} help against Alzheimer's disease?"
    await worker.put(Message(f"e{n}", Place("web", "", "c", f"t{n % THREADS}"), Person("u", "Ann"), question))
    puts.append(time.perf_counter() - began)


async def _watched(busy: list[float]) -> None:
    """Note the processor time that the event loop takes between two beats: what others take does not count."""
    before = time.thread_time()
    while True:
        await asyncio.sleep(0.005)
        now = time.thread_time()
        busy.append(now - before)
        before = now
