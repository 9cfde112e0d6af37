"""What the importers of tables share: their name, what they cite, and rows by the names of their columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kgcore.errors import InputError
from kgcore.graph.importers.cells import Shape, header, records
from kgcore.graph.importers.heads import head
from kgcore.graph.importers.parts import Part
from kgcore.graph.importers.progress import Progress, Stage
from kgcore.graph.importers.recognised import Recognised
from kgcore.graph.importers.report import Findings, Trouble
from kgcore.graph.importers.shelf import Shelf
from kgcore.graph.rows import PaperRow
from kgcore.model import Predicate


class Row(NamedTuple):
    """One row: where it stands, the cells asked for ("" for a column that is not there), the others by name."""

    at: tuple[Part, int]
    cells: tuple[str, ...]
    others: dict[str, str]


class Shelved:
    """The part of a `Source` that is the same for most formats. Files that give both entities and relations are read
    twice, the second time without finding the same faults again.
    """

    def __init__(self, found: Recognised, findings: Findings, progress: Progress) -> None:
        self.found = found
        self.shelf = Shelf(findings, progress)

    @property
    def name(self) -> str:
        """What the graph will be called."""
        return self.found.name

    @property
    def provenance(self) -> str:
        """What the source says of itself."""
        return self.found.provenance

    def predicates(self) -> Iterator[Predicate]:
        """Yield the predicates that the format describes: none."""
        return iter(())

    def papers(self) -> Iterator[PaperRow]:
        """Yield papers that stand in a file of their own: none."""
        return iter(())

    def cited(self) -> Iterator[PaperRow]:
        """Yield the papers that relations name."""
        return self.shelf.cited()

    def rows(
        self, part: Part, stage: Stage, wanted: Sequence[tuple[str, ...]], *, required: int = 0, quiet: bool = False
    ) -> Iterator[Row]:
        """Yield the rows of a table with a header; each column `wanted` has several names, of which the first that is
        there counts, and the first `required` columns must be there.
        """
        findings = Findings() if quiet else self.shelf.findings
        shape = Shape(head(part).delimiter)
        source = records(part, findings, self.shelf.tick(stage), shape)
        names = header(part, source)
        at = [_position(names, aliases) for aliases in wanted]
        for aliases, position in zip(wanted[:required], at, strict=False):
            if position is None:
                raise InputError(f"has no column {aliases[0]!r}.", where=f"{part.name}:1")
        taken = {i for i in at if i is not None}
        rest = [(i, name) for i, name in enumerate(names) if i not in taken and name]
        for number, cells in source:
            if len(cells) != len(names):
                detail = f"{len(cells)} instead of {len(names)}"
                findings.add(f"{part.name}:{number}", Trouble.COLUMN_COUNT, detail)
                continue
            picked = tuple(cells[i] if i is not None else "" for i in at)
            yield Row((part, number), picked, {name: cells[i] for i, name in rest if cells[i].strip()})


def plain(name: str) -> str:
    """Return a column's name without case, blanks, underscores and hyphens."""
    return "".join(c for c in name.casefold() if c.isalnum())


def _position(names: Sequence[str], aliases: tuple[str, ...]) -> int | None:
    known = [plain(name) for name in names]
    return next((known.index(plain(alias)) for alias in aliases if plain(alias) in known), None)
