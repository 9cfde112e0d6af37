"""A bot that is started while its graph is away: it hears, says so, waits, and answers."""

from __future__ import annotations

import asyncio
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

import pytest
import pytest_asyncio
from rich.console import Console

from bot.config import Settings, load_settings
from bot.standby import AWAY, WAITS, GraphRetryPolicy, Standby
from bot.wiring import Parts, graph_folder, open_graph, open_parts
from bot.worker import Worker
from kgcore.errors import GraphBusy, GraphError, GraphNotFound, GraphUnavailable
from kgcore.graph.neo4j import push_to_neo4j
from kgcore.ports import KnowledgeGraph
from kgcore.values.message import Action, Click, Message, Person, Place, Verb
from kgcore.values.model import Reason
from kgcore.values.reply import Notice, Reply
from kgcore.values.thread import Mode
from kgcore.verdicts import Verdict
from tests.bot.test_restart import ask, healthy, until
from tests.fakes.adapter import RecordingAdapter
from tests.page.conftest import free_port
from tests.page.scenario import ROOT
from tests.servers.neo4j import access, needs_neo4j, opened, wipe
from tests.servers.neo4j.proxy import Proxy

NOBODY = "neo4j://127.0.0.1:1"
QUICK = GraphRetryPolicy(first=0.0, longest=0.0)
LOOKING = replace(QUICK, looks=0.01)
HERE = Place("web", "", "c", "t")
QUESTION = Message("q", HERE, Person("u", "Ann"), "Can vitamin E slow Alzheimer's disease?")
CONSOLE = Console(quiet=True)


def settings(folder: Path, **more: str) -> Settings:
    return load_settings({"EVIGRAPH_DATA": str(folder), "EVIGRAPH_EMBEDDER": "none", **more}, folder / "none")


@pytest_asyncio.fixture
async def parts(tmp_path: Path) -> AsyncIterator[Parts]:
    """What runs while nobody listens at Neo4j's address."""
    away = settings(tmp_path, KG_BACKEND="neo4j", NEO4J_URI=NOBODY)
    async with open_parts(away, console=CONSOLE, standby=True) as parts:
        yield parts


class Door:
    """Opens the starter graph once it is unlocked."""

    def __init__(self, folder: Path) -> None:
        self.unlocked = asyncio.Event()
        self.tries = 0
        self._settings = settings(folder)

    async def open(self) -> KnowledgeGraph:
        self.tries += 1
        if not self.unlocked.is_set():
            raise GraphUnavailable("Still away.")
        return await open_graph(self._settings, None, CONSOLE)


@asynccontextmanager
async def working(standby: Standby) -> AsyncIterator[tuple[Worker, RecordingAdapter]]:
    adapter = RecordingAdapter()
    worker = Worker(standby.parts.store, standby, {"web": adapter}, before=standby.before)
    arriving = asyncio.create_task(standby.arrive())
    yield worker, adapter
    arriving.cancel()
    await asyncio.gather(arriving, return_exceptions=True)
    await standby.close()


def notices(replies: list[Reply]) -> list[str]:
    return [b.text for r in replies for b in r.blocks if isinstance(b, Notice)]


async def delivered(adapter: RecordingAdapter, count: int) -> None:
    while len(adapter.posts) < count:
        await asyncio.sleep(0.01)


async def test_what_is_asked_waits_for_the_graph_is_told_so_once_and_then_answered(
    parts: Parts, tmp_path: Path
) -> None:
    door = Door(tmp_path)
    standby = Standby(parts, door.open, QUICK)
    assert standby.away
    async with working(standby) as (worker, adapter):
        for n in range(12):  # more than are answered at once
            person, place = Person(f"u{n}", "Ann"), replace(HERE, thread=f"t{n}")
            await worker.put(replace(QUESTION, id=f"q{n}", person=person, place=place))
        await delivered(adapter, 12)
        assert notices(list(adapter.posts.values())) == [WAITS] * 12
        assert await parts.store.turn_of("q0") is None
        while door.tries < 3:
            await asyncio.sleep(0.01)
        door.unlocked.set()
        await worker.drain()
        assert not standby.away
        assert "274 entities" in standby.status()
        for n in range(12):
            turn = await parts.store.turn_of(f"q{n}")
            assert turn is not None
            assert turn.claims
            assert turn.mode is Mode.GRAPH
        assert len(adapter.posts) == 24
        await worker.put(replace(QUESTION, id="later"))
        await worker.drain()
        assert len(adapter.posts) == 25
        assert not await parts.store.pending()


