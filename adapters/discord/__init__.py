"""Discord, through discord.py: mentions, threads, commands, buttons and forms."""

from adapters.discord.app import DiscordAdapter
from adapters.discord.check import examine

__all__ = ["DiscordAdapter", "examine"]
