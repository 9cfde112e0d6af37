"""Bring the newest state of a reply to a platform: first a post, then edits of it, no faster than its pace."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType

import structlog

from adapters.port import Adapter, Holds
from bot.ending import cancel_tasks, stay_cancelled
from bot.metrics import Outcome, count_delivery
from kgcore.errors import DeliveryError, DeliveryRefused
from kgcore.ports import Store
from kgcore.values.message import Address, Incoming
from kgcore.values.reply import Reply, Text

log = structlog.get_logger()
TRIES = 6  # of the last state of a reply
EYES = 0.2  # seconds: a pace of that or less is for who reads, and no platform's limit
ENDING = 3.0  # seconds that a platform has for what it is being told when we end


@dataclass(frozen=True, slots=True)
class DeliveryRetryPolicy:
    """Seconds to wait. Between two deliveries of one state: `first`, doubled each time up to `longest`, unless the
    platform names its own, by which it may put us off for `put_off` in all. Until an event is tried again that the
    store or a platform could not settle: `retry`, doubled up to `longest_retry`, until `give_up` is over, or
    `ephemeral` where only a word aside is left to say. `suspect`: before an event is worked on anew under which
    alone the process died once, doubled each time after.
    """

    first: float = 1.0
    longest: float = 60.0
    put_off: float = 900.0
    retry: float = 15.0
    longest_retry: float = 300.0
    give_up: float = 24 * 3600.0
    ephemeral: float = 600.0
    suspect: float = 5.0


class Undelivered(DeliveryError):  # noqa: N818  (reads like the errors of kgcore)
    """The last state of a reply did not reach its platform; it may later. `ephemeral`: it was only a word aside."""

    def __init__(self, message: str, *, ephemeral: bool, retry_after: float) -> None:
        super().__init__(message, retry_after=retry_after)
        self.ephemeral = ephemeral


class Delivery:
    """`async with Delivery(…) as d: d.offer(reply)`; leaving waits until the last state has been delivered.

    Raises Undelivered where it could not be; what a platform refuses for good is logged only.
    """

    def __init__(
        self,
        adapter: Adapter,
        store: Store,
        event: Incoming,
        attempt: int,
        retry_policy: DeliveryRetryPolicy | None = None,
    ) -> None:
        self._retry_policy = retry_policy or DeliveryRetryPolicy()
        self._adapter = adapter
        self._store = store
        self._to = Address(event.place, event.person, event.id, attempt)
        self._newest: dict[str, Reply] = {}  # by message: a turn, or a notice of its own
        self._wake = asyncio.Event()
        self._closing = False
        self._later = 0.0  # seconds in which the platform wants to hear no more of it
        self._failed: dict[str, str] = {}  # by turn ("": a word aside): why its last state was not delivered
        self._told: set[str] = set()  # messages of which words were brought
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Delivery:
        self._task = asyncio.get_running_loop().create_task(self._run())
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self._closing = True
        self._wake.set()
        if self._task is None:
            return
        if kind is not None and issubclass(kind, asyncio.CancelledError):
            await cancel_tasks((self._task,), ENDING)
            return
        try:
            await asyncio.wait((self._task,))
        except asyncio.CancelledError:
            await cancel_tasks((self._task,), ENDING)
            raise
        self._task.result()
        if kind is None and self._failed:
            ephemeral = set(self._failed) == {""}
            raise Undelivered("; ".join(self._failed.values()), ephemeral=ephemeral, retry_after=self._later)

    def offer(self, reply: Reply) -> None:
        """Deliver this state as soon as the pace allows, unless a newer one comes first."""
        self._newest[reply.turn or self._to.event] = reply
        self._wake.set()

    async def _run(self) -> None:
        await self._hold()
        while self._newest or not self._closing:
            await self._wake.wait()
            self._wake.clear()
            for key in list(self._newest):
                await self._bring(key, self._newest.pop(key))
                stay_cancelled()
            if not self._closing:
                await self._rest()

    async def _rest(self) -> None:
        """Wait as long as the pace says; where it is for people's eyes, first words and a last state end that."""
        pace = self._adapter.pace
        if pace > EYES:
            await asyncio.sleep(pace)
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(pace):
                while not self._closing and not any(self._presses(*one) for one in self._newest.items()):
                    await self._wake.wait()
                    self._wake.clear()
        if self._newest or self._closing:
            self._wake.set()

    def _presses(self, key: str, reply: Reply) -> bool:
        return reply.final or (key not in self._told and _has_words(reply))

    async def _hold(self) -> None:
        """Wait for the last state of what is said first, as long as the platform wants nothing else until then."""
        seconds = self._adapter.hold if isinstance(self._adapter, Holds) else 0.0
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not self._closing and not (self._newest and all(r.final for r in self._newest.values())):
                    await self._wake.wait()
                    self._wake.clear()
        if self._newest or self._closing:
            self._wake.set()

    async def _bring(self, key: str, reply: Reply) -> None:
        tries, put_off, last, platform = 0, 0.0, "", self._to.place.platform
        while tries < (TRIES if reply.final else 1) and put_off <= self._retry_policy.put_off:
            try:
                receipt = await self._store.receipt(key)
                new = await self._adapter.deliver(reply, self._to, receipt)
                if _has_words(reply):
                    self._told.add(key)
                count_delivery(platform, Outcome.EDITED if receipt else Outcome.POSTED)
                if new != receipt:
                    await self._store.save_receipt(key, new)
                return
            except DeliveryRefused as error:
                count_delivery(platform, Outcome.REFUSED)
                log.warning("a reply was refused", turn=key, reason=str(error))
                return
            except DeliveryError as error:
                stay_cancelled(error)
                wait = error.retry_after or min(self._retry_policy.longest, self._retry_policy.first * 2.0**tries)
                count_delivery(platform, Outcome.PUT_OFF)
                log.info("a reply has to wait", turn=key, seconds=wait, reason=str(error))
                if error.retry_after and reply.final:
                    put_off += wait
                else:
                    tries += 1
                last = str(error)
                if put_off > self._retry_policy.put_off:  # not now, then: others need the room
                    self._later = max(self._later, wait)
                else:
                    await asyncio.sleep(wait)
        if reply.final:
            count_delivery(platform, Outcome.FAILED)
            log.error("a reply was not delivered", turn=key, tries=tries, reason=last)
            self._failed[reply.turn] = last


def _has_words(reply: Reply) -> bool:
    return any(isinstance(block, Text) for block in reply.blocks)
