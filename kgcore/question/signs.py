"""Signs that tell of a danger only when they stand together: who, what and how much, in neighbouring sentences. Pure.

The signs and the rules that join them are those of `signs.tsv`. Where the phrases of `danger.tsv` are what people are
known to write, these put it together from its parts, so that other wordings are understood, too.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from kgcore.values.danger import Danger

MOST_SENTENCES = 24  # of a text that are read one by one
LONG = 800  # characters of a text from which on its sentences are read once
WINDOW = 3  # neighbouring sentences that are read together
FIRST = (Danger.SELF_HARM, Danger.POISONING, Danger.EMERGENCY)  # where a text tells of several
ALWAYS_OUT = ("study", "general", "past")  # signs that speak against every rule but the urgent ones


@dataclass(frozen=True, slots=True)
class _Rule:
    """Each of `needed` is a choice of signs, one of which must be there; none of `barred` may be."""

    danger: Danger
    needed: tuple[frozenset[str], ...]
    barred: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Table:
    signs: Mapping[str, re.Pattern[str]]
    rules: tuple[_Rule, ...]


def told_by_signs(said: str, words: Mapping[str, str]) -> Danger | None:
    """Return the danger that the signs of a window tell of, or None.

    `said`: in lower case, its marks as " . ", apostrophes left out. `words`: patterns to be filled in for {names}.
    """
    table = _table(tuple(words.items()))
    is_there = _looker(table.signs, said, {})
    told = {rule.danger for rule in table.rules if _holds(rule, is_there)}
    return next((danger for danger in FIRST if danger in told), None)


def signs_in(said: str, words: Mapping[str, str]) -> list[str]:
    """Return the names of the signs in a text."""
    return [name for name, sign in _table(tuple(words.items())).signs.items() if sign.search(said)]


def _looker(signs: Mapping[str, re.Pattern[str]], window: str, seen: dict[str, bool]) -> Callable[[str], bool]:
    """Return what tells whether a sign is in the window; each is looked for once."""

    def is_there(name: str) -> bool:
        if name not in seen:
            seen[name] = signs[name].search(window) is not None
        return seen[name]

    return is_there


def _holds(rule: _Rule, is_there: Callable[[str], bool]) -> bool:
    if not all(any(is_there(name) for name in choice) for choice in rule.needed):
        return False
    return not any(is_there(name) for name in rule.barred)


def windows(said: str) -> list[str]:
    """Return the neighbouring sentences of a text that are to be read together."""
    sentences = [s.strip() for s in said.split(" . ") if s.strip(" .")] or [said.strip()]
    joint = -(-len(sentences) // MOST_SENTENCES)  # of a text in scraps, so many count as one
    sentences = [" . ".join(sentences[at : at + joint]) for at in range(0, len(sentences), joint)]
    step = 1 if len(said) <= LONG else WINDOW  # nobody in danger writes a treatise, and nobody is to wait for one
    starts = range(0, max(1, len(sentences) - (WINDOW - 1 if step == 1 else 0)), step)
    return [" . ".join(sentences[start : start + WINDOW]) for start in starts]


@cache
def _table(words: tuple[tuple[str, str], ...]) -> _Table:
    text = files("kgcore.question").joinpath("signs.tsv").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    rows = [line.split("\t") for line in lines[1:]]
    parts: dict[str, list[str]] = defaultdict(list)
    for kind, name, pattern in rows:
        if kind == "sign":
            parts[name].append(f"(?:{_filled(pattern, words)})")
    signs = {name: re.compile("|".join(patterns)) for name, patterns in parts.items()}
    rules = tuple(_rule(name, pattern) for kind, name, pattern in rows if kind == "rule")
    return _Table(signs, rules)


def _rule(name: str, signs: str) -> _Rule:
    danger = Danger(name.rstrip("!"))
    needed = tuple(frozenset(part.split("|")) for part in signs.split() if not part.startswith("-"))
    barred = {part[1:] for part in signs.split() if part.startswith("-")}
    return _Rule(danger, needed, frozenset(barred | (set() if name.endswith("!") else set(ALWAYS_OUT))))


def _filled(pattern: str, words: tuple[tuple[str, str], ...]) -> str:
    for name, body in words:
        pattern = pattern.replace(f"{{{name}}}", body)
    return pattern
