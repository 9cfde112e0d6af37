"""Test questions in examiners' words: the sets of exams/ on their graphs, and exams/stems.tsv over the starter's edges.

Of each set: how many are right by kind, and how many wrong; what is held back prints no question. A stem is asked of
three edges of its relation, with three options of the right one's type that nothing joins to what is named.

python -m tests.bench exams
"""

from __future__ import annotations

import asyncio
import json
import random
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kgcore.embedding.wordllama import WordLlamaEmbedder
from kgcore.graph import starter_folder
from kgcore.graph.embedded import EmbeddedGraph
from kgcore.ingest.importing import import_graph
from kgcore.reasoning.choices import ChoiceQuestion, read_exam
from kgcore.turn.checking import Checker
from kgcore.turn.exams import ExamAnswerer
from kgcore.values.decision import UNDECIDED
from kgcore.vocabulary.vocabulary import Vocabulary
from tests.bench import hpo_maxo_folder

EXAMS = Path(__file__).parent / "exams"
EMBEDDER = WordLlamaEmbedder()
SEED = 19
MOST_WRONG = 0.02
_ASKED = 3  # edges of each stem
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi")
_TRUTH = {"A": "true", "B": "false"}  # where a statement has these two as boxes


def run(shared: Path) -> list[dict[str, Any]]:
    """Return a row for each kind of each set, and one for the stems. Raises FileNotFoundError without the graphs."""
    with tempfile.TemporaryDirectory(prefix="evigraph-bench-") as scratch:
        return asyncio.run(_run(shared, Path(scratch)))


async def _run(shared: Path, scratch: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    answerers: dict[str, ExamAnswerer] = {}
    for file in sorted(EXAMS.glob("*.jsonl")):
        questions = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        for graph in {q.get("graph", "starter") for q in questions} - set(answerers):
            answerers[graph] = await _answerer(graph, shared, scratch)
        right, wrong, asked = Counter[str](), Counter[str](), Counter[str]()
        for q in questions:
            given = await _decided(answerers[q.get("graph", "starter")], q["text"])
            asked[q["kind"]] += 1
            right[q["kind"]] += _is(q["answer"], given, q["text"])
            wrong[q["kind"]] += not _is(q["answer"], given, q["text"]) and given != UNDECIDED
        rows += [_row(f"{file.stem}: {kind}", right[kind], wrong[kind], asked[kind]) for kind in asked]
    answered = [(await _decided(answerers["starter"], text), answer) for text, answer in _stems()]
    correct = sum(g == answer for g, answer in answered)
    return [*rows, _row("stems.tsv", correct, sum(g not in (a, UNDECIDED) for g, a in answered), len(answered))]


def _row(name: str, right: int, wrong: int, asked: int) -> dict[str, Any]:
    return {
        "bench": "exams",
        "figure": f"{name} ({right} of {asked} right), share wrong",
        "value": round(wrong / asked, 4),
        "target": f"≤ {MOST_WRONG}",
        "ok": wrong <= MOST_WRONG * asked,
    }


async def _answerer(graph: str, shared: Path, scratch: Path) -> ExamAnswerer:
    own = starter_folder() if graph == "starter" else shared / "data" / "kg" / graph
    await import_graph(hpo_maxo_folder(shared) if graph == "hpo" else own, scratch / graph, embedder=EMBEDDER)
    opened = EmbeddedGraph.open(scratch / graph, EMBEDDER)
    words = Vocabulary.of(opened.info.predicates)
    return ExamAnswerer(opened, words, Checker(opened, words))


async def _decided(answerer: ExamAnswerer, text: str) -> str:
    exam = read_exam(text)
    return (await answerer.decide(exam)).answer if exam is not None else UNDECIDED


def _is(expected: str, given: str, text: str) -> bool:
    """Whether an answer is the one expected; a label in figures or Roman ones counts by its place."""
    if given in (expected, _TRUTH.get(expected)):
        return True
    exam, place = read_exam(text), expected.lower()
    if not isinstance(exam, ChoiceQuestion) or expected in ("true", "false", UNDECIDED):
        return False
    at = int(place) - 1 if place.isdigit() else _ROMAN.index(place) if place in _ROMAN else ord(place[0]) - ord("a")
    return at < len(exam.options) and exam.options[at].label == given


def _stems() -> Iterator[tuple[str, str]]:
    """Yield each stem with edges of its relation, and the label of what is right."""
    chance = random.Random(SEED)  # noqa: S311  # no secret depends on it
    nodes = {r["id"]: r for r in _rows("nodes.tsv")}
    edges, joined = _rows("edges.tsv"), defaultdict[str, set[str]](set)
    for e in edges:
        joined[e["subject"]].add(e["object"])
        joined[e["object"]].add(e["subject"])
    pairs = Counter((e["subject"], e["object"]) for e in edges)
    plain = [e for e in edges if e["negated"] == "false" and pairs[e["subject"], e["object"]] == 1]
    for line in (EXAMS / "stems.tsv").read_text(encoding="utf-8").splitlines()[3:]:
        predicate, side, stem = line.split("\t")
        option, named = ("subject", "object") if side == "s" else ("object", "subject")
        fitting = [e for e in plain if e["predicate"] == predicate]
        for e in chance.sample(fitting, min(_ASKED, len(fitting))):
            kind, about = nodes[e[option]]["category"], e[named]
            other = [i for i, n in nodes.items() if n["category"] == kind and i not in joined[about] | {about}]
            listed = [e[option], *chance.sample(other, min(3, len(other)))]
            chance.shuffle(listed)
            said = "\n".join(f"{label}) {nodes[i]['name']}" for label, i in zip("ABCD", listed, strict=False))
            yield f"{stem.replace('{X}', nodes[about]['name'])}\n{said}", "ABCD"[listed.index(e[option])]


def _rows(name: str) -> list[dict[str, str]]:
    head, *lines = (starter_folder() / name).read_text(encoding="utf-8").splitlines()
    return [dict(zip(head.split("\t"), line.split("\t"), strict=False)) for line in lines]
