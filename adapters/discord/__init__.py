"""Discord, through discord.py: mentions, threads, commands, buttons and forms. `app.DiscordAdapter` is the adapter."""

from __future__ import annotations

from collections.abc import Callable

from adapters.port import Adapter, AdapterState, Platform, PlatformConfig, Setting
from adapters.shared.typing import slash_usage
from kgcore.commands import Typing

__all__ = ["PLATFORM"]


def _open(given: PlatformConfig, state: AdapterState, status: Callable[[], str]) -> Adapter:
    from adapters.discord.app import DiscordAdapter

    return DiscordAdapter(
        given.text("DISCORD_TOKEN"),
        state,
        content=given.flag("DISCORD_MESSAGE_CONTENT"),
        api=given.text("DISCORD_API_URL"),
        gateway=given.text("DISCORD_GATEWAY_URL"),
        long=given.flag("DISCORD_LONG_ANSWERS"),
    )


async def _examine(given: PlatformConfig) -> str:
    from adapters.discord.check import examine_token

    content = given.flag("DISCORD_MESSAGE_CONTENT")
    return await examine_token(given.text("DISCORD_TOKEN"), content=content, api=given.text("DISCORD_API_URL"))


PLATFORM = Platform(
    "discord",
    "Discord",
    _open,
    (
        Setting("DISCORD_TOKEN", "Token of the Discord bot (empty: not on Discord)"),
        Setting(
            "DISCORD_API_URL",
            "Discord's REST address (for proxies)",
            "https://discord.com/api/v10",
            r"^https?://\S+$",
        ),
        Setting(
            "DISCORD_GATEWAY_URL",
            "Discord's gateway address (for proxies)",
            "wss://gateway.discord.gg/",
            r"^wss?://\S+$",
        ),
        Setting(
            "DISCORD_MESSAGE_CONTENT",
            "Read messages that do not name the bot (needs the Message Content intent)",
            flag=True,
        ),
        Setting("DISCORD_LONG_ANSWERS", "Everything in messages, nothing behind a row of controls", flag=True),
    ),
    configured=lambda given: bool(given.text("DISCORD_TOKEN")),
    examine=_examine,
    docs="docs/discord.md",
    typing=Typing(
        "Type a command with its slash; “Apps” is in the menu of a message.",
        lambda row: slash_usage(row, "Apps"),
    ),
)
