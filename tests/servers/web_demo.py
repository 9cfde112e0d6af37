"""The page with a scripted assistant behind it: `python -m tests.servers.web_demo [--port N] [--pace S] [--keep FILE]`.

Prints its address once it listens. With `--keep`, questions survive a restart (answers are the same again).
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import socket
from collections.abc import AsyncIterator
from dataclasses import astuple, dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import uvicorn
from starlette.applications import Starlette

from adapters.port import NOWHERE, Origin
from adapters.web.app import WebAdapter
from adapters.web.limits import LISTED_THREADS
from kgcore.conversation.transcript import parse_messages
from kgcore.values.message import (
    Action,
    Address,
    Change,
    Click,
    FilesQuery,
    Incoming,
    Message,
    NamesQuery,
    Place,
    Query,
    ThreadQuery,
    ThreadsQuery,
    TurnQuery,
    Verb,
)
from kgcore.values.reply import Choice, Choices, Reply
from tests.servers import web_acts, web_script
from tests.servers.web_acts import Asks, Done, Explored

STATUS = (
    "starter graph: 274 entities, 450 relations, 300 papers; "
    "no language model configured: answering from the graph alone"
)


@dataclass
class Kept:
    """One turn: where, what was asked, when, and the reply as it stands."""

    place: Place
    question: str
    used: str
    reply: Reply


@dataclass
class Demo:
    """An inbox and an `ask` whose answers come from the script, one event after the other."""

    adapter: WebAdapter
    pace: float = 0.05
    keep: Path | None = None
    turns: dict[str, Kept] = field(default_factory=dict)
    events: set[str] = field(default_factory=set)
    stops: set[str] = field(default_factory=set)
    states: dict[str, Explored] = field(default_factory=dict)
    queue: asyncio.Queue[Incoming] = field(default_factory=asyncio.Queue)

    def __post_init__(self) -> None:
        for place, question, used in json.loads(self.keep.read_text()) if self.keep and self.keep.exists() else []:
            turn = self._begin(Place(*place), question, used)
            self.turns[turn].reply = list(web_script.answer(turn, question))[-1]

    async def put(self, event: Incoming, origin: Origin = NOWHERE) -> bool:
        if event.id in self.events:
            return False
        self.events.add(event.id)
        action = Action.parse(event.action) if isinstance(event, Click) else None
        if action and action.verb is Verb.STOP:
            self.stops.add(action.turn)
        else:
            self.queue.put_nowait(event)
        return True

    async def ask(self, query: Query) -> Reply:
        match query:
            case ThreadsQuery():
                return self._threads(query)
            case ThreadQuery(place):
                kept = [(id, k) for id, k in self.turns.items() if k.place == place]
                return Reply("", "", (Choices(tuple(Choice(k.question, id) for id, k in kept)),))
            case TurnQuery(place, id):
                found = self.turns.get(id)
                return self._shown(id) if found and found.place == place else web_acts.STALE
            case FilesQuery():
                return Reply("", "", web_acts.FILES)
            case NamesQuery(_, text):
                near = [e for e in web_acts.NODES.values() if text.lower() in e.text.lower()]
                return Reply("", "", (Choices(tuple(Choice(e.text, f"X:{e.number}", "a node") for e in near)),))
            case _:
                return web_acts.STALE

    async def work(self) -> None:
        while True:
            event = await self.queue.get()
            to = Address(event.place, event.person, event.id)
            for done in self._does(event):
                match done:
                    case Asks(question):
                        await self._answer(to, question)
                    case Reply():
                        await self.adapter.deliver(done, to, None)
                    case str():
                        await self.adapter.deliver(self._shown(done), to, None)

    def _does(self, event: Incoming) -> Done:
        state = self.states.setdefault(event.place.key, Explored())
        turns = [(id, k.question) for id, k in self.turns.items() if k.place == event.place]
        if isinstance(event, Message):
            return [Asks(event.text)]
        if isinstance(event, Change):
            return []
        if not isinstance(event, Click):
            return web_acts.commanded(event, state, turns)
        action = Action.parse(event.action)
        if action is None or action.verb is not Verb.ASK:
            return web_acts.clicked(event, state, turns)
        question = self._offered(event)
        return [Asks(question)] if question else [web_acts.STALE]

    def _shown(self, turn: str) -> Reply:
        kept = self.turns[turn]
        state = self.states.setdefault(kept.place.key, Explored())
        turns = [(id, k.question) for id, k in self.turns.items() if k.place == kept.place]
        return web_acts.shown(kept.reply, state, turns)

    async def _answer(self, to: Address, question: str) -> None:
        self.states.setdefault(to.place.key, Explored()).here = ""
        turn = self._begin(to.place, question, datetime.now(UTC).isoformat(timespec="seconds"))
        mapped = question.startswith("Map of")
        for reply in [web_acts.mapped(turn, question)] if mapped else web_script.answer(turn, question):
            shown = web_script.stopped(reply) if turn in self.stops else reply
            self.turns[turn].reply = shown
            await self.adapter.deliver(self._shown(turn), to, None)
            if shown.final:
                break
            await asyncio.sleep(self.pace)
        if self.keep:
            lines = [(astuple(k.place), k.question, k.used) for k in self.turns.values()]
            self.keep.write_text(json.dumps(lines))

    def _begin(self, place: Place, question: str, used: str) -> str:
        turn = f"turn{len(self.turns) + 1:04}"
        self.turns[turn] = Kept(place, question, used, Reply(turn, question, (), final=False))
        return turn

    def _offered(self, event: Click) -> str:
        action = Action.parse(event.action)
        kept = self.turns.get(action.turn) if action else None
        offered = [b for b in kept.reply.blocks if isinstance(b, Choices)] if kept else []
        return next((c.label for b in offered for c in (*b.buttons, *b.menu) if c.action == event.action), "")

    def _threads(self, query: ThreadsQuery) -> Reply:
        first: dict[str, Kept] = {}
        for kept in self.turns.values():
            if kept.place.channel == query.place.channel and query.find.lower() in kept.question.lower():
                first.setdefault(kept.place.thread, kept)
        lines = [Choice(k.question, thread, k.used) for thread, k in reversed(first.items())]
        return Reply("", "", (Choices(tuple(lines[query.skip :][:LISTED_THREADS])),))


def build(adapter: WebAdapter, *, pace: float = 0.05, keep: Path | None = None) -> Starlette:
    """The page and its scripted assistant as one app."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        demo = Demo(adapter, pace, keep)
        tasks = [asyncio.create_task(adapter.receive(demo, demo.ask)), asyncio.create_task(demo.work())]
        await asyncio.sleep(0)
        yield
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    return Starlette(routes=list(adapter.routes()), lifespan=lifespan)


def main() -> None:
    """Serve on loopback until interrupted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--pace", type=float, default=0.05)
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    listening = socket.create_server(("127.0.0.1", options.port))
    app = build(WebAdapter(read=parse_messages, status=lambda: STATUS), pace=options.pace, keep=options.keep)
    print(f"http://127.0.0.1:{listening.getsockname()[1]}", flush=True)
    uvicorn.Server(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=2)).run(sockets=[listening])


if __name__ == "__main__":
    main()
