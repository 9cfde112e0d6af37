"""A start waits for a database that is away and says so; `evigraph store move` says what it has copied."""

from __future__ import annotations

import asyncio
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from bot.config import Settings, load_settings
from bot.examine import PARTS
from bot.storing import move_command, open_when_there
from kgcore.errors import ConfigError, StoreError
from kgcore.store.sqlite import SqliteStore
from kgcore.values.message import Message, Person, Place
from tests.loops import skip_pauses
from tests.servers.postgres import PostgresServer

pytestmark = pytest.mark.postgres


def settings(folder: Path, url: str) -> Settings:
    return load_settings({"EVIGRAPH_DATA": str(folder), "EVIGRAPH_STORE": url}, folder / "none")


async def test_a_start_waits_for_a_database_that_is_away_and_says_so_once(
    tmp_path: Path, postgres_server: PostgresServer
) -> None:
    skip_pauses()
    url, said = postgres_server.database(), StringIO()
    postgres_server.stop()
    opening = asyncio.create_task(open_when_there(settings(tmp_path, url), Console(file=said, width=400)))
    while not said.getvalue():
        await asyncio.sleep(0.01)
    await asyncio.to_thread(postgres_server.start)
    store = await opening
    await store.check()
    await store.close()
    assert said.getvalue().count("cannot be reached") == 1
    assert "It is waited for" in said.getvalue()


async def test_a_start_does_not_wait_for_what_waiting_does_not_heal(
    tmp_path: Path, postgres_server: PostgresServer
) -> None:
    nowhere = postgres_server.url.replace("/postgres", "/nowhere")
    with pytest.raises(StoreError, match="refuses us"):
        await open_when_there(settings(tmp_path, nowhere), Console(quiet=True))
    with pytest.raises(ConfigError, match="no store for mysql"):
        await open_when_there(settings(tmp_path, "mysql://here/there"), Console(quiet=True))


async def test_a_check_says_that_the_store_is_in_postgresql_and_works(
    tmp_path: Path, postgres_server: PostgresServer
) -> None:
    assert "PostgreSQL: writable" in await PARTS["storage"](settings(tmp_path, postgres_server.database()))


async def test_what_was_moved_is_told_by_table(
    tmp_path: Path, postgres_server: PostgresServer, capsys: pytest.CaptureFixture[str]
) -> None:
    url, file = postgres_server.database(), tmp_path / "evigraph.db"
    store = SqliteStore(file)
    await store.keep(Message("e1", Place("web", "", "c", "t"), Person("u1"), "q"))
    await store.close()
    assert move_command(settings(tmp_path, ""), str(file), url) == 0
    told = capsys.readouterr().out
    assert "inbox" in told
    assert "Everything is there, and the same." in told
