"""Slack as an adapter: Socket Mode or HTTP in, the Web API out."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from slack_bolt.adapter.starlette.async_handler import (
    AsyncSlackRequestHandler,
    to_async_bolt_request,
    to_starlette_response,
)
from slack_bolt.async_app import AsyncApp
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from adapters.port import Ask, Inbox, Receipt, State
from adapters.slack import bolt, limits
from adapters.slack.clicking import Clicking
from adapters.slack.commanding import Commanding
from adapters.slack.credentials import Credentials
from adapters.slack.delivering import Delivering
from adapters.slack.desk import Desk
from adapters.slack.installs import Installs, OAuthStates, Vault
from adapters.slack.pacing import Pacing
from adapters.slack.saying import Saying
from adapters.slack.socket import keep_open
from adapters.slack.threads import Threads
from adapters.slack.workspaces import Workspaces
from kgcore.message import Address
from kgcore.reply import Reply


class SlackAdapter:
    """One workspace by token or many by OAuth; `state` keeps installations, threads of commands and forms."""

    name = "slack"

    def __init__(
        self, credentials: Credentials, state: State, *, pace: float = limits.PACE, ping: float = limits.PING_SECONDS
    ) -> None:
        self.pace = pace
        self._ping = ping
        self._credentials = credentials
        vault = Vault(credentials.secret_key) if credentials.oauth else None
        self._installs = Installs(state, vault, bolt.sdk_logger()) if vault else None
        self._states = OAuthStates(state)
        self._workspaces = Workspaces(credentials, self._installs, bolt.sdk_logger())
        threads = Threads(state)
        pacing = Pacing()
        self._desk = Desk(self._workspaces, threads, pacing)
        self._delivering = Delivering(self._workspaces, threads, pacing)
        self._app: AsyncApp | None = None

    async def receive(self, inbox: Inbox, ask: Ask) -> None:
        """Take events until cancelled; with an app-level token over a socket, which is opened again when it dies."""
        self._desk.inbox, self._desk.ask = inbox, ask
        app = self.app()
        try:
            if self._credentials.socket_mode:
                await keep_open(app, self._credentials.app_token, self._workspaces.bare(), self._ping)
            await asyncio.Event().wait()
        finally:
            await self._desk.close()
            await self._workspaces.close()
            self._app = None

    def app(self) -> AsyncApp:
        """Return Bolt's app, made when it is first needed."""
        if self._app is None:
            commanding = Commanding(self._desk)
            listeners = (Saying(self._desk), commanding, Clicking(self._desk, commanding))
            self._app = bolt.build(self._credentials, self._workspaces, self._installs, self._states, listeners)
        return self._app

    async def deliver(self, reply: Reply, to: Address, receipt: Receipt | None) -> Receipt:
        """See `adapters.port.Adapter.deliver`."""
        return await self._delivering.deliver(reply, to, receipt)

    def routes(self) -> Sequence[BaseRoute]:
        """Return what HTTP and OAuth need."""
        routes: list[BaseRoute] = []
        if self._credentials.signing_secret:
            routes.append(Route("/slack/events", self._serve, methods=["POST"]))
        if self._credentials.oauth:
            routes.append(Route("/slack/install", self._serve, methods=["GET"]))
            routes.append(Route("/slack/oauth_redirect", self._serve, methods=["GET"]))
        return routes

    async def _serve(self, request: Request) -> Response:
        """Hand a request to Bolt, unless it is larger than anything that Slack sends, or makes no sense.

        Bolt reads it before it looks at the signature, and anybody may send us anything.
        """
        if self._desk.inbox is None:
            return PlainTextResponse("starting", 503)
        if request.method != "POST":
            return await AsyncSlackRequestHandler(self.app()).handle(request)
        body = bytearray()
        async for part in request.stream():
            body += part
            if len(body) > limits.BODY_BYTES:
                return PlainTextResponse("too large", 413)
        try:
            given = to_async_bolt_request(request, bytes(body))
        except (ValueError, TypeError, AttributeError, LookupError, RecursionError):
            return PlainTextResponse("not understood", 400)
        return to_starlette_response(await self.app().async_dispatch(given))
