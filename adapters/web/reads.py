"""What is looked at: pages, one turn, pictures, downloads, names to complete, and the open stream."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from urllib.parse import quote

import structlog
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from adapters.port import Ask
from adapters.web import forms, limits, reading, text
from adapters.web.desk import Desk, new_id
from adapters.web.render import Page, render_page, render_threads
from adapters.web.visitor import Visitor
from kgcore.errors import EvigraphError
from kgcore.message import Place

log = structlog.get_logger()
FRESH = {"Cache-Control": "no-store"}


class Reads:
    """The routes that change nothing."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def page(self, request: Request, visitor: Visitor) -> Response:
        """A whole page: an empty one, or a thread."""
        thread = request.path_params.get("thread") or new_id()
        place, ask = self._desk.place(visitor, thread), self._desk.asker()
        lines = await reading.threads(ask, place)
        page = Page(thread, new_id(), self._desk.status(), self._desk.examples, lines)
        if "thread" in request.path_params:
            page = replace(page, turns=await reading.turns(ask, place))
        return HTMLResponse(render_page(page), headers=FRESH)

    async def threads(self, request: Request, visitor: Visitor) -> Response:
        """The list of threads alone."""
        current = request.query_params.get("current", "")
        lines = await reading.threads(self._desk.asker(), self._desk.place(visitor, current))
        return HTMLResponse(render_threads(lines, current), headers=FRESH)

    async def turn(self, request: Request, visitor: Visitor) -> Response:
        """One turn as it stands, as the page's script reads it."""
        place = self._desk.place(visitor, request.path_params["thread"])
        snapshot = await reading.turn(self._desk.asker(), place, request.path_params["turn"])
        if snapshot is None:
            return JSONResponse({"error": "There is no such answer."}, 404)
        return Response(snapshot.json, media_type="application/json", headers=FRESH)

    async def picture(self, request: Request, visitor: Visitor) -> Response:
        """One of a turn's pictures as PNG; `n` counts them from 0."""
        place = self._desk.place(visitor, request.path_params["thread"])
        nth = forms.number(request.query_params.get("n", "0"))
        png = await reading.picture(self._desk.asker(), place, request.path_params["turn"], nth)
        if not png:
            return JSONResponse({"error": "There is no picture."}, 404)
        return Response(png, media_type="image/png", headers=FRESH)

    async def file(self, request: Request, visitor: Visitor) -> Response:
        """One of a thread's downloads."""
        place, name = self._desk.place(visitor, request.path_params["thread"]), request.path_params["name"]
        found = await reading.file(self._desk.asker(), place, name)
        if found is None:
            return JSONResponse({"error": "There is no such file."}, 404)
        headers = {**FRESH, "Content-Disposition": f"attachment; filename*=utf-8''{quote(found.name, safe='')}"}
        return Response(found.content, media_type=text.media(found.media), headers=headers)

    async def names(self, request: Request, visitor: Visitor) -> Response:
        """Names of entities that continue what is being typed."""
        place = self._desk.place(visitor, request.path_params["thread"])
        typed = text.clean(request.query_params.get("q", ""))[: limits.NAME_CHARACTERS].strip()
        found = await reading.names(self._desk.asker(), place, typed) if typed else ()
        return JSONResponse([{"name": n.name, "type": n.type} for n in found], headers=FRESH)

    async def events(self, request: Request, visitor: Visitor) -> Response:
        """The open stream of a thread; `page` names the page that listens."""
        page = request.query_params.get("page", "")
        forms.check_names([page] if page else [])
        place = self._desk.place(visitor, request.path_params["thread"])
        feed = self._feed(place, page, self._desk.asker())
        return EventSourceResponse(feed, ping=limits.STREAM_PING, send_timeout=limits.STREAM_SEND)

    async def _feed(self, place: Place, page: str, ask: Ask) -> AsyncIterator[ServerSentEvent]:
        """First which turns there are and how they stand, so that a page that was away fetches what it missed."""
        stream = self._desk.streams.open(place, page)
        try:
            known = {s.turn: s.version for s in await reading.turns(ask, place)}
            yield ServerSentEvent(json.dumps(known), event="turns", retry=limits.STREAM_RETRY)
            async for snapshot in stream.changes():
                yield ServerSentEvent(snapshot.json, event=snapshot.kind.value)
        except EvigraphError as error:  # the page reconnects by itself
            log.warning("a stream ended", reason=str(error))
        finally:
            self._desk.streams.close(stream)
