"""What can be fetched from outside: pictures and downloads, at addresses that nobody can guess and that end."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import re
import time
from collections.abc import Callable
from typing import Final
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response

from adapters.port import AdapterState, Ask
from adapters.teams import images
from adapters.teams.limits import PICTURE_DAYS
from adapters.teams.references import References
from adapters.teams.scene import ShownPicture
from kgcore.values.message import FilesQuery, Place, TurnQuery
from kgcore.values.reply import Figure, File, Reply

DAY: Final = 86_400.0
TOO_LARGE: Final = (
    "The picture is too large to travel inside a message; with a public address (PUBLIC_URL) it is shown."
)
BROKEN: Final = "The picture could not be drawn."
_TOKEN: Final = re.compile(r"[0-9a-f]{40}")
_MEDIA: Final = re.compile(r"[a-z]+/[a-z0-9.+-]+")
_HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cache-Control": "private, max-age=86400",
    "Referrer-Policy": "no-referrer",
}


class PublicAddress:
    """`base` is our own address as others reach it, or "": then pictures travel inside messages."""

    def __init__(
        self, base: str, state: AdapterState, references: References, clock: Callable[[], float] = time.time
    ) -> None:
        self._base = base.rstrip("/")
        self._state = state
        self._references = references
        self._clock = clock
        self.ask: Ask | None = None

    async def pictures(self, reply: Reply, place: Place) -> tuple[ShownPicture, ...]:
        """Return how each picture of the reply is shown."""
        figures = [b for b in reply.blocks if isinstance(b, Figure)]
        return tuple([await self._picture(f, n, reply, place) for n, f in enumerate(figures)])

    async def files(self, reply: Reply, place: Place) -> tuple[str, ...]:
        """Return the address of each download of the reply, or "" where there is none."""
        files = [b for b in reply.blocks if isinstance(b, File)]
        if not self._base:
            return ("",) * len(files)
        return tuple([await self._address("file", place, f.name, quote(f.name, safe="")) for f in files])

    async def serve(self, request: Request) -> Response:
        """Answer a request for a picture or a download; 404 whatever is wrong with the address."""
        token = str(request.path_params["token"])
        kept = await self._state.get(f"u:{token}") if _TOKEN.fullmatch(token) else None
        if kept is None or self.ask is None:
            return Response("Not found", 404)
        kind, place, what, until = json.loads(kept)
        if until < self._clock():
            await self._state.delete(f"u:{token}")
            return Response("Not found", 404)
        found = await self._found(kind, Place(*place), what)
        return found or Response("Not found", 404)

    async def clean(self) -> None:
        """Forget addresses that have ended."""
        for key in await self._state.keys("u:"):
            kept = await self._state.get(key)
            if kept and json.loads(kept)[3] < self._clock():
                await self._state.delete(key)

    async def _picture(self, figure: Figure, nth: int, reply: Reply, place: Place) -> ShownPicture:
        if self._base and reply.turn:
            digest = hashlib.blake2b(figure.png, digest_size=8).hexdigest()  # another picture, another address
            return ShownPicture(
                await self._address("picture", place, json.dumps([reply.turn, nth, digest]), "graph.png")
            )
        whole = next((b for b in reply.blocks if isinstance(b, File) and b.content == figure.png), None)
        if self._base and whole is not None:  # of a summary, which is no turn: the download of the same picture
            digest = hashlib.blake2b(figure.png, digest_size=8).hexdigest()
            return ShownPicture(await self._address("shown", place, json.dumps([whole.name, digest]), "graph.png"))
        png = await asyncio.to_thread(images.shrink_picture, figure.png)
        if png is None:
            return ShownPicture(note=TOO_LARGE if figure.png else BROKEN)
        return ShownPicture(f"data:image/png;base64,{base64.b64encode(png).decode()}")

    async def _address(self, kind: str, place: Place, what: str, name: str) -> str:
        token = await self._references.sign("address", kind, place.key, what)
        parts = [place.platform, place.workspace, place.channel, place.thread]
        until = self._clock() + PICTURE_DAYS * DAY
        kept = await self._state.get(f"u:{token}")
        if kept is None or json.loads(kept)[3] < until - DAY:  # once a day is enough to put the end off
            await self._state.set(f"u:{token}", json.dumps([kind, parts, what, until]))
        return f"{self._base}/teams/{token}/{name}"

    async def _found(self, kind: str, place: Place, what: str) -> Response | None:
        if self.ask is None:
            return None
        if kind in {"file", "shown"}:
            name = what if kind == "file" else json.loads(what)[0]
            reply = await self.ask(FilesQuery(place, name))
            file = next((b for b in reply.blocks if isinstance(b, File) and b.name == name), None)
            if file is None or kind == "file":
                return _download(file) if file else None
            png = await asyncio.to_thread(images.fit_picture, file.content)
            return Response(png, media_type="image/png", headers=_HEADERS) if png else None
        turn, nth, _ = json.loads(what)
        reply = await self.ask(TurnQuery(place, turn))
        figures = [b for b in reply.blocks if isinstance(b, Figure)]
        png = await asyncio.to_thread(images.fit_picture, figures[nth].png) if nth < len(figures) else None
        return Response(png, media_type="image/png", headers=_HEADERS) if png else None


def _download(file: File) -> Response:
    media = file.media if _MEDIA.fullmatch(file.media) else "application/octet-stream"
    name = f"attachment; filename*=UTF-8''{quote(file.name, safe='')}"
    return Response(file.content, headers={**_HEADERS, "Content-Type": media, "Content-Disposition": name})
