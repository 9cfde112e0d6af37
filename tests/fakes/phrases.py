"""A vocabulary that reads just the phrases it is given, so that verdicts can be tested without a phrase reader."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kgcore.english.reading import ABSTAINED, PhraseReading
from kgcore.values.model import Predicate
from kgcore.vocabulary.vocabulary import Vocabulary

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
    "treats": PhraseReading(("TREATS",)),
    "does not treat": PhraseReading(("TREATS",), negated=True),
    "is treated by": PhraseReading(("TREATS",), inverted=True),
    "is not treated by": PhraseReading(("TREATS",), negated=True, inverted=True),
    "may treat": PhraseReading(("TREATS",), hedged=True),
    "cures": PhraseReading(("TREATS",), overstates=True),
    "does not cure": PhraseReading(("TREATS",), negated=True, overstates=True),
    "prevents": PhraseReading(("PREVENTS",)),
    "does not prevent": PhraseReading(("PREVENTS",), negated=True),
    "affects": PhraseReading(("AFFECTS",)),
    "does not affect": PhraseReading(("AFFECTS",), negated=True),
    "causes": PhraseReading(("CAUSES",)),
    "reduces": PhraseReading(("INHIBITS", "DISRUPTS")),
    "marks": PhraseReading(("CAUSES", "ASSOCIATED_WITH", "CAUSES", "TREATS")),
    "interacts with": PhraseReading(("INTERACTS_WITH",)),
    "is part of": PhraseReading(("PART_OF",)),
    "contains": PhraseReading(("CONTAINS",)),
    "does not mingle with": PhraseReading(negated=True),
    "inhibits": PhraseReading(("INHIBITS",)),
    "increases": PhraseReading(("STIMULATES",)),
    "improves": PhraseReading(("TREATS", "STIMULATES"), values=True),
    "impairs": PhraseReading(("INHIBITS",)),
    "worsens": PhraseReading(("CAUSES",), worsens=True),
    "goes with": PhraseReading(("CAUSES",), mutual=True),
}


class Phrasebook(Vocabulary):
    """PREDICATES, or others, and the phrases of a dictionary; anything else is not understood."""

    phrases: Mapping[str, PhraseReading] = PHRASES

    @classmethod
    def small(cls, predicates: Iterable[Predicate] = PREDICATES) -> Phrasebook:
        """Return the one that most tests use."""
        book = cls.of(predicates)
        assert isinstance(book, cls)
        return book

    def read(self, phrase: str) -> PhraseReading:
        """Look the phrase up as it is written."""
        return self.phrases.get(phrase, ABSTAINED)
