"""A reply and where it goes → messages posted or edited, whatever is missing there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import discord

from adapters.discord import limits
from adapters.discord.ephemeral import EphemeralReplies, InteractionHooks
from adapters.discord.errors import is_untaken, translate_errors
from adapters.discord.inlines import escape_markdown, shorten_line
from adapters.discord.layout import lay_out_reply
from adapters.discord.pieces import SAVED, Page, TextPiece
from adapters.discord.places import DIRECT, PLATFORM, DiscordState, RecencyCache, is_outside
from adapters.discord.posting import MessagePoster, PostedMessages, PostPlace, ThreadOpener, has_files
from adapters.discord.typing import Typing
from adapters.port import Receipt
from kgcore.errors import DeliveryRefused
from kgcore.values.message import Address
from kgcore.values.reply import Claims, Reply

MAY_NOT_WRITE: Final = (
    "I was asked something in <#{}> and may not write there, so the answer is for you alone. Somebody who manages the "
    "server can let me *View Channel*, *Send Messages* and *Send Messages in Threads* there; a locked thread stays so."
)
UNTAKEN: Final = "Discord does not take my answer. Please ask it in other words."


class DiscordDelivery:
    """`deliver` of the adapter."""

    def __init__(self, client: discord.Client, typing: Typing, hooks: InteractionHooks, keep: DiscordState) -> None:
        self._keep, self._hooks, self._typing = keep, hooks, typing
        self._poster = MessagePoster(client)
        self._opener = ThreadOpener(client, keep)
        self._aside = EphemeralReplies(client, hooks, keep, self._poster)
        self._bare: RecencyCache[str, bool] = RecencyCache()  # replies whose files were refused

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
        with translate_errors():
            if reply.private:
                return await self._private(reply, to, receipt)
            if is_outside(to.place):
                return await self._aside.outside(lay_out_reply(reply, await self._origin(reply)), to, receipt)
            return str(await self._posted(reply, to, receipt))

    async def _origin(self, reply: Reply) -> str:
        name = await self._keep.save_forms(reply)
        return f"{SAVED}{name}" if name else ""

    async def _private(self, reply: Reply, to: Address, receipt: Receipt | None) -> Receipt:
        pages = lay_out_reply(reply, await self._origin(reply))
        if to.place.workspace == DIRECT and self._hooks.of(to.event) is None:
            posted = await self._poster.write(PostPlace(int(to.place.channel)), pages, to.event, ())
            return str(posted)
        spot = None if is_outside(to.place) else await self._opener.spot(to.place, "")
        return await self._aside.private(pages, to, spot, receipt)

    async def _posted(self, reply: Reply, to: Address, receipt: Receipt | None) -> PostedMessages:
        before, key = PostedMessages.read(receipt), reply.turn or to.event
        try:
            spot = await self._spot(reply, to, before)
            old = before.messages if before else ()
            if not old and to.attempt > 1:
                old = await self._poster.find(spot, key, reply.turn)
            if not reply.final:
                self._typing.begin(to.event, spot.channel)
            return await self._written(reply, to, spot, old)
        except _Refused as refused:
            other = await self._opener.answer_here(to.place, refused.spot)
            try:
                if other is not None:
                    return await self._written(reply, to, other, ())
            except _Refused as again:
                refused = again
            await self._excused(reply, to)
            raise refused.error from None
        except discord.Forbidden:
            await self._excused(reply, to)
            raise

    async def _spot(self, reply: Reply, to: Address, before: PostedMessages | None) -> PostPlace:
        if before is not None:
            return PostPlace(before.channel)
        asked_here = to.event == f"{PLATFORM}:{to.place.thread}"
        return await self._opener.spot(to.place, reply.question if reply.turn else "", asked_here=asked_here)

    async def _written(self, reply: Reply, to: Address, spot: PostPlace, old: tuple[int, ...]) -> PostedMessages:
        """Write the reply, plainer and plainer where Discord does not take it. Raises _Refused."""
        key, origin = reply.turn or to.event, await self._origin(reply)
        files = self._opener.may_attach(spot) and not self._bare.get(key)
        posted: PostedMessages | None = None
        for pages in _ladder(reply, origin, spot.note, files=files):
            try:
                posted = await self._poster.write(spot, pages, key, old)
                break
            except discord.Forbidden as error:
                if not any(map(has_files, pages)):
                    raise _Refused(spot, error) from None
                self._bare.set(key, True)
            except discord.HTTPException as error:
                if not (is_untaken(error) and reply.final):
                    raise
                last = error
        if posted is None:
            raise last
        for id in set(posted.messages) - set(old):
            if spot.reply_to:
                await self._keep.belongs(id, to.place)
            await self._keep.seen(posted.channel, id)
        return posted

    async def _excused(self, reply: Reply, to: Address) -> None:
        """Show the person alone what may not be written there, and say why, if that can be told at all."""
        if not reply.final:
            return
        why: Page = (TextPiece(MAY_NOT_WRITE.format(to.place.thread)),)
        try:
            await self._aside.private([why, *lay_out_reply(reply, await self._origin(reply))], to, None, None)
        except discord.HTTPException as error:
            raise DeliveryRefused(f"Nothing may be written there (code {error.code}).") from error


class _Refused(Exception):  # noqa: N818  it never leaves this module
    """Nothing may be written in a place."""

    def __init__(self, spot: PostPlace, error: discord.Forbidden) -> None:
        super().__init__(str(error))
        self.spot, self.error = spot, error


def _ladder(reply: Reply, origin: str, note: str, *, files: bool) -> Iterator[tuple[Page, ...]]:
    """Yield the reply as it should look, then plainer: without files, as words, as one sentence."""
    yield lay_out_reply(reply, origin, files=files, note=note)
    if files:
        yield lay_out_reply(reply, origin, files=False, note=note)
    claims = [c for b in reply.blocks if isinstance(b, Claims) for c in b.claims]
    lines = [f"{c.number}. {c.chip.icon} {c.chip.label}: {''.join(i.text for i in c.statement)}" for c in claims]
    words = shorten_line("\n".join([reply.plain, *lines]), limits.PLAINEST)
    if words:
        yield ((TextPiece(escape_markdown(words)),),)
    yield ((TextPiece(UNTAKEN),),)
