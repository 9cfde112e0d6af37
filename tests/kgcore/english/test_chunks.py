"""What a sentence only begins with, and what of it may change what follows."""

from __future__ import annotations

import pytest

from kgcore.english.chunks import behind_clause, disowns, opening_chunk


@pytest.mark.parametrize(
    "opening",
    [
        "Research over the past two decades has shown that ",
        "In everyday clinical practice, ",
        "In clinical practice, research has shown that ",
        "Studies have repeatedly shown that ",
        "Although trials were small, ",
        "Because it is cheap, ",
        "But in recent years, ",
        "As its name implies, ",
        "In patients with ¤¤¤, ",
        "Few experts know that ",
        "Most doctors now know that ",
        "Patients should be told that ",
        "In practice, in recent years, since trials were large, ",
    ],
)
def test_what_only_leads_up_to_a_claim_is_passed_over_whole(opening: str) -> None:
    assert opening_chunk(f"{opening}ginger relieves nausea") == len(opening)


@pytest.mark.parametrize(
    "words",
    [
        "Ginger relieves nausea",
        "Few sceptics know that ginger relieves nausea",
        "Few charlatans know that ginger relieves nausea",
        "Nobody should be told that ginger relieves nausea",
        "Research has not shown that ginger relieves nausea",
        "Research may have shown that ginger relieves nausea",
        "Although some say it is a lie, ginger relieves nausea",
        "While trials were small, it relieves nausea",
        "In no practice, ginger relieves nausea",
        "In ¤¤¤, ginger relieves nausea",
        "x" * 300,
    ],
)
def test_what_may_deny_doubt_or_belong_to_others_is_not_passed_over(words: str) -> None:
    assert opening_chunk(words) == 0


def test_three_openings_are_passed_over_and_no_more() -> None:
    three = "In practice, in recent years, since trials were large, "
    assert opening_chunk(f"{three}over the past decade, ginger helps") == len(three)


@pytest.mark.parametrize(
    "clause",
    [
        "the idea was sound, yet ",
        "the idea was not sound, yet ",  # set against what follows, it may deny what it likes
        "interest has grown because ",
        "it is cheap; ",
        "doctors use it often, so ",
    ],
)
def test_a_clause_before_the_claim_is_passed_over(clause: str) -> None:
    assert behind_clause(f"{clause}ginger") == len(clause)


@pytest.mark.parametrize(
    "words",
    [
        "ginger",
        "the idea was not sound; ginger",
        "the idea was a hoax, but ginger",
        "if it is so, but ginger",
        "experts say that it is so; ginger",
        "cheap; ginger",
        "it is not; ginger",
        f"{'it is cheap ' * 40}; ginger",
    ],
)
def test_a_clause_that_denies_supposes_or_says_nothing_is_not(words: str) -> None:
    assert behind_clause(words) is None


def test_a_hoax_is_disowned_and_a_scheme_is_not() -> None:
    assert disowns("it is a scam")
    assert disowns("an old wives' tale")
    assert not disowns("a scheme that works")
