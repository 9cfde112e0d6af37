"""Reasoning: which disease several findings point to, beside simpler ways to tell, and how long evidence takes.

EMCKG's patient questions, with the question's entities given and from the text alone; and HPO, by construction: four
phenotypes of one disease and one stranger, in clinicians' and in patients' words. Rivals: neighbours alone, shortest
paths alone, and BM25 over what the graph says of each disease.

python -m tests.bench reasoning
"""

from __future__ import annotations

import asyncio
import json
import math
import random
import re
import string
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kgcore.embedding.wordllama import WordLlamaEmbedder
from kgcore.graph import is_imported
from kgcore.graph.embedded import EmbeddedGraph
from kgcore.graph.embedded.arrays import Arrays
from kgcore.graph.embedded.layout import read_manifest
from kgcore.ingest.importing import import_graph
from kgcore.turn.mining import mine_paths
from kgcore.turn.reasoning import Reasoner, Reasoning, feature_predicates
from kgcore.values.model import Entity, Mention
from kgcore.vocabulary.vocabulary import Vocabulary
from tests.bench import hpo_maxo_folder

EMBEDDER = WordLlamaEmbedder()
SEED = 19
MINED = 60  # times that evidence is looked for
CASES = 60  # of HPO, in each kind of words
_TOLD, _OTHER = 4, 1
_SAID = (
    "Patient with {}, {}, {}, {} and {}. What could it be?",
    "A child presents with {}, {}, {}, {} and {}.",
    "I have {}, {}, {}, {} and {}. What do I have?",
)
_WORD = re.compile(r"[a-z]{3,}")
Ranked = Sequence[str]  # ids, best first


@dataclass(frozen=True, slots=True)
class Case:
    """A question with the ids of what is right, the entities that are given, and how the disease is told."""

    text: str
    right: frozenset[str]
    given: tuple[str, ...] = ()
    told: str = ""


def run(shared: Path) -> list[dict[str, Any]]:
    """Return one row per figure; raises FileNotFoundError without the larger graphs."""
    emckg = shared / "data" / "kg" / "emckg"
    (emckg / "gold_dev.jsonl").stat()
    with tempfile.TemporaryDirectory(prefix="evigraph-bench-") as scratch:
        rows = asyncio.run(_patients(emckg, Path(scratch) / "emckg"))
        rows += asyncio.run(_diagnoses(hpo_maxo_folder(shared), Path(scratch) / "hpo"))
        return rows + asyncio.run(_evidence(shared / "data" / "kg" / "hetionet", Path(scratch) / "hetionet"))


async def _opened(source: Path, to: Path) -> EmbeddedGraph:
    if is_imported(source):
        return EmbeddedGraph.open(source, EMBEDDER)
    await import_graph(source, to, embedder=EMBEDDER)
    return EmbeddedGraph.open(to, EMBEDDER)


# ── patients' questions ─────────────────────────────────────────────────────────────────────────────────────────────


async def _patients(folder: Path, to: Path) -> list[dict[str, Any]]:
    graph = await _opened(folder / "triples.txt", to)
    rivals = await Rivals.of(graph)
    reasoner = Reasoner(graph, Vocabulary.of(graph.info.predicates))
    cases, strange = _emckg(folder, rivals.by_name)
    found = [await reasoner.reason(c.text) for c in cases]
    given = [await reasoner.reason(c.text, c.given) for c in cases]
    rows = list(_shares("EMCKG, entities given", cases, map(ids_of, given), (0.72, 0.88)))
    rows += _shares("EMCKG, text alone", cases, map(ids_of, found), (0.70, 0.82))
    told = [(c, ids_of(f)) for c, f in zip(cases, found, strict=True) if c.told == "symptoms"]
    rows += _shares("EMCKG, only symptoms told", [c for c, _ in told], [f for _, f in told], (0.35, 0.70))
    for name, rank in (("neighbours", rivals.neighbours), ("shortest paths", rivals.paths), ("BM25", rivals.words)):
        rows += _shares(f"EMCKG, entities given, {name} alone", cases, [await rank(c) for c in cases], None)
    lacking = [await reasoner.reason(text) for text in strange]
    said = sum(bool(one.missing) for one in lacking) / len(lacking)
    rows.append(_row(f"EMCKG, a named disease that it lacks is said to be missing ({len(lacking)})", said, 0.9))
    invented = await _invented(graph, [*found, *given, *lacking])
    rows.append(_row("EMCKG, evidence shown that is not in the graph", invented, 0, ok=not invented))
    await graph.close()
    return rows


def _emckg(folder: Path, by_name: Mapping[str, str]) -> tuple[list[Case], list[str]]:
    """Return the questions on diseases that the graph has, and those that name one that it lacks."""
    lines = (folder / "questions_dev.jsonl").read_text(encoding="utf-8").splitlines()
    asked = {q["id"]: q for q in map(json.loads, lines)}
    cases, strange = [], []
    for gold in map(json.loads, (folder / "gold_dev.jsonl").read_text(encoding="utf-8").splitlines()):
        question = asked[gold["id"]]
        if gold["in_graph"]:
            right = by_name[gold["gold"].replace("_", " ").casefold()]
            entities = tuple(question["question_entities"])
            cases.append(Case(question["question"], frozenset({right}), entities, gold["told"]))
        elif gold["told"] == "named":
            strange.append(question["question"])
    return cases, strange


