"""Budgets of language models: what a turn may still use, and what it used."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol

from kgcore.errors import StoreError
from kgcore.ports import LanguageModel, State
from kgcore.values.budget import WARNED_AT, Limit, Price, Usage, account_of, price_of
from kgcore.values.tasks import Request, Task

USAGE = "usage"  # where the store's map counts, by period, scope and account
CHARACTERS = 4  # per token of English text, on average (OpenAI's help page "What are tokens and how to count them?")
SPENT = "The language model is not asked: {} for it is used up until {}. This answer comes from the graph alone."
NEAR = "{}% of {} for the language model is used; when it is used up, the graph alone answers until {}."


class SpendingMeter(Protocol):
    """Is told what was used; it neither waits nor raises."""

    def spent(self, model: str, read: int, written: int, micros: int | None) -> None:
        """Take note of a request to a model: its tokens, and its price in millionths of a dollar, where known."""
        ...


class NoSpendingMeter:
    """Takes note of nothing."""

    def spent(self, model: str, read: int, written: int, micros: int | None) -> None:
        """Forget it."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Whether a budget is used up, and what is to be said of it ("": nothing)."""

    spent: bool = False
    notice: str = ""


def _now() -> datetime:
    return datetime.now(UTC)


class Spending:
    """Counts what models read and write, and holds the limits. Counts hold for all processes on a store.

    `characters` is how long what a model is sent for a request is. What is being written when a budget ends is written
    to its end. Raises StoreError.
    """

    def __init__(
        self,
        store: State,
        limits: Sequence[Limit],
        prices: Mapping[str, Price],
        characters: Callable[[Request], int],
        meter: SpendingMeter | None = None,
        now: Callable[[], datetime] = _now,
    ) -> None:
        self._store, self._limits, self._prices = store, tuple(limits), prices
        self._characters, self._now = characters, now
        self._meter = meter or NoSpendingMeter()

    async def standing(self, place: str, person: str) -> Standing:
        """Return how the budgets stand of whoever asks where; of what is nearly used up they are told once."""
        now, near = self._now(), Standing()
        for limit in self._limits:
            used = Usage(*[await self._store.add_to_state(USAGE, key, 0) for key in self._keys(limit, place, person)])
            share = limit.share(used)
            if share >= 100:
                return Standing(spent=True, notice=SPENT.format(limit.whose, limit.ends(now)))
            if share >= WARNED_AT and not near.notice and await self._first(limit, place, person):
                near = Standing(notice=NEAR.format(share, limit.whose, limit.ends(now)))
        return near

    def metered(self, model: LanguageModel, place: str, person: str) -> LanguageModel:
        """Return the model, whose use is counted for whoever asks where."""
        return _SpendingModel(model, self, place, person)

    async def count(self, model: str, request: Request, written: int, place: str, person: str) -> None:
        """Count a request, to which so many characters were written."""
        read, wrote = (-(-characters // CHARACTERS) for characters in (self._characters(request), written))
        price = price_of(model, self._prices)
        micros = price.micros(read, wrote) if price else None
        self._meter.spent(model, read, wrote, micros)
        month = _month(model, self._now())
        for key, amount in zip(month, (read + wrote, micros or 0), strict=True):
            await self._store.add_to_state(USAGE, key, amount)
        for limit in self._limits:
            for key, amount in zip(self._keys(limit, place, person), (read + wrote, micros or 0), strict=True):
                await self._store.add_to_state(USAGE, key, amount)

    async def _first(self, limit: Limit, place: str, person: str) -> bool:
        key = f"{self._keys(limit, place, person)[0]}:told"
        return await self._store.add_to_state(USAGE, key, 1) == 1

    def _keys(self, limit: Limit, place: str, person: str) -> tuple[str, str]:
        """Return the keys of the tokens and of the money."""
        period = limit.begins(self._now())
        key = f"{period}:{limit.scope.value}:{account_of(limit.scope, place, person)}"
        return f"{key}:tokens", f"{key}:micros"


def _month(model: str, now: datetime) -> tuple[str, str]:
    """Return the keys of a model's tokens and of its money in this month."""
    key = f"{now:%Y-%m}:model:{model}"
    return f"{key}:tokens", f"{key}:micros"


async def used_by_model(store: State, now: datetime) -> Mapping[str, Usage]:
    """Return what each model used this month. Raises StoreError."""
    begins = f"{now:%Y-%m}:model:"
    keys = [key for key in await store.state_keys(USAGE, begins) if key.endswith(":tokens")]
    models = [key.removeprefix(begins).removesuffix(":tokens") for key in keys]
    return {model: Usage(*[await store.add_to_state(USAGE, key, 0) for key in _month(model, now)]) for model in models}


class _SpendingModel:
    def __init__(self, model: LanguageModel, spending: Spending, place: str, person: str) -> None:
        self._model, self._spending = model, spending
        self._place, self._person = place, person

    @property
    def name(self) -> str:
        return self._model.name

    @property
    def tasks(self) -> frozenset[Task]:
        return self._model.tasks

    async def stream(self, request: Request) -> AsyncIterator[str]:
        """Yield what the model writes. Raises ModelError."""
        chunks, written = self._model.stream(request), 0
        try:
            async for chunk in chunks:
                written += len(chunk)
                yield chunk
        finally:
            if isinstance(chunks, AsyncGenerator):
                await chunks.aclose()
            with suppress(StoreError):  # the answer is not to be lost for it: it fails by itself where nothing is kept
                if written:
                    await self._spending.count(self._model.name, request, written, self._place, self._person)
