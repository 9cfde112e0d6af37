"""Labels of tables compared: as they are written, and by what they name, whatever unit stands behind. Pure.

"SBP, mmHg", "Systolic BP (mm Hg)" and "systolic blood pressure" name one thing once the article's abbreviations are
spelled out; "p value" and "P-value*" are written alike but not the same.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from kgcore.linking.names import fold_word

_KEPT = re.compile(r"[^\w%()/.<>=*-]|_", re.UNICODE)
_DASHES = str.maketrans({"−": "-", "–": "-", "‐": "-", "‑": "-", "—": "-", "·": ".", "∗": "*", "≤": "<=", "≥": ">="})
_WORD = re.compile(r"\d+(?:[.,]\d+)*|\.\d+|[^\W\d_]+\d*|%")
_BRACKETS = re.compile(r"[(\[][^()\[\]]*[)\]]")
_TAIL = re.compile(
    r"(?:,|-|–|—|:)\s*(?:mean|median|n\b|no\b|%|sd\b|se\b|mm\s?hg|kg|g/|mg|cm|years?|yrs?|months?|weeks?|days?|h\b|min\b|ml|l/"
    r"|mmol|µ|μ|ng|pg|u/|iu|beats|bpm|points?|score).*$",
    re.IGNORECASE,
)
_STATISTICS = re.compile(
    r"\b(?:mean|median|sd|sem|se|iqr|range|n|no|number of patients|95\s?% ?ci|ci)\b|%|±", re.IGNORECASE
)
_MARKS = re.compile(r"[*†‡§¶#∗]+")
_MARK_BEHIND = re.compile(r"(?<=[)\]])\s?[a-e]$")  # "Age (years)a"; the last letter of "Age" is none
_ALIKE = {"arm": "group", "gender": "sex"}  # words that tables use for one thing
_SAID = (  # words that people ask with, and those that tables have for the same
    ("woman", "female", "girl"), ("man", "male", "boy"), ("smoker", "smoking", "smoke", "smoked"),
    ("death", "died", "dead", "mortality", "deceased"), ("house", "household", "home"), ("kid", "child"),
    ("dropped", "dropout", "withdrew", "withdrawal", "withdrawn", "discontinued", "discontinuation", "attrition"),
    ("drinker", "drinking", "alcohol"), ("job", "occupation", "employment"), ("married", "marital"),
    ("race", "ethnicity", "ethnic"), ("side", "adverse"), ("kidney", "renal"), ("liver", "hepatic"),
    ("heart", "cardiac"), ("sugar", "glucose"), ("fever", "pyrexia"), ("itching", "pruritus"),
    ("tiredness", "fatigue"), ("vomiting", "emesis"), ("schooling", "education"), ("cost", "price", "expense"),
)  # fmt: skip
_ASKING = re.compile(
    r"\b(?:how\s(?:many|much|often|long|old|high|low|large)|what(?:'s)?|which|who|whose|were|was|are|is|did|does|do|had|"
    r"has|have|there|please|(?:show|give)\sme|in\seach|tables?\s(?:of|with|on|about|showing)|people|patients\swho)\b",
    re.IGNORECASE,
)
LITTLE = frozenset({"a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "per", "the", "to", "vs"})


@lru_cache(maxsize=200_000)
def label_form(label: str) -> str:
    """Return how a label is written: without case, blanks and dashes of print; what else is there is kept."""
    return _KEPT.sub("", label.casefold().replace("µ", "μ"))


@lru_cache(maxsize=100_000)
def value_form(text: str) -> str:
    """Return how a cell is written: without case, blanks and marks; all minus signs and points are one."""
    plain = "".join(text.casefold().translate(_DASHES).split())
    return plain.rstrip("*†‡§¶#")


@lru_cache(maxsize=100_000)
def label_words(text: str) -> tuple[str, ...]:
    """Return the words and numbers of a text, folded, in order; little words are left out."""
    found = _WORD.findall(text.translate(_DASHES).casefold())
    return tuple(fold_word(w) if w[0].isalpha() else w for w in found if w not in LITTLE)


def asked_words(text: str) -> tuple[str, ...]:
    """Return the words of what somebody asks, without those that only ask, unless there are no others."""
    return label_words(_ASKING.sub(" ", text)) or label_words(text)


@cache
def words_for(word: str) -> tuple[str, ...]:
    """Return other words that tables may have for a word that people ask with."""
    groups = (tuple(map(fold_word, group)) for group in _SAID)
    return next((tuple(w for w in group if w != word) for group in groups if word in group), ())


def label_core(label: str, abbreviations: Mapping[str, str] | None = None) -> str:
    """Return what a label names: abbreviations spelled out; units, statistics, brackets and footnote marks left out."""
    if abbreviations and not abbreviations.keys().isdisjoint(map(_bare_word, label.split())):
        spelled = " ".join(abbreviations.get(_bare_word(w), w) for w in _named(label).split())
        return _joined(spelled)
    return _core(label)


def _bare_word(word: str) -> str:
    return word.strip(",;:.()[]")


@lru_cache(maxsize=100_000)
def _core(label: str) -> str:
    return _joined(_named(label))


def _joined(named: str) -> str:
    return " ".join(_ALIKE.get(word, word) for word in label_words(named))


def _named(label: str) -> str:
    bare = _BRACKETS.sub(" ", _MARK_BEHIND.sub("", label.strip()))
    bare = _TAIL.sub("", bare) if not bare.strip().startswith(",") else bare
    bare = _MARKS.sub("", bare.strip())
    plain = _STATISTICS.sub(" ", bare)
    return plain if any(c.isalnum() for c in plain) else bare


def graph_names(label: str, names: Sequence[str]) -> tuple[str, ...]:
    """Return which of an entity's names (its own first) name what a label names.

    Where the label is the entity's own name, all do. Else it may be narrower than the entity ("systolic blood pressure"
    of blood pressure), so that only its abbreviation counts, or what it is the abbreviation of.
    """
    if not names or label_core(label) == label_core(names[0]):
        return tuple(names)
    short = "".join(word[0] for word in label_words(label)).casefold()
    bare = label.strip().casefold()
    return tuple(n for n in names if n.casefold() == short or "".join(w[0] for w in label_words(n)).casefold() == bare)
