"""Parts of the body that words speak of, and the names of the ills that concern them."""

from __future__ import annotations

import pytest

from kgcore.english.body import body_in, body_words, names_spoken_of


@pytest.mark.parametrize(
    ("said", "part", "ill", "other"),
    [
        ("liver problems", "liver", "hepatitis", "gout"),
        ("my heart", "heart", "cardiomyopathy", "gout"),
        ("my gut and liver", "gut", "gastritis", "gout"),
        ("my gut and liver", "gut", "non-hepatic", "gout"),
    ],
)
def test_the_ills_of_a_part_of_the_body_are_known_by_their_names(said: str, part: str, ill: str, other: str) -> None:
    found = body_in(said)
    assert body_words(said) == part
    assert found is not None
    assert (bool(found.search(ill)), bool(found.search(other))) == (True, False)


def test_words_for_no_part_of_the_body_have_no_ills() -> None:
    assert body_in("widgets") is None
    assert body_words("widgets") == ""


@pytest.mark.parametrize(
    ("missing", "note", "spoken"),
    [
        ("men", "in men", True),
        ("men", "in women", False),
        ("men", "menopause", False),
        ("widgets", "widgety things", True),
        ("widgets", "midget", False),
        ("Liver problems", "hepatitis", True),
    ],
)
def test_what_no_name_goes_by_is_looked_for_in_names_and_notes(missing: str, note: str, spoken: bool) -> None:
    (found,) = names_spoken_of(missing)
    assert bool(found.search(note)) is spoken


def test_each_thing_that_is_missing_is_looked_for_by_itself() -> None:
    assert len(names_spoken_of("liver problems, men")) == 2
