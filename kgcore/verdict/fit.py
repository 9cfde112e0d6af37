"""Whether two entity types can stand on the two sides of a predicate, as far as a graph's own use of it shows."""

from __future__ import annotations

from collections.abc import Iterable

from kgcore.verdict.stance import Rules, readings

Signature = tuple[str, str, str]  # subject type, predicate, object type


class TypeFit:
    """Answers from the signatures that occur in a graph; with none known, everything fits."""

    def __init__(self, signatures: Iterable[Signature], rules: Rules) -> None:
        self._rules = rules
        self._between: dict[tuple[str, str], set[str]] = {}
        for subject, predicate, object in signatures:
            self._add(subject, object, readings(predicate, False, rules))
            self._add(object, subject, readings(predicate, True, rules))

    def fits(self, subject: str, predicates: Iterable[str], object: str) -> bool:
        """Tell whether one of the predicates is used between these types: itself, what implies it, or its opposite."""
        if not self._between:
            return True
        used = self._between.get((subject, object), set())
        return any(self._speaks(q, p) for q in used for p in predicates)

    def _speaks(self, used: str, predicate: str) -> bool:
        implied = self._rules.implied(used)
        return predicate in implied or not implied.isdisjoint(self._rules.opposites(predicate))

    def _add(self, subject: str, object: str, predicates: Iterable[str]) -> None:
        self._between.setdefault((subject, object), set()).update(predicates)
