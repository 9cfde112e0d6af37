"""Reads a file of head<TAB>relation<TAB>tail lines without a header."""

from __future__ import annotations

from collections.abc import Iterator

from kgcore.graph.importers.lines import lines
from kgcore.graph.importers.progress import ImportProgress, Progress, Stage
from kgcore.graph.importers.recognised import Recognised
from kgcore.graph.importers.report import Findings, Trouble
from kgcore.graph.importers.shelf import LONGEST_ID, NO_TYPE
from kgcore.graph.known import Known
from kgcore.graph.rows import EdgeRow, NodeRow, PaperRow
from kgcore.model import Predicate

HEADERS = frozenset({("head", "relation", "tail"), ("subject", "predicate", "object"), ("h", "r", "t")})
_TYPE_MARK = "::"  # Hetionet and DRKG write Type::identifier


class TriplesSource:
    """See `Source`. The files are read twice: for the entities, and for the edges."""

    def __init__(self, found: Recognised, findings: Findings, progress: Progress) -> None:
        self._found = found
        self._findings = findings
        self._progress = progress
        self._numbers = Known()

    @property
    def name(self) -> str:
        """The source's name."""
        return self._found.name

    @property
    def provenance(self) -> str:
        """The text beside the file."""
        return self._found.provenance

    def predicates(self) -> Iterator[Predicate]:
        """Yield nothing: such a file describes no predicate."""
        return iter(())

    def nodes(self) -> Iterator[NodeRow]:
        """Yield every head and tail once, in order of appearance."""
        for _, head, _, tail in self._triples(self._findings, Stage.NODES):
            for id in (head, tail):
                if id not in self._numbers:
                    self._numbers.setdefault(id, len(self._numbers))
                    yield _node(id)

    def papers(self) -> Iterator[PaperRow]:
        """Yield nothing."""
        return iter(())

    def edges(self) -> Iterator[EdgeRow]:
        """Yield the edges, named after their lines; what was wrong has been listed when the nodes were read."""
        for id, head, relation, tail in self._triples(Findings(), Stage.EDGES):
            s, o = self._numbers.get(head), self._numbers.get(tail)
            if s is None or o is None or s == o:
                self._findings.remarks["relations of a node with itself, left out"] += 1
            else:
                yield EdgeRow(id, s, relation, o)

    def cited(self) -> Iterator[PaperRow]:
        """Yield nothing."""
        return iter(())

    def _triples(self, findings: Findings, stage: Stage) -> Iterator[tuple[str, str, str, str]]:
        tick = lambda done, total: self._progress(ImportProgress(stage, done, total))  # noqa: E731
        for part in self._found.edges:
            mark = "T" if len(self._found.edges) == 1 else f"{part.stem}:"
            for number, line in lines(part, findings, tick):
                cells = [cell.strip() for cell in line.removeprefix("\ufeff").split("\t")]
                if not line.strip() or (number == 1 and tuple(c.casefold() for c in cells) in HEADERS):
                    continue
                trouble = _trouble(cells)
                if trouble is None:
                    yield f"{mark}{number}", cells[0], cells[1], cells[2]
                else:
                    findings.add(f"{part.name}:{number}", trouble, f"{len(cells)} columns")


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
