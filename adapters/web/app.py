"""Events in, calls out: the page's routes, its inbox and its open streams."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from dataclasses import replace
from functools import partial

import structlog
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from adapters.port import Ask, Inbox, Receipt
from adapters.web import forms, limits, reading
from adapters.web.guard import Guard
from adapters.web.render import Page, render_page, render_reply, render_threads
from adapters.web.streams import Streams
from adapters.web.visitor import Visitor, is_loopback, visitor_of
from kgcore.errors import EvigraphError, InputError
from kgcore.message import Click, Message, Person, Place
from kgcore.reply import Reply

log = structlog.get_logger()
BUSY = "Evigraph cannot do that just now; it may be starting or stopping. Please try again in a moment."
Handler = Callable[[Request, Visitor], Awaitable[Response]]


class WebAdapter:
    """The page as an adapter. `host` is the address listened on, `names` further host names that lead to it.

    On loopback without `names` the page is one person's; else every visitor sees only what is theirs. `status` names
    what the bot runs on.
    """

    name = "web"
    pace = limits.PACE

    def __init__(
        self,
        *,
        status: str = "",
        host: str = "127.0.0.1",
        names: Collection[str] = (),
        examples: Sequence[str] = limits.EXAMPLES,
    ) -> None:
        self._alone = is_loopback(host) and not names
        self._names = {*limits.LOOPBACK_NAMES, host, *names} if is_loopback(host) or names else None
        self._status = status
        self._examples = tuple(examples)
        self._inbox: Inbox | None = None
        self._ask: Ask | None = None
        self._streams = Streams()

    async def receive(self, inbox: Inbox, ask: Ask) -> None:
        """Take requests until cancelled, then end the open streams."""
        self._inbox, self._ask = inbox, ask
        try:
            await asyncio.Event().wait()
        finally:
            self._inbox = self._ask = None
            self._streams.close_all()

    async def deliver(self, reply: Reply, to: Place, receipt: Receipt | None) -> Receipt:
        """Hand the reply to the pages that show its thread; never waits for them."""
        if self._streams.watched(to):
            self._streams.offer(to, render_reply(reply, to.thread))
        return receipt or reply.turn or "notice"

    def routes(self) -> Sequence[BaseRoute]:
        """Return the page's routes."""
        guard = [Middleware(Guard, names=self._names)]
        served: list[tuple[str, Handler, str]] = [
            ("/", self._page, "GET"),
            ("/threads", self._threads, "GET"),
            ("/t/{thread}", self._page, "GET"),
            ("/t/{thread}/{turn}.png", self._picture, "GET"),
            ("/t/{thread}/{turn}", self._turn, "GET"),
            ("/events/{thread}", self._events, "GET"),
            ("/ask", self._post_question, "POST"),
            ("/click", self._post_click, "POST"),
        ]
        static = Mount("/static", StaticFiles(packages=[("adapters.web", "static")]), middleware=guard)
        return [
            *(Route(at, partial(self._serve, to), methods=[method], middleware=guard) for at, to, method in served),
            static,
        ]

    async def _serve(self, handler: Handler, request: Request) -> Response:
        """The outermost handler: failures become words and a number, never a trace."""
        visitor = visitor_of(request, alone=self._alone)
        try:
            forms.check_names(request.path_params.values())
            response = await handler(request, visitor)
        except InputError as error:
            response = await self._refuse(request, str(error), 400)
        except EvigraphError as error:  # its words may name files of this machine
            incident = secrets.token_hex(4)
            log.error("a request could not be served", incident=incident, reason=str(error))
            response = await self._refuse(request, f"{error.public or BUSY} (Incident {incident}.)", 503)
        except Exception:
            incident = secrets.token_hex(4)
            log.exception("a request failed", incident=incident)
            response = await self._refuse(request, f"Something went wrong on our side (incident {incident}).", 500)
        return visitor.greet(response, secure=request.url.scheme == "https")

    async def _refuse(self, request: Request, words: str, status: int) -> Response:
        if not _wants_html(request):
            return JSONResponse({"error": words}, status)
        page = Page(_new_id(), _new_id(), self._status, self._examples, error=words)
        return HTMLResponse(render_page(page), status)

    def _place(self, visitor: Visitor, thread: str) -> Place:
        return Place(self.name, "", visitor.channel, thread)

    def _asker(self) -> Ask:
        if self._ask is None:
            raise EvigraphError("Evigraph is starting or stopping.", mend="Please try again in a moment.")
        return self._ask

    async def _page(self, request: Request, visitor: Visitor) -> Response:
        thread = request.path_params.get("thread") or _new_id()
        place, ask = self._place(visitor, thread), self._asker()
        page = Page(thread, _new_id(), self._status, self._examples, await reading.threads(ask, place))
        if "thread" in request.path_params:
            page = replace(page, turns=await reading.turns(ask, place))
        return HTMLResponse(render_page(page), headers={"Cache-Control": "no-store"})

    async def _threads(self, request: Request, visitor: Visitor) -> Response:
        current = request.query_params.get("current", "")
        lines = await reading.threads(self._asker(), self._place(visitor, current))
        return HTMLResponse(render_threads(lines, current), headers={"Cache-Control": "no-store"})

    async def _turn(self, request: Request, visitor: Visitor) -> Response:
        place = self._place(visitor, request.path_params["thread"])
        snapshot = await reading.turn(self._asker(), place, request.path_params["turn"])
        if snapshot is None:
            return JSONResponse({"error": "There is no such answer."}, 404)
        return Response(snapshot.json, media_type="application/json", headers={"Cache-Control": "no-store"})

    async def _picture(self, request: Request, visitor: Visitor) -> Response:
        place = self._place(visitor, request.path_params["thread"])
        png = await reading.picture(self._asker(), place, request.path_params["turn"])
        return Response(png, media_type="image/png") if png else JSONResponse({"error": "There is no picture."}, 404)

    async def _events(self, request: Request, visitor: Visitor) -> Response:
        place = self._place(visitor, request.path_params["thread"])
        feed = self._feed(place, self._asker())
        return EventSourceResponse(feed, ping=limits.STREAM_PING, send_timeout=limits.STREAM_SEND)

    async def _feed(self, place: Place, ask: Ask) -> AsyncIterator[ServerSentEvent]:
        """First which turns there are, so that a page that was away fetches what it missed; then every change."""
        stream = self._streams.open(place)
        try:
            known = await reading.turn_ids(ask, place)
            yield ServerSentEvent(json.dumps(known), event="turns", retry=limits.STREAM_RETRY)
            async for snapshot in stream.changes():
                yield ServerSentEvent(snapshot.json, event="turn" if snapshot.turn else "notice")
        except EvigraphError as error:  # the page reconnects by itself
            log.warning("a stream ended", reason=str(error))
        finally:
            self._streams.close(stream)

    async def _post_question(self, request: Request, visitor: Visitor) -> Response:
        form = await forms.read_form(request.stream())
        place, text = self._place(visitor, form.thread), forms.question(form.text)
        return await self._put(request, Message(_event_id(visitor, form), place, Person(visitor.channel), text))

    async def _post_click(self, request: Request, visitor: Visitor) -> Response:
        form = await forms.read_form(request.stream())
        place, action = self._place(visitor, form.thread), forms.action(form.action)
        return await self._put(request, Click(_event_id(visitor, form), place, Person(visitor.channel), action))

    async def _put(self, request: Request, event: Message | Click) -> Response:
        self._asker()
        new = await self._inbox.put(event) if self._inbox else False
        if _wants_html(request):
            return RedirectResponse(f"/t/{event.place.thread}", 303)
        return JSONResponse({"event": event.id, "thread": event.place.thread, "new": new}, 202)


def _wants_html(request: Request) -> bool:
    return "text/html" in request.headers.get("accept", "")


def _new_id() -> str:
    return secrets.token_urlsafe(9)


def _event_id(visitor: Visitor, form: forms.Form) -> str:
    """The form's own id makes a double click one event; the visitor in it keeps others from taking it."""
    return f"web:{visitor.channel}:{form.event or _new_id()}"
