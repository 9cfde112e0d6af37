"""How the processes on one database agree: advisory locks that vanish with the connection of whoever holds them.

What a replica holds it holds for as long as one connection lives. The server sees that a process is dead at once, and
that its machine is gone after 22 seconds; we see before it that we are cut off, and let go of everything.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from threading import Lock, Thread
from typing import TYPE_CHECKING, TypeVar

import psycopg

from kgcore.errors import StoreError
from kgcore.store.postgres.database import Database, connect, execute, guarded
from kgcore.store.postgres.rows import values_of
from kgcore.store.postgres.schema import RELAXED, Session
from kgcore.store.schema import KINDS
from kgcore.values.message import Arrival, Incoming

if TYPE_CHECKING:
    from concurrent.futures import Future

T = TypeVar("T")
CHANNEL = "evigraph_inbox"
BEAT = 2.0  # seconds between two looks whether we are still connected
_CUT_OFF = 8.0  # seconds without an answer after which we are not
_SEED = 7_283_000  # of the locks' numbers, apart from those of other programs in the same database
_KEY = f"hashtextextended(%s, {_SEED})"
_ALIVE_KEY = f"hashtextextended('replica:' || name, {_SEED})"
ALIVE = f"""EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND classid::bigint = (({_ALIVE_KEY} >> 32) & 4294967295)
    AND objid::bigint = ({_ALIVE_KEY} & 4294967295))"""
# OFFSET 0 keeps the order; a name is tried only until there are enough.
_CLAIM = f"""SELECT name FROM (
    SELECT name FROM unnest(%s::text[]) WITH ORDINALITY AS wanted (name, place) ORDER BY place OFFSET 0) AS wanted
WHERE pg_try_advisory_lock(hashtextextended(name, {_SEED})) LIMIT %s"""
# What waits is looked at again and again, and never changes: what has been read once is not sent and parsed again.
_WAITING = """SELECT seq, seq, kind, CASE WHEN seq = ANY (%s) THEN '' ELSE body END, replica
FROM inbox WHERE finished IS NULL AND seq > %s ORDER BY seq"""
# Never further ahead than an hour, so that a server's clock that was set back does not stop everything for long.
_EPOCH = "extract(epoch FROM clock_timestamp())::float8"
_ADVANCE = f"""INSERT INTO state (namespace, key, value)
SELECT 'moments', %s, ({_EPOCH} + %s::float8 + %s::float8)::text WHERE {RELAXED}
ON CONFLICT (namespace, key) DO UPDATE SET value =
    (least(greatest(state.value::float8, {_EPOCH} + %s::float8) + %s::float8, {_EPOCH} + 3600))::text
