"""A database that goes away, comes back, hangs, or refuses the login."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import pytest_asyncio

from kgcore.errors import ConfigError, GraphBusy, GraphDamaged, GraphRefused, GraphUnavailable
from kgcore.graph.neo4j import Access, Bolt, Neo4jGraph, push_to_neo4j
from kgcore.graph.neo4j.bolt import AT_ONCE, BoltWaits
from kgcore.ingest.importing import import_graph
from kgcore.ports import UNQUEUED
from kgcore.turn.checking import Checker
from kgcore.values.model import Mention, Reason, Triple
from kgcore.verdicts import Verdict
from kgcore.vocabulary.vocabulary import Vocabulary
from tests.kgcore.graph.tables import LetterEmbedder, write
from tests.servers.neo4j import access, needs_neo4j, opened
from tests.servers.neo4j.proxy import Proxy, proxied

CLAIM = Triple(Mention("rivastigmine"), "treats", Mention("Alzheimer's disease"))
OTHER = Triple(Mention("rivastigmine"), "is a", Mention("cholinesterase inhibitors"))


@pytest_asyncio.fixture
async def proxy(tmp_path: Path) -> AsyncIterator[Proxy]:
    await import_graph(write(tmp_path / "tables"), tmp_path / "graph", embedder=LetterEmbedder())
    async with opened() as bolt:
        await push_to_neo4j(tmp_path / "graph", bolt)
    there = urlsplit(access().uri)
    async with proxied(there.hostname or "", there.port or 7687) as proxy:
        yield proxy


def through(proxy: Proxy, waits: BoltWaits | None = None) -> Bolt:
    here = access()
    there = Access(f"bolt://127.0.0.1:{proxy.port}", here.user, here.password, here.database)
    return Bolt(there, waits=waits)


@needs_neo4j
async def test_claims_are_unsure_while_the_graph_is_away_and_settled_when_it_is_back(proxy: Proxy) -> None:
    graph = await Neo4jGraph.open(through(proxy), LetterEmbedder())
    checker = Checker(graph, Vocabulary.of(graph.info.predicates))
    (before,) = await checker.check([CLAIM])
    assert before.verdict is Verdict.SUPPORTED
    await proxy.cut()
    assert await checker.check([CLAIM]) == (before,), "what was read a moment ago is known"
    (lost,) = await checker.check([OTHER])
    assert (lost.verdict, lost.reason) == (Verdict.UNSURE, Reason.GRAPH_UNREACHABLE)
    with pytest.raises(GraphUnavailable, match="cannot be reached"):
        await graph.entities(["D:1"])
    await proxy.listen()
    after, found = await checker.check([CLAIM, OTHER])
    assert (after, found.verdict) == (before, Verdict.SUPPORTED)
    await graph.close()


@needs_neo4j
async def test_a_broken_connection_is_replaced_without_anybody_noticing(proxy: Proxy) -> None:
    graph = await Neo4jGraph.open(through(proxy), LetterEmbedder())
    await proxy.cut()
    await proxy.listen()
    assert list(await graph.entities(["D:1"])) == ["D:1"]
    await graph.close()


@needs_neo4j
async def test_a_database_that_hangs_is_given_up_on(proxy: Proxy) -> None:
    bolt = through(proxy)
    await bolt.read("RETURN 1")
    proxy.deaf = True
    with pytest.raises(GraphUnavailable, match="too long"):
        await bolt.read("RETURN 1", seconds=0.1)
    await bolt.close()


@needs_neo4j
async def test_a_database_that_hangs_is_asked_no_more_until_it_answers_again(proxy: Proxy) -> None:
    bolt = through(proxy, BoltWaits(late=0.3, word=0.3))
    await bolt.read("RETURN 1")
    proxy.deaf = True
    with pytest.raises(GraphUnavailable, match="too long"):
        await bolt.read("RETURN 1")
    asked = bolt.trips
    for _ in range(20):
        with pytest.raises(GraphUnavailable, match="does not answer"):
            await bolt.read("RETURN 1")
    assert bolt.trips == asked
    proxy.deaf = False
    await proxy.cut()
    await proxy.listen()
    while True:
        try:
            assert (await bolt.read("RETURN 1 AS one"))[0]["one"] == 1
            break
        except GraphUnavailable:
            await asyncio.sleep(0.05)
    await bolt.close()


@needs_neo4j
async def test_more_questions_than_the_server_works_on_wait_for_their_turn_and_are_told_that_it_is_busy() -> None:
    slow = "UNWIND range(1, 1000) AS a UNWIND range(1, 1000) AS b RETURN sum(a * b)"
    bolt = Bolt(access(), waits=BoltWaits(turn=0.001))
    await bolt.read("RETURN 1")
    asked = await asyncio.gather(*(bolt.read(slow) for _ in range(40)), return_exceptions=True)
    assert {type(one) for one in asked} == {list, GraphBusy}
    assert sum(isinstance(one, list) for one in asked) >= AT_ONCE
    await bolt.close()


@needs_neo4j
async def test_of_many_that_wait_nobody_waits_for_a_server_that_hangs_longer_than_it_takes_to_notice(
    proxy: Proxy,
) -> None:
    bolt = through(proxy, BoltWaits(turn=30.0, late=0.3, word=0.3))
    await bolt.read("RETURN 1")
    proxy.deaf = True
    asked = await asyncio.gather(*(bolt.read("RETURN 1") for _ in range(5 * AT_ONCE)), return_exceptions=True)
    assert {type(one) for one in asked} == {GraphUnavailable}, "it is away, not busy"
    assert bolt.trips <= 1 + AT_ONCE, "those that waited for their turn never asked"
    proxy.deaf = False
    await proxy.cut()
    await proxy.listen()
    await bolt.close()


@needs_neo4j
async def test_whether_a_server_is_there_is_looked_at_before_all_who_wait() -> None:
    slow = "UNWIND range(1, 1000) AS a UNWIND range(1, 3000) AS b RETURN sum(a * b)"
    bolt = Bolt(access())
    await bolt.read("RETURN 1")
    waiting = [asyncio.create_task(bolt.read(slow)) for _ in range(4 * AT_ONCE)]
    await asyncio.sleep(0)
    before = UNQUEUED.set(True)
    try:
        assert (await bolt.read("RETURN 1 AS one"))[0]["one"] == 1
    finally:
        UNQUEUED.reset(before)
    assert not all(one.done() for one in waiting)
    await asyncio.gather(*waiting, return_exceptions=True)
    await bolt.close()


@needs_neo4j
async def test_a_question_that_takes_too_long_is_ended_by_the_server() -> None:
    async with opened() as bolt:
        with pytest.raises(GraphUnavailable, match="too long"):
            await bolt.read("UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b RETURN sum(a * b)", seconds=0.2)


@needs_neo4j
async def test_nothing_can_be_written_by_reading() -> None:
    async with opened() as bolt:
        with pytest.raises(GraphDamaged):
            await bolt.read("CREATE (:Written)")
        assert (await bolt.read("MATCH (w:Written) RETURN count(w) AS n"))[0]["n"] == 0


@needs_neo4j
async def test_a_database_that_is_not_there_is_named() -> None:
    here = access()
    bolt = Bolt(Access(here.uri, here.user, here.password, "nowhere"))
    with pytest.raises((GraphDamaged, GraphUnavailable), match="database nowhere"):
        await bolt.read("RETURN 1")
    await bolt.close()


async def test_a_server_that_is_not_there_is_out_of_reach() -> None:
    bolt = Bolt(Access("bolt://127.0.0.1:1"))
    with pytest.raises(GraphUnavailable, match="cannot be reached"):
        await bolt.read("RETURN 1")
    await bolt.close()


async def test_an_address_that_is_none_is_an_error_of_configuration() -> None:
    with pytest.raises(ConfigError, match="NEO4J_URI"):
        Bolt(Access("ftp://localhost"))


def test_passwords_are_not_shown() -> None:
    assert "secret" not in repr(Access("bolt://x", "me", "secret"))


needs_login = pytest.mark.skipif(not access().user, reason="the server of NEO4J_URI wants no login")


@needs_neo4j
@needs_login
@pytest.mark.parametrize(("user", "password"), [("neo4j", "wrong-password"), ("nobody", "x"), ("", "")])
async def test_a_refused_login_is_told_and_shows_no_password(user: str, password: str) -> None:
    bolt = Bolt(Access(access().uri, user, password))
    with pytest.raises(GraphRefused, match="refused the login") as caught:
        await bolt.read("RETURN 1")
    assert "wrong-password" not in str(caught.value)
    await bolt.close()
