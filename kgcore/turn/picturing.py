"""The picture of a turn, drawn beside the writing: no word waits for it, and what is out of date is never drawn."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from kgcore.drawing import Picture
from kgcore.reply import Figure, Table

PATIENCE = 0.1  # seconds in which a newer picture may come, before one is drawn that nobody waits for


class Picturing:
    """Draws one picture after the other; `shown` is the newest that is ready.

    `busy` tells whether others' pictures are being drawn: then only the last one is, which people wait for.
    """

    def __init__(
        self, draw: Callable[[Picture], Awaitable[Figure | Table]], busy: Callable[[], bool] = lambda: False
    ) -> None:
        self._draw = draw
        self._busy = busy
        self._wanted: Picture | None = None
        self.drawn: Picture | None = None  # what `shown` shows
        self._hurry = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self.shown: Figure | Table | None = None

    def want(self, picture: Picture) -> None:
        """Have this picture drawn in the place of those not yet begun."""
        self._wanted = picture
        if self._task is None or self._task.done():
            self._hurry.clear()
            self._task = asyncio.get_running_loop().create_task(self._work())

    async def newest(self) -> None:
        """Wait until `shown` is the picture wanted last; raises what drawing raised."""
        self._hurry.set()
        if self._task is not None:
            await self._task

    def close(self) -> None:
        """Draw nothing more."""
        if self._task is not None:
            self._task.cancel()

    async def _work(self) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._hurry.wait()
        except TimeoutError:
            if self._busy():
                await self._hurry.wait()
        while self._wanted is not None and self._wanted != self.drawn:
            picture = self._wanted
            self.shown = await self._draw(picture)
            self.drawn = picture
