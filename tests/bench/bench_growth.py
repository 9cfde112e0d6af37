"""How import and questions grow with a graph shaped as literature graphs are (see growth_graph).

    python -m tests.bench growth [--sizes 0.1,1,4,10] [--docs]      sizes in million edges; without 10: ten minutes
    python -m tests.bench growth --neo4j [--sizes 0.1,1]            the same graphs on Neo4j: growth_neo4j.py

KNOWNET's published look-ups are asked of the same graph beside ours, where a Neo4j can be started (a JDK and Maven) or
NEO4J_URI names one for tests: it gets nodes and relations alone, which is all that they look at. They read all names,
so that the larger the graph, the more they take; what is wanted is wanted at 4 million edges.

Import and serving each run in a process of their own, so that memory is theirs. Times are of the processor, so that
what else runs on the machine does not count. `--docs` renews docs/performance.md and its chart.
"""

from __future__ import annotations

import asyncio
import gc
import json
import math
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from kgcore.embedding.wordllama import WordLlamaEmbedder
from kgcore.graph.embedded import EmbeddedGraph
from kgcore.graph.embedded.arrays import Arrays
from kgcore.graph.embedded.layout import read_manifest
from kgcore.ingest.importing import import_graph
from tests.bench import growth_neo4j, knownet
from tests.bench.bench_neo4j import empty, server
from tests.bench.bench_scale import Asker, Linked
from tests.bench.both_backends import TIMES, TIMES_WANTED, BesidePublished
from tests.bench.growth_answers import HUB, RESIDENT, TURN
from tests.bench.growth_graph import write_predications, write_tables
from tests.bench.growth_neo4j import LARGEST
from tests.bench.growth_page import NEO4J_PAGE, Figure, write_page, write_table
from tests.servers.neo4j import opened, wipe

SIZES = (0.1, 1.0, 4.0)  # million edges
PREDICATIONS = (0.25, 1.0)  # million rows of SemMedDB's own table
SEMMEDDB = 130  # million rows that it has
ROUNDS, WARM = 100, 10
IMPORT, PEAK, DISK = "import, CPU s", "import, peak MB", "disk, × the TSV"
NAMES = {
    "edges + kin + paths p95 ms": "edges, kin and paths of ten pairs, p95 CPU ms",
    "verifying ten triples p95 ms": "verifying ten of random pairs, p95 CPU ms",
    "recommending p95 ms": "recommending, p95 CPU ms",
    "linking ten mentions p95 ms": "linking ten mentions, p95 CPU ms",
}
WANTED: dict[str, float] = {
    IMPORT: 300,
    PEAK: 2500,
    DISK: 1.6,
    HUB: 400,
    NAMES["edges + kin + paths p95 ms"]: 15,
    NAMES["verifying ten triples p95 ms"]: 15,
    NAMES["recommending p95 ms"]: 40,
    RESIDENT: 350,
}
IMPORT_WANTED = {1.0: 25.0, 4.0: 110.0, 10.0: 300.0}
TURN_GROWS = 1.3  # times that of the smallest graph
ROW_WANTED, EXPONENT_WANTED = 25.0, 1.05  # µs a row of SemMedDB's; of the last step


def run(shared: Path, sizes: Sequence[float] = SIZES, docs: bool = False, neo4j: bool = False) -> list[dict[str, Any]]:
    """Return the figures, and print them by size; on Neo4j, where that is asked for, instead of the embedded backend.

    Raises FileNotFoundError where no Neo4j can be started.
    """
    rows = _on_neo4j(sizes) if neo4j else _embedded(sizes)
    Console().print(_table(rows, sizes))
    if docs and neo4j:
        write_table(NEO4J_PAGE, rows, sizes)
    elif docs:
        write_page(rows, tuple(sizes))
    return [
        {"bench": "growth", "figure": f"{row.name}{at}", "value": value, "target": row.wanted, "ok": ok}
        for row in rows
        for at, value, ok in row.each()
    ]


def _embedded(sizes: Sequence[float]) -> list[Figure]:
    found = {size: _measure(size) for size in sizes}
    names = dict.fromkeys(name for figures in found.values() for name in figures)
    return [*(_figure(name, found) for name in names), _exponent(IMPORT, found), *_predications()]


def _on_neo4j(sizes: Sequence[float]) -> list[Figure]:
    found = {}
    for size in sizes:
        tables = _tables(size)
        with tempfile.TemporaryDirectory() as room:
            _in_a_process("import", tables, Path(room) / "graph")
            found[size] = growth_neo4j.measure(tables, Path(room) / "graph")
    return growth_neo4j.figures_of(found)


def _figure(name: str, found: Mapping[float, Mapping[str, float]]) -> Figure:
    values = {size: figures[name] for size, figures in found.items() if name in figures}
    if name == TIMES:
        ok = {size: value >= TIMES_WANTED if size >= LARGEST else None for size, value in values.items()}
        return Figure(name, f"≥ {TIMES_WANTED:g} at {LARGEST:g} M", values, ok)
    most, first = WANTED.get(name), min(values)
    limits = dict.fromkeys(values, most)
    if name == IMPORT:
        limits = {size: IMPORT_WANTED.get(size, most) for size in values}
    if name == TURN:
        limits = dict.fromkeys(values, TURN_GROWS * values[first])
    wanted = f"≤ {most:g}" if most else ""
    if name == IMPORT:
        wanted = "≤ 300; 1 M ≤ 25, 4 M ≤ 110"
    if name == TURN:
        wanted = f"≤ {TURN_GROWS} × that of {first:g} M"
    return Figure(name, wanted, values, {s: None if m is None else values[s] <= m for s, m in limits.items()})


