"""What a transformer hears of danger that has read many sentences of people in danger and of people in none. Pure.

Fitted by `python -m tests.bench.fit_encoder` to the sentences of tests/bench/answers; see `kgcore.english.transformer`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from kgcore.english.transformer import Transformer, load_pieces, load_transformer
from kgcore.values.danger import Danger

KINDS = (Danger.SELF_HARM, Danger.EMERGENCY, Danger.POISONING)  # the outputs after the first, which is none of them
LONGEST = 96  # pieces of words that are read together


@dataclass(frozen=True, slots=True)
class Told:
    """What a text tells of: the log-odds of any danger, and the likeliest danger."""

    odds: float
    danger: Danger


def danger_read(text: str) -> Told:
    """Return what a text of a few sentences tells of, its first `LONGEST` pieces at most."""
    pieces, heard = load_pieces(), _heard()
    ids = pieces.words.encode(text).ids[:LONGEST]
    [states] = heard.states([pieces.vectors(ids)])
    none, *odds = (float(one) for one in heard.told(states.mean(0)))
    most = max(odds)
    return Told(most + float(np.log(sum(np.exp(one - most) for one in odds))) - none, KINDS[odds.index(most)])


def load_encoder() -> None:
    """Load the weights, so that no message waits for them."""
    load_pieces()
    _heard()


@cache
def _heard() -> Transformer:
    return load_transformer("kgcore.question", "encoder")
