"""Who speaks, and who may see what is kept of others."""

from __future__ import annotations

import hashlib

from kgcore.message import Incoming, Place


def who(event: Incoming) -> str:
    """Return the person's own key: the same in every thread of a workspace."""
    return "\x1f".join(("person", event.place.platform, event.place.workspace, event.person.id))


def beside(thread: str, place: Place) -> bool:
    """Whether a thread (its key) lies in the place's own channel, whose people see it anyhow."""
    return thread.split("\x1f")[:3] == place.key.split("\x1f")[:3]


def note_id(*parts: str) -> str:
    """Return a name for what is kept under it: the same for the same parts, so that a retried event keeps it once."""
    return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:16]
