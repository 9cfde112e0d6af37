"""Answers of the embedded graph: arrays for structure, one statement per batch for text; nothing here waits."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kgcore.evidence.paths import MOST_LINKS, class_score, is_specific, path_score
from kgcore.graph.embedded import tables
from kgcore.graph.embedded.arrays import Arrays, RowCache
from kgcore.graph.embedded.kin import Kin
from kgcore.ports import Pair
from kgcore.values.model import Edge, Entity, Neighbour, Neighbourhood, Paper, Path, Predicate, Relative
from kgcore.values.remembering import around_bytes, edges_bytes, entities_bytes, papers_bytes

_ROWS = 5_000  # numbers of entities that are remembered
# Bytes of entities, edges and papers, some thousand of each: more would make looking for garbage slow.
_KEPT = 4 << 20
# Bytes of neighbourhoods that are kept: a thread asks for the same ones after every answer. Those of a hub among
# millions of edges take some megabytes, most some hundred kilobytes.
_REMEMBERED = 48 << 20


class _Found(NamedTuple):
    """A path before its entities and edges are fetched: inner node, edges of both hops, score, papers."""

    inner: int
    first: list[int]
    second: list[int]
    score: float
    papers: int


class EmbeddedReader:
    """Synchronous reads; one instance per connection, and one thread at a time."""

    def __init__(self, db: sqlite3.Connection, arrays: Arrays, predicates: Sequence[Predicate]) -> None:
        self.db = db
        self._arrays = arrays
        self._names = [p.name for p in predicates]
        self._numbers = RowCache[str, int](lambda ids: tables.entity_numbers(db, ids), _ROWS)
        self._entities = RowCache[int, Entity](self._read_entities, _KEPT, entities_bytes)
        self._edges = RowCache[int, Edge](self._read_edges, _KEPT, edges_bytes)
        self._papers = RowCache[str, Paper](lambda ids: tables.read_papers(db, ids), _KEPT, papers_bytes)
        self._around = RowCache[tuple[int, int], Neighbourhood](self._read_around, _REMEMBERED, around_bytes)
        self._kin = Kin(arrays, self._names)

    def entities(self, ids: Collection[str]) -> dict[str, Entity]:
        """Return the entities with these ids."""
        found = self._entities.get(self._numbers.get(ids).values())
        return {e.id: e for e in found.values()}

    def _read_entities(self, wanted: Sequence[int]) -> dict[int, Entity]:
        found = tables.read_entities(self.db, wanted)
        self._numbers.learn({entity.id: n for n, entity in found.items()})
        return found

    def papers(self, ids: Collection[str]) -> dict[str, Paper]:
        """Return the papers with these ids, in the order of the ids: a turn asks for the same ones three times."""
        return self._papers.get(sorted(ids))

    def edges_between(self, pairs: Collection[Pair]) -> dict[Pair, tuple[Edge, ...]]:
        """Per pair, all edges from a to b and from b to a."""
        number = self._numbers.get({i for pair in pairs for i in pair})
        found: dict[Pair, list[int]] = {}
        for a, b in pairs:
            if a in number and b in number and a != b:
                edges = self._arrays.between(number[a], number[b])
                if len(edges):
                    found[a, b] = edges.tolist()
        edge = self.edges(e for edges in found.values() for e in edges)
        return {pair: tuple(edge[e] for e in edges) for pair, edges in found.items()}

    def edges(self, numbers: Iterable[int]) -> dict[int, Edge]:
        """Return the edges with these numbers."""
        return self._edges.get(numbers)

    def _read_edges(self, wanted: Sequence[int]) -> dict[int, Edge]:
        arrays, at = self._arrays, np.array(wanted)
        texts = tables.edge_texts(self.db, wanted)
        nodes, which = np.unique(np.concatenate([arrays.subject[at], arrays.object[at]]), return_inverse=True)
        ids = arrays.ids(nodes)  # each once, so that edges share them
        ends = [ids[i] for i in which.tolist()]
        kinds, negated = arrays.predicate[at].tolist(), arrays.negated[at].tolist()
        found = {}
        for i, n in enumerate(wanted):
            text = texts[n]
            subject, object_ = ends[i], ends[i + len(wanted)]
            found[n] = Edge(text.id, subject, self._names[kinds[i]], object_, bool(negated[i]), *text[1:])
        return found

    def relatives(self, ids: Collection[str]) -> dict[str, tuple[Relative, ...]]:
        """Per entity, those one step broader or narrower (see `Kin.near`)."""
        number = self._numbers.get(ids)
        near = self._kin.near(list(number.values()))
        entity = self._entities.get({n for relatives in near.values() for n in relatives})
        return {
            id: tuple(Relative(entity[k], broader) for k, broader in near[n].items())
            for id, n in number.items()
            if n in near
        }

    def paths(self, pairs: Collection[Pair], top: int) -> dict[Pair, tuple[Path, ...]]:
        """Per pair, the specific two-hop paths (see kgcore.paths), best first."""
        number = self._numbers.get({i for pair in pairs for i in pair})
        found = {}
        for a, b in pairs:
            if a in number and b in number and a != b:
                paths = self._specific(number[a], number[b])
                if paths:
                    found[a, b] = paths[:top]
        return self._filled(found, number)

    def neighbourhoods(self, ids: Collection[str], top: int) -> dict[str, Neighbourhood]:
        """Per entity, all neighbours' ids and the best-documented of them."""
        number = self._numbers.get(ids)
        around = self._around.get((n, top) for n in number.values())
        return {id: around[n, top] for id, n in number.items()}

    def _read_around(self, wanted: Sequence[tuple[int, int]]) -> dict[tuple[int, int], Neighbourhood]:
        arrays = self._arrays
        rows = {key: arrays.best(*key) for key in wanted}
        entity = self._entities.get({n for best in rows.values() for n, _ in best})
        edge = self.edges(e for best in rows.values() for _, edges in best for e in edges.tolist())
        centres = arrays.ids([node for node, _ in wanted])
        found = {}
        for id, (key, best) in zip(centres, rows.items(), strict=True):
            neighbours = tuple(
                Neighbour(entity[n], tuple(edge[e] for e in edges.tolist()), int(arrays.degree[n])) for n, edges in best
            )
            found[key] = Neighbourhood(id, frozenset(arrays.ids(arrays.neighbours(key[0]))), neighbours)
        return found

    def kinds(self, id: str) -> list[tuple[str, bool, bool]]:
        """Per edge of an entity: its predicate, whether it leaves the entity, whether it is negated."""
        arrays, node = self._arrays, self._numbers.get([id])[id]
        edges = arrays.edge[arrays.row(node)]
        out, negated = (arrays.subject[edges] == node).tolist(), (arrays.negated[edges] != 0).tolist()
        names = [self._names[code] for code in arrays.predicate[edges].tolist()]
        return list(zip(names, out, negated, strict=True))

    def _specific(self, a: int, b: int) -> list[_Found]:
        arrays = self._arrays
        common = arrays.common(a, b)
        if not len(common):
            return []
        degrees = arrays.degree[common]
        score = {
            int(x): path_score(d) for x, d in zip(common.tolist(), degrees.tolist(), strict=True) if d <= MOST_LINKS
        }
        for end, other in ((a, b), (b, a)):
            for x in self._classes(end, common):
                score[x] = max(score.get(x, 0.0), self._class_score(x, other))
        found = [self._path(a, x, b, s) for x, s in score.items() if is_specific(s)]
        return sorted(found, key=lambda p: (-p.score, -p.papers, p.inner))

    def _path(self, a: int, inner: int, b: int, score: float) -> _Found:
        first, second = self._arrays.between(a, inner), self._arrays.between(inner, b)
        papers = int(self._arrays.papers[first].sum() + self._arrays.papers[second].sum())
        return _Found(inner, first.tolist(), second.tolist(), score, papers)

    def _classes(self, node: int, among: NDArray[np.int32]) -> list[int]:
        """Return those `among` the neighbours of which `node` is a kind."""
        edges = self._arrays.relatives(node)
        if not len(edges):
            return []
        lower, upper, is_a = self._kin.steps(edges)
        classes = set(upper[(lower == node) & is_a].tolist())
        return sorted(classes.intersection(among.tolist())) if classes else []

    def _class_score(self, inner: int, other: int) -> float:
        """Return the worth of a path from a member through its class `inner`; 0 where `other` is a member, too, or
        where the class has so many other links that no number of members makes the path specific.
        """
        kin = len(self._arrays.relatives(inner))
        if not is_specific(class_score(int(self._arrays.degree[inner]) - kin)):
            return 0.0
        lower, upper, is_a = self._kin.steps(self._arrays.relatives(inner))
        members = set(lower[(upper == inner) & is_a].tolist())
        return 0.0 if other in members else class_score(int(self._arrays.degree[inner]) - len(members))

    def _filled(self, found: Mapping[Pair, list[_Found]], number: Mapping[str, int]) -> dict[Pair, tuple[Path, ...]]:
        nodes = {p.inner for paths in found.values() for p in paths} | {number[i] for pair in found for i in pair}
        entity = self._entities.get(nodes)
        edge = self.edges(e for paths in found.values() for p in paths for e in (*p.first, *p.second))
        return {
            (a, b): tuple(
                Path(
                    (entity[number[a]], entity[p.inner], entity[number[b]]),
                    (tuple(edge[e] for e in p.first), tuple(edge[e] for e in p.second)),
                    p.score,
                )
                for p in paths
            )
            for (a, b), paths in found.items()
        }
