"""What was worked out is remembered for as long as all that is remembered fits into a number of bytes."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence, Sized
from threading import Lock
from typing import Generic, TypeVar

from kgcore.values.model import Claim, Edge
from kgcore.values.thread import Turn

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Kept(Generic[K, V]):
    """Values by key, together of at most `most` bytes: what was put there first is forgotten first, the last never."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: dict[K, tuple[V, int]] = {}
        self.bytes = 0

    def look(self, key: K) -> tuple[V, int] | None:
        """Return a value with its bytes, as it stands; None where there is none."""
        return self._kept.get(key)

    def take(self, key: K) -> tuple[V, int] | None:
        """Take a value out, with its bytes; None where there is none."""
        found = self._kept.pop(key, None)
        self.bytes -= found[1] if found is not None else 0
        return found

    def put(self, key: K, value: V, weighs: int) -> None:
        """Put a value that weighs so many bytes behind all others."""
        self.take(key)
        self._kept[key] = value, weighs
        self.bytes += weighs
        while self.bytes > self._most and len(self._kept) > 1:
            self.take(next(iter(self._kept)))

    def clear(self) -> None:
        """Forget everything."""
        self._kept.clear()
        self.bytes = 0


class Remembered(Generic[K, V]):
    """A function of one value whose results are kept: what nobody asked for longest goes first.

    `weight` says about how many bytes a question and its result take. What alone weighs more than `most` is not kept.
    """

    def __init__(self, work: Callable[[K], V], most: int, weight: Callable[[K, V], int]) -> None:
        self._work, self._most, self._weight = work, most, weight
        self.kept = Kept[K, V](most)
        self._lock = Lock()

    def __call__(self, key: K) -> V:
        """Return what the function returns for this value."""
        with self._lock:
            found = self.kept.take(key)
            if found is not None:
                self.kept.put(key, *found)  # the last one now
                return found[0]
        value = self._work(key)
        weighs = self._weight(key, value)
        if weighs <= self._most:
            with self._lock:
                self.kept.put(key, value, weighs)
        return value

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self.kept.clear()


def remembered(most: int, weight: Callable[[K, V], int]) -> Callable[[Callable[[K], V]], Remembered[K, V]]:
    """Remember the results of a function of one value, as `Remembered` does."""
    return lambda work: Remembered(work, most, weight)


# --- About how many bytes values take, as weights.

_PAPER, _EDGE, _CLAIM, _TURN = 500, 400, 1500, 2000
_ID = 64  # of a paper in an edge


def edges_bytes(edges: Iterable[Edge]) -> int:
    """Return about how many bytes edges take."""
    return sum(_EDGE + _ID * len(e.publications) + sum(map(len, e.sentences)) for e in edges)


def claim_bytes(claim: Claim) -> int:
    """Return about how many bytes a claim and its edges take."""
    path = claim.path.edges if claim.path else ((), ())
    some = (claim.edges_for, claim.edges_against, claim.edges_near, *path)
    return _CLAIM + sum(map(edges_bytes, some))


def papers_bytes(papers: Sized) -> int:
    """Return about how many bytes papers take, without their texts."""
    return _PAPER * len(papers)


def turn_bytes(turn: Turn) -> int:
    """Return about how many bytes a turn takes."""
    words = sum(len(paragraph.text) for paragraph in turn.paragraphs)
    around = sum(edges_bytes(neighbour.edges) for neighbour in turn.around)
    edges = around + edges_bytes(turn.direct)
    return _TURN + words + edges + papers_bytes(turn.papers) + sum(map(claim_bytes, turn.claims))


def turns_bytes(turns: Sequence[Turn], known: Sequence[Turn] = (), weighs: int = 0) -> int:
    """Return about how many bytes the turns of a thread take; those `known`, which weigh so much, are not weighed again
    as far as they are the very same.
    """
    now, then = {id(turn): turn for turn in turns}, {id(turn): turn for turn in known}
    more = sum(turn_bytes(turn) for turn in turns if id(turn) not in then)
    return weighs + more - sum(turn_bytes(turn) for key, turn in then.items() if key not in now)
