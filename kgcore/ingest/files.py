"""The files of a source, whatever they are wrapped in: plain, gzip, in a zip or a tar. Never unpacked on the disk."""

from __future__ import annotations

import gzip
import io
import lzma
import os
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import IO, Any, cast

from kgcore.errors import InputError

Advance = Callable[[int, int], None]  # told how much of how much is done

# Tables compress 5 to 30 times. What grows a hundredfold beyond a quarter of a gigabyte is no table but a bomb.
MOST_GROWTH = 100
UNSUSPICIOUS = 256 << 20
_STRETCH = 8 << 20  # one that grows as fast has the file unpacked once before its rows are worked on: 100 times as fast
MOST_FILES = 10_000  # in a folder or a zip
MOST_IN_TAR = 500  # to reach one of its files, all that stand before it are read
HEAD = 1 << 16
_CHUNK = 1 << 20
_GZIP = b"\x1f\x8b"
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")  # the second: of one that holds nothing
_TAR = (257, b"ustar")  # where a tar says what it is
_BROKEN = (
    EOFError, gzip.BadGzipFile, zipfile.BadZipFile, zlib.error, lzma.LZMAError, tarfile.TarError, NotImplementedError,
)  # fmt: skip
_PROVENANCE = ("PROVENANCE", "ATTRIBUTION", "README", "LICENSE", "LICENCE")
_PROVENANCE_ENDS = (".md", ".txt", "")


def ignore_progress(done: int, total: int) -> None:
    """Tell nobody how far the reading is."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One file; `member` is its path inside the zip or tar `path`, or ""."""

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
    """Return the files of a folder, of a zip or a tar, or the file itself; a folder with nothing but one archive, and
    texts about it, is that archive. Raises InputError where there is nothing to read.
    """
    if source.is_dir():
        below = files_below(source)
        tables = [path for path in below if not provenance_rank(path.name)]
        texts = [SourceFile(path) for path in below if provenance_rank(path.name)]
        return [*texts, *_files_in(tables[0])] if len(tables) == 1 else [SourceFile(path) for path in below]
    if not source.is_file():
        raise InputError(f"There is no {source}.", hint="Give a folder, a file, a .gz, a .zip or a .tar.gz.")
    return _files_in(source)


def _files_in(path: Path) -> list[SourceFile]:
    with _translated(path.name):
        kind = _archive_kind(path)
        names = _zip_names(path) if kind == "zip" else _tar_names(path) if kind == "tar" else None
    if names is None:
        return [SourceFile(path)]
    if not names:
        raise InputError(f"is an empty {kind}.", where=path.name)
    if kind == "zip" and len(names) > MOST_FILES:
        raise InputError(f"holds {len(names):,} files.", where=path.name, hint=f"At most {MOST_FILES:,} are read.")
    if kind == "tar" and len(names) > MOST_IN_TAR:
        hint = "Unpack it and give the folder, or pack a zip."
        raise InputError(f"holds more than {MOST_IN_TAR} files.", where=path.name, hint=hint)
    return [SourceFile(path, name) for name in sorted(names)]


def _archive_kind(path: Path) -> str:
    with path.open("rb") as file:
        if file.read(4) in _ZIP:
            return "zip"
        file.seek(0)
        start, mark = _TAR
        try:
            return "tar" if _unwrapped(file).read(start + len(mark))[start:] == mark else ""
        except _BROKEN:  # a gzip that is damaged is told of when it is read
            return ""


def _zip(path: Path) -> zipfile.ZipFile:
    """Return a zip, opened. Its list of files is read once for all of them, not once for each."""
    stat = path.stat()
    return _opened_zip(path, stat.st_ino, stat.st_size, stat.st_mtime_ns)


@lru_cache(maxsize=1)
def _opened_zip(path: Path, *stamp: int) -> zipfile.ZipFile:
    return zipfile.ZipFile(path)


def _zip_names(path: Path) -> list[str]:
    infos = _zip(path).infolist()
    return [i.filename for i in infos if not i.is_dir() and not _hidden(i.filename) and not _is_link(i)]


