"""Paragraphs and sentences of a plain text, by their places in it. Pure; lengths never change."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import takewhile

from kgcore.values.text import C0, C1, DIRECTIONS, MARKS, any_of

_BLANK_LINE = re.compile(r"\n[ \t]*\n\s*")
# Tried once a run of marks, not once a mark: a text of nothing but "!" is read in one pass.
_MARK = re.compile(r"(?<![.!?…])[.!?…]++[\"'”’)\]]*+(?=\s|$)")
_MARK_OR_BREAK = re.compile(rf"{_MARK.pattern}|[;\n](?=\s|$)|\n(?=\s*(?:[-*•–]|\d{{1,2}}[.)])\s)")
_SHORT = re.compile(
    r"(?:^|[\s(])(?:e\.g|i\.e|cf|vs|approx|ca|fig|dr|prof|st|mr|mrs|ms|al|etc|resp|incl|spp|sp)\.$", re.IGNORECASE
)
_NUMBER = re.compile(r"(?:^|[\s(])(?:no|nos)\.$", re.IGNORECASE)  # "no. 5", and not "I say no."
_LETTER = re.compile(r"(?:^|(?P<before>\S*)\s|\()[A-Za-z]\.$")
_SPACE = re.compile(r"\s*")
_UNSEEN = any_of(C0, C1, "\r", DIRECTIONS, MARKS, "\ufeff")
_LONGEST = 4_000  # characters of a sentence that is looked at
_LONGEST_WORD = 60  # characters before a full stop that are looked at


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of the text, from `start` to `end` (exclusive)."""

    start: int
    end: int


def blank_controls(text: str) -> str:
    """Return the text with control and direction signs as spaces, each character in its place."""
    return _UNSEEN.sub(" ", text)


def split_paragraphs(text: str) -> Iterator[Stretch]:
    """Yield the paragraphs: what stands between blank lines, without the space around it."""
    start = 0
    for gap in (*_BLANK_LINE.finditer(text), None):
        end = gap.start() if gap else len(text)
        body = text[start:end]
        if body.strip():
            left = start + len(body) - len(body.lstrip())
            yield Stretch(left, start + len(body.rstrip()))
        start = gap.end() if gap else end


def sentence_ends(text: str, start: int = 0, stop: int | None = None, *, breaks: bool = False) -> Iterator[int]:
    """Yield where sentences end, behind their marks; with `breaks` also behind semicolons and at line ends.

    No sentence ends with an abbreviation ("e.g.", "et al.") or an initial ("E. coli"); "vitamin E. Aspirin" has an end.
    """
    stop = len(text) if stop is None else stop
    for mark in (_MARK_OR_BREAK if breaks else _MARK).finditer(text, start, stop):
        if mark[0] != "." or not _ends_short(text, start, mark.end()):
            yield mark.end()


def _ends_short(text: str, start: int, end: int) -> bool:
    following = _behind_space(text, end)
    return _is_short(text, start, end, text[following : following + 1])


def _is_short(text: str, start: int, end: int, following: str) -> bool:
    """Whether the full stop at the end is that of a shortened word; `following` is the next letter."""
    start = max(start, end - _LONGEST_WORD)
    letter = _LETTER.search(text, start, end)
    if letter:
        named = letter["before"] and not letter["before"][:1].isupper()
        return not (named and (not following or not following.islower()))
    return _SHORT.search(text, start, end) is not None or (
        following.isdigit() and _NUMBER.search(text, start, end) is not None
    )


def _behind_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def sentence_at(text: str, position: int) -> tuple[int, int]:
    """Return where the sentence around a position starts and ends."""
    start = 0
    for end in sentence_ends(text):
        beyond = _behind_space(text, end)
        if position < beyond:
            return start, end
        start = beyond
    return start, len(text.rstrip())


def last_sentence(text: str) -> str:
    """Return the words behind the last sentence that the text holds whole."""
    return text[max((end for end in sentence_ends(text) if end < len(text)), default=0) :]


def split_sentences(text: str, within: Stretch, spots: Sequence[tuple[int, int]]) -> Iterator[Stretch]:
    """Yield the sentences of a paragraph, their final mark included; no sentence ends inside a spotted name.

    A semicolon ends one, too: claims on both its sides are read apart.
    """
    start, names = within.start, deque(sorted(spots))
    for end in sentence_ends(text, within.start, within.end, breaks=True):
        while names and names[0][1] < end:  # what ends before this never matters again
            names.popleft()
        around = [e for _, e in takewhile(partial(_begins_before, end), names) if e >= end]
        if any(end < e or (e < within.end and text[e - 1] == ".") for e in around):
            continue
        if text[start:end].strip() and end - start <= _LONGEST:
            yield Stretch(start, end)
        start = end
    if text[start : within.end].strip() and within.end - start <= _LONGEST:
        yield Stretch(start, within.end)


def _begins_before(end: int, spot: tuple[int, int]) -> bool:
    return spot[0] < end
