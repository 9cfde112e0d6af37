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
_LONGEST_TEXT = 1 << 20


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

    def provenance(self) -> str:
        """Return what stands in PROVENANCE.md, ATTRIBUTION.md or README (the first that is there), or ""."""
        candidates = (self.folder / f"{name}{end}" for name in _TEXTS for end in _TEXT_ENDS)
        path = next((p for p in candidates if p.is_file()), None)
        if path is None:
            return ""
        with path.open("rb") as file:
            text = file.read(_LONGEST_TEXT).decode("utf-8", "replace")
        return "".join(c for c in text if c.isprintable() or c in "\n\t").strip()


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
    if source.is_dir():
        files = find(source)
        candidates = [files.nodes, files.edges, files.papers, files.predicates]
        candidates += [source / f"{n}{end}" for n in _TEXTS for end in _TEXT_ENDS]
    else:
        candidates = [source]
    digest = hashlib.sha256(
        "\n".join((str(VERSION), str(source.resolve()), *settings)).encode(errors="surrogateescape")
    )
    try:
        for path in filter(None, candidates):
            if path.is_file():
                state = path.stat()
                digest.update(f"\n{path.name}\t{state.st_size}\t{state.st_mtime_ns}".encode(errors="surrogateescape"))
            elif path is source:
                raise InputError(f"There is no {source}.")
    except OSError as exc:
        raise InputError(f"{source} cannot be read ({exc.strerror}).") from exc
    return digest.hexdigest()[:16]


def _table(folder: Path, name: str) -> Path | None:
    """Return NAME.tsv or NAME.tsv.gz, or the only file whose name ends so, as KGX writes GRAPH_nodes.tsv."""
    for end in (".tsv", ".tsv.gz"):
        if (folder / f"{name}{end}").is_file():
            return folder / f"{name}{end}"
    others = [p for end in (".tsv", ".tsv.gz") for p in folder.glob(f"*_{name}{end}")]
    return others[0] if len(others) == 1 else None
