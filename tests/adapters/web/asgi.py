"""Calls an ASGI app and hands out what it sends while it is still running, as a streaming client sees it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from starlette.types import ASGIApp, Message


@dataclass
class Events:
    """A stream of server-sent events being read."""

    status: int = 0
    ended: bool = False
    _text: str = ""
    _changed: asyncio.Event = field(default_factory=asyncio.Event)
    gone: asyncio.Event = field(default_factory=asyncio.Event)

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
        else:
            self._text += message.get("body", b"").decode()
            self.ended = not message.get("more_body", False)
        self._changed.set()

    async def receive(self) -> Message:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def next(self) -> tuple[str, Any]:
        """Return the next event's name and data."""
        while "\r\n\r\n" not in self._text:
            self._changed.clear()
            await asyncio.wait_for(self._changed.wait(), 60)
        raw, _, self._text = self._text.partition("\r\n\r\n")
        fields = dict(line.split(": ", 1) for line in raw.split("\r\n") if not line.startswith(":"))
        return (fields["event"], json.loads(fields["data"])) if fields else await self.next()


@asynccontextmanager
async def listening(
    app: ASGIApp, path: str, headers: Mapping[str, str] | None = None, query: str = "", version: str = "1.1"
) -> AsyncIterator[Events]:
    """Open an event stream; leaving closes it from the client's side."""
    events = Events()
    scope = _scope("GET", path, headers or {}, query) | {"http_version": version}
    task = asyncio.create_task(_run(app, scope, events))
    try:
        yield events
    finally:
        events.gone.set()
        await asyncio.wait_for(task, 60)


async def _run(app: ASGIApp, scope: dict[str, Any], events: Events) -> None:
    await app(scope, events.receive, events.send)


async def posted(app: ASGIApp, path: str, form: Mapping[str, str]) -> int:
    """Post a form as the page's script does and return the answer's status."""
    body, status = urlencode(form).encode(), 0

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Message) -> None:
        nonlocal status
        status = message.get("status", status)

    await app(_scope("POST", path, {"accept": "application/json"}, ""), receive, send)
    return status


def _scope(method: str, path: str, headers: Mapping[str, str], query: str) -> dict[str, Any]:
    sent = {"host": "127.0.0.1:8700", **headers}
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(k.encode(), v.encode()) for k, v in sent.items()],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 8700),
    }
