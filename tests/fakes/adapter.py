"""An adapter that keeps what it is given, and can misbehave: refuse, be busy, or crash after posting."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import count

from starlette.routing import BaseRoute

from adapters.port import Ask, EventSink, Receipt
from kgcore.values.message import Address
from kgcore.values.reply import Reply


class RecordingAdapter:
    """`posts` are the messages as they stand now, by receipt; `failures` are raised before deliveries, in order."""

    name = "web"

    def __init__(self, failures: Sequence[Exception] = (), pace: float = 0.0) -> None:
        self.posts: dict[Receipt, Reply] = {}
        self.deliveries = 0
        self.pace = pace
        self.names = count(1)
        self._failures = list(failures)

    async def receive(self, inbox: EventSink, ask: Ask) -> None:
        await asyncio.Event().wait()

    async def deliver(self, reply: Reply, to: Address, receipt: Receipt | None) -> Receipt:
        if self._failures:
            raise self._failures.pop(0)
        self.deliveries += 1
        receipt = receipt or f"message {next(self.names)}"
        self.posts[receipt] = reply
        return receipt

    def routes(self) -> Sequence[BaseRoute]:
        return ()
