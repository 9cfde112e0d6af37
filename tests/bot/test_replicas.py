"""Two processes on one PostgreSQL: what one of them was killed under, the other goes on with, and nobody notices."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack
from datetime import datetime
from pathlib import Path

import psycopg
import pytest

from tests.adapters.slack.process import People, answers, free_port, process, until
from tests.servers.clocks import WHY_NOT, clock_ahead
from tests.servers.postgres import PostgresServer
from tests.servers.slack import SlackServer

pytestmark = pytest.mark.postgres
CHANNELS, EACH = 5, 2
PATIENCE = 180.0  # seconds, of a slow machine


def rows(url: str, sql: str) -> list[tuple[str, ...]]:
    with psycopg.connect(url, autocommit=True) as session:
        return session.execute(sql.encode()).fetchall()


async def ask(people: People, number: int, threads: dict[str, str]) -> tuple[str, str]:
    """Ask the next question of a channel's thread."""
    channel = f"C{number % CHANNELS}"
    text = f"Tell me about zinc, please, take {number}"
    if channel in threads:
        await people.mention(channel, text, thread=threads[channel])
    else:
        threads[channel] = await people.mention(channel, text)
    return channel, threads[channel]


def _first_line(log: Path) -> float:
    """Return when, by its own clock, a process wrote its first line."""
    lines = log.read_text(encoding="utf-8").splitlines()
    told = json.loads(next(line for line in lines if line.startswith("{")))
    return datetime.fromisoformat(told["timestamp"]).timestamp()


@pytest.mark.parametrize("ahead", [0, pytest.param(60, marks=pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT))])
async def test_nobody_notices_that_one_of_two_replicas_is_killed(
    tmp_path: Path, postgres_server: PostgresServer, ahead: int
) -> None:
    """`ahead`: so many seconds the clock of the one that is killed is ahead of the other's."""
    url, threads = postgres_server.database(), dict[str, str]()
    ports = [free_port(), free_port()]
    folders = [tmp_path / "a", tmp_path / "b"]
    asked: list[tuple[str, str]] = []
    async with SlackServer() as slack, AsyncExitStack() as room:
        people = [People(slack, f"http://127.0.0.1:{port}/slack/events") for port in ports]
        for one in people:
            room.push_async_callback(one.close)
        for folder in folders:
            folder.mkdir()
        clocks = [clock_ahead(tmp_path, ahead) if ahead else {}, {}]
        first, second = [
            await room.enter_async_context(
                process(folder, port, slack, "http", EVIGRAPH_STORE=url, EVIGRAPH_LOG_FORMAT="json", **clock)
            )
            for folder, port, clock in zip(folders, ports, clocks, strict=True)
        ]
        for number in range(CHANNELS * EACH):
            asked.append(await ask(people[number % 2], number, threads))

        async def some() -> bool:
            await asyncio.sleep(0.2)
            return len(rows(url, "SELECT 1 FROM turns")) >= 3

        await until(some, "nothing was begun", PATIENCE)
        first.kill()
        await asyncio.to_thread(first.wait)
        assert rows(url, "SELECT 1 FROM inbox WHERE finished IS NULL"), "all was over before the kill: ask more"

        async def done() -> bool:
            await asyncio.sleep(0.3)
            return not rows(url, "SELECT 1 FROM inbox WHERE finished IS NULL")

        await until(done, "the second did not finish what the first had left", PATIENCE)
        asked.append(await ask(people[1], 0, threads))  # something new works as well
        await until(done, "something new was not answered", PATIENCE)
        assert second.returncode is None
        await asyncio.sleep(0.3)
        found = answers(slack.world)
    assert sum(found.values()) == len(asked)
    turns = [json.loads(body) for (body,) in rows(url, "SELECT body FROM turns ORDER BY seq")]
    assert len(turns) == len(asked)
    assert all(t["done"] for t in turns)
    assert not rows(url, "SELECT id FROM inbox WHERE incident <> ''")
    for channel in threads:
        said = [int(t["question"].split()[-1]) for t in turns if f"\x1f{channel}\x1f" in t["thread"]]
        assert said[:EACH] == sorted(said[:EACH])
    assert slack.world.complaints == []
    for folder in folders:
        assert "Traceback" not in (folder / "log").read_text(encoding="utf-8")
    began = [_first_line(folder / "log") for folder in folders]
    kept = [datetime.fromisoformat(at) for (at,) in rows(url, "SELECT at FROM audit ORDER BY number")]
    assert kept == sorted(kept)  # the database's times, whatever the clocks of who wrote them
    assert not ahead or began[0] - began[1] > ahead / 2  # the first, which is ahead, was started before the second
