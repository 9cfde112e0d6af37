"""Relation phrases with known meanings on the starter vocabulary: how many are read, and how many of those are right.

python -m tests.bench.bench_phrases ../shared
"""

from __future__ import annotations

import csv
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kgcore.values.model import Predicate
from kgcore.vocabulary.phrasebook import packaged_phrasebook
from kgcore.vocabulary.vocabulary import Vocabulary

_ROUNDS = 5


def run(shared: Path) -> list[dict[str, Any]]:
    """Return one row per figure. Raises FileNotFoundError where the phrases are not there."""
    phrases = list(_rows(shared / "data" / "claims" / "relations_dev.tsv"))
    own = [_predicate(row) for row in _rows(shared / "starter" / "predicates.tsv")]
    vocabulary = Vocabulary.of(own)
    outcomes = [(row, *_outcome(row, vocabulary)) for row in phrases]
    meaningful = [o for o in outcomes if o[0]["predicate"] != "NONE"]
    answered = [right for _, read, right in outcomes if read]
    idle = [read for row, read, _ in outcomes if row["predicate"] == "NONE"]
    return [
        _row("right where it answers", sum(answered) / max(1, len(answered)), 0.97),
        _row(
            "coverage of phrases that mean something", sum(r for _, r, _ in meaningful) / max(1, len(meaningful)), 0.85
        ),
        _row("phrases without a predicate that it reads", float(sum(idle)), 0.0, more=False),
        *_speed(own, [row["phrase"] for row in phrases]),
    ]


def _outcome(row: dict[str, str], vocabulary: Vocabulary) -> tuple[bool, bool]:
    """Whether a phrase was read, and whether rightly: predicate, negation, and direction where that matters."""
    reading = vocabulary.read(row["phrase"])
    if not reading.predicates:
        return False, row["predicate"] == "NONE"
    first = reading.predicates[0]
    inverted = vocabulary.symmetric(first) or reading.inverted == (row["inverse"] == "true")
    right = first in row["predicate"].split("|") and reading.negated == (row["negated"] == "true") and inverted
    return True, right


def _speed(own: list[Predicate], phrases: list[str]) -> Iterator[dict[str, Any]]:
    packaged_phrasebook()
    built, read = [], []
    for _ in range(_ROUNDS):  # the best round: other work on the machine only ever adds
        began = time.perf_counter()
        vocabulary = Vocabulary.of(own)
        built.append(time.perf_counter() - began)
        began = time.perf_counter()
        for phrase in phrases:
            vocabulary.read(phrase)
        read.append((time.perf_counter() - began) / max(1, len(phrases)))
    yield _row("building a vocabulary, ms", min(built) * 1e3, 50.0, more=False)
    yield _row("reading a new phrase, ms", min(read) * 1e3, 0.2, more=False)


def _row(figure: str, value: float, target: float, *, more: bool = True) -> dict[str, Any]:
    return {
        "bench": "phrases",
        "figure": figure,
        "value": value,
        "target": f"{'≥' if more else '≤'} {target:g}",
        "ok": value >= target if more else value <= target,
    }


def _rows(path: Path) -> Iterator[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as lines:
        yield from csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)


def _predicate(row: dict[str, str]) -> Predicate:
    def listed(name: str) -> tuple[str, ...]:
        return tuple(part for part in (row[name] or "").split("|") if part)

    return Predicate(
        row["predicate"],
        row["label"],
        row["symmetric"] == "true",
        row["inverse"] or "",
        listed("opposite"),
        listed("implies"),
        listed("phrases"),
    )


if __name__ == "__main__":
    for figure in run(Path(sys.argv[1])):
        print(f"{figure['figure']}: {figure['value']:.4g} (target {figure['target']})")
