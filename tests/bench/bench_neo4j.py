"""A graph of ADInt's size on both backends in one run, and KNOWNET's published look-ups beside them.

Runs against NEO4J_URI (a database for tests), or starts a server of its own (tests/servers/neo4j/neo4j.sh; 3 GB).
Import, push and serving each run in a process of their own, so that memory is theirs.

    python -m tests.bench.bench_neo4j import TABLES FOLDER      the steps one by one, with NEO4J_URI set: once pushed,
    python -m tests.bench.bench_neo4j push FOLDER               serving can be measured again and again
    python -m tests.bench.bench_neo4j serve FOLDER
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from kgcore.embedding.wordllama import WordLlamaEmbedder
from kgcore.errors import GraphUnavailable
from kgcore.graph.embedded import EmbeddedGraph
from kgcore.graph.neo4j import Bolt, Neo4jGraph, push_to_neo4j
from kgcore.ingest.importing import import_graph
from kgcore.values.model import Mention
from tests.bench import scale_folder
from tests.bench.both_backends import Asker
from tests.servers.neo4j import access, opened, wipe

ROOT = Path(__file__).resolve().parents[2]
SERVER = ROOT / "tests" / "servers" / "neo4j" / "neo4j.sh"
STARTED = Path(tempfile.gettempdir()) / "evigraph-bench" / "neo4j"  # where a server is started; its data is in data/
_TRIES = 6  # of a server that has just begun
_LEFT = "MATCH (n) WHERE NOT n:EvigraphTests RETURN count(n) AS left"
TARGETS: dict[str, tuple[float, bool] | None] = {  # figure → target, and whether more is better
    "push s": (300, False),
    "edges, kin and paths of ten claims, embedded, p95 ms": (3, False),
    "edges, kin and paths of ten claims, Neo4j, p95 ms": (30, False),
    "edges, kin and paths of ten claims, Neo4j, median ms": None,
    "checking ten claims, embedded, p95 ms": None,
    "checking ten claims, embedded, median ms": None,
    "checking ten claims, Neo4j, p95 ms": None,
    "checking ten claims, Neo4j, median ms": None,
    "round trips of checking ten claims": (6, False),
    "candidates of ten mentions, three by meaning, p95 ms": (150, False),
    "KNOWNET's look-ups, ms a claim": None,
    "times faster, edges, kin and paths, Neo4j": (40, True),
    "times faster, edges, kin and paths, embedded": (250, True),
    "times faster, whole check with linking, Neo4j": (40, True),
    "times faster, whole check with linking, embedded": (250, True),
    "popular unconnected pairs relevant, ours of 40": (2, False),
    "popular unconnected pairs relevant, KNOWNET of 40": None,
    "claims turned round and supported, ours of 12": (0, False),
    "claims turned round and supported, KNOWNET of 12": None,
    "verdicts that differ between the backends, of 200": (0, False),
    "resident MB": (400, False),
}


def run(shared: Path) -> list[dict[str, Any]]:
    """Return the figures; raises FileNotFoundError where the tool that writes the graph, or a server, is absent."""
    tables = scale_folder(shared)
    with tempfile.TemporaryDirectory() as room, server():
        figures = _in_a_process("import", tables, Path(room) / "graph")
        figures |= _in_a_process("push", Path(room) / "graph")
        figures |= _in_a_process("serve", Path(room) / "graph")
    return [_row(figure, figures[figure], target) for figure, target in TARGETS.items() if figure in figures]


def _row(figure: str, value: float, target: tuple[float, bool] | None) -> dict[str, Any]:
    row = {"bench": "neo4j", "figure": figure, "value": value, "target": "", "ok": None}
    if target is None:
        return row
    most, more = target
    return row | {"target": f"{'≥' if more else '≤'} {most:g}", "ok": value >= most if more else value <= most}


@contextmanager
def server(heap: str = "3g") -> Iterator[None]:
    """Have NEO4J_URI name a server while this lasts: the one that it names, or one without data that is started."""
    if os.environ.get("NEO4J_URI"):
        yield
        return
    folder = STARTED
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    environment = {**os.environ, "NEO4J_HEAP": os.environ.get("NEO4J_HEAP", heap)}
    shutil.rmtree(folder / "data", ignore_errors=True)  # a push of the same graph would have nothing to do
    command = [str(SERVER), "start", str(folder), port]
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise FileNotFoundError(2, "not started", "a Neo4j server (Java 17 and Maven start one)")
    os.environ["NEO4J_URI"] = done.stdout.strip()
    try:
        yield
    finally:
        del os.environ["NEO4J_URI"]
        subprocess.run([str(SERVER), "stop", str(folder)], check=False)


def _in_a_process(*command: str | Path) -> dict[str, float]:
    line = [sys.executable, "-m", "tests.bench.bench_neo4j", *map(str, command)]
    done = subprocess.run(line, stdout=subprocess.PIPE, text=True, check=True, cwd=ROOT)
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


async def _import(source: Path, to: Path) -> dict[str, float]:
    await import_graph(source, to, embedder=WordLlamaEmbedder())
    return {}


async def push(folder: Path) -> dict[str, float]:
    """Load the graph of a folder into a database that holds nothing else, and return how long that takes."""
    await empty()
    async with opened() as bolt:
        began = time.perf_counter()
        await push_to_neo4j(folder, bolt)
        return {"push s": time.perf_counter() - began}


async def empty() -> None:
    """Wait for the server, and take everything out of the database but the mark of the tests."""
    for _ in range(_TRIES):
        with suppress(GraphUnavailable):  # a server that has just begun takes long for its first question
            await _awake()
            break
    async with opened() as bolt:
        while (await bolt.read(_LEFT))[0]["left"]:
            with suppress(GraphUnavailable):  # out of time: what is gone is gone
                await wipe(bolt)


async def _awake() -> None:
    bolt = Bolt(access())
    try:
        await bolt.read(_LEFT)
    finally:
        await bolt.close()


async def _serve(folder: Path) -> dict[str, float]:
    embedder = WordLlamaEmbedder()
    figures = await _resident(embedder)
    ask = Asker(folder, EmbeddedGraph.open(folder, embedder), await Neo4jGraph.open(Bolt(access()), embedder))
    try:
        return figures | await ask.figures()
    finally:
        await ask.close()


async def _resident(embedder: WordLlamaEmbedder) -> dict[str, float]:
    """Open the graph, ask for what a turn needs, and return what the process then holds."""
    from bot import serve  # noqa: F401  (what a running bot has loaded)
    from kgcore.assistant import Assistant  # noqa: F401

    graph = await Neo4jGraph.open(Bolt(access()), embedder)
    await graph.rank([Mention("a thing unheard of"), Mention("another one, misspelllt")])
    await graph.spot(["Does anything slow the progression of anything else in elderly people?"])
    begun = await graph.complete("a")
    await graph.neighbourhoods([e.id for e in begun])
    await graph.close()
    return {"resident MB": _memory()}


def _memory() -> float:
    lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


if __name__ == "__main__":
    what, *paths = sys.argv[1:]
    jobs = {"import": _import, "push": push, "serve": _serve}
    sys.stdout.write(json.dumps(asyncio.run(jobs[what](*map(Path, paths)))))  # type: ignore[operator]
