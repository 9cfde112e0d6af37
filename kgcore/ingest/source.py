"""What the readers of all formats share: rows are tidied, checked against those before them, and entities numbered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from kgcore.errors import InputError
from kgcore.graph.embedded.rows import EdgeRow, GraphPaperRow, NodeRow
from kgcore.graph.embedded.spill import KeyNumbers
from kgcore.ingest.cells import (
    LONGEST_ID,
    LONGEST_NAME,
    LONGEST_TEXT,
    MORE,
    NO_TYPE,
    Dialect,
    cited_id,
    column_key,
    column_names,
    is_url,
    list_item,
    list_items,
    one_line,
    paper_url,
    properties_json,
    read_properties,
    read_records,
)
from kgcore.ingest.files import Advance, SourceFile
from kgcore.ingest.formats import RecognisedSource
from kgcore.ingest.known_papers import KnownPapers
from kgcore.ingest.report import Findings, ImportProgress, ImportStage, Progress, RowTrouble
from kgcore.ingest.text import file_head
from kgcore.values.model import Predicate

At = tuple[SourceFile, int]  # where a row stands: the file and the line, or the number of the item


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


class TableRow(NamedTuple):
    """One row: where it stands, the cells asked for ("" for a column that is not there), the others by name."""

    at: At
    cells: tuple[str, ...]
    others: dict[str, str]


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

    def papers(self) -> Iterator[GraphPaperRow]:
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
        kind = list_item(type).rpartition(":")[2].strip()[:LONGEST_ID]
        return NodeRow(id, name, kind or NO_TYPE, also, list_items(xrefs), about, properties_json(extra))

    def plain_edge(
        self,
        ends: tuple[str, str],
        predicate: str,
        id: str,
        negated: bool | None,
        cited: str,
        sources: str,
        *,
        made: bool,
    ) -> EdgeRow | None:
        """Return a statement whose cells are tidy as they are (`cited` are PMIDs, or ""); None where `edge` has to look
        more closely. Most rows of a large table are such, and it takes a quarter of the time.
        """
        s, o = self._numbers.get(ends[0]), self._numbers.get(ends[1])
        tidy = self._predicates.get(predicate)
        if not tidy or len(tidy) > LONGEST_ID or s is None or o is None or s == o or negated is None or self._described:
            return None
        if not made and (not id.isprintable() or not id.isascii() or len(id) > LONGEST_ID or id != id.strip()):
            return None
        if not made and id in self._edge_ids:
            return None
        papers = self._papers.cite_cell(cited) if cited else ((), 0)
        if papers is None:
            return None
        if not made:
            self._edge_ids.setdefault(id, 1)
        told = _source_cell(sources) if sources else ()
        return EdgeRow(id, s, tidy, o, negated, papers[0], told, (), "", "", papers[1])

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
        note = one_line(said.note)[:LONGEST_TEXT] if said.note else ""
        sources, extra = _sources(tuple(said.sources)), properties_json(said.extra) if said.extra else ""
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

    def paper(self, id: str, title: str, journal: str, year: int, url: str) -> GraphPaperRow:
        """Return a paper that stands in a file of its own; edges that cite it need not say more."""
        self._papers.add(id, year)
        return GraphPaperRow(
            id, one_line(title), one_line(journal), year, url if url and is_url(url) else paper_url(id)
        )

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


class TabularSource(CheckedSource):
    """A source whose files are tables with a header."""

    def rows(
        self,
        file: SourceFile,
        stage: ImportStage,
        wanted: Sequence[tuple[str, ...]],
        *,
        required: int = 0,
        quiet: bool = False,
        dialect: Dialect | None = None,
        header: Sequence[str] = (),
        skip: Callable[[list[str]], bool] | None = None,
    ) -> Iterator[TableRow]:
        """Yield the rows of a table; each column `wanted` has several names, of which the first that is there counts,
        and the first `required` columns must be there. `header` stands for a first row, `skip` says what is no row.

        Raises InputError where a column is missing or stands twice.
        """
        findings = Findings() if quiet else self.findings
        source = read_records(file, findings, self.advance(stage), dialect or Dialect(file_head(file).delimiter))
        names = header or column_names(file, source)
        width = len(names)
        at = _positions(file, names, wanted, required)
        pick, rest = itemgetter(*at), [(i, name) for i, name in enumerate(names) if i not in at and name]
        nothing = dict[str, str]()
        for number, cells in source:
            if skip is not None and skip(cells):
                continue
            if len(cells) != width:
                findings.add(f"{file.name}:{number}", RowTrouble.COLUMN_COUNT, f"{len(cells)} instead of {width}")
                continue
            others = {name: cells[i] for i, name in rest if cells[i].strip()} if rest else nothing
            if others and MORE in others:
                others |= read_properties(others.pop(MORE))
            cells.append("")
            yield TableRow((file, number), pick(cells), others)


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
def _source_cell(cell: str) -> tuple[str, ...]:
    return list_items(cell.split("|"))


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
