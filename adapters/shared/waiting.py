"""How long a platform asks to be left alone. Pure."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime


def seconds_asked(header: str) -> float | None:
    """Return the seconds that a Retry-After asks for, as a number or a date (RFC 9110, 10.2.3), or None."""
    asked = header.strip()
    if asked.isascii() and asked.replace(".", "", 1).isdigit():
        return float(asked)
    try:
        return max(0.0, (parsedate_to_datetime(asked) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError):
        return None
