"""Where a conversation lies in Slack. A thread is named by its first message's ts.

A slash command has no message: its thread has a name of ours until its first message is posted, and keeps it. Both
ways are kept in the platform's map.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from adapters.port import AdapterState
from adapters.slack import limits
from adapters.slack.parts import Json
from kgcore.values.message import Place

PLATFORM = "slack"
MARK = "@"  # in a block id: what follows is the place that the block's buttons belong to
_OWN = "c-"
_KEPT = 5_000
_PRESSED = ("actions", "context_actions")


@dataclass(frozen=True, slots=True)
class ReturnPath:
    """Where a private reply belongs beside a new ephemeral message: a view, or a response_url (until `until`).

    `used`: how often the response_url was; `shown`: how many messages of the reply the person has got already.
    """

    view: str = ""
    url: str = ""
    replace: bool = False
    until: float = 0.0
    used: int = 0
    shown: int = 0

    @property
    def open(self) -> bool:
        """Whether Slack would take a message at the response_url."""
        return bool(self.url) and self.until > time.time() and self.used < limits.RESPONSES


class SlackThreads:
    """Reads and writes what is kept of threads and of ways back."""

    def __init__(self, state: AdapterState) -> None:
        self._state = state
        self._names: dict[tuple[str, str, str], str] = {}
        self._still: dict[str, None] = {}

    def keep_still(self, event: str) -> None:
        """Let the picture stand that an event's message shows; only this process knows it, and another draws anew."""
        self._still[event] = None
        if len(self._still) > _KEPT:
            del self._still[next(iter(self._still))]

    def is_still(self, event: str) -> bool:
        """Whether what an event does changes nothing that a picture shows."""
        return event in self._still

    async def place(self, team: str, channel: str, ts: str) -> Place:
        """Return the place of a thread whose first message has this ts."""
        key = (team, channel, ts)
        if key not in self._names:
            if len(self._names) > _KEPT:
                self._names.clear()
            self._names[key] = await self._state.get(f"name:{team}:{channel}:{ts}") or ts
        return Place(PLATFORM, team, channel, self._names[key])

    async def root(self, place: Place) -> str | None:
        """Return the ts of the thread's first message; None where it has not been posted."""
        if not place.thread.startswith(_OWN):
            return place.thread or None
        return await self._state.get(f"root:{place.key}")

    async def rooted(self, place: Place, ts: str) -> None:
        """Keep the ts of the first message of a thread that began with a command."""
        await self._state.set(f"name:{place.workspace}:{place.channel}:{ts}", place.thread)
        await self._state.set(f"root:{place.key}", ts)
        self._names[place.workspace, place.channel, ts] = place.thread

    async def keep_back(self, event: str, back: ReturnPath) -> None:
        """Keep the way back to where an event came from."""
        await self._state.set(f"back:{event}", json.dumps(asdict(back)))

    async def back(self, event: str) -> ReturnPath:
        """Return the way back as far as it is known."""
        found = json.loads(await self._state.get(f"back:{event}") or "{}")
        return ReturnPath(**found) if isinstance(found, dict) else ReturnPath(*found)  # a list: of an earlier version

    async def went_back(self, event: str) -> None:
        """Forget a way back that was taken."""
        await self._state.delete(f"back:{event}")

    # ── what does not fit into a button ─────────────────────────────────────────────────────────────────────────────

    async def keep_text(self, kind: str, key: str, text: str) -> None:
        """Keep a form, or a quotation."""
        await self._state.set(f"{kind}:{key}", text)

    async def text(self, kind: str, key: str) -> str | None:
        """Return what was kept."""
        return await self._state.get(f"{kind}:{key}")


def own_thread(event: str) -> str:
    """Return the name of a thread that begins with a command."""
    return _OWN + hashlib.blake2b(event.encode(), digest_size=9).hexdigest()


def respond_back(url: str, *, replace: bool = False) -> ReturnPath:
    """Return the way back to a response_url, which is open for half an hour."""
    return ReturnPath(url=url, replace=replace, until=time.time() + limits.RESPONSE_SECONDS)


def dump_place(place: Place) -> str:
    """Return the place as a modal carries it."""
    return json.dumps([place.workspace, place.channel, place.thread])


def load_place(text: str) -> Place | None:
    """Read the place that a modal carries."""
    try:
        team, channel, thread = json.loads(text)
    except (ValueError, TypeError):
        return None
    return Place(PLATFORM, str(team), str(channel), str(thread))


def mark_place(blocks: Sequence[Json], place: Place) -> list[Json]:
    """Write the place into the blocks that can be pressed: what one person alone sees does not say its thread."""
    return [
        {**b, "block_id": f"{nth}{MARK}{dump_place(place)}"[:255]} if b["type"] in _PRESSED or "accessory" in b else b
        for nth, b in enumerate(blocks)
    ]
