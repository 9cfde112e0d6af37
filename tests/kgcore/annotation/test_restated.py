"""What a sentence says only together with the one before it."""

from __future__ import annotations

import pytest

from tests.kgcore.annotation.test_plaintext import Said, said


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("Does aspirin prevent stroke? Yes.", [("aspirin", "PREVENTS", "stroke")]),
        ("Q: Does garlic prevent dementia?\nA: No, it doesn't.", [("garlic", "!PREVENTS", "dementia")]),
        ("Is ginger effective for nausea? Yes, it is.", [("ginger", "TREATS", "nausea")]),
        ("Aspirin prevents stroke. Its main risk is nausea.", [
            ("aspirin", "PREVENTS", "stroke"), ("aspirin", "CAUSES", "nausea"),
        ]),
        ("Aspirin prevents stroke. Its chief danger: nausea.", [
            ("aspirin", "PREVENTS", "stroke"), ("aspirin", "CAUSES", "nausea"),
        ]),
        ("Two drugs prevent stroke. One is aspirin; another is ibuprofen.", [
            ("aspirin", "PREVENTS", "stroke"), ("ibuprofen", "PREVENTS", "stroke"),
        ]),
        ("Some drugs cause insomnia: one is ibuprofen, the other aspirin.", [
            ("ibuprofen", "CAUSES", "insomnia"), ("aspirin", "CAUSES", "insomnia"),
        ]),
    ],
)  # fmt: skip
def test_what_leans_on_the_sentence_before_is_read_with_it(text: str, claims: list[Said]) -> None:
    assert said(text) == claims


@pytest.mark.parametrize(
    "text",
    [
        "Does aspirin prevent stroke? Yes, but only in mice.",
        "Does aspirin prevent stroke? No evidence says so.",
        "Does aspirin not prevent stroke? No.",
        "Do people say that aspirin prevents stroke? Yes.",
        "Aspirin and garlic are old. Its main risk is nausea.",
        "Some people think drugs prevent stroke. One is aspirin.",
        "Few drugs prevent stroke. One is aspirin.",
    ],
)
def test_what_may_be_meant_otherwise_is_not_read(text: str) -> None:
    assert said(text) == []
