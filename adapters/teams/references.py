"""Where conversations are: kept as they are seen, so that the worker can post later, also after a restart."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from adapters.port import AdapterState
from adapters.teams.activity import Activity, ConversationScope
from kgcore.values.message import Person, Place

_THREAD: Final = re.compile(r"[0-9a-f]{0,12}")
_KEY: Final = "key"  # what addresses and buttons that lead elsewhere are signed with


@dataclass(frozen=True, slots=True)
class Reference:
    """A conversation: its service address, kind, tenant, and the bot's id in it."""

    service: str
    scope: str
    tenant: str
    bot: str
    channel: str

    @property
    def personal(self) -> bool:
        """Whether only one person reads along."""
        return self.scope == ConversationScope.PERSONAL.value


class References:
    """What is kept: `c:` a conversation, `p:` a person's own chat with us, `t:` the thread that a chat is at."""

    def __init__(self, state: AdapterState) -> None:
        self._state = state
        self._kept: dict[str, str] = {}  # what is known to stand in the state, so that it is written once only

    async def keep(self, activity: Activity) -> None:
        """Remember the conversation of an activity that shows that we are a member."""
        found = Reference(activity.service, activity.scope.value, activity.tenant, activity.bot, activity.channel)
        await self.put(found, activity.sender if activity.scope is ConversationScope.PERSONAL else "")

    async def put(self, found: Reference, person: str = "") -> None:
        """Remember a conversation, and that it is the person's own."""
        await self._set(f"c:{found.channel}", json.dumps(asdict(found)))
        if person:
            await self._set(f"p:{person}", found.channel)

    async def of(self, place: Place) -> Reference | None:
        """Return the conversation of a place."""
        return await self.by_channel(place.channel)

    async def by_channel(self, channel: str) -> Reference | None:
        """Return a conversation by its id."""
        kept = await self._state.get(f"c:{channel}")
        return Reference(**json.loads(kept)) if kept else None

    async def own(self, person: Person) -> Reference | None:
        """Return the person's own chat with us, or None where none is known."""
        channel = await self._state.get(f"p:{person.id}")
        return await self.by_channel(channel) if channel else None

    async def thread(self, channel: str) -> str:
        """Return the thread that a chat (which has none of its own) is at."""
        return await self._state.get(f"t:{channel}") or ""

    async def begin_thread(self, channel: str, event: str) -> str:
        """Let a chat begin a new thread; the same event begins the same one."""
        thread = hashlib.blake2b(event.encode(), digest_size=6).hexdigest()
        await self._state.set(f"t:{channel}", thread)
        return thread

    async def greet(self, channel: str) -> bool:
        """Whether a conversation was not greeted before; from now on it was."""
        first = await self._state.get(f"g:{channel}") is None
        await self._set(f"g:{channel}", "1")
        return first

    async def remember_turn(self, channel: str, message: str, turn: str, thread: str) -> None:
        """Remember which turn a message shows: the platform's own thumbs name the message only."""
        await self._set(f"m:{channel}:{message}", json.dumps([turn, thread]))

    async def turn_of(self, channel: str, message: str) -> tuple[str, str] | None:
        """Return the turn that a message shows and its thread."""
        kept = await self._state.get(f"m:{channel}:{message}")
        if kept is None:
            return None
        turn, thread = json.loads(kept)
        return turn, thread

    async def messages_of(self, channel: str, turn: str) -> tuple[str, ...]:
        """Return the messages that show a turn, oldest first: posted before a crash, with the receipt lost."""
        found = []
        for key in await self._state.keys(f"m:{channel}:"):
            kept = await self._state.get(key)
            if kept and json.loads(kept)[0] == turn:
                found.append(key.removeprefix(f"m:{channel}:"))
        return tuple(sorted(found, key=lambda id: (len(id), id)))

    async def home(self, place: Place, person: Person) -> tuple[tuple[str, str], ...]:
        """Return what a button carries that is shown outside its conversation: the place, signed for this person."""
        return ("w", place.workspace), ("c", place.channel), ("t", place.thread), ("s", await self._seal(place, person))

    async def place_of(self, sent: Mapping[str, Any], here: Place, person: Person) -> Place:
        """Return the place that a button belongs to: the signed one, or where it was pressed."""
        parts = [sent.get(k) for k in ("w", "c", "t", "s")]
        if not all(isinstance(p, str) for p in parts):
            thread = sent.get("h")  # a chat's earlier thread: whoever is in the chat may see it
            known = isinstance(thread, str) and _THREAD.fullmatch(thread) and not here.thread.isdigit()
            return replace(here, thread=str(thread)) if known else here
        workspace, channel, thread, seal = (str(p) for p in parts)
        place = Place(here.platform, workspace, channel, thread)
        return place if hmac.compare_digest(seal, await self._seal(place, person)) else here

    async def sign(self, *parts: str) -> str:
        """Return what nobody can guess, the same for the same parts."""
        text = "\x1f".join(parts).encode("utf-8", "surrogatepass")
        return hmac.new(await self._secret(), text, hashlib.sha256).hexdigest()[:40]

    async def _seal(self, place: Place, person: Person) -> str:
        return await self.sign("home", place.key, person.id)

    async def _secret(self) -> bytes:
        kept = self._kept.get(_KEY) or await self._state.get(_KEY)
        if kept is None:
            kept = secrets.token_hex(32)
            await self._state.set(_KEY, kept)
        self._kept[_KEY] = kept
        return bytes.fromhex(kept)

    async def _set(self, key: str, value: str) -> None:
        if self._kept.get(key) != value:
            await self._state.set(key, value)
            if len(self._kept) > 10_000:  # a cache only
                self._kept.clear()
            self._kept[key] = value
