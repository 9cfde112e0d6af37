"""Merging graphs: what becomes one, what stays two and why; nothing is decided in silence."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from kgcore.errors import InputError
from kgcore.graph.embedded.rows import EdgeRow, GraphPaperRow, NodeRow, open_rows
from kgcore.ingest.entity_matching import MatchDecision, Ruling
from kgcore.ingest.importing import import_graph
from kgcore.ingest.merging import MergeResult, merge_graphs
from tests.kgcore.graph.tables import padded
from tests.kgcore.ingest.samples import folder
from tests.kgcore.ingest.test_importers_any_bytes import attempt

OURS = {
    "nodes.tsv": padded("""\
id	name	category	synonym	xref	description	Company
S:1	Fish oil	Supplement	omega-3 oil	UMLS:C0016157	From fish.
S:2	Memory Plus	Product				Acme
S:3	Cold	Disease		MESH:D003139
S:4	Garlic	Supplement
"""),
    "edges.tsv": padded("""\
id	subject	predicate	object	negated	publications	knowledge_source	sentences
E1	S:1	TREATS	S:3	false	PMID:1	hand	Ours.
E2	S:2	CONTAINS	S:1	false		hand
"""),
    "papers.tsv": "id\ttitle\tjournal\tyear\turl\nPMID:1\t\tThe Journal\t\t\n",
    "predicates.tsv": padded("predicate\tlabel\tsymmetric\tphrases\nTREATS\ttreats\tfalse\thelps\n"),
    "PROVENANCE.md": "By hand.",
}
THEIRS = {
    "nodes.tsv": padded("""\
id	name	category	synonym	xref	description	Company
T:1	Omega-3 oil, marine	Drug	fish oils	UMLS:C0016157|MESH:D005395	Oil.
T:2	Memory plus	Product				Other Herbs
S:3	common cold	Disease		MESH:D003139
T:4	garlic	Supplement	allium	UMLS:C0017102
T:5	GARLIC	Supplement
T:6	Fish oil	Chemical
T:7	cold	Disease		MESH:D000067390
T:8	omega 3 oil	Supplement
"""),
    "edges.tsv": padded("""\
