"""What lies in a graph folder: a manifest that names one data folder, and in it a database and plain arrays.

    manifest.json          format, version, the data folder, size and checksum of every file in it
    import-report.json     (and .txt) what the import found
    data-<digest>/         graph.sqlite, *.npy, and what names.py keeps

A data folder is never changed once the manifest names it; another import writes another one and replaces the manifest
in one step.
"""

from __future__ import annotations

import errno
import hashlib
import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kgcore.errors import GraphDamaged, GraphError, GraphNotFound, GraphUnavailable
from kgcore.graph import MANIFEST
from kgcore.values.citation import Citation

if TYPE_CHECKING:
    from sqlite_utils import Database

FORMAT = "evigraph-graph"
VERSION = 2  # one more whenever an older program could not read it
_READ = (1, VERSION)  # 1 wrote out the addresses of papers, and PMID: before each in a relation
DATABASE = "graph.sqlite"
ARRAYS = (
    *("offsets", "neighbour", "edge", "degree", "type", "kin_offsets", "kin_edge", "id_bytes", "id_offsets"),
    *("subject", "object", "predicate", "negated", "papers", "year"),
)
MEND = "Import it again: evigraph kg import SOURCE --to {folder}"
_LARGEST_MANIFEST = 1 << 20
CHEAP = 2 << 20  # bytes of a file whose checksum is looked at whenever a graph is opened: all of them take under 50 ms
_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class GraphManifest:
    """What a graph folder says of itself; `files` are (name inside the data folder, bytes).

    `checksums` are (name, SHA-256); graphs that were imported before there were any have none.
    """

    name: str
    data: str
    files: tuple[tuple[str, int], ...]
    embedder: str = ""
    checksums: tuple[tuple[str, str], ...] = ()

    def dumps(self) -> str:
        """Return the manifest as JSON text; equal manifests give equal text."""
        value = {
            "format": FORMAT,
            "version": VERSION,
            "name": self.name,
            "data": self.data,
            "embedder": self.embedder,
            "files": dict(self.files),
            "checksums": dict(self.checksums),
        }
        return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


_ITS_OWN = {errno.ENOENT, errno.ENOTDIR, errno.EISDIR, errno.ELOOP, errno.EINVAL}


def damaged_error(folder: Path, what: str) -> GraphDamaged:
    """Return the error that says what is wrong with the graph in `folder` and how to mend it."""
    return GraphDamaged(f"The graph in {folder} {what}.", hint=MEND.format(folder=folder))


def unreadable_error(folder: Path, exc: OSError, file: str = "") -> GraphError:
    """Return the error for a file that cannot be read: damage only where it is not what it was written as.

    Too many open files, a share that does not answer or missing rights say nothing of the graph, and making it anew
    would not help.
    """
    said = f"cannot be read ({f'{file}: ' if file else ''}{exc.strerror or exc})"
    if exc.errno in _ITS_OWN:
        return damaged_error(folder, said)
    return GraphUnavailable(f"The graph in {folder} {said}.", hint="Nothing is wrong with the graph itself. Mend that.")


def read_manifest(folder: Path) -> GraphManifest:
    """Read and check the manifest, the sizes of all files and the checksums of small ones.

    Raises GraphNotFound or GraphDamaged.
    """
    try:
        with (folder / MANIFEST).open("rb") as file:
            value = json.loads(file.read(_LARGEST_MANIFEST))
    except (FileNotFoundError, NotADirectoryError) as exc:
        raise GraphNotFound(f"There is no graph in {folder}.", hint=MEND.format(folder=folder)) from exc
    except OSError as exc:
        raise unreadable_error(folder, exc) from exc
    except ValueError as exc:
        raise damaged_error(folder, "has a manifest that is no JSON") from exc
    manifest = _parse(folder, value)
    _check_files(folder, manifest)
    sizes = dict(manifest.files)
    _check_sums(folder, manifest, [name for name, _ in manifest.checksums if sizes.get(name, 0) <= CHEAP])
    return manifest


def check_all_sums(folder: Path, manifest: GraphManifest) -> None:
    """Read every file that has a checksum; raises GraphDamaged where one is not what was written."""
    _check_sums(folder, manifest, [name for name, _ in manifest.checksums])


