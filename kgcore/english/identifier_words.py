"""What an identifier is, and the one reader of `identifiers.tsv`. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from kgcore.english.words import rows_of


class Kind(StrEnum):
    """What an identifier is."""

    NAME = "name"
    BIRTHDATE = "birthdate"
    MRN = "mrn"  # a number that a hospital, practice, laboratory or registry gave
    INSURANCE = "insurance"
    NATIONAL_ID = "national_id"
    PHONE = "phone"
    EMAIL = "email"
    ADDRESS = "address"
    ACCOUNT = "account"
    DEVICE = "device"
    PHOTO_URL = "photo_url"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Identifier:
    """A stretch of text in code points, `end` exclusive; `begun` is where what announces it begins."""

    start: int
    end: int
    kind: Kind
    begun: int

    def meets(self, start: int, end: int) -> bool:
        """Whether it shares a sign with that stretch."""
        return self.start < end and start < self.end


OLDEST, YOUNGEST = 1905, 2012  # years of birth that a date without a label may have
UNIT = re.compile(r"\s?(?:mg|mcg|µg|ug|g|kg|ml|mL|IU|IE|UI|kcal|mmol|nmol|mm|cm|%)(?!\w)")
LEFT, RIGHT = r"(?<![A-Za-z0-9À-ɏ@/])", r"(?![A-Za-zÀ-ɏ])"


@cache
def words_of(role: str) -> str:
    """Return the alternatives of a role as one pattern."""
    return "|".join(written_pattern(row[2]) for row in rows_of("identifiers.tsv") if row[1] == role)


def written_pattern(words: str) -> str:
    """Return alternatives of the table as a pattern without groups of its own."""
    return re.sub(r"(?<!\\)\((?!\?)", "(?:", words).replace(" ?", r"\s?").replace(" ", r"\s+")


# What a name looks like: its words ("O'Dwyer", "al-Zahrani", "Li"), and a whole one: "J. Lamb", "Pieter van den Berg",
# "Senthil R.", and turned round, "Berg, Pieter van den". Whether its words are names: person_names.py.
UPPER = "A-ZÀ-ÖØ-ÞĀ-ŽА-ЯЁІЇЄҐΆ-Ω"
PARTICLES = frozenset(words_of("particle").split("|"))
NAME_WORD = (
    rf"(?:(?:[AaEe][ldns]|[Aa]sh|[DdLlMmNnOoÓó]|[Aa]bu)[-'’])?[{UPPER}](?:[^\W\d_]|['’-](?![sS]\b)(?=[^\W\d_])){{1,24}}"
)
_BORNE = rf"(?:(?:{'|'.join(sorted(PARTICLES))})\s){{1,3}}"
_INITIAL = rf"[{UPPER}]\.?(?!\w)"
_FURTHER = rf"\s(?:{_BORNE})?(?:{NAME_WORD}|{_INITIAL})"
TURNED_NAME = (
    rf"(?:(?:[Vv]an|[Dd]e|[Aa]l)\s)?{NAME_WORD}(?:\s{NAME_WORD})?,\s"
    rf"(?:{NAME_WORD}(?:{_FURTHER}){{0,2}}(?:\s(?:de|da|dos|van|von|bin|binti|den|der)\b){{0,2}}|[{UPPER}]\.)"
)
WHOLE_NAME = (
    rf"(?:(?:[{UPPER}]\.\s?){{1,3}}(?:{_BORNE})?{NAME_WORD}(?:\s{NAME_WORD})?"
    rf"|{NAME_WORD}(?:{_FURTHER}){{1,4}}|{TURNED_NAME})"
)


@cache
def pattern_of(pattern: str, *roles: str, flags: int = 0) -> re.Pattern[str]:
    """Return a pattern in which `{0}`, `{1}` … stand for the words of roles, whatever their case."""
    for n, role in enumerate(roles):
        pattern = pattern.replace(f"{{{n}}}", f"(?i:{words_of(role)})")
    return re.compile(pattern, flags)


@cache
def forms_of(role: str) -> tuple[tuple[Kind, re.Pattern[str]], ...]:
    """Return kind and pattern of what a whole pattern of the table describes."""
    rows = (row for row in rows_of("identifiers.tsv") if row[1] == role)
    return tuple((Kind(kind), re.compile(pattern)) for kind, _, pattern, *_ in rows)


def is_date(value: str) -> bool:
    """Whether a number is a date in figures."""
    if not re.fullmatch(r"\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}[./-]\d{1,2}[./-]\d{1,2}", value):
        return False
    first, second, third = map(int, re.split(r"[./-]", value))
    day, month = sorted((second, third) if first > 99 else (first, second), reverse=True)
    return month <= 12 and day <= 31


def public_stretches(text: str) -> list[tuple[int, int]]:
    """Return the stretches that name papers, trials, products and helplines, and the platform's own marks."""
    labelled = pattern_of(
        rf"{LEFT}{{0}}(?![A-Za-zÀ-ɏ])(?:[\s:=#()/.+\-]|(?i:no|nr|number|is|id|code|registered|at|the|on)\b){{0,6}}"
        r"[A-Za-z]{0,6}[-/.]?\d[\w./()\-]*(?:[ -]\d[\w.\-]*){0,5}",
        "public",
    )
    urls = re.finditer(r"https?://[^\s<>]+|<[@#!][^>\s]{1,60}>|\b10\.\d{4,9}/\S+", text)
    return [found.span() for found in (*labelled.finditer(text), *urls)]


def within(place: int, stretches: Iterable[tuple[int, int]]) -> bool:
    """Whether a place lies in one of the stretches."""
    return any(start <= place < end for start, end in stretches)
