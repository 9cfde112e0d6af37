"""What can be done with a message of somebody's: check its claims, map its thread, ask about it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, Final

import discord
from discord import app_commands

from adapters.discord import limits
from adapters.discord.desk import Desk
from adapters.discord.events import event_id, said
from adapters.discord.modals import question_modal
from adapters.discord.places import is_outside, place_of
from kgcore.message import Command, Place, Said

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


def menus(desk: Desk) -> list[app_commands.ContextMenu]:
    """Return the three entries of a message's menu."""

    async def check(interaction: Interaction, message: discord.Message) -> None:
        await _check(desk, interaction, message)

    async def map_thread(interaction: Interaction, message: discord.Message) -> None:
        await _map(desk, interaction, message)

    async def ask_about(interaction: Interaction, message: discord.Message) -> None:
        place, quote = await _place(desk, interaction, message), said(message).text
        name = str(interaction.id)
        await desk.keep.save_quote(name, place, quote)
        await interaction.response.send_modal(question_modal(name, quote))

    return [
        app_commands.ContextMenu(name="Check the claims in this message", callback=check),
        app_commands.ContextMenu(name="Map this thread", callback=map_thread),
        app_commands.ContextMenu(name="Ask about this", callback=ask_about),
    ]


async def _place(desk: Desk, interaction: Interaction, message: discord.Message) -> Place:
    """Return the thread that the message is in, or that can be made of it."""
    place = await desk.keep.place(message.id) or await desk.where(interaction)
    if is_outside(place) or interaction.guild_id is None or place.thread != place.channel:
        return place
    return place_of(interaction.channel, interaction.guild_id, message.id)


async def _check(desk: Desk, interaction: Interaction, message: discord.Message) -> None:
    words = said(message)
    if not words.text.strip():
        await desk.say(interaction, NO_WORDS)
        return
    place = await _place(desk, interaction, message)
    event = Command(event_id(interaction.id), place, desk.who(interaction), "check", said=(words,))
    desk.hooks.keep(event.id, interaction)
    await desk.put(event)
    await desk.say(interaction, CHECKING)


async def _map(desk: Desk, interaction: Interaction, message: discord.Message) -> None:
    hook = await desk.think(interaction)
    place = await _place(desk, interaction, message)
    thread = None if is_outside(place) else await _thread(interaction, place)
    if thread is None:
        await desk.say(interaction, NO_THREAD)
        return
    try:
        found = [m async for m in _written(thread, message)]
    except discord.Forbidden:
        await desk.say(interaction, NO_HISTORY)
        return
    readable = [s for m in found if (s := said(m)).text.strip()]
    if not readable:
        await desk.say(interaction, UNREADABLE)
        return
    await _mapped(desk, interaction, place, readable, len(found))
    hook.waiting = False


async def _mapped(desk: Desk, interaction: Interaction, place: Place, readable: list[Said], found: int) -> None:
    event = Command(event_id(interaction.id), place, desk.who(interaction), "map", said=tuple(readable))
    await desk.put(event)
    left = found - len(readable)
    partly = PARTLY.format(_counted(left)) if left else ""
    await desk.say(interaction, MAPPING.format(_counted(len(readable))) + partly)


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