id	subject	predicate	object	negated	publications	knowledge_source	sentences
E1	T:1	TREATS	S:3	false	PMID:1|PMID:2	theirs	Theirs.|More.
E2	T:4	TREATS	S:3	true	PMID:2	theirs
"""),
    "papers.tsv": "id\ttitle\tjournal\tyear\turl\nPMID:1\tA title\tOther\t2001\t\nPMID:2\tSecond\t\t\t\n",
    "predicates.tsv": padded("predicate\tlabel\tsymmetric\tphrases\nTREATS\tis used for\tfalse\tworks for\n"),
}


def made(room: Path, *graphs: dict[str, str]) -> list[Path]:
    found = []
    for number, files in enumerate(graphs):
        source = folder(files, room / f"source{number}" / "ab"[number])
        assert attempt(source, room / f"graph{number}") is not None
        found.append(room / f"graph{number}")
    return found


def merge(room: Path, *graphs: dict[str, str]) -> MergeResult:
    return asyncio.run(merge_graphs(made(room, *graphs), room / "both", embedder=None))


def rows(graph: Path) -> tuple[dict[str, NodeRow], list[EdgeRow], dict[str, GraphPaperRow], list[str]]:
    with open_rows(graph) as dump:
        nodes = list(dump.nodes())
        return {n.id: n for n in nodes}, list(dump.edges()), {p.id: p for p in dump.papers()}, [n.id for n in nodes]


def ruling(merged: MergeResult, second: str) -> list[tuple[Ruling, str, str]]:
    def plain(d: MatchDecision) -> tuple[Ruling, str, str]:
        return d.ruling, d.reason, d.first.id

    return [plain(d) for d in merged.decisions if d.second.id == second]


def test_the_same_identifier_makes_one_of_two_names(tmp_path: Path) -> None:
    merged = merge(tmp_path, OURS, THEIRS)
    assert ruling(merged, "T:1") == [(Ruling.MERGED, "same identifier umls:c0016157", "S:1")]
    node = rows(tmp_path / "both")[0]["S:1"]
    assert (node.name, node.type, node.description) == ("Fish oil", "Supplement", "From fish.")
    assert node.synonyms == ("omega-3 oil", "Omega-3 oil, marine", "fish oils")
    assert node.xrefs == ("UMLS:C0016157", "T:1", "MESH:D005395")


def test_a_company_another_cui_or_another_entry_tell_namesakes_apart(tmp_path: Path) -> None:
    merged = merge(tmp_path, OURS, THEIRS)
    assert ruling(merged, "T:2") == [(Ruling.APART, "another company", "S:2")]
    assert ruling(merged, "T:7") == [(Ruling.APART, "another MESH identifier", "S:3")]
    other = {**THEIRS, "nodes.tsv": THEIRS["nodes.tsv"].replace("MESH:D003139", "MESH:D003139|UMLS:C1")}
    assert ruling(merge(tmp_path / "2", OURS, other), "S:3")[0][0] is Ruling.MERGED
    ours = {**OURS, "nodes.tsv": OURS["nodes.tsv"].replace("MESH:D003139", "MESH:D003139|UMLS:C0009443")}
    theirs = {**THEIRS, "nodes.tsv": THEIRS["nodes.tsv"].replace("MESH:D003139", "MESH:D003139|UMLS:C0000001")}
    merged = merge(tmp_path / "3", ours, theirs)
    assert ruling(merged, "S:3")[0] == (Ruling.APART, "another CUI, though both have mesh:d003139, s:3", "S:3")
    assert "S:3@b" in rows(tmp_path / "3" / "both")[0]


def test_the_same_name_and_type_are_one_and_a_second_namesake_is_doubtful(tmp_path: Path) -> None:
    merged = merge(tmp_path, OURS, THEIRS)
    assert ruling(merged, "T:4") == [(Ruling.MERGED, "same name and type", "S:4")]
    assert ruling(merged, "T:5") == [
        (Ruling.DOUBTFUL, "another entity of this graph has become one with it", "S:4"),
    ]
    assert ruling(merged, "T:6") == [(Ruling.DOUBTFUL, "same name, another type", "S:1")]
    assert ruling(merged, "T:8") == [(Ruling.DOUBTFUL, "the name of one is a synonym of the other", "S:1")]


def test_edges_and_papers_that_say_the_same_are_joined(tmp_path: Path) -> None:
    merged = merge(tmp_path, OURS, THEIRS)
    nodes, edges, papers, order = rows(tmp_path / "both")
    assert (merged.report.entities, merged.report.relations, merged.report.papers) == (len(nodes), 3, 2)
    edge = edges[0]
    assert (order[edge.subject], order[edge.object], edge.id) == ("S:1", "S:3", "E1")
    assert edge.publications == ("PMID:1", "PMID:2")
    assert (edge.sentences, edge.sources) == (("Ours.", "More."), ("hand", "theirs"))
    assert edges[2].id == "E2@b"
    assert edges[2].negated
    assert papers["PMID:1"][1:4] == ("A title", "The Journal", 2001)


def test_predicates_are_joined_and_contradictions_told(tmp_path: Path) -> None:
    merged = merge(tmp_path, OURS, THEIRS)
    (conflict,) = merged.conflicts
    assert (conflict.predicate, conflict.field, conflict.kept, conflict.dropped) == (
        "TREATS", "label", "treats", "is used for",
    )  # fmt: skip
    with open_rows(tmp_path / "both") as dump:
        assert [p.phrases for p in dump.predicates()] == [("helps", "works for")]
        assert dump.provenance == "a:\nBy hand."


def test_every_decision_stands_in_a_file_beside_the_graph(tmp_path: Path) -> None:
    merged = merge(tmp_path, OURS, THEIRS)
    lines = (tmp_path / "both" / "merge-decisions.tsv").read_text(encoding="utf-8").splitlines()
    assert len(lines) == len(merged.decisions) + 1
    assert lines[1].split("\t")[:4] == ["merged", "same identifier umls:c0016157", "a", "S:1"]
    asyncio.run(import_graph(tmp_path / "source0" / "a", tmp_path / "both", embedder=None))
    assert not (tmp_path / "both" / "merge-decisions.tsv").exists()


def test_a_graph_merged_with_itself_stays_as_it_is(tmp_path: Path) -> None:
    (graph,) = made(tmp_path, OURS)
    merged = asyncio.run(merge_graphs([graph, graph], tmp_path / "both", embedder=None))
    assert {d.ruling for d in merged.decisions} == {Ruling.MERGED}
    with open_rows(graph) as one, open_rows(tmp_path / "both") as both:
        assert list(both.nodes()) == list(one.nodes())
        assert list(both.edges()) == list(one.edges())


def test_a_merge_needs_two_graphs_and_a_place_of_its_own(tmp_path: Path) -> None:
    graphs = made(tmp_path, OURS, THEIRS)
    for some, to in ((graphs[:1], tmp_path / "both"), (graphs, graphs[0])):
        with pytest.raises(InputError):
            asyncio.run(merge_graphs(some, to, embedder=None))
