"""Fits the weights of the words of people in danger: `python -m tests.bench.weigh_danger` (about a minute).

A logistic regression over `answers/danger_dev.tsv`; the other half is never read. Writes
`kgcore/question/danger_weights.tsv`.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np

import kgcore.question
from kgcore.question.danger import features_of
from kgcore.question.weighing import CONSTANT, DANGERS
from tests.bench.bench_answers import sentences

STEPS, PENALTY, TIMES, LEAST = 300, 1.0, 2, 0.04
RATE, FIRST, SECOND = 0.05, 0.9, 0.999  # of the descent (Adam)
HEAD = """#  What words, their beginnings, pairs of words (^ begins, $ ends), numbers (#, ## from 8 on) and signs of
#  signs.tsv weigh for any danger, and, where there is one, for self-harm, an emergency, a poisoning.
#  Written by python -m tests.bench.weigh_danger from the sentences of the bench; read by weighing.py.
"""


def main() -> None:
    """Fit and write."""
    said = sentences("dev")
    found = [features_of(text) for _, text in said]
    often = Counter(one for features in found for one in features)
    columns = {one: at for at, one in enumerate(sorted(one for one, times in often.items() if times >= TIMES))}
    rows = np.zeros((len(said), len(columns) + 1), dtype=np.float32)
    rows[:, -1] = 1
    for at, features in enumerate(found):
        rows[at, [columns[one] for one in features if one in columns]] = 1
    told = np.array([danger for danger, _ in said])
    alarming = told != "-"
    each = [_fitted(rows, alarming)]
    each += [_fitted(rows[alarming], told[alarming] == danger.value) for danger in DANGERS]
    table = zip([*columns, CONSTANT], *each, strict=True)
    kept = ["\t".join([name, *(f"{w:.2f}" for w in weights)]) for name, *weights in table if _counts(weights)]
    path = Path(kgcore.question.__path__[0]) / "danger_weights.tsv"
    path.write_text(HEAD + "\n".join(kept) + "\n", encoding="utf-8")


def _counts(weights: list[float]) -> bool:
    return max(abs(weight) for weight in weights) >= LEAST


def _fitted(rows: np.ndarray, true: np.ndarray) -> np.ndarray:
    weights = np.zeros(rows.shape[1], dtype=np.float32)
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, STEPS + 1):
        slope = rows.T @ (1 / (1 + np.exp(-rows @ weights)) - true) + PENALTY * weights
        slope[-1] -= PENALTY * weights[-1]
        first = FIRST * first + (1 - FIRST) * slope
        second = SECOND * second + (1 - SECOND) * slope * slope
        weights -= RATE * (first / (1 - FIRST**step)) / (np.sqrt(second / (1 - SECOND**step)) + 1e-8)
    return weights


if __name__ == "__main__":
    main()
