"""Events that come at the same time are committed together: one fsync for all, and none waits behind the others."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from kgcore.errors import StoreError
from kgcore.values.audit import AuditEntry

Row = tuple[str, str, str, int, AuditEntry | None]  # id, kind, body, tries, what the audit trail has of it


class GroupCommit:
    """Gathers rows while the ones before them are being written; `write` says of each whether it was new."""

    def __init__(self, write: Callable[[Sequence[Row]], Awaitable[Sequence[bool]]]) -> None:
        self._write = write
        self._waiting: list[tuple[Row, asyncio.Future[bool]]] = []
        self._task: asyncio.Task[None] | None = None

    async def keep(self, row: Row) -> bool:
        """Return once the row is committed; whether it was new. Raises StoreError."""
        loop = asyncio.get_running_loop()
        kept: asyncio.Future[bool] = loop.create_future()
        self._waiting.append((row, kept))
        if self._task is None or self._task.done():
            self._task = loop.create_task(self._flush())
        return await kept

    async def _flush(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            try:
                new = await self._write([row for row, _ in batch])
            except StoreError as error:
                for _, kept in batch:
                    if not kept.done():
                        kept.set_exception(error)
                continue
            for (_, kept), one in zip(batch, new, strict=True):
                if not kept.done():  # who waited for it may have gone
                    kept.set_result(one)
