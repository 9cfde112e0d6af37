"""A small server that speaks OpenAI's chat completions, embeddings and models, and misbehaves on demand.

    python -m tests.servers.openai --port 8701
    OPENAI_BASE_URL=http://127.0.0.1:8701/v1 OPENAI_MODEL=demo make run

The part of a model's name behind a colon is a Misbehaviour: `OPENAI_MODEL=demo:half` breaks off in the middle.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from tests.servers.openai_demo import answer_for

DIMENSIONS = 64


class Misbehaviour(StrEnum):
    """What can go wrong on somebody else's server."""

    BUSY_ONCE = "busy"  # 429 with Retry-After: 0 for the first request, then an answer
    BUSY = "always-busy"  # 429, and 500 in turns
    LATER = "later"  # 429 with Retry-After: an hour
    SOON = "soon"  # 429 with Retry-After: 15 seconds, every time
    NO_CREDIT = "no-credit"
    TROUBLE = "500"
    HALF = "half"  # the stream ends politely in the middle
    DROPPED = "dropped"  # the socket is closed in the middle
    ERROR_EVENT = "error-event"
    MUTE = "mute"  # never sends a header
    SILENT = "silent"  # sends headers and then nothing
    STALLED = "stalled"  # sends a few words and then nothing
    PINGS = "pings"  # sends nothing but comments, which keep a connection open
    BLANK = "blank"  # sends empty pieces for ever
    EMPTY = "empty"
    NONSENSE = "nonsense"  # an HTML page
    GARBAGE = "garbage"  # events that are no JSON
    STRANGE = "strange"  # JSON that is no completion
    NEW_CAP = "new-cap"  # knows max_completion_tokens only
    PLAIN = "plain"  # knows neither a temperature nor a response format
    ENDLESS = "endless"
    CAPPED = "capped"  # stops at the cap on tokens, and says so
    THINKING = "thinking"
    SLOW = "slow"


