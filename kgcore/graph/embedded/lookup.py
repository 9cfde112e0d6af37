"""Answers of the embedded graph, computed where they are called: arrays for structure, one statement per batch for text."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kgcore.graph.embedded import tables
from kgcore.graph.embedded.arrays import Arrays
from kgcore.graph.taxonomy import Rank, rank
from kgcore.model import Edge, Entity, Kin, Neighbour, Neighbourhood, Path, Predicate
from kgcore.paths import MOST_LINKS, class_score, is_specific, path_score
from kgcore.ports import Pair

MOST_KIN = 50  # per entity, the best joined first: a class of thousands would make every claim slow


class _Found(NamedTuple):
    """A path before its entities and edges are fetched: inner node, edges of both hops, score, papers."""

    inner: int
    first: list[int]
    second: list[int]
    score: float
    papers: int


class Lookup:
    """Synchronous reads; one instance per connection, and one thread at a time."""

    def __init__(self, db: sqlite3.Connection, arrays: Arrays, predicates: Sequence[Predicate]) -> None:
        self.db = db
        self._arrays = arrays
        self._names = [p.name for p in predicates]
        ranks = [rank(name) for name in self._names]
        self._narrower = np.array([r is Rank.NARROWER for r in ranks], bool)
        self._broader = np.array([r is Rank.BROADER for r in ranks], bool)
        self._part = np.array([r is Rank.PART for r in ranks], bool)
        self._whole = np.array([r is Rank.WHOLE for r in ranks], bool)

    def entities(self, ids: Collection[str]) -> dict[str, Entity]:
        """Return the entities with these ids."""
        found = tables.entities(self.db, tables.numbers(self.db, ids).values())
        return {e.id: e for e in found.values()}

    def edges_between(self, pairs: Collection[Pair]) -> dict[Pair, tuple[Edge, ...]]:
        """Per pair, all edges from a to b and from b to a."""
        number = tables.numbers(self.db, {i for pair in pairs for i in pair})
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
        wanted = list(dict.fromkeys(numbers))
        if not wanted:
            return {}
        arrays, at = self._arrays, np.array(wanted)
        texts = tables.edge_texts(self.db, wanted)
        ends = arrays.ids(np.concatenate([arrays.subject[at], arrays.object[at]]))
        kinds, negated = arrays.predicate[at].tolist(), arrays.negated[at].tolist()
        found = {}
        for i, n in enumerate(wanted):
            text = texts[n]
            subject, object_ = ends[i], ends[i + len(wanted)]
            found[n] = Edge(text.id, subject, self._names[kinds[i]], object_, bool(negated[i]), *text[1:])
        return found

    def kin(self, ids: Collection[str]) -> dict[str, tuple[Kin, ...]]:
        """Per entity, those one step narrower or broader; at most `MOST_KIN`, the best joined first."""
        number = tables.numbers(self.db, ids)
        near = {id: self._near_kinds(n) for id, n in number.items()}
        entity = tables.entities(self.db, {k for kinds in near.values() for k in kinds} | set(number.values()))
        found = {}
        for id, n in number.items():
            kin = [
                Kin(entity[k], broader)
                for k, (broader, any_type) in near[id].items()
                if any_type or entity[k].type == entity[n].type
            ]
            if kin:
                found[id] = tuple(kin[:MOST_KIN])
        return found

    def paths(self, pairs: Collection[Pair], top: int) -> dict[Pair, tuple[Path, ...]]:
        """Per pair, the specific two-hop paths (see kgcore.paths), best first."""
        number = tables.numbers(self.db, {i for pair in pairs for i in pair})
        found = {}
        for a, b in pairs:
            if a in number and b in number and a != b:
                paths = self._specific(number[a], number[b])
                if paths:
                    found[a, b] = paths[:top]
        return self._filled(found, number)

    def neighbourhoods(self, ids: Collection[str], top: int) -> dict[str, Neighbourhood]:
        """Per entity, all neighbours' ids and the best-documented of them."""
        number = tables.numbers(self.db, ids)
        rows = {id: self._arrays.best(n, top) for id, n in number.items()}
        entity = tables.entities(self.db, {n for _, best in rows.values() for n, _ in best})
        edge = self.edges(e for _, best in rows.values() for _, edges in best for e in edges.tolist())
        degree = self._arrays.degree
        found = {}
        for id, (everyone, best) in rows.items():
            neighbours = tuple(
                Neighbour(entity[n], tuple(edge[e] for e in edges.tolist()), int(degree[n])) for n, edges in best
            )
            found[id] = Neighbourhood(id, tuple(self._arrays.ids(everyone)), neighbours)
        return found

    def _near_kinds(self, node: int) -> dict[int, tuple[bool, bool]]:
        """Return the nodes one step away by kind: (it is broader, whatever its type), the best joined first."""
        arrays = self._arrays
        here = arrays.row(node)
        edges = arrays.edge[here]
        kind = arrays.predicate[edges]
        any_type = self._narrower[kind] | self._broader[kind]
        at = np.flatnonzero((any_type | self._part[kind] | self._whole[kind]) & (arrays.negated[edges] == 0))
        if not len(at):
            return {}
        others = arrays.neighbour[here][at]
        first = arrays.subject[edges[at]] == node
        upward = (self._narrower | self._part)[kind[at]] == first
        order = np.lexsort((others, -arrays.degree[others], ~any_type[at]))[: 4 * MOST_KIN]
        found: dict[int, tuple[bool, bool]] = {}
        for i in order.tolist():
            found.setdefault(int(others[i]), (bool(upward[i]), bool(any_type[at][i])))
        return found

    def _specific(self, a: int, b: int) -> list[_Found]:
        arrays = self._arrays
        common = arrays.common(a, b)
        if not len(common):
            return []
        degrees = arrays.degree[common]
        score = {int(x): path_score(d) for x, d in zip(common.tolist(), degrees.tolist(), strict=True) if d <= MOST_LINKS}
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
        members, classes = self._memberships(node, self._arrays.row(node))
        return np.intersect1d(classes[members == node], among).tolist()

    def _memberships(self, node: int, here: slice) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return (members, classes) of the is-a edges in a node's row."""
        arrays = self._arrays
        edges = arrays.edge[here]
        kind = arrays.predicate[edges]
        is_a = edges[(self._narrower[kind] | self._broader[kind]) & (arrays.negated[edges] == 0)]
        turned = self._broader[arrays.predicate[is_a]]
        s, o = arrays.subject[is_a], arrays.object[is_a]
        return np.where(turned, o, s), np.where(turned, s, o)

    def _class_score(self, inner: int, other: int) -> float:
        """Return the worth of a path from a member through its class `inner`; 0 where `other` is a member, too."""
        members, classes = self._memberships(inner, self._arrays.row(inner))
        below = np.unique(members[classes == inner])
        if other in below:
            return 0.0
        return class_score(int(self._arrays.degree[inner]) - len(below))

    def _filled(self, found: Mapping[Pair, list[_Found]], number: Mapping[str, int]) -> dict[Pair, tuple[Path, ...]]:
        nodes = {p.inner for paths in found.values() for p in paths} | {number[i] for pair in found for i in pair}
        entity = tables.entities(self.db, nodes)
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
