"""The one reader of `cues.tsv`: what words do to a claim, by where they stand and how far they reach. Pure.

After ConText (Harkema et al. 2009, doi:10.1016/j.jbi.2009.05.002), itself after NegEx (Chapman et al. 2001): a cue has
a direction, a scope, and words that end it; a pseudo-cue ("no doubt") looks like a cue and is none. A caller says where
its words stand (`CueScope`, `CueDirection`) and, where not all count, which effects it looks for. What a cue amounts
to is the caller's: the same "never" denies a phrase, and makes a sentence that nobody foresaw doubtful.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from kgcore.english.words import rows_of, word_lists


class CueEffect(StrEnum):
    """What a cue does; `cues.tsv` says what each means."""

    DENIES = "denies"
    REFUTES = "refutes"
    DOUBTS = "doubts"
    HEDGES = "hedges"
    ATTRIBUTES = "attributes"
    SUPPOSES = "supposes"
    LIMITS = "limits"
    COMPARES = "compares"
    OVERSTATES = "overstates"
    UNDOES = "undoes"
    OPPOSES = "opposes"
    CONTRASTS = "contrasts"
    HINTS = "hints"
    STATES = "states"
    PSEUDO = "pseudo"
    ENDS = "ends"


class CueDirection(StrEnum):
    """Whether a cue acts on what follows it (the words read stand before a claim) or on what stands before it."""

    FORWARD = "forward"
    BACKWARD = "backward"
    BOTH = "both"


class CueScope(StrEnum):
    """How far a cue reaches; `cues.tsv` says what each means."""

    OPENING = "opening"
    CLAUSE = "clause"
    RELATION = "relation"
    MENTION = "mention"
    WORDS = "5 words"
    SENTENCE = "sentence"
    NEXT = "next"
    MESSAGE = "message"
    PHRASE = "phrase"
    UNREAD = "unread"
    NAME = "name"
    TEXT = "text"
    CLOSING = "closing"


CLAUSE, CONJUNCTION = "clause", "conjunction"  # what ends a scope, as the column `ends` has it
# How a reading notes it: "!" denied, "~" called false, "?" hedged, "*" overstated.
FLAGS = {
    CueEffect.DENIES: "!",
    CueEffect.REFUTES: "~",
    CueEffect.HEDGES: "?",
    CueEffect.DOUBTS: "!?",
    CueEffect.OVERSTATES: "*",
    CueEffect.STATES: "",
    CueEffect.PSEUDO: "",
}
_WORDS = 5  # after Scope.WORDS
_MARKS = ",;:.!?"
_SYNTAX = re.compile(r"\]\*|[\[\]()|*+]|<([a-z]+)>| ?…(\d+)? ?|((?<!\w)N(?!\w))| \.$|['’]|.", re.DOTALL)
_AS_REGEX = {"]*": ")*", "[": "(?:", "]": ")?", "(": "(?:", ")": ")", "|": "|", "*": r"\w*", "+": r"\w+",
             " .": r"\s*(?:[.,;!]|$)", "'": "['’]", "’": "['’]", " ": r"\s+"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Cue:
    """A row of the table; `ends` are the names under which its ends stand."""

    words: str
    effect: CueEffect
    direction: CueDirection
    scopes: frozenset[CueScope]
    ends: tuple[str, ...]


@cache
def load_cues() -> tuple[Cue, ...]:
    """Return the table, in its order."""
    padded = ((*row, "", "")[:5] for row in rows_of("cues.tsv"))
    return tuple(
        Cue(words, CueEffect(does), CueDirection(way), frozenset(map(CueScope, _parts(scope))), _parts(ends))
        for words, does, way, scope, ends in padded
    )


def _parts(cell: str) -> tuple[str, ...]:
    return tuple(part for part in cell.split(", ") if part)


def find_cue(
    words: str, scope: CueScope, *effects: CueEffect, direction: CueDirection = CueDirection.BOTH, start: int = 0
) -> re.Match[str] | None:
    """Return the first cue (of these effects; of any, where none is given) that reaches the claim beside the words."""
    return next(find_all(words, scope, *effects, direction=direction, start=start), None)


def find_all(
    words: str, scope: CueScope, *effects: CueEffect, direction: CueDirection = CueDirection.BOTH, start: int = 0
) -> Iterator[re.Match[str]]:
    """Yield the cues that reach the claim beside the words, from `start` on; those with the same ends in order."""
    for ends, pattern in _patterns(scope, direction, effects):
        first, last = _reach(words, direction, ends) if scope is CueScope.CLAUSE else (0, len(words))
        for found in pattern.finditer(words, max(first, start), last):
            if found.lastgroup != "pseudo":
                yield found


def words_in_reach(words: str, direction: CueDirection, ends: str) -> str:
    """Return the part of the words from which a cue with those ends reaches the claim beside them."""
    return words[slice(*_reach(words, direction, ends))]


def _reach(words: str, direction: CueDirection, ends: str) -> tuple[int, int]:
    borders = _borders(ends)
    if borders is not None and direction is CueDirection.FORWARD:
        return max((found.end() for found in borders.finditer(words)), default=0), len(words)
    found = borders.search(words) if borders is not None else None
    return 0, found.start() if found else len(words)


@cache
def _borders(ends: str) -> re.Pattern[str] | None:
    found = [cue.words for cue in load_cues() if cue.effect is CueEffect.ENDS and ends in cue.ends]
    if not found:
        return None
    marks = "".join(re.escape(w) for w in found if w in _MARKS)
    dashes = "".join(re.escape(w) for w in found if w in "-–—")
    brackets = "".join(re.escape(w) for w in found if w in "()")
    parts = [rf"[{marks}](?:\s|$)"] if marks else []
    parts += [rf"\s[{dashes}]\s"] if dashes else []
    parts += [f"[{brackets}]"] if brackets else []
    parts += [rf"\b(?:{'|'.join(w for w in found if w.isalpha())})\b"] if any(w.isalpha() for w in found) else []
    return re.compile("|".join(parts), re.IGNORECASE)


@cache
def _patterns(
    scope: CueScope, direction: CueDirection, effects: tuple[CueEffect, ...]
) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return what to search for, by what ends it."""
    wanted = {*effects, CueEffect.PSEUDO} if effects else set(CueEffect)
    ways = set(CueDirection) if direction is CueDirection.BOTH else {direction, CueDirection.BOTH}
    groups: dict[str, list[Cue]] = {}
    for cue in load_cues():
        if scope in cue.scopes and cue.effect in wanted and cue.direction in ways:
            groups.setdefault(", ".join(cue.ends), []).append(cue)
    return tuple((ends, _placed(scope, direction, some)) for ends, some in groups.items())


