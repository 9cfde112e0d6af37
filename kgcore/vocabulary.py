"""Predicates of a graph: their algebra, their words, and what phrases mean in them.

A graph's own predicates, phrases and algebra win. What it leaves out comes from the packaged table (`phrasebook`): a
predicate is recognised by its name (whatever its case, prefix and underscores), else by its label and phrases, as one
or several *concepts*; a phrase means concepts, and concepts stand for the graph's predicates. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from kgcore.language.mapping import Carriers, carriers, complete, own_patterns
from kgcore.language.phrasebook import Phrasebook, phrasebook
from kgcore.language.phrases import OWN, Meaning, meaning
from kgcore.language.reading import ABSTAINED, Reading
from kgcore.language.verbs import base_form, negation, passive_voice, readable
from kgcore.language.vouching import vouches
from kgcore.model import Predicate

__all__ = ["Reading", "Vocabulary"]

_INVERSELY = "NEGATIVELY_CORRELATED_WITH"
_REMEMBERED = 20_000  # phrases


class Vocabulary:
    """The predicates of one graph. Build it with `of`."""

    def __init__(self, predicates: Mapping[str, Predicate], carried: Carriers, book: Phrasebook) -> None:
        self._predicates = dict(predicates)
        self._carried = carried
        self._book = book
        self._read: dict[str, Reading] = {}
        self._implied = {name: self._closure(name) for name in self._predicates}
        self._opposites = {name: self._stated_opposites(name) for name in self._predicates}

    @classmethod
    def of(cls, predicates: Iterable[Predicate]) -> Vocabulary:
        """Build from a graph's own predicates (bare names are enough); they win over the packaged ones."""
        own = {p.name: p for p in predicates}
        packaged = phrasebook()
        carried = carriers(own.values(), packaged)
        book = replace(packaged, **own_patterns(own.values(), packaged))
        return cls(complete(own, carried, packaged), carried, book)

    @property
    def names(self) -> tuple[str, ...]:
        """The graph's predicates, in its order."""
        return tuple(self._predicates)

    @property
    def predicates(self) -> tuple[Predicate, ...]:
        """The graph's predicates, completed with labels, algebra and phrases of the packaged table."""
        return tuple(self._predicates.values())

    def get(self, name: str) -> Predicate:
        """Return the predicate; a bare one for an unknown name."""
        return self._predicates.get(name) or Predicate(name or "?")

    # ── phrases ─────────────────────────────────────────────────────────────────────────────────────────────────

    def read(self, phrase: str) -> Reading:
        """Read a relation phrase; `predicates` is empty where it abstains. Readings are remembered."""
        known = self._read.get(phrase)
        if known is None:
            if len(self._read) >= _REMEMBERED:
                self._read.clear()
            known = self._read[phrase] = self._resolve(meaning(phrase, self._book))
        return known

    def vouches(self, phrase: str, predicate: str) -> bool:
        """Whether a phrase that `read` abstains from may count as a predicate that somebody else chose for it."""
        return vouches(phrase, predicate, self._book, self._carrying)

    def _carrying(self, concepts: tuple[str, ...]) -> frozenset[str]:
        return frozenset(name for name, turned in self._carried.of(concepts, direct=False) if not turned)

    def _resolve(self, meant: Meaning) -> Reading:
        found = self._own_first(meant) or self._carried.of(meant.concepts, direct=meant.direct)
        if not found:
            return ABSTAINED
        backwards = found[0][1]
        names = tuple(dict.fromkeys(name for name, turned in found if turned == backwards))
        more = meant.says_more or self._inverse_only(meant)
        return Reading(names, meant.negated, meant.turned != backwards, meant.hedged, more, meant.values)

    def _inverse_only(self, meant: Meaning) -> bool:
        """Whether it says "inversely" where the graph only knows that things go together: what causes does so, too."""
        return meant.concepts == (_INVERSELY,) and _INVERSELY not in self._carried.named

    def _own_first(self, meant: Meaning) -> tuple[tuple[str, bool], ...]:
        """The graph's own phrases, then what else the phrase means if that is the graph's idea of it too."""
        own = tuple(c.removeprefix(OWN) for c in meant.concepts if c.startswith(OWN))
        if not own:
            return ()
        others = tuple(c for c in meant.concepts if not c.startswith(OWN))
        agreed = any(name in own for name, _ in self._carried.of(others, direct=False))
        found = tuple((name, False) for name in own)
        return (*found, *(self._carried.of(others, direct=False) if agreed else ()))

    # ── algebra ─────────────────────────────────────────────────────────────────────────────────────────────────

    def implied(self, name: str) -> frozenset[str]:
        """Return all that the predicate implies, closed under transitivity, itself included."""
        return self._implied.get(name) or frozenset({name})

    def opposites(self, name: str) -> frozenset[str]:
        """Return the predicates that either side states as opposite."""
        return self._opposites.get(name, frozenset())

    def symmetric(self, name: str) -> bool:
        """Whether an edge reads the same both ways."""
        return self.get(name).symmetric

    def inverse(self, name: str) -> str:
        """Return the name of the predicate read backwards (it need not be stored), or "" where there is none."""
        return self.get(name).inverse

    def _closure(self, name: str) -> frozenset[str]:
        seen, todo = {name}, [name]
        while todo:
            new = [q for q in self.get(todo.pop()).implies if q not in seen]
            seen.update(new)
            todo += new
        return frozenset(seen)

    def _stated_opposites(self, name: str) -> frozenset[str]:
        return frozenset(p.name for p in self._predicates.values() if name in p.opposite) | set(self.get(name).opposite)

    # ── words ───────────────────────────────────────────────────────────────────────────────────────────────────

    def words(self, name: str, negated: bool = False) -> str:
        """Return the predicate in words that stand between two names ("treats", "does not raise the risk of")."""
        words = readable(self.get(name))
        return negation(words) if negated else words

    def base(self, name: str) -> str:
        """Return the base form, as in a question: "treat", "raise the risk of", "be associated with"."""
        return base_form(readable(self.get(name)))

    def passive(self, name: str) -> str:
        """Return the words read backwards: "is treated by"; "" where English has no simple way to say it."""
        predicate = self.get(name)
        if predicate.symmetric:
            return readable(predicate)
        if predicate.inverse in self._predicates:
            return readable(self._predicates[predicate.inverse])
        return passive_voice(readable(predicate))
