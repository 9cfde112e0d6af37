"""Fills the card of an entity."""

from __future__ import annotations

import json
from collections import Counter

from kgcore.graph.card import EntityCard, links_of
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
        links=links_of(Counter(lookup.kinds(id))),
        edges=edges,
        others=tuple(neighbour.entity for neighbour in best.best),
        papers=tuple(papers.values()),
        kin=lookup.kin([id]).get(id, ()),
        properties=_properties(lookup, id),
    )


def _properties(lookup: Lookup, id: str) -> tuple[tuple[str, str], ...]:
    (extra,) = lookup.db.execute("SELECT extra FROM entities WHERE id=?", (id,)).fetchone()
    return tuple((str(k), str(v)) for k, v in json.loads(extra).items()) if extra else ()
