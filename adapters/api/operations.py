"""What other programs may ask for, as HTTP and MCP both offer it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
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
class Operations:
    """All of them, by name, and what draws."""

    all: Mapping[str, Operation]
    draw: Draw

    @property
    def scopes(self) -> tuple[str, ...]:
        """What a token can be given, by name."""
        return (*self.all, PICTURE)


@dataclass(frozen=True, slots=True)
class Grant:
    """Whose a token is, as limits and the audit trail know them, and what it may do (empty: everything)."""

    holder: str
    scopes: frozenset[str] = frozenset()

    def allows(self, name: str) -> bool:
        """Whether it may call a capability."""
        return not self.scopes or name in self.scopes


class TokenChecker(Protocol):
    """Knows the tokens that were made and not revoked."""

    async def grant(self, token: str) -> Grant | None:
        """Return what a token grants; None for one that nobody made, or that was revoked."""
        ...

    async def called(self, holder: str, what: str) -> None:
        """Note in the audit trail what the holder of a token asks for."""
        ...
