"""What the page asks for when it is loaded: it keeps nothing itself."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from urllib.parse import quote

import structlog
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from adapters.port import Ask, Origin
from adapters.web import forms, limits
from adapters.web.desk import WebServices, new_id
from adapters.web.inlines import clean_text, media_type
from adapters.web.people import Visitor, origin_of
from adapters.web.render import (
    Page,
    Snapshot,
    ThreadLine,
    fold_turn,
    render_colours,
    render_page,
    render_reply,
    render_threads,
)
from kgcore.errors import EvigraphError
from kgcore.values.message import FilesQuery, NamesQuery, Place, ThreadQuery, ThreadsQuery, TurnQuery
from kgcore.values.reply import Choice, Choices, Figure, File, Reply
from kgcore.values.text import whole_number


@dataclass(frozen=True, slots=True)
class EntityName:
    """An entity's name and its type in words."""

    name: str
    type: str


async def fetch_threads(ask: Ask, place: Place, find: str = "", skip: int = 0) -> tuple[ThreadLine, ...]:
    """Return the threads of the place's channel, newest first: a hundred, without the first `skip` of them; with `find`
    those with these words in their name.
    """
    return tuple(ThreadLine(c.action, c.label, c.hint) for c in _listed(await ask(ThreadsQuery(place, find, skip))))


Shown = Callable[[Reply], Snapshot]


async def turn_ids(ask: Ask, place: Place) -> tuple[str, ...]:
    """Return the ids of the thread's turns, oldest first."""
    return tuple(c.action for c in _listed(await ask(ThreadQuery(place))))


async def fetch_turns(ask: Ask, place: Place, at: str = "", shown: Shown | None = None) -> tuple[Snapshot, ...]:
    """Return the turns of the thread: the last twenty, or the twenty from the turn `at` on, as they stand, and of the
    others the questions. Others get their turn between two of them.
    """
    render = shown or (lambda reply: render_reply(reply, place.thread))
    listed = _listed(await ask(ThreadQuery(place)))
    first = next((n for n, turn in enumerate(listed) if turn.action == at), len(listed))
    first = max(0, min(first, len(listed) - limits.PAGE_TURNS))
    found: list[Snapshot] = []
    for n, turn in enumerate(listed):
        if not first <= n < first + limits.PAGE_TURNS:
            found.append(fold_turn(turn.action, turn.label))
            continue
        reply = await ask(TurnQuery(place, turn.action))
        if reply.turn:
            last = n + 1 == min(len(listed), first + limits.PAGE_TURNS)
            found.append(render(reply) if last or len(listed) <= limits.PAGE_TURNS else render(reply).without_steps())
    return tuple(found)


async def fetch_turn(ask: Ask, place: Place, id: str) -> Snapshot | None:
    """Return one turn as it stands, or None where the thread has none of that id."""
    reply = await ask(TurnQuery(place, id))
    return render_reply(reply, place.thread) if reply.turn else None


async def fetch_versions(ask: Ask, place: Place) -> dict[str, str]:
    """Return how the thread's turns stand, oldest first: as their state tells, the others have to be looked at."""
    found: dict[str, str] = {}
    for turn in _listed(await ask(ThreadQuery(place))):
        if turn.hint:
            found[turn.action] = turn.hint
        elif snapshot := await fetch_turn(ask, place, turn.action):
            found[turn.action] = snapshot.version
    return found


async def fetch_picture(ask: Ask, place: Place, turn: str, nth: int = 0) -> bytes:
    """Return the PNG of a turn's picture, the first being 0; b"" where there is none."""
    reply = await ask(TurnQuery(place, turn, png=True))
    pictures = [b.png for b in reply.blocks if isinstance(b, Figure)]
    return pictures[nth] if nth < len(pictures) else b""


async def fetch_file(ask: Ask, place: Place, name: str) -> File | None:
    """Return the thread's download of that name."""
    reply = await ask(FilesQuery(place, name))
    return next((b for b in reply.blocks if isinstance(b, File) and b.name == name), None)


async def fetch_names(ask: Ask, place: Place, typed: str) -> tuple[EntityName, ...]:
    """Return names of entities that continue what was typed, or are near it."""
    return tuple(EntityName(c.label, c.hint) for c in _listed(await ask(NamesQuery(place, typed))))


def _number(text: str) -> int:
    """Return the number of an aside as a page sends it back; 0 for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else 0


def _listed(reply: Reply) -> list[Choice]:
    return [c for b in reply.blocks if isinstance(b, Choices) for c in (*b.buttons, *b.menu)]


# --- What is looked at: pages, one turn, pictures, downloads, names to complete, and the open stream.

log = structlog.get_logger()
FRESH = {"Cache-Control": "no-store"}


async def colours_response(request: Request) -> Response:
    """The verdicts' colours as a style sheet, the same for everybody."""
    return Response(render_colours(), media_type="text/css")


