"""`evigraph ask`, `evigraph act` and their like: events through the same assistant that the platforms use."""

from __future__ import annotations

import asyncio
import json
import secrets
import shlex
import sys
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from locale import getlocale
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from rich.console import Console

from bot.chat_lines import SlashCommand, parse_chat_line
from bot.config import Settings
from bot.metrics import tokens_written
from bot.pictures import write_figures
from bot.record_types import TurnRecord
from bot.records import Spots, panel_record, turn_record, understood_records
from bot.terminal import ReplyStyle, output_console, print_reply
from bot.terminal_words import QUIET, one_line
from kgcore.commands import CommandKind, CommandSurface, command_named
from kgcore.errors import GraphError
from kgcore.values.message import Click, Command, Incoming, Message, Person, Place, Query, Said
from kgcore.values.reply import Notice, Reply, Tone
from kgcore.values.thread import Turn

if TYPE_CHECKING:
    from bot.wiring import Parts

UNDRAWN = ("bookmarks",)  # commands whose replies hold no picture
ME = Person("local", "", admin=True, locale=getlocale()[0] or "")
Fields = tuple[tuple[str, tuple[str, ...]], ...]


class TerminalAssistant(Protocol):
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
    """In which conversation a command speaks (thread "": a new one), over which graph, and where its results go.

    `ids`: its replies show action ids.
    """

    thread: str
    kg: Path | None = None
    image: Path | None = None
    as_json: bool = False
    detail: str = ""
    model: str = ""
    ids: bool = False


def terminal_place(thread: str) -> Place:
    """Return where the terminal's conversations happen."""
    return Place("terminal", "", "local", thread)


def terminal_message(thread: str, text: str) -> Message:
    """Return a question as an event of its own."""
    return Message(secrets.token_hex(8), terminal_place(thread), ME, text)


def terminal_click(thread: str, action: str, fields: Fields = ()) -> Click:
    """Return a click, or a form that is sent."""
    return Click(secrets.token_hex(8), terminal_place(thread), ME, action, fields)


def terminal_command(thread: str, name: str, text: str = "", said: tuple[Said, ...] = ()) -> Command:
    """Return a command."""
    return Command(secrets.token_hex(8), terminal_place(thread), ME, name, text, said)


def fields_of(texts: Sequence[str]) -> Fields:
    """Return a form's fields from texts of the form "name=value", several values of one name together."""
    fields: dict[str, tuple[str, ...]] = {}
    for name, _, value in (text.partition("=") for text in texts):
        fields[name] = (*fields.get(name, ()), value)
    return tuple(fields.items())


async def ask_once(settings: Settings, question: str, call: Call) -> int:
    """Answer one question and print the result; "/check TEXT" does what that command does."""
    if isinstance(line := parse_chat_line(question), SlashCommand):
        row = command_named(line.name, CommandSurface.TERMINAL)
        if row is not None and row.kind not in (CommandKind.OWN, CommandKind.ANSWER):
            return await command_once(settings, row.name, call, line.rest)
    async with open_call(settings, call) as calls:
        return await calls.end(await calls.reply(terminal_message(calls.thread, question)))


async def act_once(settings: Settings, action: str, fields: Fields, call: Call) -> int:
    """Do what a button or a form does and print the result."""
    async with open_call(settings, call) as calls:
        return await calls.end(await calls.reply(terminal_click(calls.thread, action, fields)))


async def command_once(settings: Settings, name: str, call: Call, text: str = "", said: tuple[Said, ...] = ()) -> int:
    """Do what a command does and print the result."""
    async with open_call(settings, call, draws=name not in UNDRAWN) as calls:
        return await calls.end(await calls.reply(terminal_command(calls.thread, name, text, said)))


