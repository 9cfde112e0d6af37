"""What an import takes, what it leaves out and says so, and what stays when it fails."""

from __future__ import annotations

import asyncio
import json
import stat
import zipfile
from pathlib import Path

import numpy as np
import pytest

from kgcore.errors import EvigraphError, GraphError, InputError, ModelRefused
from kgcore.graph.embedded import EmbeddedGraph
from kgcore.ingest.importing import fingerprint, import_graph
from kgcore.ingest.report import Caps, ImportProgress, ImportReport, ImportStage, RowTrouble
from kgcore.values.model import Edge
from tests.kgcore.graph.tables import EDGES, NODES, PAPERS, TABLES, LetterEmbedder, RefusingEmbedder, contents, write


async def take(tmp_path: Path, strict: bool = False, /, **tables: str) -> ImportReport:
    source = write(tmp_path / "tables", **tables)
    return await import_graph(source, tmp_path / "graph", embedder=None, strict=strict)


async def edges(tmp_path: Path, *pairs: tuple[str, str]) -> list[Edge]:
    graph = EmbeddedGraph.open(tmp_path / "graph")
    try:
        return [edge for found in (await graph.edges_between(pairs)).values() for edge in found]
    finally:
        await graph.close()


def troubles(report: ImportReport) -> list[tuple[str, RowTrouble]]:
    return [(p.where, p.trouble) for p in report.problems]


async def test_a_clean_folder_is_taken_whole(tmp_path: Path) -> None:
    report = await take(tmp_path)
    assert (report.entities, report.relations, report.papers, report.bad) == (8, 9, 4, 0)
    assert dict(report.remarks)["cited papers that the source says nothing of"] == 1


async def test_gzip_gives_the_same_graph(tmp_path: Path) -> None:
    await import_graph(write(tmp_path / "a" / "kg"), tmp_path / "plain", embedder=None)
    await import_graph(write(tmp_path / "b" / "kg", True), tmp_path / "zipped", embedder=None)
    assert contents(tmp_path / "plain") == contents(tmp_path / "zipped")


async def test_importing_again_changes_nothing(tmp_path: Path) -> None:
    await take(tmp_path)
    before = contents(tmp_path / "graph")
    await take(tmp_path)
    assert contents(tmp_path / "graph") == before


async def test_importing_something_else_replaces_the_graph_entirely(tmp_path: Path) -> None:
    await take(tmp_path)
    before = set(contents(tmp_path / "graph"))
    await take(tmp_path, edges="\n".join(EDGES.splitlines()[:3]) + "\n")
    assert (await edges(tmp_path, ("D:2", "D:3"))) == []
    assert len(set(contents(tmp_path / "graph")) & before) == 3  # the manifest and the two reports


async def test_columns_may_stand_in_any_order_and_others_are_kept(tmp_path: Path) -> None:
    inverted = "\n".join("\t".join(reversed(line.split("\t"))) for line in EDGES.splitlines()) + "\n"
    await take(tmp_path, edges=inverted)
    graph = EmbeddedGraph.open(tmp_path / "graph")
    edge = (await graph.edges_between([("D:1", "X:1")]))["D:1", "X:1"][0]
    await graph.close()
    assert (edge.id, edge.note, edge.sentences) == ("E1", "a note", ("First.", "Second."))


async def test_a_byte_order_mark_and_windows_line_ends_are_no_fault(tmp_path: Path) -> None:
    report = await take(tmp_path, nodes="\ufeff" + NODES.replace("\n", "\r\n"))
    assert (report.entities, report.bad) == (8, 0)


async def test_biolink_categories_lose_their_prefix_and_the_vague_ones(tmp_path: Path) -> None:
    row = "B:1\taspirin\tbiolink:NamedThing|biolink:SmallMolecule|biolink:ChemicalEntity\t\t\t\n"
    await take(tmp_path, nodes=NODES + row)
    graph = EmbeddedGraph.open(tmp_path / "graph")
    assert (await graph.entities(["B:1"]))["B:1"].type == "SmallMolecule"
    await graph.close()


