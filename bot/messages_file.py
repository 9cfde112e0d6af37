"""A file with a conversation → its messages."""

from __future__ import annotations

from typing import IO

from kgcore.conversation.transcript import parse_messages
from kgcore.errors import InputError
from kgcore.values.message import Said

LARGEST = 8_000_000  # bytes: more than the most and longest messages need


def read_messages(file: IO[bytes]) -> tuple[Said, ...]:
    """Return the messages of a file (see `kgcore.conversation.transcript`); raises InputError, which names the line."""
    raw = file.read(LARGEST + 1)
    if len(raw) > LARGEST:
        raise InputError(f"The file is longer than {LARGEST:,} bytes.")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise InputError("not valid UTF-8", where=f"line {line}", hint="Save the file as UTF-8.") from error
    return parse_messages(text)
