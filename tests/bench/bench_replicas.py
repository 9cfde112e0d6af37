"""Several processes on one PostgreSQL: what a third brings, what a turn costs, and a burst with kills in it.

    python -m tests.bench.bench_replicas [MENTIONS KILLS RESTARTS]    the burst alone, of this size (500 40 2)
    python -m tests.bench.bench_replicas turns                        whole turns on PostgreSQL and SQLite alone

The simulation has the real queue and database in one process, with models that only take their time. The burst has two
real processes behind the small Slack of tests/servers, each killed and started again at random moments. With KG_BACKEND
and NEO4J_URI in the environment they answer from that graph.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import aiohttp
import numpy as np
import psycopg
from rich.console import Console

from bot.batch_forms import undrawn
from bot.config import Settings
from bot.shares import Bounds
from bot.wiring import Parts, open_parts
from kgcore.values.message import Message, Person, Place
from kgcore.values.reply import Figure
from tests.adapters.slack.process import People, answers, free_port, process, until
from tests.bot.test_sharing import Core, replicas
from tests.servers.postgres import WHY_NOT, PostgresServer, postgres
from tests.servers.slack import SlackServer
from tests.servers.slack_state import Json

CHANNELS = 50
MENTIONS, KILLS, RESTARTS = 500, 40, 2
SPREAD = 3.0  # seconds within which those who ask after the same kill do so
WRITING = 1.0  # seconds that a simulated model takes
ASKED, THROUGH = 1_200, 400  # events, through so many channels: the first and the last second weigh little
BOUNDS = Bounds(waiting=2_000, models=12, person=1_000, group=1_000, computing=2)
WARMING, TURNS, DRAWS = 12, 300, 4_000
QUESTIONS = (
    "Does zinc help against the common cold?",
    "Can vitamin E slow Alzheimer's disease?",
    "Does magnesium prevent migraine?",
    "Is St John's wort safe with warfarin?",
    "What helps with insomnia?",
)
PICTURE = Figure(random.Random(1).randbytes(60_000), "<svg/>" * 10_000, "a picture", 800, 600)  # noqa: S311
PATIENCE = 900.0

Figures = list[tuple[str, Any, Any, bool | None]]


def run(shared: Path) -> list[dict[str, Any]]:
    """Return the figures; `shared` is not needed. Raises FileNotFoundError without PostgreSQL."""
    if WHY_NOT:
        raise FileNotFoundError(2, WHY_NOT, "PostgreSQL")
    with postgres(fast=False) as server:
        figures = asyncio.run(_simulated(server)) + asyncio.run(_whole_turns(server))
        figures += asyncio.run(_burst(server, MENTIONS, KILLS, RESTARTS))
    return [{"bench": "replicas", "figure": f, "value": v, "target": t, "ok": ok} for f, v, t, ok in figures]


class SlowCore(Core):
    """Takes as long as a model would."""

    async def turn(self, event: Any) -> AsyncIterator[Any]:
        await asyncio.sleep(WRITING)
        async for reply in super().turn(event):
            yield reply


async def _simulated(server: PostgresServer) -> Figures:
    seconds = {count: await _throughput(server.database(), count) for count in (1, 3)}
    times = seconds[1] / seconds[3]
    return [("three replicas instead of one, times the throughput", round(times, 2), "≥ 2.7", times >= 2.7)]


async def _throughput(url: str, count: int) -> float:
    """Return the seconds in which so many replicas answer a burst."""
    async with replicas(url, count, core=SlowCore, bounds=BOUNDS) as all:
        began = time.perf_counter()
        events = [
            Message(f"{n}", Place("chat", "w", f"c{n % THROUGH}", f"t{n}"), Person("ann"), "q") for n in range(ASKED)
        ]
        await asyncio.gather(*(all[n % count].worker.put(event) for n, event in enumerate(events)))
        while not await _none_left(url):  # asked beside the loop: the replicas are not to wait for who looks on
            await asyncio.sleep(0.05)
        return time.perf_counter() - began


async def _whole_turns(server: PostgresServer) -> Figures:
    """What whole turns cost there and here, by turns, so that the machine's sway falls on both.

    Kept, answered, a picture saved, finished; the difference of each pair is what counts.
    """
    async with AsyncExitStack() as room:
        sides = list[Parts]()
        for url in ("", server.database()):
            folder = room.enter_context(tempfile.TemporaryDirectory())
            raw = {"EVIGRAPH_DATA": folder, "EVIGRAPH_EMBEDDER": "none", "EVIGRAPH_STORE": url}
            settings = Settings.model_validate(raw)
            sides.append(undrawn(await room.enter_async_context(open_parts(settings, console=Console(stderr=True)))))
        took = [await _pair(sides, number) for number in range(WARMING + TURNS)]
    wall, cpu = (np.array(figures[WARMING:]) * 1000 for figures in zip(*took, strict=True))
    more = wall[:, 1] - wall[:, 0]
    drawn = np.random.default_rng(1).choice(more, (DRAWS, len(more)))
    low, high = (float(ms) for ms in np.percentile(np.median(drawn, axis=1), (2.5, 97.5)))
    return [
        ("a whole turn on SQLite, ms", round(float(np.median(wall[:, 0])), 1), "", None),
        ("the same on PostgreSQL: more ms, median of pairs", round(float(np.median(more)), 1), "≤ 15", high <= 15),
        ("its 95 % interval, ms", f"{low:.1f} to {high:.1f}", "≤ 15", high <= 15),
        ("more ms of this process's CPU", round(float(np.median(cpu[:, 1] - cpu[:, 0])), 1), "", None),
    ]


async def _pair(sides: Sequence[Parts], number: int) -> tuple[list[float], list[float]]:
    """Return the seconds of a turn on each side, and those of this process's CPU; each side begins every other time."""
    wall, cpu = [0.0, 0.0], [0.0, 0.0]
    for side in (0, 1) if number % 2 else (1, 0):
        began = time.process_time()
        wall[side] = await _turn(sides[side], number)
        cpu[side] = time.process_time() - began
    return wall, cpu


