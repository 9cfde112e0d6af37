"""Discord's channels ↔ places. A thread made from a message has that message's id, so a mention knows its thread."""

from __future__ import annotations

import hashlib
import json
import time
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, Final, Generic, TypeVar

import discord

from adapters.discord import limits, modals
from adapters.discord.inlines import shorten_line
from adapters.port import AdapterState
from kgcore.values.message import Address, Message, Person, Place
from kgcore.values.reply import Form, Reply

PLATFORM: Final = "discord"
DIRECT: Final = "@me"  # the workspace of direct messages, as in Discord's own addresses


def place_of(channel: Any, guild: int | None, message: int | None = None) -> Place:
    """Return where a conversation is: a thread, a direct message, or (with `message`) the thread to be made of it."""
    if guild is None:
        return Place(PLATFORM, DIRECT, str(channel.id), str(channel.id))
    if isinstance(channel, discord.Thread):
        return Place(PLATFORM, str(guild), str(channel.parent_id), str(channel.id))
    return Place(PLATFORM, str(guild), str(channel.id), str(message or channel.id))


def place_outside(channel: int, person: int) -> Place:
    """Return the place of somebody who uses us, as their own app, where we are not a member."""
    return Place(PLATFORM, f"@{person}", str(channel), str(channel))


def is_outside(place: Place) -> bool:
    """Whether we can write there by answering interactions only."""
    return place.workspace.startswith("@") and place.workspace != DIRECT


def place_of_interaction(interaction: discord.Interaction[Any]) -> Place:
    """Return where something was pressed or typed."""
    channel = interaction.channel
    # A direct message of two people, one of whom uses us as their own app, is a DMChannel as well.
    others = interaction.context.private_channel
    direct = isinstance(channel, discord.DMChannel) and interaction.guild_id is None and not others
    if channel is None or (interaction.guild_id is None and not direct):
        return place_outside(interaction.channel_id or interaction.user.id, interaction.user.id)
    if interaction.guild_id and interaction.is_user_integration() and not interaction.is_guild_integration():
        return place_outside(channel.id, interaction.user.id)
    return place_of(channel, interaction.guild_id)


def person_of(user: discord.User | discord.Member, permissions: discord.Permissions | None = None) -> Person:
    """Return who speaks; who may manage the server may decide for everybody."""
    granted = permissions if permissions is not None else getattr(user, "guild_permissions", None)
    admin = bool(granted and (granted.administrator or granted.manage_guild))
    return Person(str(user.id), shorten_line(user.display_name, limits.SPEAKER), admin)


def begins_thread(to: Address) -> bool:
    """Whether what was said is itself the message of which the thread would be made."""
    return to.event == f"{PLATFORM}:{to.place.thread}"


def asked_in(to: Address) -> str:
    """Return the channel or thread of what was asked, one that there is whether or not a thread was made."""
    return to.place.channel if begins_thread(to) else to.place.thread


def place_text(place: Place) -> str:
    """Return the place as text."""
    return json.dumps([place.workspace, place.channel, place.thread])


def read_place(text: str) -> Place:
    """Return the place that was kept so."""
    return Place(PLATFORM, *json.loads(text))


# --- A map that forgets what it has not seen for longest.

K = TypeVar("K")
V = TypeVar("V")


class RecencyCache(Generic[K, V]):
    """At most `most` entries."""

    def __init__(self, most: int = 1_000) -> None:
        self._most = most
        self._entries: OrderedDict[K, V] = OrderedDict()

    def get(self, key: K) -> V | None:
        """Return the value, or None."""
        if key in self._entries:
            self._entries.move_to_end(key)
        return self._entries.get(key)

    def set(self, key: K, value: V) -> None:
        """Keep the value."""
        self._entries[key] = value
        self._entries.move_to_end(key)
        while len(self._entries) > self._most:
            self._entries.popitem(last=False)

    def pop(self, key: K) -> V | None:
        """Forget the key and return what it had."""
        return self._entries.pop(key, None)


# --- What the adapter itself has to remember over a restart, in its corner of the store.

_AT: Final = "at:"  # at:<message>: the place that a message of ours belongs to, where that is not its channel's
_HERE: Final = "here:"  # here:<thread>: no thread could be made of this message; we answer in its channel
_FORM: Final = "form:"
_QUOTE: Final = "quote:"
_SAID: Final = "said:"  # said:<message>: the channel where a question stands, until it is answered
_ASK: Final = "ask:"  # ask:<interaction>: what was asked by command, until the inbox has it
_COMMANDS: Final = "commands"
_IDS: Final = "command-ids"
_LATEST: Final = "latest:"  # latest:<thread>: the turn whose answer is the last there, and has the controls
_SEEN: Final = "seen:"  # seen:<channel>: the last message there that was kept


