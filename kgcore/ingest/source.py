"""What the readers of all formats share: rows are tidied, checked against those before them, and entities numbered."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, TypedDict, Unpack

import numpy as np
from numpy.typing import NDArray

from kgcore.errors import InputError
from kgcore.graph.embedded.arrays import Ints
from kgcore.graph.embedded.known import Stamps
from kgcore.graph.embedded.rows import EdgeColumns, EdgeRow, GraphPaperRow, NodeRow, PaperColumns
from kgcore.graph.embedded.spill import KeyNumbers
from kgcore.ingest.cells import (
    LONGEST_ID,
    LONGEST_NAME,
    LONGEST_TEXT,
    MORE,
    NO_TYPE,
    cited_id,
    column_key,
    is_url,
    list_item,
    list_items,
    one_line,
    one_lines,
    properties_json,
    publication_year,
    read_citation,
    read_properties,
)
from kgcore.ingest.files import Advance, SourceFile, ignore_progress
from kgcore.ingest.formats import RecognisedSource
from kgcore.ingest.known_papers import CitedPmids, KnownPapers, read_pmids
from kgcore.ingest.records import Dialect, RecordReader, Skip, column_names, read_records
from kgcore.ingest.report import Findings, ImportProgress, ImportStage, Progress, RowTrouble
from kgcore.ingest.text import file_head
from kgcore.values.citation import UNKNOWN, Citation
from kgcore.values.model import Predicate, paper_url

At = tuple[SourceFile, int]  # where a row stands: the file and the line, or the number of the item
Wanted = Sequence[tuple[str, ...]]
_NOTHING: Mapping[str, str] = {}
_SHORTEST_RUN = 16  # rows: fewer are read one by one as quickly


class RawStatement(NamedTuple):
    """A relation as a format has it, before its ends are looked up.

    `negated` is None where it is neither true nor false; `polarity` is how it was written.
    """

    subject: str
    predicate: str
    object: str
    negated: bool | None = False
    publications: Sequence[str] = ()
    sources: Sequence[str] = ()
    sentences: Sequence[str] = ()
    note: str = ""
    extra: Mapping[str, str] | None = None
    id: str = ""
    polarity: str = ""


class RawStatements(NamedTuple):
    """Relations that follow each other as a format has them, column by column; `papers` and `sources` are cells.

    `bare` tells which have neither sentence nor note nor property, `row` returns one after a closer look.
    """

    subjects: Sequence[str]
    predicates: Sequence[str]
    objects: Sequence[str]
    ids: Sequence[str]
    negated: Sequence[bool | None]
    papers: Sequence[str]
    sources: Sequence[str]
    bare: Sequence[bool]
    row: Callable[[int], EdgeRow | None]


class _Tidy(NamedTuple):
    """Which of many statements can be taken as they are, their ends, what they cite, and what stands for their ids.

    `stamps` is None where the program made the ids.
    """

    plain: NDArray[np.bool_]
    subject: Ints
    object: Ints
    cited: CitedPmids
    stamps: Stamps | None


class GraphPapers(NamedTuple):
    """Papers as a table has them, column by column."""

    ids: Sequence[str]
    titles: Sequence[str]
    journals: Sequence[str]
    years: Sequence[str]
    urls: Sequence[str]
    citations: Sequence[Sequence[str]]  # the columns of `Citation`


class TableRow(NamedTuple):
    """One row: where it stands, the cells asked for ("" for a column that is not there), the others by name."""

    at: At
    cells: tuple[str, ...]
    others: Mapping[str, str]


class TableBlock(NamedTuple):
    """Rows that follow each other: the numbers of their lines, the columns asked for, the other cells of each row."""

    file: SourceFile
    numbers: Sequence[int]
    columns: tuple[Sequence[str], ...]
    others: Sequence[Mapping[str, str]]


class CheckedSource:
    """The part of a `RowSource` that all formats share. Files that give both entities and relations are read twice,
    the second time without finding the same faults again.
    """

    def __init__(self, found: RecognisedSource, findings: Findings, progress: Progress) -> None:
        self.found = found
        self.findings = findings
        self._progress = progress
        self._numbers = KeyNumbers()  # of the entities
        self._edge_ids = KeyNumbers()
        self._papers = KnownPapers()
        self._described: dict[str, GraphPaperRow] = {}
        self._predicates: dict[str, str] = {}  # as they are written → tidied

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

    def papers(self) -> Iterator[GraphPaperRow | PaperColumns]:
        """Yield papers that stand in a file of their own: none."""
        return iter(())

    def advance(self, stage: ImportStage) -> Advance:
        """Return what tells how far the reading is."""
        return lambda done, total: self._progress(ImportProgress(stage, done, total))

    def report(self, at: At, trouble: RowTrouble, detail: str = "") -> None:
        """List a bad row."""
        self.findings.add(f"{at[0].name}:{at[1]}", trouble, detail)

    def remark(self, words: str) -> None:
        """Count what is no fault."""
        self.findings.remarks[words] += 1

    def has_entity(self, id: str) -> bool:
        """Tell whether there is an entity of this id."""
        return id in self._numbers

    def node(
        self,
        at: At,
        id: str,
        name: str,
        type: str = "",
        *,
        synonyms: Sequence[str] = (),
        xrefs: Iterable[str] = (),
        description: str = "",
        extra: Mapping[str, str] | None = None,
        again: bool = False,
        nameless: bool = False,
    ) -> NodeRow | None:
        """Return the entity, or None where it cannot be used; with `again` a second row of an id is no fault, with
        `nameless` (KGX requires no name) its first synonym or else its id is its name, and it is counted.
        """
        id, name, about = one_line(id), one_line(name), one_line(description)
        unnamed = nameless and not name
        if unnamed:
            name = next(filter(None, map(one_line, synonyms)), id)
        also = tuple(s for s in list_items(synonyms) if s != name)
        trouble = _node_trouble(id, name, also, about)
        if trouble is None and id in self._numbers:
            if again:
                return None
            trouble = RowTrouble.DUPLICATE_ID
        if trouble is not None:
            self.report(at, trouble, id)
            return None
        self._numbers.setdefault(id, len(self._numbers))
        if unnamed:
            self.remark("entities without a name, called by their first synonym or else by their id")
        most = self.findings.caps.synonyms
        if len(also) > most:
            beyond = f"synonyms beyond the first {most:,} of one thing, left out (EVIGRAPH_MOST_SYNONYMS)"
            self.findings.remarks[beyond] += len(also) - most
        kind = self._cut(at, "type", list_item(type).rpartition(":")[2].strip(), LONGEST_ID) or NO_TYPE
        return NodeRow(id, name, kind, also[:most], list_items(xrefs), about, self._properties(at, extra))

    def _cut(self, at: At, what: str, text: str, most: int = LONGEST_TEXT) -> str:
        """Return a text as far as it may go; one that goes further is listed."""
        if len(text) <= most:
            return text
        self.report(at, RowTrouble.CUT, f"{what}: {len(text):,} characters, {most:,} kept")
        return text[:most]

    def _properties(self, at: At, extra: Mapping[str, str] | None) -> str:
        if extra and max(map(len, extra.values())) > LONGEST_TEXT:
            extra = {key: self._cut(at, key, one_line(text)) for key, text in extra.items()}
        return properties_json(extra)

    def statements(self, said: RawStatements, *, made: bool = False) -> Iterator[EdgeRow | EdgeColumns | None]:
        """Yield many statements in their order: those whose cells are tidy as they are together, which is far
        quicker, and the others one by one. With `made` their ids are such as no others can have.
        """
        tidy = self._tidy(said, made=made)
        changes = np.flatnonzero(np.diff(tidy.plain)) + 1
        for start, end in pairwise((0, *changes.tolist(), len(tidy.plain))):
            if tidy.plain[start] and end - start >= _SHORTEST_RUN:
                yield self._columns(said, tidy, slice(start, end))
            else:
                yield from map(said.row, range(start, end))

    def _tidy(self, said: RawStatements, *, made: bool) -> _Tidy:
        s, o = self._numbers.find(said.subjects), self._numbers.find(said.objects)
        for written in set(said.predicates) - self._predicates.keys():
            self._predicates[written] = one_line(written)
        usable = {p: 0 < len(self._predicates[p]) <= LONGEST_ID for p in set(said.predicates)}
        size = len(said.predicates)
        plain = (s >= 0) & (o >= 0) & (s != o) & np.fromiter(map(usable.get, said.predicates), bool, size)
        if None in said.negated:
            plain &= np.fromiter((negated is not None for negated in said.negated), bool, size)
        cited = read_pmids(said.papers)
        plain &= cited.good & np.asarray(said.bare, bool) & (not self._described)
        if made:
            return _Tidy(plain, s, o, cited, None)
        new, stamps = self._new_ids(said)
        return _Tidy(plain & new, s, o, cited, stamps)

    def _new_ids(self, said: RawStatements) -> tuple[NDArray[np.bool_], Stamps]:
        """Return which ids are tidy and stand only once, here and in what was read before; and what stands for all."""
        ids, together = said.ids, "".join(said.ids)
        new, stamps = self._edge_ids.unmarked(ids)
        if not (together.isascii() and together.isprintable() and " " not in together):
            ids = [one_line(id) for id in ids]
            new &= np.fromiter(map(operator.eq, ids, said.ids), bool, len(ids))
        lengths = np.fromiter(map(len, ids), np.int64, len(ids))
        new &= (lengths > 0) & (lengths <= LONGEST_ID)
        if len(set(ids)) < len(ids):
            times = Counter(ids)
            new &= np.fromiter((times[id] == 1 for id in ids), bool, len(ids))
        return new, stamps

    def _columns(self, said: RawStatements, tidy: _Tidy, at: slice) -> EdgeColumns:
        starts = tidy.cited.starts[at.start : at.stop + 1]
        years = self._papers.cite_pmids(tidy.cited.numbers[starts[0] : starts[-1]])
        papers, year = np.diff(starts), np.zeros(len(starts) - 1, np.int64)
        if len(years):
            year[papers > 0] = np.maximum.reduceat(years, (starts[:-1] - starts[0])[papers > 0])
        told = {cell: "|".join(list_items(cell.split("|"))) for cell in set(said.sources[at])}
        ids, nothing = said.ids[at], ("",) * len(papers)
        if tidy.stamps is not None:
            self._edge_ids.mark(tidy.stamps.where(at))
        return EdgeColumns(
            ids,
            tidy.subject[at],
            [self._predicates[written] for written in said.predicates[at]],
            tidy.object[at],
            np.array(said.negated[at], bool),
            said.papers[at],
            papers,
            [told[cell] for cell in said.sources[at]],
            *(nothing, nothing, nothing),
            year,
        )

    def edge(self, at: At, said: RawStatement, *, made: bool = False) -> EdgeRow | None:
        """Return the statement, or None where it cannot be used; of several faults the first is listed.

        With `made` its id is one that no other can have.
        """
        s, subject = self._end(said.subject)
        o, object_ = self._end(said.object)
        predicate = self._predicates.get(said.predicate)
        if predicate is None:
            predicate = self._predicates[said.predicate] = one_line(said.predicate)
        id = one_line(said.id) or f"{at[0].name}:{at[1]}"
        if s is None or o is None:
            missing = [end for end, number in ((subject, s), (object_, o)) if number is None]
            self.report(at, RowTrouble.DANGLING_ID if all(missing) else RowTrouble.EMPTY_ID, " ".join(missing))
            return None
        again = not made and id in self._edge_ids
        if not predicate or again or len(id) > LONGEST_ID or len(predicate) > LONGEST_ID:
            fault = RowTrouble.DUPLICATE_ID if again else RowTrouble.TOO_LONG
            self.report(at, fault if predicate else RowTrouble.EMPTY_PREDICATE, id if predicate else "")
            return None
        if said.negated is None:
            self.report(at, RowTrouble.BAD_NEGATED, said.polarity)
            return None
        if s == o:
            self.remark("relations of a node with itself, left out")
            return None
        if not made:
            self._edge_ids.setdefault(id, 1)
        papers, sentences = self._evidence(at, said) if said.publications else ((), ())
        year = max(map(self._year, papers)) if papers else 0
        note = self._cut(at, "note", one_line(said.note)) if said.note else ""
        sources, extra = _sources(tuple(said.sources)), self._properties(at, said.extra) if said.extra else ""
        return EdgeRow(id, s, predicate, o, said.negated, papers, sources, sentences, note, extra, year)

    def _end(self, written: str) -> tuple[int | None, str]:
        """Return the number of an entity, if there is one, and its id; most ids are tidy as they are."""
        number = self._numbers.get(written)
        if number is not None:
            return number, written
        id = one_line(written)
        return self._numbers.get(id), id

    def _evidence(self, at: At, said: RawStatement) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the good paper ids, each once, and the sentences in their order."""
        found: dict[str, str] = {}
        for n, written in enumerate(said.publications):
            id = written if written in self._papers else self.cited_id(written)
            if id:
                self._papers.cite(id)
                found[id] = found.get(id) or (list_item(said.sentences[n]) if n < len(said.sentences) else "")
            elif written.strip():
                self.report(at, RowTrouble.BAD_PAPER_ID, written)
        return tuple(found), tuple(found.values()) if any(found.values()) else ()

    def cited_id(self, written: str) -> str:
        """Return the id of a paper as this format writes it, or ""."""
        return cited_id(written)

    def _year(self, id: str) -> int:
        described = self._described.get(id)
        return described.year if described else self._papers.year(id)

    def describe_paper(self, id: str, title: str = "", journal: str = "", year: int = 0) -> None:
        """Remember what a source says of a paper that its relations cite."""
        good = cited_id(id)
        if good and good not in self._described:
            self._described[good] = GraphPaperRow(good, one_line(title), one_line(journal), year, paper_url(good))

    def paper(
        self, id: str, title: str, journal: str, year: int, url: str, citation: Citation = UNKNOWN
    ) -> GraphPaperRow:
        """Return a paper that stands in a file of its own; edges that cite it need not say more."""
        self._papers.add(id, year)
        place = url if url and is_url(url) else paper_url(id)
        return GraphPaperRow(id, one_line(title), one_line(journal), year, place, citation)

    def citation(self, at: At, cells: Sequence[str]) -> Citation:
        """Return what the cells of `Citation`'s columns say; those that cannot be read are listed and left empty."""
        citation, bad = read_citation(cells)
        for column, cell in bad:
            trouble = RowTrouble.BAD_AUTHORS if column == "authors" else RowTrouble.BAD_PLACE
            self.report(at, trouble, f"{column}: {cell}")
        return citation

    def plain_papers(self, rows: GraphPapers) -> PaperColumns | None:
        """Return papers of a file of their own that have tidy PMIDs, no addresses and no bad citations, each new and
        once; None where there are others among them, which `paper` has to take one by one.
        """
        pmids = read_pmids(rows.ids)
        years = {written: publication_year(written.strip()) for written in set(rows.years)}
        if not (pmids.good.all() and len(pmids.numbers) == len(rows.ids) == len(set(rows.ids))) or any(rows.urls):
            return None
        if None in years.values() or self._papers.have_pmids(pmids.numbers):
            return None
        cited = [(n, read_citation(cells)) for n, cells in enumerate(zip(*rows.citations, strict=True)) if any(cells)]
        if any(bad for _, (_, bad) in cited):
            return None
        dated = [years[written] or 0 for written in rows.years]
        self._papers.add_pmids(pmids.numbers, np.array(dated))
        journals = {written: one_line(written) for written in set(rows.journals)}
        citations = [(n, citation) for n, (citation, _) in cited]
        titles = one_lines(rows.titles)
        return PaperColumns(rows.ids, titles, [journals[written] for written in rows.journals], dated, citations)

    def has_paper(self, id: str) -> bool:
        """Tell whether a paper stood in a file of its own."""
        return id in self._papers

    def cited(self) -> Iterator[GraphPaperRow]:
        """Yield the papers that only edges name, with what has been told of them."""
        untold = 0
        for id in self._papers.only_cited():
            described = self._described.get(id)
            untold += described is None
            yield described or GraphPaperRow(id, url=paper_url(id))
        if untold:
            self.findings.remarks["cited papers that the source says nothing of"] = untold


