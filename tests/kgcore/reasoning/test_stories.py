"""A story in the sentence that asks is told first, and asked of then."""

from __future__ import annotations

import pytest

from kgcore.reasoning.choices import ChoiceQuestion, read_exam
from kgcore.reasoning.stories import EXPECTED, GIVEN, story_apart


def story_of(stem: str) -> ChoiceQuestion | None:
    asked = read_exam(f"{stem}\nA. zinc\nB. iron\nC. colchicine")
    assert isinstance(asked, ChoiceQuestion)
    return story_apart(asked)


@pytest.mark.parametrize(
    ("stem", "told", "asked"),
    [
        (
            "A farmer who was found to have gout may benefit from which drug?",
            "A farmer who was found to have gout.",
            GIVEN,
        ),
        (
            "Which drug might be given to a butcher whose toe hurts from gout?",
            "a butcher whose toe hurts from gout.",
            GIVEN,
        ),
        ("A bus driver with gout could try", "A bus driver has gout.", GIVEN),
        ("A man on lithium is most likely to develop which condition?", "A man on lithium.", EXPECTED),
    ],
)
def test_a_story_in_one_sentence_is_told_apart(stem: str, told: str, asked: str) -> None:
    story = story_of(stem)
    assert story is not None
    assert (story.told, story.asked) == (told, asked)


@pytest.mark.parametrize(
    "stem",
    [
        "Which drug is given to a dog with gout?",
        "Which drug should not be given to a man with gout?",
        "Which drug may be given to the caregivers of people with gout?",
        "Which drug might be given to a man whose brother has gout?",
        "Which drug would be given to a man at risk of gout?",
        "Which drug treats gout?",
        "How often is a man with gout given which drug?",
    ],
)
def test_what_may_change_what_is_right_is_no_story(stem: str) -> None:
    assert story_of(stem) is None
