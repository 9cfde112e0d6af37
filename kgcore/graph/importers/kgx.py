"""Reads KGX tables: nodes.tsv and edges.tsv, perhaps papers.tsv and predicates.tsv."""

from __future__ import annotations

from collections.abc import Iterator

from kgcore.graph.denials import TRUTH
from kgcore.graph.importers import papers as paper
from kgcore.graph.importers.columns import Columns, rows
from kgcore.graph.importers.parts import Part
from kgcore.graph.importers.progress import ImportProgress, Progress, Stage
from kgcore.graph.importers.recognised import Recognised
from kgcore.graph.importers.report import Findings, Trouble
from kgcore.graph.importers.shelf import (
    LONGEST_ID,
    LONGEST_NAME,
    LONGEST_TEXT,
    NAMELESS,
    NO_TYPE,
    called_instead,
    most_telling,
)
from kgcore.graph.known import Known
from kgcore.graph.rows import EdgeRow, NodeRow, PaperRow
from kgcore.model import Predicate

_NODES = Columns(
    {
        "id": (),
        "name": (),
        "category": ("categories",),
        "synonym": ("synonyms",),
        "xref": ("xrefs", "same_as", "equivalent_identifiers"),
        "description": (),
    },
    ("id", "category"),
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
        "sentences": ("supporting_text",),
        "note": (),
    },
    ("subject", "predicate", "object"),
)
_PREDICATES = Columns(
    {"predicate": (), "label": (), "symmetric": (), "inverse": (), "opposite": (), "implies": (), "phrases": ()},
    ("predicate",),
)


class KgxSource:
    """See `Source`."""

    def __init__(self, files: Recognised, findings: Findings, progress: Progress) -> None:
        self._files = files
        self._findings = findings
        self._progress = progress
        self._numbers = Known()
        self._years = Known()
        self._described: set[str] = set()
        self._cited = Known()

    @property
    def name(self) -> str:
        """The source's name."""
        return self._files.name

    @property
    def provenance(self) -> str:
        """The text beside the tables."""
        return self._files.provenance

    def predicates(self) -> Iterator[Predicate]:
        """Yield the rows of predicates.tsv, if there is one."""
        for path, number, cells, _ in self._rows(self._files.predicates, _PREDICATES, Stage.PREDICATES):
            name, label, symmetric, inverse, opposite, implies, phrases = (c.strip() for c in cells)
            if not name:
                self._bad(path, number, Trouble.EMPTY_PREDICATE)
            elif name in self._described:
                self._bad(path, number, Trouble.DUPLICATE_ID, name)
            else:
                self._described.add(name)
                is_symmetric = TRUTH.get(symmetric.casefold(), False)
                yield Predicate(name, label, is_symmetric, inverse, _list(opposite), _list(implies), _list(phrases))

    def nodes(self) -> Iterator[NodeRow]:
        """Yield the rows of nodes.tsv."""
        numbers = self._numbers
        for path, number, cells, extra in self._rows(self._files.nodes, _NODES, Stage.NODES):
            id, name, category, synonym, xref, description = cells
            id, name, synonyms = id.strip(), name.strip(), _list(synonym)
            called = name or called_instead(id, synonyms)
            trouble = _node_trouble(id, called, synonym, description)
            if trouble is None and id in numbers:
                trouble = Trouble.DUPLICATE_ID
            if trouble is not None:
                self._bad(path, number, trouble, id)
                continue
            numbers.setdefault(id, len(numbers))
            if not name:
                self._findings.remarks[NAMELESS] += 1
            also = tuple(s for s in synonyms if s != called) if synonyms else ()
            yield NodeRow(id, called, _type(category), also, _list(xref), description.strip(), extra)

    def papers(self) -> Iterator[PaperRow]:
        """Yield the rows of papers.tsv, if there is one."""
        years = self._years
        for path, number, cells, _ in self._rows(self._files.papers, _PAPERS, Stage.PAPERS):
            written, title, journal, when, url = cells
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
            years.setdefault(id, year or 0)
            yield PaperRow(id, title.strip(), journal.strip(), year or 0, url if usable else paper.paper_url(id))

    def edges(self) -> Iterator[EdgeRow]:
        """Yield the rows of edges.tsv whose ends are nodes."""
        numbers, seen, first = self._numbers, Known(), self._files.edges[0]
        for path, number, cells, extra in self._rows(self._files.edges, _EDGES, Stage.EDGES):
            id, subject, predicate, object_, negated, publications, sources, sentences, note = cells
            s, o, predicate = numbers.get(subject.strip()), numbers.get(object_.strip()), predicate.strip()
            truth = TRUTH.get(negated if negated in TRUTH else negated.strip().casefold())
            id = id or f"{'row' if path is first else path.stem}:{number}"
            if s is None or o is None or truth is None or not predicate or id in seen or len(id) > LONGEST_ID:
                self._bad_edge(path, number, cells, id in seen)
                continue
            if s == o:
                self._findings.remarks["relations of a node with itself, left out"] += 1
                continue
            seen.setdefault(id, 1)
            cited, year = self._publications(path, number, publications) if publications else ((), 0)
            said = _said(sentences, publications, cited) if sentences else ()
            sources_ = _list(sources) if "|" in sources else (sources,) if sources else ()
            yield EdgeRow(id, s, predicate, o, truth, cited, sources_, said, note.strip(), extra, year)

    def cited(self) -> Iterator[PaperRow]:
        """Yield the papers that only edges name."""
        if len(self._cited):
            self._findings.remarks["cited papers that the source says nothing of"] = len(self._cited)
        for id in self._cited:
            yield PaperRow(id, url=paper.paper_url(id))

    def _publications(self, path: Part, number: int, cell: str) -> tuple[tuple[str, ...], int]:
        """Return the good paper ids of a cell, each once, and the newest year."""
        years, found = self._years, dict[str, int]()
        year = years.get(cell)
        if year is not None:
            return (cell,), year
        for written in cell.split("|"):
            year = years.get(written)
            id = written if year is not None else paper.paper_id(written.strip())
            if id:
                year = years.get(id) if year is None else year
                found[id] = year or 0
                if year is None:
                    self._cited.setdefault(id, 1)
            elif written.strip():
                self._bad(path, number, Trouble.BAD_PAPER_ID, written)
        return tuple(found), max(found.values(), default=0)

    def _bad_edge(self, path: Part, number: int, cells: tuple[str, ...], again: bool) -> None:
        """Say what is wrong with an edge; the first fault found is the one listed."""
        id, subject, predicate, object_, negated, *_ = cells
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

    def _rows(
        self, parts: tuple[Part, ...], columns: Columns, stage: Stage
    ) -> Iterator[tuple[Part, int, tuple[str, ...], str]]:
        tick = lambda done, total: self._progress(ImportProgress(stage, done, total))  # noqa: E731
        for part in parts:
            for number, cells, extra in rows(part, columns, self._findings, tick):
                yield part, number, cells, extra

    def _bad(self, path: Part, number: int, trouble: Trouble, detail: str = "") -> None:
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
    return most_telling(_list(cell))
