"""The typing sign, kept up while somebody waits: Discord takes it away after ten seconds."""

from __future__ import annotations

import asyncio

import aiohttp
import discord

from adapters.discord import limits


class Typing:
    """Shows the sign in a channel from `begin` to `end`, by the event that is worked on; at most some minutes."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self.seconds = limits.TYPING_SECONDS
        self._shown: dict[str, tuple[int, asyncio.Task[None]]] = {}

    def begin(self, event: str, channel: int) -> None:
        """Show the sign, and renew it until the end; in another channel than before it moves there."""
        where, task = self._shown.get(event, (0, None))
        if where != channel or task is None or task.done():
            self.end(event)
            self._shown[event] = channel, asyncio.create_task(self._renewed(channel))

    def end(self, event: str) -> None:
        """Renew the sign no more."""
        _, task = self._shown.pop(event, (0, None))
        if task is not None:
            task.cancel()

    async def close(self) -> None:
        """End all of them."""
        tasks = [task for _, task in self._shown.values()]
        for event in list(self._shown):
            self.end(event)
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _renewed(self, channel: int) -> None:
        for _ in range(limits.TYPING_SIGNS):
            try:
                await self._client.get_partial_messageable(channel).typing()
            except (discord.HTTPException, aiohttp.ClientError, OSError, RuntimeError):
                return  # it is no harm if it cannot be shown; a session that is closed already is a RuntimeError
            await asyncio.sleep(self.seconds)
