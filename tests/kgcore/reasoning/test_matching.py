"""Columns to be matched, and an assertion with its reason, are lists of items; rewording loses no denial."""

from __future__ import annotations

import pytest

from kgcore.reasoning.choices import ChoiceQuestion, read_exam
from kgcore.reasoning.matching import read_assertion, read_columns, read_two_statements
from kgcore.reasoning.plain_words import reworded

_CODES = "A. P-1, Q-2\nB. P-2, Q-1"


@pytest.mark.parametrize(
    "text",
    [
        f"Match column I with II.\nColumn I: P. Garlic  Q. Turmeric\nColumn II: 1. Curcumin  2. Alliin\n\n{_CODES}",
        f"Match list I with II.\nList I\nP. Garlic\nQ. Turmeric\nList II\n1. Curcumin\n2. Alliin\nCodes:\n{_CODES}",
        "Match: (P) Garlic (Q) Turmeric\n(1) Curcumin (2) Alliin\n(a) P → 1; Q → 2 (b) P → 2; Q → 1",
    ],
)
def test_codes_make_pairs_of_two_columns(text: str) -> None:
    asked = read_exam(text)
    assert isinstance(asked, ChoiceQuestion)
    assert asked.listed
    items = {o.label: o.text for o in asked.named}
    assert items["P-2"] == "Garlic – Alliin"
    assert items["Q-1"] == "Turmeric – Curcumin"
    assert [o.of for o in asked.options if o.label == "B"] == [("P-2", "Q-1")]


@pytest.mark.parametrize(
    "text",
    [
        "Match: P. Garlic\n1. Curcumin 2. Alliin\nA. P-1, Q-2\nB. P-2, Q-1",  # an item is missing
        "Match: P. Garlic Q. Turmeric P. Ginger\n1. Curcumin 2. Alliin\nA. P-1, Q-2\nB. P-2, Q-1",  # one is there twice
        "Match: P. Garlic Q. \n1. Curcumin 2. Alliin\nA. P-1, Q-2\nB. P-2, Q-1",  # one is empty
        "Match: P. Garlic Q. Turmeric\n1. Curcumin 2. Alliin\nA. P-1, Q-2\nB. P-2",  # a code leaves one out
        "Which is right? A. vitamin B-1 B. vitamin B-2",
    ],
)
def test_columns_that_are_not_whole_are_no_columns(text: str) -> None:
    assert read_columns(text) is None


_BOTH, _FIRST, _SECOND = ("Assertion", "Reason"), ("Assertion",), ("Reason",)


@pytest.mark.parametrize(
    ("option", "right"),
    [
        ("Both A and R are true and R is the correct explanation of A", _BOTH),
        ("Both assertion and reason are correct, but the reason is no explanation of it", _BOTH),
        ("A is true but R is false", _FIRST),
        ("The assertion is correct; the reason is not correct", _FIRST),
        ("A is incorrect, R is correct", _SECOND),
        ("Both are false", ()),
        ("Neither is true", ()),
    ],
)
def test_what_an_option_says_of_an_assertion_and_its_reason(option: str, right: tuple[str, ...]) -> None:
    text = f"Assertion (A): Zinc treats colds.\nReason (R): Zinc is a metal.\nA. {option}\nB. Both A and R are true"
    read = read_assertion(text)
    assert read is not None
    assert read.items == (("Assertion", "Zinc treats colds"), ("Reason", "Zinc is a metal"))
    assert read.options[0] == ("A", option, right)


def test_an_assertion_with_options_that_say_nothing_of_it_is_left_alone() -> None:
    assert read_assertion("Assertion: Zinc treats colds.\nReason: It is a metal.\nA. zinc\nB. iron") is None


@pytest.mark.parametrize("denied", ["no", "not any", "no known", "no clinically relevant", "never any"])
def test_rewording_drops_no_denial(denied: str) -> None:
    said = reworded(f"St John's wort has {denied} interaction with tacrolimus")
    assert any(word in said.split() for word in ("not", "no", "never"))


_TWO = ("Zinc treats colds", "Zinc is a gas")


@pytest.mark.parametrize(
    ("said", "first", "second"),
    [
        ("Statement I: {}.\nStatement II: {}.\nChoose the right answer.\n", "Statement I", "Statement II"),
        ("Statement 1: {}. Statement 2: {}.\n", "statement 1", "statement 2"),
        ("First statement: {}. Second statement: {}. ", "The first statement", "the second statement"),
        ("S1 - {}.\nS2 - {}.\n", "S1", "S2"),
    ],
)
@pytest.mark.parametrize(
    ("option", "right"),
    [
        ("Both statements are true", (0, 1)),
        ("Both statements are false", ()),
        ("None of the statements is true", ()),
        ("{0} is true but {1} is false", (0,)),
        ("{0} is false and {1} is true", (1,)),
        ("The first is correct, the second is incorrect", (0,)),
        ("Only {1} is true", (1,)),
    ],
)
def test_what_an_option_says_of_two_statements(
    said: str, first: str, second: str, option: str, right: tuple[int, ...]
) -> None:
    read = read_two_statements(f"{said.format(*_TWO)}A. {option.format(first, second)}\nB. Both are correct")
    assert read is not None
    assert tuple(words for _, words in read.items) == _TWO
    assert read.options[0][2] == tuple(read.items[place][0] for place in right)


@pytest.mark.parametrize(
    "text",
    [
        "Statement 1: Zinc treats colds.\nA. zinc\nB. iron",  # one alone
        "Statement 1: Zinc treats colds. Statement 2: It is a gas.\nA. zinc\nB. iron",  # options of something else
        "Statement 2: Zinc treats colds. Statement 1: It is a gas.\nA. Both are true\nB. Both are false",
    ],
)
def test_other_statements_are_no_two_to_be_judged(text: str) -> None:
    assert read_two_statements(text) is None
