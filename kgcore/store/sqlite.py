"""The Store on one SQLite file."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from sqlite_utils import Database

from kgcore.errors import StoreBusy, StoreDamaged, StoreError, StoreFull
from kgcore.store.audit import ERASE_PERSON, ERASE_THREAD, add_record, read_records
from kgcore.store.decoding import decoded_turn
from kgcore.store.figures import figure_of, save_figure
from kgcore.store.grouping import GroupCommit, Row
from kgcore.store.schema import KINDS, PATIENCE, TURN, prepare_database, transaction, unhurried
from kgcore.store.sql import SqlStore
from kgcore.store.watched import WatchedFile
from kgcore.values.audit import AuditEntry, AuditRecord
from kgcore.values.message import Incoming
from kgcore.values.remembering import Kept, turns_bytes
from kgcore.values.reply import Figure
from kgcore.values.thread import Crashes, ThreadInfo, Turn

_RESTORE = "Restore a copy or move it away."

# --- Deleting a thread or a person from the SQLite store, so that the file no longer holds their words
# either.

_OF_TURNS = "(SELECT id FROM turns WHERE thread = :thread)"
THREAD = (
    f"DELETE FROM receipts WHERE turn IN {_OF_TURNS}",
    f"DELETE FROM figures WHERE substr(key, 1, instr(key, '/') - 1) IN {_OF_TURNS}",
    # Pictures of a whole thread are kept under its key, which may hold a "/" itself.
    "DELETE FROM figures WHERE substr(key, 1, length(:thread) + 1) = :thread || '/'",
    "DELETE FROM deeds WHERE thread = :thread",
    "DELETE FROM notes WHERE thread = :thread",
    "DELETE FROM state WHERE namespace = 'settings' AND key = 'thread' || char(31) || :thread",
    "DELETE FROM turns WHERE thread = :thread",
    "DELETE FROM aside",  # whose words are in what cannot be read, nobody can tell
    "DELETE FROM threads WHERE key = :thread",
    *ERASE_THREAD,
)
PERSON = (
    "DELETE FROM deeds WHERE person = :person AND kind IN ('Bookmarked', 'Rated')",
    "UPDATE deeds SET person = '' WHERE person = :person",  # what they did to a thread stays: it is the thread's
    "DELETE FROM notes WHERE person = :person",
    "DELETE FROM aside",
    "DELETE FROM state WHERE namespace IN ('settings', 'names') AND key = :person",
    "DELETE FROM state WHERE namespace = 'exports' AND json_extract(value, '$.person') = :person",
    "DELETE FROM state WHERE namespace = 'api' AND coalesce(json_extract(value, '$.person'),"  # tokens
    " 'person' || char(31) || 'web' || char(31) || char(31) || json_extract(value, '$.owner')) = :person",  # older ones
    *ERASE_PERSON,
)


def forget_thread(db: Database, thread: str) -> None:
    """Delete everything that is kept of a thread; inside a transaction."""
    for sql in THREAD:
        db.execute(sql, {"thread": thread})


def forget_person(db: Database, person: str) -> None:
    """Delete what is a person's own, and take their id out of turns and recorded actions; inside a transaction."""
    for sql in PERSON:
        db.execute(sql, {"person": person})
    rows = db.execute("SELECT id, body FROM turns WHERE json_extract(body, '$.person') = ?", (person,)).fetchall()
    for id, body in rows:
        nobody = TURN.dump_json(replace(TURN.validate_json(body), person="")).decode()
        db.execute("UPDATE turns SET body = ? WHERE id = ?", (nobody, id))


