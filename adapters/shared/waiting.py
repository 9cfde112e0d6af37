"""Who waits for what: how long a platform asks to be left alone, and a long answer for which nobody else waits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TypeVar

from kgcore.values.reply import Reply

LONG_ANSWER = 4_000  # characters of an answer that is written out beside what else goes on
_Made = TypeVar("_Made")


async def written_out(reply: Reply, make: Callable[[], _Made]) -> _Made:
    """Return what pure work makes of a reply, of a long one in a thread."""
    return await asyncio.to_thread(make) if len(reply.plain) > LONG_ANSWER else make()


def seconds_asked(header: str) -> float | None:
    """Return the seconds that a Retry-After asks for, as a number or a date (RFC 9110, 10.2.3), or None."""
    asked = header.strip()
    if asked.isascii() and asked.replace(".", "", 1).isdigit():
        return float(asked)
    try:
        return max(0.0, (parsedate_to_datetime(asked) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError):
        return None
