"""Messages of ours in a channel: posted once, edited where they changed, found again after a crash."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import discord

from adapters.discord import limits
from adapters.discord.errors import ARCHIVED, NO_REPLY, UNKNOWN_MESSAGE
from adapters.discord.items import uploads, view
from adapters.discord.opening import Spot
from adapters.discord.pieces import Attached, Page, Picture
from adapters.discord.recent import Recent


@dataclass(frozen=True, slots=True)
class Posted:
    """What was posted: the channel and the messages in order."""

    channel: int
    messages: tuple[int, ...]

    def __str__(self) -> str:
        return json.dumps({"c": str(self.channel), "m": [str(m) for m in self.messages]})

    @classmethod
    def read(cls, receipt: str | None) -> Posted | None:
        """Return what a receipt names, None where it is no receipt of messages in a channel."""
        kept: dict[str, Any] = json.loads(receipt) if receipt else {}
        return cls(int(kept["c"]), tuple(map(int, kept["m"]))) if "c" in kept else None


def nonce(key: str, number: int) -> str:
    """Return the nonce of the message with that number; Discord takes the same nonce only once in some minutes."""
    return hashlib.blake2b(f"{key}:{number}".encode(), digest_size=12).hexdigest()[: limits.NONCE_CHARACTERS]


class Poster:
    """Writes pages into channels. Raises discord's errors."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._shown: Recent[int, int] = Recent()  # by message: what it shows
        self._begun: Recent[str, tuple[int, ...]] = Recent()  # by key: what was posted before something failed

    async def write(self, spot: Spot, pages: Sequence[Page], key: str, before: Sequence[int]) -> Posted:
        """Make the messages show the pages; `before` are those that there are already."""
        try:
            return await self._write(spot, pages, key, before)
        except discord.HTTPException as error:
            if error.code != ARCHIVED:
                raise
        # Sending opens an archived thread by itself, editing does not: DOCS/topics/threads#active-archived-threads
        await self._client.http.edit_channel(spot.channel, archived=False)
        return await self._write(spot, pages, key, before)

    async def _write(self, spot: Spot, pages: Sequence[Page], key: str, before: Sequence[int]) -> Posted:
        done: list[int] = []
        old = list(before) or list(self._begun.get(key) or ())
        for number, page in enumerate(pages):
            kept = old[number] if number < len(old) else 0
            if not (kept and await self._edited(spot, kept, page)):
                again = f"{key}:{kept}" if kept else key  # the same nonce would bring the deleted message back
                kept = await self._sent(spot, page, nonce(again, number))
            done.append(kept)
            self._begun.set(key, tuple(done + old[number + 1 :]))
        for id in old[len(pages) :]:
            with suppress(discord.NotFound):
                await self._message(spot, id).delete()
        self._begun.pop(key)
        return Posted(spot.channel, tuple(done))

    async def find(self, spot: Spot, key: str, turn: str) -> tuple[int, ...]:
        """Return what an earlier process posted of a reply, by its nonces or the turn in its buttons' ids."""
        me = self._client.user
        nonces = {nonce(key, number) for number in range(limits.FILES)}
        ours = re.compile(rf"kg1:(?!step:)[a-z-]+:{re.escape(turn)}:") if turn else None
        found: list[int] = []
        with suppress(discord.Forbidden):  # without Read Message History the nonce is all there is
            async for message in self._channel(spot).history(limit=limits.HISTORY):
                if me is None or message.author.id != me.id:
                    continue
                shown = json.dumps([c.to_dict() for c in message.components])
                if str(message.nonce) in nonces or (ours and ours.search(shown)):
                    found.append(message.id)
        return tuple(sorted(found))

    async def _edited(self, spot: Spot, id: int, page: Page) -> bool:
        """Whether the message shows the page now; False where somebody deleted it."""
        shows = hash(page)
        if self._shown.get(id) == shows:
            return True
        try:
            await self._message(spot, id).edit(
                view=view(page), attachments=uploads(page), allowed_mentions=discord.AllowedMentions.none()
            )
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            return False
        self._shown.set(id, shows)
        return True

    async def _sent(self, spot: Spot, page: Page, name: str) -> int:
        try:
            message = await self._channel(spot).send(view=view(page), nonce=name, **_more(spot, page))
        except discord.HTTPException as error:
            if error.code != NO_REPLY or not spot.reply_to:
                raise
            bare = replace(spot, reply_to=0)
            message = await self._channel(spot).send(view=view(page), nonce=name, **_more(bare, page))
        self._shown.set(message.id, hash(page))
        return message.id

    def _channel(self, spot: Spot) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(spot.channel)

    def _message(self, spot: Spot, id: int) -> discord.PartialMessage:
        return self._channel(spot).get_partial_message(id)


def _more(spot: Spot, page: Page) -> dict[str, Any]:
    more: dict[str, Any] = {"files": uploads(page)} if has_files(page) else {}
    if spot.reply_to:
        more["mention_author"] = False
        more["reference"] = discord.MessageReference(
            message_id=spot.reply_to, channel_id=spot.channel, fail_if_not_exists=False
        )
    return more


def has_files(page: Page) -> bool:
    """Whether something has to be uploaded with the message."""
    return any(isinstance(piece, Picture | Attached) for piece in page)
