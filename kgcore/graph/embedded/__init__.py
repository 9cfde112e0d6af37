"""The embedded graph: SQLite for text, memory-mapped arrays for structure, no server."""

from __future__ import annotations

from kgcore.graph.embedded.graph import EmbeddedGraph

__all__ = ["EmbeddedGraph"]
