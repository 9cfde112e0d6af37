"""What a line typed in `evigraph chat` means. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

_PICK = re.compile(r"([0-9]{1,4})\s*([x?]?)", re.IGNORECASE)


class How(StrEnum):
    """What to do with a choice."""

    TAKE = ""
    ASIDE = "x"  # the first thing beside it: dismiss it
    LIST = "?"  # list what else can be done with it


@dataclass(frozen=True, slots=True)
class Numbered:
    """A choice of the last reply, by its number."""

    number: int
    how: How


@dataclass(frozen=True, slots=True)
class Slash:
    """A command: the name in lower case, and the rest of the line."""

    name: str
    rest: str


@dataclass(frozen=True, slots=True)
class Question:
    """Anything else."""

    text: str


Line = Numbered | Slash | Question


def parse(line: str) -> Line | None:
    """Return what a line means; None for a blank one."""
    text = line.strip()
    if not text:
        return None
    found = _PICK.fullmatch(text)
    if found:
        return Numbered(int(found[1]), How(found[2].lower()))
    if text.startswith("/"):
        name, _, rest = text[1:].partition(" ")
        return Slash(name.lower(), rest.strip())
    return Question(text)


def numbers(text: str) -> tuple[int, ...] | None:
    """Return the numbers of a list such as "1, 3 4"; None where it holds anything else."""
    parts = [p for p in re.split(r"[\s,;]+", text) if p]
    if not all(re.fullmatch(r"[0-9]{1,6}", p) for p in parts):
        return None
    return tuple(dict.fromkeys(map(int, parts)))
