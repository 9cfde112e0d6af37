"""One person floods Slack, Teams or Discord: they are refused in words, and a second one is answered as if the first
were not there. In `make attack` only: what is measured here are seconds, on a machine that does nothing else.
"""

from __future__ import annotations

import asyncio
import itertools
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path

import pytest

from tests.adapters.discord import test_process as discord_process
from tests.adapters.slack import process as slack_process
from tests.adapters.teams import running as teams
from tests.adapters.teams.people import payload
from tests.attack.test_flood import SLACK, TIMED
from tests.page.conftest import free_port
from tests.servers.discord import ANN as DISCORD_ANN
from tests.servers.discord import Discord
from tests.servers.slack import SlackServer
from tests.servers.slack_people import ANN, People, words
from tests.servers.teams import Connector, serving
from tests.servers.teams_keys import Keys

QUESTION = "Can vitamin E slow the progression of Alzheimer's disease, take {}?"
WAITING = {"EVIGRAPH_WAITING": "10"}  # as by default
TIMES = 4
pytestmark = pytest.mark.skipif(not TIMED, reason="seconds are measured by `make attack`")
CROWDED = "not answered yet"
EACH = 0.05  # seconds between two questions of the flood


def compared(name: str, quiet: float, loud: float, sent: int) -> None:
    """Say what was measured, and judge it where seconds count."""
    print(f"{name}: quiet {quiet:.2f} s, in the flood {loud:.2f} s, {sent} questions")
    assert loud <= 2 * quiet + SLACK


async def test_on_slack_a_second_person_hardly_notices_a_flood(tmp_path: Path) -> None:
    async with SlackServer() as slack:
        people = People(slack, "")
        try:
            async with slack_process.process(tmp_path, free_port(), slack, "socket", **WAITING):
                await slack_seconds(people, "warm")
                quiet = max([await slack_seconds(people, f"quiet {n}") for n in range(TIMES)])
                async with slack_flood(people) as sent:
                    await slack_process.until(refused(slack), "the flood was not refused", 120)
                    loud = max([await slack_seconds(people, f"loud {n}") for n in range(TIMES)])
                compared("Slack", quiet, loud, len(sent))
        finally:
            await people.close()


def refused(slack: SlackServer) -> Callable[[], Awaitable[bool]]:
    """Return a look at whether the one who floods was told to wait."""

    async def look() -> bool:
        return any(CROWDED in words(m["blocks"]) for m in slack.world.channel("C9").ephemerals)

    return look


async def slack_seconds(people: People, name: str) -> float:
    """Ask in a thread of its own, and return after how many seconds the whole answer stands there."""
    began = time.monotonic()
    ts = await people.mention("C1", QUESTION.format(name), user=ANN)

    async def answered() -> bool:
        return any("Generated from" in words(m.get("blocks", [])) for m in people.slack.world.ours("C1", ts))

    await slack_process.until(answered, f"{name} was not answered", 120)
    return time.monotonic() - began


@asynccontextmanager
async def meanwhile(work: Coroutine[object, object, None]) -> AsyncIterator[None]:
    """Have something done as long as the block lasts."""
    doing = asyncio.create_task(work)
    try:
        yield
    finally:
        doing.cancel()
        await asyncio.gather(doing, return_exceptions=True)


@asynccontextmanager
async def slack_flood(people: People) -> AsyncIterator[list[str]]:
    """Have somebody ask without end in another channel; yield what was sent so far."""
    sent: list[str] = []
    people.slack.world.channel("C9")

    async def ask() -> None:
        for n in itertools.count():
            with suppress(AssertionError):  # nobody acknowledged it in time: it is asked again
                sent.append(await people.mention("C9", QUESTION.format(f"flood {n}"), user="U9"))
            await asyncio.sleep(EACH)

    async with meanwhile(ask()):
        yield sent


def test_on_teams_a_second_person_hardly_notices_a_flood(tmp_path: Path) -> None:
    connector, keys = Connector(), Keys()
    with serving(connector.app()) as service, serving(keys.app()) as login:
        at = teams.Setting(tmp_path, free_port(), service, login, keys)
        with teams.process(at, **WAITING):
            teams.until(lambda: teams.ready(at), 60, "the process did not start")
            teams_seconds(at, connector, 1)
            quiet = max(teams_seconds(at, connector, n) for n in range(2, 2 + TIMES))
            with teams_flood(at) as sent:
                teams.until(lambda: CROWDED in str(connector.messages) or 429 in sent, 120, "nobody was refused")
                loud = max(teams_seconds(at, connector, n) for n in range(20, 20 + TIMES))
            assert set(sent) <= {200, 429}
            compared("Teams", quiet, loud, len(sent))


def teams_ask(at: teams.Setting, number: int, chat: str, person: str) -> int:
    body = payload("message_group")
    who = {**body["from"], "id": f"29:{person}", "aadObjectId": f"00000000-0000-0000-0000-{number:012}"}
    text = f"<at>Evigraph</at> {QUESTION.format(number)}"
    where = {**body["conversation"], "id": f"19:{chat}@thread.v2"}
    return teams.post(at, body | {"id": f"19{number:011}", "conversation": where, "from": who, "text": text})


def teams_seconds(at: teams.Setting, connector: Connector, number: int) -> float:
    """Ask, and return after how many seconds the whole answer stands there."""
    began = time.monotonic()
    assert teams_ask(at, number, f"ben{number}", "ben") == 200
    teams.until(lambda: teams.answers(connector)[number] == 1, 120, f"{number} was not answered")
    return time.monotonic() - began


@contextmanager
def teams_flood(at: teams.Setting) -> Iterator[list[int]]:
    """Have somebody ask without end in their own chat; yield the statuses so far."""
    sent: list[int] = []
    over = threading.Event()

    def ask() -> None:
        for n in itertools.count(1_000):
            if over.is_set():
                return
            sent.append(teams_ask(at, n, "flood", "flooder"))
            time.sleep(EACH)

    flooding = threading.Thread(target=ask)
    flooding.start()
    try:
        yield sent
    finally:
        over.set()
        flooding.join()


async def test_on_discord_a_second_person_hardly_notices_a_flood(tmp_path: Path) -> None:
    server = Discord()
    await server.start()
    try:
        with discord_process.process(tmp_path, server, **WAITING):
            await discord_process.until(lambda: server.connected, "the process did not connect")
            await discord_seconds(server, "warm")
            quiet = max([await discord_seconds(server, f"quiet {n}") for n in range(TIMES)])
            async with discord_flood(server) as sent:
                await discord_process.until(lambda: CROWDED in str(server.posted()), "the flood was not refused")
                loud = max([await discord_seconds(server, f"loud {n}") for n in range(TIMES)])
            compared("Discord", quiet, loud, len(sent))
    finally:
        await server.stop()


async def discord_seconds(server: Discord, name: str) -> float:
    """Ask, and return after how many seconds the whole answer stands there."""
    began = time.monotonic()
    asked = await server.say(QUESTION.format(name))
    await discord_process.until(lambda: asked in discord_process.finished(server), f"{name} was not answered")
    return time.monotonic() - began


@asynccontextmanager
async def discord_flood(server: Discord) -> AsyncIterator[list[str]]:
    """Have somebody else ask without end; yield what was sent so far."""
    sent: list[str] = []

    async def ask() -> None:
        for n in itertools.count():
            sent.append(await server.say(QUESTION.format(f"flood {n}"), who=(f"{DISCORD_ANN[0]}9", "flo")))
            await asyncio.sleep(EACH / 5)  # a quick machine answers twenty a second, and refuses none

    async with meanwhile(ask()):
        yield sent
