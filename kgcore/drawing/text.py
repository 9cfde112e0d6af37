"""Text from outside made fit to stand in a picture: cleaned, cut, wrapped, counted; relations so that a "not" is never
what is cut (pure).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import lru_cache

from kgcore.english.cues import CueEffect, CueScope, find_cue
from kgcore.values.text import ELLIPSIS, shorten

# Control, format (bidi marks among them), surrogate, private and unassigned characters have no place in a picture.
_UNWANTED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
_PER_COLUMN = 4  # characters looked at for every column of a line: piled-up marks take no width, only time
_LONGEST = 600  # characters looked at; nothing longer is ever shown


def clean_label(text: str) -> str:
    """Return the text on one line, without characters that cannot be shown or that move others ("?": none is left)."""
    if text.isascii() and text.isprintable():
        return " ".join(text[:_LONGEST].split()) or "?"
    kept = ("" if unicodedata.category(c) in _UNWANTED and not c.isspace() else c for c in text[:_LONGEST])
    return " ".join("".join(kept).split()) or "?"


def shorten_label(text: str, longest: int) -> str:
    """Return the cleaned text, cut to so many characters with an ellipsis."""
    return shorten(clean_label(text), longest)


def display_width(text: str) -> int:
    """Return the width in characters; East Asian wide characters and emoji count two, combining ones none."""
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def wrap_label(text: str, width: int, lines: int) -> tuple[str, ...]:
    """Return the cleaned text in at most `lines` lines of about equal length, about `width` wide (half as much again
    where a long word or all of the text wants it); what is left then is cut.
    """
    given = clean_label(text)[: _PER_COLUMN * width * (lines + 1)].split()
    widest = round(width * 1.55)
    width = min(max(width, *(display_width(word) for word in given)), widest)
    for wider in range(width, widest + 1):
        words = [piece for word in given for piece in _pieces(word, wider)]
        if len(filled := _filled(words, wider)) <= lines:
            return next(f for limit in range(1, wider + 1) if len(f := _filled(words, limit)) == len(filled))
    filled = _filled([piece for word in given for piece in _pieces(word, width)], width)
    last = filled[lines - 1]
    while display_width(last) > width - 1:
        last = last[:-1]
    return (*filled[: lines - 1], last.rstrip() + ELLIPSIS)


def _pieces(word: str, width: int) -> Iterable[str]:
    """Break a word that is wider than a line: after a hyphen or slash where there is one, else where the line ends."""
    while display_width(word) > width:
        end = next(
            n for n in range(min(len(word), _PER_COLUMN * width), 0, -1) if n == 1 or display_width(word[:n]) <= width
        )
        at = max(word.rfind(c, 0, end) + 1 for c in "-/_,")
        cut = at if at > end // 3 else end
        yield word[:cut]
        word = word[cut:]
    if word:
        yield word


def _filled(words: Iterable[str], limit: int) -> tuple[str, ...]:
    lines: list[str] = []
    for word in words:
        if lines and display_width(lines[-1]) + 1 + display_width(word) <= limit:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return tuple(lines)


def fit_sentences(opening: str, sentences: Iterable[str], many: int, longest: int) -> str:
    """Return the opening and as many of the `many` sentences as fit into so many characters.

    The others are counted, and not written for that.
    """
    text = f"{opening} And {many} more." if many else opening
    said = opening
    for count, sentence in enumerate(sentences, 1):
        said = f"{said} {sentence}"
        longer = f"{said} And {many - count} more." if count < many else said
        if len(longer) > longest:
            break
        text = longer
    return text


@lru_cache(maxsize=1024)
def in_words(type: str) -> str:
    """Return a type's name as words: "DietarySupplement" → "dietary supplement", "Gene/Protein" → "gene/protein"."""
    spaced = "".join(
        " " + c if c.isupper() and before.islower() else c for before, c in zip(" " + type, type, strict=False)
    )
    return shorten_label(spaced.rpartition(":")[2].replace("_", " ").lower(), 32)


# ── relations ───────────────────────────────────────────────────────────────────────────────────────────────────────

_LINES = 4  # that the relations of one line may take before some of them are counted instead


def is_denial(relation: str) -> bool:
    """Tell whether the words deny something."""
    return _denial(relation) is not None


def _denial(relation: str, start: int = 0) -> re.Match[str] | None:
    return find_cue(relation, CueScope.TEXT, CueEffect.DENIES, CueEffect.OPPOSES, start=start)


def relation_lines(label: str, width: int, icon: str = "") -> tuple[str, ...]:
    """Return relations ("treats, does not prevent") in a few lines, the icon in front.

    Where they take too many, some are counted ("and 2 more"), those that deny something last.
    """
    whole = wrap_label(icon + label, width, _LINES)
    if not _cut(whole, label):
        return whole
    return wrap_label(icon + _fitting(label, lambda text: not _cut(wrap_label(icon + text, width, _LINES),
    text), 3 * width),
                   width, 2 * _LINES)  # fmt: skip


def short_relation(label: str, longest: int) -> str:
    """Return relations on one line of about so many characters, shortened in the same way."""
    tidy = clean_label(label)
    return tidy if len(tidy) <= longest else _fitting(tidy, lambda text: len(text) <= longest, longest)


def _fitting(label: str, fits: Callable[[str], bool], longest: int) -> str:
    said = clean_label(label).split(", ")
    first = sorted(said, key=lambda relation: not is_denial(relation))
    for count in range(len(said) - 1, 0, -1):
        kept = [relation for relation in said if relation in first[:count]]
        text = f"{', '.join(kept)} and {len(said) - count} more"
        if fits(text):
            return text
    return _one(clean_label(label), longest)


def _one(relation: str, longest: int) -> str:
    """Cut a long wording; where a denial would go with the rest, the words around it stay."""
    head = shorten_label(relation, longest)
    denial = _denial(relation, max(0, len(head) - 1))
    if denial is None:
        return head
    tail = shorten_label(relation[denial.start() :], longest // 2)
    return f"{shorten_label(relation, longest // 2)} {tail}" if not is_denial(head) else f"{head} {tail}"


def _cut(lines: tuple[str, ...], text: str) -> bool:
    return lines[-1].endswith(ELLIPSIS) and not text.rstrip().endswith(ELLIPSIS)
