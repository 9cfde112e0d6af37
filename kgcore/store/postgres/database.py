"""A pool of connections to PostgreSQL; statements run in threads, so that nothing blocks the event loop."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from typing import TypeVar

import psycopg
from psycopg import conninfo, errors
from psycopg_pool import ConnectionPool, PoolTimeout

from kgcore.errors import ConfigError, StoreAway, StoreBusy, StoreDamaged, StoreError, StoreFull
from kgcore.store.postgres.schema import Session, migrate

T = TypeVar("T")
Value = str | bytes | int | float | bool | None | list[str] | list[int]
CONNECTIONS = 8  # of one process, beside the two by which it agrees with others
PATIENCE = 3.0  # seconds that a statement waits for a connection
_FIRST = 2.0  # the same of what comes first: platforms wait for three seconds, and send it again
_RECONNECT = 1.0  # seconds for which a connection is tried again by itself; then whoever needs one tries it at once
_CONNECT = 5  # seconds
_IDLE = 0.5  # seconds after which a connection is tried before it is used
_LOCK, _STATEMENT = 5_000, 30_000  # milliseconds that a statement waits for another, and may take
# What waiting does not heal; a connection that was refused has no code, only words.
_REFUSED = re.compile(r"FATAL: .*(authentication failed|does not exist|no pg_hba\.conf entry|permission denied)")
OLDEST = 140_000  # PostgreSQL 14
NUL = "\ufffd"  # what stands for a NUL
logging.getLogger("psycopg.pool").setLevel(logging.ERROR)  # it says again and again what we say once


def clean(value: Value) -> Value:
    """Return a value as PostgreSQL can keep it: its texts hold no NUL."""
    return value.replace("\x00", NUL) if isinstance(value, str) and "\x00" in value else value


class Address:
    """Where a database is. Raises ConfigError for what is no address. `words` name it without its password."""

    def __init__(self, url: str) -> None:
        try:
            found = conninfo.conninfo_to_dict(url)
        except psycopg.Error:  # its words hold the password
            hint = "Write postgresql://user:password@host:5432/database; signs in a password as %40 and so on."
            raise ConfigError("This is no address of PostgreSQL.", hint=hint) from None
        self.info = conninfo.make_conninfo(
            url,
            connect_timeout=_CONNECT,
            application_name="evigraph",
            keepalives_idle=5,
            keepalives_interval=3,
            keepalives_count=3,
            tcp_user_timeout=15_000,
        )
        host, port = found.get("host") or "this machine", found.get("port") or 5432
        self.words = f"PostgreSQL ({found.get('dbname') or found.get('user') or 'postgres'} on {host}:{port})"


def connect(address: Address) -> Session:
    """Return a connection of one's own. Raises psycopg.Error."""
    session = psycopg.connect(address.info, autocommit=True)
    _prepare(session)
    return session


def _prepare(session: Session) -> None:
    session.execute(f"SET lock_timeout = {_LOCK}")
    session.execute(f"SET statement_timeout = {_STATEMENT}")
    session.execute("SET idle_in_transaction_session_timeout = 30000")
    session.execute("SET client_encoding = 'UTF8'")


@contextmanager
def guarded(address: Address) -> Iterator[None]:
    """Raise StoreError, in words, for what the database or the way to it refuses."""
    try:
        yield
    except (errors.DiskFull, errors.OutOfMemory) as error:
        raise StoreFull(f"No room left for {address.words}.", hint="Free some disk space there.") from error
    except (errors.LockNotAvailable, errors.DeadlockDetected, errors.SerializationFailure) as error:
        raise StoreBusy(f"{address.words} is held by another program.", hint="End it, or wait for it.") from error
    except (errors.DataCorrupted, errors.IndexCorrupted) as error:
        raise StoreDamaged(f"{address.words} is damaged: {_said(error)}.", hint="Restore a backup.") from error
    except (PoolTimeout, psycopg.OperationalError, psycopg.InterfaceError) as error:
        if _REFUSED.search(str(error)):
            hint = "Check EVIGRAPH_STORE: user, password and database."
            raise StoreError(f"{address.words} refuses us: {_said(error)}.", hint=hint) from error
        hint = "Is it running, and EVIGRAPH_STORE right? Nothing that was kept is lost."
        raise StoreAway(f"{address.words} cannot be reached: {_said(error)}.", hint=hint) from error
    except psycopg.Error as error:
        raise StoreError(f"{address.words} refused a statement: {_said(error)}.") from error


