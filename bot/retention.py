"""Conversations that nobody has used for as long as the operator keeps them are deleted."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import structlog

from bot.directory import delete_unused_names
from kgcore.errors import StoreError
from kgcore.ports import Store
from kgcore.turn.spending import USAGE
from kgcore.values.audit import AuditEntry, Deed
from kgcore.values.retention import Retention

log = structlog.get_logger()
PAUSE = 3600.0  # seconds between two looks
COUNTS = timedelta(days=62)  # how long is counted what budgets were used
UNUSED = timedelta(days=31)  # after which a person who has asked nothing has no name any more
BREATH = 0.05  # seconds between two deletions, so that nobody who asks waits behind them


def _now() -> datetime:
    return datetime.now(UTC)


async def delete_what_is_due(store: Store, retention: Retention, now: datetime) -> int:
    """Delete the threads that are due, each noted in the audit trail; return how many. Raises StoreError."""
    before = retention.before(now)
    deleted, after = 0, ""
    while before is not None and (found := await store.unused_since(before.isoformat(), after, 1)):
        (thread,) = found  # one at a time: what is used again meanwhile stays
        after = thread.key
        if retention.due(thread.key, datetime.fromisoformat(thread.updated), now):
            await store.forget_thread(thread.key)
            what = f"thread {thread.key}: not used for {retention.days_of(thread.key)} days"
            await store.record(AuditEntry(Deed.FORGOT, thread.key, "", what))
            deleted += 1
            await asyncio.sleep(BREATH)
    return deleted


async def delete_old_counts(store: Store, now: datetime) -> None:
    """Delete what was counted for budgets of periods that have long ended. Raises StoreError."""
    oldest = (now - COUNTS).date().isoformat()
    for key in await store.state_keys(USAGE, ""):
        if key.partition(":")[0] < oldest[: len(key.partition(":")[0])]:
            await store.set_state(USAGE, key, None)


async def keep_deleting(store: Store, retention: Retention, now: Callable[[], datetime] = _now) -> None:
    """Look once an hour, until cancelled. A store that fails is tried again."""
    while True:
        try:
            await delete_old_counts(store, now())
            await delete_unused_names(store, (now() - UNUSED).isoformat())
            deleted = await delete_what_is_due(store, retention, now())
            if deleted:
                log.info("conversations were deleted, as EVIGRAPH_RETENTION says", deleted=deleted)
        except StoreError as error:
            log.error("what is due could not be deleted; it is tried again", reason=str(error))
        await asyncio.sleep(PAUSE)
