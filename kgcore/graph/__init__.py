"""Knowledge graphs: the embedded backend, what reads graphs from elsewhere, and what tells how good one is."""

from __future__ import annotations

from pathlib import Path


def starter_folder() -> Path:
    """Return the folder of TSV files that ships with the package."""
    return Path(__file__).parent / "starter"
