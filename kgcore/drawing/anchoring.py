"""Places for what is new in a picture, while what people saw before stays where it was. Pure.

Who has found a node in one picture looks for it there in the next (Misue et al., Layout adjustment and the mental map,
1995). So what is new goes where there is room beside what it is joined to. Nothing here is left to chance: another
process, or this one after a restart, puts everything where people saw it.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kgcore.drawing.dot import Box, Placement, edge_ends
from kgcore.drawing.palette import Shape, look_of_type
from kgcore.drawing.picture import Picture, PictureEdge, PictureNode

Boxes = Mapping[str, Box]
Point = tuple[float, float]
Segment = tuple[Point, Point]

_GRID = 26.0  # points between places that are tried
_AIR = 18.0  # points between boxes
_ROOM = 40.0  # points that a line is to be longer than its label
_WIDTHS = (560.0, 680.0, 800.0)  # points: so wide pictures may become, the next where they would become tall
_TALL, _TOWER = 1.15, 1.5  # height by width
_CREPT = 0.035  # share of its width by which a picture moves into a corner that became empty
_OCTAGON = math.cos(math.pi / 8)
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
    taken = {name: _taken(picture, name, box) for name, box in sizes.items()}
    before = {n: replace(taken[n], x=x, y=y) for n, (x, y) in kept.items()}
    for width in dict.fromkeys(max(anchors.width, width) for width in _WIDTHS):
        placed = _Placer(picture, taken, width).place(before)
        wide, high = _extent(placed)
        if high <= wide * _TALL:
            break
    if high > wide * _TOWER:
        return None
    return {name: replace(sizes[name], x=box.x, y=-box.y) for name, box in _crept(placed, _CREPT * wide).items()}


def _taken(picture: Picture, name: str, box: Box) -> Box:
    """Return how much room a box takes: Graphviz leads lines round an ellipse by the octagon about it."""
    node = picture.nodes[int(name[1:])] if name.startswith("n") else None
    if node is None or node.ghost or look_of_type(node.type).shape is not Shape.ELLIPSE:
        return box
    return replace(box, width=box.width / _OCTAGON, height=box.height / _OCTAGON)


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
        ends = [(self.placed[other], self._ideal(name, other, edge)) for other, edge in joined]
        size = self._sizes[name]
        deep = max(b.y + b.height / 2 for b in self.placed.values())
        low = deep + 3 * size.height + _AIR + _GRID
        free = free_places(size, self.placed.values(), max(0.0, self._width - size.width), low)
        ways = ((self._far(x, y, ends) + _DEEPER * max(0.0, y - deep), n) for n, (x, y) in enumerate(free))
        near = heapq.nsmallest(_JUDGED, ways)
        lines, least, best = self._lines(), math.inf, size
        for far, n in near:
            if far >= least:  # and all that follow are further
                break
            place = replace(size, x=free[n][0], y=free[n][1])
            crossed = _crossings(free[n], ends, lines) + self._covered(place, ends, lines)
            cost = far + _CROSSED * crossed + _UNTOLD * sum(not self._has_room(place, *one) for one in joined)
            if cost < least:
                least, best = cost, place
        self.placed[name] = best

    def _covered(self, place: Box, ends: Sequence[tuple[Box, Point]], lines: Iterable[Segment]) -> int:
        """Return how many lines would run over nodes that they do not belong to."""
        nodes = [box for other, box in self.placed.items() if other.startswith("n")]
        new = [(((place.x, place.y), (end.x, end.y)), end) for end, _ in ends]
        over = sum(box is not end and _runs_over(line, box) for line, end in new for box in nodes)
        return over + sum(_runs_over(line, place) for line in lines)

    def _has_room(self, place: Box, other: str, edge: int) -> bool:
        """Return whether the label of an edge from a node at this place has room in the middle of its line."""
        spots = list(itertools.islice(_spots(self._sizes[f"e{edge}"], place, self.placed[other]), _MIDDLE))
        return any(self._is_free(spot, _LABEL_AIR) and not _touch(spot, place, _LABEL_AIR) for spot in spots)

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

    def _far(self, x: float, y: float, ends: Sequence[tuple[Box, Point]]) -> float:
        way = 0.0 if ends else y
        for end, (beside, above) in ends:
            way += abs(math.hypot((x - end.x) / beside, (y - end.y) / above) - 1) * (beside + above) / 2
        return way

    def _is_within(self, box: Box) -> bool:
        return box.width / 2 <= box.x <= self._width - box.width / 2 and box.y >= box.height / 2

    def _nearest(self, box: Box, air: float) -> Box:
        """Return the box in its own place or, where others stand there, in the nearest one that is free."""
        if self._is_free(box, air):
            return box
        low = max((b.y + b.height / 2 for b in self.placed.values()), default=0.0) + box.height + _AIR + 2 * _GRID
        free = free_places(box, self.placed.values(), max(0.0, self._width - box.width), low)
        x, y = min(free, key=lambda place: (math.dist(place, (box.x, box.y)), place))
        return replace(box, x=x, y=y)

    def _is_free(self, box: Box, air: float) -> bool:
        return not any(_touch(box, other, air) for other in self.placed.values())

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


def _crossings(place: Point, ends: Sequence[tuple[Box, Point]], lines: Sequence[Segment]) -> int:
    new = [(place, (end.x, end.y)) for end, _ in ends]
    return sum(segments_cross(one, other) for one, other in itertools.product(new, lines))


def _spots(label: Box, tail: Box, head: Box) -> Iterator[Box]:
    """Yield where the label of an edge may stand, the best first: in the middle of its line, along it, beside it."""
    for aside, share in itertools.product(_ASIDE, _ALONG):
        yield replace(label, x=tail.x + (head.x - tail.x) * share, y=tail.y + (head.y - tail.y) * share + aside)


def _touch(one: Box, other: Box, air: float) -> bool:
    """Return whether less than this lies between two boxes."""
    beside = abs(one.x - other.x) < (one.width + other.width) / 2 + air
    return beside and abs(one.y - other.y) < (one.height + other.height) / 2 + air


def _runs_over(line: Segment, box: Box) -> bool:
    """Return whether a line runs over a box: it crosses one of its diagonals."""
    left, right = box.x - box.width / 2, box.x + box.width / 2
    top, bottom = box.y - box.height / 2, box.y + box.height / 2
    falling, rising = ((left, top), (right, bottom)), ((left, bottom), (right, top))
    return segments_cross(line, falling) or segments_cross(line, rising)


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
