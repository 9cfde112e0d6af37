"""Bounds on what a model's server may send: no answer is unpacked, and none grows without an end.

A few compressed kilobytes can hold gigabytes; an event without an end, or an error of any length, is kept whole by
the client until it is over. What is there at once is handed on in small parts, with a breath between them: thousands of
empty events take a while to read, and others are not to wait for that.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from typing import Any

import httpx2

HEADERS = {"Accept-Encoding": "identity"}
LONGEST_ERROR = 64 * 1024  # bytes that are read of what is no answer
LONGEST_EVENT = 1024 * 1024  # bytes without an empty line, which ends an event
LONGEST_ANSWER = 16 * 1024 * 1024  # bytes, events that hold no text included
PART = 2 * 1024  # bytes that are read before others have their turn
LINES = 64  # lines likewise, each of which is looked at: of what a model writes an event has two
WORK = 0.005  # seconds of the processor after which all that is read rests: what runs in threads waits for such moments
REST = 0.001  # seconds of a rest
_EMPTY_LINES = (b"\n\n", b"\r\n\r\n", b"\r\r")


async def bound_request(request: httpx2.Request) -> None:
    """Have what comes read in small parts from its first byte on; a hook of the client.

    A response's head is parsed before anybody sees it, and thousands of `100 Continue` may stand in front of it: they
    are read as many at once as one read of the connection holds.
    """
    request.extensions = {**request.extensions, "trace": _trace}


async def _trace(event: str, info: Mapping[str, Any]) -> None:
    """Bound each read of a connection that was made: the one place where the client hands it out before the head."""
    if event.endswith((".connect_tcp.complete", ".start_tls.complete")):
        stream = info["return_value"]
        stream.read = _in_parts(stream.read)


def _in_parts(read: Callable[..., Awaitable[bytes]]) -> Callable[..., Awaitable[bytes]]:
    async def read_part(max_bytes: int, **patience: float | None) -> bytes:
        await _RESTS.breathe()
        return await read(min(max_bytes, PART), **patience)

    return read_part


async def bound_response(response: httpx2.Response, event: int = LONGEST_EVENT, answer: int = LONGEST_ANSWER) -> None:
    """Bound the bytes read of a response; a hook of the client. Raises httpx2.DecodingError for a packed one."""
    if response.headers.get("content-encoding", "identity").strip().casefold() not in ("", "identity"):
        raise httpx2.DecodingError("It is compressed, though it was asked not to be.", request=response.request)
    if isinstance(response.stream, httpx2.AsyncByteStream):
        response.stream = _BoundStream(response.stream, response.is_success, event, answer)


class _BoundStream(httpx2.AsyncByteStream):
    def __init__(self, stream: httpx2.AsyncByteStream, answers: bool, event: int, answer: int) -> None:
        self._stream = stream
        self._answers = answers
        self._longest_event, self._longest = event, answer

    async def __aiter__(self) -> AsyncIterator[bytes]:
        whole = event = 0
        last = b""
        async for piece in self._stream:
            whole += len(piece)
            event = 0 if any(line in last + piece for line in _EMPTY_LINES) else event + len(piece)
            last = piece[-3:]
            if not self._answers and whole > LONGEST_ERROR:
                yield piece[:LONGEST_ERROR]
                return
            if event > self._longest_event or whole > self._longest:
                raise httpx2.RemoteProtocolError("It sends more than any answer has.")
            for part in _parts(piece):
                yield part
                await _RESTS.breathe()

    async def aclose(self) -> None:
        await self._stream.aclose()


class _Rests:
    """When all streams rest at once: one that rests while others are read would leave no moment without work."""

    def __init__(self) -> None:
        self._worked = 0.0  # by the processor's clock of the thread
        self._until = 0.0

    async def breathe(self) -> None:
        """Let others have their turn, and rest where that is due."""
        await asyncio.sleep(0)
        now, worked = asyncio.get_running_loop().time(), time.thread_time()
        if not 0 <= worked - self._worked < WORK:  # less than nothing in another thread
            self._worked, self._until = worked, now + REST
        if now < self._until:
            await asyncio.sleep(self._until - now)


_RESTS = _Rests()


def _parts(piece: bytes) -> Iterator[bytes]:
    """Yield a piece in parts of at most PART bytes and LINES lines."""
    for start in range(0, len(piece), PART):
        lines = piece[start : start + PART].splitlines(keepends=True)
        for first in range(0, len(lines), LINES):
            yield b"".join(lines[first : first + LINES])
