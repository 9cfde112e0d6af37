"""A graph of ADInt's size on both backends in one run, and KNOWNET's published look-ups beside them.

Runs against NEO4J_URI (a database for tests), or starts a server of its own (tests/servers/neo4j/neo4j.sh; 3 GB).
Import, push and serving each run in a process of their own, so that memory is theirs.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import random
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np

from kgcore.checker import Checker
from kgcore.embedding.wordllama import WordLlamaEmbedder
from kgcore.errors import GraphUnavailable
from kgcore.graph.embedded import EmbeddedGraph
from kgcore.graph.embedded.arrays import Arrays
from kgcore.graph.embedded.layout import read_manifest
from kgcore.graph.importers import import_graph
from kgcore.graph.neo4j import Bolt, Neo4jGraph, push
from kgcore.model import Mention, Triple, Verdict
from kgcore.ports import KnowledgeGraph, Pair
from kgcore.vocabulary import Vocabulary
from tests.bench import scale_folder
from tests.bench.knownet import verdict
from tests.servers.neo4j import access, opened, wipe

ROOT = Path(__file__).resolve().parents[2]
SERVER = ROOT / "tests" / "servers" / "neo4j" / "neo4j.sh"
ROUNDS, SEED = 120, 11
THEIR_PAIRS, POPULAR = 12, 40
_LEFT = "MATCH (n) WHERE NOT n:EvigraphTests RETURN count(n) AS left"
Claim = tuple[str, str, str]  # subject id, predicate, object id
TARGETS: dict[str, tuple[float, bool] | None] = {  # figure → target, and whether more is better
    "push s": (300, False),
    "ten claims, embedded, p95 ms": (3, False),
    "ten claims, Neo4j, p95 ms": (30, False),
    "ten claims, Neo4j, median ms": None,
    "round trips of checking ten claims": (6, False),
    "candidates of ten mentions, three by meaning, p95 ms": (150, False),
    "KNOWNET's look-ups, ms a claim": None,
    "times faster, Neo4j": (40, True),
    "times faster, embedded": (250, True),
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
def server() -> Iterator[None]:
    """Have NEO4J_URI name a server while this lasts."""
    if os.environ.get("NEO4J_URI"):
        yield
        return
    folder = Path(tempfile.gettempdir()) / "evigraph-bench" / "neo4j"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    environment = {**os.environ, "NEO4J_HEAP": os.environ.get("NEO4J_HEAP", "3g")}
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


async def _push(folder: Path) -> dict[str, float]:
    async with opened() as bolt:
        while (await bolt.read(_LEFT))[0]["left"]:
            with suppress(GraphUnavailable):  # out of time: what is gone is gone
                await wipe(bolt)
        began = time.perf_counter()
        await push(folder, bolt)
        return {"push s": time.perf_counter() - began}


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


class Asker:
    """Makes up claims: ends are drawn as often as they have edges, as popular things are asked about."""

    def __init__(self, folder: Path, embedded: EmbeddedGraph, neo4j: Neo4jGraph) -> None:
        self._arrays = Arrays(folder / read_manifest(folder).data)
        self._embedded, self._neo4j = embedded, neo4j
        self._bolt = neo4j._bolt
        self._predicates = embedded.info.predicates
        self._random = random.Random(SEED)  # noqa: S311

    async def figures(self) -> dict[str, float]:
        gc.freeze()  # as bot.wiring does when it serves
        questions = [self._pairs() for _ in range(ROUNDS)]
        here = await self._times(lambda pairs: _edges_and_paths(self._embedded, pairs), questions)
        there = await self._times(lambda pairs: _edges_and_paths(self._neo4j, pairs), questions)
        mentions = [await self._mentions() for _ in range(ROUNDS // 3)]
        linking = await self._times(self._neo4j.candidates, mentions)
        theirs, turned = await self._published()
        return {
            "ten claims, embedded, p95 ms": _p95(here),
            "ten claims, Neo4j, p95 ms": _p95(there),
            "ten claims, Neo4j, median ms": statistics.median(there),
            "candidates of ten mentions, three by meaning, p95 ms": _p95(linking),
            "KNOWNET's look-ups, ms a claim": theirs,
            "times faster, Neo4j": theirs / (statistics.median(there) / 10),
            "times faster, embedded": theirs / (statistics.median(here) / 10),
            **turned,
            **await self._popular(),
            **await self._verdicts(),
        }

    async def close(self) -> None:
        await self._embedded.close()
        await self._neo4j.close()

    async def _times(self, ask: Callable[[Any], Awaitable[object]], questions: list[Any]) -> list[float]:
        """Return milliseconds per question; the first tenth warms up."""
        times = []
        for question in questions:
            began = time.perf_counter()
            await ask(question)
            times.append((time.perf_counter() - began) * 1000)
        return times[len(times) // 10 :]

    async def _published(self) -> tuple[float, dict[str, float]]:
        """Return what a claim costs by the published look-ups, and what they and we make of claims turned round."""
        claims = [self._one_way() for _ in range(THEIR_PAIRS)]
        triples = await self._triples([(o, p, s) for s, p, o in claims])
        times, supported = [], 0
        for triple in triples:
            began = time.perf_counter()
            said = triple.subject.text, triple.predicate or "", triple.object.text
            supported += await verdict(self._bolt, *said) is Verdict.SUPPORTED
            times.append((time.perf_counter() - began) * 1000)
        ours = await self._checker(self._neo4j).check(triples)
        return statistics.median(times), {
            "claims turned round and supported, ours of 12": sum(c.verdict is Verdict.SUPPORTED for c in ours),
            "claims turned round and supported, KNOWNET of 12": supported,
        }

    async def _popular(self) -> dict[str, float]:
        pairs: list[Pair] = []
        while len(pairs) < POPULAR:
            a, b = self._end(), self._end()
            if a != b and not len(self._arrays.between(a, b)):
                pairs.append((self._id(a), self._id(b)))
        ours = sum([len(await self._neo4j.paths(pairs[at : at + 10])) for at in range(0, POPULAR, 10)])
        triples = await self._triples([(a, self._predicates[0].name, b) for a, b in pairs])
        said = [await verdict(self._bolt, t.subject.text, t.predicate or "", t.object.text) for t in triples]
        return {
            "popular unconnected pairs relevant, ours of 40": ours,
            "popular unconnected pairs relevant, KNOWNET of 40": sum(v is not Verdict.UNSURE for v in said),
        }

    async def _verdicts(self) -> dict[str, float]:
        """Check two hundred claims on both backends, and count the questions that ten of them take."""
        claims = [self._claim() for _ in range(140)]
        claims += [(self._id(self._end()), p, self._id(self._end())) for _, p, _ in claims[:60]]
        triples = await self._triples(claims)
        here = await self._checker(self._embedded).check(triples)
        there = await self._checker(self._neo4j).check(triples)
        before = self._bolt.trips
        await self._checker(self._neo4j).check(triples[135:145])
        return {
            "verdicts that differ between the backends, of 200": sum(a != b for a, b in zip(here, there, strict=True)),
            "round trips of checking ten claims": self._bolt.trips - before,
        }

    def _checker(self, graph: KnowledgeGraph) -> Checker:
        return Checker(graph, Vocabulary.of(graph.info.predicates))

    async def _triples(self, claims: list[Claim]) -> list[Triple]:
        names = await self._embedded.entities({id for s, _, o in claims for id in (s, o)})
        words = {p.name: p.words for p in self._predicates}
        return [Triple(Mention(names[s].name), words[p], Mention(names[o].name), predicate=p) for s, p, o in claims]

    async def _mentions(self) -> list[Mention]:
        """Seven names and three wordings that nobody has as a name."""
        entities = (await self._embedded.entities([self._id(self._end()) for _ in range(10)])).values()
        names = [e.name for e in entities]
        return [Mention(n) for n in names[:7]] + [Mention(f"{n.split()[0]} somewhat unheard of") for n in names[7:]]

    def _pairs(self) -> list[Pair]:
        claims = [self._claim() for _ in range(7)]
        return [*((s, o) for s, _, o in claims), *((self._id(self._end()), self._id(self._end())) for _ in range(3))]

    def _claim(self) -> Claim:
        edge = self._random.randrange(len(self._arrays.subject))
        ends = int(self._arrays.subject[edge]), int(self._arrays.object[edge])
        return self._id(ends[0]), self._predicates[int(self._arrays.predicate[edge])].name, self._id(ends[1])

    def _one_way(self) -> Claim:
        """Return an edge that says nothing of the other direction."""
        while True:
            edge = self._random.randrange(len(self._arrays.subject))
            ends = int(self._arrays.subject[edge]), int(self._arrays.object[edge])
            predicate = self._predicates[int(self._arrays.predicate[edge])]
            if not predicate.symmetric and len(self._arrays.between(*ends)) == 1 and not self._arrays.negated[edge]:
                return self._id(ends[0]), predicate.name, self._id(ends[1])

    def _end(self) -> int:
        edge = self._random.randrange(len(self._arrays.subject))
        return int((self._arrays.subject, self._arrays.object)[self._random.randrange(2)][edge])

    def _id(self, node: int) -> str:
        return self._arrays.ids([node])[0]


async def _edges_and_paths(graph: KnowledgeGraph, pairs: list[Pair]) -> None:
    await graph.edges_between(pairs)
    await graph.paths(pairs)


def _memory() -> float:
    lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


def _p95(times: list[float]) -> float:
    return float(np.percentile(times, 95))


if __name__ == "__main__":
    what, *paths = sys.argv[1:]
    jobs = {"import": _import, "push": _push, "serve": _serve}
    sys.stdout.write(json.dumps(asyncio.run(jobs[what](*map(Path, paths)))))  # type: ignore[operator]
