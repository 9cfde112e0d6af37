"""A tree of steps as rows and lanes, shortened where there are many (pure)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from kgcore.drawing.tree import Stop, Tree

MOST_ROWS = 24  # beyond, long chains and then other branches are counted in one row each
_LEAST = 3  # steps that are worth counting together


@dataclass(frozen=True, slots=True)
class Row:
    """A step, or several that are only counted. `parent` is the row that it goes on from (-1: none).

    The way to here keeps its lane; whatever branches off it is one lane further to the right.
    """

    stops: tuple[Stop, ...]
    parent: int
    lane: int

    @property
    def here(self) -> bool:
        """Whether the thread stands here."""
        return any(stop.here for stop in self.stops)

    @property
    def faded(self) -> bool:
        """Whether this is not on the way to here."""
        return all(stop.faded for stop in self.stops)


_Run = tuple[tuple[Stop, ...], int]  # steps of one row, and their lane


def rows_of(tree: Tree) -> tuple[Row, ...]:
    """Return the rows from top to bottom: what branches off stands right below its fork, then the way goes on."""
    children: dict[int, list[Stop]] = {}
    for stop in tree.steps:
        children.setdefault(stop.parent, []).append(stop)
    runs = _in_order(children)
    runs = _joined(runs, lambda stop: _inner(stop, children), whole=False)
    runs = _joined(runs, lambda stop: stop.faded, whole=True)
    row_of = {stop.number: row for row, (stops, _) in enumerate(runs) for stop in stops}
    return tuple(Row(stops, row_of.get(stops[0].parent, -1), lane) for stops, lane in runs)


def _in_order(children: Mapping[int, Sequence[Stop]]) -> list[_Run]:
    waiting = [(stop, 0) for stop in reversed(children.get(0, ()))]
    found: list[_Run] = []
    while waiting:
        stop, lane = waiting.pop()
        found.append(((stop,), lane))
        following = children.get(stop.number, ())
        if following:
            straight = next((s for s in following if not s.faded), following[-1])
            waiting.append((straight, lane))
            waiting += [(s, lane + 1) for s in reversed(following) if s is not straight]
    return found


def _inner(stop: Stop, children: Mapping[int, Sequence[Stop]]) -> bool:
    """Tell whether a step lies inside a chain: one way in, one way out."""
    return not stop.here and stop.parent > 0 and len(children[stop.parent]) == len(children.get(stop.number, ())) == 1


def _joined(runs: Sequence[_Run], may: Callable[[Stop], bool], *, whole: bool) -> list[_Run]:
    """Join neighbouring rows that may be counted, three or more and the earliest first, until the rows are few enough.

    `whole`: all neighbours that may, and not only as many as have to.
    """
    together: list[list[_Run]] = []
    for run in runs:
        last = together[-1][-1][0][-1] if together else None
        if last and all(map(may, (*run[0], last))) and last.faded == run[0][0].faded:
            together[-1].append(run)
        else:
            together.append([run])
    excess = len(runs) - MOST_ROWS
    joined: list[_Run] = []
    for some in together:
        count = len(some) if whole else min(len(some), max(excess + 1, _LEAST))
        if excess > 0 and count >= _LEAST:
            joined += [(tuple(stop for stops, _ in some[:count] for stop in stops), some[0][1]), *some[count:]]
            excess -= count - 1
        else:
            joined += some
    return joined
