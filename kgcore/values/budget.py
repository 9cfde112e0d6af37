"""What language models may cost, by person, channel and workspace; prices are a table. Pure."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum

WARNED_AT = 80  # per cent of a budget, from which on people are told
CURRENCY = "USD"
MICRO = 1_000_000
_LIMIT = re.compile(
    r"(?P<scope>person|channel|workspace)\s*=\s*(?P<amount>\d{1,12}(?:\.\d{1,6})?)\s*(?P<unit>USD|tokens)?\s*/\s*"
    r"(?P<period>day|month)"
)
_PRICE = re.compile(r"\d{1,6}(?:\.\d{1,6})?")


class Scope(StrEnum):
    """For whom a budget is."""

    PERSON = "person"
    CHANNEL = "channel"
    WORKSPACE = "workspace"


class Period(StrEnum):
    """After which a budget begins anew (UTC)."""

    DAY = "day"
    MONTH = "month"


@dataclass(frozen=True, slots=True)
class Usage:
    """What language models were used: tokens in and out together, and millionths of a dollar."""

    tokens: int = 0
    micros: int = 0


@dataclass(frozen=True, slots=True)
class Limit:
    """The most that may be used: of money (`micros`) or, where that is None, of `tokens`."""

    scope: Scope
    period: Period
    tokens: int = 0
    micros: int | None = None

    def share(self, used: Usage) -> int:
        """Return how much of it is used, in per cent."""
        most, spent = (self.tokens, used.tokens) if self.micros is None else (self.micros, used.micros)
        return spent * 100 // most if most else 100

    def begins(self, now: datetime) -> str:
        """Return the name of the period that a time lies in: "2026-01-31" or "2026-01"."""
        day = now.astimezone(UTC).date().isoformat()
        return day if self.period is Period.DAY else day[:7]

    def ends(self, now: datetime) -> str:
        """Return in words when the period ends that a time lies in."""
        if self.period is Period.DAY:
            return "tomorrow (UTC)"
        first = (now.astimezone(UTC).replace(day=28) + timedelta(days=4)).replace(day=1)
        return f"{first.day} {first:%B}"

    @property
    def whose(self) -> str:
        """Whose it is, in words."""
        owner = "your" if self.scope is Scope.PERSON else f"this {self.scope.value}'s"
        return f"{owner} {'daily' if self.period is Period.DAY else 'monthly'} budget"


@dataclass(frozen=True, slots=True)
class Price:
    """Millionths of a dollar for a million tokens: of those that a model reads, and of those that it writes."""

    read: int
    written: int

    def micros(self, read: int, written: int) -> int:
        """Return what so many tokens cost, in millionths of a dollar, rounded up."""
        return -(-(self.read * read + self.written * written) // MICRO)


def parse_budget(text: str) -> tuple[Limit, ...]:
    """Read "person=50000/day, workspace=20USD/month". Raises ValueError, which says what is wrong."""
    return tuple(_limit(part) for part in filter(None, (p.strip() for p in text.split(","))))


def _limit(part: str) -> Limit:
    found = _LIMIT.fullmatch(part)
    if found is None:
        raise ValueError(f"{part[:60]!r} is not SCOPE=TOKENS/PERIOD or SCOPE=AMOUNT USD/PERIOD")
    scope, period, amount = Scope(found["scope"]), Period(found["period"]), found["amount"]
    if found["unit"] == CURRENCY:
        return Limit(scope, period, micros=round(float(amount) * MICRO))
    if "." in amount:
        raise ValueError(f"{part[:60]!r}: tokens are whole numbers; write USD behind an amount of money")
    return Limit(scope, period, int(amount))


def parse_prices(text: str) -> Mapping[str, Price]:
    """Read a price table: lines of MODEL, tab, dollars per million tokens read, tab, the same of tokens written.

    Raises ValueError, which names the line.
    """
    return dict(_prices(text))


def _prices(text: str) -> Iterator[tuple[str, Price]]:
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        cells = [cell.strip() for cell in line.split("\t")]
        if len(cells) != 3 or not cells[0] or not all(_PRICE.fullmatch(cell) for cell in cells[1:]):
            raise ValueError(f"line {number}: not MODEL, dollars per million tokens read, and written, parted by tabs")
        yield cells[0], Price(*(round(float(cell) * MICRO) for cell in cells[1:]))


def price_of(model: str, prices: Mapping[str, Price]) -> Price | None:
    """Return a model's price: its own, or of the longest name that it goes on from ("gpt-4o-2024-08-06")."""
    name = model.removeprefix("openai:")
    known = [one for one in prices if name == one or name.startswith(f"{one}-")]
    return prices[max(known, key=len)] if known else None


def account_of(scope: Scope, place: str, person: str) -> str:
    """Return under which name a scope's use is counted: a digest, so that no id is kept for it."""
    platform, workspace, channel, *_ = (*place.split("\x1f"), "", "")
    parts = {
        Scope.PERSON: (person,),
        Scope.CHANNEL: (platform, workspace, channel),
        Scope.WORKSPACE: (platform, workspace),
    }[scope]
    return hashlib.sha256("\x1f".join((scope.value, *parts)).encode("utf-8", "surrogatepass")).hexdigest()[:24]
