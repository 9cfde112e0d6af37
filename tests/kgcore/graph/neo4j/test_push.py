"""Loading a graph into Neo4j: in one go, cut off anywhere, twice at once, over another graph, beside other data."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

import pytest

from kgcore.errors import GraphDamaged, GraphError, GraphNotFound, GraphUnavailable
from kgcore.graph.embedded import EmbeddedGraph
from kgcore.graph.neo4j import Access, Bolt, Neo4jGraph, push_to_neo4j
from kgcore.graph.neo4j.bolt import Writer
from kgcore.graph.neo4j.push import PushResult, _Push
from kgcore.graph.neo4j.schema import STATE
from kgcore.graph.neo4j.source import PushSource
from kgcore.ingest.importing import import_graph
from tests.kgcore.graph.tables import NODES, LetterEmbedder, padded, write
from tests.servers.neo4j import access, needs_neo4j, opened, wipe
from tests.servers.neo4j.proxy import proxied

pytestmark = needs_neo4j

CONTENTS = """\
RETURN COLLECT { MATCH (n) WHERE NOT n:EvigraphTests AND NOT n:EvigraphGraph AND NOT n:Theirs
  WITH labels(n) AS l, properties(n) AS p ORDER BY l, p.id, p.key, p.n, p.which RETURN [l, p{.*, bytes: 0}] } AS nodes,
