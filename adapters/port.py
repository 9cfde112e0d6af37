"""What an adapter is, and what it is given."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from starlette.routing import BaseRoute

from kgcore.message import Address, Incoming, Query
from kgcore.reply import Reply

Receipt = str  # the adapter's own words for what it posted; opaque to everybody else
Ask = Callable[[Query], Awaitable[Reply]]


class Inbox(Protocol):
    """Where events go; a put that has returned survives a crash."""

    async def put(self, event: Incoming) -> bool:
        """Keep the event; False when its id was seen before (a redelivery)."""
        ...


class State(Protocol):
    """A small durable map of the platform's own (installations, conversation references)."""

    async def get(self, key: str) -> str | None:
        """Return the value, or None."""
        ...

    async def set(self, key: str, value: str) -> None:
        """Keep the value."""
        ...

    async def delete(self, key: str) -> None:
        """Forget the key; fine if there is none."""
        ...

    async def keys(self, prefix: str = "") -> Sequence[str]:
        """Return the keys that begin with `prefix`."""
        ...


class Adapter(Protocol):
    """Three verbs. `pace` is the least number of seconds between two deliveries of one reply."""

    name: str
    pace: float

    async def receive(self, inbox: Inbox, ask: Ask) -> None:
        """Run until cancelled; put every event into the inbox and acknowledge at once."""
        ...

    async def deliver(self, reply: Reply, to: Address, receipt: Receipt | None) -> Receipt:
        """Post the reply, or edit what the receipt names; raises DeliveryError.

        Where `to.attempt` is above 1 and there is no receipt, a post that an earlier process made is looked for first,
        if the platform offers a way; its key there is `reply.turn or to.event`. A reply that is `private` goes to
        `to.person` alone.
        """
        ...

    def routes(self) -> Sequence[BaseRoute]:
        """What this adapter adds to the one ASGI server."""
        ...
