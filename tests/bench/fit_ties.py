"""Fits how likely a test question asks for what an edge says: the weights of kgcore/reasoning/tied.py.

Rows are the edges between the one name in the seen sets' questions and their options, each right or wrong by the set's
answer, and each of what is right once more as though the edge were of a relation at odds with it. What is told of them
is told by sets: each by weights that were fitted to all others.

python -m tests.bench.fit_ties
"""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from kgcore.reasoning import tied
from kgcore.reasoning.choices import ChoiceQuestion, read_exam
from kgcore.reasoning.logistic import LogisticModel, fit_logistic
from kgcore.turn.exam_ties import Tie
from kgcore.turn.exams import ExamAnswerer
from kgcore.values.decision import UNDECIDED
from kgcore.values.model import Edge
from tests.bench.bench_exams import EXAMS, _answerer, _is

SHARED = Path("/work/shared")
WEIGHTS = Path(tied.__file__).with_name("tied_weights.tsv")
RIDGE = 8.0
_READ_SINCE = ("sixth_held", "seventh_held")
_TRAPS = 5  # parts of the traps, which have each wording twice
# As which relation a right edge is wrong.
_AT_ODDS = {
    "TREATS": "CAUSES", "CAUSES": "TREATS", "PREVENTS": "PREDISPOSES", "PREDISPOSES": "PREVENTS",
    "INHIBITS": "STIMULATES", "DISRUPTS": "STIMULATES", "STIMULATES": "INHIBITS", "AUGMENTS": "DISRUPTS",
    "INTERACTS_WITH": "TREATS", "CONTAINS": "INTERACTS_WITH", "PRODUCES": "INHIBITS", "increases": "decreases",
    "decreases": "increases", "directlyIncreases": "directlyDecreases", "directlyDecreases": "directlyIncreases",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Row:
    """What is weighed of an edge, whether it is what is asked, and in which set; `made`: by a relation at odds."""

    group: str
    id: str
    values: tuple[float, ...]
    right: bool
    made: bool = False


async def rows(shared: Path) -> list[Row]:
    """Return the rows of all sets that may be read."""
    found: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="evigraph-fit-") as scratch:
        answerers: dict[str, ExamAnswerer] = {}
        for file in sorted(EXAMS.glob("*.jsonl")):
            if not file.stem.endswith("_seen") and file.stem not in _READ_SINCE:
                continue
            for line in file.read_text(encoding="utf-8").splitlines():
                asked = json.loads(line)
                graph = asked.get("graph", "starter")
                if graph not in answerers:
                    answerers[graph] = await _answerer(graph, shared, Path(scratch))
                found += [row async for row in _rows_of(answerers[graph], asked, file.stem)]
    return found


async def _rows_of(answerer: ExamAnswerer, asked: dict[str, str], group: str) -> AsyncIterator[Row]:
    exam, text = read_exam(asked["text"]), asked["text"]
    if group == "traps_seen":
        group = f"{group}{int(asked['id'].rpartition('-')[2]) // 2 % _TRAPS}"
    if isinstance(exam, ChoiceQuestion):
        question = await answerer._bare(exam)
        ties = await answerer.ties.weighed(question)
        labels = {t.label for t in ties}
        if question.negative or len(labels) != 1:
            return
        right = asked["answer"] != UNDECIDED and _is(asked["answer"], next(iter(labels)), text)
        again = await answerer.ties.weighed(question, _at_odds) if right else []
    else:
        return
    best = _likeliest(ties)
    yield Row(group, asked["id"], best.values, right)
    for tie in again[:1]:
        yield Row(group, asked["id"], tie.values, right=False, made=True)


def _likeliest(ties: Sequence[Tie]) -> Tie:
    return max(ties, key=lambda t: (t.values[0], t.values[4]))


def _at_odds(edge: Edge) -> Edge | None:
    other = _AT_ODDS.get(edge.predicate)
    return replace(edge, predicate=other) if other else None


def fitted(some: Sequence[Row]) -> LogisticModel:
    """Return weights for rows."""
    values = np.array([r.values for r in some], np.float32)
    return fit_logistic(values, np.array([r.right for r in some]), np.ones(len(some)), RIDGE)


def crossed(some: Sequence[Row]) -> list[float]:
    """Return the log odds of each row by weights that were fitted to all other sets."""
    models = {g: fitted([r for r in some if r.group != g]) for g in {r.group for r in some}}
    return [float(models[r.group].scores(np.array([r.values], np.float32))[0]) for r in some]


def main() -> None:
    """Fit, tell how sure it is of what it was not fitted to, and write the weights."""
    some = asyncio.run(rows(SHARED))
    odds = crossed(some)
    print(f"{len(some)} rows, {sum(r.right for r in some)} right, {sum(r.made for r in some)} made")
    for sure in (0.5, 1.0, 1.5, 2.0, 2.5, 3.0):
        taken = [r for r, o in zip(some, odds, strict=True) if o >= sure]
        wrong = sum(not r.right and not r.made for r in taken)
        made = sum(r.made for r in taken)
        print(f"from {sure}: {sum(r.right for r in taken)} right, {wrong} wrong, {made} of those made")
    for row, o in sorted(zip(some, odds, strict=True), key=lambda one: -one[1]):
        if not row.right and o >= 0.5:
            print(f"  {o:.2f} {row.group} {row.id}{' (made)' if row.made else ''}")
    model = fitted(some)
    slopes = np.array(model.weights) / np.array(model.deviation)
    told = {"intercept": model.intercept - float(np.array(model.mean) @ slopes)}
    told |= dict(zip(tied.FEATURES, map(float, slopes), strict=True))
    WEIGHTS.write_text("feature\tweight\n" + "".join(f"{n}\t{w:.4f}\n" for n, w in told.items()), encoding="utf-8")


if __name__ == "__main__":
    main()
