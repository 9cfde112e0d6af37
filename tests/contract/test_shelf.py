"""One suite for every kind of store that can be copied from and into: its tables, held for this alone."""

from __future__ import annotations

import os
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest

from kgcore.errors import ConfigError, StoreBusy, StoreDamaged, StoreError, StoreFull
from kgcore.store.moving import TABLES, Row, Shelf
from kgcore.store.opening import STORES, move_store_at, open_store
from kgcore.store.shelves import SqliteShelf, open_sqlite_shelf
from kgcore.values.actions import ActionRecord, Bookmarked
from kgcore.values.audit import AuditEntry, Deed, faults_in
from kgcore.values.message import Message, Person, Place
from kgcore.values.moving import Moved
from kgcore.values.reply import Figure
from kgcore.values.thread import Turn
from tests.contract.conftest import BACKENDS, ByHand, another, by_hand

PLACE = Place("web", "", "local", "t1")
TABLE = {table.name: table for table in TABLES}


@pytest.fixture(params=BACKENDS)
def pair(request: pytest.FixtureRequest) -> tuple[str, str]:
    """The addresses of two stores of a kind that do not exist yet."""
    return another(request.param, request), another(request.param, request, "other")


@pytest.fixture
def shelf(url: str) -> Iterator[Shelf]:
    with STORES[url.partition("://")[0] if "://" in url else "sqlite"].shelf(url, True) as shelf:
        yield shelf


def states(*keys: str, value: str = "v") -> list[Row]:
    return [("n", key, value) for key in keys]


def test_rows_come_in_order_part_by_part_and_there_is_an_end(shelf: Shelf) -> None:
    table = TABLE["state"]
    shelf.put(table, states(*(f"{n:03}" for n in reversed(range(450)))))
    assert shelf.count(table) == 450
    found, parts = list[Row](), 0
    after: Row = ()
    while True:
        rows, after = shelf.rows(table, after, 100)
        if not rows:
            break
        found, parts = found + rows, parts + 1
    assert (found, parts, after) == (states(*(f"{n:03}" for n in range(450))), 5, ())


def test_what_is_there_is_found_by_its_key_however_many_are_asked_for(shelf: Shelf) -> None:
    table = TABLE["state"]
    shelf.put(table, states(*(f"{n:03}" for n in range(0, 450, 2))))
    wanted: list[Row] = [("n", f"{n:03}") for n in range(450)]
    assert shelf.found(table, wanted) == {row[:2]: row for row in states(*(f"{n:03}" for n in range(0, 450, 2)))}
    assert shelf.found(table, []) == {}


def test_a_row_that_is_there_is_replaced_and_of_the_trail_none_is(shelf: Shelf) -> None:
    shelf.put(TABLE["state"], states("a", "b"))
    shelf.put(TABLE["state"], states("b", value="new"))
    assert shelf.rows(TABLE["state"], (), 9)[0] == [*states("a"), *states("b", value="new")]
    record: Row = (1, *(["x"] * 11))
    shelf.put(TABLE["audit"], [record])
    shelf.put(TABLE["audit"], [(1, *(["y"] * 11)), (2, *(["y"] * 11))])
    assert shelf.rows(TABLE["audit"], (), 9)[0] == [record, (2, *(["y"] * 11))]


def test_of_rows_one_of_which_cannot_be_written_none_is(shelf: Shelf) -> None:
    with suppress(sqlite3.Error, psycopg.Error):
        shelf.put(TABLE["state"], [*states("a"), ("n", "b", None)])
    assert shelf.count(TABLE["state"]) == 0
    shelf.put(TABLE["state"], states("c"))  # it can be gone on with
    assert shelf.count(TABLE["state"]) == 1


def test_the_mark_of_a_copy_goes_at_the_end_and_nothing_else(shelf: Shelf) -> None:
    shelf.put(TABLE["state"], [("moving", "from", "x"), *states("a")])
    shelf.finish()
    assert shelf.rows(TABLE["state"], (), 9)[0] == states("a")


# ── a whole store into another of its kind ──────────────────────────────────────────────────────────────────────────


async def filled(url: str) -> None:
    store = open_store(url)
    for n in range(3):
        await store.keep(
            Message(f"e{n}", PLACE, Person("u1", "Ann"), "q"), AuditEntry(Deed.ASKED, PLACE.key, "p", "asked")
        )
        await store.save(Turn(f"t{n}", PLACE.key, "q", person="p"), f"e{n}")
        await store.save_figure(f"t{2 - n}/a", Figure(b"p", "<svg/>", "alt", 1, 1))
        await store.save_receipt(f"t{n}", "r")
    await store.close()


def moved(source: str, target: str) -> list[Moved]:
    return move_store_at(source, target, lambda table, rows: None)


