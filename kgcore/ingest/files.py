"""The files of a source, whatever they are wrapped in: plain, gzip, or inside a zip. Never unpacked on the disk."""

from __future__ import annotations

import gzip
import io
import lzma
import os
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, Any, cast

from kgcore.errors import InputError

Advance = Callable[[int, int], None]  # told how much of how much is done

# Tables compress 5 to 30 times. What grows a hundredfold beyond a quarter of a gigabyte is no table but a bomb.
MOST_GROWTH = 100
UNSUSPICIOUS = 256 << 20
_STRETCH = 8 << 20  # one that grows as fast has the file unpacked once before its rows are worked on: 100 times as fast
MOST_FILES = 10_000  # in a folder or a zip
HEAD = 1 << 16
_CHUNK = 1 << 20
_GZIP = b"\x1f\x8b"
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")  # the second: of one that holds nothing
_BROKEN = (EOFError, gzip.BadGzipFile, zipfile.BadZipFile, zlib.error, lzma.LZMAError, NotImplementedError)
_PROVENANCE = ("PROVENANCE", "ATTRIBUTION", "README", "LICENSE", "LICENCE")
_PROVENANCE_ENDS = (".md", ".txt", "")


def ignore_progress(done: int, total: int) -> None:
    """Tell nobody how far the reading is."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One file; `member` is its path inside the zip `path`, or ""."""

    path: Path
    member: str = ""

    @property
    def name(self) -> str:
        """The file's own name, with its endings."""
        name = PurePosixPath(self.member).name if self.member else self.path.name
        return "".join(c if c.isprintable() else "\ufffd" for c in name)

    @property
    def plain_name(self) -> str:
        """The name without .gz."""
        return self.name[:-3] if self.name.lower().endswith(".gz") else self.name

    @property
    def stem(self) -> str:
        """The name up to its first dot."""
        return self.name.partition(".")[0] or self.name

    def chunks(self, advance: Advance) -> Iterator[bytes]:
        """Yield the decompressed content; raises InputError where it cannot be read, is damaged or is a bomb."""
        looked, before = False, (0, 0)
        for chunk, grown, done, size in self._unpacked():
            if not looked and grown - before[0] >= _STRETCH:
                looked = grown - before[0] > MOST_GROWTH * (done - before[1])
                before = grown, done
                for _ in self._unpacked() if looked else ():
                    advance(min(done, size), size)
            advance(min(done, size), size)
            yield chunk

    def _unpacked(self) -> Iterator[tuple[bytes, int, int, int]]:
        """Yield the pieces of the content, with bytes unpacked, bytes read and bytes in all."""
        with _translated(self.name), _opened(self) as (stream, size, read):
            grown = 0
            while chunk := stream.read(_CHUNK):
                grown += len(chunk)
                done = read() if size else 0
                if grown > UNSUSPICIOUS and grown > MOST_GROWTH * max(done, 1):
                    raise InputError(
                        f"grows more than {MOST_GROWTH} times when it is decompressed, as no table does.",
                        where=self.name,
                        hint="Decompress it yourself if you trust it.",
                    )
                yield chunk, grown, done, size

    def head(self, size: int = HEAD) -> bytes:
        """Return how the content begins."""
        with _translated(self.name), _opened(self) as (stream, _, _):
            return stream.read(size)

    def stream(self, advance: Advance) -> io.BufferedReader:
        """Return the content as a binary file, for parsers that read for themselves."""
        return io.BufferedReader(_Stream(self.chunks(advance)), _CHUNK)


class _Stream(io.RawIOBase):
    def __init__(self, chunks: Iterator[bytes]) -> None:
        self._chunks = chunks
        self._rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        view = memoryview(buffer)
        if not self._rest:
            self._rest = next(self._chunks, b"")
        taken = self._rest[: len(view)]
        view[: len(taken)] = taken
        self._rest = self._rest[len(taken) :]
        return len(taken)


