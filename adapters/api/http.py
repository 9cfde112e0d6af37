"""The capabilities as JSON over HTTP: an address each, problems as RFC 9457 has them, an OpenAPI document of it all."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from adapters.api import limits
from adapters.api.operations import PICTURE, Grant, Listing, Operation, Operations, State, TokenChecker
from kgcore.errors import (
    EvigraphError,
    GraphUnavailable,
    InputError,
    LibraryError,
    LibraryNotFound,
    StoreError,
    TooMuchWaiting,
)

PROBLEM = "application/problem+json"
EVENTS = "text/event-stream"
SVG = "image/svg+xml"
_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
_MOST_TOKENS = 10_000  # whose shares are remembered


@dataclass(slots=True)
class Shares:
    """How many requests each token may still make: so many at once, refilled by the minute (a token bucket)."""

    now: Callable[[], float] = time.monotonic
    _left: dict[str, tuple[float, float]] = field(default_factory=dict)

    def take(self, holder: str) -> float:
        """Take one; return 0, or the seconds after which there is one again."""
        at = self.now()
        left, since = self._left.pop(holder, (float(limits.BURST), at))
        left = min(float(limits.BURST), left + (at - since) * limits.A_MINUTE / 60)
        if len(self._left) >= _MOST_TOKENS:
            self._left.pop(next(iter(self._left)))
        self._left[holder] = (left - 1 if left >= 1 else left, at)
        return 0.0 if left >= 1 else (1 - left) * 60 / limits.A_MINUTE


def problem(status: int, title: str, detail: str = "", headers: Mapping[str, str] | None = None) -> Response:
    """Return a problem document (RFC 9457)."""
    told = {"type": "about:blank", "title": title, "status": status} | ({"detail": detail} if detail else {})
    return JSONResponse(told, status, headers=dict(headers or {}), media_type=PROBLEM)


def beyond(name: str, grant: Grant) -> Response:
    """Return what is answered where a token may not do what was asked (RFC 6750, section 3.1)."""
    wanted = {"WWW-Authenticate": f'Bearer realm="evigraph", error="insufficient_scope", scope="{name}"'}
    return problem(403, f"This token may not call {name}.", f"It may: {', '.join(sorted(grant.scopes))}.", wanted)


def bearer_of(value: str) -> str:
    """Return the token of an Authorization header, "" where there is none."""
    scheme, _, token = value.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def api_routes(operations: Operations, tokens: TokenChecker, version: str, shares: Shares) -> Sequence[BaseRoute]:
    """Return the routes below /api/v1."""
    api = _Api(operations, tokens, shares)
    document = openapi(operations, version)

    async def described(request: Request) -> Response:
        return JSONResponse(document)

    return [
        Route(f"{limits.PREFIX}/openapi.json", described),
        Route(f"{limits.PREFIX}/picture", _in_words(api.picture), methods=["POST"]),
        *(Route(f"{limits.PREFIX}/{name}", _in_words(api.answer), methods=["POST"]) for name in operations.all),
        *(Route(f"{limits.PREFIX}/{name}", _in_words(api.listed), methods=["GET"]) for name in operations.lists),
        Route(f"{limits.PREFIX}/{{name:path}}", api.refused, methods=_METHODS),
    ]


def _in_words(handler: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """Return a handler that answers with a problem where it raises: the store of the tokens may be away, too."""

    async def answered(request: Request) -> Response:
        try:
            return await handler(request)
        except EvigraphError as error:
            return refusal(error)

    return answered


class _Api:
    def __init__(self, operations: Operations, tokens: TokenChecker, shares: Shares) -> None:
        self._operations, self._tokens, self._shares = operations, tokens, shares

    async def answer(self, request: Request) -> Response:
        """Answer one row of one capability."""
        operation = self._operations.all[_last_of(request)]
        asked = await self._asked(request, operation.name)
        if isinstance(asked, Response):
            return asked
        grant, row = asked
        if operation.grows is not None and _wants(request, EVENTS):
            return await self._streamed(request, operation.grows(row, grant))
        answered = await _told(lambda: operation.whole(row, grant))
        return await self._revoked(request) or answered

    async def _streamed(self, request: Request, states: AsyncGenerator[State]) -> Response:
        """Answer with an event for each state; what is refused before the first is a problem as everywhere."""
        try:
            first = await anext(states)
        except EvigraphError as error:
            return refusal(error)
        unbuffered = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        return StreamingResponse(self._events(request, first, states), media_type=EVENTS, headers=unbuffered)

    async def _events(self, request: Request, state: State, states: AsyncGenerator[State]) -> AsyncIterator[bytes]:
        async with aclosing(states):
            try:
                while True:
                    if revoked := await self._revoked(request):
                        yield _event("problem", revoked)
                        return
                    yield _event("record" if state.whole else "state", JSONResponse(state.record))
                    if state.whole:
                        return
                    state = await anext(states)
            except EvigraphError as error:
                yield _event("problem", refusal(error))

    async def listed(self, request: Request) -> Response:
        """Answer one of the lists."""
        listing = self._operations.lists[_last_of(request)]
        grant = await self._granted(request, listing.name)
        if isinstance(grant, Response):
            return grant
        await self._tokens.called(grant.holder, listing.name)
        return await _told(lambda: listing.read(grant))

    async def refused(self, request: Request) -> Response:
        """Say what there is instead of what was asked for."""
        name, (calls, lists) = request.path_params["name"], ({*self._operations.all, PICTURE}, self._operations.lists)
        if name in calls or name in lists:
            allowed = "POST" if name in calls else "GET"
            return problem(405, "Not with this method.", f"{name} answers {allowed}.", {"Allow": allowed})
        return problem(404, "No such capability.", f"There are: {', '.join(sorted({*calls, *lists}))}.")

    async def picture(self, request: Request) -> Response:
        """Answer a question's `text` with its picture."""
        asked = await self._asked(request, PICTURE)
        if isinstance(asked, Response):
            return asked
        grant, row = asked
        text = row.get("text")
        if not isinstance(text, str) or not text.strip():
            return problem(422, "The request cannot be used.", '"text" must be a question.')
        try:
            drawn = await self._operations.draw(text, grant)
        except EvigraphError as error:
            return await self._revoked(request) or refusal(error)
        if revoked := await self._revoked(request):
            return revoked
        alone = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'", "Vary": "Accept"}
        if _wants(request, SVG):
            return Response(drawn.svg, media_type=SVG, headers=alone)
        return Response(drawn.png, media_type="image/png", headers=alone)

    async def _revoked(self, request: Request) -> Response | None:
        """Return what is answered instead where the token was revoked meanwhile; None where it holds."""
        if await self._tokens.grant(bearer_of(request.headers.get("authorization", ""))) is not None:
            return None
        wanted = {"WWW-Authenticate": 'Bearer realm="evigraph", error="invalid_token"'}
        return problem(401, "This token was revoked.", "It was revoked while its request was being answered.", wanted)

    async def _granted(self, request: Request, name: str) -> Grant | Response:
        """Return what the request's token grants, or what is answered where that is not enough."""
        token = bearer_of(request.headers.get("authorization", ""))
        grant = await self._tokens.grant(token) if token else None
        if grant is None:
            wanted = {"WWW-Authenticate": 'Bearer realm="evigraph"'}
            return problem(401, "A token is needed.", "Make one with: evigraph token new NAME", wanted)
        if not grant.allows(name):
            return beyond(name, grant)
        if wait := self._shares.take(grant.holder):
            after = {"Retry-After": str(max(1, round(wait)))}
            return problem(429, "Too many requests.", f"{limits.A_MINUTE} a minute are answered.", after)
        return grant

    async def _asked(self, request: Request, name: str) -> Response | tuple[Grant, Mapping[str, Any]]:
        """Return who asks and the row, or what is answered where it cannot be used."""
        grant = await self._granted(request, name)
        if isinstance(grant, Response):
            return grant
        body = await _body(request)
        if body is None:
            return problem(413, "The request is too long.", f"{limits.LONGEST_BODY:,} bytes are read.")
        try:
            row = json.loads(body)
        except (ValueError, RecursionError):
            return problem(400, "The request is not JSON.")
        if not isinstance(row, dict):
            return problem(422, "The request cannot be used.", "It must be one JSON object.")
        await self._tokens.called(grant.holder, name)
        return grant, row


