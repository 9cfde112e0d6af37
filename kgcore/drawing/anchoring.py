"""Places for what is new in a picture, while what people saw before stays where it was. Pure.

Who has found a node in one picture looks for it there in the next (Misue et al., Layout adjustment and the mental map,
1995). So what is new goes where there is room beside what it is joined to, below rather than beside.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kgcore.drawing.dot import Box, Placement, edge_ends
from kgcore.drawing.picture import Picture, PictureEdge, PictureNode

Boxes = Mapping[str, Box]
Point = tuple[float, float]
Segment = tuple[Point, Point]

_GRID = 26.0  # points between places that are tried
_AIR = 12.0  # points between boxes
_ROOM = 40.0  # points that a line is to be longer than its label
_COMFORTABLE = 560.0  # points: pictures may become so wide before they grow downwards
_SIDEWAYS, _CROSSED = 4.0, 90.0  # what a point beyond the width and a crossing cost, in points of way
_JUDGED = 60  # places, the nearest ones, whose crossings are counted
_ALONG = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74)  # shares of a line where its label may stand
_ASIDE = (0.0, 22.0, -22.0, 44.0, -44.0)  # points up or down from there


@dataclass(frozen=True, slots=True)
class Anchors:
    """Where an earlier picture had its nodes and labels: centres in points from the left and from the top."""

    places: Mapping[object, Point]
    width: float

    @classmethod
    def of(cls, picture: Picture, placement: Placement) -> Anchors:
        """Return the places that a picture was given."""
        boxes = ((key, placement.boxes[name]) for name, key in _keys(picture))
        return cls({key: (box.x, placement.height - box.y) for key, box in boxes}, placement.width)


def anchored_boxes(picture: Picture, sizes: Boxes, anchors: Anchors) -> dict[str, Box] | None:
    """Return a place for every node and label; None where no two nodes were in the earlier picture.

    `sizes` are those of the boxes; y grows upwards in the answer, from below zero.
    """
    kept = {name: anchors.places[key] for name, key in _keys(picture) if key in anchors.places}
    nodes = [f"n{index}" for index in range(len(picture.nodes))]
    if sum(name in kept for name in nodes) < 2:
        return None
    placer = _Placer(picture, sizes, anchors.width, {n: replace(sizes[n], x=x, y=y) for n, (x, y) in kept.items()})
    for name in placer.waiting(nodes):
        placer.place_node(name)
    for number in range(len(picture.edges)):
        if f"e{number}" not in placer.placed:
            placer.place_label(number)
    return {name: replace(box, y=-box.y) for name, box in placer.placed.items()}


def _keys(picture: Picture) -> Iterator[tuple[str, object]]:
    """Yield the names of boxes, and what a node or label is known by in other pictures of the thread."""
    for index, node in enumerate(picture.nodes):
        yield f"n{index}", _key(node)
    for index, edge in enumerate(picture.edges):
        ends = (_key(picture.node(edge.source)), _key(picture.node(edge.target)))
        yield f"e{index}", (*ends, edge.label, _twin(picture.edges[:index], edge))


def _key(node: PictureNode) -> object:
    return node.number if node.number > 0 else node.group or node.name


def _twin(before: Sequence[PictureEdge], edge: PictureEdge) -> int:
    return sum((e.source, e.target, e.label) == (edge.source, edge.target, edge.label) for e in before)


class _Placer:
    """Puts one box after the other; y grows downwards here."""

    def __init__(self, picture: Picture, sizes: Boxes, width: float, placed: dict[str, Box]) -> None:
        self.placed = placed
        self._sizes = sizes
        self._width = max(width, _COMFORTABLE)
        self._ends = edge_ends(picture)

    def waiting(self, nodes: Iterable[str]) -> Iterator[str]:
        """Yield the nodes without a place, those first that are joined to most of what has one."""
        left = [name for name in nodes if name not in self.placed]
        while left:
            following = max(left, key=lambda name: sum(other in self.placed for other, _ in self._joined(name)))
            left.remove(following)
            yield following

    def place_node(self, name: str) -> None:
        """Put a node near what it is joined to, where it covers nothing and crosses little."""
        ends = [(self.placed[other], self._ideal(name, other, edge)) for other, edge in self._joined(name)
                if other in self.placed]  # fmt: skip
        size = self._sizes[name]
        low = max(b.y + b.height / 2 for b in self.placed.values()) + 3 * size.height + _GRID
        free = free_places(size, self.placed.values(), self._width + 2 * size.width, low)
        near = heapq.nsmallest(_JUDGED, ((self._far(x, y, size, ends), n) for n, (x, y) in enumerate(free)))
        lines, least = self._lines(), math.inf
        for far, n in near:
            if far >= least:  # and all that follow are further
                break
            cost = far + _CROSSED * _crossings(free[n], ends, lines)
            if cost < least:
                x, y = free[n]
                least, self.placed[name] = cost, replace(size, x=x, y=y)

    def place_label(self, number: int) -> None:
        """Put an edge's label on its line, or beside it where others stand there."""
        label = self._sizes[f"e{number}"]
        tail, head = (self.placed[f"n{end}"] for end in self._ends[number])
        spots = [
            replace(label, x=tail.x + (head.x - tail.x) * share, y=tail.y + (head.y - tail.y) * share + aside)
            for aside, share in itertools.product(_ASIDE, _ALONG)
        ]
        self.placed[f"e{number}"] = next((spot for spot in spots if self._is_free(spot, 2.0)), spots[0])

    def _joined(self, name: str) -> Iterator[tuple[str, int]]:
        for number, (tail, head) in enumerate(self._ends):
            if name in (f"n{tail}", f"n{head}") and tail != head:
                yield (f"n{head}" if name == f"n{tail}" else f"n{tail}"), number

    def _ideal(self, name: str, other: str, edge: int) -> float:
        """Return how far apart two joined nodes stand best: beside each other, with room for the label."""
        return (self._sizes[name].width + self._sizes[other].width) / 2 + self._sizes[f"e{edge}"].width + _ROOM

    def _far(self, x: float, y: float, size: Box, ends: Sequence[tuple[Box, float]]) -> float:
        way = 0.0 if ends else y
        for end, ideal in ends:
            way += abs(math.hypot(x - end.x, y - end.y) - ideal)
        beyond = x + size.width / 2 - self._width
        return way + _SIDEWAYS * beyond if beyond > 0 else way

    def _is_free(self, box: Box, air: float) -> bool:
        return not any(
            abs(box.x - b.x) < (box.width + b.width) / 2 + air and abs(box.y - b.y) < (box.height + b.height) / 2 + air
            for b in self.placed.values()
        )

    def _lines(self) -> list[Segment]:
        joined = ((f"n{tail}", f"n{head}") for tail, head in self._ends)
        drawn = ((self.placed[t], self.placed[h]) for t, h in joined if t in self.placed and h in self.placed)
        return [((t.x, t.y), (h.x, h.y)) for t, h in drawn]


