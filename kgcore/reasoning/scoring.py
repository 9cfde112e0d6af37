"""How well a set of questions was answered, with intervals. Pure; the same answers, the same figures."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

from kgcore.values.decision import UNDECIDED

SAMPLES, SAMPLE = 10, 100  # ten samples of 100, as iDISK2.0-RAG reports them
HIDDEN = "a source hidden"  # the group of questions that were asked without one of the sources of their answer
_RESAMPLED = 1000  # for the 95 % interval (percentile bootstrap)
_SEED = 20


@dataclass(frozen=True, slots=True)
class Scored:
    """One question: what group it counts to, what was expected and what came; what it cost.

    `hidden`: whether it was asked without one of the sources of what is right.
    """

    group: str
    expected: str
    given: str
    seconds: float = 0.0
    tokens: int = 0
    hidden: bool = False

    @property
    def right(self) -> bool:
        """Whether the answer is the one expected."""
        return self.given == self.expected

    @property
    def wrong(self) -> bool:
        """Whether something was claimed that is not so; to say that it cannot be decided is never wrong."""
        return not self.right and self.given != UNDECIDED


@dataclass(frozen=True, slots=True)
class Score:
    """The figures of one group under one arm (what was allowed to answer); shares are 0..1."""

    arm: str
    group: str
    questions: int
    right: float
    low: float
    high: float
    sampled: float
    spread: float
    undecided: float
    wrong: float
    seconds: float
    tokens: float


def score(arm: str, group: str, answers: Sequence[Scored]) -> Score:
    """Return the figures; `low` and `high` bound the share that is right with 95 %. Raises ValueError for none."""
    if not answers:
        raise ValueError("nothing was answered")
    chance = random.Random(_SEED)  # noqa: S311  # no secret depends on it
    right = [float(a.right) for a in answers]
    means = sorted(fmean(chance.choices(right, k=len(right))) for _ in range(_RESAMPLED))
    samples = [fmean(chance.choices(right, k=SAMPLE)) for _ in range(SAMPLES)]
    return Score(
        arm,
        group,
        len(answers),
        fmean(right),
        means[int(_RESAMPLED * 0.025)],
        means[int(_RESAMPLED * 0.975) - 1],
        fmean(samples),
        stdev(samples),
        fmean(float(a.given == UNDECIDED) for a in answers),
        fmean(float(a.wrong) for a in answers),
        fmean(a.seconds for a in answers),
        fmean(float(a.tokens) for a in answers),
    )


def scores(arm: str, answers: Sequence[Scored]) -> list[Score]:
    """Return the figures by group, in the order in which groups come; then of what was asked without a source, where
    anything was; then of all together where there are several groups.
    """
    groups = list(dict.fromkeys(a.group for a in answers))
    found = [score(arm, g, [a for a in answers if a.group == g]) for g in groups]
    if without := [a for a in answers if a.hidden]:
        found.append(score(arm, HIDDEN, without))
    return [*found, score(arm, "all", answers)] if len(groups) > 1 else found
