"""Writes several imported graphs as one."""

from __future__ import annotations

import contextlib
import json
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from kgcore.errors import InputError
from kgcore.graph.dump import Dump, reading
from kgcore.graph.exporters.tables import unpacked
from kgcore.graph.importers.importing import Made, build_graph
from kgcore.graph.importers.place import DECISIONS
from kgcore.graph.importers.progress import ImportProgress, Progress, Stage
from kgcore.graph.importers.report import MERGE, Findings, ImportReport
from kgcore.graph.known import Known
from kgcore.graph.merging.deciding import Decider, Decision
from kgcore.graph.merging.predicates import Conflict, merged
from kgcore.graph.rows import EdgeRow, NodeRow, PaperRow
from kgcore.model import Predicate
from kgcore.ports import Embedder

_SLICE = 5000
_HEADER = (
    *("decision", "reason"),
    *("first graph", "first id", "first name", "first type", "second graph", "second id", "second name", "second type"),
)


@dataclass(frozen=True, slots=True)
class Merged:
    """What a merge gave: the report of the new graph, every decision, and predicates that the graphs disagree on."""

    report: ImportReport
    decisions: tuple[Decision, ...]
    conflicts: tuple[Conflict, ...]


async def merge_graphs(
    graphs: Sequence[Path],
    to: Path,
    *,
    embedder: Embedder | None,
    progress: Progress | None = None,
    called: Sequence[str] = (),
) -> Merged:
    """Write imported graphs as one into the graph folder `to`, with the list of decisions beside it.

    `called` are the words for the graphs in the report, where their folders are not what people named.
    Where they differ about the same thing, the first graph that says something counts. Raises InputError,
    GraphNotFound, GraphDamaged, GraphError and what the embedder raises; then nothing has changed.
    """
    _check(graphs, to)
    with contextlib.ExitStack() as stack:
        dumps = [stack.enter_context(reading(graph)) for graph in graphs]
        sources: list[_MergedSource] = []

        def make(findings: Findings, tell: Progress) -> Made:
            source = _MergedSource(to.name, dumps, findings, tell)
            sources.append(source)
            names = ", ".join(called or map(str, graphs))
            return Made(source, MERGE, f"{names}, in this order", beside=source.listed)

        report = await build_graph(make, to, embedder=embedder, progress=progress)
        return Merged(report, tuple(sources[0].decisions), tuple(sources[0].conflicts))


def _check(graphs: Sequence[Path], to: Path) -> None:
    if len(graphs) < 2:
        raise InputError("A merge needs two graphs at least.")
    if any(to.resolve() == g.resolve() or g.resolve() in to.resolve().parents for g in graphs):
        raise InputError(f"{to} is one of the graphs.", mend="Name another folder with --to.")


