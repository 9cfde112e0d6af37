"""Tables made for Neo4j's bulk import: headers with :ID and :LABEL, or :START_ID, :END_ID and :TYPE.

Format: https://neo4j.com/docs/operations-manual/5/tools/neo4j-admin/neo4j-admin-import/#import-tool-header-format
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from kgcore.errors import InputError
from kgcore.graph.denials import TRUTH
from kgcore.graph.embedded.rows import EdgeRow, GraphPaperRow, NodeRow
from kgcore.ingest.cells import (
    MORE,
    NO_TYPE,
    PAPER_SPACE,
    PREDICATE_SPACE,
    best_category,
    column_key,
    paper_id,
    publication_year,
    read_properties,
)
from kgcore.ingest.files import SourceFile
from kgcore.ingest.formats import FileRole, FileSign, Format, Headers, RecognisedSource, Signed
from kgcore.ingest.records import Dialect, read_records, refuse_repeated_columns
from kgcore.ingest.report import Findings, ImportStage, Progress, RowTrouble
from kgcore.ingest.source import At, CheckedSource, RawStatement
from kgcore.ingest.text import FileHead, file_head, split_row
from kgcore.values.citation import Citation
from kgcore.values.model import Predicate

_ID = re.compile(r"(^|[^:]):ID(\(|\{|$)|:ID$")
_ENDS = re.compile(r":(START_ID|END_ID)(\(|$)")
_DATA = re.compile(r"[-_.]?(part)?[-_.]?\d*$", re.I)
_FIELD = re.compile(
    r"(?P<name>[^:]*)(:(?P<type>[A-Za-z_]+)(?P<list>\[\])?(\((?P<space>[^)]*)\))?(\{(?P<options>.*)\})?)?", re.DOTALL
)
_LABEL = re.compile(r"(?:^|,)\s*label\s*:\s*([^,]+)", re.I)
_OPTION = re.compile(r"--(delimiter|array-delimiter|quote)[= ](?:\"([^\"]+)\"|'([^']+)'|(\S+))", re.I)
_FILE_WORDS = re.compile(
    r"^(nodes?|rels?|relations?|relationships?|edges?)[-_.]|[-_.](nodes?|rels?|relationships?|edges?)$"
)
_PART = re.compile(r"[-_.]?part[-_.]?\d*$|[-_.]\d+$", re.I)


class Purpose(Enum):
    """What a column is for."""

    ID = "ID"
    LABEL = "LABEL"
    START = "START_ID"
    END = "END_ID"
    TYPE = "TYPE"
    IGNORE = "IGNORE"
    NAME = "name"
    SYNONYMS = "synonyms"
    XREFS = "xrefs"
    DESCRIPTION = "description"
    PUBLICATIONS = "publications"
    SENTENCES = "sentences"
    SOURCES = "sources"
    NEGATED = "negated"
    NOTE = "note"
    EDGE_ID = "id"
    PROPERTY = "property"


_SPECIAL = {
    use.value: use for use in (Purpose.ID, Purpose.LABEL, Purpose.START, Purpose.END, Purpose.TYPE, Purpose.IGNORE)
}
# Names of properties, the likeliest first, without case and underscores.
_NODE = {
    Purpose.NAME: "name|preferredname|displayname|preferredlabel|preferredterm|label|title|fullname|nodename",
    Purpose.SYNONYMS: "synonyms|synonym|aliases|alias|alternativenames|altnames|othernames",
    Purpose.XREFS: "xrefs|xref|dbxrefs|crossreferences|sameas|equivalentidentifiers",
    Purpose.DESCRIPTION: "description|definition|summary",
}
_EDGE = {
    Purpose.PUBLICATIONS: "publications|pmid|pmids|pubmed|pubmedid|pubmedids|publication|references|papers|literature",
    Purpose.SENTENCES: "sentences|sentence|supportingtext|evidencesentence|evidencetext",
    Purpose.SOURCES: "sources|source|primaryknowledgesource|knowledgesource|providedby|datasource|datasources",
    Purpose.NEGATED: "negated|isnegated|negation",
    Purpose.NOTE: "note",
    Purpose.EDGE_ID: "id|edgeid|relationshipid",
}


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its property's name, what it is for, whether it holds a list, the id space of an id, and the label
    that its options give: `uuid:ID(Person){label:Person}`.
    """

    name: str
    use: Purpose
    many: bool = False
    space: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class Header:
    """All columns of a table."""

    columns: tuple[Column, ...]

    def at(self, use: Purpose) -> int | None:
        """Return where the column of this use stands."""
        return next((i for i, c in enumerate(self.columns) if c.use is use), None)

    def space(self, use: Purpose) -> str:
        """Return the id space of a column."""
        at = self.at(use)
        return "" if at is None else self.columns[at].space

    @property
    def label(self) -> str:
        """The label that the id column's options give, or ""."""
        at = self.at(Purpose.ID)
        return "" if at is None else self.columns[at].label


