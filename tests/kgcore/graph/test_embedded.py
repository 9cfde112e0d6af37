"""Opening and keeping an embedded graph: damaged, moved, read-only, closed."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
import pytest_asyncio

from kgcore.errors import GraphDamaged, GraphError, GraphNotFound
from kgcore.graph import is_imported, starter_folder
from kgcore.graph.embedded import EmbeddedGraph
from kgcore.graph.embedded.layout import ARRAYS, CHEAP
from kgcore.graph.embedded.rows import open_rows
from kgcore.graph.embedded.tables import split_stored_papers, without_scheme
from kgcore.ingest.importing import import_graph
from kgcore.ingest.quality import examine_quality
from tests.kgcore.graph.tables import EDGES, NODES, LetterEmbedder, contents, write


@pytest_asyncio.fixture
async def folder(tmp_path: Path) -> Path:
    await import_graph(write(tmp_path / "tables"), tmp_path / "graph", embedder=LetterEmbedder())
    return tmp_path / "graph"


def data(folder: Path) -> Path:
    (found,) = folder.glob("data-*")
    return found


def rewrite(folder: Path, **values: object) -> None:
    path = folder / "manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | values))


def sums(folder: Path) -> dict[str, str]:
    found: dict[str, str] = json.loads((folder / "manifest.json").read_text())["checksums"]
    return found


def flip_last_byte(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    for path in (*folder.rglob("*"), folder):
        path.chmod(stat.S_IREAD | (stat.S_IEXEC if path.is_dir() else 0))
    try:
        yield
    finally:
        for path in (folder, *folder.rglob("*")):
            path.chmod(stat.S_IRWXU)


def test_a_folder_without_a_graph_is_said_so_with_what_mends_it(tmp_path: Path) -> None:
    for place in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(GraphNotFound, match="evigraph kg import"):
            EmbeddedGraph.open(place)


def test_a_file_is_no_graph(tmp_path: Path) -> None:
    (tmp_path / "graph").write_text("x")
    with pytest.raises(GraphNotFound):
        EmbeddedGraph.open(tmp_path / "graph")


def test_another_version_is_named(folder: Path) -> None:
    rewrite(folder, version=99)
    with pytest.raises(GraphDamaged, match=r"format 99.*evigraph kg import"):
        EmbeddedGraph.open(folder)


async def test_a_graph_that_wrote_out_addresses_and_schemes_of_papers_is_read_all_the_same(folder: Path) -> None:
    with open_rows(folder) as dump:
        edges, papers = list(dump.edges()), list(dump.papers())
    with closing(sqlite3.connect(data(folder) / "graph.sqlite")) as db, db:
        db.executemany("UPDATE papers SET url=? WHERE id=?", [(p.url, p.id) for p in papers])
        db.executemany("UPDATE edges SET publications=? WHERE id=?", [("|".join(e.publications), e.id) for e in edges])
    sizes = {path.name: path.stat().st_size for path in data(folder).iterdir()}
    rewrite(folder, version=1, files=sizes, checksums={})
    with open_rows(folder) as dump:
        assert (list(dump.edges()), list(dump.papers())) == (edges, papers)
    assert any(e.publications for e in edges)
    assert all(p.url for p in papers)


def test_papers_are_stored_shortly_and_come_back_whole() -> None:
    for ids in ((), ("PMID:1",), ("PMC:PMC1", "PMID:2", "DOI:10.1234/PMID:5")):
        assert split_stored_papers(without_scheme("|".join(ids))) == ids
    assert without_scheme("PMID:1|PMID:22") == "1|22"


@pytest.mark.parametrize("text", ["", "[]", "{", '{"format": "else"}', '{"format": "evigraph-graph", "version": 1}'])
def test_a_manifest_of_something_else_is_no_graph(folder: Path, text: str) -> None:
    (folder / "manifest.json").write_text(text)
    with pytest.raises(GraphDamaged):
        EmbeddedGraph.open(folder)


def test_a_manifest_may_not_lead_elsewhere(folder: Path) -> None:
    for place in ("..", "data-/../..", "/etc", "data-x/y"):
        rewrite(folder, data=place)
        with pytest.raises(GraphDamaged):
            EmbeddedGraph.open(folder)


@pytest.mark.parametrize("name", ["graph.sqlite", *(f"{array}.npy" for array in ARRAYS)])
def test_a_truncated_or_missing_file_is_noticed_when_the_graph_is_opened(folder: Path, name: str) -> None:
    path = data(folder) / name
    os.truncate(path, path.stat().st_size // 2)
    with pytest.raises(GraphDamaged, match=f"(?s){name}.*evigraph kg import"):
        EmbeddedGraph.open(folder)
    path.unlink()
    with pytest.raises(GraphDamaged, match=name):
        EmbeddedGraph.open(folder)


async def test_overwritten_bytes_of_the_right_length_are_an_error_of_ours(folder: Path) -> None:
    for path in data(folder).iterdir():
        size, old = path.stat().st_size, path.read_bytes()
        path.write_bytes(b"\x00" * size)
        try:
            graph = EmbeddedGraph.open(folder)
            await graph.close()
        except GraphDamaged:
            pass
        path.write_bytes(old)
    await EmbeddedGraph.open(folder).close()


@pytest.mark.parametrize("name", ["graph.sqlite", *(f"{array}.npy" for array in ARRAYS)])
def test_a_small_file_that_was_changed_keeps_the_graph_from_being_opened(folder: Path, name: str) -> None:
    flip_last_byte(data(folder) / name)
    with pytest.raises(GraphDamaged, match=f"(?s)altered: {name}.*evigraph kg import"):
        EmbeddedGraph.open(folder)


def test_a_check_reads_every_file_however_large(folder: Path) -> None:
    sizes = json.loads((folder / "manifest.json").read_text())["files"]
    rewrite(folder, files={**sizes, "extra.npy": CHEAP + 1}, checksums={**sums(folder), "extra.npy": "0" * 64})
    (data(folder) / "extra.npy").write_bytes(bytes(CHEAP + 1))
    EmbeddedGraph.open(folder)
    with pytest.raises(GraphDamaged, match=r"altered: extra\.npy"):
        examine_quality(folder)


async def test_a_graph_of_an_earlier_version_is_opened_without_checksums(folder: Path) -> None:
    assert examine_quality(folder).has_checksums
    rewrite(folder, checksums={})
    await EmbeddedGraph.open(folder).close()
    assert not examine_quality(folder).has_checksums


async def test_a_database_that_is_garbage_inside_is_an_error_of_ours(folder: Path) -> None:
    path = data(folder) / "graph.sqlite"
    whole = path.read_bytes()
    path.write_bytes(whole[:8192] + os.urandom(len(whole) - 8192))

    async def ask() -> None:
        await EmbeddedGraph.open(folder).edges_between([("D:1", "X:1")])

    with pytest.raises(GraphDamaged):
        await ask()


async def test_a_read_only_folder_opens_and_stays_as_it_is(folder: Path) -> None:
    before = contents(folder)
    with read_only(folder):
        graph = EmbeddedGraph.open(folder, LetterEmbedder())
        assert (await graph.edges_between([("D:1", "X:1")]))["D:1", "X:1"]
        assert await graph.search_papers("donepezil")
        await graph.close()
        assert contents(folder) == before


async def test_a_folder_with_signs_in_its_name_opens(folder: Path) -> None:
    moved = folder.with_name("gräph ?mode=rw#100%")
    shutil.move(folder, moved)
    graph = EmbeddedGraph.open(moved)
    assert await graph.entities(["D:1"])
    await graph.close()


async def test_a_graph_that_is_open_goes_on_while_another_takes_its_place(folder: Path, tmp_path: Path) -> None:
    graph = EmbeddedGraph.open(folder)
    await import_graph(write(tmp_path / "other", edges="\n".join(EDGES.splitlines()[:2]) + "\n"), folder, embedder=None)
    assert (await graph.edges_between([("D:2", "D:3")]))["D:2", "D:3"]
    assert (await graph.neighbourhoods(["X:1"]))["X:1"].ids
    await graph.close()


async def test_a_closed_graph_says_so(folder: Path) -> None:
    graph = EmbeddedGraph.open(folder)
    await graph.close()
    with pytest.raises(GraphError):
        await graph.entities(["D:1"])
    with pytest.raises(GraphError):
        await graph.neighbourhoods(["D:1"])
    await graph.close()


async def test_papers_are_found_by_words_of_their_titles(folder: Path) -> None:
    graph = EmbeddedGraph.open(folder)
    assert [p.id for p in await graph.search_papers("DONEPEZIL trial")] == ["PMID:1"]
    assert [p.id for p in await graph.search_papers("reviewed nonsense")] == ["PMID:2"]
    for hostile in ("", '"', "title:x", "NEAR(", "AND OR NOT", "*", "\0", "🙂", "a" * 10_000, "\ud800"):
        assert len(await graph.search_papers(hostile)) < 3
    await graph.close()


async def test_the_card_of_an_entity_counts_its_links_by_predicate(folder: Path) -> None:
    graph = EmbeddedGraph.open(folder)
    card = await graph.card("X:1", top=1)
    nobody = await graph.card("nobody")
    await graph.close()
    assert card is not None
    assert nobody is None
    links = {link.predicate: (link.outward, link.inward, link.denied) for link in card.links}
    assert links == {"TREATS": (0, 3, 1), "COEXISTS_WITH": (0, 1, 0), "ISA": (1, 0, 0), "mystery": (1, 0, 0)}
    assert (card.degree, [e.id for e in card.edges], [o.id for o in card.others]) == (5, ["E1", "E2"], ["D:1"])
    assert [p.id for p in card.papers] == ["PMID:1", "PMID:2", "PMID:3"]
    assert json.dumps(card.as_dict())


async def test_the_graph_answers_long_questions_beside_the_event_loop(folder: Path) -> None:
    graph = EmbeddedGraph.open(folder)
    pairs = [("D:1", "X:1"), ("D:2", "X:1")] * 500
    found, one = await asyncio.gather(graph.edges_between(pairs), graph.entities(["D:1"]))
    await graph.close()
    assert len(found) == 2
    assert len(one) == 1


async def test_the_starter_graph_is_taken_without_a_single_problem(tmp_path: Path) -> None:
    report = await import_graph(starter_folder(), tmp_path / "graph", embedder=None, strict=True)
    assert (report.entities, report.relations, report.papers) == (274, 450, 300)
    assert is_imported(tmp_path / "graph")
    assert not is_imported(starter_folder())
    graph = EmbeddedGraph.open(tmp_path / "graph")
    assert "PROVENANCE" in graph.info.provenance.upper()
    pair = ("DRUG:rivastigmine", "DIS:parkinsons-disease-dementia")
    found = await graph.paths([pair])
    await graph.close()
    assert [p.nodes[1].id for p in found[pair]] == ["DRUG:cholinesterase-inhibitors"]


async def test_parts_are_kin_only_to_wholes_of_their_type(tmp_path: Path) -> None:
    nodes = NODES + "D:8\tan extract\tDrug\t\t\t\nP:9\ta nucleus\tAnatomy\t\t\t\n"
    rows = "F1\tD:8\tPART_OF\tD:1\tfalse\t\t\t\t\t\nF2\tP:9\tPART_OF\tD:1\tfalse\t\t\t\t\t\n"
    rows += "F3\tX:4\tISA\tX:3\ttrue\t\t\t\t\t\n"
    await import_graph(write(tmp_path / "t", nodes=nodes, edges=EDGES + rows), tmp_path / "graph", embedder=None)
    graph = EmbeddedGraph.open(tmp_path / "graph")
    relatives = await graph.relatives(["D:8", "P:9", "X:4"])
    await graph.close()
    assert {id: [(k.entity.id, k.broader) for k in found] for id, found in relatives.items()} == {
        "D:8": [("D:1", True)]
    }


NAMES = ["a", 'a "quoted", "one"', "back\\slash", "ä, ö", "[]", '", "', "tab in json"]


async def test_synonyms_come_back_as_they_were_written(tmp_path: Path) -> None:
    rows = "".join(f"S:{i}\tname {i}\tDrug\t{'|'.join(NAMES[:i])}\t\t\n" for i in range(len(NAMES) + 1))
    await import_graph(write(tmp_path / "t", nodes=NODES + rows), tmp_path / "graph", embedder=None)
    graph = EmbeddedGraph.open(tmp_path / "graph")
    found = await graph.entities([f"S:{i}" for i in range(len(NAMES) + 1)])
    await graph.close()
    assert [found[f"S:{i}"].synonyms for i in range(len(NAMES) + 1)] == [
        tuple(NAMES[:i]) for i in range(len(NAMES) + 1)
    ]
