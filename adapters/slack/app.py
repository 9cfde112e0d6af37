"""Slack as an adapter: Socket Mode or HTTP in, the Web API out."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Sequence
from typing import Final

from slack_bolt.adapter.starlette.async_handler import (
    AsyncSlackRequestHandler,
    to_async_bolt_request,
    to_starlette_response,
)
from slack_bolt.async_app import AsyncApp
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from adapters.port import AdapterState, Ask, EventSink, Reach, Receipt
from adapters.shared.sealing import Vault
from adapters.slack import bolt, limits
from adapters.slack.bolt import Socket
from adapters.slack.clicking import Clicks
from adapters.slack.commanding import Commands
from adapters.slack.credentials import Credentials
from adapters.slack.delivering import SlackDelivery
from adapters.slack.desk import Messages, SlackServices
from adapters.slack.events import is_signature
from adapters.slack.installs import PURPOSE, Installs, OAuthStates
from adapters.slack.pacing import CallPacing
from adapters.slack.threads import SlackThreads
from adapters.slack.workspaces import Workspaces
from kgcore.values.message import Address, Incoming
from kgcore.values.reply import Reply

_TS: Final = re.compile(r"[0-9]{1,12}\.[0-9]{1,9}")  # what Slack calls a message by: when it was sent


class SlackAdapter:
    """One workspace by token or many by OAuth; `state` keeps installations, threads of commands and forms."""

    name = "slack"

    def __init__(
        self,
        credentials: Credentials,
        state: AdapterState,
        *,
        pace: float = limits.PACE,
        ping: float = limits.PING_SECONDS,
        long: bool = False,
    ) -> None:
        self.pace = pace
        self.reach = Reach.LISTENER if credentials.socket_mode else Reach.ANY
        self._ping = ping
        self._credentials = credentials
        vault = Vault(credentials.secret_key, PURPOSE) if credentials.oauth else None
        self._installs = Installs(state, vault, bolt.sdk_logger()) if vault else None
        self._states = OAuthStates(state)
        pacing = CallPacing(state)
        self._workspaces = Workspaces(credentials, self._installs, bolt.sdk_logger(), pacing)
        threads = SlackThreads(state)
        self._services = SlackServices(self._workspaces, threads, pacing)
        self._delivering = SlackDelivery(self._workspaces, threads, pacing, long=long)
        self._since = time.time()  # from then on we are told of what is deleted
        self._app: AsyncApp | None = None
        self._socket = Socket()

    async def receive(self, inbox: EventSink, ask: Ask) -> None:
        """Take events until cancelled; with an app-level token over a socket, which is opened again when it dies."""
        self._services.inbox, self._services.ask = inbox, ask
        app = self.app()
        try:
            if self._credentials.socket_mode:
                await self._socket.keep_open(app, self._credentials.app_token, self._workspaces.bare(), self._ping)
            await asyncio.Event().wait()
        finally:
            await self._services.close()
            await self._delivering.close()
            await self._workspaces.close()
            self._app = None

    async def away(self) -> str:
        """Return that there is no socket where there ought to be one; "" else."""
        if not self._credentials.socket_mode or await self._socket.is_open():
            return ""
        return "not connected to Slack's Socket Mode"

    async def person_name(self, workspace: str, id: str) -> str:
        """See `adapters.port.Names`."""
        return (await self._workspaces.person(workspace, id)).name

    async def channel_name(self, workspace: str, id: str) -> str:
        """See `adapters.port.Names`."""
        return "direct messages" if id.startswith("D") else (await self._workspaces.channel(workspace, id)).name

    def app(self) -> AsyncApp:
        """Return Bolt's app, made when it is first needed."""
        if self._app is None:
            commanding = Commands(self._services)
            listeners = (Messages(self._services), commanding, Clicks(self._services, commanding))
            self._app = bolt.build_app(self._credentials, self._workspaces, self._installs, self._states, listeners)
        return self._app

    async def deliver(self, reply: Reply, to: Address, receipt: Receipt | None) -> Receipt:
        """See `adapters.port.Adapter.deliver`."""
        self._services.writing.note(to.place, reply)
        return await self._delivering.deliver(reply.pictured, to, receipt)

    async def gone(self, event: Incoming) -> bool:
        """Whether a message that came before this process was deleted meanwhile, as far as Slack tells at once."""
        ts = event.id.rpartition(":")[2]
        if not (event.id.startswith("slack:said:") and _TS.fullmatch(ts)) or float(ts) >= self._since:
            return False
        return await self._delivering.is_gone(event.place, ts)

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
        if self._services.inbox is None:
            return PlainTextResponse("starting", 503)
        if request.method != "POST":
            return await AsyncSlackRequestHandler(self.app()).handle(request)
        body = bytearray()
        async for part in request.stream():
            body += part
            if len(body) > limits.BODY_BYTES:
                return PlainTextResponse("too large", 413)
        if not is_signature(request.headers):
            return PlainTextResponse("not signed", 401)
        try:
            given = to_async_bolt_request(request, bytes(body))
        except (ValueError, TypeError, AttributeError, LookupError, RecursionError):
            return PlainTextResponse("not understood", 400)
        return to_starlette_response(await self.app().async_dispatch(given))
