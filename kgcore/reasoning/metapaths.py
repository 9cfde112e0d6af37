"""Paths of kinds between two entities, counted with weights: the features behind predictions. Pure; numpy.

A metapath is a chain of steps (type, predicate, direction, type). Its degree-weighted path count for a pair
(Himmelstein and Baranzini 2015, doi:10.1371/journal.pcbi.1004259) sums over the paths of that kind the product of the
degrees that they run through, each to the power of −0.4, so that hubs count for little. Nodes do not repeat on a
path: walks that return are taken off, which also keeps a pair's own edge out of its own features.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

DAMPING = 0.4  # Himmelstein et al. 2017, doi:10.7554/eLife.26726
LONGEST = 3  # steps
MOST_METAPATHS = 160
_AT_ONCE = 8_000_000  # numbers that are gathered together: 32 MB


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a metapath; `direction` is 1 along the edges, -1 against them, 0 where they have none."""

    source: int
    predicate: int
    direction: int
    target: int

    @property
    def back(self) -> Step:
        """The same step the other way."""
        return Step(self.target, self.predicate, -self.direction, self.source)


Metapath = tuple[Step, ...]


@dataclass(frozen=True)
class TypedGraph:
    """A graph's structure: types and predicates by code, and its edges (not the negated ones) by nodes' numbers."""

    types: tuple[str, ...]
    predicates: tuple[str, ...]
    symmetric: tuple[bool, ...]
    node_type: Ints
    subject: Ints
    object: Ints
    predicate: Ints

    @cached_property
    def sizes(self) -> Ints:
        """How many nodes there are of each type."""
        return np.bincount(self.node_type, minlength=len(self.types))

    @cached_property
    def place(self) -> Ints:
        """Each node's number among those of its type."""
        order = np.argsort(self.node_type, kind="stable")
        starts = np.concatenate([[0], np.cumsum(self.sizes)[:-1]])
        found = np.empty(len(order), np.int64)
        found[order] = np.arange(len(order)) - np.repeat(starts, self.sizes)
        return found

    def of_type(self, type: int) -> Ints:
        """Return the nodes of a type, in the order of their places."""
        return np.flatnonzero(self.node_type == type)