class Reading(TypedDict, total=False):
    """How a table is read: the first `required` columns must be there, `quiet` finds no faults, `header` stands for a
    first row, `skip` says what is no row.
    """

    required: int
    quiet: bool
    dialect: Dialect
    header: Sequence[str]
    skip: Skip


class TabularSource(CheckedSource):
    """A source whose files are tables with a header."""

    def rows(self, file: SourceFile, stage: ImportStage, wanted: Wanted, **how: Unpack[Reading]) -> Iterator[TableRow]:
        """Yield the rows of a table one by one, otherwise as `blocks`."""
        for block in self.blocks(file, stage, wanted, **how):
            for number, *cells, others in zip(block.numbers, *block.columns, block.others, strict=True):
                yield TableRow((file, number), tuple(cells), others)

    def blocks(
        self, file: SourceFile, stage: ImportStage, wanted: Wanted, **how: Unpack[Reading]
    ) -> Iterator[TableBlock]:
        """Yield the rows of a table; each column `wanted` has several names, of which the first that is there counts.

        Raises InputError where a column is missing or stands twice.
        """
        findings = Findings() if how.get("quiet") else self.findings
        dialect = how.get("dialect") or Dialect(file_head(file).delimiter)
        names = how.get("header") or column_names(file, read_records(file, Findings(), ignore_progress, dialect))
        at = _positions(file, names, wanted, how.get("required", 0))
        rest = [(i, name) for i, name in enumerate(names) if i not in at and name]
        reader = RecordReader(file, findings, self.advance(stage), dialect)
        titles = 0 if "header" in how else 1  # rows that are none
        for numbers, columns in reader.columns(len(names), how.get("skip")):
            lines, cells = numbers[titles:], [column[titles:] for column in columns]
            others = _others(rest, cells) if rest else [_NOTHING] * len(lines)
            titles, every = 0, [*cells, ("",) * len(lines)]
            if lines:
                yield TableBlock(file, lines, tuple(every[i] for i in at), others)


