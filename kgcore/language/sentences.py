"""Paragraphs and sentences of a plain text, by their places in it. Pure; lengths never change."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_BLANK_LINE = re.compile(r"\n[ \t]*\n\s*")
_END = re.compile(
    r"(?P<mark>[.!?…]+[\"'”’)\]]*|[;\n])(?=\s|$)|\n(?=\s*(?:[-*•–]|\d{1,2}[.)])\s)",
)
_SHORT = re.compile(
    r"(?:^|[\s(])(?:e\.g|i\.e|cf|vs|approx|ca|no|nos|fig|dr|prof|st|mr|mrs|ms|al|etc|resp|incl|spp|sp|[a-z])\.$",
    re.IGNORECASE,
)
_LONGEST = 4_000  # characters of a sentence that is looked at


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of the text, from `start` to `end` (exclusive)."""

    start: int
    end: int


def readable(text: str) -> str:
    """Return the text with control and direction signs as spaces, each character in its place."""
    return "".join(
        " " if (unicodedata.category(c) == "Cc" and c not in "\n\t") or c in _DIRECTIONS else c for c in text
    )


_DIRECTIONS = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")


def paragraphs(text: str) -> Iterator[Stretch]:
    """Yield the paragraphs: what stands between blank lines, without the space around it."""
    start = 0
    for gap in (*_BLANK_LINE.finditer(text), None):
        end = gap.start() if gap else len(text)
        body = text[start:end]
        if body.strip():
            left = start + len(body) - len(body.lstrip())
            yield Stretch(left, start + len(body.rstrip()))
        start = gap.end() if gap else end


def sentences(text: str, within: Stretch, spots: Sequence[tuple[int, int]]) -> Iterator[Stretch]:
    """Yield the sentences of a paragraph, their final mark included; no sentence ends inside a spotted name."""
    start = within.start
    for mark in _END.finditer(text, within.start, within.end):
        cut = mark.end()
        if any(s < cut < e or (s < cut <= e and e < within.end and text[e - 1] == ".") for s, e in spots):
            continue
        if mark[0] == "." and _SHORT.search(text, start, cut):
            continue
        if text[start:cut].strip() and cut - start <= _LONGEST:
            yield Stretch(start, cut)
        start = cut
    if text[start : within.end].strip() and within.end - start <= _LONGEST:
        yield Stretch(start, within.end)
