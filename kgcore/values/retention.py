"""How long conversations are kept, by platform and channel. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

EVERYWHERE = "*"
_RULE = re.compile(r"(?P<where>\*|[a-z]+(?::[^=,]+)?)\s*=\s*(?P<days>\d{1,5})")


@dataclass(frozen=True, slots=True)
class Retention:
    """Days by place: "*", a platform ("web") or a channel of it ("web:C0123"); none: nothing is ever deleted."""

    days: tuple[tuple[str, int], ...] = ()

    def days_of(self, thread: str) -> int | None:
        """Return how many days a thread (its key) is kept after it was last used; None for ever."""
        platform, _, rest = thread.partition("\x1f")
        channel = rest.split("\x1f")[1] if "\x1f" in rest else ""
        rules = dict(self.days)
        for where in (f"{platform}:{channel}", platform, EVERYWHERE):
            if where in rules:
                return rules[where]
        return None

    def before(self, now: datetime) -> datetime | None:
        """Return the time since which nothing can be due; None where nothing ever is."""
        return now - timedelta(days=min(days for _, days in self.days)) if self.days else None

    def due(self, thread: str, used: datetime, now: datetime) -> bool:
        """Whether a thread that was last used then is to be deleted now."""
        days = self.days_of(thread)
        return days is not None and used < now - timedelta(days=days)


def parse_retention(text: str) -> Retention:
    """Read "*=365, web=90, web:C0123=7". Raises ValueError, which says what is wrong."""
    rules: dict[str, int] = {}
    for part in filter(None, (p.strip() for p in text.split(","))):
        found = _RULE.fullmatch(part)
        if found is None:
            raise ValueError(f"{part[:60]!r} is not PLATFORM=DAYS, PLATFORM:CHANNEL=DAYS or *=DAYS")
        if int(found["days"]) < 1:
            raise ValueError(f"{part[:60]!r}: at least one day")
        if found["where"] in rules:
            raise ValueError(f"{found['where']} stands there twice")
        rules[found["where"]] = int(found["days"])
    return Retention(tuple(rules.items()))