BAD_ROWS = {
    "nodes": [
        ("D:1\tagain\tDrug\t\t\t", RowTrouble.DUPLICATE_ID),
        ("\tnobody\tDrug\t\t\t", RowTrouble.EMPTY_ID),
        ("D:9\ttoo few", RowTrouble.COLUMN_COUNT),
        ("D:9\tbell \a\tDrug\t\t\t", RowTrouble.CONTROL_CHARACTER),
        ("D:9\tnull \0\tDrug\t\t\t", RowTrouble.CONTROL_CHARACTER),
        ("D:9\tturned \u202e\tDrug\t\t\t", RowTrouble.CONTROL_CHARACTER),
        (f"D:9\t{'long ' * 1000}\tDrug\t\t\t", RowTrouble.TOO_LONG),
    ],
    "edges": [
        ("E1\tD:2\tTREATS\tX:2\tfalse\t\t\t\t\t", RowTrouble.DUPLICATE_ID),
        ("F1\tD:2\tTREATS\tX:99\tfalse\t\t\t\t\t", RowTrouble.DANGLING_ID),
        ("F1\tD:2\t\tX:1\tfalse\t\t\t\t\t", RowTrouble.EMPTY_PREDICATE),
        ("F1\tD:2\tTREATS\tX:1\tperhaps\t\t\t\t\t", RowTrouble.BAD_NEGATED),
        ("F1\t\tTREATS\tX:1\tfalse\t\t\t\t\t", RowTrouble.EMPTY_ID),
    ],
    "papers": [
        ("ISBN:1\t\t\t\t\t\t\t\t", RowTrouble.BAD_PAPER_ID),
        ("PMID:1\t\t\t\t\t\t\t\t", RowTrouble.DUPLICATE_ID),
    ],
}
CASES = [(table, row, trouble) for table, rows in BAD_ROWS.items() for row, trouble in rows]


@pytest.mark.parametrize(
    ("table", "row", "trouble"), CASES, ids=[f"{t}-{x.name}-{i}" for i, (t, _, x) in enumerate(CASES)]
)
async def test_a_bad_row_is_left_out_and_listed_with_its_line(
    tmp_path: Path, table: str, row: str, trouble: RowTrouble
) -> None:
    report = await take(tmp_path, **{table: f"{TABLES[table]}{row}\n"})
    line = TABLES[table].count("\n") + 1
    assert troubles(report) == [(f"{table}.tsv:{line}", trouble)]
    assert (report.entities, report.relations, report.papers) == (8, 9, 4)


@pytest.mark.parametrize(("table", "row", "trouble"), CASES[::3], ids=[t.name for _, _, t in CASES[::3]])
async def test_strict_stops_at_the_first_bad_row_and_names_it(
    tmp_path: Path, table: str, row: str, trouble: RowTrouble
) -> None:
    with pytest.raises(InputError) as caught:
        await take(tmp_path, True, **{table: f"{TABLES[table]}{row}\n"})
    assert caught.value.where == f"{table}.tsv:{TABLES[table].count(chr(10)) + 1}"
    assert trouble.value in str(caught.value)
    assert not (tmp_path / "graph").exists()


async def test_broken_utf8_costs_its_row_only(tmp_path: Path) -> None:
    source = write(tmp_path / "tables")
    with (source / "nodes.tsv").open("ab") as file:
        file.write(b"D:8\tcaf\xe9\tDrug\t\t\t\nD:9\tcaf\xc3\xa9\tDrug\t\t\t\n")
    report = await import_graph(source, tmp_path / "graph", embedder=None)
    assert troubles(report) == [("nodes.tsv:10", RowTrouble.BROKEN_UTF8)]
    assert report.entities == 9


async def test_a_bad_cell_costs_the_cell_and_not_the_row(tmp_path: Path) -> None:
    papers = PAPERS + "PMID:4\tA title\tA journal\tlast year\tjavascript:alert(1)\tA, B; C, D\t\t\t1\n"
    report = await take(tmp_path, papers=papers, edges=EDGES + "F1\tD:2\tTREATS\tX:3\tfalse\tPMID:4|no id\t\ta|b\t\t\n")
    assert {t for _, t in troubles(report)} == {
        *(RowTrouble.BAD_YEAR, RowTrouble.BAD_URL, RowTrouble.BAD_PAPER_ID, RowTrouble.BAD_AUTHORS)
    }
    graph = EmbeddedGraph.open(tmp_path / "graph")
    paper = (await graph.papers(["PMID:4"]))["PMID:4"]
    edge = (await graph.edges_between([("D:2", "X:3")]))["D:2", "X:3"][0]
    await graph.close()
    assert (paper.year, paper.url) == (None, "https://pubmed.ncbi.nlm.nih.gov/4/")
    assert (edge.publications, edge.sentences) == (("PMID:4",), ("a",))


