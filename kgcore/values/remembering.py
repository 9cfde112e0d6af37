"""What was worked out is remembered for as long as all that is remembered fits into a number of bytes."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence, Sized
from dataclasses import dataclass
from itertools import chain
from operator import attrgetter
from threading import Lock
from typing import Generic, TypeVar

from kgcore.values.model import Claim, Edge, Entity, Neighbourhood
from kgcore.values.thread import Turn

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
T = TypeVar("T")


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


@dataclass(frozen=True, slots=True, eq=False)
class Same(Generic[T]):
    """A value as a key that is equal to the very same one alone: that is quick to tell of what has many parts."""

    value: T

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.value is other.value


def remembered(most: int, weight: Callable[[K, V], int]) -> Callable[[Callable[[K], V]], Remembered[K, V]]:
    """Remember the results of a function of one value, as `Remembered` does."""
    return lambda work: Remembered(work, most, weight)


# --- About how many bytes values take, as weights.

_PAPER, _ENTITY, _EDGE, _CLAIM, _TURN = 500, 400, 400, 1500, 2000
_ID = 64  # of a paper in an edge, of a name of an entity
_publications, _sentences, _edges = map(attrgetter, ("publications", "sentences", "edges"))  # quicker than loops


def edges_bytes(some: Sequence[Edge]) -> int:
    """Return about how many bytes edges take."""
    sentences = sum(map(len, chain.from_iterable(map(_sentences, some))))
    return _EDGE * len(some) + _ID * sum(map(len, map(_publications, some))) + sentences


def entities_bytes(some: Sequence[Entity]) -> int:
    """Return about how many bytes entities take."""
    return _ENTITY * len(some) + sum(_ID * len(entity.synonyms) + len(entity.description) for entity in some)


def around_bytes(some: Sequence[Neighbourhood]) -> int:
    """Return about how many bytes neighbourhoods take."""
    edges = list(chain.from_iterable(map(_edges, chain.from_iterable(found.best for found in some))))
    return edges_bytes(edges) + sum(2 * _ID * len(found.ids) + _ENTITY * len(found.best) for found in some)


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
