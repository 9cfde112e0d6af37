"""Public graphs that can be had: what each is, its licence, and where its files lie. The tables beside are the data.

`public_graphs.tsv` has a row for each graph, `public_files.tsv` one for each file, with the day when its address, size
and checksum were written down. A size that begins with ~ is about right: that file changes from time to time.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files

from kgcore.errors import InputError


@dataclass(frozen=True, slots=True)
class PublicFile:
    """A file of a public graph. `size` is in bytes, and exact where there is a `sha256`."""

    name: str
    address: str
    size: int
    sha256: str
    written: date

    def at(self, graph: str, mirror: str) -> str:
        """Return where to fetch it from: the mirror has a folder for each graph."""
        return f"{mirror.rstrip('/')}/{graph}/{self.name}" if mirror else self.address


@dataclass(frozen=True, slots=True)
class PublicGraph:
    """A public graph. One without files has `steps` instead, which a person must take."""

    name: str
    title: str
    field: str
    licence: str
    purpose: str
    agree: str  # what has to be agreed to, or ""
    home: str
    megabytes: int
    steps: tuple[str, ...]
    files: tuple[PublicFile, ...]

    @property
    def size(self) -> str:
        """How much there is to download, in words."""
        return f"{self.megabytes / 1000:.1f} GB" if self.megabytes >= 1000 else f"{self.megabytes} MB"


@cache
def public_graphs() -> tuple[PublicGraph, ...]:
    """Return all that are known, in the table's order."""
    found: dict[str, list[PublicFile]] = {}
    for graph, name, address, size, sha256, written in _rows("public_files.tsv"):
        file = PublicFile(name, address, int(size.lstrip("~")), sha256, date.fromisoformat(written))
        found.setdefault(graph, []).append(file)
    return tuple(_graph(row, tuple(found.get(row[0], ()))) for row in _rows("public_graphs.tsv"))


def _graph(row: list[str], files: tuple[PublicFile, ...]) -> PublicGraph:
    name, title, field, licence, purpose, agree, home, megabytes, steps = row
    told = tuple(step for step in steps.split("|") if step)
    return PublicGraph(name, title, field, licence, purpose, agree, home, int(megabytes), told, files)


def public_graph(name: str) -> PublicGraph:
    """Return the graph of this name; raises InputError, naming those that there are."""
    found = next((graph for graph in public_graphs() if graph.name == name.strip().casefold()), None)
    if found is None:
        known = ", ".join(graph.name for graph in public_graphs())
        raise InputError(f"No public graph is called {name!r} here.", hint=f"Known are {known}.")
    return found


def _rows(table: str) -> list[list[str]]:
    text = files("kgcore.ingest").joinpath(table).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines()[1:]]
