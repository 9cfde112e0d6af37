"""Names and relations with their places in a text, and names in lists. Pure."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from kgcore.english.context import ClaimFrame
from kgcore.english.sentences import Stretch
from kgcore.values.model import Mention

_JOINS = re.compile(
    r"\s*(?:,\s*(?:and|or|nor)?|,?\s*(?:and|or|and/or|nor|as well as|such as|like|including|particularly|especially|"
    r"notably|mainly|primarily|/|&))\s*(?:the|both|also|"
    r"(?:its|their)\s+(?:(?!(?:of|in|on|to|for|with|by|from|is|are|was|were|has|have|can|may|use|"
    r"own)\b)[a-z-]+\s+){1,3})?\s*",
    re.IGNORECASE,
)
_JOINS_AGAIN = re.compile(
    r"(?:\s+(?:up|down|off|out|away|back))?\s*,?\s*(?:and|or|nor|as well as)\s+(?:also\s+)?(of|for|against|from|"
    r"in|to|with|by|on)\s+(?:the\s+|an?\s+)?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class NameSpan:
    """A mention in the text."""

    start: int
    end: int
    mention: Mention
    stands_for: bool = False  # a pronoun
    ill: bool = False  # a condition
    felt: bool = False  # a condition or a sign of one, as far as its type tells
    taken: bool = False  # something that people take


def names_within(names: Sequence[NameSpan], start: int, end: int) -> Sequence[NameSpan]:
    """Return the names, which are in order and do not overlap, that lie in a stretch."""
    first = bisect_left(names, start, key=lambda n: n.start)
    return names[first : bisect_right(names, end, first, key=lambda n: n.end)]


@dataclass(frozen=True, slots=True)
class RelationSpan:
    """A relation between two groups of names; `start` and `end` are those of its words in the text."""

    subjects: tuple[NameSpan, ...]
    objects: tuple[NameSpan, ...]
    phrase: str
    start: int
    end: int
    frame: ClaimFrame
    predicate: str | None = None
    unread: str = ""  # words of the sentence that may change what it says, and were not understood
    divided: bool = False  # papers are said to disagree about it
    between: Stretch | None = None  # where it and another relation of the same two stand: "treats and prevents"


def listed(text: str, names: Sequence[NameSpan]) -> list[tuple[NameSpan, ...]]:
    """Return the names in groups, each a list in the text: "*A*, *B* and *C*"; a pronoun of several is one, too."""
    groups: list[tuple[NameSpan, ...]] = []
    for name in names:
        last = groups[-1][-1] if groups else None
        if last and (last.start == name.start or _are_joined(text, groups[-1], name)):
            groups[-1] = (*groups[-1], name)
        else:
            groups.append((name,))
    return groups


def _are_joined(text: str, group: tuple[NameSpan, ...], name: NameSpan) -> bool:
    """Whether a name goes on with a list, perhaps under its preposition: "of *A* and of *B*"."""
    if name.stands_for and text[name.start : name.end].casefold() in ("it", "they"):
        return False  # a subject
    if _JOINS.fullmatch(text, group[-1].end, name.start):
        return True
    again = _JOINS_AGAIN.fullmatch(text, group[-1].end, name.start)
    before = text[: group[0].start].split()[-2:] if again else ()
    return again is not None and again[1].casefold() in (word.casefold() for word in before)


def ill_ahead(text: str, names: Sequence[NameSpan]) -> int:
    """Return how many names of illnesses stand before a comma and what has to do with them: "In *B* and *C*, *A* …"."""
    for n, (one, other) in enumerate(pairwise(names), 1):
        if not one.ill:
            return 0
        if not other.ill and _COMMA.fullmatch(text, one.end, other.start):
            joined = text[names[n - 2].end : one.start].split() if n > 1 else []
            return n if n == 1 or {"and", "or"}.intersection(joined) else 0
    return 0


_COMMA = re.compile(r"\s*,\s+(?:(?:both|the)\s+)?")
