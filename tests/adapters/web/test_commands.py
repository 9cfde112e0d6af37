"""Commands and pasted conversations are read with limits, and refused in words that people understand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.web.limits import SAID, SAID_CHARACTERS
from adapters.web.posts import TypedCommand, checked_command, typed_command
from kgcore.conversation.transcript import LONGEST_MESSAGE, MOST_MESSAGES, parse_messages
from kgcore.errors import InputError
from kgcore.values.message import Said


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("/help", TypedCommand("help")),
        (" /browse vitamin E ", TypedCommand("browse", "vitamin E")),
        ("/map\nAnn: a", TypedCommand("map", "Ann: a")),
        ("Is it /help?", None),
        ("/", None),
        ("/Help", None),
        ("/home/ann", None),
    ],
)
def test_a_text_is_a_command_only_where_it_begins_with_its_name(text: str, expected: TypedCommand | None) -> None:
    assert typed_command(text) == expected


def conversation(text: str) -> tuple[Said, ...]:
    return checked_command("map", text, parse_messages).said


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
        said = conversation(text)
    except InputError:
        return
    assert 0 < len(said) <= MOST_MESSAGES
    assert all(s.speaker and 0 < len(s.text) <= LONGEST_MESSAGE for s in said)


def test_the_page_names_the_limits_that_conversations_are_read_with() -> None:
    assert (SAID, SAID_CHARACTERS) == (MOST_MESSAGES, LONGEST_MESSAGE)