def withdraw_question(db: Database, turn: Turn, event: str) -> None:
    """Keep a turn without the words of its question, and delete those wherever else they are; in a transaction."""
    row = db.execute("SELECT body FROM turns WHERE id = ?", (turn.id,)).fetchone()
    if row is None:
        return
    before = TURN.validate_json(row[0]).question
    db.execute("UPDATE turns SET body = ? WHERE id = ?", (TURN.dump_json(turn).decode(), turn.id))
    db.execute("UPDATE threads SET title = ? WHERE key = ? AND title = ?", (turn.question, turn.thread, before))
    db.execute("DELETE FROM figures WHERE substr(key, 1, length(:id) + 1) = :id || '/'", {"id": turn.id})
    for way in ("$.message.id", "$.event.id"):  # what was offered to be answered, or to be tried again
        db.execute("DELETE FROM notes WHERE thread = ? AND json_extract(body, ?) = ?", (turn.thread, way, event))
    edited = f"{event}:edited:"
    sql = "DELETE FROM notes WHERE thread = ? AND substr(json_extract(body, '$.message.id'), 1, ?) = ?"
    db.execute(sql, (turn.thread, len(edited), edited))


# --- Which events are under work just now, and under which of them a process has died; all run in the store's
# thread.

_BEGIN = "INSERT INTO work (event, working) VALUES (?, 1) ON CONFLICT (event) DO UPDATE SET working = 1"
_END = "UPDATE work SET working = 0 WHERE event = ?"
_COUNT = "UPDATE work SET {0} = {0} + 1, working = 0 WHERE working"
_FOUND = "SELECT event, together, alone FROM work JOIN inbox ON inbox.id = work.event WHERE finished IS NULL"


def note_work(db: Database, events: Sequence[str], *, working: bool) -> None:
    """Note that these events are under work, or no longer: after a power cut nobody is to be blamed."""
    with unhurried(db):
        for event in events:
            db.execute(_BEGIN if working else _END, (event,))


def count_crashes(db: Database) -> dict[str, Crashes]:
    """Count a crash for each event that is still under work, and return those of all that are not finished."""
    with transaction(db):
        working = db.execute("SELECT count(*) FROM work WHERE working").fetchone()[0]
        db.execute(_COUNT.format("alone" if working == 1 else "together"))
        return {event: Crashes(together, alone) for event, together, alone in db.execute(_FOUND).fetchall()}


# --- Rows that cannot be read (a damaged disk, somebody's hand) are set aside: their neighbours can be.

log = logging.getLogger("evigraph.store")
_KEPT_ASIDE = "INSERT INTO aside (source, place, reason, body) SELECT ?, ?, ?, CAST(body AS BLOB) FROM {} WHERE {} = ?"
_TAKEN_OUT = {
    "inbox": (
        "seq",
        "UPDATE inbox SET finished = strftime('%Y-%m-%dT%H:%M:%fZ'), incident = 'unreadable', body = '' WHERE seq = ?",
    ),
    "turns": ("seq", "DELETE FROM turns WHERE seq = ?"),
    "deeds": ("seq", "DELETE FROM deeds WHERE seq = ?"),
    "notes": ("id", "DELETE FROM notes WHERE id = ?"),
}


def set_aside(db: Database, table: str, row: object, error: Exception) -> None:
    """Take a row out of its table and keep what it holds among those set aside; the log tells its place."""
    column, taken_out = _TAKEN_OUT[table]
    log.error("a row that cannot be read was set aside: table %s, %s %s (%s)", table, column, row, type(error).__name__)
    with transaction(db):
        db.execute(_KEPT_ASIDE.format(table, column), (table, f"{column} {row}", type(error).__name__, row))
        db.execute(taken_out, (row,))


# --- The Store on one SQLite file in WAL mode; one thread owns the connection, so nothing blocks the event
# loop.

T = TypeVar("T")
THREADS = 24 << 20  # bytes of threads whose turns are kept together, those asked for last
AHEAD = 8  # pieces of work that the thread is given at most, so that an event is committed before what waits here
SPARE = 4 * 1024 * 1024  # bytes; with less, SQLite's write-ahead log and its index do not fit


