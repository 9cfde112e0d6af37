"""Stands before every route: who may talk to the page, and the headers that every answer carries."""

from __future__ import annotations

from collections.abc import Collection

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from adapters.shared.forwarding import CONFIGURE, host_name, is_same_site, was_forwarded
from adapters.web.limits import HEADERS

SAFE = frozenset({"GET", "HEAD"})


class Guard:
    """Refuses foreign hosts (DNS rebinding) and posts from other sites; `names` None lets every host name in.

    Where the page is one person's (`alone`), what a proxy passed on is refused, too: it may come from anybody.
    """

    def __init__(self, app: ASGIApp, names: Collection[str] | None, *, alone: bool = False) -> None:
        self._app = app
        self._names = names
        self._alone = alone

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer 421 or 403."""
        if scope["type"] != "http":
            return
        refusal = self._refusal(scope["method"], Headers(scope=scope), scope.get("http_version", "1.1"))
        answer = _Answer(send)
        try:
            await (refusal or self._app)(scope, receive, answer.send)
        except HTTPException as error:  # no such file; raised before anything was sent
            await PlainTextResponse(error.detail, error.status_code)(scope, receive, answer.send)
        await answer.end()

    def _refusal(self, method: str, headers: Headers, version: str) -> Response | None:
        host = headers.get("host", "")
        if self._names is not None and host_name(host) not in self._names:
            return PlainTextResponse(f"This page is not served under that name. {CONFIGURE}", 421)
        if self._alone and was_forwarded(headers, version):
            return PlainTextResponse(f"This page is for the person at this machine only. {CONFIGURE}", 421)
        if method not in SAFE and not is_same_site(headers):
            return PlainTextResponse("This request came from another site and was refused.", 403)
        return None


class _Answer:
    """Adds the headers on the way, and knows whether the answer has been ended."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._open = False

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
            headers.setdefault("Cache-Control", "no-cache")
            self._open = True
        elif message["type"] == "http.response.body":
            self._open = message.get("more_body", False)
        await self._send(message)

    async def end(self) -> None:
        """End what was left open: event streams are cut off when the server stops."""
        if self._open:
            await self.send({"type": "http.response.body", "body": b"", "more_body": False})
