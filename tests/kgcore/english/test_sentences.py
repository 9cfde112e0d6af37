"""Where sentences end."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgcore.english.sentences import Stretch, last_sentence, sentence_at, sentence_ends, split_sentences


def split(text: str, *, breaks: bool = False) -> list[str]:
    ends = [0, *sentence_ends(text, breaks=breaks), len(text)]
    return [text[a:b].strip() for a, b in itertools.pairwise(ends) if text[a:b].strip()]


@pytest.mark.parametrize(
    "text",
    [
        "St. John's wort, e.g. in tea, treats depression.",
        "Infection with E. coli causes fever.",
        "A trial (Smith et al. 2009) found no effect.",
        "See fig. 3 and no. 5.",
        "J. Smith said so.",
        "See e.g. Aspirin for more.",
        "Of garlic vs. ginger, little is known.",
    ],
)
def test_an_abbreviation_ends_no_sentence(text: str) -> None:
    assert split(text) == [text]


@pytest.mark.parametrize(
    "text",
    [
        "It contains vitamin E. Aspirin does not.",
        "I say no. Aspirin helps.",
        "“Does it help?” It does.",
        "Really?! It does.",
        "It is no. 5. It helps.",
    ],
)
def test_a_sentence_ends_behind_its_mark(text: str) -> None:
    assert len(split(text)) == 2


def test_only_where_claims_are_read_apart_a_semicolon_ends_a_sentence() -> None:
    assert split("A treats B; C causes D.") == ["A treats B; C causes D."]
    assert split("A treats B; C causes D.", breaks=True) == ["A treats B;", "C causes D."]


def test_no_sentence_ends_inside_a_name() -> None:
    text = "Vit. E helps. It does."
    found = split_sentences(text, Stretch(0, len(text)), [(0, 6)])
    assert [text[s.start : s.end] for s in found] == ["Vit. E helps.", " It does."]


def test_the_sentence_around_a_place() -> None:
    text = "First one.  Second one. "
    assert [text[slice(*sentence_at(text, at))] for at in (0, 9, 12, 22)] == [
        "First one.", "First one.", "Second one.", "Second one.",
    ]  # fmt: skip


def test_what_stands_behind_the_last_whole_sentence() -> None:
    assert last_sentence("One. Two. And then") == " And then"
    assert last_sentence("One only.") == "One only."


@given(st.text(alphabet='aA .!?;\n"e', max_size=80))
def test_sentences_leave_nothing_out_but_space(text: str) -> None:
    found = list(split_sentences(text, Stretch(0, len(text)), []))
    assert "".join("".join(text[s.start : s.end].split()) for s in found) == "".join(text.split())
    assert all(a.end <= b.start for a, b in itertools.pairwise(found))


@pytest.mark.parametrize(("place", "around"), [(0, (0, 7)), (7, (0, 7)), (8, (8, 14)), (40, (8, 14))])
def test_the_sentence_around_a_place_goes_to_its_mark_or_to_the_last_word(place: int, around: tuple[int, int]) -> None:
    assert sentence_at("One is. Two is ", place) == around
    assert sentence_at("", 0) == (0, 0)


def test_what_is_blank_or_far_too_long_is_no_sentence() -> None:
    text = f"One. \n\n{'long ' * 1_000}. Two.   "
    found = [text[s.start : s.end].strip() for s in split_sentences(text, Stretch(0, len(text)), [])]
    assert found == ["One.", "Two."]


def test_the_last_sentence_of_a_long_paragraph_is_one_with_and_without_a_mark() -> None:
    for text in ("One. " * 900 + "Two.", "One. " * 900 + "Two"):
        assert [text[s.start : s.end].strip(" .") for s in split_sentences(text, Stretch(0, len(text)), [])][
            -1
        ] == "Two"
