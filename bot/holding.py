"""The data folder: one process answers from it at a time, a second one learns which; nobody else may look inside."""

from __future__ import annotations

import os
import socket
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import structlog

from kgcore.errors import ConfigError

log = structlog.get_logger()
FILE = "evigraph.lock"
GRAPHS = "graphs"
LOCKED = 1024  # the byte that is locked: beyond what is written, so that others can read that everywhere


@contextmanager
def hold_folder(folder: Path) -> Iterator[None]:
    """Hold a data folder for this process. Raises ConfigError where another one does.

    The lock dies with the process, however it ends; the file stays and means nothing by itself.
    """
    keep_private(folder)
    try:
        descriptor = os.open(folder / FILE, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
    except OSError as error:
        raise ConfigError(f"{folder} cannot be used: {error.strerror}.", hint="Check EVIGRAPH_DATA.") from error
    try:
        if not _locked(descriptor):
            raise ConfigError(
                f"{_holder(descriptor)} already answers from the data folder {folder}.",
                hint="End it first, or give this one a folder of its own (EVIGRAPH_DATA).",
            )
        os.ftruncate(descriptor, 0)
        os.lseek(descriptor, 0, os.SEEK_SET)
        os.write(descriptor, f"{os.getpid()} {socket.gethostname()}\n".encode())
        yield
    finally:
        os.close(descriptor)


def keep_private(folder: Path) -> None:
    """Make the data folder where there is none, and let nobody but its owner look into what is ours in it.

    Folders become 700 and files 600; links are left alone, and so is what others put there. What cannot be changed
    (another's file, a file system without rights) is logged. Raises ConfigError where the folder cannot be made.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigError(f"{folder} cannot be used: {error.strerror}.", hint="Check EVIGRAPH_DATA.") from error
    if os.name == "nt":  # rights are inherited there, and the bits below mean something else
        return
    for path in (folder, *_ours(folder)):
        try:
            mode = path.lstat().st_mode
            if (stat.S_ISDIR(mode) or stat.S_ISREG(mode)) and stat.S_IMODE(mode) & 0o077:
                path.chmod(0o700 if stat.S_ISDIR(mode) else 0o600)
        except OSError as error:
            log.warning("others may be able to read a file of ours", path=str(path), reason=error.strerror)


def _ours(folder: Path) -> Iterator[Path]:
    yield from folder.glob("evigraph.*")
    if (folder / GRAPHS).is_dir() and not (folder / GRAPHS).is_symlink():
        yield folder / GRAPHS
        for where, folders, files in os.walk(folder / GRAPHS, followlinks=False):
            yield from (Path(where, name) for name in (*folders, *files))


def _locked(descriptor: int) -> bool:
    """Lock one byte of the file; False where another process has it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(descriptor, LOCKED, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, LOCKED)
    except OSError:
        return False
    return True


def _holder(descriptor: int) -> str:
    """Return who wrote their name into the file, in words."""
    os.lseek(descriptor, 0, os.SEEK_SET)
    pid, _, host = os.read(descriptor, 300).decode(errors="replace").strip().partition(" ")
    if not pid.isdigit():
        return "Another process"
    return f"Process {pid}" if host in ("", socket.gethostname()) else f"Process {pid} on {host}"
