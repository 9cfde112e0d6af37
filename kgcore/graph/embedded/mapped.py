"""Arrays that stay in their files: read where they stand, and no more of them in memory than is agreed.

A page of a mapped file that was looked at counts as the process's own until the system wants it back, which on a
machine with room is never: all of a graph would end there. What is let go is still in the system's cache of files, so
to look at it again takes a microsecond, and no disk.
"""

from __future__ import annotations

import mmap
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from weakref import WeakSet

import numpy as np
from numpy.typing import NDArray

MOST_MAPPED = 128 << 20  # bytes of files in memory, the program's own libraries (40 MB) among them
EVERY = 0.01  # seconds between looks at how many those are: a look lets other threads go first, a reading is shorter
_STATE = "/proc/self/statm"  # in pages: size, resident, resident of files …
_maps = WeakSet[mmap.mmap]()
_looked = [0.0]  # when


def map_array(path: Path) -> NDArray[Any]:
    """Map an array read-only, as a plain ndarray (slicing np.memmap objects costs a microsecond each).

    Raises OSError or ValueError where it is missing, short or no array.
    """
    array = np.load(path, mmap_mode="r", allow_pickle=False)
    if isinstance(found := getattr(array, "_mmap", None), mmap.mmap):
        _maps.add(found)
    plain: NDArray[Any] = array.view(np.ndarray)
    return plain


@contextmanager
def bounded_pages(most: int = MOST_MAPPED, every: float = EVERY) -> Iterator[None]:
    """Let all mapped pages go afterwards where files have more than `most` bytes in memory; whether they have is looked
    at no more often than every so many seconds, in which few pages come.
    """
    try:
        yield
    finally:
        if (now := time.monotonic()) >= _looked[0] + every:
            _looked[0] = now
            if mapped_bytes() > most:
                let_go()


def mapped_bytes() -> int:
    """Return how many bytes of files stand in the memory of this process; 0 where the system does not tell."""
    try:
        handle = os.open(_STATE, os.O_RDONLY)
    except OSError:
        return 0
    try:
        return int(os.read(handle, 256).split()[2]) * mmap.PAGESIZE
    finally:
        os.close(handle)


def let_go() -> None:
    """Give the pages of all mapped arrays back to the system; they stay as good as they were."""
    if not hasattr(mmap, "MADV_DONTNEED") or os.name == "nt":
        return
    for one in list(_maps):
        if not one.closed:
            one.madvise(mmap.MADV_DONTNEED)
