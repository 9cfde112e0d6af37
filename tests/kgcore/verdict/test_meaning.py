"""What a relation means when phrase, flag and model's choice come together."""

from __future__ import annotations

import pytest

from kgcore.values.model import Edge, Mention, Triple
from kgcore.verdict.case import RelationMeaning, Sense, chosen_predicate, read_meaning
from kgcore.verdict.stance import Stance
from tests.fakes.phrases import Phrasebook

BOOK = Phrasebook.small()


def mean(phrase: str, predicate: str | None = None, *, negated: bool = False, hedged: bool = False) -> RelationMeaning:
    return read_meaning(Triple(Mention("a"), phrase, Mention("b"), predicate, negated, hedged), BOOK)


@pytest.mark.parametrize(
    ("phrase", "flag", "expected"),
    [("treats", False, False), ("treats", True, True), ("does not treat", False, True), ("does not treat", True, True)],
)
def test_a_flag_and_a_phrase_that_negate_do_not_cancel_out(phrase: str, flag: bool, expected: bool) -> None:
    assert mean(phrase, negated=flag).negated is expected


def test_a_hedge_comes_from_the_phrase_or_the_flag() -> None:
    assert mean("may treat").hedged
    assert mean("treats", hedged=True).hedged


@pytest.mark.parametrize("name", ["TREATS", "treats", "Treats", "biolink:treats"])
def test_a_model_may_spell_a_predicate_its_own_way(name: str) -> None:
    assert chosen_predicate(name, BOOK) == ("TREATS", False)


def test_a_model_may_name_a_predicate_by_its_inverse() -> None:
    assert chosen_predicate("TREATED_BY", BOOK) == ("TREATS", True)
    assert mean("was given for", "TREATED_BY").inverted


def test_a_phrase_that_is_passive_already_is_turned_once() -> None:
    assert mean("is treated by", "TREATED_BY").inverted


def test_a_predicate_that_the_graph_does_not_have_counts_as_none() -> None:
    assert mean("treats", "HEALS").senses == (Sense("TREATS"),)
    assert mean("gladdens", "HEALS").senses == ()


def test_a_phrase_is_not_read_as_less_than_it_can_mean() -> None:
    """Otherwise "is a marker of" were supported by an edge that says no more than "is associated with"."""
    assert mean("marks").senses == (Sense("CAUSES"), Sense("TREATS"))


def test_the_model_says_which_reading_of_a_phrase_comes_first_and_the_others_stay() -> None:
    """People read "reduces": an edge that the word describes counts, whichever of its two predicates was chosen."""
    assert mean("reduces", "DISRUPTS").senses == (Sense("DISRUPTS"), Sense("INHIBITS"))


def test_the_model_decides_where_the_phrase_is_not_understood_but_not_about_negation() -> None:
    found = mean("does not mingle with", "INTERACTS_WITH")
    assert found.senses == (Sense("INTERACTS_WITH"),)
    assert found.negated


def test_a_choice_that_the_phrase_does_not_mean_cannot_strengthen_a_verdict() -> None:
    """An edge that says affects does not support "affects" annotated as TREATS, nor the other way round."""
    affects, treats = Edge("1", "a", "AFFECTS", "b"), Edge("2", "a", "TREATS", "b")
    for phrase, choice in (("affects", "TREATS"), ("treats", "AFFECTS")):
        found = mean(phrase, choice)
        stances = [found.stance(found.senses[0], edge, BOOK, False) for edge in (affects, treats)]
        assert stances == [Stance.NEITHER, Stance.FOR]


def test_a_choice_that_turns_the_phrase_into_its_opposite_settles_nothing() -> None:
    found = mean("causes", "TREATS")
    for predicate in ("CAUSES", "TREATS"):
        assert found.stance(found.senses[0], Edge("1", "a", predicate, "b"), BOOK, False) is Stance.NEITHER


def test_a_word_that_only_says_less_may_have_been_chosen_to_mean_help() -> None:
    assert mean("reduces", "TREATS").lessens == Sense("TREATS")
    assert mean("treats", "TREATS").lessens is None
    assert mean("affects", "TREATS").lessens is None  # says something else than less
