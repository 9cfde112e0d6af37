"""What every importer offers: the rows of one source, to be read in this order, each once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from kgcore.graph.importers.progress import Progress
from kgcore.graph.importers.recognised import Recognised
from kgcore.graph.importers.report import Findings
from kgcore.graph.rows import EdgeRow, NodeRow, PaperRow
from kgcore.model import Predicate


class Source(Protocol):
    """Streams checked rows; what is wrong with the others goes to the findings it was made with."""

    def __init__(self, found: Recognised, findings: Findings, progress: Progress) -> None:
        """Take the files; nothing is read yet."""

    @property
    def name(self) -> str:
        """What the graph will be called."""
        ...

    @property
    def provenance(self) -> str:
        """What the source says of itself, as plain text."""
        ...

    def predicates(self) -> Iterator[Predicate]:
        """Yield the predicates that the source describes."""
        ...

    def nodes(self) -> Iterator[NodeRow]:
        """Yield the entities."""
        ...

    def papers(self) -> Iterator[PaperRow]:
        """Yield the papers."""
        ...

    def edges(self) -> Iterator[EdgeRow]:
        """Yield the edges; only after nodes and papers."""
        ...

    def cited(self) -> Iterator[PaperRow]:
        """Yield the papers that only edges name; only after the edges."""
        ...
