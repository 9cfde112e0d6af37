"""What a graph knows about one entity, on one card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Protocol

from kgcore.ports import KnowledgeGraph
from kgcore.values.model import Edge, Entity, Paper, Relative


@dataclass(frozen=True, slots=True)
class Links:
    """How many edges of one predicate leave the entity and how many arrive; `denied` of all these are negated."""

    predicate: str
    outward: int
    inward: int
    denied: int


@dataclass(frozen=True, slots=True)
class EntityCard:
    """An entity with its links by predicate (most first), its best-documented edges, and what else is stored.

    `others` are the entities at the far ends of `edges`, `papers` those that the edges cite; `properties` are the
    columns of the source that Evigraph gives no meaning to.
    """

    entity: Entity
    degree: int
    links: tuple[Links, ...]
    edges: tuple[Edge, ...]
    others: tuple[Entity, ...]
    papers: tuple[Paper, ...]
    relatives: tuple[Relative, ...] = ()
    properties: tuple[tuple[str, str], ...] = ()

    def as_dict(self) -> dict[str, object]:
        """Return plain values for JSON."""
        record = asdict(self) | {"properties": dict(self.properties)}
        record["kin"] = record.pop("relatives")
        return record


class CardedGraph(KnowledgeGraph, Protocol):
    """A graph that can also be looked at by whoever keeps it."""

    async def card(self, id: str, top: int = 10) -> EntityCard | None:
        """Return all that the graph knows about an entity, with the edges to its `top` best neighbours."""
        ...


def links_of(counts: Mapping[tuple[str, bool, bool], int]) -> tuple[Links, ...]:
    """Return the links by predicate, most first; `counts`: edges by (predicate, leaves the entity, negated)."""
    outward, inward, denied = Counter[str](), Counter[str](), Counter[str]()
    for (predicate, out, negated), n in counts.items():
        (outward if out else inward)[predicate] += n
        denied[predicate] += n if negated else 0
    found = [Links(p, outward[p], inward[p], denied[p]) for p in {*outward, *inward}]
    return tuple(sorted(found, key=lambda link: (-link.outward - link.inward, link.predicate)))
