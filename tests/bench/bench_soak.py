"""A long day: sixteen people ask one question after another, and the process must be afterwards as it was before.

    python -m tests.bench soak [--minutes 15]      `make soak`; two minutes are enough to see whether it runs

Everybody asks in a thread of their own, begins another after a dozen questions, and asks on when the answer stands.
Answers come from the graph alone, with their pictures, through the inbox on the disk and the worker that the bot has.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import sqlite3
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

from adapters.port import Receipt
from adapters.web.limits import PACE
from bot import config
from bot.wiring import open_parts
from bot.worker import Worker
from kgcore.values.message import Address, Message, Person, Place
from kgcore.values.reply import Notice, Reply
from tests.bench.bench_scale import memory
from tests.fakes.adapter import RecordingAdapter

PEOPLE = 16
A_THREAD = 12  # questions of a thread
MINUTES = 15.0
BEATS = 20  # looks at the process
SETTLED = 0.4  # of the time, after which memory is expected to stand
LONGEST = 120.0  # seconds that an answer may take before it counts as lost
NAMES = ("vitamin E", "ginkgo biloba", "zinc", "coffee", "green tea", "donepezil", "memantine", "curcumin")
ASKED = (
    "Can {a} help against Alzheimer's disease?",
    "What is known about {a}?",
    "Compare {a} and {b}",
    "Does {a} cause insomnia?",
    "And what about {b}?",
)


class Listening(RecordingAdapter):
    """Tells who asked that their answer stands, keeps none of them, and counts those that are apologies."""

    def __init__(self) -> None:
        super().__init__(pace=PACE)  # the page's: at a chat's, of one a second, sixteen people get sixteen answers
        self.waiting: dict[str, asyncio.Future[Reply]] = {}
        self.errors = 0

    async def deliver(self, reply: Reply, to: Address, receipt: Receipt | None) -> Receipt:
        self.deliveries += 1
        waiting = self.waiting.get(to.place.thread)
        if reply.final and waiting is not None and not waiting.done():
            waiting.set_result(reply)
        self.errors += reply.final and all(isinstance(block, Notice) for block in reply.blocks)
        return receipt or f"message {self.deliveries}"


@dataclass
class Day:
    """What was seen: seconds an answer took, and (turns so far, MB resident, open descriptors) at each look."""

    seconds: list[float] = field(default_factory=list)
    looks: list[tuple[int, float, int]] = field(default_factory=list)
    lost: int = 0


def run(shared: Path, minutes: float = MINUTES) -> list[dict[str, Any]]:
    """Return the figures of so many minutes."""
    with tempfile.TemporaryDirectory() as room:
        day, errors, left, spent = asyncio.run(_measure(Path(room), minutes * 60))
    settled = day.looks[int(len(day.looks) * SETTLED) :]
    turns, first, last = len(day.seconds), settled[0], settled[-1]
    grown = (last[1] - first[1]) / max(last[0] - first[0], 1) * 1000
    rows: tuple[tuple[str, float, str, bool | None], ...] = (
        ("turns", turns, "", None),
        ("turns a second", turns / (minutes * 60), "≥ 20 on a quiet machine", None),
        ("turns a second of a processor", turns / spent, "", None),
        ("an answer stands after, p50 s", float(np.percentile(day.seconds, 50)), "", None),
        ("an answer stands after, p95 s", float(np.percentile(day.seconds, 95)), "", None),
        ("resident at the end, MB", last[1], "", None),
        ("memory grown per 1,000 turns, once settled, MB", grown, "≤ 1.7 after an hour", None),
        ("descriptors more than once settled", last[2] - first[2], "≤ 4", last[2] - first[2] <= 4),
        ("answers lost", day.lost, "0", day.lost == 0),
        ("answers that only say what went wrong", errors, "0", errors == 0),
        ("events left in the inbox", left, "0", left == 0),
    )
    return [{"bench": "soak", "figure": f, "value": v, "target": t, "ok": ok} for f, v, t, ok in rows]


async def _measure(room: Path, seconds: float) -> tuple[Day, int, int, float]:
    settings = config.load_settings({"EVIGRAPH_DATA": str(room)}, Path("/nonexistent"))
    adapter, day = Listening(), Day()
    async with open_parts(settings, console=Console(stderr=True)) as parts:
        await parts.prepare()  # as a server does before anybody asks
        await parts.warm()
        worker = Worker(parts.store, parts.assistant, {"web": adapter})
        watch = asyncio.create_task(_watched(day, seconds / BEATS))
        spent, end = time.process_time(), time.monotonic() + seconds
        async with asyncio.TaskGroup() as group:
            for n in range(PEOPLE):
                group.create_task(_person(n, worker, adapter, day, end))
        await worker.drain()
        spent = time.process_time() - spent
        watch.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await watch
        _look(day)
    return day, adapter.errors, _unfinished(room / "evigraph.db"), spent


async def _person(n: int, worker: Worker, adapter: Listening, day: Day, end: float) -> None:
    """Ask until the end, one question after another."""
    asked = 0
    while time.monotonic() < end:
        thread = f"p{n}-{asked // A_THREAD}"
        a, b = NAMES[(n + asked) % len(NAMES)], NAMES[(n + 3 * asked + 1) % len(NAMES)]
        question = ASKED[asked % len(ASKED)].format(a=a, b=b)
        waiting = adapter.waiting[thread] = asyncio.get_running_loop().create_future()
        began = time.monotonic()
        await worker.put(Message(f"e{n}-{asked}", Place("web", "", "c", thread), Person(f"u{n}", ""), question))
        try:
            await asyncio.wait_for(waiting, LONGEST)
        except TimeoutError:
            day.lost += 1
        else:
            day.seconds.append(time.monotonic() - began)
        del adapter.waiting[thread]
        asked += 1


async def _watched(day: Day, every: float) -> None:
    while True:
        await asyncio.sleep(every)
        _look(day)


def _look(day: Day) -> None:
    gc.collect()  # what nobody refers to any more is no leak
    day.looks.append((len(day.seconds), memory("VmRSS"), len(os.listdir("/proc/self/fd"))))


def _unfinished(database: Path) -> int:
    with contextlib.closing(sqlite3.connect(database)) as db:
        return int(db.execute("SELECT count(*) FROM inbox WHERE finished IS NULL").fetchone()[0])
