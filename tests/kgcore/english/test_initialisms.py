"""What a text says that its initialisms stand for."""

from __future__ import annotations

import pytest

from kgcore.english.abbreviations import is_short_form, long_form
from kgcore.english.initialisms import defined


@pytest.mark.parametrize(
    ("text", "short", "long"),
    [
        ("PD (panic disorder) is prevented by coffee.", "PD", "panic disorder"),
        ("The Environmental Protection Agency (EPA) warns of it.", "EPA", "Environmental Protection Agency"),
        ("CF here stands for chronic fatigue. Zinc treats CF.", "CF", "chronic fatigue"),
        ("AD, that is atopic dermatitis, responds to it.", "AD", "atopic dermatitis"),
        ("By RA I mean refractory anemia.", "RA", "refractory anemia"),
        ("Many have MS (multiple sclerosis).", "MS", "multiple sclerosis"),
        ("Treatment of the common cold (CC) is hard.", "CC", "common cold"),
    ],
)
def test_a_definition_is_found(text: str, short: str, long: str) -> None:
    assert defined(text)[short] == long


@pytest.mark.parametrize(
    "text",
    [
        "MS (see below) is common.",
        "It is TNF that is upregulated in gout.",
        "TNF being expressed in skin is known.",
        "Vitamin C (PMID) helps.",
        "AD is common; so is PD.",
        "It was seen in mice (5xFAD).",
        "COX-2 (an enzyme) is inhibited.",
    ],
)
def test_other_words_in_brackets_define_nothing(text: str) -> None:
    assert defined(text) == {}


@pytest.mark.parametrize("text", ["BMI", "T2D", "type II", "TNF alpha", "MRI", "AB", "ABCDEFGHIJ"])
def test_what_can_be_an_abbreviation(text: str) -> None:
    assert is_short_form(text) is True


@pytest.mark.parametrize("text", ["", "B", "bmi", "a B c", "(BMI)", "ABCDEFGHIJK", "A1", "12"])
def test_what_cannot_be_an_abbreviation(text: str) -> None:
    assert is_short_form(text) is False


@pytest.mark.parametrize(
    ("short", "before", "long"),
    [
        ("BMI", "the body mass index", "body mass index"),
        ("BMI", "body mass", ""),
        ("CHD", "severe coronary heart disease", "coronary heart disease"),
        ("MS", "items of multiple sclerosis", "multiple sclerosis"),
    ],
)
def test_what_an_abbreviation_stands_for_is_the_shortest_end_with_its_letters(
    short: str, before: str, long: str
) -> None:
    assert long_form(short, before) == long
