"""Bring a reply to its conversation: a stream or a placeholder first, then the same message as it changes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace

import structlog

from adapters.shared.waiting import written_out
from adapters.teams.card import render
from adapters.teams.desk import InvokeOutcome, TeamsServices
from adapters.teams.elements import Json
from adapters.teams.envelope import card_activity
from adapters.teams.limits import LEAST_BYTES, MESSAGE_BYTES
from adapters.teams.post import (
    CardPoster,
    ConversationTarget,
    EditRefused,
    MessageGone,
    StreamEnded,
    StreamEnding,
    TooLarge,
)
from adapters.teams.public import PublicAddress
from adapters.teams.receipts import PostedCard, Receipt
from adapters.teams.references import Reference, References
from adapters.teams.scene import CardContext, look_again
from adapters.teams.streams import CardStreams
from kgcore.errors import DeliveryError, DeliveryRefused
from kgcore.values.message import Address, Place
from kgcore.values.reply import Notice, Reply

log = structlog.get_logger()
Stop = Callable[[Address, str], Awaitable[None]]  # stop the turn with that id
ELSEWHERE = (
    "There is something here for you alone, and this is not a place to show it. "
    "Please write to me in a personal chat once, then try again."
)
FILES = "Attached files are not read: only the words of a message are."
GREETING = (
    "Hello. Mention me with a question about health, and I answer in its thread with every claim checked against a "
    "knowledge graph. “help” tells what else I can do, “settings” when I answer."
)
THERE = "The answer is in your personal chat with me."
UNKNOWN = "This conversation is not known to Evigraph."


class Deliverer:
    """Posts replies, and edits what it has posted. Raises DeliveryError."""

    def __init__(
        self,
        poster: CardPoster,
        references: References,
        public: PublicAddress,
        streams: CardStreams,
        services: TeamsServices,
        stop: Stop,
        *,
        long: bool = False,
    ) -> None:
        self._poster = poster
        self._references = references
        self._public = public
        self._streams = streams
        self._services = services
        self._stop = stop
        self._brief = not long
        self._unsaved: dict[str, Receipt] = {}  # of deliveries that failed half way

    async def bring(self, reply: Reply, to: Address, receipt: Receipt) -> Receipt:
        """Return the receipt of the reply as it now stands."""
        key = reply.turn or to.event
        try:
            found = await self._brought(reply, to, self._unsaved.get(key, receipt))
        except DeliveryRefused:
            self._unsaved.pop(key, None)
            raise
        except (StreamEnded, TooLarge, MessageGone) as error:  # where they mean nothing
            raise DeliveryRefused(f"Teams refuses it: {type(error).__name__}.") from None
        self._unsaved.pop(key, None)
        return found

    async def _brought(self, reply: Reply, to: Address, receipt: Receipt) -> Receipt:
        if reply.private:
            return await self._private(reply, to, receipt)
        self._services.settle(to.event, InvokeOutcome.EDITED if receipt.messages else InvokeOutcome.ANSWERED)
        target = await self._target(to.place)
        if target is None:
            raise DeliveryRefused(UNKNOWN)
        if not reply.final and receipt.messages and self._poster.pacing.busy(target.reference.channel):
            return receipt  # what comes later counts
        if receipt.stopped and not reply.final:
            return receipt
        receipt = replace(receipt, channel=target.reference.channel, conversation=target.conversation)
        if to.attempt > 1 and reply.turn and not receipt.messages and receipt.stream is None:
            orphans = await self._references.messages_of(receipt.channel, reply.turn)
            receipt = replace(receipt, messages=tuple(PostedCard(id) for id in orphans))
        if target.reference.personal and reply.turn and not receipt.messages:
            receipt = await self._stream(reply, to, target, receipt)
            if receipt.stream is not None or (receipt.stopped and not reply.final):
                return receipt
        return await self._bring(reply, to, target, receipt)

    async def hint(self, place: Place, words: str) -> None:
        """Say a word in a place beside everything else; one that cannot be said is not missed."""
        target = await self._target(place)
        if target is None:
            return
        said = Reply("", "", (Notice(words),))
        with suppress(DeliveryError, TooLarge, StreamEnded):
            for message in await shown_messages(self._public, said, place, brief=self._brief):
                await self._poster.create(target, message)

    # ── a stream ────────────────────────────────────────────────────────────────────────────────────────────────────

    async def _stream(self, reply: Reply, to: Address, target: ConversationTarget, receipt: Receipt) -> Receipt:
        """Continue or end the stream; the receipt without one where messages are to be posted or edited instead."""
        stream = receipt.stream
        try:
            if not reply.final and (stream is None or not self._streams.over(stream)):
                told = await self._streams.tell(target, reply, receipt)
                if stream is None and told.stream is not None:
                    await self._remember(target, told.stream.id, reply, to.place)
                return told
            if stream is None:
                return receipt
            return await self._finish(reply, to.place, target, receipt)
        except StreamEnded as ended:
            log.info("a stream ended", reason=ended.why.value)
            if ended.why is StreamEnding.CANCELLED and not reply.final:
                await self._stop(to, reply.turn)
            return self._without(receipt, ended)

    async def _finish(self, reply: Reply, place: Place, target: ConversationTarget, receipt: Receipt) -> Receipt:
        assert receipt.stream is not None  # noqa: S101
        budget = MESSAGE_BYTES
        while True:
            first = (await shown_messages(self._public, reply, place, (), budget, brief=self._brief))[0]
            try:
                await self._streams.finish(target, receipt.stream, first)
                break
            except TooLarge:
                budget //= 2
                if budget < LEAST_BYTES:
                    raise
            except DeliveryRefused:  # whatever it has against this end, the answer must not be lost: it is posted anew
                raise StreamEnded(StreamEnding.NOT_ALLOWED) from None
        posted = PostedCard(receipt.stream.id, _digest(first))
        await self._remember(target, posted.id, reply, place)
        return replace(receipt, stream=None, messages=(posted,))

    def _without(self, receipt: Receipt, ended: StreamEnded) -> Receipt:
        """A stream that has run out of time or is complete is edited; in place of any other a new message is posted."""
        if receipt.stream is not None and ended.why in {StreamEnding.TIME, StreamEnding.COMPLETED}:
            return replace(receipt, stream=None, messages=(PostedCard(receipt.stream.id),))
        return replace(receipt, stream=None, stopped=ended.why is StreamEnding.CANCELLED)

    # ── messages ────────────────────────────────────────────────────────────────────────────────────────────────────

    async def _bring(
        self,
        reply: Reply,
        address: Address,
        to: ConversationTarget,
        receipt: Receipt,
        home: tuple[tuple[str, str], ...] = (),
    ) -> Receipt:
        """Post what is new and edit what has changed; where that is too large for the platform, in smaller parts."""
        budget = MESSAGE_BYTES
        while True:
            to_whom = address.person.id
            messages = await shown_messages(
                self._public, reply, address.place, home, budget, to_whom, brief=self._brief
            )
            try:
                return await self._place(messages, reply, address, to, receipt)
            except TooLarge:
                receipt = self._unsaved.get(reply.turn or address.event, receipt)
                budget //= 2
                if budget < LEAST_BYTES:
                    raise DeliveryRefused("Teams finds even small parts of the reply too large.") from None

    async def _place(
        self, messages: list[Json], reply: Reply, address: Address, to: ConversationTarget, receipt: Receipt
    ) -> Receipt:
        for nth, message in enumerate(messages):
            known = receipt.messages[nth] if nth < len(receipt.messages) else None
            posted = await self._one(to, message, known, final=reply.final)
            if known is None or posted.id != known.id:
                await self._remember(to, posted.id, reply, address.place)
            receipt = receipt.with_message(nth, posted)
            self._unsaved[reply.turn or address.event] = receipt
        for gone in receipt.messages[len(messages) :]:
            await self._poster.delete(to, gone.id)
        return replace(receipt, messages=receipt.messages[: len(messages)])

    async def _one(self, to: ConversationTarget, message: Json, known: PostedCard | None, *, final: bool) -> PostedCard:
        digest = _digest(message)
        if known is None:
            return PostedCard(await self._poster.create(to, message), digest)
        if known.digest == digest:
            return known
        try:
            await self._poster.update(to, known.id, message)
        except MessageGone:  # somebody has deleted it, and yet pressed a button of it or asked
            return PostedCard(await self._poster.create(to, message), digest)
        except EditRefused:
            if not final:
                return known  # the last state will find its way
            made = PostedCard(await self._poster.create(to, message), digest)
            with suppress(DeliveryError):  # what stands there is overtaken
                await self._poster.delete(to, known.id)
            return made
        return PostedCard(known.id, digest)

    async def _remember(self, to: ConversationTarget, message: str, reply: Reply, place: Place) -> None:
        if reply.turn:
            await self._references.remember_turn(to.reference.channel, message, reply.turn, place.thread)

    # ── for one person ──────────────────────────────────────────────────────────────────────────────────────────────

    async def _private(self, reply: Reply, to: Address, receipt: Receipt) -> Receipt:
        """Give it to whoever waits for it, or post it into the person's own chat; else say that there is something."""
        if receipt.aside or (not receipt.messages and self._services.hand(to.event, reply)):
            return replace(receipt, aside=True)
        here = await self._references.of(to.place)
        own = here if here is not None and here.personal else await self._own(to, here)
        if own is not None:
            home = () if own is here else await self._references.home(to.place, to.person)
            target = ConversationTarget(own, own.channel)
            receipt = replace(receipt, channel=own.channel, conversation=own.channel)
            try:
                brought = await self._bring(reply, to, target, receipt, home)
            except DeliveryRefused:
                if own is here:
                    raise
            else:
                if own is not here and self._services.is_announced(to.event):
                    await self.hint(to.place, THERE)
                return brought
        target_here = await self._target(to.place)
        if target_here is None:
            raise DeliveryRefused(UNKNOWN)
        return await self._bring(Reply("", "", (Notice(ELSEWHERE),)), to, target_here, Receipt())

    async def _own(self, to: Address, here: Reference | None) -> Reference | None:
        """Return the person's own chat with us; it is opened where the platform lets us."""
        known = await self._references.own(to.person)
        if known is not None or here is None:
            return known
        try:
            channel = await self._poster.meet(here, to.person.id)
        except DeliveryRefused:
            return None
        own = replace(here, scope="personal", channel=channel)
        await self._references.put(own, to.person.id)
        return own

    async def _target(self, place: Place) -> ConversationTarget | None:
        found = await self._references.of(place)
        if found is None:
            return None
        threaded = found.scope == "channel" and place.thread
        return ConversationTarget(found, f"{place.channel};messageid={place.thread}" if threaded else place.channel)


async def shown_messages(
    public: PublicAddress,
    reply: Reply,
    place: Place,
    home: tuple[tuple[str, str], ...] = (),
    budget: int = MESSAGE_BYTES,
    asker: str = "",
    *,
    brief: bool,
) -> list[Json]:
    """Return a reply as messages; `brief`: a part of it is left to two buttons.

    One that is not complete has the client of who asked (`asker`) look again.
    """
    pictures, files = await public.pictures(reply, place), await public.files(reply, place)
    if not home and place.thread and not place.thread.isdigit():  # a chat's thread is known to nobody but us
        home = (("h", place.thread),)
    context = CardContext(pictures=pictures, files=files, home=home, brief=brief)
    cards = await written_out(reply, lambda: render(reply, context, budget))
    if reply.turn and not reply.final and asker:
        cards = [card | {"refresh": look_again(reply.turn, asker, home)} for card in cards]
    return [card_activity(card, reply, first=nth == 0) for nth, card in enumerate(cards)]


def _digest(message: Json) -> str:
    return hashlib.blake2b(json.dumps(message, sort_keys=True).encode(), digest_size=8).hexdigest()
