"""Reads tables made for Neo4j's bulk import: headers with :ID and :LABEL, or :START_ID, :END_ID and :TYPE.

BioCypher writes the same with its headers in files of their own; https://biocypher.org/output/neo4j.html
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kgcore.graph.denials import TRUTH
from kgcore.graph.formats import MORE, Format
from kgcore.graph.importers import papers as paper
from kgcore.graph.importers.cells import Shape, records, unpacked
from kgcore.graph.importers.heads import cells as cells_of
from kgcore.graph.importers.heads import head
from kgcore.graph.importers.neo4j_header import Header, Use, parse
from kgcore.graph.importers.parts import Part
from kgcore.graph.importers.progress import Progress, Stage
from kgcore.graph.importers.recognised import Recognised
from kgcore.graph.importers.report import Findings, Trouble
from kgcore.graph.importers.shelf import NO_TYPE, Said, most_telling
from kgcore.graph.importers.shelved import Shelved, plain
from kgcore.graph.rows import EdgeRow, NodeRow, PaperRow
from kgcore.model import Predicate

_OPTION = re.compile(r"--(delimiter|array-delimiter|quote)[= ](?:\"([^\"]+)\"|'([^']+)'|(\S+))", re.I)
_FILE_WORDS = re.compile(
    r"^(nodes?|rels?|relations?|relationships?|edges?)[-_.]|[-_.](nodes?|rels?|relationships?|edges?)$"
)
_PART = re.compile(r"[-_.]?part[-_.]?\d*$|[-_.]\d+$", re.I)


class _Row(NamedTuple):
    at: tuple[Part, int]
    cells: dict[Use, str]
    rest: dict[str, str]
    header: Header


class Neo4jSource(Shelved):
    """See `Source`."""

    def __init__(self, found: Recognised, findings: Findings, progress: Progress) -> None:
        super().__init__(found, findings, progress)
        self._headers = dict(found.headers)
        self._options = _options(found.names)

    def predicates(self) -> Iterator[Predicate]:
        """Yield the predicates that our own export describes."""
        for part in self.found.predicates:
            for row in self._rows(part, Stage.PREDICATES):
                told = row.rest
                lists = [tuple(filter(None, told.get(k, "").split("|"))) for k in ("opposite", "implies", "phrases")]
                name = row.cells.get(Use.ID, "").strip()
                if name:
                    symmetric = told.get("symmetric", "") == "true"
                    yield Predicate(name, told.get("words", ""), symmetric, told.get("inverse", ""), *lists)

    def papers(self) -> Iterator[PaperRow]:
        """Yield the papers of our own export."""
        for part in self.found.papers:
            for row in self._rows(part, Stage.PAPERS):
                id = paper.paper_id(row.cells.get(Use.ID, ""))
                title, told = row.cells.get(Use.NAME, ""), row.rest
                if id and not self.shelf.has_paper(id):
                    year = paper.year(told.get("year", "")) or 0
                    url = told.get("url", "")
                    yield self.shelf.own_paper(id, title, told.get("journal", ""), year, url)

    def nodes(self) -> Iterator[NodeRow]:
        """Yield the rows of the tables with :ID."""
        for part in self.found.nodes:
            kind = _from_name(part)
            for row in self._rows(part, Stage.NODES):
                id = _spaced(row.cells.get(Use.ID, ""), row.header.space(Use.ID))
                also, xrefs = (self._list(part, row, use) for use in (Use.SYNONYMS, Use.XREFS))
                extra = {k: v for k, v in row.rest.items() if v != id or self.found.format is Format.NEO4J}
                found = self.shelf.node(
                    row.at,
                    id,
                    row.cells.get(Use.NAME, "").strip() or id,
                    self._type(part, row, kind),
                    synonyms=also,
                    xrefs=xrefs,
                    description=row.cells.get(Use.DESCRIPTION, ""),
                    extra=extra,
                )
                if found is not None:
                    yield found

    def edges(self) -> Iterator[EdgeRow]:
        """Yield the rows of the tables with :START_ID and :END_ID; a table without :TYPE is named after it."""
        for part in self.found.edges:
            kind = _from_name(part) or "RELATED_TO"
            for row in self._rows(part, Stage.EDGES):
                truth = TRUTH.get(row.cells.get(Use.NEGATED, "").strip().casefold())
                if truth is None:
                    self.shelf.bad(*row.at, Trouble.BAD_NEGATED, row.cells[Use.NEGATED])
                    continue
                found = self.shelf.edge(row.at, self._said(part, row, kind, negated=truth))
                if found is not None:
                    yield found

    def _said(self, part: Part, row: _Row, kind: str, *, negated: bool) -> Said:
        cells, header = row.cells, row.header
        return Said(
            _spaced(cells.get(Use.START, ""), header.space(Use.START)),
            cells.get(Use.TYPE, "").strip() or kind,
            _spaced(cells.get(Use.END, ""), header.space(Use.END)),
            negated,
            self._list(part, row, Use.PUBLICATIONS),
            self._list(part, row, Use.SOURCES),
            self._list(part, row, Use.SENTENCES),
            note=cells.get(Use.NOTE, ""),
            extra=row.rest,
            id=cells.get(Use.EDGE_ID, ""),
        )

    def _type(self, part: Part, row: _Row, kind: str) -> str:
        labels = [label.strip() for label in self._list(part, row, Use.LABEL) if label.strip()]
        labels = labels or list(filter(None, [row.header.label]))
        own = next((label for label in labels if plain(label) == plain(kind)), "")
        return own or (most_telling(labels) if labels else kind or NO_TYPE)

    def _list(self, part: Part, row: _Row, use: Use) -> Sequence[str]:
        cell = row.cells.get(use, "")
        at = row.header.at(use)
        if not cell or at is None:
            return ()
        if not row.header.columns[at].many and use is not Use.PUBLICATIONS:
            return (cell,)
        mark = self._array_mark(part)
        found = cell.split(mark)
        # a list of papers often stands in a plain string
        return re.split(r"[|;,\s]+", cell) if use is Use.PUBLICATIONS and len(found) == 1 and ":" not in cell else found

    def _array_mark(self, part: Part) -> str:
        given = self._options.get("array-delimiter")
        if given:
            return given
        usual = self.found.format is Format.BIOCYPHER or head(self._headers.get(part, part)).delimiter == ";"
        return "|" if usual else ";"

    def _rows(self, part: Part, stage: Stage) -> Iterator[_Row]:
        top = head(self._headers.get(part, part))
        header = parse(top.part.name, cells_of(top.first, top.delimiter))
        columns, separate = header.columns, part in self._headers
        named = [(i, c.use) for i, c in enumerate(columns) if c.use not in (Use.PROPERTY, Use.IGNORE)]
        rest = [(i, c.name) for i, c in enumerate(columns) if c.use is Use.PROPERTY and c.name]
        mark = self._options.get("delimiter", top.delimiter)
        shape = Shape(mark, self._options.get("quote") or _quote(part, mark))
        found = records(part, self.shelf.findings, self.shelf.tick(stage), shape)
        if not separate:
            next(found, None)
        for number, cells in found:
            if len(cells) != len(columns):
                self.shelf.bad(part, number, Trouble.COLUMN_COUNT, f"{len(cells)} instead of {len(columns)}")
                continue
            others = {name: cells[i] for i, name in rest if cells[i]}
            if MORE in others:
                others |= unpacked(others.pop(MORE))
            yield _Row((part, number), {use: cells[i] for i, use in named}, others, header)


def _options(parts: Sequence[Part]) -> dict[str, str]:
    """Return what a call of the import tool, kept beside the tables, says of how they are written."""
    found: dict[str, str] = {}
    for part in parts:
        text = part.head(1 << 14).decode("utf-8", "replace")
        for name, *marks in _OPTION.findall(text):
            mark = "".join(marks)
            found.setdefault(name.lower(), "\t" if mark.lower() in ("\\t", "tab") else mark[:1])
    return found


def _quote(part: Part, delimiter: str) -> str:
    """Return the quote that cells begin with: the double one, unless a table has only single ones (BioCypher)."""
    begins = [cell[:1] for line in head(part).text.splitlines()[:200] for cell in line.split(delimiter)]
    return "'" if "'" in begins and '"' not in begins else '"'


def _spaced(id: str, space: str) -> str:
    """Return the id, within its id space if it has one: ids of two spaces may be the same."""
    text = id.strip()
    return f"{space}:{text}" if space and text and not text.startswith(f"{space}:") else text


def _from_name(part: Part) -> str:
    """Return what a table's name says its rows are: "nodes_Drug-part000.csv" → "Drug"."""
    name = _PART.sub("", part.stem)
    name = _FILE_WORDS.sub("", name)
    return "" if name.casefold() in ("nodes", "node", "edges", "relationships", "rels", "relations", "data") else name
