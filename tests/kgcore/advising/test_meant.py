"""What a recommendation asks, told without its words."""

from __future__ import annotations

from kgcore.recommendation.candidates import recommended_intent
from kgcore.values.intent import Which, Why, YesNo
from kgcore.values.model import Entity
from tests.kgcore.recommendation.thread import GINKGO, RULES, answered, claim, near, offered

A, B = (Entity(id, id, "Disease") for id in "ab")
ENTITIES = {e.id: e for e in (GINKGO, A, B)}


def test_a_pair_is_asked_about_in_the_edges_direction() -> None:
    (outward,) = offered(near("a", "Disease", ("TREATS", 1)))
    (inward,) = offered(near("a", "Disease", ("<PREDISPOSES", 1)))
    for offer, ends in ((outward, (GINKGO, A)), (inward, (A, GINKGO))):
        intent = recommended_intent(offer, ENTITIES, RULES)
        assert isinstance(intent, YesNo)
        assert (intent.subject, intent.object) == ends
        assert intent.asked.predicates == (offer.predicate,)


def test_a_type_is_asked_for_in_the_edges_direction() -> None:
    for arrow, outward in (("", True), ("<", False)):
        both = [near(id, "Disease", (f"{arrow}TREATS", 1)) for id in "ab"]
        intent = recommended_intent(offered(*both)[0], ENTITIES, RULES)
        assert isinstance(intent, Which)
        assert (intent.entity, intent.types, intent.outward) == (GINKGO, ("Disease",), outward)


def test_a_type_that_a_symmetric_predicate_joins_is_asked_for_in_either() -> None:
    both = [near("a", "Disease", ("ASSOCIATED_WITH", 1)), near("b", "Disease", ("<ASSOCIATED_WITH", 1))]
    intent = recommended_intent(offered(*both)[0], ENTITIES, RULES)
    assert isinstance(intent, Which)
    assert intent.outward is None


def test_a_why_is_a_why() -> None:
    (why,) = offered(near("a", "Disease", ("TREATS", 1)), steps=(answered("t1", claim("S:1", "a")),))
    assert recommended_intent(why, ENTITIES, RULES) == Why(GINKGO, A)


def test_entities_that_are_no_longer_known_ask_nothing() -> None:
    (offer,) = offered(near("a", "Disease", ("TREATS", 1)))
    assert recommended_intent(offer, {}, RULES) is None
    assert recommended_intent(offer, {"S:1": GINKGO}, RULES) is None
