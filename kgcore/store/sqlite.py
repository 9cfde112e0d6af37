"""The Store on one SQLite file in WAL mode; one thread owns the connection, so nothing blocks the event loop."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from sqlite_utils import Database

from kgcore.controls import Deed
from kgcore.errors import StoreDamaged, StoreError, StoreFull
from kgcore.message import Incoming
from kgcore.notes import Note
from kgcore.reply import Figure
from kgcore.store import forgetting
from kgcore.store.inlet import Inlet, Row
from kgcore.store.schema import CONTROLS, KINDS, NOTES, TURN, prepare
from kgcore.thread import ThreadInfo, Turn

T = TypeVar("T")
DECODED = 256  # turns (50 KB each) that are kept ready by their text: every event of a thread asks for all its turns
THREADS = 16  # threads whose turns are kept together until any turn is saved
_DEEDS = "SELECT event, thread, person, kind, body FROM deeds"
AHEAD = 8  # pieces of work that the thread is given at most, so that an event is committed before what waits here
SPARE = 4 * 1024 * 1024  # bytes; with less, SQLite's write-ahead log and its index do not fit


class SqliteStore:
    """See `kgcore.ports.Store`. Constructed means open; raises StoreError when the file cannot be used."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="store")
        self._ahead = asyncio.Semaphore(AHEAD)
        self._inlet = Inlet(self._keep)
        self._saves = 0
        self._threads: dict[str, tuple[Turn, ...]] = {}
        self._stamp = (0, 0)  # of the database when `_threads` was read
        self._db: Database = self._thread.submit(self._guarded, self._open).result()

    def _open(self) -> Database:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(self._path, check_same_thread=False, isolation_level=None)
        try:
            db = Database(connection)
            prepare(db, str(self._path))
        except BaseException:
            connection.close()
            raise
        return db

    def _guarded(self, work: Callable[[], T]) -> T:
        try:
            return work()
        except sqlite3.OperationalError as error:
            if self._no_room(error):
                raise StoreFull(f"No room left for {self._path}.", mend="Free some disk space.") from error
            raise StoreError(f"{self._path} cannot be written: {error}.", mend="Check its folder's rights.") from error
        except sqlite3.DatabaseError as error:
            raise StoreDamaged(f"{self._path} is damaged: {error}.", mend="Restore a copy or move it away.") from error
        except OSError as error:
            raise StoreError(f"{self._path.parent}: {error.strerror}.", mend="Check EVIGRAPH_DATA.") from error

    def _no_room(self, error: sqlite3.Error) -> bool:
        """Whether the disk is full: SQLite says so, or calls it an I/O error when its own helper files do not fit."""
        name = getattr(error, "sqlite_errorname", "")
        if name.startswith("SQLITE_IOERR"):
            return shutil.disk_usage(self._path.parent).free < SPARE
        return name == "SQLITE_FULL"

    async def _run(self, work: Callable[[], T], *, first: bool = False) -> T:
        async with nullcontext() if first else self._ahead:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._guarded, work)

    async def _one(self, sql: str, *values: object) -> tuple[object, ...] | None:
        found: tuple[object, ...] | None = await self._run(lambda: self._db.execute(sql, values).fetchone())
        return found

    async def _all(self, sql: str, *values: object) -> list[tuple[str, ...]]:
        return await self._run(lambda: list(self._db.execute(sql, values).fetchall()))

    async def _write(self, sql: str, *values: object) -> int:
        """Run one statement (which SQLite commits by itself) and return the number of rows changed."""
        return await self._run(lambda: int(self._db.execute(sql, values).rowcount))

    # ── inbox ───────────────────────────────────────────────────────────────────────────────────────────────────────

    async def keep(self, event: Incoming) -> bool:
        kind = type(event).__name__
        return await self._inlet.keep((event.id, kind, KINDS[kind].dump_json(event).decode()))

    async def _keep(self, rows: Sequence[Row]) -> Sequence[bool]:
        sql = "INSERT INTO inbox (id, kind, body) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING"

        def work() -> list[bool]:
            with _transaction(self._db):
                return [self._db.execute(sql, row).rowcount == 1 for row in rows]

        return await self._run(work, first=True)

    async def pending(self) -> Sequence[Incoming]:
        rows = await self._all("SELECT kind, body FROM inbox WHERE finished IS NULL ORDER BY seq")
        return [KINDS[kind].validate_json(body) for kind, body in rows]

    async def attempt(self, event: str) -> int:
        found = await self._one("UPDATE inbox SET attempts = attempts + 1 WHERE id = ? RETURNING attempts", event)
        return int(str(found[0])) if found else 0

    async def survived(self, event: str) -> None:
        await self._write("UPDATE inbox SET attempts = min(attempts, 1) WHERE id = ?", event)

    async def finish(self, event: str, incident: str = "") -> None:
        finished = "UPDATE inbox SET finished = strftime('%Y-%m-%dT%H:%M:%fZ'), incident = ?, body = '' WHERE id = ?"

        def work() -> None:
            with _transaction(self._db):
                self._db.execute(finished, (incident, event))
                self._db.execute("DELETE FROM receipts WHERE turn = ?", (event,))  # of a word aside: nobody edits it

        await self._run(work)

    # ── threads and turns ───────────────────────────────────────────────────────────────────────────────────────────

    async def turn(self, id: str) -> Turn | None:
        found = await self._run(lambda: self._turns("id = ?", id))
        return found[0] if found else None

    async def turn_of(self, event: str) -> Turn | None:
        found = await self._run(lambda: self._turns("event = ?", event))
        return found[0] if found else None

    async def turns(self, thread: str) -> Sequence[Turn]:
        return await self._run(lambda: self._turns_of(thread))

    def _turns_of(self, thread: str) -> tuple[Turn, ...]:
        """Read a thread's turns, once for all who ask until a turn is saved: here, or by another process."""
        stamp = (int(self._db.execute("PRAGMA data_version").fetchone()[0]), self._saves)
        if stamp != self._stamp or len(self._threads) >= THREADS:
            self._stamp, self._threads = stamp, {}
        if thread not in self._threads:
            self._threads[thread] = self._turns("thread = ? ORDER BY seq", thread)
        return self._threads[thread]

    def _turns(self, where: str, value: str) -> tuple[Turn, ...]:
        rows = self._db.execute(f"SELECT body FROM turns WHERE {where}", (value,)).fetchall()
        return tuple(_decoded(body) for (body,) in rows)

    async def save(self, turn: Turn, event: str = "") -> None:
        body = TURN.dump_json(turn).decode()

        def work() -> None:
            self._saves += 1
            with _transaction(self._db):
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

        await self._run(work)

    async def threads(self, prefix: str, limit: int = 100) -> Sequence[ThreadInfo]:
        rows = await self._all(
            "SELECT key, title, (SELECT count(*) FROM turns WHERE thread = key), updated FROM threads"
            " WHERE substr(key, 1, length(?)) = ? AND title <> '' ORDER BY updated DESC,"
            " (SELECT max(seq) FROM turns WHERE thread = key) DESC LIMIT ?",
            prefix,
            prefix,
            limit,
        )
        return [ThreadInfo(key, title, int(turns), updated) for key, title, turns, updated in rows]

    async def keep_deed(self, deed: Deed) -> bool:
        kind = type(deed.control).__name__
        body = CONTROLS[kind].dump_json(deed.control).decode()
        sql = "INSERT OR IGNORE INTO deeds (event, thread, person, kind, body) VALUES (?, ?, ?, ?, ?)"
        return await self._write(sql, deed.event, deed.thread, deed.person, kind, body) == 1

    async def deeds(self, thread: str) -> Sequence[Deed]:
        return [_deed(row) for row in await self._all(f"{_DEEDS} WHERE thread = ? ORDER BY seq", thread)]

    async def deeds_of(self, person: str, limit: int = 500) -> Sequence[Deed]:
        rows = await self._all(f"{_DEEDS} WHERE person = ? ORDER BY seq DESC LIMIT ?", person, limit)
        return [_deed(row) for row in reversed(rows)]

    async def ratings(self) -> Sequence[tuple[Deed, str]]:
        rows = await self._all(
            "SELECT event, thread, person, deeds.kind, deeds.body, coalesce(received, '') FROM deeds"
            " LEFT JOIN inbox ON inbox.id = deeds.event WHERE deeds.kind = 'Rated' ORDER BY deeds.seq"
        )
        return [(_deed(row[:5]), row[5]) for row in rows]

    async def note(self, id: str) -> Note | None:
        found = await self._all("SELECT kind, body FROM notes WHERE id = ?", id)
        return NOTES[found[0][0]].validate_json(found[0][1]) if found else None

    async def keep_note(self, note: Note) -> None:
        kind = type(note).__name__
        sql = "INSERT OR IGNORE INTO notes (id, thread, person, kind, body) VALUES (?, ?, ?, ?, ?)"
        await self._write(sql, note.id, note.thread, note.person, kind, NOTES[kind].dump_json(note).decode())

    async def forget_thread(self, thread: str) -> None:
        await self._forget(lambda: forgetting.forget_thread(self._db, thread))

    async def forget_person(self, person: str) -> None:
        await self._forget(lambda: forgetting.forget_person(self._db, person))

    async def _forget(self, work: Callable[[], None]) -> None:
        def whole() -> None:
            self._saves += 1
            _decoded.cache_clear()
            with _transaction(self._db):
                work()
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # the log would keep the old pages for a while

        await self._run(whole)

    async def choose_model(self, thread: str, model: str) -> None:
        await self._write(
            "INSERT INTO threads (key, title, model, updated) VALUES (?, '', ?, strftime('%Y-%m-%dT%H:%M:%fZ'))"
            " ON CONFLICT (key) DO UPDATE SET model = excluded.model",
            thread,
            model,
        )

    async def chosen_model(self, thread: str) -> str:
        found = await self._one("SELECT model FROM threads WHERE key = ?", thread)
        return str(found[0]) if found else ""

    # ── pictures, receipts, state ───────────────────────────────────────────────────────────────────────────────────

    async def figure(self, key: str) -> Figure | None:
        sql = "SELECT png, svg, alt, width, height, title FROM figures WHERE key = ?"
        found = await self._run(lambda: self._db.execute(sql, [key]).fetchone())
        return Figure(*found) if found else None

    async def save_figure(self, key: str, figure: Figure) -> None:
        sql = "INSERT OR REPLACE INTO figures (key, png, svg, alt, width, height, title) VALUES (?, ?, ?, ?, ?, ?, ?)"
        await self._write(sql, key, figure.png, figure.svg, figure.alt, figure.width, figure.height, figure.title)

    async def receipt(self, turn: str) -> str | None:
        found = await self._one("SELECT receipt FROM receipts WHERE turn = ?", turn)
        return str(found[0]) if found else None

    async def save_receipt(self, turn: str, receipt: str) -> None:
        await self._write("INSERT OR REPLACE INTO receipts (turn, receipt) VALUES (?, ?)", turn, receipt)

    async def get_state(self, namespace: str, key: str) -> str | None:
        found = await self._one("SELECT value FROM state WHERE namespace = ? AND key = ?", namespace, key)
        return str(found[0]) if found else None

    async def set_state(self, namespace: str, key: str, value: str | None) -> None:
        if value is None:
            await self._write("DELETE FROM state WHERE namespace = ? AND key = ?", namespace, key)
        else:
            sql = "INSERT OR REPLACE INTO state (namespace, key, value) VALUES (?, ?, ?)"
            await self._write(sql, namespace, key, value)

    async def state_keys(self, namespace: str, prefix: str) -> Sequence[str]:
        sql = "SELECT key FROM state WHERE namespace = ? AND substr(key, 1, length(?)) = ? ORDER BY key"
        return [key for (key,) in await self._all(sql, namespace, prefix, prefix)]

    async def close(self) -> None:
        await self._run(self._db.close)
        self._thread.shutdown()


def _deed(row: Sequence[str]) -> Deed:
    event, thread, person, kind, body = row
    return Deed(event, thread, person, CONTROLS[kind].validate_json(body))


@lru_cache(DECODED)
def _decoded(body: str) -> Turn:
    return TURN.validate_json(body)


class _transaction:  # noqa: N801  (reads as a statement)
    """BEGIN IMMEDIATE … COMMIT, or ROLLBACK when the block raises: nothing is half written."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def __enter__(self) -> None:
        self._db.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self._db.execute("ROLLBACK" if kind else "COMMIT")
