"""Words that questions are put with, put right where they are misspelt ("the symtoms of"). Pure.

Names are put right where they are linked; here are the words around them, of which a reader knows only some.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from math import inf

from kgcore.english.words import word_list
from kgcore.linking.lexicon import is_everyday
from kgcore.linking.spelling import misspelling_cost

_SHORTEST = 6  # letters of a word that is put right: shorter ones are one slip from too many others
_DEAREST = 2.3  # what a slip in a long word may cost
_MOST = 400  # words of a text that are looked at
_WORD = re.compile(r"(?<![\w'’-])[A-Za-z][a-z]{2,19}(?![\w'’-])")


def misspelt_words(question: str) -> tuple[tuple[int, int, str], ...]:
    """Return (start, end, what was meant) of the words of a question that are slips for those it is put with.

    Words that are written with a capital within a sentence are names.
    """
    return tuple(_slips(question))


def put_right(question: str, slips: Sequence[tuple[int, int, str]]) -> str:
    """Return the question with what was meant in the place of the slips."""
    for start, end, meant in reversed(slips):
        word = meant.capitalize() if question[start].isupper() else meant
        question = f"{question[:start]}{word}{question[end:]}"
    return question


def _slips(question: str) -> Iterator[tuple[int, int, str]]:
    for n, found in enumerate(_WORD.finditer(question)):
        opens = not question[: found.start()].strip() or question[: found.start()].rstrip()[-1:] in ".?!"
        if n < _MOST and (found[0].islower() or opens) and (meant := _meant(found[0].lower())):
            yield found.start(), found.end(), meant


@lru_cache(4_096)
def _meant(written: str) -> str:
    """Return the word that a slip stands for, "" where it is none, or where two come equally near."""
    if mistyped := _mistyped().get(written):
        return mistyped
    words = word_list("word that questions are put with")
    left = written in words or is_everyday(written) or written in word_list("no slip of such a word")
    if len(written) < _SHORTEST - 1 or left or any(_is_form_of(written, w) for w in words):
        return ""
    near = sorted((cost, w) for w in words if len(w) >= _SHORTEST and (cost := _cost(written, w)) <= _DEAREST)
    if not near or (len(near) > 1 and near[0][0] == near[1][0]):
        return ""
    return near[0][1]


def _is_form_of(written: str, word: str) -> bool:
    return written in {f"{word}{ending}" for ending in ("s", "d", "r")} or word in {f"{written}s", f"{written}d"}


def _cost(written: str, meant: str) -> float:
    """Return what reading one for the other costs: names that prefixes tell apart begin like these words, too."""
    if abs(len(meant) - len(written)) > 1:
        return inf
    cost = misspelling_cost(written, meant)
    if cost is None and written[0] == meant[0] and len(meant) > _SHORTEST and _one_slip(written, meant):
        return _DEAREST
    return inf if cost is None else cost


def _one_slip(a: str, b: str) -> bool:
    """Tell whether one letter is too many, too few, another, or changed places with the next."""
    n = next((n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    swapped = a[n + 1 : n + 2] + a[n : n + 1] + a[n + 2 :]
    return b[n + 1 :] in {a[n + 1 :], a[n:]} or a[n + 1 :] == b[n:] or swapped == b[n:]


@cache
def _mistyped() -> dict[str, str]:
    return dict(pair.split("=") for pair in word_list("slip in a short word"))
