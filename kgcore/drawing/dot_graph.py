"""A directed graph in Graphviz's own language, written line by line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

Attributes = dict[str, str]


class DotGraph:
    """Lines of DOT. Labels in angle brackets are markup; all other values are quoted, and what they escape stays so."""

    def __init__(self, lines: Sequence[str] = ()) -> None:
        self._lines = [*lines]

    def copy(self) -> DotGraph:
        """Return a graph of the same lines, for more."""
        return DotGraph(self._lines)

    def attr(self, kind: Literal["graph", "node"], attributes: Mapping[str, str]) -> None:
        """Say how the graph looks, or all nodes from here on."""
        self._lines.append(f"{kind} [{_listed(attributes)}]")

    def node(self, name: str, attributes: Mapping[str, str]) -> None:
        """Add a node; names are plain words."""
        self._lines.append(f"{name} [{_listed(attributes)}]")

    def edge(self, tail: str, head: str, attributes: Mapping[str, str]) -> None:
        """Add an edge."""
        self._lines.append(f"{tail} -> {head} [{_listed(attributes)}]")

    @property
    def source(self) -> str:
        """The whole as DOT."""
        return "\n".join(["digraph {", *self._lines, "}"])


def _listed(attributes: Mapping[str, str]) -> str:
    return " ".join(f"{name}={_quoted(value)}" for name, value in attributes.items())


def _quoted(value: str) -> str:
    if value.startswith("<") and value.endswith(">"):
        return value
    return '"' + value.replace('"', '\\"') + '"'
