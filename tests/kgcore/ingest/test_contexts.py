"""Of whom a relation is said goes with it into its note, in words that verdicts understand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kgcore.graph.embedded import EmbeddedGraph
from kgcore.ingest.contexts import context_words, species_words
from kgcore.ingest.importing import import_graph
from kgcore.turn.checking import Checker
from kgcore.turn.reader import TextReader
from kgcore.values.model import Claim
from kgcore.vocabulary.vocabulary import Vocabulary
from tests.kgcore.house import Bot
from tests.kgcore.ingest.samples import folder as tables

SPECIES = [
    (["10090"], "mice"),
    (["NCBITaxon:10116"], "rats"),
    (["NCBI Taxonomy:9606"], "people"),
    (["taxid:7955"], "zebrafish"),
    (["Mus_musculus", "Homo sapiens"], "mice, people"),
    (["10090", "mus musculus"], "mice"),
    (["1234567890"], ""),
    (["Klingon"], ""),
    ([], ""),
]


@pytest.mark.parametrize(("written", "words"), SPECIES)
def test_a_species_is_named_as_people_name_it(written: list[str], words: str) -> None:
    assert species_words(written) == words


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("HP:0003577", "onset at birth"),
        ("Adult onset", "adult onset"),
        ("FEMALE", "females"),
        ("PATO:0000384", "males"),
        ("NCBITaxon:10090", "mice"),
        ("pregnant_women", "pregnant women"),
        ("HP:9999999", ""),
        ("  ", ""),
    ],
)
def test_a_context_is_told_in_words_and_an_unknown_id_not_at_all(written: str, words: str) -> None:
    assert context_words(written) == words


async def verdicts(source: Path, folder: Path, *texts: str) -> list[Claim]:
    """Import a source and check one claim a text."""
    await import_graph(source, folder, embedder=None)
    graph = EmbeddedGraph.open(folder, None)
    words = Vocabulary.of(graph.info.predicates)
    reader, checker, found = TextReader(graph, words), Checker(graph, words), []
    for text in texts:
        _, paragraphs = await reader.read(text)
        (claim,) = await checker.check([t for p in paragraphs for t in p.triples])
        found.append(claim)
    await graph.close()
    return found


def bel(annotations: object) -> str:
    ends = ("galantamine", "a", "CHEBI"), ("inflammation", "bp", "GO")
    nodes = [
        {"function": {"a": "Abundance", "bp": "BiologicalProcess"}[f], "namespace": s, "name": n} for n, f, s in ends
    ]
    link = {"relation": "decreases", "source": 0, "target": 1, "annotations": annotations}
    link |= {"evidence": "It fell.", "citation": {"type": "PubMed", "reference": "11"}}
    return json.dumps({"directed": True, "multigraph": True, "graph": {}, "nodes": nodes, "links": [link]})


@pytest.mark.parametrize(
    ("annotations", "plain", "in_people"),
    [
        ({"Species": {"10090": True}}, "✓ in mice", "ⓘ"),
        ({"Species": [{"namespace": "NCBITaxon", "identifier": "10116"}]}, "✓ in rats", "ⓘ"),
        ({"CellLine": {"HEK293": True}, "Species": {"9606": True}}, "✓ in cells", "ⓘ"),
        ({"Species": {"9606": True}}, "✓", "✓"),
        ({}, "✓", "✓"),
    ],
)
async def test_a_bel_statement_seen_in_animals_or_cells_supports_nothing_about_people(
    tmp_path: Path, annotations: object, plain: str, in_people: str
) -> None:
    (tmp_path / "graph.json").write_text(bel(annotations))
    texts = "Galantamine decreases inflammation.", "Galantamine decreases inflammation in people."
    found = await verdicts(tmp_path / "graph.json", tmp_path / "out", *texts)
    assert [f"{c.verdict.icon} {c.narrowed}".strip() for c in found] == [plain, in_people]


async def test_an_hpo_annotation_of_one_sex_supports_nothing_about_the_other(tmp_path: Path) -> None:
    columns = (
        "database_id disease_name qualifier hpo_id reference evidence onset frequency sex modifier aspect biocuration"
    )
    row = ["OMIM:1", "Glump disease", "", "HP:0001337", "PMID:1", "PCS", "HP:0003577", "", "MALE", "", "P", ""]
    source = tmp_path / "hpo"
    source.mkdir()
    (source / "phenotype.hpoa").write_text("\t".join(columns.split()) + "\n" + "\t".join(row) + "\n")
    (source / "hp.obo").write_text("format-version: 1.2\n\n[Term]\nid: HP:0001337\nname: Tremor\n")
    texts = "Glump disease has the phenotype tremor.", "Glump disease has the phenotype tremor in women."
    plain, women = await verdicts(source, tmp_path / "out", *texts)
    assert (plain.verdict.icon, plain.narrowed) == ("✓", "in men"), plain.why
    assert plain.edges_for[0].note == "males; onset at birth"
    assert women.verdict.icon == "ⓘ"


@pytest.mark.parametrize(
    ("frequency", "told"),
    [("7/13", "seen in 7 of 13"), ("45%", "seen in 45 %"), ("HP:0040282", "frequent, 30–79 %"), ("", "")],
)
async def test_how_often_an_hpo_annotation_holds_is_kept_and_told(tmp_path: Path, frequency: str, told: str) -> None:
    columns = (
        "database_id disease_name qualifier hpo_id reference evidence onset frequency sex modifier aspect biocuration"
    )
    row = ["OMIM:1", "Glump disease", "", "HP:0001337", "PMID:1", "PCS", "", frequency, "", "", "P", ""]
    source = tables({"phenotype.hpoa": "\t".join(columns.split()) + "\n" + "\t".join(row) + "\n"}, tmp_path / "hpo")
    (source / "hp.obo").write_text("format-version: 1.2\n\n[Term]\nid: HP:0001337\nname: Tremor\n")
    (claim,) = await verdicts(source, tmp_path / "out", "Glump disease has the phenotype tremor.")
    assert (claim.verdict.icon, claim.edges_for[0].note) == ("✓", told)
    said = (await Bot(tmp_path / "out", tmp_path).ask("Is tremor common in Glump disease?"))[-1].plain
    assert (f"({told})" in said) is bool(told)
    assert ("How common that is, the graph does not say." in said) is (not told)
