"""`make bench`: measure quality and speed, print a table, write bench-results.json.

    python -m tests.bench [NAME …]      only these: phrases, linking, verdicts, anygraph, annotation, drawing,
                                        exploration, burst, scale, neo4j, discord, slack, turn, teams, truth,
                                        answers, reasoning, exams, identifiers
    python -m tests.bench growth [--sizes 0.1,1,4,10] [--docs]
                                        how import and questions grow with the graph: ten minutes, an hour with 10
                                        million edges, which are left out by default
    python -m tests.bench soak [--minutes 15] [--model]
                                        sixteen people ask without a pause: what grows, who waits for what
    python -m tests.bench replicas      two processes on one PostgreSQL and 40 kills: about ten minutes

Claims and graphs beside the project are read from ../shared; a bench whose data is absent says so and is left out.
"""

from __future__ import annotations

import argparse
import importlib
import json
import platform
import sys
import time
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from bot.__main__ import begin_process
from bot.logs import configure_logs

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
NAMES = (
    "phrases",
    "linking",
    "verdicts",
    "anygraph",
    "annotation",
    "drawing",
    "exploration",
    "burst",
    "scale",
    "neo4j",
    "discord",
    "slack",
    "turn",
    "teams",
    "truth",
    "answers",
    "reasoning",
    "exams",
    "identifiers",
)
LONG = ("growth", "replicas", "soak")  # only when they are named


def main(arguments: list[str]) -> int:
    """Run the benches and return 1 when a figure misses its target."""
    begin_process()
    configure_logs("warning")  # as a server does: a trace without the values of variables, which are megabytes
    console = Console()
    rows: list[dict[str, Any]] = []
    asked = _parser().parse_args(arguments)
    for name in asked.names or NAMES:
        wishes: dict[str, dict[str, Any]] = {
            "growth": {"sizes": asked.sizes, "docs": asked.docs, "neo4j": asked.neo4j},
            "soak": {"minutes": asked.minutes, "model": asked.model},
        }
        more = wishes.get(name, {})
        began = time.perf_counter()
        with console.status(f"{name} …"):
            try:
                found = importlib.import_module(f"tests.bench.bench_{name}").run(SHARED, **more)
            except FileNotFoundError as error:
                console.print(f"{name}: left out, {error.filename} is not there", markup=False)
                continue
        console.print(f"{name}: {len(found)} figures in {time.perf_counter() - began:.0f} s", markup=False)
        rows += found
    console.print(_table(rows))
    result = {"python": platform.python_version(), "machine": platform.machine(), "figures": rows}
    (ROOT / "bench-results.json").write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    console.print("Written to bench-results.json")
    return 0 if all(row["ok"] is not False for row in rows) else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.bench")
    parser.add_argument("names", nargs="*", type=_name, metavar="NAME")
    parser.add_argument("--sizes", type=_sizes, default=(0.1, 1.0, 4.0), help="of growth, in million edges: 0.1,1,4")
    parser.add_argument("--minutes", type=float, default=15.0, help="of soak: 15, or 2 to see whether it runs")
    parser.add_argument("--model", action="store_true", help="soak is answered by a model that writes at once")
    parser.add_argument("--neo4j", action="store_true", help="growth measures the same graphs on Neo4j")
    parser.add_argument("--docs", action="store_true", help="growth renews docs/performance.md, or docs/neo4j.md")
    return parser


def _name(text: str) -> str:
    if text not in (*NAMES, *LONG):
        raise argparse.ArgumentTypeError(f"there is no bench {text!r}; there are {', '.join((*NAMES, *LONG))}")
    return text


def _sizes(text: str) -> tuple[float, ...]:
    sizes = tuple(sorted(float(size) for size in text.split(",")))
    if not all(0.01 <= size <= 100 for size in sizes):
        raise argparse.ArgumentTypeError("sizes are 0.01 to 100 (million edges)")
    return sizes


def _table(rows: list[dict[str, Any]]) -> Table:
    table = Table("bench", "figure", "value", "target", "")
    for row in rows:
        value = f"{row['value']:.4g}" if isinstance(row["value"], float) else str(row["value"])
        mark = {True: "✓", False: "✗ missed"}.get(row["ok"], "")
        table.add_row(row["bench"], row["figure"], value, str(row["target"] or ""), mark)
    return table


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
