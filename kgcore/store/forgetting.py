"""Deleting a thread or a person from the SQLite store, so that the file no longer holds their words either."""

from __future__ import annotations

from dataclasses import replace

from sqlite_utils import Database

from kgcore.store.schema import TURN

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
    "DELETE FROM threads WHERE key = :thread",
)
PERSON = (
    "DELETE FROM deeds WHERE person = :person AND kind IN ('Bookmarked', 'Rated')",
    "UPDATE deeds SET person = '' WHERE person = :person",  # what they did to a thread stays: it is the thread's
    "DELETE FROM notes WHERE person = :person",
    "DELETE FROM state WHERE namespace = 'settings' AND key = :person",
)


def forget_thread(db: Database, thread: str) -> None:
    """Delete everything that is kept of a thread; inside a transaction."""
    for sql in THREAD:
        db.execute(sql, {"thread": thread})


def forget_person(db: Database, person: str) -> None:
    """Delete what is a person's own, and take their id out of turns and deeds; inside a transaction."""
    for sql in PERSON:
        db.execute(sql, {"person": person})
    rows = db.execute("SELECT id, body FROM turns WHERE json_extract(body, '$.person') = ?", (person,)).fetchall()
    for id, body in rows:
        nobody = TURN.dump_json(replace(TURN.validate_json(body), person="")).decode()
        db.execute("UPDATE turns SET body = ? WHERE id = ?", (nobody, id))
