"""A danger that somebody tells of in one sentence of a long message is found wherever it stands."""

import pytest

from kgcore.question.danger import danger_in
from kgcore.values.danger import Danger

TALK = (
    "We met the study team on Tuesday and went through the protocol. The dietitian spoke about coffee and vitamin D. "
    "The trial of donepezil had 400 people. She likes magnesium for her migraine. The train was late again. "
)


@pytest.mark.parametrize("before", [6, 30, 120])
def test_a_danger_in_the_middle_of_a_long_message_is_found(before: int) -> None:
    assert danger_in(f"{TALK * before}I want to kill myself. {TALK * before}") is Danger.SELF_HARM
    assert danger_in(f"{TALK * before}I just swallowed 40 paracetamol tablets. {TALK * before}") is Danger.POISONING


def test_a_long_message_about_research_is_none() -> None:
    asked = "Does St. John's wort reduce suicidal ideation in trials? "
    assert danger_in(TALK * 40 + asked + TALK * 40) is None
