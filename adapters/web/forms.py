"""What people send, read with limits and checked before anything else sees it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterable, Iterable
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qsl

from adapters.web.inlines import clean_text
from adapters.web.limits import BODY_BYTES, FIELDS, LONG_BYTES, QUESTION_CHARACTERS, VALUE_CHARACTERS
from kgcore.errors import InputError

_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
_ACTION_CHARACTERS: Final = 100  # kgcore.message.Action
_FIELD: Final = re.compile(r"f-([a-z][a-z0-9_-]{0,39})")  # the fields of an answer's own forms; ours have no "f-"
_TOO_LONG: Final = f"A question may have at most {QUESTION_CHARACTERS:,} characters."


@dataclass(frozen=True, slots=True)
class PageForm:
    """A form of the page; what is not sent is "". `page` names the open page that it came from.

    `fields` are those of a form in an answer or a panel: name and values, in the order in which they came.
    """

    thread: str
    event: str = ""
    page: str = ""
    text: str = ""
    action: str = ""
    name: str = ""
    fields: tuple[tuple[str, tuple[str, ...]], ...] = ()


async def read_form(body: AsyncIterable[bytes], most: int = BODY_BYTES) -> PageForm:
    """Read a url-encoded form of at most so many bytes; raises InputError, whose words are meant for the person."""
    data = bytearray()
    async for chunk in body:
        data += chunk
        if len(data) > most:
            raise InputError(f"That is too long. {_TOO_LONG}")
    try:
        pairs = await asyncio.to_thread(_pairs, data) if len(data) > LONG_BYTES else _pairs(data)
    except ValueError as exc:
        raise InputError("That could not be read as text.") from exc
    known = dict(pairs)
    thread, event, page = (known.get(name, "") for name in ("thread", "event", "page"))
    if not is_name(thread) or not all(is_name(n) for n in (event, page) if n):
        raise InputError("This form is broken. Please load the page again.")
    text, action, name = (known.get(part, "") for part in ("text", "action", "name"))
    return PageForm(thread, event, page, text, action, name, _fields(pairs))


def _pairs(data: bytearray) -> list[tuple[str, str]]:
    return parse_qsl(data.decode("utf-8"), keep_blank_values=True, max_num_fields=FIELDS, errors="strict")


def _fields(pairs: Iterable[tuple[str, str]]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    found: dict[str, list[str]] = {}
    for name, value in pairs:
        field = _FIELD.fullmatch(name)
        if field:
            if len(value) > VALUE_CHARACTERS:
                raise InputError(f"That is too long: a field may have at most {VALUE_CHARACTERS:,} characters.")
            found.setdefault(field[1], []).append(clean_text(value).replace("\r\n", "\n").strip())
    return tuple((name, tuple(values)) for name, values in found.items())


def is_name(text: str) -> bool:
    """Whether the text can be the name of a thread, a turn or an event in an address of the page."""
    return _NAME.fullmatch(text) is not None


def check_names(names: Iterable[str]) -> None:
    """Raise InputError where one of them cannot be the name of anything."""
    if not all(map(is_name, names)):
        raise InputError("There is no such page.")


def read_question(text: str) -> str:
    """Return the question without what nobody sees; raises InputError with words for the person."""
    if "\x00" in text:
        raise InputError("The question contains null characters, which are no text. Please remove them.")
    found = clean_text(text).replace("\r\n", "\n").strip()
    if not found:
        raise InputError("Please write a question first.")
    if len(found) > QUESTION_CHARACTERS:
        raise InputError(f"The question has {len(found):,} characters. {_TOO_LONG}")
    return found


def read_action(text: str) -> str:
    """Return an action id as it came; raises InputError where it cannot be one."""
    if not text or len(text) > _ACTION_CHARACTERS or not text.isascii() or not text.isprintable():
        raise InputError("That button is broken. Please load the page again.")
    return text


def read_number(text: str) -> int:
    """Return a small number from an address; raises InputError where it is none."""
    if not re.fullmatch(r"[0-9]{1,3}", text):
        raise InputError("There is no such page.")
    return int(text)
