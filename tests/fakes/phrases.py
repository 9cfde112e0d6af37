"""A vocabulary that reads just the phrases it is given, so that verdicts can be tested without a phrase reader."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kgcore.language.reading import ABSTAINED, Reading
from kgcore.model import Predicate
from kgcore.vocabulary import Vocabulary

PREDICATES = (
    Predicate("TREATS", "treats", inverse="TREATED_BY", opposite=("CAUSES",), implies=("AFFECTS",)),
    Predicate("PREVENTS", "prevents", inverse="PREVENTED_BY", opposite=("CAUSES", "PREDISPOSES"), implies=("AFFECTS",)),
    Predicate("CAUSES", "causes", opposite=("TREATS", "PREVENTS"), implies=("PREDISPOSES", "AFFECTS")),
    Predicate("PREDISPOSES", "raises the risk of", opposite=("TREATS", "PREVENTS"), implies=("ASSOCIATED_WITH",)),
    Predicate("AFFECTS", "affects"),
    Predicate("INHIBITS", "inhibits", opposite=("STIMULATES",), implies=("AFFECTS",)),
    Predicate("DISRUPTS", "disrupts", opposite=("STIMULATES",), implies=("AFFECTS",)),
    Predicate("STIMULATES", "stimulates", opposite=("INHIBITS", "DISRUPTS"), implies=("AFFECTS",)),
    Predicate("INTERACTS_WITH", "interacts with", symmetric=True),
    Predicate("ASSOCIATED_WITH", "is associated with", symmetric=True),
    Predicate("CONTAINS", "contains", inverse="PART_OF"),
    Predicate("PART_OF", "is part of", inverse="CONTAINS"),
    Predicate("ISA", "is a"),
)
PHRASES = {
    "treats": Reading(("TREATS",)),
    "does not treat": Reading(("TREATS",), negated=True),
    "is treated by": Reading(("TREATS",), turned=True),
    "is not treated by": Reading(("TREATS",), negated=True, turned=True),
    "may treat": Reading(("TREATS",), hedged=True),
    "cures": Reading(("TREATS",), says_more=True),
    "does not cure": Reading(("TREATS",), negated=True, says_more=True),
    "prevents": Reading(("PREVENTS",)),
    "does not prevent": Reading(("PREVENTS",), negated=True),
    "affects": Reading(("AFFECTS",)),
    "does not affect": Reading(("AFFECTS",), negated=True),
    "causes": Reading(("CAUSES",)),
    "reduces": Reading(("INHIBITS", "DISRUPTS")),
    "marks": Reading(("CAUSES", "ASSOCIATED_WITH", "CAUSES", "TREATS")),
    "interacts with": Reading(("INTERACTS_WITH",)),
    "is part of": Reading(("PART_OF",)),
    "contains": Reading(("CONTAINS",)),
    "does not mingle with": Reading(negated=True),
}


class Phrasebook(Vocabulary):
    """PREDICATES, or others, and the phrases of a dictionary; anything else is not understood."""

    phrases: Mapping[str, Reading] = PHRASES

    @classmethod
    def small(cls, predicates: Iterable[Predicate] = PREDICATES) -> Phrasebook:
        """Return the one that most tests use."""
        book = cls.of(predicates)
        assert isinstance(book, cls)
        return book

    def read(self, phrase: str) -> Reading:
        """Look the phrase up as it is written."""
        return self.phrases.get(phrase, ABSTAINED)