async def _turn(parts: Parts, number: int) -> float:
    """Return the seconds of a turn, from its being kept to its end."""
    began = time.perf_counter()
    event = Message(
        f"e{number}", Place("chat", "w", "c", f"t{number}"), Person("ann"), QUESTIONS[number % len(QUESTIONS)]
    )
    store, turn = parts.store, ""
    await store.keep(event)
    await store.attempt(event.id)
    await store.begin_work(event.id)
    async for reply in parts.assistant.turn(event):
        turn = reply.turn or turn
    await store.save_figure(f"{turn}/0", PICTURE)
    await store.save_receipt(turn, "r")
    await store.end_work(event.id)
    await store.finish(event.id)
    return time.perf_counter() - began


class Team(People):
    """People whose events go to any process that lives, again until one has taken them."""

    def __init__(self, slack: SlackServer, living: list[int]) -> None:
        super().__init__(slack)
        self.living = living

    async def event(self, body: Json) -> None:
        """Send an event until it is acknowledged."""
        body = {**body, "event_id": body.get("event_id") or self.slack.world.new("Ev")}
        while True:
            began = time.perf_counter()
            self.url = f"http://127.0.0.1:{random.choice(self.living)}/slack/events"  # noqa: S311
            try:
                status, _ = await self._post(json.dumps(body), "application/json", {})
                if status == 200:
                    self.acknowledged.append(time.perf_counter() - began)
                    return
            except (aiohttp.ClientError, TimeoutError, ConnectionError):
                pass
            await asyncio.sleep(0.3)


