"""A danger that somebody tells of in one sentence of a long message is found wherever it stands."""

import pytest

from kgcore.question.danger import _read, danger_in
from kgcore.question.encoder import Told
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


@pytest.mark.parametrize("text", ["", " \n", "?!", "... … ...", "😭 🔪"])
def test_what_has_no_word_is_not_read_by_the_encoder(text: str) -> None:
    """Most messages quote nothing: to read that took five milliseconds of each."""
    _read.clear()
    assert danger_in(text) is None
    assert _read.kept.bytes == 0


def test_what_was_read_is_remembered_and_heard_again_as_it_was() -> None:
    said = ("My dad has crushing chest pain.", "Does zinc help a cold?")
    _read.clear()
    first = [danger_in(text) for text in said]
    held = _read.kept.bytes
    assert [danger_in(text) for text in said] == first == [Danger.EMERGENCY, None]
    assert 0 < held == _read.kept.bytes


def test_what_is_remembered_of_what_people_wrote_is_bounded() -> None:
    for number in range(3):
        _read.kept.put(f"{number}", Told(0.0, Danger.EMERGENCY), 600_000)
    assert _read.kept.bytes <= 1 << 20
    _read.clear()
