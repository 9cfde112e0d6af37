"""The packaged lists of words, `words.tsv`: list, words, note. Pure."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from importlib.resources import files


@cache
def rows_of(file: str) -> tuple[tuple[str, ...], ...]:
    """Return the cells of a packaged table's rows, without its comments (`#`) and its header."""
    text = files("kgcore.english").joinpath(file).read_text(encoding="utf-8")
    rows = [tuple(line.split("\t")) for line in text.splitlines() if line and not line.startswith("#")]
    return tuple(rows[1:])


@cache
def word_lists() -> dict[str, tuple[str, ...]]:
    """Return every list by its name, in the order of the file."""
    return {row[0]: tuple(row[1].split("|")) for row in rows_of("words.tsv")}


@cache
def word_list(name: str) -> frozenset[str]:
    """Return the words of one list; raises KeyError where there is none of that name."""
    return frozenset(word_lists()[name])


# Verbs that questions begin with, as part of a pattern.
AUXILIARY = r"(?:is|are|was|were|do|does|did|can|could|will|would|should|has|have|may|might)"


# --- Words of a phrase without their dress: clean text, one spelling, base forms.

LONGEST = 240  # characters; longer phrases are no relation phrases

_CONTRACTIONS = (
    (re.compile(r"\bcan(?:not|'t)\b"), "can not"),
    (re.compile(r"\bwon't\b"), "will not"),
    (re.compile(r"\bshan't\b"), "shall not"),
    (re.compile(r"n't\b"), " not"),
    (re.compile(r"\b(do|does|did|is|are|was|were|has|have|had|could|would|should)nt\b"), r"\1 not"),
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


def normalize_spelling(word: str) -> str:
    """Return one spelling for British and American words (only good for comparing)."""
    return _IZE.sub("iz", word).replace("our", "or").replace("aem", "em").replace("aet", "et").replace("yse", "yze")


def clean_phrase(phrase: str) -> str:
    """Return the phrase in lower case without invisible signs, contractions undone; "" where it cannot be one."""
    if len(phrase) > LONGEST:
        return ""
    text = unicodedata.normalize("NFKC", phrase).casefold().translate(_SIGNS)
    if not text.isprintable():
        text = "".join(c for c in text if unicodedata.category(c) not in {"Cf", "Cc"} or c in "\t\n")
    for pattern, plain in _CONTRACTIONS:
        text = pattern.sub(plain, text)
    return _PERCENT.sub("%", " ".join(text.split())).strip(" .;:!'\"-")


def phrase_words(phrase: str) -> tuple[str, ...]:
    """Return the words of a relation phrase in one spelling; none where it holds more than words."""
    text = clean_phrase(phrase)
    if not text or _STRANGE.search(_TIMES.sub(" ", text)):
        return ()
    return tuple(normalize_spelling(w) for w in _WORD.findall(text))


def split_cell(cell: str) -> list[str]:
    """Return what the bars of a cell keep apart; those inside brackets do not."""
    found, depth = [""], 0
    for sign in cell:
        depth += (sign in "([") - (sign in ")]")
        if sign == "|" and not depth:
            found.append("")
        else:
            found[-1] += sign
    return found
