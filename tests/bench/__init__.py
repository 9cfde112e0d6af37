"""Measurements: `make bench`. Each module's `run(shared)` returns rows of bench, figure, value, target and ok."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path


def scale_folder(shared: Path | None) -> Path:
    """Return a graph of ADInt's size (162,212 nodes, a million relations), made once per machine (20 s, 200 MB)."""
    folder = Path(tempfile.gettempdir()) / "evigraph-bench" / "scale"
    if not (folder / "stats.json").is_file() and shared is not None:
        tool = shared / "tools" / "make_scale_kg.py"
        if not tool.is_file():
            raise FileNotFoundError(2, "not found", str(tool))
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, str(tool), "--out", str(folder)], check=True, stdout=subprocess.DEVNULL)
    return folder


def hpo_maxo_folder(shared: Path) -> Path:
    """Return the graph of HPO and MAXO (24,344 nodes), built once per machine (10 s)."""
    folder = Path(tempfile.gettempdir()) / "evigraph-bench" / "hpo_maxo"
    if not (folder / "predicates.tsv").is_file():
        tool = shared / "tools" / "build_hpo_maxo.py"
        if not tool.is_file():
            raise FileNotFoundError(2, "not found", str(tool))
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, str(tool), "--out", str(folder)], check=True, stdout=subprocess.DEVNULL)
    return folder
