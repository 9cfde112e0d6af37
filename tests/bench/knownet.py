"""KNOWNET's published look-ups (IEEE VIS 2024), one pair at a time, to be measured beside ours on the same data.

Both names are matched case-insensitively over all nodes, then all relations between the two are asked for, then any
common neighbour. Same type in any direction: support; anything else that is found: relevant.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from kgcore.graph.embedded.arrays import Arrays
from kgcore.graph.embedded.graph import EmbeddedGraph
from kgcore.graph.embedded.layout import read_manifest
from kgcore.graph.neo4j import Bolt
from kgcore.verdicts import Verdict

_BETWEEN = """\
MATCH (a:EvigraphEntity)-[r:STATES]-(b:EvigraphEntity)
WHERE toLower(coalesce(a.name, a.id)) = toLower($a) AND toLower(coalesce(b.name, b.id)) = toLower($b)
RETURN r.predicate AS predicate"""
_COMMON = """\
MATCH (a:EvigraphEntity)-[:STATES]-(x)-[:STATES]-(b:EvigraphEntity)
WHERE toLower(coalesce(a.name, a.id)) = toLower($a) AND toLower(coalesce(b.name, b.id)) = toLower($b)
RETURN x.id AS id LIMIT 1"""
SECONDS = 60.0
# What their statements look at, and no more: a store as light as theirs can be.
_UNIQUE = "CREATE CONSTRAINT evigraph_entity_n IF NOT EXISTS FOR (e:EvigraphEntity) REQUIRE e.n IS UNIQUE"
_NODES = "UNWIND $rows AS row CREATE (:EvigraphEntity {n: row[0], id: row[1], name: row[2]})"
_STATES = """\
UNWIND $rows AS row MATCH (s:EvigraphEntity {n: row[0]}) MATCH (o:EvigraphEntity {n: row[2]})
CREATE (s)-[:STATES {predicate: row[1]}]->(o)"""
_SLICE = 20_000


async def verdict(bolt: Bolt, subject: str, predicate: str, object: str) -> Verdict:
    """Return what the published rule makes of a claim."""
    found = await bolt.read(_BETWEEN, seconds=SECONDS, a=subject, b=object)
    if any(row["predicate"] == predicate for row in found):
        return Verdict.SUPPORTED
    common = found or await bolt.read(_COMMON, seconds=SECONDS, a=subject, b=object)
    return Verdict.RELEVANT if common else Verdict.UNSURE


async def load(folder: Path, graph: EmbeddedGraph, bolt: Bolt) -> None:
    """Bring the nodes and relations of an imported graph into an empty database, as far as their look-ups need them."""
    arrays = Arrays(folder / read_manifest(folder).data)
    names = [predicate.name for predicate in graph.info.predicates]
    async with bolt.writing() as writer:
        await writer.schema(_UNIQUE)
        for start, end in _slices(len(arrays.degree)):
            ids = arrays.ids(range(start, end))
            entities = await graph.entities(ids)
            rows = [[n, id, entities[id].name] for n, id in enumerate(ids, start)]
            await writer.once(_NODES, rows=rows)
        for start, end in _slices(len(arrays.subject)):
            s, p, o = (some[start:end].tolist() for some in (arrays.subject, arrays.predicate, arrays.object))
            await writer.once(_STATES, rows=[[a, names[kind], b] for a, kind, b in zip(s, p, o, strict=True)])


def _slices(size: int) -> Iterator[tuple[int, int]]:
    for start in range(0, size, _SLICE):
        yield start, min(start + _SLICE, size)
