"""The page as an adapter: its routes, its inbox and its open streams."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Collection, Sequence
from functools import partial

import structlog
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from adapters.port import Ask, Inbox, Receipt
from adapters.web import forms, limits
from adapters.web.desk import Desk, Handler, new_id, wants_html
from adapters.web.guard import Guard
from adapters.web.posts import Posts
from adapters.web.reads import Reads
from adapters.web.render import Page, render_page, render_reply
from adapters.web.visitor import is_loopback, visitor_of
from kgcore.errors import EvigraphError, InputError
from kgcore.message import Address
from kgcore.reply import Reply

log = structlog.get_logger()
BUSY = "Evigraph cannot do that just now; it may be starting or stopping. Please try again in a moment."


class WebAdapter:
    """The page as an adapter. `host` is the address listened on, `names` further host names that lead to it.

    On loopback without `names` the page is one person's; else every visitor sees only what is theirs. `status` tells
    what the bot runs on.
    """

    name = "web"
    pace = limits.PACE

    def __init__(
        self,
        *,
        status: Callable[[], str] = str,
        host: str = "127.0.0.1",
        names: Collection[str] = (),
        examples: Sequence[str] = limits.EXAMPLES,
    ) -> None:
        self._alone = is_loopback(host) and not names
        self._names = {*limits.LOOPBACK_NAMES, host, *names} if is_loopback(host) or names else None
        self._desk = Desk(self.name, status, tuple(examples))

    async def receive(self, inbox: Inbox, ask: Ask) -> None:
        """Take requests until cancelled, then end the open streams."""
        self._desk.inbox, self._desk.ask = inbox, ask
        try:
            await asyncio.Event().wait()
        finally:
            self._desk.inbox = self._desk.ask = None
            self._desk.streams.close_all()

    async def deliver(self, reply: Reply, to: Address, receipt: Receipt | None) -> Receipt:
        """Hand the reply to the pages that show its thread; never waits for them."""
        if self._desk.streams.watched(to.place):
            self._desk.streams.offer(to.place, render_reply(reply, to.place.thread))
        return receipt or reply.turn or "notice"

    def routes(self) -> Sequence[BaseRoute]:
        """Return the page's routes."""
        guard = [Middleware(Guard, names=self._names)]
        reads, posts = Reads(self._desk), Posts(self._desk)
        served: list[tuple[str, Handler, str]] = [
            ("/", reads.page, "GET"),
            ("/threads", reads.threads, "GET"),
            ("/t/{thread}", reads.page, "GET"),
            ("/t/{thread}/names", reads.names, "GET"),
            ("/t/{thread}/files/{name}", reads.file, "GET"),
            ("/t/{thread}/{turn}.png", reads.picture, "GET"),
            ("/t/{thread}/{turn}", reads.turn, "GET"),
            ("/events/{thread}", reads.events, "GET"),
            ("/ask", posts.question, "POST"),
            ("/click", posts.click, "POST"),
            ("/command", posts.command, "POST"),
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
            forms.check_names(v for k, v in request.path_params.items() if k in {"thread", "turn"})
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
        if not wants_html(request):
            return JSONResponse({"error": words}, status)
        page = Page(new_id(), new_id(), self._desk.status(), self._desk.examples, error=words)
        return HTMLResponse(render_page(page), status)
