"""The predicates of a graph: algebra, mapping of the packaged knowledge, words."""

from __future__ import annotations

import pytest

from kgcore.values.model import Predicate
from kgcore.vocabulary.vocabulary import Vocabulary
from tests.kgcore.starter import vocabulary


def named(*names: str) -> Vocabulary:
    return Vocabulary.of([Predicate(name) for name in names])


BEL = ("increases", "decreases", "regulates", "association", "positiveCorrelation", "negativeCorrelation")


def test_implication_is_closed_and_holds_for_itself() -> None:
    assert vocabulary().implied("CAUSES") == {"CAUSES", "PREDISPOSES", "AFFECTS", "ASSOCIATED_WITH"}
    assert vocabulary().implied("anything") == {"anything"}


def test_a_circle_of_implications_ends() -> None:
    made = Vocabulary.of([Predicate("a", implies=("b",)), Predicate("b", implies=("a",))])
    assert made.implied("a") == {"a", "b"} == made.implied("b")


def test_either_side_states_an_opposite() -> None:
    made = Vocabulary.of([Predicate("helps", opposite=("harms",)), Predicate("harms")])
    assert made.opposites("harms") == {"helps"}
    assert made.opposites("helps") == {"harms"}


def test_a_graph_with_an_algebra_of_its_own_gets_none_from_the_package() -> None:
    made = Vocabulary.of([Predicate("TREATS"), Predicate("CAUSES"), Predicate("AFFECTS", implies=("TREATS",))])
    assert made.opposites("TREATS") == frozenset()
    assert made.implied("CAUSES") == {"CAUSES"}


def test_bare_names_get_their_algebra_in_the_graphs_own_names() -> None:
    made = named("biolink:treats", "biolink:causes", "biolink:affects", "biolink:interacts_with")
    assert made.opposites("biolink:treats") == {"biolink:causes"}
    assert made.implied("biolink:causes") == {"biolink:causes", "biolink:affects"}
    assert made.symmetric("biolink:interacts_with")


def test_an_unknown_predicate_breaks_nothing() -> None:
    made = named("treats", "zorbles_with")
    assert made.get("never heard of it").name == "never heard of it"
    assert made.get("").name == "?"
    assert made.words("zorbles_with", negated=True) == "does not zorble with"
    assert made.read("zorbles with").predicates == ("zorbles_with",)
    assert made.read("did not zorble with").negated


@pytest.mark.parametrize(
    ("names", "phrase", "predicate"),
    [
        (BEL, "dampens", "decreases"),
        (BEL, "switches on", "increases"),
        (BEL, "is tied to", "association"),
        (BEL, "correlates inversely with", "negativeCorrelation"),
        (("indication", "contraindication"), "is a remedy for", "indication"),
        (("indication", "contraindication"), "is contraindicated in", "contraindication"),
        (("HAS_PHENOTYPE", "TREATS"), "presents with", "HAS_PHENOTYPE"),
        (("biolink:treats", "biolink:prevents"), "lowers the risk of", "biolink:prevents"),
        (("CtD", "CbG"), "is effective against", "CtD"),
        (("is_effective_for", "has_adverse_reaction"), "relieves", "is_effective_for"),
        (("Treats", "Causes"), "is used for", "Treats"),
    ],
)
def test_a_phrase_is_read_in_the_names_of_the_graph(names: tuple[str, ...], phrase: str, predicate: str) -> None:
    assert named(*names).read(phrase).predicates == (predicate,)


@pytest.mark.parametrize("phrase", ["treats", "is a remedy for", "cures", "does not treat"])
def test_a_graph_without_anything_like_it_leaves_a_phrase_unread(phrase: str) -> None:
    assert named("increases", "partOf", "interacts_with").read(phrase).predicates == ()


def test_a_predicate_that_stands_backwards_turns_the_reading() -> None:
    made = named("treated_by")
    assert made.read("treats") == named("treated_by").read("is a remedy for")
    assert made.read("treats").inverted
    assert not made.read("is treated with").inverted


def test_a_symptom_of_is_has_phenotype_turned_round() -> None:
    reading = named("has_phenotype").read("is a symptom of")
    assert (reading.predicates, reading.inverted) == (("has_phenotype",), True)


def test_a_graphs_own_phrase_wins_over_the_packaged_meaning() -> None:
    made = Vocabulary.of([Predicate("TREATS"), Predicate("ENCHANTS", phrases=("treats kindly", "cures"))])
    assert made.read("treats kindly").predicates == ("ENCHANTS",)
    assert made.read("does not treat kindly").negated
    assert made.read("treats").predicates == ("TREATS",)


def test_an_own_phrase_teaches_what_else_is_said_that_way() -> None:
    made = Vocabulary.of(
        [Predicate("decreases", phrases=("prevents",), opposite=("increases",)), Predicate("increases")]
    )
    assert made.read("wards off").predicates == ("decreases",)


def test_directly_keeps_to_the_direct_predicate_where_there_is_one() -> None:
    assert named("decreases", "directlyDecreases").read("directly suppresses").predicates == ("directlyDecreases",)
    assert named("decreases").read("directly suppresses").predicates == ("decreases",)


def test_a_phrase_with_two_meanings_offers_both() -> None:
    assert set(vocabulary().read("cuts down").predicates) == {"INHIBITS", "DISRUPTS"}


def test_a_reading_is_the_same_the_second_time() -> None:
    assert vocabulary().read("staves off") is vocabulary().read("staves off")


@pytest.mark.parametrize(
    ("name", "words", "denied", "base", "passive"),
    [
        ("TREATS", "treats", "does not treat", "treat", "is treated by"),
        ("PREDISPOSES", "raises the risk of", "does not raise the risk of", "raise the risk of", ""),
        ("ASSOCIATED_WITH", "is associated with", "is not associated with", "be associated with", "is associated with"),
        ("CONTAINS", "contains", "does not contain", "contain", "is part of"),
        ("ISA", "is a", "is not a", "be a", ""),
        ("INTERACTS_WITH", "interacts with", "does not interact with", "interact with", "interacts with"),
        ("PRODUCES", "produces", "does not produce", "produce", "is produced by"),
    ],
)
def test_words_agree(name: str, words: str, denied: str, base: str, passive: str) -> None:
    made = vocabulary()
    assert (made.words(name), made.words(name, negated=True)) == (words, denied)
    assert (made.base(name), made.passive(name)) == (base, passive)


@pytest.mark.parametrize(
    ("name", "words"),
    [("hasVariant", "has variant"), ("biolink:located_in", "is located in"), ("drug_drug", "interacts with")],
)
def test_a_bare_name_is_made_readable(name: str, words: str) -> None:
    assert named(name).words(name) == words