@dataclass(slots=True)
class FakeOpenAI:
    """The server's behaviour and memory. `answer` gets the messages; `key`, if set, must be sent as bearer token."""

    answer: Callable[[Sequence[dict[str, str]]], str] = answer_for
    key: str = ""
    piece: int = 9
    pause: float = 0.0
    elsewhere: str = ""  # where every request is redirected to
    status: int = 307  # in which words
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    left: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when a client closes its connection before the end of a stream."""

    @property
    def app(self) -> Starlette:
        """The ASGI application."""
        return Starlette(
            routes=[
                Route("/v1/chat/completions", self.chat, methods=["POST"]),
                Route("/v1/embeddings", self.embeddings, methods=["POST"]),
                Route("/v1/models", self.models),
            ]
        )

    async def models(self, request: Request) -> Response:
        names = ("demo", *(f"demo:{m.value}" for m in Misbehaviour))
        data = [{"id": n, "object": "model", "created": 0, "owned_by": "evigraph"} for n in names]
        return self._refused(request) or JSONResponse({"object": "list", "data": data})

    async def embeddings(self, request: Request) -> Response:
        if self.elsewhere:
            return RedirectResponse(self.elsewhere, self.status)
        body = await request.json()
        texts = [body["input"]] if isinstance(body["input"], str) else body["input"]
        data = [{"object": "embedding", "index": i, "embedding": vector(t)} for i, t in enumerate(texts)]
        usage = {"prompt_tokens": 0, "total_tokens": 0}
        return self._refused(request) or JSONResponse(
            {"object": "list", "model": body["model"], "data": data, "usage": usage}
        )

    async def chat(self, request: Request) -> Response:
        if self.elsewhere:
            return RedirectResponse(self.elsewhere, self.status)
        body = await request.json()
        self.requests.append(body)
        self.headers.append(dict(request.headers))
        name, _, how = body["model"].partition(":")
        if name != "demo" or (how and how not in {m.value for m in Misbehaviour}):
            return failure(404, "model_not_found", f"The model {body['model']} does not exist")
        bad = Misbehaviour(how) if how else None
        refused = self._refused(request) or await self._failed(bad, body)
        if refused is not None:
            return refused
        if not body.get("stream"):
            return JSONResponse(completion(self.answer(body["messages"]), body["model"]))
        return StreamingResponse(self._events(bad, body), media_type="text/event-stream")

    def _refused(self, request: Request) -> Response | None:
        sent = request.headers.get("authorization", "").removeprefix("Bearer ")
        if self.key and sent != self.key:
            # Real servers repeat the key in their answer: nobody may show that.
            return failure(401, "invalid_api_key", f"Incorrect API key provided: {sent}.")
        return None

    async def _failed(self, bad: Misbehaviour | None, body: dict[str, Any]) -> Response | None:
        match bad:
            case Misbehaviour.BUSY_ONCE if len(self.requests) == 1:
                return failure(429, "rate_limit_exceeded", "Slow down.", {"Retry-After": "0"})
            case Misbehaviour.BUSY:
                return failure(429 if len(self.requests) % 2 else 500, "rate_limit_exceeded", "Slow down.")
            case Misbehaviour.LATER:
                return failure(429, "rate_limit_exceeded", "Come back in an hour.", {"Retry-After": "3600"})
            case Misbehaviour.SOON:
                return failure(429, "rate_limit_exceeded", "Come back in a while.", {"Retry-After": "15"})
            case Misbehaviour.NO_CREDIT:
                return failure(429, "insufficient_quota", "You exceeded your current quota.")
            case Misbehaviour.TROUBLE:
                return failure(500, "server_error", "Traceback (most recent call last): …")
            case Misbehaviour.MUTE:
                await asyncio.sleep(3600)
            case Misbehaviour.NONSENSE:
                return HTMLResponse("<h1>It works!</h1>")
            case Misbehaviour.NEW_CAP if "max_tokens" in body:
                words = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."
                return failure(400, "unsupported_parameter", words)
            case Misbehaviour.PLAIN if "temperature" in body:
                return failure(400, "unsupported_value", "Unsupported value: 'temperature' does not support 0.")
            case Misbehaviour.PLAIN if "response_format" in body:
                return failure(422, "invalid_request_error", "response_format: json_schema is not known here")
            case _:
                pass
        return None

    async def _events(self, bad: Misbehaviour | None, body: dict[str, Any]) -> AsyncIterator[str]:
        finished = False
        try:
            async for event in self._written(bad, body):
                yield event
            finished = True
        finally:
            if not finished:
                self.left.set()

    async def _written(self, bad: Misbehaviour | None, body: dict[str, Any]) -> AsyncIterator[str]:
        text = "" if bad is Misbehaviour.EMPTY else self.answer(body["messages"])
        if bad is Misbehaviour.THINKING:
            text = f"<think>\nThe user wants [something]($N9).\n</think>\n\n{text}"
        while bad is Misbehaviour.PINGS:
            yield ": ping\n\n"
            await asyncio.sleep(0.05)
        yield event(chunk(body["model"], role="assistant", content=""))
        while bad is Misbehaviour.BLANK:
            yield event(chunk(body["model"], content=""))
            await asyncio.sleep(0.05)
        for at in range(0, len(text), self.piece):
            await self._interlude(bad, at >= len(text) // 2)
            if bad is Misbehaviour.HALF and at >= len(text) // 2:
                return
            async for odd in oddities(bad, at >= len(text) // 2):
                yield odd
            yield event(chunk(body["model"], content=text[at : at + self.piece]))
        while bad is Misbehaviour.ENDLESS:
            await asyncio.sleep(0)
            yield event(chunk(body["model"], content=" and so on" * 20))
        yield event(chunk(body["model"], finish="length" if bad is Misbehaviour.CAPPED else "stop"))
        yield "data: [DONE]\n\n"

    async def _interlude(self, bad: Misbehaviour | None, midway: bool) -> None:
        await asyncio.sleep(0.3 if bad is Misbehaviour.SLOW else self.pause)
        if bad is Misbehaviour.SILENT or (bad is Misbehaviour.STALLED and midway):
            await asyncio.sleep(3600)
        if bad is Misbehaviour.DROPPED and midway:
            raise ConnectionResetError("dropped on purpose")


async def oddities(bad: Misbehaviour | None, midway: bool) -> AsyncIterator[str]:
    """What broken servers send instead of a chunk."""
    if bad is Misbehaviour.GARBAGE:
        yield "data: {{{ this is no JSON\n\n"
    if bad is Misbehaviour.STRANGE:
        yield event({"choices": [{"delta": "?", "message": 7}], "ok": None})
    if bad is Misbehaviour.ERROR_EVENT and midway:
        yield event({"error": {"message": "out of memory at sk-secret", "type": "server_error"}})


def event(data: dict[str, Any]) -> str:
    """One server-sent event."""
    return f"data: {json.dumps(data)}\n\n"


def chunk(
    model: str, *, content: str | None = None, role: str | None = None, finish: str | None = None
) -> dict[str, Any]:
    """A chat.completion.chunk."""
    delta = {k: v for k, v in (("role", role), ("content", content)) if v is not None}
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return {"id": "c1", "object": "chat.completion.chunk", "created": 0, "model": model, "choices": [choice]}


def completion(text: str, model: str) -> dict[str, Any]:
    """A whole chat.completion, for clients that do not stream."""
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
    return {"id": "c1", "object": "chat.completion", "created": 0, "model": model, "choices": [choice]}


def failure(status: int, code: str, words: str, headers: dict[str, str] | None = None) -> Response:
    """An error as OpenAI words it."""
    return JSONResponse({"error": {"message": words, "type": code, "code": code}}, status, headers)


def vector(text: str) -> list[float]:
    """A crude embedding: hashed character trigrams, so that similar spellings are near."""
    padded, counts = f"  {text.lower()} ", [0.0] * DIMENSIONS
    for i in range(len(padded) - 2):
        digest = hashlib.blake2b(padded[i : i + 3].encode(errors="replace"), digest_size=4).digest()
        counts[int.from_bytes(digest, "big") % DIMENSIONS] += 1.0
    norm = sum(c * c for c in counts) ** 0.5 or 1.0
    return [c / norm for c in counts]


@asynccontextmanager
async def serving(fake: FakeOpenAI, port: int = 0) -> AsyncIterator[str]:
    """Serve on loopback; yields the base URL."""
    config = uvicorn.Config(fake.app, host="127.0.0.1", port=port, log_config=None, lifespan="off")
    server = uvicorn.Server(config)
    config.load()
    task = asyncio.get_running_loop().create_task(server._serve())
    try:
        while not server.started:
            await asyncio.sleep(0.005)
        where = server.servers[0].sockets[0].getsockname()
        yield f"http://127.0.0.1:{where[1]}/v1"
    finally:
        server.should_exit = server.force_exit = True
        await task


def main() -> None:
    """Serve until interrupted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=8701)
    parser.add_argument("--key", default="", help="refuse every other key")
    parser.add_argument("--pause", type=float, default=0.03, help="seconds between two pieces of text")
    options = parser.parse_args()
    fake = FakeOpenAI(key=options.key, pause=options.pause)
    print(f"http://127.0.0.1:{options.port}/v1 (models: demo, {', '.join(f'demo:{m.value}' for m in Misbehaviour)})")
    # What never answers does not keep it from ending.
    uvicorn.run(fake.app, host="127.0.0.1", port=options.port, log_level="warning", timeout_graceful_shutdown=1)


if __name__ == "__main__":
    main()
