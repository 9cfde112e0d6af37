"""Text from outside made fit to stand in a picture: cleaned, cut, wrapped, counted (pure)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

ELLIPSIS = "…"
# Control, format (bidi marks among them), surrogate, private and unassigned characters have no place in a picture.
_UNWANTED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
_PER_COLUMN = 4  # characters looked at for every column of a line: piled-up marks take no width, only time
_LONGEST = 600  # characters looked at; nothing longer is ever shown


def clean(text: str) -> str:
    """Return the text on one line, without characters that cannot be shown or that move others ("?": none is left)."""
    kept = ("" if unicodedata.category(c) in _UNWANTED and not c.isspace() else c for c in text[:_LONGEST])
    return " ".join("".join(kept).split()) or "?"


def short(text: str, longest: int) -> str:
    """Return the cleaned text, cut to so many characters with an ellipsis."""
    tidy = clean(text)
    return tidy if len(tidy) <= longest else tidy[: longest - 1].rstrip(" ,;:") + ELLIPSIS


def wide(text: str) -> int:
    """Return the width in characters; East Asian wide characters and emoji count two, combining ones none."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def wrapped(text: str, width: int, lines: int) -> tuple[str, ...]:
    """Return the cleaned text in at most `lines` lines of about equal length, about `width` wide (half as
    much again for the sake of one long word); the rest is cut.
    """
    given = clean(text)[: _PER_COLUMN * width * (lines + 1)].split()
    width = min(max(width, *(wide(word) for word in given)), round(width * 1.55))
    words = [piece for word in given for piece in _pieces(word, width)]
    filled = _filled(words, width)
    if len(filled) <= lines:
        return next(f for limit in range(1, width + 1) if len(f := _filled(words, limit)) == len(filled))
    last = filled[lines - 1]
    while wide(last) > width - 1:
        last = last[:-1]
    return (*filled[: lines - 1], last.rstrip() + ELLIPSIS)


def _pieces(word: str, width: int) -> Iterable[str]:
    """Break a word that is wider than a line: after a hyphen or slash where there is one, else where the line ends."""
    while wide(word) > width:
        end = next(n for n in range(min(len(word), _PER_COLUMN * width), 0, -1) if n == 1 or wide(word[:n]) <= width)
        at = max(word.rfind(c, 0, end) + 1 for c in "-/_,")
        cut = at if at > end // 3 else end
        yield word[:cut]
        word = word[cut:]
    if word:
        yield word


def _filled(words: Iterable[str], limit: int) -> tuple[str, ...]:
    lines: list[str] = []
    for word in words:
        if lines and wide(lines[-1]) + 1 + wide(word) <= limit:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return tuple(lines)


def counted(count: int, one: str, many: str = "") -> str:
    """Return "1 paper", "3 papers"."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def told(opening: str, sentences: Sequence[str], longest: int) -> str:
    """Return the opening and as many sentences as fit into so many characters; the others are counted."""
    text = f"{opening} And {len(sentences)} more." if sentences else opening
    for count in range(1, len(sentences) + 1):
        rest = len(sentences) - count
        longer = " ".join([opening, *sentences[:count], *([f"And {rest} more."] if rest else [])])
        if len(longer) > longest:
            break
        text = longer
    return text


def in_words(type: str) -> str:
    """Return a type's name as words: "DietarySupplement" → "dietary supplement", "Gene/Protein" → "gene/protein"."""
    spaced = "".join(
        " " + c if c.isupper() and before.islower() else c for before, c in zip(" " + type, type, strict=False)
    )
    return short(spaced.rpartition(":")[2].replace("_", " ").lower(), 32)
