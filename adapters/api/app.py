"""The API as an adapter: it takes no events and posts nothing; its routes answer other programs at once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.datastructures import Headers
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from adapters.api import limits
from adapters.api.http import Shares, api_routes, bearer_of, problem, refusal
from adapters.api.operations import Operations, TokenChecker
from adapters.api.tools import granted, tool_server
from adapters.port import Ask, EventSink, Receipt
from adapters.shared.forwarding import is_same_site
from kgcore.errors import StoreError
from kgcore.values.message import Address
from kgcore.values.reply import Reply


class ApiAdapter:
    """REST below /api/v1 and MCP (streamable HTTP) at /mcp, for whoever has a token.

    `close` lets go of what was opened for the operations, when it is cancelled.
    """

    name = "api"
    pace = 0.0

    def __init__(
        self,
        operations: Operations,
        tokens: TokenChecker,
        version: str,
        close: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self._close = close
        self._operations, self._tokens, self._version = operations, tokens, version
        self._manager = StreamableHTTPSessionManager(
            tool_server(operations, version),
            json_response=True,
            stateless=True,
            max_request_body_size=limits.LONGEST_BODY,
        )
        self._running = False
        self._shares = Shares()  # of a token's requests, whichever way they come

    async def receive(self, inbox: EventSink, ask: Ask) -> None:
        """Serve the tools until cancelled."""
        async with self._manager.run():
            self._running = True
            try:
                await asyncio.Event().wait()
            finally:
                self._running = False
                if self._close is not None:
                    await self._close()

    async def deliver(self, reply: Reply, to: Address, receipt: Receipt | None) -> Receipt:
        """Return a receipt: nothing is ever posted here."""
        return receipt or "none"

    def routes(self) -> Sequence[BaseRoute]:
        """Return the API's routes."""
        tools = Route("/mcp", _Tools(self), methods=["GET", "POST", "DELETE"])
        return [*api_routes(self._operations, self._tokens, self._version, self._shares), tools]

    async def serve_tools(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer an MCP request that has a token."""
        headers = Headers(scope=scope)
        token = bearer_of(headers.get("authorization", ""))
        grant = await self._tokens.grant(token) if token else None
        if not is_same_site(headers):  # MCP, "Streamable HTTP", security: servers must look at Origin
            refused = problem(403, "This request came from another site and was refused.")
        elif grant is None:
            refused = problem(401, "A token is needed.", headers={"WWW-Authenticate": 'Bearer realm="evigraph"'})
        elif wait := self._shares.take(grant.holder):
            refused = problem(429, "Too many requests.", headers={"Retry-After": str(max(1, round(wait)))})
        elif not self._running:
            refused = problem(503, "That cannot be answered just now.", headers={"Retry-After": "2"})
        else:
            await self._tokens.called(grant.holder, "MCP")
            with granted(grant):
                await self._manager.handle_request(scope, receive, send)
            return
        await refused(scope, receive, send)


class _Tools:
    """An ASGI app of its own, as MCP's transport wants the bare request."""

    def __init__(self, adapter: ApiAdapter) -> None:
        self._adapter = adapter

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._adapter.serve_tools(scope, receive, send)
        except StoreError as error:  # of the tokens: nothing was answered yet
            await refusal(error)(scope, receive, send)
