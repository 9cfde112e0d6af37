"""The graph's structure in memory-mapped arrays: who is joined to whom, by which edges, with how many papers.

Nodes and edges are numbers. Row `a` of the adjacency is `offsets[a]:offsets[a + 1]` of `neighbour` and `edge`, ordered
by neighbour; every edge stands in the rows of both of its ends. `degree` counts distinct neighbours. The columns
`subject`, `object`, `predicate` (a code), `negated`, `papers` (how many) and `year` (of the newest, 0 unknown) are by
edge; `type` (a code) is by node. `kin_edge` is by rows, too: the edges of a node that say what is a kind or part of
what and are not negated. `id_bytes` holds the nodes' ids, each ended by a newline, from `id_offsets` on.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from kgcore.graph.embedded.layout import ARRAYS
from kgcore.graph.embedded.mapped import map_array

Ints = NDArray[np.int64]


class Arrays:
    """Read access to the arrays of one data folder; nothing is read before it is needed."""

    def __init__(self, folder: Path) -> None:
        """Map the arrays of `folder`; raises OSError or ValueError where one is missing, short or no array."""
        loaded = {name: map_array(folder / f"{name}.npy") for name in ARRAYS}
        self.offsets = loaded["offsets"]
        self.neighbour = loaded["neighbour"]
        self.edge = loaded["edge"]
        self.degree = loaded["degree"]
        self.type = loaded["type"]
        self.kin_edge = loaded["kin_edge"]
        self._kin_offsets = loaded["kin_offsets"]
        self.subject = loaded["subject"]
        self.object = loaded["object"]
        self.predicate = loaded["predicate"]
        self.negated = loaded["negated"]
        self.papers = loaded["papers"]
        self.year = loaded["year"]
        self._id_bytes = loaded["id_bytes"]
        self._id_offsets = loaded["id_offsets"]
        if len(self.offsets) != len(self.degree) + 1 or len(self.neighbour) != len(self.edge):
            raise ValueError("the arrays do not fit together")

    def ids(self, numbers: Sequence[int] | NDArray[Any]) -> list[str]:
        """Return the ids of these nodes, in order."""
        return ids_at(np.asarray(numbers, dtype=np.int64), self._id_bytes, self._id_offsets)

    def row(self, node: int) -> slice:
        """Return where the row of `node` stands in `neighbour` and `edge`."""
        return slice(self.offsets.item(node), self.offsets.item(node + 1))

    def relatives(self, node: int) -> NDArray[np.int32]:
        """Return the edges of a node that say what is a kind or part of what."""
        return self.kin_edge[self._kin_offsets.item(node) : self._kin_offsets.item(node + 1)]

    def neighbours(self, node: int) -> NDArray[np.int32]:
        """Return the distinct neighbours of a node, ascending."""
        row = self.neighbour[self.row(node)]
        return row[_starts(row)]

    def between(self, a: int, b: int) -> NDArray[np.int32]:
        """Return the edges between two nodes, in either direction; the shorter of the two rows is searched."""
        if self.degree.item(a) > self.degree.item(b):
            a, b = b, a
        row = self.row(a)
        low = high = bisect_left(self.neighbour, b, row.start, row.stop)
        while high < row.stop and self.neighbour.item(high) == b:
            high += 1
        return self.edge[low:high]

    def common(self, a: int, b: int) -> NDArray[np.int32]:
        """Return the nodes that are neighbours of both, ascending."""
        if self.degree[a] > self.degree[b]:
            a, b = b, a
        few, many = self.neighbours(a), self.neighbour[self.row(b)]
        at = many.searchsorted(few)
        at[at == len(many)] = 0
        return few[many[at] == few] if len(many) else few[:0]

    def best(self, node: int, top: int) -> list[tuple[int, NDArray[np.int32]]]:
        """Return the `top` of a node's neighbours with their edges.

        Most papers first; then the newest paper, then the fewest links of its own, then the order of the file.
        """
        here = self.row(node)
        row, edges = self.neighbour[here], self.edge[here]
        if not len(row):
            return []
        starts = _starts(row)
        everyone = row[starts]
        papers = np.add.reduceat(self.papers[edges], starts, dtype=np.int64)
        year = np.maximum.reduceat(self.year[edges], starts).astype(np.int64)
        seldom = 0xFFFFF - np.minimum(self.degree[everyone], 0xFFFFF)
        key = (np.minimum(papers, 0x3FFFFFFF) << 32) | (year << 20) | seldom
        worst = max(len(key) - max(top, 1), 0)
        chosen = np.flatnonzero(key >= np.partition(key, worst)[worst])  # with all that are as good as the last one
        chosen = chosen[np.argsort(-key[chosen], kind="stable")][:top]
        ends = np.append(starts[1:], len(row))
        return [(int(everyone[i]), edges[starts[i] : ends[i]]) for i in chosen.tolist()]


def ids_at(nodes: Ints, id_bytes: NDArray[Any], id_offsets: NDArray[Any]) -> list[str]:
    """Return the ids of nodes, in order: one gather, one decode, one split (ids hold no newline)."""
    if not len(nodes):
        return []
    start, end = id_offsets[nodes], id_offsets[nodes + 1]
    lengths = end - start
    upto = np.cumsum(lengths)
    index = np.repeat(start - (upto - lengths), lengths) + np.arange(int(upto[-1]))
    return str(id_bytes.take(index).tobytes(), "utf-8").split("\n")[:-1]


def _starts(row: NDArray[Any]) -> Ints:
    """Return the positions in an ascending row at which a new value begins."""
    new = np.empty(len(row), bool)
    new[:1] = True
    np.not_equal(row[1:], row[:-1], out=new[1:])
    return np.flatnonzero(new)


def build_adjacency(
    subject: NDArray[np.int32], object: NDArray[np.int32], relatives: NDArray[np.bool_], nodes: int
) -> dict[str, NDArray[Any]]:
    """Build the rows and degrees from the edges' ends; `relatives` marks the edges that go into `kin_edge`."""
    offsets, neighbour, edge, degree = _rows(np.arange(len(subject), dtype=np.int32), subject, object, nodes)
    kin_offsets, _, kin_edge, _ = _rows(np.flatnonzero(relatives).astype(np.int32), subject, object, nodes)
    found: dict[str, NDArray[Any]] = {"offsets": offsets, "neighbour": neighbour, "edge": edge, "degree": degree}
    return found | {"kin_offsets": kin_offsets, "kin_edge": kin_edge}


