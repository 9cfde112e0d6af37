"""A whole turn without a model's own time, on a graph of ADInt's size, and how long the event loop was blocked."""

from __future__ import annotations

import asyncio
import contextlib
import random
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

from bot import config
from bot.wiring import Parts, open_parts
from kgcore.message import Message, Person, Place
from tests.bench import scale_folder

TURNS = 40


def run(shared: Path) -> list[dict[str, Any]]:
    """Return p50 and p95 of a turn in milliseconds, and the longest time that the loop was blocked."""
    with tempfile.TemporaryDirectory() as folder:
        settings = config.load({"EVIGRAPH_DATA": folder}, Path("/nonexistent"))
        turns, blocked = asyncio.run(_measure(settings, scale_folder(shared)))
    return [
        {"bench": "turn", "figure": "p50 ms", "value": float(np.percentile(turns, 50)), "target": "", "ok": None},
        _row("p95 ms", float(np.percentile(turns, 95)), 250),
        _row("loop blocked at most, ms", blocked, 50),
    ]


def _row(figure: str, value: float, target: float) -> dict[str, Any]:
    return {"bench": "turn", "figure": figure, "value": value, "target": f"≤ {target:g}", "ok": value <= target}


async def _measure(settings: config.Settings, kg: Path) -> tuple[list[float], float]:
    async with open_parts(settings, console=Console(stderr=True), kg=kg) as parts:
        questions = await _questions(parts)
        await _turn(parts, "warm", questions[0])
        blocked: list[float] = []
        watch = asyncio.create_task(_watch(blocked))
        times = [await _turn(parts, str(n), question) for n, question in enumerate(questions)]
        watch.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await watch
    return times, max(blocked)


async def _questions(parts: Parts) -> list[str]:
    """Real edges of the graph, asked about in words."""
    random.seed(7)
    folder = parts.settings.kg or scale_folder(None)
    names = [line.split("\t")[1] for line in (folder / "nodes.tsv").open(encoding="utf-8").readlines()[1:20001]]
    return [
        f"Does {a} help with {b}?"
        for a, b in zip(random.sample(names, TURNS), random.sample(names, TURNS), strict=True)
    ]


async def _turn(parts: Parts, name: str, question: str) -> float:
    began = time.perf_counter()
    async for _ in parts.assistant.turn(Message(name, Place("bench", "", "", name), Person("b"), question)):
        pass
    return (time.perf_counter() - began) * 1000


async def _watch(blocked: list[float]) -> None:
    """Sleep for a millisecond again and again; what it takes longer, the loop was blocked."""
    while True:
        began = time.perf_counter()
        await asyncio.sleep(0.001)
        blocked.append((time.perf_counter() - began) * 1000 - 1)
