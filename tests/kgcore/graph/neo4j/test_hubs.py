"""What Neo4j stores of an entity says what its relations say, and a hub costs no more than anybody else."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import pytest
from neo4j import GraphDatabase, NotificationMinimumSeverity

from kgcore.graph.embedded import EmbeddedGraph
from kgcore.graph.neo4j import Bolt, Neo4jGraph, push_to_neo4j
from kgcore.ingest.importing import import_graph
from tests.kgcore.graph.tables import write
from tests.servers.neo4j import access, needs_neo4j, opened

pytestmark = needs_neo4j

KINDS = ("ISA", "ISA", "PART_OF", "TREATS", "TREATS", "CAUSES", "COEXISTS_WITH")


def drawn(seed: int, nodes: int = 48, edges: int = 150) -> dict[str, str]:
    """Draw a graph with a heavy tail: hubs, classes, some joined twice, both ways, to themselves, or denied."""
    lots = random.Random(seed)  # noqa: S311
    types = ["Drug", "Disease"]
    told = ["id\tname\tcategory", *(f"N:{n}\tthing {n}\t{lots.choice(types)}" for n in range(nodes))]
    rows = ["id\tsubject\tpredicate\tobject\tnegated\tpublications"]
    for n in range(edges):
        ends = [min(int(lots.paretovariate(0.6)), nodes) - 1 for _ in range(2)]
        ends = ends if n % 3 else [lots.randrange(nodes), ends[1]]
        cited = "|".join(f"PMID:{lots.randint(1, 90)}" for _ in range(lots.randrange(4)))
        denied = str(lots.random() < 0.1).lower()
        rows.append(f"R{n}\tN:{ends[0]}\t{lots.choice(KINDS)}\tN:{ends[1]}\t{denied}\t{cited}")
    return {"nodes": "\n".join(told) + "\n", "edges": "\n".join(rows) + "\n", "papers": "", "predicates": ""}


@asynccontextmanager
async def pushed(folder: Path, **tables: str) -> AsyncIterator[tuple[EmbeddedGraph, Neo4jGraph, _Listening]]:
    await import_graph(write(folder / "tables", **tables), folder / "graph", embedder=None)
    async with opened() as bolt:
        await push_to_neo4j(folder / "graph", bolt)
    heard = _Listening(access())
    here, there = EmbeddedGraph.open(folder / "graph"), await Neo4jGraph.open(heard)
    heard.asked.clear()
    yield here, there, heard
    await here.close()
    await there.close()


class _Listening(Bolt):
    """Remembers what was asked."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.asked: list[tuple[str, dict[str, Any]]] = []

    async def read(self, text: str, **parameters: Any) -> list[Any]:
        self.asked.append((text, {k: v for k, v in parameters.items() if k != "seconds"}))
        return await super().read(text, **parameters)


@pytest.mark.parametrize("seed", range(3))
async def test_hubs_classes_and_ties_are_told_as_by_the_embedded_graph(tmp_path: Path, seed: int) -> None:
    ids = [f"N:{n}" for n in range(48)]
    pairs = [(a, b) for a in ids for b in ids if a != b]
    async with pushed(tmp_path, **drawn(seed)) as (here, there, _):
        paths = await here.paths(pairs, 50)
        assert len({path.score for found in paths.values() for path in found}) > 3, "ordinary ones and classes"
        assert dict(await there.paths(pairs, 50)) == dict(paths)
        relatives = await here.relatives(ids)
        assert list((await there.relatives(ids)).items()) == list(relatives.items())
        assert max(map(len, relatives.values())) > 5
        assert dict(await there.edges_between(pairs)) == dict(await here.edges_between(pairs))
        for top in (1, 5, 500):
            assert dict(await there.neighbourhoods(ids, top)) == dict(await here.neighbourhoods(ids, top))
        for id in ids:
            assert await there.card(id) == await here.card(id)
            assert await there.attributes(id) == await here.attributes(id)


def wheel(spokes: int) -> dict[str, str]:
    """Two hubs, joined to each other, to spokes of their own, which stand in a ring and are kinds of them, and to three
    more that they share.
    """
    shared = ["X:0", "X:1", "X:2"]
    names = ["H:0", "H:1", *(f"S:{n}" for n in range(spokes)), *shared]
    told = ["id\tname\tcategory", *(f"{id}\tthing {id}\tDrug" for id in names)]
    rows = ["id\tsubject\tpredicate\tobject", "R\tH:0\tTREATS\tH:1"]
    rows += [f"{hub}{x}\t{hub}\tTREATS\t{x}" for hub in ("H:0", "H:1") for x in shared]
    for n in range(spokes):
        rows += [f"A{n}\tS:{n}\tISA\tH:{n % 2}", f"B{n}\tH:{n % 2}\tTREATS\tS:{n}"]
        rows += [f"C{n}\tS:{n}\tCAUSES\tS:{(n + 2) % spokes}"]
    return {"nodes": "\n".join(told) + "\n", "edges": "\n".join(rows) + "\n", "papers": "", "predicates": ""}


async def test_a_hub_costs_no_more_with_four_times_as_many_relations(tmp_path: Path) -> None:
    cost = {}
    for spokes in (200, 800):
        async with pushed(tmp_path / str(spokes), **wheel(spokes)) as (_, there, heard):
            await there.relatives(["H:0"])
            await there.edges_between([("H:0", "H:1")])
            await there.paths([("H:0", "H:1")])
            await there.attributes("H:0")
            cost[spokes] = [sum(hits(statement, asked)) for statement, asked in heard.asked]
    assert len(cost[200]) == 4
    assert cost[800] == cost[200]
    assert max(cost[800]) < 400


@pytest.mark.parametrize("spokes", [20, 2_200])
async def test_paths_between_hubs_are_found_whether_few_or_many_nodes_have_few_links(
    tmp_path: Path, spokes: int
) -> None:
    async with pushed(tmp_path, **wheel(spokes)) as (here, there, _):
        pairs = [("H:0", "H:1"), ("H:1", "H:0"), ("H:0", "S:1"), ("S:5", "S:9"), ("X:0", "X:1"), ("X:2", "S:3")]
        found = await there.paths(pairs, 9)
        assert [path.nodes[1].id for path in found["H:0", "H:1"]] == ["X:0", "X:1", "X:2"]
        assert dict(found) == dict(await here.paths(pairs, 9))


def hits(statement: str, parameters: dict[str, Any]) -> Iterator[int]:
    """Yield what each step of a question reads in the database."""
    login = access()
    who = (login.user, login.password) if login.user else None
    quiet = NotificationMinimumSeverity.OFF
    with (
        GraphDatabase.driver(login.uri, auth=who, notifications_min_severity=quiet) as driver,
        driver.session(database=login.database or None) as session,
    ):
        steps: list[Any] = [session.run(cast("Any", f"PROFILE {statement}"), parameters).consume().profile]
    while steps:
        step = steps.pop()
        yield step.get("dbHits", 0)
        steps += step.get("children", [])
