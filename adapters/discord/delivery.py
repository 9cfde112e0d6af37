"""A reply and where it goes → messages posted or edited, whatever is missing there."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import suppress
from typing import Final

import discord

from adapters.discord import limits
from adapters.discord.condensing import rest_of_reply, short_reply
from adapters.discord.ephemeral import CHANGES, EphemeralReplies, InteractionHooks, pressed_id
from adapters.discord.errors import UNKNOWN_CHANNEL, is_refusal, translate_errors
from adapters.discord.inlines import escape_markdown, shorten_line
from adapters.discord.layout import lay_out_reply
from adapters.discord.pieces import SAVED, Page, TextPiece
from adapters.discord.places import DIRECT, DiscordState, RecencyCache, asked_in, begins_thread, is_outside
from adapters.discord.posting import MessagePoster, PostedMessages, PostPlace, ThreadOpener, has_files
from adapters.discord.typing import Typing
from adapters.port import Ask, Receipt
from adapters.shared.condensing import Rest
from adapters.shared.waiting import written_out
from kgcore.errors import DeliveryRefused, EvigraphError
from kgcore.values.message import Action, Address, TurnQuery
from kgcore.values.reply import Claims, Reply

MAY_NOT_WRITE: Final = (
    "I was asked something in <#{}> and may not write there, so the answer is for you alone. Somebody who manages the "
    "server can let me *View Channel*, *Send Messages* and *Send Messages in Threads* there; a locked thread stays so."
)
NOT_TAKEN: Final = "Discord does not take my answer in <#{}>, so it is for you alone."
UNTAKEN: Final = "Discord did not accept my answer. Please ask it in other words."


class DiscordDelivery:
    """`deliver` of the adapter."""

    def __init__(
        self,
        client: discord.Client,
        typing: Typing,
        hooks: InteractionHooks,
        keep: DiscordState,
        ask: Ask,
        *,
        long: bool = False,
    ) -> None:
        self._keep, self._hooks, self._typing, self._ask, self._long = keep, hooks, typing, ask, long
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
            await self._keep.answered(to.event)
        return found

    async def _delivered(self, reply: Reply, to: Address, receipt: Receipt | None) -> Receipt:
        with translate_errors():
            if reply.private:
                return await self._private(reply, to, receipt)
            if is_outside(to.place):
                if await self._aside.turned(self._rest(reply), to, reply.turn):
                    return receipt or "{}"
                pages = await self._laid_out(reply, await self._origin(reply))
                return await self._aside.outside(pages, to, receipt, shown_again=_shown_again(reply, self._hooks, to))
            posted = str(await self._posted(reply, to, receipt))
            if reply.turn:
                await self._settled(reply, to, posted, new=receipt is None)
            return posted

    async def _laid_out(
        self, reply: Reply, origin: str, *, files: bool = True, note: str = "", row: bool = True
    ) -> tuple[Page, ...]:
        if self._long or not (reply.turn or files):  # a summary without its files is told in full
            return await written_out(reply, lambda: lay_out_reply(reply, origin, files=files, note=note))
        brief = bool(reply.turn)
        return await written_out(
            reply, lambda: lay_out_reply(short_reply(reply, row=row), origin, files=files, note=note, brief=brief)
        )

    def _rest(self, reply: Reply) -> tuple[Page, ...]:
        """Return the next questions of a reply, as the row of controls opens them."""
        if self._long or not (reply.turn and reply.final):
            return ()
        return lay_out_reply(rest_of_reply(reply, Rest.NEXT))

    async def _settled(self, reply: Reply, to: Address, posted: Receipt, *, new: bool) -> None:
        """Let the thread's last answer alone have the controls, and bring an open list of questions up to date."""
        latest, receipt = await self._keep.latest(to.place)
        if new and not self._long and latest not in ("", reply.turn):
            await self._stripped(to, latest, receipt)
        if (new or latest == reply.turn) and (latest, receipt) != (reply.turn, posted):
            await self._keep.save_latest(to.place, reply.turn, posted)
        with suppress(discord.HTTPException):
            await self._aside.turned(self._rest(reply), to, reply.turn)

    async def _stripped(self, to: Address, turn: str, receipt: Receipt) -> None:
        """Take the controls off an older answer; it stands without harm where that does not do."""
        before = PostedMessages.read(receipt)
        with suppress(discord.HTTPException, EvigraphError):
            reply = await self._ask(TurnQuery(to.place, turn))
            if before is None or reply.turn != turn:
                return
            spot = PostPlace(before.channel)
            pages = await self._laid_out(reply, "", files=self._opener.may_attach(spot), row=False)
            await self._poster.write(spot, pages, turn, before.messages)

    async def _origin(self, reply: Reply) -> str:
        name = await self._keep.save_forms(reply)
        return f"{SAVED}{name}" if name else ""

    async def _private(self, reply: Reply, to: Address, receipt: Receipt | None) -> Receipt:
        if not to.person.id:  # Discord did not tell who did it: there is nobody to tell
            return receipt or "{}"
        pages = lay_out_reply(reply if self._long or reply.turn else short_reply(reply), await self._origin(reply))
        if to.place.workspace == DIRECT and self._hooks.of(to.event) is None:
            posted = await self._poster.write(PostPlace(int(to.place.channel)), pages, to.event, ())
            return str(posted)
        spot = None if is_outside(to.place) else await self._opener.spot(to.place, "")
        return await self._told_alone(pages, reply, to, spot, receipt)

    async def _told_alone(
        self, pages: Sequence[Page], reply: Reply, to: Address, spot: PostPlace | None, receipt: Receipt | None
    ) -> Receipt:
        """Show the person alone the pages, or the reply in plainer words where Discord does not take them."""
        for plainer in (pages, *_plainest(reply)):
            try:
                return await self._aside.private(plainer, to, spot, receipt)
            except discord.HTTPException as error:
                if not is_refusal(error):
                    raise
        return await self._aside.private(pages, to, spot, receipt, by_hook=False)

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
            other = await self._opener.answer_here(to.place, refused.spot) if refused.forbidden else None
            try:
                if other is not None:
                    return await self._written(reply, to, other, ())
            except _Refused as again:
                refused = again
            await self._excused(reply, to, refused.error)
            if before is not None and reply.final:  # what stands there would go on saying that it is being written
                await self._poster.withdraw(refused.spot, before.messages)
            raise refused.error from None
        except discord.Forbidden as error:
            await self._excused(reply, to, error)
            raise

    async def _spot(self, reply: Reply, to: Address, before: PostedMessages | None) -> PostPlace:
        if before is not None:
            return PostPlace(before.channel)
        asked_here = begins_thread(to)
        return await self._opener.spot(to.place, reply.question if reply.turn else "", asked_here=asked_here)

    async def _written(self, reply: Reply, to: Address, spot: PostPlace, old: tuple[int, ...]) -> PostedMessages:
        """Write the reply, plainer and plainer where Discord does not take it, and anew where what stands there cannot
        be edited any more. Raises _Refused.
        """
        key, origin = reply.turn or to.event, await self._origin(reply)
        files = self._opener.may_attach(spot) and not self._bare.get(key)
        row = not old or (await self._keep.latest(to.place))[0] in ("", reply.turn)
        for anew in (False, True) if old and reply.final else (False,):
            async for pages in self._ladder(reply, origin, spot.note, files=files, row=row):
                try:
                    return await self._known(await self._poster.write(spot, pages, key, old, anew=anew), old, spot, to)
                except discord.HTTPException as error:
                    refused = _Refused(spot, error)
                    if not is_refusal(error) or error.code == UNKNOWN_CHANNEL:
                        raise
                    with_files = any(map(has_files, pages))
                    if refused.forbidden and not with_files:
                        break
                    if not (reply.final or refused.forbidden):
                        raise
                    if refused.forbidden:
                        self._bare.set(key, True)
        raise refused

    async def _known(
        self, posted: PostedMessages, old: tuple[int, ...], spot: PostPlace, to: Address
    ) -> PostedMessages:
        """Remember what is new of it."""
        for id in set(posted.messages) - set(old):
            if spot.reply_to:
                await self._keep.belongs(id, to.place)
            await self._keep.seen(posted.channel, id)
        return posted

    async def _ladder(
        self, reply: Reply, origin: str, note: str, *, files: bool, row: bool
    ) -> AsyncIterator[tuple[Page, ...]]:
        """Yield the reply as it should look, then plainer: without files, as words, as one sentence."""
        yield await self._laid_out(reply, origin, files=files, note=note, row=row)
        if files:
            yield await self._laid_out(reply, origin, files=False, note=note, row=row)
        for plainer in _plainest(reply):
            yield plainer

    async def _excused(self, reply: Reply, to: Address, error: discord.HTTPException) -> None:
        """Show the person alone what Discord does not take there, and say why, if that can be told at all."""
        if not reply.final:
            return
        forbidden = isinstance(error, discord.Forbidden)
        why: Page = (TextPiece((MAY_NOT_WRITE if forbidden else NOT_TAKEN).format(asked_in(to))),)
        pages = lay_out_reply(reply, await self._origin(reply))
        try:
            await self._told_alone([why, *pages], reply, to, None, None)
        except discord.HTTPException as again:
            raise DeliveryRefused(f"Nothing may be written there (code {again.code}).") from again


class _Refused(Exception):  # noqa: N818  it never leaves this module
    """Nothing may be written in a place, or nothing of it is taken there."""

    def __init__(self, spot: PostPlace, error: discord.HTTPException) -> None:
        super().__init__(str(error))
        self.spot, self.error = spot, error
        self.forbidden = isinstance(error, discord.Forbidden)


def _plainest(reply: Reply) -> Iterator[tuple[Page, ...]]:
    """Yield the reply as words, and as one sentence."""
    claims = [c for b in reply.blocks if isinstance(b, Claims) for c in b.claims]
    lines = [f"{c.number}. {c.chip.icon} {c.chip.label}: {''.join(i.text for i in c.statement)}" for c in claims]
    words = shorten_line("\n".join([reply.plain, *lines]), limits.PLAINEST)
    if words:
        yield ((TextPiece(escape_markdown(words)),),)
    yield ((TextPiece(UNTAKEN),),)


def _shown_again(reply: Reply, hooks: InteractionHooks, to: Address) -> bool:
    """Whether a press of a button only shows an answer again, which stands there already."""
    hook = hooks.of(to.event)
    action = Action.parse(pressed_id(hook.interaction)) if hook else None
    return action is not None and bool(reply.turn) and action.verb in CHANGES
