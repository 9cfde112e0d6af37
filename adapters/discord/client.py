"""discord.py's client, told what to do with what comes in."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any, Final

import discord
import structlog
from discord import app_commands

from adapters.discord.commands import commands, digest
from adapters.discord.desk import Desk
from adapters.discord.events import heard
from adapters.discord.menus import menus
from adapters.discord.missed import missed
from adapters.discord.pressed import Pressed
from adapters.discord.pressing import pressed, sent
from adapters.discord.typing import Typing
from kgcore.errors import EvigraphError, StoreError

log = structlog.get_logger()
_SORRY: Final = "I could not keep your question just now; please ask it again in a moment."


def intents(*, content: bool) -> discord.Intents:
    """Return the least that is needed: servers, and messages; what they say only where the operator wants it."""
    wanted = discord.Intents.none()
    wanted.guilds = wanted.guild_messages = wanted.dm_messages = True
    wanted.message_content = content
    return wanted


class Tree(app_commands.CommandTree["Client"]):
    """The commands; what goes wrong in one is told by number."""

    async def on_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        """Tell the person."""
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        await self.client.desk.failed(interaction, cause)


class Client(discord.Client):
    """Listens to Discord. `ready` is set after the first login of the process."""

    def __init__(self, desk: Desk, *, content: bool) -> None:
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks here
        super().__init__(
            intents=intents(content=content),
            allowed_mentions=discord.AllowedMentions.none(),
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
        )
        self.desk = desk
        self.ready = asyncio.Event()
        self.tree = Tree(self, allowed_installs=_INSTALLS, allowed_contexts=_CONTEXTS)
        self._content = content
        self.typing = Typing(self)
        for command in (*commands(desk), *menus(desk)):
            self.tree.add_command(command)

    async def setup_hook(self) -> None:
        """Take buttons of earlier processes, and synchronise the commands if they have changed."""
        self.add_dynamic_items(Pressed)
        self.ready.set()
        mark = f"{self.application_id}:{digest(self.tree)}"
        try:
            if await self.desk.keep.commands() != mark:
                await self.tree.sync()
                await self.desk.keep.save_commands(mark)
        except (discord.HTTPException, EvigraphError) as error:
            log.warning("the commands were not synchronised; the next start tries again", reason=str(error))

    async def close(self) -> None:
        """Leave nothing running."""
        await self.typing.close()
        await super().close()

    async def on_ready(self) -> None:
        """After a start, or where the gateway could not go on: look for what was said to us meanwhile."""
        try:
            async for message in missed(self, self.desk.keep):
                await self.on_message(message)
        except Exception as error:  # noqa: BLE001  the outermost handler
            await self.desk.failed(None, error)

    async def on_message(self, message: discord.Message) -> None:
        """Keep what is for us."""
        if self.user is None:
            return
        try:
            event = await heard(message, self.user, self.desk.keep, listens=self._content)
            if event is None:
                return
            new = await self.desk.put(event)
            if new:
                with suppress(StoreError):  # the question itself is kept
                    await self.desk.keep.seen(message.channel.id, message.id)
        except Exception as error:  # noqa: BLE001  the outermost handler: the id is logged, words are told
            incident = await self.desk.failed(None, error)
            with suppress(discord.HTTPException):
                await message.reply(f"{_SORRY} (Incident {incident}.)", mention_author=False)
            return
        if new and event.addressed and event.place.thread in (event.place.channel, str(message.channel.id)):
            self.typing.begin(event.id, message.channel.id)

    async def on_pressed(self, interaction: discord.Interaction[Any], chosen: str) -> None:
        """Handle a button or a menu."""
        try:
            await pressed(self.desk, interaction, chosen)
        except Exception as error:  # noqa: BLE001  the outermost handler
            await self.desk.failed(interaction, error)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Handle forms: discord.py itself knows only those that it opened in this process."""
        if interaction.type is discord.InteractionType.modal_submit:
            try:
                await sent(self.desk, interaction)
            except Exception as error:  # noqa: BLE001  the outermost handler
                await self.desk.failed(interaction, error)


_INSTALLS: Final = app_commands.AppInstallationType(guild=True, user=True)
_CONTEXTS: Final = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