async def test_rows_that_say_the_same_become_one_edge_with_all_papers(tmp_path: Path) -> None:
    again = "F1\tD:1\tTREATS\tX:1\tfalse\tPMID:2|PMID:3\tsecond\tOther.|Third.\t\t\n"
    report = await take(tmp_path, edges=EDGES + again)
    assert (report.relations, report.bad) == (9, 0)
    assert dict(report.remarks)["rows that say the same as another, joined with it"] == 1
    edge = next(e for e in await edges(tmp_path, ("D:1", "X:1")) if e.id == "E1")
    assert edge.publications == ("PMID:1", "PMID:2", "PMID:3")
    assert edge.sentences == ("First.", "Second.", "Third.")
    assert edge.sources == ("hand", "second")


async def test_a_relation_of_a_node_with_itself_is_left_out_with_a_remark(tmp_path: Path) -> None:
    report = await take(tmp_path, True, edges=EDGES + "F1\tD:1\tTREATS\tD:1\tfalse\t\t\t\t\t\n")
    assert (report.relations, dict(report.remarks)["relations of a node with itself, left out"]) == (9, 1)


async def test_the_list_of_problems_is_cut_and_the_counts_are_not(tmp_path: Path) -> None:
    rows = "".join(f"F{i}\tD:1\tTREATS\tgone\tfalse\t\t\t\t\t\n" for i in range(1500))
    report = await take(tmp_path, edges=EDGES + rows)
    assert (report.bad, len(report.problems)) == (1500, 1000)
    assert "… and 500 more" in (tmp_path / "graph" / "import-report.txt").read_text()


async def test_the_report_beside_the_graph_says_where_and_why(tmp_path: Path) -> None:
    await take(tmp_path, nodes=NODES + "D:1\tagain\tDrug\t\t\t\n")
    report = json.loads((tmp_path / "graph" / "import-report.json").read_text())
    assert report["problems"] == [
        {"where": "nodes.tsv:10", "reason": "duplicate_id", "words": RowTrouble.DUPLICATE_ID.value, "detail": "D:1"}
    ]
    assert "nodes.tsv:10" in (tmp_path / "graph" / "import-report.txt").read_text()


@pytest.mark.parametrize(
    ("table", "column"),
    [("nodes", "category"), ("nodes", "id"), ("edges", "subject"), ("edges", "predicate"), ("papers", "id")],
)
async def test_a_missing_column_is_named(tmp_path: Path, table: str, column: str) -> None:
    first, rest = TABLES[table].split("\n", 1)
    header = "\t".join("other" if cell == column else cell for cell in first.split("\t"))
    with pytest.raises(InputError, match=f"{table}.tsv:1: has no column '{column}'"):
        await take(tmp_path, **{table: f"{header}\n{rest}"})


@pytest.mark.parametrize("table", ["nodes", "edges"])
async def test_a_missing_table_is_named(tmp_path: Path, table: str) -> None:
    with pytest.raises(InputError, match=f"no {table}.tsv"):
        await take(tmp_path, **{table: ""})


async def test_nodes_and_edges_are_enough(tmp_path: Path) -> None:
    report = await take(tmp_path, papers="", predicates="")
    assert (report.relations, report.papers) == (9, 4)
    assert EmbeddedGraph.open(tmp_path / "graph").described == frozenset()


async def test_a_source_without_any_entity_leaves_the_old_graph(tmp_path: Path) -> None:
    await take(tmp_path)
    before = contents(tmp_path / "graph")
    with pytest.raises(InputError, match="no entity"):
        await take(tmp_path, nodes="id\tname\tcategory\n\t\t\n")
    assert contents(tmp_path / "graph") == before


async def test_headerless_triples_become_a_graph(tmp_path: Path) -> None:
    path = tmp_path / "facts.tsv"
    path.write_text("vitamin_c\tprevents\tscurvy\nDrug::aspirin\ttreats\theadache\nbad line\n\n", encoding="utf-8")
    report = await import_graph(path, tmp_path / "graph", embedder=None)
    assert (report.name, report.entities, report.relations) == ("facts", 4, 2)
    assert troubles(report) == [("facts.tsv:3", RowTrouble.COLUMN_COUNT)]
    graph = EmbeddedGraph.open(tmp_path / "graph")
    found = await graph.entities(["vitamin_c", "Drug::aspirin"])
    await graph.close()
    assert (found["vitamin_c"].name, found["vitamin_c"].synonyms) == ("vitamin c", ("vitamin_c",))
    assert (found["Drug::aspirin"].name, found["Drug::aspirin"].type) == ("aspirin", "Drug")


