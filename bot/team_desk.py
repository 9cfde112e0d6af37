"""What the page shows admins of the whole bot, and everybody of their tokens for other programs."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta

from adapters.port import TokenInfo
from bot.config import Settings, variable_names
from bot.directory import Directory, in_words
from bot.health import store_trouble
from bot.tokens import Tokens
from kgcore.ports import Store
from kgcore.turn.spending import USAGE, used_by_model
from kgcore.values.audit import Activity
from kgcore.values.budget import MICRO, Scope, account_of
from kgcore.values.reply import Block, Notice, Plain, Reply, Table, Text, Tone

Rows = tuple[tuple[str, ...], ...]
DAYS = 30  # that are looked back
MOST = 50  # rows of a table
NOBODY_ASKED = f"Nobody has asked anything in the last {DAYS} days."
NOTHING_FAILED = "Nothing has failed."
NO_MODEL_USED = "No language model was used this month."


class Desk:
    """`status` tells what the bot runs on, `names` what people and channels are called; `tokens` are there with an API
    only.
    """

    def __init__(
        self, settings: Settings, store: Store, status: Callable[[], str], names: Directory, tokens: Tokens | None
    ) -> None:
        self._settings, self._store, self._status, self._names, self._tokens = settings, store, status, names, tokens
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
        people, channels = _Sums(), _Sums()
        for one in asked:
            people.add(one.person, one)
            channels.add(_channel(one.place), one)
        who, where = await self._names.people(people.busiest()), await self._names.channels(channels.busiest())
        blocks = [
            *_usage(people.rows(who), channels.rows(where)),
            *await self._cost(_accounts(asked, who, where)),
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


def _usage(people: Rows, channels: Rows) -> list[Block]:
    if not people:
        return [Notice(NOBODY_ASKED)]
    when = f"in {DAYS} days"
    return [
        Table(("Person", f"Asked {when}", "Last"), people, "People"),
        Table(("Channel", f"Asked {when}", "Last"), channels, "Channels"),
    ]


class _Sums:
    """Questions and the last time, by the key of who or where."""

    def __init__(self) -> None:
        self._asked: Counter[str] = Counter()
        self._last: dict[str, str] = defaultdict(str)

    def add(self, key: str, one: Activity) -> None:
        """Count what was asked."""
        self._asked[key] += one.asked
        self._last[key] = max(self._last[key], one.last)

    def busiest(self) -> tuple[str, ...]:
        """Return who or where most was asked, first."""
        return tuple(key for key, _ in self._asked.most_common(MOST))

    def rows(self, called: Mapping[str, str]) -> Rows:
        """Return the same in words, with their numbers."""
        return tuple((called[key], f"{self._asked[key]:,}", _minute(self._last[key])) for key in self.busiest())


def _minute(at: str) -> str:
    """Return a time (ISO 8601) to the minute."""
    return at[:16].replace("T", " ")


def _channel(key: str) -> str:
    """Return the key of a thread's channel."""
    return "\x1f".join(key.split("\x1f")[:3])


def _accounts(asked: Iterable[Activity], who: Mapping[str, str], where: Mapping[str, str]) -> Mapping[str, str]:
    """Return who the accounts of budgets belong to, of those who asked: their keys say it to nobody."""
    found: dict[str, str] = {}
    for one in asked:
        person, channel = one.person, _channel(one.place)
        for scope, words in (
            (Scope.PERSON, who.get(person) or in_words(person.split("\x1f")[1:])),
            (Scope.CHANNEL, where.get(channel) or in_words(channel.split("\x1f"))),
            (Scope.WORKSPACE, in_words(channel.split("\x1f")[:2])),
        ):
            found[account_of(scope, one.place, person)] = words
    return found


def _account(key: str, names: Mapping[str, str]) -> str:
    """Return a budget's key (its period, scope and account) in words."""
    *parts, account = key.removesuffix(":tokens").split(":")
    return " ".join((*parts, names.get(account, account)))