# ── diagnoses by construction ───────────────────────────────────────────────────────────────────────────────────────


async def _diagnoses(folder: Path, to: Path) -> list[dict[str, Any]]:
    graph = await _opened(folder, to)
    reasoner = Reasoner(graph, Vocabulary.of(graph.info.predicates))
    rows: list[dict[str, Any]] = []
    rivals = await Rivals.of(graph, types=("Disease",))
    for kind in ("clinicians'", "patients'"):
        cases = await _constructed(folder, graph, plain=kind == "patients'")
        seconds, found = [], []
        for case in cases:
            began = time.perf_counter()
            found.append(await reasoner.reason(case.text))
            seconds.append(time.perf_counter() - began)
        rows += _shares(f"HPO, {kind} words", cases, map(ids_of, found), (0.80, 0.97), most=10)
        rows += _shares(f"HPO, {kind} words, BM25 alone", cases, [await rivals.words(c) for c in cases], None, most=10)
        slow = sorted(seconds)[int(0.95 * len(seconds))] * 1000
        rows.append(_row(f"HPO, {kind} words: ms a question, p95", round(slow), None))
        invented = await _invented(graph, found)
        rows.append(_row(f"HPO, {kind} words: evidence not in the graph", invented, 0, ok=not invented))
    await graph.close()
    return rows


async def _constructed(folder: Path, graph: EmbeddedGraph, *, plain: bool) -> list[Case]:
    """Return cases: four phenotypes of a disease and one that it has not; the disease is right under all its ids."""
    has: dict[str, set[str]] = defaultdict(set)
    with (folder / "edges.tsv").open(encoding="utf-8") as lines:
        next(lines)
        for line in lines:
            _, subject, predicate, object, negated, *_ = line.split("\t")
            if predicate == "HAS_PHENOTYPE" and negated == "false":
                has[subject].add(object)
    chance = random.Random(SEED)  # noqa: S311
    every = sorted({p for some in has.values() for p in some})
    known = await graph.entities(every)
    names = await graph.entities(list(has))
    same: dict[str, set[str]] = defaultdict(set)
    for id, entity in names.items():
        same[entity.name.casefold()].add(id)
    rich = sorted(id for id, some in has.items() if len(some) >= 2 * _TOLD)
    cases = []
    for id in chance.sample(rich, CASES):
        told = chance.sample(sorted(has[id]), _TOLD)
        other = chance.choice([p for p in chance.sample(every, 50) if p not in has[id]])
        said = [_said(known[p], chance, plain=plain) for p in (*told, other)]
        chance.shuffle(said)
        text = chance.choice(_SAID[2:] if plain else _SAID[:2]).format(*said)
        cases.append(Case(text, frozenset(same[names[id].name.casefold()])))
    return cases


def _said(entity: Entity, chance: random.Random, *, plain: bool) -> str:
    names = [n for n in entity.synonyms if n.islower() or n[1:].islower()] if plain else []
    name = chance.choice(sorted(names)) if names else entity.name
    return name[:1].lower() + name[1:] if name[1:2].islower() else name


# ── what joins several things ───────────────────────────────────────────────────────────────────────────────────────


async def _evidence(folder: Path, to: Path) -> list[dict[str, Any]]:
    graph = await _opened(folder, to)
    chance = random.Random(SEED)  # noqa: S311
    some = [e for letter in string.ascii_lowercase for e in await graph.complete(letter, 20)]
    seconds = []
    for _ in range(MINED):
        began = time.process_time()
        await mine_paths(graph, chance.sample(some, 5))
        seconds.append(time.process_time() - began)
    await graph.close()
    slow = sorted(seconds)[int(0.95 * len(seconds))] * 1000
    figure = "Hetionet: evidence for five things within three steps, ms of CPU, p95"
    return [{"bench": "reasoning", "figure": figure, "value": round(slow), "target": "≤ 150", "ok": slow <= 150}]


# ── simpler ways ────────────────────────────────────────────────────────────────────────────────────────────────────


