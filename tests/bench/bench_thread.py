"""One long thread on the starter graph: what a turn costs as it grows, and what its page, its stream and its store do.

    python -m tests.bench.bench_thread [TURNS]      another length than 300

Seconds are of the processor; what the process that draws takes is told apart.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import random
import sqlite3
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import numpy as np
from rich.console import Console
from starlette.applications import Starlette

from adapters.web.app import WebAdapter
from bot import config
from bot.wiring import Parts, open_parts
from bot.worker import Worker
from kgcore.conversation.transcript import parse_messages
from kgcore.graph import starter_folder
from kgcore.values.message import Message, Person, Place
from tests.adapters.web.asgi import listening

TURNS = 300
EARLY = 25  # turns: what a turn costs later is compared with what it costs up to here
PLACE = Place("web", "", "local", "longthread")
ASKED = (
    "Does {a} {verb} {b}?",
    "What is known about {a}?",
    "Is it true that {a} {verb} {b}?",
    "Compare {a} and {c}",
    "What helps against {b}?",
)
TARGETS: dict[str, float] = {
    "page MB": 1.5,
    "page s": 1.0,
    "stream reopened s": 0.1,
    "a turn at the end / at 25": 2.0,
    "drawing at the end s": 0.4,
    "healthz p99 ms": 100,
    "kept KB a turn": 40,
}


class Cost(NamedTuple):
    """Processor seconds of one turn: our own, and the drawing process's."""

    own: float
    drawing: float


def run(shared: Path, turns: int = TURNS) -> list[dict[str, Any]]:
    """Return the figures of a thread of so many turns."""
    with tempfile.TemporaryDirectory() as room:
        figures = asyncio.run(_measure(Path(room), turns))
    return [_row(figure, value, TARGETS.get(figure)) for figure, value in figures.items()]


def _row(figure: str, value: float, most: float | None) -> dict[str, Any]:
    ok = None if most is None else value <= most
    return {
        "bench": "thread",
        "figure": figure,
        "value": value,
        "target": "" if most is None else f"≤ {most:g}",
        "ok": ok,
    }


async def _measure(room: Path, turns: int) -> dict[str, float]:
    settings = config.load_settings({"EVIGRAPH_DATA": str(room), "EVIGRAPH_EMBEDDER": "none"}, Path("/nonexistent"))
    async with open_parts(settings, console=Console(stderr=True)) as parts:
        await parts.warm()
        costs = [await _turn(parts, n, question) for n, question in enumerate(questions(turns))]
        figures = _growth(costs)
        async with _served(parts) as app:
            figures |= await _page(app)
        await parts.store.threads("")  # what was written before stands in the file now
        figures |= _kept(room, turns)
    return figures


def questions(turns: int) -> list[str]:
    """Return what is asked: about random edges of the starter graph, every time in other words."""
    chance = random.Random(11)  # noqa: S311
    nodes = {row["id"]: row["name"] for row in _rows("nodes.tsv")}
    edges = _rows("edges.tsv")
    asked = []
    for n in range(turns):
        edge, other = chance.choice(edges), chance.choice(edges)
        verb = edge["predicate"].replace("_", " ").lower().removesuffix("s")
        names = {"a": nodes[edge["subject"]], "b": nodes[edge["object"]], "c": nodes[other["subject"]]}
        asked.append(ASKED[n % len(ASKED)].format(**names, verb=verb))
    return asked


def _rows(name: str) -> list[dict[str, str]]:
    lines = (starter_folder() / name).read_text(encoding="utf-8").splitlines()
    header = lines[0].split("\t")
    return [dict(zip(header, line.split("\t"), strict=False)) for line in lines[1:]]


async def _turn(parts: Parts, n: int, question: str) -> Cost:
    began, drawn = time.process_time(), children_seconds()
    async for _ in parts.assistant.turn(Message(f"e{n}", PLACE, Person("local"), question)):
        pass
    return Cost(time.process_time() - began, children_seconds() - drawn)


def _growth(costs: list[Cost]) -> dict[str, float]:
    early, late = costs[EARLY // 2 : EARLY], costs[-EARLY // 2 :]
    own = [float(np.median([c.own for c in some])) for some in (early, late)]
    drawing = [float(np.median([c.drawing for c in some])) for some in (early, late)]
    return {
        "a turn at 25 s": own[0],
        "a turn at the end s": own[1],
        "a turn at the end / at 25": own[1] / own[0],
        "drawing at 25 s": drawing[0],
        "drawing at the end s": drawing[1],
    }


@contextlib.asynccontextmanager
async def _served(parts: Parts) -> AsyncIterator[Starlette]:
    from bot.server import build_app

    adapter = WebAdapter(read=parse_messages, status=str)
    worker = Worker(parts.store, parts.assistant, {"web": adapter})
    app = build_app(parts.store, [adapter])
    task = asyncio.create_task(adapter.receive(worker, parts.assistant.ask))
    await asyncio.sleep(0)
    try:
        yield app
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _page(app: Starlette) -> dict[str, float]:
    """Load the page cold and warm while somebody asks after our health, and open its stream again."""
    figures: dict[str, float] = {}
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1:8700") as client:
        client.cookies.clear()
        waits: list[float] = []
        asking = asyncio.create_task(_healthy(client, waits))
        for figure in ("page s", "page again s"):
            began, drawn = time.process_time(), children_seconds()
            page = await client.get(f"/t/{PLACE.thread}", timeout=600)
            figures[figure] = time.process_time() - began + children_seconds() - drawn
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
    figures["page MB"] = len(page.content) / 1e6
    figures["page compressed MB"] = len(gzip.compress(page.content)) / 1e6
    figures["turns in the page"] = page.text.count('class="turn"')
    began = time.process_time()
    async with listening(app, f"/events/{PLACE.thread}") as events:
        await events.next()
        figures["stream reopened s"] = time.process_time() - began
    return figures | {"healthz p99 ms": float(np.percentile(waits, 99)) * 1000}


async def _healthy(client: httpx.AsyncClient, waits: list[float]) -> None:
    while True:
        began = time.perf_counter()
        await client.get("/healthz", timeout=600)
        waits.append(time.perf_counter() - began)
        await asyncio.sleep(0.01)


def _kept(room: Path, turns: int) -> dict[str, float]:
    """What the store keeps of a turn, and how much of that is pictures."""
    (file,) = room.glob("*.db")
    with contextlib.closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA wal_checkpoint(PASSIVE)")
        size = db.execute("PRAGMA page_count").fetchone()[0] * db.execute("PRAGMA page_size").fetchone()[0]
        pictures = db.execute("SELECT coalesce(sum(length(png) + length(svg)), 0) FROM figures").fetchone()[0]
    return {"kept KB a turn": size / 1e3 / turns, "of it pictures KB": pictures / 1e3 / turns}


def children_seconds() -> float:
    """Return the processor seconds that the processes we have begun have taken so far."""
    ticks = 0
    for task in Path("/proc/self/task").iterdir():
        with contextlib.suppress(OSError):  # a thread or a process may end meanwhile
            for child in (task / "children").read_text().split():
                cells = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
                ticks += int(cells[11]) + int(cells[12])
    return ticks / 100


if __name__ == "__main__":
    found = run(Path("/nonexistent"), int(sys.argv[1]) if sys.argv[1:] else TURNS)
    sys.stdout.write(json.dumps({row["figure"]: round(row["value"], 4) for row in found}, indent=1) + "\n")