def source_files(source: Path) -> list[SourceFile]:
    """Return the files of a folder, of a zip, or the file itself; raises InputError where there is nothing to read."""
    if source.is_dir():
        return [SourceFile(path) for path in files_below(source)]
    if not source.is_file():
        raise InputError(f"There is no {source}.", hint="Give a folder, a file, a .gz or a .zip.")
    with _translated(source.name), source.open("rb") as file:
        if file.read(4) not in _ZIP:
            return [SourceFile(source)]
        with zipfile.ZipFile(source) as archive:
            infos = [i for i in archive.infolist() if not i.is_dir() and not _hidden(i.filename) and not _is_link(i)]
    if not infos:
        raise InputError("is an empty zip.", where=source.name)
    if len(infos) > MOST_FILES:
        raise InputError(f"holds {len(infos):,} files.", where=source.name, hint=f"At most {MOST_FILES:,} are read.")
    return [SourceFile(source, info.filename) for info in sorted(infos, key=lambda i: i.filename)]


def _hidden(member: str) -> bool:
    path = PurePosixPath(member)
    return any(piece.startswith((".", "__MACOSX")) for piece in path.parts)


def _is_link(info: zipfile.ZipInfo) -> bool:
    """Whether a zip made on Unix says that a member is a symbolic link (its mode is in the upper half)."""
    return stat.S_ISLNK(info.external_attr >> 16)


@contextmanager
def _opened(of: SourceFile) -> Iterator[tuple[IO[bytes], int, Callable[[], int]]]:
    """Open a file; gives the decompressed stream, the compressed size, and how much of that has been read."""
    if not of.member:
        with of.path.open("rb") as file:
            size = file.seek(0, io.SEEK_END)
            file.seek(0)
            yield _unwrapped(file), size, file.tell
        return
    with zipfile.ZipFile(of.path) as archive:
        info = archive.getinfo(of.member)
        if info.file_size > UNSUSPICIOUS and info.file_size > MOST_GROWTH * max(info.compress_size, 1):
            raise InputError(
                f"grows more than {MOST_GROWTH} times when it is decompressed, as no table does.", where=of.name
            )
        with archive.open(info) as member:
            share = info.compress_size / max(info.file_size, 1)
            yield _unwrapped(member), info.compress_size, lambda: int(member.tell() * share)


def _unwrapped(file: IO[bytes]) -> IO[bytes]:
    zipped = file.read(2) == _GZIP
    file.seek(0)
    return cast(IO[bytes], gzip.GzipFile(fileobj=file)) if zipped else file


@contextmanager
def _translated(name: str) -> Iterator[None]:
    try:
        yield
    except _BROKEN as exc:
        kind = "zip" if isinstance(exc, zipfile.BadZipFile | NotImplementedError) else "gzip"
        raise InputError(f"the {kind} file is damaged or cut short.", where=name) from exc
    except RuntimeError as exc:  # zipfile's word for a member that needs a password
        raise InputError("needs a password.", where=name, hint="Unpack it first.") from exc
    except OSError as exc:
        raise InputError(f"cannot be read ({exc.strerror or exc}).", where=name) from exc


def provenance_rank(name: str) -> int:
    """Return the rank (from 1) of a file that says where a graph comes from: PROVENANCE.md first; 0 for any other."""
    names = [f"{text}{end}" for text in _PROVENANCE for end in _PROVENANCE_ENDS]
    return names.index(name) + 1 if name in names else 0


def files_below(folder: Path) -> list[Path]:
    """Return the files in a folder and below it, in order; raises InputError for too many.

    Hidden ones are left out, and links, to files and to folders: a graph from elsewhere could name any file of this
    machine with one, and have it told to everybody who asks.
    """
    found: list[Path] = []
    links = 0
    try:
        for where, folders, files in os.walk(folder, followlinks=False):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for path in (Path(where, name) for name in files if not name.startswith(".")):
                links += path.is_symlink()
                if not path.is_symlink() and path.is_file():
                    found.append(path)
            if len(found) > MOST_FILES:
                raise InputError(f"{folder} holds more than {MOST_FILES:,} files.", hint="Give a folder of tables.")
    except OSError as exc:
        raise InputError(f"{folder} cannot be read ({exc.strerror}).") from exc
    if links and not found:
        raise InputError(f"{folder} holds links only, which are not followed.", hint="Put the files themselves there.")
    return sorted(found)
