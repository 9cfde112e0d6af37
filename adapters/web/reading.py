"""What the page asks for when it is loaded: it keeps nothing itself."""

from __future__ import annotations

from dataclasses import dataclass

from adapters.port import Ask
from adapters.web.render import Snapshot, ThreadLine, render_reply
from kgcore.message import FilesQuery, NamesQuery, Place, ThreadQuery, ThreadsQuery, TurnQuery
from kgcore.reply import Choice, Choices, Figure, File, Reply


@dataclass(frozen=True, slots=True)
class Name:
    """An entity's name and its type in words."""

    name: str
    type: str


async def threads(ask: Ask, place: Place) -> tuple[ThreadLine, ...]:
    """Return the threads of the place's channel, newest first."""
    return tuple(ThreadLine(c.action, c.label, c.hint) for c in _listed(await ask(ThreadsQuery(place))))


async def turn_ids(ask: Ask, place: Place) -> tuple[str, ...]:
    """Return the ids of the thread's turns, oldest first."""
    return tuple(c.action for c in _listed(await ask(ThreadQuery(place))))


async def turns(ask: Ask, place: Place) -> tuple[Snapshot, ...]:
    """Return all turns of the thread as they stand; others get their turn between two of them."""
    found = [await turn(ask, place, id) for id in await turn_ids(ask, place)]
    return tuple(snapshot for snapshot in found if snapshot is not None)


async def turn(ask: Ask, place: Place, id: str) -> Snapshot | None:
    """Return one turn as it stands, or None where the thread has none of that id."""
    reply = await ask(TurnQuery(place, id))
    return render_reply(reply, place.thread) if reply.turn else None


async def picture(ask: Ask, place: Place, turn: str, nth: int = 0) -> bytes:
    """Return the PNG of a turn's picture, the first being 0; b"" where there is none."""
    reply = await ask(TurnQuery(place, turn))
    pictures = [b.png for b in reply.blocks if isinstance(b, Figure)]
    return pictures[nth] if nth < len(pictures) else b""


async def file(ask: Ask, place: Place, name: str) -> File | None:
    """Return the thread's download of that name."""
    reply = await ask(FilesQuery(place))
    return next((b for b in reply.blocks if isinstance(b, File) and b.name == name), None)


async def names(ask: Ask, place: Place, typed: str) -> tuple[Name, ...]:
    """Return names of entities that continue what was typed, or are near it."""
    return tuple(Name(c.label, c.hint) for c in _listed(await ask(NamesQuery(place, typed))))


def _listed(reply: Reply) -> list[Choice]:
    return [c for b in reply.blocks if isinstance(b, Choices) for c in (*b.buttons, *b.menu)]
