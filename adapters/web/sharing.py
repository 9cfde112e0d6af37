"""A thread by link: whoever has the link can read it, until it is taken back. What is kept are two names a link."""

from __future__ import annotations

import asyncio
import json
import secrets
from dataclasses import replace
from typing import Final, assert_never

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from adapters.port import AdapterState, Ask
from adapters.web import forms
from adapters.web.desk import WebServices
from adapters.web.people import Visitor
from adapters.web.reads import FRESH, fetch_picture, fetch_threads, fetch_turns, turn_ids
from adapters.web.render import Snapshot, render_reply, render_shared
from kgcore.values.message import Place
from kgcore.values.reply import (
    Block,
    Choices,
    Claims,
    Figure,
    File,
    Form,
    Notice,
    Papers,
    Progress,
    Reply,
    Steps,
    Table,
    Text,
)

_BYTES: Final = 18  # of a link's secret part: 144 bits, which nobody guesses
_HEADERS: Final = {**FRESH, "X-Robots-Tag": "noindex", "Referrer-Policy": "no-referrer"}
GONE: Final = "There is nothing under this link. It may have been taken back."


def without_controls(reply: Reply) -> Reply:
    """Return what is read of a reply: no button, no form, nothing that is one person's own."""
    return replace(
        reply, blocks=tuple(_read(b) for b in reply.blocks if not isinstance(b, Choices | Form | Steps | File))
    )


def _read(block: Block) -> Block:
    match block:
        case Claims(claims):
            return Claims(tuple(replace(c, bookmark="", trim="", up="", down="") for c in claims))
        case Papers():
            return replace(block, papers=tuple(replace(p, bookmark="", choices=()) for p in block.papers))
        case Progress():
            return replace(block, why="")
        case Text() | Figure() | Table() | Notice() | Choices() | Form() | Steps() | File():
            return block
    assert_never(block)


class Shares:
    """The links that there are. `share:TOKEN` names a thread, `of:CHANNEL:THREAD` its link.

    A link is good only while it is its thread's: two that were made at once cannot both be taken back.
    """

    def __init__(self, state: AdapterState) -> None:
        self._state = state
        self._one = asyncio.Lock()

    async def link_of(self, place: Place) -> str:
        """Return the thread's link's secret part; "" where it has none."""
        return await self._state.get(self._of(place)) or ""

    async def share(self, place: Place) -> str:
        """Return the thread's link, a new one where it has none."""
        async with self._one:
            token = await self.link_of(place)
            if not token:
                token = secrets.token_urlsafe(_BYTES)
                await self._state.set(f"share:{token}", json.dumps([place.channel, place.thread]))
                await self._state.set(self._of(place), token)
            return token

    async def revoke(self, place: Place) -> None:
        """Take the thread's link back; fine where it has none."""
        token = await self.link_of(place)
        if token:
            await self._state.delete(f"share:{token}")
            await self._state.delete(self._of(place))

    async def thread_of(self, token: str, platform: str) -> Place | None:
        """Return which thread a link leads to, None where it leads nowhere."""
        kept = await self._state.get(f"share:{token}")
        if kept is None:
            return None
        channel, thread = json.loads(kept)
        place = Place(platform, "", channel, thread)
        return place if await self.link_of(place) == token else None

    @staticmethod
    def _of(place: Place) -> str:
        return f"of:{place.channel}:{place.thread}"


class ShareRoutes:
    """Making, taking back and following links."""

    def __init__(self, services: WebServices, state: AdapterState) -> None:
        self._services = services
        self._shares = Shares(state)

    async def change(self, request: Request, visitor: Visitor) -> Response:
        """Make a link (`name` is "share"), take it back ("revoke"), or tell whether there is one ("look")."""
        form = await forms.read_form(request.stream())
        place = self._services.place(visitor, form.thread)
        match form.name:
            case "share" if await turn_ids(self._services.asker(), place):
                token = await self._shares.share(place)
            case "share":
                return JSONResponse({"error": "Nothing has been asked here yet, so there is nothing to share."}, 400)
            case "revoke":
                await self._shares.revoke(place)
                token = ""
            case "look":
                token = await self._shares.link_of(place)
            case _:
                return JSONResponse({"error": "Say what to do with the link: share, revoke or look."}, 400)
        return JSONResponse({"link": f"/s/{token}" if token else ""}, headers=FRESH)

    async def shown(self, request: Request, visitor: Visitor) -> Response:
        """The thread that a link leads to, to be read; what is asked in it later shows as well."""
        token = request.path_params["token"]
        place, ask = await self._shares.thread_of(token, self._services.platform), self._services.asker()
        at = request.query_params.get("at", "")
        turns = await _turns(ask, place, token, at) if place else ()
        if place is None or not turns:  # taken back, or the thread has been forgotten
            if place is not None:
                await self._shares.revoke(place)
            return HTMLResponse(render_shared("", (), GONE), 404, headers=_HEADERS)
        named = {line.id: line.title for line in await fetch_threads(ask, place)}
        title = named.get(place.thread) or turns[0].question
        return HTMLResponse(render_shared(title, turns), headers=_HEADERS)

    async def picture(self, request: Request, visitor: Visitor) -> Response:
        """One of the pictures of a shared thread."""
        place = await self._shares.thread_of(request.path_params["token"], self._services.platform)
        nth = forms.read_number(request.query_params.get("n", "0"))
        ask = self._services.asker()
        png = await fetch_picture(ask, place, request.path_params["turn"], nth) if place else b""
        if not png:
            return JSONResponse({"error": "There is no picture."}, 404)
        return Response(png, media_type="image/png", headers=_HEADERS)


async def _turns(ask: Ask, place: Place, token: str, at: str) -> tuple[Snapshot, ...]:
    return await fetch_turns(
        ask, place, at, lambda reply: render_reply(without_controls(reply), place.thread, f"/s/{token}")
    )
