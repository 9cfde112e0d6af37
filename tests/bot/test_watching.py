"""Channels are told on a schedule what is new, or when a command asks for it, each once a run."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import pytest_asyncio
from click.testing import CliRunner, Result

from adapters.port import NOWHERE, Origin
from bot.cli import main
from bot.watching import Watching, ask_for_a_look
from kgcore.curation.watching import Watch, WatchList, watch_list_text
from kgcore.store.sqlite import SqliteStore
from kgcore.turn.watching import WATCHES
from kgcore.values.message import Command, Incoming

BEGAN = datetime(2026, 11, 16, 9, tzinfo=UTC)


class Sink:
    """An inbox that takes each id once."""

    def __init__(self) -> None:
        self.events: dict[str, Incoming] = {}

    async def put(self, event: Incoming, origin: Origin = NOWHERE) -> bool:
        new = event.id not in self.events
        self.events.setdefault(event.id, event)
        return new


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    store = SqliteStore(tmp_path / "s.db")
    for channel in ("a", "b"):
        watched = WatchList(("chat", "team", channel, "t"), (Watch.search("zinc colds"),))
        await store.set_state(WATCHES, f"chat\x1fteam\x1f{channel}", watch_list_text(watched))
    gone = WatchList(("elsewhere", "team", "c", "t"), (Watch.search("zinc colds"),))
    await store.set_state(WATCHES, "elsewhere\x1fteam\x1fc", watch_list_text(gone))
    yield store
    await store.close()


async def test_each_channel_is_looked_at_once_an_interval_and_not_before(store: SqliteStore) -> None:
    now, sink = [BEGAN], Sink()
    watching = Watching(store, sink, {"chat"}, "daily", lambda: now[0])
    assert await watching.look() == 0
    now[0] = BEGAN + timedelta(hours=23)
    assert await watching.look() == 0
    now[0] = BEGAN + timedelta(hours=24)
    assert await watching.look() == 2
    assert await watching.look() == 0
    assert {e.place.channel for e in sink.events.values()} == {"a", "b"}
    assert all(isinstance(e, Command) and (e.name, e.text) == ("watch", "due") for e in sink.events.values())


async def test_the_schedule_goes_on_after_a_restart(store: SqliteStore) -> None:
    await Watching(store, Sink(), {"chat"}, "hourly", lambda: BEGAN).look()
    later = Watching(store, Sink(), {"chat"}, "hourly", lambda: BEGAN + timedelta(hours=1))
    assert await later.look() == 2


async def test_off_means_never_but_when_a_command_asks(store: SqliteStore) -> None:
    watching = Watching(store, Sink(), {"chat"}, "off", lambda: BEGAN + timedelta(days=900))
    assert await watching.look() == 0
    await ask_for_a_look(store)
    assert await watching.look() == 2
    assert await watching.look() == 0


@pytest.fixture
def evigraph(tmp_path: Path) -> object:
    def run(*arguments: str) -> Result:
        settings = {"EVIGRAPH_DATA": str(tmp_path / "data"), "EVIGRAPH_EMBEDDER": "none"}
        return CliRunner().invoke(main, ("curate", "watch", *arguments), env=settings)

    return run


def test_the_command_keeps_a_list_of_its_own(evigraph: object) -> None:
    assert callable(evigraph)
    assert "zinc colds" in evigraph("zinc colds").stdout
    assert "1. Search: zinc colds" in evigraph().stdout
    assert "no library" in evigraph("--now").stdout
    assert "Nothing is watched" in evigraph("--stop", "1").stdout
    assert evigraph("zinc", "--now").exit_code
