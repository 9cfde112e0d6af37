"""What the page shows admins of the whole bot, and everybody of their tokens for other programs."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta

from adapters.port import TokenInfo
from bot.config import Settings, variable_names
from bot.health import store_trouble
from bot.tokens import Tokens
from kgcore.ports import Store
from kgcore.turn.spending import USAGE, used_by_model
from kgcore.values.audit import Activity
from kgcore.values.budget import MICRO, Scope, account_of
from kgcore.values.reply import Block, Notice, Plain, Reply, Table, Text, Tone

DAYS = 30  # that are looked back
MOST = 50  # rows of a table
NOBODY_ASKED = f"Nobody has asked anything in the last {DAYS} days."
NOTHING_FAILED = "Nothing has failed."
NO_MODEL_USED = "No language model was used this month."


class Desk:
    """`status` tells what the bot runs on; `tokens` are there with an API only."""

    def __init__(self, settings: Settings, store: Store, status: Callable[[], str], tokens: Tokens | None) -> None:
        self._settings, self._store, self._status, self._tokens = settings, store, status, tokens
        self.scopes: Sequence[str] = tokens.scopes if tokens else ()

    async def tokens(self, owner: str) -> Sequence[TokenInfo]:
        """Return somebody's tokens. Raises StoreError."""
        return await self._tokens.all(owner) if self._tokens else ()

    async def make_token(self, owner: str, name: str, scopes: Sequence[str]) -> str:
        """Return a new token. Raises InputError and StoreError."""
        assert self._tokens is not None  # noqa: S101  without it there are no scopes, and nobody is asked
        return await self._tokens.make(name, scopes, owner)

    async def revoke_token(self, owner: str, name: str) -> None:
        """Forget somebody's token. Raises InputError and StoreError."""
        if self._tokens is not None:
            await self._tokens.revoke(name, owner)

    async def overview(self) -> Reply:
        """Return people and channels, cost, queue, failures, and what is configured. Raises StoreError."""
        since = (datetime.now(UTC) - timedelta(days=DAYS)).isoformat(timespec="seconds")
        asked = await self._store.activity(since)
        blocks = [
            *_usage(asked),
            *await self._cost(_accounts(asked)),
            *await self._queue(),
            *await self._failures(),
            self._configured(),
        ]
        return Reply("", "", (Text((Plain(f"Evigraph runs on {self._status()}."),)), *blocks))

    async def _cost(self, names: Mapping[str, str]) -> list[Block]:
        used = await used_by_model(self._store, datetime.now(UTC))
        if not used:
            return [Notice(NO_MODEL_USED)]
        rows = tuple((model, f"{u.tokens:,}", f"{u.micros / MICRO:,.2f}") for model, u in sorted(used.items()))
        blocks: list[Block] = [Table(("Model", "Tokens", "Dollars, by the price table"), rows, "Cost this month")]
        budgets = [
            key for key in await self._store.state_keys(USAGE, "") if key.endswith(":tokens") and ":model:" not in key
        ]
        told = [(_account(key, names), f"{await self._store.add_to_state(USAGE, key, 0):,}") for key in budgets[-MOST:]]
        return [*blocks, Table(("Budget", "Tokens"), tuple(told), "Of the budgets")] if told else blocks

    async def _queue(self) -> list[Block]:
        waiting = Counter(event.place.platform for event in await self._store.pending())
        trouble = await store_trouble(self._store)
        rows = tuple((platform, f"{number:,}") for platform, number in sorted(waiting.items())) or (("none", "0"),)
        table = Table(("Platform", "Not answered yet"), rows, "Queue")
        return [Notice(f"The store is in trouble: {trouble}", Tone.WARNING), table] if trouble else [table]

    async def _failures(self) -> list[Block]:
        found = await self._store.failures(MOST)
        if not found:
            return [Notice(NOTHING_FAILED)]
        rows = tuple((_minute(f.at), f.kind, f.incident) for f in found)
        return [Table(("When (UTC)", "What", "Incident, as in the log"), rows, "Failures, the last first")]

    def _configured(self) -> Block:
        """Which settings were given, by name: no value is shown."""
        known = variable_names()
        rows = tuple((name, known[name][1]) for name in self._settings.named if name in known)
        return Table(("Setting", "What it is"), rows or (("none", "Everything is as it ships."),), "What is configured")


def _usage(asked: Iterable[Activity]) -> list[Block]:
    people, channels = _Sums(), _Sums()
    for one in asked:
        people.add(_person(one.person), one)
        channels.add(_channel(one.place), one)
    if not people.rows():
        return [Notice(NOBODY_ASKED)]
    when = f"in {DAYS} days"
    return [
        Table(("Person", f"Asked {when}", "Last"), people.rows(), "People"),
        Table(("Channel", f"Asked {when}", "Last"), channels.rows(), "Channels"),
    ]


class _Sums:
    """Questions and the last time, by who or where."""

    def __init__(self) -> None:
        self._asked: Counter[str] = Counter()
        self._last: dict[str, str] = defaultdict(str)

    def add(self, name: str, one: Activity) -> None:
        """Count what was asked."""
        self._asked[name] += one.asked
        self._last[name] = max(self._last[name], one.last)

    def rows(self) -> tuple[tuple[str, ...], ...]:
        """Return the busiest, first."""
        return tuple(
            (name, f"{n:,}", self._last[name][:16].replace("T", " ")) for name, n in self._asked.most_common(MOST)
        )


def _minute(at: str) -> str:
    """Return a time (ISO 8601) to the minute."""
    return at[:16].replace("T", " ")


def _person(key: str) -> str:
    """Return a person's key in words: "slack T1 U2"."""
    return " ".join(part for part in key.split("\x1f")[1:] if part) or "somebody who was forgotten"


def _channel(key: str) -> str:
    """Return the channel of a thread's key in words."""
    return " ".join(part for part in key.split("\x1f")[:3] if part)


def _accounts(asked: Iterable[Activity]) -> Mapping[str, str]:
    """Return who the accounts of budgets belong to, of those who asked: their keys say it to nobody."""
    found: dict[str, str] = {}
    for one in asked:
        for scope, words in (
            (Scope.PERSON, _person(one.person)),
            (Scope.CHANNEL, _channel(one.place)),
            (Scope.WORKSPACE, " ".join(part for part in one.place.split("\x1f")[:2] if part)),
        ):
            found[account_of(scope, one.place, one.person)] = words
    return found


def _account(key: str, names: Mapping[str, str]) -> str:
    """Return a budget's key (its period, scope and account) in words."""
    *parts, account = key.removesuffix(":tokens").split(":")
    return " ".join((*parts, names.get(account, account)))
