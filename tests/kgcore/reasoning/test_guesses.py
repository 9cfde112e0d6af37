"""Which questions want a guess, and how a guess reads: with its own icon, and as no verdict."""

from __future__ import annotations

import pytest

from kgcore.reasoning.guesses import ICON, Guess, Guesses, guess_paragraphs, read_wish
from kgcore.verdicts import Verdict


@pytest.mark.parametrize(
    "text",
    [
        "What else might treat multiple sclerosis?",
        "what might also treat multiple sclerosis",
        "Which other drugs could treat multiple sclerosis?",
        "And what else may treat multiple sclerosis?",
    ],
)
def test_a_question_for_more_than_is_known_wants_a_guess(text: str) -> None:
    wish = read_wish(text)
    assert wish is not None
    assert ("treat", "multiple sclerosis") in wish.ways


@pytest.mark.parametrize(
    "text",
    [
        "What treats multiple sclerosis?",
        "What might treat multiple sclerosis?",
        "What else treats multiple sclerosis?",
        "Does zinc also treat colds?",
        "What else might?",
        "What else might treat it? And why?",
        "What else might treat " + "x" * 400,
        "",
    ],
)
def test_any_other_question_is_answered_from_the_graph(text: str) -> None:
    assert read_wish(text) is None


def test_a_guess_has_its_own_icon_and_no_verdict() -> None:
    found = Guesses("treats", (Guess("Drug A", 0.374, "Drug A –binds→ G"), Guess("B", 0.001, "")), "Measured here.")
    text = "\n".join(p.text for p in guess_paragraphs("illness", found))
    assert f"{ICON} Drug A, 37 % likely: Drug A –binds→ G" in text
    assert "B, less than 1 % likely" in text
    assert "not evidence" in text
    assert ICON not in {v.icon for v in Verdict}
    assert not any(v.icon in text for v in Verdict)