async def _burst(server: PostgresServer, mentions: int, kills: int, restarts: int) -> Figures:
    url = server.database()
    with tempfile.TemporaryDirectory() as folder:
        async with SlackServer() as slack, AsyncExitStack() as room:
            living: list[int] = []
            team = Team(slack, living)
            room.push_async_callback(team.close)
            runs = [Life(Path(folder) / name, url, slack, living) for name in "ab"]
            for life in runs:
                await life.start()
                room.push_async_callback(life.end)
            channels = min(CHANNELS, mentions)
            times = mentions // channels
            gates = [asyncio.Semaphore(0) for _ in range(channels)]  # as many mentions as kills, by share
            asking = [asyncio.create_task(_ask(team, f"C{n}", times, gate)) for n, gate in enumerate(gates)]
            again = asyncio.create_task(asyncio.sleep(0))
            let = 0
            for moment in range(kills):  # one of them lives at any time
                for gate in gates:
                    for _ in range(let, (moment + 1) * times // kills):
                        gate.release()
                let = (moment + 1) * times // kills
                await asyncio.gather(again, asyncio.sleep(random.uniform(0.2, 3.0)))  # noqa: S311
                again = asyncio.create_task(runs[moment % 2].killed())
                if restarts and moment % (kills // restarts) == kills // (2 * restarts):
                    await asyncio.to_thread(server.stop)
                    await asyncio.to_thread(server.start)
            await asyncio.gather(again, *asking)
            await until(lambda: _none_left(url), "something has no end", PATIENCE)
            await asyncio.sleep(1.0)
        return _judged(url, answers(slack.world).values(), team, channels * times)


def _judged(url: str, posted: Any, team: Team, asked: int) -> Figures:
    with psycopg.connect(url) as session:
        turns = [json.loads(str(row[0])) for row in session.execute(b"SELECT body FROM turns ORDER BY seq").fetchall()]
        (incidents,) = session.execute(b"SELECT count(*) FROM inbox WHERE incident <> ''").fetchone() or (0,)
    threads: dict[str, list[int]] = {}
    for turn in turns:
        threads.setdefault(turn["thread"], []).append(int(turn["question"].split()[-1]))
    lost, twice = asked - len(turns), sum(posted) - asked
    unordered = sum(numbers != sorted(numbers) for numbers in threads.values())
    late = float(np.percentile(team.acknowledged, 99))
    return [
        ("lost", lost, 0, lost == 0),
        ("posted twice (below 0: not at all)", twice, 0, twice == 0),
        ("given up with an incident", incidents, 0, incidents == 0),
        ("threads out of order", unordered, 0, unordered == 0),
        ("acknowledged p99, s", round(late, 2), "≤ 1", late <= 1),
    ]


async def _ask(team: Team, channel: str, times: int, gate: asyncio.Semaphore) -> None:
    thread = ""
    for number in range(times):
        await gate.acquire()
        await asyncio.sleep(random.uniform(0.0, SPREAD))  # noqa: S311  people do not ask all at one moment
        said = await team.mention(channel, f"Tell me about zinc, please, take {number}", thread=thread)
        thread = thread or said


class Life:
    """A process that is killed and started again."""

    def __init__(self, folder: Path, url: str, slack: SlackServer, living: list[int]) -> None:
        folder.mkdir()
        self._folder, self._url, self._slack, self._living = folder, url, slack, living
        self._room = AsyncExitStack()
        self._port = 0

    async def start(self) -> None:
        """Start it, and have people know."""
        self._port = free_port()
        graph = {name: value for name, value in os.environ.items() if name == "KG_BACKEND" or name.startswith("NEO4J_")}
        store = {"EVIGRAPH_STORE": self._url, "EVIGRAPH_WAITING": "1000", **graph}
        await self._room.enter_async_context(process(self._folder, self._port, self._slack, "http", **store))
        self._living.append(self._port)

    async def end(self) -> None:
        """Kill it."""
        if self._port in self._living:
            self._living.remove(self._port)
        await self._room.aclose()

    async def killed(self) -> None:
        """Kill it and start it again."""
        await self.end()
        await self.start()


def _left(url: str) -> int:
    with psycopg.connect(url) as session:
        return len(session.execute(b"SELECT 1 FROM inbox WHERE finished IS NULL").fetchall())


async def _none_left(url: str) -> bool:
    return not await asyncio.to_thread(_left, url)


if __name__ == "__main__":
    turns = sys.argv[1:] == ["turns"]
    sizes = [int(size) for size in sys.argv[1:] if not turns] or [MENTIONS, KILLS, RESTARTS]
    with postgres(fast=False) as server:
        for row in asyncio.run(_whole_turns(server) if turns else _burst(server, *sizes)):
            print(*row)
