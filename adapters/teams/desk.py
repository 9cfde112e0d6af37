"""Replies that somebody is waiting for on the spot: an invoke waits a moment for what its event leads to."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from enum import Enum, auto

from adapters.teams.limits import EDIT_SECONDS, INVOKE_SECONDS
from kgcore.values.reply import Reply

_QUIET = 1_000  # events


class InvokeOutcome(Enum):
    """What an invoke learns where there is no word for it alone."""

    LATE = auto()  # nothing came in time
    ANSWERED = auto()  # an answer of its own is being posted
    EDITED = auto()  # a message was changed


class TeamsServices:
    """An invoke expects the reply to its event; a delivery hands it over, or learns that nobody waits any more."""

    def __init__(self, patience: float = INVOKE_SECONDS) -> None:
        self._patience = patience
        self._waiting: dict[str, tuple[asyncio.Future[Reply | InvokeOutcome], Callable[[Reply], bool]]] = {}
        self._quiet: OrderedDict[str, None] = OrderedDict()
        self._announced: OrderedDict[str, None] = OrderedDict()

    def expect(self, event: str, fits: Callable[[Reply], bool]) -> None:
        """Begin to wait for a private reply that fits, before the event goes into the inbox."""
        self._waiting[event] = asyncio.get_running_loop().create_future(), fits

    def hush(self, event: str) -> None:
        """Let private words on this event be dropped: the platform says thank you by itself."""
        self._quiet[event] = None
        if len(self._quiet) > _QUIET:
            self._quiet.popitem(last=False)

    def announce(self, event: str) -> None:
        """Let it be said where an event came from that its private answer is in the person's own chat."""
        self._announced[event] = None
        if len(self._announced) > _QUIET:
            self._announced.popitem(last=False)

    def is_announced(self, event: str) -> bool:
        """Whether that is to be said; once."""
        return self._announced.pop(event, 0) is None

    async def wait(self, event: str) -> Reply | InvokeOutcome:
        """Return the private reply, or why there is none."""
        try:
            async with asyncio.timeout(self._patience):
                return await self._waiting[event][0]
        except TimeoutError:
            return InvokeOutcome.LATE
        finally:
            self._waiting.pop(event, None)

    def hand(self, event: str, reply: Reply) -> bool:
        """Hand a private reply over; False where nobody waits for it, or not for such a one."""
        if event in self._quiet:
            return True
        waiting, fits = self._waiting.get(event, (None, None))
        if waiting is None or fits is None or waiting.done() or not fits(reply):
            return False
        waiting.set_result(reply)
        return True

    def settle(self, event: str, outcome: InvokeOutcome) -> None:
        """Let nobody wait for an event that is answered in public; after an edit a word in private may yet follow."""
        if event not in self._waiting:
            return
        if outcome is InvokeOutcome.EDITED:
            asyncio.get_running_loop().call_later(EDIT_SECONDS, self._set, event, outcome)
        else:
            self._set(event, outcome)

    def _set(self, event: str, outcome: InvokeOutcome) -> None:
        waiting, _ = self._waiting.get(event, (None, None))
        if waiting is not None and not waiting.done():
            waiting.set_result(outcome)
