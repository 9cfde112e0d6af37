"""How an edge stands to a claim: the rules of implication, opposition, direction and negation, one by one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgcore.values.model import Edge
from kgcore.verdict.stance import Stance, agreed_stance, stance_of
from tests.fakes.phrases import PREDICATES, Phrasebook

RULES = Phrasebook.small()
FOR, AGAINST, NEITHER = Stance.FOR, Stance.AGAINST, Stance.NEITHER
NAMES = st.sampled_from([p.name for p in PREDICATES])
DIRECTED = ("TREATS", "CAUSES", "AFFECTS", "INHIBITS", "ISA")


def take(claim: str, edge: str, *, reversed: bool = False) -> Stance:
    """Read "not cures:TREATS" as a negated claim that says more, "not TREATS" as a negated edge."""
    more, _, plain = claim.removeprefix("not ").rpartition(":")
    stated = Edge("e", "s", edge.removeprefix("not "), "o", edge.startswith("not "))
    return stance_of(plain, claim.startswith("not "), bool(more), stated, RULES, reversed)


@pytest.mark.parametrize(
    ("claim", "edge", "expected"),
    [
        ("TREATS", "TREATS", FOR),
        ("AFFECTS", "TREATS", FOR),
        ("ASSOCIATED_WITH", "CAUSES", FOR),  # by two steps of implication
        ("TREATS", "AFFECTS", NEITHER),
        ("PREVENTS", "TREATS", NEITHER),
        ("TREATS", "not TREATS", AGAINST),
        ("TREATS", "not AFFECTS", AGAINST),
        ("AFFECTS", "not TREATS", NEITHER),
        ("TREATS", "CAUSES", AGAINST),
        ("PREVENTS", "PREDISPOSES", AGAINST),
        ("TREATS", "PREDISPOSES", AGAINST),
        ("TREATS", "not CAUSES", NEITHER),
        ("not TREATS", "not TREATS", FOR),
        ("not TREATS", "not AFFECTS", FOR),
        ("not AFFECTS", "not TREATS", NEITHER),
        ("not TREATS", "TREATS", AGAINST),
        ("not AFFECTS", "TREATS", AGAINST),
        ("not TREATS", "AFFECTS", NEITHER),
        ("not TREATS", "CAUSES", NEITHER),
        ("cures:TREATS", "TREATS", NEITHER),
        ("cures:TREATS", "not TREATS", AGAINST),
        ("cures:TREATS", "not AFFECTS", AGAINST),
        ("cures:TREATS", "CAUSES", AGAINST),
        ("not cures:TREATS", "TREATS", NEITHER),
        ("not cures:TREATS", "not TREATS", FOR),
        ("not cures:TREATS", "CAUSES", NEITHER),
    ],
)
def test_an_edge_stands_as_the_rules_say(claim: str, edge: str, expected: Stance) -> None:
    assert take(claim, edge) is expected


@pytest.mark.parametrize(
    ("claim", "edge", "expected"),
    [
        ("TREATS", "TREATS", NEITHER),
        ("TREATS", "not TREATS", NEITHER),
        ("TREATS", "CAUSES", NEITHER),
        ("INTERACTS_WITH", "INTERACTS_WITH", FOR),
        ("INTERACTS_WITH", "not INTERACTS_WITH", AGAINST),
        ("not INTERACTS_WITH", "INTERACTS_WITH", AGAINST),
        ("PART_OF", "CONTAINS", FOR),
        ("CONTAINS", "PART_OF", FOR),
        ("PART_OF", "PART_OF", NEITHER),
        ("PART_OF", "not CONTAINS", AGAINST),
        ("not PART_OF", "not CONTAINS", FOR),
        ("not PART_OF", "CONTAINS", AGAINST),
        ("ASSOCIATED_WITH", "CAUSES", NEITHER),  # what it implies is symmetric, but the edge is not
    ],
)
def test_an_edge_in_the_other_direction_stands_only_as_what_it_reads_backwards(
    claim: str, edge: str, expected: Stance
) -> None:
    assert take(claim, edge, reversed=True) is expected


@given(claim=NAMES, edge=NAMES, negated=st.booleans(), denied=st.booleans(), reversed=st.booleans())
def test_one_edge_is_never_for_a_claim_and_for_its_denial(
    claim: str, edge: str, negated: bool, denied: bool, reversed: bool
) -> None:
    stated = Edge("e", "s", edge, "o", denied)
    both = {stance_of(claim, polarity, False, stated, RULES, reversed) for polarity in (False, True)}
    assert both != {FOR}
    assert both != {AGAINST}


@given(claim=NAMES, edge=NAMES, denied=st.booleans(), reversed=st.booleans())
def test_what_is_for_a_plain_claim_is_against_its_denial_and_the_other_way_round(
    claim: str, edge: str, denied: bool, reversed: bool
) -> None:
    stated = Edge("e", "s", edge, "o", denied)
    plain, negated = (stance_of(claim, polarity, False, stated, RULES, reversed) for polarity in (False, True))
    assert (plain is FOR) == (negated is AGAINST)
    if negated is FOR:
        assert plain is AGAINST


@given(claim=NAMES, edge=NAMES, negated=st.booleans(), denied=st.booleans(), reversed=st.booleans())
def test_saying_more_never_wins_an_edge(claim: str, edge: str, negated: bool, denied: bool, reversed: bool) -> None:
    stated = Edge("e", "s", edge, "o", denied)
    plain, more = (stance_of(claim, negated, says, stated, RULES, reversed) for says in (False, True))
    assert more in {plain, NEITHER}
    if not negated:
        assert more is not FOR


@given(predicate=st.sampled_from(DIRECTED), claim=NAMES, negated=st.booleans(), denied=st.booleans())
def test_a_directed_edge_without_an_inverse_says_nothing_backwards(
    predicate: str, claim: str, negated: bool, denied: bool
) -> None:
    if RULES.inverse(predicate) in RULES.names:
        return
    assert stance_of(claim, negated, False, Edge("e", "s", predicate, "o", denied), RULES, True) is NEITHER


def test_of_several_readings_both_sides_are_none_and_one_side_is_taken() -> None:
    assert agreed_stance([FOR, NEITHER]) is FOR
    assert agreed_stance([AGAINST, AGAINST]) is AGAINST
    assert agreed_stance([FOR, AGAINST]) is NEITHER
    assert agreed_stance([]) is NEITHER
