"""Answers that come before anything else: how many people in danger are recognised, and how many others are not let be.

python -m tests.bench answers

The sentences lie in `answers/`, in two halves: cues are tuned on the first alone.
"""

from __future__ import annotations

import csv
import time
from pathlib import Path
from typing import Any

from kgcore.question.danger import danger_in

SETS = Path(__file__).parent / "answers"
RECALL, FALSE_ALARMS = 0.99, 0.02


def run(shared: Path) -> list[dict[str, Any]]:
    """Return one row per figure."""
    return [row for half in ("dev", "held") for row in _danger(half)]


def sentences(half: str) -> list[tuple[str, str]]:
    """Return the sentences of one half, each as (danger or "-", text)."""
    with (SETS / f"danger_{half}.tsv").open(encoding="utf-8", newline="") as lines:
        rows = list(csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [(danger, text) for danger, text in rows[1:]]


def _danger(half: str) -> list[dict[str, Any]]:
    said = sentences(half)
    danger_in("")  # the table is read once
    began = time.perf_counter()
    found = [(danger, danger_in(text)) for danger, text in said]
    each = (time.perf_counter() - began) / len(said) * 1000
    alarmed = [got is not None for danger, got in found if danger != "-"]
    idle = [got is not None for danger, got in found if danger == "-"]
    recall, false = sum(alarmed) / len(alarmed), sum(idle) / len(idle)
    return [
        _row(f"danger recognised, {half} ({len(alarmed)} sentences)", recall, RECALL, ok=recall >= RECALL),
        _row(f"false alarms, {half} ({len(idle)} questions)", false, FALSE_ALARMS, ok=false <= FALSE_ALARMS),
        _row(f"ms a sentence, {half}", each, None, ok=None),
    ]


def _row(figure: str, value: float, target: float | None, *, ok: bool | None) -> dict[str, Any]:
    return {"bench": "answers", "figure": figure, "value": value, "target": target, "ok": ok}
