"""Whether the words of a phrase that the grammar does not account for still speak of a predicate. Pure.

A model may choose a predicate for a phrase that nobody can read. Its choice counts only where every telling word of the
phrase is known, just one of them speaks of an effect, that effect is the predicate's, and none denies, compares, sets
apart or overstates: a wrong choice must not become a verdict.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from kgcore.language.morphology import clean, words
from kgcore.language.patterns import JOINED, PREPOSITIONS, Finder
from kgcore.language.phrasebook import Phrasebook
from kgcore.language.phrases import composed, dominant, vague

_CUES = re.compile(
    r"\b(?:no|not|never|none|nobody|nothing|nowhere|nor|neither|cannot|aint|without|lack\w*|absen\w*|fail\w*|miss\w*|"
    r"than|but|except\w*|excluding|other|others|else|versus|vs|instead|rather|compar\w*|like|unlike|between|before|after|"
    r"despite|regardless|that|which|who\w*|myth|false\w*|wrong\w*|once|former\w*|until|if|whether|un\w+|in(?:eff|suff|adeq)\w*|non\w+|"
    r"every\w*|each|all|any\w*|alone|only|sole\w*|always|ever|forever|guarant\w*|perman\w*|complete\w*|total\w*|"
    r"full\w*|entire\w*|whole\w*|absolut\w*|miracl\w*|miracul\w*|wonder\w*|magic\w*|perfect\w*|definit\w*|cur(?:e|es|ed|"
    r"ing|ative)|erad\w*|best|most|strongest|half|halve\w*|\d+|percent)\b|%"
)
_KNOWN_BY_ITSELF = frozenset({"be", "have", "do", "can", "will", "to", "as", "by", "it", "they", "which", "that"})
_EMPTY = frozenset({"LIGHT", "CAUSAL", "USE"})  # effects that leave their meaning to another word
_STATES = frozenset({"role", "adj", "event"})  # what a phrase with "is" may tell by: its verb may be a passive
_TELLING = frozenset({"verb", "role", "adj", "event", "intransitive"})


_Carried = Callable[[tuple[str, ...]], frozenset[str]]  # concepts → what stands for them in a graph


def vouches(phrase: str, predicate: str, book: Phrasebook, carried: _Carried) -> bool:
    """Whether the words of an unread phrase bear out the choice of a predicate; False where in doubt."""
    text = words(phrase)
    if not text or vague(text) or text[-1] in book.modifiers or _CUES.search(clean(phrase)):
        return False
    find = Finder(text, book)
    passive = any(base == "be" for forms in find.forms for base, _ in forms)
    effects: list[frozenset[str]] = []
    aspects: set[str] = set()
    for i in range(find.n):
        said = _word(find, i, book, passive=passive)
        if said is None:
            return False
        effects += [said[0]] if said[0] else []
        aspects |= said[1]
    aspect = dominant(tuple(aspects))
    means = [carried(tuple(c for e in some for c in composed(e, aspect, book))) for some in effects]
    return len(means) == 1 and predicate in means[0]


def _word(find: Finder, i: int, book: Phrasebook, *, passive: bool) -> tuple[frozenset[str], frozenset[str]] | None:
    """Return the effects and aspects of a single word; None where it is unknown, denies, overstates, may be passive."""
    word = find.words[i]
    here = [f.entry for f in find.found(i) if f.end == i + 1 and not f.flags]
    marked = [flags for end, flags, _ in find.skips[i] if end == i + 1 and flags.strip("?+uD")]
    if marked or any(set(e.name) & set("!*<") for e in here):
        return None
    effects = frozenset(e.name for e in here if e.kind in _TELLING) - _EMPTY
    if passive and effects and not any(e.kind in _STATES for e in here):
        return None
    aspects = frozenset(e.name for e in here if e.kind == "noun")
    passable = bool(here or find.skips[i]) or word in book.modifiers | book.determiners | PREPOSITIONS | JOINED
    if not passable and not {base for base, _ in find.forms[i]} & _KNOWN_BY_ITSELF:
        return None
    return (frozenset(), aspects) if aspects else (effects, aspects)
