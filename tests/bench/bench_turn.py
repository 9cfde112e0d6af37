"""Whole turns without a model's own time, on a graph of ADInt's size, and how long the event loop was blocked.

Questions are about real edges, so that there is something to verify and to draw, in threads with follow-ups. They are
answered by the graph alone, and by a scripted model that streams ten claims. The turns run in a process of their own:

    python -m tests.bench.bench_turn GRAPH     prints the figures for an imported graph
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from rich.console import Console

from adapters.web.render import render_reply
from bot import config
from bot.wiring import open_parts
from kgcore.annotation.parser import annotate_entity, annotate_relation
from kgcore.assistant import Assistant
from kgcore.embedding.wordllama import WordLlamaEmbedder
from kgcore.ingest.importing import import_graph
from kgcore.llm.scripted import ScriptedModel
from kgcore.values.message import Message, Person, Place
from kgcore.values.model import Salience
from kgcore.values.reply import Figure
from kgcore.values.tasks import Request, Task
from tests.bench import scale_folder

THREADS = 24
CLAIMS = 10  # of a model's answer
CHUNK = 5  # characters of a model's token
TARGETS: dict[str, float] = {
    "graph alone p95 ms": 250,
    "scripted model p95 ms": 250,
    "loop blocked at most, ms": 50,
    "resident MB": 600,
}


class Said(NamedTuple):
    """An edge in words."""

    subject: str
    subject_type: str
    predicate: str
    object: str
    object_type: str

    @property
    def words(self) -> str:
        """The predicate as people write it."""
        return self.predicate.rpartition(":")[2].replace("_", " ").lower()


def run(shared: Path) -> list[dict[str, Any]]:
    """Return the times of turns in milliseconds, wall and processor, and the longest time the loop was blocked."""
    tables = scale_folder(shared)
    with tempfile.TemporaryDirectory() as room:
        asyncio.run(import_graph(tables, Path(room) / "graph", embedder=WordLlamaEmbedder()))
        line = [sys.executable, "-m", "tests.bench.bench_turn", str(Path(room) / "graph"), str(tables)]
        done = subprocess.run(line, capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2])
    figures: dict[str, float] = json.loads(done.stdout)
    return [_row(figure, value, TARGETS.get(figure)) for figure, value in figures.items()]


def _row(figure: str, value: float, most: float | None) -> dict[str, Any]:
    ok = None if most is None else value <= most
    return {"bench": "turn", "figure": figure, "value": value, "target": f"≤ {most:g}" if most else "", "ok": ok}


async def _measure(graph: Path, tables: Path, room: Path) -> dict[str, float]:
    settings = config.load_settings({"EVIGRAPH_DATA": str(room)}, Path("/nonexistent"))
    edges = sample(tables, THREADS * 4 + CLAIMS * 40)
    figures: dict[str, float] = {}
    blocked = Blocked()
    async with open_parts(settings, console=Console(stderr=True), kg=graph) as parts:
        alone = parts.assistant
        model = ScriptedModel({Task.ANSWER: Script(edges[THREADS * 4 :])}, chunk=CHUNK)
        written = Assistant(replace(alone._services, models={model.name: model}))
        await parts.prepare()  # as a server does before anybody asks
        await parts.warm()
        watch = asyncio.create_task(blocked.watch())
        for name, assistant in (("graph alone", alone), ("scripted model", written)):
            turns = [
                await _turn(assistant, f"{name}{n}", q) for n in range(THREADS) for q in _questions(*edges[n : n + 2])
            ]
            figures |= _figures(name, turns)
        watch.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await watch
    return figures | blocked.figures() | {"resident MB": _resident()}


def _figures(name: str, turns: list[Spent]) -> dict[str, float]:
    return {
        f"{name} p50 ms": float(np.percentile([t.wall for t in turns], 50)),
        f"{name} p95 ms": float(np.percentile([t.wall for t in turns], 95)),
        f"{name} p50 ms of processor": float(np.percentile([t.processor for t in turns], 50)),
        f"{name} p95 ms of processor": float(np.percentile([t.processor for t in turns], 95)),
        f"{name} turns with a picture": sum(t.drawn for t in turns) / len(turns),
    }


# ── what is asked, and what a model says ────────────────────────────────────────────────────────────────────────────


def sample(tables: Path, size: int) -> list[Said]:
    """Return random edges in words: popular things come as often as they have edges."""
    chance = random.Random(7)  # noqa: S311
    with (tables / "nodes.tsv").open(encoding="utf-8") as lines:
        nodes = {row[0]: (row[1], row[2]) for row in (line.rstrip("\n").split("\t") for line in lines)}
    with (tables / "edges.tsv").open(encoding="utf-8") as lines:
        header = next(lines).rstrip("\n").split("\t")
        rows = chance.sample(lines.readlines(), size)
    at = [header.index(name) for name in ("subject", "predicate", "object")]
    found = []
    for cells in (row.rstrip("\n").split("\t") for row in rows):
        subject, predicate, object = (cells[n] for n in at)
        found.append(Said(*nodes[subject], predicate, *nodes[object]))
    return found


def _questions(edge: Said, other: Said) -> list[str]:
    """One thread: the edge itself, what else there is, and a follow-up about something else."""
    a, b = edge.subject, edge.object
    return [
        f"Is it true that {a} {edge.words} {b}?",
        f"What is known about {b}?",
        f"Which {edge.subject_type} have to do with {b}?",
        f"Compare {a} and {b}",
        f"And what about {other.subject}?",
    ]


class Script:
    """A model's answers: two paragraphs of sentences about real edges, annotated as asked for."""

    def __init__(self, edges: list[Said]) -> None:
        self._edges = edges
        self._at = 0

    def __call__(self, request: Request) -> str:
        some = [self._edges[(self._at + n) % len(self._edges)] for n in range(CLAIMS)]
        self._at += CLAIMS
        said = [self._sentence(edge, n) for n, edge in enumerate(some)]
        return " ".join(said[: CLAIMS // 2]) + "\n\n" + " ".join(said[CLAIMS // 2 :])

    @staticmethod
    def _sentence(edge: Said, n: int) -> str:
        subject = annotate_entity(edge.subject, edge.subject_type, 2 * n + 1)
        object = annotate_entity(edge.object, edge.object_type, 2 * n + 2)
        pair = (edge.predicate, Salience.HIGH, 2 * n + 1, 2 * n + 2)
        return f"It has been reported that {subject} {annotate_relation(edge.words, [pair], n + 1)} {object}."


# ── the clock ───────────────────────────────────────────────────────────────────────────────────────────────────────


class Spent(NamedTuple):
    """Milliseconds of one turn, and whether its answer had a picture."""

    wall: float
    processor: float
    drawn: bool


async def _turn(assistant: Assistant, thread: str, question: str) -> Spent:
    place = Place("bench", "", "", thread)
    began, worked = time.perf_counter(), time.process_time()
    async for reply in assistant.turn(Message(f"{thread}/{question}", place, Person("b"), question)):
        if reply.final:
            _ = render_reply(reply, thread).json
    spent = time.perf_counter() - began, time.process_time() - worked
    return Spent(spent[0] * 1000, spent[1] * 1000, any(isinstance(b, Figure) for b in reply.blocks))


class Blocked:
    """How long the event loop could do nothing else: wall time, and the loop's own work in it."""

    def __init__(self) -> None:
        self._wall: list[float] = []
        self._work: list[float] = []

    async def watch(self) -> None:
        """Sleep for a millisecond again and again; what it takes longer, the loop was blocked."""
        while True:
            began, worked = time.perf_counter(), time.thread_time()
            await asyncio.sleep(0.001)
            self._wall.append((time.perf_counter() - began) * 1000 - 1)
            self._work.append((time.thread_time() - worked) * 1000)

    def figures(self) -> dict[str, float]:
        return {
            "loop blocked at most, ms": max(self._wall),
            "loop blocked p99.9, ms": float(np.percentile(self._wall, 99.9)),
            "loop blocked at most, ms of processor": max(self._work),
        }


def _resident() -> float:
    lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as data:
        result = asyncio.run(_measure(Path(sys.argv[1]), Path(sys.argv[2]), Path(data)))
    sys.stdout.write(json.dumps(result, indent=1))
