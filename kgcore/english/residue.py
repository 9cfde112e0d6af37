"""Which words beside a claim nothing accounts for: "…, so the pills can be thrown away", "the gods let *A* …". Pure.

A claim is part of a sentence, and its ✓ is read as one for the whole of it. So every word of content beside a claim
must be one of another name or claim, of a qualifier, or of what leaves a claim as it is: where it is known from, how
it comes about, how to take care (`words.tsv`, the lists "accounted for: …"). What else stands there keeps it from ✓.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache

from kgcore.english.chunks import DENIES, opening_chunk, reports_finding
from kgcore.english.context import read_frame_before
from kgcore.english.qualifier_terms import all_terms, neutral_keys, word_keys
from kgcore.english.words import word_lists
from kgcore.values.text import shorten

_SHOWN = 60  # characters of what was not understood
_LISTS = "accounted for: "
_HEADS = "accounted for as apposed"  # what something is called in passing: "*A*, a spice from crocus flowers,"
_BORDER = re.compile(
    r"[,;:()!?–—]|\.(?!\d)|\s-\s|\b(?:and|but|while|whereas|although|though|yet|so|because|since|which|hence|thus)\b",
    re.I,
)
_FOR_ALL = re.compile(r"\W*(?:and\s+)?(?:so|hence|thus|therefore|thereby|which|this|that)\b", re.IGNORECASE)
_YEAR = re.compile(r"\b(?:19|20)\d\ds?\b")
# What stands beside a claim, and neither draws on it nor goes on with it: "…, although the trials were small".
_BESIDE = re.compile(
    r"\W*(?:(?:al)?though|but(?!\s+(?:not|only|never)\b)|while(?!\s+\w+ing\b)|whereas|because|yet)\b", re.IGNORECASE
)
_JOINED = re.compile(r"\s*(?:and|or)\b", re.IGNORECASE)  # "… were small and oddly designed"
_EXCEPTED = re.compile(r"\b(?:all|everyone|everybody|anyone|anybody) (?:but|except|save)\b", re.IGNORECASE)
_FRONTED = re.compile(
    r"\W*(?:despite|whether|once|(?:al)?though|while|whereas|because|by|in|on|for|as|among|with|given|contrary|besides|"
    r"apart|of|at|from|over|across|throughout|since|even|(?:not )?only)\b.*,",
    re.IGNORECASE | re.DOTALL,
)
_ENOUGH = 3  # words of content that are understood, beside which a single one that is not may stand
# What goes on to assert something of the same thing, or draws on the claim: there every word must be understood.
_ASSERTS = re.compile(
    r"\W*(?:and|or|so|hence|thus|therefore|thereby|consequently|which|while|without|only)\b", re.IGNORECASE
)
# "…, as a working group wrote in its report, trials have found that": whoever reports a finding, however it is put.
_REPORTS = re.compile(r".*\bthat", re.IGNORECASE | re.DOTALL)
_CALLED = re.compile(r"\b(?=[\w-]*[A-Z][\w-]*[A-Z])[\w-]+")  # a study's name: "in SELECT"
_OWN_WORDS = re.compile(r"\(the model[’']s own words:[^)]*\)")
_OFFERED = re.compile(
    r"\b(?:is|are|was|were) (?:(?:also|often|widely|mostly) )?(?:sold|marketed)(?: everywhere)?\b", re.IGNORECASE
)
_ONLY = re.compile(r"\bonly\b", re.IGNORECASE)
_BEFORE_CLAIM = re.compile(r".*(?:[:;]\s|,\s+(?:but|yet|and)\s)", re.DOTALL)  # "It would be tempting to think so, but "
_NOT_ONLY = re.compile(r"\b(?:not only|neither|only|no doubt|no question)\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_][\w'’-]*")
# Said of the thing in passing, and no more than what it is called: its head tells whether it is one of the known sorts.
_APPOSED = re.compile(
    r"\s*[,(]\s*(?:an?|the|my|our|his|her|their|your)\s+(?P<what>[^,;:()]{2,60})\s*[,)]", re.IGNORECASE
)


# An antibody is broken down in the stomach: there are no "lecanemab pills".
_ANTIBODY = re.compile(r"mab\b", re.IGNORECASE)
_SWALLOWED = re.compile(
    r"\b(?:oral(?:ly)?|by mouth|swallow\w*|pills?|tablets?|capsules?|caplets?|lozenges?|gumm(?:y|ies)|chewing gums?|"
    r"syrups?|drops|powders?|teas?|drinks?|chewables?|soups?)\b",
    re.IGNORECASE,
)
_FIRST = re.compile(r"\b(?:first|originally|initially|discovered|invented|introduced)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Residue:
    """Words of a sentence that nothing accounts for, and where they begin; `of_all`: they draw on all before them."""

    words: str
    start: int
    of_all: bool = False


@cache
def _accounted() -> frozenset[str]:
    lists = word_lists()
    some = (word for name, words in lists.items() if name.startswith(_LISTS) for word in words)
    others = (
        word for name in ("reporter", "of a circumstance", "circumstance", "shown", "agreed") for word in lists[name]
    )
    return neutral_keys() | {key for word in (*some, *others) for key in word_keys(word)}


@cache
def _grammar() -> frozenset[str]:
    return frozenset(key for word in word_lists()[f"{_LISTS}grammar"] for key in word_keys(word))


@cache
def _sorts() -> frozenset[str]:
    lists = word_lists()
    return frozenset(k for name in ("sort", "generic noun", _HEADS) for word in lists[name] for k in word_keys(word))


def left_behind(piece: str, start: int, told: Collection[str]) -> Residue | None:
    """Return what of the words behind a claim nothing accounts for; `told` are the keys of its qualifiers' words."""
    at, beside, before = 0, False, ""
    excepted = _EXCEPTED.search(piece)
    for end in (*(m.start() for m in _BORDER.finditer(piece)), len(piece)):
        part = piece[at:end]
        goes_on = part[:1] == "," or (_JOINED.match(part) is not None and before.strip(" ,") != "")
        beside = _BESIDE.match(part) is not None or (beside and goes_on)
        before = part
        if (excepted and excepted.start() < end) or not (beside or _is_accounted(part, told)):
            words = piece[at:].strip(" ,;:.!–—-()")
            return Residue(_shown(words), start + at, _FOR_ALL.match(part) is not None)
        at = end
    return None