def _exponent(name: str, found: Mapping[float, Mapping[str, float]]) -> Figure:
    """Return how a figure grows from the last size but one to the last: 1 is in step with the edges."""
    values = {
        b: math.log(found[b][name] / found[a][name]) / math.log(b / a)
        for a, b in zip(sorted(found), sorted(found)[1:], strict=False)
    }
    ok = {size: value <= EXPONENT_WANTED if size == max(values) else None for size, value in values.items()}
    return Figure(f"{name}: exponent of the step", f"the last ≤ {EXPONENT_WANTED}", values, ok)


def _predications() -> list[Figure]:
    """Return what SemMedDB's own table takes a row, and on paper what all of it takes."""
    spent = {}
    for size in PREDICATIONS:
        with tempfile.TemporaryDirectory() as room:
            table = Path(room) / "PREDICATION.csv"
            write_predications(int(size * 1e6), table)
            spent[size] = _in_a_process("import", table, Path(room) / "graph")[IMPORT]
    few, many = PREDICATIONS
    exponent = max(math.log(spent[many] / spent[few]) / math.log(many / few), 1.0)
    row = spent[many] / many
    hours = row * SEMMEDDB * (SEMMEDDB / many) ** (exponent - 1) / 3600
    return [
        Figure("a row of SemMedDB's 15 columns, CPU µs", f"≤ {ROW_WANTED:g}", {many: row}, {many: row <= ROW_WANTED}),
        Figure(f"SemMedDB's {SEMMEDDB} M rows on paper, h", "", {many: hours}, {many: None}),
    ]


def _tables(size: float) -> Path:
    tables = Path(tempfile.gettempdir()) / "evigraph-bench" / f"growth-{int(size * 1e6)}"
    if not (tables / "edges.tsv").is_file():
        write_tables(int(size * 1e6), tables)
    return tables


def _measure(size: float) -> dict[str, float]:
    tables = _tables(size)
    with tempfile.TemporaryDirectory() as room:
        graph = Path(room) / "graph"
        figures = _in_a_process("import", tables, graph)
        figures[DISK] = _bytes_below(graph) / _bytes_below(tables)
        figures |= _in_a_process("ask", graph)
        figures |= _run("tests.bench.growth_answers", graph)
        return figures | _beside_published(graph)


def _beside_published(graph: Path) -> dict[str, float]:
    """Return what KNOWNET's look-ups take of the same graph; nothing where there is no Neo4j for them."""
    try:
        with server(growth_neo4j.HEAP):
            return _in_a_process("published", graph)
    except FileNotFoundError as error:
        Console(stderr=True).print(f"KNOWNET's look-ups are not measured: {error.strerror} ({error.filename}).")
        return {}


def _bytes_below(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _in_a_process(*command: str | Path) -> dict[str, float]:
    return _run("tests.bench.bench_growth", *command)


def _run(module: str, *command: str | Path) -> dict[str, float]:
    line = [sys.executable, "-m", module, *map(str, command)]
    done = subprocess.run(line, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2])
    if done.returncode:
        raise RuntimeError(done.stderr[-2000:])
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


# ── each in a process of its own ────────────────────────────────────────────────────────────────────────────────────


async def _import(source: Path, to: Path) -> dict[str, float]:
    began = time.process_time()
    await import_graph(source, to, embedder=WordLlamaEmbedder())
    spent = time.process_time() - began
    return {IMPORT: spent, PEAK: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}


async def _ask(folder: Path) -> dict[str, float]:
    graph = Linked.open(folder, WordLlamaEmbedder())
    gc.freeze()  # as bot.wiring does when it serves
    ask = Asker(graph, Arrays(folder / read_manifest(folder).data))
    figures = {NAMES[name]: await _p95(question) for name, question in ask.questions().items() if name in NAMES}
    await graph.close()
    return figures


async def _p95(question: Callable[[], Awaitable[Callable[[], Awaitable[object]]]]) -> float:
    times = []
    for _ in range(ROUNDS):
        asked = await question()
        began = time.process_time()
        await asked()
        times.append((time.process_time() - began) * 1000)
    return float(np.percentile(times[WARM:], 95))


async def _published(folder: Path) -> dict[str, float]:
    graph = EmbeddedGraph.open(folder, WordLlamaEmbedder())
    gc.freeze()  # as bot.wiring does when it serves
    await empty()
    async with opened() as bolt:
        await knownet.load(folder, graph, bolt)
        figures = await BesidePublished(folder, graph, bolt).times_faster({TIMES: graph})
        await wipe(bolt)
    await graph.close()
    return figures


def _table(rows: Sequence[Figure], sizes: Sequence[float]) -> Table:
    table = Table("figure", *(f"{size:g} M" for size in sizes), "wanted")
    for row in rows:
        table.add_row(row.name, *(row.cell(size) for size in sizes), row.wanted)
    return table


if __name__ == "__main__":
    what, *paths = sys.argv[1:]
    if what == "import":
        job = _import(Path(paths[0]), Path(paths[1]))
    else:
        job = {"ask": _ask, "published": _published}[what](Path(paths[0]))
    sys.stdout.write(json.dumps(asyncio.run(job)))
