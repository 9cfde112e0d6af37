"""Which predicates say that one thing is a kind of another."""

from __future__ import annotations

import pytest

from kgcore.graph.taxonomy import TaxonomicRank, taxonomic_rank


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("ISA", TaxonomicRank.NARROWER),
        ("isA", TaxonomicRank.NARROWER),
        ("is_a", TaxonomicRank.NARROWER),
        ("biolink:subclass_of", TaxonomicRank.NARROWER),
        ("rdfs:subClassOf", TaxonomicRank.NARROWER),
        ("superclass_of", TaxonomicRank.BROADER),
        ("PART_OF", TaxonomicRank.PART),
        ("partOf", TaxonomicRank.PART),
        ("has_part", TaxonomicRank.WHOLE),
        ("hasVariant", TaxonomicRank.NONE),
        ("equivalentTo", TaxonomicRank.NONE),
        ("TREATS", TaxonomicRank.NONE),
        ("", TaxonomicRank.NONE),
    ],
)
def test_kinds_are_known_by_name(name: str, expected: TaxonomicRank) -> None:
    assert taxonomic_rank(name) is expected
