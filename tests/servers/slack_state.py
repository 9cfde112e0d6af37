"""A Slack workspace in memory: channels, messages, files, modals, people, installations, and faults on demand."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections import defaultdict, deque
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]
TEAM, BOT, BOT_ID, APP = "T0001", "U0BOT", "B0BOT", "A0001"
BOT_TOKEN, APP_TOKEN, SECRET = "xoxb-0001-bot", "xapp-1-A0001-app", "8f742231b10e8888abcd99yyyzzz85a5"
# methods that ask for a workspace where an organisation's token calls them: "Required if org token is used"
NEED_TEAM = {"bots.info", "conversations.create", "conversations.list", "usergroups.list", "users.list"}


def bot(home: str) -> str:
    """Return the bot's user in a workspace or organisation."""
    return BOT if home == TEAM else f"U{home}BOT"


@dataclass
class Link:
    """A response_url: who may be told something by it, about which message (none where only that person sees it)."""

    channel: str
    user: str
    message: Json | None = None
    expired: bool = False


@dataclass
class Channel:
    """A conversation; `member`: the bot is in it; `teams`: the workspaces that have it (none: every one)."""

    id: str
    member: bool = True
    archived: bool = False
    shared: bool = False
    name: str = ""
    teams: frozenset[str] = frozenset()
    messages: list[Json] = field(default_factory=list)
    ephemerals: list[Json] = field(default_factory=list)

    def thread(self, ts: str) -> list[Json]:
        """The messages of a thread, its first included."""
        return [m for m in self.messages if ts in (m["ts"], m.get("thread_ts"))]


@dataclass
class Fault:
    """How a method misbehaves the next `times` times. `after`: it does its work first, and the answer is lost."""

    method: str
    error: str = ""
    status: int = 200
    retry_after: int | None = None
    after: bool = False
    delay: float = 0.0
    times: int = 1


class World:
    """All that the server knows; `complaints` are calls that Slack would have refused."""

    def __init__(self) -> None:
        self.channels: dict[str, Channel] = {}
        self.users: dict[str, Json] = {}
        self.files: dict[str, Json] = {}
        self.views: dict[str, Json] = {}
        self.triggers: dict[str, float] = {}
        self.tokens: dict[str, str] = {BOT_TOKEN: TEAM}  # bot token → workspace or organisation
        self.orgs: dict[str, frozenset[str]] = {}  # workspaces to which an organisation's admins have added the bot
        self.refresh: dict[str, str] = {}
        self.scopes = ""
        self.calls: list[tuple[str, Json]] = []
        self.complaints: list[str] = []
        self.faults: list[Fault] = []
        self.prompts: list[Json] = []
        self.statuses: list[Json] = []
        self.titles: list[Json] = []
        self.responses: dict[str, list[Json]] = defaultdict(list)  # by response_url
        self.links: dict[str, Link] = {}
        self.file_delay = 0  # looks at a file before it can be shown
        self.hold: dict[str, deque[float]] = defaultdict(deque)  # posts per channel, for the rate
        self.fastest: dict[str, int] = defaultdict(int)
        self.limit_posts = False
        self.limited = 0  # calls that were answered with 429 for that
        self.streams = True  # whether the workspace has streaming
        self._numbers = itertools.count(1)
        self._clock = int(time.time()) + 60  # later than the start of whoever connects

    def channel(self, id: str) -> Channel:
        """Return the channel, made when it is first named."""
        return self.channels.setdefault(id, Channel(id))

    def by(self, home: str) -> Json:
        """Return what every message of the bot begins with."""
        return {"type": "message", "user": bot(home), "bot_id": BOT_ID, "ts": self.ts()}

    def link(self, channel: str, user: str, message: Json | None = None) -> str:
        """Return the id of a new response_url."""
        id = self.new("r")
        self.links[id] = Link(channel, user, message)
        return id

    def sees(self, home: str, channel: str) -> bool:
        """Whether a token of this workspace or organisation reaches a channel."""
        found = self.channels.get(channel)
        return found is None or not found.teams or bool(found.teams & self.orgs.get(home, frozenset({home})))

    def new(self, prefix: str) -> str:
        """Return a new id."""
        return f"{prefix}{next(self._numbers):06d}"

    def ts(self) -> str:
        """Return a ts that nobody has yet."""
        return f"{self._clock}.{next(self._numbers):06d}"

    def trigger(self) -> str:
        """Return a trigger id, which is good for three seconds."""
        id = self.new("1337.42.")
        self.triggers[id] = asyncio.get_running_loop().time() + 3.0
        return id

    def fault(self, method: str) -> Fault | None:
        """Return how this call is to misbehave."""
        for fault in self.faults:
            if fault.method == method and fault.times > 0:
                fault.times -= 1
                return fault
        return None

    def ours(self, channel: str, thread: str = "") -> list[Json]:
        """The bot's messages in a channel, or in one thread of it."""
        found = self.channel(channel)
        return [m for m in (found.thread(thread) if thread else found.messages) if m.get("bot_id") == BOT_ID]

    def paced(self, channel: str) -> bool:
        """Count a post; False where there were too many within ten seconds (short bursts are allowed)."""
        now, times = asyncio.get_running_loop().time(), self.hold[channel]
        times.append(now)
        while times and times[0] < now - 10:
            times.popleft()
        self.fastest[channel] = max(self.fastest[channel], len(times))
        return len(times) <= 15
