"""discord.py's client, told what to do with what comes in."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import datetime
from typing import Any, Final

import discord
import structlog
from discord import app_commands

from adapters.discord.commands import build_commands, commands_digest, take_left_asks
from adapters.discord.desk import DiscordServices
from adapters.discord.events import deleted_message, deleted_thread, edited_message, missed_messages, read_message
from adapters.discord.layout import PressableItem
from adapters.discord.menus import context_menus
from adapters.discord.places import PLATFORM
from adapters.discord.posting import UNNAMED
from adapters.discord.pressing import handle_form, handle_press
from adapters.discord.typing import Typing
from adapters.shared.typing import command_said
from kgcore.commands import CommandKind
from kgcore.errors import EvigraphError, StoreError
from kgcore.values.message import Change, Command, Place

log = structlog.get_logger()
ASIDE: Final = "What you asked for is in our direct messages."
_SORRY: Final = "I could not keep your question just now; please ask it again in a moment."


def needed_intents(*, content: bool) -> discord.Intents:
    """Return the least that is needed: servers, and messages; what they say only where the operator wants it."""
    wanted = discord.Intents.none()
    wanted.guilds = wanted.guild_messages = wanted.dm_messages = True
    wanted.message_content = content
    return wanted


class BotCommandTree(app_commands.CommandTree["Client"]):
    """The commands; what goes wrong in one is told by number."""

    async def on_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        """Tell the person."""
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        await self.client.services.failed(interaction, cause)


class Client(discord.Client):
    """Listens to Discord. `ready` is set after the first login of the process."""

    def __init__(self, services: DiscordServices, *, content: bool) -> None:
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks here
        super().__init__(
            intents=needed_intents(content=content),
            allowed_mentions=discord.AllowedMentions.none(),
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
        )
        self.services = services
        self.ready = asyncio.Event()
        self.tree = BotCommandTree(self, allowed_installs=_INSTALLS, allowed_contexts=_CONTEXTS)
        self._content = content
        self._heard: datetime | None = None  # since then the gateway has told us everything
        self._left: dict[int, int] | None = None  # what was known of channels when we last heard of them
        self.typing = Typing(self)
        for name, parse in self._connection.parsers.items():
            self._connection.parsers[name] = _guarded(name, parse)
        for command in (*build_commands(services), *context_menus(services)):
            self.tree.add_command(command)

    async def setup_hook(self) -> None:
        """Take buttons of earlier processes, and synchronise the commands if they have changed."""
        self.add_dynamic_items(PressableItem)
        self._left = await self.services.keep.last_seen()  # before anything is written, which moves it on
        self.ready.set()
        mark = f"{self.application_id}:{commands_digest(self.tree)}"
        try:
            if await self.services.keep.commands() != mark:
                made = await self.tree.sync()
                await self.services.keep.save_commands(mark, {c.name: c.id for c in made})
        except (discord.HTTPException, EvigraphError) as error:
            log.warning("the commands were not synchronised; the next start tries again", reason=str(error))

    async def close(self) -> None:
        """Leave nothing running."""
        await self.typing.close()
        await super().close()

    async def on_disconnect(self) -> None:
        """Remember how far we had heard; what we write meanwhile says nothing of what others do."""
        if self._left is None:
            with suppress(StoreError):
                self._left = await self.services.keep.last_seen()

    async def on_ready(self) -> None:
        """After a start, or where the gateway could not go on: look for what was said to us meanwhile."""
        self._heard = discord.utils.utcnow()
        try:
            left, self._left = self._left, None
            seen = left if left is not None else await self.services.keep.last_seen()
            async for message in missed_messages(self, self.services.keep, seen):
                await self.on_message(message)
            await take_left_asks(self, self.services)
        except Exception as error:  # noqa: BLE001  the outermost handler
            await self.services.failed(None, error)

    def was_heard(self, message: int) -> bool:
        """Whether the gateway has told us, or will, what becomes of a message."""
        return self._heard is not None and discord.utils.snowflake_time(message) >= self._heard

    async def on_resumed(self) -> None:
        """The gateway has told everything that was said meanwhile."""
        self._left = None

    async def on_message(self, message: discord.Message) -> None:
        """Keep what is for us."""
        if self.user is None:
            return
        try:
            event = await read_message(message, self.user, self.services.keep, listens=self._content)
            if event is None:
                return
            row = command_said(event.text) if event.addressed else None
            said = Command(event.id, event.place, event.person, row.name) if row else event
            new = await self.services.put(self.services.writing.stopping(said) if said is event else said)
            if new:
                with suppress(StoreError):  # the question itself is kept
                    await self.services.keep.asked(message.id, message.channel.id)
                    await self.services.keep.seen(message.channel.id, message.id)
        except Exception as error:  # noqa: BLE001  the outermost handler: the id is logged, words are told
            incident = await self.services.failed(None, error)
            with suppress(discord.HTTPException):
                await message.reply(f"{_SORRY} (Incident {incident}.)", mention_author=False)
            return
        if row is not None:
            if new and message.guild and (row.private or row.kind is CommandKind.PANEL):
                with suppress(discord.HTTPException):
                    await message.reply(ASIDE, mention_author=False)
        elif new and event.addressed and event.place.thread in (event.place.channel, str(message.channel.id)):
            self.typing.begin(event.id, message.channel.id)

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """Take out what was asked in a message that is gone."""
        await self._gone((payload.message_id,), payload.channel_id, payload.guild_id)

    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        """The same of many messages, as moderators delete them."""
        await self._gone(sorted(payload.message_ids), payload.channel_id, payload.guild_id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Forget a conversation whose thread is gone."""
        place = Place(PLATFORM, str(payload.guild_id), str(payload.parent_id), str(payload.thread_id))
        try:
            await self.services.keep.unsee(payload.thread_id)
            turn, _ = await self.services.keep.latest(place)
            if turn:
                await self.services.put(deleted_thread(place, turn))
        except Exception as error:  # noqa: BLE001  the outermost handler
            await self.services.failed(None, error)

    async def on_raw_message_edit(self, payload: discord.RawMessageUpdateEvent) -> None:
        """Read a question anew that was changed soon after it was asked."""
        event = edited_message(payload.message, self.user) if self.user else None
        if event is not None:
            await self._changed(event)

    async def _gone(self, ids: Iterable[int], channel: int, guild: int | None) -> None:
        there: Any = self.get_channel(channel) or discord.Object(channel)
        if guild and isinstance(there, discord.Object):  # an archived thread, perhaps: only those in use are cached
            with suppress(discord.HTTPException):
                there = await self.fetch_channel(channel)
        for id in ids:
            event = deleted_message(id, there, guild)
            await self._changed(event)
            with suppress(discord.HTTPException, StoreError):
                await self._unnamed(event.place)

    async def _unnamed(self, place: Place) -> None:
        """Take the words of a deleted message out of the name of the thread that we made of it."""
        thread: object = self.get_channel(int(place.thread))
        if thread is None and (await self.services.keep.latest(place))[0]:  # we have answered there; it is archived
            thread = await self.fetch_channel(int(place.thread))
        if isinstance(thread, discord.Thread) and thread.owner_id == (self.user and self.user.id):
            await thread.edit(name=UNNAMED, archived=False)

    async def _changed(self, event: Change) -> None:
        try:
            await self.services.put(event)
        except Exception as error:  # noqa: BLE001  the outermost handler
            await self.services.failed(None, error)

    async def on_pressed(self, interaction: discord.Interaction[Any], chosen: str) -> None:
        """Handle a button or a menu."""
        try:
            await handle_press(self.services, interaction, chosen)
        except Exception as error:  # noqa: BLE001  the outermost handler
            await self.services.failed(interaction, error)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Handle forms: discord.py itself knows only those that it opened in this process."""
        if interaction.type is discord.InteractionType.modal_submit:
            try:
                await handle_form(self.services, interaction)
            except Exception as error:  # noqa: BLE001  the outermost handler
                await self.services.failed(interaction, error)


def _guarded(name: str, parse: Callable[[Any], None]) -> Callable[[Any], None]:
    """Leave out what the library cannot read of the gateway's: it would end the connection, and the process with it."""

    def parsed(data: Any) -> None:
        try:
            parse(data)
        except Exception as error:  # noqa: BLE001  whatever an odd payload makes of the library
            log.warning("an event of Discord could not be read", event_name=name, reason=type(error).__name__)

    return parsed


_INSTALLS: Final = app_commands.AppInstallationType(guild=True, user=True)
_CONTEXTS: Final = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