async def test_a_copy_is_complete_and_told_as_it_goes(pair: tuple[str, str]) -> None:
    await filled(pair[0])
    told: list[tuple[str, int]] = []
    found = {m.table: (m.rows, m.written) for m in move_store_at(*pair, lambda table, rows: told.append((table, rows)))}
    full = ("turns", "receipts", "figures", "audit", "inbox")
    assert found == {t.name: (3, 3) if t.name in full else (1, 1) if t.name == "threads" else (0, 0) for t in TABLES}
    assert told == [(t.name, 3 if t.name in full else 1) for t in TABLES if t.name in (*full, "threads")]
    order = "seq" if "://" in pair[1] else "rowid"
    assert by_hand(pair[1], f"SELECT key FROM figures ORDER BY {order}") == [("t2/a",), ("t1/a",), ("t0/a",)]
    assert by_hand(pair[1], "SELECT count(*) FROM state") == [(0,)], "the mark is gone"


@pytest.mark.parametrize("change", ["UPDATE receipts SET receipt = 'x' WHERE turn = 't1'", "DELETE FROM receipts"])
async def test_a_copy_that_is_not_the_same_is_said_to_differ(pair: tuple[str, str], change: str) -> None:
    await filled(pair[0])

    def meddle(table: str, rows: int) -> None:
        if table == "inbox":
            by_hand(pair[1], change)

    there = 3 if "UPDATE" in change else 0
    with pytest.raises(StoreError, match=rf"differs in receipts: 3 rows here, {there} there") as caught:
        move_store_at(*pair, meddle)
    assert "is whole" in caught.value.hint


async def test_a_copy_that_was_cut_off_is_gone_on_with_and_no_other_is_mixed_in(pair: tuple[str, str]) -> None:
    await filled(pair[0])

    def unplug(table: str, rows: int) -> None:
        if table == "receipts":
            raise ConnectionError

    with pytest.raises(ConnectionError):
        move_store_at(*pair, unplug)
    by_hand(pair[1], "UPDATE receipts SET receipt = 'x' WHERE turn = 't1'")  # what differs is written again
    again = {m.table: m.written for m in moved(*pair) if m.written}
    assert again == {"receipts": 1, "figures": 3, "audit": 3, "inbox": 3}
    with pytest.raises(StoreError, match=r"is not empty \(.*3 turns.*\)"):
        moved(*pair)


async def test_what_is_written_after_a_copy_comes_behind_it(pair: tuple[str, str]) -> None:
    await filled(pair[0])
    store = open_store(pair[0])
    await store.keep_action(ActionRecord("d0", PLACE.key, "p", Bookmarked("t1", claim=0)))
    await store.close()
    moved(*pair)
    store = open_store(pair[1])
    await store.keep(Message("new", PLACE, Person("u1"), "?"), AuditEntry(Deed.ASKED, PLACE.key, "p", "new"))
    await store.save(Turn("new", PLACE.key, "q"))
    await store.keep_action(ActionRecord("new", PLACE.key, "p", Bookmarked("t1", claim=0)))
    for n in range(2):
        await store.save_figure(f"t0/new{n}", Figure(b"p", "", "", 1, 1))
    assert [e.id for e in await store.pending()] == ["e0", "e1", "e2", "new"]
    assert [t.id for t in await store.turns(PLACE.key)] == ["t0", "t1", "t2", "new"]
    assert [d.event for d in await store.action_records(PLACE.key)] == ["d0", "new"]
    assert [t.id for t in await store.asked_by("p")] == ["t0", "t1", "t2"]
    assert not list(faults_in(await store.records()))
    await store.save_figure("t0/new2", Figure(b"p", "", "", 1, 1))
    assert await store.figure("t0/a") is None, "it is the oldest of four"
    await store.close()


async def test_half_a_copy_of_another_store_is_left_alone(pair: tuple[str, str], hand: ByHand) -> None:
    await filled(pair[0])
    await open_store(pair[1]).close()
    by_hand(pair[1], "INSERT INTO state (namespace, key, value) VALUES ('moving', 'from', 'another store')")
    with pytest.raises(StoreError, match="is half a copy of another store") as caught:
        moved(*pair)
    assert "Go on with that one" in caught.value.hint


async def test_a_store_that_holds_only_settings_may_be_copied_into(pair: tuple[str, str]) -> None:
    await filled(pair[0])
    there = open_store(pair[1])
    await there.set_state("n", "k", "v")
    await there.close()
    with pytest.raises(StoreError, match="differs in state"):
        moved(*pair)


