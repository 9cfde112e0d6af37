"""Which predicates make their subject a narrower thing than their object, whatever a graph calls them.

Conservative on purpose: "has variant", "equivalent to" or "member of" do not carry evidence from one to the other.
Names: SemMedDB and iDISK (ISA), BEL (isA), Biolink and OWL (subclass_of, subClassOf), OBO (is_a).
"""

from __future__ import annotations

from enum import Enum

_NARROWER = frozenset({"isa", "subclassof", "kindof", "isakindof", "subtypeof", "istypeof"})
_BROADER = frozenset({"superclassof", "inverseisa", "hassubclass", "hassubtype"})
_PART = frozenset({"partof"})
_WHOLE = frozenset({"haspart"})


class TaxonomicRank(Enum):
    """What an edge's subject is to its object."""

    NARROWER = 1
    BROADER = 2
    PART = 3  # narrower only where both are of one type, as a plant's extract and the plant
    WHOLE = 4
    NONE = 0


def taxonomic_rank(predicate: str) -> TaxonomicRank:
    """Return what a predicate of that name says about kinds: "ISA", "biolink:subclass_of", "is a" are NARROWER."""
    plain = "".join(c for c in predicate.rpartition(":")[2].casefold() if c.isalnum())
    for names, found in (
        (_NARROWER, TaxonomicRank.NARROWER),
        (_BROADER, TaxonomicRank.BROADER),
        (_PART, TaxonomicRank.PART),
        (_WHOLE, TaxonomicRank.WHOLE),
    ):
        if plain in names:
            return found
    return TaxonomicRank.NONE