class Rivals:
    """Ranks candidates by one kind of evidence alone; candidates are what the graph says to have features."""

    def __init__(
        self, graph: EmbeddedGraph, near: Mapping[str, Collection[str]], entities: Mapping[str, Entity]
    ) -> None:
        self._graph, self._near = graph, near
        self._names = {id: e.name for id, e in entities.items()}
        self.by_name = {e.name.casefold(): id for id, e in entities.items()}
        self._documents = {id: Counter(self._of(id)) for id in near}
        self._often = Counter(w for words in self._documents.values() for w in words)
        self._length = sum(sum(d.values()) for d in self._documents.values()) / max(1, len(self._documents))

    @classmethod
    async def of(cls, graph: EmbeddedGraph, types: Sequence[str] = ()) -> Rivals:
        """Return the rivals over a whole graph: candidates of some types, or all that have features."""
        features = feature_predicates(Vocabulary.of(graph.info.predicates))
        every = await _every(graph)
        ids = [id for id, e in every.items() if not types or e.type in types]
        near: dict[str, Collection[str]] = {}
        around = await graph.neighbourhoods(ids, 200)
        for id in ids:
            edges = [(n.entity.id, e) for n in around[id].best for e in n.edges] if id in around else []
            has = {other for other, e in edges if e.subject == id and e.predicate in features}
            if has:
                near[id] = has
        return cls(graph, near, every)

    def _of(self, id: str) -> list[str]:
        said = " ".join([self._names[id], *(self._names.get(n, "") for n in self._near[id])])
        return _WORD.findall(said.lower())

    async def neighbours(self, case: Case) -> Ranked:
        """Return the candidates that most of the given things are joined to."""
        clues = await self._linked(case.given)
        return _by(self._near, lambda id: sum(c in self._near[id] or c == id for c in clues))

    async def paths(self, case: Case) -> Ranked:
        """Return the candidates from which the ways to the given things are shortest: itself, one edge, two, none."""
        clues = await self._linked(case.given)
        around = {id: n.ids for id, n in (await self._graph.neighbourhoods(clues, 1)).items()} if clues else {}

        def closeness(id: str) -> float:
            whole = 0.0
            for clue in clues:
                beside = around.get(clue, frozenset())
                whole += 3 if clue == id else 1 if id in beside else 0.5 * bool(set(self._near[id]) & beside)
            return whole

        return _by(self._near, closeness)

    async def words(self, case: Case) -> Ranked:
        """Return the candidates by BM25 of the text over their names and features."""
        asked, total = set(_WORD.findall(case.text.lower())), len(self._documents)

        def score(id: str) -> float:
            document = self._documents[id]
            long = 0.25 + 0.75 * sum(document.values()) / self._length
            return sum(
                math.log(1 + (total - self._often[w] + 0.5) / (self._often[w] + 0.5))
                * (document[w] * 2.2 / (document[w] + 1.2 * long))
                for w in asked
                if w in document
            )

        return _by(self._near, score)

    async def _linked(self, given: Sequence[str]) -> list[str]:
        known = await self._graph.entities(given)
        found = await self._graph.rank([Mention(n) for n in given if n not in known], 1)
        return [*known, *(r.candidates[0].entity.id for r in found if r.candidates and r.linked)]


async def _every(graph: EmbeddedGraph) -> dict[str, Entity]:
    folder = graph.folder
    arrays = Arrays(folder / read_manifest(folder).data)
    ids = arrays.ids(list(range(graph.info.entities)))
    return dict(await graph.entities(ids))


def _by(candidates: Iterable[str], score: Any) -> Ranked:
    scored = {id: score(id) for id in candidates}
    return [id for id in sorted(scored, key=lambda id: (-scored[id], id)) if scored[id] > 0]


# ── figures ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def ids_of(found: Reasoning) -> Ranked:
    """Return the candidates' ids, best first."""
    return [c.entity.id for c in found.candidates]


def _shares(
    what: str, cases: Sequence[Case], ranked: Iterable[Ranked], least: tuple[float, float] | None, most: int = 5
) -> list[dict[str, Any]]:
    pairs = list(zip(cases, ranked, strict=True))
    first = sum(bool(r) and r[0] in c.right for c, r in pairs) / max(1, len(pairs))
    among = sum(any(id in c.right for id in r[:most]) for c, r in pairs) / max(1, len(pairs))
    targets = least or (None, None)
    return [
        _row(f"{what}: first ({len(pairs)})", first, targets[0]),
        _row(f"{what}: among {most}", among, targets[1]),
    ]


async def _invented(graph: EmbeddedGraph, found: Sequence[Reasoning]) -> int:
    """Return how many edges are shown that the graph does not have between those ends."""
    edges = {e.id: e for one in found for e in (*one.edges, *one.conclusion.edges)}
    stored = await graph.edges_between({(e.subject, e.object) for e in edges.values()})
    known = {e.id for some in stored.values() for e in some}
    return len(set(edges) - known)


def _row(figure: str, value: float, target: float | None, *, ok: bool | None = None) -> dict[str, Any]:
    wanted = "" if target is None else f"≥ {target:g}" if target else "= 0"
    right = ok if ok is not None or target is None else value >= target
    return {"bench": "reasoning", "figure": figure, "value": value, "target": wanted, "ok": right}


if __name__ == "__main__":
    for one in run(Path(sys.argv[1])):
        print(
            one["figure"],
            one["value"] if isinstance(one["value"], int) else round(one["value"], 3),
            one["target"],
            one["ok"],
        )
