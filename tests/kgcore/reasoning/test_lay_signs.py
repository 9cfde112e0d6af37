"""Signs in everyday words: what is felt belongs to the part that it is said of, and what is denied is not told."""

from __future__ import annotations

import time

import pytest

from kgcore.reasoning.lay_signs import LONGEST, is_denied, told_signs


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("My knee is swollen, sore and stiff.", {"knee swelling", "knee pain", "knee stiffness"}),
        ("There is a stabbing pain behind my left eye.", {"eye pain"}),
        ("My hip, knee and ankle ache.", {"hip pain", "knee pain", "ankle pain"}),
        ("There is a lump under my jaw, my neck is puffy.", {"jaw lump", "neck swelling"}),
        ("It's my mouth. It is so sore.", {"mouth pain"}),
        ("He threw up twice and has the runs.", {"vomiting", "diarrhea"}),
        ("I can hardly hear on that side", {"hearing loss"}),
        ("I pee all the time and can’t sleep", {"frequent urination", "insomnia"}),
        ("She has one brown and one blue eye.", {"heterochromia iridis"}),
    ],
)
def test_a_sign_in_everyday_words_is_found_by_its_names(text: str, names: set[str]) -> None:
    told = [set(sign.names) for sign in told_signs(text)]
    assert all(any(name in some for some in told) for name in names), told


@pytest.mark.parametrize(
    "text",
    [
        "I have no fever and never had chills.",
        "He doesn't have a cough or a runny nose.",
        "Without any vomiting.",
        "What treats gout?",
        "Behind the scenes we met on the bright side of the road.",
        "Does the eye hospital open at night?",
        "Keep an eye on the price; lend me a hand.",
    ],
)
def test_what_is_denied_or_no_sign_is_not_told(text: str) -> None:
    assert told_signs(text) == ()


def test_a_denial_ends_with_its_list() -> None:
    assert [s.words for s in told_signs("No fever or chills, but my knee hurts.")] == ["knee hurts"]
    assert is_denied("there is no ")
    assert not is_denied("I can't sleep and ")
    assert not is_denied("it is not only ")


def test_signs_are_found_in_time_that_grows_with_the_text() -> None:
    begun = time.process_time()
    for piece in ("my knee, ", "hurts and ", "no ", "pee pee ", "eye " * 3, "skin a "):
        told_signs(piece * (LONGEST // len(piece)))
    assert time.process_time() - begun < 2.0
