"""Exporters: an imported graph out, as files that other programs read and that an import takes back whole."""

from __future__ import annotations

from kgcore.graph.exporters.exporting import Exported, export_graph
from kgcore.graph.formats import Target

__all__ = ["Exported", "Target", "export_graph"]
