"""Writes several imported graphs as one; where they differ about the same thing, the first one's word counts."""

from __future__ import annotations

import contextlib
import json
from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path

from kgcore.curation.withdrawals import WITHDRAWN, Withdrawn, read_withdrawn
from kgcore.errors import InputError
from kgcore.graph.embedded.rows import EdgeRow, GraphPaperRow, GraphRows, NodeRow, open_rows
from kgcore.graph.embedded.spill import KeyNumbers
from kgcore.ingest.cells import read_properties
from kgcore.ingest.entity_matching import LEFT_OUT, EntityMatcher, MatchDecision
from kgcore.ingest.files import is_own_file
from kgcore.ingest.importing import DECISIONS, ImportPlan, build_graph, read_text
from kgcore.ingest.report import MERGE, USUAL_CAPS, Caps, Findings, ImportProgress, ImportReport, ImportStage, Progress
from kgcore.ports import Embedder
from kgcore.values.model import Predicate, source_in_graph
from kgcore.vocabulary.vocabulary import Vocabulary

_SLICE = 5000
_HEADER = (
    *("decision", "reason"),
    *("first graph", "first id", "first name", "first type", "second graph", "second id", "second name", "second type"),
)


@dataclass(frozen=True, slots=True)
class MergeResult:
    """What a merge gave: the report of the new graph, every decision, and predicates that the graphs disagree on.

    `became`: of the graphs that papers propose, the new id by the old one; entities that were left out are missing.
    """

    report: ImportReport
    decisions: tuple[MatchDecision, ...]
    conflicts: tuple[PredicateConflict, ...]
    became: Mapping[int, Mapping[str, str]] = field(default_factory=dict)


async def merge_graphs(
    graphs: Sequence[Path],
    to: Path,
    *,
    embedder: Embedder | None,
    progress: Progress | None = None,
    called: Sequence[str] = (),
    name: str = "",
    marked: bool = False,
    caps: Caps = USUAL_CAPS,
    matcher: Callable[[], EntityMatcher] = EntityMatcher,
    proposed: Collection[int] = (),
) -> MergeResult:
    """Write imported graphs as one into the graph folder `to`, with the list of decisions beside it.

    `called` are the words for the graphs in the report, where their folders are not what people named; `name` is what
    the new graph is called (else as its folder). `marked`: beside each edge stands which graph said so.
    Where they differ about the same thing, the first graph that says something counts. Raises InputError,
    GraphNotFound, GraphDamaged, GraphError and what the embedder raises; then nothing has changed.
    """
    _check(graphs, to)
    with contextlib.ExitStack() as stack:
        opened = [stack.enter_context(open_rows(graph)) for graph in graphs]
        sources: list[_MergedSource] = []

        def prepare(findings: Findings, tell: Progress) -> ImportPlan:
            source = _MergedSource(name or to.name, opened, findings, tell, marked=marked, matcher=matcher())
            source.proposed = frozenset(proposed)
            source.withdrawn = [withdrawn_beside(graph) for graph in graphs]
            sources.append(source)
            names = ", ".join(called or map(str, graphs))
            return ImportPlan(source, MERGE, f"{names}, in this order", beside=source.listed)

        report = await build_graph(prepare, to, embedder=embedder, progress=progress, caps=caps)
        became = {n: sources[0].new_ids(n) for n in proposed}
        return MergeResult(report, tuple(sources[0].decisions), tuple(sources[0].conflicts), became)


def withdrawn_beside(graph: Path) -> tuple[Withdrawn, ...]:
    """Return what the layer of a team in this folder withdrew; () for any other graph. Raises InputError."""
    file = graph / WITHDRAWN
    if not is_own_file(file):
        return ()
    return read_withdrawn(read_text(file), str(file))


def _check(graphs: Sequence[Path], to: Path) -> None:
    if len(graphs) < 2:
        raise InputError("Give two graphs at least.")
    if any(to.resolve() == g.resolve() or g.resolve() in to.resolve().parents for g in graphs):
        raise InputError(f"{to} is one of the graphs.", hint="Name another folder with --to.")


