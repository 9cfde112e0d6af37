"""What people do in Teams, in the platform's own payloads (tests/payloads/teams), and an adapter to do it with."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import httpx
from starlette.applications import Starlette

from adapters.port import NOWHERE, Origin
from adapters.teams.app import TeamsAdapter
from adapters.teams.config import TeamsConfig
from kgcore.values.message import (
    Address,
    Command,
    CommandQuery,
    Incoming,
    LiteratureQuery,
    NamesQuery,
    Person,
    Place,
    Query,
)
from kgcore.values.model import Paper
from kgcore.values.reply import Choice, Choices, Notice, Papers, PaperView, Reply
from tests.servers.teams import Connector, serving
from tests.servers.teams_keys import CLIENT, SECRET, TENANT, Keys

PAYLOADS = Path(__file__).parents[2] / "payloads" / "teams"
CHANNEL, GROUP, PERSONAL = "19:general@thread.tacv2", "19:group@thread.v2", "a:ann"
ROOT = "1700000000001"
_numbers = itertools.count(1)


class Kept:
    """A `State` in memory."""

    def __init__(self) -> None:
        self.map: dict[str, str] = {}

    async def get(self, key: str) -> str | None:
        return self.map.get(key)

    async def set(self, key: str, value: str) -> None:
        self.map[key] = value

    async def delete(self, key: str) -> None:
        self.map.pop(key, None)

    async def advance(self, key: str, by: float, least: float = 0.0) -> float | None:
        return None

    async def keys(self, prefix: str = "") -> Sequence[str]:
        return [k for k in self.map if k.startswith(prefix)]


@dataclass
class Core:
    """An inbox that remembers, and answers queries with what it is told to."""

    events: list[Incoming] = field(default_factory=list)
    queries: list[Query] = field(default_factory=list)
    answer: Reply = field(default_factory=lambda: Reply("", "", (Notice("Nothing is known."),)))
    fault: Exception | None = None
    library: dict[str, int] = field(default_factory=dict)  # how many papers there are on what, in pages of five
    outsiders: bool = True

    async def put(self, event: Incoming, origin: Origin = NOWHERE) -> bool:
        if self.fault:
            raise self.fault
        new = event.id not in {e.id for e in self.events}
        self.events += [event] if new else []
        return new

    async def ask(self, query: Query) -> Reply:
        self.queries.append(query)
        match query:
            case CommandQuery(command) if command.outsiders and not self.outsiders:
                return Reply("", "", (Notice("Not for people from outside."),), private=True)
            case LiteratureQuery(_, text, page) if self.library:
                return self._page(text, page)
            case CommandQuery(Command(name="literature", text=text)) if self.library:
                return self._page(text, 0)
            case NamesQuery(_, text) if self.library:
                names = [name for name in self.library if name.startswith(text)]
                return Reply("", "", (Choices(tuple(Choice(name, name) for name in names)),))
            case _:
                return self.answer

    def _page(self, text: str, page: int) -> Reply:
        total = self.library.get(text, 0)
        numbers = range(page * 5 + 1, min(total, page * 5 + 5) + 1)
        papers = tuple(PaperView(Paper(f"P{n}", f"Paper {n}", "", 2000, "https://example.org/")) for n in numbers)
        return Reply("", text, (Papers(papers, page * 5 + 1, total),)) if papers else self.answer


@dataclass
class World:
    """Everything at once: the platform, our adapter behind its routes, and the core."""

    connector: Connector
    service: str
    keys: Keys
    core: Core
    state: Kept
    adapter: TeamsAdapter
    client: httpx.AsyncClient
    login: str = ""

    async def send(self, body: dict[str, Any], token: str | None = None, **headers: str) -> httpx.Response:
        """Post an activity as the platform does."""
        body = {**body, "serviceUrl": self.service}
        token = self.keys.token(self.service) if token is None else token
        given = {"Authorization": f"Bearer {token}"} if token else {}
        return await self.client.post("/api/messages", json=body, headers={**given, **headers})

    def address(self, place: Place, event: str = "e1", attempt: int = 1) -> Address:
        return Address(place, ANN, event, attempt)

    async def deliver(self, reply: Reply, place: Place, receipt: str | None = None, event: str = "e1") -> str:
        return await self.adapter.deliver(reply, self.address(place, event), receipt)


ANN = Person("29:ann", "Ann")
IN_PERSON = Place("teams", TENANT, PERSONAL, "")
IN_CHANNEL = Place("teams", TENANT, CHANNEL, ROOT)
IN_GROUP = Place("teams", TENANT, GROUP, "")


@contextlib.asynccontextmanager
async def world(
    connector: Connector | None = None, public: str = "", patience: float = 0.05, **settings: Any
) -> AsyncIterator[World]:
    """Run an adapter with real authentication against a connector and a key server of our own."""
    connector, keys, core, state = connector or Connector(), Keys(), Core(), Kept()
    with serving(connector.app()) as service, serving(keys.app()) as login:
        adapter = TeamsAdapter(config(login, public=public, **settings), state, patience)
        async with running(adapter, core) as client:
            yield World(connector, service, keys, core, state, adapter, client, login)


def config(login: str, **settings: Any) -> TeamsConfig:
    """Return what the adapter is told, with the key server in the place of Microsoft's."""
    made = TeamsConfig(
        client=CLIENT,
        secret=SECRET,
        tenant=TENANT,
        login=login,
        keys=f"{login}/v1/.well-known/openidconfiguration",
        hosts=("127.0.0.1",),
    )
    return replace(made, **settings)


@contextlib.asynccontextmanager
async def running(adapter: TeamsAdapter, core: Any) -> AsyncIterator[httpx.AsyncClient]:
    """Let an adapter receive, and yield a client of its routes."""
    task = asyncio.create_task(adapter.receive(core, core.ask))
    for _ in range(3):
        await asyncio.sleep(0)
    transport = httpx.ASGITransport(Starlette(routes=list(adapter.routes())))
    try:
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8700") as client:
            yield client
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def payload(name: str, **changes: Any) -> dict[str, Any]:
    """Return a payload with an id of its own; `changes` are laid over it."""
    found: dict[str, Any] = json.loads((PAYLOADS / f"{name}.json").read_text(encoding="utf-8"))
    found["id"] = f"17000000{next(_numbers):05d}"
    return found | changes


def said(text: str, where: str = "personal") -> dict[str, Any]:
    """Return a message of Ann's: in her personal chat, in the group (mentioning us) or in a channel's thread."""
    body = payload(f"message_{where}")
    return body | {"text": text if where == "personal" else f"<at>Evigraph</at> {text}"}


def pressed(button: dict[str, Any], where: str = "personal", **inputs: str) -> dict[str, Any]:
    """Return what pressing a card's button sends, with what stands in the inputs."""
    data = {**inputs, **button["data"]}
    if button["type"] == "Action.Execute":
        body = payload(f"card_action_{where}")
        action = {"type": "Action.Execute", "verb": button["verb"], "data": data}  # no verb: Teams sends nothing
        return body | {"value": {"action": action, "trigger": "manual"}}
    body = payload(f"task_fetch_{where}")
    return body | {"value": {"data": data, "context": {"theme": "default"}}}


def submitted(button: dict[str, Any], where: str = "personal", **inputs: str) -> dict[str, Any]:
    """Return what pressing a button of a dialog sends."""
    return pressed(button, where, **inputs) | {"name": "task/submit"}
