"""What lies in a graph folder: a manifest that names one data folder, and in it a database and plain arrays.

    manifest.json          format, version, the data folder, the size of every file in it
    import-report.json     (and .txt) what the import found
    data-<digest>/         graph.sqlite, *.npy, and what names.py keeps

A data folder is never changed once the manifest names it; another import writes another one and replaces the manifest
in one step.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from kgcore.errors import GraphDamaged, GraphNotFound
from kgcore.graph.files import MANIFEST, VERSION

FORMAT = "evigraph-graph"
DATABASE = "graph.sqlite"
ARRAYS = (
    *("offsets", "neighbour", "edge", "degree", "type", "kin_offsets", "kin_edge", "id_bytes", "id_offsets"),
    *("subject", "object", "predicate", "negated", "papers", "year"),
)
MEND = "Import it again: evigraph kg import SOURCE --to {folder}"
_LARGEST_MANIFEST = 1 << 20


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a graph folder says of itself; `files` are (name inside the data folder, bytes)."""

    name: str
    data: str
    files: tuple[tuple[str, int], ...]
    embedder: str = ""

    def dumps(self) -> str:
        """Return the manifest as JSON text; equal manifests give equal text."""
        value = {
            "format": FORMAT,
            "version": VERSION,
            "name": self.name,
            "data": self.data,
            "embedder": self.embedder,
            "files": dict(self.files),
        }
        return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def damaged(folder: Path, what: str) -> GraphDamaged:
    """Return the error that says what is wrong with the graph in `folder` and how to mend it."""
    return GraphDamaged(f"The graph in {folder} {what}.", mend=MEND.format(folder=folder))


def read_manifest(folder: Path) -> Manifest:
    """Read and check the manifest and the sizes of all files; raises GraphNotFound or GraphDamaged."""
    try:
        with (folder / MANIFEST).open("rb") as file:
            value = json.loads(file.read(_LARGEST_MANIFEST))
    except (FileNotFoundError, NotADirectoryError) as exc:
        raise GraphNotFound(f"There is no graph in {folder}.", mend=MEND.format(folder=folder)) from exc
    except OSError as exc:
        raise damaged(folder, f"cannot be read ({exc.strerror})") from exc
    except ValueError as exc:
        raise damaged(folder, "has a manifest that is no JSON") from exc
    manifest = _parse(folder, value)
    _check_files(folder, manifest)
    return manifest


def _parse(folder: Path, value: object) -> Manifest:
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise damaged(folder, "has a manifest of something else")
    if value.get("version") != VERSION:
        raise damaged(folder, f"was written in format {value.get('version')}; this program reads format {VERSION}")
    files, data = value.get("files"), value.get("data")
    if not isinstance(files, dict) or not isinstance(data, str) or not data.startswith("data-") or "/" in data:
        raise damaged(folder, "has an incomplete manifest")
    sizes = tuple((str(k), v) for k, v in files.items() if isinstance(v, int))
    return Manifest(str(value.get("name", "")), data, sizes, str(value.get("embedder", "")))


def _check_files(folder: Path, manifest: Manifest) -> None:
    names = {name for name, _ in manifest.files}
    wanted = {DATABASE, *(f"{name}.npy" for name in ARRAYS)}
    if missing := sorted(wanted - names):
        raise damaged(folder, f"lacks {', '.join(missing)}")
    for name, size in manifest.files:
        try:
            found = (folder / manifest.data / name).stat().st_size
        except OSError as exc:
            raise damaged(folder, f"lacks {name}") from exc
        if found != size:
            raise damaged(folder, f"is truncated or altered: {name} has {found} bytes instead of {size}")
