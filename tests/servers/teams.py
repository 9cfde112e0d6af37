"""Teams' connector, small: takes what a bot posts, keeps it, and refuses what the platform refuses.

    python -m tests.servers.teams           (prints its address)

It answers 201, 202, 400, 403, 404, 413, 429 by the rules, and whatever else a test has put into `faults`.
"""

from __future__ import annotations

import json
import re
import threading
import time
from collections import defaultdict, deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tests.servers.teams_schema import faults, words

Json = dict[str, Any]
WINDOWS = ((1.0, 7), (30.0, 60))  # as the issue names them


@dataclass
class Call:
    """A request as it came, and what was answered."""

    method: str
    conversation: str
    id: str
    body: Json
    at: float
    status: int = 0
    token: str = ""


@dataclass
class Connector:
    """`personal` names the chats where streams are allowed; `faults` are answered first, in order."""

    personal: frozenset[str] = frozenset({"a:ann"})
    known: frozenset[str] | None = None
    most: int = 100_000
    throttling: bool = True
    stream_seconds: float = 120.0
    streaming: bool = True
    opens_chats: bool = True
    faults: deque[tuple[int, dict[str, str], Json]] = field(default_factory=deque)
    calls: list[Call] = field(default_factory=list)
    messages: dict[str, Json] = field(default_factory=dict)
    streams: dict[str, Json] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    throttled: int = 0

    def __post_init__(self) -> None:
        self._next = 1_700_000_000_000
        self._times: dict[str, deque[float]] = defaultdict(lambda: deque(maxlen=60))
        self._lock = threading.Lock()

    def in_(self, conversation: str) -> list[Json]:
        """Return the messages of a conversation as they stand now, oldest first."""
        return [m for m in self.messages.values() if m["conversation"]["id"] == conversation]

    def said(self, conversation: str) -> list[str]:
        """Return the words of the messages of a conversation."""
        return [words(m["attachments"][0]["content"]) for m in self.in_(conversation)]

    def app(self) -> Starlette:
        """Return the server."""
        at = "/v3/conversations/{conversation}/activities"
        return Starlette(
            routes=[
                Route("/v3/conversations", self._open, methods=["POST"]),
                Route(at, self._serve, methods=["POST"]),
                Route(at + "/{id}", self._serve, methods=["PUT", "DELETE"]),
            ]
        )

    async def _open(self, request: Request) -> Response:
        body = await request.json()
        if not self.opens_chats:
            return _error(403, "ForbiddenOperationException", "BotNotInConversationRoster")
        id = f"a:{body['members'][0]['id'].removeprefix('29:')}"
        self.personal |= {id}
        return JSONResponse({"id": id}, 201)

    async def _serve(self, request: Request) -> Response:
        raw = await request.body()
        body: Json = (await request.json()) if raw else {}
        at = time.monotonic()
        way = request.path_params
        call = Call(request.method, way["conversation"], way.get("id", ""), body, at)
        call.token = request.headers.get("authorization", "").removeprefix("Bearer ")
        with self._lock:
            response = self._answer(call, counted(raw))
        call.status = response.status_code
        self.calls.append(call)
        return response

    def _answer(self, call: Call, size: int) -> Response:
        channel = call.conversation.partition(";")[0]
        if self.faults:
            status, headers, fault = self.faults.popleft()
            return JSONResponse(fault, status, headers)
        if self.known is not None and channel not in self.known:
            return _error(404, "ConversationNotFound", "Conversation not found.")
        if self.throttling and self._too_fast(channel, call.at):
            self.throttled += 1
            return _error(429, "", "API calls quota exceeded! maximum admitted 7 per 1s.", {"Retry-After": "1"})
        if call.method != "POST" and call.id not in self.messages:
            return _error(404, "ActivityNotFoundInConversation", "Not found")
        if call.method == "DELETE":
            del self.messages[call.id]
            return JSONResponse({})
        if size > self.most:
            return _error(413, "MessageSizeTooBig", "RequestEntityTooLarge")
        return self._post(call, channel)

    def _post(self, call: Call, channel: str) -> Response:
        wrong = _wrong(call.body)
        if wrong:
            self.wrong += wrong
            return _error(400, "BadSyntax", wrong[0])
        info = next((e for e in call.body.get("entities", []) if e["type"] == "streaminfo"), None)
        if call.method == "PUT":
            self.messages[call.id] = call.body
            return JSONResponse({"id": call.id})
        if info is not None:
            return self._stream(call, channel, info)
        if call.body["type"] == "typing":
            return JSONResponse({}, 202)
        return JSONResponse({"id": self._keep(call.body)}, 201)

    def _stream(self, call: Call, channel: str, info: Json) -> Response:
        if call.body["conversation"].get("conversationType") != "personal":
            return _error(405, "MethodNotAllowed", "Streaming is for one-on-one chats")
        if channel not in self.personal or not self.streaming:
            return _refused("Content stream is not allowed")
        id = info.get("streamId")
        if id is None:
            if not call.body.get("text") or info.get("streamSequence") != 1:
                return _error(400, "BadRequest", "Start streaming activities should include text")
            id = self._new()
            self.streams[id] = {"text": "", "sequence": 1, "began": call.at, "done": False}
            self._grow(self.streams[id], call.body, info)
            return JSONResponse({"id": id}, 201)
        stream = self.streams[id]
        if stream["done"]:
            return _refused("Content stream is not allowed on an already completed streamed message")
        if call.at - stream["began"] > self.stream_seconds:
            self.messages[id] = call.body
            return _refused("Content stream finished due to exceeded streaming time.")
        if info["streamType"] == "final":
            stream["done"] = True
            if "streamSequence" in info:
                self.wrong.append("a last part has no number")
            self._keep(call.body, id)
            return JSONResponse({}, 202)
        if info["streamSequence"] <= stream["sequence"]:
            self.wrong.append("parts of a stream came out of order")
        self._grow(stream, call.body, info)
        return JSONResponse({}, 202)

    def _grow(self, stream: Json, body: Json, info: Json) -> None:
        if info["streamType"] == "streaming":
            if not body["text"].startswith(stream["text"]):
                self.wrong.append("a part of a stream does not go on with the one before it")
            stream["text"] = body["text"]
        if stream.get("last") and time.monotonic() - stream["last"] < 0.95:
            self.wrong.append("parts of a stream came faster than one a second")
        stream |= {"sequence": info["streamSequence"], "last": time.monotonic()}

    def _keep(self, body: Json, id: str = "") -> str:
        id = id or self._new()
        self.messages[id] = body
        return id

    def _new(self) -> str:
        self._next += 1
        return str(self._next)

    def _too_fast(self, channel: str, now: float) -> bool:
        times = self._times[channel]
        if any(sum(1 for t in times if now - t < span) >= most for span, most in WINDOWS):
            return True
        times.append(now)
        return False