RETURNING value::float8 - {_EPOCH}"""
# Of a machine that is gone the server hears nothing: 6 + 4 × 4 seconds later it ends its connection, and its locks.
_KEPT_ALIVE = ("tcp_keepalives_idle = 6", "tcp_keepalives_interval = 4", "tcp_keepalives_count = 4")


class PostgresReplicas:
    """See `kgcore.ports.Replicas`."""

    def __init__(self, db: Database, name: str) -> None:
        self.name = name
        self._db = db
        self._thread: ThreadPoolExecutor | None = None
        self._session: Session | None = None
        self._listener: Session | None = None  # until somebody listens
        self._joins, self._joining = 0, Lock()  # whose connections are in use, where one join overtakes another
        self._lost: asyncio.Event = asyncio.Event()
        self._read = dict[int, Arrival]()  # by number: what waited when we last looked

    async def join(self, wake: Callable[[], None]) -> None:
        """Connect; from now on `wake` is called when something has come in. Raises StoreError."""
        await self.leave()
        loop = asyncio.get_running_loop()
        self._lost = lost = asyncio.Event()
        self._thread = thread = ThreadPoolExecutor(1, thread_name_prefix="replica")
        try:
            session, listener = await loop.run_in_executor(thread, self._connected, self._joins)
        except BaseException:
            lost.set()  # nothing is held, whoever waits to hear of it
            raise

        self._listener = None

        def told(what: Callable[[], None]) -> None:
            with suppress(RuntimeError):  # the loop has ended before us
                loop.call_soon_threadsafe(what)

        def listen() -> None:
            try:
                _listen(listener, thread, session, lambda: told(wake))
            except (psycopg.Error, TimeoutError, RuntimeError):
                told(lost.set)
            finally:
                listener.close()

        Thread(target=listen, name="replica-listens", daemon=True).start()

    def _connected(self, join: int) -> tuple[Session, Session]:
        """Return the connection that holds the locks, and the one that listens; closed where nobody wants them."""
        with guarded(self._db.address), ExitStack() as unwanted:
            session = unwanted.enter_context(closing(connect(self._db.address)))
            for setting in _KEPT_ALIVE:
                session.execute(f"SET {setting}".encode())
            execute(session, f"SELECT pg_advisory_lock({_KEY})", f"replica:{self.name}")
            execute(session, "UPDATE work SET working = false WHERE replica = %s", self.name)  # nothing of ours goes on
            listener = unwanted.enter_context(closing(connect(self._db.address)))
            listener.execute(f"LISTEN {CHANNEL}".encode())
            with self._joining:
                if join != self._joins:
                    raise StoreError("It was left before it was joined.")
                self._session, self._listener = session, listener
                unwanted.pop_all()
            return session, listener

    async def lost(self) -> None:
        """Return when we hold nothing any more: the connection broke."""
        await self._lost.wait()

    async def _held(self, work: Callable[[Session], T]) -> T:
        """Do something on the connection that holds the locks; where that fails, they are lost. Raises StoreError."""
        session, thread = self._session, self._thread
        if session is None or thread is None or self._lost.is_set():
            raise StoreError("The database was lost; what was held there is held no more.")

        def run() -> T:
            with guarded(self._db.address):
                return work(session)

        try:
            return await asyncio.get_running_loop().run_in_executor(thread, run)
        except StoreError:
            self._lost.set()
            raise

    async def claim(self, *names: str, most: int | None = None) -> frozenset[str]:
        """Return those of the names that we hold from now on, so many at most: nobody else does. Raises StoreError."""

        def work(session: Session) -> frozenset[str]:
            rows = session.execute(_CLAIM.encode(), [list(dict.fromkeys(names)), most]).fetchall()
            return frozenset(name for (name,) in rows)

        return await self._held(work)

    async def release(self, name: str) -> None:
        """Hold a name no longer. Raises StoreError."""
        await self._held(lambda session: execute(session, f"SELECT pg_advisory_unlock({_KEY})", name))

    async def alive(self, names: Collection[str]) -> frozenset[str]:
        """Return those of the replicas that live. Raises StoreError."""
        rows = await self._db.all(f"SELECT name FROM unnest(%s::text[]) AS name WHERE {ALIVE}", sorted(names))
        return frozenset(name for (name,) in rows)

    async def advance(self, name: str, by: float, least: float = 0.0) -> float:
        """See `kgcore.ports.Replicas`. Raises StoreError."""
        row = await self._db.one(_ADVANCE, name, least, by, least, by)
        return float(str(row[0])) if row else 0.0

    async def waiting(self, after: int = 0) -> Sequence[Arrival]:
        """Return what is not finished, of what came behind that number, in order. Raises StoreError."""
        known, numbers = self._read, [number for number in self._read if number > after]

        def work(session: Session) -> list[Arrival]:
            def arrival(number: int, kind: str, body: str, replica: str) -> Arrival:
                return known.get(number) or Arrival(number, KINDS[kind].validate_json(body), replica)

            rows = session.execute(_WAITING.encode(), [numbers, after]).fetchall()
            return values_of(session, "inbox", rows, arrival)

        found = await self._db.run(work)
        if not after:
            self._read = {}
        self._read.update((one.number, one) for one in found)
        return found

    async def waiting_event(self, id: str) -> Incoming | None:
        """Return an event that is not finished, or None. Raises StoreError."""
        row = await self._db.one("SELECT kind, body FROM inbox WHERE finished IS NULL AND id = %s", id)
        return KINDS[str(row[0])].validate_json(str(row[1])) if row else None

    async def leave(self) -> None:
        """Let go of everything at once."""
        with self._joining:
            session, listener, thread = self._session, self._listener, self._thread
            self._session = self._listener = self._thread = None
            self._joins += 1
        self._lost.set()
        if session is not None:
            await asyncio.to_thread(_end, session)
        if listener is not None:
            listener.close()
        if thread is not None:
            thread.shutdown(wait=False)


def _end(session: Session) -> None:
    with suppress(psycopg.Error):  # what is closed is let go of as well, a little later
        session.execute(b"SELECT pg_advisory_unlock_all()")
    session.close()


def _listen(listener: Session, thread: ThreadPoolExecutor, session: Session, wake: Callable[[], None]) -> None:
    """Call `wake` for what came in; raises where one of the two connections is gone, or does not answer."""
    while True:
        for _ in listener.notifies(timeout=BEAT, stop_after=1):
            wake()
        listener.execute(b"SELECT 1")
        beat: Future[object] = thread.submit(session.execute, b"SELECT 1")
        beat.result(timeout=_CUT_OFF)