class SqliteStore(SqlStore):
    """See `kgcore.ports.Store`. Constructed means open; raises StoreError when the file cannot be used."""

    now = "strftime('%Y-%m-%dT%H:%M:%fZ')"

    def __init__(self, path: Path) -> None:
        self._path = path
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="store")
        self._ahead = asyncio.Semaphore(AHEAD)
        self._group_commit = GroupCommit(self._keep)
        self._threads = Kept[str, tuple[Turn, ...]](THREADS)
        self._stamp = 0  # of the database when `_threads` was read: another process's writing changes it
        self._file: WatchedFile | None = None
        self._busy = False
        self._db: Database = self._thread.submit(self._guarded, self._open).result()
        self._file = WatchedFile(path)

    def _open(self) -> Database:
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600))  # SQLite's helper files take over its rights
        with suppress(PermissionError):  # another's file, which we may write all the same
            self._path.chmod(0o600)
        connection = sqlite3.connect(self._path, check_same_thread=False, isolation_level=None)
        connection.text_factory = _text
        try:
            db = Database(connection)
            prepare_database(db, str(self._path))
        except BaseException:
            connection.close()
            raise
        return db

    def _guarded(self, work: Callable[[], T]) -> T:
        try:
            if self._file is not None and not self._file.check():
                self._catch_up(self._file)
            done = work()
            self._wait_for_others(busy=False)
            return done
        except sqlite3.OperationalError as error:
            if getattr(error, "sqlite_errorname", "").startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
                self._wait_for_others(busy=True)
                raise StoreBusy(f"Another process holds {self._path}.", hint="End it, or wait for it.") from error
            if self._no_room(error):
                raise StoreFull(f"No room left for {self._path}.", hint="Free some disk space.") from error
            hint = _RESTORE if str(error).startswith("no such table") else "Check its folder's rights."
            raise StoreError(f"{self._path} cannot be written: {error}.", hint=hint) from error
        except sqlite3.DatabaseError as error:
            raise StoreDamaged(f"{self._path} is damaged: {error}.", hint=_RESTORE) from error
        except OSError as error:
            raise StoreError(f"{self._path.parent}: {error.strerror}.", hint="Check EVIGRAPH_DATA.") from error

    def _catch_up(self, file: WatchedFile) -> None:
        """Write what found no room in the file out of the log, which tells such a file from one that was cut short."""
        self._db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        if not file.check() and shutil.disk_usage(self._path.parent).free >= SPARE:
            raise file.cut_short()

    def _wait_for_others(self, *, busy: bool) -> None:
        """While another process holds the file, nobody waits for it again and again."""
        if busy != self._busy and self._file is not None:
            self._busy = busy
            self._db.execute(f"PRAGMA busy_timeout = {PATIENCE // 30 if busy else PATIENCE}")

    def _no_room(self, error: sqlite3.Error) -> bool:
        """Whether the disk is full: SQLite says so, or calls it an I/O error when its own helper files do not fit."""
        name = getattr(error, "sqlite_errorname", "")
        if name.startswith("SQLITE_IOERR"):
            return shutil.disk_usage(self._path.parent).free < SPARE
        return name == "SQLITE_FULL"

    async def _run(self, work: Callable[[], T], *, first: bool = False) -> T:
        async with nullcontext() if first else self._ahead:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._guarded, work)

    async def _one(self, sql: str, *values: str | int) -> tuple[object, ...] | None:
        found: tuple[object, ...] | None = await self._run(lambda: self._db.execute(sql, values).fetchone())
        return found

    async def _all(self, sql: str, *values: str | int) -> list[tuple[str, ...]]:
        return await self._run(lambda: list(self._db.execute(sql, values).fetchall()))

    async def _write(self, sql: str, *values: str | int) -> int:
        return await self._run(lambda: int(self._db.execute(sql, values).rowcount))

    async def _read(self, table: str, sql: str, value: Callable[..., T], *values: str | int) -> list[T]:
        return await self._run(lambda: self._values(table, sql, value, *values))

    # ── inbox ───────────────────────────────────────────────────────────────────────────────────────────────────────

    async def keep(self, event: Incoming, entry: AuditEntry | None = None, *, tried: bool = False) -> bool:
        kind = type(event).__name__
        return await self._group_commit.keep((event.id, kind, KINDS[kind].dump_json(event).decode(), tried, entry))

    async def _keep(self, rows: Sequence[Row]) -> Sequence[bool]:
        sql = "INSERT INTO inbox (id, kind, body, attempts) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO NOTHING"

        def work() -> list[bool]:
            with transaction(self._db):
                new = [self._db.execute(sql, row[:4]).rowcount == 1 for row in rows]
                for entry in (row[4] for row, kept in zip(rows, new, strict=True) if kept):
                    if entry is not None:
                        add_record(self._db, entry)
                return new

        return await self._run(work, first=True)

    def _values(self, table: str, sql: str, value: Callable[..., T], *values: object) -> list[T]:
        found: list[T] = []
        for row, *columns in self._db.execute(sql, values).fetchall():
            try:
                found.append(value(*columns))
            except (ValueError, KeyError, TypeError) as error:
                set_aside(self._db, table, row, error)
        return found

    async def begin_work(self, event: str) -> None:
        await self._run(lambda: note_work(self._db, (event,), working=True))

    async def end_work(self, *events: str) -> None:
        await self._run(lambda: note_work(self._db, events, working=False))

    async def count_crashes(self) -> Mapping[str, Crashes]:
        return await self._run(lambda: count_crashes(self._db))

    async def finish(self, event: str, incident: str = "") -> None:
        finished = "UPDATE inbox SET finished = strftime('%Y-%m-%dT%H:%M:%fZ'), incident = ?, body = '' WHERE id = ?"

        def work() -> None:
            answered = self._db.execute("SELECT 1 FROM turns WHERE event = ?", (event,)).fetchone() is not None
            # Where an answer is kept it would be brought once more, into its place; a word aside would be said twice.
            with unhurried(self._db) if answered and not incident else nullcontext(), transaction(self._db):
                self._db.execute(finished, (incident, event))
                self._db.execute("DELETE FROM work WHERE event = ?", (event,))
                self._db.execute("DELETE FROM receipts WHERE turn = ?", (event,))  # of a word aside: nobody edits it

        await self._run(work)

    # ── threads and turns ───────────────────────────────────────────────────────────────────────────────────────────

    async def turns(self, thread: str) -> Sequence[Turn]:
        return await self._run(lambda: self._turns_of(thread))

    def _turns_of(self, thread: str) -> tuple[Turn, ...]:
        """Read a thread's turns, once for all who ask until another process writes; what is saved here is added."""
        stamp = int(self._db.execute("PRAGMA data_version").fetchone()[0])
        if stamp != self._stamp:
            self._stamp = stamp
            self._threads.clear()
        found = self._threads.take(thread)
        if found is None:
            turns = self._turns("thread = ? ORDER BY seq", thread)
            found = turns, turns_bytes(turns)
        self._threads.put(thread, *found)  # the last one now
        return found[0]

    def _learn(self, turn: Turn) -> None:
        """Put a turn that was saved among those of its thread, where these are kept."""
        found = self._threads.take(turn.thread)
        if found is not None:
            known, weighs = found
            again = any(t.id == turn.id for t in known)
            turns = tuple(turn if t.id == turn.id else t for t in known) if again else (*known, turn)
            self._threads.put(turn.thread, turns, turns_bytes(turns, known, weighs))

    def _turns(self, where: str, *values: object) -> tuple[Turn, ...]:
        return tuple(self._values("turns", f"SELECT seq, body FROM turns WHERE {where}", decoded_turn, *values))

    async def asked_by(self, person: str, limit: int = 2000) -> Sequence[Turn]:
        where = "json_extract(body, '$.person') = ? ORDER BY seq DESC LIMIT ?"
        return (await self._run(lambda: self._turns(where, person, limit)))[::-1]

    async def save(self, turn: Turn, event: str = "") -> None:
        def work() -> None:
            body = TURN.dump_json(turn).decode()  # of a thousand claims it takes long: not on the event loop
            with nullcontext() if turn.done else unhurried(self._db), transaction(self._db):
                self._db.execute(
                    "INSERT INTO turns (id, thread, event, body) VALUES (?, ?, ?, ?)"
                    " ON CONFLICT (id) DO UPDATE SET body = excluded.body",
                    (turn.id, turn.thread, event or None, body),
                )
                self._db.execute(
                    "INSERT INTO threads (key, title, updated) VALUES (?, ?, strftime('%Y-%m-%dT%H:%M:%fZ'))"
                    " ON CONFLICT (key) DO UPDATE SET updated = excluded.updated",
                    (turn.thread, turn.question),
                )
            self._learn(decoded_turn(body))

        await self._run(work)

    async def withdraw(self, turn: Turn, event: str) -> None:
        await self._forget(lambda: withdraw_question(self._db, turn, event))

    async def threads(self, prefix: str, limit: int = 100, skip: int = 0, find: str = "") -> Sequence[ThreadInfo]:
        rows = await self._all(
            "SELECT key, title, (SELECT count(*) FROM turns WHERE thread = key), updated FROM threads"
            " WHERE substr(key, 1, length(?)) = ? AND title <> '' AND instr(lower(title), lower(?))"
            " ORDER BY updated DESC, (SELECT max(seq) FROM turns WHERE thread = key) DESC LIMIT ? OFFSET ?",
            prefix,
            prefix,
            find,
            limit,
            skip,
        )
        return [ThreadInfo(key, title, int(turns), updated) for key, title, turns, updated in rows]

    async def forget_thread(self, thread: str) -> None:
        await self._forget(lambda: forget_thread(self._db, thread))

    async def forget_person(self, person: str) -> None:
        await self._forget(lambda: forget_person(self._db, person))

    async def _forget(self, work: Callable[[], None]) -> None:
        def whole() -> None:
            self._threads.clear()
            decoded_turn.clear()
            with transaction(self._db):
                work()
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # the log would keep the old pages for a while

        await self._run(whole)

    # ── pictures, receipts, state ───────────────────────────────────────────────────────────────────────────────────

    async def figure(self, key: str) -> Figure | None:
        sql = "SELECT png, svg, alt, width, height, title FROM figures WHERE key = ?"
        found = await self._run(lambda: self._db.execute(sql, [key]).fetchone())
        return figure_of(key, found)

    async def save_figure(self, key: str, figure: Figure) -> None:
        def work() -> None:
            with unhurried(self._db), transaction(self._db):
                save_figure(self._db, key, figure)

        await self._run(work)

    async def state_keys(self, namespace: str, prefix: str) -> Sequence[str]:
        sql = "SELECT key FROM state WHERE namespace = ? AND substr(key, 1, length(?)) = ? ORDER BY key"
        return [key for (key,) in await self._all(sql, namespace, prefix, prefix)]

    # ── the audit trail ─────────────────────────────────────────────────────────────────────────────────────────────

    async def record(self, entry: AuditEntry) -> None:
        def work() -> None:
            with transaction(self._db):
                add_record(self._db, entry)

        await self._run(work)

    async def records(self, after: int = 0, limit: int = 1000) -> Sequence[AuditRecord]:
        return await self._run(lambda: read_records(self._db, after, limit))

    async def close(self) -> None:
        watched = self._file
        self._file = None  # what is closed is not looked at any more
        if watched is not None:
            watched.before_closing()
        await self._run(self._db.close)
        if watched is not None:
            watched.close()
        self._thread.shutdown()


def _text(stored: bytes) -> str:
    """Return a text that was stored; one that is none fails where its row is read, not its neighbours."""
    return stored.decode("utf-8", "surrogateescape")
