"""Killed and stopped again and again in the middle of bursts, while a model writes slowly: what was acknowledged is
answered, and once.

`make test` kills each surface once and stops it once. `make attack` shares twenty kills and ten stops among page,
Slack, Teams and Discord; with ATTACK=full each gets as many.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.adapters.discord import test_process as discord_process
from tests.adapters.slack import process as slack_process
from tests.adapters.teams import running as teams
from tests.attack.running import Asker, Running, model, running, until
from tests.page.conftest import free_port
from tests.servers.discord import Discord
from tests.servers.slack import SlackServer
from tests.servers.slack_people import People
from tests.servers.teams import Connector, serving
from tests.servers.teams_keys import Keys

FULL = os.environ.get("ATTACK") == "full"
SHORT = "ATTACK" not in os.environ  # `make attack` sets it
EACH = 2  # questions a life
PAUSE = 0.03  # seconds between two pieces of what the model writes: an answer takes it a second or more
# Seconds in which a process that is told to end has ended: it gives itself nine, on a machine that does nothing else.
LATEST = 60.0 if SHORT else 12.0


def ends(kills: int, stops: int) -> Iterator[tuple[signal.Signals, float]]:
    """Yield by which signal each life ends, and after how many seconds of work; the same ones at every run."""
    drawn = random.Random(22)  # noqa: S311
    if SHORT:
        kills, stops = 1, 1
    ways = [signal.SIGKILL] * (20 if FULL else kills) + [signal.SIGTERM] * (10 if FULL else stops)
    drawn.shuffle(ways)
    return ((way, drawn.uniform(0.1, 1.2)) for way in ways)


def test_the_page_loses_nothing_and_says_nothing_twice(tmp_path: Path) -> None:
    asked: list[str] = []
    with model(tmp_path, pause=PAUSE) as access:
        settings = {**access, "EVIGRAPH_PORT": str(free_port())}
        person: Asker | None = None
        for life, (way, seconds) in enumerate(ends(6, 3)):
            with running(tmp_path / "data", **settings) as bot:
                person = _moved(person, bot)
                for number in range(EACH):
                    thread = f"life{life}-{number}"
                    if person.ask(thread, f"Can vitamin E slow Alzheimer's disease, take {thread}?").status == 202:
                        asked.append(thread)
                time.sleep(seconds)
                bot.process.send_signal(way)
                assert bot.process.wait(LATEST) == (0 if way is signal.SIGTERM else -way)
        with running(tmp_path / "data", **settings) as bot:
            until(lambda: bot.waiting == 0, "what was left was not answered", patience=180)
            turns = bot.rows("SELECT thread, json_extract(body, '$.done') FROM turns")
            given_up = bot.rows("SELECT id FROM inbox WHERE incident <> ''")
            assert person is not None
    assert len(asked) >= EACH
    assert sorted(thread.rpartition("\x1f")[2] for thread, _ in turns) == sorted(asked)
    assert all(done for _, done in turns)
    assert not given_up


def _moved(person: Asker | None, bot: Running) -> Asker:
    if person is None:
        return Asker(bot)
    person.bot = bot
    return person


@pytest.mark.xdist_group("kills on slack")
async def test_slack_loses_nothing_and_says_nothing_twice(tmp_path: Path) -> None:
    port, asked = free_port(), []
    async with SlackServer() as slack, AsyncExitStack() as room:
        access = room.enter_context(model(tmp_path, pause=PAUSE))
        people = People(slack, "")
        room.push_async_callback(people.close)
        for life, (way, seconds) in enumerate(ends(5, 3)):
            async with slack_process.process(tmp_path, port, slack, "socket", **access) as bot:
                for number in range(EACH):
                    channel = f"C{number}"
                    asked.append((channel, await people.mention(channel, f"Tell me about zinc, take {life}-{number}")))
                time.sleep(seconds)  # noqa: ASYNC251  (the fake server must not go on either: it may lag behind)
                bot.send_signal(way)
                await asyncio.to_thread(bot.wait)
        async with slack_process.process(tmp_path, port, slack, "socket", **access):

            async def done() -> bool:
                return await slack_process.waiting(port) == 0

            await slack_process.until(done, "what was left was not answered", 180)
    found = slack_process.answers(slack.world)
    assert {one: found[one] for one in asked} == dict.fromkeys(asked, 1)
    assert slack.world.complaints == []


@pytest.mark.xdist_group("kills on teams")
@pytest.mark.parametrize("lives", [(5, 2)])
def test_teams_loses_nothing(tmp_path: Path, lives: tuple[int, int]) -> None:
    """It offers no way to look for a post: of each life one request may be repeated, and the README says so."""
    connector, keys, asked = Connector(), Keys(), list[int]()
    with (
        serving(connector.app()) as service,
        serving(keys.app()) as login,
        model(tmp_path, pause=PAUSE) as access,
    ):
        at = teams.Setting(tmp_path, free_port(), service, login, keys)
        kills = 0
        for life, (way, seconds) in enumerate(ends(*lives)):
            with teams.process(at, **access) as bot:
                teams.until(lambda: teams.ready(at), 60, "a process did not start")
                for number in range(life * EACH, (life + 1) * EACH):
                    if teams.ask(at, number, EACH) == 200:
                        asked.append(number)
                time.sleep(seconds)
                bot.send_signal(way)
                kills += way is signal.SIGKILL
                assert bot.wait(LATEST) == (0 if way is signal.SIGTERM else -way)
        with teams.process(at, **access):
            teams.until(lambda: teams.ready(at), 60, "the last process did not start")
            teams.until(lambda: teams.waiting(at) == 0, 180, "what was left was not answered")
    found = teams.answers(connector)
    assert sorted(found) == sorted(asked)
    assert sum(found.values()) - len(asked) <= kills
    assert connector.wrong == []


@pytest.mark.xdist_group("kills on discord")
async def test_discord_loses_nothing_and_says_nothing_twice(tmp_path: Path) -> None:
    server, asked = Discord(), list[str]()
    await server.start()
    try:
        with model(tmp_path, pause=PAUSE) as access:
            for life, (way, seconds) in enumerate(ends(4, 2)):
                with discord_process.process(tmp_path, server, **access) as bot:
                    await discord_process.until(lambda: server.connected, "a process did not connect")
                    for number in range(EACH):
                        asked.append(await server.say(f"Tell me about zinc, take {life}-{number}"))
                    await asyncio.sleep(seconds)
                    bot.send_signal(way)
                    assert await asyncio.to_thread(bot.wait, LATEST) == (0 if way is signal.SIGTERM else -way)
                await server.drop()
            with discord_process.process(tmp_path, server, **access):

                def done() -> bool:
                    return discord_process.finished(server) >= set(asked)

                await discord_process.until(done, "what was left was not answered", 180)
    finally:
        await server.stop()
    assert discord_process.finished(server) == set(asked)
    assert discord_process.repeated(server) == []
