"""What a text says that its initialisms stand for."""

from __future__ import annotations

import pytest

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
        "Vitamin C (PMID) helps.",
        "AD is common; so is PD.",
        "It was seen in mice (5xFAD).",
        "COX-2 (an enzyme) is inhibited.",
    ],
)
def test_other_words_in_brackets_define_nothing(text: str) -> None:
    assert defined(text) == {}
