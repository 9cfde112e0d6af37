"""What a line typed in `evigraph chat` means, and the help that tells of it. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from kgcore.commands import CommandSurface, Numbering, commands_on

_LINES = (  # what can be typed beside commands
    ("any words", "a question"),
    ("3", "do what the last reply lists as 3"),
    ("3x", "dismiss suggestion 3"),
    ("3?", "what else can be done with 3"),
)
_PICK = re.compile(r"([0-9]{1,4})\s*([x?]?)", re.IGNORECASE)


class ChoiceAction(StrEnum):
    """What to do with a choice."""

    TAKE = ""
    ASIDE = "x"  # the first thing beside it: dismiss it
    LIST = "?"  # list what else can be done with it


@dataclass(frozen=True, slots=True)
class NumberedChoice:
    """A choice of the last reply, by its number."""

    number: int
    how: ChoiceAction


@dataclass(frozen=True, slots=True)
class SlashCommand:
    """A command: the name in lower case, and the rest of the line."""

    name: str
    rest: str


@dataclass(frozen=True, slots=True)
class TypedQuestion:
    """Anything else."""

    text: str


Line = NumberedChoice | SlashCommand | TypedQuestion


def parse_chat_line(line: str) -> Line | None:
    """Return what a line means; None for a blank one."""
    text = line.strip()
    if not text:
        return None
    found = _PICK.fullmatch(text)
    if found:
        return NumberedChoice(int(found[1]), ChoiceAction(found[2].lower()))
    if text.startswith("/"):
        name, _, rest = text[1:].partition(" ")
        return SlashCommand(name.lower(), rest.strip())
    return TypedQuestion(text)


def parse_numbers(text: str) -> tuple[int, ...] | None:
    """Return the numbers of a list such as "1, 3 4"; None where it holds anything else."""
    parts = [p for p in re.split(r"[\s,;]+", text) if p]
    if not all(re.fullmatch(r"[0-9]{1,6}", p) for p in parts):
        return None
    return tuple(dict.fromkeys(map(int, parts)))


def index_of(numbering: Numbering, rest: str) -> int | None:
    """Return the index of what was named after a command, 0 where it needs none, or None where it is missing."""
    number = int(rest) if rest.isdecimal() and len(rest) < 6 else 0
    match numbering:
        case Numbering.NOT:
            return 0
        case Numbering.PERHAPS if not rest:
            return 0
        case Numbering.AS_SHOWN | Numbering.PERHAPS:
            return number if number else None
        case Numbering.FROM_ONE:
            return number - 1 if number else None
        case _:
            assert_never(numbering)


def help_rows() -> tuple[tuple[str, str], ...]:
    """Return what can be typed, and what it does."""
    return (*_LINES, *(row.at_prompt for row in commands_on(CommandSurface.TERMINAL)))
