"""What other programs may ask for, as HTTP and MCP both offer it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Operation:
    """One capability: a JSON object in, one out. `reads` and `writes` are their JSON schemas.

    `answer` raises `kgcore.errors.EvigraphError`: InputError for an object that cannot be used.
    """

    name: str
    words: str
    reads: Mapping[str, Any]
    writes: Mapping[str, Any]
    answer: Callable[[Record], Awaitable[Record]]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture of an answer, and the same in words."""

    png: bytes
    words: str


PICTURE = "picture"  # what drawing is called among the capabilities
Draw = Callable[[str], Awaitable[Drawing]]  # a question → its picture; raises EvigraphError


@dataclass(frozen=True, slots=True)
class Grant:
    """Whose a token is, as limits and the audit trail know them, and what it may do (empty: everything).

    `owner` is who made it on the page, "" for a token of the operator's.
    """

    holder: str
    scopes: frozenset[str] = frozenset()
    owner: str = ""

    def allows(self, name: str) -> bool:
        """Whether it may call a capability."""
        return not self.scopes or name in self.scopes


@dataclass(frozen=True, slots=True)
class Listing:
    """What can be listed for the holder of a token; `row` is the JSON schema of one of them."""

    name: str
    words: str
    row: Mapping[str, Any]
    read: Callable[[Grant], Awaitable[Sequence[Record]]]


@dataclass(frozen=True, slots=True)
class Operations:
    """All of them, by name, what draws, and what can be listed."""

    all: Mapping[str, Operation]
    draw: Draw
    lists: Mapping[str, Listing] = field(default_factory=dict)

    @property
    def scopes(self) -> tuple[str, ...]:
        """What a token can be given, by name."""
        return (*self.all, PICTURE, *self.lists)


class TokenChecker(Protocol):
    """Knows the tokens that were made and not revoked."""

    async def grant(self, token: str) -> Grant | None:
        """Return what a token grants; None for one that nobody made, or that was revoked."""
        ...

    async def called(self, holder: str, what: str) -> None:
        """Note in the audit trail what the holder of a token asks for."""
        ...
