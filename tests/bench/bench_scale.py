"""A graph of ADInt's size: importing it, opening it, keeping it, and asking it for what a turn needs.

Import and serving each run in a process of their own (`python -m tests.bench.bench_scale …`), so that memory is theirs.
"""

from __future__ import annotations

import asyncio
import gc
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from kgcore.embedding.wordllama import WordLlamaEmbedder
from kgcore.exploration.exploration import goal_progress
from kgcore.graph.embedded import EmbeddedGraph
from kgcore.graph.embedded.arrays import Arrays
from kgcore.graph.embedded.layout import read_manifest
from kgcore.ingest.importing import import_graph
from kgcore.ports import Pair
from kgcore.recommendation.recommend import recommend_questions, shortlist_questions
from kgcore.turn.checking import Checker
from kgcore.values.model import Candidate, Mention, Triple
from kgcore.values.thread import Exploration, Step
from kgcore.vocabulary.vocabulary import Vocabulary
from tests.bench import scale_folder

ROUNDS = 300
SEED = 7
TARGETS: dict[str, float] = {
    "import s": 60,
    "import peak MB": 1500,
    "open s": 1,
    "resident MB": 600,
    "linking ten mentions p95 ms": 40,
    "edges + kin + paths p95 ms": 3,
    "verifying ten triples p95 ms": 3,
    "neighbourhood p95 ms": 10,
    "hub neighbourhood p95 ms": 10,
    "recommending p95 ms": 10,
}


def run(shared: Path) -> list[dict[str, Any]]:
    """Return the figures; raises FileNotFoundError where the tool that writes the graph is absent."""
    tables = scale_folder(shared)
    with tempfile.TemporaryDirectory() as room:
        figures = _in_a_process("import", tables, Path(room) / "graph")
        figures |= _in_a_process("serve", Path(room) / "graph")
    return [
        {"bench": "scale", "figure": figure, "value": value, "target": f"≤ {most:g}", "ok": value <= most}
        for figure, value in figures.items()
        for most in [TARGETS[figure]]
    ]


def _in_a_process(*command: str | Path) -> dict[str, float]:
    line = [sys.executable, "-m", "tests.bench.bench_scale", *map(str, command)]
    done = subprocess.run(line, capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2])
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


async def _import(source: Path, to: Path) -> dict[str, float]:
    began = time.perf_counter()
    await import_graph(source, to, embedder=WordLlamaEmbedder())
    return {"import s": time.perf_counter() - began, "import peak MB": memory("VmHWM")}


async def _serve(folder: Path) -> dict[str, float]:
    embedder = WordLlamaEmbedder()
    began = time.perf_counter()
    graph = Linked.open(folder, embedder)
    figures = {"open s": time.perf_counter() - began}
    gc.freeze()  # as bot.wiring does when it serves
    ask = Asker(graph, Arrays(folder / read_manifest(folder).data))
    for figure, question in ask.questions().items():
        figures[figure] = await _p95(question)
    figures["resident MB"] = memory("VmRSS")
    await graph.close()
    return figures


