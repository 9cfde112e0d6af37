"""Fit the weights of kgcore/library/weights.tsv on annotated trials: python -m tests.bench.fit_library LIBRARY

With `signs` in the place of a library, those of what became of an outcome alone are fitted anew, and the others stay.
Articles are split by a checksum of their ids: eight parts of ten are fitted on, the other two are left to measure with.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kgcore.library.effect import SURE, effect_features
from kgcore.library.embedded.library import EmbeddedLibrary
from kgcore.library.passages import PassageReader
from kgcore.library.words import sentences_of

ROOT = Path(__file__).resolve().parents[2]
FINDINGS = ROOT.parent / "shared" / "data" / "papers" / "trial_findings_dev.jsonl"
TABLE = ROOT / "kgcore" / "library" / "weights.tsv"
LABELS = ("significantly increased", "significantly decreased", "no significant difference")
FIT = 8  # parts of ten
_SHORTEST = 25  # letters of a sentence that may be a part of a piece of evidence
Rows = list[Mapping[str, float]]


def part_of(pmcid: str) -> int:
    """Return the part (0 to 9) of an article."""
    return int(hashlib.sha256(pmcid.encode()).hexdigest(), 16) % 10


def letters(text: str) -> str:
    """Return what of a text counts when sentences are compared."""
    return re.sub(r"[^a-z0-9]", "", text.lower())


def is_evidence(sentence: str, evidence: Sequence[str]) -> bool:
    """Whether a sentence is one of the annotated ones, or a part of one."""
    own = letters(sentence)
    pieces = [letters(e) for e in evidence]
    return any(own == e or (len(own) > _SHORTEST and own in e) or (e and e in own) for e in pieces)


def matrix(rows: Sequence[Mapping[str, float]], names: Sequence[str]) -> NDArray[np.float64]:
    """Return the rows as one array with a column for every name."""
    return np.array([[row.get(name, 0.0) for name in names] for row in rows])


class Adam:
    """The usual steps downhill (Kingma and Ba 2015)."""

    def __init__(self, shape: tuple[int, ...], pace: float = 0.05) -> None:
        self.weights, self._pace, self._step = np.zeros(shape), pace, 0
        self._mean, self._square = np.zeros(shape), np.zeros(shape)

    def move(self, slope: NDArray[np.float64]) -> None:
        self._step += 1
        self._mean = 0.9 * self._mean + 0.1 * slope
        self._square = 0.999 * self._square + 0.001 * slope**2
        mean, square = self._mean / (1 - 0.9**self._step), self._square / (1 - 0.999**self._step)
        self.weights -= self._pace * mean / (np.sqrt(square) + 1e-8)


def fit_ranking(lists: Sequence[tuple[NDArray[np.float64], NDArray[np.bool_]]], steps: int = 250) -> Any:
    """Return the weights that put the marked rows of every list first (list-wise softmax)."""
    whole = np.concatenate([rows for rows, _ in lists])
    spread = whole.std(0) + 1e-6
    scaled, lengths = whole / spread, np.array([len(rows) for rows, _ in lists])
    starts, good = np.cumsum(np.r_[0, lengths[:-1]]), np.concatenate([marks for _, marks in lists])
    adam = Adam((scaled.shape[1],))
    for _ in range(steps):
        scores = scaled @ adam.weights
        shares = np.exp(scores - np.repeat(np.maximum.reduceat(scores, starts), lengths))
        shares /= np.repeat(np.add.reduceat(shares, starts), lengths)
        right = shares * good
        right /= np.repeat(np.add.reduceat(right, starts), lengths)
        adam.move(scaled.T @ (shares - right) / len(lists) + 0.01 * adam.weights)
    return adam.weights / spread


def fit_classes(rows: NDArray[np.float64], labels: Sequence[int], steps: int = 800) -> Any:
    """Return the weights of a softmax regression, a column for every class.

    Rare classes count more (by the root of how rare they are): what is rare among the annotated is not so elsewhere.
    """
    wanted = np.eye(len(LABELS))[list(labels)]
    counted = (1 / np.sqrt(np.bincount(labels, minlength=len(LABELS))))[list(labels)]
    counted /= counted.sum()
    adam = Adam((rows.shape[1], len(LABELS)))
    for _ in range(steps):
        scores = rows @ adam.weights
        shares = np.exp(scores - scores.max(1, keepdims=True))
        shares /= shares.sum(1, keepdims=True)
        adam.move(rows.T @ ((shares - wanted) * counted[:, None]) + 0.005 * adam.weights)
    return adam.weights


def told(findings: Sequence[Mapping[str, Any]]) -> list[tuple[Mapping[str, float], int]]:
    """Return the features of each piece of evidence with its label's number."""
    return [
        (effect_features(f["intervention"], f["comparator"], f["outcome"], e), LABELS.index(f["label"]))
        for f in findings
        for e in f["evidence"]
    ]


