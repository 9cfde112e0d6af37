"""What questions take on a drawn graph, in a process that loads what a server does and nothing else: its memory is
told, too. Run by bench_growth.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

from bot import config
from bot.wiring import open_parts
from kgcore.values.message import Message, Person, Place
from tests.bench.growth_graph import questions_about, threads_of

THREADS = 10  # of five questions each
HUB, TURN, RESIDENT = (
    "first answer about the biggest hub, CPU ms",
    "a turn, p95 CPU ms",
    "resident after 50 questions, MB",
)


async def _answer(folder: Path) -> dict[str, float]:
    hub, ends = threads_of(folder, THREADS)
    with tempfile.TemporaryDirectory() as data:
        settings = config.load_settings({"EVIGRAPH_DATA": data}, Path("/nonexistent"))
        async with open_parts(settings, console=Console(stderr=True), kg=folder) as parts:
            await parts.prepare()  # as a server does before anybody asks
            await parts.warm()
            assistant = parts.assistant  # pictures are drawn by another process, whose work is not counted
            names = await parts.assistant._services.graph.entities({hub, *(id for pair in ends for id in pair)})
            said = [(names[a].name, names[b].name) for a, b in ends]
            await _turn(assistant, "warm", f"Does {said[-1][0]} cause {said[-1][1]}?")
            figures = {HUB: await _turn(assistant, "hub", f"What is known about {names[hub].name}?")}
            spent = [
                await _turn(assistant, f"t{n}", q) for n, pair in enumerate(said[:-1]) for q in questions_about(*pair)
            ]
            figures[TURN] = float(np.percentile(spent, 95))
            figures[RESIDENT] = _resident()
    return figures


async def _turn(assistant: Any, thread: str, question: str) -> float:
    place = Place("bench", "", "", thread)
    began = time.process_time()
    async for _ in assistant.turn(Message(f"{thread}/{question}", place, Person("b"), question)):
        pass
    return (time.process_time() - began) * 1000


def _resident() -> float:
    lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(_answer(Path(sys.argv[1])))))
