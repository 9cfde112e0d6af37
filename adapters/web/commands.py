"""Commands that people type or choose, and conversations that they paste, read with limits and words for the person."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from adapters.web.limits import COMMAND_CHARACTERS, SAID, SAID_CHARACTERS, SPEAKER_CHARACTERS
from adapters.web.text import clean
from kgcore.errors import InputError
from kgcore.message import Said

MAP: Final = "map"
_TYPED: Final = re.compile(r"/([a-z][a-z-]{0,29})(?:\s+(.*))?", re.DOTALL)
_NAME: Final = re.compile(r"[a-z][a-z-]{0,29}")
# "Ann: text", also behind a time as messengers copy it: "[10:31] Ann: text". No address: "https://…" has no space.
_TIME: Final = r"(?:\[[0-9:./, -]{4,24}(?:[ap]m)?\]\s*|[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?\s+(?:-\s+)?)?"
_LINE: Final = re.compile(rf"{_TIME}([^:\n]{{1,{SPEAKER_CHARACTERS}}}):(?:\s+(.*))?", re.IGNORECASE)
_HOW: Final = "Please write one message a line, as “Name: what they said”."


@dataclass(frozen=True, slots=True)
class Typed:
    """A command's name and the rest; `said` are the messages to be mapped."""

    name: str
    text: str = ""
    said: tuple[Said, ...] = ()


def typed(text: str) -> Typed | None:
    """Return the command that a text in the question box is, or None where it is a question."""
    found = _TYPED.fullmatch(clean(text).strip())
    return Typed(found[1], (found[2] or "").strip()) if found else None


def command(name: str, text: str) -> Typed:
    """Return a command that can be handed on; raises InputError, whose words are meant for the person."""
    if not _NAME.fullmatch(name):
        raise InputError("There is no such command. Please load the page again.")
    words = clean(text).replace("\r\n", "\n").strip()
    if name == MAP:
        return Typed(name, said=conversation(words))
    if len(words) > COMMAND_CHARACTERS:
        raise InputError(f"That is too long: at most {COMMAND_CHARACTERS:,} characters may follow /{name}.")
    return Typed(name, words)


def conversation(text: str) -> tuple[Said, ...]:
    """Return the messages of a pasted conversation; a line without a name goes on with the message before it."""
    said: list[Said] = []
    for number, line in enumerate(clean(text).replace("\r\n", "\n").split("\n"), 1):
        if not line.strip():
            continue
        found = _LINE.fullmatch(line.strip())
        if found and found[1].strip():
            said.append(Said(" ".join(found[1].split()), (found[2] or "").strip()))
        elif said:
            said[-1] = Said(said[-1].speaker, f"{said[-1].text}\n{line.strip()}".strip())
        else:
            raise InputError(f"Line {number} does not say who wrote it. {_HOW}")
    return _bounded([s for s in said if s.text])


def _bounded(said: list[Said]) -> tuple[Said, ...]:
    if not said:
        raise InputError(f"There is no conversation yet. {_HOW}")
    if len(said) > SAID:
        raise InputError(f"That are {len(said):,} messages; at most {SAID:,} can be mapped at once.")
    for number, one in enumerate(said, 1):
        if len(one.text) > SAID_CHARACTERS:
            raise InputError(
                f"Message {number}, by {one.speaker}, has {len(one.text):,} characters; "
                f"a message may have at most {SAID_CHARACTERS:,}."
            )
    return tuple(said)
