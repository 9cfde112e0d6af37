"""Which relation a question asks of the one thing that it names, as a transformer hears it. Pure.

Fitted by `python -m tests.bench.fit_asked` to questions in which the thing is marked, not said, so that it cannot know
what is true of it; see `kgcore.english.transformer` and docs/decisions/0012.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np

from kgcore.english.sentences import Stretch
from kgcore.english.transformer import Pieces, Transformer, load_pieces, load_transformer

# What it tells apart, with the plain question that asks the same; "" where a relation of a graph answers nothing. The
# side is that which is asked for: what does it to the thing (s), or to what the thing does it (o).
ASKED: Final = {
    "treats/s": "what treats {}?",
    "treats/o": "what does {} treat?",
    "prevents/s": "what prevents {}?",
    "prevents/o": "what does {} prevent?",
    "causes/s": "what causes {}?",
    "causes/o": "what does {} cause?",
    "risk/s": "what raises the risk of {}?",
    "risk/o": "what does {} raise the risk of?",
    "lowers/s": "what lowers {}?",
    "lowers/o": "what does {} lower?",
    "raises/s": "what raises {}?",
    "raises/o": "what does {} raise?",
    "interacts": "what interacts with {}?",
    "contains/s": "what contains {}?",
    "contains/o": "what does {} contain?",
    "isa/s": "which kinds of {} are there?",
    "isa/o": "what kind of thing is {}?",
    "makes/s": "what produces {}?",
    "makes/o": "what does {} produce?",
    "linked": "what is linked to {}?",
    "signs/s": "which diseases have the symptom {}?",
    "signs/o": "what are the symptoms of {}?",
    "about": "",
    "none": "",
}
THING = 1  # the word piece that stands for the thing; BERT has it unused
LONGEST = 96  # word pieces of a question that are read
_OPENS, _CLOSES = 101, 102  # BERT's


def heard(question: str, thing: Stretch) -> tuple[str, float]:
    """Return the plain question that a question asks of the thing at that place, with {} for it, and how likely."""
    pieces, layers = load_pieces(), _layers()
    ids = np.array(asked_ids(question, thing, pieces))
    own = pieces.vectors(list(ids))
    own[ids == THING] = layers.weights["marks"][0]
    [states] = layers.states([own])
    told = layers.told(np.concatenate([states.mean(0), states[ids == THING].mean(0)]))
    shares = np.exp(told - told.max())
    best = int(told.argmax())
    return tuple(ASKED.values())[best], float(shares[best] / shares.sum())


def asked_ids(question: str, thing: Stretch, pieces: Pieces) -> list[int]:
    """Return the word pieces of a question, with a mark for its thing; of a long one, those around it."""
    before, behind = pieces.ids(question[: thing.start]), pieces.ids(question[thing.end :])
    room = LONGEST - min(len(behind), LONGEST // 2)
    before = before[-room:]
    return [_OPENS, *before, THING, *behind[: LONGEST - len(before)], _CLOSES]


def load_asked() -> None:
    """Load the weights, so that no question waits for them."""
    load_pieces()
    _layers()


@cache
def _layers() -> Transformer:
    return load_transformer("kgcore.question", "asked_weights")