def _rows(
    edges: NDArray[np.int32], subject: NDArray[np.int32], object: NDArray[np.int32], nodes: int
) -> tuple[Ints, NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
    """Return offsets, neighbours, edges and degrees of the graph of these edges."""
    s, o = subject[edges], object[edges]
    ends = np.concatenate([s, o]).astype(np.int64) * nodes + np.concatenate([o, s])
    order = np.argsort(ends, kind="stable")
    ends = ends[order]
    node = ends // max(nodes, 1)
    offsets = np.zeros(nodes + 1, np.int64)
    np.cumsum(np.bincount(node, minlength=nodes), out=offsets[1:])
    degree = np.bincount(node[_starts(ends)], minlength=nodes).astype(np.int32)
    neighbour = (ends % max(nodes, 1)).astype(np.int32)
    return offsets, neighbour, np.concatenate([edges, edges])[order], degree


# --- What was read a moment ago and cannot change: a thread asks for the same entities and edges after every
# answer.

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class RowCache(Generic[K, V]):
    """Rows by key, which together weigh at most `most`: what nobody asked for longest is forgotten. For one thread at a
    time.
    """

    def __init__(
        self, read: Callable[[Sequence[K]], Mapping[K, V]], most: int, weigh: Callable[[Sequence[V]], int] = len
    ) -> None:
        """Take rows from `read`, which leaves out the keys that there are not; each weighs 1 where nothing is said."""
        self._read = read
        self._most = most
        self._weigh = weigh
        self._weighs = 0
        self._rows: dict[K, V] = {}

    def get(self, keys: Iterable[K]) -> dict[K, V]:
        """Return the rows of these keys, as far as there are any, in the order of the keys."""
        wanted = dict.fromkeys(keys)
        missing = [key for key in wanted if key not in self._rows]
        if missing:
            self.learn(self._read(missing), forget=False)
        rows = self._rows
        found = {key: rows.pop(key) for key in wanted if key in rows}
        rows |= found  # the last ones now
        self._forget()
        return found

    def learn(self, rows: Mapping[K, V], *, forget: bool = True) -> None:
        """Keep rows that were read by other means."""
        self._weighs += self._weigh([row for key, row in rows.items() if key not in self._rows])
        self._rows |= rows
        if forget:
            self._forget()

    def clear(self) -> None:
        """Forget everything."""
        self._rows.clear()
        self._weighs = 0

    def _forget(self) -> None:
        rows = self._rows
        while self._weighs > self._most and len(rows) > 1:
            # Half of those that would be too many if all weighed the same: never too many go, and never one by one.
            few = max(1, len(rows) * (self._weighs - self._most) // (2 * self._weighs))
            self._weighs -= self._weigh([rows.pop(key) for key in list(islice(rows, few))])
