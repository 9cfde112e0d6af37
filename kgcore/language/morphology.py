"""Words of a phrase without their dress: clean text, one spelling, base forms. Pure; hardened against any input."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping
from enum import Flag, auto

LONGEST = 240  # characters; longer phrases are no relation phrases

_CONTRACTIONS = (
    (re.compile(r"\bcan(?:not|'t)\b"), "can not"),
    (re.compile(r"\bwon't\b"), "will not"),
    (re.compile(r"\bshan't\b"), "shall not"),
    (re.compile(r"n't\b"), " not"),
    (re.compile(r"'(?:re|s)(?= (?:not|been|known|thought|said|used|associated|linked|a|an|the)\b)"), " is"),
    (re.compile(r"'ve\b"), " have"),
    (re.compile(r"'s\b|s'(?= )"), " "),
)
_SIGNS = str.maketrans({"’": "'", "‘": "'", "‐": "-", "‑": "-", "–": "-", "—": " ", "\xa0": " ", ",": " ", "*": " "})
_WORD = re.compile(r"[^\W_](?:[\w'/%+-]*[\w%])?|%")
_STRANGE = re.compile(r"[.;:?!()\[\]{}<>|=@#$\\\"/]")
_IZE = re.compile(r"is(?=(?:e|ed|es|ing|er|ers|ation|ations)\b)")
_PERCENT = re.compile(r"(?<=\d) ?(?:%|percent\b|per cent\b)")
_TIMES = re.compile(r"\b\d+(?:\.\d+)? ?%")


class Form(Flag):
    """How a verb's form may be used."""

    BASE = auto()
    THIRD = auto()
    PAST = auto()
    PARTICIPLE = auto()
    ING = auto()


PLAIN = Form.BASE
_ED = Form.PAST | Form.PARTICIPLE
# suffix, what stands for it in the base form, the form it makes
_SUFFIXES = (
    ("ies", "y", Form.THIRD),
    ("es", "", Form.THIRD),
    ("s", "", Form.THIRD),
    ("ied", "y", _ED),
    ("ed", "", _ED),
    ("ed", "e", _ED),
    ("d", "", _ED),
    ("ing", "", Form.ING),
    ("ing", "e", Form.ING),
    ("ying", "ie", Form.ING),
)


def spell(word: str) -> str:
    """Return one spelling for British and American words (only good for comparing)."""
    return _IZE.sub("iz", word).replace("our", "or").replace("aem", "em").replace("aet", "et").replace("yse", "yze")


def clean(phrase: str) -> str:
    """Return the phrase in lower case without invisible signs, contractions undone; "" where it cannot be one."""
    if len(phrase) > LONGEST:
        return ""
    text = unicodedata.normalize("NFKC", phrase).casefold().translate(_SIGNS)
    text = "".join(c for c in text if unicodedata.category(c) not in {"Cf", "Cc"} or c in "\t\n")
    for pattern, plain in _CONTRACTIONS:
        text = pattern.sub(plain, text)
    return _PERCENT.sub("%", " ".join(text.split())).strip(" .;:!'\"-")


def words(phrase: str) -> tuple[str, ...]:
    """Return the words of a relation phrase in one spelling; none where it holds more than words."""
    text = clean(phrase)
    if not text or _STRANGE.search(_TIMES.sub(" ", text)):
        return ()
    return tuple(spell(w) for w in _WORD.findall(text))


def base_forms(
    word: str, known: Collection[str], irregular: Mapping[str, tuple[tuple[str, Form], ...]]
) -> tuple[tuple[str, Form], ...]:
    """Return the known base forms that the word may be a form of, with what each makes of it; itself included."""
    found: dict[str, Form] = {}
    for base, form in irregular.get(word, ()):
        found[base] = found.get(base, Form(0)) | form
    if word in known:
        found[word] = found.get(word, Form(0)) | Form.BASE
    for suffix, ending, form in _SUFFIXES:
        if not word.endswith(suffix) or len(word) - len(suffix) < 2:
            continue
        stem = word.removesuffix(suffix) + ending
        undoubled = stem[:-1] if len(stem) > 3 and stem[-1] == stem[-2] and not ending else stem
        for base in {stem, undoubled}:
            if base in known and base != word:
                found[base] = found.get(base, Form(0)) | form
    return tuple(found.items())
