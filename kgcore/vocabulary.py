"""Predicates of a graph: their algebra, their words, and what phrases mean in them. (First version: own phrases only.)"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kgcore.model import Predicate
from kgcore.reading import ABSTAINED, Reading

__all__ = ["Reading", "Vocabulary"]


class Vocabulary:
    """The predicates of one graph, completed from the packaged table."""

    def __init__(self, predicates: Mapping[str, Predicate]) -> None:
        self._predicates = dict(predicates)
        self._own = {ph.lower(): p.name for p in self._predicates.values() for ph in (*p.phrases, p.words)}

    @classmethod
    def of(cls, predicates: Iterable[Predicate]) -> Vocabulary:
        """Build from a graph's own predicates; they win over the packaged ones."""
        return cls({p.name: p for p in predicates})

    @property
    def names(self) -> tuple[str, ...]:
        """The graph's predicates, in its order."""
        return tuple(self._predicates)

    def get(self, name: str) -> Predicate:
        """Return the predicate; a bare one for an unknown name."""
        return self._predicates.get(name) or Predicate(name or "?")

    def read(self, phrase: str) -> Reading:
        """Read a relation phrase; `predicates` is empty where it abstains."""
        text = " ".join(phrase.lower().split())
        negated = text.startswith("does not ")
        text = text.removeprefix("does not ")
        for candidate in (text, text + "s"):
            if candidate in self._own:
                return Reading((self._own[candidate],), negated)
        return ABSTAINED

    def implied(self, name: str) -> frozenset[str]:
        """Return all that the predicate implies, itself included."""
        seen = {name}
        todo = [name]
        while todo:
            new = [q for q in self.get(todo.pop()).implies if q not in seen]
            seen.update(new)
            todo += new
        return frozenset(seen)

    def opposites(self, name: str) -> frozenset[str]:
        """Return the predicates that are stated as opposite, by either side."""
        stated = {p.name for p in self._predicates.values() if name in p.opposite}
        return frozenset(stated | set(self.get(name).opposite))

    def symmetric(self, name: str) -> bool:
        """Whether an edge reads the same both ways."""
        return self.get(name).symmetric

    def inverse(self, name: str) -> str:
        """Return the name of the predicate read backwards, or "" where there is none."""
        return self.get(name).inverse

    def words(self, name: str, negated: bool = False) -> str:
        """Return the predicate in words ("does not treat")."""
        words = self.get(name).words
        return f"does not {self.base(name)}" if negated else words

    def base(self, name: str) -> str:
        """Return the predicate's base form, for questions ("treat", "be associated with")."""
        head, _, rest = self.get(name).words.partition(" ")
        return f"{head.removesuffix('s')} {rest}".strip()

    def passive(self, name: str) -> str:
        """Return the words read backwards ("is treated by"), or "" where there are none."""
        return ""
