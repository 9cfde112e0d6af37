"""Five hundred people who ask the starter graph in fifty channels of a small Slack, and what came of it."""

from __future__ import annotations

import asyncio
import csv
import json
import re
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import cycle, islice
from typing import Any, NamedTuple

import aiohttp

from kgcore.graph import starter_folder
from tests.adapters.slack.process import answers, part_of
from tests.servers.slack import SlackServer
from tests.servers.slack_people import People, words
from tests.servers.slack_state import Json

ACK_SECONDS = 3.0  # https://docs.slack.dev/apis/events-api#responding
# https://docs.slack.dev/apis/events-api#retries: nearly at once, after a minute, after five; ten times as fast here
AGAIN = (0.1, 6.0, 30.0)
BEAT = 0.01  # seconds between two looks
MINUTE = 60.0


class Asked(NamedTuple):
    """A question, and the names that have to be in its answer."""

    words: str
    about: tuple[str, ...]


class Said(NamedTuple):
    """What somebody said where, and when."""

    channel: str
    ts: str
    asked: Asked
    at: float


def questions(number: int) -> list[Asked]:
    """Return so many questions about what the starter graph knows, and something is left to ask next; most come twice.

    "Tell me about …" wants two relations at least: after the only one there is nothing to go on with.
    """
    nodes = {row["id"]: row for row in _rows("nodes.tsv")}
    edges = _rows("edges.tsv")
    degree = Counter(end for edge in edges for end in (edge["subject"], edge["object"]))
    taken = {"DietarySupplement", "Drug", "Food"}
    about = [row["name"] for id, row in nodes.items() if row["category"] in taken and degree[id] > 1]
    helps = [edge for edge in edges if edge["predicate"] in {"TREATS", "PREVENTS"}]
    pairs = dict.fromkeys((nodes[edge["subject"]]["name"], nodes[edge["object"]]["name"]) for edge in helps)
    found = [Asked(f"Tell me about {name}", (name,)) for name in about]
    found += [Asked(f"Does {one} help against {other}?", (one, other)) for one, other in pairs]
    return list(islice(cycle(found), number))


def _rows(table: str) -> list[dict[str, str]]:
    with (starter_folder() / table).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