def _tar_names(path: Path) -> list[str]:
    """Return the plain files of a tar: no links, devices or hidden ones."""
    found: list[str] = []
    with tarfile.open(fileobj=SourceFile(path).stream(ignore_progress), mode="r|") as archive:
        for info in archive:
            if info.isreg() and not _hidden(info.name):
                found.append(info.name)
            if len(found) > MOST_IN_TAR:
                break
    return list(dict.fromkeys(found))


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
    if _archive_kind(of.path) == "tar":
        yield from _opened_tar(of)
        return
    archive = _zip(of.path)
    info = archive.getinfo(of.member)
    if info.file_size > UNSUSPICIOUS and info.file_size > MOST_GROWTH * max(info.compress_size, 1):
        raise InputError(
            f"grows more than {MOST_GROWTH} times when it is decompressed, as no table does.", where=of.name
        )
    with archive.open(info) as member:
        share = info.compress_size / max(info.file_size, 1)
        yield _unwrapped(member), info.compress_size, lambda: int(member.tell() * share)


def _opened_tar(of: SourceFile) -> Iterator[tuple[IO[bytes], int, Callable[[], int]]]:
    """Open a tar's member: what stands before it is read over, for a compressed tar has no places to jump to."""
    read = [0]

    def advance(done: int, total: int) -> None:
        read[0] = done

    outer = SourceFile(of.path).stream(advance)
    with tarfile.open(fileobj=outer, mode="r|") as archive:
        for info in archive:
            member = archive.extractfile(info) if info.name == of.member and info.isreg() else None
            if member is not None:
                peeked = cast(io.BufferedReader, member)
                zipped = peeked.peek(2)[:2] == _GZIP
                stream = cast(IO[bytes], gzip.GzipFile(fileobj=peeked)) if zipped else member
                yield stream, of.path.stat().st_size, lambda: read[0]
                return
    raise InputError("is no longer in the tar.", where=of.name)


def _unwrapped(file: IO[bytes]) -> IO[bytes]:
    zipped = file.read(2) == _GZIP
    file.seek(0)
    return cast(IO[bytes], gzip.GzipFile(fileobj=file)) if zipped else file


@contextmanager
def _translated(name: str) -> Iterator[None]:
    try:
        yield
    except _BROKEN as exc:
        zipped, tarred = isinstance(exc, zipfile.BadZipFile | NotImplementedError), isinstance(exc, tarfile.TarError)
        kind = "zip" if zipped else "tar" if tarred else "gzip"
        raise InputError(f"the {kind} file is damaged or cut short.", where=name) from exc
    except RuntimeError as exc:  # zipfile's word for a member that needs a password
        raise InputError("needs a password.", where=name, hint="Unpack it first.") from exc
    except OSError as exc:
        raise InputError(f"cannot be read ({exc.strerror or exc}).", where=name) from exc


def provenance_rank(name: str) -> int:
    """Return the rank (from 1) of a file that says where a graph comes from: PROVENANCE.md first; 0 for any other."""
    names = [f"{text}{end}" for text in _PROVENANCE for end in _PROVENANCE_ENDS]
    return names.index(name) + 1 if name in names else 0


def is_own_file(path: Path) -> bool:
    """Whether there is a file, and no link to one: a graph from elsewhere could name any file of this machine with a
    link, and have it told to everybody who asks.
    """
    return not path.is_symlink() and path.is_file()


def files_below(folder: Path) -> list[Path]:
    """Return the files in a folder and below it, in order; raises InputError for too many.

    Hidden ones are left out, and links, to files and to folders.
    """
    found: list[Path] = []
    links = 0
    try:
        for where, folders, files in os.walk(folder, followlinks=False):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for path in (Path(where, name) for name in files if not name.startswith(".")):
                links += path.is_symlink()
                if is_own_file(path):
                    found.append(path)
            if len(found) > MOST_FILES:
                raise InputError(f"{folder} holds more than {MOST_FILES:,} files.", hint="Give a folder of tables.")
    except OSError as exc:
        raise InputError(f"{folder} cannot be read ({exc.strerror}).") from exc
    if links and not found:
        raise InputError(f"{folder} holds links only, which are not followed.", hint="Put the files themselves there.")
    return sorted(found)
