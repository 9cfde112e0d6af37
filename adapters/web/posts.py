"""What is sent: questions, clicks with the fields of forms, and commands. Each becomes one event in the inbox."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from adapters.web import commands, forms, limits
from adapters.web.desk import Desk, new_id, wants_html
from adapters.web.visitor import Visitor
from kgcore.message import Click, Command, Incoming, Message, Person


class Posts:
    """The routes that put something into the inbox."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def question(self, request: Request, visitor: Visitor) -> Response:
        """What was written into the question box; beginning with a slash it is a command."""
        form = await forms.read_form(request.stream(), limits.MAP_BYTES)
        place, person, id = self._desk.place(visitor, form.thread), Person(visitor.channel), _event_id(visitor, form)
        typed = commands.typed(form.text)
        if typed is not None:
            command = commands.command(typed.name, typed.text)
            return await self._put(request, form, Command(id, place, person, command.name, command.text, command.said))
        return await self._put(request, form, Message(id, place, person, forms.question(form.text)))

    async def click(self, request: Request, visitor: Visitor) -> Response:
        """A button, or a form of an answer or a panel."""
        form = await forms.read_form(request.stream())
        place, person, action = (
            self._desk.place(visitor, form.thread),
            Person(visitor.channel),
            forms.action(form.action),
        )
        return await self._put(request, form, Click(_event_id(visitor, form), place, person, action, form.fields))

    async def command(self, request: Request, visitor: Visitor) -> Response:
        """A command by its name: the buttons of the header, and the ways in of the empty page."""
        form = await forms.read_form(request.stream(), limits.MAP_BYTES)
        place, person = self._desk.place(visitor, form.thread), Person(visitor.channel)
        command = commands.command(form.name, form.text)
        event = Command(_event_id(visitor, form), place, person, command.name, command.text, command.said)
        return await self._put(request, form, event)

    async def _put(self, request: Request, form: forms.Form, event: Incoming) -> Response:
        new = await self._desk.put(event)
        self._desk.streams.spoke(event.place, form.page)
        if wants_html(request):
            return RedirectResponse(f"/t/{event.place.thread}", 303)
        return JSONResponse({"event": event.id, "thread": event.place.thread, "new": new}, 202)


def _event_id(visitor: Visitor, form: forms.Form) -> str:
    """The form's own id makes a double click one event; the visitor in it keeps others from taking it."""
    return f"web:{visitor.channel}:{form.event or new_id()}"
