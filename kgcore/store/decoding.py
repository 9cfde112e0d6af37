"""What rows of a store hold, as values, the same in every backend.

Raises ValueError, KeyError or TypeError where a row cannot be read.
"""

from __future__ import annotations

from kgcore.store.schema import CONTROLS, KINDS, NOTES, TURN
from kgcore.values.actions import ActionRecord
from kgcore.values.message import Incoming, Note
from kgcore.values.remembering import remembered
from kgcore.values.thread import Turn

DECODED = 16 << 20  # bytes: turns (most of 50 KB) that are kept ready by their text
_DECODED = 4  # bytes a turn takes for each character of its text


def event_of(kind: str, body: str) -> Incoming:
    """Return an event that came in."""
    return KINDS[kind].validate_json(body)


def note_of(kind: str, body: str) -> Note:
    """Return a note."""
    return NOTES[kind].validate_json(body)


def action_record_of(event: str, thread: str, person: str, kind: str, body: str) -> ActionRecord:
    """Return what somebody did to a thread."""
    return ActionRecord(event, thread, person, CONTROLS[kind].validate_json(body))


def action_row(record: ActionRecord) -> tuple[str, str, str, str, str]:
    """Return what `action_record_of` reads."""
    kind = type(record.control).__name__
    return record.event, record.thread, record.person, kind, CONTROLS[kind].dump_json(record.control).decode()


def note_row(note: Note) -> tuple[str, str, str, str, str]:
    """Return a note's columns: id, thread, person, kind, body."""
    kind = type(note).__name__
    return note.id, note.thread, note.person, kind, NOTES[kind].dump_json(note).decode()


def _bytes_of(body: str, turn: Turn) -> int:
    return _DECODED * len(body)


@remembered(DECODED, _bytes_of)
def decoded_turn(body: str) -> Turn:
    """Return a turn."""
    return TURN.validate_json(body)
