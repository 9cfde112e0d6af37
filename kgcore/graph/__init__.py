"""Knowledge graphs: the embedded backend, the one in Neo4j, and the graph that ships with the package."""

from __future__ import annotations

from pathlib import Path

MANIFEST = "manifest.json"  # what makes a folder an imported graph


def is_imported(folder: Path) -> bool:
    """Tell whether there is an imported graph, whole or not (a folder of TSV files is none)."""
    return (folder / MANIFEST).is_file()


def starter_folder() -> Path:
    """Return the folder of TSV files that ships with the package."""
    return Path(__file__).parent / "starter"
