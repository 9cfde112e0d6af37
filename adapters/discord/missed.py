"""What was said to us while nobody listened: the gateway tells a new process nothing of it, the channels do."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import discord

from adapters.discord import limits
from adapters.discord.keep import Keep


async def missed(client: discord.Client, keep: Keep) -> AsyncIterator[discord.Message]:
    """Yield recent messages of the channels where we were asked last, oldest first; the inbox knows which are new."""
    latest = sorted((await keep.last_seen()).items(), key=lambda item: -item[1])
    oldest = discord.utils.utcnow() - timedelta(seconds=limits.MISSED_SECONDS)
    for id, last in latest[: limits.MISSED_CHANNELS]:
        since = discord.utils.snowflake_time(last) - timedelta(seconds=limits.MISSED_MARGIN)
        try:
            channel: Any = client.get_channel(id) or await client.fetch_channel(id)
            async for message in channel.history(limit=None, after=max(since, oldest), oldest_first=True):
                yield message
        except discord.NotFound:
            await keep.unsee(id)
        except discord.Forbidden:
            continue
