"""Names that only look alike: a gene's symbol and a disease's initials, a part of the body and what ails it."""

from __future__ import annotations

from pathlib import Path

import pytest

from kgcore.graph.embedded import EmbeddedGraph
from kgcore.ingest.importing import import_graph
from kgcore.values.model import Mention

NODES = (
    ("G:1", "CP", "Gene"), ("G:2", "MET", "Gene"), ("G:3", "NUMB", "Gene"), ("G:4", "BDNF", "Gene"),
    ("A:1", "heart", "Anatomy"), ("A:2", "liver", "Anatomy"),
    ("D:1", "epilepsy syndrome", "Disease"), ("D:2", "bipolar disorder", "Disease"),
    ("D:3", "panic disorder", "Disease"), ("S:1", "Dizziness", "Symptom"),
    ("S:2", "Fatigue", "Symptom"), ("C:1", "Sugar", "Food"),
    ("G:5", "TNF", "Gene"), ("G:6", "TP53", "Gene"),
    ("P:1", "phosphorylated MAPT", "ProteinForm"), ("P:2", "phosphorylated tau (fly)", "ProteinForm"),
    ("P:3", "Abeta", "Chemical"), ("P:5", "25(OH)D", "Chemical"), ("P:4", "IL6 (mouse protein)", "Protein"),
)  # fmt: skip


@pytest.fixture
async def graph(tmp_path: Path) -> EmbeddedGraph:
    source = tmp_path / "source"
    source.mkdir()
    rows = ["\t".join(node) for node in NODES]
    (source / "nodes.tsv").write_text("\n".join(["id\tname\tcategory", *rows]) + "\n", encoding="utf-8")
    edges = [f"G:4\tassociated with\t{id}" for id, _, _ in NODES if id != "G:4"]
    (source / "edges.tsv").write_text("\n".join(["subject\tpredicate\tobject", *edges]) + "\n", encoding="utf-8")
    await import_graph(source, tmp_path / "kg", embedder=None)
    return EmbeddedGraph.open(tmp_path / "kg")


async def linked(graph: EmbeddedGraph, name: str) -> str | None:
    ((found),) = await graph.candidates([Mention(name)], 1)
    return found[0].entity.name if found else None


async def spotted(graph: EmbeddedGraph, text: str) -> list[str]:
    ((*spots,),) = await graph.spot([text])
    return [meant[0].entity.name for _, _, meant in sorted(spots, key=lambda spot: spot[0])]


@pytest.mark.parametrize(
    "illness", ["cerebral palsy", "metabolic syndrome", "insulin resistance syndrome", "loss of feeling"]
)
async def test_the_initials_of_an_illness_are_no_gene(graph: EmbeddedGraph, illness: str) -> None:
    assert await linked(graph, illness) is None
    assert await spotted(graph, f"Which genes raise the risk of {illness}?") == []


@pytest.mark.parametrize("name", ["brain-derived neurotrophic factor", "BDNF", "CP", "MET"])
async def test_a_gene_goes_by_its_symbol_and_its_own_long_name(graph: EmbeddedGraph, name: str) -> None:
    assert await linked(graph, name) == ("BDNF" if name[0] == "b" else name)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("TNF-alpha", "TNF"),
        ("p53", "TP53"),
        ("tau phosphorylation", "phosphorylated MAPT"),
        ("p-tau", "phosphorylated MAPT"),
        ("Aβ", "Abeta"),
        ("25(OH)D", "25(OH)D"),
    ],
)
async def test_a_gene_or_protein_goes_by_the_names_that_everybody_uses(
    graph: EmbeddedGraph, said: str, meant: str
) -> None:
    assert await linked(graph, said) == meant
    assert await spotted(graph, f"Does BDNF change {said}?") == ["BDNF", meant]


async def test_people_are_meant_unless_an_animal_is_named_or_is_all_that_there_is(graph: EmbeddedGraph) -> None:
    assert await linked(graph, "phosphorylated tau") == "phosphorylated MAPT"
    assert await linked(graph, "phosphorylated tau (fly)") == "phosphorylated tau (fly)"
    assert await linked(graph, "IL6") == "IL6 (mouse protein)"


@pytest.mark.parametrize(
    "what", ["heart disease", "heart failure", "liver cancer", "Liver Transplantation", "heart attacks"]
)
async def test_what_ails_a_part_of_the_body_is_not_that_part(graph: EmbeddedGraph, what: str) -> None:
    assert await spotted(graph, f"Is BDNF linked to {what}?") == ["BDNF"]


async def test_a_part_of_the_body_is_meant_where_nothing_ails_it(graph: EmbeddedGraph) -> None:
    assert await spotted(graph, "Is BDNF found in the heart and liver of mice?") == ["BDNF", "heart", "liver"]
    assert await spotted(graph, "BDNF in the heart") == ["BDNF", "heart"]


@pytest.mark.parametrize(
    ("said", "meant"),
    [("epilepsy", "epilepsy syndrome"), ("bipolar", "bipolar disorder"), ("dizzy", "Dizziness"), ("tired", "Fatigue")],
)
async def test_an_illness_is_known_without_the_noun_behind_it_and_a_symptom_by_its_adjective(
    graph: EmbeddedGraph, said: str, meant: str
) -> None:
    assert await spotted(graph, f"can BDNF make me {said}") == ["BDNF", meant]


@pytest.mark.parametrize("said", ["panic", "glucose", "genetic"])
async def test_other_words_are_not_taken_for_names_that_they_are_only_near(graph: EmbeddedGraph, said: str) -> None:
    assert await spotted(graph, f"can BDNF change {said}") == ["BDNF"]
