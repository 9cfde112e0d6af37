"""A store that is copied into another of the other kind says the same, however often the copy was interrupted."""

from __future__ import annotations

import asyncio
from pathlib import Path

import psycopg
import pytest

from kgcore.errors import ConfigError, StoreBusy, StoreError
from kgcore.ports import Store
from kgcore.store.opening import move_store_at, open_store
from kgcore.values.actions import ActionRecord, Bookmarked, Rated
from kgcore.values.audit import AuditEntry, Deed, faults_in
from kgcore.values.message import Lookup, Message, Person, Place
from kgcore.values.moving import Moved
from kgcore.values.reply import Figure
from kgcore.values.thread import Turn
from tests.servers.postgres import PostgresServer

pytestmark = pytest.mark.postgres
PLACE = Place("web", "", "local", "t1")
WHO = "person\x1fweb\x1flocal\x1fu1"
MANY = 700  # more than a batch


def moved(source: str, target: str) -> list[Moved]:
    return move_store_at(source, target, lambda table, rows: None)


async def filled(url: str) -> None:
    store = open_store(url)
    for number in range(3):
        event = Message(f"e{number}", PLACE, Person("u1", "Ann"), f"Is zinc {number} 🧠 good?")
        await store.keep(event, AuditEntry(Deed.ASKED, PLACE.key, WHO, "asked", "words"))
        await store.attempt(event.id)
        await store.save(Turn(f"t{number}", PLACE.key, f"q {number}", person=WHO), event.id)
        await store.save_figure(f"t{number}/a", Figure(b"\x89PNG\x00", "<svg/>", "alt", 3, 2))
        await store.save_receipt(f"t{number}", "receipt")
    await store.finish("e0")
    await store.begin_work("e1")
    await store.count_crashes()
    await store.keep_action(ActionRecord("c1", PLACE.key, WHO, Rated("t1", 0, True)))
    await store.keep_action(ActionRecord("c2", PLACE.key, WHO, Bookmarked("t1", claim=0)))
    await store.keep_note(Lookup("n1", PLACE.key, WHO, "zinc"))
    await store.choose_model(PLACE.key, "small")
    for number in range(MANY):
        await store.set_state("many", f"é{number}", "x" * (number % 7))
    await store.close()


async def said(store: Store) -> list[object]:
    """Return what a store says, after which it is closed."""
    records = await store.records()
    assert not list(faults_in(records))
    told: list[object] = [
        *(*await store.pending(), *await store.turns(PLACE.key), *await store.asked_by(WHO), *await store.threads("")),
        *(await store.figure("t2/a"), await store.receipt("t1"), await store.note("n1"), await store.ratings()),
        *(await store.chosen_model(PLACE.key), *await store.state_keys("many", ""), *records),
        *(await store.actions_of(WHO), await store.count_crashes()),
    ]
    assert not await store.keep(Message("e0", PLACE, Person("u1"), "again"))  # what was finished stays seen
    await store.close()
    return told


async def test_a_store_says_the_same_in_postgresql_and_back_in_a_file(
    tmp_path: Path, postgres_server: PostgresServer
) -> None:
    here, there, back = str(tmp_path / "a.db"), postgres_server.database(), str(tmp_path / "b.db")
    await filled(here)
    tables = {m.table: m.rows for m in moved(here, there)}
    assert (tables["inbox"], tables["turns"], tables["audit"], tables["state"]) == (3, 3, 3, MANY)
    assert [m.digest for m in moved(there, back)] == [m.digest for m in moved(here, str(tmp_path / "c.db"))]
    first = await said(open_store(here))
    assert await said(open_store(there)) == first
    assert await said(open_store(back)) == first


async def test_what_is_written_after_a_copy_comes_behind_it(tmp_path: Path, postgres_server: PostgresServer) -> None:
    here, there = str(tmp_path / "a.db"), postgres_server.database()
    await filled(here)
    moved(here, there)
    store = open_store(there)
    assert await store.keep(Message("new", PLACE, Person("u1"), "?"), AuditEntry(Deed.ASKED, PLACE.key, WHO, "new"))
    await store.save(Turn("new", PLACE.key, "q"))
    assert [e.id for e in await store.pending()] == ["e1", "e2", "new"]
    assert [t.id for t in await store.turns(PLACE.key)] == ["t0", "t1", "t2", "new"]
    assert not list(faults_in(await store.records()))
    await store.close()


async def test_a_copy_that_was_interrupted_goes_on_where_it_was(
    tmp_path: Path, postgres_server: PostgresServer
) -> None:
    here, there = str(tmp_path / "a.db"), postgres_server.database()
    await filled(here)

    def unplug(table: str, rows: int) -> None:
        if table == "state":
            raise ConnectionError

    with pytest.raises(ConnectionError):
        move_store_at(here, there, unplug)
    with pytest.raises(StoreError, match="half a copy"):
        moved(str(_another(tmp_path)), there)
    found = {m.table: m for m in moved(here, there)}
    assert found["state"].written == MANY - 500  # a batch was there
    assert found["turns"].written == 0
    with pytest.raises(StoreError, match="not empty"):
        moved(here, there)


def _another(folder: Path) -> Path:
    moved(str(folder / "a.db"), str(folder / "another.db"))
    return folder / "another.db"


async def test_a_copy_that_is_not_the_same_is_said_to_differ(tmp_path: Path, postgres_server: PostgresServer) -> None:
    here, there = str(tmp_path / "a.db"), postgres_server.database()
    await filled(here)

    def meddle(table: str, rows: int) -> None:
        if table == "work":
            with psycopg.connect(there, autocommit=True) as session:
                session.execute(b"UPDATE receipts SET receipt = 'another' WHERE turn = 't1'")

    with pytest.raises(StoreError, match="differs in receipts"):
        move_store_at(here, there, meddle)


async def test_a_store_in_use_is_not_copied(tmp_path: Path, postgres_server: PostgresServer) -> None:
    here, there = str(tmp_path / "a.db"), postgres_server.database()
    await filled(here)
    used = open_store(there)
    await used.pending()  # by now it has a connection: a pool opens its first one beside whoever made it
    with pytest.raises(StoreBusy, match="in use"):
        moved(here, there)
    await used.close()
    with pytest.raises(StoreError, match="There is no store at"):
        moved(str(tmp_path / "none.db"), there)
    with pytest.raises(ConfigError, match="the same"):
        moved(here, here)


async def test_who_has_just_ended_is_waited_for(tmp_path: Path, postgres_server: PostgresServer) -> None:
    here, there = str(tmp_path / "a.db"), postgres_server.database()
    await filled(here)
    used = open_store(there)
    await used.pending()
    copying = asyncio.create_task(asyncio.to_thread(moved, here, there))
    await asyncio.sleep(0.3)
    await used.close()
    assert await copying
