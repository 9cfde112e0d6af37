"""A long day: sixteen people ask one question after another, and the process must be afterwards as it was before.

    python -m tests.bench soak [--minutes 15] [--model]      `make soak`; two minutes are enough to see whether it runs

Everybody asks in a thread of their own, begins another after a dozen questions, and asks on when the answer stands.
Answers come from the graph alone, with their pictures, through the inbox on the disk and the worker that the bot has;
with `--model` they are written by a model without a time of its own, which is asked over HTTP in another process.
Before the others come, somebody asks alone: what a person waits for on a quiet machine. Each look at the process is
printed as it is taken.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

from adapters.port import Receipt
from adapters.web.limits import PACE
from bot import config
from bot.metrics import STAGE_SECONDS
from bot.wiring import open_parts
from bot.worker import EventHandler, Worker
from kgcore.values.message import Address, Incoming, Message, Person, Place
from kgcore.values.reply import Notice, Reply
from tests.bench.bench_scale import memory
from tests.fakes.adapter import RecordingAdapter

PEOPLE = 16
A_THREAD = 12  # questions of a thread
MINUTES = 15.0
BEATS, SELDOMEST = 20, 60.0  # looks at the process, and seconds between two at most
SETTLED = 0.4  # of the time, after which memory is expected to stand
TOLD_FROM = 60.0  # minutes from which on it is told whether memory stands
GROWS = 1.7  # MB per 1,000 turns at most
ALONE, ALONE_PART = 20, 0.1  # questions of one person alone, and their part of the time at most
QUIET = 0.5  # load for each processor up to which a machine is quiet: only there are times judged
FIRST_TEXT, A_SECOND = 0.05, 20.0  # seconds until an answer's first text; turns a second
LONGEST = 120.0  # seconds that an answer may take before it counts as lost
NAMES = ("vitamin E", "ginkgo biloba", "zinc", "coffee", "green tea", "donepezil", "memantine", "curcumin")
ASKED = (
    "Can {a} help against Alzheimer's disease?",
    "What is known about {a}?",
    "Compare {a} and {b}",
    "Does {a} cause insomnia?",
    "And what about {b}?",
)


@dataclass(slots=True)
class Waiting:
    """Somebody who waits for an answer: since when, and how long until work on it began, something was shown, its first
    text stood, and all of it was written.
    """

    since: float
    whole: asyncio.Future[Reply]
    begun: float = 0.0
    shown: float = 0.0
    first: float | None = None
    written: float = 0.0


class Listening(RecordingAdapter):
    """Tells who asked that their answer stands, keeps none of them, and counts those that are apologies."""

    def __init__(self) -> None:
        super().__init__(pace=PACE)  # the page's: at a chat's, of one a second, sixteen people get sixteen answers
        self.waiting: dict[str, Waiting] = {}
        self.errors = 0

    async def deliver(self, reply: Reply, to: Address, receipt: Receipt | None) -> Receipt:
        self.deliveries += 1
        waiting = self.waiting.get(to.place.thread)
        if waiting is not None and waiting.first is None and reply.plain.strip():
            waiting.first = time.monotonic() - waiting.since
        if reply.final and waiting is not None and not waiting.whole.done():
            waiting.whole.set_result(reply)
        self.errors += reply.final and all(isinstance(block, Notice) for block in reply.blocks)
        return receipt or f"message {self.deliveries}"


class Noting:
    """The assistant; notes when work on an answer begins, and when all of it is written."""

    def __init__(self, assistant: EventHandler, waiting: Mapping[str, Waiting]) -> None:
        self._assistant, self._waiting = assistant, waiting
        self.stop, self.accepts = assistant.stop, assistant.accepts

    async def turn(self, event: Incoming) -> AsyncIterator[Reply]:
        """Yield the reply as it grows."""
        waiting = self._waiting.get(event.place.thread)
        if waiting is not None:
            waiting.begun = time.monotonic() - waiting.since
        async for reply in self._assistant.turn(event):
            if waiting is not None:
                waiting.shown = waiting.shown or time.monotonic() - waiting.since
            if waiting is not None and reply.final:
                waiting.written = time.monotonic() - waiting.since
            yield reply


@dataclass(frozen=True, slots=True)
class Look:
    """The process at one moment."""

    minute: float
    turns: int
    resident: float  # MB
    descriptors: int

    def __str__(self) -> str:
        """Return it as it is printed."""
        told = f"{self.turns:,} turns, {self.resident:.0f} MB, {self.descriptors} descriptors"
        return f"minute {self.minute:.1f}: {told}"


@dataclass
class Day:
    """What was seen: seconds until work on an answer began, something was shown, its first text stood, all was written
    and it was delivered; and looks at the process.
    """

    since: float = field(default_factory=time.monotonic)
    begun: list[float] = field(default_factory=list)
    shown: list[float] = field(default_factory=list)
    first: list[float] = field(default_factory=list)
    written: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    looks: list[Look] = field(default_factory=list)
    lost: int = 0

    def look(self) -> Look:
        """Look at the process now."""
        gc.collect()  # what nobody refers to any more is no leak
        minute = (time.monotonic() - self.since) / 60
        self.looks.append(Look(minute, len(self.seconds), memory("VmRSS"), len(os.listdir("/proc/self/fd"))))
        return self.looks[-1]


@dataclass(frozen=True, slots=True)
class Soaked:
    """A day, what one person saw before it, and what was left behind."""

    alone: Day
    day: Day
    processor: float  # seconds
    stages: dict[str, float]  # seconds in all
    errors: int
    left: int


def run(shared: Path, minutes: float = MINUTES, *, model: bool = False, people: int = PEOPLE) -> list[dict[str, Any]]:
    """Return the figures of so many minutes."""
    quiet = os.getloadavg()[0] <= QUIET * (os.cpu_count() or 1)
    with tempfile.TemporaryDirectory() as room, _model(wanted=model) as given:
        seen = asyncio.run(_measure(Path(room), minutes * 60, people, given))
    return figures(seen, minutes, quiet=quiet)


def figures(seen: Soaked, minutes: float, *, quiet: bool) -> list[dict[str, Any]]:
    """Return what is told of a day of so many minutes; times are judged where the machine was `quiet` before."""
    day, turns = seen.day, len(seen.day.seconds)
    grown, opened = _grown(day), day.looks[-1].descriptors - _settled(day)[0].descriptors
    first, a_second = _median(seen.alone.first), turns / (minutes * 60)
    rows: list[tuple[str, float, str, bool | None]] = [
        ("one asks alone: first text after, p50 s", first, f"≤ {FIRST_TEXT:g} on a quiet machine",
         first <= FIRST_TEXT if quiet else None),
        ("one asks alone: an answer stands after, p50 s", _median(seen.alone.seconds), "", None),
        ("turns", turns, "", None),
        ("turns a second", a_second, f"≥ {A_SECOND:g} on a quiet machine", a_second >= A_SECOND if quiet else None),
        ("turns a second of a processor", turns / seen.processor, "", None),
        ("first text after, p50 s", _median(day.first), "", None),
        ("an answer stands after, p50 s", _median(day.seconds), "", None),
        ("an answer stands after, p95 s", float(np.percentile(day.seconds, 95)), "", None),
        *(_stages(seen)),
        ("resident at the end, MB", day.looks[-1].resident, "", None),
        ("memory grown per 1,000 turns, once settled, MB", grown, f"≤ {GROWS:g} after an hour",
         grown <= GROWS if minutes >= TOLD_FROM else None),
        ("descriptors more than once settled", opened, "≤ 4", opened <= 4),
        ("answers lost", day.lost + seen.alone.lost, "0", day.lost + seen.alone.lost == 0),
        ("answers that only say what went wrong", seen.errors, "0", seen.errors == 0),
        ("events left in the inbox", seen.left, "0", seen.left == 0),
    ]  # fmt: skip
    return [{"bench": "soak", "figure": f, "value": v, "target": t, "ok": ok} for f, v, t, ok in rows]


def _stages(seen: Soaked) -> list[tuple[str, float, str, bool | None]]:
    """Return what an answer's time goes to, in the mean: until its turn comes, until something is shown (it is read for
    danger and kept, its thread is read), in each stage and beside them, and until what was written is delivered.
    """
    day = seen.day
    begun, shown, written, whole = (float(np.mean(s)) for s in (day.begun, day.shown, day.written, day.seconds))
    stages = {f"in “{stage}”": spent / len(seen.day.seconds) for stage, spent in seen.stages.items()}
    means = {
        "until its turn comes": begun,
        "until something is shown": shown - begun,
        **stages,
        "in its turn beside these": written - shown - sum(stages.values()),
        "until it is delivered": whole - written,
    }
    told = ((f"of that {what}, mean s", spent, "", None) for what, spent in means.items())
    return [("an answer stands after, mean s", whole, "", None), *told]


def _settled(day: Day) -> list[Look]:
    return day.looks[int(len(day.looks) * SETTLED) :]


def _grown(day: Day) -> float:
    """Return MB per 1,000 turns: the slope of all looks since memory was expected to stand, as one look may be off."""
    turns, resident = ([getattr(look, of) for look in _settled(day)] for of in ("turns", "resident"))
    return float(np.polyfit(turns, resident, 1)[0]) * 1000 if turns[-1] > turns[0] else 0.0


def _median(seconds: list[float]) -> float:
    return float(np.percentile(seconds, 50))


@contextmanager
def _model(*, wanted: bool) -> Iterator[dict[str, str]]:
    """Have a model answer at once from a process of its own, if it is wanted; yields the settings that name it."""
    if not wanted:
        yield {}
        return
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    line = [sys.executable, "-m", "tests.servers.openai", "--port", str(port), "--pause", "0"]
    server = subprocess.Popen(line, stdout=subprocess.DEVNULL, cwd=Path(__file__).parents[2])
    try:
        for _ in range(300):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.1)
        yield {"OPENAI_BASE_URL": f"http://127.0.0.1:{port}/v1", "OPENAI_MODEL": "demo"}
    finally:
        server.terminate()
        server.wait()


async def _measure(room: Path, seconds: float, people: int, given: dict[str, str]) -> Soaked:
    settings = config.load_settings({"EVIGRAPH_DATA": str(room), **given}, Path("/nonexistent"))
    adapter, alone = Listening(), Day()
    console = Console(stderr=True)
    async with open_parts(settings, console=console) as parts:
        await parts.prepare()  # as a server does before anybody asks
        await parts.warm()
        worker = Worker(parts.store, Noting(parts.assistant, adapter.waiting), {"web": adapter})
        await _person(-1, worker, adapter, alone, time.monotonic() + seconds * ALONE_PART, ALONE)
        day, before = Day(), _stage_seconds()
        watch = asyncio.create_task(_watched(day, min(seconds / BEATS, SELDOMEST), console))
        spent, end = time.process_time(), time.monotonic() + seconds
        async with asyncio.TaskGroup() as group:
            for n in range(people):
                group.create_task(_person(n, worker, adapter, day, end))
        await worker.drain()
        spent = time.process_time() - spent
        watch.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await watch
        console.print(str(day.look()), highlight=False)
    stages = {stage: total - before.get(stage, 0.0) for stage, total in _stage_seconds().items()}
    return Soaked(alone, day, spent, stages, adapter.errors, _unfinished(room / "evigraph.db"))


def _stage_seconds() -> dict[str, float]:
    """Return the seconds of all turns so far by their stages."""
    samples = (sample for metric in STAGE_SECONDS.collect() for sample in metric.samples)
    return {sample.labels["stage"]: sample.value for sample in samples if sample.name.endswith("_sum")}


async def _person(n: int, worker: Worker, adapter: Listening, day: Day, end: float, most: int | None = None) -> None:
    """Ask until the end, one question after another; not more than `most`, and at least one."""
    asked = 0
    while not asked or (time.monotonic() < end and asked != most):
        thread = f"p{n}-{asked // A_THREAD}"
        a, b = NAMES[(n + asked) % len(NAMES)], NAMES[(n + 3 * asked + 1) % len(NAMES)]
        question = ASKED[asked % len(ASKED)].format(a=a, b=b)
        waiting = Waiting(time.monotonic(), asyncio.get_running_loop().create_future())
        adapter.waiting[thread] = waiting
        await worker.put(Message(f"e{n}-{asked}", Place("web", "", "c", thread), Person(f"u{n}", ""), question))
        try:
            await asyncio.wait_for(waiting.whole, LONGEST)
        except TimeoutError:
            day.lost += 1
        else:
            day.seconds.append(time.monotonic() - waiting.since)
            day.begun.append(waiting.begun)
            day.shown.append(waiting.shown)
            day.written.append(waiting.written)
            day.first += [waiting.first] if waiting.first is not None else []
        del adapter.waiting[thread]
        asked += 1


async def _watched(day: Day, every: float, console: Console) -> None:
    while True:
        await asyncio.sleep(every)
        console.print(str(day.look()), highlight=False)


def _unfinished(database: Path) -> int:
    with contextlib.closing(sqlite3.connect(database)) as db:
        return int(db.execute("SELECT count(*) FROM inbox WHERE finished IS NULL").fetchone()[0])
