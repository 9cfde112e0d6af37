"""Texts made fit to be shown: what is not seen, and where a text is cut."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgcore.values.text import (
    BROKEN,
    C0,
    ELLIPSIS,
    any_of,
    clean_line,
    cut_text,
    marked_parts,
    shorten,
    whole_number,
    word_end,
)


@pytest.mark.parametrize(
    ("text", "longest", "shown"),
    [
        ("vitamin E", 9, "vitamin E"),
        ("vitamin E supplements", 14, "vitamin E…"),
        ("vitamin E supplements", 10, "vitamin E…"),
        ("vitamin E, or none", 12, "vitamin E…"),  # no comma before the ellipsis
        ("pneumonoultramicroscopic", 10, "pneumonou…"),  # no word ends there
        ("a pneumonoultramicroscopic", 10, "a pneumon…"),  # nor in the rear half
    ],
)
def test_a_text_is_cut_behind_a_word(text: str, longest: int, shown: str) -> None:
    assert shorten(text, longest) == shown


@given(st.text(max_size=60), st.integers(min_value=1, max_value=50))
def test_a_shortened_text_fits_and_shows_that_something_is_left_out(text: str, longest: int) -> None:
    found = shorten(text, longest)
    assert len(found) <= longest
    assert found == text or found.endswith(ELLIPSIS)


def test_a_text_that_ends_at_the_cut_has_no_ellipsis() -> None:
    assert cut_text("done", word_end("done", 4)) == "done"


def test_clean_leaves_one_line_that_reads_in_one_direction() -> None:
    assert clean_line("a\u202eb\x00\n c\u200bd\u2066") == "a b c d"


@pytest.mark.parametrize(
    ("text", "number"),
    [
        *(("0", 0), ("007", 7), ("42", 42), ("0" * 5_000 + "42", 42), ("43", None), ("100", None), ("9" * 5_000, None)),
        *(("", None), ("²", None), ("❷", None), ("፩", None), ("٣", None), ("-1", None), ("+1", None), ("1 ", None)),
        *(("1_0", None), ("1e1", None), ("4x", None)),
    ],
)
def test_a_number_is_spelt_in_plain_digits_or_none(text: str, number: int | None) -> None:
    assert whole_number(text, 42) == number


def test_a_reader_names_the_parts_that_it_refuses() -> None:
    assert any_of(C0).search("a\tb\nc") is None
    assert any_of(C0).search("a\x0bc") is not None
    assert any_of(BROKEN).search("a\ud800") is not None


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("zinc: “Zinc, or a zinc-gluconate lozenge, helped.”", ["*Zinc*", "*zinc-gluconate*"]),
        ("title: zinc", []),
        ("“Zincs were not meant.”", []),
        ("“zinc” and zinc", ["*zinc*"]),
        ("", []),
    ],
)
def test_words_stand_out_where_they_are_quoted_and_nothing_is_lost(line: str, parts: list[str]) -> None:
    found = marked_parts(line, {"zinc", "gluconate"})
    assert "".join(part for part, _ in found) == line
    assert [f"*{part}*" for part, stands_out in found if stands_out] == parts
