"""Bring a reply to its conversation: a stream or a placeholder first, then the same message as it changes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Awaitable, Callable
from dataclasses import replace

import structlog

from adapters.teams.card import render
from adapters.teams.desk import Desk, Outcome
from adapters.teams.elements import Json
from adapters.teams.envelope import activity
from adapters.teams.limits import LEAST_BYTES, MESSAGE_BYTES
from adapters.teams.post import Ending, Gone, Poster, StreamEnded, Target, TooLarge
from adapters.teams.public import Public
from adapters.teams.receipts import Posted, Receipt
from adapters.teams.references import Reference, References
from adapters.teams.scene import Scene
from adapters.teams.streams import Streams
from kgcore.errors import DeliveryRefused
from kgcore.message import Address, Place
from kgcore.reply import Notice, Reply

log = structlog.get_logger()
Stop = Callable[[Address, str], Awaitable[None]]  # stop the turn with that id
ELSEWHERE = (
    "There is something here for you alone, and this is not a place to show it. "
    "Please write to me in a personal chat once, then try again."
)
UNKNOWN = "This conversation is not known to Evigraph."


class Deliverer:
    """Posts replies, and edits what it has posted. Raises DeliveryError."""

    def __init__(
        self, poster: Poster, references: References, public: Public, streams: Streams, desk: Desk, stop: Stop
    ) -> None:
        self._poster = poster
        self._references = references
        self._public = public
        self._streams = streams
        self._desk = desk
        self._stop = stop
        self._unsaved: dict[str, Receipt] = {}  # of deliveries that failed half way

    async def bring(self, reply: Reply, to: Address, receipt: Receipt) -> Receipt:
        """Return the receipt of the reply as it now stands."""
        key = reply.turn or to.event
        try:
            found = await self._brought(reply, to, self._unsaved.get(key, receipt))
        except DeliveryRefused:
            self._unsaved.pop(key, None)
            raise
        except (StreamEnded, TooLarge, Gone) as error:  # where they mean nothing
            raise DeliveryRefused(f"Teams refuses it: {type(error).__name__}.") from None
        self._unsaved.pop(key, None)
        return found

    async def _brought(self, reply: Reply, to: Address, receipt: Receipt) -> Receipt:
        if reply.private:
            return await self._private(reply, to, receipt)
        self._desk.settle(to.event, Outcome.EDITED if receipt.messages else Outcome.ANSWERED)
        target = await self._target(to.place)
        if target is None:
            raise DeliveryRefused(UNKNOWN)
        if not reply.final and receipt.messages and self._poster.pacing.busy(target.reference.channel):
            return receipt  # what comes later counts
        if receipt.stopped and not reply.final:
            return receipt
        receipt = replace(receipt, channel=target.reference.channel, conversation=target.conversation)
        if target.reference.personal and reply.turn and not receipt.messages:
            receipt = await self._stream(reply, to, target, receipt)
            if receipt.stream is not None or (receipt.stopped and not reply.final):
                return receipt
        return await self._bring(reply, to, target, receipt)

    # ── a stream ────────────────────────────────────────────────────────────────────────────────────────────────────

    async def _stream(self, reply: Reply, to: Address, target: Target, receipt: Receipt) -> Receipt:
        """Continue or end the stream; the receipt without one where messages are to be posted or edited instead."""
        stream = receipt.stream
        try:
            if not reply.final and (stream is None or not self._streams.over(stream)):
                return await self._streams.tell(target, reply, receipt)
            if stream is None:
                return receipt
            return await self._finish(reply, to.place, target, receipt)
        except StreamEnded as ended:
            log.info("a stream ended", reason=ended.why.value)
            if ended.why is Ending.CANCELLED and not reply.final:
                await self._stop(to, reply.turn)
            return self._without(receipt, ended)

    async def _finish(self, reply: Reply, place: Place, target: Target, receipt: Receipt) -> Receipt:
        assert receipt.stream is not None  # noqa: S101
        budget = MESSAGE_BYTES
        while True:
            first = (await self._messages(reply, place, (), budget))[0]
            try:
                await self._streams.finish(target, receipt.stream, first)
                break
            except TooLarge:
                budget //= 2
                if budget < LEAST_BYTES:
                    raise
            except DeliveryRefused:  # whatever it has against this end, the answer must not be lost: it is posted anew
                raise StreamEnded(Ending.NOT_ALLOWED) from None
        posted = Posted(receipt.stream.id, _digest(first))
        await self._remember(target, posted.id, reply, place)
        return replace(receipt, stream=None, messages=(posted,))

    def _without(self, receipt: Receipt, ended: StreamEnded) -> Receipt:
        """A stream that has run out of time or is complete is edited; in place of any other a new message is posted."""
        if receipt.stream is not None and ended.why in {Ending.TIME, Ending.COMPLETED}:
            return replace(receipt, stream=None, messages=(Posted(receipt.stream.id),))
        return replace(receipt, stream=None, stopped=ended.why is Ending.CANCELLED)

    # ── messages ────────────────────────────────────────────────────────────────────────────────────────────────────

    async def _bring(
        self, reply: Reply, address: Address, to: Target, receipt: Receipt, home: tuple[tuple[str, str], ...] = ()
    ) -> Receipt:
        """Post what is new and edit what has changed; where that is too large for the platform, in smaller parts."""
        budget = MESSAGE_BYTES
        while True:
            messages = await self._messages(reply, address.place, home, budget)
            try:
                return await self._place(messages, reply, address, to, receipt)
            except TooLarge:
                receipt = self._unsaved.get(reply.turn or address.event, receipt)
                budget //= 2
                if budget < LEAST_BYTES:
                    raise DeliveryRefused("Teams finds even small parts of the reply too large.") from None

    async def _place(
        self, messages: list[Json], reply: Reply, address: Address, to: Target, receipt: Receipt
    ) -> Receipt:
        for nth, message in enumerate(messages):
            known = receipt.messages[nth] if nth < len(receipt.messages) else None
            posted = await self._one(to, message, known)
            if known is None or posted.id != known.id:
                await self._remember(to, posted.id, reply, address.place)
            receipt = receipt.with_message(nth, posted)
            self._unsaved[reply.turn or address.event] = receipt
        for gone in receipt.messages[len(messages) :]:
            await self._poster.delete(to, gone.id)
        return replace(receipt, messages=receipt.messages[: len(messages)])

    async def _one(self, to: Target, message: Json, known: Posted | None) -> Posted:
        digest = _digest(message)
        if known is None:
            return Posted(await self._poster.create(to, message), digest)
        if known.digest == digest:
            return known
        try:
            await self._poster.update(to, known.id, message)
        except Gone:  # somebody has deleted it, and yet pressed a button of it or asked
            return Posted(await self._poster.create(to, message), digest)
        return Posted(known.id, digest)

    async def _messages(self, reply: Reply, place: Place, home: tuple[tuple[str, str], ...], budget: int) -> list[Json]:
        pictures, files = await self._public.pictures(reply, place), await self._public.files(reply, place)
        if not home and place.thread and not place.thread.isdigit():  # a chat's thread is known to nobody but us
            home = (("h", place.thread),)
        cards = render(reply, Scene(pictures=pictures, files=files, home=home), budget)
        return [activity(card, reply, first=nth == 0) for nth, card in enumerate(cards)]

    async def _remember(self, to: Target, message: str, reply: Reply, place: Place) -> None:
        if reply.turn:
            await self._references.remember_turn(to.reference.channel, message, reply.turn, place.thread)

    # ── for one person ──────────────────────────────────────────────────────────────────────────────────────────────

    async def _private(self, reply: Reply, to: Address, receipt: Receipt) -> Receipt:
        """Give it to whoever waits for it, or post it into the person's own chat; else say that there is something."""
        if receipt.aside or (not receipt.messages and self._desk.hand(to.event, reply)):
            return replace(receipt, aside=True)
        here = await self._references.of(to.place)
        own = here if here is not None and here.personal else await self._own(to, here)
        if own is not None:
            home = () if own is here else await self._references.home(to.place, to.person)
            target = Target(own, own.channel)
            receipt = replace(receipt, channel=own.channel, conversation=own.channel)
            try:
                return await self._bring(reply, to, target, receipt, home)
            except DeliveryRefused:
                if own is here:
                    raise
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

    async def _target(self, place: Place) -> Target | None:
        found = await self._references.of(place)
        if found is None:
            return None
        threaded = found.scope == "channel" and place.thread
        return Target(found, f"{place.channel};messageid={place.thread}" if threaded else place.channel)


def _digest(message: Json) -> str:
    return hashlib.blake2b(json.dumps(message, sort_keys=True).encode(), digest_size=8).hexdigest()
