"""What was read a moment ago and cannot change: a thread asks for the same entities and edges after every answer."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Recent(Generic[K, V]):
    """Rows by key, at most `most` of them: when there would be more, it begins anew. For one thread at a time."""

    def __init__(self, read: Callable[[Sequence[K]], Mapping[K, V]], most: int) -> None:
        """Take rows from `read`, which leaves out the keys that there are not."""
        self._read = read
        self._most = most
        self._rows: dict[K, V] = {}

    def get(self, keys: Iterable[K]) -> dict[K, V]:
        """Return the rows of these keys, as far as there are any, in the order of the keys."""
        wanted = dict.fromkeys(keys)
        missing = [key for key in wanted if key not in self._rows]
        if len(self._rows) + len(missing) > self._most:
            self._rows, missing = {}, list(wanted)
        if missing:
            self._rows |= self._read(missing)
        rows = self._rows
        return {key: rows[key] for key in wanted if key in rows}