class DiscordState:
    """Typed ways into the adapter's `AdapterState`. Raises StoreError."""

    def __init__(self, state: AdapterState) -> None:
        self._state = state
        self._seen: RecencyCache[int, int] = RecencyCache()
        self._asking: set[int] = set()  # by command, in this process

    async def belongs(self, message: int, place: Place) -> None:
        """Remember the place that a message of ours belongs to."""
        await self._state.set(f"{_AT}{message}", place_text(place))

    async def place(self, message: int) -> Place | None:
        """Return the place that a message of ours belongs to, where it was remembered."""
        text = await self._state.get(f"{_AT}{message}")
        return read_place(text) if text else None

    async def answers_here(self, thread: str) -> bool:
        """Whether we answer in the channel because no thread could be made."""
        return await self._state.get(f"{_HERE}{thread}") is not None

    async def answer_here(self, thread: str) -> None:
        """Answer in the channel from now on."""
        await self._state.set(f"{_HERE}{thread}", "1")

    async def save_forms(self, reply: Reply) -> str:
        """Keep a reply's forms and return their name; the same forms have the same name."""
        forms = [modals.form_text(b) for b in reply.blocks if isinstance(b, Form)]
        if not forms:
            return ""
        name = hashlib.blake2b("\0".join(forms).encode(), digest_size=8).hexdigest()
        await self._state.set(f"{_FORM}{name}", json.dumps(forms))
        return name

    async def forms(self, name: str) -> tuple[Form, ...]:
        """Return the forms with that name; none where there are none."""
        text = await self._state.get(f"{_FORM}{name}")
        return tuple(map(modals.read_form, json.loads(text))) if text else ()

    async def save_quote(self, name: str, place: Place, text: str) -> None:
        """Keep a message until the question about it has been written, and forget those that never were."""
        for key in await self._state.keys(_QUOTE):
            kept = json.loads(await self._state.get(key) or "[0]")
            if kept[0] < time.time() - limits.QUOTE_SECONDS:
                await self._state.delete(key)
        await self._state.set(f"{_QUOTE}{name}", json.dumps([time.time(), place_text(place), text]))

    async def take_quote(self, name: str) -> tuple[Place, str] | None:
        """Return the place and the text of a kept message, and forget it."""
        text = await self._state.get(f"{_QUOTE}{name}")
        if text is None:
            return None
        await self._state.delete(f"{_QUOTE}{name}")
        _, place, quote = json.loads(text)
        return read_place(place), quote

    async def asked(self, message: int, channel: int) -> None:
        """Remember the channel where a question stands: its answer may belong elsewhere, and commands have none."""
        await self._state.set(f"{_SAID}{message}", str(channel))

    async def stands_in(self, event: str) -> int:
        """Return the channel where the question stands that was such an event; 0 where it is no message."""
        return int(await self._state.get(_SAID + event.removeprefix(f"{PLATFORM}:")) or 0)

    async def answered(self, event: str) -> None:
        """Forget where a question stands."""
        await self._state.delete(_SAID + event.removeprefix(f"{PLATFORM}:"))

    async def save_ask(self, interaction: int, event: Message) -> None:
        """Keep what was asked by command until the inbox has it."""
        self._asking.add(interaction)
        person = [event.person.id, event.person.name, event.person.admin]
        kept = [place_text(event.place), person, event.text]
        await self._state.set(f"{_ASK}{interaction}", json.dumps(kept))

    async def drop_ask(self, interaction: int) -> None:
        """Forget what the inbox has by now."""
        await self._state.delete(f"{_ASK}{interaction}")
        self._asking.discard(interaction)

    async def left_asks(self) -> dict[int, tuple[Place, Person, str]]:
        """Return what an earlier process was asked by command and did not put into the inbox."""
        found: dict[int, tuple[Place, Person, str]] = {}
        for key in await self._state.keys(_ASK):
            id, text = int(key.removeprefix(_ASK)), await self._state.get(key)
            if text and id not in self._asking:
                place, person, question = json.loads(text)
                found[id] = read_place(place), Person(*person), question
        return found

    async def seen(self, channel: int, message: int) -> None:
        """Remember the last message of a channel or thread that was kept, or that we wrote; never an earlier one."""
        if self._seen.get(channel) is None:
            self._seen.set(channel, int(await self._state.get(f"{_SEEN}{channel}") or 0))
        if message > (self._seen.get(channel) or 0):
            self._seen.set(channel, message)
            await self._state.set(f"{_SEEN}{channel}", str(message))

    async def last_seen(self) -> dict[int, int]:
        """Return the last message kept, by channel."""
        keys = await self._state.keys(_SEEN)
        return {int(key.removeprefix(_SEEN)): int(await self._state.get(key) or 0) for key in keys}

    async def unsee(self, channel: int) -> None:
        """Forget a channel that is gone."""
        await self._state.delete(f"{_SEEN}{channel}")

    async def latest(self, place: Place) -> tuple[str, str]:
        """Return the turn whose answer is the last of its thread, and its receipt; empty where none is known."""
        turn, receipt = json.loads(await self._state.get(f"{_LATEST}{place.key}") or '["", ""]')
        return str(turn), str(receipt)

    async def save_latest(self, place: Place, turn: str, receipt: str) -> None:
        """Remember which turn's answer is the last of its thread, and its receipt."""
        await self._state.set(f"{_LATEST}{place.key}", json.dumps([turn, receipt]))

    async def commands(self) -> str:
        """Return the digest of the commands as they were synchronised last."""
        return await self._state.get(_COMMANDS) or ""

    async def save_commands(self, digest: str, ids: Mapping[str, int]) -> None:
        """Remember that these commands are synchronised, and Discord's ids of them by name."""
        await self._state.set(_IDS, json.dumps(ids))
        await self._state.set(_COMMANDS, digest)

    async def command_ids(self) -> dict[str, int]:
        """Return Discord's ids of the commands by name, as far as they are known."""
        found: dict[str, int] = json.loads(await self._state.get(_IDS) or "{}")
        return found
