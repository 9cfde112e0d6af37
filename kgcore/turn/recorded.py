"""Ways that a source tells as a whole, such as a drug's path to a disease: all steps name the same record of it.

A curated path may be long: other ways of its length join anything to anything, and are not looked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from kgcore.ports import KnowledgeGraph
from kgcore.turn.mining import Way
from kgcore.values.model import Edge, Entity, Neighbour

MOST_STEPS = 8
MOST_WAYS = 2
_PART = ": "  # between a source and its record: "DrugMechDB: the path of imatinib in leukaemia"


async def recorded_ways(graph: KnowledgeGraph, start: Entity, end: Entity | None = None) -> tuple[Way, ...]:
    """Return the ways that begin at an entity and are told by one record each, those of two steps and more; `end` is
    where they must lead, else as far as they go. Raises GraphError.
    """
    if not any(
        _PART in s for n in (await _near(graph, [start.id])).get(start.id, ()) for e in n.edges for s in e.sources
    ):
        return ()
    going: dict[str, Way] = {"": Way((start,), (), 1.0)}
    done: dict[str, Way] = {}
    for _ in range(MOST_STEPS):
        near = await _near(graph, {way.nodes[-1].id for way in going.values()})
        further: dict[str, Way] = {}
        for record, way in going.items():
            steps = _steps(way, near.get(way.nodes[-1].id, ()), record)
            if record and not steps:
                done[record] = way
            for own, longer in steps.items():
                further.setdefault(own, longer)
        going = {record: way for record, way in further.items() if end is None or way.nodes[-1].id != end.id}
        done |= {record: way for record, way in further.items() if record not in going}
    found = [way for way in done.values() if len(way.hops) > 1 and (end is None or way.nodes[-1].id == end.id)]
    return _distinct(found)[:MOST_WAYS]


async def _near(graph: KnowledgeGraph, ids: Iterable[str]) -> Mapping[str, Sequence[Neighbour]]:
    around = await graph.neighbourhoods(set(ids))
    return {id: one.best for id, one in around.items()}


def _steps(way: Way, near: Sequence[Neighbour], record: str) -> dict[str, Way]:
    """Return how a way goes on, by the record that tells its next step: its own one, or at the start any."""
    last, seen = way.nodes[-1].id, {node.id for node in way.nodes}
    found: dict[str, Way] = {}
    for neighbour in near:
        if neighbour.entity.id in seen:
            continue
        for own in {s for e in neighbour.edges for s in e.sources if _PART in s and record in {"", s}}:
            hop = tuple(e for e in neighbour.edges if own in e.sources and _leads_on(e, last))
            if hop:
                found.setdefault(own, Way((*way.nodes, neighbour.entity), (*way.hops, hop), 1.0))
    return found


def _leads_on(edge: Edge, start: str) -> bool:
    return edge.subject == start and not edge.negated


def _distinct(ways: Sequence[Way]) -> tuple[Way, ...]:
    """Return ways of different nodes, the shortest first."""
    by_nodes = {tuple(node.id for node in way.nodes): way for way in sorted(ways, key=lambda w: len(w.hops))}
    return tuple(by_nodes.values())
