"""Signs that tell of a danger only when they stand together: who, what and how much, in neighbouring sentences. Pure.

The signs and the rules that join them are those of `signs.tsv`. Where the phrases of `danger.tsv` are what people are
known to write, these put it together from its parts, so that other wordings are understood, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from kgcore.question.cues import Cue, Said
from kgcore.values.danger import Danger

MOST_SENTENCES = 24  # of a text that are read one by one
LONG = 800  # characters of a text from which on its sentences are read once: nobody is to wait for a treatise
MOST_WORDS, TWICE = 50, 8  # of a text that are read together, and those of them that are read again
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
    signs: tuple[tuple[str, Cue], ...]
    rules: tuple[_Rule, ...]


def told_by_signs(signs: Set[str], words: Mapping[str, str]) -> Danger | None:
    """Return the danger that the signs of a window tell of, or None."""
    told = {rule.danger for rule in _table(tuple(words.items())).rules if _holds(rule, signs)}
    return next((danger for danger in FIRST if danger in told), None)


def signs_in(said: Said, words: Mapping[str, str]) -> list[str]:
    """Return the names of the signs in a text.

    `said`: in lower case, its marks as " . ", apostrophes left out. `words`: patterns to be filled in for {names}.
    """
    signs = _table(tuple(words.items())).signs
    return list(dict.fromkeys(name for name, cue in signs if said.has(cue)))


def cues_of_signs(words: Mapping[str, str]) -> list[Cue]:
    """Return all that signs are known by."""
    return [cue for _, cue in _table(tuple(words.items())).signs]


def _holds(rule: _Rule, signs: Set[str]) -> bool:
    return all(choice & signs for choice in rule.needed) and not rule.barred & signs


def windows(said: str) -> list[str]:
    """Return the neighbouring sentences of a text that are to be read together; none where it has no word."""
    sentences = [s.strip() for s in said.split(" . ") if s.strip(" .")]
    if not sentences:
        return []
    joint = -(-len(sentences) // MOST_SENTENCES)  # of a text in scraps, so many count as one
    sentences = [" . ".join(sentences[at : at + joint]) for at in range(0, len(sentences), joint)]
    step = 1 if len(said) <= LONG else WINDOW
    starts = range(0, max(1, len(sentences) - (WINDOW - 1 if step == 1 else 0)), step)
    together = (" . ".join(sentences[start : start + WINDOW]) for start in starts)
    return list(dict.fromkeys(piece for some in together for piece in _pieces(some.split())))


def _pieces(words: list[str]) -> list[str]:
    """Cut what has many words, so that each piece begins with the last words of the one before."""
    ends = range(min(len(words), MOST_WORDS), len(words) + MOST_WORDS - TWICE, MOST_WORDS - TWICE)
    return [" ".join(words[max(0, end - MOST_WORDS) : end]) for end in ends]


@cache
def _table(words: tuple[tuple[str, str], ...]) -> _Table:
    text = files("kgcore.question").joinpath("signs.tsv").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    rows = [line.split("\t") for line in lines[1:]]
    signs = tuple((name, Cue.of(_filled(pattern, words))) for kind, name, pattern in rows if kind == "sign")
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
