"""What a graph knows about one entity, on one card."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from kgcore.model import Edge, Entity, Kin, Paper


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
    kin: tuple[Kin, ...] = ()
    properties: tuple[tuple[str, str], ...] = ()

    def as_dict(self) -> dict[str, object]:
        """Return plain values for JSON."""
        return asdict(self) | {"properties": dict(self.properties)}
