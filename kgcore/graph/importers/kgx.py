"""Reads a KGX-style folder: nodes.tsv and edges.tsv, perhaps papers.tsv and predicates.tsv, plain or gzipped."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from kgcore.graph.files import SourceFiles
from kgcore.graph.importers import papers as paper
from kgcore.graph.importers.columns import Columns, rows
from kgcore.graph.importers.progress import ImportProgress, Progress, Stage
from kgcore.graph.importers.report import Findings, Trouble
from kgcore.graph.rows import EdgeRow, NodeRow, PaperRow
from kgcore.model import Predicate

LONGEST_NAME = 1000
LONGEST_ID = 500
LONGEST_TEXT = 100_000
NO_TYPE = "Thing"

_NODES = Columns(
    {
        "id": (),
        "name": (),
        "category": ("categories",),
        "synonym": ("synonyms",),
        "xref": ("xrefs",),
        "description": (),
    },
    ("id", "name", "category"),
)
_PAPERS = Columns({"id": (), "title": (), "journal": (), "year": (), "url": ()}, ("id",))
_EDGES = Columns(
    {
        "id": (),
        "subject": (),
        "predicate": (),
        "object": (),
        "negated": (),
        "publications": ("publication",),
        "knowledge_source": ("primary_knowledge_source", "provided_by"),
        "sentences": (),
        "note": (),
    },
    ("subject", "predicate", "object"),
)
_PREDICATES = Columns(
    {"predicate": (), "label": (), "symmetric": (), "inverse": (), "opposite": (), "implies": (), "phrases": ()},
    ("predicate",),
)
_TRUTH = {"true": True, "false": False, "1": True, "0": False, "": False}
# Biolink categories that say nothing beside a more exact one
_VAGUE = frozenset({"NamedThing", "Entity", "BiologicalEntity", "ThingWithTaxon", "PhysicalEssence", "OntologyClass"})


class KgxSource:
    """See `Source`."""

    def __init__(self, files: SourceFiles, findings: Findings, progress: Progress) -> None:
        self._files = files
        self._findings = findings
        self._progress = progress
        self._numbers: dict[str, int] = {}
        self._years: dict[str, int] = {}
        self._described: set[str] = set()
        self._cited: dict[str, None] = {}

    @property
    def name(self) -> str:
        """The folder's name."""
        return self._files.name

    @property
    def provenance(self) -> str:
        """The text beside the tables."""
        return self._files.provenance()

    def predicates(self) -> Iterator[Predicate]:
        """Yield the rows of predicates.tsv, if there is one."""
        path = self._files.predicates
        if path is None:
            return
        for number, cells, _ in self._rows(path, _PREDICATES, Stage.PREDICATES):
            name, label, symmetric, inverse, opposite, implies, phrases = (c.strip() for c in cells)
            if not name:
                self._bad(path, number, Trouble.EMPTY_PREDICATE)
            elif name in self._described:
                self._bad(path, number, Trouble.DUPLICATE_ID, name)
            else:
                self._described.add(name)
                is_symmetric = _TRUTH.get(symmetric.casefold(), False)
                yield Predicate(name, label, is_symmetric, inverse, _list(opposite), _list(implies), _list(phrases))

    def nodes(self) -> Iterator[NodeRow]:
        """Yield the rows of nodes.tsv."""
        path, numbers = self._files.nodes, self._numbers
        for number, cells, extra in self._rows(path, _NODES, Stage.NODES):
            id, name, category, synonym, xref, description = cells
            id, name = id.strip(), name.strip()
            trouble = _node_trouble(id, name, synonym, description)
            if trouble is None and id in numbers:
                trouble = Trouble.DUPLICATE_ID
            if trouble is not None:
                self._bad(path, number, trouble, id)
                continue
            numbers[id] = len(numbers)
            synonyms = tuple(s for s in _list(synonym) if s != name) if synonym else ()
            yield NodeRow(id, name, _type(category), synonyms, _list(xref), description.strip(), extra)

    def papers(self) -> Iterator[PaperRow]:
        """Yield the rows of papers.tsv, if there is one."""
        path, years = self._files.papers, self._years
        if path is None:
            return
        for number, (written, title, journal, when, url), _ in self._rows(path, _PAPERS, Stage.PAPERS):
            id = paper.paper_id(written.strip())
            if not id or id in years:
                self._bad(path, number, Trouble.DUPLICATE_ID if id else Trouble.BAD_PAPER_ID, written)
                continue
            year = paper.year(when.strip())
            if year is None:
                self._bad(path, number, Trouble.BAD_YEAR, when)
            usable = paper.is_url(url)
            if url and not usable:
                self._bad(path, number, Trouble.BAD_URL, url)
            years[id] = year or 0
            yield PaperRow(id, title.strip(), journal.strip(), year or 0, url if usable else paper.paper_url(id))

    def edges(self) -> Iterator[EdgeRow]:
        """Yield the rows of edges.tsv whose ends are nodes."""
        path, numbers, seen = self._files.edges, self._numbers, set[str]()
        for number, cells, extra in self._rows(path, _EDGES, Stage.EDGES):
            id, subject, predicate, object_, negated, publications, sources, sentences, note = cells
            s, o, predicate = numbers.get(subject.strip()), numbers.get(object_.strip()), predicate.strip()
            truth = _TRUTH.get(negated if negated in _TRUTH else negated.strip().casefold())
            id = id or f"row:{number}"
            if s is None or o is None or truth is None or not predicate or id in seen or len(id) > LONGEST_ID:
                self._bad_edge(number, cells, id in seen)
                continue
            if s == o:
                self._findings.remarks["relations of a node with itself, left out"] += 1
                continue
            seen.add(id)
            cited, year = self._publications(number, publications) if publications else ((), 0)
            said = _said(sentences, publications, cited) if sentences else ()
            sources_ = tuple(sources.split("|")) if sources else ()
            yield EdgeRow(id, s, predicate, o, truth, cited, sources_, said, note, extra, year)

    def cited(self) -> Iterator[PaperRow]:
        """Yield the papers that only edges name."""
        if self._cited:
            self._findings.remarks["cited papers that papers.tsv does not have"] = len(self._cited)
        for id in self._cited:
            yield PaperRow(id, url=paper.paper_url(id))

    def _publications(self, number: int, cell: str) -> tuple[tuple[str, ...], int]:
        """Return the good paper ids of a cell, each once, and the newest year."""
        years, found = self._years, dict[str, int]()
        if cell in years:
            return (cell,), years[cell]
        for written in cell.split("|"):
            id = written if written in years else paper.paper_id(written.strip())
            if id:
                found[id] = years.get(id, 0)
                if id not in years:
                    self._cited[id] = None
            elif written.strip():
                self._bad(self._files.edges, number, Trouble.BAD_PAPER_ID, written)
        return tuple(found), max(found.values(), default=0)

    def _bad_edge(self, number: int, cells: tuple[str, ...], again: bool) -> None:
        """Say what is wrong with an edge; the first fault found is the one listed."""
        id, subject, predicate, object_, negated, *_ = cells
        path = self._files.edges
        missing = [end for end in (subject.strip(), object_.strip()) if end not in self._numbers]
        if missing:
            self._bad(path, number, Trouble.DANGLING_ID if all(missing) else Trouble.EMPTY_ID, " ".join(missing))
        elif not predicate.strip():
            self._bad(path, number, Trouble.EMPTY_PREDICATE)
        elif again:
            self._bad(path, number, Trouble.DUPLICATE_ID, id)
        elif len(id) > LONGEST_ID:
            self._bad(path, number, Trouble.TOO_LONG, id)
        else:
            self._bad(path, number, Trouble.BAD_NEGATED, negated)

    def _rows(self, path: Path, columns: Columns, stage: Stage) -> Iterator[tuple[int, tuple[str, ...], str]]:
        return rows(
            path, columns, self._findings, lambda done, total: self._progress(ImportProgress(stage, done, total))
        )

    def _bad(self, path: Path, number: int, trouble: Trouble, detail: str = "") -> None:
        self._findings.add(f"{path.name}:{number}", trouble, detail)