@dataclass(frozen=True, slots=True)
class OpenCall:
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
        console = output_console()
        print_reply(reply, console, ReplyStyle(self.thread, with_ids=self.call.ids))
        for path in images:
            console.print(f"Picture: {path}", style=QUIET, soft_wrap=True)
        if reply.turn:
            thread = f"--thread {shlex.quote(one_line(self.thread))}"
            ids = "" if self.call.ids else " takes the numbers; --ids shows what evigraph act takes"
            words = f'Go on: evigraph ask "…" {thread}, or evigraph chat {thread}{ids}'
            console.print(words, style=QUIET, soft_wrap=True)

    async def _record(self, reply: Reply, images: tuple[str, ...]) -> dict[str, Any]:
        store = self.parts.store
        turn = await store.turn(reply.turn) if reply.turn else None
        if turn is None:
            return panel_record(reply, self.thread, images)
        return {**await record_of(self.parts, turn, reply, images, tokens_written())}


async def record_of(parts: Parts, turn: Turn, reply: Reply, images: Sequence[str] = (), tokens: int = 0) -> TurnRecord:
    """Return the record of a turn as its thread stands now. Raises StoreError."""
    turns, action_records = await parts.store.turns(turn.thread), await parts.store.action_records(turn.thread)
    spots: Spots = ()
    with suppress(GraphError):
        (spots,) = await parts.graph.spot([turn.question])
    clicked = turn.wanted is not None or bool(turn.asked)
    understood = understood_records(turn.question, spots, turn.focus, clicked=clicked)
    return turn_record(turn, reply, turns, action_records, images, understood, tokens)


@dataclass(frozen=True, slots=True)
class Asker:
    """Answers the questions of a batch as records; one without a thread leaves nothing behind.

    `images`: a folder that takes the pictures.
    """

    parts: Parts
    images: Path | None = None

    async def record(self, text: str, thread: str = "") -> dict[str, Any]:
        """Return what `ask --json` prints for a question. Raises EvigraphError."""
        message, before = terminal_message(thread or secrets.token_hex(8), text), tokens_written()
        last = Reply("", text, ())
        async for reply in self.parts.assistant.turn(message):
            last = reply
        return await self._whole(message, last, before, kept=bool(thread))

    async def states(self, message: Message, *, kept: bool) -> AsyncGenerator[tuple[dict[str, Any], bool]]:
        """Yield what stands of an answer, as a panel's record, and at last, and True, what `ask --json` prints.

        `kept`: its thread stays. Raises EvigraphError.
        """
        last, before = Reply("", message.text, ()), tokens_written()
        async for reply in self.parts.assistant.turn(message):
            last = reply
            yield panel_record(reply, message.place.thread, ()), False
        yield await self._whole(message, last, before, kept=kept), True

    async def _whole(self, message: Message, last: Reply, before: int, *, kept: bool) -> dict[str, Any]:
        turn = await self.parts.store.turn(last.turn) if last.turn else None
        images = self._pictures(last)
        if turn is None:
            return panel_record(last, message.place.thread, images)
        record = await record_of(self.parts, turn, last, images, tokens_written() - before)
        if not kept:
            await self.parts.store.forget_thread(message.place.key)
        return {**record}

    def _pictures(self, reply: Reply) -> tuple[str, ...]:
        if self.images is None:
            return ()
        self.images.mkdir(parents=True, exist_ok=True)
        return write_figures(reply, self.images / f"{reply.turn or secrets.token_hex(8)}.png")


@asynccontextmanager
async def open_call(settings: Settings, call: Call, *, draws: bool = True) -> AsyncIterator[OpenCall]:
    """Open everything that a call needs, and close it in the end. Raises EvigraphError.

    `draws`: it may need a picture, so the process that draws is started meanwhile.
    """
    from bot.wiring import open_parts

    thread = call.thread or secrets.token_hex(4)
    async with open_parts(settings, kg=call.kg, console=Console(stderr=True), detail=call.detail) as parts:
        if call.model:
            await parts.store.choose_model(terminal_place(thread).key, parts.model_named(call.model))
        warming = asyncio.create_task(parts.renderer.warm() if draws else asyncio.sleep(0))
        try:
            yield OpenCall(parts, call, thread)
        finally:
            await warming  # a process that is cancelled while it starts is left behind


def print_json(record: object) -> None:
    """Print a record for programs."""
    json.dump(record, sys.stdout, ensure_ascii=False, indent=1)
    print()
