"""Answers: people in danger recognised and others let be, questions answered right, text and picture in agreement.

python -m tests.bench answers
BENCH_COMPLAINTS=1 python -m tests.bench.bench_answers ../shared

The sentences and questions lie in `answers/`. Those on danger are in two halves: cues are tuned on the first alone.
"""

from __future__ import annotations

import asyncio
import csv
import os
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from kgcore.question.danger import danger_in
from tests.bench.asked import Asked, Wanted
from tests.bench.bench_verdicts import _source as built_source

SETS = Path(__file__).parent / "answers"
TAKEN = frozenset({"hetionet", "emckg"})  # graphs that are read as others made them
RECALL, FALSE_ALARMS, RIGHT = 0.99, 0.02, 0.95
PAIRS = 300  # of the starter graph, asked about by chance; BENCH_PAIRS=40000 takes all of them (20 minutes)


def run(shared: Path) -> list[dict[str, Any]]:
    """Return one row per figure."""
    rows = [row for half, of in (("dev", ""), ("held", ""), ("held", "near")) for row in _danger(half, of)]
    with tempfile.TemporaryDirectory(prefix="evigraph-bench-") as scratch:
        return rows + asyncio.run(_asked(shared, Path(scratch)))


def questions(half: str = "") -> Mapping[str, list[Wanted]]:
    """Return the questions by the graph that is asked; `half`: "_held" for those that nobody mended by."""
    found: dict[str, list[Wanted]] = defaultdict(list)
    for graph, question, must, must_not in _table(f"asked{half}.tsv"):
        found[graph].append(Wanted(question, _parts(must), _parts(must_not)))
    if half:
        return found
    found["starter"] += [Wanted(question, _parts(must)) for question, must in _table("interactions.tsv")]
    return found


def _parts(cell: str) -> tuple[str, ...]:
    return tuple(part.strip().casefold() for part in cell.split("|") if part.strip())


def _table(name: str) -> list[list[str]]:
    with (SETS / name).open(encoding="utf-8", newline="") as lines:
        return list(csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))[1:]


async def _asked(shared: Path, scratch: Path) -> list[dict[str, Any]]:
    rows = []
    held = questions("_held")
    for graph, wanted in questions().items():
        source = shared / "data" / "kg" / graph if graph in TAKEN else built_source(shared, graph, scratch)
        if source is None or not source.exists():
            rows.append(_row(f"{graph}: left out, no graph", 0.0, None, ok=None))
            continue
        asked = await Asked.open(source, scratch / f"{graph}.kg")
        rows += await _figures(graph, asked, wanted)
        if graph in held:
            rows += await _figures(f"{graph}, held", asked, held[graph])
        await asked.close()
    return rows


async def _figures(graph: str, asked: Asked, wanted: list[Wanted]) -> list[dict[str, Any]]:
    began = time.perf_counter()
    right = sum([await asked.ask(one) for one in wanted]) / len(wanted)
    each = (time.perf_counter() - began) / len(wanted) * 1000
    rows = [
        _row(f"{graph}: answered right ({len(wanted)} questions)", right, RIGHT, ok=right >= RIGHT),
        _row(f"{graph}: own sentences doubted", len(asked.doubted), 0, ok=not asked.doubted),
        _row(f"{graph}: ms a question", each, None, ok=None),
    ]
    against: list[str] = []
    if graph == "starter":
        pairs = int(os.environ.get("BENCH_PAIRS", PAIRS))
        against = await asked.contradictions(pairs)
        rows.append(_row(f"text against picture, over edges, entities, {pairs} pairs", len(against), 0, ok=not against))
    _complain([f"wrong: {q}" for q in asked.wrong])
    _complain([f"doubted: {q}" for q in asked.doubted])
    _complain([f"against the picture: {q}" for q in against])
    return rows


def _complain(some: Iterable[str]) -> None:
    """Print what went wrong, one line each, where a person asks for it."""
    for complaint in some if os.environ.get("BENCH_COMPLAINTS") else ():
        print(complaint, file=sys.stderr)


def sentences(half: str, of: str = "") -> list[tuple[str, str]]:
    """Return the sentences of one half, each as (danger or "-", text); `of`: a set of it that is counted apart."""
    with (SETS / f"danger_{half}.tsv").open(encoding="utf-8", newline="") as lines:
        rows = list(csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [(danger, text) for danger, text, *marks in rows[1:] if marks == ([of] if of else [])]


def _danger(half: str, of: str = "") -> list[dict[str, Any]]:
    said, named = sentences(half, of), f"{half} {of}".strip()
    danger_in("")  # the table is read once
    began = time.perf_counter()
    found = [(danger, danger_in(text)) for danger, text in said]
    each = (time.perf_counter() - began) / len(said) * 1000
    alarmed = [got is not None for danger, got in found if danger != "-"]
    idle = [got is not None for danger, got in found if danger == "-"]
    recall, false = sum(alarmed) / len(alarmed), sum(idle) / len(idle)
    return [
        _row(f"danger recognised, {named} ({len(alarmed)} sentences)", recall, RECALL, ok=recall >= RECALL),
        _row(f"false alarms, {named} ({len(idle)} questions)", false, FALSE_ALARMS, ok=false <= FALSE_ALARMS),
        _row(f"ms a sentence, {named}", each, None, ok=None),
    ]


def _row(figure: str, value: float, target: float | None, *, ok: bool | None) -> dict[str, Any]:
    return {"bench": "answers", "figure": figure, "value": value, "target": target, "ok": ok}


if __name__ == "__main__":
    for figure in run(Path(sys.argv[1])):
        print(figure["figure"], figure["value"], figure["target"], figure["ok"])
