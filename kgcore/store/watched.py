"""The file under a running store: somebody may delete it, put another in its place, or cut it or its log short."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from kgcore.errors import StoreDamaged, StoreError
from kgcore.store.repair import MAGIC, size_told

BESIDE = LOG, INDEX = "-wal", "-shm"  # how the names of the log and of its index end
# What stands in front of the log and of each page in it, and in the index (https://sqlite.org/walformat.html): at 12
# whether it is made, at 14 how long a page is, at 16 how many of them are in the log.
_LOG_HEAD, _FRAME_HEAD = 32, 24
_INDEX_HEAD = 48


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
        self._log, self._index = self._beside
        self._read: int | None = None  # the index, which stays open as the file does
        self._indexed = 0  # bytes of it when we last looked

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
        self._check_log()
        os.lseek(self._descriptor, 0, os.SEEK_SET)
        head = os.read(self._descriptor, 100)
        if head[:16] != MAGIC or ours.st_size < min(self._size, size_told(head)):
            raise self.cut_short()
        self._size = ours.st_size
        return ours.st_size >= size_told(head)

    def cut_short(self, path: Path | None = None) -> StoreDamaged:
        """Return what is to be told of a file of which the end is gone: the store's own, or one beside it."""
        return StoreDamaged(f"{path or self._path} was cut short.", hint="Start Evigraph anew: it repairs what it can.")

    def _check_log(self) -> None:
        """What stands in the log alone is gone with its end, and SQLite would go on behind the hole."""
        if self._read is None:
            if self._beside[self._index] is None:
                return
            self._read = os.open(self._index, os.O_RDWR | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0))
        size = os.fstat(self._read).st_size
        if size < self._indexed:  # it lies in the memory of who uses it: what looks behind its end is killed
            raise self.cut_short(self._index)
        self._indexed = size
        head = _index_head(self._read)
        long = self._log.stat().st_size if self._beside[self._log] else 0
        if long < _logged(head) and head == _index_head(self._read):  # else somebody has written meanwhile
            raise self.cut_short(self._log)

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

    def before_closing(self) -> None:
        """Have SQLite make an index anew that was cut short: it closes in it."""
        if self._read is not None and os.fstat(self._read).st_size < self._indexed:
            os.truncate(self._read, 0)
            os.truncate(self._read, self._indexed)

    def close(self) -> None:
        """Let go of it, once SQLite has."""
        os.close(self._descriptor)
        if self._read is not None:
            os.close(self._read)


def _index_head(index: int) -> bytes:
    os.lseek(index, 0, os.SEEK_SET)
    return os.read(index, _INDEX_HEAD)


def _logged(head: bytes) -> int:
    """Return how many bytes the log has at least, by what its index begins with."""
    if len(head) < _INDEX_HEAD or not head[12]:  # it is being made
        return 0
    page = int.from_bytes(head[14:16], sys.byteorder)
    frames = int.from_bytes(head[16:20], sys.byteorder)
    return _LOG_HEAD + frames * (_FRAME_HEAD + (65536 if page == 1 else page)) if frames else 0
