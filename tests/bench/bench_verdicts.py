"""Verdicts on claims whose truth is known, scored by the tool that comes with them.

python -m tests.bench.bench_verdicts ../shared [FOLDER FOR THE IMPORTED GRAPHS]
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.claims_file import verify_lines
from kgcore.embedding.wordllama import WordLlamaEmbedder
from kgcore.errors import InputError
from kgcore.graph import starter_folder
from kgcore.graph.embedded import EmbeddedGraph
from kgcore.ingest.importing import import_graph
from kgcore.ports import Embedder
from kgcore.turn.checking import Checker
from kgcore.values.model import Paragraph
from kgcore.vocabulary.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class Set:
    """A file of claims, the graph that it is about, the accuracy asked for; `pairs`: it holds random pairs."""

    name: str
    graph: str
    accuracy: float
    pairs: bool = True


SETS = (
    Set("starter", "starter", 0.95),
    Set("overclaims", "starter", 0.95, pairs=False),
    Set("bel_ad", "bel_ad", 0.97),
    Set("hpo_maxo", "hpo_maxo", 0.97),
)
# figure → (name in score_claims.py, target, whether more is better)
PAIRS = {"random_called_relevant": (0.05, False), "specific_paths_found": (0.90, True)}


def run(shared: Path, cache: Path | None = None) -> list[dict[str, Any]]:
    """Return one row per figure; `cache` keeps the imported graphs. Raises FileNotFoundError without the claims."""
    (shared / "data" / "claims").stat()
    with tempfile.TemporaryDirectory(prefix="evigraph-bench-") as scratch:
        folder = cache or Path(scratch)
        scores = asyncio.run(_scores(shared, folder, Path(scratch)))
    return [row for one in SETS for row in (_rows(one, scores[one.name]) if one.name in scores else [_left_out(one)])]


async def _scores(shared: Path, folder: Path, scratch: Path) -> dict[str, dict[str, float]]:
    embedder = WordLlamaEmbedder()
    scores = {}
    for one in SETS:
        source = _source(shared, one.graph, folder)
        if source is not None:
            claims = shared / "data" / "claims" / f"dev_{one.name}.jsonl"
            verdicts = scratch / f"{one.name}.jsonl"
            await _verify(claims, verdicts, await _graph(source, folder / f"{one.graph}.imported", embedder))
            scores[one.name] = _score(shared, claims, verdicts)
    return scores


def _source(shared: Path, graph: str, folder: Path) -> Path | None:
    if graph == "starter":
        return starter_folder()
    if graph == "bel_ad":
        return shared / "data" / "kg" / "bel_ad"
    built = folder / graph
    if not (built / "nodes.tsv").exists():
        tool = shared / "tools" / "build_hpo_maxo.py"
        subprocess.run([sys.executable, str(tool), "--out", str(built)], capture_output=True, check=False)
    return built if (built / "nodes.tsv").exists() else None


async def _graph(source: Path, to: Path, embedder: Embedder) -> EmbeddedGraph:
    await import_graph(source, to, embedder=embedder)
    return EmbeddedGraph.open(to, embedder)


async def _verify(claims: Path, verdicts: Path, graph: EmbeddedGraph) -> None:
    checker = Checker(graph, Vocabulary.of(graph.info.predicates))
    with claims.open("rb") as lines, verdicts.open("w", encoding="utf-8") as out:
        async for record in verify_lines(lines, checker, _no_text):
            out.write(json.dumps(record) + "\n")
    await graph.close()


async def _no_text(text: str) -> tuple[str, tuple[Paragraph, ...]]:
    raise InputError("a claim file holds no text lines")


def _score(shared: Path, claims: Path, verdicts: Path) -> dict[str, float]:
    command = [sys.executable, str(shared / "tools" / "score_claims.py"), str(claims), str(verdicts), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def _left_out(one: Set) -> dict[str, Any]:
    return {"bench": f"verdicts on {one.name}", "figure": "left out: no graph", "value": "", "target": "", "ok": None}


def _rows(one: Set, score: dict[str, float]) -> list[dict[str, Any]]:
    wanted = {"accuracy": (one.accuracy, True), "false_supported": (0.003, False), **(PAIRS if one.pairs else {})}
    return [
        {
            "bench": f"verdicts on {one.name}",
            "figure": figure,
            "value": round(score[figure], 4),
            "target": target,
            "ok": score[figure] >= target if more else score[figure] <= target,
        }
        for figure, (target, more) in wanted.items()
    ]


if __name__ == "__main__":
    for line in run(Path(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else None):
        print(json.dumps(line))
