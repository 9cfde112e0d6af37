"""A store in trouble is noticed, what can be read is saved, and a copy can be made while it is used."""

from __future__ import annotations

import asyncio
import logging
import os
import resource
import shutil
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest
from sqlite_utils import Database

from kgcore.errors import StoreBusy, StoreDamaged, StoreError, StoreFull
from kgcore.store.opening import copy_store, repair_store
from kgcore.store.repair import _begin_reading, find_faults, size_told
from kgcore.store.schema import prepare_database, transaction
from kgcore.store.sqlite import SqliteStore, note_work
from kgcore.values.message import Message, Person, Place
from kgcore.values.thread import Turn

PLACE = Place("web", "", "local", "t1")


def message(id: str) -> Message:
    return Message(id, PLACE, Person("u1", "Ann"), f"Can it, take {id}?")


async def filled(path: Path, turns: int = 200) -> None:
    store = SqliteStore(path)
    for n in range(turns):
        await store.save(Turn(f"turn-{n}", PLACE.key, "What helps? " * 40), f"event-{n}")
    for n in range(3):
        await store.keep(message(f"e{n}"))
    await store.close()


def shorten(path: Path) -> None:
    os.truncate(path, 4096)


def empty(path: Path) -> None:
    os.truncate(path, 0)


def delete(path: Path) -> None:
    path.unlink()


def replace_by_a_copy(path: Path) -> None:
    shutil.copy(path, path.with_name("copy"))
    path.with_name("copy").replace(path)


def delete_log(path: Path) -> None:
    path.with_name(path.name + "-wal").unlink()


def delete_index(path: Path) -> None:
    path.with_name(path.name + "-shm").unlink()


def replace_log(path: Path) -> None:
    log = path.with_name(path.name + "-wal")
    shutil.copy(log, path.with_name("copy"))
    path.with_name("copy").replace(log)


def empty_log(path: Path) -> None:
    os.truncate(path.with_name(path.name + "-wal"), 0)


def shorten_log(path: Path) -> None:
    log = path.with_name(path.name + "-wal")
    os.truncate(log, log.stat().st_size - 1)


def empty_index(path: Path) -> None:
    os.truncate(path.with_name(path.name + "-shm"), 0)


OF_THE_FILE = (shorten, empty, delete, replace_by_a_copy)
BESIDE_IT = (delete_log, delete_index, replace_log, empty_log, shorten_log, empty_index)


@pytest.mark.parametrize("harm", [*OF_THE_FILE, *BESIDE_IT])
async def test_what_happens_to_the_file_under_a_running_store_is_noticed(
    tmp_path: Path, harm: Callable[[Path], None]
) -> None:
    await filled(tmp_path / "s.db")
    store = SqliteStore(tmp_path / "s.db")
    await store.check()
    harm(tmp_path / "s.db")
    with pytest.raises(StoreError):
        await store.check()
    with pytest.raises(StoreError) as refused:
        await store.keep(message("new"))
    assert "try again" in refused.value.public
    await store.close()


