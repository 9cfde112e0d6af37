"""Keys and their numbers in arrays: 30 to 60 bytes a key however many there are, and no slower for more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

_FIRST_BITS = 12
_FULL = 0.6  # of the slots
_SPREAD = 0x9E3779B97F4A7C15  # 2^64 divided by the golden ratio, made odd: spreads what lies close together
_WORD = (1 << 64) - 1
_HALF = (1 << 32) - 1
_LARGEST = (1 << 63) - 2
NOBODY = -1


class Stamps(NamedTuple):
    """What stands for many keys: 64 bits that are never 0, and 32 more."""

    stamps: NDArray[np.int64]
    checks: NDArray[np.uint32]

    def where(self, some: NDArray[Any] | slice) -> Stamps:
        """Return what stands for some of the keys."""
        return Stamps(self.stamps[some], self.checks[some])


class KeyTable:
    """A mapping from texts or whole numbers to numbers from 0, below 2^31.

    Whole numbers up to 2^63 are kept as they are; of a text, and of a larger number, 95 bits that tell it from others.
    """

    def __init__(self) -> None:
        self._bits = _FIRST_BITS
        self._count = 0
        self._allot()

    def __len__(self) -> int:
        return self._count

    def get(self, key: str | int) -> int:
        """Return the key's number, or `NOBODY`."""
        return int(self._numbers[self._slot(*_stamp(key))])

    def setdefault(self, key: str | int, number: int) -> int:
        """Return the key's number; give it this one if it has none."""
        stamp, check = _stamp(key)
        at = self._slot(stamp, check)
        found = self._numbers[at]
        if found != NOBODY:
            return int(found)
        self._stamps[at], self._checks[at], self._numbers[at] = stamp, check, number
        self._count += 1
        if self._count > _FULL * (1 << self._bits) or at >= self._last:
            self._grow()
        return number

    def find(self, keys: Stamps) -> NDArray[np.int64]:
        """Return the numbers of many keys, `NOBODY` for those that have none."""
        stamps, checks, numbers = self._arrays()
        found = np.full(len(keys.stamps), NOBODY, np.int64)
        at, open_ = _slots(keys.stamps, self._bits), np.arange(len(found))
        while len(open_):
            here = stamps[at]
            same = (here == keys.stamps[open_]) & (checks[at] == keys.checks[open_])
            found[open_[same]] = numbers[at[same]]
            on = (here != 0) & ~same
            open_, at = open_[on], at[on] + 1
        return found

    def add(self, keys: Stamps, given: NDArray[np.int64]) -> None:
        """Give their numbers to many keys that differ and have none yet."""
        self._count += len(given)
        while self._count > _FULL * (1 << self._bits):
            self._grow()
        stamps, checks, numbers = self._arrays()
        at, open_ = _slots(keys.stamps, self._bits), np.arange(len(given))
        while len(open_):
            if at.max() >= self._last:
                self._grow()
                stamps, checks, numbers = self._arrays()
                at = _slots(keys.stamps[open_], self._bits)
            free = np.flatnonzero(stamps[at] == 0)
            numbers[at[free]] = free  # whoever writes last has the place: one key for each
            free = free[numbers[at[free]] == free]
            here, there = open_[free], at[free]
            stamps[there], checks[there], numbers[there] = keys.stamps[here], keys.checks[here], given[here]
            on = np.ones(len(open_), bool)
            on[free] = False
            open_, at = open_[on], at[on] + 1

    def _arrays(self) -> tuple[NDArray[np.int64], NDArray[np.uint32], NDArray[np.int32]]:
        return np.asarray(self._stamps), np.asarray(self._checks), np.asarray(self._numbers)

    def _slot(self, stamp: int, check: int) -> int:
        """Return where a key stands, or the free place where it would."""
        stamps, checks = self._stamps, self._checks
        at = ((stamp * _SPREAD) & _WORD) >> (64 - self._bits)
        while (found := stamps[at]) and (found != stamp or checks[at] != check):
            at += 1
        return at

    def _allot(self) -> None:
        size = (1 << self._bits) + (1 << self._bits - 3) + 8  # what runs over the end stands behind it
        self._last = size - 3
        # Views of arrays: the elements of an array itself take thrice as long to read.
        self._stamps, self._checks = np.zeros(size, np.int64).data, np.zeros(size, np.uint32).data
        self._numbers = np.full(size, NOBODY, np.int32).data

    def _grow(self) -> None:
        """Spread the keys over twice the room."""
        old = self._arrays()
        used = np.flatnonzero(old[0])
        stamps = old[0][used]
        while True:
            self._bits += 1
            self._allot()
            order, at = _places(stamps, self._bits)
            if not len(at) or at[-1] < self._last:
                break
        stamps, checks, numbers = self._arrays()
        stamps[at], checks[at], numbers[at] = (values[used][order] for values in old)


def _places(stamps: NDArray[np.int64], bits: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return an order of the keys, and the slots that they get in it: each its own or the next one that is free."""
    slots = _slots(stamps, bits)
    order = np.argsort(slots, kind="stable")
    n = np.arange(len(slots))
    return order, np.maximum.accumulate(slots[order] - n) + n


def _slots(stamps: NDArray[np.int64], bits: int) -> NDArray[np.int64]:
    return ((stamps.view(np.uint64) * np.uint64(_SPREAD)) >> np.uint64(64 - bits)).astype(np.int64)


def stamps_of(keys: Sequence[str]) -> Stamps:
    """Return what stands for texts in a table."""
    stamps = np.fromiter(map(hash, keys), np.int64, len(keys))
    checks = np.fromiter(map(hash, [key[::-1] for key in keys]), np.int64, len(keys))
    return Stamps(np.where(stamps == 0, 1, stamps), (checks & _HALF | 1).astype(np.uint32))


def _stamp(key: str | int) -> tuple[int, int]:
    """Return what stands for a key: 64 bits that are never 0, and 32 more: 0 for whole numbers."""
    if isinstance(key, int) and 0 <= key <= _LARGEST:
        return key + 1, 0
    text = str(key)
    return hash(text) or 1, hash(text[::-1]) & _HALF | 1
