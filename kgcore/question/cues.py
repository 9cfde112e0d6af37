"""Patterns that are looked for only where one of the pieces of text stands without which they cannot match. Pure.

A table of hundreds of patterns is so read quickly: which pieces stand in a text is found out once for all of them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from functools import cached_property

_ZERO = re.compile(r"[?*]|\{0?,")  # quantifiers by which what stands before them may be left out
_QUANTIFIER = re.compile(r"(?:[?*+]|\{\d*(?:,\d*)?\})[?+]?")
_CLASS = re.compile(r"\[\^?\]?[^\]\\]*(?:\\.[^\]\\]*)*\]")
_GROUP = re.compile(r"\((?:\?(?:<?[=!]|:))?")
_ASKED = ("(", "(?:", "(?=")  # groups that must match; what lies behind and what must not be there is left aside
_LETTER = re.compile(r"[^\\.^$\[\](){}?*+|]")
_PLAIN = re.compile(rf"{_LETTER.pattern}++(?![?*+{{])|{_LETTER.pattern}+(?={_LETTER.pattern}[?*+{{])")


_LETTERS = 3  # by which pieces are found in a text


@dataclass(frozen=True, eq=False)
class Cue:
    """A pattern and pieces one of which stands in all that it matches; none are known where there are none."""

    source: str
    needed: frozenset[str]

    @staticmethod
    def of(source: str) -> Cue:
        """Return the cue of a regular expression."""
        return Cue(source, pieces_needed(source))

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The expression, compiled when a text has one of its pieces: of a thousand cues most texts need a few."""
        return re.compile(self.source)


@dataclass(frozen=True, slots=True)
class Said:
    """A text and the cues whose pieces stand in it."""

    text: str
    possible: Set[Cue]

    def has(self, cue: Cue) -> bool:
        """Tell whether a cue stands in the text."""
        return cue in self.possible and cue.pattern.search(self.text) is not None

    def all_of(self, cue: Cue) -> Iterator[str]:
        """Yield what a cue matches in the text."""
        return (found[0] for found in cue.pattern.finditer(self.text)) if cue in self.possible else iter(())


@dataclass(frozen=True, slots=True)
class CueIndex:
    """Cues by the pieces that they need, and pieces by the letters that they begin with."""

    cues: Mapping[str, frozenset[Cue]]
    begun: Mapping[str, tuple[str, ...]]
    short: tuple[str, ...]
    free: frozenset[Cue]

    @staticmethod
    def of(cues: Iterable[Cue]) -> CueIndex:
        """Index cues."""
        by_piece: dict[str, set[Cue]] = defaultdict(set)
        begun: dict[str, tuple[str, ...]] = defaultdict(tuple)
        free: set[Cue] = set()
        for cue in cues:
            for piece in cue.needed:
                by_piece[piece].add(cue)
            if not cue.needed:
                free.add(cue)
        for piece in sorted(by_piece):
            begun[piece[:_LETTERS]] += (piece,)
        short = tuple(piece for piece in by_piece if len(piece) < _LETTERS)
        return CueIndex({p: frozenset(c) for p, c in by_piece.items()}, begun, short, frozenset(free))

    def compile(self) -> None:
        """Compile all cues, which otherwise the first text that has a piece of one waits for."""
        for cue in self.free.union(*self.cues.values()):
            cue.pattern  # noqa: B018  (it stays with the cue)

    def read(self, text: str) -> Said:
        """Return the text with the cues that may stand in it."""
        begun = {text[at : at + _LETTERS] for at in range(len(text) - _LETTERS + 1)} & self.begun.keys()
        pieces = [piece for start in begun for piece in self.begun[start] if piece in text]
        pieces += [piece for piece in self.short if piece in text]
        return Said(text, self.free.union(*(self.cues[piece] for piece in pieces)))


def pieces_needed(pattern: str) -> frozenset[str]:
    """Return pieces of text one of which stands in whatever the pattern matches; none where it needs none.

    The pattern: without flags, names and numbers of groups.
    """
    needed, end = _alternatives(pattern, 0)
    return needed if end == len(pattern) else frozenset()


def _alternatives(pattern: str, at: int) -> tuple[frozenset[str], int]:
    """Read alternatives up to the end or a closing bracket: what they need, and where they end."""
    branches: list[frozenset[str]] = []
    while True:
        needed, at = _branch(pattern, at)
        branches.append(needed)
        if not pattern.startswith("|", at):
            return (frozenset().union(*branches) if all(branches) else frozenset()), at
        at += 1


def _branch(pattern: str, at: int) -> tuple[frozenset[str], int]:
    choices: list[frozenset[str]] = []
    run = ""
    while at < len(pattern) and pattern[at] not in "|)":
        if plain := _PLAIN.match(pattern, at):
            run += plain[0]
            at = plain.end()
            continue
        needed, letter, at = _item(pattern, at)
        quantifier = _QUANTIFIER.match(pattern, at)
        at = quantifier.end() if quantifier else at
        may_miss = quantifier is not None and _ZERO.match(quantifier[0]) is not None
        if letter and not quantifier:
            run += letter
            continue
        choices.append(frozenset({run} if run else ()))
        run = ""
        choices.append(frozenset() if may_miss else needed or frozenset({letter} if letter else ()))
    choices.append(frozenset({run} if run else ()))
    return max(choices, key=_worth), at


def _item(pattern: str, at: int) -> tuple[frozenset[str], str, int]:
    """Read one thing of a pattern: what it needs, the letter that it is, and where it ends."""
    if _LETTER.match(pattern, at):
        return frozenset(), pattern[at], at + 1
    if group := _GROUP.match(pattern, at):
        needed, at = _alternatives(pattern, group.end())
        return (needed if group[0] in _ASKED else frozenset()), "", at + 1
    if one := _CLASS.match(pattern, at):
        return frozenset(), "", one.end()
    if pattern[at] == "\\":
        return frozenset(), "" if pattern[at + 1].isalnum() else pattern[at + 1], at + 2
    return frozenset(), "", at + 1


def _worth(needed: frozenset[str]) -> tuple[int, int]:
    """The longer the shortest piece is, the fewer texts have it."""
    return (min(map(len, needed)), -len(needed)) if needed else (0, 0)
