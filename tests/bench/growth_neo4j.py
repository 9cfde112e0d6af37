"""What a graph shaped as literature graphs are costs on Neo4j, beside `make bench growth` on the embedded backend.

    python -m tests.bench growth --neo4j [--sizes 0.1,1,4] [--docs]      --docs renews the table of docs/neo4j.md

Each size has a server of its own, with 2 GB of heap and 1 GB of page cache; NEO4J_URI may name another, for
tests, whose disk is not measured then. What a person waits for is measured by the clock, drawing apart, so what else
the machine does is counted: its load and the processor's time, ours and the server's, stand beside it.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import numpy as np
from rich.console import Console

from bot import config
from bot.wiring import Parts, open_parts
from kgcore.drawing.picture import RenderedPicture
from kgcore.drawing.renderer import Renderer
from kgcore.embedding.wordllama import WordLlamaEmbedder
from kgcore.graph.embedded import EmbeddedGraph
from kgcore.graph.embedded.arrays import Arrays
from kgcore.graph.embedded.layout import read_manifest
from kgcore.graph.neo4j import Bolt, Neo4jGraph
from kgcore.values.message import Message, Person, Place
from kgcore.values.thread import Mode
from tests.bench import bench_scale, both_backends
from tests.bench.bench_neo4j import STARTED, push, server
from tests.bench.growth_graph import questions_about, threads_of
from tests.bench.growth_page import Figure
from tests.servers.neo4j import access

ROOT = Path(__file__).resolve().parents[2]
HEAP, PAGE_CACHE = "2g", "1024"  # the latter in MB
PEOPLE, ASKED_EACH = 16, 5  # sixteen asking at once, a thread of five questions each
ROUNDS, WARM = 60, 20
LARGEST = 4.0  # million edges: what is wanted is wanted there
WANTED: dict[str, tuple[float, bool] | None] = {  # figure → what is wanted, and whether more is better
    "push, s": None,
    "a turn, p50 ms": (500, False),
    "a turn, p95 ms": (1200, False),
    "a turn, CPU ms of ours": None,
    "a turn, CPU ms of the server's": None,
    "a turn, round trips p50": (8, False),
    "biggest hub: neighbourhood, ms": (30, False),
    "biggest hub: whole answer, ms": (700, False),
    "edges, kin and paths of ten pairs, p95 ms": (60, False),
    both_backends.THEIRS: None,
    f"{both_backends.TIMES}, Neo4j": (both_backends.TIMES_WANTED_NEO4J, True),
    f"{both_backends.TIMES}, embedded": (both_backends.TIMES_WANTED, True),
    "sixteen asking: turns a second": (2.5, True),
    "sixteen asking: a turn, p95 s": (7, False),
    "sixteen asking: “could not be reached”": (0, False),
    "verdicts that differ from the embedded backend's, of 200": (0, False),
    "store and logs, × the TSV": (5, False),
    "load of the machine meanwhile": None,
}


class Undrawn(Renderer):
    """Draws nothing: pictures are the same on every backend, and another process draws them."""

    async def render(self, picture: Any, *, png: bool = True) -> RenderedPicture:
        """Return an empty picture."""
        return RenderedPicture(b"" if not png else b"-", "<svg/>", 1, 1)


def measure(tables: Path, graph: Path) -> dict[str, float]:
    """Return the figures of an imported graph; raises FileNotFoundError where no server can be started."""
    own = not os.environ.get("NEO4J_URI")
    os.environ.setdefault("NEO4J_PAGECACHE", PAGE_CACHE)
    with server(HEAP):
        figures = _in_a_process("push", graph)
        figures |= _in_a_process("ask", graph)
    if own:  # as it lies there when the server has ended: while it runs, a log that is due to go may still be there
        kept = sum(f.stat().st_size for f in (STARTED / "data").rglob("*") if f.is_file())
        figures["store and logs, × the TSV"] = kept / sum(f.stat().st_size for f in tables.iterdir())
    return figures


def figures_of(found: dict[float, dict[str, float]]) -> list[Figure]:
    """Return the rows of the table, by size; what is wanted is marked at the largest size alone."""
    rows = []
    for name, wanted in WANTED.items():
        values = {size: figures[name] for size, figures in found.items() if name in figures}
        most, more = wanted or (0.0, False)
        at = values.get(LARGEST)
        ok = {LARGEST: at >= most if more else at <= most} if wanted and at is not None else {}
        rows.append(Figure(name, f"{'≥' if more else '≤'} {most:g}" if wanted else "", values, ok))
    return rows


def _in_a_process(*command: str | Path) -> dict[str, float]:
    line = [sys.executable, "-m", "tests.bench.growth_neo4j", *map(str, command)]
    done = subprocess.run(line, stdout=subprocess.PIPE, text=True, check=True, cwd=ROOT)
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


# ── each in a process of its own ────────────────────────────────────────────────────────────────────────────────────


async def _push(folder: Path) -> dict[str, float]:
    return {"push, s": (await push(folder))["push s"]}


async def _ask(folder: Path) -> dict[str, float]:
    graph = await Neo4jGraph.open(Bolt(access()), WordLlamaEmbedder())
    arrays = Arrays(folder / read_manifest(folder).data)
    hub = arrays.ids([int(arrays.degree.argmax())])
    raw = bench_scale.Asker(cast("bench_scale.Linked", graph), arrays).questions()["edges + kin + paths p95 ms"]
    figures = {"edges, kin and paths of ten pairs, p95 ms": await _p95(raw)}
    figures["biggest hub: neighbourhood, ms"] = await _hub(graph, hub)
    both = both_backends.Asker(folder, EmbeddedGraph.open(folder, WordLlamaEmbedder()), graph)
    differ = (await both.verdicts())["verdicts that differ between the backends, of 200"]
    figures["verdicts that differ from the embedded backend's, of 200"] = differ
    figures |= await both.times_faster(both.by_figure())
    await both.close()
    return figures | await _turns(folder) | {"load of the machine meanwhile": os.getloadavg()[1]}


async def _hub(graph: Neo4jGraph, hub: list[str]) -> float:
    """Return what the neighbourhood takes in the median, once it is warm as the other questions are; one more neighbour
    each time, so that none is remembered.
    """
    times = []
    for top in range(60 - 10 - WARM, 61):
        began = time.perf_counter()
        await graph.neighbourhoods(hub, top)
        times.append((time.perf_counter() - began) * 1000)
    return float(np.median(times[WARM:]))


async def _p95(question: Callable[[], Awaitable[Callable[[], Awaitable[object]]]]) -> float:
    times = []
    for _ in range(ROUNDS + WARM):
        asked = await question()
        began = time.perf_counter()
        await asked()
        times.append((time.perf_counter() - began) * 1000)
    return float(np.percentile(times[WARM:], 95))


async def _turns(folder: Path) -> dict[str, float]:
    """Ask what `bench_growth` asks, one after another and then sixteen at a time."""
    hub, threads = threads_of(folder, 10 + PEOPLE)
    bolt = Bolt(access())
    with tempfile.TemporaryDirectory() as data:
        settings = config.load_settings({"EVIGRAPH_DATA": data}, Path("/nonexistent"))
        async with open_parts(settings, console=Console(stderr=True)) as opened:
            parts = opened.on(await Neo4jGraph.open(bolt, WordLlamaEmbedder()))
            parts = parts.with_services(replace(parts.services, renderer=Undrawn()))
            await parts.prepare()
            await parts.warm()
            names = await parts.graph.entities({hub, *(id for pair in threads for id in pair)})
            said = [(names[a].name, names[b].name) for a, b in threads]
            await _turn(parts, "warm", f"Does {said[-1][0]} cause {said[-1][1]}?")
            whole = (await _turn(parts, "hub", f"What is known about {names[hub].name}?"))[0]
            figures = {"biggest hub: whole answer, ms": whole * 1000}
            own, theirs = time.process_time(), _server_seconds()
            asked = [(f"t{n}", q) for n, pair in enumerate(said[:10]) for q in questions_about(*pair)]
            trips, seconds = [], []
            for thread, question in asked:
                before = bolt.trips
                seconds.append((await _turn(parts, thread, question))[0])
                trips.append(bolt.trips - before)
            figures["a turn, p50 ms"], figures["a turn, p95 ms"] = np.percentile(seconds, [50, 95]) * 1000
            figures["a turn, CPU ms of ours"] = (time.process_time() - own) / len(asked) * 1000
            if theirs is not None and (now := _server_seconds()) is not None:
                figures["a turn, CPU ms of the server's"] = (now - theirs) / len(asked) * 1000
            figures["a turn, round trips p50"] = float(np.median(trips))
            return figures | await _sixteen(parts, said[10 : 10 + PEOPLE])


async def _sixteen(parts: Parts, said: list[tuple[str, str]]) -> dict[str, float]:
    seconds: list[float] = []
    lost = 0

    async def person(n: int, pair: tuple[str, str]) -> None:
        nonlocal lost
        for question in questions_about(*pair)[:ASKED_EACH]:
            took, mode = await _turn(parts, f"p{n}", question)
            seconds.append(took)
            lost += mode is Mode.LOST

    began = time.perf_counter()
    async with asyncio.TaskGroup() as group:
        for n, pair in enumerate(said):
            group.create_task(person(n, pair))
    return {
        "sixteen asking: turns a second": len(seconds) / (time.perf_counter() - began),
        "sixteen asking: a turn, p95 s": float(np.percentile(seconds, 95)),
        "sixteen asking: “could not be reached”": lost,
    }


async def _turn(parts: Parts, thread: str, question: str) -> tuple[float, Mode | None]:
    event = f"{thread}/{question}"
    began = time.perf_counter()
    async for _ in parts.assistant.turn(Message(event, Place("bench", "", "", thread), Person("b"), question)):
        pass
    took = time.perf_counter() - began
    turn = await parts.store.turn_of(event)
    return took, turn.mode if turn is not None else None


def _server_seconds() -> float | None:
    """Return the processor seconds of the server that was started here; None of another."""
    try:
        pid = (STARTED / "pid").read_text().strip()
        cells = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return (int(cells[11]) + int(cells[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    what, path = sys.argv[1:]
    sys.stdout.write(json.dumps(asyncio.run((_push if what == "push" else _ask)(Path(path)))))
