"""The audit trail: who did what, in a chain of digests in which nothing can be changed or taken out unseen.

Who it was and what they wrote stand beside the chain, which holds only salted digests of them: so they can be taken out
for somebody who wants to be forgotten, and the chain still holds.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum

FIRST = "0" * 64  # what the first record names as the one before it


class Deed(StrEnum):
    """What somebody did."""

    ASKED = "asked"
    CLICKED = "clicked"
    COMMANDED = "commanded"
    CHANGED = "changed"  # edited or deleted a message of theirs
    LOOKED = "looked"  # at what is answered on the spot
    CALLED = "called"  # another program, by the API
    REVIEWED = "reviewed"
    CONFIGURED = "configured"
    FORGOT = "forgot"
    EXPORTED = "exported"


LASTING = (Deed.REVIEWED, Deed.CONFIGURED, Deed.FORGOT)  # decided for others, or about data: who did is not taken out


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """What is to be recorded: `place` is a thread's key or "", `person` a person's key, `what` words of ours and ids.

    `text` is what the person wrote; it is given only where the operator has switched that on.
    """

    deed: Deed
    place: str
    person: str
    what: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Activity:
    """How often a person (their key, "" for who was forgotten) asked in a thread (its key), and when last."""

    person: str
    place: str
    asked: int
    last: str


@dataclass(frozen=True, slots=True)
class AuditRecord:
    """An entry as it stands in the trail: numbered from 1, `at` a time (ISO 8601, UTC), chained to the one before.

    `person` and `text` are "" where there was none, or where they were taken out; then `person_salt` is "", too.
    """

    number: int
    at: str
    entry: AuditEntry
    person_seal: str
    text_seal: str
    digest: str
    person_salt: str = field(default="", repr=False)
    text_salt: str = field(default="", repr=False)

    @property
    def erased(self) -> bool:
        """Whether who it was has been taken out."""
        return not self.person_salt


def next_record(entry: AuditEntry, number: int, at: str, before: str) -> AuditRecord:
    """Return the record of an entry that follows the one with the digest `before` ("": it is the first)."""
    salts = secrets.token_hex(16), secrets.token_hex(16)
    person, text = seal(salts[0], entry.person), seal(salts[1], entry.text)
    record = AuditRecord(number, at, entry, person, text, "", *salts)
    return replace(record, digest=chained_digest(record, before or FIRST))


def seal(salt: str, value: str) -> str:
    """Return the digest by which the chain knows a value."""
    return hashlib.sha256(f"{salt}\n{value}".encode("utf-8", "surrogatepass")).hexdigest()


def chained_digest(record: AuditRecord, before: str) -> str:
    """Return the digest of a record that stands behind the one with the digest `before`."""
    entry = record.entry
    held = [before, record.number, record.at, entry.deed.value, entry.place, entry.what]
    body = json.dumps([*held, record.person_seal, record.text_seal], ensure_ascii=True)
    return hashlib.sha256(body.encode()).hexdigest()


def faults_in(records: Iterable[AuditRecord]) -> Iterator[str]:
    """Yield in words what is wrong with a trail, from its first record on; nothing where it holds."""
    number, before = 0, FIRST
    for record in records:
        number += 1
        if record.number != number:
            yield f"record {number} is missing; record {record.number} stands in its place"
            number = record.number
        elif record.digest != chained_digest(record, before):
            yield f"record {number} is not the one that was written"
        elif record.person_salt and record.person_seal != seal(record.person_salt, record.entry.person):
            yield f"record {number} names another person than was written"
        elif record.text_salt and record.text_seal != seal(record.text_salt, record.entry.text):
            yield f"record {number} holds another text than was written"
        before = record.digest
