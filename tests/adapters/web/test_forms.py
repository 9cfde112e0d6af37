"""What people send is read with limits and refused in words that they understand."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from urllib.parse import parse_qsl, urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.web.forms import read_action, read_form, read_question
from adapters.web.limits import BODY_BYTES, FIELDS, MAP_BYTES, QUESTION_CHARACTERS, VALUE_CHARACTERS
from kgcore.errors import InputError


async def chunks(data: bytes, size: int = 4096) -> AsyncIterator[bytes]:
    for start in range(0, len(data), size):
        yield data[start : start + size]


async def test_a_form_is_read_whatever_its_chunks() -> None:
    data = urlencode({"thread": "thread01", "event": "event0001", "text": "Is zinc good? ✓"}).encode()
    assert (await read_form(chunks(data, 3))).text == "Is zinc good? ✓"


async def test_a_long_form_is_taken_apart_beside_what_else_goes_on() -> None:
    data = b"thread=thread01&text=" + b"%21" * 400_000
    here, all_in_all = time.thread_time(), time.process_time()
    assert len((await read_form(chunks(data, 65_536), MAP_BYTES)).text) == 400_000
    assert time.thread_time() - here < (time.process_time() - all_in_all) / 2


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"thread=thread01&text=" + b"a" * BODY_BYTES, "too long"),
        (b"thread=thread01&text=%ff%fe", "could not be read"),
        (b"\xff\xfe", "could not be read"),
        (b"&".join(b"a%d=1" % n for n in range(FIELDS + 1)), "could not be read"),
        (b"text=hello", "broken"),
        (b"thread=thread01&page=<b>", "broken"),
        (b"thread=thread01&f-text=" + b"a" * (VALUE_CHARACTERS + 1), "too long"),
        (b"thread=../../etc&text=hello", "broken"),
        (b"thread=thread01&event=<b>&text=hello", "broken"),
    ],
)
async def test_a_broken_form_is_refused_in_words(data: bytes, words: str) -> None:
    with pytest.raises(InputError, match=words):
        await read_form(chunks(data))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "write a question"),
        (" \n\t ", "write a question"),
        ("\u202e", "write a question"),
        ("is \x00 good?", "null characters"),
        ("a" * 20_000, "20,000 characters"),
    ],
)
def test_a_question_that_is_none_is_refused_in_words(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        read_question(text)


def test_a_question_loses_only_what_nobody_sees() -> None:
    assert read_question(" \u202eIs \x07zinc\r\ngood? 😀 هل \n") == "Is zinc\ngood? 😀 هل"


@given(st.text())
def test_every_question_is_either_refused_or_clean(text: str) -> None:
    try:
        found = read_question(text)
    except InputError:
        return
    assert 0 < len(found) <= QUESTION_CHARACTERS
    assert "\x00" not in found


@pytest.mark.parametrize("text", ["", "x" * 101, "kg1:ask:ü:0", "kg1:ask:\n:0"])
def test_an_action_that_cannot_be_ours_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        read_action(text)


@given(st.binary(max_size=200))
async def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        form = await read_form(chunks(data))
    except InputError:
        return
    assert form.text == dict(parse_qsl(data.decode(), keep_blank_values=True)).get("text", "")
