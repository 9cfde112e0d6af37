"""The audit trail in SQLite: records are added, in the transaction of what they tell of, and never changed.

Triggers refuse everything else, but for taking out who somebody was and what they wrote.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from sqlite_utils import Database

from kgcore.values.audit import LASTING, AuditEntry, AuditRecord, Deed, next_record

AUDIT_SCHEMA = """
CREATE TABLE IF NOT EXISTS audit (
    number INTEGER PRIMARY KEY, at TEXT NOT NULL, deed TEXT NOT NULL, place TEXT NOT NULL, what TEXT NOT NULL,
    person_seal TEXT NOT NULL, text_seal TEXT NOT NULL, digest TEXT NOT NULL,
    person TEXT NOT NULL, person_salt TEXT NOT NULL, text TEXT NOT NULL, text_salt TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS audit_person ON audit (person);
CREATE INDEX IF NOT EXISTS audit_place ON audit (place);
CREATE TRIGGER IF NOT EXISTS audit_is_kept BEFORE DELETE ON audit
    BEGIN SELECT RAISE(ABORT, 'the audit trail only grows'); END;
CREATE TRIGGER IF NOT EXISTS audit_is_not_changed
    BEFORE UPDATE OF number, at, deed, place, what, person_seal, text_seal, digest ON audit
    BEGIN SELECT RAISE(ABORT, 'the audit trail is not changed'); END;
CREATE TRIGGER IF NOT EXISTS audit_is_only_erased
    BEFORE UPDATE OF person, person_salt, text, text_salt ON audit
    WHEN NEW.person NOT IN ('', OLD.person) OR NEW.person_salt NOT IN ('', OLD.person_salt)
        OR NEW.text NOT IN ('', OLD.text) OR NEW.text_salt NOT IN ('', OLD.text_salt)
    BEGIN SELECT RAISE(ABORT, 'the audit trail is not changed'); END;
"""
_COLUMNS = "number, at, deed, place, what, person_seal, text_seal, digest, person, person_salt, text, text_salt"
KEPT = ", ".join(f"'{deed.value}'" for deed in LASTING)
ERASE_PERSON = (
    "UPDATE audit SET text = '', text_salt = '' WHERE person = :person",
    f"UPDATE audit SET person = '', person_salt = '' WHERE person = :person AND deed NOT IN ({KEPT})",
)
ERASE_THREAD = ("UPDATE audit SET text = '', text_salt = '' WHERE place = :thread AND text_salt <> ''",)


def add_record(db: Database, entry: AuditEntry) -> AuditRecord:
    """Add the record of an entry and return it; inside a transaction."""
    last = db.execute("SELECT number, digest FROM audit ORDER BY number DESC LIMIT 1").fetchone() or (0, "")
    at = datetime.now(UTC).isoformat(timespec="milliseconds")
    record = next_record(entry, last[0] + 1, at, last[1])
    db.execute(f"INSERT INTO audit ({_COLUMNS}) VALUES ({', '.join('?' * 12)})", record_row(record))
    return record


def read_records(db: Database, after: int, limit: int) -> list[AuditRecord]:
    """Return so many records behind a number, in order."""
    sql = f"SELECT {_COLUMNS} FROM audit WHERE number > ? ORDER BY number LIMIT ?"
    return [record_of(row) for row in db.execute(sql, (after, limit)).fetchall()]


def record_row(record: AuditRecord) -> tuple[object, ...]:
    """Return a record as a table's row."""
    entry = record.entry
    chained = (record.number, record.at, entry.deed.value, entry.place, entry.what)
    seals = (record.person_seal, record.text_seal, record.digest)
    return (*chained, *seals, entry.person, record.person_salt, entry.text, record.text_salt)


def record_of(row: Sequence[object]) -> AuditRecord:
    """Return the record of a table's row."""
    number, at, deed, place, what, person_seal, text_seal, digest, person, person_salt, text, text_salt = map(str, row)
    entry = AuditEntry(Deed(deed), place, person, what, text)
    return AuditRecord(int(number), at, entry, person_seal, text_seal, digest, person_salt, text_salt)
