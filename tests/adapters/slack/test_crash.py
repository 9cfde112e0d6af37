"""The process ends in the middle: whatever it posted without having kept the receipt is found again."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from kgcore.store.sqlite import SqliteStore
from kgcore.values.message import Command, Incoming, Message, Person, Place
from kgcore.values.reply import Figure, Notice, Reply
from tests.adapters.slack.office import Script, office
from tests.servers.slack import SlackServer
from tests.servers.slack_people import words
from tests.servers.slack_state import TEAM, Fault


def long(event: Incoming) -> Sequence[Reply]:
    """An answer of two messages with a picture."""
    assert isinstance(event, Message | Command)
    notices = tuple(Notice(f"Line {n} to {event.text}") for n in range(70))
    return [Reply("turn1", event.text, (Figure(b"png", "<svg/>", "alt", 1, 1), *notices))]


@pytest.mark.parametrize("command", [False, True])
@pytest.mark.parametrize("method", ["chat.postMessage", "files.info"])
async def test_what_was_posted_before_a_crash_is_not_posted_again(tmp_path: Path, method: str, command: bool) -> None:
    async with SlackServer() as slack:
        async with office("http", tmp_path, Script(long), slack=slack, long=True) as first:
            slack.world.faults = [Fault(method, after=True, delay=30, times=1)]
            if command:
                await first.people.command("C1", "/ask", "Does zinc help?")
            else:
                await first.people.mention("C1", "Does zinc help?")
            await first.until(lambda: slack.world.calls and any(c[0] == method for c in slack.world.calls))
            await asyncio.sleep(0.1)
        slack.world.faults = []
        async with office("http", tmp_path, Script(long), slack=slack, long=True) as second:
            await second.settled()
            posts = [p for p in second.posts("C1") if p.get("metadata", {}).get("event_type") == "evigraph_reply"]
            assert [p["metadata"]["event_payload"]["part"] for p in posts] == [0, 1]
            assert "Line 69" in words(posts[1]["blocks"])
            shown = {b["slack_file"]["id"] for p in posts for b in p["blocks"] if "slack_file" in b}
            assert len(shown) == 1  # one that was uploaded and not shown yet may lie there unshared
            roots = [p for p in second.posts("C1") if "thread_ts" not in p]
            assert len(roots) == (1 if command else 0)


async def test_a_message_of_an_odd_time_is_answered_like_any_other(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    for odd in ("soon", "nan", "1e999", ""):
        await store.keep(Message(f"slack:said:{TEAM}:C1:{odd}", Place("slack", TEAM, "C1", "1.2"), Person("U1"), "?"))
    async with office("http", tmp_path, store=store):
        while await store.pending():
            await asyncio.sleep(0.01)
    await store.close()


@pytest.mark.parametrize("gone", [True, False])
@pytest.mark.parametrize("threaded", [True, False])
async def test_what_was_deleted_while_it_was_away_is_not_answered(tmp_path: Path, threaded: bool, gone: bool) -> None:
    store = SqliteStore(tmp_path / "s.db")
    async with SlackServer() as slack:
        root, ts = "1700000000.000001", "1700000000.000002"
        place = Place("slack", TEAM, "C1", root if threaded else ts)
        await store.keep(Message(f"slack:said:{TEAM}:C1:{ts}", place, Person("U1"), "Does zinc help?"))
        if not gone:
            slack.world.channel("C1").messages.append({"ts": ts, "thread_ts": place.thread, "user": "U1", "text": "?"})
        async with office("http", tmp_path, slack=slack, store=store) as second:
            while await store.pending():
                await asyncio.sleep(0.01)
            assert bool(second.posts("C1")) is not gone
    await store.close()
