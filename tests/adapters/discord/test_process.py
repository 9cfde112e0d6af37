"""The real process against a Discord on loopback: the plug is pulled in the middle of a burst of mentions."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.page.conftest import free_port
from tests.servers.discord import Discord
from tests.servers.starting import Started, start

ROOT = Path(__file__).resolve().parents[3]
PATIENCE = 120.0
MENTIONS = 12


@contextmanager
def process(folder: Path, server: Discord, **more: str) -> Iterator[Started]:
    """Run `evigraph run` with nothing but Discord, and more settings."""
    settings = {"EVIGRAPH_PORT": str(free_port()), "EVIGRAPH_DATA": str(folder), "EVIGRAPH_EMBEDDER": "none"}
    settings["EVIGRAPH_WAITING"] = "1000"  # one person asks them all, and none shall be refused on a slow machine
    settings |= {"DISCORD_TOKEN": "token", "DISCORD_API_URL": server.api, "DISCORD_GATEWAY_URL": server.gateway}
    environment = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), **settings, **more}
    running = start(folder, environment, ["adapters.discord.app"])
    try:
        yield running
    finally:
        running.kill()
        running.wait()


async def until(condition: Callable[[], bool], what: str, patience: float = PATIENCE) -> None:
    deadline = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < deadline, what
        await asyncio.sleep(0.05)


def finished(server: Discord) -> set[str]:
    """Return the threads whose answer is complete: it can be rated, and there is nothing to stop."""
    return {str(m["channel_id"]) for m in server.posted() if "kg1:up:" in str(m) and "kg1:stop:" not in str(m)}


async def burst(folder: Path, mentions: int) -> tuple[Discord, list[str]]:
    """Ask, pull the plug, go on asking, start again; return the server and the ids of the questions."""
    server = Discord()
    await server.start()
    try:
        return server, await _asked(server, folder, mentions)
    finally:
        await server.stop()


async def _asked(server: Discord, folder: Path, mentions: int) -> list[str]:
    asked: list[str] = []
    with process(folder, server):
        await until(lambda: server.connected, "the first process did not connect")
        asked += [await server.say(f"Tell me about zinc, take {n}") for n in range(mentions // 2)]
        await until(lambda: len(server.threads) >= min(3, mentions // 4), "nothing was begun")
    asked += [await server.say(f"Tell me about zinc, take {n}") for n in range(mentions // 2, mentions * 3 // 4)]
    with process(folder, server):
        await until(lambda: server.identified >= 2 and server.connected, "the second process did not connect")
        asked += [await server.say(f"Tell me about zinc, take {n}") for n in range(mentions * 3 // 4, mentions)]
        await until(lambda: finished(server) >= set(asked), "not every mention was answered", PATIENCE + 5 * mentions)
    return asked


def repeated(server: Discord) -> list[str]:
    """Return the threads in which the answer stands more than once."""
    heads = Counter(m["channel_id"] for m in server.posted() if "### Tell me about zinc" in str(m))
    return [channel for channel, number in heads.items() if number > 1]


async def test_a_burst_is_answered_completely_and_once_though_the_process_is_killed(tmp_path: Path) -> None:
    server, asked = await burst(tmp_path, MENTIONS)
    assert finished(server) == set(asked)
    assert set(server.threads) == set(asked)
    assert repeated(server) == []
    assert b"token" not in (tmp_path / "log").read_bytes().replace(b"DISCORD_TOKEN", b"")
