"""The file under a running store: somebody may delete it, put another in its place, or cut it short."""

from __future__ import annotations

import os
from pathlib import Path

from kgcore.errors import StoreDamaged, StoreError
from kgcore.store.repair import MAGIC, size_told

BESIDE = ("-wal", "-shm")  # how the names of the log and of its index end


class WatchedFile:
    """The file that was opened. It stays open: closing it would let go of SQLite's own locks on it (POSIX).

    On a full disk SQLite writes the new length into the head of the file and then has no room for its end. That end
    stands in the log, and follows once there is room, so that a file that is short and has not shrunk may be whole.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0))
        self._size = os.fstat(self._descriptor).st_size  # when we last looked
        # SQLite keeps one log, and one index of it, as long as anybody has the file open.
        self._beside: dict[Path, tuple[int, int] | None] = {path.with_name(path.name + end): None for end in BESIDE}

    def check(self) -> bool:
        """Raise StoreError where what is written now could not be read at the next start.

        Return whether all of it stands in the file, and not yet in the log alone.
        """
        ours = os.fstat(self._descriptor)
        try:
            there = self._path.stat()
        except FileNotFoundError:
            raise StoreError(f"{self._path} is gone.", hint="Put it back, or start Evigraph anew.") from None
        if (there.st_dev, there.st_ino) != (ours.st_dev, ours.st_ino):
            raise StoreError(f"{self._path} is another file than the one opened.", hint="Start Evigraph anew.")
        for path in self._beside:
            self._check_beside(path)
        os.lseek(self._descriptor, 0, os.SEEK_SET)
        head = os.read(self._descriptor, 100)
        if head[:16] != MAGIC or ours.st_size < min(self._size, size_told(head)):
            raise self.cut_short()
        self._size = ours.st_size
        return ours.st_size >= size_told(head)

    def cut_short(self) -> StoreDamaged:
        """Return what is to be told of a file of which the end is gone."""
        return StoreDamaged(f"{self._path} was cut short.", hint="Start Evigraph anew: it repairs what it can.")

    def _check_beside(self, path: Path) -> None:
        """What was committed last stands in the log alone, and locks in its index: SQLite would go on in ones that are
        gone, and whoever else opens the file would make new ones.
        """
        known = self._beside[path]
        try:
            there = path.stat()
        except FileNotFoundError:
            if known is None:
                return
            raise StoreError(f"{path} is gone.", hint="Start Evigraph anew.") from None
        self._beside[path] = known or (there.st_dev, there.st_ino)
        if self._beside[path] != (there.st_dev, there.st_ino):
            raise StoreError(f"{path} is another file than the one in use.", hint="Start Evigraph anew.")

    def close(self) -> None:
        """Let go of it, once SQLite has."""
        os.close(self._descriptor)