def _wants(request: Request, media: str) -> bool:
    return media in request.headers.get("accept", "")


def _event(name: str, told: Response) -> bytes:
    """Return a server-sent event; the JSON of a response stands on one line."""
    return b"event: " + name.encode() + b"\ndata: " + bytes(told.body) + b"\n\n"


async def _body(request: Request) -> bytes | None:
    found = bytearray()
    async for piece in request.stream():
        found += piece
        if len(found) > limits.LONGEST_BODY:
            return None
    return bytes(found)


async def _told(answer: Callable[[], Any]) -> Response:
    try:
        return JSONResponse(await answer())
    except EvigraphError as error:
        return refusal(error)


def _last_of(request: Request) -> str:
    return request.url.path.rpartition("/")[2]


def refusal(error: EvigraphError) -> Response:
    """Return what is answered where something was not done."""
    if isinstance(error, InputError):
        return problem(422, "The request cannot be used.", str(error))
    if isinstance(error, TooMuchWaiting):
        return problem(429, "Too much is waiting.", error.public, {"Retry-After": f"{error.retry_after:.0f}"})
    if isinstance(error, LibraryNotFound):  # waiting does not bring it
        return problem(404, "That is not there.", error.public)
    if isinstance(error, GraphUnavailable | StoreError | LibraryError):
        return problem(503, "That cannot be answered just now.", error.public, {"Retry-After": "10"})
    return problem(500, "That could not be answered.", error.public)


