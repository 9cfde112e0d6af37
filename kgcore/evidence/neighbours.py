"""What lies one hop around an entity, as a sample that shows every kind of it. Pure."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import replace
from itertools import zip_longest

from kgcore.evidence.paths import class_score
from kgcore.linking.lexicon import stem
from kgcore.question.unread import says_something
from kgcore.values.model import Edge, Entity, Evidence, Neighbour, Neighbourhood

Beside = tuple[Edge, Entity]
_Kind = tuple[str, bool, bool]  # predicate, denied, away from the centre


def neighbour_evidence(near: Neighbourhood, most: int) -> list[Beside]:
    """Return so many edges around an entity with their other ends, kind by kind.

    Edges of one kind are a cluster; each cluster gives its best in turn, so that none crowds out the others. Better is
    what has more papers and fewer links of its own. What goes by the same name is one.
    """
    clusters: dict[_Kind, list[tuple[float, Neighbour, Edge]]] = defaultdict(list)
    for neighbour in near.best:
        best: dict[_Kind, Edge] = {}
        for edge in neighbour.edges:
            kind = (edge.predicate, edge.negated, edge.subject == near.centre)
            best[kind] = max(best.get(kind, edge), edge, key=lambda e: e.cited)
        for kind, edge in best.items():
            clusters[kind].append((_worth(edge, neighbour), neighbour, edge))
    ranked = [_apart(sorted(some, key=lambda one: -one[0])) for some in clusters.values()]
    taken = [one for turn in zip_longest(*ranked) for one in turn if one is not None][:most]
    order = list(clusters)
    return sorted(taken, key=lambda one: order.index((one[0].predicate, one[0].negated, one[0].subject == near.centre)))


_WORD = re.compile(r"[^\W\d_][^\W_]{3,}")


def spoken_of(question: str, near: Neighbourhood, named: Collection[Entity], most: int) -> list[Neighbour]:
    """Return so many neighbours that a question has words of and does not name, so that it bears on what is known of
    them; those of which it has the largest share of a name, then the most specific. `named` is what it names.
    """
    taken = {word for e in named for name in (e.name, *e.synonyms) for word in _stems(name)}
    said = {word for word in _stems(question) if word not in taken}
    ids = {e.id for e in named}
    found: list[tuple[float, float, Neighbour]] = []
    for neighbour in near.best if said else ():
        own = _stems(neighbour.entity.name)
        if neighbour.entity.id not in ids and own & said:
            found.append((len(own & said) / len(own), class_score(neighbour.degree), neighbour))
    return [n for _, _, n in sorted(found, key=lambda one: (-one[0], -one[1], one[2].entity.id))][:most]


def _stems(words: str) -> set[str]:
    return {stem(w) for w in _WORD.findall(words.lower()) if says_something(w)}


def _worth(edge: Edge, neighbour: Neighbour) -> float:
    return (1 + edge.cited) * class_score(neighbour.degree)


def _apart(ranked: list[tuple[float, Neighbour, Edge]]) -> list[Beside]:
    """Return a cluster's edges in order, the first of those whose other ends share a name."""
    found: list[Beside] = []
    seen: set[str] = set()
    for _, neighbour, edge in ranked:
        entity = neighbour.entity
        names = {name.casefold() for name in (entity.name, *entity.synonyms)}
        if names.isdisjoint(seen):
            found.append((edge, entity))
        seen |= names
    return found


def with_neighbours(evidence: Evidence, around: Iterable[tuple[Entity, Neighbourhood]]) -> Evidence:
    """Return the evidence with all edges of these entities to their neighbours."""
    entities, edges = {e.id: e for e in evidence.entities}, {e.id: e for e in evidence.edges}
    for own, neighbourhood in around:
        entities |= {own.id: own} | {n.entity.id: n.entity for n in neighbourhood.best}
        edges |= {e.id: e for n in neighbourhood.best for e in n.edges}
    return replace(evidence, entities=tuple(entities.values()), edges=tuple(edges.values()))
