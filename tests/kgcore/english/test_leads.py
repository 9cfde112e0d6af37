"""What is set ahead of a claim by a comma or a colon: told by how it is built, and by what may turn the claim round."""

from __future__ import annotations

import pytest

from kgcore.english.context import ClaimFrame, read_frame_before
from kgcore.english.leads import calls_it_a_sort, lead_in

CLAIM = "ginger relieves nausea"


@pytest.mark.parametrize(
    "opening",
    [
        "To the surprise of many, ",
        "Despite years of enthusiasm, ",
        "Contrary to an old fear, ",
        "By and large, ",
        "Beyond its use in the kitchen, ",
        "Cheap and widely available, ",
        "As we discussed, ",
        "As I mentioned last week, ",
        "As every pharmacist knows, ",
        "I would advise against it: ",
        "There is one thing you should know: ",
        "Contrary to an old fear, by and large, ",
        "Contrary to what one might expect, ",
        "Taken as a whole, ",
        "One might add that ",
        "What clinicians should keep in mind is that ",
        "Less well known is the fact that ",
        "Of particular interest is the finding that ",
        "Trial after trial has shown that ",
        "It must also be added that ",
        "This is why ",
    ],
)
def test_what_is_set_ahead_and_holds_nothing_that_turns_the_claim_is_passed_over_whole(opening: str) -> None:
    assert lead_in(f"{opening}{CLAIM}") == len(opening)


@pytest.mark.parametrize(
    "opening",
    [
        "In my dreams, ",
        "According to my cat, ",
        "As you claim, ",
        "As every astrologer knows, ",
        "At ten times the usual dose, ",
        "Taken at night, ",
        "For all patients, ",
        "If you like, ",
        "Despite the lack of evidence, ",
        "Despite all trials to the contrary, ",
        "Contrary to what the trials found, ",
        "Against the advice of the doctor, ",
        "Made from moonlight, ",
        "Known to be harmful, ",
        "Better than any drug, ",
        "There is one lie you should know: ",
        "The oldest myth: ",
        "I would warn you about this slogan: ",
        "The trial was small, ",
        "One might say that ",
        "Less true is that ",
        "It used to be known that ",
        "It has yet to be seen that ",
        "My cat knows that ",
        "Magic is why ",
        "The fact that ",
        "Despite being an antibiotic, ",
        "In spite of being a vitamin, ",
        "Contrary to fact, ",
        "Contrary to the literature, ",
    ],
)
def test_what_may_limit_deny_or_disown_the_claim_is_no_opening(opening: str) -> None:
    assert lead_in(f"{opening}{CLAIM}") == 0


@pytest.mark.parametrize(
    "opening",
    [
        "Although untrue, ",
        "Although it is false, ",
        "Though disproved long ago, ",
        "Although this is a mistake, ",
        "Even though it is inert, ",
        "Though the opposite is the case, ",
        "Although withdrawn, ",
        "Since the data were made up, ",
        "Now that the error is corrected, ",
        "Although carved from moonlight, ",
        "Though it was knitted by elves, ",
    ],
)
def test_what_is_conceded_may_not_call_it_untrue_nor_be_beyond_understanding(opening: str) -> None:
    assert read_frame_before(opening) is None


@pytest.mark.parametrize(
    "opening",
    [
        "Although inexpensive, ",
        "Although it is cheap, ",
        "Although trials were small, ",
        "Although the evidence is limited, ",
        "Though commonly used as a spice, ",
        "Although side effects occur, ",
    ],
)
def test_what_is_conceded_by_the_way_leaves_the_claim_as_it_is(opening: str) -> None:
    assert read_frame_before(opening) == ClaimFrame()


@pytest.mark.parametrize("words", ["Despite being an antibiotic, ", "being one of the vitamins"])
def test_a_sort_that_not_all_medicines_are_of_is_told_as_such(words: str) -> None:
    assert calls_it_a_sort(words)
    assert not calls_it_a_sort("Despite being a cheap drug, ")


@pytest.mark.parametrize(
    ("words", "sort"),
    [
        ("Despite being water, ", True),
        ("although it is sugar, ", True),
        ("Despite being a kind of sugar, ", True),
        ("though made of water, ", True),
        ("Despite being expensive, ", False),
        ("although it is natural, ", False),
        ("although it is widely available, ", False),
        ("Despite being an option for years, ", False),
        ("though made in Germany, ", False),
    ],
)
def test_a_thing_that_is_called_a_substance_is_called_a_sort(words: str, sort: bool) -> None:
    assert calls_it_a_sort(words) is sort
