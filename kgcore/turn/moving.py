"""The team's layer on a new base graph: which of its entities and edges the new one has, and under which ids."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from kgcore.ports import KnowledgeGraph
from kgcore.values.model import Edge, Entity, Match, Mention

_MOST_NAMES = 6  # of an entity that are looked up
_SURE = (Match.EXACT, Match.SYNONYM)


@dataclass(frozen=True, slots=True)
class Moved:
    """An id that the new graph has for something; `why` says how it was found."""

    old: str
    new: str
    why: str


async def moved_entities(
    entities: Collection[Entity], new: KnowledgeGraph
) -> tuple[tuple[Moved, ...], tuple[Entity, ...]]:
    """Return where entities that the new graph lacks under their ids are now, and those that were not found.

    An entity is the same where both graphs give it an id in common, or the same name and type. Raises GraphError.
    """
    known = await new.entities([e.id for e in entities])
    left = [e for e in entities if e.id not in known]
    others = await new.entities({x for e in left for x in e.xrefs})
    moved: list[Moved] = []
    lost: list[Entity] = []
    for entity in left:
        shared = next((x for x in entity.xrefs if x in others), None)
        found = Moved(entity.id, shared, f"both know it as {shared}") if shared else await _by_name(entity, new)
        if found is None:
            lost.append(entity)
        else:
            moved.append(found)
    return tuple(moved), tuple(lost)


async def _by_name(entity: Entity, new: KnowledgeGraph) -> Moved | None:
    names = list(dict.fromkeys((entity.name, *entity.synonyms)))[:_MOST_NAMES]
    own = {entity.id, *entity.xrefs}
    for name, some in zip(names, await new.candidates([Mention(n, entity.type or None) for n in names]), strict=True):
        sure = [c.entity for c in some if c.match in _SURE]
        for found in sure:
            if common := own & {found.id, *found.xrefs}:
                return Moved(entity.id, found.id, f"both know it as {min(common)}")
        alike = [e for e in sure if e.type.casefold() == entity.type.casefold()]
        if len(alike) == 1:
            return Moved(entity.id, alike[0].id, f"the same name and type: {name}")
    return None


async def moved_edges(
    edges: Sequence[Edge], ids: Mapping[str, str], new: KnowledgeGraph
) -> tuple[tuple[Moved, ...], tuple[Edge, ...]]:
    """Return under which ids the new graph says the same as some edges, whose ends are now those of `ids`; and those
    that it does not say. What has its id still is in neither. Raises GraphError.
    """
    pairs = {e.id: (ids.get(e.subject, e.subject), ids.get(e.object, e.object)) for e in edges}
    found = await new.edges_between(set(pairs.values()))
    moved: list[Moved] = []
    lost: list[Edge] = []
    for edge in edges:
        pair = pairs[edge.id]
        same = [
            e.id
            for e in found.get(pair, ())
            if (e.subject, e.predicate, e.object, e.negated) == (pair[0], edge.predicate, pair[1], edge.negated)
        ]
        if edge.id in same:
            continue
        if same:
            moved.append(Moved(edge.id, same[0], "it says the same"))
        else:
            lost.append(edge)
    return tuple(moved), tuple(lost)
