"""Which runs of words in a text may be taken for a name. Pure.

In running text a name is guessed, not given: single short or everyday words do not count ("all", "can", "met", "lead"),
initialisms count only as they are written, and a longer known name hides the shorter ones in it.
"""

from __future__ import annotations

from functools import cache

from kgcore.lexicon import bag, concept, concepts, is_everyday, lexicon
from kgcore.link import Hit
from kgcore.names import flat, fold, greek_short
from kgcore.passages import Window
from kgcore.probes import Probe, Via
from kgcore.thesaurus import thesaurus

_EDGES = frozenset((
    "of", "the", "a", "an", "in", "to", "and", "or", "for", "by", "from", "with", "on", "at", "as", "is", "are",
    "was", "be", "does", "do", "can", "may", "not", "no", "than", "that",
))  # fmt: skip
_CHANGING = (
    "deficiency", "receptor", "blocker", "toxicity", "overdose", "withdrawal", "poisoning", "allergy", "resistance",
)  # fmt: skip
_OWNING = frozenset({"a", "my", "your", "her", "his"})
_NO_NOUN = frozenset({"", "and", "or", "is", "was", "with", "by", "in", "than", "if", "from", "gets", "goes"})
_INITIALISM = 5  # letters
_SHORTEST = 3


def window_probes(window: Window) -> tuple[Probe, ...]:
    """Return what a run of words is looked up under; () for runs that cannot be a name."""
    if window.words[0] in _EDGES or window.words[-1] in _EDGES - {"a"}:
        return ()
    if window.length == 1 and is_everyday(window.words[0]) and not window.raw[:2].isupper() and not _is_ill(window):
        return ()
    run = flat(window.words)
    found = [Probe("f" + run, Via.NAME)]
    if short := greek_short(window.words):
        found.append(Probe("f" + short, Via.NAME))
    if _may_be_reordered(window.words):
        found.append(Probe("b" + bag(concepts(window.words)), Via.ORDER))
    for other in _others(window):
        found.append(Probe("f" + flat(other), Via.GENERAL))
        found.append(Probe("b" + bag(concepts(other)), Via.GENERAL))
        found.append(Probe("c" + bag(concepts(other)), Via.GENERAL))
    return tuple(found)


def is_name(window: Window, hit: Hit) -> bool:
    """Say whether what was found under these words may be meant by them, here."""
    if window.after and concept(fold(window.after.casefold())) in _changing():
        return False
    if len(window.words) == 1 or len(flat(window.words)) <= _SHORTEST:
        return _single(window, hit)
    return True


@cache
def _changing() -> frozenset[str]:
    return frozenset(concept(fold(word)) for word in _CHANGING)


def is_opaque(window: Window) -> bool:
    """Say whether these words are the known name of one thing, in which no shorter name is to be seen."""
    return window.length > 1 and flat(window.words) in thesaurus().by_flat


def _is_ill(window: Window) -> bool:
    """Say whether an everyday adjective stands for an illness: "colds", "a cold" with no noun behind it."""
    raw, after = window.raw.casefold(), window.after.casefold()
    return raw == "colds" or (raw == "cold" and window.before.casefold() in _OWNING and after in _NO_NOUN)


def _may_be_reordered(words: tuple[str, ...]) -> bool:
    """Say whether words may be a name in another order: no lists, no repetitions, no joining words at the ends."""
    found = [concept(word) for word in words]
    ends_stop = lexicon().is_a(found[0], "stop") or lexicon().is_a(found[-1], "stop")
    return len(words) > 1 and not ends_stop and len(set(found)) == len(found) and not {"and", "or"} & set(words)


def _others(window: Window) -> tuple[tuple[str, ...], ...]:
    short = len(flat(window.words)) < _INITIALISM
    if flat(window.words) not in thesaurus().by_flat or (short and not window.raw[:2].isupper()):
        return ()
    return thesaurus().others(window.words)


def _single(window: Window, hit: Hit) -> bool:
    raw, stored = window.raw, hit.text
    if len(raw) < _SHORTEST and not (len(raw) == 2 and raw.isupper() and stored.isupper()):
        return False
    if _is_initialism(stored) and hit.probe.via is Via.NAME:
        return raw.removesuffix("s") == stored.removesuffix("s") or (len(stored) >= _INITIALISM and raw.isupper())
    if _is_ill(window):
        return True
    return not (is_everyday(window.words[0]) or lexicon().is_a(concepts(window.words)[0], "stop", "form", "degree"))


def _is_initialism(text: str) -> bool:
    return len(text) <= _INITIALISM and sum(c.isupper() for c in text) * 2 >= len(text) and " " not in text
