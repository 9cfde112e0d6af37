"""Which dates are of a birth: those that are said to be one, and those that stand beside a person. All are invented."""

from __future__ import annotations

import pytest

from kgcore.english.birthdates import born_in, dated_in
from kgcore.english.identifier_words import OLDEST, YOUNGEST, Identifier, Kind


@pytest.mark.parametrize(
    ("text", "said", "date"),
    [
        ("born on 3 April 1956", "born on ", "3 April 1956"),
        ("she was born in the night of 3 April 1956", "born in the night of ", "3 April 1956"),
        ("born at home on 3 April 1956", "born at home on ", "3 April 1956"),
        ("birthday is 3 April 2020", "birthday is ", "3 April 2020"),
        ("DOB: 19560403", "DOB: ", "19560403"),
        ("geb. 3.4.1956", "geb. ", "3.4.1956"),
        ("dob = 3-4-1956,", "dob = ", "3-4-1956"),
        ("3 April 1956 (date of birth)", "", "3 April 1956"),
    ],
)
def test_a_date_that_is_said_to_be_of_a_birth_is_found_with_what_says_so(text: str, said: str, date: str) -> None:
    found = set(born_in(text))
    start = text.index(date)
    assert found == {Identifier(start, start + len(date), Kind.BIRTHDATE, start - len(said))}


@pytest.mark.parametrize(
    "text",
    [
        "born 3 April 1856",
        "born at home, seen 3 April 1956",
        "her birthday, admitted on 3 April 1956",
        "the cohort of women born 3 April 1956",
        "people who were born 3 April 1956",
        "born in Oslo in 1956",
        "seen 3 April 1956",
        f"born {'and so on ' * 6}3 April 1956",
    ],
)
def test_other_dates_and_those_of_many_and_of_the_long_dead_are_nobodys_birth(text: str) -> None:
    assert not list(born_in(text))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Ada Pryce (3 April 1956) asks", True),
        ("Ada Pryce, F, 3 April 1956", True),
        ("Ada Pryce 3/4/56", True),
        (f"Ada Pryce, 3 April {OLDEST}", True),
        (f"Ada Pryce, 3 April {OLDEST - 1}", False),
        (f"Ada Pryce, 3 April {YOUNGEST}", True),
        (f"Ada Pryce, 3 April {YOUNGEST + 1}", False),
        ("Ada Pryce (3 April 2020) asks", False),
        ("FITZGERALD, Oona (3 April 2020)", True),
        ("3 April 1956 Ada Pryce wants kava", True),
        ("x 3 April 1956 Ada Pryce wants kava", False),
        ("pt 45 3 April 1956", True),
        ("label Pryce 3 April 1956", True),
        ("published 3 April 1956 by Ada Pryce", False),
        ("taken 3 April 1956", False),
        ("Smith J (3 April 1956) JAMA 3", False),
    ],
)
def test_a_date_of_long_ago_beside_a_person_is_of_a_birth(text: str, found: bool) -> None:
    assert bool([*dated_in(text, [])]) is found


def test_beside_another_identifier_any_date_of_long_ago_counts_unless_it_is_said_to_be_another() -> None:
    other = [Identifier(0, 5, Kind.MRN, 0)]
    for text, found in (("K4471 3 April 1956", True), ("K4471 seen 3 April 1956", False), ("K4471 3 May 2020", False)):
        assert bool([*dated_in(text, other)]) is found
        assert not [*dated_in(text, [])]
