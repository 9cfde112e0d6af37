"""Who wrote a paper and where it stands: from papers.tsv into a graph, and out of it again."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgcore.errors import InputError
from kgcore.graph.embedded import EmbeddedGraph
from kgcore.graph.embedded.rows import open_rows
from kgcore.ingest.cells import read_citation
from kgcore.ingest.exporting import export_graph
from kgcore.ingest.formats import ExportTarget
from kgcore.ingest.importing import import_graph
from kgcore.ingest.merging import merge_graphs
from kgcore.ingest.report import ImportReport, RowTrouble
from kgcore.values.citation import UNKNOWN, Citation, group_name, is_author, name_parts, person_name
from tests.kgcore.graph.tables import contents, write

PLAIN = "id\ttitle\tjournal\tyear\turl\n"
HEAD = "id\ttitle\tjournal\tyear\turl\tauthors\tvolume\tissue\tpages\n"
KING = Citation(("King, Martin Luther, Jr", "The Study Group", "Wang, Wei", "Wang, Wei"), "12", "3 Pt 2", "115-120")
ROW = "\t".join(("PMID:2", "T", "J", "2001", "", *KING.cells()))


def graph(room: Path, papers: str, *, strict: bool = False) -> ImportReport:
    return asyncio.run(
        import_graph(write(room / "tables", papers=papers), room / "graph", embedder=None, strict=strict)
    )


def citations(folder: Path) -> dict[str, Citation]:
    with open_rows(folder) as rows:
        return {paper.id: paper.citation for paper in rows.papers()}


def tables_of(folder: Path) -> set[str]:
    (file,) = folder.glob("data-*/graph.sqlite")
    with closing(sqlite3.connect(file)) as db:
        return {name for (name,) in db.execute("SELECT name FROM sqlite_master")}


@pytest.mark.parametrize("url", ["", "https://x.org/1"])  # a block of plain rows, and rows that are read one by one
def test_papers_keep_who_wrote_them(tmp_path: Path, url: str) -> None:
    report = graph(tmp_path, f"{HEAD}{ROW}\nPMID:3\tT\tJ\t\t{url}\t\t\t\te7\nPMID:4\tT\tJ\t\t\t\t\t\t\n")
    assert not report.problems
    found = citations(tmp_path / "graph")
    assert (found["PMID:2"], found["PMID:3"], found["PMID:4"]) == (KING, Citation(pages="e7"), UNKNOWN)


def test_a_graph_that_knows_none_is_what_it_always_was_and_opens(tmp_path: Path) -> None:
    graph(tmp_path / "a", f"{PLAIN}PMID:2\tT\tJ\t2001\t\n")
    graph(tmp_path / "b", f"{HEAD}PMID:2\tT\tJ\t2001\t\t\t\t\t\n")
    assert "citations" not in tables_of(tmp_path / "a" / "graph")
    assert contents(tmp_path / "a" / "graph") == contents(tmp_path / "b" / "graph")

    async def look() -> None:
        opened = EmbeddedGraph.open(tmp_path / "a" / "graph")
        assert (await opened.papers(["PMID:2"]))["PMID:2"].citation == UNKNOWN
        assert [p.citation for p in await opened.search_papers("T")] == [UNKNOWN]
        await opened.close()

    asyncio.run(look())


@pytest.mark.parametrize("target", list(ExportTarget))
def test_every_export_gives_them_back(tmp_path: Path, target: ExportTarget) -> None:
    graph(tmp_path, f"{HEAD}{ROW}\nPMID:3\tT\tJ\t\t\t\t\t\te7\n")
    to = tmp_path / ("out.ttl" if target is ExportTarget.TURTLE else "out")
    export_graph(tmp_path / "graph", to, target)
    assert not asyncio.run(import_graph(to, tmp_path / "back", embedder=None)).problems
    assert citations(tmp_path / "back") == citations(tmp_path / "graph")


@pytest.mark.parametrize("target", [ExportTarget.KGX, ExportTarget.NEO4J])
def test_an_export_has_no_columns_for_what_no_paper_has(tmp_path: Path, target: ExportTarget) -> None:
    graph(tmp_path, f"{PLAIN}PMID:2\tT\tJ\t2001\t\n")
    export_graph(tmp_path / "graph", tmp_path / "out", target)
    (file,) = (tmp_path / "out").glob("papers.*")
    assert "authors" not in file.read_text(encoding="utf-8")


def test_graphs_that_are_joined_tell_what_any_of_them_knows(tmp_path: Path) -> None:
    graph(tmp_path / "a", f"{HEAD}PMID:2\tT\tJ\t2001\t\tDoe, Jo\t\t\t\n")
    graph(tmp_path / "b", f"{HEAD}{ROW}\n")
    folders = [tmp_path / name / "graph" for name in "ab"]
    asyncio.run(merge_graphs(folders, tmp_path / "both", embedder=None))
    assert citations(tmp_path / "both")["PMID:2"] == KING._replace(authors=("Doe, Jo",))


@pytest.mark.parametrize(
    ("column", "cell", "trouble"),
    [
        ("authors", "Smith, J; Jones, K", RowTrouble.BAD_AUTHORS),
        ("authors", "Smith J, Jones K, Lee P", RowTrouble.BAD_AUTHORS),
        ("authors", "Smith, J and Jones, K", RowTrouble.BAD_AUTHORS),
        ("authors", "Doe, Jo|Smith, J, Jones, K", RowTrouble.BAD_AUTHORS),
        ("authors", ", Jo", RowTrouble.BAD_AUTHORS),
        ("authors", "x" * 1001, RowTrouble.BAD_AUTHORS),
        ("volume", "v" * 61, RowTrouble.BAD_PLACE),
        ("issue", "i" * 61, RowTrouble.BAD_PLACE),
        ("pages", "115-120 " * 10, RowTrouble.BAD_PLACE),
    ],
)
def test_a_cell_that_cannot_be_read_is_listed_with_file_line_and_column(
    tmp_path: Path, column: str, cell: str, trouble: RowTrouble
) -> None:
    cells = {"authors": "Doe, Jo", "volume": "1", "issue": "2", "pages": "3"} | {column: cell}
    papers = f"{HEAD}{ROW}\nPMID:3\tT\tJ\t\t\t" + "\t".join(cells.values()) + "\n"
    report = graph(tmp_path, papers)
    ((where, found, detail),) = ((p.where, p.trouble, p.detail) for p in report.problems)
    assert (where, found, detail[:30]) == ("papers.tsv:3", trouble, f"{column}: {cell}"[:30])
    kept = citations(tmp_path / "graph")
    assert (kept["PMID:2"], [bool(value) for value in kept["PMID:3"]]) == (KING, [name != column for name in cells])
    with pytest.raises(InputError) as caught:
        graph(tmp_path / "strictly", papers, strict=True)
    assert caught.value.where == "papers.tsv:3"


@given(st.tuples(*(st.text("ab,;|. 1-–\u202ejrJR\t", max_size=30),) * 4))
def test_what_was_read_is_read_again(cells: tuple[str, ...]) -> None:
    read, bad = read_citation(cells)
    assert read_citation(read.cells()) == (read, ())
    assert Citation.of_cells(read.cells()) == read
    assert all(cells[Citation._fields.index(column)] == cell for column, cell in bad)


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("King, Martin Luther, Jr", ("King", "Martin Luther", "Jr")),
        ("Gates, William H., III", ("Gates", "William H.", "III")),
        ("de la Cruz, María", ("de la Cruz", "María")),
        ("Alzheimer's Disease Study Group", ("Alzheimer's Disease Study Group",)),
        ("Smith, J, Jones, K", ("Smith, J, Jones, K",)),
    ],
)
def test_a_name_has_its_parts(name: str, parts: tuple[str, ...]) -> None:
    assert name_parts(name) == parts


def test_names_from_elsewhere_become_such() -> None:
    assert person_name("King", "Martin", "Jr.") == "King, Martin, Jr."
    assert person_name("King", "", "Jr") == "King"
    assert person_name("King", "Martin", "MD") == "King, Martin"
    assert person_name("Smith, Jr", "A.") == "Smith Jr, A."
    assert is_author(group_name("Division of Cardiology, Department of Medicine, University"))