class _MergedSource:
    """The rows of all graphs, as a `RowSource`."""

    def __init__(
        self,
        name: str,
        graphs: Sequence[GraphRows],
        findings: Findings,
        progress: Progress,
        *,
        marked: bool,
        matcher: EntityMatcher,
    ) -> None:
        self.name = name
        self._marked = marked
        self._graphs = graphs
        self._labels = _labels([dump.name for dump in graphs])
        self._findings = findings
        self._progress = progress
        self._matcher = matcher
        self._numbers: list[array[int]] = []
        self._ids: list[str] = []  # of the new graph's entities, by number
        self.withdrawn: Sequence[Sequence[Withdrawn]] = ()
        self.proposed: frozenset[int] = frozenset()
        self.decisions: list[MatchDecision] = []
        self.conflicts: list[PredicateConflict] = []
        self._both_ways: frozenset[str] = frozenset()  # the predicates that are symmetric
        self._said = KeyNumbers()  # their edges, as they are written

    @property
    def provenance(self) -> str:
        """The provenance of all, under their names."""
        told = zip(self._labels, self._graphs, strict=True)
        return "\n\n".join(f"{label}:\n{dump.provenance}" for label, dump in told if dump.provenance)

    def listed(self) -> dict[str, str]:
        """Return the file with all decisions."""
        rows = [_HEADER, *(d.cells() for d in self.decisions)]
        return {DECISIONS: "".join("\t".join(cells) + "\n" for cells in rows)}

    def predicates(self) -> Iterator[Predicate]:
        """Yield every predicate that a graph describes, once."""
        found, self.conflicts = merge_predicates(
            (label, dump.predicates()) for label, dump in zip(self._labels, self._graphs, strict=True)
        )
        if self.conflicts:
            self._findings.remarks["contradictions about predicates (the first graph's word counts)"] = len(
                self.conflicts
            )
        bare = (Predicate(name) for dump in self._graphs for name in dump.predicate_names)
        known = {p.name: p for p in (*bare, *found)}
        words = Vocabulary.of(tuple(known.values()))
        self._both_ways = frozenset(name for name in known if words.get(name).symmetric)
        return iter(found)

    def nodes(self) -> Iterator[NodeRow]:
        """Yield every entity once, with what all graphs say of it."""
        matcher, ids = self._matcher, KeyNumbers()
        others: dict[int, list[NodeRow]] = {}
        joined = 0
        firsts: list[tuple[int, int]] = []  # (graph, place in it) of the entity that gives number, in order
        for graph, (label, dump) in enumerate(zip(self._labels, self._graphs, strict=True)):
            numbers = array("i")
            for place, (node, number) in enumerate(_with(matcher, graph, label, dump)):
                numbers.append(number)
                if number == LEFT_OUT:
                    self._findings.remarks["entities whose names name nothing, left out"] += 1
                elif number == len(firsts):
                    firsts.append((graph, place))
                else:
                    joined += 1
                    if graph not in self.proposed:
                        others.setdefault(number, []).append(node)
            self._numbers.append(numbers)
        self.decisions = matcher.decisions
        self._findings.remarks["entities that became one with another"] = joined
        number = 0
        for graph, (label, dump) in enumerate(zip(self._labels, self._graphs, strict=True)):
            for place, node in enumerate(dump.nodes()):
                if number < len(firsts) and firsts[number] == (graph, place):
                    row = _join_nodes(node, others.get(number, ()))
                    own = row.id if row.id not in ids else f"{row.id}@{label}"
                    ids.setdefault(own, number)
                    self._ids.append(own)
                    yield row._replace(id=own)
                    number += 1
            self._progress(ImportProgress(ImportStage.NODES, number, len(firsts)))

    def papers(self) -> Iterator[GraphPaperRow]:
        """Yield every paper once; what the first graph does not know of it, a later one may."""
        for at, dump in enumerate(self._graphs):
            rows = dump.papers()
            while batch := list(islice(rows, _SLICE)):
                ids = [row.id for row in batch]
                earlier = {id for before in self._graphs[:at] for id in before.papers_by_id(ids)}
                later = [after.papers_by_id(ids) for after in self._graphs[at + 1 :]]
                for row in batch:
                    if row.id not in earlier:
                        yield _complete_paper(row, [more[row.id] for more in later if row.id in more])

    def edges(self) -> Iterator[EdgeRow]:
        """Yield the edges of all graphs; those that say the same are joined by whoever writes them."""
        ids, total, done = KeyNumbers(), sum(dump.sizes.edges for dump in self._graphs), 0
        for at, (label, dump, numbers) in enumerate(zip(self._labels, self._graphs, self._numbers, strict=True)):
            gone = self._gone_from(at)
            for edge in dump.edges():
                done += 1
                if done % 10_000 == 0:
                    self._progress(ImportProgress(ImportStage.EDGES, done, total))
                s, o = numbers[edge.subject], numbers[edge.object]
                if LEFT_OUT in (s, o):
                    self._findings.remarks["relations of entities that were left out"] += 1
                    continue
                if edge.id in gone and gone[edge.id].fits(edge.predicate, negated=edge.negated):
                    self._findings.remarks["relations that a team's layer withdrew, left out"] += 1
                    continue
                if s == o:
                    self._findings.remarks["relations of a node with itself, left out"] += 1
                    continue
                id = edge.id if edge.id not in ids else f"{edge.id}@{label}"
                ids.setdefault(id, done)
                sources = _told_by(label, edge.sources) if self._marked else edge.sources
                s, o = self._as_said_before(edge, s, o)
                yield edge._replace(id=id, subject=s, object=o, sources=sources)

    def _as_said_before(self, edge: EdgeRow, s: int, o: int) -> tuple[int, int]:
        """Return the ends as an earlier edge that says the same has them: a symmetric one may have been told the other
        way round.
        """
        if edge.predicate not in self._both_ways:
            return s, o
        key = f"{edge.predicate}\t{edge.negated}"
        if f"{o}\t{s}\t{key}" in self._said and f"{s}\t{o}\t{key}" not in self._said:
            return o, s
        self._said.setdefault(f"{s}\t{o}\t{key}", 1)
        return s, o

    def _gone_from(self, at: int) -> Mapping[str, Withdrawn]:
        """Return what the layers among the other graphs withdrew."""
        return {w.id: w for n, some in enumerate(self.withdrawn) if n != at for w in some}

    def new_ids(self, graph: int) -> dict[str, str]:
        """Return what the entities of a graph have become, by their ids there; what was left out is missing."""
        pairs = zip(self._graphs[graph].nodes(), self._numbers[graph], strict=True)
        return {node.id: self._ids[number] for node, number in pairs if number != LEFT_OUT}

    def cited(self) -> Iterator[GraphPaperRow]:
        """Yield nothing: every paper stands among the papers."""
        return iter(())


