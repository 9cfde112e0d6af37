"""What holds of the process that serves, before anything is opened."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bot import serve
from bot.config import load_settings
from bot.server import READ_SECONDS, READS, READS_WAITING, FairReads
from kgcore.errors import ConfigError
from tests.loops import skip_pauses


async def test_threads_hardly_wait_for_a_busy_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    def held(folder: Path) -> None:
        raise ConfigError("held")

    before = sys.getswitchinterval()
    sys.setswitchinterval(0.005)  # Python's own, whatever ran in this process before
    monkeypatch.setattr(serve, "hold_folder", held)
    try:
        with pytest.raises(ConfigError, match="held"):
            await serve.run_server(load_settings({}))
        assert sys.getswitchinterval() == pytest.approx(serve.SWITCHING)
        assert serve.SWITCHING < 0.005
    finally:
        sys.setswitchinterval(before)


class Slow:
    """An app whose answers wait until they are let go; `begun` are the addresses that it works for."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.go = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.begun.append(scope["client"][0])
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await self.go.wait()
        await send({"type": "http.response.body", "body": b"", "more_body": True})
        await asyncio.Event().wait()  # a stream


def looks(app: ASGIApp, address: str, times: int, method: str = "GET") -> list[asyncio.Task[list[Message]]]:
    """Have somebody at an address send so many requests; each task returns what was sent up to an end."""

    async def look() -> list[Message]:
        sent: list[Message] = []

        async def send(message: Message) -> None:
            sent.append(message)

        async def receive() -> Message:
            return {"type": "http.disconnect"}

        await app({"type": "http", "method": method, "client": (address, 1), "headers": []}, receive, send)
        return sent

    return [asyncio.create_task(look()) for _ in range(times)]


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def test_of_a_burst_from_one_address_a_few_are_worked_on_at_once() -> None:
    slow = Slow()
    app = FairReads(slow)
    tasks = looks(app, "203.0.113.9", 100)
    await settle()
    assert len(slow.begun) == READS
    tasks += looks(app, "198.51.100.7", 1) + looks(app, "203.0.113.9", 1, "POST")
    await settle()
    assert slow.begun[READS:] == ["198.51.100.7", "203.0.113.9"]  # nobody else waits, nor what is sent
    slow.go.set()
    async with asyncio.timeout(30):  # a stream that has begun keeps nobody waiting
        while len(slow.begun) < 102:
            await asyncio.sleep(0)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def test_what_waits_for_something_else_counts_no_more_and_too_much_is_refused_in_words() -> None:
    skip_pauses()
    slow = Slow()
    app = FairReads(slow)
    tasks = looks(app, "203.0.113.9", READS + READS_WAITING + 1)
    [refused] = (await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED))[0]
    assert refused.result()[0]["status"] == 429
    assert len(slow.begun) == READS
    await asyncio.sleep(READ_SECONDS + 0.5)
    assert len(slow.begun) == 2 * READS
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert len(looks(app, "203.0.113.9", 1)) == 1
    await settle()
    assert len(slow.begun) == 2 * READS + 1
