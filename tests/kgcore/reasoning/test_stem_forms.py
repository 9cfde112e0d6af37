"""The one that does not belong, and sentences with several blanks, are asked in many forms."""

from __future__ import annotations

import pytest

from kgcore.reasoning.choices import ChoiceQuestion, Role, read_exam
from kgcore.reasoning.stem_forms import (
    asks_for_misfit,
    filled_blanks,
    of_misfit,
    told_before_signs,
    without_aside,
    without_kind,
)


@pytest.mark.parametrize(
    "stem",
    [
        "Which one doesn't belong?",
        "Odd one out?",
        "Find the odd one out:",
        "Which of these does not fit with the others?",
        "Which one is out of place?",
        "Which one should be struck off the list?",
        "Spot the intruder.",
        "Cross out the one that does not belong.",
    ],
)
def test_the_one_that_does_not_belong_is_asked_for(stem: str) -> None:
    asked = read_exam(f"{stem}\nA. zinc\nB. iron\nC. garlic\nD. ginger")
    assert isinstance(asked, ChoiceQuestion)
    assert asked.misfit
    assert asked.negative


@pytest.mark.parametrize(
    ("stem", "group"),
    [
        ("Here are four drugs for gout. Which one is out of place?", "which of these are drugs for gout"),
        ("A student lists drugs for gout. Which should be struck off the list?", "which of these are drugs for gout"),
        ("Spot the intruder among these drugs for gout:", "which of these are drugs for gout"),
        ("Three of these treat gout. Which is the outsider?", "which of these treat gout"),
        ("Look at these drugs for gout. Which of them is in the wrong list?", "which of these are drugs for gout"),
    ],
)
def test_a_list_that_is_described_says_what_the_others_are(stem: str, group: str) -> None:
    assert of_misfit(stem) == group
    asked = read_exam(f"{stem}\nA. zinc\nB. iron\nC. garlic\nD. ginger")
    assert isinstance(asked, ChoiceQuestion)
    assert asked.negative
    assert not asked.misfit


@pytest.mark.parametrize(
    "stem", ["Which one belongs to the statins?", "Which drug treats gout?", "Is it out of place?"]
)
def test_other_stems_ask_for_no_misfit(stem: str) -> None:
    assert not asks_for_misfit(stem)
    assert not of_misfit(stem)


@pytest.mark.parametrize("between", ["; ", " / ", " ... ", " – ", ", ", " and "])
def test_several_blanks_are_filled_by_each_option(between: str) -> None:
    options = [f"alliin{between}curcumin", f"curcumin{between}alliin"]
    filled = filled_blanks("Garlic contains ____ and turmeric contains ____.", options)
    assert filled[0] == ("Garlic contains alliin and turmeric contains curcumin", ("alliin", "curcumin"))
    assert filled[1][1] == ("curcumin", "alliin")


@pytest.mark.parametrize(
    ("stem", "options"),
    [
        ("Garlic contains ____.", ["alliin; curcumin", "zinc; iron"]),  # one blank
        ("____ and ____ are in garlic.", ["alliin", "zinc; iron"]),  # an option that fills one alone
        ("Which of ____ and ____ is in garlic?", ["alliin; zinc", "zinc; iron"]),
    ],
)
def test_options_that_do_not_fill_the_blanks_are_left_alone(stem: str, options: list[str]) -> None:
    assert filled_blanks(stem, options) == []


def test_an_option_that_names_others_in_a_row_speaks_of_them() -> None:
    asked = read_exam("Which causes bleeding?\nA. aspirin\nB. warfarin\nC. both aspirin and warfarin\nD. zinc and iron")
    assert isinstance(asked, ChoiceQuestion)
    assert [(o.role, o.of) for o in asked.options[2:]] == [(Role.SOME, ("A", "B")), (Role.NAMED, ())]


@pytest.mark.parametrize("option", ["1 and 2, not 3", "1 and 2 but not 3", "1 and 2, and not 3 or 4"])
def test_what_an_option_leaves_out_of_a_list_is_no_part_of_it(option: str) -> None:
    items = "1. zinc treats colds\n2. iron treats anemia\n3. garlic treats gout\n4. tea treats pain"
    asked = read_exam(f"Which are true?\n{items}\nA. {option}\nB. 2 and 3")
    assert isinstance(asked, ChoiceQuestion)
    assert next(o.of for o in asked.options if o.label == "A") == ("1", "2")


@pytest.mark.parametrize(
    ("text", "told", "question"),
    [
        ("A man has gout. Select the most suitable drug.", "A man has gout.", "Which is the most suitable drug."),
        ("A man has gout. Choose the correct option.", "", "A man has gout"),
    ],
)
def test_what_is_to_be_named_is_asked_for(text: str, told: str, question: str) -> None:
    asked = read_exam(f"{text}\nA. zinc\nB. allopurinol")
    assert isinstance(asked, ChoiceQuestion)
    assert (asked.told, asked.asked) == (told, question)


@pytest.mark.parametrize(
    "stem",
    ["Which is the LEAST useful in gout?", "Of least value in gout would be", "Which of these is no drug for gout?"],
)
def test_what_is_of_least_use_is_what_is_of_none(stem: str) -> None:
    asked = read_exam(f"{stem}\nA. zinc\nB. allopurinol")
    assert isinstance(asked, ChoiceQuestion)
    assert asked.negative


@pytest.mark.parametrize(
    ("stem", "options", "left"),
    [
        (
            "Which vitamin deficiency is caused by X?",
            ["a deficiency", "b deficiency", "c deficiency"],
            "Which is caused by X?",
        ),
        ("Which vitamin deficiency is caused by X?", ["a deficiency", "b", "c"], None),  # it sets one option apart
        ("Which enzyme treats X?", ["a enzyme", "b enzyme"], None),
    ],
)
def test_a_kind_that_all_options_are_says_nothing(stem: str, options: list[str], left: str | None) -> None:
    assert without_kind(stem, options) == (left or stem)


@pytest.mark.parametrize(
    ("stem", "left"),
    [
        ("Which drug, other than aspirin, causes bleeding?", "Which drug causes bleeding?"),
        ("Rivastigmine, unlike donepezil, also inhibits", "Rivastigmine inhibits"),
        ("Which drug, other than zinc, causes bleeding?", None),  # zinc is an option
        ("Which drug causes bleeding?", None),
    ],
)
def test_another_thing_that_is_set_apart_is_left_out(stem: str, left: str | None) -> None:
    assert without_aside(stem, ["zinc", "warfarin"]) == (left or stem)


@pytest.mark.parametrize(
    ("stem", "told"),
    [
        ("Fever, cough and chest pain are hallmarks of which disease?", "Fever, cough and chest pain"),
        ("Fever and cough suggest", "Fever and cough"),
        ("Fever suggests", ""),  # one alone is read as any stem is
        ("Fever and cough are caused by", ""),
    ],
)
def test_a_row_of_signs_is_told(stem: str, told: str) -> None:
    assert told_before_signs(stem) == told
