"""Whether a passage asserts or denies that one of its names does something to another, as a transformer reads it. Pure.

Fitted by `python -m tests.bench.fit_entailment` to sentences in which only the two names are marked, not said, so that
it cannot know what is true of them; see `kgcore.english.transformer` and docs/decisions/0011.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from kgcore.english.sentences import Stretch
from kgcore.english.transformer import Pieces, Transformer, load_pieces, load_transformer

# What it can be in a passage: asserted, denied, said within a limit, left open, mentioned and taken back, another
# relation than the one asked of, none of the two.
LABELS = ("yes", "no", "narrow", "open", "veiled", "other", "none")
SUBJECT, OBJECT = 1, 2  # the word pieces that stand for the two names; BERT has them unused
LONGEST = 112  # word pieces of a passage that are read
TOGETHER = 8  # passages that are read at once
_OPENS, _CLOSES = 101, 102  # BERT's

Ids = list[int]


@dataclass(frozen=True, slots=True)
class Question:
    """A passage, where its two names stand, and the words of the relation that is asked of: "treats"."""

    passage: str
    subject: tuple[Stretch, ...]
    object: tuple[Stretch, ...]
    relation: str


@dataclass(frozen=True, slots=True)
class Entailed:
    """How likely a passage asserts or denies what is asked of, says it within a limit, or says something else."""

    asserted: float
    denied: float
    limited: float = 0.0
    other: float = 0.0  # another relation, or none


def entailed(questions: Sequence[Question]) -> list[Entailed]:
    """Return what the passages say, in order."""
    pieces, layers = load_pieces(), _layers()
    ids = [question_ids(one, pieces) for one in questions]
    order = sorted(range(len(ids)), key=lambda n: len(ids[n]))
    found: dict[int, Entailed] = {}
    for first in range(0, len(order), TOGETHER):
        some = order[first : first + TOGETHER]
        found.update(zip(some, _read([ids[n] for n in some], pieces, layers), strict=True))
    return [found[n] for n in range(len(ids))]


def question_ids(question: Question, pieces: Pieces) -> Ids:
    """Return the word pieces of a question: its passage with marks for the names, then the relation between them."""
    places = sorted((*((s, SUBJECT) for s in question.subject), *((s, OBJECT) for s in question.object)), key=_start)
    ids, last = [_OPENS], 0
    for place, mark in places:
        ids += [*pieces.ids(question.passage[last : place.start]), mark]
        last = place.end
    ids += pieces.ids(question.passage[last:])
    return [*ids[:LONGEST], _CLOSES, SUBJECT, *pieces.ids(question.relation), OBJECT, _CLOSES]


def load_entailment() -> None:
    """Load the weights, so that no answer waits for them."""
    load_pieces()
    _layers()


def _start(place: tuple[Stretch, int]) -> int:
    return place[0].start


def _read(some: Sequence[Ids], pieces: Pieces, layers: Transformer) -> list[Entailed]:
    marks = layers.weights["marks"]
    vectors = []
    for ids in some:
        own = pieces.vectors(ids)
        for number, mark in enumerate((SUBJECT, OBJECT)):
            own[np.array(ids) == mark] = marks[number]
        vectors.append(own)
    pooled = [_pooled(ids, states) for ids, states in zip(some, layers.states(vectors), strict=True)]
    told = layers.told(np.stack(pooled))
    odds = np.exp(told - told.max(-1, keepdims=True))
    shares = odds / odds.sum(-1, keepdims=True)
    return [Entailed(float(row[0]), float(row[1]), float(row[2]), float(row[5] + row[6])) for row in shares]


def _pooled(ids: Ids, states: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the mean of all states, and of those of either name; shape (3 × width,)."""
    own = [states[np.array(ids) == mark].mean(0) for mark in (SUBJECT, OBJECT)]
    return np.concatenate([states.mean(0), *own])


@cache
def _layers() -> Transformer:
    return load_transformer("kgcore.annotation", "entailment_weights")