async def _p95(question: Callable[[], Awaitable[Callable[[], Awaitable[object]]]]) -> float:
    """Return the 95th percentile in milliseconds; what a round asks for is made up before the clock starts."""
    times = []
    for _ in range(ROUNDS):
        asked = await question()
        began = time.perf_counter()
        await asked()
        times.append(time.perf_counter() - began)
    return float(np.percentile(times[ROUNDS // 10 :], 95)) * 1000


class Linked(EmbeddedGraph):
    """Remembers what mentions mean, so that verifying can be measured without linking."""

    remembered: dict[Mention, tuple[Candidate, ...]] | None = None

    async def candidates(self, mentions: Sequence[Mention], top: int = 5) -> Sequence[tuple[Candidate, ...]]:
        if self.remembered is None:
            return await super().candidates(mentions, top)
        return [self.remembered[mention] for mention in mentions]


class Asker:
    """Makes up questions: ends are drawn as often as they have edges, as popular things are asked about."""

    def __init__(self, graph: Linked, arrays: Arrays) -> None:
        self._graph = graph
        self._arrays = arrays
        self._random = random.Random(SEED)  # noqa: S311
        self._vocabulary = Vocabulary.of(graph.info.predicates)
        self._checker = Checker(graph, self._vocabulary)
        self._hub = arrays.ids([int(arrays.degree.argmax())])
        self._steps: list[Step] = []

    def questions(self) -> dict[str, Callable[[], Awaitable[Callable[[], Awaitable[object]]]]]:
        return {
            "linking ten mentions p95 ms": self._linking,
            "edges + kin + paths p95 ms": self._raw,
            "verifying ten triples p95 ms": self._verifying,
            "neighbourhood p95 ms": self._neighbourhood,
            "hub neighbourhood p95 ms": self._at_hub,
            "recommending p95 ms": self._recommending,
        }

    async def _linking(self) -> Callable[[], Awaitable[object]]:
        ids = [self._end() for _ in range(10)]
        entities = await self._graph.entities(ids)
        mentions = [Mention(self._slip(entities[id].name)) for id in ids]
        return lambda: self._graph.candidates(mentions)

    async def _raw(self) -> Callable[[], Awaitable[object]]:
        pairs = [*(self._edge() for _ in range(10)), *((self._end(), self._end()) for _ in range(20))]

        async def ask() -> None:
            await self._graph.edges_between(pairs)
            await self._graph.relatives({id for pair in pairs[10:20] for id in pair})
            await self._graph.paths(pairs[8:18])

        return ask

    async def _verifying(self) -> Callable[[], Awaitable[object]]:
        pairs = [*(self._edge() for _ in range(7)), *((self._end(), self._end()) for _ in range(3))]
        entities = await self._graph.entities({id for pair in pairs for id in pair})
        predicates = self._random.choices(self._graph.info.predicates, k=10)
        triples = [
            Triple(Mention(entities[a].name), predicate.words, Mention(entities[b].name))
            for (a, b), predicate in zip(pairs, predicates, strict=True)
        ]
        mentions = [mention for t in triples for mention in (t.subject, t.object)]
        self._graph.remembered = None
        found = await self._graph.candidates(mentions)
        self._graph.remembered = dict(zip(mentions, found, strict=True))
        return lambda: self._checker.check(triples)

    async def _neighbourhood(self) -> Callable[[], Awaitable[object]]:
        ids = [self._end(), self._end()]
        return lambda: self._graph.neighbourhoods(ids)

    async def _at_hub(self) -> Callable[[], Awaitable[object]]:
        return lambda: self._graph.neighbourhoods(self._hub)

    async def _recommending(self) -> Callable[[], Awaitable[object]]:
        """One more answer of a thread about the hub, in threads of six answers that name two things each."""
        if len(self._steps) == 6:
            self._steps = []
        named = (self._end(), self._end())
        self._steps.append(
            Step(f"t{len(self._steps)}", "", named if self._steps else (*self._hub, *named), typed=False)
        )
        ids = [id for step in self._steps for id in step.focus]
        exploration = Exploration(tuple(self._steps), tuple((await self._graph.entities(ids)).values()))

        async def ask() -> None:
            around = await self._graph.neighbourhoods(exploration.sources)
            recommend_questions(shortlist_questions(exploration, around, self._vocabulary))
            goal_progress(exploration, around)

        return ask

    def _end(self) -> str:
        return self._edge()[self._random.randrange(2)]

    def _edge(self) -> Pair:
        edge = self._random.randrange(len(self._arrays.subject))
        a, b = self._arrays.ids([int(self._arrays.subject[edge]), int(self._arrays.object[edge])])
        return a, b

    def _slip(self, name: str) -> str:
        """Every second name loses a letter."""
        at = self._random.randrange(2 * len(name))
        return name[:at] + name[at + 1 :]


def memory(which: str) -> float:
    """Return a line of /proc/self/status in MB: VmHWM is the peak, VmRSS what is resident now."""
    lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith(which))


if __name__ == "__main__":
    what, *paths = sys.argv[1:]
    job = _import(Path(paths[0]), Path(paths[1])) if what == "import" else _serve(Path(paths[0]))
    sys.stdout.write(json.dumps(asyncio.run(job)))
