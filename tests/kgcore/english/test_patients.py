"""What is said of people who have an illness."""

from __future__ import annotations

import pytest

from kgcore.english.patients import given_to, is_of_people, sign_of


@pytest.mark.parametrize(
    ("words", "people"),
    [
        ("Some children with ", True),
        ("People who have the ", True),
        ("A child with a ", True),
        ("those diagnosed with ", True),
        ("The people and ", False),
        ("Trials with ", False),
    ],
)
def test_words_before_an_illness_may_make_people_of_it(words: str, people: bool) -> None:
    assert is_of_people(words) is people


@pytest.mark.parametrize(
    ("phrase", "of_people", "of_illness"),
    [
        ("patients may have", "may present with", "may present with"),
        ("people often develop", "often present with", "often present with"),
        ("have", "presents with", ""),
        ("do not get", "do not present with", ""),
        ("treat", "", ""),
    ],
)
def test_what_people_have_is_a_sign_of_their_illness(phrase: str, of_people: str, of_illness: str) -> None:
    assert (sign_of(phrase, people=True), sign_of(phrase, people=False)) == (of_people, of_illness)


@pytest.mark.parametrize(
    ("phrase", "rest", "of_people", "of_illness"),
    [
        ("patients are given", "", "is", "is"),
        ("are often given", "", "is", ""),
        ("get put on", " for it", "is", ""),
        ("get put on", " for another illness", "", ""),
        ("may be prescribed", "", "may be", ""),
        ("receive", " or placebo", "", ""),
        ("take", "", "", ""),
    ],
)
def test_what_people_are_given_is_given_for_their_illness_unless_in_a_trial(
    phrase: str, rest: str, of_people: str, of_illness: str
) -> None:
    def told(be: str) -> tuple[str, ...]:
        return (f"{be} given for", f"{be} given to people with", f"{be} used in") if be else ()

    assert given_to(phrase, rest, people=True) == told(of_people)
    assert given_to(phrase, rest, people=False) == told(of_illness)
