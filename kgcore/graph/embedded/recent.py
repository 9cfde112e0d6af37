"""What was read a moment ago and cannot change: a thread asks for the same entities and edges after every answer."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Recent(Generic[K, V]):
    """Rows by key, at most `most` of them: what nobody asked for longest is forgotten. For one thread at a time."""

    def __init__(self, read: Callable[[Sequence[K]], Mapping[K, V]], most: int) -> None:
        """Take rows from `read`, which leaves out the keys that there are not."""
        self._read = read
        self._most = most
        self._rows: dict[K, V] = {}

    def get(self, keys: Iterable[K]) -> dict[K, V]:
        """Return the rows of these keys, as far as there are any, in the order of the keys."""
        wanted = dict.fromkeys(keys)
        missing = [key for key in wanted if key not in self._rows]
        if missing:
            self._rows |= self._read(missing)
        rows = self._rows
        found = {key: rows.pop(key) for key in wanted if key in rows}
        rows |= found  # the last ones now
        self._forget()
        return found

    def learn(self, rows: Mapping[K, V]) -> None:
        """Keep rows that were read by other means."""
        self._rows |= rows
        self._forget()

    def _forget(self) -> None:
        for key in list(islice(self._rows, max(0, len(self._rows) - self._most))):
            del self._rows[key]
