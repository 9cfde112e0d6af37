"""KGX tables: nodes.tsv and edges.tsv, perhaps papers.tsv and predicates.tsv; also our own interchange folder.

Format: https://github.com/biolink/kgx/blob/master/specification/kgx-format.md
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from kgcore.errors import InputError
from kgcore.graph import is_imported
from kgcore.graph.denials import TRUTH
from kgcore.graph.embedded.rows import EdgeColumns, EdgeRow, GraphPaperRow, NodeRow, PaperColumns
from kgcore.ingest.biolink import is_qualified, with_qualifiers
from kgcore.ingest.cells import best_category, column_key, is_url, paper_id, publication_year, split_cell
from kgcore.ingest.files import SourceFile, is_own_file
from kgcore.ingest.formats import FileRole, FileSign, Format, RecognisedSource, column_sign
from kgcore.ingest.records import TSV
from kgcore.ingest.report import ImportStage, RowTrouble
from kgcore.ingest.source import GraphPapers, RawStatement, RawStatements, TableBlock, TableRow, TabularSource
from kgcore.ingest.text import FileHead, file_head
from kgcore.values.citation import Citation
from kgcore.values.model import Predicate
from kgcore.vocabulary.described import is_confirmed

_NODES = (
    *(("id",), ("category", "categories"), ("name",), ("synonym", "synonyms")),
    *(("xref", "xrefs", "same_as", "equivalent_identifiers"), ("description",)),
)
_EDGES = (
    *(("subject",), ("predicate",), ("object",), ("id",), ("negated",), ("publications", "publication")),
    *(("knowledge_source", "primary_knowledge_source", "provided_by"), ("sentences", "supporting_text"), ("note",)),
)
_PAPERS = (("id",), ("title",), ("journal",), ("year",), ("url",), *((name,) for name in Citation._fields))
_PREDICATES = (
    *(("predicate",), ("label",), ("symmetric",), ("inverse",), ("opposite",), ("implies",), ("phrases",)),
    ("confirmed",),
)


class KgxSource(TabularSource):
    """See `RowSource`."""

    def predicates(self) -> Iterator[Predicate]:
        """Yield the rows of predicates.tsv, if there is one."""
        described = set[str]()
        for row in self._rows(self.found.predicates, ImportStage.PREDICATES, _PREDICATES, required=1):
            name, label, symmetric, inverse, *lists, confirmed = (cell.strip() for cell in row.cells)
            if not is_confirmed(confirmed):
                continue
            if not name:
                self.report(row.at, RowTrouble.EMPTY_PREDICATE)
            elif name in described:
                self.report(row.at, RowTrouble.DUPLICATE_ID, name)
            else:
                described.add(name)
                is_symmetric = TRUTH.get(symmetric.casefold()) or False
                yield Predicate(name, label, is_symmetric, inverse, *map(split_cell, lists))

    def nodes(self) -> Iterator[NodeRow | None]:
        """Yield the rows of nodes.tsv."""
        for row in self._rows(self.found.nodes, ImportStage.NODES, _NODES, required=2):
            id, category, name, synonym, xref, about = row.cells
            kind = best_category(split_cell(category))
            names, xrefs = (cell.split("|") if cell else () for cell in (synonym, xref))
            yield self.node(
                row.at, id, name, kind, synonyms=names, xrefs=xrefs, description=about, extra=row.others, nameless=True
            )

    def papers(self) -> Iterator[GraphPaperRow | PaperColumns]:
        """Yield the rows of papers.tsv, if there is one."""
        for file in self.found.papers:
            for block in self.blocks(file, ImportStage.PAPERS, _PAPERS, required=1, dialect=TSV):
                ids, titles, journals, years, urls, *cited = block.columns
                plain = self.plain_papers(GraphPapers(ids, titles, journals, years, urls, cited))
                yield from self._single_papers(block) if plain is None else (plain,)

    def _single_papers(self, block: TableBlock) -> Iterator[GraphPaperRow]:
        for number, written, title, journal, when, url, *cited in zip(block.numbers, *block.columns, strict=True):
            at, id, year = (block.file, number), paper_id(written.strip()), publication_year(when.strip())
            if not id or self.has_paper(id):
                self.report(at, RowTrouble.DUPLICATE_ID if id else RowTrouble.BAD_PAPER_ID, written)
                continue
            if year is None:
                self.report(at, RowTrouble.BAD_YEAR, when)
            if url and not is_url(url):
                self.report(at, RowTrouble.BAD_URL, url)
            yield self.paper(id, title, journal, year or 0, url, self.citation(at, cited))

    def edges(self) -> Iterator[EdgeRow | EdgeColumns | None]:
        """Yield the rows of edges.tsv whose ends are nodes."""
        made = not any(column_key(name) == "id" for file in self.found.edges for name in file_head(file).cells)
        for file in self.found.edges:
            for block in self.blocks(file, ImportStage.EDGES, _EDGES, required=3, dialect=TSV):
                yield from self.statements(self._statements(block, made), made=made)

    def _statements(self, block: TableBlock, made: bool) -> RawStatements:
        subjects, predicates, objects, ids, negated, papers, sources, sentences, notes = block.columns
        mark = "row" if block.file is self.found.edges[0] else block.file.stem
        if not all(ids):
            ids = [id or f"{mark}:{number}" for id, number in zip(ids, block.numbers, strict=True)]
        if is_qualified(name for others in block.others if others for name in others):
            told = [with_qualifiers(p, others or {}) for p, others in zip(predicates, block.others, strict=True)]
            predicates = [predicate for predicate, _ in told]
            notes = ["; ".join(filter(None, both)) for both in zip(notes, (note for _, note in told), strict=True)]
        denied = {written: TRUTH.get(written.strip().casefold()) for written in set(negated)}

        def row(i: int) -> EdgeRow | None:
            said = RawStatement(
                subjects[i],
                predicates[i],
                objects[i],
                denied[negated[i]],
                papers[i].split("|") if papers[i] else (),
                sources[i].split("|") if sources[i] else (),
                sentences[i].split("|") if sentences[i] else (),
                notes[i],
                block.others[i],
                ids[i],
                negated[i],
            )
            return self.edge((block.file, block.numbers[i]), said, made=made)

        has_more = any(map(any, (sentences, notes, block.others)))
        every = zip(sentences, notes, block.others, strict=True)
        bare = [not any(parts) for parts in every] if has_more else (True,) * len(ids)
        truths = [denied[written] for written in negated]
        return RawStatements(subjects, predicates, objects, ids, truths, papers, sources, bare, row)

    def cited_id(self, written: str) -> str:
        """Return the id of a paper, or "": here bare digits are none."""
        return paper_id(written.strip())

    def _rows(
        self, files: tuple[SourceFile, ...], stage: ImportStage, wanted: tuple[tuple[str, ...], ...], *, required: int
    ) -> Iterator[TableRow]:
        for file in files:
            yield from self.rows(file, stage, wanted, required=required, dialect=TSV)


def _sign(head: FileHead) -> FileSign | None:
    if head.delimiter != "\t":
        return None
    if head.has("subject", "predicate", "object"):  # before nodes: relations have an id and a category, too
        return column_sign(head, FileRole.EDGES, "subject", "predicate", "object")
    nodes = next((n for n in ("category", "categories") if head.has("id", n)), "")
    if nodes:
        return column_sign(head, FileRole.NODES, *(("id", "name", nodes) if head.has("name") else ("id", nodes)))
    if head.has("predicate", "label") or head.has("predicate", "phrases"):
        return FileSign(FileRole.PREDICATES, "describes predicates")
    papers = head.has("id", "title") or head.file.stem.lower().endswith("papers")
    return FileSign(FileRole.PAPERS, "lists papers") if papers else None


def by_name(source: Path) -> RecognisedSource | None:
    """Take a folder with files named nodes and edges for KGX, whatever is in them: the reader says what is wrong.

    Raises InputError where one of the two is missing.
    """
    if not source.is_dir():
        return None
    names = {path.name.removesuffix(".gz") for path in source.iterdir()}
    if not names & {"nodes.tsv", "edges.tsv"} and not any(n.endswith(("_nodes.tsv", "_edges.tsv")) for n in names):
        return None
    found = {kind: _table(source, kind) for kind in ("nodes", "edges", "papers", "predicates")}
    if missing := " and ".join(f"{kind}.tsv" for kind in ("nodes", "edges") if not found[kind]):
        hint = "It is an imported graph: give it as --kg." if is_imported(source) else ""
        raise InputError(
            f"{source} has no {missing} (plain or .gz).",
            hint=hint or "Give a folder with nodes.tsv and edges.tsv, or a file of head<TAB>relation<TAB>tail lines.",
        )
    nodes, edges, papers, predicates = found.values()
    why = f"{nodes[0].name} and {edges[0].name} are named so"
    return RecognisedSource(FORMAT, why, nodes=nodes, edges=edges, papers=papers, predicates=predicates)


def _table(folder: Path, kind: str) -> tuple[SourceFile, ...]:
    """Return KIND.tsv or KIND.tsv.gz, or the only file whose name ends so, as KGX writes GRAPH_nodes.tsv."""
    for end in (".tsv", ".tsv.gz"):
        if is_own_file(folder / f"{kind}{end}"):
            return (SourceFile(folder / f"{kind}{end}"),)
    others = [path for end in (".tsv", ".tsv.gz") for path in folder.glob(f"*_{kind}{end}") if is_own_file(path)]
    return (SourceFile(others[0]),) if len(others) == 1 else ()


FORMAT = Format(
    name="kgx",
    title="KGX tables (TSV)",
    rank=90,
    needs="nodes.tsv (id name category …) and edges.tsv (subject predicate object …), tab-separated",
    both_needed=True,
    sign=_sign,
    by_name=by_name,
    read=KgxSource,
    shape=(
        "KGX tables, tab-separated: `id name category …` and `subject predicate object …`; columns in any order; lists"
        r" joined by `\|`. Also our own [interchange folder](../README.md#bring-your-own-graph) with `papers.tsv` and"
        " `predicates.tsv`"
    ),
    keeps=(
        "synonyms, `xref`, description, `negated`, `publications`, `primary_knowledge_source`, sentences; Biolink's"
        " qualifiers in predicate and note (“decreases the activity of”); other columns as properties; of papers"
        " `authors`, `volume`, `issue` and `pages`. `name` may be"
        " missing: the first synonym or else the id stands for it, and the report counts these"
    ),
)
