"""One Neo4j database over Bolt: read-only questions with a time limit, repeated where that helps; batches for a push.

So many questions are with the server at once as it can work on; others wait for their turn. A server that hangs is
noticed by a word that it does not answer, and is asked nothing more until it does.

Statements are constants of this package or built from a validated mapping; what comes from outside travels as
parameters only.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, cast

from neo4j import READ_ACCESS, WRITE_ACCESS, AsyncDriver, AsyncGraphDatabase, NotificationMinimumSeverity, Query, Record
from neo4j.exceptions import AuthError, ClientError, ConfigurationError, DriverError, Neo4jError

from kgcore.errors import ConfigError, GraphBusy, GraphDamaged, GraphRefused, GraphUnavailable
from kgcore.ports import UNQUEUED

READ_SECONDS = 8.0  # that the server spends on one question of a turn
GRACE_SECONDS = 2.0  # more that we wait for its answer
LOAD_SECONDS = 120.0  # for what is read or written once: pages at the start, batches of a push
CONNECT_SECONDS = 3.0
AT_ONCE = 8  # questions that the server works on side by side: more would make all of them late, and some too late
PAUSES = (0.05, 0.25)  # seconds before a question is asked again
_USER_AGENT = "evigraph"
_START = "Is it running, and is NEO4J_URI right?"
_MEMORY = "Give it more heap (server.memory.heap.max_size), then try again."
_LOGIN = "Check NEO4J_USER and NEO4J_PASSWORD."


@dataclass(frozen=True, slots=True)
class Access:
    """Where the database is and who we are there; without a user nobody logs in."""

    uri: str
    user: str = ""
    password: str = field(default="", repr=False)
    database: str = ""


@dataclass(frozen=True, slots=True)
class BoltWaits:
    """Seconds: that a question waits for its `turn`; after which an answer is `late` enough to ask whether the server
    is there at all; in which it then has to say a `word`.
    """

    turn: float = 12.0
    late: float = 3.0
    word: float = 2.0


class Bolt:
    """A pool of connections; `trips` counts the questions that went out."""

    def __init__(self, access: Access, patience: float = 15.0, waits: BoltWaits | None = None) -> None:
        """Connects when it is first asked; batches are tried again for `patience` seconds.

        Raises ConfigError where the address is none.
        """
        self._access = access
        self._database = access.database or None
        self.trips = 0
        self._waits = waits or BoltWaits()
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._hangs = False
        self._looking: asyncio.Task[None] | None = None
        try:
            self._driver: AsyncDriver = AsyncGraphDatabase.driver(
                access.uri,
                auth=(access.user, access.password) if access.user else None,
                user_agent=_USER_AGENT,
                connection_timeout=CONNECT_SECONDS,
                connection_acquisition_timeout=CONNECT_SECONDS + GRACE_SECONDS,
                max_transaction_retry_time=patience,
                liveness_check_timeout=30,
                keep_alive=True,
                telemetry_disabled=True,
                notifications_min_severity=NotificationMinimumSeverity.OFF,
            )
        except (ValueError, ConfigurationError) as exc:
            raise ConfigError(f"NEO4J_URI: {exc}", hint="For example neo4j://localhost:7687.") from None

    @property
    def place(self) -> str:
        """The address and the database, for messages."""
        return f"{self._access.uri} (database {self._access.database})" if self._database else self._access.uri

    async def read(self, text: str, *, seconds: float = READ_SECONDS, **parameters: Any) -> list[Record]:
        """Return all rows of a question; raises GraphUnavailable, or GraphDamaged where the server refuses it."""
        query = Query(text, timeout=seconds)
        for pause in (*PAUSES, None):
            self._check_there()
            try:
                async with self._turn():
                    self._check_there()  # it may hang since this waited
                    with _translated(self.place):
                        return await self._watched(query, parameters, seconds + GRACE_SECONDS)
            except _Passing as exc:
                if pause is None:
                    raise exc.error from exc
                await asyncio.sleep(pause)
        raise AssertionError

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        """Wait until the server has room for one more question; raises GraphBusy where that takes too long."""
        if UNQUEUED.get():
            yield
            return
        try:
            await asyncio.wait_for(self._turns.acquire(), self._waits.turn)
        except TimeoutError:
            raise GraphBusy(
                f"Neo4j at {self.place} is asked too much at once.", hint="Ask again in a moment."
            ) from None
        try:
            yield
        finally:
            self._turns.release()

    async def _watched(self, query: Query, parameters: Mapping[str, Any], seconds: float) -> list[Record]:
        """Return the rows; where they are late and the server answers nothing else either, it hangs."""
        self.trips += 1
        asking = asyncio.create_task(self._once(query, parameters, seconds))
        try:
            done, _ = await asyncio.wait({asking}, timeout=self._waits.late)
            if done or await self._answers():
                return await asking
            self._hangs = True
            raise TimeoutError
        finally:
            asking.cancel()

    async def _answers(self) -> bool:
        """Whether the server answers the shortest question there is."""
        try:
            await self._once(Query("RETURN 1", timeout=self._waits.word), {}, self._waits.word)
        except (Neo4jError, DriverError, TimeoutError, OSError):
            return False
        return True

    def _check_there(self) -> None:
        """Raise GraphUnavailable while the server hangs; it is looked after meanwhile."""
        if not self._hangs:
            return
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look_again())
        raise GraphUnavailable(f"Neo4j at {self.place} does not answer just now.", hint=_START)

    async def _look_again(self) -> None:
        self._hangs = not await self._answers()
        if self._hangs:
            await asyncio.sleep(self._waits.word)  # until somebody's question has it looked after again

    async def _once(self, query: Query, parameters: Mapping[str, Any], seconds: float) -> list[Record]:
        async with (
            asyncio.timeout(seconds),
            self._driver.session(database=self._database, default_access_mode=READ_ACCESS) as session,
        ):
            result = await session.run(query, dict(parameters))
            return [record async for record in result]

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Writer]:
        """Open a session that may write."""
        with _translated(self.place, passing=False):
            async with self._driver.session(database=self._database, default_access_mode=WRITE_ACCESS) as session:
                yield Writer(session)

    async def close(self) -> None:
        """Let go of all connections."""
        if self._looking is not None:
            self._looking.cancel()
            with suppress(asyncio.CancelledError):
                await self._looking
        await self._driver.close()


class Writer:
    """A session that may write; transient errors are tried again by the driver, which runs the work anew."""

    def __init__(self, session: Any) -> None:
        self._session = session

    async def once(self, text: str, **parameters: Any) -> list[Record]:
        """Run a statement in a transaction of its own that the driver may repeat, and return its rows."""

        async def work(transaction: Any) -> list[Record]:
            return [record async for record in await transaction.run(text, parameters)]

        return cast("list[Record]", await self._session.execute_write(work))

    async def in_parts(self, text: str) -> None:
        """Run a statement that the server commits in parts, however long it takes; cut off, some of them are done."""
        await (await self._session.run(text)).consume()

    async def schema(self, text: str, **parameters: Any) -> list[Record]:
        """Run a statement that makes or removes an index, which takes no data along."""
        result = await self._session.run(Query(text, timeout=LOAD_SECONDS), parameters)
        return [record async for record in result]


class _Passing(Exception):  # noqa: N818  (carries an error of ours)
    """What may be gone in a moment."""

    def __init__(self, error: GraphUnavailable) -> None:
        self.error = error


class _translated:  # noqa: N801  (reads as a phrase in a with statement)
    """Turn what the driver raises into the errors of the house; messages of the server are never passed on whole."""

    def __init__(self, place: str, *, passing: bool = True) -> None:
        self._place, self._passing = place, passing

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, exc: BaseException | None, trace: object) -> None:
        if isinstance(exc, Neo4jError | DriverError | TimeoutError | OSError):
            raise self._error(exc) from exc

    def _error(self, exc: BaseException) -> Exception:
        if isinstance(exc, AuthError):
            return GraphRefused(f"Neo4j at {self._place} refused the login.", hint=_LOGIN)
        if isinstance(exc, ClientError) and "TimedOut" not in str(exc.code):
            return GraphDamaged(f"Neo4j at {self._place} refused a question ({exc.code}).", hint=_REFUSED)
        if isinstance(exc, Neo4jError) and "OutOfMemory" in str(exc.code):
            return GraphUnavailable(f"Neo4j at {self._place} ran out of memory.", hint=_MEMORY)
        timed_out = isinstance(exc, TimeoutError) or "TimedOut" in str(getattr(exc, "code", ""))
        what = "took too long" if timed_out else "cannot be reached just now"
        error = GraphUnavailable(f"Neo4j at {self._place} {what}.", hint=_START)
        again = isinstance(exc, Neo4jError | DriverError) and exc.is_retryable() and not timed_out
        return _Passing(error) if again and self._passing else error


_REFUSED = "Is NEO4J_DATABASE right, and the server Neo4j 5.15 or later? `evigraph check --only graph` looks into it."