def openapi(operations: Operations, version: str) -> dict[str, Any]:
    """Return the OpenAPI 3.1 document: every capability with the schemas that the command line prints."""
    paths: dict[str, Any] = {}
    schemas: dict[str, Any] = {}
    for operation in operations.all.values():
        paths[f"/{operation.name}"] = {"post": _path(operation, schemas)}
    for listing in operations.lists.values():
        paths[f"/{listing.name}"] = {"get": _list(listing, schemas)}
    paths["/picture"] = {
        "post": {
            "operationId": "picture",
            "summary": "the picture of an answer",
            "requestBody": {
                "required": True,
                "content": {"application/json": {"schema": {"type": "object", "required": ["text"], "properties": {
                    "text": {"type": "string"}}}}},
            },
            "responses": {"200": {"description": "the picture, as Accept wants it", "content": {
                "image/png": {}, SVG: {}}}, **_PROBLEMS},
        }
    }  # fmt: skip
    return {
        "openapi": "3.1.0",
        "info": {"title": "Evigraph", "version": version, "description": "Claims checked against a knowledge graph."},
        "servers": [{"url": limits.PREFIX}],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{"token": []}],
    }


_STREAMED = "events: state (the answer so far) as it grows, then record (the same JSON as whole), or problem"
_PROBLEM = {"description": "a problem", "content": {PROBLEM: {"schema": {"type": "object"}}}}
_PROBLEMS = dict.fromkeys(("400", "401", "403", "404", "413", "422", "429", "500", "503"), _PROBLEM)


def _path(operation: Operation, schemas: dict[str, Any]) -> dict[str, Any]:
    reads, writes = (_ours(schema, operation.name, schemas) for schema in (operation.reads, operation.writes))
    content = {"application/json": {"schema": writes}}
    answered = {"description": operation.words, "content": content}
    if operation.grows is not None:
        content[EVENTS] = {"schema": {"type": "string", "description": _STREAMED}}
    return {
        "operationId": operation.name,
        "summary": operation.words,
        "requestBody": {"required": True, "content": {"application/json": {"schema": reads}}},
        "responses": {"200": answered, **_PROBLEMS},
    }


def _list(listing: Listing, schemas: dict[str, Any]) -> dict[str, Any]:
    rows = {"type": "array", "items": _ours(listing.row, listing.name, schemas)}
    told = {"description": listing.words, "content": {"application/json": {"schema": rows}}}
    return {"operationId": listing.name, "summary": listing.words, "responses": {"200": told, **_PROBLEMS}}


def _ours(schema: Mapping[str, Any], name: str, schemas: dict[str, Any]) -> Any:
    """Return a schema with its definitions moved among the document's, under names of their own."""
    schemas.update({f"{name}.{kind}": _renamed(one, name) for kind, one in schema.get("$defs", {}).items()})
    return _renamed({k: v for k, v in schema.items() if k not in ("$defs", "$schema", "title")}, name)


def _renamed(schema: Any, name: str) -> Any:
    if isinstance(schema, dict):
        return {
            key: value.replace("#/$defs/", f"#/components/schemas/{name}.")
            if key == "$ref" and isinstance(value, str)
            else _renamed(value, name)
            for key, value in schema.items()
        }
    return [_renamed(one, name) for one in schema] if isinstance(schema, list) else schema
