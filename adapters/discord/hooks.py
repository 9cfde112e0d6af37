"""Interactions whose token still lives: for fifteen minutes they take answers that only one person sees."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import discord

from adapters.discord import limits


@dataclass(slots=True)
class Hook:
    """An interaction and what was sent by it. `waiting`: it shows "thinking …", which the first answer replaces."""

    interaction: discord.Interaction[Any]
    until: float
    waiting: bool = False
    sent: set[int] = field(default_factory=set)

    async def acknowledged(self) -> None:
        """Wait until Discord has heard that it arrived: before that it knows of no follow-ups (10015).

        The event goes into the inbox first, so that a quick reply may well be ready before.
        """
        for seconds in limits.ACK_LOOKS:
            if self.interaction.response.is_done():
                return
            await asyncio.sleep(seconds)


class Hooks:
    """Interactions by event id, in memory only: a token is worth nothing after its time, and belongs into no file."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._hooks: OrderedDict[str, Hook] = OrderedDict()
        self._clock = clock

    def keep(self, event: str, interaction: discord.Interaction[Any], *, waiting: bool = False) -> Hook:
        """Remember the interaction of an event."""
        hook = Hook(interaction, self._clock() + limits.TOKEN_SECONDS, waiting)
        self._hooks[event] = hook
        while len(self._hooks) > limits.HOOKS:
            self._hooks.popitem(last=False)
        return hook

    def of(self, event: str) -> Hook | None:
        """Return the interaction of an event while its token lives."""
        hook = self._hooks.get(event)
        if hook is not None and hook.until < self._clock():
            del self._hooks[event]
            return None
        return hook