def _node_trouble(id: str, name: str, synonym: str, description: str) -> Trouble | None:
    if not id:
        return Trouble.EMPTY_ID
    if not name:
        return Trouble.EMPTY_NAME
    too_long = len(id) > LONGEST_ID or len(name) > LONGEST_NAME or len(description) > LONGEST_TEXT
    if too_long or (len(synonym) > LONGEST_NAME and max(map(len, synonym.split("|"))) > LONGEST_NAME):
        return Trouble.TOO_LONG
    return None


def _list(cell: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, map(str.strip, cell.split("|"))))) if cell else ()


def _said(sentences: str, publications: str, cited: tuple[str, ...]) -> tuple[str, ...]:
    """Return the sentences in the order of the papers that were kept; "" where a paper has none."""
    words: dict[str, str] = {}
    for written, sentence in zip(publications.split("|"), sentences.split("|"), strict=False):
        words.setdefault(paper.paper_id(written.strip()), sentence.strip())
    said = tuple(words.get(id, "") for id in cited)
    return said if any(said) else ()


def _type(cell: str) -> str:
    """Return the most telling category, without its prefix: "biolink:NamedThing|biolink:Disease" → "Disease"."""
    if "|" not in cell and ":" not in cell:
        return cell.strip() or NO_TYPE
    names = [name.rpartition(":")[2] for name in _list(cell)]
    return next((n for n in names if n and n not in _VAGUE), next(filter(None, names), NO_TYPE))
