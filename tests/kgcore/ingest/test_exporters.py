"""What is written out comes back as the same graph, whatever is in it; a failed export leaves what was there."""

from __future__ import annotations

import asyncio
import gzip
from dataclasses import astuple
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kgcore.errors import GraphNotFound, InputError
from kgcore.graph import starter_folder
from kgcore.graph.embedded.rows import open_rows
from kgcore.graph.neo4j.mapping import read_mapping
from kgcore.ingest.cells import read_properties
from kgcore.ingest.exporting import export_graph
from kgcore.ingest.formats import ExportTarget
from kgcore.ingest.importing import import_graph
from tests.kgcore.graph.tables import write
from tests.kgcore.ingest.samples import SAMPLES, folder

PLACES = {ExportTarget.KGX: "kgx", ExportTarget.NEO4J: "neo4j", ExportTarget.TURTLE: "graph.ttl"}


def held(graph: Path) -> dict[str, Any]:
    """Everything in a graph, rows in no particular order."""
    with open_rows(graph) as dump:
        ids = [node.id for node in dump.nodes()]
        edges = [(ids[e.subject], ids[e.object], e._replace(subject=0, object=0, extra="")) for e in dump.edges()]
        return {
            "nodes": sorted(repr(node._replace(extra="")) for node in dump.nodes()),
            "edges": sorted(map(repr, edges)),
            "of nodes": {node.id: read_properties(node.extra) for node in dump.nodes()},
            "of edges": {edge.id: read_properties(edge.extra) for edge in dump.edges()},
            "papers": sorted(map(repr, dump.papers())),
            "predicates": sorted(map(repr, dump.predicates())),
            "provenance": dump.provenance,
        }


def take(source: Path, to: Path) -> Path:
    report = asyncio.run(import_graph(source, to, embedder=None))
    assert (to / "manifest.json").exists()
    assert report.format
    return to


def there_and_back(graph: Path, room: Path, target: ExportTarget) -> Path:
    out = export_graph(graph, room / PLACES[target], target)
    back = room / f"back-{target.value}"
    report = asyncio.run(import_graph(out.to, back, embedder=None))
    assert report.bad == 0, report.text()
    assert (report.entities, report.relations, report.papers) == (out.entities, out.relations, out.papers)
    return back


TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=12) | st.sampled_from(
    ['"quoted"', "'", "a,b", "a;b", "\\", "\\N", "<i>", "é", "  two", "#", "_:b", 'x"', "a\\", "true", "{", "ID"]
)
NAMES = TEXTS.map(lambda s: s.strip() or "name")
KEYS = st.sampled_from(["Mechanism of Action", "synonyms", "a:b", "id", "x", "label", "type", "source", "é"])


@st.composite
def graphs(draw: st.DrawFn) -> dict[str, list[dict[str, Any]]]:
    names = draw(st.lists(NAMES, min_size=1, max_size=5))
    nodes = [
        {
            "id": f"N:{i}{draw(st.sampled_from(['', ' x', '#', '%41', 'é', '|']))}",
            "name": name,
            "category": [draw(st.sampled_from(["Drug", "Disease", "Gene/Protein", "a type"]))],
            "synonym": draw(st.lists(TEXTS, max_size=3)),
            "xref": draw(st.lists(TEXTS, max_size=2)),
            "description": draw(TEXTS),
            draw(KEYS) + " ": draw(TEXTS),
        }
        for i, name in enumerate(names)
    ]
    ids = [node["id"] for node in nodes]
    edges = [
        {
            "subject": draw(st.sampled_from(ids)),
            "predicate": draw(st.sampled_from(["TREATS", "biolink:treats", "a relation", "é/ü", "a,b"])),
            "object": draw(st.sampled_from(ids)),
            "negated": draw(st.booleans()),
            "publications": draw(st.lists(st.sampled_from(["PMID:1", "PMID:2", "DOI:10.1000/(x);1", "PMC:PMC7"]))),
            "sentences": draw(st.lists(TEXTS, max_size=3)),
            "provided_by": draw(st.lists(TEXTS, max_size=2)),
            "note": draw(TEXTS),
            draw(KEYS) + " ": draw(TEXTS),
        }
        for _ in range(draw(st.integers(0, 5)))
    ]
    return {"nodes": nodes, "edges": edges}


