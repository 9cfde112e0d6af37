"""Lines led around boxes: straight where nothing stands in the way, else in curves the shortest way round. Pure.

The shortest way among boxes bends at their corners alone (Lozano-Pérez and Wesley, An algorithm for planning
collision-free paths, 1979). Few boxes stand in a line's way: those are looked at, then those that the way around them
meets, until it meets none; so a line costs little where the picture is large.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kgcore.drawing.dot import Box, HalfLine
from kgcore.drawing.palette import Shape

Point = tuple[float, float]
Ends = tuple[int, int]  # the numbers of the boxes that a line joins
Curve = tuple[Point, Point, Point, Point]  # of Bézier's
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

_CLEAR = 3.5  # points between a line and the boxes that it passes: labels stand 8 apart
_GRAZED = _CLEAR - 0.01  # a line that bends at a corner does not run into that box
_TOUCH = 1.0  # points that a curve keeps away at least
_MOST = 32  # boxes that a line is led around at most: so many never stood in one's way
_ARROW = 10.0  # points that Graphviz takes for the head of an arrow
_APART = 3.0  # points between lines that bend at the same corner
_BOW = 14.0  # points by which what joins a thing to itself leaves the straight line
_ROUND = (1.0, 0.6, 0.3)  # how round the bends of a way may be: as round as there is room
_ARM = 60.0  # points from a bend to where its curve is steered, at most
_STEPS = np.linspace(0.0, 1.0, 9)  # where a curve is looked at
_WEIGHTS = np.stack([(1 - _STEPS) ** 3, 3 * _STEPS * (1 - _STEPS) ** 2, 3 * _STEPS**2 * (1 - _STEPS), _STEPS**3], 1)
_HALVINGS = 12  # of a curve, until the place is found where its arrow begins
_TINY = 1e-6
_CORNERS = np.array([(1, 1), (1, -1), (-1, -1), (-1, 1)], float)


def lead_lines(boxes: Mapping[str, Box], shapes: Mapping[str, str], lines: Sequence[HalfLine]) -> dict[str, str]:
    """Return every line as a spline in Graphviz's words ("e,x,y x,y …"), from outline to outline and clear of all
    boxes that it does not belong to; straight where no way is.
    """
    numbers = {name: number for number, name in enumerate(boxes)}
    ends = [(numbers[line.first], numbers[line.second]) for line in lines]
    field = _Field(boxes.values())
    splines = {}
    for line, own, way in zip(lines, ends, field.ways(ends), strict=True):
        start = outline_point(boxes[line.first], shapes.get(line.first, ""), way[1])
        tip = outline_point(boxes[line.second], shapes.get(line.second, ""), way[-2])
        curves = field.curves([start, *way[1:-1], tip], own)
        arrow = f"e,{tip[0]:.2f},{tip[1]:.2f} " if line.direction == "forward" else ""
        splines[line.id] = arrow + _written(_without_head(curves) if arrow else curves)
    return splines


class _Field:
    """Boxes by number, and what runs into them."""

    def __init__(self, boxes: Iterable[Box]) -> None:
        rows = np.array([(b.x, b.y, b.width / 2, b.height / 2) for b in boxes], float).reshape(-1, 4)
        self._middles, self._halves = rows[:, :2], rows[:, 2:]
        corners = self._middles[:, None] + (self._halves + _CLEAR)[:, None] * _CORNERS
        beyond = np.abs(corners[:, :, None] - self._middles) - self._halves
        within = (beyond < _GRAZED).all(axis=3).any(axis=2)
        self._corners = [some[~lost] for some, lost in zip(corners, within, strict=True)]

    def ways(self, ends: Sequence[Ends]) -> list[list[Point]]:
        """Return a way for every line, from the middle of its one box to that of the other."""
        pairs = self._middles[np.array(ends, int).reshape(-1, 2)]
        met = self._met(pairs[:, 0], pairs[:, 1])
        there = {*ends}
        ways = [
            (own[::-1] in there and self._bow(pair, own))
            or self._way(pair, own, {*np.flatnonzero(boxes).tolist()} - {*own})
            for pair, own, boxes in zip(pairs, ends, met, strict=True)
        ]
        self._spread(ways, ends)
        return ways

    def _bow(self, pair: Floats, own: Ends) -> list[Point]:
        """Return a way to the left of the straight one, since the line back keeps to its own left; [] where none is."""
        right, up = (pair[1] - pair[0]) * _BOW / max(1.0, math.dist(*pair))
        way = np.array([pair[0], (pair[0] + pair[1]) / 2 + np.array((-up, right)), pair[1]])
        return [] if self._run_over(way) - {*own} else _points(way)

    def _way(self, pair: Floats, own: Ends, known: set[int]) -> list[Point]:
        """Return the way round boxes that are known to stand in it, and round those that it meets then."""
        way, fresh = pair, known
        while fresh:
            found = self._shortest(pair, sorted(known)) if len(known) <= _MOST else None
            if found is None:
                return _points(pair)
            way = found
            fresh = self._run_over(way) - {*own} - known
            known = known | fresh
        return _points(way)

    def _shortest(self, pair: Floats, known: Sequence[int]) -> Floats | None:
        """Return the shortest way between two points that runs into none of these boxes."""
        points = np.concatenate([pair, *(self._corners[n] for n in known)])
        ones, others = np.triu_indices(len(points), 1)
        free = ~self._met(points[ones], points[others], known).any(axis=1)
        ones, others = ones[free], others[free]
        far = np.full((len(points), len(points)), np.inf)
        far[ones, others] = far[others, ones] = np.sqrt(((points[ones] - points[others]) ** 2).sum(axis=1))
        steps = shortest_path(far.tolist())
        return points[steps] if steps else None

    def _spread(self, ways: Sequence[list[Point]], ends: Sequence[Ends]) -> None:
        """Move ways apart that bend at the same corner, where there is room: what turns most stays nearest."""
        shared: dict[Point, list[tuple[float, int, int]]] = {}
        for number, way in enumerate(ways):
            for at in range(1, len(way) - 1):
                shared.setdefault(way[at], []).append((_turn(*way[at - 1 : at + 2])[0], number, at))
        for some in shared.values():
            for rank, (_, number, at) in enumerate(sorted(some)):
                before, bend, after = ways[number][at - 1 : at + 2]
                x, y = _turn(before, bend, after)[1]
                moved = (bend[0] + rank * _APART * x, bend[1] + rank * _APART * y)
                if rank and not self._run_over(np.array((before, moved, after)), _TOUCH) - {*ends[number]}:
                    ways[number][at] = moved

    def curves(self, way: Sequence[Point], own: Ends) -> list[Curve]:
        """Return a way as Bézier curves, as round as they keep clear of all other boxes."""
        if len(way) > len(own):
            others = [n for n in range(len(self._middles)) if n not in own]
            for roundness in _ROUND:
                curves = _rounded(way, roundness)
                seen = (_WEIGHTS @ np.array(curves)).reshape(-1, 2)
                if not self._met(seen[:-1], seen[1:], others, _TOUCH).any():
                    return curves
        return [_straight(*ends) for ends in itertools.pairwise(way)]

    def _run_over(self, way: Floats, air: float = _GRAZED) -> set[int]:
        """Return the boxes that a way comes so near to."""
        return {*np.flatnonzero(self._met(way[:-1], way[1:], air=air).any(axis=0)).tolist()}

    def _met(
        self, ones: Floats, others: Floats, boxes: Sequence[int] | slice = slice(None), air: float = _GRAZED
    ) -> Flags:
        """Return which lines (rows) come nearer than so many points to which boxes (columns)."""
        return lines_meet(ones[:, None], others[:, None], self._middles[boxes], self._halves[boxes] + air)


def lines_meet(ones: Floats, others: Floats, middles: Floats, halves: Floats) -> Flags:
    """Return which lines run into which boxes; points stand in the last axis.

    A line and a box are apart where they are so along x, along y or across the line (separating axes).
    """
    middle, along = (ones + others) / 2 - middles, (others - ones) / 2
    x, y, right, up = middle[..., 0], middle[..., 1], along[..., 0], along[..., 1]
    wide, high = halves[..., 0], halves[..., 1]
    far, steep = np.abs(right), np.abs(up)
    across = np.abs(x * up - y * right) < wide * steep + high * far
    met: Flags = across & (np.abs(x) < wide + far) & (np.abs(y) < high + steep)
    return met


def shortest_path(far: Sequence[Sequence[float]]) -> list[int]:
    """Return the shortest path from the first point to the second by all their distances (Dijkstra, 1959)."""
    best, before, waiting = {0: 0.0}, dict[int, int](), [(0.0, 0)]
    while waiting:
        length, at = heapq.heappop(waiting)
        if at == 1:
            path = [1]
            while path[-1]:
                path.append(before[path[-1]])
            return path[::-1]
        for other, step in enumerate(far[at]) if length <= best[at] else ():
            if length + step < best.get(other, math.inf):
                best[other], before[other] = length + step, at
                heapq.heappush(waiting, (length + step, other))
    return []


def _turn(before: Point, bend: Point, after: Point) -> tuple[float, Point]:
    """Return how far a way goes on as it came, from 1 to -1, and which way leads out of its bend."""
    in_, out = max(math.dist(before, bend), _TINY), max(math.dist(bend, after), _TINY)
    x, y = (bend[0] - before[0]) / in_, (bend[1] - before[1]) / in_
    u, v = (after[0] - bend[0]) / out, (after[1] - bend[1]) / out
    far = max(math.hypot(x - u, y - v), _TINY)
    return x * u + y * v, ((x - u) / far, (y - v) / far)


def _points(rows: Floats) -> list[Point]:
    return [(x, y) for x, y in rows.tolist()]


# ── curves ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _straight(start: Point, end: Point) -> Curve:
    return start, _between(start, end, 1 / 3), _between(start, end, 2 / 3), end


def _between(one: Point, other: Point, share: float) -> Point:
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


def _rounded(way: Sequence[Point], roundness: float) -> list[Curve]:
    """Return curves through all bends. Each is passed at right angles to what halves it: so the curve swings out, away
    from the corner.
    """
    steers: list[Point] = []
    for before, bend, after in zip(way, way[1:], way[2:], strict=False):
        in_, out = max(math.dist(before, bend), _TINY), max(math.dist(bend, after), _TINY)
        x = (bend[0] - before[0]) / in_ + (after[0] - bend[0]) / out
        y = (bend[1] - before[1]) / in_ + (after[1] - bend[1]) / out
        turn = max(math.hypot(x, y), _TINY)
        for length in (-min(in_ / 3, _ARM), min(out / 3, _ARM)):
            arm = roundness * length / turn
            steers.append((bend[0] + x * arm, bend[1] + y * arm))
    steers = [_between(way[0], steers[0], 0.5), *steers, _between(way[-1], steers[-1], 0.5)]
    return list(zip(way[:-1], steers[::2], steers[1::2], way[1:], strict=True))


def _without_head(curves: Sequence[Curve]) -> list[Curve]:
    """Return the curves as far as to where the head of their arrow begins."""
    *whole, last = curves
    head = min(_ARROW, 0.8 * math.dist(last[0], last[3]))
    near, far = 0.0, 1.0
    for _ in range(_HALVINGS):
        share = (near + far) / 2
        near, far = (share, far) if math.dist(_beginning(last, share)[3], last[3]) > head else (near, share)
    return [*whole, _beginning(last, far)]


def _beginning(curve: Curve, share: float) -> Curve:
    """Return so much of a Bézier curve (de Casteljau)."""
    a, b, c, d = curve
    ab, bc, cd = _between(a, b, share), _between(b, c, share), _between(c, d, share)
    abc, bcd = _between(ab, bc, share), _between(bc, cd, share)
    return a, ab, abc, _between(abc, bcd, share)


def _written(curves: Sequence[Curve]) -> str:
    points = [curves[0][0], *itertools.chain.from_iterable(curve[1:] for curve in curves)]
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in points)


# ── outlines ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _sides(*corners: Point) -> tuple[tuple[float, float, float], ...]:
    """Return the sides between corners that go against the clock: what points out of each, and how far away it is."""
    pairs = zip(corners, (*corners[1:], corners[0]), strict=True)
    return tuple((d - b, a - c, a * (d - b) + b * (a - c)) for (a, b), (c, d) in pairs)


# In halves of width and height. What is not here fills its box.
_BOX = _sides((1, -1), (1, 1), (-1, 1), (-1, -1))
_SIDES: Final[Mapping[str, tuple[tuple[float, float, float], ...]]] = MappingProxyType(
    {
        Shape.OCTAGON: _sides(
            (1, -0.41), (1, 0.41), (0.41, 1), (-0.41, 1), (-1, 0.41), (-1, -0.41), (-0.41, -1), (0.41, -1)
        ),
        Shape.HEXAGON: _sides((1, 0), (0.5, 1), (-0.5, 1), (-1, 0), (-0.5, -1), (0.5, -1)),
        Shape.PARALLELOGRAM: _sides((1, 1), (-0.61, 1), (-1, -1), (0.61, -1)),
        Shape.HOUSE: _sides((1, 0.31), (0, 1), (-1, 0.31), (-1, -0.81), (1, -0.81)),
    }
)


def outline_point(box: Box, shape: str, toward: Point) -> Point:
    """Return where a line from the middle of a node to somewhere outside leaves its outline."""
    right, up = toward[0] - box.x, toward[1] - box.y
    x, y = 2 * right / max(box.width, _TINY), 2 * up / max(box.height, _TINY)
    if shape == Shape.ELLIPSE:
        share = 1 / max(math.hypot(x, y), 1.0)
    else:
        share = min(
            (far / (x * u + y * v) for u, v, far in _SIDES.get(shape, _BOX) if x * u + y * v > far), default=1.0
        )
    return box.x + share * right, box.y + share * up