def parse_header(file: str, cells: Sequence[str]) -> Header:
    """Return the columns of a header; raises InputError where a column stands twice or an end is missing."""
    refuse_repeated_columns(file, list(cells))
    fields = [_field(cell.strip()) for cell in cells]
    uses = {c.use for c in fields}
    relates = Purpose.START in uses or Purpose.END in uses
    if relates and not {Purpose.START, Purpose.END} <= uses:
        lacks = "END_ID" if Purpose.START in uses else "START_ID"
        raise InputError(f"has no :{lacks} column.", where=f"{file}:1", hint="Relationships need both ends.")
    if not relates and Purpose.ID not in uses:
        raise InputError("has no :ID column.", where=f"{file}:1", hint="Entities need one.")
    for use, names in (_EDGE if relates else _NODE).items():
        ranked = names.split("|")
        known = [column_key(c.name) if c.use is Purpose.PROPERTY else "" for c in fields]
        found = next((known.index(n) for n in ranked if n in known), None)
        if found is not None:
            fields[found] = Column(fields[found].name, use, fields[found].many)
    return Header(tuple(fields))


def _field(cell: str) -> Column:
    found = _FIELD.fullmatch(cell)
    if found is None:
        return Column(cell, Purpose.PROPERTY)
    kind = found["type"] or ""
    use = _SPECIAL.get(kind.upper(), Purpose.PROPERTY)
    if found["name"].casefold() == MORE:
        return Column(MORE, Purpose.PROPERTY)
    label = _LABEL.search(found["options"] or "")
    return Column(
        found["name"].strip(),
        use,
        bool(found["list"]) or use is Purpose.LABEL,
        (found["space"] or "").strip(),
        label[1].strip() if label else "",
    )


class _Row(NamedTuple):
    at: At
    cells: dict[Purpose, str]
    rest: dict[str, str]
    header: Header
    mark: str  # between the items of a list