async def test_who_has_waited_long_enough_is_answered_without_the_graph(parts: Parts, tmp_path: Path) -> None:
    standby = Standby(parts, Door(tmp_path).open, replace(QUICK, events=2.0))
    async with working(standby) as (worker, adapter):
        await worker.put(QUESTION)
        await worker.drain()
        turn = await parts.store.turn_of("q")
        assert turn is not None
        assert turn.done
        assert [c for c in turn.claims if c.verdict is not Verdict.UNSURE] == []
        assert {c.reason for c in turn.claims} <= {Reason.GRAPH_UNREACHABLE}
        assert turn.mode is Mode.LOST
        shown = list(adapter.posts.values())[-1]
        assert any("could not be reached, so nothing was checked" in words for words in notices([shown]))
        assert not re.search("nothing on this|outside the graph", f"{shown.plain} {notices([shown])}")
        await worker.put(replace(QUESTION, id="q2"))
        await worker.drain()
        assert notices(list(adapter.posts.values())).count(WAITS) == 1


async def test_what_was_not_said_to_us_waits_without_a_word_and_a_look_does_not_wait(
    parts: Parts, tmp_path: Path
) -> None:
    standby = Standby(parts, Door(tmp_path).open, replace(QUICK, events=0.1))
    assert [r async for r in standby.before(replace(QUESTION, addressed=False))] == []
    standby = Standby(parts, Door(tmp_path).open, replace(QUICK, events=3600.0))
    for verb in (Verb.WHY, Verb.STOP):
        click = Click("c", HERE, Person("u"), str(Action(verb, "t1", 0)))
        assert [r async for r in standby.before(click)] == []


async def test_a_database_without_a_graph_is_not_waited_for(parts: Parts) -> None:
    async def empty() -> KnowledgeGraph:
        raise GraphNotFound("holds no graph", hint="evigraph kg push")

    with pytest.raises(GraphNotFound, match="kg push"):
        await Standby(parts, empty, QUICK).arrive()


class Going:
    """The starter graph, as long as it is not gone."""

    def __init__(self, graph: KnowledgeGraph) -> None:
        self.gone: GraphError | None = None
        self.asked: set[str] = set()
        self._graph = graph

    def __getattr__(self, name: str) -> Any:
        async def answer(*given: Any) -> Any:
            self.asked.add(name)
            if self.gone:
                raise self.gone
            return await getattr(self._graph, name)(*given)

        return answer


async def test_a_graph_that_goes_away_later_is_told_and_when_it_is_back_it_is_asked_everything_once(
    parts: Parts, tmp_path: Path
) -> None:
    graph = Going(await open_graph(settings(tmp_path), None, CONSOLE))
    standby = Standby(replace(parts, graph=cast("KnowledgeGraph", graph)), Door(tmp_path).open, LOOKING)
    watching = asyncio.create_task(standby.watch())
    await until_said(standby, "")
    graph.gone = GraphUnavailable("Cut off.")
    await until_said(standby, AWAY)
    graph.gone = GraphBusy("Asked too much.")  # it is there
    graph.asked.clear()
    await until_said(standby, "")
    assert {"paths", "neighbourhoods", "edges_between", "relatives", "papers", "rank", "spot"} <= graph.asked
    watching.cancel()
    await asyncio.gather(watching, return_exceptions=True)
    await standby.close()


async def until_said(standby: Standby, words: str) -> None:
    async with asyncio.timeout(60):
        while standby.away != words:
            await asyncio.sleep(0.01)


# ── the process ─────────────────────────────────────────────────────────────────────────────────────────────────────


@contextmanager
def running(folder: Path, uri: str, port: int = 0, **more: str) -> Iterator[subprocess.Popen[bytes]]:
    here = access()
    neo4j = {"KG_BACKEND": "neo4j", "NEO4J_URI": uri, "NEO4J_DATABASE": here.database}
    login = {"NEO4J_USER": here.user, "NEO4J_PASSWORD": here.password}
    data = {"EVIGRAPH_PORT": str(port or free_port()), "EVIGRAPH_DATA": str(folder), "EVIGRAPH_EMBEDDER": "none"}
    environment = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), **neo4j, **login, **data, **more}
    with (folder / "log").open("ab") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "bot", "run"], cwd=folder, env=environment, stdout=log, stderr=log
        )
        try:
            yield process
        finally:
            process.kill()
            process.wait()