def left_ahead(front: str) -> str:
    """Return the words before an annotated claim where nothing accounts for them; "" where it does."""
    words = _BEFORE_CLAIM.sub("", _OWN_WORDS.sub("", front)).strip()
    if not words or "|" in words or read_frame_before(words) is not None or opening_chunk(words):
        return ""
    if DENIES.search(_NOT_ONLY.sub("", words)) and not _FRONTED.fullmatch(words):
        return _shown(words)
    reports = _REPORTS.fullmatch(words) and reports_finding(words)
    return "" if reports or _FRONTED.fullmatch(words) or _is_accounted(words, ()) else _shown(words.rstrip(" ,"))


def _shown(words: str) -> str:
    return shorten(" ".join(words.split()), _SHOWN)


def called(between: str) -> str:
    """Return what the words behind a subject call it in passing, where that is no known sort of thing."""
    found = _APPOSED.match(between)
    return found["what"] if found and not _sorts().intersection(word_keys(found["what"])) else ""


def form_that_is_not(name: str, beside: str) -> str:
    """Return the words that give something in a form in which it does not exist; "" for none."""
    found = _SWALLOWED.search(beside) if _ANTIBODY.search(name) else None
    return found[0] if found else ""


def first_dated(phrase: str, behind: str) -> str:
    """Return when something is said to have been done first, which no evidence tells: "was first used in 1961"."""
    found = _YEAR.search(behind) if _FIRST.search(phrase) else None
    return behind.strip(" .,;") if found else ""


def _is_accounted(words: str, told: Collection[str]) -> bool:
    known, grammar = _accounted(), _grammar()
    words = _OFFERED.sub(" ", words)
    if _CALLED.search(words):
        words = _YEAR.sub(" ", _CALLED.sub(" ", words))
    plain = all_terms().sub(" ", words)
    if plain != words:  # what it is limited to is one of the claim's qualifiers
        plain = _ONLY.sub(" ", plain)
    keys = [k for m in _WORD.finditer(plain) for k in word_keys(m[0])]
    strange = [k for k in keys if not (k in known or k in told or len(k) < 2)]
    content = sum(k in known and k not in grammar for k in keys)
    return not strange or (len(strange) == 1 and content >= _ENOUGH and not _ASSERTS.match(words))


def behind_last_border(words: str) -> int:
    """Return where the words begin that lead into the next claim: "…, although in children"."""
    found: Sequence[re.Match[str]] = list(_BORDER.finditer(words))
    return found[-1].start() if found else 0