class Neo4jSource(CheckedSource):
    """See `RowSource`."""

    def __init__(self, found: RecognisedSource, findings: Findings, progress: Progress) -> None:
        super().__init__(found, findings, progress)
        self._headers = dict(found.headers)
        self.options = _options(found.names)

    def predicates(self) -> Iterator[Predicate]:
        """Yield the predicates that our own export describes."""
        for file in self.found.predicates:
            for row in self._rows(file, ImportStage.PREDICATES):
                told = row.rest
                lists = [tuple(filter(None, told.get(k, "").split("|"))) for k in ("opposite", "implies", "phrases")]
                name = row.cells.get(Purpose.ID, "").strip()
                if name:
                    symmetric = told.get("symmetric", "") == "true"
                    yield Predicate(name, told.get("words", ""), symmetric, told.get("inverse", ""), *lists)

    def papers(self) -> Iterator[GraphPaperRow]:
        """Yield the papers of our own export."""
        for file in self.found.papers:
            for row in self._rows(file, ImportStage.PAPERS):
                id = paper_id(row.cells.get(Purpose.ID, ""))
                title, told = row.cells.get(Purpose.NAME, ""), row.rest
                if id and not self.has_paper(id):
                    year = publication_year(told.get("year", "")) or 0
                    url, cited = told.get("url", ""), [told.get(name, "") for name in Citation._fields]
                    yield self.paper(id, title, told.get("journal", ""), year, url, self.citation(row.at, cited))

    def nodes(self) -> Iterator[NodeRow | None]:
        """Yield the rows of the tables with :ID."""
        for file in self.found.nodes:
            kind = _from_name(file)
            for row in self._rows(file, ImportStage.NODES):
                id = _spaced(row.cells.get(Purpose.ID, ""), row.header.space(Purpose.ID))
                yield self.node(
                    row.at,
                    id,
                    row.cells.get(Purpose.NAME, "").strip() or id,
                    _type(row, kind),
                    synonyms=_list(row, Purpose.SYNONYMS),
                    xrefs=_list(row, Purpose.XREFS),
                    description=row.cells.get(Purpose.DESCRIPTION, ""),
                    extra=self.node_properties(row.rest, id),
                )

    def edges(self) -> Iterator[EdgeRow | None]:
        """Yield the rows of the tables with :START_ID and :END_ID; a table without :TYPE is named after it."""
        for file in self.found.edges:
            kind = _from_name(file) or "RELATED_TO"
            for row in self._rows(file, ImportStage.EDGES):
                truth = TRUTH.get(row.cells.get(Purpose.NEGATED, "").strip().casefold())
                if truth is None:
                    self.report(row.at, RowTrouble.BAD_NEGATED, row.cells[Purpose.NEGATED])
                else:
                    yield self.edge(row.at, _statement(row, kind, negated=truth))

    def node_properties(self, rest: dict[str, str], id: str) -> dict[str, str]:
        """Return the properties of an entity: all that have no other use."""
        return rest

    def array_mark(self, top: FileHead) -> str:
        """Return what stands between the items of a list."""
        return self.options.get("array-delimiter") or ("|" if top.delimiter == ";" else ";")

    def _rows(self, file: SourceFile, stage: ImportStage) -> Iterator[_Row]:
        top = file_head(self._headers.get(file, file))
        header = parse_header(top.file.name, split_row(top.first, top.delimiter))
        columns, separate = header.columns, file in self._headers
        named = [(i, c.use) for i, c in enumerate(columns) if c.use not in (Purpose.PROPERTY, Purpose.IGNORE)]
        rest = [(i, c.name) for i, c in enumerate(columns) if c.use is Purpose.PROPERTY and c.name]
        mark = self.options.get("delimiter", top.delimiter)
        dialect = Dialect(mark, self.options.get("quote") or _quote(file, mark))
        array_mark = self.array_mark(top)
        found = read_records(file, self.findings, self.advance(stage), dialect)
        if not separate:
            next(found, None)
        for number, cells in found:
            if len(cells) != len(columns):
                self.report((file, number), RowTrouble.COLUMN_COUNT, f"{len(cells)} instead of {len(columns)}")
                continue
            others = {name: cells[i] for i, name in rest if cells[i]}
            if MORE in others:
                others |= read_properties(others.pop(MORE))
            yield _Row((file, number), {use: cells[i] for i, use in named}, others, header, array_mark)


def _statement(row: _Row, kind: str, *, negated: bool) -> RawStatement:
    cells, header = row.cells, row.header
    return RawStatement(
        _spaced(cells.get(Purpose.START, ""), header.space(Purpose.START)),
        cells.get(Purpose.TYPE, "").strip() or kind,
        _spaced(cells.get(Purpose.END, ""), header.space(Purpose.END)),
        negated,
        _list(row, Purpose.PUBLICATIONS),
        _list(row, Purpose.SOURCES),
        _list(row, Purpose.SENTENCES),
        note=cells.get(Purpose.NOTE, ""),
        extra=row.rest,
        id=cells.get(Purpose.EDGE_ID, ""),
    )


def _type(row: _Row, kind: str) -> str:
    labels = [label.strip() for label in _list(row, Purpose.LABEL) if label.strip()]
    labels = labels or list(filter(None, [row.header.label]))
    own = next((label for label in labels if column_key(label) == column_key(kind)), "")
    return own or (best_category(labels) if labels else kind or NO_TYPE)


def _list(row: _Row, use: Purpose) -> Sequence[str]:
    cell = row.cells.get(use, "")
    at = row.header.at(use)
    if not cell or at is None:
        return ()
    if not row.header.columns[at].many and use is not Purpose.PUBLICATIONS:
        return (cell,)
    found = cell.split(row.mark)
    # a list of papers often stands in a plain string
    return re.split(r"[|;,\s]+", cell) if use is Purpose.PUBLICATIONS and len(found) == 1 and ":" not in cell else found