def _said(error: Exception) -> str:
    """Return what the library says, on one line."""
    return "; ".join(line.strip() for line in str(error).splitlines() if line.strip()).rstrip(".") or "no reason given"


class Database:
    """The database at an address; constructed means that it is there, with our tables.

    Raises ConfigError and StoreError.
    """

    def __init__(self, url: str) -> None:
        self.address = Address(url)
        with guarded(self.address), connect(self.address) as session:
            if session.info.server_version < OLDEST:
                raise ConfigError(
                    f"{self.address.words} is version {session.info.server_version // 10_000}.",
                    hint="Evigraph needs PostgreSQL 14 or later.",
                )
            migrate(session)
        self._threads = ThreadPoolExecutor(CONNECTIONS, thread_name_prefix="store")
        self._ahead = asyncio.Semaphore(CONNECTIONS - 1)
        self._when_used: dict[int, float] = {}  # by connection: when it was last found to work
        self._pool = ConnectionPool(
            self.address.info,
            min_size=1,
            max_size=CONNECTIONS,
            kwargs={"autocommit": True},
            configure=_prepare,
            check=self._check,
            timeout=PATIENCE,
            reconnect_timeout=_RECONNECT,
            open=True,
        )

    def _check(self, session: Session) -> None:
        """Try a connection that has not been used for a while: the server may have gone and come back."""
        if time.monotonic() - self._when_used.get(id(session), 0.0) > _IDLE:
            ConnectionPool.check_connection(session)

    async def run(self, work: Callable[[Session], T], *, first: bool = False) -> T:
        """Return what `work` does with a connection, each of its statements committed by itself. Raises StoreError.

        One connection is there for what comes `first`: that an event is kept.
        """
        async with nullcontext() if first else self._ahead:
            patience = _FIRST if first else PATIENCE
            return await asyncio.get_running_loop().run_in_executor(self._threads, self._guarded, work, patience)

    async def commit(self, work: Callable[[Session], T], *, first: bool = False) -> T:
        """Return what `work` does in one transaction: all of it is kept, or nothing. Raises StoreError."""

        def whole(session: Session) -> T:
            # In a pipeline the beginning, statements whose rows nobody reads and the end share a way there and back.
            with session.pipeline(), session.transaction():
                return work(session)

        return await self.run(whole, first=first)

    def _guarded(self, work: Callable[[Session], T], patience: float) -> T:
        with guarded(self.address), self._pool.connection(patience) as session:
            done = work(session)
            # Noted here: what the pool would call on the way back, it calls in one more thread.
            self._when_used[id(session)] = time.monotonic()
            return done

    async def one(self, sql: str, *values: Value) -> tuple[object, ...] | None:
        """Return the first row, or None."""
        return await self.run(lambda session: execute(session, sql, *values).fetchone())

    async def all(self, sql: str, *values: Value) -> list[tuple[str, ...]]:
        """Return all rows."""
        return await self.run(lambda session: [*map(_texts, execute(session, sql, *values).fetchall())])

    async def write(self, sql: str, *values: Value) -> int:
        """Run one statement and return the number of rows changed."""
        return await self.run(lambda session: execute(session, sql, *values).rowcount)

    async def close(self) -> None:
        """Finish what is under way and let go of all connections."""
        await asyncio.to_thread(self._threads.shutdown)
        await asyncio.to_thread(self._pool.close)


def _texts(row: tuple[object, ...]) -> tuple[str, ...]:
    return tuple(map(str, row))


def execute(session: Session, sql: str, *values: Value) -> psycopg.Cursor[tuple[object, ...]]:
    """Run one statement with its values, which are kept apart from it."""
    return session.execute(sql.encode(), [clean(value) for value in values])
