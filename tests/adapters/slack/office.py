"""The bot's real parts (inbox, worker, adapter, server) in a small Slack on loopback."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from adapters.slack.app import SlackAdapter
from adapters.slack.clicking import FILLING
from adapters.slack.credentials import Credentials
from bot.server import build_app
from bot.state import StoreState
from bot.worker import Worker
from kgcore.store.sqlite import SqliteStore
from kgcore.values.message import Change, Click, Command, Incoming, Message, PanelQuery, Place, Query
from kgcore.values.reply import Choices, Notice, Reply
from tests.loops import skip_pauses
from tests.servers.slack import SlackServer
from tests.servers.slack_people import People, words
from tests.servers.slack_state import APP_TOKEN, BOT_TOKEN, SECRET, Json

Answer = Callable[[Incoming], Sequence[Reply]]
PATIENCE = 60.0
KEY = "a secret of more than thirty-two characters"


class Script:
    """An assistant that answers as it is told: `answer` for events, `panels` for what is asked on the spot."""

    def __init__(self, answer: Answer | None = None) -> None:
        self.answer: Answer = answer or plain
        self.panel: Callable[[Query], Reply] = lambda query: Reply("", "", (Choices(()),))
        self.heard: list[Incoming] = []
        self.step = 0.0

    async def turn(self, event: Incoming) -> AsyncIterator[Reply]:
        """Yield the states of the answer."""
        self.heard.append(event)
        for reply in self.answer(event):
            yield reply
            await asyncio.sleep(self.step)

    async def accepts(self, event: Incoming) -> bool:
        """Keep everything."""
        return True

    def stop(self, turn: str, place: Place) -> None:
        """Nothing to stop."""

    async def ask(self, query: Query) -> Reply:
        """Answer on the spot."""
        return self.panel(query)


def plain(event: Incoming) -> Sequence[Reply]:
    """A short answer to anything."""
    match event:
        case Message() if not event.addressed:
            return []
        case Message() | Command():
            return [Reply(f"t{event.id[-20:]}".replace(":", "-"), event.text, (Notice(f"Answer to: {event.text}"),))]
        case Change():
            return []
        case Click():
            return [Reply("", "", (Notice(f"Clicked {event.action}"),), private=True)]


class Office:
    """A workspace with the bot in it; `people` act, `slack.world` shows what came of it."""

    def __init__(
        self, slack: SlackServer, people: People, store: SqliteStore, adapter: SlackAdapter, core: Any
    ) -> None:
        self.slack = slack
        self.world = slack.world
        self.people = people
        self.store = store
        self.adapter = adapter
        self.core = core
        self.worker = Worker(store, core, {"slack": adapter})

    async def settled(self) -> None:
        """Wait until every event has been worked on."""
        for _ in range(3):
            await self.worker.drain()
            await asyncio.sleep(0.01)

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait until something is so."""
        async with asyncio.timeout(PATIENCE):
            while not condition():
                await asyncio.sleep(0.02)

    async def opened(self, pressed: Awaitable[object]) -> Json:
        """Wait until a press has opened a window, or filled one anew, and return it: Slack's word that a press has come
        is there before the window is.
        """
        before = dict(self.world.views)
        await pressed

        def new() -> list[Json]:
            views = self.world.views
            return [v for id, v in views.items() if before.get(id) != v and FILLING not in words(v["blocks"])]

        await self.until(new)
        return new()[-1]

    def posts(self, channel: str, thread: str = "") -> list[Json]:
        """The bot's messages with words."""
        return [m for m in self.world.ours(channel, thread) if m.get("blocks") or m["text"]]


class _Quiet(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


LONG = pytest.mark.parametrize("services", [True], indirect=True)


@asynccontextmanager
async def office(
    way: str,
    folder: Path,
    core: Any = None,
    *,
    slack: SlackServer | None = None,
    oauth: bool = False,
    store: SqliteStore | None = None,
    pace: float = 0.05,
    ping: float = 0.3,
    long: bool = False,
) -> AsyncIterator[Office]:
    """Open the workspace and start the bot: `way` is "http" or "socket". A given `slack` outlives the bot.

    `long`: everything stands in messages, where it can be looked at and pressed; else as by default.

    Pauses are skipped where the loop can do that.
    """
    skip_pauses()
    own = slack is None
    slack = slack or await SlackServer().__aenter__()
    mine = None if store else SqliteStore(folder / "slack.db")
    store = store or mine
    assert store is not None
    adapter = SlackAdapter(
        Credentials(
            bot_token="" if oauth else BOT_TOKEN,
            app_token=APP_TOKEN if way == "socket" else "",
            signing_secret=SECRET if way == "http" else "",
            client_id="1.2" if oauth else "",
            client_secret="c" if oauth else "",
            secret_key=KEY if oauth else "",
            api_url=slack.api,
        ),
        StoreState(store, "slack"),
        pace=pace,
        ping=ping,
        long=long,
    )
    listener = socket.create_server(("127.0.0.1", 0))
    base = f"http://127.0.0.1:{listener.getsockname()[1]}"
    people = People(slack, f"{base}/slack/events" if way == "http" else "")
    people.base = base
    bot = Office(slack, people, store, adapter, core or Script())
    server = _Quiet(uvicorn.Config(build_app(store, [adapter]), log_config=None, lifespan="off"))
    tasks = [asyncio.create_task(server.serve(sockets=[listener]))]
    tasks.append(asyncio.create_task(bot.worker.run()))
    tasks.append(asyncio.create_task(adapter.receive(bot.worker, bot.core.ask)))
    try:
        await bot.until(lambda: server.started and (way == "http" or slack.sockets))
        yield bot
    finally:
        server.should_exit = True
        for task in tasks[1:]:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await people.close()
        if mine:
            await mine.close()
        listener.close()
        if own:
            await slack.__aexit__()


__all__ = ["KEY", "Office", "PanelQuery", "Script", "office"]
