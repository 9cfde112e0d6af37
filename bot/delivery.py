"""Bring the newest state of a reply to a platform: first a post, then edits of it, no faster than its pace."""

from __future__ import annotations

import asyncio
from types import TracebackType

import structlog

from adapters.port import Adapter
from kgcore.errors import DeliveryError, DeliveryRefused
from kgcore.message import Incoming
from kgcore.ports import Store
from kgcore.reply import Reply

log = structlog.get_logger()
TRIES = 6  # of the last state of a reply; waits of 1, 2, 4 … seconds unless the platform names its own
LONGEST_WAIT = 60.0


class Delivery:
    """`async with Delivery(…) as d: d.offer(reply)`; leaving waits until the last state has been delivered."""

    def __init__(self, adapter: Adapter, store: Store, event: Incoming) -> None:
        self._adapter = adapter
        self._store = store
        self._event = event
        self._newest: dict[str, Reply] = {}  # by message: a turn, or a notice of its own
        self._wake = asyncio.Event()
        self._closing = False
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
            self._task.cancel()
        await self._task

    def offer(self, reply: Reply) -> None:
        """Deliver this state as soon as the pace allows, unless a newer one comes first."""
        self._newest[reply.turn or self._event.id] = reply
        self._wake.set()

    async def _run(self) -> None:
        while self._newest or not self._closing:
            await self._wake.wait()
            self._wake.clear()
            for key in list(self._newest):
                await self._bring(key, self._newest.pop(key))
            if not self._closing:
                await asyncio.sleep(self._adapter.pace)

    async def _bring(self, key: str, reply: Reply) -> None:
        for attempt in range(TRIES if reply.final else 1):
            try:
                receipt = await self._store.receipt(key)
                new = await self._adapter.deliver(reply, self._event.place, receipt)
                if new != receipt:
                    await self._store.save_receipt(key, new)
                return
            except DeliveryRefused as error:
                log.warning("a reply was refused", turn=key, reason=str(error))
                return
            except DeliveryError as error:
                wait = min(LONGEST_WAIT, error.retry_after or 2.0**attempt)
                log.info("a reply has to wait", turn=key, seconds=wait, reason=str(error))
                await asyncio.sleep(wait)
        if reply.final:
            log.error("a reply was not delivered", turn=key, tries=TRIES)
