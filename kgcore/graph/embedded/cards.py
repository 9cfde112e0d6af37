"""Fills the card of an entity."""

from __future__ import annotations

import json
from collections import Counter

from kgcore.graph.card import EntityCard, Links
from kgcore.graph.embedded import tables
from kgcore.graph.embedded.lookup import Lookup


def card(lookup: Lookup, id: str, top: int) -> EntityCard | None:
    """Return the card of an entity with its `top` best neighbours' edges, or None where there is no such entity."""
    entity = lookup.entities([id]).get(id)
    if entity is None:
        return None
    best = lookup.neighbourhoods([id], top)[id]
    edges = tuple(edge for neighbour in best.best for edge in neighbour.edges)
    papers = tables.papers(lookup.db, {p for edge in edges for p in edge.publications})
    return EntityCard(
        entity=entity,
        degree=len(best.ids),
        links=_links(lookup, id),
        edges=edges,
        others=tuple(neighbour.entity for neighbour in best.best),
        papers=tuple(papers.values()),
        kin=lookup.kin([id]).get(id, ()),
        properties=_properties(lookup, id),
    )


def _links(lookup: Lookup, id: str) -> tuple[Links, ...]:
    counts = Counter(lookup.kinds(id))
    outward = {p: n for (p, out), n in _sum(counts).items() if out}
    inward = {p: n for (p, out), n in _sum(counts).items() if not out}
    denied: Counter[str] = Counter()
    for (predicate, _, negated), n in counts.items():
        denied[predicate] += n if negated else 0
    found = [Links(p, outward.get(p, 0), inward.get(p, 0), denied[p]) for p in {*outward, *inward}]
    return tuple(sorted(found, key=lambda link: (-link.outward - link.inward, link.predicate)))


def _sum(counts: Counter[tuple[str, bool, bool]]) -> Counter[tuple[str, bool]]:
    found: Counter[tuple[str, bool]] = Counter()
    for (predicate, out, _), n in counts.items():
        found[predicate, out] += n
    return found


def _properties(lookup: Lookup, id: str) -> tuple[tuple[str, str], ...]:
    (extra,) = lookup.db.execute("SELECT extra FROM entities WHERE id=?", (id,)).fetchone()
    return tuple((str(k), str(v)) for k, v in json.loads(extra).items()) if extra else ()
