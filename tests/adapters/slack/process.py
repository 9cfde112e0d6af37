"""A real `evigraph run` beside a small Slack: started, killed, started again."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp

from tests.page.conftest import free_port
from tests.page.scenario import ROOT
from tests.servers.slack import SlackServer
from tests.servers.slack_people import People
from tests.servers.slack_state import APP_TOKEN, BOT_TOKEN, SECRET, Json, World
from tests.servers.starting import Started, start


@asynccontextmanager
async def process(folder: Path, port: int, slack: SlackServer, way: str, **more: str) -> AsyncIterator[Started]:
    """Run the bot with more settings until the block ends; it is killed, not asked."""
    own = {"SLACK_APP_TOKEN": APP_TOKEN} if way == "socket" else {"SLACK_SIGNING_SECRET": SECRET}
    environment = {
        "PATH": "/usr/bin:/bin",
        "PYTHONPATH": str(ROOT),
        "EVIGRAPH_PORT": str(port),
        "EVIGRAPH_DATA": str(folder),
        "EVIGRAPH_EMBEDDER": "none",
        "EVIGRAPH_WAITING": "100",  # one person asks them all, and none shall be refused on a slow machine
        "SLACK_BOT_TOKEN": BOT_TOKEN,
        "SLACK_API_URL": slack.api,
        **own,
        **more,
    }
    running = await asyncio.to_thread(start, folder, environment, ["adapters.slack.app"])
    try:
        await until(lambda: up(port), "the process did not start")
        if way == "socket":
            await until(lambda: _true(slack.sockets), "no socket was opened")
        yield running
    finally:
        running.kill()
        await asyncio.to_thread(running.wait)


async def until(condition: object, what: str, seconds: float = 60.0) -> None:
    """Wait until an asynchronous condition holds."""
    try:
        async with asyncio.timeout(seconds):
            while not await condition():  # type: ignore[operator]
                await asyncio.sleep(0.05)
    except TimeoutError:
        raise AssertionError(what) from None


async def _true(value: object) -> bool:
    return bool(value)


async def up(port: int) -> bool:
    """Whether the process answers."""
    return await waiting(port) is not None


async def waiting(port: int) -> int | None:
    """How many events wait; None where nobody answers."""
    try:
        async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/healthz") as answer:
            return int((await answer.json())["waiting"])
    except (aiohttp.ClientError, OSError):
        return None


def answers(world: World) -> Counter[tuple[str, str]]:
    """How many messages carry the beginning of an answer, by channel and thread."""
    found: Counter[tuple[str, str]] = Counter()
    for channel in world.channels.values():
        for message in channel.messages:
            if part_of(message) == 0:
                found[channel.id, str(message.get("thread_ts"))] += 1
    return found


def part_of(message: Json) -> int | None:
    """Which part of an answer a message is."""
    metadata = message.get("metadata") or {}
    return int(metadata["event_payload"]["part"]) if metadata.get("event_type") == "evigraph_reply" else None


__all__ = ["People", "answers", "free_port", "process", "until", "waiting"]