class Adjacency:
    """The edges of one step as a sparse matrix, from the source type's places to the target type's."""

    def __init__(self, rows: Ints, columns: Ints, shape: tuple[int, int]) -> None:
        keys = np.unique(rows * shape[1] + columns)
        self.shape = shape
        self.rows, self.columns = keys // max(shape[1], 1), keys % max(shape[1], 1)
        self.out = np.bincount(self.rows, minlength=shape[0])
        self.into = np.bincount(self.columns, minlength=shape[1])
        self.offsets = np.concatenate([[0], np.cumsum(self.out)])
        self.row_weight, self.column_weight = _damped(self.out), _damped(self.into)

    def times(self, dense: Floats) -> Floats:
        """Return the weighted matrix times a dense one, a bounded part at a time."""
        scaled = dense * self.column_weight[:, None]
        found = np.zeros((self.shape[0], dense.shape[1]), np.float32)
        full = np.flatnonzero(self.out)
        most = max(1, _AT_ONCE // max(1, dense.shape[1]))
        begin = 0
        while begin < len(full):
            first = self.offsets[full[begin]]
            end = max(begin + 1, int(np.searchsorted(self.offsets[full + 1], first + most, "right")))
            part = full[begin:end]
            last = self.offsets[part[-1] + 1]
            found[part] = np.add.reduceat(scaled[self.columns[first:last]], self.offsets[part] - first, axis=0)
            begin = end
        return found * self.row_weight[:, None]

    def row(self, place: int) -> tuple[Ints, Floats]:
        """Return the places that one node leads to, with the weights of the edges."""
        to = self.columns[self.offsets[place] : self.offsets[place + 1]]
        return to, self.column_weight[to] * self.row_weight[place]

    def returning(self, back: Adjacency) -> Floats:
        """Return by row the weight of walks out by this step and straight back by another one to where they began."""
        _, mine, _ = np.intersect1d(
            self.rows * self.shape[1] + self.columns, back.columns * self.shape[1] + back.rows, return_indices=True
        )
        rows, columns = self.rows[mine], self.columns[mine]
        weight = self.row_weight[rows] * self.column_weight[columns]
        weight = weight * back.row_weight[columns] * back.column_weight[rows]
        return np.bincount(rows, weights=weight, minlength=self.shape[0]).astype(np.float32)


def _damped(degrees: Ints) -> Floats:
    return np.where(degrees > 0, np.maximum(degrees, 1).astype(np.float64) ** -DAMPING, 0.0).astype(np.float32)


class Steps:
    """All steps of a graph, each with its edges; made when they are first asked for."""

    def __init__(self, graph: TypedGraph) -> None:
        self.graph = graph
        self._made: dict[Step, Adjacency] = {}
        kinds = (graph.node_type[graph.subject], graph.predicate, graph.node_type[graph.object])
        width = max(len(graph.types), len(graph.predicates), 1)
        self._kind = (kinds[0] * width + kinds[1]) * width + kinds[2]
        found, counts = np.unique(self._kind, return_counts=True)
        self.counts: dict[Step, int] = {}
        for kind, count in zip(found.tolist(), counts.tolist(), strict=True):
            for step in self._of_kind((kind // width // width, kind // width % width, kind % width)):
                self.counts[step] = self.counts.get(step, 0) + count
        self._width = width

    def _of_kind(self, kind: tuple[int, int, int]) -> tuple[Step, ...]:
        source, predicate, target = kind
        if source == target or self.graph.symmetric[predicate]:  # within a type, few graphs mean the direction
            forth = Step(source, predicate, 0, target)
            return (forth,) if source == target else (forth, forth.back)
        forth = Step(source, predicate, 1, target)
        return forth, forth.back

    def __getitem__(self, step: Step) -> Adjacency:
        if step not in self._made:
            self._made[step] = self._adjacency(step)
        return self._made[step]

    def _adjacency(self, step: Step) -> Adjacency:
        graph, width = self.graph, self._width
        forth = self._kind == (step.source * width + step.predicate) * width + step.target
        back = self._kind == (step.target * width + step.predicate) * width + step.source
        none = np.zeros(len(forth), bool)
        forth, back = (forth if step.direction >= 0 else none), (back if step.direction <= 0 else none)
        place = graph.place
        rows = np.concatenate([place[graph.subject[forth]], place[graph.object[back]]])
        columns = np.concatenate([place[graph.object[forth]], place[graph.subject[back]]])
        return Adjacency(rows, columns, (int(graph.sizes[step.source]), int(graph.sizes[step.target])))

    def metapaths(self, source: int, target: int, most: int = MOST_METAPATHS) -> tuple[Metapath, ...]:
        """Return the metapaths of two or three steps between two types: the shorter first, then those of many edges."""
        leaving: dict[int, list[Step]] = {}
        for step in self.counts:
            leaving.setdefault(step.source, []).append(step)
        found: list[Metapath] = []
        paths: list[Metapath] = [()]
        for length in range(1, LONGEST + 1):
            paths = [(*p, s) for p in paths for s in leaving.get(p[-1].target if p else source, ())]
            if length > 1:
                found += [p for p in paths if p[-1].target == target]
            paths = sorted(paths, key=self._fewest, reverse=True)[: most * 50]
        ranked = sorted(found, key=lambda p: (len(p), -self._fewest(p)))
        return tuple(ranked[:most])

    def _fewest(self, path: Metapath) -> int:
        return min(self.counts[step] for step in path)


# ── features ────────────────────────────────────────────────────────────────────────────────────────────────────────


def path_counts(steps: Steps, metapaths: Sequence[Metapath], targets: Ints) -> Iterator[tuple[int, Floats]]:
    """Yield per metapath its number and the degree-weighted path counts from every source to these targets (places)."""
    counting = _Counting(steps, targets)
    for number in sorted(range(len(metapaths)), key=lambda n: [repr(s) for s in metapaths[n][::-1]]):
        yield number, counting.count(metapaths[number])


class _Counting:
    """Counts paths to some targets, from their end: what several metapaths end with is counted once."""

    def __init__(self, steps: Steps, targets: Ints) -> None:
        self._steps, self._targets = steps, targets
        self._last: dict[Step, Floats] = {}
        self._ends: tuple[Metapath, Floats] | None = None
        self._returning: dict[tuple[Step, Step], Floats] = {}

    def count(self, path: Metapath) -> Floats:
        found = self._steps[path[0]].times(self._end(path[1:]))
        if len(path) < 3:
            return found
        first, middle, last = path
        if last.source == first.source:  # back at the source after two steps
            found -= self._back(first, middle)[:, None] * self._one(last)
        if first.target == last.target:  # at the target after one step
            found -= self._one(first) * self._back(last.back, middle.back)[self._targets][None, :]
            if last.source == first.source:  # both: taken off twice
                found += self._one(first) * self._one(middle.back) * self._one(last)
        return np.maximum(found, 0.0, out=found)

    def _end(self, path: Metapath) -> Floats:
        if len(path) == 1:
            return self._one(path[0])
        if self._ends is None or self._ends[0] != path:
            self._ends = (path, self._steps[path[0]].times(self._end(path[1:])))
        return self._ends[1]

    def _one(self, step: Step) -> Floats:
        if step not in self._last:
            matrix = self._steps[step.back]
            found = np.zeros((matrix.shape[1], len(self._targets)), np.float32)
            for column, target in enumerate(self._targets.tolist()):
                to, weights = matrix.row(target)
                found[to, column] = weights
            self._last[step] = found
        return self._last[step]

    def _back(self, out: Step, back: Step) -> Floats:
        if (out, back) not in self._returning:
            self._returning[out, back] = self._steps[out].returning(self._steps[back])
        return self._returning[out, back]


# ── the paths themselves ────────────────────────────────────────────────────────────────────────────────────────────


def best_paths(steps: Steps, path: Metapath, source: int, target: int, top: int = 3) -> list[tuple[float, Ints]]:
    """Return the weightiest paths of a kind between two places: weight and nodes (their numbers in the graph)."""
    graph = steps.graph
    to, out = steps[path[0]].row(source)
    near, into = steps[path[-1].back].row(target)
    places: list[tuple[float, tuple[int, ...]]]
    left = np.zeros(int(graph.sizes[path[0].target]), np.float32)
    right = np.zeros(int(graph.sizes[path[-1].source]), np.float32)
    left[to], right[near] = out, into
    if len(path) == 2:
        both = left * right
        places = [(float(both[m]), (source, m, target)) for m in _most(both, top)]
    else:
        between = steps[path[1]]
        weight = left[between.rows] * right[between.columns]
        weight *= between.row_weight[between.rows] * between.column_weight[between.columns]
        if path[0].target == target_type(path):
            weight[between.rows == target] = 0.0
        if path[-1].source == path[0].source:
            weight[between.columns == source] = 0.0
        places = [
            (float(weight[e]), (source, int(between.rows[e]), int(between.columns[e]), target))
            for e in _most(weight, top)
        ]
    types = [path[0].source, *(step.target for step in path)]
    nodes = {type: graph.of_type(type) for type in set(types)}
    return [(w, np.array([nodes[t][p] for t, p in zip(types, some, strict=True)])) for w, some in places]


def target_type(path: Metapath) -> int:
    """Return the type at which a metapath ends."""
    return path[-1].target


def _most(weights: Floats, top: int) -> list[int]:
    order = np.argsort(-weights, kind="stable")[:top]
    return [int(n) for n in order if weights[n] > 0]