async def test_bare_triples_have_the_types_that_their_relations_name(tmp_path: Path) -> None:
    path = tmp_path / "facts.txt"
    rows = ("colic\thas_symptom\tcramp", "cramp\tpossible_disease\tcolic", "colic\tneed_medication\tzornal",
            "colic\tneed_medical_test\tx-ray", "x-ray\tcan_check_disease\tcolic", "zornal\tslows\tgut")  # fmt: skip
    path.write_text("\n".join(rows), encoding="utf-8")
    await import_graph(path, tmp_path / "graph", embedder=None)
    graph = EmbeddedGraph.open(tmp_path / "graph")
    found = await graph.entities(["colic", "cramp", "zornal", "x-ray", "gut"])
    await graph.close()
    types = {"colic": "Disease", "cramp": "Symptom", "zornal": "Medication", "x-ray": "MedicalTest", "gut": "Thing"}
    assert {id: e.type for id, e in found.items()} == types


async def test_a_failing_embedder_leaves_the_old_graph_and_no_rubbish(tmp_path: Path) -> None:
    await take(tmp_path)
    before = contents(tmp_path / "graph")
    source = write(tmp_path / "tables", edges=EDGES.replace("E9", "E10"))
    with pytest.raises(ModelRefused):
        await import_graph(source, tmp_path / "graph", embedder=RefusingEmbedder())
    assert contents(tmp_path / "graph") == before


async def test_a_failed_first_import_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(ModelRefused):
        await import_graph(write(tmp_path / "tables"), tmp_path / "graph", embedder=RefusingEmbedder())
    assert not (tmp_path / "graph").exists()


async def test_a_cancelled_import_cleans_up(tmp_path: Path) -> None:
    began = asyncio.Event()
    loop = asyncio.get_running_loop()

    def progress(state: ImportProgress) -> None:
        loop.call_soon_threadsafe(began.set)

    source = write(tmp_path / "tables")
    task = asyncio.create_task(import_graph(source, tmp_path / "graph", embedder=LetterEmbedder(), progress=progress))
    await began.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not list((tmp_path / "graph").glob("building-*")) if (tmp_path / "graph").exists() else True


async def test_what_a_crash_left_behind_is_swept_away(tmp_path: Path) -> None:
    await take(tmp_path)
    before = contents(tmp_path / "graph")
    for name in ("building-1", "data-0123456789abcdef"):
        (tmp_path / "graph" / name).mkdir()
        (tmp_path / "graph" / name / "graph.sqlite").write_bytes(b"half")
    await take(tmp_path)
    assert contents(tmp_path / "graph") == before


async def test_a_folder_with_other_things_is_not_touched(tmp_path: Path) -> None:
    (tmp_path / "graph").mkdir()
    (tmp_path / "graph" / "thesis.txt").write_text("mine")
    with pytest.raises(InputError, match="thesis"):
        await take(tmp_path)
    assert contents(tmp_path / "graph") == {"thesis.txt": b"mine"}


async def test_the_source_is_never_the_place(tmp_path: Path) -> None:
    source = write(tmp_path / "tables")
    for to in (source, source / "inside"):
        with pytest.raises(InputError, match="source"):
            await import_graph(source, to, embedder=None)


async def test_a_second_import_at_the_same_time_is_refused(tmp_path: Path) -> None:
    source, refused = write(tmp_path / "tables"), []

    def intrude(state: ImportProgress) -> None:
        if state.stage is ImportStage.INDEX:
            try:
                asyncio.run(import_graph(source, tmp_path / "graph", embedder=None))
            except GraphError as error:
                refused.append(str(error))

    await import_graph(source, tmp_path / "graph", embedder=None, progress=intrude)
    assert len(refused) == 1
    assert "Another import" in refused[0]


async def test_progress_tells_every_stage(tmp_path: Path) -> None:
    seen: list[ImportProgress] = []
    source = write(tmp_path / "tables")
    await import_graph(source, tmp_path / "graph", embedder=None, progress=seen.append)
    assert list(dict.fromkeys(p.stage for p in seen)) == list(ImportStage)
    assert all(p.done <= p.total for p in seen if p.total)