class ReadRoutes:
    """The routes that change nothing."""

    def __init__(self, services: WebServices) -> None:
        self._services = services

    async def page(self, request: Request, visitor: Visitor) -> Response:
        """A whole page: an empty one, or a thread."""
        thread = request.path_params.get("thread") or new_id()
        place, ask = self._services.place(visitor, thread), self._services.asker()
        lines = await fetch_threads(ask, place)
        desk = self._services
        page = Page(
            *(thread, new_id(), desk.status(), desk.examples, lines),
            shares=desk.shares,
            who=visitor.name,
            overview=visitor.admin and desk.desk is not None,
        )
        if "thread" in request.path_params:
            page = replace(page, turns=await fetch_turns(ask, place, request.query_params.get("at", "")))
        return HTMLResponse(render_page(page), headers=FRESH)

    async def threads(self, request: Request, visitor: Visitor) -> Response:
        """The list of threads alone: the first hundred, or those behind the first `skip`; `find`: only such ones."""
        asked = request.query_params
        current, find = asked.get("current", ""), asked.get("find", "").strip()[: limits.NAME_CHARACTERS]
        skip = min(whole_number(asked.get("skip", "")) or 0, limits.MOST_SKIPPED)
        place = self._services.place(visitor, current)
        lines = await fetch_threads(self._services.asker(), place, find, skip)
        return HTMLResponse(render_threads(lines, current, self._services.shares, skip), headers=FRESH)

    async def turn(self, request: Request, visitor: Visitor) -> Response:
        """One turn as it stands, as the page's script reads it."""
        place = self._services.place(visitor, request.path_params["thread"])
        snapshot = await fetch_turn(self._services.asker(), place, request.path_params["turn"])
        if snapshot is None:
            return JSONResponse({"error": "There is no such answer."}, 404)
        return Response(snapshot.json, media_type="application/json", headers=FRESH)

    async def picture(self, request: Request, visitor: Visitor) -> Response:
        """One of a turn's pictures as PNG; `n` counts them from 0."""
        place = self._services.place(visitor, request.path_params["thread"])
        nth = forms.read_number(request.query_params.get("n", "0"))
        png = await fetch_picture(self._services.asker(), place, request.path_params["turn"], nth)
        if not png:
            return JSONResponse({"error": "There is no picture."}, 404)
        return Response(png, media_type="image/png", headers=FRESH)

    async def file(self, request: Request, visitor: Visitor) -> Response:
        """One of a thread's downloads."""
        place, name = self._services.place(visitor, request.path_params["thread"]), request.path_params["name"]
        found = await fetch_file(self._services.asker(), place, name)
        if found is None:
            return JSONResponse({"error": "There is no such file."}, 404)
        headers = {**FRESH, "Content-Disposition": f"attachment; filename*=utf-8''{quote(found.name, safe='')}"}
        return Response(found.content, media_type=media_type(found.media), headers=headers)

    async def names(self, request: Request, visitor: Visitor) -> Response:
        """Names of entities that continue what is being typed."""
        place = self._services.place(visitor, request.path_params["thread"])
        typed = clean_text(request.query_params.get("q", ""))[: limits.NAME_CHARACTERS].strip()
        found = await fetch_names(self._services.asker(), place, typed) if typed else ()
        return JSONResponse([{"name": n.name, "type": n.type} for n in found], headers=FRESH)

    async def events(self, request: Request, visitor: Visitor) -> Response:
        """The open stream of a thread; `page` names the page that listens, `after` the last aside that it got."""
        page = request.query_params.get("page", "")
        forms.check_names([page] if page else [])
        after = max(map(_number, (request.query_params.get("after", ""), request.headers.get("last-event-id", ""))))
        place = self._services.place(visitor, request.path_params["thread"])
        feed = self._feed(place, page, after, origin_of(request, visitor), self._services.asker())
        return EventSourceResponse(feed, ping=limits.STREAM_PING, send_timeout=limits.STREAM_SEND)

    async def _feed(
        self, place: Place, page: str, after: int, origin: Origin, ask: Ask
    ) -> AsyncIterator[ServerSentEvent]:
        """First which turns there are and how they stand, so that a page that was away fetches what it missed."""
        visitor = place.channel if origin.known else origin.address
        stream = self._services.streams.open(place, page, visitor, origin.address, after)
        ending = asyncio.get_running_loop().call_later(limits.STREAM_LONGEST, self._services.streams.close, stream)
        try:
            known = await fetch_versions(ask, place)
            yield ServerSentEvent(json.dumps(known), event="turns", id=str(stream.since), retry=limits.STREAM_RETRY)
            async for snapshot in stream.changes():
                number = str(snapshot.number) if snapshot.number else None
                yield ServerSentEvent(snapshot.json, event=snapshot.kind.value, id=number)
        except EvigraphError as error:  # the page reconnects by itself
            log.warning("a stream ended", reason=str(error))
        finally:
            ending.cancel()
            self._services.streams.close(stream)
