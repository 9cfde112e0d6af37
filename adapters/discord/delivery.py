"""A reply and where it goes → messages posted or edited, whatever is missing there."""

from __future__ import annotations

from typing import Final

import discord

from adapters.discord.aside import Aside
from adapters.discord.errors import translated
from adapters.discord.frame import SAVED
from adapters.discord.hooks import Hooks
from adapters.discord.keep import Keep
from adapters.discord.layout import layout
from adapters.discord.opening import Opener, Spot
from adapters.discord.pieces import Page, Words
from adapters.discord.places import DIRECT, is_outside
from adapters.discord.posting import Posted, Poster, has_files
from adapters.discord.recent import Recent
from adapters.discord.typing import Typing
from adapters.port import Receipt
from kgcore.errors import DeliveryRefused
from kgcore.message import Address
from kgcore.reply import Reply

MAY_NOT_WRITE: Final = (
    "I was asked something in <#{}> and may not write there. Please ask somebody who manages the server to let me "
    "*View Channel*, *Send Messages* and *Send Messages in Threads* there, then ask again."
)


class Delivery:
    """`deliver` of the adapter."""

    def __init__(self, client: discord.Client, typing: Typing, hooks: Hooks, keep: Keep) -> None:
        self._keep, self._hooks, self._typing = keep, hooks, typing
        self._poster = Poster(client)
        self._opener = Opener(client, keep)
        self._aside = Aside(client, hooks, keep, self._poster)
        self._bare: Recent[str, bool] = Recent()  # replies whose files were refused

    async def deliver(self, reply: Reply, to: Address, receipt: Receipt | None) -> Receipt:
        """Post or edit the reply. Raises DeliveryError."""
        try:
            found = await self._delivered(reply, to, receipt)
        except DeliveryRefused:
            self._typing.end(to.event)
            raise
        if reply.final or reply.private:
            self._typing.end(to.event)
        return found

    async def _delivered(self, reply: Reply, to: Address, receipt: Receipt | None) -> Receipt:
        with translated():
            if reply.private:
                return await self._private(reply, to, receipt)
            if is_outside(to.place):
                return await self._aside.outside(layout(reply, await self._origin(reply)), to, receipt)
            return str(await self._posted(reply, to, receipt))

    async def _origin(self, reply: Reply) -> str:
        name = await self._keep.save_forms(reply)
        return f"{SAVED}{name}" if name else ""

    async def _private(self, reply: Reply, to: Address, receipt: Receipt | None) -> Receipt:
        pages = layout(reply, await self._origin(reply))
        if to.place.workspace == DIRECT and self._hooks.of(to.event) is None:
            posted = await self._poster.write(Spot(int(to.place.channel)), pages, to.event, ())
            return str(posted)
        spot = None if is_outside(to.place) else await self._opener.spot(to.place, "")
        return await self._aside.private(pages, to, spot, receipt)

    async def _posted(self, reply: Reply, to: Address, receipt: Receipt | None) -> Posted:
        before, key = Posted.read(receipt), reply.turn or to.event
        spot = await self._opener.spot(to.place, reply.question if reply.turn else "")
        if before is not None and before.channel != spot.channel:
            spot = Spot(before.channel, spot.reply_to, spot.note)
        old = before.messages if before else ()
        if not old and to.attempt > 1:
            old = await self._poster.find(spot, key, reply.turn)
        if not reply.final:
            self._typing.begin(to.event, spot.channel)
        try:
            return await self._written(reply, to, spot, old)
        except discord.Forbidden:
            other = None if old else await self._opener.answer_here(to.place)
            if other is None:
                await self._excused(to)
                raise
            return await self._refused(reply, to, other)

    async def _refused(self, reply: Reply, to: Address, spot: Spot) -> Posted:
        try:
            return await self._written(reply, to, spot, ())
        except discord.Forbidden:
            await self._excused(to)
            raise

    async def _written(self, reply: Reply, to: Address, spot: Spot, old: tuple[int, ...]) -> Posted:
        key, origin = reply.turn or to.event, await self._origin(reply)
        files = self._opener.may_attach(spot) and not self._bare.get(key)
        pages = layout(reply, origin, files=files, note=spot.note)
        try:
            posted = await self._poster.write(spot, pages, key, old)
        except discord.Forbidden:
            if not any(map(has_files, pages)):
                raise
            self._bare.set(key, True)
            pages = layout(reply, origin, files=False, note=spot.note)
            posted = await self._poster.write(spot, pages, key, old)
        if spot.reply_to:
            for id in set(posted.messages) - set(old):
                await self._keep.belongs(id, to.place)
        return posted

    async def _excused(self, to: Address) -> None:
        """Tell the person why nothing comes, if that can be told at all."""
        page: Page = (Words(MAY_NOT_WRITE.format(to.place.channel)),)
        try:
            await self._aside.private([page], to, None, None)
        except discord.HTTPException as error:
            raise DeliveryRefused(f"Nothing may be written there (code {error.code}).") from error
