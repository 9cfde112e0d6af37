"""Deleting a thread, a person or a question's words from PostgreSQL; everything here runs inside a transaction.

Deleted rows leave the tables' files with the VACUUM that follows; backups and archived logs are the operator's.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace

from kgcore.store.audit import KEPT
from kgcore.store.postgres.database import execute
from kgcore.store.postgres.schema import Session
from kgcore.store.schema import NOTES, TURN
from kgcore.values.message import Failed, Note, Offer
from kgcore.values.thread import Turn

VACUUMED = ("inbox", "turns", "deeds", "notes", "figures", "state", "aside", "audit", "threads")
_OF_TURNS = "(SELECT id FROM turns WHERE thread = %(key)s)"
THREAD = (
    f"DELETE FROM receipts WHERE turn IN {_OF_TURNS}",
    f"DELETE FROM figures WHERE split_part(key, '/', 1) IN {_OF_TURNS}",
    "DELETE FROM figures WHERE starts_with(key, %(key)s || '/')",  # pictures of the whole thread
    "DELETE FROM deeds WHERE thread = %(key)s",
    "DELETE FROM notes WHERE thread = %(key)s",
    "DELETE FROM state WHERE namespace = 'settings' AND key = 'thread' || chr(31) || %(key)s",
    "DELETE FROM turns WHERE thread = %(key)s",
    "DELETE FROM aside",  # whose words are in what cannot be read, nobody can tell
    "DELETE FROM threads WHERE key = %(key)s",
    "UPDATE audit SET text = '', text_salt = '' WHERE place = %(key)s AND text_salt <> ''",
)
PERSON = (
    "DELETE FROM deeds WHERE person = %(key)s AND kind IN ('Bookmarked', 'Rated')",
    "UPDATE deeds SET person = '' WHERE person = %(key)s",
    "DELETE FROM notes WHERE person = %(key)s",
    "DELETE FROM aside",
    "DELETE FROM state WHERE namespace IN ('settings', 'names') AND key = %(key)s",
    "UPDATE audit SET text = '', text_salt = '' WHERE person = %(key)s",
    f"UPDATE audit SET person = '', person_salt = '' WHERE person = %(key)s AND deed NOT IN ({KEPT})",
)


def forget_thread(session: Session, thread: str) -> None:
    """Delete everything that is kept of a thread."""
    for sql in THREAD:
        session.execute(sql.encode(), {"key": thread})


def forget_person(session: Session, person: str) -> None:
    """Delete what is a person's own, and take their id out of turns and recorded actions."""
    for sql in PERSON:
        session.execute(sql.encode(), {"key": person})
    theirs = "SELECT namespace, key, value FROM state WHERE namespace IN ('exports', 'api')"  # files, and tokens
    for namespace, key, value in execute(session, theirs).fetchall():
        if _person_of(str(value)) == person:
            execute(session, "DELETE FROM state WHERE namespace = %s AND key = %s", str(namespace), str(key))
    rows = execute(session, "SELECT id, body FROM turns WHERE person = %s FOR UPDATE", person).fetchall()
    for id, body in rows:
        nobody = TURN.dump_json(replace(TURN.validate_json(str(body)), person="")).decode()
        sql = "UPDATE turns SET person = '', body = %s, changed = nextval('changes') WHERE id = %s"
        execute(session, sql, nobody, str(id))


def _person_of(state: str) -> str:
    with suppress(ValueError):
        found = json.loads(state)
        if isinstance(found, dict):  # older tokens name their owner on the page only
            owner = found.get("owner")
            return str(found.get("person", f"person\x1fweb\x1f\x1f{owner}" if owner else ""))
    return ""


def withdraw_question(session: Session, turn: Turn, event: str) -> None:
    """Keep a turn without the words of its question, and delete those wherever else they are."""
    row = execute(session, "SELECT body FROM turns WHERE id = %s FOR UPDATE", turn.id).fetchone()
    if row is None:
        return
    before = TURN.validate_json(str(row[0])).question
    kept = "UPDATE turns SET body = %s, changed = nextval('changes') WHERE id = %s"
    execute(session, kept, TURN.dump_json(turn).decode(), turn.id)
    execute(session, "UPDATE threads SET title = %s WHERE key = %s AND title = %s", turn.question, turn.thread, before)
    execute(session, "DELETE FROM figures WHERE starts_with(key, %s || '/')", turn.id)
    sql = "SELECT id, kind, body FROM notes WHERE thread = %s AND kind IN ('Offer', 'Failed')"
    for id, kind, body in execute(session, sql, turn.thread).fetchall():
        if _is_of(NOTES[str(kind)].validate_json(str(body)), event):
            execute(session, "DELETE FROM notes WHERE id = %s", str(id))


def _is_of(note: Note, event: str) -> bool:
    """Whether a note offers that message to be answered, as it is or was edited, or to be tried again."""
    if isinstance(note, Offer):
        return note.message.id == event or note.message.id.startswith(f"{event}:edited:")
    return isinstance(note, Failed) and note.event.id == event
