"""What people send, read with limits and checked before anything else sees it."""

from __future__ import annotations

import re
from collections.abc import AsyncIterable, Iterable
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qsl

from adapters.web.limits import BODY_BYTES, FIELDS, QUESTION_CHARACTERS
from adapters.web.text import clean
from kgcore.errors import InputError

_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
_ACTION_CHARACTERS: Final = 100  # kgcore.message.Action
_TOO_LONG: Final = f"A question may have at most {QUESTION_CHARACTERS:,} characters."


@dataclass(frozen=True, slots=True)
class Form:
    """A form of the page; what is not sent is ""."""

    thread: str
    event: str
    text: str
    action: str


async def read_form(body: AsyncIterable[bytes]) -> Form:
    """Read a url-encoded form; raises InputError, whose words are meant for the person."""
    data = bytearray()
    async for chunk in body:
        data += chunk
        if len(data) > BODY_BYTES:
            raise InputError(f"That is too long. {_TOO_LONG}")
    try:
        pairs = parse_qsl(data.decode("utf-8"), keep_blank_values=True, max_num_fields=FIELDS, errors="strict")
    except ValueError as exc:
        raise InputError("That could not be read as text.") from exc
    fields = dict(pairs)
    thread, event = fields.get("thread", ""), fields.get("event", "")
    if not is_name(thread) or (event and not is_name(event)):
        raise InputError("This form is broken. Please load the page again.")
    return Form(thread, event, fields.get("text", ""), fields.get("action", ""))


def is_name(text: str) -> bool:
    """Whether the text can be the name of a thread, a turn or an event in an address of the page."""
    return _NAME.fullmatch(text) is not None


def check_names(names: Iterable[str]) -> None:
    """Raise InputError where one of them cannot be the name of anything."""
    if not all(map(is_name, names)):
        raise InputError("There is no such page.")


def question(text: str) -> str:
    """Return the question without what nobody sees; raises InputError with words for the person."""
    if "\x00" in text:
        raise InputError("The question contains null characters, which are no text. Please remove them.")
    found = clean(text).replace("\r\n", "\n").strip()
    if not found:
        raise InputError("Please write a question first.")
    if len(found) > QUESTION_CHARACTERS:
        raise InputError(f"The question has {len(found):,} characters. {_TOO_LONG}")
    return found


def action(text: str) -> str:
    """Return an action id as it came; raises InputError where it cannot be one."""
    if not text or len(text) > _ACTION_CHARACTERS or not text.isascii() or not text.isprintable():
        raise InputError("That button is broken. Please load the page again.")
    return text