def counted(raw: bytes) -> int:
    """Return the size of a message as Teams counts it: "the entire message payload encoded as UTF-16", without images
    in Base64 (bots/how-to/format-your-bot-messages).
    """
    text = json.dumps(json.loads(raw), ensure_ascii=False) if raw else ""
    return len(re.sub(r"data:image/[a-z]+;base64,[A-Za-z0-9+/=]*", "", text).encode("utf-16-le", "surrogatepass"))


def _wrong(body: Json) -> list[str]:
    """Return what the platform would refuse, or make two messages of."""
    cards = [a["content"] for a in body.get("attachments", [])]
    found = ["a message with text and a card becomes two messages"] if cards and body.get("text") else []
    found += [f for card in cards for f in faults(card)]
    for entity in body.get("entities", []):
        citations = entity.get("citation", [])
        found += ["more than 10 citations, as the Agents Playground counts"] if len(citations) > 10 else []
        for citation in citations:
            shown = citation["appearance"]
            if len(shown["name"]) > 80 or len(shown["abstract"]) > 160 or not shown["abstract"]:
                found.append(f"a citation is too long or empty: {shown}")
    if not cards and not body.get("text"):
        found.append("nothing to show")
    return found


def _error(status: int, code: str, message: str, headers: dict[str, str] | None = None) -> Response:
    return JSONResponse({"error": {"code": code, "message": message}}, status, headers)


def _refused(message: str) -> Response:
    return _error(403, "ContentStreamNotAllowed", message)


class _Server(uvicorn.Server):
    def install_signal_handlers(self) -> None:
        """A thread has none."""


@contextmanager
def serving(app: Starlette) -> Iterator[str]:
    """Serve on a free port of loopback and yield the address."""
    server = _Server(uvicorn.Config(app, port=0, log_level="error", lifespan="off"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        while not server.started:
            time.sleep(0.005)
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(10)


if __name__ == "__main__":
    with serving(Connector().app()) as address:
        print(address, flush=True)
        threading.Event().wait()