def _placed(scope: CueScope, direction: CueDirection, some: Iterable[Cue]) -> re.Pattern[str]:
    """Return the pattern of cues where words of that scope stand."""
    pseudo = regex_of_any(c.words for c in some if c.effect is CueEffect.PSEUDO)
    body = regex_of_any(c.words for c in some if c.effect is not CueEffect.PSEUDO)
    edge = r"[\w-]" if scope is CueScope.PHRASE else r"\w"  # "all-trans", "fat-free": no words of a phrase
    inner = f"(?P<pseudo>{pseudo})|(?:{body})" if pseudo else body
    pattern = rf"(?<!{edge})(?:{inner})(?!{edge})"
    if scope is CueScope.MENTION and direction is CueDirection.FORWARD:
        pattern += rf"(?:\s+(?:{regex_of_any(word_lists()['beside'])}))*\s*$"
    elif scope is CueScope.WORDS:
        pattern += rf"(?:[^\w{_MARKS}]+[\w'’-]+){{0,{_WORDS}}}[^\w{_MARKS}]*$"
    elif scope in (CueScope.NEXT, CueScope.MESSAGE, CueScope.MENTION):
        pattern = rf"\A\s*{pattern}"
    return re.compile(pattern, re.IGNORECASE)


def regex_of_any(some: Iterable[str]) -> str:
    """Return a regular expression for any of the cues, longer ones first."""
    return "|".join(sorted(map(cue_regex, some), key=len, reverse=True))


@cache
def cue_regex(cue: str) -> str:
    """Return the regular expression of a cue in the writing of `cues.tsv`."""

    def part(found: re.Match[str]) -> str:
        if found[1]:
            return f"(?:{regex_of_any(word_lists()[found[1]])})"
        if "…" in found[0]:
            return rf"\b[^.;:]{{0,{found[2] or 50}}}?\b"
        if found[3]:
            return r"\d+"
        return _AS_REGEX.get(found[0]) or re.escape(found[0])

    return _SYNTAX.sub(part, cue)
