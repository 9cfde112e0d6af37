"""The schedule on which channels are told what is new, and `evigraph curate watch`."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Collection
from datetime import UTC, datetime, timedelta
from pathlib import Path

import structlog
from rich.console import Console

from adapters.port import EventSink
from bot.config import Settings
from bot.terminal import ReplyStyle, output_console, print_reply
from kgcore.curation.watching import WatchList
from kgcore.errors import InputError, StoreError
from kgcore.ports import State, Store
from kgcore.turn.watching import DUE, NOW, watch_lists
from kgcore.values.message import Command, Person, Place

log = structlog.get_logger()
EVERY = {"hourly": timedelta(hours=1), "daily": timedelta(days=1), "weekly": timedelta(weeks=1)}  # off: never
LOOK = 20.0  # seconds between two looks at the clock
SCHEDULE = "watching"  # the namespace of what the schedule remembers
_LAST, _WANTED = "last", "wanted"  # when it last ran (ISO 8601), and the run that a command asked for ("": none)
_HERE = Place("terminal", "", "local", "watch")  # the list of whoever types commands


class Watching:
    """Puts a look at what is new into the inbox, for each channel that watches anything, when it is time."""

    def __init__(
        self,
        store: Store,
        inbox: EventSink,
        platforms: Collection[str],
        schedule: str,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._store, self._inbox, self._platforms = store, inbox, platforms
        self._every = EVERY.get(schedule)
        self._clock = clock

    async def run(self) -> None:
        """Look at the clock until cancelled."""
        while True:
            try:
                await self.look()
            except StoreError as error:
                log.warning("what is watched cannot be looked at; it will be tried again", reason=str(error))
            await asyncio.sleep(LOOK)

    async def look(self) -> int:
        """Have all channels told if it is time, or if a command asked for it; return how many. Raises StoreError."""
        wanted = await self._store.get_state(SCHEDULE, _WANTED)
        now = self._clock()
        if not wanted and not await self._due(now):
            return 0
        run = wanted or f"{now:%Y%m%dT%H%M%S}"
        told = 0
        for watched in await watch_lists(self._store):
            if watched.place[0] in self._platforms:
                told += await self._inbox.put(_look_at(watched, run))
        await self._store.set_state(SCHEDULE, _LAST, now.isoformat())
        if wanted:
            await self._store.set_state(SCHEDULE, _WANTED, None)
        return told

    async def _due(self, now: datetime) -> bool:
        if self._every is None:
            return False
        last = await self._store.get_state(SCHEDULE, _LAST)
        if last is None:  # the first look is a whole interval after the start: nobody watches anything yet
            await self._store.set_state(SCHEDULE, _LAST, now.isoformat())
            return False
        return now - datetime.fromisoformat(last) >= self._every


def _look_at(watched: WatchList, run: str) -> Command:
    place = Place(*watched.place)
    channel = "-".join(watched.place[:3])
    return Command(f"watch:{run}:{channel}", place, Person(f"watch:{channel}", "Evigraph"), "watch", DUE)


async def ask_for_a_look(state: State) -> None:
    """Have a bot that runs tell its channels soon what is new. Raises StoreError."""
    await state.set_state(SCHEDULE, _WANTED, secrets.token_hex(4))


async def watch_command(settings: Settings, kg: Path | None, what: str, *, now: bool, number: int | None) -> int:
    """Do what the command does in a channel, for the terminal's own list; `now` also has the channels told."""
    from bot.wiring import open_parts

    if sum((bool(what), now, number is not None)) > 1:
        raise InputError("One thing at a time: words, --now or --stop.")
    text = NOW if now else f"stop {number}" if number is not None else what
    out = output_console()
    async with open_parts(settings, console=Console(stderr=True), kg=kg) as parts:
        event = Command(f"terminal:{secrets.token_hex(8)}", _HERE, Person("local"), "watch", text)
        async for reply in parts.assistant.turn(event):
            print_reply(reply, out, ReplyStyle())
        others = [w for w in await watch_lists(parts.store) if w.place[:3] != (_HERE.platform, "", _HERE.channel)]
        if now and others:
            await ask_for_a_look(parts.store)
            out.print("The channels that watch something are told by the bot, at once if it runs.", markup=False)
    return 0
