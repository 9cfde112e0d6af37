"""A damaged SQLite store: what can be read of it is saved into a new file, and the old one is set aside.

Also how a store is copied while it is in use. Nothing here is for a file that a running process answers from, except
for the copy.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

from sqlite_utils import Database

from kgcore.errors import StoreBusy, StoreDamaged, StoreError, StoreFull
from kgcore.store.schema import PATIENCE, VERSION, prepare_database, transaction

MAGIC = b"SQLite format 3\x00"
HELPERS = ("-wal", "-shm")
TABLES = ("inbox", "work", "threads", "turns", "deeds", "notes", "receipts", "figures", "state", "aside", "audit")
FAULTS = 5  # of a damaged file that are named
_LARGEST = 1 << 40  # bytes; what says that it is larger was spoilt there, too


def find_faults(path: Path) -> str:
    """Return what SQLite finds wrong with a store's file, in its own words; "" where nothing is, or nothing is there.

    Raises StoreError where the file cannot be examined.
    """
    if not path.exists() or not path.stat().st_size:
        return ""
    if path.is_dir():
        raise StoreError(f"{path} is a folder.", hint="Move it away: Evigraph keeps what it has to in a file there.")
    try:
        with closing(_opened(path)) as db:
            found = [str(row[0]) for row in db.execute(f"PRAGMA quick_check({FAULTS})")]
    except sqlite3.OperationalError as error:
        raise StoreError(f"{path} cannot be examined: {error}.", hint="Check its folder's rights.") from error
    except sqlite3.DatabaseError as error:
        return str(error)
    lines = [line for row in found for line in row.splitlines() if not line.startswith("***")]
    return "" if lines == ["ok"] else "; ".join(lines)


def repair_file(path: Path) -> str:
    """Return in words what was repaired, and what was lost; "" where nothing was wrong.

    What cannot be read is set aside beside the store. Raises StoreDamaged for what never was a store of ours, or is of
    another version, and StoreError.
    """
    faults = find_faults(path)
    if not faults:
        return ""
    with path.open("rb") as file:
        if file.read(len(MAGIC)) != MAGIC:
            raise StoreDamaged(f"{path} is damaged: {faults}.", hint="Restore a copy (docs/operations.md) or move it.")
    _fill_up(path)
    _check_version(path)
    new = path.with_name(f"{path.name}.repaired")
    for left in (new, *_helpers(new)):
        left.unlink(missing_ok=True)
    try:
        saved, lost = _saved(path, new)
    except sqlite3.OperationalError as error:
        kind = StoreFull if getattr(error, "sqlite_errorname", "") == "SQLITE_FULL" else StoreError
        raise kind(f"{path} could not be repaired: {error}.", hint="Free some disk space.") from error
    aside = _set_aside(path)
    os.replace(new, path)
    words = f"{path} was damaged ({faults}): {saved} rows were saved, the old file is kept as {aside.name}."
    return f"{words} Not everything could be read of {', '.join(lost)}." if lost else words


def copy_store(path: Path, to: Path) -> int:
    """Copy a store as of one moment to a new file while it may be in use, and return the copy's size in bytes.

    All of it is copied, or nothing. Raises StoreError.
    """
    if not path.is_file():
        raise StoreError(f"There is no store at {path}.", hint="Check EVIGRAPH_DATA and EVIGRAPH_STORE.")
    if os.path.lexists(to):
        raise StoreError(f"{to} exists.", hint="Name a new file: a backup is never written over another.")
    part = to.with_name(f"{to.name}.part")
    try:
        os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600))
        with closing(_opened(path)) as source, closing(sqlite3.connect(part)) as copy:
            _begin_reading(source, path)
            source.backup(copy)
        if faults := find_faults(part):
            raise StoreDamaged(f"{path} is damaged: {faults}.", hint="`evigraph check` repairs what it can.")
        os.replace(part, to)
    except sqlite3.OperationalError as error:
        raise StoreError(f"{to} could not be written: {error}.", hint="Check the folder and its room.") from error
    except sqlite3.DatabaseError as error:
        raise StoreDamaged(f"{path} is damaged: {error}.", hint="`evigraph check` repairs what it can.") from error
    except OSError as error:
        raise StoreError(
            f"{to} could not be written: {error.strerror}.", hint="Check the folder and its room."
        ) from error
    finally:
        for left in (part, *_helpers(part)):
            with suppress(OSError):
                left.unlink()
    return to.stat().st_size


def _begin_reading(source: sqlite3.Connection, path: Path) -> None:
    """Hold on to what the store is now: whoever writes goes on beside it, and a copy need not begin anew each time."""
    try:
        source.execute("BEGIN")
        source.execute("SELECT count(*) FROM sqlite_master")
    except sqlite3.OperationalError as error:
        if getattr(error, "sqlite_errorname", "").startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            raise StoreBusy(f"Another process holds {path}.", hint="End it, or wait for it.") from error
        raise


def size_told(head: bytes) -> int:
    """Return how many bytes a store has by its own first hundred ("Database File Format", 1.3)."""
    page = int.from_bytes(head[16:18], "big")
    return (65536 if page == 1 else page) * int.from_bytes(head[28:32], "big")


def _fill_up(path: Path) -> None:
    """Give a file that was cut short its length again, of which nothing is written: SQLite reads no row of one that is
    shorter than it says.
    """
    with path.open("rb") as file:
        told = size_told(file.read(100))
    if path.stat().st_size < told <= _LARGEST:
        os.truncate(path, told)


def _opened(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute(f"PRAGMA busy_timeout = {PATIENCE}")
    return connection


def _check_version(path: Path) -> None:
    with closing(_opened(path)) as db, suppress(sqlite3.DatabaseError):
        found = db.execute("PRAGMA user_version").fetchone()[0]
        if found not in range(VERSION + 1):
            raise StoreDamaged(
                f"{path} is damaged, and was written by another version of Evigraph.",
                hint="Restore a copy, or start the version that wrote it.",
            )


def _saved(path: Path, new: Path) -> tuple[int, list[str]]:
    """Write what can be read into a new store; return how many rows that are, and of which tables some are lost."""
    os.close(os.open(new, os.O_RDWR | os.O_CREAT, 0o600))
    saved, lost = 0, list[str]()
    with closing(_opened(path)) as old, closing(_opened(new)) as fresh:
        db = Database(fresh)
        prepare_database(db, str(new))
        for table in TABLES:
            wanted = [row[1] for row in fresh.execute(f"PRAGMA table_info({table})")]
            whole, rows = _readable(old, table, wanted)
            with transaction(db):
                for names, row in rows:
                    marks = ", ".join("?" * len(row))
                    with suppress(sqlite3.IntegrityError):
                        sql = f"INSERT OR IGNORE INTO {table} ({', '.join(names)}) VALUES ({marks})"
                        saved += fresh.execute(sql, row).rowcount
            if not whole:
                lost.append(table)
        fresh.execute("PRAGMA journal_mode = DELETE")  # one file, to be put in its place; raises on a full disk
    return saved, lost


Row = tuple[list[str], Sequence[object]]


def _readable(old: sqlite3.Connection, table: str, wanted: list[str]) -> tuple[bool, list[Row]]:
    """Return the rows that can be read, from both ends where there is a hole between, and whether that is all."""
    try:
        there = [row[1] for row in old.execute(f"PRAGMA table_info({table})")]
    except sqlite3.DatabaseError:
        return False, []
    names = [name for name in wanted if name in there]
    if not names:
        return table in ("aside", "audit"), []  # older stores have none
    columns = ", ".join(names)
    rows: list[Row] = []
    for order in ("ASC", "DESC"):
        found, whole = _until_unreadable(old, f"SELECT {columns} FROM {table} NOT INDEXED ORDER BY rowid {order}")
        rows += ((names, row) for row in found)
        if whole:
            return True, rows
    return False, rows


def _until_unreadable(old: sqlite3.Connection, sql: str) -> tuple[list[Sequence[object]], bool]:
    rows: list[Sequence[object]] = []
    try:
        rows.extend(old.execute(sql))
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        return rows, False
    return rows, True


def _set_aside(path: Path) -> Path:
    """Rename a store's files; what they hold may still be of use to somebody."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S")
    aside = path.with_name(f"{path.name}.damaged-{stamp}")
    os.replace(path, aside)
    for old, new in zip(_helpers(path), _helpers(aside), strict=True):
        if old.exists():
            os.replace(old, new)
    return aside


def _helpers(path: Path) -> tuple[Path, ...]:
    return tuple(path.with_name(path.name + end) for end in HELPERS)