# ── SQLite alone ────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_what_earlier_versions_kept_is_copied_as_it_is_kept_today(tmp_path: Path) -> None:
    here, there = str(tmp_path / "a.db"), str(tmp_path / "b.db")
    await filled(here)
    by_hand(here, "UPDATE figures SET svg = '<svg>é</svg>', alt = 'a' || char(0) WHERE key = 't1/a'")
    moved(here, there)
    ((svg, png, alt),) = by_hand(there, "SELECT svg, png, alt FROM figures WHERE key = 't1/a'")
    assert (zlib.decompress(svg).decode(), png, alt) == ("<svg>é</svg>", b"p", "a\ufffd")


def test_a_store_that_is_not_there_is_only_made_to_be_copied_into(tmp_path: Path) -> None:
    file = tmp_path / "new" / "folder" / "s.db"
    with pytest.raises(StoreError, match="There is no store at"), open_sqlite_shelf(file, new=False):
        pass
    assert not file.parent.exists()
    with open_sqlite_shelf(file, new=True) as shelf:
        assert shelf.words == str(file.resolve())
    assert (file.stat().st_mode & 0o777, file.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    with open_sqlite_shelf(file, new=True):
        pass
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be used: File exists"):
        open_sqlite_shelf(tmp_path / "file" / "s.db", new=True).__enter__()


async def test_who_writes_while_a_store_is_copied_is_told_and_goes_on_afterwards(tmp_path: Path) -> None:
    file = tmp_path / "s.db"
    store = open_store(str(file))
    with open_sqlite_shelf(file, new=False) as shelf:
        assert shelf.count(TABLE["state"]) == 0
        with pytest.raises(StoreBusy):
            await store.set_state("n", "k", "v")
    await store.set_state("n", "k", "v")
    await store.close()


def test_a_store_that_another_holds_is_not_copied(tmp_path: Path) -> None:
    file = tmp_path / "s.db"
    with open_sqlite_shelf(file, new=True):
        pass
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreBusy, match="cannot be used: database is locked"), open_sqlite_shelf(file, new=False):
        pass
    other.close()


def test_a_full_disk_a_refused_statement_and_a_damaged_file_are_told_apart(tmp_path: Path) -> None:
    file = tmp_path / "s.db"
    with open_sqlite_shelf(file, new=True):
        pass
    for sql, kind in (("PRAGMA max_page_count = 1", StoreFull), ("DROP TABLE state", StoreError)):
        with pytest.raises(StoreError) as caught:
            _put_after(file, sql)
        assert type(caught.value) is kind
    file.write_bytes(b"no database at all " * 1000)
    with pytest.raises(StoreDamaged, match="is damaged") as damaged, open_sqlite_shelf(file, new=False):
        pass
    assert "evigraph check" in damaged.value.hint


def _put_after(file: Path, sql: str) -> None:
    with open_sqlite_shelf(file, new=True) as shelf:
        assert isinstance(shelf, SqliteShelf)
        shelf._db.execute(sql)
        shelf.put(TABLE["state"], states(*map(str, range(2000))))


# ── addresses ───────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_file_is_named_in_four_ways(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    await open_store("one.db").close()
    for same in ("sqlite:///one.db", f"sqlite:///{tmp_path}/one.db", str(tmp_path / "one.db"), "./one.db"):
        with pytest.raises(ConfigError, match="the same"):
            moved("one.db", same)
        store = open_store(same)
        assert await store.add_to_state("n", "k", 1)
        await store.close()
    assert by_hand(str(tmp_path / "one.db"), "SELECT value FROM state") == [("4",)]
    moved("one.db", "sqlite:///two.db")
    assert sorted(name for name in os.listdir(tmp_path) if name.endswith(".db")) == ["one.db", "two.db"]


@pytest.mark.parametrize(
    ("url", "words", "hint"),
    [
        ("mysql://db/x", "There is no store for mysql://", "sqlite, postgresql, postgres; or give a file"),
        ("sqlite:///", "A SQLite store needs a file", "sqlite:///folder/file.db"),
        ("sqlite://", "A SQLite store needs a file", "sqlite:///folder/file.db"),
    ],
)
def test_an_address_that_is_none_says_how_one_is_written(url: str, words: str, hint: str) -> None:
    with pytest.raises(ConfigError, match=words) as caught:
        open_store(url)
    assert hint in caught.value.hint


@pytest.mark.parametrize("scheme", ["postgres", "postgresql"])
def test_postgresql_has_its_own_backups_and_needs_no_repair(scheme: str, tmp_path: Path) -> None:
    from kgcore.store.opening import copy_store, repair_store

    url = f"{scheme}://ann@db.example/evigraph"
    assert repair_store(url) == ""
    with pytest.raises(ConfigError, match="its own tools") as caught:
        copy_store(url, tmp_path / "copy")
    assert "pg_dump" in caught.value.hint
    with pytest.raises(ConfigError, match="the same"):
        moved(url, url)
