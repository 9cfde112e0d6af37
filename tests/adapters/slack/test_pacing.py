"""How fast Slack is called by several processes that work on one PostgreSQL: no faster than by one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from itertools import pairwise
from pathlib import Path

import psycopg
import pytest
import pytest_asyncio

from adapters.slack import limits
from adapters.slack.app import SlackAdapter
from adapters.slack.credentials import Credentials
from adapters.slack.pacing import CallPacing, PacedKind
from bot.state import StoreState
from kgcore.store.postgres.store import PostgresStore
from kgcore.store.sqlite import SqliteStore
from tests.servers.postgres import PostgresServer

EDITS = limits.UPDATES_A_MINUTE / 60  # a second
pytestmark = pytest.mark.postgres


@pytest.fixture
def url(postgres_server: PostgresServer) -> str:
    return postgres_server.database()


@pytest_asyncio.fixture
async def both(url: str) -> AsyncIterator[tuple[CallPacing, CallPacing]]:
    """How two processes are paced, as their adapters were given it."""
    stores = PostgresStore(url), PostgresStore(url)
    first, second = (
        SlackAdapter(Credentials("xoxb-1", signing_secret="s"), StoreState(store, "slack")) for store in stores
    )
    yield first._services.pacing, second._services.pacing
    for store in stores:
        await store.close()


@pytest.mark.parametrize(
    ("kind", "a_second", "burst"),
    [
        (PacedKind.UPDATE, EDITS, limits.UPDATES_BURST),
        (PacedKind.STREAM, limits.STREAMS_A_MINUTE / 60, limits.STREAMS_BURST),
        (PacedKind.APPEND, limits.APPENDS_A_MINUTE / 60, limits.APPENDS_BURST),
        ("conversations.replies", limits.TIER_3 / 60, limits.TIER_BURST),
    ],
)
async def test_two_processes_have_the_turns_of_one(
    both: tuple[CallPacing, CallPacing], kind: PacedKind | str, a_second: float, burst: int
) -> None:
    waits = await asyncio.gather(*(both[n % 2].reserve(kind, "T1") for n in range(2 * burst)))
    late = sorted(waits)[burst:]
    assert sum(wait == 0 for wait in waits) in (burst, burst + 1)  # while they were taken one may have come back
    assert late == pytest.approx([(n + 1) / a_second for n in range(burst)], abs=1.5 + 1 / a_second)
    assert all(b - a == pytest.approx(1 / a_second, abs=0.3) for a, b in pairwise(late))
    assert await both[0].reserve(kind, "T2") == 0  # another workspace


async def test_what_one_has_taken_the_other_does_not_take_for_free(both: tuple[CallPacing, CallPacing]) -> None:
    first, second = both
    for _ in range(limits.UPDATES_BURST + 5):
        await first.reserve(PacedKind.UPDATE, "T1")
    assert await second.reserve(PacedKind.UPDATE, "T1") > 5 / EDITS
    assert not second.free(PacedKind.UPDATE, "T1")
    assert second.free(PacedKind.UPDATE, "T2")


async def test_a_pause_that_slack_asks_one_for_holds_for_all(both: tuple[CallPacing, CallPacing]) -> None:
    first, second = both
    await first.obey(PacedKind.UPDATE, "T1", 30.0)
    assert not first.free(PacedKind.UPDATE, "T1")
    for pacing in both:
        assert await pacing.reserve(PacedKind.UPDATE, "T1") == pytest.approx(31.5, abs=2.0)
    assert await second.reserve(PacedKind.APPEND, "T1") == 0


async def test_alone_and_without_the_database_everybody_goes_by_what_they_know(
    both: tuple[CallPacing, CallPacing], url: str, tmp_path: Path
) -> None:
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute(b"ALTER TABLE state RENAME TO gone")
    store = SqliteStore(tmp_path / "s.db")
    for pacing in (both[0], CallPacing(StoreState(store, "slack")), CallPacing()):
        waits = [await pacing.reserve(PacedKind.UPDATE, "T1") for _ in range(limits.UPDATES_BURST + 1)]
        assert waits[:-1] == [0.0] * limits.UPDATES_BURST
        assert waits[-1] == pytest.approx(1 / EDITS, abs=0.5)
        await pacing.obey(PacedKind.UPDATE, "T1", 30.0)
        assert await pacing.reserve(PacedKind.UPDATE, "T1") == pytest.approx(31, abs=2.0)
    assert not await store.state_keys("moments", "")
    await store.close()


async def test_a_clock_that_was_set_back_stops_nobody_for_longer_than_an_hour(
    both: tuple[CallPacing, CallPacing], url: str
) -> None:
    await both[0].reserve(PacedKind.UPDATE, "T1")
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute(b"UPDATE state SET value = (value::float8 + 86400)::text WHERE namespace = 'moments'")
    assert await both[1].reserve(PacedKind.UPDATE, "T1") <= 3600.0
