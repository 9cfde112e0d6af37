"""What was said to us while nobody listened: the gateway tells a new process nothing of it, the channels do."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Mapping
from datetime import timedelta
from typing import Any, Final

import discord

from adapters.discord import limits
from adapters.discord.places import PLATFORM, DiscordState, person_of, place_of
from kgcore.values.message import Action, Change, Click, Message, Person, Place, Said, Verb


async def missed_messages(
    client: discord.Client, keep: DiscordState, seen: Mapping[int, int]
) -> AsyncIterator[discord.Message]:
    """Yield recent messages of the channels and threads where we were asked or wrote last, oldest first; the inbox
    knows which are new. `seen` is the last message known of each; where the server's data names none later, nothing is
    read.
    """
    latest = sorted(seen.items(), key=lambda item: -item[1])
    oldest = discord.utils.utcnow() - timedelta(seconds=limits.MISSED_SECONDS)
    for id, last in latest[: limits.MISSED_CHANNELS]:
        since = discord.utils.snowflake_time(last) - timedelta(seconds=limits.MISSED_MARGIN)
        try:
            channel: Any = client.get_channel(id) or await client.fetch_channel(id)
            newest = getattr(channel, "last_message_id", None)
            if newest is not None and newest <= last:
                continue
            async for message in channel.history(limit=None, after=max(since, oldest), oldest_first=True):
                yield message
            if newest is not None:
                await keep.seen(id, newest)
        except discord.NotFound:
            await keep.unsee(id)
        except discord.Forbidden:
            continue


# --- Messages that people write → events. An event's id is Discord's own, so what is delivered twice is
# answered once.

_CHANNEL: Final = re.compile(r"<#[0-9]+>")
_NAMED: Final = re.compile(r"<@[!&]?([0-9]+)>")
_EMOJI: Final = re.compile(r"<a?:([A-Za-z0-9_]+):[0-9]+>")


def event_id(snowflake: int) -> str:
    """Return the event id of a message or an interaction."""
    return f"{PLATFORM}:{snowflake}"


def event_number(event: str) -> int:
    """Return Discord's own id of what an event was."""
    return int(event.removeprefix(f"{PLATFORM}:"))


async def read_message(
    message: discord.Message, me: discord.abc.User, keep: DiscordState, *, listens: bool
) -> Message | None:
    """Return what a message is to us, None where it is nothing: of a bot, of the system, or not for us.

    `listens`: messages that do not name us are given to us with their text.
    """
    if message.author.bot or message.type not in (discord.MessageType.default, discord.MessageType.reply):
        return None
    direct = message.guild is None
    before = message.reference.message_id if message.reference else None
    named = direct or me in message.mentions or _names_our_role(message, me)
    place = await keep.place(before) if before else None
    thread = isinstance(message.channel, discord.Thread)
    if not named and not (listens and (thread or place) and _others(message, me) == 0):
        return None
    if not named and not message.content.strip():
        return None
    place = place or place_of(message.channel, message.guild.id if message.guild else None, message.id)
    text = message_words(message, me)
    quote = _answered(message, me) if named else ""
    return Message(event_id(message.id), place, person_of(message.author), text, addressed=named, quote=quote)


def deleted_message(id: int, channel: Any, guild: int | None) -> Change:
    """Return that a message is gone, in its thread, which in a channel is the one that was made of it; Discord does not
    tell whose it was, nor who deleted it.
    """
    return Change(f"{event_id(id)}:deleted", place_of(channel, guild, id), Person(""), event_id(id))


def deleted_thread(place: Place, turn: str) -> Click:
    """Return what forgets a thread that is gone, by a turn of it. Discord does not tell who deleted it; it lets those
    who manage threads, so what an admin may is done.
    """
    return Click(
        f"{event_id(int(place.thread))}:deleted", place, Person("", admin=True), str(Action(Verb.FORGET, turn))
    )


def edited_message(message: discord.Message, me: discord.abc.User) -> Change | None:
    """Return what a message says now, where its person changed it soon after it was sent; else None."""
    if message.author.bot or message.edited_at is None or not message.content.strip():
        return None
    if (message.edited_at - message.created_at).total_seconds() > limits.EDITED_SECONDS:
        return None
    place = place_of(message.channel, message.guild.id if message.guild else None, message.id)
    id, text = event_id(message.id), message_words(message, me)
    if not text:
        return None
    return Change(f"{id}:edited:{message.edited_at.timestamp()}", place, person_of(message.author), id, text)


def _answered(message: discord.Message, me: discord.abc.User) -> str:
    """Return the message of somebody's that this one replies to, as far as Discord shows it to us."""
    found = message.reference.resolved if message.reference else None
    if not isinstance(found, discord.Message) or found.author.id == me.id:
        return ""
    return message_words(found)[: limits.SAID_CHARACTERS]


def _others(message: discord.Message, me: discord.abc.User) -> int:
    """Return how many others a message names: then it is theirs, not ours."""
    return sum(user.id != me.id for user in message.mentions)


def _names_our_role(message: discord.Message, me: discord.abc.User) -> bool:
    """Whether somebody chose the role that Discord makes for every bot instead of the bot itself."""
    return any(role.tags is not None and role.tags.bot_id == me.id for role in message.role_mentions)


def message_words(message: discord.Message, me: discord.abc.User | None = None) -> str:
    """Return what a message says, with names for ids, and without the name that calls us."""
    names = {user.id: f"@{user.display_name}" for user in message.mentions}
    names |= {role.id: f"@{role.name}" for role in message.role_mentions}
    ours = {me.id} if me else set()
    ours |= {r.id for r in message.role_mentions if me and r.tags is not None and r.tags.bot_id == me.id}

    def named(found: re.Match[str]) -> str:
        id = int(found[1])
        return "" if id in ours else names.get(id, "@somebody")

    text = _EMOJI.sub(r":\1:", _CHANNEL.sub("#channel", _NAMED.sub(named, message.content)))
    return text.strip()[: limits.QUESTION_CHARACTERS + 1]  # one more, so that the core can say that it is too long


def message_as_said(message: discord.Message) -> Said:
    """Return a message as somebody's words, to be checked or mapped."""
    speaker = person_of(message.author).name or "somebody"
    return Said(speaker, message_words(message)[: limits.SAID_CHARACTERS], event_id(message.id))
