"""Merging: several graphs become one, and every decision about what is the same is listed."""

from __future__ import annotations

from kgcore.graph.merging.deciding import Decision, Ruling
from kgcore.graph.merging.merging import Merged, merge_graphs

__all__ = ["Decision", "Merged", "Ruling", "merge_graphs"]