def checksum(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal. Raises OSError."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def _parse(folder: Path, value: object) -> GraphManifest:
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise damaged_error(folder, "has a manifest of something else")
    if value.get("version") not in _READ:
        raise damaged_error(
            folder, f"was written in format {value.get('version')}; this program reads format {VERSION}"
        )
    files, data = value.get("files"), value.get("data")
    if not isinstance(files, dict) or not isinstance(data, str) or not data.startswith("data-") or "/" in data:
        raise damaged_error(folder, "has an incomplete manifest")
    sizes = tuple((str(k), v) for k, v in files.items() if isinstance(v, int))
    given = value.get("checksums")
    sums = tuple((str(k), str(v)) for k, v in given.items()) if isinstance(given, dict) else ()
    if sums and {k for k, _ in sums} != {k for k, _ in sizes}:
        raise damaged_error(folder, "has checksums of other files than it holds")
    return GraphManifest(str(value.get("name", "")), data, sizes, str(value.get("embedder", "")), sums)


def _check_files(folder: Path, manifest: GraphManifest) -> None:
    names = {name for name, _ in manifest.files}
    wanted = {DATABASE, *(f"{name}.npy" for name in ARRAYS)}
    if missing := sorted(wanted - names):
        raise damaged_error(folder, f"lacks {', '.join(missing)}")
    for name, size in manifest.files:
        try:
            found = (folder / manifest.data / name).stat().st_size
        except OSError as exc:
            raise damaged_error(folder, f"lacks {name}") from exc
        if found != size:
            raise damaged_error(folder, f"is truncated or altered: {name} has {found} bytes instead of {size}")


def _check_sums(folder: Path, manifest: GraphManifest, names: Sequence[str]) -> None:
    wanted = dict(manifest.checksums)
    for name in names:
        try:
            found = checksum(folder / manifest.data / name)
        except OSError as exc:
            raise unreadable_error(folder, exc, name) from exc
        if found != wanted[name]:
            raise damaged_error(folder, f"was altered: {name} is not what the import wrote")


# --- The tables of graph.sqlite, and how to open them for building and for reading.

_TABLES: dict[str, dict[str, type]] = {
    "entities": {
        "n": int,
        "id": str,
        "name": str,
        "type": str,
        "synonyms": str,  # JSON list
        "xrefs": str,  # JSON list
        "description": str,
        "extra": str,  # JSON object, or empty
    },
    "edges": {
        "n": int,
        "id": str,
        "publications": str,  # joined by |, as in the TSV, but without PMID:
        "sources": str,
        "sentences": str,
        "note": str,
        "extra": str,
    },
    "papers": {"n": int, "id": str, "title": str, "journal": str, "year": int, "url": str},  # without the usual url
    "predicates": {
        "code": int,
        "name": str,
        "described": int,
        "label": str,
        "symmetric": int,
        "inverse": str,
        "opposite": str,
        "implies": str,
        "phrases": str,
    },
    "about": {"key": str, "value": str},
}
_KEYS = {"predicates": "code", "about": "key"}
# By the numbers of papers. It is there only where a source knows any: most do not, nor did older imports.
CITATIONS = f"TABLE IF NOT EXISTS citations(n INTEGER PRIMARY KEY, {', '.join(Citation._fields)})"
_BUILDING = (
    "PRAGMA journal_mode=OFF",  # the folder is thrown away when building fails
    "PRAGMA synchronous=OFF",
    "PRAGMA locking_mode=EXCLUSIVE",
    "PRAGMA cache_size=-65536",
)


def create_database(path: Path) -> Database:
    """Create an empty database with all tables, set up for bulk writing."""
    # sqlite-utils takes 0.1 s to import, which readers of a graph need not pay.
    from sqlite_utils import Database

    db = Database(sqlite3.connect(path, isolation_level=None))
    for pragma in _BUILDING:
        db.execute(pragma)
    for name, columns in _TABLES.items():
        db.table(name).create(columns, pk=_KEYS.get(name, "n"))
    return db


def write_citations(db: sqlite3.Connection, some: Sequence[tuple[int, Citation]]) -> None:
    """Write what is known of papers beyond their rows, by their numbers; what was written of them before is gone."""
    if some:
        db.execute(f"CREATE {CITATIONS}")
        marks = ", ".join("?" * (1 + len(Citation._fields)))
        rows = ((n, *(cell or None for cell in citation.cells())) for n, citation in some)
        db.executemany(f"INSERT OR REPLACE INTO citations VALUES ({marks})", rows)


def open_read_only(path: Path) -> sqlite3.Connection:
    """Open a finished database; it never changes, so no lock file is needed (the folder may be read-only).

    Where it has no table of citations, an empty one stands in for it. Raises sqlite3.Error.
    """
    uri = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
    db = sqlite3.connect(uri, uri=True, check_same_thread=False, isolation_level=None, cached_statements=64)
    if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'citations'").fetchone():
        db.execute("PRAGMA temp_store=MEMORY")
        db.execute(f"CREATE TEMP {CITATIONS}")
    db.execute("PRAGMA query_only=1")
    return db
