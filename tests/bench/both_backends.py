"""Makes up claims about a graph that lies on both backends, and measures how both answer."""

from __future__ import annotations

import gc
import random
import statistics
import time
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, cast

import numpy as np

from kgcore.graph.embedded import EmbeddedGraph
from kgcore.graph.embedded.arrays import Arrays
from kgcore.graph.embedded.layout import read_manifest
from kgcore.graph.neo4j import Bolt, Neo4jGraph
from kgcore.ports import KnowledgeGraph, Pair
from kgcore.turn.checking import Checker
from kgcore.values.model import Mention, Triple
from kgcore.verdicts import Verdict
from kgcore.vocabulary.vocabulary import Vocabulary
from tests.bench.knownet import verdict

ROUNDS, WARM, SEED = 120, 60, 11  # rounds that warm up: Neo4j compiles what it is asked often
THEIR_PAIRS, THEIR_WARM, POPULAR = 12, 4, 40
THEIRS, TIMES = "KNOWNET's look-ups, ms a claim", "× KNOWNET's look-ups"
TIMES_WANTED, TIMES_WANTED_NEO4J = 250.0, 62.0  # of ours on the embedded backend, and on Neo4j
COUNTED = ("edges_between", "relatives", "paths")
Claim = tuple[str, str, str]  # subject id, predicate, object id


class Watched:
    """A graph that notes in `spent` the seconds that edges, kin and paths took."""

    def __init__(self, graph: KnowledgeGraph) -> None:
        self._graph = graph
        self.spent = 0.0

    def __getattr__(self, name: str) -> Any:
        asked = getattr(self._graph, name)
        return partial(self._timed, asked) if name in COUNTED else asked

    async def _timed(self, ask: Callable[[Any], Awaitable[Any]], question: Any) -> Any:
        began = time.perf_counter()
        try:
            return await ask(question)
        finally:
            self.spent += time.perf_counter() - began


class BesidePublished:
    """Makes up claims, and measures KNOWNET's published look-ups on Neo4j beside ours; ends are drawn as often as they
    have edges, as popular things are asked about.
    """

    def __init__(self, folder: Path, embedded: EmbeddedGraph, bolt: Bolt) -> None:
        self._arrays = Arrays(folder / read_manifest(folder).data)
        self._embedded, self._bolt = embedded, bolt
        self._predicates = embedded.info.predicates
        self._random = random.Random(SEED)  # noqa: S311

    async def times_faster(self, graphs: Mapping[str, KnowledgeGraph]) -> dict[str, float]:
        """Return what a claim costs by their look-ups, and by the name of each graph's figure how many times that is
        what it costs by ours: edges, kin and paths, by the clock, in the median.
        """
        questions = [await self._triples(self._ten()) for _ in range(WARM + ROUNDS)]
        for _ in range(THEIR_WARM):
            await self._published(await self._turned_round())
        theirs, _ = await self._published(await self._turned_round())
        figures = {THEIRS: theirs}
        for name, graph in graphs.items():
            _, alone = await self._checks(graph, questions)
            figures[name] = theirs / (statistics.median(alone) / 10)
        return figures

    async def _turned_round(self) -> list[Triple]:
        return await self._triples([(o, p, s) for s, p, o in [self._one_way() for _ in range(THEIR_PAIRS)]])

    async def _published(self, triples: list[Triple]) -> tuple[float, list[Verdict]]:
        """Return the milliseconds of a claim by the published look-ups, and what they make of each."""
        times, said = [], []
        for triple in triples:
            began = time.perf_counter()
            said.append(await verdict(self._bolt, triple.subject.text, triple.predicate or "", triple.object.text))
            times.append((time.perf_counter() - began) * 1000)
        return statistics.median(times), said

    async def _checks(self, graph: KnowledgeGraph, questions: list[list[Triple]]) -> tuple[list[float], list[float]]:
        """Return milliseconds per check of ten claims: of the whole, linking included, and of `COUNTED` alone."""
        watched = Watched(graph)
        checker = self._checker(cast("KnowledgeGraph", watched))
        whole, alone = [], []
        for triples in questions:
            watched.spent, began = 0.0, time.perf_counter()
            await checker.check(triples)
            whole.append((time.perf_counter() - began) * 1000)
            alone.append(watched.spent * 1000)
        return whole[WARM:], alone[WARM:]

    def _checker(self, graph: KnowledgeGraph) -> Checker:
        return Checker(graph, Vocabulary.of(graph.info.predicates))

    async def _triples(self, claims: list[Claim]) -> list[Triple]:
        names = await self._embedded.entities({id for s, _, o in claims for id in (s, o)})
        words = {p.name: p.words for p in self._predicates}
        return [Triple(Mention(names[s].name), words[p], Mention(names[o].name), predicate=p) for s, p, o in claims]

    def _ten(self) -> list[Claim]:
        """Return seven claims that the graph knows about, and three about any two things."""
        known = [self._claim() for _ in range(7)]
        return [*known, *((self._id(self._end()), p, self._id(self._end())) for _, p, _ in known[:3])]

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


