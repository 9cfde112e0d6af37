"""Finds the phrasebook's patterns in a phrase, passing over words that deny, hedge, colour or add nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from kgcore.language.morphology import Form
from kgcore.language.phrasebook import Entry, Node, Phrasebook

LONGEST = 26  # words
PREPOSITIONS = frozenset(
    {"of", "for", "in", "to", "against", "on", "at", "with", "from", "behind", "upon", "among", "into", "toward",
     "towards", "within", "between", "over", "like", "during"}
)  # fmt: skip
JOINED = frozenset({"and", "or", "and/or", "/", "&"})
_DENYING_ADVERB = ("in", "im", "un", "dis", "mis", "non", "ill")  # "ineffectively", "unsuccessfully"
_FORBIDDEN = ("anti", "non", "un", "dis", "in", "im", "mis", "counter")  # what such words begin with may deny
_STRAY, _MODIFIER, _UNKNOWN = 2, 1, 4  # what passing over a word costs, in tenths of a word explained


@dataclass(frozen=True, slots=True)
class Found:
    """A pattern of the phrasebook in a phrase: where it ends, and what was passed over on the way."""

    end: int
    entry: Entry
    flags: str
    score: int
    form: Form  # of the pattern's first word


class Finder:
    """The patterns in one phrase. Positions are word numbers."""

    def __init__(self, words: tuple[str, ...], book: Phrasebook) -> None:
        self.words = words[:LONGEST]
        self.n = len(self.words)
        self._book = book
        self.forms = tuple(book.forms(w) for w in self.words)
        self.skips = tuple(tuple(self._skippable(i)) for i in range(self.n))
        self._at: dict[int, tuple[Found, ...]] = {}
        self._ends: dict[int, tuple[tuple[str, int], ...]] = {}

    # ── words to pass over ──────────────────────────────────────────────────────────────────────────────────────

    def _skippable(self, i: int) -> Iterator[tuple[int, str, int]]:
        """Yield (end, flags, cost) for the stretches at i that a pattern may pass over."""
        node, j = self._book.skipped, i
        found: list[tuple[int, str, int]] = []
        while j < self.n and (following := node.next.get(self.words[j])):
            node, j = following, j + 1
            for entry in node.entries:
                if entry.kind == "filler" and j > i + 1:
                    found.clear()  # "not only" denies nothing, though "not" does
                found.append((j, entry.name, 0) if entry.kind == "flag" else (j, "", _MODIFIER))
        yield from found
        word = self.words[i]
        if not found and self._stray(word):
            yield i + 1, "", _STRAY

    def _stray(self, word: str) -> bool:
        """Whether nobody listed the adverb and it looks as if it changed nothing."""
        adverb = word.endswith("ly") and len(word) > 4
        return adverb and word not in self._book.blocked and not word.startswith(_DENYING_ADVERB)

    def end(self, i: int) -> tuple[tuple[str, int], ...]:
        """Ways to pass over all the words from i on: (flags, cost)."""
        if i not in self._ends:
            ways = [("", 0)] if i >= self.n else []
            for j, flags, cost in self.skips[i] if i < self.n else ():
                ways += [(flags + f, cost + c) for f, c in self.end(j)]
            self._ends[i] = tuple(dict.fromkeys(ways))
        return self._ends[i]

    # ── patterns ────────────────────────────────────────────────────────────────────────────────────────────────

    def found(self, i: int) -> tuple[Found, ...]:
        """Every pattern that begins at i (or after words that may be passed over)."""
        if i not in self._at:
            best: dict[tuple[int, Entry, str, Form], Found] = {}
            own = self._walk(self._book.own, i, "", 0, None)
            for f in chain(own, self._walk(self._book.patterns, i, "", 0, None)):
                key = (f.end, f.entry, f.flags, f.form)
                if key not in best or best[key].score < f.score:
                    best[key] = f
            self._at[i] = tuple(best.values())
        return self._at[i]

    def _walk(self, node: Node, i: int, flags: str, score: int, form: Form | None) -> Iterator[Found]:
        if form is not None:
            for entry in node.entries:
                yield Found(i, entry, flags, score, form)
        if i >= self.n:
            return
        if "_" in node.next and form is not None:
            for j in self._gap(i):
                yield from self._walk(node.next["_"], j, flags, score, form)
        for base, made in self.forms[i]:
            if following := node.next.get(base):
                yield from self._walk(following, i + 1, flags, score + 10, form or made)
        if form is None or node.next:
            for j, flag, cost in self.skips[i]:
                yield from self._walk(node, j, flags + flag, score - cost, form)
            if form is not None and self._passable(i):
                yield from self._walk(node, i + 1, flags, score - _MODIFIER, form)

    def _passable(self, i: int) -> bool:
        """Whether the word at i is an adjective that adds nothing to the noun behind it."""
        return self.words[i] in self._book.modifiers and i + 1 < self.n and self.words[i + 1] not in PREPOSITIONS

    def _gap(self, i: int) -> Iterator[int]:
        """Where a pattern may go on after one to three words that name something ("protect _ from")."""
        for j in range(i, min(i + 3, self.n)):
            flagged = any(flags for _, flags, _ in self.skips[j])
            if flagged or self.words[j] in PREPOSITIONS | JOINED | self._book.blocked:
                return
            yield j + 1

    def nominal(self, i: int, kinds: frozenset[str], unknown: int = 0) -> Iterator[Found]:
        """Nouns and adjectives at i, behind adjectives that add nothing and up to `unknown` strange words."""
        for f in self.found(i):
            if f.entry.kind in kinds:
                yield f
        if i >= self.n - 1:
            return
        word = self.words[i]
        ways = [(j, flags, cost) for j, flags, cost in self.skips[i]]
        if word in self._book.modifiers:
            ways.append((i + 1, "", _MODIFIER))
        elif unknown and self._is_strange(word):
            ways.append((i + 1, "", _UNKNOWN))
        for j, flags, cost in ways:
            left = unknown - (cost == _UNKNOWN)
            for f in self.nominal(j, kinds, left):
                yield Found(f.end, f.entry, flags + f.flags, f.score - cost, f.form)

    def _is_strange(self, word: str) -> bool:
        """Whether a word nobody listed may stand before a noun without changing what is said."""
        plain = word.replace("-", "")
        return (
            plain.isalpha()
            and word not in PREPOSITIONS | JOINED | self._book.blocked
            and not word.startswith(_FORBIDDEN)
        )
