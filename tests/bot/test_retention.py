"""Conversations are kept as long as the operator says, by platform and channel."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.retention import delete_what_is_due
from kgcore.store.sqlite import SqliteStore
from kgcore.values.audit import Deed
from kgcore.values.message import Place
from kgcore.values.retention import Retention, parse_retention
from kgcore.values.thread import Turn

NOW = datetime.now(UTC)
RULES = parse_retention("*=365, slack=90, slack:C7=7")


def key(platform: str, channel: str, thread: str = "t") -> str:
    return Place(platform, "w", channel, thread).key


def test_the_narrowest_rule_counts() -> None:
    places = (("discord", "C7"), ("slack", "C1"), ("slack", "C7"))
    assert [RULES.days_of(key(*place)) for place in places] == [365, 90, 7]
    assert parse_retention("slack=90").days_of(key("web", "c")) is None
    assert parse_retention("").before(NOW) is None


def test_a_thread_is_due_once_it_was_not_used_for_its_days() -> None:
    assert not RULES.due(key("slack", "C7"), NOW - timedelta(days=6), NOW)
    assert RULES.due(key("slack", "C7"), NOW - timedelta(days=8), NOW)
    assert not RULES.due(key("slack", "C1"), NOW - timedelta(days=8), NOW)


@pytest.mark.parametrize("text", ["slack", "slack=0", "slack=x", "slack=1,slack=2", "=3", "*=", "slack=-1"])
def test_what_is_no_rule_is_refused_in_words(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not|at least|twice"):
        parse_retention(text)


async def test_what_is_due_goes_and_is_noted_and_all_else_stays(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    keys = [key("slack", "C7", f"t{n}") for n in range(3)] + [key("slack", "C1")]
    for number, thread in enumerate(keys):
        await store.save(Turn(f"t{number}", thread, "Does zinc help?"))
    assert await delete_what_is_due(store, RULES, NOW + timedelta(days=6)) == 0
    assert await delete_what_is_due(store, Retention(), NOW + timedelta(days=9000)) == 0
    assert await delete_what_is_due(store, RULES, NOW + timedelta(days=8)) == 3
    assert [t.key for t in await store.threads("")] == [keys[3]]
    records = [(r.entry.deed, r.entry.place) for r in await store.records()]
    assert records == [(Deed.FORGOT, thread) for thread in keys[:3]]
    await store.close()


class UsedMeanwhile(SqliteStore):
    """Somebody asks in the next thread while one is deleted."""

    async def forget_thread(self, thread: str) -> None:
        await super().forget_thread(thread)
        await self.save(Turn("again", key("slack", "C7", "t1"), "And honey?"))


async def test_a_thread_that_is_used_again_while_others_are_deleted_stays(tmp_path: Path) -> None:
    store = UsedMeanwhile(tmp_path / "s.db")
    for number in range(2):
        await store.save(Turn(f"t{number}", key("slack", "C7", f"t{number}"), "Does zinc help?"))
    with sqlite3.connect(tmp_path / "s.db") as db:
        db.execute("UPDATE threads SET updated = '2020-01-31T00:00:00Z'")
    db.close()
    assert await delete_what_is_due(store, RULES, NOW) == 1
    assert [t.turns for t in await store.threads("")] == [2]
    await store.close()
