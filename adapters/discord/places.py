"""Discord's channels ↔ places. A thread made from a message has that message's id, so a mention knows its thread."""

from __future__ import annotations

import json
from typing import Any, Final

import discord

from adapters.discord import limits
from adapters.discord.escape import shortened
from kgcore.message import Person, Place

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
    return Person(str(user.id), shortened(user.display_name, limits.SPEAKER), admin)


def kept(place: Place) -> str:
    """Return the place as text."""
    return json.dumps([place.workspace, place.channel, place.thread])


def read(text: str) -> Place:
    """Return the place that was kept so."""
    return Place(PLATFORM, *json.loads(text))
