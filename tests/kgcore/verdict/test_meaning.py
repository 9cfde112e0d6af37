"""What a relation means when phrase, flag and model's choice come together."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kgcore.values.model import Candidate, Edge, Entity, Match, Mention, Predicate, Statement, Triple
from kgcore.verdict.case import RelationMeaning, Sense, chosen_predicate, make_case, read_meaning, tied_candidates
from kgcore.verdict.stance import Stance
from kgcore.vocabulary.vocabulary import Vocabulary
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
    assert not mean("treats").hedged


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
    assert mean("marks", "TREATS").senses == (Sense("TREATS"), Sense("CAUSES"))


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
    assert mean("gladdens", "TREATS").lessens is None  # says nothing that is understood


def test_what_takes_something_away_does_not_help_against_it_as_what_lessens_it_does() -> None:
    """Both are read alike; "clears away plaques" is no treatment."""
    names = ("TREATS", "INHIBITS", "DISRUPTS")
    rules = Vocabulary.of(tuple(Predicate(name) for name in names))
    found = {
        phrase: read_meaning(Triple(Mention("a"), phrase, Mention("b")), rules).lessens
        for phrase in ("reduces", "clears away", "is reduced by")
    }
    assert found == {"reduces": Sense("TREATS"), "clears away": None, "is reduced by": None}


def test_who_denies_all_that_a_choice_implies_denies_the_choice() -> None:
    """What "does not affect" treats nothing."""
    assert mean("does not affect", "TREATS").senses == (Sense("TREATS"),)
    assert mean("does not affect").senses == (Sense("AFFECTS"),)
    assert mean("affects", "TREATS").senses == (Sense("TREATS", ("AFFECTS",)),)
    assert mean("does not prevent", "TREATS").senses == (Sense("TREATS", ("PREVENTS",)),)  # says nothing of TREATS
    assert mean("does not mingle with", "TREATS").senses == (Sense("TREATS"),)


def test_two_names_of_one_direction_are_one_choice_where_the_graph_has_both() -> None:
    assert mean("inhibits", "DISRUPTS").senses == (Sense("DISRUPTS"), Sense("INHIBITS"))
    assert mean("inhibits", "INHIBITS").senses == (Sense("INHIBITS"), Sense("DISRUPTS"))
    assert mean("inhibits").senses == (Sense("INHIBITS"),)
    assert mean("increases", "STIMULATES").senses == (Sense("STIMULATES"),)  # this graph has no AUGMENTS


def test_what_is_refuted_says_the_contrary_whatever_the_flag_says() -> None:
    for phrase, negated in (("treats", True), ("does not treat", False)):
        for flag in (False, True):
            triple = Triple(Mention("a"), phrase, Mention("b"), negated=flag, refuted=True)
            assert read_meaning(triple, BOOK).negated is negated


def test_only_who_denies_every_effect_finds_none_at_all() -> None:
    assert mean("does not affect").none_at_all
    assert not any(mean(phrase).none_at_all for phrase in ("affects", "does not treat", "does not mingle with"))
    refuted = Triple(Mention("a"), "does not affect", Mention("b"), refuted=True)
    assert not read_meaning(refuted, BOOK).none_at_all


def test_of_what_was_written_from_the_graph_nothing_is_read() -> None:
    stated = Statement("s", "TREATS", "o", negated=True, inverted=True)
    triple = Triple(Mention("a"), "cures", Mention("b"), hedged=True, stated=stated)
    expected = RelationMeaning((Sense("TREATS"),), negated=True, hedged=True, overstates=False, inverted=True)
    found = read_meaning(triple, BOOK)
    assert found == expected
    assert not any((found.guessed, found.doubtful, found.none_at_all, found.mutual, found.vouches))


def test_a_choice_that_nothing_in_the_phrase_bears_out_is_a_guess() -> None:
    guess = mean("gladdens", "TREATS")
    assert guess.guessed
    assert guess.stance(guess.senses[0], Edge("1", "a", "TREATS", "b"), BOOK, False) is Stance.NEITHER
    assert not mean("gladdens").guessed
    assert not mean("treats", "TREATS").guessed


def test_who_chose_a_predicate_says_which_of_two_goes_first_where_a_phrase_only_says_together() -> None:
    assert mean("goes with").mutual
    assert not mean("goes with", "CAUSES").mutual
    assert not mean("causes").mutual


def test_a_name_of_nothing_is_no_choice() -> None:
    for name in (None, "", "biolink:", "?"):
        assert chosen_predicate(name, BOOK) == (None, False)


def test_a_choice_by_its_inverse_does_not_turn_a_phrase_that_is_understood() -> None:
    assert not mean("treats", "TREATED_BY").inverted
    assert not mean("gladdens", "TREATS").inverted
    assert not mean("gladdens").inverted


TOGETHER = Vocabulary.of((Predicate("TREATS", "treats"), Predicate("INTERACTS_WITH", "interacts with", symmetric=True)))


@pytest.mark.parametrize(
    ("phrase", "vouches"),
    [
        ("goes well with", True),
        ("is safe with", True),
        ("can be taken with", True),
        ("does not interact with", False),
        ("interacts with", False),
        ("cannot be taken with", False),
        ("does not treat", False),
    ],
)
def test_who_calls_two_things_safe_together_says_more_than_that_no_interaction_was_found(
    phrase: str, vouches: bool
) -> None:
    triple = Triple(Mention("a"), phrase, Mention("b"))
    found = read_meaning(triple, TOGETHER)
    assert found.vouches is vouches
    if found.negated and found.senses == (Sense("INTERACTS_WITH"),):
        none, some = (Edge("1", "a", "INTERACTS_WITH", "b", negated=negated) for negated in (True, False))
        assert found.stance(found.senses[0], none, TOGETHER, False) is (Stance.NEITHER if vouches else Stance.FOR)
        assert found.stance(found.senses[0], some, TOGETHER, False) is Stance.AGAINST
    for turned in (replace(triple, negated=True), replace(triple, refuted=True)):
        assert not read_meaning(turned, TOGETHER).vouches


@pytest.mark.parametrize(
    ("phrase", "stances"),
    [
        ("affects", "AFFECTS +-·· TREATS +··· PREDISPOSES ···· CONTAINS ····"),
        ("does not affect", "AFFECTS -+·· TREATS -+·· PREDISPOSES -··· CONTAINS ····"),
        ("does not treat", "AFFECTS ·+·· TREATS -+·· PREDISPOSES ···· CONTAINS ····"),
        ("goes with", "CAUSES +-+- TREATS -·-· AFFECTS ·-·- CONTAINS ····"),
        ("causes", "CAUSES +-·· TREATS -··· AFFECTS ·-·· CONTAINS ····"),
    ],
)
def test_how_edges_stand_to_what_a_phrase_means(phrase: str, stances: str) -> None:
    """Of each predicate an edge, one that denies it, and the same two from the object to the subject."""
    words, found = stances.split(), mean(phrase)
    signs = {Stance.FOR: "+", Stance.AGAINST: "-", Stance.NEITHER: "·"}
    for predicate, expected in zip(words[::2], words[1::2], strict=True):
        edges = [Edge("1", "a", predicate, "b", negated=negated) for negated in (False, True)]
        seen = [found.stance(found.senses[0], edge, BOOK, back) for back in (False, True) for edge in edges]
        assert "".join(signs[stance] for stance in seen) == expected, predicate


MORE_OR_LESS = Vocabulary.of(
    tuple(
        Predicate(name)
        for name in (
            *("TREATS", "PREVENTS", "INHIBITS", "DISRUPTS", "STIMULATES", "AUGMENTS"),
            *("PREDISPOSES", "CAUSES", "AFFECTS"),
        )
    )
)


@pytest.mark.parametrize(
    ("phrase", "choice", "of_illness"),
    [
        ("reduces", None, "lessens TREATS"),
        ("does not reduce", None, "lessens TREATS, risk PREVENTS"),
        ("does not suppress", None, "lessens TREATS, sibling DISRUPTS"),
        ("clears away", None, ""),
        ("does not clear away", None, ""),
        ("increases", None, "risk PREDISPOSES"),
        ("does not increase", None, "risk PREDISPOSES"),
        ("is increased by", None, ""),
        ("stimulates", None, "sibling AUGMENTS"),
        ("disrupts", None, "sibling INHIBITS"),
        ("worsens", None, "falling DISRUPTS"),
        ("prevents", None, ""),
        ("reduces", "PREVENTS", "lessens PREVENTS"),
        ("reduces", "STIMULATES", ""),
        ("reduces", "DISRUPTS", ""),
        ("does not reduce", "TREATS", "lessens TREATS"),
        ("increases", "STIMULATES", ""),
        ("stimulates", "STIMULATES", ""),
        ("worsens", "CAUSES", ""),
    ],
)
def test_what_more_and_less_mean_of_an_illness_where_nobody_has_chosen_and_where_a_model_has(
    phrase: str, choice: str | None, of_illness: str
) -> None:
    found = read_meaning(Triple(Mention("a"), phrase, Mention("b"), choice), MORE_OR_LESS)
    more = {"lessens": found.lessens, "risk": found.risk, "sibling": found.sibling}
    told = [f"{name} {sense.predicate}" for name, sense in more.items() if sense is not None]
    assert ", ".join([*told, *(f"falling {sense.predicate}" for sense in found.falling)]) == of_illness


def test_as_good_as_the_best_is_who_is_nearly_as_near_and_found_in_the_same_way() -> None:
    def candidates(*scores: float, match: Match = Match.SYNONYM) -> list[Candidate]:
        return [Candidate(Entity(f"E:{n}", "x", "Drug"), score, match) for n, score in enumerate(scores)]

    assert tied_candidates([]) == ()
    assert len(tied_candidates(candidates(0.95, 0.9451, 0.9449))) == 2
    assert len(tied_candidates(candidates(*[0.9] * 6))) == 4
    by_name, by_meaning = candidates(0.9, 0.9), candidates(0.9, 0.9, match=Match.SEMANTIC)
    assert tied_candidates([*by_name, *by_meaning]) == tuple(by_name)
    assert tied_candidates([*by_meaning, *by_name]) == tuple(by_meaning)


def thing(name: str, type: str) -> Candidate:
    return Candidate(Entity(name, name, type), 1.0, Match.EXACT)


THINGS = (thing("asthma", "Disease"), *(thing(n, "BiologicalProcess") for n in ("memory", "absorption")))


@pytest.mark.parametrize(
    ("phrase", "choice", "of_asthma", "of_memory", "of_absorption"),
    [
        ("improves", None, "TREATS", "AUGMENTS TREATS", "AUGMENTS TREATS"),
        ("improves", "TREATS", "TREATS", "TREATS AUGMENTS", "TREATS AUGMENTS"),
        ("worsens", None, "CAUSES", "DISRUPTS", "DISRUPTS"),
        ("worsens", "CAUSES", "CAUSES", "CAUSES", "CAUSES"),
        ("reduces", None, "INHIBITS DISRUPTS TREATS", "INHIBITS DISRUPTS", "INHIBITS DISRUPTS"),
        ("reduces", "TREATS", "TREATS", "TREATS", "TREATS"),
        ("does not reduce", None, "INHIBITS DISRUPTS TREATS PREVENTS", "INHIBITS DISRUPTS", "INHIBITS DISRUPTS"),
        ("increases", None, "AUGMENTS STIMULATES PREDISPOSES", "AUGMENTS STIMULATES", "AUGMENTS STIMULATES"),
        ("stimulates", None, "STIMULATES", "STIMULATES", "STIMULATES AUGMENTS"),
        ("inhibits", None, "INHIBITS", "INHIBITS", "INHIBITS DISRUPTS"),
    ],
)
def test_what_a_phrase_can_mean_depends_on_what_it_is_said_of(
    phrase: str, choice: str | None, of_asthma: str, of_memory: str, of_absorption: str
) -> None:
    triple = Triple(Mention("a"), phrase, Mention("b"), choice)
    cases = [make_case(triple, read_meaning(triple, MORE_OR_LESS), [thing("a", "Drug")], [one]) for one in THINGS]
    senses = [" ".join(sense.predicate for sense in case.meaning.senses) for case in cases]
    assert senses == [of_asthma, of_memory, of_absorption]


def test_a_passive_is_turned_to_the_graphs_direction_and_nothing_is_paired_with_itself() -> None:
    triple = Triple(Mention("a"), "is increased by", Mention("b"))
    meaning, drug = read_meaning(triple, MORE_OR_LESS), thing("a", "Drug")
    case = make_case(triple, meaning, [drug], [THINGS[0]])
    assert [mention.text for mention in case.mentions] == ["b", "a"]
    assert case.couples == ((THINGS[0], drug),)
    assert make_case(triple, meaning, [drug], [drug]).couples == make_case(triple, meaning, [], [drug]).couples == ()
    assert make_case(triple, meaning, [drug, THINGS[0]], [THINGS[1], drug]).couples == (
        (THINGS[1], drug),
        (THINGS[1], THINGS[0]),
        (drug, THINGS[0]),
    )
