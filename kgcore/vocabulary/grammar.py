"""Finds the phrasebook's patterns in a phrase, passing over words that deny, hedge, colour or add nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain

from kgcore.english.inflection import VerbForm
from kgcore.english.words import word_list
from kgcore.vocabulary.phrasebook import PatternEntry, PatternNode, Phrasebook

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
class FoundPattern:
    """A pattern of the phrasebook in a phrase: where it ends, and what was passed over on the way."""

    end: int
    entry: PatternEntry
    flags: str
    score: int
    form: VerbForm  # of the pattern's first word


class PatternFinder:
    """The patterns in one phrase. Positions are word numbers."""

    def __init__(self, words: tuple[str, ...], book: Phrasebook) -> None:
        self.words = words[:LONGEST]
        self.n = len(self.words)
        self._book = book
        self.forms = tuple(book.forms(w) for w in self.words)
        self.skips = tuple(tuple(self._skippable(i)) for i in range(self.n))
        self._at: dict[int, tuple[FoundPattern, ...]] = {}
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

    def found(self, i: int) -> tuple[FoundPattern, ...]:
        """Every pattern that begins at i (or after words that may be passed over)."""
        if i not in self._at:
            own = self._walk(self._book.own, i, "", 0, None)
            every = (*own, *self._walk(self._book.patterns, i, "", 0, None))
            self._at[i] = _best(every) if len(every) > 1 else every
        return self._at[i]

    def _walk(self, node: PatternNode, i: int, flags: str, score: int, form: VerbForm | None) -> Iterator[FoundPattern]:
        if form is not None:
            for entry in node.entries:
                yield FoundPattern(i, entry, flags, score, form)
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
            if flagged or self._joins(self.words[j]):
                return
            yield j + 1

    def nominal(self, i: int, kinds: frozenset[str], unknown: int = 0) -> Iterator[FoundPattern]:
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
                yield FoundPattern(f.end, f.entry, flags + f.flags, f.score - cost, f.form)

    def _is_strange(self, word: str) -> bool:
        """Whether a word nobody listed may stand before a noun without changing what is said."""
        plain = word.replace("-", "")
        return plain.isalpha() and not self._joins(word) and not word.startswith(_FORBIDDEN)

    def _joins(self, word: str) -> bool:
        """Whether a word joins others, or may never be passed over."""
        return word in PREPOSITIONS or word in JOINED or word in self._book.blocked


def _best(found: tuple[FoundPattern, ...]) -> tuple[FoundPattern, ...]:
    """Return, of those that say the same of the same words, the one that explains most."""
    best: dict[tuple[int, PatternEntry, str, VerbForm], FoundPattern] = {}
    for f in found:
        key = (f.end, f.entry, f.flags, f.form)
        if key not in best or best[key].score < f.score:
            best[key] = f
    return tuple(best.values())


# --- How the words of a relation phrase make a meaning: a small grammar over the patterns of the phrasebook.

_AUXILIARIES = frozenset({"do", "have", "can", "will", "must", "shall", "be", "get", "to"})
_WAYS = 12  # of passing over words before an auxiliary
# What is done "with" or "after" something; others are done "by" it only.
_BROUGHT_ABOUT = frozenset(
    {"TREAT", "HANDLE", "PALLIATE", "PREVENT", "IMPROVE", "RAISE", "STIMULATE", "LOWER", "INHIBIT", "SLOW", "DELAY",
     "CAUSE", "AFFECT", "HARM", "WORSEN", "ELIMINATE"}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class PhraseSense:
    """One way to read a phrase: effect, aspects of the object, flags, and how much of the phrase it explains."""

    effect: str
    aspects: tuple[str, ...]
    flags: str
    inverted: bool
    score: int


_Tail = tuple[tuple[str, ...], str, int]  # aspects, flags, score of the rest of the phrase


class Parse:
    """All ways to read one phrase."""

    def __init__(self, words: tuple[str, ...], book: Phrasebook) -> None:
        self._find = PatternFinder(words, book)
        self._words = self._find.words
        self._n = self._find.n
        self._rests: dict[int, tuple[_Tail, ...]] = {}

    def senses(self) -> list[PhraseSense]:
        """Return the complete readings, best first."""
        found = [s for i in self._starts() for s in self._clause(i, "", 0, depth=0, after="")]
        return sorted(found, key=lambda s: -s.score)

    def _starts(self) -> Iterator[int]:
        yield 0
        for f in self._find.found(0):
            if f.entry.kind == "lead":
                yield f.end

    # ── what stands behind the verb ─────────────────────────────────────────────────────────────────────────────

    def _rest(self, i: int) -> tuple[_Tail, ...]:
        """Ways to read everything from i on as aspects of the object."""
        if i not in self._rests:
            self._rests[i] = ()  # no way back here
            self._rests[i] = tuple(dict.fromkeys(self._aspects(i)))
        return self._rests[i]

    def _aspects(self, i: int) -> Iterator[_Tail]:
        for flags, cost in self._find.end(i):
            yield (), flags, -cost
        for f in self._find.nominal(i, frozenset({"noun", "tail"}), unknown=2):
            if f.entry.kind == "tail":
                for aspects, flags, score in self._rest(f.end):
                    yield aspects, f.flags + f.entry.name + flags, f.score + score
                continue
            for j in self._after_noun(f.end):
                for aspects, flags, score in self._rest(j):
                    bonus = 5 if j > f.end else 0
                    yield (f.entry.name, *aspects), f.flags + flags, f.score + score + bonus

    def _after_noun(self, i: int) -> Iterator[int]:
        """Places where the reading may go on after a noun: behind its preposition, or a joined noun."""
        if (i < self._n and self._words[i] in PREPOSITIONS) or (i < self._n and self._words[i] in JOINED):
            yield i + 1
        elif i == self._n and self._words[i - 1].endswith("ing"):
            yield i

    # ── clauses ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _clause(self, i: int, flags: str, score: int, *, depth: int, after: str) -> Iterator[PhraseSense]:
        """Read everything from i on; `after`: a verb that leaves its meaning to what follows has been read."""
        if i >= self._n or depth > 5:
            return
        for f in self._find.found(i):
            if f.entry.kind == "cat":
                carried = flags + f.flags + f.entry.name
                yield from self._clause(f.end, carried, score + f.score, depth=depth + 1, after="cat")
                if "?" in f.entry.name and self._words[f.end - 1] in {"for", "against"}:
                    yield from self._tried(f, flags, score)
        for base, j, skipped, cost in self._auxiliary(i):
            before = {"be": "be", "to": after}.get(base, "aux")
            yield from self._clause(j, flags + skipped, score + cost, depth=depth + 1, after=before)
        for sense in self._core(i, after=after):
            yield PhraseSense(sense.effect, sense.aspects, flags + sense.flags, sense.inverted, score + sense.score)

    def _tried(self, f: FoundPattern, flags: str, score: int) -> Iterator[PhraseSense]:
        """Read "has been studied for" with nothing behind it as a hedged "treats"."""
        for aspects, more, gained in self._rest(f.end):
            if not aspects:
                yield PhraseSense("TREAT", (), flags + f.flags + f.entry.name + more, False, score + f.score + gained)

    def _auxiliary(self, i: int) -> Iterator[tuple[str, int, str, int]]:
        """Auxiliaries at i, or behind words that may be passed over ("might not be")."""
        ways = [(i, "", 0)]
        for j, flags, cost in ways:
            bases = [base for base, _ in self._find.forms[j] if base in _AUXILIARIES] if j + 1 < self._n else []
            if bases:
                yield bases[0], j + 1, flags, 8 - cost
            elif len(ways) < _WAYS and j < self._n:
                ways += [(end, flags + more, cost + extra) for end, more, extra in self._find.skips[j] if end < self._n]

    def _core(self, i: int, *, after: str) -> Iterator[PhraseSense]:
        yield from self._verb(i)
        yield from self._passive(i)
        yield from self._nominalized(i)
        if after != "aux":
            yield from self._predicative(i, unknown=1 if after else 0)
        if after == "cat":
            yield from self._event(i, frozenset(), "", 0)

    def _verb(self, i: int) -> Iterator[PhraseSense]:
        for f in self._find.found(i):
            if f.entry.kind == "verb" and "<" in f.entry.name and not self._reduced(f):
                for flags, score in self._agents(f.end):
                    yield _sense(f, (), flags, score)
            elif f.entry.kind == "verb" and not self._reduced(f):
                for aspects, flags, score in self._rest(f.end):
                    yield _sense(f, aspects, flags, score)
            elif f.entry.kind == "intransitive":
                for flags, score in self._agent(f.end, first=False, conn=True):
                    yield _sense(f, (), flags, score, inverted=True)

    def _reduced(self, f: FoundPattern) -> bool:
        """Whether the pattern stands as a participle where the verb was found as none, or the other way round."""
        return f.entry.participle and VerbForm.PARTICIPLE not in f.form and VerbForm.BASE not in f.form

    def _passive(self, i: int) -> Iterator[PhraseSense]:
        for f in self._find.found(i):
            if f.entry.kind == "verb" and not f.entry.participle and VerbForm.PARTICIPLE in f.form:
                bringing = f.entry.name.strip("!*?") in _BROUGHT_ABOUT
                for flags, score in self._agent(f.end, first=True, conn=bringing):
                    yield _sense(f, (), flags, score, inverted=True)

    def _agent(self, i: int, *, first: bool, conn: bool) -> Iterator[tuple[str, int]]:
        """Ways to read everything from i on as what does it: "by", "after treatment with"."""
        openings = [(i + 1, "", 10)] if first and i < self._n and self._words[i] == "by" else []
        if conn and i < self._n:
            openings += [(f.end, f.flags, f.score) for f in self._find.found(i) if f.entry.kind == "conn"]
        for j, skipped, score in openings:
            for flags, more in self._agents(j):
                yield skipped + flags, score + more

    def _agents(self, i: int) -> Iterator[tuple[str, int]]:
        for flags, cost in self._find.end(i):
            yield flags, -cost
        for f in self._find.nominal(i, frozenset({"agent"})) if i < self._n else ():
            for flags, score in self._agents(f.end):
                yield f.flags + flags, f.score + score

    def _predicative(self, i: int, unknown: int) -> Iterator[PhraseSense]:
        """A role or an adjective with its preposition."""
        roles = self._find.nominal(i, frozenset({"role"}), unknown)
        for f in chain(roles, self._find.nominal(i, frozenset({"adj"}))):
            j = f.end
            if j < self._n and (self._words[j] in PREPOSITIONS or (self._words[j] == "by" and "<" in f.entry.name)):
                # "a danger of B" comes from B, "a danger to B" leads to it.
                of = self._words[j] == "of" and self._words[j - 1] in word_list("danger of its cause")
                entry = PatternEntry(f.entry.kind, "CAUSE<") if of and f.entry.name == "PREDISPOSE" else f.entry
                for aspects, flags, score in self._rest(j + 1):
                    yield _sense(replace(f, entry=entry), aspects, flags, score + 5)
                if f.entry.name.strip("!*") == "TREAT" and f.entry.kind == "adj":
                    marks = f.flags + "!" * f.entry.name.count("!")
                    yield from self._clause(j + 1, marks, f.score + 5, depth=3, after="cat")

    def _nominalized(self, i: int) -> Iterator[PhraseSense]:
        """A verb that only carries a noun: "has an effect on", "leads to a reduction in"."""
        for f in self._find.found(i):
            if f.entry.kind == "verb" and f.entry.name in {"LIGHT", "CAUSAL", "CAUSE", "CONTRIBUTE"}:
                carrier = frozenset({f.entry.name})
                yield from self._event(f.end, carrier, f.flags, f.score)

    def _event(self, i: int, carrier: frozenset[str], before: str, sofar: int) -> Iterator[PhraseSense]:
        for f in self._find.nominal(i, frozenset({"event"}), unknown=1) if i < self._n else ():
            j = f.end
            if j >= self._n or self._words[j] not in PREPOSITIONS:
                continue
            for aspects, flags, score in self._rest(j + 1):
                yield _sense(f, aspects, before + flags, sofar + score + 5)


def _sense(f: FoundPattern, aspects: tuple[str, ...], flags: str, score: int, *, inverted: bool = False) -> PhraseSense:
    name = f.entry.name
    marks = "".join(c for c in name if c in "!*?")
    effect = name.strip("!*?<")
    return PhraseSense(effect, aspects, f.flags + flags + marks, inverted != ("<" in name), f.score + score)