class Asker(BesidePublished):
    """Asks both backends the same."""

    def __init__(self, folder: Path, embedded: EmbeddedGraph, neo4j: Neo4jGraph) -> None:
        super().__init__(folder, embedded, neo4j._bolt)
        self._neo4j = neo4j

    async def figures(self) -> dict[str, float]:
        gc.freeze()  # as bot.wiring does when it serves
        questions = [await self._triples(self._ten()) for _ in range(WARM + ROUNDS)]
        here, here_alone = await self._checks(self._embedded, questions)
        there, there_alone = await self._checks(self._neo4j, questions)
        linking = await self._linking()
        turned = await self._turned_round()
        theirs, said = await self._published(turned)
        ours = await self._checker(self._neo4j).check(turned)
        return {
            "edges, kin and paths of ten claims, embedded, p95 ms": _p95(here_alone),
            "edges, kin and paths of ten claims, Neo4j, p95 ms": _p95(there_alone),
            "edges, kin and paths of ten claims, Neo4j, median ms": statistics.median(there_alone),
            "checking ten claims, embedded, p95 ms": _p95(here),
            "checking ten claims, embedded, median ms": statistics.median(here),
            "checking ten claims, Neo4j, p95 ms": _p95(there),
            "checking ten claims, Neo4j, median ms": statistics.median(there),
            "candidates of ten mentions, three by meaning, p95 ms": _p95(linking),
            THEIRS: theirs,
            "times faster, edges, kin and paths, Neo4j": theirs / (statistics.median(there_alone) / 10),
            "times faster, edges, kin and paths, embedded": theirs / (statistics.median(here_alone) / 10),
            "times faster, whole check with linking, Neo4j": theirs / (statistics.median(there) / 10),
            "times faster, whole check with linking, embedded": theirs / (statistics.median(here) / 10),
            "claims turned round and supported, ours of 12": sum(c.verdict is Verdict.SUPPORTED for c in ours),
            "claims turned round and supported, KNOWNET of 12": said.count(Verdict.SUPPORTED),
            **await self._popular(),
            **await self.verdicts(),
        }

    def by_figure(self) -> dict[str, KnowledgeGraph]:
        """Return both graphs by the names of their figures."""
        return {f"{TIMES}, embedded": self._embedded, f"{TIMES}, Neo4j": self._neo4j}

    async def close(self) -> None:
        await self._embedded.close()
        await self._neo4j.close()

    async def _linking(self) -> list[float]:
        """Return milliseconds per ten mentions."""
        times = []
        for _ in range(WARM // 4 + ROUNDS // 3):
            mentions = await self._mentions()
            began = time.perf_counter()
            await self._neo4j.candidates(mentions)
            times.append((time.perf_counter() - began) * 1000)
        return times[WARM // 4 :]

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

    async def verdicts(self) -> dict[str, float]:
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

    async def _mentions(self) -> list[Mention]:
        """Seven names and three wordings that nobody has as a name."""
        entities = (await self._embedded.entities([self._id(self._end()) for _ in range(10)])).values()
        names = [e.name for e in entities]
        return [Mention(n) for n in names[:7]] + [Mention(f"{n.split()[0]} somewhat unheard of") for n in names[7:]]


def _p95(times: list[float]) -> float:
    return float(np.percentile(times, 95))
