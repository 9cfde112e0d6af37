"""What a model's server sends is read in small parts, with an end, and never unpacked."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence

import httpx2
import pytest

from kgcore.llm.bounded import LINES, LONGEST_ANSWER, LONGEST_ERROR, LONGEST_EVENT, PART, REST, WORK, bound_response


class Sent(httpx2.AsyncByteStream):
    """A body in these pieces."""

    def __init__(self, pieces: Sequence[bytes]) -> None:
        self._pieces = pieces

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for piece in self._pieces:
            yield piece


async def read(pieces: Sequence[bytes], status: int = 200, **headers: str) -> list[bytes]:
    """Return the parts in which a body comes out of the bound."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    request = httpx2.Request("POST", "http://model.example/v1")
    response = httpx2.Response(status, headers=named, stream=Sent(pieces), request=request)
    await bound_response(response)
    assert isinstance(response.stream, httpx2.AsyncByteStream)
    return [part async for part in response.stream]


async def test_others_have_their_turn_while_a_flood_of_empty_events_is_read() -> None:
    turns = 0

    async def other() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    task = asyncio.create_task(other())
    sent = [b"\n" * 4 * PART, b"x" * 4 * PART, *[b"\n"] * 10]
    parts = await read(sent)
    task.cancel()
    assert b"".join(parts) == b"".join(sent)
    assert max(map(len, parts)) == PART
    assert max(len(part.splitlines()) for part in parts) == LINES
    assert turns >= len(parts) - 1 == 4 * PART // LINES + 4 + 10 - 1


async def test_after_much_work_all_that_is_read_rests_together() -> None:
    """Without such moments threads, as those that look at the store, wait for each switch of the interpreter."""
    loop = asyncio.get_running_loop()

    async def seconds() -> float:
        began = loop.time()
        await read([b"x"])
        return loop.time() - began

    await seconds()
    worked = time.thread_time()
    while time.thread_time() < worked + WORK:
        pass
    assert min(await asyncio.gather(seconds(), seconds())) >= 0.9 * REST


EVENT = b"data: " + b"x" * (LONGEST_EVENT // 2)


@pytest.mark.parametrize("end", [b"\n\n", b"\r\n\r\n", b"\r\r"])
async def test_an_event_ends_with_an_empty_line_which_may_be_cut_in_two(end: bytes) -> None:
    whole = [EVENT, end[:-1], end[-1:]] * 3
    assert b"".join(await read(whole)) == b"".join(whole)


@pytest.mark.parametrize(
    "pieces", [[EVENT, EVENT, b"x"], [b"x\n\n" * 100_000] * (LONGEST_ANSWER // 300_000 + 1)], ids=["event", "answer"]
)
async def test_what_has_no_end_is_broken_off(pieces: Sequence[bytes]) -> None:
    with pytest.raises(httpx2.RemoteProtocolError, match="more than any answer"):
        await read(pieces)


async def test_of_an_error_no_more_is_read_than_somebody_reads() -> None:
    assert sum(map(len, await read([b"x" * LONGEST_ERROR, b"y" * 10], 500))) <= LONGEST_ERROR + 10
    assert len(b"".join(await read([b"x" * 2 * LONGEST_ERROR], 500))) == LONGEST_ERROR


@pytest.mark.parametrize("packed", ["gzip", "br", " Deflate "])
async def test_what_is_packed_is_not_opened(packed: str) -> None:
    with pytest.raises(httpx2.DecodingError):
        await read([b"x"], content_encoding=packed)


@pytest.mark.parametrize("plain", ["", "identity", " Identity "])
async def test_what_says_that_it_is_not_packed_is_read(plain: str) -> None:
    assert await read([b"x"], content_encoding=plain) == [b"x"]
