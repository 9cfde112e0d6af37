"""Knowledge graphs: the embedded backend, what reads graphs from elsewhere, and what tells how good one is."""

from __future__ import annotations

from pathlib import Path

from kgcore.graph.files import fingerprint, is_imported

__all__ = ["fingerprint", "is_imported", "starter_folder"]


def starter_folder() -> Path:
    """Return the folder of TSV files that ships with the package."""
    return Path(__file__).parent / "starter"
