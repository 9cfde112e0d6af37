"""Which predicates say that one thing is a kind of another."""

from __future__ import annotations

import pytest

from kgcore.graph.taxonomy import Rank, rank


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("ISA", Rank.NARROWER),
        ("isA", Rank.NARROWER),
        ("is_a", Rank.NARROWER),
        ("biolink:subclass_of", Rank.NARROWER),
        ("rdfs:subClassOf", Rank.NARROWER),
        ("superclass_of", Rank.BROADER),
        ("PART_OF", Rank.PART),
        ("partOf", Rank.PART),
        ("has_part", Rank.WHOLE),
        ("hasVariant", Rank.NONE),
        ("equivalentTo", Rank.NONE),
        ("TREATS", Rank.NONE),
        ("", Rank.NONE),
    ],
)
def test_kinds_are_known_by_name(name: str, expected: Rank) -> None:
    assert rank(name) is expected
