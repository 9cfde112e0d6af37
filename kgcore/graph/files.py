"""Finds the files of a source, and tells one state of them from another and an imported graph from both."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from kgcore.errors import InputError

VERSION = 1  # of the embedded graph's folder; one more whenever an older program could not read it
MANIFEST = "manifest.json"
_TEXTS = ("PROVENANCE", "ATTRIBUTION", "README", "LICENSE", "LICENCE")
_TEXT_ENDS = (".md", ".txt", "")
MOST_FILES = 10_000


@dataclass(frozen=True, slots=True)
class SourceFiles:
    """The files of a KGX-style folder."""

    folder: Path
    nodes: Path
    edges: Path
    papers: Path | None
    predicates: Path | None

    @property
    def name(self) -> str:
        """The folder's name."""
        return self.folder.resolve().name


def provenance_name(name: str) -> int:
    """Return the rank (from 1) of a file that says where a graph comes from: PROVENANCE.md first; 0 for any other."""
    names = [f"{text}{end}" for text in _TEXTS for end in _TEXT_ENDS]
    return names.index(name) + 1 if name in names else 0


def is_imported(folder: Path) -> bool:
    """Tell whether there is an imported graph, whole or not (a folder of TSV files is none)."""
    return (folder / MANIFEST).is_file()


def find(folder: Path) -> SourceFiles:
    """Find the files of a KGX-style folder; raises InputError where nodes or edges are missing."""
    found = {name: _table(folder, name) for name in ("nodes", "edges", "papers", "predicates")}
    nodes, edges = found["nodes"], found["edges"]
    if nodes is None or edges is None:
        missing = " and ".join(f"{n}.tsv" for n in ("nodes", "edges") if found[n] is None)
        hint = "It is an imported graph: give it as --kg." if is_imported(folder) else ""
        raise InputError(
            f"{folder} has no {missing} (plain or .gz).",
            mend=hint or "Give a folder with nodes.tsv and edges.tsv, or a file of head<TAB>relation<TAB>tail lines.",
        )
    return SourceFiles(folder, nodes, edges, found["papers"], found["predicates"])


def fingerprint(source: Path, *settings: str) -> str:
    """Return a short text that changes with the files of a source (names, sizes, times), the graph format and
    `settings` (what else the import depends on: the embedder's name).

    Raises InputError where there is nothing at `source`.
    """
    candidates = listed(source) if source.is_dir() else [source]
    digest = hashlib.sha256(
        "\n".join((str(VERSION), str(source.resolve()), *settings)).encode(errors="surrogateescape")
    )
    try:
        for path in candidates:
            if path.is_file():
                state = path.stat()
                name = path.relative_to(source) if source.is_dir() else path.name
                digest.update(f"\n{name}\t{state.st_size}\t{state.st_mtime_ns}".encode(errors="surrogateescape"))
            elif path is source:
                raise InputError(f"There is no {source}.")
    except OSError as exc:
        raise InputError(f"{source} cannot be read ({exc.strerror}).") from exc
    return digest.hexdigest()[:16]


def listed(folder: Path) -> list[Path]:
    """Return the files in a folder and below it, hidden ones apart, in order; raises InputError for too many."""
    found = []
    try:
        for path in folder.rglob("*"):
            if not any(p.startswith(".") for p in path.relative_to(folder).parts) and path.is_file():
                found.append(path)
            if len(found) > MOST_FILES:
                raise InputError(f"{folder} holds more than {MOST_FILES:,} files.", mend="Give a folder of tables.")
    except OSError as exc:
        raise InputError(f"{folder} cannot be read ({exc.strerror}).") from exc
    return sorted(found)


def _table(folder: Path, name: str) -> Path | None:
    """Return NAME.tsv or NAME.tsv.gz, or the only file whose name ends so, as KGX writes GRAPH_nodes.tsv."""
    for end in (".tsv", ".tsv.gz"):
        if (folder / f"{name}{end}").is_file():
            return folder / f"{name}{end}"
    others = [p for end in (".tsv", ".tsv.gz") for p in folder.glob(f"*_{name}{end}")]
    return others[0] if len(others) == 1 else None
