"""How the words of a relation phrase make a meaning: a small grammar over the patterns of the phrasebook.

    clause     = lead* (aux | cat)* core          "has been shown to | slow the progression of"
    core       = verb aspects                     "slow", "the progression of"
               | be (participle aspects)          "is associated with", "is used for"
               | be verb by agent*                "is treated by", "was reduced after treatment with"
               | intransitive conn agent*         "falls after administration of"
               | be (role | adj) aspects          "is a risk factor for", "is effective in"
               | (light | causal) event aspects   "has no effect on", "leads to a reduction in"
    aspects    = (aspect preposition)* tail*      "risk of", "symptoms in patients with"

Words that deny, hedge or colour may stand anywhere between the words of a pattern. A phrase is read only when every
word of it has found its place; of several ways to read it, the one that explains most of its words counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from kgcore.language.morphology import Form
from kgcore.language.patterns import JOINED, PREPOSITIONS, Finder, Found
from kgcore.language.phrasebook import Phrasebook

_AUXILIARIES = frozenset({"do", "have", "can", "will", "must", "shall", "be", "get", "to"})
# What is done "with" or "after" something; others are done "by" it only.
_BROUGHT_ABOUT = frozenset(
    {"TREAT", "PREVENT", "IMPROVE", "RAISE", "STIMULATE", "LOWER", "INHIBIT", "SLOW", "DELAY", "CAUSE", "AFFECT",
     "HARM", "WORSEN", "ELIMINATE"}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sense:
    """One way to read a phrase: effect, aspects of the object, flags, and how much of the phrase it explains."""

    effect: str
    aspects: tuple[str, ...]
    flags: str
    turned: bool
    score: int


_Tail = tuple[tuple[str, ...], str, int]  # aspects, flags, score of the rest of the phrase


class Parse:
    """All ways to read one phrase."""

    def __init__(self, words: tuple[str, ...], book: Phrasebook) -> None:
        self._find = Finder(words, book)
        self._words = self._find.words
        self._n = self._find.n
        self._rests: dict[int, tuple[_Tail, ...]] = {}

    def senses(self) -> list[Sense]:
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

    def _clause(self, i: int, flags: str, score: int, *, depth: int, after: str) -> Iterator[Sense]:
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
            yield Sense(sense.effect, sense.aspects, flags + sense.flags, sense.turned, score + sense.score)

    def _tried(self, f: Found, flags: str, score: int) -> Iterator[Sense]:
        """Read "has been studied for" with nothing behind it as a hedged "treats"."""
        for aspects, more, gained in self._rest(f.end):
            if not aspects:
                yield Sense("TREAT", (), flags + f.flags + f.entry.name + more, False, score + f.score + gained)

    def _auxiliary(self, i: int) -> Iterator[tuple[str, int, str, int]]:
        for j, skipped, cost in ((i, "", -8), *self._find.skips[i]):
            bases = [base for base, _ in self._find.forms[j] if base in _AUXILIARIES] if j + 1 < self._n else []
            if bases:
                yield bases[0], j + 1, skipped, -cost if j == i else 8 - cost

    def _core(self, i: int, *, after: str) -> Iterator[Sense]:
        yield from self._verb(i)
        yield from self._passive(i)
        yield from self._nominalized(i)
        if after != "aux":
            yield from self._predicative(i, unknown=1 if after else 0)
        if after == "cat":
            yield from self._event(i, frozenset(), "", 0)

    def _verb(self, i: int) -> Iterator[Sense]:
        for f in self._find.found(i):
            if f.entry.kind == "verb" and "<" in f.entry.name and not self._reduced(f):
                for flags, score in self._agents(f.end):
                    yield _sense(f, (), flags, score)
            elif f.entry.kind == "verb" and not self._reduced(f):
                for aspects, flags, score in self._rest(f.end):
                    yield _sense(f, aspects, flags, score)
            elif f.entry.kind == "intransitive":
                for flags, score in self._agent(f.end, first=False, conn=True):
                    yield _sense(f, (), flags, score, turned=True)

    def _reduced(self, f: Found) -> bool:
        """Whether the pattern stands as a participle where the verb was found as none, or the other way round."""
        return f.entry.participle and not f.form & (Form.PARTICIPLE | Form.BASE)

    def _passive(self, i: int) -> Iterator[Sense]:
        for f in self._find.found(i):
            if f.entry.kind == "verb" and not f.entry.participle and f.form & Form.PARTICIPLE:
                bringing = f.entry.name.strip("!*?") in _BROUGHT_ABOUT
                for flags, score in self._agent(f.end, first=True, conn=bringing):
                    yield _sense(f, (), flags, score, turned=True)

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

    def _predicative(self, i: int, unknown: int) -> Iterator[Sense]:
        """A role or an adjective with its preposition."""
        roles = self._find.nominal(i, frozenset({"role"}), unknown)
        for f in chain(roles, self._find.nominal(i, frozenset({"adj"}))):
            j = f.end
            if j < self._n and (self._words[j] in PREPOSITIONS or (self._words[j] == "by" and "<" in f.entry.name)):
                for aspects, flags, score in self._rest(j + 1):
                    yield _sense(f, aspects, flags, score + 5)
                if f.entry.name.strip("!*") == "TREAT" and f.entry.kind == "adj":
                    marks = f.flags + "!" * f.entry.name.count("!")
                    yield from self._clause(j + 1, marks, f.score + 5, depth=3, after="cat")

    def _nominalized(self, i: int) -> Iterator[Sense]:
        """A verb that only carries a noun: "has an effect on", "leads to a reduction in"."""
        for f in self._find.found(i):
            if f.entry.kind == "verb" and f.entry.name in {"LIGHT", "CAUSAL", "CAUSE", "CONTRIBUTE"}:
                carrier = frozenset({f.entry.name})
                yield from self._event(f.end, carrier, f.flags, f.score)

    def _event(self, i: int, carrier: frozenset[str], before: str, sofar: int) -> Iterator[Sense]:
        for f in self._find.nominal(i, frozenset({"event"}), unknown=1) if i < self._n else ():
            j = f.end
            if j >= self._n or self._words[j] not in PREPOSITIONS:
                continue
            for aspects, flags, score in self._rest(j + 1):
                yield _sense(f, aspects, before + flags, sofar + score + 5)


def _sense(f: Found, aspects: tuple[str, ...], flags: str, score: int, *, turned: bool = False) -> Sense:
    name = f.entry.name
    marks = "".join(c for c in name if c in "!*?")
    effect = name.strip("!*?<")
    return Sense(effect, aspects, f.flags + flags + marks, turned != ("<" in name), f.score + score)
