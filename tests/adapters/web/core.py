"""A core that remembers what it is told, and the page in front of it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, field

from starlette.applications import Starlette
from starlette.testclient import TestClient

from adapters.port import NOWHERE, Origin
from adapters.web.app import WebAdapter
from kgcore.values.message import (
    Address,
    CommandQuery,
    FilesQuery,
    Incoming,
    LiteratureQuery,
    NamesQuery,
    PanelQuery,
    Person,
    Place,
    Query,
    ThreadQuery,
    ThreadsQuery,
    TurnQuery,
)
from kgcore.values.reply import Choice, Choices, Figure, File, Notice, Plain, Reply, Text

HERE = Place("web", "", "local", "thread01")
FORM = {"thread": "thread01", "event": "event0001", "text": "Is zinc good?"}
JSON = {"Accept": "application/json"}
PAGE = {"Accept": "text/html"}
FIGURES = (Figure(b"\x89PNG", "", "A", 1, 1), Figure(b"\x89PNG2", "", "B", 1, 1))
FILES = (
    File("summary.md", "text/markdown", b"# Zinc"),
    File('ünsafe "name".svg', "image/svg+xml", b"<svg><script>alert(1)</script></svg>"),
    File("odd", "text/html; charset=x\r\nX-Evil: 1", b"<script>"),
)


@dataclass
class Core:
    """An inbox that remembers, and answers about one thread with one turn."""

    events: list[Incoming] = field(default_factory=list)
    queries: list[Query] = field(default_factory=list)
    fault: Exception | None = None

    async def put(self, event: Incoming, origin: Origin = NOWHERE) -> bool:
        if self.fault:
            raise self.fault
        new = event.id not in {e.id for e in self.events}
        self.events += [event] if new else []
        return new

    async def ask(self, query: Query) -> Reply:
        self.queries.append(query)
        match query:
            case ThreadsQuery(place):
                lines = (Choice("Is zinc good?", "thread01", "2026-11-21T10:00:00+00:00"),)
                return Reply("", "", (Choices(lines if place.channel == "local" else ()),))
            case ThreadQuery(place):
                return Reply("", "", (Choices((Choice("Is zinc good?", "turn01"),) if place == HERE else ()),))
            case TurnQuery(place, "turn01") if place == HERE:
                return Reply("turn01", "Is zinc good?", (words("It <b>is</b>."), *FIGURES))
            case FilesQuery(place):
                return Reply("", "", FILES if place == HERE else ())
            case NamesQuery(_, text):
                return Reply("", "", (Choices((Choice(f"{text}inc", "X:1", "Dietary supplement"),)),))
            case TurnQuery() | PanelQuery() | CommandQuery() | LiteratureQuery():
                return Reply("", "", (Notice("There is no such answer."),))


class Kept:
    """The platform's small map, in memory."""

    def __init__(self) -> None:
        self.values: dict[str, str] = {}

    async def get(self, key: str) -> str | None:
        return self.values.get(key)

    async def set(self, key: str, value: str) -> None:
        self.values[key] = value

    async def delete(self, key: str) -> None:
        self.values.pop(key, None)

    async def advance(self, key: str, by: float, least: float = 0.0) -> float | None:
        return None

    async def keys(self, prefix: str = "") -> Sequence[str]:
        return [key for key in self.values if key.startswith(prefix)]


def to(place: Place) -> Address:
    return Address(place, Person("local"), "event0001")


def words(text: str) -> Text:
    return Text((Plain(text),))


def app_of(adapter: WebAdapter, core: Core) -> Starlette:
    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        task = asyncio.create_task(adapter.receive(core, core.ask))
        await asyncio.sleep(0)
        yield
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    return Starlette(routes=list(adapter.routes()), lifespan=lifespan)


@contextlib.contextmanager
def served(adapter: WebAdapter, core: Core, address: str = "http://127.0.0.1:8700") -> Iterator[TestClient]:
    with TestClient(app_of(adapter, core), address, follow_redirects=False) as client:
        yield client
