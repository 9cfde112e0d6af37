"""Places for what is new in a picture, while what people saw before stays where it was. Pure.

Who has found a node in one picture looks for it there in the next (Misue et al., Layout adjustment and the mental map,
1995). So what is new goes where there is room beside what it is joined to. Nothing here is left to chance: another
process, or this one after a restart, puts everything where people saw it.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from kgcore.drawing.dot import Box, Placement, edge_ends
from kgcore.drawing.picture import Picture, PictureEdge, PictureNode
from kgcore.drawing.routing import Flags, Floats, Point, lines_meet

Boxes = Mapping[str, Box]
Segment = tuple[Point, Point]

_GRID = 26.0  # points between places that are tried
_AIR = 18.0  # points between boxes
_ROOM = 40.0  # points that a line is to be longer than its label
_WIDTHS = (560.0, 680.0, 800.0)  # points: so wide pictures may become, the next where they would become tall
_TALL, _TOWER = 1.15, 1.5  # height by width
_CREPT = 0.035  # share of its width by which a picture moves into a corner that became empty
_LABEL_AIR = 8.0  # points between a label and other boxes: lines are led through
_CROSSED, _UNTOLD = 90.0, 60.0  # what a crossing costs, and a label without room on its line, in points of way
_DEEPER = 0.5  # what a point below everything else costs, in the same
_MIDDLE = 3  # places along a line that are in its middle
_LOFTY = 1.25  # how much further above than necessary a node stands best: lines come in from many sides
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
    """Return a place for every node and label, none over another; None where no two nodes were in the earlier picture,
    or where the picture would be a tower.

    `sizes` are those of the boxes; y grows upwards in the answer, from below zero.
    """
    kept = {name: anchors.places[key] for name, key in _keys(picture) if key in anchors.places}
    if sum(name in kept for name in sizes if name.startswith("n")) < 2:
        return None
    before = {n: replace(sizes[n], x=x, y=y) for n, (x, y) in kept.items()}
    for width in dict.fromkeys(max(anchors.width, width) for width in _WIDTHS):
        placed = _Placer(picture, sizes, width).place(before)
        wide, high = _extent(placed)
        if high <= wide * _TALL:
            break
    if high > wide * _TOWER:
        return None
    return {name: replace(box, y=-box.y) for name, box in _crept(placed, _CREPT * wide).items()}


def _extent(boxes: Boxes) -> Point:
    """Return how far the boxes reach to the right and down."""
    return max(b.x + b.width / 2 for b in boxes.values()), max(b.y + b.height / 2 for b in boxes.values())


def _crept(boxes: Boxes, most: float) -> Boxes:
    """Move all boxes together to the left and up, by so much at most, where nothing stands there any more."""
    left = min(most, max(0.0, min(b.x - b.width / 2 for b in boxes.values())))
    up = min(most, max(0.0, min(b.y - b.height / 2 for b in boxes.values())))
    return {name: replace(box, x=box.x - left, y=box.y - up) for name, box in boxes.items()}


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

    def __init__(self, picture: Picture, sizes: Boxes, width: float) -> None:
        self.placed: dict[str, Box] = {}
        self._sizes = sizes
        self._width = width
        self._ends = edge_ends(picture)

    def place(self, before: Boxes) -> dict[str, Box]:
        """Return a place for every box: the old one, where nothing that has grown stands over it."""
        nodes = [name for name in self._sizes if name.startswith("n")]
        for name in (n for n in nodes if n in before):
            self.placed[name] = self._nearest(before[name], _LABEL_AIR)
        for name, box in before.items():
            if name not in nodes and self._is_free(box, _LABEL_AIR) and self._is_within(box):
                self.placed[name] = box
        self._place_labels()
        for name in self.waiting(nodes):
            self.place_node(name)
            self._place_labels()
        return self.placed

    def waiting(self, nodes: Iterable[str]) -> Iterator[str]:
        """Yield the nodes without a place, those first that are joined to most of what has one."""
        left = [name for name in nodes if name not in self.placed]
        while left:
            following = max(left, key=lambda name: sum(other in self.placed for other, _ in self._joined(name)))
            left.remove(following)
            yield following

    def place_node(self, name: str) -> None:
        """Put a node near what it is joined to, where it covers nothing and crosses little."""
        joined = [(other, edge) for other, edge in self._joined(name) if other in self.placed]
        size = self._sizes[name]
        deep = max(b.y + b.height / 2 for b in self.placed.values())
        low = deep + 3 * size.height + _AIR + _GRID
        free = free_places(size, self.placed.values(), max(0.0, self._width - size.width), low)
        far = self._far(free, [(self.placed[other], self._ideal(name, other, edge)) for other, edge in joined])
        far += _DEEPER * np.maximum(0.0, free[:, 1] - deep)
        near = np.argsort(far, kind="stable")[:_JUDGED]
        lines = self._in_the_way(free[near], size, [self.placed[other] for other, _ in joined])
        untold = sum(~self._has_room(free[near], size, *one) for one in joined)
        x, y = free[near[np.argmin(far[near] + _CROSSED * lines + _UNTOLD * untold)]].tolist()
        self.placed[name] = replace(size, x=x, y=y)

    def _in_the_way(self, places: Floats, size: Box, ends: Sequence[Box]) -> Floats:
        """Return how many lines would cross others, or run over nodes that they do not belong to, if one of this size
        stood at these places and were joined to these.
        """
        lines = np.array(self._lines()).reshape(-1, 2, 2)
        nodes = [box for other, box in self.placed.items() if other.startswith("n")]
        at = places[:, None]
        count: Floats = lines_meet(lines[:, 0], lines[:, 1], at, np.array((size.width, size.height)) / 2).sum(axis=1)
        for end in ends:
            to = np.array((end.x, end.y))
            others = _rows(box for box in nodes if box is not end)
            count += _cross(at, to, lines[:, 0], lines[:, 1]).sum(axis=1)
            count += lines_meet(at, to, others[:, :2], others[:, 2:] / 2).sum(axis=1)
        return count

    def _has_room(self, places: Floats, size: Box, other: str, edge: int) -> Flags:
        """Return whether the label of an edge from a node at these places has room in the middle of its line."""
        label, end = self._sizes[f"e{edge}"], self.placed[other]
        shares = np.array(_ALONG[:_MIDDLE])[:, None]
        spots = places[:, None] + (np.array((end.x, end.y)) - places[:, None]) * shares
        rows = _rows(self.placed.values())
        near = (np.array((label.width, label.height)) + rows[:, 2:]) / 2 + _LABEL_AIR
        own = np.array((label.width + size.width, label.height + size.height)) / 2 + _LABEL_AIR
        taken = (np.abs(spots[:, :, None] - rows[:, :2]) < near).all(axis=3).any(axis=2)
        over = (np.abs(spots - places[:, None]) < own).all(axis=2)
        room: Flags = ~(taken | over).all(axis=1)
        return room

    def _place_labels(self) -> None:
        """Place the labels of edges whose ends have a place: on the line, or beside it where others stand there."""
        for number, ends in enumerate(self._ends):
            tail, head = (self.placed.get(f"n{end}") for end in ends)
            if tail and head and f"e{number}" not in self.placed:
                spots = list(_spots(self._sizes[f"e{number}"], tail, head))
                free = (spot for spot in spots if self._is_free(spot, _LABEL_AIR) and self._is_within(spot))
                self.placed[f"e{number}"] = next(free, None) or self._nearest(spots[0], _LABEL_AIR)

    def _joined(self, name: str) -> Iterator[tuple[str, int]]:
        for number, (tail, head) in enumerate(self._ends):
            if name in (f"n{tail}", f"n{head}") and tail != head:
                yield (f"n{head}" if name == f"n{tail}" else f"n{tail}"), number

    def _ideal(self, name: str, other: str, edge: int) -> Point:
        """Return how far apart two joined nodes stand best, beside and above each other: with room for the label."""
        one, two, label = self._sizes[name], self._sizes[other], self._sizes[f"e{edge}"]
        beside = (one.width + two.width) / 2 + label.width + _ROOM
        above = (one.height + two.height) / 2 + label.height + 2 * _ROOM
        return beside, min(beside, above * _LOFTY)

    def _far(self, places: Floats, ends: Sequence[tuple[Box, Point]]) -> Floats:
        """Return how much further or nearer than best these places are to what stands there."""
        way = np.zeros(len(places)) if ends else places[:, 1].copy()
        for end, (beside, above) in ends:
            x, y = (places[:, 0] - end.x) / beside, (places[:, 1] - end.y) / above
            way += np.abs(np.sqrt(x * x + y * y) - 1) * (beside + above) / 2
        return way

    def _is_within(self, box: Box) -> bool:
        return box.width / 2 <= box.x <= self._width - box.width / 2 and box.y >= box.height / 2

    def _nearest(self, box: Box, air: float) -> Box:
        """Return the box in its own place or, where others stand there, in the nearest one that is free."""
        if self._is_free(box, air):
            return box
        low = max((b.y + b.height / 2 for b in self.placed.values()), default=0.0) + box.height + _AIR + 2 * _GRID
        free = free_places(box, self.placed.values(), max(0.0, self._width - box.width), low)
        x, y = min(free.tolist(), key=lambda place: (math.dist(place, (box.x, box.y)), place))
        return replace(box, x=x, y=y)

    def _is_free(self, box: Box, air: float) -> bool:
        return not any(_touch(box, other, air) for other in self.placed.values())

    def _lines(self) -> list[Segment]:
        joined = ((f"n{tail}", f"n{head}") for tail, head in self._ends)
        drawn = ((self.placed[t], self.placed[h]) for t, h in joined if t in self.placed and h in self.placed)
        return [((t.x, t.y), (h.x, h.y)) for t, h in drawn]


def free_places(size: Box, placed: Iterable[Box], wide: float, low: float) -> Floats:
    """Return where on the grid the middle of a box may be so that it covers nothing, row by row."""
    rows = _rows(placed)
    xs = size.width / 2 + _GRID * np.arange(int(wide / _GRID) + 1)
    ys = size.height / 2 + _GRID * np.arange(int(low / _GRID) + 1)
    beside = np.abs(xs[:, None] - rows[:, 0]) < (size.width + rows[:, 2]) / 2 + _AIR
    above = np.abs(ys[:, None] - rows[:, 1]) < (size.height + rows[:, 3]) / 2 + _AIR
    at = np.argwhere(~(above @ beside.T))
    return np.stack([xs[at[:, 1]], ys[at[:, 0]]], axis=1)


def _spots(label: Box, tail: Box, head: Box) -> Iterator[Box]:
    """Yield where the label of an edge may stand, the best first: in the middle of its line, along it, beside it."""
    for aside, share in itertools.product(_ASIDE, _ALONG):
        yield replace(label, x=tail.x + (head.x - tail.x) * share, y=tail.y + (head.y - tail.y) * share + aside)


def _touch(one: Box, other: Box, air: float) -> bool:
    """Return whether less than this lies between two boxes."""
    beside = abs(one.x - other.x) < (one.width + other.width) / 2 + air
    return beside and abs(one.y - other.y) < (one.height + other.height) / 2 + air


def _rows(boxes: Iterable[Box]) -> Floats:
    return np.array([(b.x, b.y, b.width, b.height) for b in boxes], float).reshape(-1, 4)


def _cross(a: Floats, b: Floats, c: Floats, d: Floats) -> Flags:
    """Return the same as `segments_cross`, of many."""
    shared = _same(a, c) | _same(a, d) | _same(b, c) | _same(b, d)
    crossed: Flags = ~shared & (_sides(a, b, c) != _sides(a, b, d)) & (_sides(c, d, a) != _sides(c, d, b))
    return crossed


def _same(a: Floats, b: Floats) -> Flags:
    same: Flags = (a == b).all(axis=-1)
    return same


def _sides(a: Floats, b: Floats, c: Floats) -> Flags:
    along, to = b - a, c - a
    left: Flags = along[..., 0] * to[..., 1] > along[..., 1] * to[..., 0]
    return left


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