class _MergedSource:
    """The rows of all graphs, as a `Source`."""

    def __init__(self, name: str, dumps: Sequence[Dump], findings: Findings, progress: Progress) -> None:
        self.name = name
        self._dumps = dumps
        self._labels = _labels([dump.name for dump in dumps])
        self._findings = findings
        self._progress = progress
        self._numbers: list[array[int]] = []
        self.decisions: list[Decision] = []
        self.conflicts: list[Conflict] = []

    @property
    def provenance(self) -> str:
        """The provenance of all, under their names."""
        told = zip(self._labels, self._dumps, strict=True)
        return "\n\n".join(f"{label}:\n{dump.provenance}" for label, dump in told if dump.provenance)

    def listed(self) -> dict[str, str]:
        """Return the file with all decisions."""
        rows = [_HEADER, *(d.cells() for d in self.decisions)]
        return {DECISIONS: "".join("\t".join(cells) + "\n" for cells in rows)}

    def predicates(self) -> Iterator[Predicate]:
        """Yield every predicate that a graph describes, once."""
        found, self.conflicts = merged(
            (label, dump.predicates()) for label, dump in zip(self._labels, self._dumps, strict=True)
        )
        if self.conflicts:
            self._findings.remarks["contradictions about predicates (the first graph's word counts)"] = len(
                self.conflicts
            )
        return iter(found)

    def nodes(self) -> Iterator[NodeRow]:
        """Yield every entity once, with what all graphs say of it."""
        decider, ids = Decider(), Known()
        others: dict[int, list[NodeRow]] = {}
        firsts: list[tuple[int, int]] = []  # (graph, place in it) of the entity that gives number, in order
        for graph, (label, dump) in enumerate(zip(self._labels, self._dumps, strict=True)):
            numbers = array("i")
            for place, (node, number) in enumerate(_with(decider, graph, label, dump)):
                numbers.append(number)
                if number == len(firsts):
                    firsts.append((graph, place))
                else:
                    others.setdefault(number, []).append(node)
            self._numbers.append(numbers)
        self.decisions = decider.decisions
        self._findings.remarks["entities that became one with another"] = sum(map(len, others.values()))
        number = 0
        for graph, (label, dump) in enumerate(zip(self._labels, self._dumps, strict=True)):
            for place, node in enumerate(dump.nodes()):
                if number < len(firsts) and firsts[number] == (graph, place):
                    row = _joined(node, others.get(number, ()))
                    own = row.id if row.id not in ids else f"{row.id}@{label}"
                    ids.setdefault(own, number)
                    yield row._replace(id=own)
                    number += 1
            self._progress(ImportProgress(Stage.NODES, number, len(firsts)))

    def papers(self) -> Iterator[PaperRow]:
        """Yield every paper once; what the first graph does not know of it, a later one may."""
        for at, dump in enumerate(self._dumps):
            rows = dump.papers()
            while batch := list(islice(rows, _SLICE)):
                ids = [row.id for row in batch]
                earlier = {id for before in self._dumps[:at] for id in before.papers_by_id(ids)}
                later = [after.papers_by_id(ids) for after in self._dumps[at + 1 :]]
                for row in batch:
                    if row.id not in earlier:
                        yield _completed(row, [more[row.id] for more in later if row.id in more])

    def edges(self) -> Iterator[EdgeRow]:
        """Yield the edges of all graphs; those that say the same are joined by whoever writes them."""
        ids, total, done = Known(), sum(dump.sizes.edges for dump in self._dumps), 0
        for label, dump, numbers in zip(self._labels, self._dumps, self._numbers, strict=True):
            for edge in dump.edges():
                done += 1
                if done % 10_000 == 0:
                    self._progress(ImportProgress(Stage.EDGES, done, total))
                s, o = numbers[edge.subject], numbers[edge.object]
                if s == o:
                    self._findings.remarks["relations of a node with itself, left out"] += 1
                    continue
                id = edge.id if edge.id not in ids else f"{edge.id}@{label}"
                ids.setdefault(id, done)
                yield edge._replace(id=id, subject=s, object=o)

    def cited(self) -> Iterator[PaperRow]:
        """Yield nothing: every paper stands among the papers."""
        return iter(())


def _with(decider: Decider, graph: int, label: str, dump: Dump) -> Iterator[tuple[NodeRow, int]]:
    yield from zip(dump.nodes(), decider.add(graph, label, dump.nodes()), strict=True)


def _labels(names: Sequence[str]) -> list[str]:
    """Return the graphs' names, made different where they are the same."""
    return [f"{name}-{n}" if names.count(name) > 1 else name for n, name in enumerate(names, 1)]


def _joined(first: NodeRow, others: Sequence[NodeRow]) -> NodeRow:
    """Return an entity with the names, identifiers and properties of all; the first one's count."""
    if not others:
        return first
    names = (*first.synonyms, *(n for other in others for n in (other.name, *other.synonyms)))
    xrefs = (*first.xrefs, *(x for other in others for x in (other.id, *other.xrefs)))
    extra: dict[str, str] = {}
    for row in (first, *others):
        extra = unpacked(row.extra) | extra
    return first._replace(
        synonyms=tuple(dict.fromkeys(n for n in names if n != first.name)),
        xrefs=tuple(dict.fromkeys(x for x in xrefs if x != first.id)),
        description=first.description or next((o.description for o in others if o.description), ""),
        extra=json.dumps(extra, ensure_ascii=False) if extra else "",
    )


def _completed(first: PaperRow, others: Sequence[PaperRow]) -> PaperRow:
    for other in others:
        first = first._replace(
            title=first.title or other.title,
            journal=first.journal or other.journal,
            year=first.year or other.year,
            url=first.url or other.url,
        )
    return first
