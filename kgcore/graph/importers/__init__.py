"""Importers: tables from elsewhere in, an embedded graph out, whole or not at all."""

from __future__ import annotations

from kgcore.graph.formats import Format
from kgcore.graph.importers.importing import import_graph
from kgcore.graph.importers.progress import ImportProgress, Progress, Stage
from kgcore.graph.importers.report import ImportReport, Problem, Trouble

__all__ = ["Format", "ImportProgress", "ImportReport", "Problem", "Progress", "Stage", "Trouble", "import_graph"]
