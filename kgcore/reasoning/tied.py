"""How likely a test question asks for just what an edge says, though no rule reads it: a logistic regression. Pure.

It knows no words. What it weighs is whether the words for relations that a stem has agree with the edge's, what a
transformer reads in the stem with the option put in, and how much of the stem nobody understood. Fitted to the seen
sets by `python -m tests.bench.fit_ties`, which also tells how sure it is of what it was not fitted to.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from kgcore.annotation.entailment import Entailed
from kgcore.english.reading import PhraseReader
from kgcore.reasoning.loose_stems import (
    CHANGES,
    HOW,
    SENSES,
    UNREAD,
    WHOM,
    Spots,
    cues_with_unread,
    masked_all,
    of_another,
    wide_senses,
)

SURE: Final = 2.0  # log odds from which on a tie counts as what is asked
FEATURES: Final = (
    "agreeing", "agreeing widely", "at odds", "no words",
    "asserted", "denied", "limited", "other", "opposite", "asserted-opposite", "linked", "limited-anyhow",
    "unknown relation", "unread", "several relations", "denied elsewhere",
)  # fmt: skip
_LONGEST: Final = 400  # characters of what asks
_NUMBER = re.compile(r"\d")
_LEAST: Final = 1e-3  # how likely anything is at least
_LEAVES_OPEN = frozenset({CHANGES, WHOM, HOW, "denial"})
_NONE: Final = frozenset[str]()
_WEIGHTS: Final = "tied_weights.tsv"


@dataclass(frozen=True, slots=True)
class Asked:
    """What asks, with the predicates that each of its words for relations may mean, in its own sense and more widely;
    and how many words nobody understood.
    """

    said: str
    told: tuple[frozenset[str], ...]
    widely: tuple[frozenset[str], ...]
    unread: int


def read_asked(said: str, spots: Spots, words: PhraseReader) -> Asked | None:
    """Return what asks by its words; None where it may ask more than a relation: whom, how much, what else of it."""
    masked, called = masked_all(said, spots)
    if len(said) > _LONGEST or not called or _NUMBER.search(masked) or of_another(said, spots, words):
        return None
    cues = cues_with_unread(masked, words)
    if any(c.kind in _LEAVES_OPEN for c in cues):
        return None
    telling = [c for c in cues if c.kind == "phrase" or (c.senses and c.kind != "soft")]
    quoted = [
        frozenset(words.read(masked[c.start : c.end]).predicates) if c.kind == "phrase" else _NONE for c in telling
    ]
    told = tuple(q or _meant(c.senses, words) for q, c in zip(quoted, telling, strict=True))
    widely = tuple(q or _meant(wide_senses(c), words) for q, c in zip(quoted, telling, strict=True))
    return Asked(said, told, widely, sum(c.kind == UNREAD for c in cues))


def _meant(senses: Collection[str], words: PhraseReader) -> frozenset[str]:
    return frozenset(p for s in senses for phrase in SENSES[s] for p in words.read(phrase).predicates)


@dataclass(frozen=True, slots=True)
class Heard:
    """What a transformer reads in a stem with an option put in: the edge's relation, its opposite, any link at all."""

    own: Entailed
    opposite: Entailed | None
    linked: Entailed
    known: bool  # whether it was fitted to the edge's relation


def features(
    asked: Asked, predicate: str, heard: Sequence[Heard], *, relations: int, denied: bool
) -> tuple[float, ...]:
    """Return what is weighed, in the order of FEATURES; `heard` of each way to put the option in, the best counts."""
    agree, wide = (sum(predicate in some for some in all_) for all_ in (asked.told, asked.widely))
    best = max(heard, key=lambda h: h.own.asserted)
    opposite = max((h.opposite.asserted for h in heard if h.opposite), default=0.0)
    return (
        agree / max(1, len(asked.told)),
        wide / max(1, len(asked.told)),
        float(wide < len(asked.told)),
        float(not asked.told),
        _log(best.own.asserted),
        _log(best.own.denied),
        _log(best.own.limited),
        _log(best.own.other),
        _log(opposite),
        _log(best.own.asserted) - _log(opposite),
        _log(max(h.linked.asserted for h in heard)),
        _log(max(max(h.own.limited, h.linked.limited) for h in heard)),
        float(not best.known),
        math.log1p(asked.unread),
        float(relations > 1),
        float(denied),
    )


def log_odds(values: Sequence[float]) -> float:
    """Return how likely what has these features is what is asked."""
    intercept, weights = _weights()
    return intercept + sum(w * v for w, v in zip(weights, values, strict=True))


@cache
def _weights() -> tuple[float, tuple[float, ...]]:
    text = files("kgcore.reasoning").joinpath(_WEIGHTS).read_text(encoding="utf-8")
    told = {name: float(weight) for name, weight in (line.split("\t") for line in text.splitlines()[1:])}
    return told["intercept"], tuple(told[name] for name in FEATURES)


def _log(likely: float) -> float:
    return math.log(max(likely, _LEAST))
