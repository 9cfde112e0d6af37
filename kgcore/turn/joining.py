"""What the graph has on things together that no fetch was planned for: ways between two entities that no specific path
joins (exploration ranks them, verdicts want specific ones), and answers beside what is taken already.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from kgcore.evidence.paths import path_score
from kgcore.evidence.selection import FetchedGraph, answers_beside, pairs_beside
from kgcore.ports import KnowledgeGraph, Pair
from kgcore.turn.senses import kin_besides, merged_kin
from kgcore.values.intent import Connect, Intent, Which, Why
from kgcore.values.model import Edge, Entity, Path, Relative
from kgcore.verdict.stance import Rules

_LOOKED_AT = 24  # common neighbours of a pair that are ranked
_WAYS = 3
_PAIRS = 6


async def common_ways(graph: KnowledgeGraph, intent: Intent, fetched: FetchedGraph) -> Mapping[Pair, tuple[Path, ...]]:
    """Return, for pairs whose connection is asked for and that have no path yet, the ways through what both are joined
    to, the least joined first. Raises GraphError.
    """
    if not isinstance(intent, Why | Connect):
        return {}
    both = dict(list(_common(intent, fetched).items())[:_PAIRS])
    shared = {id for ids in both.values() for id in ids}
    if not shared:
        return {}
    steps = {step for (a, b), ids in both.items() for id in ids for step in ((a, id), (id, b))}
    edges = await graph.edges_between(steps)
    known = await graph.entities(shared | {end for pair in both for end in pair})
    links = {id: len(n.ids) for id, n in (await graph.neighbourhoods(shared, 1)).items()}
    found = {}
    for pair, ids in both.items():
        ways = [_way(pair, id, known, edges, links.get(id, 0)) for id in ids if id in known]
        found[pair] = tuple(sorted((w for w in ways if w), key=lambda w: -w.score)[:_WAYS])
    return {pair: ways for pair, ways in found.items() if ways}


def _common(intent: Why | Connect, fetched: FetchedGraph) -> dict[Pair, list[str]]:
    """Return what both of a pair are joined to, the best-documented of the first before the others."""
    ends = (intent.subject, intent.object) if isinstance(intent, Why) else intent.entities
    pairs = [(a.id, b.id) for n, a in enumerate(ends) for b in ends[n + 1 :]]
    found: dict[Pair, list[str]] = {}
    for a, b in pairs:
        here, there = fetched.neighbourhoods.get(a), fetched.neighbourhoods.get(b)
        told = isinstance(intent, Connect) and (fetched.edges.get((a, b)) or fetched.edges.get((b, a)))
        if here is None or there is None or told or fetched.paths.get((a, b)) or fetched.paths.get((b, a)):
            continue
        shared = (here.ids & there.ids) - {a, b}
        best = [n.entity.id for n in here.best if n.entity.id in shared]
        found[a, b] = [*best, *sorted(shared.difference(best))][:_LOOKED_AT]
    return found


def _way(
    pair: Pair, id: str, known: Mapping[str, Entity], edges: Mapping[Pair, Collection[Edge]], links: int
) -> Path | None:
    a, b = pair
    first, second = tuple(edges.get((a, id), ())), tuple(edges.get((id, b), ()))
    if not first or not second or a not in known or b not in known:
        return None
    return Path((known[a], known[id], known[b]), (first, second), path_score(links))


async def with_answers_beside(
    graph: KnowledgeGraph, intent: Intent, fetched: FetchedGraph, rules: Rules
) -> tuple[FetchedGraph, tuple[tuple[str, Relative], ...]]:
    """Return what was fetched with what the graph has on the answers to a question together with what is taken beside
    them, and the classes and forms of the answers, each by its id: an interaction may be told of one of these.

    Raises GraphError.
    """
    answers = answers_beside(intent, fetched, rules) if isinstance(intent, Which) and intent.beside else ()
    if not answers or not isinstance(intent, Which):
        return fetched, ()
    kin = merged_kin(await graph.relatives([e.id for e in answers]), await kin_besides(graph, answers))
    relatives = {**kin, **fetched.relatives}
    edges = await graph.edges_between(pairs_beside(answers, intent, relatives))
    found = replace(fetched, relatives=relatives, edges={**fetched.edges, **edges})
    return found, tuple((id, k) for id, some in kin.items() for k in some)
