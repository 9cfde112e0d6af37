"""Commands that people type or choose, read with limits and words for the person."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from adapters.port import ReadMessages
from adapters.web import forms, limits
from adapters.web.desk import WebServices, new_id, wants_html
from adapters.web.inlines import clean_text
from adapters.web.limits import COMMAND_CHARACTERS
from adapters.web.people import Visitor, origin_of
from kgcore.errors import InputError
from kgcore.values.message import Click, Command, Incoming, Message, Person, Said

MAP: Final = "map"
_TYPED: Final = re.compile(r"/([a-z][a-z-]{0,29})(?:\s+(.*))?", re.DOTALL)
_NAME: Final = re.compile(r"[a-z][a-z-]{0,29}")


@dataclass(frozen=True, slots=True)
class TypedCommand:
    """A command's name and the rest; `said` are the messages to be mapped."""

    name: str
    text: str = ""
    said: tuple[Said, ...] = ()


def typed_command(text: str) -> TypedCommand | None:
    """Return the command that a text in the question box is, or None where it is a question."""
    found = _TYPED.fullmatch(clean_text(text).strip())
    return TypedCommand(found[1], (found[2] or "").strip()) if found else None


def checked_command(name: str, text: str, read: ReadMessages) -> TypedCommand:
    """Return a command that can be handed on; raises InputError, whose words are meant for the person."""
    if not _NAME.fullmatch(name):
        raise InputError("There is no such command. Please load the page again.")
    words = clean_text(text).replace("\r\n", "\n").strip()
    if name == MAP:
        return TypedCommand(name, said=read(words))
    if len(words) > COMMAND_CHARACTERS:
        raise InputError(f"That is too long: at most {COMMAND_CHARACTERS:,} characters may follow /{name}.")
    return TypedCommand(name, words)


# --- What is sent: questions, clicks with the fields of forms, and commands. Each becomes one event in the
# inbox.


class PostRoutes:
    """The routes that put something into the inbox."""

    def __init__(self, services: WebServices) -> None:
        self._services = services

    async def question(self, request: Request, visitor: Visitor) -> Response:
        """What was written into the question box; beginning with a slash it is a command."""
        form = await forms.read_form(request.stream(), limits.MAP_BYTES)
        place, person, id = (
            self._services.place(visitor, form.thread),
            _person(visitor, request),
            _event_id(visitor, form),
        )
        typed = typed_command(form.text)
        if typed is not None:
            command = checked_command(typed.name, typed.text, self._services.read)
            return await self._put(
                request, visitor, form, Command(id, place, person, command.name, command.text, command.said)
            )
        return await self._put(request, visitor, form, Message(id, place, person, forms.read_question(form.text)))

    async def click(self, request: Request, visitor: Visitor) -> Response:
        """A button, or a form of an answer or a panel."""
        form = await forms.read_form(request.stream())
        place, person, action = (
            self._services.place(visitor, form.thread),
            _person(visitor, request),
            forms.read_action(form.action),
        )
        return await self._put(
            request, visitor, form, Click(_event_id(visitor, form), place, person, action, form.fields)
        )

    async def command(self, request: Request, visitor: Visitor) -> Response:
        """A command by its name: the buttons of the header, and the ways in of the empty page."""
        form = await forms.read_form(request.stream(), limits.MAP_BYTES)
        place, person = self._services.place(visitor, form.thread), _person(visitor, request)
        command = checked_command(form.name, form.text, self._services.read)
        event = Command(_event_id(visitor, form), place, person, command.name, command.text, command.said)
        return await self._put(request, visitor, form, event)

    async def _put(self, request: Request, visitor: Visitor, form: forms.PageForm, event: Incoming) -> Response:
        self._services.streams.spoke(event.place, form.page)  # before the answer can be there
        new = await self._services.put(event, origin_of(request, visitor))
        if wants_html(request):
            return RedirectResponse(f"/t/{event.place.thread}", 303)
        return JSONResponse({"event": event.id, "thread": event.place.thread, "new": new}, 202)


def _event_id(visitor: Visitor, form: forms.PageForm) -> str:
    """The form's own id makes a double click one event; the visitor in it keeps others from taking it."""
    return f"web:{visitor.channel}:{form.event or new_id()}"


def _person(visitor: Visitor, request: Request) -> Person:
    """Return who speaks, with the first language that their browser asks for."""
    return visitor.person(request.headers.get("accept-language", "").partition(",")[0][:20])
