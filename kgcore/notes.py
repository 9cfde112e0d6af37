"""Small things kept for buttons that point to no turn: what somebody looked up, what we offered to
answer, what a name may mean.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgcore.message import Message


@dataclass(frozen=True, slots=True)
class Lookup:
    """A look-up in the literature: the words, where (a thread's key) and by whom (a person's key)."""

    id: str
    thread: str
    person: str
    text: str


@dataclass(frozen=True, slots=True)
class Offer:
    """A message that was not said to us and that we offered to answer."""

    id: str
    thread: str
    person: str
    message: Message


@dataclass(frozen=True, slots=True)
class Meant:
    """What a name may mean that somebody wants to browse from: for every choice the entities' ids, one or two."""

    id: str
    thread: str
    person: str
    ids: tuple[tuple[str, ...], ...]


Note = Lookup | Offer | Meant