def fit_signs(findings: Sequence[Mapping[str, Any]]) -> dict[str, Sequence[float]]:
    """Return what each feature says for each of the labels."""
    rows = told(findings)
    names = sorted({name for row, _ in rows for name in row})
    fitted = fit_classes(matrix([row for row, _ in rows], names), [label for _, label in rows])
    return dict(zip(names, fitted, strict=True))


def crossed_signs() -> dict[str, float]:
    """Return how right signs are, each article's read by weights of four fifths of the others; the surest piece counts.

    `flipped` are increases told as decreases and decreases as increases, of all that are told.
    """
    findings = [json.loads(line) for line in FINDINGS.open(encoding="utf-8")]
    read: list[tuple[int, int]] = []
    for fold in range(5):
        weights = fit_signs([f for f in findings if part_of(f["pmcid"]) // 2 != fold])
        for finding in (f for f in findings if part_of(f["pmcid"]) // 2 == fold):
            pieces = told([finding])
            best = max((_shares(row, weights) for row, _ in pieces), key=max)
            if max(best) >= SURE:
                read.append((best.index(max(best)), pieces[0][1]))
    right, flipped = sum(a == b for a, b in read), sum({a, b} == {0, 1} for a, b in read)
    found = {"findings": len(findings), "proposed": len(read) / len(findings)}
    return found | {"right": right / len(read), "flipped": flipped / len(read)}


def _shares(row: Mapping[str, float], weights: Mapping[str, Sequence[float]]) -> list[float]:
    sums = sum((np.asarray(weights[n]) * value for n, value in row.items() if n in weights), np.zeros(len(LABELS)))
    shares = np.exp(sums - sums.max())
    return list(shares / shares.sum())


def sign_lines(findings: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the table's rows of what became of an outcome."""
    return ["\t".join(("effect", name, *(f"{w:.4f}" for w in row))) for name, row in fit_signs(findings).items()]


def query_of(finding: Mapping[str, Any]) -> str:
    """Return a finding as words that somebody would type."""
    return f"{finding['intervention']} {finding['comparator']} {finding['outcome']}"


def main(folder: Path) -> None:
    """Fit both models and write the table."""
    findings = [json.loads(line) for line in FINDINGS.open(encoding="utf-8")]
    used = [f for f in findings if part_of(f["pmcid"]) < FIT]
    library = EmbeddedLibrary.open(folder)
    articles = asyncio.run(library.articles({f"PMC:{f['pmcid']}" for f in used}))
    lists: list[tuple[Rows, NDArray[np.bool_]]] = []
    for id, article in articles.items():
        reader, sentences = PassageReader(article), sentences_of(article)
        for finding in (f for f in used if f"PMC:{f['pmcid']}" == id):
            marks = np.array([is_evidence(s.text, finding["evidence"]) for s in sentences])
            if marks.any():
                lists.append((list(reader.features(query_of(finding))), marks))
    names = sorted({name for rows, _ in lists for name in rows[0]})
    ranking = fit_ranking([(matrix(rows, names), marks) for rows, marks in lists])
    lines = [
        "# Fitted by `python -m tests.bench.fit_library`; model, feature, weights (of effect: by its three values)."
    ]
    lines += [f"passage\t{name}\t{weight:.4f}" for name, weight in zip(names, ranking, strict=True)]
    lines += sign_lines(used)
    TABLE.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main_signs() -> None:
    """Fit what became of an outcome anew, and write it into the table."""
    findings = [json.loads(line) for line in FINDINGS.open(encoding="utf-8")]
    kept = [row for row in TABLE.read_text(encoding="utf-8").splitlines() if not row.startswith("effect\t")]
    lines = [*kept, *sign_lines([f for f in findings if part_of(f["pmcid"]) < FIT])]
    TABLE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main_signs() if sys.argv[1:] == ["signs"] else main(Path(sys.argv[1]))
