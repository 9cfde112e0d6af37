"""The page as an adapter: its routes, its inbox and its open streams."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Collection, Sequence
from functools import partial
from urllib.parse import urlencode

import structlog
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from adapters.port import AdapterState, Ask, EventSink, Reach, ReadMessages, Receipt, TeamDesk
from adapters.shared.forwarding import LOOPBACK_NAMES, is_loopback
from adapters.web import forms, limits
from adapters.web.account import AccountRoutes
from adapters.web.desk import WebServices, new_id, wants_html
from adapters.web.guard import Guard
from adapters.web.people import NOBODY, Handler, Login, Visitor, visitor_of
from adapters.web.posts import PostRoutes
from adapters.web.reads import ReadRoutes, colours_response
from adapters.web.render import Page, render_page, render_reply, render_sign_in
from adapters.web.sharing import ShareRoutes
from kgcore.errors import EvigraphError, InputError, TooMuchWaiting
from kgcore.values.message import Address
from kgcore.values.reply import Reply

log = structlog.get_logger()
SIGN_IN = "Please sign in to go on."
ELSEWHERE = "Please sign in: open this page by the address that your team uses for it."
BUSY = "Evigraph cannot do that just now; it may be starting or stopping. Please try again in a moment."
REFUSING = 1.0  # seconds until somebody reads that too much of theirs waits: who asks again at once costs others little


class WebAdapter:
    """The page as an adapter. `host` is the address listened on, `names` further host names that lead to it.

    On loopback without `names` and proxies the page is one person's (`proxied`: a proxy is configured); else every
    visitor sees only what is theirs. With `state`, which keeps the links, threads can be shared. `read` reads a pasted
    conversation, `status` tells what the bot runs on. With `login` whoever asks has to be signed in. `desk` shows
    admins the whole bot.
    """

    name = "web"
    pace = limits.PACE
    refuses = True
    reach = Reach.RECEIVER

    def __init__(
        self,
        *,
        read: ReadMessages,
        status: Callable[[], str] = str,
        host: str = "127.0.0.1",
        names: Collection[str] = (),
        proxied: bool = False,
        examples: Sequence[str] = limits.EXAMPLES,
        state: AdapterState | None = None,
        login: Login | None = None,
        desk: TeamDesk | None = None,
    ) -> None:
        self._alone = is_loopback(host) and not names and not proxied
        self._names = {*LOOPBACK_NAMES, host, *names} if self._alone or names else None
        own = login is not None and bool(login.way_in)
        self._services = WebServices(
            self.name, status, tuple(examples), read, shares=state is not None, desk=desk, signs_out=own
        )
        self._state = state
        self._login = login

    async def receive(self, inbox: EventSink, ask: Ask) -> None:
        """Take requests until cancelled, then end the open streams."""
        self._services.inbox, self._services.ask = inbox, ask
        try:
            await asyncio.Event().wait()
        finally:
            self._services.inbox = self._services.ask = None
            self._services.streams.close_all()

    async def deliver(self, reply: Reply, to: Address, receipt: Receipt | None) -> Receipt:
        """Hand the reply to the pages that show its thread; never waits for them.

        Turns are fetched by whoever comes later. What belongs to none is kept for pages that are just away.
        """
        if not reply.turn or self._services.streams.watched(to.place):
            self._services.streams.offer(to.place, render_reply(reply, to.place.thread))
        return receipt or reply.turn or "notice"

    def routes(self) -> Sequence[BaseRoute]:
        """Return the page's routes."""
        guard = [Middleware(Guard, names=self._names, alone=self._alone)]
        reads, posts, account = ReadRoutes(self._services), PostRoutes(self._services), AccountRoutes(self._services)
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
            ("/account", account.shown, "GET"),
            ("/account", account.changed, "POST"),
            ("/overview", account.overview, "GET"),
        ]
        if self._state is not None:
            sharing = ShareRoutes(self._services, self._state)
            served += [
                ("/share", sharing.change, "POST"),
                ("/s/{token}", sharing.shown, "GET"),
                ("/s/{token}/{turn}.png", sharing.picture, "GET"),
            ]
        packed = [*guard, Middleware(GZipMiddleware, limits.COMPRESSED_FROM, limits.COMPRESSION)]  # but no streams
        static = Mount("/static", StaticFiles(packages=[("adapters.web", "static")]), middleware=guard)
        opened = self._login.routes(self._services.streams.close_of) if self._login else ()
        return [
            *(Route(at, partial(self._guarded, to), methods=[method], middleware=packed) for at, to, method in served),
            *(
                Route(at, partial(self._serve, to, NOBODY), methods=[method], middleware=guard)
                for at, to, method in opened
            ),
            Route("/verdicts.css", colours_response, methods=["GET"], middleware=guard),
            static,
        ]

    async def _guarded(self, handler: Handler, request: Request) -> Response:
        """Serve whoever may be here; all others are told where to sign in."""
        try:
            visitor = await visitor_of(request, alone=self._alone, login=self._login)
        except EvigraphError as error:
            return await self._failed(request, error)
        if visitor.channel:
            return await self._serve(handler, visitor, request)
        way_in = self._login.way_in if self._login else ""
        words = SIGN_IN if way_in else ELSEWHERE
        if not wants_html(request):
            return JSONResponse({"error": words}, 401)
        to = f"{way_in}?{urlencode({'to': request.url.path})}" if way_in and request.method == "GET" else way_in
        return HTMLResponse(render_sign_in(words, to), 401, headers={"Cache-Control": "no-store"})

    async def _serve(self, handler: Handler, visitor: Visitor, request: Request) -> Response:
        """The outermost handler: failures become words and a number, never a trace."""
        try:
            forms.check_names(v for k, v in request.path_params.items() if k in {"thread", "turn", "token"})
            response = await handler(request, visitor)
        except InputError as error:
            response = await self._refuse(request, str(error), 400)
        except ClientDisconnect:  # half a request; nobody reads the answer
            response = await self._refuse(request, "The rest of this request never came.", 400)
        except TooMuchWaiting as error:
            await asyncio.sleep(REFUSING)
            response = await self._refuse(request, error.message, 429)
            response.headers["Retry-After"] = str(round(error.retry_after))
        except EvigraphError as error:
            response = await self._failed(request, error)
        except Exception:
            incident = secrets.token_hex(4)
            log.exception("a request failed", incident=incident)
            response = await self._refuse(request, f"Something went wrong on our side (incident {incident}).", 500)
        return visitor.greet(response, secure=request.url.scheme == "https")

    async def _failed(self, request: Request, error: EvigraphError) -> Response:
        """Say that it cannot be done just now; the error's own words may name files of this machine."""
        incident = secrets.token_hex(4)
        log.error("a request could not be served", incident=incident, reason=str(error))
        return await self._refuse(request, f"{error.public or BUSY} (Incident {incident}.)", 503)

    async def _refuse(self, request: Request, words: str, status: int) -> Response:
        if not wants_html(request):
            return JSONResponse({"error": words}, status)
        page = Page(new_id(), new_id(), self._services.status(), self._services.examples, error=words)
        return HTMLResponse(render_page(page), status)
