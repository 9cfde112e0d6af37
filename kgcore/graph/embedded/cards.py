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
        properties=attributes(lookup, id),
    )


def attributes(lookup: Lookup, id: str) -> tuple[tuple[str, str], ...]:
    """Return the columns of the source that `Entity` has no place for; none where there is no such entity."""
    (number,) = tables.numbers(lookup.db, [id]).values() or (None,)
    found = lookup.db.execute("SELECT extra FROM entities WHERE n=?", (number,)).fetchone()
    return tuple((str(k), str(v)) for k, v in json.loads(found[0]).items()) if found and found[0] else ()
