"""What a source was recognised as: its format, why, and which of its files are what."""

from __future__ import annotations

from dataclasses import dataclass

from kgcore.graph.formats import Format
from kgcore.graph.importers.parts import Part


@dataclass(frozen=True, slots=True)
class Recognised:
    """The files of a source by what they hold; `why` says what gave the format away, `left` which files are not read.
    `headers` are (table, the file with its header) where the two are apart,
    `names` give names to ids of the other files.

    `name` is what the graph will be called, `provenance` what the source says of itself.
    """

    format: Format
    why: str
    name: str
    nodes: tuple[Part, ...] = ()
    edges: tuple[Part, ...] = ()
    papers: tuple[Part, ...] = ()
    predicates: tuple[Part, ...] = ()
    names: tuple[Part, ...] = ()
    headers: tuple[tuple[Part, Part], ...] = ()
    left: tuple[Part, ...] = ()
    provenance: str = ""
