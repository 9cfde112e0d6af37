"""What a note or a title says in the terms of the table, of whom, and which words agree."""

from __future__ import annotations

import pytest

from kgcore.english.qualifier_terms import (
    Words,
    course_word,
    implied,
    is_of_animals,
    keys_of_organs_ills,
    kind_of,
    limits,
    said_in,
    shown,
    stated,
    without_people,
    word_keys,
)
from kgcore.values.model import QualifierKind


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("older women", "adult female human old"),
        ("patients", "human patient"),
        ("female mice", "animal female mouse nonhuman rodent"),
        ("women and mice", "adult animal female human mouse nonhuman rodent"),
        ("women with mice", "adult animal female human mouse nonhuman rodent"),
        ("RCT, mice", "animal human mouse nonhuman rodent"),
        ("female or pregnant mice", "animal female mouse nonhuman pregnant rodent"),
        ("pregnant and lactating rats", "animal breastfeeding nonhuman pregnant rat rodent"),
        ("an old, healthy and female mouse", "animal female healthy mouse nonhuman old rodent"),
        ("healthy men, mice", "adult animal healthy human male mouse nonhuman rodent"),
        ("young people and mice", "animal human mouse nonhuman rodent young"),
        ("human cell lines", "cells nonhuman"),
        ("a trial in healthy dogs", "animal dog healthy nonhuman"),
        ("trial among very old healthy small dogs", "animal dog healthy nonhuman old"),
        ("a trial of women and dogs", "adult animal dog female human nonhuman"),
        ("12 ms", ""),
        ("in 12 MS patients", "human multiple_sclerosis patient"),
        ("children under 5", "child human"),
        ("nothing of it", ""),
    ],
)
def test_what_is_said_of_animals_makes_them_no_people(text: str, terms: str) -> None:
    assert sorted(said_in(text).terms) == [term.replace("_", " ") for term in terms.split()]


def test_what_a_text_states_is_without_what_that_implies() -> None:
    assert stated("female mice") == {"female", "mouse"}
    assert implied("mouse") == {"mouse", "rodent", "animal", "nonhuman"}
    assert kind_of("mouse") is QualifierKind.SPECIES
    assert [shown(term) for term in ("mouse", "human", "old", "a widget")] == [
        "mice",
        "people",
        "older adults",
        "a widget",
    ]


@pytest.mark.parametrize(
    ("one", "other", "agree"),
    [
        ("hypertensive", "hypertension", True),
        ("anaemia", "anemia", True),
        ("pills", "pill", True),
        ("doses", "dose", True),
        ("men's", "men’s", True),
        ("two", "2", True),
        ("twice", "2", True),
        ("Mice", "mice", True),
        ("gas", "ga", False),
        ("glass", "glas", False),
        ("non-smokers", "smokers", False),
        ("non-smokers", "non-smoking", False),
        ("kidney", "kidnap", False),
    ],
)
def test_words_of_one_family_have_one_key(one: str, other: str, agree: bool) -> None:
    assert ([*word_keys(one)] == [*word_keys(other)]) is agree


def test_words_of_two_texts_are_those_of_both() -> None:
    both = said_in("mice") | said_in("women")
    assert both == Words(said_in("mice").terms | said_in("women").terms, frozenset({"mice", "women"}))


@pytest.mark.parametrize(
    ("phrase", "tail", "word"),
    [
        ("prevents relapses of ", "", "relapses"),
        ("slows the progression of the", "", "progression"),
        ("stops the worsening in", "", "worsening"),
        ("prevents", " progression", "progression"),
        ("prevents", "-recurrence", "recurrence"),
        ("prevents", "s relapse", ""),
        ("relapses early", "", ""),
        ("prevents", "", ""),
    ],
)
def test_what_an_illness_does_once_it_is_there_stands_right_beside_its_name(phrase: str, tail: str, word: str) -> None:
    assert course_word(phrase, tail) == word


@pytest.mark.parametrize(
    ("words", "limiting", "animals"),
    [
        ("within seconds", True, False),
        ("at high doses", True, False),
        ("in 40 % of cases", True, False),
        ("in women", True, False),
        ("in rats", True, True),
        ("in mice and people", True, True),
        ("in people", False, False),
        ("in patients", False, False),
        ("hugely", False, False),
    ],
)
def test_words_that_limit_a_claim_and_words_for_animals(words: str, limiting: bool, animals: bool) -> None:
    assert (limits(words), is_of_animals(words)) == (limiting, animals)


def test_of_animals_nothing_is_kept_that_is_said_of_people() -> None:
    assert without_people(("female", "old", "a widget"), "mice") == ("a widget",)
    assert without_people(("female", "a widget"), "RCT") == ("female", "a widget")
    assert without_people(("mouse", "female"), "") == ("mouse",)


def test_the_ills_of_an_organ_have_keys_of_their_own() -> None:
    assert keys_of_organs_ills("after a heart attack and liver failures") == {"heart", "attack", "liver", "failur"}
    assert keys_of_organs_ills("in the heart") == frozenset()
