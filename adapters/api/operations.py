"""What other programs may ask for, as HTTP and MCP both offer it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any, Protocol

Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture of an answer as PNG and as SVG, and the same in words."""

    png: bytes
    svg: str
    words: str


PICTURE = "picture"  # what drawing is called among the capabilities
MODEL = "model"  # what a token may call upon when it asks: the bot's language model
Draw = Callable[[str, "Grant"], Awaitable[Drawing]]  # somebody's question → its picture; raises EvigraphError


@dataclass(frozen=True, slots=True)
class Grant:
    """Whose a token is, as limits and the audit trail know them, and what it may do (empty: everything).

    `owner` is who made it on the page, or speaks at this machine (`platform`); "" for a token of the operator's.
    """

    holder: str
    scopes: frozenset[str] = frozenset()
    owner: str = ""
    platform: str = "web"

    def allows(self, name: str) -> bool:
        """Whether it may call a capability."""
        return not self.scopes or name in self.scopes


@dataclass(frozen=True, slots=True)
class State:
    """An answer as it stands; `whole` when it is the record itself."""

    record: Record
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Operation:
    """One capability: a JSON object in, one out. `reads` and `writes` are their JSON schemas.

    `answer` raises `kgcore.errors.EvigraphError`: InputError for an object that cannot be used. `grows`, where it is
    there, yields the same answer as it grows, of whoever asks; its last state is whole.
    """

    name: str
    words: str
    reads: Mapping[str, Any]
    writes: Mapping[str, Any]
    answer: Callable[[Record], Awaitable[Record]]
    grows: Callable[[Record, Grant], AsyncGenerator[State]] | None = None

    async def whole(self, row: Record, grant: Grant) -> Record:
        """Return the record for somebody's row. Raises EvigraphError."""
        if self.grows is None:
            return await self.answer(row)
        record: Record = {}
        async with aclosing(self.grows(row, grant)) as states:
            async for state in states:
                record = state.record
        return record


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
        return (*self.all, PICTURE, *self.lists, MODEL)


class TokenChecker(Protocol):
    """Knows the tokens that were made and not revoked."""

    async def grant(self, token: str) -> Grant | None:
        """Return what a token grants; None for one that nobody made, or that was revoked."""
        ...

    async def called(self, holder: str, what: str) -> None:
        """Note in the audit trail what the holder of a token asks for."""
        ...
