"""How long to wait before asking a busy server again. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime


@dataclass(frozen=True, slots=True)
class Patience:
    """Limits of one request, in seconds; `retries` are the tries after the first.

    `longest_wait` caps what a server may ask for in Retry-After: beyond it, asking again is given up at once.
    """

    connect: float = 10.0
    first: float = 60.0
    between: float = 30.0
    retries: int = 3
    backoff: float = 0.5
    longest_wait: float = 20.0

    def wait(self, attempt: int, headers: Mapping[str, str], now: datetime) -> float | None:
        """Return the seconds to wait before try number `attempt` + 1 (from 0), or None to give up."""
        if attempt >= self.retries:
            return None
        asked = retry_after(headers, now)
        if asked is None:
            return min(self.backoff * 2.0**attempt, self.longest_wait)
        return asked if asked <= self.longest_wait else None


def retry_after(headers: Mapping[str, str], now: datetime) -> float | None:
    """Read Retry-After (RFC 9110, 10.2.3: seconds or a date), or OpenAI's retry-after-ms; None for none or nonsense."""
    try:
        if "retry-after-ms" in headers:
            seconds = float(headers["retry-after-ms"]) / 1000
        elif "retry-after" in headers:
            seconds = _seconds(headers["retry-after"], now)
        else:
            return None
    except (ValueError, OverflowError):
        return None
    return seconds if 0.0 <= seconds < float("inf") else None


def _seconds(value: str, now: datetime) -> float:
    if value.strip().replace(".", "", 1).isdigit():
        return float(value)
    until = parsedate_to_datetime(value)
    return max(0.0, ((until if until.tzinfo else until.replace(tzinfo=UTC)) - now).total_seconds())
