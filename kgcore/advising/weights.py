"""How much a lead is worth asking, in numbers. Pure.

A weight is the logarithm of the papers behind a lead (so that nobody's favourite disease wins by bulk), times factors.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import log, log2

from kgcore.advising.evidence import Pair
from kgcore.advising.lead import Lead
from kgcore.advising.taste import Taste
from kgcore.model import Paper, Verdict
from kgcore.thread import Exploration

UNCITED = 0.5  # papers that an edge without any counts for
HUB = 0.5  # what the best-connected node loses
GENERAL = 0.15  # what a node that everything is about keeps
DULL = 0.2  # what a question that is true by definition keeps
PARTS = 0.4  # and one about what something consists of
NULL = 0.6  # all papers deny it: worth knowing, but there is no more to find
SPLIT = 0.6  # what evenly split papers add
KNOWN = 0.7  # the thread has named the neighbour already
HARM_EARLY, HARM_LATE = 0.6, 1.3  # before and after a benefit of the same entity was answered
FADING = 0.8  # per step back from the last question
NAMED = 0.85  # an answer named it, the question did not
FAR = 0.5  # nearness never falls below this
OLD, NEW, HALF = 0.7, 1.3, 8  # weight of very old and of this year's papers; years in which the difference halves
UNSETTLED = {Verdict.MIXED: 0.9, Verdict.CONTRADICTED: 0.8, Verdict.RELEVANT: 0.7, Verdict.SUPPORTED: 0.5}


def evidence(papers: int) -> float:
    """Return what a number of papers is worth."""
    return log2(1 + (papers or UNCITED))


def of_pair(pair: Pair, largest: int) -> float:
    """Return what a pair's papers, their disagreement and how special its neighbour is are worth."""
    common = log(1 + pair.degree) / log(1 + largest)
    null = NULL if pair.main.negated else 1.0
    return evidence(len(pair.papers)) * null * (1 + SPLIT * pair.balance) * (1 - HUB * min(1.0, common))


def nearness(exploration: Exploration) -> dict[str, float]:
    """Return for every entity of the context how near it is to the last question: FAR to 1."""
    near: dict[str, float] = {}
    fading = 1.0
    for step in reversed(exploration.steps):
        for id in step.focus:
            near[id] = max(near.get(id, FAR), fading)
        for id in step.named:
            near[id] = max(near.get(id, FAR), fading * NAMED)
        fading *= FADING
    return near


def refined(leads: Sequence[Lead], papers: Mapping[str, Paper], taste: Taste) -> list[Lead]:
    """Return the leads weighed again by the years of their papers and by a person's taste, best first."""
    years = {id: p.year for id, p in papers.items() if p.year}
    now = max(years.values(), default=0)
    factors = taste.factors()
    again = [
        one._replace(
            score=one.score * (_recency(one.papers, years, now) if years else 1) * factors.of(one.type, one.predicate)
        )
        for one in leads
    ]
    return sorted(again, key=lambda lead: (-lead.score, lead.key))


def _recency(ids: Iterable[str], years: Mapping[str, int], now: int) -> float:
    known = [0.5 ** ((now - years[id]) / HALF) for id in ids if id in years]
    return OLD + (NEW - OLD) * sum(known) / len(known) if known else 1.0