def _options(parts: Sequence[SourceFile]) -> dict[str, str]:
    """Return what a call of the import tool, kept beside the tables, says of how they are written."""
    found: dict[str, str] = {}
    for file in parts:
        text = file.head(1 << 14).decode("utf-8", "replace")
        for name, *marks in _OPTION.findall(text):
            mark = "".join(marks)
            found.setdefault(name.lower(), "\t" if mark.lower() in ("\\t", "tab") else mark[:1])
    return found


def _quote(file: SourceFile, delimiter: str) -> str:
    """Return the quote that cells begin with: the double one, unless a table has only single ones (BioCypher)."""
    begins = [cell[:1] for line in file_head(file).text.splitlines()[:200] for cell in line.split(delimiter)]
    return "'" if "'" in begins and '"' not in begins else '"'


def _spaced(id: str, space: str) -> str:
    """Return the id, within its id space if it has one: ids of two spaces may be the same."""
    text = id.strip()
    return f"{space}:{text}" if space and text and not text.startswith(f"{space}:") else text


def _from_name(file: SourceFile) -> str:
    """Return what a table's name says its rows are: "nodes_Drug-part000.csv" → "Drug"."""
    name = _PART.sub("", file.stem)
    name = _FILE_WORDS.sub("", name)
    return "" if name.casefold() in ("nodes", "node", "edges", "relationships", "rels", "relations", "data") else name


def table_sign(head: FileHead) -> FileSign | None:
    """Return what a table is by its header."""
    if "neo4j-admin" in head.text and "--" in head.text:
        return FileSign(FileRole.NAMES, "calls Neo4j's import")
    ends = [c for c in head.cells if _ENDS.search(c)]
    if len(ends) >= 2:
        return FileSign(FileRole.EDGES, f"has the columns {', '.join(ends)}")
    found = next((c for c in head.cells if _ID.search(c)), "")
    for space, role in ((PAPER_SPACE, FileRole.PAPERS), (PREDICATE_SPACE, FileRole.PREDICATES)):
        if f":ID({space})" in found:
            return FileSign(role, f"has the column {found}")
    return FileSign(FileRole.NODES, f"has the column {found}") if found else None


def arrange_headers(signed: Signed, heads: Sequence[FileHead]) -> tuple[Signed, Headers]:
    """Find the tables of headers that stand in files of their own: "Drug-header.csv" and "Drug-part000.csv"."""
    alone = {
        _table_name(h.file): (h, sign) for h, sign in signed if h.is_single_line and "header" in h.file.stem.lower()
    }
    if not alone:
        return signed, ()
    own = [(h, sign) for h, sign in signed if _table_name(h.file) not in alone or not h.is_single_line]
    taken = {h.file for h, _ in signed}
    pairs: list[tuple[SourceFile, SourceFile]] = []
    for h in heads:
        found = alone.get(_DATA.sub("", h.file.stem.lower())) or alone.get(h.file.stem.lower())
        if h.file not in taken and found:
            pairs.append((h.file, found[0].file))
            own.append((h, FileSign(found[1].role, f"has its header in {found[0].file.name}")))
    return own, tuple(pairs)


def _table_name(file: SourceFile) -> str:
    return re.sub(r"[-_.]?headers?$|^headers?[-_.]?", "", file.stem.lower())


FORMAT = Format(
    name="neo4j",
    title="Neo4j admin import CSV",
    rank=40,
    needs="CSV files with :ID columns and CSV files with :START_ID and :END_ID columns",
    both_needed=True,
    sign=table_sign,
    arrange=arrange_headers,
    read=Neo4jSource,
    shape=(
        "Neo4j's bulk import: `:ID`, `:LABEL`, `name:type` properties, id spaces `:ID(Group)`; `:START_ID`, `:END_ID`,"
        " `:TYPE`. Without `:TYPE` or `:LABEL` the file's name says it (`rels_TREATS.csv`)."
        " `uuid:ID(Group){label:Person}` gives the label where there is no `:LABEL`. Headers may lie in files of their"
        " own (`Drug-header.csv`, `Drug.csv`)"
    ),
    keeps=(
        "`name`, `synonyms`, `description`; `pmid:string[]`, `negated`, `source`, `sentence`; others as properties. Ids"
        " of a space become `Group:id`"
    ),
)