@pytest.mark.parametrize("target", list(ExportTarget))
@settings(max_examples=15, deadline=None)
@given(made=graphs())
def test_import_of_an_export_gives_the_same_graph(target: ExportTarget, made: dict[str, Any]) -> None:
    import json

    with TemporaryDirectory() as place:
        room = Path(place)
        lines = {f"{k}.jsonl": "".join(f"{json.dumps(row)}\n" for row in rows) for k, rows in made.items()}
        lines["edges.jsonl"] += '{"subject": "none", "predicate": "p", "object": "none"}\n'
        graph = take(folder(lines, room / "made"), room / "graph")
        assert held(there_and_back(graph, room, target)) == held(graph)


@pytest.mark.parametrize("target", list(ExportTarget))
@pytest.mark.parametrize("source", ["starter", "tables", *SAMPLES])
def test_every_sample_comes_back_whole(tmp_path: Path, target: ExportTarget, source: str) -> None:
    sample = SAMPLES.get(source)
    if sample:
        graph = take(folder(sample, tmp_path / "sample"), tmp_path / "graph")
    else:
        graph = take(starter_folder() if source == "starter" else write(tmp_path / "tables"), tmp_path / "graph")
    assert held(there_and_back(graph, tmp_path, target)) == held(graph)


def test_turtle_may_be_gzipped_and_is_the_same_each_time(tmp_path: Path) -> None:
    graph = take(write(tmp_path / "tables"), tmp_path / "graph")
    first = export_graph(graph, tmp_path / "a.ttl.gz", ExportTarget.TURTLE).to.read_bytes()
    assert export_graph(graph, tmp_path / "b.ttl.gz", ExportTarget.TURTLE).to.read_bytes() == first
    plain = export_graph(graph, tmp_path / "a.ttl", ExportTarget.TURTLE).to.read_text(encoding="utf-8")
    assert gzip.decompress(first).decode() == plain
    assert "<urn:evigraph:entity:D%3A1> <urn:evigraph:predicate:TREATS> <urn:evigraph:entity:X%3A1> ." in plain


def test_an_export_replaces_an_earlier_one_and_nothing_else(tmp_path: Path) -> None:
    graph = take(write(tmp_path / "tables"), tmp_path / "graph")
    export_graph(graph, tmp_path / "out", ExportTarget.KGX)
    assert export_graph(graph, tmp_path / "out", ExportTarget.KGX).files[0] == "edges.tsv"
    (tmp_path / "out" / "thesis.txt").write_text("mine")
    for target, place, words in (
        (ExportTarget.KGX, "out", "other files"),
        (ExportTarget.TURTLE, "out", "is a folder"),
        (ExportTarget.TURTLE, "x.txt", "does not end"),
    ):
        with pytest.raises(InputError, match=words):
            export_graph(graph, tmp_path / place, target)
    assert (tmp_path / "out" / "thesis.txt").read_text() == "mine"
    assert not [p.name for p in tmp_path.iterdir() if ".new" in p.name]


def test_a_graph_that_is_not_there_cannot_be_exported(tmp_path: Path) -> None:
    with pytest.raises(GraphNotFound):
        export_graph(tmp_path / "none", tmp_path / "out", ExportTarget.KGX)
    assert not (tmp_path / "out").exists()


def test_what_is_exported_for_neo4j_says_how_it_is_read_there(tmp_path: Path) -> None:
    graph = take(starter_folder(), tmp_path / "graph")
    out = export_graph(graph, tmp_path / "out", ExportTarget.NEO4J)
    mapping = read_mapping(out.to / "neo4j-mapping.toml")
    with open_rows(graph) as rows:
        assert mapping.name == rows.name
        assert mapping.predicates == tuple(rows.predicates())
    columns = {
        file: [name.partition(":")[0] for name in (out.to / file).read_text("utf-8").partition("\n")[0].split(",")]
        for file in ("nodes.csv", "relationships.csv", "papers.csv")
    }
    parts = astuple(mapping.nodes), astuple(mapping.relations), astuple(mapping.papers)
    for file, part in zip(columns, parts, strict=True):
        told = [value for value in part if value and value != "Paper"]
        named = {name for value in told for name in ((value,) if isinstance(value, str) else value)}
        assert named <= set(columns[file]), file
    call = (out.to / "neo4j-admin-import.txt").read_text("utf-8")
    assert call.index(" neo4j ") < call.index("--nodes"), "behind the files it would be taken for one"
