"""Pictures and other files of a reply on their way to the disk."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from kgcore.errors import InputError
from kgcore.values.reply import Figure, File, Reply

LONGEST = 40  # characters of a question that a picture's file is named after


def write_figures(reply: Reply, path: Path | None) -> tuple[str, ...]:
    """Write the reply's pictures: the first to the path, "graph.png", further ones beside it, "graph-2.png" …

    Returns the paths. Raises InputError where one cannot be written.
    """
    if path is None:
        return ()
    figures = [b for b in reply.blocks if isinstance(b, Figure)]
    paths = [path if n == 1 else path.with_stem(f"{path.stem}-{n}") for n in range(1, len(figures) + 1)]
    for figure, to in zip(figures, paths, strict=True):
        _write(to, figure.png if to.suffix.lower() == ".png" else figure.svg.encode())
    return tuple(map(str, paths))


def write_files(files: Sequence[File], folder: Path) -> tuple[str, ...]:
    """Write files into a folder, which is made where it is missing; returns the paths. Raises InputError."""
    _make(folder)
    paths = [folder / safe_name(f.name) for f in files]
    for file, path in zip(files, paths, strict=True):
        _write(path, file.content)
    return tuple(map(str, paths))


def safe_name(name: str) -> str:
    """Return a file name that stays in its folder and hides nothing."""
    return re.sub(r"[^\w.-]+", "-", Path(name.replace("\\", "/")).name).strip(".-") or "file"


def written_path(text: str) -> Path:
    """Return the path that somebody typed, in which "~" is a home folder."""
    try:
        return Path(text).expanduser()
    except RuntimeError:  # nobody of that name
        return Path(text)


class Album:
    """A folder that takes every new picture of a conversation: 01-can-vitamin-e-slow.png and so on."""

    def __init__(self, folder: Path) -> None:
        """Raises InputError where the folder cannot be made."""
        _make(folder)
        self._folder = folder
        numbers = [int(found[1]) for p in folder.glob("*.png") if (found := re.match(r"(\d+)-", p.name))]
        self._last = max(numbers, default=0)
        self._kept: set[bytes] = set()

    def keep(self, reply: Reply) -> tuple[str, ...]:
        """Write the pictures that are new and return their paths. Raises InputError."""
        fresh = [b for b in reply.blocks if isinstance(b, Figure) and b.png not in self._kept]
        paths: list[str] = []
        for figure in fresh:
            self._last += 1
            words = re.sub(r"[^a-z0-9]+", "-", (reply.question or figure.title).lower())[:LONGEST].strip("-")
            path = self._folder / f"{self._last:02d}-{words or 'graph'}.png"
            _write(path, figure.png)
            self._kept.add(figure.png)
            paths.append(str(path))
        return tuple(paths)


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot be made: {error.strerror}.", where=str(folder)) from error


def _write(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}.", where=str(path)) from error
