"""Cuts running text into the short runs of words that may be names. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kgcore.names import tokens

Words = tuple[str, ...]

LONGEST = 7  # words in a name
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*(?:['’](?=\s|$))?")
_BREAK = re.compile(r"[;:!?()\[\]{}\"“”\n•|]|[.,](?=\s|$)")
_SHORT_FORM = 2  # letters of an abbreviation whose full stop ends no sentence ("St.")


@dataclass(frozen=True, slots=True)
class Window:
    """A run of `length` words of a text: where it stands, as it is written, and as `names.tokens` has it."""

    start: int
    end: int
    length: int
    raw: str
    words: Words
    before: str  # the word right before it, as written, in the same clause
    after: str  # the word right after it


def windows(text: str) -> Iterator[Window]:
    """Yield all runs of up to `LONGEST` words that do not cross a mark of punctuation."""
    for clause in _clauses(text):
        folded = [tokens(text[a:b]) for a, b in clause]
        for first in range(len(clause)):
            for length in range(1, min(LONGEST, len(clause) - first) + 1):
                last = first + length - 1
                words = _joined(folded[first : last + 1])
                if words:
                    start, end = clause[first][0], clause[last][1]
                    yield Window(
                        start,
                        end,
                        length,
                        text[start:end],
                        words,
                        _at(text, clause, first - 1),
                        _at(text, clause, last + 1),
                    )


def _clauses(text: str) -> list[list[tuple[int, int]]]:
    clauses: list[list[tuple[int, int]]] = [[]]
    end = 0
    for match in _WORD.finditer(text):
        gap = text[end : match.start()]
        short = bool(clauses[-1]) and end - clauses[-1][-1][0] <= _SHORT_FORM and gap.startswith(".")
        if _BREAK.search(gap + " ") and not short:
            clauses.append([])
        clauses[-1].append(match.span())
        end = match.end()
    return [clause for clause in clauses if clause]


def _joined(parts: list[Words]) -> Words:
    if len(parts) == 1:
        return parts[0]
    return tokens(" ".join(word for part in parts for word in part))


def _at(text: str, clause: list[tuple[int, int]], index: int) -> str:
    return text[slice(*clause[index])] if 0 <= index < len(clause) else ""
