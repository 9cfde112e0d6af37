"""Reads a file of head<TAB>relation<TAB>tail lines without a header, plain or gzipped."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from kgcore.graph.importers.kgx import LONGEST_ID, NO_TYPE
from kgcore.graph.importers.lines import lines
from kgcore.graph.importers.progress import ImportProgress, Progress, Stage
from kgcore.graph.importers.report import Findings, Trouble
from kgcore.graph.rows import EdgeRow, NodeRow, PaperRow
from kgcore.model import Predicate

_HEADERS = frozenset({("head", "relation", "tail"), ("subject", "predicate", "object"), ("h", "r", "t")})
_TYPE_MARK = "::"  # Hetionet and DRKG write Type::identifier


class TriplesSource:
    """See `Source`. The file is read twice: for the entities, and for the edges."""

    provenance = ""

    def __init__(self, path: Path, findings: Findings, progress: Progress) -> None:
        self._path = path
        self._findings = findings
        self._progress = progress
        self._numbers: dict[str, int] = {}

    @property
    def name(self) -> str:
        """The file's name without its endings."""
        return self._path.name.split(".")[0] or self._path.name

    def predicates(self) -> Iterator[Predicate]:
        """Yield nothing: such a file describes no predicate."""
        return iter(())

    def nodes(self) -> Iterator[NodeRow]:
        """Yield every head and tail once, in order of appearance."""
        for _, head, _, tail in self._triples(self._findings, Stage.NODES):
            for id in (head, tail):
                if id not in self._numbers:
                    self._numbers[id] = len(self._numbers)
                    yield _node(id)

    def papers(self) -> Iterator[PaperRow]:
        """Yield nothing."""
        return iter(())

    def edges(self) -> Iterator[EdgeRow]:
        """Yield the edges, named after their lines; what was wrong has been listed when the nodes were read."""
        for number, head, relation, tail in self._triples(Findings(), Stage.EDGES):
            if head == tail:
                self._findings.remarks["relations of a node with itself, left out"] += 1
            else:
                yield EdgeRow(f"T{number}", self._numbers[head], relation, self._numbers[tail])

    def cited(self) -> Iterator[PaperRow]:
        """Yield nothing."""
        return iter(())

    def _triples(self, findings: Findings, stage: Stage) -> Iterator[tuple[int, str, str, str]]:
        file = self._path.name
        for number, line in lines(
            self._path, findings, lambda done, total: self._progress(ImportProgress(stage, done, total))
        ):
            cells = [cell.strip() for cell in line.removeprefix("\ufeff").split("\t")]
            if not line.strip() or (number == 1 and tuple(c.casefold() for c in cells) in _HEADERS):
                continue
            trouble = _trouble(cells)
            if trouble is None:
                yield number, cells[0], cells[1], cells[2]
            else:
                findings.add(f"{file}:{number}", trouble, f"{len(cells)} columns")


def _trouble(cells: list[str]) -> Trouble | None:
    if len(cells) != 3:
        return Trouble.COLUMN_COUNT
    head, relation, tail = cells
    if not head or not tail:
        return Trouble.EMPTY_NAME
    if not relation:
        return Trouble.EMPTY_PREDICATE
    return Trouble.TOO_LONG if max(map(len, cells)) > LONGEST_ID else None


def _node(id: str) -> NodeRow:
    """Make a readable name: "vitamin_c" → "vitamin c"; "Disease::asthma" is asthma, a Disease."""
    type_, mark, rest = id.partition(_TYPE_MARK)
    typed = bool(mark and type_.isidentifier() and rest)
    local = rest if typed and any(c.isalpha() for c in rest) else id
    name = local if " " in local else local.replace("_", " ").strip() or id
    return NodeRow(id, name, type_ if typed else NO_TYPE, (id,) if name != id else ())
