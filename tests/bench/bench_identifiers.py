"""Patients' identifiers in messages: how many are found, and how many harmless messages lose something.

The sets lie in tests/bench/identifiers; everybody in them is invented. Each was written before what reads it was looked
at again: `wards` (people who work in hospitals), `families` (patients, relatives; twenty tongues), `chats_held`, whose
misses are not looked at, `chats_second`, looked at once, and `clinics`, `mixed` and `chats`, from which the weights are
fitted. Rules were made on the set of ../shared.
"""

from __future__ import annotations

import json
import unicodedata
from collections import Counter
from pathlib import Path
from typing import Any, Final

from kgcore.english.identifiers import Kind, find_identifiers

SETS = Path(__file__).parent / "identifiers"
COVER: Final = 0.8  # of an identifier's letters and digits that have to be removed
Row = dict[str, Any]


def run(shared: Path) -> list[dict[str, Any]]:
    """Return four figures a set."""
    dev = shared / "data" / "identifiers" / "dev.jsonl"
    return [
        figure for path in (*sorted(SETS.glob("*.jsonl")), *([dev] if dev.exists() else [])) for figure in _set(path)
    ]


def _set(path: Path) -> list[dict[str, Any]]:
    found, all_ = Counter[str](), Counter[str]()
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        spans = [_span(span) for span in row["spans"]]
        removed = {n for one in find_identifiers(row["text"]) for n in _signs(row["text"], one.start, one.end)}
        beside = any(kind != Kind.NAME for *_, kind in spans)
        for start, end, kind in spans:
            name = ("names beside them" if beside else "names alone") if kind == Kind.NAME else "numbers, dates, places"
            signs = _signs(row["text"], start, end)
            all_[name] += 1
            found[name] += len(signs & removed) >= COVER * len(signs)
        if not spans:
            all_["false alarms"] += 1
            found["false alarms"] += bool(removed)
    goals = {"numbers, dates, places": 0.95, "names beside them": 0.90, "names alone": None, "false alarms": 0.03}
    return [_row(path.stem, name, found[name], all_[name], goal) for name, goal in goals.items() if all_[name]]


def _span(span: Any) -> tuple[int, int, str]:
    return (span["start"], span["end"], span["kind"]) if isinstance(span, dict) else tuple(span)


def _signs(text: str, start: int, end: int) -> set[int]:
    return {n for n in range(start, end) if unicodedata.category(text[n])[0] in "LMN"}


def _row(name: str, what: str, found: int, all_: int, goal: float | None) -> dict[str, Any]:
    value = found / all_
    ok = None if goal is None else value <= goal if what == "false alarms" else value >= goal
    return {"bench": "identifiers", "figure": f"{name}: {what}, of {all_}", "value": value, "target": goal, "ok": ok}