COLLECT { MATCH (a)-[r]->(b) WITH a.id AS x, b.id AS y, type(r) AS t, properties(r) AS p ORDER BY t, p.n
  RETURN [x, t, y, p] } AS edges"""


async def imported(tmp_path: Path, name: str = "graph", **tables: str) -> Path:
    await import_graph(write(tmp_path / f"{name}-tables", **tables), tmp_path / name, embedder=LetterEmbedder())
    return tmp_path / name


async def contents(bolt: Bolt) -> tuple[Any, Any]:
    (row,) = await bolt.read(CONTENTS, seconds=60)
    return row["nodes"], row["edges"]


async def test_a_push_cut_off_anywhere_is_resumed_and_ends_as_one_in_one_go(tmp_path: Path) -> None:
    folder = await imported(tmp_path)
    async with opened() as bolt:
        await wipe(bolt)
        assert not (await push_to_neo4j(folder, bolt)).resumed
        whole = await contents(bolt)
        for stage in range(8):
            await wipe(bolt)
            with pytest.raises(_Killed):
                await push_to_neo4j(folder, bolt, _killer(stage))
            assert (await push_to_neo4j(folder, bolt)).resumed
            assert await contents(bolt) == whole, stage


async def test_a_connection_that_breaks_in_the_middle_leaves_a_push_that_can_be_resumed(tmp_path: Path) -> None:
    folder, there = await imported(tmp_path), urlsplit(access().uri)
    async with opened() as bolt:
        await push_to_neo4j(folder, bolt)
        whole = await contents(bolt)
        await wipe(bolt)
        async with proxied(there.hostname or "", there.port or 7687) as proxy:
            near = Bolt(Access(f"bolt://127.0.0.1:{proxy.port}", *_login()), patience=0.1)
            proxy.cut_after = 12_000
            with pytest.raises(GraphUnavailable):
                await push_to_neo4j(folder, near)
            await near.close()
        await push_to_neo4j(folder, bolt)
        assert await contents(bolt) == whole


async def test_two_pushes_at_once_never_load_anything_twice(tmp_path: Path) -> None:
    folder = await imported(tmp_path)
    async with opened() as bolt, opened() as other:
        await push_to_neo4j(folder, bolt)
        whole = await contents(bolt)
        await wipe(bolt)
        ends = await asyncio.gather(push_to_neo4j(folder, bolt), push_to_neo4j(folder, other), return_exceptions=True)
        assert [end for end in ends if not isinstance(end, PushResult | GraphError)] == []
        await push_to_neo4j(folder, bolt)
        assert await contents(bolt) == whole


async def test_a_push_that_another_has_overtaken_finds_the_graph_there(tmp_path: Path) -> None:
    """Both found an empty database; one had loaded it whole before the other set the marker."""
    folder = await imported(tmp_path)
    async with opened() as bolt:
        await wipe(bolt)
        await push_to_neo4j(folder, bolt)
        whole = await contents(bolt)
        async with bolt.writing() as writer:
            late = _Late(writer, overtaken=1)
            with PushSource.of(folder) as source:
                assert (await _Push(source, cast("Writer", late), lambda *_: None).run()).already
        assert await contents(bolt) == whole


class _Late:
    """A writer whose first looks at the database come from before the other push."""

    def __init__(self, writer: Writer, overtaken: int) -> None:
        self._writer, self._old = writer, overtaken

    async def once(self, text: str, **parameters: Any) -> list[Any]:
        if text == STATE and self._old:
            self._old -= 1
            return []
        return await self._writer.once(text, **parameters)

    async def schema(self, text: str, **parameters: Any) -> list[Any]:
        return await self._writer.schema(text, **parameters)


ODD_EDGES = padded("""\
id	subject	predicate	object	negated	publications	knowledge_source	sentences	note
E1	D:1	TREATS	X:1	false	PMID:2|PMID:1	hand	First.
E2	D:1	TREATS	X:2	false	PMID:2|PMC3030|DOI:10.1000/four	hand|again
E3	D:2	TREATS	X:1	false
E4	D:2	CAUSES	X:4	true	PMID:999999999|PMID:1|NCT01234567	{many}		a note
""")


async def test_papers_and_sources_come_back_as_they_were(tmp_path: Path) -> None:
    many = "|".join(f"source {n}" for n in range(5_000))  # more than have codes
    folder, ids = await imported(tmp_path, edges=ODD_EDGES.replace("{many}", many)), ["D:1", "D:2"]
    embedded = EmbeddedGraph.open(folder)
    async with opened() as bolt:
        await push_to_neo4j(folder, bolt)
        graph = await Neo4jGraph.open(bolt)
        assert await graph.neighbourhoods(ids) == await embedded.neighbourhoods(ids)
        kept = "MATCH ()-[r:STATES]->() RETURN r.id AS id, r.publications AS papers, r.sources AS sources ORDER BY id"
        rows = {row["id"]: (row["papers"], row["sources"]) for row in await bolt.read(kept)}
    await embedded.close()
    assert rows["E1"][0] == [2, 1], "PMIDs are kept as numbers"
    assert rows["E3"] == (None, None), "and what is empty not at all"
    assert all(isinstance(code, int) for code in rows["E2"][1])
    assert "source 4999" in rows["E4"][1]


async def test_a_graph_pushed_already_is_left_as_it_is(tmp_path: Path) -> None:
    folder = await imported(tmp_path)
    async with opened() as bolt:
        await push_to_neo4j(folder, bolt)
        assert (await push_to_neo4j(folder, bolt)).already


async def test_another_graph_takes_its_place_and_other_data_stays(tmp_path: Path) -> None:
    first = await imported(tmp_path)
    second = await imported(tmp_path, "second", nodes=NODES.replace("donepezil", "donepezilium"))
    async with opened() as bolt:
        await push_to_neo4j(first, bolt)
        async with bolt.writing() as writer:
            await writer.once("MERGE (:Theirs {id: 'D:1'})")
        await push_to_neo4j(second, bolt)
        graph = await Neo4jGraph.open(bolt, LetterEmbedder())
        assert (await graph.entities(["D:1"]))["D:1"].name == "donepezilium"
        assert (await bolt.read("MATCH (t:Theirs) RETURN count(t) AS n"))[0]["n"] == 1


async def test_a_graph_that_is_being_replaced_is_out_of_reach_and_not_empty(tmp_path: Path) -> None:
    first = await imported(tmp_path)
    second = await imported(tmp_path, "second", nodes=NODES.replace("donepezil", "donepezilium"))
    async with opened() as bolt:
        await push_to_neo4j(first, bolt)
        graph = await Neo4jGraph.open(bolt, LetterEmbedder())
        assert await graph.edges_between([("D:1", "X:1")])
        with pytest.raises(_Killed):
            await push_to_neo4j(second, bolt, _killer(3))
        with pytest.raises(GraphUnavailable, match="replaced"):
            await graph.entities(["D:1"])
        with pytest.raises(GraphUnavailable, match="replaced"):
            await graph.edges_between([("D:1", "X:1")])
        with pytest.raises(GraphDamaged, match="loaded to its end"):
            await Neo4jGraph.open(bolt, LetterEmbedder())


async def test_a_database_without_a_graph_says_what_to_do(tmp_path: Path) -> None:
    async with opened() as bolt:
        await wipe(bolt)
        with pytest.raises(GraphNotFound, match="kg push"):
            await Neo4jGraph.open(bolt, None)


class _Killed(Exception):  # noqa: N818
    """The process ends here."""


def _killer(stage: int) -> Any:
    seen: list[str] = []

    def progress(name: str, done: int, total: int) -> None:
        if name not in seen:
            seen.append(name)
        if len(seen) > stage and (done or not total or stage == 7):
            raise _Killed

    return progress


def _login() -> tuple[str, str, str]:
    here = access()
    return here.user, here.password, here.database
