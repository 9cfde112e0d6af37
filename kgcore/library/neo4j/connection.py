"""The connection to a library in Neo4j: questions with a time limit, transactions, and errors in the house's words.

Statements are constants of this package; what comes from outside travels as parameters only.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from neo4j import Driver, GraphDatabase, NotificationMinimumSeverity, Query, Record, Transaction
from neo4j.exceptions import AuthError, ClientError, ConfigurationError, DriverError, Neo4jError

from kgcore.errors import ConfigError, LibraryDamaged, LibraryError, LibraryNotFound
from kgcore.library.neo4j.schema import AWAIT, INDEXES, KIND, NEW_LIBRARY, THE_LIBRARY, VECTOR, VERSION

READ_SECONDS = 8.0
LONG_SECONDS = 120.0  # for what is written, and for exports
CONNECT_SECONDS = 3.0
_START = "Is it running, and is NEO4J_URI right?"


@dataclass(frozen=True, slots=True)
class Place:
    """Where the database is and who we are there; without a user nobody logs in."""

    uri: str
    user: str = ""
    password: str = field(default="", repr=False)
    database: str = ""

    @property
    def words(self) -> str:
        """The address, for messages."""
        return f"Neo4j at {self.uri}{f' (database {self.database})' if self.database else ''}"


class Connection:
    """A pool of connections to one database; its methods may be called from several threads."""

    def __init__(self, place: Place) -> None:
        """Connects when it is first asked. Raises ConfigError where the address is none."""
        self.place = place
        try:
            self._driver: Driver = GraphDatabase.driver(
                place.uri,
                auth=(place.user, place.password) if place.user else None,
                user_agent="evigraph",
                connection_timeout=CONNECT_SECONDS,
                connection_acquisition_timeout=CONNECT_SECONDS + READ_SECONDS,
                liveness_check_timeout=30,
                keep_alive=True,
                telemetry_disabled=True,
                notifications_min_severity=NotificationMinimumSeverity.OFF,
            )
        except (ValueError, ConfigurationError) as exc:
            raise ConfigError(f"NEO4J_URI: {exc}", hint="For example neo4j://localhost:7687.") from None

    def read(self, text: str, *, seconds: float = READ_SECONDS, **parameters: Any) -> list[Record]:
        """Return all rows of a question; the driver asks again where that helps. Raises LibraryError."""
        query = Query(text, timeout=seconds)
        with self._translated():
            records, _, _ = self._driver.execute_query(
                query, parameters, database_=self.place.database or None, routing_="r"
            )
        return records

    @contextmanager
    def writing(self) -> Iterator[Transaction]:
        """Open a transaction: everything inside, or nothing. Raises LibraryError."""
        with (
            self._translated(),
            self._driver.session(database=self.place.database or None) as session,
            session.begin_transaction(timeout=LONG_SECONDS) as transaction,
        ):
            yield transaction
            transaction.commit()

    def write(self, text: str, **parameters: Any) -> list[Record]:
        """Run one statement in a transaction of its own. Raises LibraryError."""
        with self.writing() as transaction:
            return list(transaction.run(text, parameters))

    def close(self) -> None:
        """Let go of all connections."""
        self._driver.close()

    def begin(self, embedder: str) -> None:
        """Make the indexes and an empty library where there is none yet. Raises LibraryError."""
        for statement in INDEXES:
            self.write(statement)
        self.write(NEW_LIBRARY, version=VERSION, embedder=embedder)
        self.write(AWAIT)

    def index_vectors(self, dimensions: int) -> None:
        """Make the index of meanings where there is none yet. Raises LibraryError."""
        self.write(VECTOR, options={"indexConfig": {**KIND, "vector.dimensions": dimensions}})
        self.write(AWAIT)

    def library(self) -> Record:
        """Return what the library says of itself. Raises LibraryNotFound and LibraryError."""
        rows = self.read(THE_LIBRARY)
        if not rows:
            raise LibraryNotFound(
                f"There is no library in {self.place.words}.", hint="Make one: evigraph library add SOURCE."
            )
        if rows[0]["version"] != VERSION:
            raise LibraryDamaged(f"The library in {self.place.words} was written by another version.")
        return rows[0]

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except (Neo4jError, DriverError, OSError) as exc:
            raise self._error(exc) from exc

    def _error(self, exc: Exception) -> LibraryError:
        where = f"The library in {self.place.words}"
        if isinstance(exc, AuthError):
            return LibraryError(f"{where} refused the login.", hint="Check NEO4J_USER and NEO4J_PASSWORD.")
        code = str(getattr(exc, "code", "") or "")
        if "TimedOut" in code:
            return LibraryError(f"{where} took too long.", hint="Try again in a moment.")
        if isinstance(exc, ClientError):
            return LibraryError(
                f"{where} refused a question ({code}).",
                hint="Is NEO4J_DATABASE right, and the server Neo4j 5.15 or later?",
            )
        if isinstance(exc, Neo4jError) and ("OutOfMemory" in code or "Unavailable" in code or "General" in code):
            return LibraryError(f"{where} cannot be used ({code}).", hint="Has its machine room on the disk and heap?")
        return LibraryError(f"{where} cannot be reached just now.", hint=_START)
