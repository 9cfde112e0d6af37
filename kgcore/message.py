"""What people say to us, whatever the platform: messages, clicks and commands, and queries that want an answer now."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

_ACTION = re.compile(r"kg1:([a-z][a-z_-]*):([A-Za-z0-9_-]{1,40}):([0-9]{1,6})")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a conversation happens; the four parts together name a thread."""

    platform: str
    workspace: str
    channel: str
    thread: str

    @property
    def key(self) -> str:
        """One string for the store."""
        return "\x1f".join((self.platform, self.workspace, self.channel, self.thread))


@dataclass(frozen=True, slots=True)
class Person:
    """Who speaks; `name` is untrusted text."""

    id: str
    name: str = ""


class Verb(StrEnum):
    """What an action id can ask for."""

    ASK = "ask"  # ask the recommendation with that index
    STOP = "stop"  # stop the turn while it is being written
    WHY = "why"  # the evidence of the claim with that index
    MODEL = "model"  # let the configured model with that index answer in this thread
    FIRST = "first"  # the first wording of a corrected sentence


@dataclass(frozen=True, slots=True)
class Action:
    """A pointer into saved state, as carried by a button: `kg1:<verb>:<turn>:<index>`, at most 100 characters."""

    verb: Verb
    turn: str
    index: int = 0

    def __str__(self) -> str:
        return f"kg1:{self.verb.value}:{self.turn}:{self.index}"

    @classmethod
    def parse(cls, text: str) -> Action | None:
        """Return the action, or None where the text is no action id of ours or of a verb no longer known."""
        found = _ACTION.fullmatch(text)
        if found is None or found[1] not in {v.value for v in Verb}:
            return None
        return cls(Verb(found[1]), found[2], int(found[3]))


@dataclass(frozen=True, slots=True)
class Message:
    """Somebody asks something. `id` is the platform's event id: the inbox takes each once."""

    id: str
    place: Place
    person: Person
    text: str


@dataclass(frozen=True, slots=True)
class Click:
    """Somebody pressed a button or chose from a menu; `action` is the id as it came, to be parsed."""

    id: str
    place: Place
    person: Person
    action: str


@dataclass(frozen=True, slots=True)
class Command:
    """A slash command or text command: name and the rest of the line."""

    id: str
    place: Place
    person: Person
    name: str
    text: str = ""


Incoming = Message | Click | Command


# ── queries: answered on the spot, changing nothing ─────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class ThreadsQuery:
    """List the threads of a place's channel, newest first (the place's own thread does not matter).

    Answer: one `Choices` block, a button per thread: `label` is its first question, `action` its thread id (the last
    part of its Place), `hint` when it was last used (ISO 8601 with offset). No threads: no buttons.
    """

    place: Place


@dataclass(frozen=True, slots=True)
class ThreadQuery:
    """List the turns of a thread, oldest first, those still being written included.

    Answer: one `Choices` block, a button per turn: `label` is the question, `action` the turn id. Unknown: no buttons.
    """

    place: Place


@dataclass(frozen=True, slots=True)
class TurnQuery:
    """The reply of one turn as it stands, with its picture.

    Where that place has no such turn, the answer's `turn` is empty and a `Notice` says so.
    """

    place: Place
    turn: str


Query = ThreadsQuery | ThreadQuery | TurnQuery
