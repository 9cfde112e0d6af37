"""The tables of the SQLite store, and how values become JSON and come back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import get_args

from pydantic import TypeAdapter
from sqlite_utils import Database

from kgcore.errors import StoreDamaged
from kgcore.store.audit import AUDIT_SCHEMA
from kgcore.values.actions import Control
from kgcore.values.message import Incoming, Note
from kgcore.values.thread import Turn

VERSION = 4
PATIENCE = 3_000  # milliseconds that a statement waits for another process
KINDS: dict[str, TypeAdapter[Incoming]] = {kind.__name__: TypeAdapter(kind) for kind in get_args(Incoming)}
TURN: TypeAdapter[Turn] = TypeAdapter(Turn)
NOTES: dict[str, TypeAdapter[Note]] = {kind.__name__: TypeAdapter(kind) for kind in get_args(Note)}
CONTROLS: dict[str, TypeAdapter[Control]] = {kind.__name__: TypeAdapter(kind) for kind in get_args(Control)}

SCHEMA = """
CREATE TABLE IF NOT EXISTS inbox (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, body TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0, finished TEXT, incident TEXT NOT NULL DEFAULT '',
    received TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ')));
CREATE INDEX IF NOT EXISTS inbox_open ON inbox (seq) WHERE finished IS NULL;
CREATE TABLE IF NOT EXISTS work (
    event TEXT PRIMARY KEY, working INTEGER NOT NULL DEFAULT 0, together INTEGER NOT NULL DEFAULT 0,
    alone INTEGER NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS threads (
    key TEXT PRIMARY KEY, title TEXT NOT NULL, model TEXT NOT NULL DEFAULT '', updated TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS turns (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, thread TEXT NOT NULL, event TEXT UNIQUE,
    body TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS turns_thread ON turns (thread, seq);
CREATE TABLE IF NOT EXISTS deeds (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, event TEXT NOT NULL UNIQUE, thread TEXT NOT NULL, person TEXT NOT NULL,
    kind TEXT NOT NULL, body TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS deeds_thread ON deeds (thread, seq);
CREATE INDEX IF NOT EXISTS deeds_person ON deeds (person, seq);
CREATE INDEX IF NOT EXISTS deeds_rated ON deeds (seq) WHERE kind = 'Rated';
CREATE TABLE IF NOT EXISTS notes (
    id TEXT PRIMARY KEY, thread TEXT NOT NULL, person TEXT NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS notes_thread ON notes (thread);
CREATE INDEX IF NOT EXISTS notes_person ON notes (person);
CREATE TABLE IF NOT EXISTS receipts (turn TEXT PRIMARY KEY, receipt TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS figures (
    key TEXT PRIMARY KEY, png BLOB NOT NULL, svg TEXT NOT NULL, alt TEXT NOT NULL, width INTEGER NOT NULL,
    height INTEGER NOT NULL, title TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS aside (
    source TEXT NOT NULL, place TEXT NOT NULL, reason TEXT NOT NULL, body BLOB NOT NULL,
    since TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ')));
CREATE TABLE IF NOT EXISTS state (
    namespace TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (namespace, key));
"""


def prepare_database(db: Database, path: str) -> None:
    """Create the tables, or check that they are of this version; raises StoreDamaged otherwise."""
    found = db.execute("PRAGMA user_version").fetchone()[0]
    if found == 1:  # pictures were kept by turn; they are drawn again when somebody looks
        db.conn.executescript("DROP TABLE figures")
    if found not in range(VERSION + 1):
        raise StoreDamaged(
            f"{path} was written by another version of Evigraph (store {found}, expected {VERSION}).",
            hint="Move it away, or start the version that wrote it.",
        )
    db.enable_wal()
    db.execute("PRAGMA secure_delete = ON")  # what is forgotten is overwritten, not only unlinked
    db.conn.executescript(SCHEMA + AUDIT_SCHEMA)
    if found in (1, 2):  # events kept their text once they were finished
        db.execute("UPDATE inbox SET body = '' WHERE finished IS NOT NULL")
    db.execute(f"PRAGMA user_version = {VERSION}")
    # NORMAL may lose the last commits in a power cut; the inbox promises that it does not.
    db.execute("PRAGMA synchronous = FULL")
    db.execute(f"PRAGMA busy_timeout = {PATIENCE}")


class transaction:  # noqa: N801  (reads as a statement)
    """BEGIN IMMEDIATE … COMMIT, or ROLLBACK when the block raises: nothing is half written.

    On a full disk SQLite may have taken it back by itself, and what it says then stands in the way of nothing.
    """

    def __init__(self, db: Database) -> None:
        self._db = db

    def __enter__(self) -> None:
        self._db.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if not kind:
            self._db.execute("COMMIT")
        elif self._db.conn.in_transaction:
            self._db.execute("ROLLBACK")


@contextmanager
def unhurried(db: Database) -> Iterator[None]:
    """What is committed here does not wait for the disk; what is committed behind it brings it along.

    A process that dies loses nothing of it, a power cut may. Only for what is done again where it is lost: who works at
    what, an answer that is not whole yet, a picture, the end of an event whose answer is kept.
    """
    db.execute("PRAGMA synchronous = NORMAL")
    try:
        yield
    finally:
        db.execute("PRAGMA synchronous = FULL")
