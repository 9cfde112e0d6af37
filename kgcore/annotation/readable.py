"""Turns what a model writes into what a person reads: no control characters, no Markdown, no stray spaces."""

from __future__ import annotations

import re
from bisect import bisect_right

# Controls, bidi marks and overrides, zero-width and tag characters, non-characters, lone surrogates (Unicode 15.1).
_UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f"
    "\ufdd0-\ufdef\ufeff\ufff9-\ufffb\ufffe\uffff\ud800-\udfff\U000e0000-\U000e0fff]"
)
_LINES = str.maketrans({"\u2028": "\n", "\u2029": "\n", "\x85": "\n", "\t": " ", "\xa0": " "})
_ESCAPED = re.compile(r"\\([\[\](){}$*_|`#~<>+.!-])")
_POLITE = r"(?:sure(?: thing)?|certainly|of course|absolutely|okay|ok|gladly|(?:great|good) question|happy to help)"
_OFFER = r"(?:i(?:['’](?:d|ll|m)| can| will| would| am)\b|let me\b|happy to\b)[^.!:\n\[]{0,90}[.!:]"
_HERE = r"(?:here(?:['’]s| is| are)|below (?:is|are)|the following is)\b[^.!:\n\[]{0,140}[.:!]"
_OURS = r"(?:answer|annotat\w+|response|paragraphs?|text|summary|overview|version|correction)"
_OPENING = re.compile(
    rf"\s*(?:{_POLITE}[,!.:;\s–—-]+(?:{_OFFER}\s*)?{_HERE}|{_POLITE}[,!.\s–—-]+{_OFFER}|{_POLITE}\s*[!.:\n]"
    rf"|(?=[^.!:\n\[]{{0,60}}\b{_OURS}\b){_HERE}"
    rf"|\**(?:annotated |corrected )?(?:answer|response|paragraph|text|correction)\**\s*:\**)[!,.:*]*\s*",
    re.I,
)
_FIRST_WORDS = (
    "sure", "certainly", "of course", "absolutely", "okay", "ok", "gladly", "great question", "good question",
    "happy to help", "here", "below", "answer", "annotated", "response", "correct", "paragraph", "text",
)  # fmt: skip
_EDITS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"[ ]{2,}"), " "),
    (re.compile(r"^[ ]*(?:```|~~~)[^\n`]*$", re.M), ""),
    (re.compile(r"^[ ]{0,3}(?:[-*_][ ]*){3,}$", re.M), ""),
    (re.compile(r"^[ ]*(?:>[ ]?)+(?=\D|$)", re.M), ""),
    (re.compile(r"^[ ]{0,3}#{1,6}[ ]+", re.M), "\x1e"),
    (re.compile(r"[ ]+#+[ ]*$", re.M), ""),
    (re.compile(r"^[ ]*[-*+•‣◦–][ ]+", re.M), "\x1e• "),
    (re.compile(r"^[ ]*(?=\d{1,2}[.)][ ])", re.M), "\x1e"),
    (re.compile(r"\*{2,}|~~"), ""),
    (re.compile(r"(?<!\w)__(?=\S)|(?<=\S)__(?!\w)"), ""),
    (re.compile(r"(?<![\w*])\*(?=[^\s*])|(?<=[^\s*])\*(?![\w*])"), ""),
    (re.compile(r"(?<![\w_])_(?=\w)|(?<=\w)_(?![\w_])"), ""),
    (re.compile(r"`"), ""),
    (re.compile(r"\s*\n\s*\x1e|^\x1e"), "\n"),
    (re.compile(r"\x1e"), ""),
    (re.compile(r"[ ]*\n[ ]*(?!•|\d{1,2}[.)][ ])"), " "),
    (re.compile(r"[ ]{2,}"), " "),
    (re.compile(r"[ ]+(?=[,.;!?](?:\s|$))"), ""),
    (re.compile(r"(?<=\()[ ]+|[ ]+(?=\))|\([ ]*\)"), ""),
    (re.compile(r"^\s+|\s+$"), ""),
)


def clean(chunk: str) -> str:
    """Drop what no reader may get (controls, bidi overrides, lone surrogates); works chunk by chunk."""
    return _UNSAFE.sub("", chunk).translate(_LINES)


def unescape(raw: str) -> str:
    """Undo Markdown's backslashes, which models put before brackets and dollars."""
    return _ESCAPED.sub(r"\1", raw)


def without_opening(raw: str) -> str:
    """Cut "Sure, here is the annotated answer:" off the beginning."""
    found = _OPENING.match(raw)
    return raw[found.end() :] if found is not None and not raw[found.end() :].startswith(("’", "'")) else raw


def may_be_opening(raw: str) -> bool:
    """Whether a beginning so short could still turn out to be such an opening."""
    head = raw.lstrip(" \n*").casefold()
    begun = any(head[: len(word)] == word[: len(head)] for word in _FIRST_WORDS)
    return begun and len(raw) < 240 and "[" not in raw and raw.count(".") < 2


def tidy(text: str, places: tuple[tuple[int, int], ...]) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Remove Markdown and needless spaces; return the text and where the (start, end) places are now.

    A single line break becomes a space; list items keep theirs, with a bullet.
    """
    for pattern, new in _EDITS:
        text, places = _edit(text, places, pattern, new)
    return text, tuple(_trim(text, start, end) for start, end in places)


def _edit(
    text: str, places: tuple[tuple[int, int], ...], pattern: re.Pattern[str], new: str
) -> tuple[str, tuple[tuple[int, int], ...]]:
    found = [m.span() for m in pattern.finditer(text)]
    if not found:
        return text, places
    parts: list[str] = []
    starts: list[int] = []
    shifts: list[int] = []
    last = shift = 0
    for start, end in found:
        parts += (text[last:start], new)
        starts.append(start)
        shift += len(new) - (end - start)
        shifts.append(shift)
        last = end
    parts.append(text[last:])

    def moved(at: int) -> int:
        n = bisect_right(starts, at - 1)
        if n == 0:
            return at
        return max(found[n - 1][0] + (shifts[n - 2] if n > 1 else 0), at + shifts[n - 1])

    return "".join(parts), tuple((moved(start), moved(end)) for start, end in places)


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    inner = text[start:end]
    return start + len(inner) - len(inner.lstrip()), end - (len(inner) - len(inner.rstrip()))
