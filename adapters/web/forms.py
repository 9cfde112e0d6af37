"""What people send, read with limits and checked before anything else sees it."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import AsyncIterable, Iterable
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import Response

from adapters.port import Origin
from adapters.shared.forwarding import TRUSTED
from adapters.web.inlines import clean_text
from adapters.web.limits import BODY_BYTES, COOKIE, COOKIE_SECONDS, FIELDS, QUESTION_CHARACTERS, VALUE_CHARACTERS
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
        pairs = parse_qsl(data.decode("utf-8"), keep_blank_values=True, max_num_fields=FIELDS, errors="strict")
    except ValueError as exc:
        raise InputError("That could not be read as text.") from exc
    known = dict(pairs)
    thread, event, page = (known.get(name, "") for name in ("thread", "event", "page"))
    if not is_name(thread) or not all(is_name(n) for n in (event, page) if n):
        raise InputError("This form is broken. Please load the page again.")
    text, action, name = (known.get(part, "") for part in ("text", "action", "name"))
    return PageForm(thread, event, page, text, action, name, _fields(pairs))


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


# --- Who is at the page: one person on loopback, else an anonymous visitor known by a cookie only.

LOCAL = "local"
LONGEST_USER = 200  # characters of the name of somebody who is signed in
_COOKIE_BYTES = 24
_COOKIE_CHARACTERS = 32  # base64 of 24 bytes


@dataclass(frozen=True, slots=True)
class Visitor:
    """`channel` names the person to the core, "" for nobody; `cookie` is a new cookie's value, "" where none has to be
    set. `admin`: they may decide for everybody.
    """

    channel: str
    cookie: str = ""
    admin: bool = False

    def greet(self, response: Response, *, secure: bool) -> Response:
        """Set the cookie on the response where it is new, and return the response."""
        if self.cookie:
            response.set_cookie(
                COOKIE, self.cookie, max_age=COOKIE_SECONDS, httponly=True, samesite="lax", secure=secure
            )
        return response


@dataclass(frozen=True, slots=True)
class Login:
    """Who is signed in is named by a trusted proxy in this header; `admins` are the names of who is an admin."""

    header: str
    admins: frozenset[str] = frozenset()

    def visitor(self, request: Request) -> Visitor:
        """Return who is signed in; nobody where no trusted proxy says so, or where several names stand there."""
        named = request.headers.getlist(self.header) if request.scope.get(TRUSTED) is True else []
        name = named[0].strip() if len(named) == 1 else ""
        if not name.isprintable() or len(name) > LONGEST_USER or name == LOCAL:
            return Visitor("")
        return Visitor(name, admin=name in self.admins)


def visitor_of(request: Request, *, alone: bool, login: Login | None = None) -> Visitor:
    """Return who asks. The cookie's value is a key to its threads, so the channel carries its digest only."""
    if login is not None:
        return login.visitor(request)
    if alone:
        return Visitor(LOCAL, admin=True)
    known = request.cookies.get(COOKIE, "")
    if len(known) == _COOKIE_CHARACTERS and is_name(known):
        return Visitor(_digest(known))
    new = secrets.token_urlsafe(_COOKIE_BYTES)
    return Visitor(_digest(new), new)


def origin_of(request: Request, visitor: Visitor) -> Origin:
    """Return where a request comes from; of the person at this machine that is nothing worth telling."""
    address = request.client.host if request.client and visitor.channel != LOCAL else ""
    return Origin(address, known=not visitor.cookie)


def _digest(cookie: str) -> str:
    return hashlib.sha256(cookie.encode()).hexdigest()[:32]
