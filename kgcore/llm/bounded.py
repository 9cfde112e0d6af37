"""Bounds on what a model's server may send: no answer is unpacked, and none grows without an end.

A few compressed kilobytes can hold gigabytes; an event without an end, or an error of any length, is kept whole by
the client until it is over. What is there at once is handed on in small parts, with a breath between them: thousands of
empty events take a while to read, and others are not to wait for that.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import httpx2

HEADERS = {"Accept-Encoding": "identity"}
LONGEST_ERROR = 64 * 1024  # bytes that are read of what is no answer
LONGEST_EVENT = 1024 * 1024  # bytes without an empty line, which ends an event
LONGEST_ANSWER = 16 * 1024 * 1024  # bytes, events that hold no text included
PART = 2 * 1024  # bytes that are read before others have their turn
_EMPTY_LINES = (b"\n\n", b"\r\n\r\n", b"\r\r")


async def bound_response(response: httpx2.Response) -> None:
    """Bound what is read of a response; a hook of the client. Raises httpx2.DecodingError for a compressed one."""
    if response.headers.get("content-encoding", "identity").strip().casefold() not in ("", "identity"):
        raise httpx2.DecodingError("It is compressed, though it was asked not to be.", request=response.request)
    if isinstance(response.stream, httpx2.AsyncByteStream):
        response.stream = _BoundStream(response.stream, answers=response.is_success)


class _BoundStream(httpx2.AsyncByteStream):
    def __init__(self, stream: httpx2.AsyncByteStream, *, answers: bool) -> None:
        self._stream = stream
        self._answers = answers

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
            if event > LONGEST_EVENT or whole > LONGEST_ANSWER:
                raise httpx2.RemoteProtocolError("It sends more than any answer has.")
            for start in range(0, len(piece), PART):
                yield piece[start : start + PART]
                await asyncio.sleep(0)

    async def aclose(self) -> None:
        await self._stream.aclose()
