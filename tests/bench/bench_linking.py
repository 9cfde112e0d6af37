"""Mentions with known entities: how many are linked rightly, how many mentions of nothing are linked, and how fast.

python -m tests.bench.bench_linking ../shared
"""

from __future__ import annotations

import asyncio
import csv
import statistics
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from kgcore.embedding.wordllama import WordLlamaEmbedder
from kgcore.graph import starter_folder
from kgcore.graph.embedded import EmbeddedGraph
from kgcore.ingest.importing import import_graph
from kgcore.linking.linking import Ranking
from kgcore.values.model import Mention
from tests.bench import hpo_maxo_folder

_TOGETHER = 10  # mentions in a turn
_ROUNDS = 5
_RIGHT = {"starter": 0.93, "hpo_maxo": 0.75}
_MOST_LINKED = 2  # of the mentions of nothing, on both graphs together
_SLOWEST = 40.0  # ms for ten mentions


def run(shared: Path) -> list[dict[str, Any]]:
    """Return one row per figure. Raises FileNotFoundError where the mentions or the tool that builds HPO are absent."""
    with (shared / "data" / "claims" / "entities_dev.tsv").open(encoding="utf-8", newline="") as lines:
        mentions = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    return asyncio.run(_measure(mentions, {"starter": starter_folder(), "hpo_maxo": hpo_maxo_folder(shared)}))


async def _measure(mentions: list[dict[str, str]], sources: dict[str, Path]) -> list[dict[str, Any]]:
    rows, linked, nothing = [], 0, 0
    embedder = WordLlamaEmbedder()
    for name, source in sources.items():
        own = [m for m in mentions if m["kg"] == name]
        with tempfile.TemporaryDirectory() as room:
            await import_graph(source, Path(room) / "graph", embedder=embedder)
            graph = EmbeddedGraph.open(Path(room) / "graph", embedder)
            ranked = await graph.rank([Mention(m["mention"]) for m in own])
            slow = await _slowness(graph, [Mention(m["mention"]) for m in own])
            await graph.close()
        rows += _accuracy(name, own, ranked)
        rows.append(_row(f"{name}: ten mentions p95 ms", slow, f"≤ {_SLOWEST:g}", slow <= _SLOWEST))
        idle = [r for m, r in zip(own, ranked, strict=True) if not m["gold_ids"]]
        linked, nothing = linked + sum(r.linked for r in idle), nothing + len(idle)
    ok = linked <= _MOST_LINKED
    return [*rows, _row(f"linked of {nothing} mentions of nothing", linked, f"≤ {_MOST_LINKED}", ok)]


def _accuracy(name: str, own: list[dict[str, str]], ranked: Any) -> list[dict[str, Any]]:
    """Return the share right at rank 1 among the mentions that mean something, whole and per kind of mention."""
    right, all_ = Counter[str](), Counter[str]()
    for mention, found in zip(own, ranked, strict=True):
        if mention["gold_ids"]:
            all_[mention["type"]] += 1
            right[mention["type"]] += _is_right(found, mention["gold_ids"].split("|"))
    share = right.total() / max(1, all_.total())
    least = _RIGHT[name]
    whole = _row(f"{name}: right at rank 1", share, f"≥ {least:g}", share >= least)
    return [whole, *(_row(f"{name}: {kind} ({n})", right[kind] / n) for kind, n in sorted(all_.items()))]


def _is_right(found: Ranking, gold: list[str]) -> bool:
    return found.linked and found.candidates[0].entity.id in gold


async def _slowness(graph: EmbeddedGraph, mentions: list[Mention]) -> float:
    """Return the 95th percentile of the milliseconds that ten mentions take."""
    taken = []
    for _ in range(_ROUNDS):
        for start in range(0, len(mentions) - _TOGETHER, _TOGETHER):
            began = time.perf_counter()
            await graph.candidates(mentions[start : start + _TOGETHER])
            taken.append(1000 * (time.perf_counter() - began))
    return statistics.quantiles(taken, n=20)[-1]


def _row(figure: str, value: float, target: str = "", ok: bool | None = None) -> dict[str, Any]:
    return {"bench": "linking", "figure": figure, "value": value, "target": target, "ok": ok}


if __name__ == "__main__":
    for row in run(Path(sys.argv[1])):
        print(f"{row['figure']:45} {row['value']:<8.4g} {row['target']}")