async def test_what_only_a_lost_log_held_is_there_after_a_clean_end(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    assert await store.keep(message("e1"))
    delete_log(tmp_path / "s.db")
    with pytest.raises(StoreError, match="-wal is gone"):
        await store.keep(message("e2"))
    await store.close()
    store = SqliteStore(tmp_path / "s.db")
    assert [e.id for e in await store.pending()] == ["e1"]
    await store.close()


@pytest.mark.parametrize("way", ["TRUNCATE", "RESTART", "FULL"])
async def test_a_log_that_somebody_else_empties_as_sqlite_does_is_no_harm(tmp_path: Path, way: str) -> None:
    store = SqliteStore(tmp_path / "s.db")
    for n in range(3):
        assert await store.keep(message(f"e{n}"))
        with closing(sqlite3.connect(tmp_path / "s.db")) as other:
            assert other.execute(f"PRAGMA wal_checkpoint({way})").fetchone()[0] == 0
        await store.check()
    assert len(await store.pending()) == 3
    await store.close()


async def test_what_an_index_that_was_cut_short_led_to_is_there_after_a_clean_end(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    assert await store.keep(message("e1"))
    empty_index(tmp_path / "s.db")
    with pytest.raises(StoreError, match="-shm was cut short"):
        await store.keep(message("e2"))
    await store.close()
    store = SqliteStore(tmp_path / "s.db")
    assert [e.id for e in await store.pending()] == ["e1"]
    await store.close()


async def test_a_file_that_is_put_back_is_answered_from_again(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    (tmp_path / "s.db").rename(tmp_path / "away.db")
    with pytest.raises(StoreError, match="gone"):
        await store.keep(message("e1"))
    (tmp_path / "away.db").rename(tmp_path / "s.db")
    assert await store.keep(message("e1"))
    await store.close()


async def test_who_waits_for_another_process_waits_once_and_is_told(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    with closing(sqlite3.connect(tmp_path / "s.db", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreBusy) as refused:
            await store.keep(message("e1"))
        assert "try again" in refused.value.public
        for n in range(5):  # the patience of all of them together is less than that of the first
            with pytest.raises(StoreBusy):
                await store.keep(message(f"e{n}"))
            assert await store._one("PRAGMA busy_timeout") == (100,)
        other.execute("ROLLBACK")
    assert await store.keep(message("e1"))
    assert await store._one("PRAGMA busy_timeout") == (3000,)
    await store.close()


async def test_all_that_is_asked_at_once_is_done_by_one_thread(tmp_path: Path) -> None:
    before = set(threading.enumerate())
    store = SqliteStore(tmp_path / "s.db")
    await asyncio.gather(*(store.set_state("n", str(n), "x") for n in range(30)), store.keep(message("e1")))
    assert len([t for t in set(threading.enumerate()) - before if t.name.startswith("store")]) == 1
    await store.close()


@pytest.mark.parametrize("body", ['{"id": 3}', "no JSON", b"\xff\xfe\x00bytes", ""])
async def test_a_row_that_cannot_be_read_is_set_aside_and_its_neighbours_are_answered(
    tmp_path: Path, body: str | bytes, caplog: pytest.LogCaptureFixture
) -> None:
    await filled(tmp_path / "s.db", turns=3)
    with closing(sqlite3.connect(tmp_path / "s.db", isolation_level=None)) as db:
        db.execute("UPDATE inbox SET body = CAST(? AS TEXT) WHERE id = 'e1'", (body,))
        db.execute("UPDATE turns SET body = CAST(? AS TEXT) WHERE id = 'turn-1'", (body,))
    store = SqliteStore(tmp_path / "s.db")
    with caplog.at_level(logging.ERROR):
        assert [e.id for e in await store.pending()] == ["e0", "e2"]
        assert [t.id for t in await store.turns(PLACE.key)] == ["turn-0", "turn-2"]
    assert "inbox, seq 2" in caplog.text
    assert "turns, seq 2" in caplog.text
    assert not await store.keep(message("e1")), "it was acknowledged once"
    await store.forget_thread(PLACE.key)
    await store.close()
    with closing(sqlite3.connect(tmp_path / "s.db")) as db:
        assert db.execute("SELECT count(*) FROM aside").fetchone() == (0,)


def spoil(path: Path, page: int) -> None:
    with path.open("r+b") as file:
        file.seek(page * 4096)
        file.write(os.urandom(4096))


async def test_what_can_be_read_of_a_damaged_store_is_saved_and_the_rest_is_kept_aside(tmp_path: Path) -> None:
    await filled(tmp_path / "s.db")
    pages = (tmp_path / "s.db").stat().st_size // 4096
    spoil(tmp_path / "s.db", pages // 2)
    done = repair_store(str(tmp_path / "s.db"))
    assert "rows were saved" in done
    assert [name for name in os.listdir(tmp_path) if name.startswith("s.db.damaged-") and name in done]
    assert not repair_store(str(tmp_path / "s.db")), "it was repaired"
    assert (tmp_path / "s.db").stat().st_mode & 0o777 == 0o600, "its owner's alone"
    store = SqliteStore(tmp_path / "s.db")
    assert [e.id for e in await store.pending()] == ["e0", "e1", "e2"]
    assert len(await store.turns(PLACE.key)) > 100
    await store.check()
    await store.close()


def miscount(path: Path) -> None:
    """Claim free pages that are not there: each row can be read, and what is written next may lie anywhere."""
    with path.open("r+b") as file:
        file.seek(36)  # https://www.sqlite.org/fileformat.html, section 1.3: the number of free pages
        file.write((7).to_bytes(4, "big"))


async def test_what_reads_well_and_is_damaged_all_the_same_is_found_at_a_start_and_by_a_backup(tmp_path: Path) -> None:
    await filled(tmp_path / "s.db")
    miscount(tmp_path / "s.db")
    with pytest.raises(StoreDamaged):
        copy_store(str(tmp_path / "s.db"), tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()
    assert "was damaged" in repair_store(str(tmp_path / "s.db"))
    assert not repair_store(str(tmp_path / "s.db")), "it was repaired"


async def test_a_store_that_was_cut_short_is_repaired_as_far_as_it_goes(tmp_path: Path) -> None:
    await filled(tmp_path / "s.db")
    os.truncate(tmp_path / "s.db", (tmp_path / "s.db").stat().st_size // 2)
    words = repair_store(str(tmp_path / "s.db"))
    assert "was damaged" in words
    assert "Not everything could be read of turns." in words
    store = SqliteStore(tmp_path / "s.db")
    assert [e.id for e in await store.pending()] == ["e0", "e1", "e2"]
    assert 50 < len(await store.turns(PLACE.key)) < 150
    assert await store.keep(message("new"))
    await store.close()


def test_a_file_that_is_none_of_ours_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("my notes " * 1000)
    with pytest.raises(StoreDamaged):
        repair_store(str(tmp_path / "notes.txt"))
    assert (tmp_path / "notes.txt").read_text().startswith("my notes")
    assert repair_store(str(tmp_path / "none.db")) == ""


async def test_a_copy_is_made_while_the_store_is_written(tmp_path: Path) -> None:
    await filled(tmp_path / "s.db")
    store = SqliteStore(tmp_path / "s.db")
    copying = asyncio.create_task(asyncio.to_thread(copy_store, str(tmp_path / "s.db"), tmp_path / "copy.db"))
    for n in range(50):
        await store.keep(message(f"meanwhile {n}"))
    assert await copying == (tmp_path / "copy.db").stat().st_size
    await store.close()
    copy = SqliteStore(tmp_path / "copy.db")
    assert len(await copy.turns(PLACE.key)) == 200
    await copy.close()
    if os.name != "nt":
        assert not (tmp_path / "copy.db").stat().st_mode & 0o077


async def test_a_copy_ends_however_much_is_written_meanwhile(tmp_path: Path) -> None:
    await filled(tmp_path / "s.db", turns=1)
    with closing(sqlite3.connect(tmp_path / "s.db")) as db:  # more than is copied between two things that are written
        db.execute("INSERT INTO state VALUES ('large', '', zeroblob(64 * 1024 * 1024))")
        db.commit()
    over = threading.Event()

    def write() -> None:
        with closing(sqlite3.connect(tmp_path / "s.db", isolation_level=None, timeout=30)) as db:
            db.execute("PRAGMA synchronous = OFF")
            while not over.is_set():
                db.execute("UPDATE threads SET updated = updated || '.'")

    writing = threading.Thread(target=write)
    writing.start()
    try:
        copying = asyncio.to_thread(copy_store, str(tmp_path / "s.db"), tmp_path / "copy.db")
        assert await asyncio.wait_for(copying, 30) > 64 * 1024 * 1024
    finally:
        over.set()
        writing.join()


async def test_a_store_that_somebody_else_holds_is_not_copied_and_one_is_told(tmp_path: Path) -> None:
    await filled(tmp_path / "s.db", turns=1)
    with closing(sqlite3.connect(tmp_path / "s.db", isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreBusy):
            copy_store(str(tmp_path / "s.db"), tmp_path / "copy.db")
    assert os.listdir(tmp_path) == ["s.db"]


def test_a_copy_is_never_written_over_anything_and_never_half_of_one(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no store"):
        copy_store(str(tmp_path / "s.db"), tmp_path / "copy.db")
    (tmp_path / "there.db").write_text("something")
    (tmp_path / "s.db").write_text("no store at all " * 500)
    with pytest.raises(StoreError, match="exists"):
        copy_store(str(tmp_path / "s.db"), tmp_path / "there.db")
    with pytest.raises(StoreError):
        copy_store(str(tmp_path / "s.db"), tmp_path / "copy.db")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["s.db", "there.db"]


@pytest.mark.parametrize("name", ["no folder/copy.db", f"{'x' * 300}.db", "s.db/copy.db"])
async def test_a_copy_that_cannot_be_written_says_so(tmp_path: Path, name: str) -> None:
    await filled(tmp_path / "s.db", turns=1)
    with pytest.raises(StoreError, match=r"could not be written: [A-Z][a-z ]+\."):
        copy_store(str(tmp_path / "s.db"), tmp_path / name)
    assert os.listdir(tmp_path) == ["s.db"]


def open_files(folder: Path) -> list[str]:
    """The names of what this process has open in a folder."""
    held = [Path("/proc/self/fd") / name for name in os.listdir("/proc/self/fd")]
    return [at.readlink().name for at in held if at.is_symlink() and at.readlink().is_relative_to(folder)]


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="Only Linux tells which files are open")
@pytest.mark.parametrize("harm", [None, shorten, empty])
async def test_what_was_opened_is_let_go_of(tmp_path: Path, harm: Callable[[Path], None] | None) -> None:
    await filled(tmp_path / "s.db")
    assert open_files(tmp_path) == []
    if harm is not None:
        harm(tmp_path / "s.db")
        with suppress(StoreError):
            repair_store(str(tmp_path / "s.db"))
        assert open_files(tmp_path) == []
    with suppress(StoreError):
        await SqliteStore(tmp_path / "s.db").close()
    with suppress(StoreError):
        copy_store(str(tmp_path / "s.db"), tmp_path / "copy.db")
    assert open_files(tmp_path) == []


async def test_a_full_disk_is_told_and_nothing_is_half_written(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    await store._one("PRAGMA max_page_count = 1")  # as small as it is: SQLite says that there is no room
    for n in range(3):
        with pytest.raises(StoreFull, match="No room left"):
            await store.save(Turn("turn", PLACE.key, "What helps? " * 4000), f"event-{n}")
    await store._one("PRAGMA max_page_count = 100000")
    assert not await store.threads("")
    assert await store.keep(message("e1"))
    await store.close()


async def test_what_found_no_room_in_the_file_follows_out_of_the_log_once_there_is_some(tmp_path: Path) -> None:
    """SQLite writes a file's new length before its end, so that the file is short where there is no room for that."""
    store = SqliteStore(tmp_path / "s.db")
    await store._one("PRAGMA wal_autocheckpoint = 20")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (900_000, hard))
    kept = 0
    try:
        with suppress(StoreError):
            for kept in range(1000):
                await store.save(Turn(f"turn-{kept}", PLACE.key, "What helps? " * 400))
        head = (tmp_path / "s.db").read_bytes()[:100]
        assert (tmp_path / "s.db").stat().st_size < size_told(head)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    await store.check()
    assert len(await store.turns(PLACE.key)) == kept
    await store.close()
    assert os.stat(tmp_path / "s.db").st_size > 900_000


async def test_a_file_that_grew_and_was_cut_between_two_looks_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "s.db"
    store = SqliteStore(file)
    for n in range(20):
        await store.save(Turn(f"turn-{n}", PLACE.key, "What helps? " * 400))
    seen = file.stat().st_size
    with closing(sqlite3.connect(file)) as other:
        other.execute("PRAGMA wal_checkpoint(FULL)").fetchall()
    os.truncate(file, seen)
    with pytest.raises(StoreDamaged, match="cut short"):
        await store.check()
    await store.close()


async def test_a_disk_that_fails_is_no_full_one_and_a_refused_statement_neither(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, hard))
    try:
        with pytest.raises(StoreError, match="cannot be written") as caught:
            await store.save(Turn("turn", PLACE.key, "What helps? " * 40_000))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert not isinstance(caught.value, StoreFull)
    assert await store.keep(message("e1"))
    await store._one("DROP TABLE receipts")
    with pytest.raises(StoreError, match="no such table") as refused:
        await store.receipt("t")
    assert type(refused.value) is StoreError
    assert refused.value.hint == "Restore a copy or move it away."
    await store.close()


def test_a_transaction_keeps_all_or_nothing(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "s.db", isolation_level=None)) as connection:
        db = Database(connection)
        prepare_database(db, "s.db")
        with suppress(ZeroDivisionError), transaction(db):
            db.execute("INSERT INTO receipts VALUES ('a', 'b')")
            raise ZeroDivisionError
        assert db.execute("SELECT count(*) FROM receipts").fetchone() == (0,)
        with transaction(db):
            db.execute("INSERT INTO receipts VALUES ('a', 'b')")
        assert not connection.in_transaction
        assert db.execute("SELECT count(*) FROM receipts").fetchone() == (1,)


PRAGMAS = {"user_version": 4, "journal_mode": "wal", "synchronous": 2, "secure_delete": 1, "busy_timeout": 3000}


@pytest.mark.parametrize("before", [0, 1, 2, 3, 4])
def test_a_store_of_an_earlier_version_is_brought_up_to_this_one(tmp_path: Path, before: int) -> None:
    with closing(sqlite3.connect(tmp_path / "s.db", isolation_level=None)) as connection:
        db = Database(connection)
        prepare_database(db, "s.db")
        db.execute("INSERT INTO figures VALUES ('t/a', x'00', '', '', 1, 1, '')")
        for id, finished in (("e1", "then"), ("e2", None)):
            db.execute("INSERT INTO inbox (id, kind, body, finished) VALUES (?, 'Message', 'words', ?)", (id, finished))
        db.execute(f"PRAGMA user_version = {before}")
        db.execute("PRAGMA synchronous = OFF")
        db.execute("PRAGMA secure_delete = OFF")
        db.execute("PRAGMA busy_timeout = 1")
        prepare_database(db, "s.db")
        assert {name: db.execute(f"PRAGMA {name}").fetchone()[0] for name in PRAGMAS} == PRAGMAS
        assert db.execute("SELECT count(*) FROM figures").fetchone() == (0 if before == 1 else 1,)
        bodies = [body for (body,) in db.execute("SELECT body FROM inbox ORDER BY id")]
        assert bodies == ["" if before in (1, 2) else "words", "words"]


@pytest.mark.parametrize("version", [-1, 5])
async def test_a_store_of_another_version_is_left_as_it_is_even_where_it_is_damaged(
    tmp_path: Path, version: int
) -> None:
    file = tmp_path / "s.db"
    await filled(file)
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute(f"PRAGMA user_version = {version}")
    with pytest.raises(StoreDamaged, match=rf"another version of Evigraph \(store {version}, expected 4\)"):
        SqliteStore(file)
    miscount(file)
    before = sorted(os.listdir(tmp_path))
    with pytest.raises(StoreDamaged, match="is damaged, and was written by another version"):
        repair_store(str(file))
    assert sorted(os.listdir(tmp_path)) == before


async def test_who_works_at_what_waits_for_no_disk_and_everything_else_does(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "s.db", isolation_level=None)) as connection:
        db = Database(connection)
        prepare_database(db, "s.db")
        note_work(db, ("e1", "e2"), working=True)
        note_work(db, ("e2",), working=False)
        assert db.execute("PRAGMA synchronous").fetchone() == (2,)
        assert db.execute("SELECT event, working FROM work ORDER BY event").fetchall() == [("e1", 1), ("e2", 0)]
        db.execute("DROP TABLE work")
        with pytest.raises(sqlite3.OperationalError):
            note_work(db, ("e1",), working=True)
        assert db.execute("PRAGMA synchronous").fetchone() == (2,)


# ── what a repair saves and says ────────────────────────────────────────────────────────────────────────────────────


def rows_in(path: Path) -> dict[str, int]:
    with closing(sqlite3.connect(path)) as db:
        return {
            t: db.execute(f"SELECT count(*) FROM {t}").fetchone()[0] for t in ("turns", "inbox", "threads", "state")
        }


async def test_a_repair_counts_what_it_saved_and_says_that_all_of_it_was_read(tmp_path: Path) -> None:
    file = tmp_path / "s.db"
    await filled(file)
    miscount(file)
    (tmp_path / "s.db.repaired").write_text("left by a repair that was ended")
    (tmp_path / "s.db-wal").write_bytes(b"")
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA page_count")
    words = repair_store(str(file))
    assert "s.db was damaged (" in words
    assert ": 204 rows were saved, the old file is kept as s.db.damaged-2" in words
    assert "Not everything" not in words
    assert rows_in(file) == {"turns": 200, "inbox": 3, "threads": 1, "state": 0}
    assert {name.split("damaged")[0] for name in os.listdir(tmp_path)} == {"s.db", "s.db."}


def root_of(path: Path, table: str) -> int:
    with closing(sqlite3.connect(path)) as db:
        return int(db.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()[0]) - 1


@pytest.mark.parametrize("table", ["turns", "inbox"])
async def test_a_repair_names_what_it_could_not_read_all_of(tmp_path: Path, table: str) -> None:
    file = tmp_path / "s.db"
    await filled(file)
    spoil(file, root_of(file, table))
    words = repair_store(str(file))
    assert f" Not everything could be read of {table}." in words
    left = rows_in(file)
    assert left.pop(table) == 0
    whole = {"turns": 200, "inbox": 3, "threads": 1, "state": 0}
    assert left == {name: number for name, number in whole.items() if name != table}
    assert f": {sum(left.values())} rows were saved" in words


@pytest.mark.parametrize(("gone", "lost"), [(("aside", "audit"), ""), (("notes", "audit"), "notes")])
async def test_an_older_store_that_never_had_a_table_lost_nothing_of_it(
    tmp_path: Path, gone: tuple[str, ...], lost: str
) -> None:
    file = tmp_path / "s.db"
    await filled(file, turns=3)
    with closing(sqlite3.connect(file)) as db:
        for table in gone:
            db.execute(f"DROP TABLE {table}")
        db.commit()
    miscount(file)
    words = repair_store(str(file))
    assert ("Not everything could be read of" in words) == bool(lost)
    assert not lost or words.endswith(f"could be read of {lost}.")
    await SqliteStore(file).close()


async def test_the_log_of_a_damaged_store_is_set_aside_with_it(tmp_path: Path) -> None:
    file = tmp_path / "s.db"
    await filled(file)
    miscount(file)
    (tmp_path / "s.db-wal").write_bytes(b"what was committed last")
    shm = tmp_path / "s.db-shm"
    shm.write_bytes(b"")
    repair_store(str(file))
    left = {name[len("s.db.damaged-") + 15 :] for name in os.listdir(tmp_path) if "damaged" in name}
    assert "" in left
    assert left <= {"", "-wal", "-shm"}
    assert not (tmp_path / "s.db-wal").exists()


async def test_at_most_five_faults_are_named(tmp_path: Path) -> None:
    file = tmp_path / "s.db"
    await filled(file)
    pages = file.stat().st_size // 4096
    for page in range(pages - 12, pages):
        spoil(file, page)
    with pytest.raises(StoreDamaged) as caught:
        copy_store(str(file), tmp_path / "copy.db")
    assert caught.value.message.count(";") == 4
    assert "\n" not in caught.value.message
    assert "`evigraph check` repairs what it can" in caught.value.hint


@pytest.mark.parametrize("page", [512, 65536])
async def test_a_file_of_other_pages_is_watched_as_well(tmp_path: Path, page: int) -> None:
    file = tmp_path / "s.db"
    with closing(sqlite3.connect(file)) as db:
        db.execute(f"PRAGMA page_size = {page}")
        db.execute("CREATE TABLE first (a)")
        db.commit()
    await filled(file)
    store = SqliteStore(file)
    await store.check()
    os.truncate(file, file.stat().st_size - 1)
    with pytest.raises(StoreDamaged, match="cut short"):
        await store.check()
    await store.close()


async def test_a_file_whose_head_is_overwritten_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "s.db"
    await filled(file)
    store = SqliteStore(file)
    with file.open("r+b") as there:
        there.write(b"no database")
    with pytest.raises(StoreDamaged, match="cut short"):
        await store.check()
    with suppress(StoreError):
        await store.close()


async def test_who_copies_sees_the_store_as_it_was_when_they_began(tmp_path: Path) -> None:
    file = tmp_path / "s.db"
    await filled(file, turns=1)
    with closing(sqlite3.connect(file, isolation_level=None)) as reader, closing(sqlite3.connect(file)) as writer:
        _begin_reading(reader, file)
        writer.execute("DELETE FROM inbox")
        writer.commit()
        assert reader.execute("SELECT count(*) FROM inbox").fetchone() == (3,)


async def test_a_store_that_is_not_there_or_whole_has_no_faults(tmp_path: Path) -> None:
    await filled(tmp_path / "s.db", turns=1)
    (tmp_path / "empty.db").touch()
    assert {find_faults(tmp_path / name) for name in ("s.db", "empty.db", "none.db")} == {""}
