"""The adapter on a simulated Discord, with the real worker and store behind it and a scripted or real assistant."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import discord
import simcord
from simcord.builders import ChannelHandle

from adapters.discord.app import DiscordAdapter
from adapters.discord.client import needed_intents
from adapters.discord.layout import layout_view
from adapters.discord.pieces import Page
from adapters.port import NOWHERE, Origin
from bot.state import StoreState
from bot.worker import EventHandler, Worker
from kgcore.ports import Store
from kgcore.values.message import Incoming, Query
from kgcore.values.reply import Reply


@dataclass
class Script:
    """An assistant that says what a test wants: `answer` makes the states of a reply, `panel` what a query gets."""

    answer: Callable[[Incoming], Iterable[Reply]]
    panel: Callable[[Query], Reply]
    events: list[Incoming] = field(default_factory=list)
    queries: list[Query] = field(default_factory=list)

    async def turn(self, event: Incoming) -> AsyncIterator[Reply]:
        self.events.append(event)
        for reply in self.answer(event):
            yield reply

    def stop(self, turn: str, place: object) -> None:
        return

    async def accepts(self, event: Incoming) -> bool:
        return True

    async def ask(self, query: Query) -> Reply:
        self.queries.append(query)
        return self.panel(query)

    @property
    def event(self) -> Any:
        """The last event."""
        return self.events[-1]


class Rig:
    """A server with a channel, two members and the bot."""

    def __init__(self, store: Store, *, content: bool = False, long: bool = False) -> None:
        self.store = store
        self.long = long  # everything stands in messages, where it can be looked at and pressed; else as by default
        self.content = content
        self.env: simcord.Env
        self.adapter = self.fresh()
        self.worker: Worker
        self._behind: tuple[EventHandler, Callable[[Query], Any]]

    def fresh(self) -> DiscordAdapter:
        """Return the adapter of a new process."""
        state = StoreState(self.store, "discord")
        self.adapter = DiscordAdapter("token", state, content=self.content, long=self.long)
        self.adapter.client.typing.seconds = 3600.0  # else the simulation waits for each renewal of the sign
        return self.adapter

    async def restart(self) -> None:
        """Let a new process take over; nothing is left but the store."""
        self.fresh()
        self.attach(*self._behind)
        await self.env.restart_bot(self.adapter.client)

    async def away(self) -> None:
        """End the process; a client that does nothing at all holds its place until `restart`."""
        await self.env.restart_bot(discord.Client(intents=needed_intents(content=self.content)))

    def denied(self, name: str, **denied: bool) -> ChannelHandle:
        """Make a channel where the bot lacks permissions."""
        return self.guild.create_text_channel(name, overwrites={self.me: discord.PermissionOverwrite(**denied)})

    def attach(self, assistant: EventHandler, ask: Callable[[Query], Any]) -> None:
        """Put the worker and the assistant behind the adapter."""
        self._behind = (assistant, ask)
        self.worker = Worker(self.store, assistant, {"discord": self.adapter})
        self.adapter.services.open(self.worker, ask)

    def arrange(self, env: simcord.Env) -> None:
        """Make the server."""
        self.env = env
        self.guild = env.create_guild("Lab")
        self.channel = self.guild.create_text_channel("research")
        self.ann = self.guild.add_member(env.create_user("ann"))
        self.ben = self.guild.add_member(env.create_user("ben"))

    @property
    def me(self) -> discord.ClientUser:
        user = self.adapter.client.user
        assert user is not None
        return user

    async def mention(self, text: str, channel: ChannelHandle | None = None, by: Any = None) -> discord.Message:
        """Let Ann (or another) ask in the channel."""
        sent: discord.Message = await (by or self.ann).send(channel or self.channel, f"{self.me.mention} {text}")
        await self.settle()
        return sent

    async def settle(self) -> None:
        """Wait until everything is answered and shown."""
        await self.env.advance_time(5)

    @property
    def thread(self) -> ChannelHandle:
        """The thread that was made last."""
        return self.channel.threads[-1]


class Kept:
    """A process that keeps what it hears and dies before it works on any of it."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def put(self, event: Incoming, origin: Origin = NOWHERE) -> bool:
        return await self._store.keep(event)


def shown(message: discord.Message) -> str:
    """Return what people read in a message: all text, then labels of buttons and entries of menus."""
    found: list[str] = []
    for part in walk(_parts(message)):
        found += [str(part[key]) for key in ("content", "label", "placeholder") if part.get(key)]
    return "\n".join([message.content, *found])


def walk(parts: Iterable[Any]) -> Iterable[dict[str, Any]]:
    """Yield every component and every option of menus."""
    for part in parts:
        yield part
        for key in ("components", "options"):
            yield from walk(part.get(key) or ())
        if part.get("accessory"):
            yield from walk([part["accessory"]])


def _parts(message: discord.Message) -> list[Any]:
    return [c.to_dict() for c in message.components]


def ids(message: discord.Message) -> list[str]:
    """Return the custom ids and the values of all buttons and menus."""
    parts = list(walk(_parts(message)))
    return [str(p.get("custom_id") or p.get("value")) for p in parts if p.get("custom_id") or p.get("value")]


def components(page: Page) -> list[dict[str, Any]]:
    """Return a message's components as they are sent."""
    made: Any = layout_view(page)
    found: list[dict[str, Any]] = made.to_components()
    return found
