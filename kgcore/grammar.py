"""How the words of a relation phrase make a meaning: a small grammar over the patterns of the phrasebook.

    clause     = lead* (aux | cat)* core          "has been shown to | slow the progression of"
    core       = verb aspects                     "slow", "the progression of"
               | be (participle aspects)          "is associated with", "is used for"
               | be verb by agent*                "is treated by", "was reduced after treatment with"
               | intransitive conn agent*         "falls after administration of"
               | be (role | adj) aspects          "is a risk factor for", "is effective in"
               | (light | causal) event aspects   "has no effect on", "leads to a reduction in"
    aspects    = (aspect preposition)* tail*      "risk of", "symptoms in patients with"

Words that deny, hedge or colour may stand anywhere between the words of a pattern. A phrase is read only when every word
of it has found its place; of several ways to read it, the one that explains most of its words counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from kgcore.morphology import Form
from kgcore.phrasebook import Entry, Node, Phrasebook

_LONGEST = 26  # words
_AUXILIARIES = frozenset({"do", "have", "can", "will", "must", "shall", "be", "get", "to"})
_PREPOSITIONS = frozenset(
    {"of", "for", "in", "to", "against", "on", "at", "with", "from", "behind", "upon", "among", "into", "toward",
     "towards", "within", "between", "over", "like", "during"}
)  # fmt: skip
_JOINED = frozenset({"and", "or", "and/or", "/", "&"})
# What is done "with" or "after" something; others are done "by" it only.
_BROUGHT_ABOUT = frozenset(
    {"TREAT", "PREVENT", "IMPROVE", "RAISE", "STIMULATE", "LOWER", "INHIBIT", "SLOW", "DELAY", "CAUSE", "AFFECT", "HARM",
     "WORSEN", "ELIMINATE"}
)  # fmt: skip
_FORBIDDEN = ("anti", "non", "un", "dis", "in", "im", "mis", "counter", "low", "high", "less", "more")
_STRAY, _MODIFIER, _UNKNOWN = 2, 1, 4  # what passing over a word costs, in tenths of a word explained


@dataclass(frozen=True, slots=True)
class Sense:
    """One way to read a phrase: effect, aspects of the object, flags, and how much of the phrase it explains."""

    effect: str
    aspects: tuple[str, ...]
    flags: str
    turned: bool
    score: int


@dataclass(frozen=True, slots=True)
class _Found:
    end: int
    entry: Entry
    flags: str
    score: int
    form: Form  # of the pattern's first word


_Tail = tuple[tuple[str, ...], str, int]  # aspects, flags, score of the rest of the phrase


class Parse:
    """All ways to read one phrase."""

    def __init__(self, words: tuple[str, ...], book: Phrasebook) -> None:
        self._words = words[:_LONGEST]
        self._book = book
        self._n = len(self._words)
        self._forms = tuple(book.forms(w) for w in self._words)
        self._skips = tuple(tuple(self._skippable(i)) for i in range(self._n))
        self._at: dict[int, tuple[_Found, ...]] = {}
        self._rests: dict[int, tuple[_Tail, ...]] = {}
        self._ends: dict[int, tuple[tuple[str, int], ...]] = {}

    def senses(self) -> list[Sense]:
        """Return the complete readings, best first."""
        found = [s for i in self._starts() for s in self._clause(i, "", 0, depth=0, after="")]
        return sorted(found, key=lambda s: -s.score)

    # ── words to pass over ──────────────────────────────────────────────────────────────────────────────────────

    def _skippable(self, i: int) -> Iterator[tuple[int, str, int]]:
        """Yield (end, flags, cost) for the stretches at i that a pattern may pass over."""
        node, j = self._book.skipped, i
        while j < self._n and (following := node.next.get(self._words[j])):
            node, j = following, j + 1
            for entry in node.entries:
                yield j, entry.name if entry.kind == "flag" else "", 0 if entry.kind == "flag" else _MODIFIER
        word = self._words[i]
        if word.endswith("ly") and len(word) > 4 and (i, word) not in ((0, "family"),):
            yield i + 1, "", _STRAY

    def _starts(self) -> Iterator[int]:
        yield 0
        for f in self._found(0):
            if f.entry.kind == "lead":
                yield f.end

    def _end(self, i: int) -> tuple[tuple[str, int], ...]:
        """Ways to pass over all the words from i on: (flags, cost)."""
        if i not in self._ends:
            ways = [("", 0)] if i >= self._n else []
            for j, flags, cost in self._skips[i] if i < self._n else ():
                ways += [(flags + f, cost + c) for f, c in self._end(j)]
            self._ends[i] = tuple(dict.fromkeys(ways))
        return self._ends[i]

    # ── patterns ────────────────────────────────────────────────────────────────────────────────────────────────

    def _found(self, i: int) -> tuple[_Found, ...]:
        """Every pattern that begins at i (or after words that may be passed over)."""
        if i not in self._at:
            best: dict[tuple[int, Entry, str, Form], _Found] = {}
            own = self._walk(self._book.own, i, "", 0, None)
            for f in chain(own, self._walk(self._book.patterns, i, "", 0, None)):
                key = (f.end, f.entry, f.flags, f.form)
                if key not in best or best[key].score < f.score:
                    best[key] = f
            self._at[i] = tuple(best.values())
        return self._at[i]

    def _walk(self, node: Node, i: int, flags: str, score: int, form: Form | None) -> Iterator[_Found]:
        if form is not None:
            for entry in node.entries:
                yield _Found(i, entry, flags, score, form)
        if i >= self._n:
            return
        for base, made in self._forms[i]:
            if following := node.next.get(base):
                yield from self._walk(following, i + 1, flags, score + 10, form or made)
        if form is None or node.next:
            for j, flag, cost in self._skips[i]:
                yield from self._walk(node, j, flags + flag, score - cost, form)

    def _nominal(self, i: int, kinds: frozenset[str], unknown: int = 0) -> Iterator[_Found]:
        """Nouns and adjectives at i, after adjectives that add nothing; with `unknown`, after that many strange words."""
        for f in self._found(i):
            if f.entry.kind in kinds:
                yield f
        if i >= self._n - 1:
            return
        word = self._words[i]
        ways = [(j, flags, cost) for j, flags, cost in self._skips[i]]
        if word in self._book.modifiers:
            ways.append((i + 1, "", _MODIFIER))
        elif unknown and word.isalpha() and word not in _PREPOSITIONS | _JOINED and not word.startswith(_FORBIDDEN):
            ways.append((i + 1, "?" * 0, _UNKNOWN))
        for j, flags, cost in ways:
            left = unknown - (cost == _UNKNOWN)
            for f in self._nominal(j, kinds, left):
                yield _Found(f.end, f.entry, flags + f.flags, f.score - cost, f.form)

    # ── what stands behind the verb ─────────────────────────────────────────────────────────────────────────────

    def _rest(self, i: int) -> tuple[_Tail, ...]:
        """Ways to read everything from i on as aspects of the object."""
        if i not in self._rests:
            self._rests[i] = ()  # no way back here
            self._rests[i] = tuple(dict.fromkeys(self._aspects(i)))
        return self._rests[i]

    def _aspects(self, i: int) -> Iterator[_Tail]:
        for flags, cost in self._end(i):
            yield (), flags, -cost
        for f in self._nominal(i, frozenset({"noun", "tail"}), unknown=2):
            if f.entry.kind == "tail":
                for aspects, flags, score in self._rest(f.end):
                    yield aspects, f.flags + flags, f.score + score
                continue
            for j in self._after_noun(f.end):
                for aspects, flags, score in self._rest(j):
                    bonus = 5 if j > f.end else 0
                    yield (f.entry.name, *aspects), f.flags + flags, f.score + score + bonus

    def _after_noun(self, i: int) -> Iterator[int]:
        """Places where the reading may go on after a noun: behind its preposition, or a joined noun."""
        if i < self._n and self._words[i] in _PREPOSITIONS:
            yield i + 1
        elif i < self._n and self._words[i] in _JOINED:
            yield i + 1
        elif i == self._n and self._words[i - 1].endswith("ing"):
            yield i

    # ── clauses ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _clause(self, i: int, flags: str, score: int, *, depth: int, after: str) -> Iterator[Sense]:
        """Read everything from i on; `after`: a verb that leaves its meaning to what follows has been read."""
        if i >= self._n or depth > 5:
            return
        for f in self._found(i):
            if f.entry.kind == "cat":
                yield from self._clause(f.end, flags + f.flags + f.entry.name, score + f.score, depth=depth + 1, after="cat")
        for base, j, skipped, cost in self._auxiliary(i):
            before = {"be": "be", "to": after}.get(base, "aux")
            yield from self._clause(j, flags + skipped, score + cost, depth=depth + 1, after=before)
        for sense in self._core(i, after=after):
            yield Sense(sense.effect, sense.aspects, flags + sense.flags, sense.turned, score + sense.score)

    def _auxiliary(self, i: int) -> Iterator[tuple[str, int, str, int]]:
        for j, skipped, cost in ((i, "", -8), *self._skips[i]):
            bases = [base for base, _ in self._forms[j] if base in _AUXILIARIES] if j + 1 < self._n else []
            if bases:
                yield bases[0], j + 1, skipped, -cost if j == i else 8 - cost

    def _core(self, i: int, *, after: str) -> Iterator[Sense]:
        yield from self._verb(i)
        yield from self._passive(i)
        yield from self._nominalized(i)
        if after != "aux":
            yield from self._predicative(i)
        if after == "cat":
            yield from self._event(i, frozenset(), "", 0)

    def _verb(self, i: int) -> Iterator[Sense]:
        for f in self._found(i):
            if f.entry.kind == "verb" and "<" in f.entry.name and not self._reduced(f):
                for flags, score in self._agents(f.end):
                    yield _sense(f, (), flags, score)
            elif f.entry.kind == "verb" and not self._reduced(f):
                for aspects, flags, score in self._rest(f.end):
                    yield _sense(f, aspects, flags, score)
            elif f.entry.kind == "intransitive":
                for flags, score in self._agent(f.end, first=False, conn=True):
                    yield _sense(f, (), flags, score, turned=True)

    def _reduced(self, f: _Found) -> bool:
        """Whether the pattern stands as a participle where the verb was found as none, or the other way round."""
        return f.entry.participle and not f.form & (Form.PARTICIPLE | Form.BASE)

    def _passive(self, i: int) -> Iterator[Sense]:
        for f in self._found(i):
            if f.entry.kind == "verb" and not f.entry.participle and f.form & Form.PARTICIPLE:
                bringing = f.entry.name.strip("!*?") in _BROUGHT_ABOUT
                for flags, score in self._agent(f.end, first=True, conn=bringing):
                    yield _sense(f, (), flags, score, turned=True)

    def _agent(self, i: int, *, first: bool, conn: bool) -> Iterator[tuple[str, int]]:
        """Ways to read everything from i on as what does it: "by", "after treatment with"."""
        openings = [(i + 1, "", 10)] if first and i < self._n and self._words[i] == "by" else []
        if conn and i < self._n:
            openings += [(f.end, f.flags, f.score) for f in self._found(i) if f.entry.kind == "conn"]
        for j, skipped, score in openings:
            for flags, more in self._agents(j):
                yield skipped + flags, score + more

    def _agents(self, i: int) -> Iterator[tuple[str, int]]:
        for flags, cost in self._end(i):
            yield flags, -cost
        for f in self._nominal(i, frozenset({"agent"})) if i < self._n else ():
            for flags, score in self._agents(f.end):
                yield f.flags + flags, f.score + score

    def _predicative(self, i: int) -> Iterator[Sense]:
        """A role or an adjective with its preposition."""
        for f in self._nominal(i, frozenset({"role", "adj"})):
            j = f.end
            if j < self._n and self._words[j] in _PREPOSITIONS:
                for aspects, flags, score in self._rest(j + 1):
                    yield _sense(f, aspects, flags, score + 5)

    def _nominalized(self, i: int) -> Iterator[Sense]:
        """A verb that only carries a noun: "has an effect on", "leads to a reduction in"."""
        for f in self._found(i):
            if f.entry.kind == "verb" and f.entry.name in {"LIGHT", "CAUSAL", "CAUSE", "CONTRIBUTE"}:
                carrier = frozenset({f.entry.name})
                yield from self._event(f.end, carrier, f.flags, f.score)

    def _event(self, i: int, carrier: frozenset[str], before: str, sofar: int) -> Iterator[Sense]:
        for f in self._nominal(i, frozenset({"event"}), unknown=1) if i < self._n else ():
            j = f.end
            if j >= self._n or self._words[j] not in _PREPOSITIONS:
                continue
            for aspects, flags, score in self._rest(j + 1):
                yield _sense(f, aspects, before + flags, sofar + score + 5)


def _sense(f: _Found, aspects: tuple[str, ...], flags: str, score: int, *, turned: bool = False) -> Sense:
    name = f.entry.name
    marks = "".join(c for c in name if c in "!*?")
    effect = name.strip("!*?<")
    return Sense(effect, aspects, f.flags + flags + marks, turned != ("<" in name), f.score + score)
