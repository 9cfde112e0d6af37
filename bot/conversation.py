"""`evigraph ask`, `evigraph act` and their like: events through the same assistant that the platforms use."""

from __future__ import annotations

import asyncio
import json
import secrets
import shlex
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from rich.console import Console

from bot.config import Settings
from bot.pictures import write_figures
from bot.records import panel_record, turn_record
from bot.terminal import Manner, output, show
from bot.terminal_words import QUIET, one_line
from kgcore.message import Click, Command, Incoming, Message, Person, Place, Query, Said
from kgcore.reply import Notice, Reply, Tone

if TYPE_CHECKING:
    from bot.wiring import Parts

UNDRAWN = ("bookmarks",)  # commands whose replies hold no picture
ME = Person("local", "")
Fields = tuple[tuple[str, tuple[str, ...]], ...]


class Talks(Protocol):
    """What the terminal needs of the assistant."""

    def turn(self, event: Incoming) -> AsyncIterator[Reply]:
        """Yield the reply to an event as it grows."""
        ...

    def stop(self, turn: str, place: Place) -> None:
        """End the writing of a turn of that place."""
        ...

    async def ask(self, query: Query) -> Reply:
        """Answer what changes nothing."""
        ...


@dataclass(frozen=True, slots=True)
class Call:
    """In which conversation a command speaks (thread "": a new one), over which graph, and where its results go."""

    thread: str
    kg: Path | None = None
    image: Path | None = None
    as_json: bool = False
    detail: str = ""
    model: str = ""


def place(thread: str) -> Place:
    """Return where the terminal's conversations happen."""
    return Place("terminal", "", "local", thread)


def message(thread: str, text: str) -> Message:
    """Return a question as an event of its own."""
    return Message(secrets.token_hex(8), place(thread), ME, text)


def click(thread: str, action: str, fields: Fields = ()) -> Click:
    """Return a click, or a form that is sent."""
    return Click(secrets.token_hex(8), place(thread), ME, action, fields)


def command(thread: str, name: str, text: str = "", said: tuple[Said, ...] = ()) -> Command:
    """Return a command."""
    return Command(secrets.token_hex(8), place(thread), ME, name, text, said)


def fields_of(texts: Sequence[str]) -> Fields:
    """Return a form's fields from texts of the form "name=value", several values of one name together."""
    fields: dict[str, tuple[str, ...]] = {}
    for name, _, value in (text.partition("=") for text in texts):
        fields[name] = (*fields.get(name, ()), value)
    return tuple(fields.items())


async def ask_once(settings: Settings, question: str, call: Call) -> int:
    """Answer one question and print the result."""
    async with calling(settings, call) as calls:
        return await calls.end(await calls.reply(message(calls.thread, question)))


async def act_once(settings: Settings, action: str, fields: Fields, call: Call) -> int:
    """Do what a button or a form does and print the result."""
    async with calling(settings, call) as calls:
        return await calls.end(await calls.reply(click(calls.thread, action, fields)))


async def command_once(settings: Settings, name: str, call: Call, text: str = "", said: tuple[Said, ...] = ()) -> int:
    """Do what a command does and print the result."""
    async with calling(settings, call, draws=name not in UNDRAWN) as calls:
        return await calls.end(await calls.reply(command(calls.thread, name, text, said)))


@dataclass(frozen=True, slots=True)
class Calling:
    """A call with everything open."""

    parts: Parts
    call: Call
    thread: str

    async def reply(self, event: Incoming) -> Reply | None:
        """Return the final reply to an event, or None where it needs none. Raises EvigraphError."""
        last: Reply | None = None
        with Console(stderr=True).status("Thinking …"):
            async for reply in self.parts.assistant.turn(event):
                last = reply
        return last

    async def end(self, reply: Reply | None, **more: Any) -> int:
        """Print the reply (with `more` in its record), keep its pictures and return the exit status.

        That is 1 where the reply only says why nothing was done. Raises InputError where a picture cannot be written.
        """
        if reply is None:
            return 0
        images = write_figures(reply, self.call.image)
        if self.call.as_json:
            print_json(await self._record(reply, images) | more)
        else:
            self._show(reply, images)
        refused = any(isinstance(b, Notice) and b.tone is Tone.WARNING for b in reply.blocks)
        return 1 if refused and not reply.turn and len(reply.blocks) == 1 else 0

    def _show(self, reply: Reply, images: tuple[str, ...]) -> None:
        console = output()
        show(reply, console, Manner(self.thread))
        for path in images:
            console.print(f"Picture: {path}", style=QUIET)
        if reply.turn:
            thread = f"--thread {shlex.quote(one_line(self.thread))}"
            console.print(f'Go on: evigraph ask "…" {thread}, or evigraph chat {thread}', style=QUIET)

    async def _record(self, reply: Reply, images: tuple[str, ...]) -> dict[str, Any]:
        store = self.parts.store
        turn = await store.turn(reply.turn) if reply.turn else None
        if turn is None:
            return panel_record(reply, self.thread, images)
        return turn_record(turn, reply, await store.turns(turn.thread), await store.deeds(turn.thread), images)


@asynccontextmanager
async def calling(settings: Settings, call: Call, *, draws: bool = True) -> AsyncIterator[Calling]:
    """Open everything that a call needs, and close it in the end. Raises EvigraphError.

    `draws`: it may need a picture, so the process that draws is started meanwhile.
    """
    from bot.wiring import open_parts

    thread = call.thread or secrets.token_hex(4)
    async with open_parts(settings, kg=call.kg, console=Console(stderr=True), detail=call.detail) as parts:
        if call.model:
            await parts.store.choose_model(place(thread).key, parts.model_named(call.model))
        warming = asyncio.create_task(parts.renderer.warm() if draws else asyncio.sleep(0))
        try:
            yield Calling(parts, call, thread)
        finally:
            await warming  # a process that is cancelled while it starts is left behind


def print_json(record: object) -> None:
    """Print a record for programs."""
    json.dump(record, sys.stdout, ensure_ascii=False, indent=1)
    print()