class Crowd(People):
    """Asks, and delivers what it said as Slack does: again and again until it is acknowledged.

    `running` says whether a process is up: tries that began and ended with it count as its acknowledgements, late ones
    and those that never came with the seconds they took. What Slack must give up is `lost`.
    """

    def __init__(self, slack: SlackServer, url: str = "") -> None:
        super().__init__(slack, url)
        self.running = 0  # which process is up; 0: none
        self.waits: list[float] = []  # seconds from the first try to the acknowledgement
        self.retried = 0
        self.lost = 0
        self.said: list[Said] = []
        self.bodies: list[Json] = []  # all that was acknowledged
        self._under_way: set[asyncio.Task[None]] = set()

    async def ask(self, number: int, channels: int, asked: Asked, after: float) -> None:
        """Mention the bot in one of so many channels."""
        await asyncio.sleep(after)
        channel, now = f"C{number % channels}", time.perf_counter()
        self.said.append(Said(channel, await self.mention(channel, asked.words), asked, now))

    async def event(self, body: Json) -> None:
        """Begin to deliver an event."""
        task = asyncio.create_task(self._delivered({**body, "event_id": self.slack.world.new("Ev")}, 0))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def again(self, number: int) -> None:
        """Deliver events again that were acknowledged: the acknowledgement was lost on its way."""
        step = max(1, len(self.bodies) // number)
        await asyncio.gather(*(self._delivered(body, 1) for body in self.bodies[::step]))

    async def heard(self) -> None:
        """Wait until everything was acknowledged, or given up."""
        while self._under_way:
            await asyncio.gather(*self._under_way)

    async def _delivered(self, body: Json, first: int) -> None:
        began = time.perf_counter()
        for retry, wait in enumerate((0.0, *AGAIN)[first:], first):
            await asyncio.sleep(wait)
            self.retried += retry > 0
            if await self._tried(body, retry):
                self.waits.append(time.perf_counter() - began)
                self.bodies += [body] if first == 0 else []
                return
        self.lost += 1

    async def _tried(self, body: Json, retry: int) -> bool:
        began, process = time.perf_counter(), self.running
        try:
            async with asyncio.timeout(ACK_SECONDS):
                good = await self._sent(body, retry)
        except (aiohttp.ClientError, TimeoutError, IndexError, ConnectionError):
            good = False
        if process and process == self.running:
            self.acknowledged.append(time.perf_counter() - began)
        return good

    async def _sent(self, body: Json, retry: int) -> bool:
        if not self.url:
            await self.slack.over_socket("events_api", body, retry)
            return True
        headers = {"X-Slack-Retry-Num": str(retry), "X-Slack-Retry-Reason": "http_timeout"} if retry else {}
        status, _ = await self._post(json.dumps(body), "application/json", headers)
        return status == 200


@dataclass
class Watch:
    """Looks at the workspace all the time: when what was called, and when each thread had its first status
    or message of ours.
    """

    slack: SlackServer
    calls: list[tuple[float, str]] = field(default_factory=list)
    first: dict[tuple[str, str], float] = field(default_factory=dict)
    _seen: Counter[str] = field(default_factory=Counter)

    async def run(self) -> None:
        """Look until cancelled."""
        while True:
            self.look()
            await asyncio.sleep(BEAT)

    def look(self) -> None:
        """Note what is new."""
        now, world = time.perf_counter(), self.slack.world
        self.calls += [(now, method) for method, _ in world.calls[len(self.calls) :]]
        for channel in world.channels.values():
            for message in channel.messages[self._seen[channel.id] :]:
                if message.get("bot_id"):
                    self.first.setdefault((channel.id, str(message.get("thread_ts"))), now)
            self._seen[channel.id] = len(channel.messages)
        for status in world.statuses[self._seen["status"] :]:
            self.first.setdefault((str(status["channel_id"]), str(status["thread_ts"])), now)
        self._seen["status"] = len(world.statuses)

    def waits(self, said: Iterable[Said]) -> list[float]:
        """Return how long each waited for a first sign of us, in seconds."""
        return [self.first[one.channel, one.ts] - one.at for one in said if (one.channel, one.ts) in self.first]

    def number(self, method: str) -> int:
        """Return how often a method was called."""
        self.look()
        return sum(name == method for _, name in self.calls)

    def busiest(self, method: str) -> int:
        """Return the most calls of a method within a minute."""
        times, most, oldest = [at for at, name in self.calls if name == method], 0, 0
        for nth, at in enumerate(times):
            while times[oldest] < at - MINUTE:
                oldest += 1
            most = max(most, nth - oldest + 1)
        return most


@dataclass(frozen=True, slots=True)
class Outcome:
    """What stands in the channels in the end, counted in threads and messages."""

    complete: int
    wrong: tuple[str, ...]  # questions whose answers lack something
    twice: int
    pictures_twice: int
    placeholders: int


def outcome(slack: SlackServer, said: list[Said]) -> Outcome:
    """Read every thread that somebody began."""
    world, found = slack.world, answers(slack.world)
    wrong = [f"{one.asked.words} lacks {lack}" for one in said if (lack := _lacks(slack, one))]
    names = Counter(file["name"] for file in world.files.values() if file["done"])
    shown = Counter((str(file["channel"]), str(file["thread"])) for file in world.files.values() if file["done"])
    left = [m for one in said for m in world.ours(one.channel, one.ts) if not m.get("files") and _unfinished(m)]
    return Outcome(
        len(said) - len(wrong),
        tuple(wrong),
        sum(number > 1 for number in found.values()),
        sum(number > 1 for number in (*names.values(), *shown.values())),
        len(left),
    )


def _unfinished(message: Json) -> bool:
    text = words(message.get("blocks"))
    return part_of(message) is None or "Looking" in text or "Writing" in text or "kg1:stop:" in str(message)


def _lacks(slack: SlackServer, said: Said) -> str:
    """Return what the answer lacks: its words, a claim that was announced, the picture, next questions, the end."""
    blocks = [b for m in slack.world.ours(said.channel, said.ts) for b in m.get("blocks") or []]
    text = words(blocks)
    claims = re.search(r"(\d+) claims? checked", text)
    listed = sum((b.get("accessory") or {}).get("action_id") == "menu:claim" for b in blocks)
    pictures = [slack.world.files[b["slack_file"]["id"]] for b in blocks if b["type"] == "image"]
    there: dict[str, Any] = {
        "its words": all(name.lower() in text.lower() for name in said.asked.about),
        "claims": claims is not None and listed == int(claims[1]) > 0,
        "a picture": len(pictures) == 1 and pictures[0]["done"],
        "next questions": "kg1:ask:" in str(blocks),
        "the end": "kg1:up:" in str(blocks),
    }
    return ", ".join(name for name, is_there in there.items() if not is_there)
