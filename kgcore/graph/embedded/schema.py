"""The tables of graph.sqlite, and how to open them for building and for reading."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlite_utils import Database

_TABLES: dict[str, dict[str, type]] = {
    "entities": {
        "n": int,
        "id": str,
        "name": str,
        "type": str,
        "synonyms": str,  # JSON list
        "xrefs": str,  # JSON list
        "description": str,
        "extra": str,  # JSON object, or empty
    },
    "edges": {
        "n": int,
        "id": str,
        "publications": str,  # joined by |, as in the TSV
        "sources": str,
        "sentences": str,
        "note": str,
        "extra": str,
    },
    "papers": {"n": int, "id": str, "title": str, "journal": str, "year": int, "url": str},
    "predicates": {
        "code": int,
        "name": str,
        "described": int,
        "label": str,
        "symmetric": int,
        "inverse": str,
        "opposite": str,
        "implies": str,
        "phrases": str,
    },
    "about": {"key": str, "value": str},
}
_KEYS = {"predicates": "code", "about": "key"}
_BUILDING = (
    "PRAGMA journal_mode=OFF",  # the folder is thrown away when building fails
    "PRAGMA synchronous=OFF",
    "PRAGMA locking_mode=EXCLUSIVE",
    "PRAGMA cache_size=-65536",
)


def create(path: Path) -> Database:
    """Create an empty database with all tables, set up for bulk writing."""
    # sqlite-utils takes 0.1 s to import, which readers of a graph need not pay.
    from sqlite_utils import Database

    db = Database(sqlite3.connect(path, isolation_level=None))
    for pragma in _BUILDING:
        db.execute(pragma)
    for name, columns in _TABLES.items():
        db.table(name).create(columns, pk=_KEYS.get(name, "n"))
    return db


def open_read_only(path: Path) -> sqlite3.Connection:
    """Open a finished database; it never changes, so no lock file is needed (the folder may be read-only)."""
    uri = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
    db = sqlite3.connect(uri, uri=True, check_same_thread=False, isolation_level=None, cached_statements=64)
    db.execute("PRAGMA query_only=1")
    return db