def free_places(size: Box, placed: Collection[Box], wide: float, low: float) -> list[Point]:
    """Return where on the grid the middle of a box may be so that it covers nothing, row by row.

    Each box that is placed takes columns out of some rows.
    """
    xs = [size.width / 2 + column * _GRID for column in range(int(wide / _GRID) + 1)]
    ys = [size.height / 2 + row * _GRID for row in range(int(low / _GRID) + 1)]
    taken = [0] * len(ys)
    for b in placed:
        aside, apart = (size.width + b.width) / 2 + _AIR, (size.height + b.height) / 2 + _AIR
        columns = sum(1 << column for column, x in enumerate(xs) if abs(x - b.x) < aside)
        for row, y in enumerate(ys):
            if abs(y - b.y) < apart:
                taken[row] |= columns
    return [
        (x, y) for y, columns in zip(ys, taken, strict=True) for column, x in enumerate(xs) if not columns >> column & 1
    ]


def _crossings(place: Point, ends: Sequence[tuple[Box, float]], lines: Sequence[Segment]) -> int:
    new = [(place, (end.x, end.y)) for end, _ in ends]
    return sum(segments_cross(one, other) for one, other in itertools.product(new, lines))


def count_crossings(lines: Iterable[Segment]) -> int:
    """Return how many pairs of lines cross; only those are compared that stand above one another somewhere."""
    rows = sorted((min(a[0], b[0]), max(a[0], b[0]), (a, b)) for a, b in lines)
    found = 0
    for at, (_, right, line) in enumerate(rows, 1):
        for left, _, other in itertools.islice(rows, at, None):
            if left > right:
                break
            found += segments_cross(line, other)
    return found


def segments_cross(one: Segment, other: Segment) -> bool:
    """Return whether two lines cross; those that share an end do not."""
    (a, b), (c, d) = one, other
    if a in other or b in other:
        return False
    return _side(a, b, c) != _side(a, b, d) and _side(c, d, a) != _side(c, d, b)


def _side(a: Point, b: Point, c: Point) -> bool:
    return (b[0] - a[0]) * (c[1] - a[1]) > (b[1] - a[1]) * (c[0] - a[0])
