"""Where an answer goes: the thread of the question, made if need be; else the channel, which is said in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import discord

from adapters.discord import limits
from adapters.discord.errors import THREAD_EXISTS, UNKNOWN_MESSAGE, WRONG_CHANNEL_TYPE
from adapters.discord.escape import shortened
from adapters.discord.keep import Keep
from adapters.discord.recent import Recent
from kgcore.message import Place

NO_THREAD: Final = (
    "I cannot open a thread here, so I answer in the channel; reply to this message to go on. "
    "(Permissions: Create Public Threads, Send Messages in Threads.)"
)
_UNNAMED: Final = "Evigraph"


@dataclass(frozen=True, slots=True)
class Spot:
    """A channel or thread, the message that is replied to there (0: none), and what is to be said about it."""

    channel: int
    reply_to: int = 0
    note: str = ""


class Opener:
    """Finds and makes threads."""

    def __init__(self, client: discord.Client, keep: Keep) -> None:
        self._client = client
        self._keep = keep
        self._open: Recent[str, bool] = Recent()

    async def spot(self, place: Place, question: str) -> Spot:
        """Return where to write; `question` names a new thread, without one none is made. Raises discord's errors."""
        if place.thread == place.channel:
            return Spot(int(place.channel))
        if await self._keep.answers_here(place.thread):
            return Spot(int(place.channel), int(place.thread), NO_THREAD)
        if self._open.get(place.thread) or self._client.get_channel(int(place.thread)):
            return Spot(int(place.thread))
        if not question:
            return await self._found(place, Spot(int(place.channel), int(place.thread)))
        return await self._made(place, question)

    def may_attach(self, spot: Spot) -> bool:
        """Whether files may be attached there, as far as is known."""
        channel = self._client.get_channel(spot.channel)
        if not isinstance(channel, discord.Thread | discord.abc.GuildChannel):
            return True
        try:
            return channel.permissions_for(channel.guild.me).attach_files
        except (
            discord.ClientException,
            AttributeError,
        ):  # its channel or our own member is not cached
            return True

    async def answer_here(self, place: Place) -> Spot | None:
        """Give the thread up, because nothing may be written there; None where that is no way out."""
        if place.thread == place.channel or await self._keep.answers_here(place.thread):
            return None
        await self._keep.answer_here(place.thread)
        return Spot(int(place.channel), int(place.thread), NO_THREAD)

    async def _made(self, place: Place, question: str) -> Spot:
        name = shortened(question, limits.THREAD_NAME) or _UNNAMED
        try:  # right at the address: PartialMessage.create_thread wants the server cached, which it is not at a start
            await self._client.http.start_thread_with_message(
                int(place.channel),
                int(place.thread),
                name=name,
                auto_archive_duration=limits.THREAD_IDLE_MINUTES,
            )
        except discord.Forbidden:
            return await self._in_channel(place)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            return await self._found(place, Spot(int(place.channel)))  # the question was deleted meanwhile
        except discord.HTTPException as error:
            if error.code == WRONG_CHANNEL_TYPE:
                return await self._in_channel(place)
            if error.code != THREAD_EXISTS:
                raise
        self._open.set(place.thread, True)
        return Spot(int(place.thread))

    async def _in_channel(self, place: Place) -> Spot:
        await self._keep.answer_here(place.thread)
        return Spot(int(place.channel), int(place.thread), NO_THREAD)

    async def _found(self, place: Place, otherwise: Spot) -> Spot:
        """Return the thread if there is one (an archived one is not in the cache)."""
        try:
            await self._client.fetch_channel(int(place.thread))
        except (discord.NotFound, discord.Forbidden):
            return otherwise
        self._open.set(place.thread, True)
        return Spot(int(place.thread))