async def test_a_source_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="There is no"):
        await import_graph(tmp_path / "nowhere", tmp_path / "graph", embedder=None)
    with pytest.raises(InputError, match="There is no"):
        fingerprint(tmp_path / "nowhere")


async def test_a_gzip_file_that_is_cut_short_is_an_error_that_names_it(tmp_path: Path) -> None:
    source = write(tmp_path / "tables", True)
    whole = (source / "edges.tsv.gz").read_bytes()
    (source / "edges.tsv.gz").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(InputError, match="edges"):
        await import_graph(source, tmp_path / "graph", embedder=None)


def test_the_fingerprint_follows_the_files_and_the_settings(tmp_path: Path) -> None:
    source = write(tmp_path / "tables")
    first = fingerprint(source)
    assert fingerprint(source) == first != fingerprint(source, "other model")
    (source / "papers.tsv").write_text(PAPERS + "PMID:7\t\t\t\t\t\t\t\t\n", encoding="utf-8")
    assert fingerprint(source) != first


async def test_provenance_is_kept_as_text(tmp_path: Path) -> None:
    source = write(tmp_path / "tables")
    (source / "README.md").write_text("# From a page\x1b[31m\n", encoding="utf-8")
    await import_graph(source, tmp_path / "graph", embedder=None)
    assert EmbeddedGraph.open(tmp_path / "graph").info.provenance == "# From a page[31m"


async def test_every_failure_is_one_of_ours(tmp_path: Path) -> None:
    (tmp_path / "graph").write_text("a file")
    with pytest.raises(EvigraphError):
        await take(tmp_path)


@pytest.mark.parametrize("length", [0, 1])
async def test_a_damaged_graph_is_replaced_by_a_good_one(tmp_path: Path, length: int) -> None:
    """Also one whose files have the right lengths and the wrong bytes."""
    await take(tmp_path)
    before = contents(tmp_path / "graph")
    for path, content in before.items():
        if path.endswith(".npy"):
            (tmp_path / "graph" / path).write_bytes(b"x" * len(content) * length)
    with pytest.raises(ModelRefused):
        await import_graph(tmp_path / "tables", tmp_path / "graph", embedder=RefusingEmbedder())
    await take(tmp_path)
    assert contents(tmp_path / "graph") == before


async def test_links_inside_a_folder_are_not_followed(tmp_path: Path) -> None:
    source, secret = write(tmp_path / "kg"), tmp_path / "secret.txt"
    secret.write_text("the operator's own")
    outside = write(tmp_path / "outside")
    (source / "README.md").symlink_to(secret)
    (source / "more").symlink_to(outside, target_is_directory=True)
    (source / "nodes.csv").symlink_to(outside / "nodes.tsv")
    await import_graph(source, tmp_path / "graph", embedder=None)
    graph = EmbeddedGraph.open(tmp_path / "graph")
    await graph.close()
    assert "operator" not in graph.info.provenance


@pytest.mark.parametrize("name", ["nodes.tsv", "edges.tsv"])
async def test_a_table_that_is_a_link_is_missing(tmp_path: Path, name: str) -> None:
    source = write(tmp_path / "kg")
    (source / name).rename(tmp_path / name)
    (source / name).symlink_to(tmp_path / name)
    with pytest.raises(InputError, match=name):
        await import_graph(source, tmp_path / "graph", embedder=None)


@pytest.mark.parametrize("name", ["papers.tsv", "predicates.tsv", "withdrawn.json"])
async def test_what_may_be_left_out_is_not_read_through_a_link(tmp_path: Path, name: str) -> None:
    source, outside = write(tmp_path / "kg"), tmp_path / "outside"
    texts = {
        "papers.tsv": PAPERS.replace("The Journal", "SECRET"),
        "predicates.tsv": "predicate\tlabel\nTREATS\tSECRET\n",
    }
    outside.write_text(texts.get(name, '["SECRET"]'))
    for linked in (True, False):  # as a file of its own it is read
        (source / name).unlink(missing_ok=True)
        if linked:
            (source / name).symlink_to(outside)
        else:
            (source / name).write_text(outside.read_text())
        await import_graph(source, tmp_path / "graph", embedder=None)
        assert any(b"SECRET" in content for content in contents(tmp_path / "graph").values()) is not linked


async def test_a_folder_of_links_says_that_they_are_not_followed(tmp_path: Path) -> None:
    (tmp_path / "kg").mkdir()
    for file in write(tmp_path / "outside").iterdir():
        (tmp_path / "kg" / file.name).symlink_to(file)
    with pytest.raises(InputError, match="not followed"):
        await import_graph(tmp_path / "kg", tmp_path / "graph", embedder=None)


