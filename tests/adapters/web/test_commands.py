"""Commands and pasted conversations are read with limits, and refused in words that people understand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.web.commands import Typed, command, conversation, typed
from adapters.web.limits import SAID, SAID_CHARACTERS
from kgcore.errors import InputError
from kgcore.message import Said


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("/help", Typed("help")),
        (" /browse vitamin E ", Typed("browse", "vitamin E")),
        ("/map\nAnn: a", Typed("map", "Ann: a")),
        ("Is it /help?", None),
        ("/", None),
        ("/Help", None),
        ("/home/ann", None),
    ],
)
def test_a_text_is_a_command_only_where_it_begins_with_its_name(text: str, expected: Typed | None) -> None:
    assert typed(text) == expected


def test_a_conversation_is_one_message_a_line() -> None:
    text = "Ann: Vitamin E helps.\r\n\r\nBen B. (lab): No: it does not.\n"
    assert conversation(text) == (Said("Ann", "Vitamin E helps."), Said("Ben B. (lab)", "No: it does not."))


def test_a_line_without_a_name_goes_on_with_the_message_before_it() -> None:
    text = "Ann: See\nhttps://example.org/a\nBen:\nI did."
    assert conversation(text) == (Said("Ann", "See\nhttps://example.org/a"), Said("Ben", "I did."))


@pytest.mark.parametrize("time", ["[10:31] ", "[2026-11-21, 10:31:05] ", "10:31 ", "10:31 - ", "[1:05 PM] "])
def test_the_time_before_a_name_is_no_part_of_it(time: str) -> None:
    assert conversation(f"{time}Ann: Zinc helps.") == (Said("Ann", "Zinc helps."),)


def test_characters_that_nobody_sees_are_left_out() -> None:
    assert conversation("An\u202en: zi\x00nc") == (Said("Ann", "zinc"),)


@given(st.text(max_size=300))
def test_any_text_is_a_bounded_conversation_or_refused(text: str) -> None:
    try:
        said = command("map", text).said
    except InputError:
        return
    assert 0 < len(said) <= SAID
    assert all(s.speaker and 0 < len(s.text) <= SAID_CHARACTERS for s in said)