def _others(rest: Sequence[tuple[int, str]], columns: Sequence[Sequence[str]]) -> list[Mapping[str, str]]:
    """Return the further cells of each row by the names of their columns, without empty ones."""
    rows = zip(*(columns[i] for i, _ in rest), strict=True)
    names = [name for _, name in rest]
    found = [{name: cell for name, cell in zip(names, cells, strict=True) if cell.strip()} for cells in rows]
    return [row | read_properties(row.pop(MORE)) if MORE in row else row for row in found]


def _positions(
    file: SourceFile, names: Sequence[str], wanted: Sequence[tuple[str, ...]], required: int
) -> tuple[int, ...]:
    """Return where each column stands; one past the last cell for those that are not there."""
    keys = [column_key(name) for name in names]
    found = [next((keys.index(k) for k in map(column_key, aliases) if k in keys), len(keys)) for aliases in wanted]
    for aliases, position in zip(wanted[:required], found, strict=False):
        if position == len(keys):
            needed = ", ".join(names[0] for names in wanted[:required])
            raise InputError(f"has no column {aliases[0]!r}.", where=f"{file.name}:1", hint=f"It needs {needed}.")
    return tuple(found)


@lru_cache(maxsize=1024)
def _sources(written: tuple[str, ...]) -> tuple[str, ...]:
    return list_items(written)


def _node_trouble(id: str, name: str, synonyms: tuple[str, ...], description: str) -> RowTrouble | None:
    if not id:
        return RowTrouble.EMPTY_ID
    if not name:
        return RowTrouble.EMPTY_NAME
    too_long = len(id) > LONGEST_ID or len(name) > LONGEST_NAME or len(description) > LONGEST_TEXT
    return RowTrouble.TOO_LONG if too_long or any(len(s) > LONGEST_NAME for s in synonyms) else None
