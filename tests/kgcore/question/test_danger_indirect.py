"""People who say only by the way that they are in danger, and messages that mirror theirs."""

from __future__ import annotations

import pytest

from kgcore.question.danger import danger_in
from kgcore.values.danger import Danger
from tests.bench.bench_answers import sentences


@pytest.mark.parametrize(
    ("said", "danger"),
    [
        (
            "He left his crutches by the weir, and his cap. The water's high. He's said for weeks that he's had enough"
            " of hospitals.",
            Danger.SELF_HARM,
        ),
        (
            "I don't refill my prescriptions now, what for. There's a date in my diary and nothing behind it.",
            Danger.SELF_HARM,
        ),
        (
            "The parcel man sat down on our step: lips the colour of slate, can't say his name, hand over his heart.",
            Danger.EMERGENCY,
        ),
    ],
)
def test_what_is_said_by_the_way_is_heard(said: str, danger: Danger) -> None:
    assert danger_in(said) is danger


@pytest.mark.parametrize(
    "said",
    [
        "Cut my finger on a tin in spring, four stitches, healed well, numb at the tip. Will the feeling come back?",
        "j'ai pris un doliprane ce matin, he tomado un ibuprofeno ayer",
        "I sprayed the oven yesterday with the window open and it's lovely and clean. Is the lemon one kinder?",
        "Our boy swallowed a cherry stone, the doctor's line said it'll come out by itself, and it has. Are plum stones"
        " any different?",
        "My inhaler was changed from blue to purple by the nurse and I'm doing well. Do I rinse after it?",
        "Granddad signed the farm over and is off on a cruise. He's fit as a fiddle. Which jabs for Egypt?",
        "Are there herbs that thin the blood dangerously with warfarin?",
        "Which roots weaken the heart most when taken with digoxin?",
        "mum's pulse is a little slow since she takes bisoprolol",
        "espresso and my iron tablet",
        "I think I may have carpal tunnel, my fingers are numb at night. What tests do I need?",
    ],
)
def test_a_mirror_of_a_danger_alarms_nobody(said: str) -> None:
    assert danger_in(said) is None


def test_who_asks_for_tests_is_heard_where_it_cannot_wait() -> None:
    said = "I think I have the flu. My chest is crushed since noon, my arm is dead and I sweat. What tests do I need?"
    assert danger_in(said) is Danger.EMERGENCY
    assert danger_in("Doctor, I have the rope already. For a while I was afraid, now I'm calm.") is Danger.SELF_HARM


BESIDE = "Which tea is good for calm? {} Is ginger worth it in winter?"


def test_a_danger_between_questions_is_not_drowned() -> None:
    told = [(danger, text) for danger, text in sentences("held", "near") if danger != "-"][::5]
    missed = [danger_in(BESIDE.format(text)) is None for _, text in told]
    assert sum(missed) <= len(missed) // 10


def test_of_near_misses_few_alarm() -> None:
    said = sentences("held", "near")
    heard = [danger_in(text) is not None for danger, text in said if danger != "-"]
    alarmed = [danger_in(text) is not None for danger, text in said if danger == "-"]
    assert sum(heard) / len(heard) >= 0.95
    assert sum(alarmed) / len(alarmed) <= 0.15
