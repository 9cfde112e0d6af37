"""The file of a library: its tables, and how it is opened."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kgcore.errors import LibraryDamaged, LibraryError, LibraryNotFound
from kgcore.library.fields import FIELDS

FILE = "library.db"
VERSION = "1"
_BUSY = 30.0  # seconds that a writer is waited for
COLUMNS = ", ".join(f'"{scope.value}"' for scope, _ in FIELDS)  # "table" is a word of SQL's own
TOKENIZER = "porter unicode61 remove_diacritics 2"

_TABLES = f"""
CREATE TABLE meta(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE articles(
    id INTEGER PRIMARY KEY, year INTEGER, design TEXT NOT NULL, status TEXT NOT NULL, citations INTEGER,
    types TEXT NOT NULL, has_body INTEGER NOT NULL, tables INTEGER NOT NULL, characters INTEGER NOT NULL,
    head BLOB NOT NULL, vector BLOB);
CREATE TABLE bodies(article INTEGER PRIMARY KEY, body BLOB NOT NULL);
CREATE TABLE ids(id TEXT PRIMARY KEY, article INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX ids_of ON ids(article);
CREATE TABLE titles(title TEXT NOT NULL, article INTEGER NOT NULL, PRIMARY KEY(title, article)) WITHOUT ROWID;
CREATE INDEX titles_of ON titles(article);
CREATE TABLE tables(
    article INTEGER NOT NULL, place INTEGER NOT NULL, id TEXT NOT NULL, source BLOB NOT NULL,
    PRIMARY KEY(article, place)) WITHOUT ROWID;
CREATE TABLE notices(id TEXT NOT NULL, status TEXT NOT NULL, PRIMARY KEY(id, status)) WITHOUT ROWID;
CREATE TABLE files(name TEXT PRIMARY KEY, mark TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE searches(name TEXT PRIMARY KEY, query TEXT NOT NULL, seen INTEGER NOT NULL) WITHOUT ROWID;
CREATE VIRTUAL TABLE words USING fts5({COLUMNS}, content='',
    tokenize='{TOKENIZER}');
"""


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into ours."""
    try:
        yield
    except sqlite3.DatabaseError as exc:
        words = str(exc)
        if "full" in words or "disk I/O" in words:
            raise LibraryError(f"{path} cannot be written: {words}.", hint="Make room; what was added stays.") from exc
        if "locked" in words or "busy" in words:
            raise LibraryError(f"{path} is being written by another process.", hint="Try again in a moment.") from exc
        if isinstance(exc, sqlite3.OperationalError) and "no such table" not in words and "unable" not in words:
            raise LibraryError(f"{path} cannot be used: {words}.") from exc
        raise LibraryDamaged(f"{path} is no library, or damaged ({words}).", hint="Add its papers anew.") from exc


def has_library(folder: Path) -> bool:
    """Whether there is a library in a folder."""
    return (folder / FILE).is_file()


def open_file(folder: Path, *, create: bool = False) -> sqlite3.Connection:
    """Open a library's file. Raises LibraryNotFound, LibraryDamaged and LibraryError."""
    path = folder / FILE
    if not path.is_file():
        if not create:
            raise LibraryNotFound(f"There is no library in {folder}.", hint="Make one: evigraph library add SOURCE.")
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with translated(path):
        db = sqlite3.connect(path, timeout=_BUSY, check_same_thread=False, isolation_level=None)
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=NORMAL")
        if create and not db.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone():
            path.chmod(0o600)
            db.executescript(f"BEGIN;{_TABLES}INSERT INTO meta VALUES('version','{VERSION}');COMMIT;")
        found = db.execute("SELECT value FROM meta WHERE name='version'").fetchone()
    if found is None or found[0] != VERSION:
        db.close()
        raise LibraryDamaged(f"{path} was written by another version.", hint="Add its papers to a new library.")
    return db