def _told_by(graph: str, sources: Sequence[str]) -> tuple[str, ...]:
    """Return the sources of an edge, each with the graph that says so; one that is the graph is not said twice."""
    others = ("" if s.casefold() == graph.casefold() else s for s in sources)
    return tuple(dict.fromkeys(source_in_graph(s, graph) for s in others)) or (source_in_graph("", graph),)


def _with(matcher: EntityMatcher, graph: int, label: str, dump: GraphRows) -> Iterator[tuple[NodeRow, int]]:
    yield from zip(dump.nodes(), matcher.add(graph, label, dump.nodes()), strict=True)


def _labels(names: Sequence[str]) -> list[str]:
    """Return the graphs' names, made different where they are the same."""
    return [f"{name}-{n}" if names.count(name) > 1 else name for n, name in enumerate(names, 1)]


def _join_nodes(first: NodeRow, others: Sequence[NodeRow]) -> NodeRow:
    """Return an entity with the names, identifiers and properties of all; the first one's count."""
    if not others:
        return first
    names = (*first.synonyms, *(n for other in others for n in (other.name, *other.synonyms)))
    xrefs = (*first.xrefs, *(x for other in others for x in (other.id, *other.xrefs)))
    extra: dict[str, str] = {}
    for row in (first, *others):
        extra = read_properties(row.extra) | extra
    return first._replace(
        synonyms=tuple(dict.fromkeys(n for n in names if n != first.name)),
        xrefs=tuple(dict.fromkeys(x for x in xrefs if x != first.id)),
        description=first.description or next((o.description for o in others if o.description), ""),
        extra=json.dumps(extra, ensure_ascii=False) if extra else "",
    )


def _complete_paper(first: GraphPaperRow, others: Sequence[GraphPaperRow]) -> GraphPaperRow:
    for other in others:
        first = first._replace(
            title=first.title or other.title,
            journal=first.journal or other.journal,
            year=first.year or other.year,
            url=first.url or other.url,
            citation=first.citation.completed(other.citation),
        )
    return first


@dataclass(frozen=True, slots=True)
class PredicateConflict:
    """Two graphs say different things of a predicate: `kept` is what the first of them says."""

    predicate: str
    field: str
    kept: str
    graph: str
    dropped: str


def merge_predicates(
    graphs: Iterable[tuple[str, Iterable[Predicate]]],
) -> tuple[list[Predicate], list[PredicateConflict]]:
    """Return every predicate once, with the phrases of all, and where the graphs contradict each other."""
    found: dict[str, Predicate] = {}
    conflicts: list[PredicateConflict] = []
    for graph, predicates in graphs:
        for theirs in predicates:
            ours = found.get(theirs.name)
            if ours is None:
                found[theirs.name] = theirs
                continue
            conflicts += _conflicts(ours, theirs, graph)
            found[theirs.name] = replace(
                ours,
                label=ours.label or theirs.label,
                inverse=ours.inverse or theirs.inverse,
                opposite=ours.opposite or theirs.opposite,
                implies=ours.implies or theirs.implies,
                phrases=tuple(dict.fromkeys((*ours.phrases, *theirs.phrases))),
            )
    return list(found.values()), conflicts


def _conflicts(ours: Predicate, theirs: Predicate, graph: str) -> list[PredicateConflict]:
    pairs = (
        ("label", ours.label, theirs.label),
        ("symmetric", str(ours.symmetric).lower(), str(theirs.symmetric).lower()),
        ("inverse", ours.inverse, theirs.inverse),
        ("opposite", "|".join(sorted(ours.opposite)), "|".join(sorted(theirs.opposite))),
        ("implies", "|".join(sorted(ours.implies)), "|".join(sorted(theirs.implies))),
    )
    return [PredicateConflict(ours.name, field, a, graph, b) for field, a, b in pairs if a and b and a != b]
