"""What can be done with a message of somebody's: check its claims, map its thread, ask about it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, Final

import discord
from discord import app_commands

from adapters.discord import limits
from adapters.discord.desk import DiscordServices
from adapters.discord.events import event_id, message_as_said
from adapters.discord.modals import question_modal
from adapters.discord.places import is_outside, place_of
from kgcore.commands import CommandSurface, commands_on
from kgcore.values.message import Command, Place, Said

Interaction = discord.Interaction[Any]
NO_WORDS: Final = "That message has no words that I could check."
NO_THREAD: Final = "That message is in no thread, and has none. Use this in a thread, or on the message that began it."
NO_HISTORY: Final = "I may not read what was written there (permission: Read Message History)."
UNREADABLE: Final = (
    "Discord shows me only messages that name me, so I cannot map what people say here. Whoever runs me can change "
    "that: switch on the Message Content intent and set DISCORD_MESSAGE_CONTENT=true."
)
CHECKING: Final = "I am checking it: the verdicts come here, or in a thread on that message."
MAPPING: Final = "I am mapping {}: the map comes into that thread."
PARTLY: Final = " {} could not be read: Discord shows me only what names me."


def context_menus(services: DiscordServices) -> list[app_commands.ContextMenu]:
    """Return the entries of a message's menu."""

    async def check(interaction: Interaction, message: discord.Message) -> None:
        await _check(services, interaction, message)

    async def map_thread(interaction: Interaction, message: discord.Message) -> None:
        await _map(services, interaction, message)

    async def ask_about(interaction: Interaction, message: discord.Message) -> None:
        place, quote = await _place(services, interaction, message), message_as_said(message).text
        name = str(interaction.id)
        await services.keep.save_quote(name, place, quote)
        await interaction.response.send_modal(question_modal(name, quote))

    callbacks = {"check": check, "map": map_thread, "ask": ask_about}
    return [
        app_commands.ContextMenu(name=row.menu.title, callback=callbacks[row.name])
        for row in commands_on(CommandSurface.MENU, CommandSurface.QUOTE)
        if row.menu
    ]


async def _place(services: DiscordServices, interaction: Interaction, message: discord.Message) -> Place:
    """Return the thread that the message is in, or that can be made of it."""
    place = await services.keep.place(message.id) or await services.where(interaction)
    if is_outside(place) or interaction.guild_id is None or place.thread != place.channel:
        return place
    return place_of(interaction.channel, interaction.guild_id, message.id)


async def _check(services: DiscordServices, interaction: Interaction, message: discord.Message) -> None:
    words = message_as_said(message)
    if not words.text.strip():
        await services.say(interaction, NO_WORDS)
        return
    place = await _place(services, interaction, message)
    event = Command(event_id(interaction.id), place, services.who(interaction), "check", said=(words,))
    services.hooks.keep(event.id, interaction)
    await services.put(event)
    await services.say(interaction, CHECKING)


async def _map(services: DiscordServices, interaction: Interaction, message: discord.Message) -> None:
    hook = await services.think(interaction)
    place = await _place(services, interaction, message)
    thread = None if is_outside(place) else await _thread(interaction, place)
    if thread is None:
        await services.say(interaction, NO_THREAD)
        return
    try:
        found = [m async for m in _written(thread, message)]
    except discord.Forbidden:
        await services.say(interaction, NO_HISTORY)
        return
    readable = [s for m in found if (s := message_as_said(m)).text.strip()]
    if not readable:
        await services.say(interaction, UNREADABLE)
        return
    await _mapped(services, interaction, place, readable, len(found))
    hook.waiting = False


async def _mapped(
    services: DiscordServices, interaction: Interaction, place: Place, readable: list[Said], found: int
) -> None:
    event = Command(event_id(interaction.id), place, services.who(interaction), "map", said=tuple(readable))
    await services.put(event)
    left = found - len(readable)
    partly = PARTLY.format(_counted(left)) if left else ""
    await services.say(interaction, MAPPING.format(_counted(len(readable))) + partly)


def _counted(n: int) -> str:
    return f"{n} message{'' if n == 1 else 's'}"


async def _thread(interaction: Interaction, place: Place) -> Any | None:
    """Return the thread or the direct messages to be mapped, None where there is no thread."""
    if place.thread == place.channel:
        return interaction.channel if interaction.guild_id is None else None
    try:
        return interaction.client.get_channel(int(place.thread)) or await interaction.client.fetch_channel(
            int(place.thread)
        )
    except (discord.NotFound, discord.Forbidden):
        return None


async def _written(thread: Any, target: discord.Message) -> AsyncIterator[discord.Message]:
    """Yield what people wrote, oldest first; the target as we were given it, which has its words for certain."""
    began = target.id == thread.id  # the message that a thread was made of stands in the channel above it
    if began and not target.author.bot:
        yield target
    kept = [m async for m in thread.history(limit=limits.SAID) if not m.author.bot and m.type in _PEOPLE]
    for message in reversed(kept):
        yield target if message.id == target.id else message


_PEOPLE: Final = (discord.MessageType.default, discord.MessageType.reply)
