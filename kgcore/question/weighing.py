"""What the words of a message weigh together when it is asked whether somebody is in danger. Pure.

Phrases and signs find what somebody thought of; the weights, fitted to sentences of people in danger and to plain
questions (`python -m tests.bench.weigh_danger`), also tell the wordings between them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from math import fsum

from kgcore.english.words import word_list
from kgcore.values.danger import Danger

DANGERS = (Danger.SELF_HARM, Danger.EMERGENCY, Danger.POISONING)  # the columns of weights after the first
START, END, CONSTANT = "^", "$", "constant"
_LITTLE = word_list("little word") | {START, END}
_ENDINGS = ("ing", "ed", "es", "s", "ly")
_FEW = 8  # tablets, degrees, weeks: numbers from here on are another word than those below
_BEGINNING = 4  # letters by which words of one family know each other
_LEAST = 3  # letters that are left of a word without its ending


def weight_of(said: str, signs: Iterable[str]) -> float:
    """Return what a text and the signs in it weigh; over zero, danger is likelier than not.

    `said`: in lower case, its marks as " . ", apostrophes left out.
    """
    return _summed(features(said, signs))[0]


def likeliest(said: str, signs: Iterable[str]) -> Danger:
    """Return the danger that the words of a text in danger speak of."""
    _, *points = _summed(features(said, signs))
    return max(zip(points, DANGERS, strict=True), key=lambda pair: pair[0])[1]


def known_share(said: str) -> float:
    """Return how many of a text's words are little ones or have weights, of one."""
    words = [_stem(word) for word in said.replace(".", " ").split()]
    return sum(word in _weights() or word in _LITTLE for word in words) / len(words) if words else 0.0


def features(said: str, signs: Iterable[str]) -> frozenset[str]:
    """Return what of a text has weights: its words, their beginnings, its pairs of words, and its signs.

    Pairs of little words have none: there are many, and they tell who speaks rather than of what.
    """
    words = [_stem(word) for word in said.replace(".", " ").split()]
    pairs = (f"{one} {other}" for one, other in zip([START, *words], [*words, END], strict=True))
    begun = (f"{word[:_BEGINNING]}-" for word in words if len(word) > _BEGINNING and word not in _LITTLE)
    telling = (pair for pair in pairs if not _LITTLE.issuperset(pair.split()))
    return frozenset([*words, *telling, *begun, *_named(signs)])


def _summed(found: Iterable[str]) -> list[float]:
    weights = _weights()
    counted = [weights[one] for one in (CONSTANT, *found) if one in weights]
    return [round(fsum(column), 2) for column in zip(*counted, strict=True)]  # whatever their order


def _named(signs: Iterable[str]) -> Iterator[str]:
    return (f"sign:{name}" for name in signs)


def _stem(word: str) -> str:
    if word.isdigit():  # "❷" is a digit to Unicode, and none to int()
        return "#" if len(word) == 1 and unicodedata.digit(word) < _FEW else "##"
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _LEAST:
            return word.removesuffix(ending)
    return word


@cache
def _weights() -> Mapping[str, tuple[float, ...]]:
    text = files("kgcore.question").joinpath("danger_weights.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#  "))
    return {feature: tuple(float(weight) for weight in weights) for feature, *weights in rows}