def told(folder: Path) -> str:
    return " ".join(re.sub(r"\x1b\[[0-9;]*m", "", (folder / "log").read_text(encoding="utf-8")).split())


def test_a_bot_whose_graph_is_away_stays_up_says_so_and_ends_in_peace(tmp_path: Path) -> None:
    port = free_port()
    with running(tmp_path, NOBODY, port) as process:
        until(lambda: healthy(port), "it did not start")
        ask(port, 1)
        assert healthy(port) == {
            "status": "degraded",
            "waiting": 1,
            "graph": "cannot be reached just now; it is waited for",
        }
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/events/t1", timeout=60):  # a page is open
            process.send_signal(signal.SIGTERM)
            assert process.wait(60) == 0
    log = told(tmp_path)
    assert "Neo4j cannot be reached just now, and is waited for" in log
    assert "the graph is away; it is waited for" in log
    assert NOBODY in log
    assert "Ended; nothing is lost." in log
    assert "Traceback" not in log
    assert "ERROR" not in log  # as the driver writes


@asynccontextmanager
async def closed_door() -> AsyncIterator[Proxy]:
    """An address where nobody listens until somebody calls `listen`, and behind it the real server."""
    there = urlsplit(access().uri)
    proxy = Proxy(there.hostname or "", there.port or 7687)
    await proxy.listen()
    await proxy.cut()
    try:
        yield proxy
    finally:
        await proxy.cut()


async def filled(folder: Path) -> None:
    """Have the database hold the starter graph."""
    async with opened() as bolt:
        await wipe(bolt)
        await push_to_neo4j(await graph_folder(settings(folder), None, CONSOLE), bolt)


@needs_neo4j
async def test_a_bot_that_starts_before_neo4j_answers_when_it_is_there(tmp_path: Path) -> None:
    await filled(tmp_path)
    port = free_port()
    async with closed_door() as proxy:
        with running(tmp_path, f"bolt://127.0.0.1:{proxy.port}", port):
            await asyncio.to_thread(until, lambda: healthy(port), "it did not start")
            await asyncio.to_thread(ask, port, 1)
            waits = {"status": "degraded", "waiting": 1}
            assert (await asyncio.to_thread(healthy, port)).items() >= waits.items()
            await proxy.listen()
            done = {"status": "ok", "waiting": 0}
            await asyncio.to_thread(until, lambda: healthy(port) == done, "it did not go on")
    assert "the graph is there" in told(tmp_path)
    async with open_parts(settings(tmp_path), console=CONSOLE) as parts:
        (thread,) = await parts.store.threads("web")
        (turn,) = await parts.store.turns(thread.key)
        assert turn.claims
        assert any(c.verdict is Verdict.SUPPORTED for c in turn.claims)


@needs_neo4j
async def test_a_bot_that_finds_neo4j_without_a_graph_ends_with_what_to_do(tmp_path: Path) -> None:
    async with opened() as bolt:
        await wipe(bolt)
    async with closed_door() as proxy:
        with running(tmp_path, f"bolt://127.0.0.1:{proxy.port}") as process:
            await asyncio.to_thread(until, lambda: "is away" in told(tmp_path), "it did not start")
            await proxy.listen()
            assert await asyncio.to_thread(process.wait, 60) == 1
    assert "Load one with `evigraph kg push`" in told(tmp_path)


@needs_neo4j
@pytest.mark.skipif(not access().user, reason="the server of NEO4J_URI wants no login")
def test_a_wrong_password_ends_the_start_at_once(tmp_path: Path) -> None:
    with running(tmp_path, access().uri, NEO4J_PASSWORD="not-the-password") as process:
        assert process.wait(60) == 1
    assert "refused the login. Check NEO4J_USER and NEO4J_PASSWORD." in told(tmp_path)
    assert "not-the-password" not in told(tmp_path)


@needs_neo4j
@pytest.mark.parametrize("scheme", ["bolt", "neo4j"])
def test_a_database_that_is_not_there_ends_the_start_at_once(tmp_path: Path, scheme: str) -> None:
    there = urlsplit(access().uri)._replace(scheme=scheme).geturl()
    with running(tmp_path, there, NEO4J_DATABASE="nowhere") as process:
        assert process.wait(60) == 1
    assert "Is NEO4J_DATABASE right" in told(tmp_path)
