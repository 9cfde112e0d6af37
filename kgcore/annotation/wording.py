"""Sentences put together from words, names and stretches of a text, and where their words stand in it. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from kgcore.english.cues import cue_regex
from kgcore.english.sentences import Stretch
from kgcore.english.spans import NameSpan, names_within
from kgcore.english.words import rows_of

Piece = str | NameSpan | Stretch
_MOST_WORDS = 9  # of a cell that holds a relation


@dataclass(frozen=True, slots=True)
class Wording:
    """A sentence for something laid out, its names in their new places, and where it stands in the text."""

    text: str
    names: tuple[NameSpan, ...]
    place: Stretch
    copied: tuple[tuple[int, Stretch], ...]  # where in the sentence a stretch of the text was taken over as it is
    denying: Stretch | None = None  # the heading that denies it, whose words are part of it

    def origin(self, start: int, end: int, within: Stretch) -> tuple[int, int]:
        """Return where words of the sentence stand in a paragraph: exactly, or the whole place."""
        for at, taken in self.copied:
            if within.start <= taken.start and at <= start and end <= at + taken.end - taken.start:
                return taken.start + start - at, taken.start + end - at
        return self.place.start, self.place.end


def worded(text: str, names: Sequence[NameSpan], place: Stretch, pieces: Sequence[Piece]) -> Wording:
    """Return a sentence put together from words, names, and stretches of the text."""
    said = ""
    found: list[NameSpan] = []
    copied: list[tuple[int, Stretch]] = []
    for piece in pieces:
        said += " " if said and not said.endswith(" ") else ""
        at = len(said)
        if isinstance(piece, str):
            said += piece
        elif isinstance(piece, NameSpan):
            said += piece.mention.text
            found.append(replace(piece, start=at, end=len(said), stands_for=False))
        else:
            said += text[piece.start : piece.end].rstrip(" .;,")
            copied.append((at, piece))
            inside = names_within(names, piece.start, piece.end)
            found += (replace(n, start=n.start - piece.start + at, end=n.end - piece.start + at) for n in inside)
    return Wording(f"{said}.", tuple(found), place, tuple(copied))


@cache
def short_forms() -> tuple[tuple[str, str, re.Pattern[str]], ...]:
    """Return what headings, labels and cells stand for, whose it is, and their words (`english/layouts.tsv`)."""
    return tuple(
        (says, whose, re.compile(cue_regex(words), re.IGNORECASE)) for says, whose, words in rows_of("layouts.tsv")
    )


def relations_of_cell(words: str) -> tuple[str, ...]:
    """Return the relations for which words without a name may stand: what they are short for, and they themselves."""
    plain = " ".join(words.strip(" .;*_").split())
    found = (says for says, whose, pattern in short_forms() if whose == "cell" and pattern.fullmatch(plain))
    return (*found, plain) if 0 < len(plain.split()) <= _MOST_WORDS else ()
