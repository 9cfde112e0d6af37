"""Where events come in: kept in the inbox first, acknowledged then; what can be answered at once is."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from typing import Any, Final

import aiohttp
import discord
import structlog

from adapters.discord import limits
from adapters.discord.ephemeral import InteractionHook, InteractionHooks, answer_interaction
from adapters.discord.errors import ANSWERED, LATE
from adapters.discord.events import event_id
from adapters.discord.layout import lay_out_reply, layout_view
from adapters.discord.pieces import SAVED, Page, TextPiece
from adapters.discord.places import DiscordState, person_of, place_of_interaction
from adapters.port import Ask, EventSink
from adapters.shared.writing import Writing
from kgcore.errors import EvigraphError
from kgcore.values.message import Incoming, Person, Place, Query
from kgcore.values.reply import Reply

log = structlog.get_logger()
STARTING: Final = "I am starting; please try again in a moment."
NETWORK: Final = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)


class DiscordServices:
    """What all handlers share. `open` gives it the inbox; before that everything is answered with "starting"."""

    def __init__(self, hooks: InteractionHooks, keep: DiscordState) -> None:
        self.hooks = hooks
        self.keep = keep
        self.writing = Writing()
        self._inbox: EventSink | None = None
        self._ask: Ask | None = None

    def open(self, inbox: EventSink, ask: Ask) -> None:
        """Take events from now on."""
        self._inbox, self._ask = inbox, ask

    async def put(self, event: Incoming) -> bool:
        """Keep the event; False when it was seen before. Raises EvigraphError with words for the person."""
        if self._inbox is None:
            raise EvigraphError(STARTING)
        return await self._inbox.put(event)

    async def ask(self, query: Query) -> Reply:
        """Answer a query. Raises EvigraphError."""
        if self._ask is None:
            raise EvigraphError(STARTING)
        return await self._ask(query)

    async def where(self, interaction: discord.Interaction[Any]) -> Place:
        """Return the place that an interaction is about: that of the message whose button it is, else its channel."""
        message = interaction.message
        known = await self.keep.place(message.id) if message is not None else None
        return known or place_of_interaction(interaction)

    def who(self, interaction: discord.Interaction[Any]) -> Person:
        """Return who pressed or typed."""
        return person_of(interaction.user, interaction.permissions if interaction.guild_id else None)

    async def take(self, interaction: discord.Interaction[Any], event: Incoming) -> None:
        """Keep what was pressed, then acknowledge it; if that takes long, acknowledge it before Discord gives up."""
        self.hooks.keep(event.id, interaction)
        kept = asyncio.ensure_future(self.put(event))
        await asyncio.wait({kept}, timeout=limits.ACK_SECONDS)
        await self.acknowledge(interaction)
        await kept

    async def acknowledge(self, interaction: discord.Interaction[Any]) -> None:
        """Tell Discord that something pressed has arrived."""
        if not interaction.response.is_done():
            with suppress(*NETWORK):
                await interaction.response.defer()

    async def think(self, interaction: discord.Interaction[Any]) -> InteractionHook:
        """Show the person alone that an answer is coming; it replaces that."""
        return await self._deferred(interaction, ephemeral=True, thinking=True)

    async def turn_over(self, interaction: discord.Interaction[Any]) -> InteractionHook:
        """The answer takes the place of the person's own message with the button, as another page of it."""
        return await self._deferred(interaction)

    async def _deferred(self, interaction: discord.Interaction[Any], **how: bool) -> InteractionHook:
        """Acknowledge what was pressed or typed. If it came for the first time, that it is acknowledged already, or a
        connection that breaks, means that Discord's answer was lost: the person sees that something is coming.
        """
        id = event_id(interaction.id)
        again = self.hooks.of(id)
        hook = again or self.hooks.keep(id, interaction, waiting=True)
        try:
            await interaction.response.defer(**how)
        except NETWORK as error:
            if again is not None or (isinstance(error, discord.HTTPException) and error.code != ANSWERED):
                raise
        return hook

    async def show(self, hook: InteractionHook, reply: Reply, origin: str = "", of: Reply | None = None) -> None:
        """Show a reply to the person alone; `origin` leads to it again, else its forms are kept. `of`: what it is a
        part of.
        """
        if not origin:
            name = await self.keep.save_forms(reply)
            origin = f"{SAVED}{name}" if name else ""
        place = await self.where(hook.interaction)
        for page in lay_out_reply(reply, origin, of=of):
            shown = await answer_interaction(hook, page, ephemeral=True)
            if place != place_of_interaction(hook.interaction):  # its own buttons belong where it came from
                await self.keep.belongs(shown, place)

    async def say(self, interaction: discord.Interaction[Any], words: str) -> None:
        """Say one sentence to the person alone, whatever was answered before."""
        page: Page = (TextPiece(words),)
        hook = self.hooks.of(event_id(interaction.id))
        if not interaction.response.is_done():
            await interaction.response.send_message(view=layout_view(page), ephemeral=True)
        elif hook is not None:
            await answer_interaction(hook, page, ephemeral=True)
        else:
            await interaction.followup.send(view=layout_view(page), ephemeral=True)

    async def failed(self, interaction: discord.Interaction[Any] | None, error: Exception) -> str:
        """Log what went wrong under a number, tell the person the number and what they may know; return the number."""
        incident = secrets.token_hex(4)
        if isinstance(error, discord.HTTPException) and error.code in LATE:
            log.info("an interaction came too late or twice", incident=incident, code=error.code)
            return incident
        log.error("an event of Discord failed", incident=incident, exc_info=error)
        told = isinstance(error, EvigraphError) and (error.public or (error.message == STARTING and STARTING))
        words = f"⚠️ {told or 'Something went wrong on our side; please try again.'} (Incident {incident}.)"
        if interaction is not None:
            with suppress(*NETWORK):
                await self.say(interaction, words)
        return incident
