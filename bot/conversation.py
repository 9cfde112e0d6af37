"""`evigraph ask` and `evigraph act`: one event through the same assistant that the platforms use."""

from __future__ import annotations

import asyncio
import json
import secrets
import sys
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from bot.config import Settings
from bot.records import turn_record
from bot.terminal import output, show
from kgcore.errors import InputError
from kgcore.message import Click, Incoming, Message, Person, Place
from kgcore.reply import Figure, Notice, Reply, Tone

ME = Person("local", "")


@dataclass(frozen=True, slots=True)
class Asking:
    """What `evigraph ask` was called with."""

    question: str
    kg: Path | None
    thread: str
    image: Path | None
    detail: str
    model: str
    as_json: bool


@dataclass(frozen=True, slots=True)
class Acting:
    """What `evigraph act` was called with."""

    action: str
    kg: Path | None
    thread: str
    image: Path | None
    as_json: bool


def place(thread: str) -> Place:
    """Return where the terminal's conversations happen."""
    return Place("terminal", "", "local", thread)


async def ask_once(settings: Settings, asking: Asking) -> int:
    """Answer one question and print the result."""
    thread = asking.thread or secrets.token_hex(4)
    event = Message(secrets.token_hex(8), place(thread), ME, asking.question)
    return await _once(settings, asking, event, thread)


async def act_once(settings: Settings, acting: Acting) -> int:
    """Do what a button does and print the result."""
    event = Click(secrets.token_hex(8), place(acting.thread), ME, acting.action)
    return await _once(settings, acting, event, acting.thread)


async def _once(settings: Settings, call: Asking | Acting, event: Incoming, thread: str) -> int:
    from bot.wiring import open_parts

    console = output()
    detail = call.detail if isinstance(call, Asking) else "normal"
    async with open_parts(settings, kg=call.kg, console=Console(stderr=True), detail=detail) as parts:
        if isinstance(call, Asking) and call.model:
            await parts.store.choose_model(event.place.key, parts.model_named(call.model))
        last: Reply | None = None
        warming = asyncio.create_task(parts.renderer.warm())
        with Console(stderr=True).status("Thinking …"):
            async for reply in parts.assistant.turn(event):
                last = reply
        warming.cancel()
        if last is None:
            return 0
        figure = next((b for b in last.blocks if isinstance(b, Figure)), None)
        image = _write(figure, call.image)
        turn = await parts.store.turn(last.turn) if last.turn else None
        if call.as_json:
            notices = [getattr(b, "text", "") for b in last.blocks]
            record = turn_record(turn, last, thread, image) if turn else {"thread": thread, "notices": notices}
            json.dump(record, sys.stdout, ensure_ascii=False, indent=1)
            print()
        else:
            show(last, console)
            console.print(f"Thread {thread}: go on with --thread {thread}", style="bright_black", markup=False)
    return 1 if any(isinstance(b, Notice) and b.tone is Tone.WARNING for b in last.blocks) and turn is None else 0


def _write(figure: Figure | None, path: Path | None) -> str | None:
    if figure is None or path is None:
        return None
    try:
        path.write_bytes(figure.png if path.suffix.lower() == ".png" else figure.svg.encode())
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}.", where=str(path)) from error
    return str(path)
