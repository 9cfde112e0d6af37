"""The one place that knows which characters are not shown, and the one that cuts a text. Pure.

Each reader says which parts of the table it wants: an importer refuses a row for a control character, and a page drops
it, but nobody may refuse a name for a soft hyphen. Source: Unicode 15.1, chapters 23.2 and 23.7 to 23.9, and UAX #9.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

ELLIPSIS = "…"
C0 = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f"  # controls, without tab, line feed and carriage return; delete
C1 = "\x80-\x9f"
BREAKS = "\t\n\r"
SEPARATORS = "\u2028\u2029"  # line and paragraph
DIRECTIONS = "\u202a-\u202e\u2066-\u2069"  # turn the reading direction of what follows
MARKS = "\u061c\u200e\u200f"  # show the direction of what stands beside them
JOINERS = "\u200c\u200d"  # which Persian, Indic scripts and emoji need
INVISIBLE = "\u180e\u200b\u2060-\u2065\u206a-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e0fff"
SOFT_HYPHEN = "\xad"
BROKEN = "\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff"  # half characters, and what is none


def any_of(*parts: str) -> re.Pattern[str]:
    """Return what finds a character of these parts of the table."""
    return re.compile(f"[{''.join(parts)}]")


_HALF = re.compile("[\ud800-\udfff]")


def without_halves(text: str) -> str:
    """Return the text with "\ufffd" for each half character (a lone surrogate): nothing can keep or send those."""
    return _HALF.sub("\ufffd", text)


DEEPEST = 64  # lists and objects within each other: a card that was sent along reaches about 30


def whole(given: Any, room: int = DEEPEST) -> Any:
    """Return what was read from JSON without half characters, in whatever part of it; of anything else, the same.

    Raises ValueError for what is nested deeper than anybody sends: whoever looks into it later would fail.
    """
    if isinstance(given, str):
        return given if given.isascii() else without_halves(given)
    if not isinstance(given, dict | list):
        return given
    if not room:
        raise ValueError("too deeply nested")
    if isinstance(given, dict):
        return {whole(key): whole(value, room - 1) for key, value in given.items()}
    return [whole(one, room - 1) for one in given]


def whole_number(text: str, most: int = 999_999_999) -> int | None:
    """Return the number that plain digits spell (0 to 9); None for what is none, and for one that is over `most`."""
    digits = text.lstrip("0") or text[:1]
    known = text.isascii() and text.isdigit() and len(digits) <= len(str(most))
    return number if known and (number := int(digits)) <= most else None


_UNSEEN = any_of(C0, C1, BREAKS, SEPARATORS, DIRECTIONS, MARKS, JOINERS, INVISIBLE)


def clean_line(text: str) -> str:
    """Return the text on one line, without control and direction characters."""
    return " ".join(_UNSEEN.sub(" ", text).split())


_SLUG = re.compile(r"[a-z0-9]+(?:[-_:.][a-z0-9]+)*", re.ASCII)


def is_slug(name: str) -> bool:
    """Tell whether a name is one for programs ("kg-texts", "infores:semmeddb"), which says nothing to a reader."""
    return _SLUG.fullmatch(name) is not None


_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")


def words_apart(name: str) -> str:
    """Return a name for programs with its words apart: "isTreatedBy" → "is Treated By", "may_treat" → "may treat"."""
    return " ".join(_CAMEL.sub(" ", name).replace("_", " ").split())


def shorten(text: str, longest: int) -> str:
    """Return the text in at most `longest` characters (at least 1): behind a word and with "…" where it is longer."""
    return text if len(text) <= longest else cut_text(text, word_end(text, longest - 1))


def word_end(text: str, at: int) -> int:
    """Return where the last word ends that the first `at` characters hold whole; `at` where none ends in their rear."""
    if at >= len(text):
        return len(text)
    space = text.rfind(" ", at // 2, at + 1)
    return space if space > 0 else at


_QUOTED = re.compile("“.*”", re.DOTALL)
_WORDS = re.compile(r"[a-z0-9]+", re.IGNORECASE)


def marked_parts(line: str, marked: Collection[str]) -> list[tuple[str, bool]]:
    """Return a line in parts, each with whether it stands out: words of its quotation that are `marked` (in small
    letters), those next to each other as one.
    """
    quoted = _QUOTED.search(line) if marked else None
    parts: list[tuple[str, bool]] = []
    done = 0
    for word in _WORDS.finditer(line, *quoted.span()) if quoted else ():
        if word[0].lower() not in marked:
            continue
        between = line[done : word.start()]
        if parts and between in (" ", "-"):
            parts[-1] = (f"{parts[-1][0]}{between}{word[0]}", True)
        else:
            parts += [*([(between, False)] if between else []), (word[0], True)]
        done = word.end()
    return [*parts, (line[done:], False)] if line[done:] or not parts else parts


def cut_text(text: str, at: int) -> str:
    """Return the first `at` characters with "…" where others follow."""
    return text if at >= len(text) else text[:at].rstrip(" ,;:.–—-") + ELLIPSIS
