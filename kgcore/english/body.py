"""Parts of the body that people speak of, and how the names of ills that concern them look. Pure.

The words are data: `body.tsv`.
"""

from __future__ import annotations

import re
from functools import cache

from kgcore.english.inflection import singular
from kgcore.english.words import phrase_words, rows_of, word_list

_STEM = 5  # letters of a word that begins names of its kind: "liver", not "men"


@cache
def _body() -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    return tuple(
        (
            re.compile(rf"(?<![\w{{-])(?:{said})(?![\w-])", re.IGNORECASE),
            re.compile(rf"\b(?:\w*-)?(?:{named})", re.IGNORECASE),
        )
        for said, named in rows_of("body.tsv")
    )


def body_in(said: str) -> re.Pattern[str] | None:
    """Return what the names of ills look like that concern the part of the body, or what it does, that words speak of;
    None where they speak of none.
    """
    found = [named for pattern, named in _body() if pattern.search(said)]
    return re.compile("|".join(p.pattern for p in found), re.IGNORECASE) if found else None


def body_words(said: str) -> str:
    """Return the first words for a part of the body, or what it does; "" where there are none."""
    found = [m for pattern, _ in _body() if (m := pattern.search(said))]
    return min(found, key=lambda m: (m.start(), -m.end()))[0] if found else ""


_SPOKEN_OF = re.compile(
    r"\b(?:for|about|on|of|to|hurts?|harms?|damages?|affects?|protects?) (?:the|my|your|our|his|her|their|one's)"
    r" (?P<part>[a-z]{2,12})(?! (?:problems?|pressure|rate|attack|disease)\b)",
    re.IGNORECASE,
)


def part_spoken_of(question: str) -> str:
    """Return the part of the body that a question asks about as such: "the liver" in "better for the liver"."""
    parts = (found["part"].casefold() for found in _SPOKEN_OF.finditer(question))
    return next((part for part in parts if ills_begin_with(part)), "")


def ills_begin_with(part: str) -> tuple[str, ...]:
    """Return how the names of ills begin that concern a part of the body, or what it does; () for any other words."""
    rows = [(said, named) for said, named in rows_of("body.tsv") if part.casefold() in said.split("|")]
    return tuple(dict.fromkeys(stem for _, named in rows for stem in named.split("|")))


def tells_the_part_alone(name: str) -> bool:
    """Tell whether the name of an ill says which part of the body it concerns, and not what ails it."""
    said = set(phrase_words(name))
    return bool(said) and said - set(phrase_words(body_words(name))) <= word_list("ill of any kind")


def names_spoken_of(missing: str) -> list[re.Pattern[str]]:
    """Return, for each thing that a question speaks of and no name goes by ("liver problems, men"), what the names and
    notes look like that have to do with it.
    """
    found = []
    for word in missing.casefold().split(", "):
        one = singular(word)
        part = rf"\b{re.escape(one)}" if len(one) >= _STEM else rf"\b(?:{re.escape(one)}|{re.escape(word)})\b"
        found.append(body_in(word) or re.compile(part))
    return found
