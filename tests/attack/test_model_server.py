"""A model's server that is hostile: what it sends is neither unpacked nor kept without an end, and ends in words."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from kgcore.embedding.openai import OpenAIEmbedder
from kgcore.errors import ModelError
from kgcore.llm.bounded import PART
from kgcore.llm.openai import OpenAIModel, RetryPolicy
from kgcore.values.tasks import AnswerRequest

MEGABYTE = 1024 * 1024
BOMB = gzip.compress(b"a" * 64 * MEGABYTE)
ANSWER = b'data: {"choices":[{"delta":{"content":"Zinc helps."},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'
OPENS = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n"
PACKED = b"HTTP/1.1 %s\r\ncontent-type: application/json\r\ncontent-encoding: gzip\r\n\r\n"


@asynccontextmanager
async def sending(start: bytes, again: bytes) -> AsyncIterator[tuple[str, list[int]]]:
    """Yield the address of a server that sends a start, then the same again and again; and how many bytes it sent."""
    sent = [0]

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(start)
            while again and sent[0] < 128 * MEGABYTE:
                writer.write(again)
                await writer.drain()
                sent[0] += len(again)
        except OSError:
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1", sent
    finally:
        server.close()


@asynccontextmanager
async def asked_of(start: bytes, again: bytes = b"") -> AsyncIterator[tuple[OpenAIModel, list[int]]]:
    """Yield a model whose server sends a start, then the same again and again; and how many bytes it sent."""
    async with sending(start, again) as (address, sent):
        model = OpenAIModel("", address, "demo", retry_policy=RetryPolicy(retries=0))
        try:
            yield model, sent
        finally:
            await model.close()


@pytest.mark.parametrize(
    ("start", "again"),
    [
        (PACKED % b"200 OK" + BOMB, b""),
        (PACKED % b"400 Bad Request" + BOMB, b""),
        (OPENS[:-2] + b"content-encoding: gzip\r\n\r\n" + gzip.compress(ANSWER), b""),
        (b"HTTP/1.1 400 Bad Request\r\ncontent-length: 1073741824\r\n\r\n", b"x" * 65536),
        (OPENS + b"data: ", b"x" * 65536),
        (OPENS, b"data: x\n" * 8192),
        (OPENS + b"data: " + b"[" * 200_000 + b"\n\n", b""),
        (OPENS + b'data: {"choices":[{"delta":{"content":"\xff\xfe"}}]}\n\n', b""),
        (b"<html>an older protocol</html>", b""),
        (b"HTTP/1.1 200 OK\r\n", b"x-more: y\r\n" * 4096),
        (b"HTTP/1.1 200 OK\r\ncontent-encoding: br\r\n\r\n", b""),
    ],
    ids=["bomb", "bomb in an error", "good, but packed",
         "endless error", "endless event", "endless lines", "deep", "no UTF-8", "old",
         "endless headers", "packed otherwise"],
)  # fmt: skip
async def test_what_a_server_sends_is_bounded_and_ends_in_words(start: bytes, again: bytes) -> None:
    async with asked_of(start, again) as (model, sent), asyncio.timeout(50):
        with pytest.raises(ModelError):
            [text async for text in model.stream(AnswerRequest("Does zinc help?"))]
        assert sent[0] < 32 * MEGABYTE


@pytest.mark.parametrize(
    ("start", "again"),
    [
        (PACKED % b"200 OK" + BOMB, b""),
        (b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n[", b" " * 65536),
        (b"HTTP/1.1 400 Bad Request\r\ncontent-length: 1073741824\r\n\r\n", b"x" * 65536),
    ],
    ids=["bomb", "endless answer", "endless error"],
)
async def test_what_a_server_of_embeddings_sends_is_bounded_and_ends_in_words(start: bytes, again: bytes) -> None:
    async with sending(start, again) as (address, sent), asyncio.timeout(50):
        embedder = OpenAIEmbedder(api_key="", base_url=address, retries=0)
        with pytest.raises(ModelError):
            await embedder.embed(["zinc"])
        await embedder.close()
        assert sent[0] < 96 * MEGABYTE


async def test_others_have_their_turn_while_a_server_says_a_thousand_times_that_it_goes_on() -> None:
    turns = 0

    async def other() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    hint = b"HTTP/1.1 103 Early Hints\r\nlink: </%s>\r\n\r\n" % (b"x" * 1000)
    before = hint * (4 * MEGABYTE // len(hint))
    async with asked_of(before + OPENS + ANSWER) as (model, _), asyncio.timeout(50):
        task = asyncio.create_task(other())
        assert [text async for text in model.stream(AnswerRequest("Does zinc help?"))] == ["Zinc helps."]
        task.cancel()
    assert turns > len(before) // PART