async def test_links_inside_a_zip_are_left_out(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "kg.zip", "w") as archive:
        for file in write(tmp_path / "kg").iterdir():
            archive.write(file, file.name)
        link = zipfile.ZipInfo("README.md")
        link.create_system, link.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
    await import_graph(tmp_path / "kg.zip", tmp_path / "graph", embedder=None)
    graph = EmbeddedGraph.open(tmp_path / "graph")
    await graph.close()
    assert "passwd" not in graph.info.provenance


@pytest.mark.parametrize(
    ("table", "row", "said"),
    [
        ("edges", f"F1\tD:2\tTREATS\tX:2\tfalse\t\t\t\t{'n' * 150_000}\t", "note: 150,000 characters, 100,000 kept"),
        ("edges", f"F1\tD:2\tTREATS\tX:2\tfalse\t\t\t\t\t{'t' * 100_001}", "trial: 100,001 characters, 100,000 kept"),
        ("nodes", f"D:9\tnew\t{'k' * 501}\t\t\t", "type: 501 characters, 500 kept"),
    ],
)
async def test_what_is_cut_is_listed_with_its_length_and_its_row_stays(
    tmp_path: Path, table: str, row: str, said: str
) -> None:
    report = await take(tmp_path, **{table: f"{TABLES[table]}{row}\n"})
    assert troubles(report) == [(f"{table}.tsv:{TABLES[table].count(chr(10)) + 1}", RowTrouble.CUT)]
    assert report.problems[0].detail == said
    assert report.entities + report.relations == 18
    assert "(the rest of it left out)" in report.text()
    assert "No bad rows" not in report.text()
    with pytest.raises(InputError):
        await take(tmp_path / "strict", True, **{table: f"{TABLES[table]}{row}\n"})


async def test_texts_as_long_as_they_may_be_are_no_fault(tmp_path: Path) -> None:
    row = f"F1\tD:2\tTREATS\tX:2\tfalse\t\t\t\t{'n' * 100_000}\t{'t' * 100_000}"
    report = await take(tmp_path, edges=f"{EDGES}{row}\n", nodes=f"{NODES}D:9\tnew\t{'k' * 500}\t\t\t\n")
    assert report.bad == 0


async def test_a_column_that_gives_every_entity_a_type_of_its_own_is_taken(tmp_path: Path) -> None:
    many = "".join(f"K:{n}\tkuruoid {n}\tkind {n}\t\t\t\n" for n in range(66_000))
    more = f"{EDGES}F1\tK:65998\tTREATS\tK:65999\tfalse\t\t\t\t\t\n"
    report = await take(tmp_path, nodes=f"{NODES}{many}", edges=more)
    graph = EmbeddedGraph.open(tmp_path / "graph")
    (entity,) = (await graph.entities(["K:65999"])).values()
    await graph.close()
    assert (report.entities, report.bad, entity.type) == (66_008, 0, "kind 65999")
    assert ("kind 65998", "TREATS", "kind 65999") in {tuple(s) for s in graph.info.signatures}


async def test_words_of_predicates_beyond_the_list_are_counted(tmp_path: Path) -> None:
    rows = "".join(f"F{n}\tD:2\tlinked {n:03}\tX:2\tfalse\t\t\t\t\t\n" for n in range(230))
    report = await take(tmp_path, edges=f"{EDGES}{rows}")
    beyond = dict(report.remarks)["predicates beyond 200 whose words are not shown here"]
    assert (len(report.wordings), beyond) == (200, 231 - 200)


async def test_names_beyond_the_cap_of_vectors_are_counted_in_the_report(tmp_path: Path) -> None:
    source = write(tmp_path / "tables")
    whole = await import_graph(source, tmp_path / "whole", embedder=LetterEmbedder())
    assert not any("by their meaning" in words for words, _ in whole.remarks)
    report = await import_graph(source, tmp_path / "graph", embedder=LetterEmbedder(), caps=Caps(vectors=2))
    vectors = np.load(next((tmp_path / "graph").glob("data-*/embeddings.npy")))
    names = np.load(next((tmp_path / "graph").glob("data-*/names_which.npy")))
    words = "names beyond 2, found by their words and not by their meaning"
    assert (len(vectors), dict(report.remarks)[words]) == (2, len(names) - 2)
