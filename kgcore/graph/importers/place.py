"""Where an import is built and how it takes the old graph's place: in one step, or not at all."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from kgcore.errors import GraphDamaged, GraphError, GraphNotFound, InputError
from kgcore.graph.embedded.layout import Manifest, read_manifest
from kgcore.graph.embedded.writer import sync
from kgcore.graph.files import MANIFEST, is_imported
from kgcore.graph.importers.report import ImportReport

REPORT = "import-report.json"
REPORT_TEXT = "import-report.txt"
_BUILDING = "building-"
_DATA = "data-"
_NEW = ".new"
DECISIONS = "merge-decisions.tsv"
_OURS = frozenset({MANIFEST, REPORT, REPORT_TEXT, DECISIONS})


@dataclass(frozen=True, slots=True)
class Site:
    """A graph folder under construction; `building` is the empty folder to fill."""

    folder: Path
    building: Path

    def publish(
        self, name: str, embedder: str, report: ImportReport | None, beside: Mapping[str, str] | None = None
    ) -> None:
        """Make what was built the graph of this folder, then remove the graph that it replaces; without a report, the
        one that is there stays. `beside` are further texts by the names of their files.

        The data folder is named after its content: the same source gives the same folder, byte for byte.
        """
        files = tuple((p.name, p.stat().st_size) for p in sorted(self.building.iterdir()))
        digest = _digest(self.building)
        data = self.folder / f"{_DATA}{digest}"
        manifest = Manifest(name, data.name, files, embedder)
        if not (data.is_dir() and _digest(data) == digest):
            shutil.rmtree(data, ignore_errors=True)  # its content is not what its name says
            self.building.rename(data)
        reports = {REPORT: report.json(), REPORT_TEXT: report.text()} if report else {}
        texts = {MANIFEST: manifest.dumps(), **reports, **(beside or {})}
        _replace({self.folder / file: text for file, text in texts.items()})
        if report is not None and DECISIONS not in texts:
            (self.folder / DECISIONS).unlink(missing_ok=True)  # of the graph that was there
        _sweep(self.folder)


@contextlib.contextmanager
def site(to: Path) -> Iterator[Site]:
    """Prepare `to` (made if needed) for one import at a time and clean up what earlier crashes left behind.

    Whatever fails inside, nothing of it stays. Raises InputError where `to` holds something else, GraphError where
    another import is writing there.
    """
    made = not to.exists()
    _check(to)
    to.mkdir(parents=True, exist_ok=True)
    with _locked(to):
        _sweep(to)
        building = to / f"{_BUILDING}{os.getpid()}"
        building.mkdir()
        try:
            yield Site(to, building)
        finally:
            _sweep(to)
            if made and not is_imported(to):
                with contextlib.suppress(OSError):
                    to.rmdir()


def _check(to: Path) -> None:
    if not to.exists() or is_imported(to):
        return
    if not to.is_dir():
        raise InputError(f"{to} is a file.", mend="Name a folder for the graph with --to.")
    names = [p.name.removesuffix(_NEW) for p in to.iterdir()]
    strangers = [name for name in names if name not in _OURS and not name.startswith((_BUILDING, _DATA))]
    if strangers:
        raise InputError(f"{to} holds other files ({strangers[0]}).", mend="Name a new or empty folder with --to.")


@contextlib.contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Hold the folder's lock, which the system lets go when the process ends; without locks (Windows) go on."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as exc:
            raise GraphError(f"Another import is writing to {folder}.", mend="Wait until it has ended.") from exc
        yield
    finally:
        os.close(handle)


def _current(folder: Path) -> Manifest | None:
    """Return the manifest of the graph that is there and whole, if any."""
    try:
        return read_manifest(folder)
    except (GraphNotFound, GraphDamaged):
        return None


def _sweep(folder: Path) -> None:
    """Remove all that the manifest does not name; of a damaged graph nothing, before another one is ready."""
    current = _current(folder)
    for path in folder.iterdir():
        unnamed = path.name.startswith(_DATA) and (path.name != current.data if current else not is_imported(folder))
        if unnamed or path.name.startswith(_BUILDING) or path.name.endswith(_NEW):
            shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink(missing_ok=True)


def _digest(folder: Path) -> str:
    digest = hashlib.blake2b(digest_size=8)
    for path in sorted(folder.iterdir()):
        digest.update(path.name.encode())
        with path.open("rb") as file:
            digest.update(hashlib.file_digest(file, "blake2b").digest())
    return digest.hexdigest()


def _replace(texts: dict[Path, str]) -> None:
    """Replace files, the first of them first; what needs room on the disk is done before anything is replaced."""
    for path, text in texts.items():
        new = path.with_name(f"{path.name}{_NEW}")
        new.write_text(text, encoding="utf-8", newline="\n")
        sync(new)
    for path in texts:
        path.with_name(f"{path.name}{_NEW}").replace(path)
        sync(path.parent)
