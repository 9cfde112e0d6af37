"""Replies for one person, and replies where we are not a member: by the interaction while its token lives."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any, Final

import discord

from adapters.discord.errors import EXPIRED
from adapters.discord.escape import escape
from adapters.discord.hooks import Hook, Hooks
from adapters.discord.items import uploads, view
from adapters.discord.keep import Keep
from adapters.discord.layout import room
from adapters.discord.opening import Spot
from adapters.discord.pieces import Page, Words
from adapters.discord.posting import Poster, nonce
from kgcore.message import Address

NOBODY: Final = discord.AllowedMentions.none()
NO_WAY: Final = (
    "-# For {}: there is something for you alone, and I cannot write to you in private. "
    "Allow direct messages from members of this server, then ask again."
)
_CANNOT_DM: Final = 50007  # "Cannot send messages to this user"


async def send(hook: Hook, page: Page, *, ephemeral: bool) -> int:
    """Answer an interaction with a message and return its id. Raises discord's errors."""
    await hook.acknowledged()
    if hook.waiting:
        hook.waiting = False
        message: discord.Message = await hook.interaction.edit_original_response(
            view=view(page), attachments=uploads(page), allowed_mentions=NOBODY
        )
    else:
        message = await hook.interaction.followup.send(
            view=view(page), files=uploads(page), ephemeral=ephemeral, wait=True, allowed_mentions=NOBODY
        )
    hook.sent.add(message.id)
    return message.id


class Aside:
    """Brings private replies, and those to places where we can only answer interactions."""

    def __init__(self, client: discord.Client, hooks: Hooks, keep: Keep, poster: Poster) -> None:
        self._client = client
        self._hooks = hooks
        self._keep = keep
        self._poster = poster

    async def private(self, pages: Sequence[Page], to: Address, spot: Spot | None, receipt: str | None) -> str:
        """Show the pages to the person alone; where no way is left, `spot` learns that there is something, not what."""
        mark = json.dumps({"p": _digest(pages)})
        if receipt == mark:
            return mark
        told = await self._by_hook(pages, to.event) or await self._by_message(pages, to)
        if not told and spot is not None:
            named: Page = (Words(NO_WAY.format(escape(to.person.name) or "you")),)
            await self._poster.write(spot, [named], to.event, ())
        return mark

    async def outside(self, pages: Sequence[Page], to: Address, receipt: str | None) -> str:
        """Answer where we are not a member: by the interaction, else as a direct message."""
        hook = self._hooks.of(to.event)
        before = [int(id) for id in json.loads(receipt or "{}").get("h", [])]
        ids: list[int] = []
        for number, page in enumerate(pages):
            kept = before[number] if number < len(before) else 0
            if hook is None or not (kept and await _edited(hook, kept, page)):
                sent = await self._sent_outside(hook, page, to, number)
                kept = sent
            ids.append(kept)
        return json.dumps({"h": [str(id) for id in ids]})

    async def _sent_outside(self, hook: Hook | None, page: Page, to: Address, number: int) -> int:
        if hook is not None:
            try:
                return await send(hook, page, ephemeral=False)
            except discord.HTTPException as error:
                if error.code not in EXPIRED:
                    raise
        return await self._message(page, to, number)

    async def _by_hook(self, pages: Sequence[Page], event: str) -> bool:
        hook = self._hooks.of(event)
        if hook is None:
            return False
        try:
            for page in pages:
                await send(hook, page, ephemeral=True)
        except discord.HTTPException as error:
            if error.code not in EXPIRED:
                raise
            return False
        return True

    async def _by_message(self, pages: Sequence[Page], to: Address) -> bool:
        try:
            for number, page in enumerate(pages):
                about: Page = (Words(f"-# About <#{to.place.thread}>"),) if number == 0 else ()
                await self._message(page + about if room(page + about).fits else page, to, number)
        except (discord.Forbidden, discord.NotFound):
            return False
        except discord.HTTPException as error:
            if error.code != _CANNOT_DM:
                raise
            return False
        return True

    async def _message(self, page: Page, to: Address, number: int) -> int:
        """Send a direct message; its buttons belong to the place that it is about."""
        user = self._client.get_user(int(to.person.id)) or await self._client.fetch_user(int(to.person.id))
        channel = await user.create_dm()
        files: dict[str, Any] = {"files": found} if (found := uploads(page)) else {}
        sent = await channel.send(view=view(page), nonce=nonce(f"{to.event}:{_digest(page)}", number), **files)
        await self._keep.belongs(sent.id, to.place)
        return sent.id


def _digest(shown: object) -> str:
    return hashlib.blake2b(repr(shown).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


async def _edited(hook: Hook, id: int, page: Page) -> bool:
    """Edit a message by an interaction that may: the one that it was sent by, or one of its own buttons."""
    pressed = hook.interaction.message
    await hook.acknowledged()
    try:
        if id in hook.sent:
            await hook.interaction.followup.edit_message(
                id, view=view(page), attachments=uploads(page), allowed_mentions=NOBODY
            )
        elif pressed is not None and pressed.id == id:
            await hook.interaction.edit_original_response(
                view=view(page), attachments=uploads(page), allowed_mentions=NOBODY
            )
        else:
            return False
    except discord.HTTPException as error:
        if error.code not in EXPIRED:
            raise
        return False
    return True
