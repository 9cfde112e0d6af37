from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from kgcore.presentation.parts import LONGEST_QUOTE, part_options, quoted_part
from kgcore.values.model import Paragraph
from tests.kgcore.presentation.made import FIRST


def test_a_part_is_a_paragraph_or_one_of_its_sentences() -> None:
    assert [o.value for o in part_options(FIRST)] == ["0", "0.0", "0.1", "1"]
    assert quoted_part(FIRST, "0.1") == "It has been tried."
    assert quoted_part(FIRST, "1") == "Take care."


def test_a_semicolon_ends_no_sentence() -> None:
    turn = replace(FIRST, paragraphs=(Paragraph("One paper (with EPA; in women) says so. Another does not."),))
    assert quoted_part(turn, "0.0") == "One paper (with EPA; in women) says so."


def test_highlighted_words_count_where_they_stand_in_the_answer() -> None:
    assert quoted_part(FIRST, " treats  Alzheimer's disease ") == "treats Alzheimer's disease"
    assert not quoted_part(FIRST, "cures everything")


@given(st.text())
def test_whatever_is_sent_a_quote_is_part_of_the_answer(value: str) -> None:
    part = quoted_part(FIRST, value)
    assert len(part) <= LONGEST_QUOTE
    assert not part or any(part in p.text for p in FIRST.paragraphs)


def test_a_part_that_is_not_there_is_nothing() -> None:
    for value in ("7", "0.9", "-1", "0.", "٣", "9" * 30):
        assert quoted_part(FIRST, value) in ("", quoted_part(FIRST, "0") if value == "0." else "")
