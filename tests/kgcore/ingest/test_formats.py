"""Each format's exact shape is recognised, imported and reported truthfully, plain, gzipped and zipped."""

from __future__ import annotations

import asyncio
import gzip
import tarfile
import time
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from kgcore.errors import InputError
from kgcore.graph.embedded import EmbeddedGraph
from kgcore.graph.embedded.rows import EdgeRow, GraphPaperRow, NodeRow, open_rows
from kgcore.ingest.cells import read_properties
from kgcore.ingest.files import MOST_IN_TAR, UNSUSPICIOUS, SourceFile
from kgcore.ingest.formats import format_named
from kgcore.ingest.importing import import_graph
from kgcore.ingest.recognition import recognise_source
from kgcore.ingest.report import ImportReport, RowTrouble
from kgcore.vocabulary.vocabulary import Vocabulary
from tests.kgcore.graph.tables import contents
from tests.kgcore.ingest import samples
from tests.kgcore.ingest.samples import SAMPLES, archive, folder

Files = Mapping[str, str | bytes]
RELATIONSHIPS = ":START_ID,:TYPE,:END_ID"
DANGLING, COUNT, RECORD = RowTrouble.DANGLING_ID, RowTrouble.COLUMN_COUNT, RowTrouble.BAD_RECORD
EXPECTED: dict[str, tuple[tuple[int, int, int], list[tuple[str, RowTrouble]]]] = {
    "kgx": ((3, 3, 3), [("ad_edges.tsv:5", DANGLING)]),
    "kgx-jsonl": ((3, 2, 1), [("ad_nodes.jsonl:4", RECORD), ("ad_edges.jsonl:3", DANGLING)]),
    "neo4j": ((4, 3, 5), [("relationships.csv:4", DANGLING)]),
    "biocypher": ((3, 2, 2), []),
    "primekg": ((5, 4, 0), [("kg.csv:8", COUNT)]),
    "hetionet": ((3, 2, 0), [("hetionet-v1.0-edges.sif:4", DANGLING)]),
    "idisk": ((8, 6, 0), [("dsi_TC.csv:3", DANGLING)]),
    "adint": ((3, 3, 3), [("edges.csv:5", DANGLING)]),
    "semmeddb": ((6, 5, 6), [("PREDICATION.csv:7", COUNT)]),
    "hpo": ((9, 9, 5), [("phenotype.hpoa:7", COUNT)]),
    "drugmechdb": ((3, 3, 1), [("indication_paths.json: path 3", RECORD), ("indication_paths.json:1", DANGLING)]),
    "bel": (
        (7, 6, 3), [("ad.bel.nodelink.json: node 7", RECORD), ("ad.bel.nodelink.json: link 7", DANGLING)],
    ),
    "rdf": ((4, 4, 2), []),
    "obo": ((4, 3, 1), [("clinic.obo:12", DANGLING)]),
    "ctd": ((5, 4, 5), [("CTD_chemicals_diseases.tsv:9", COUNT)]),
    "triples": ((4, 2, 0), [("train.txt:4", COUNT)]),
    "table": ((3, 2, 1), [("links.csv:4", DANGLING)]),
}  # fmt: skip


def take(source: Path, room: Path, *, format: str | None = None, strict: bool = False) -> ImportReport:
    wanted = format_named(format) if format else None
    return asyncio.run(import_graph(source, room / "graph", embedder=None, format=wanted, strict=strict))


class Read:
    """All rows of an imported graph, edges by the names of their ends."""

    def __init__(self, graph: Path) -> None:
        with open_rows(graph) as dump:
            nodes = list(dump.nodes())
            self.nodes: dict[str, NodeRow] = {n.name: n for n in nodes}
            self.edges: dict[tuple[str, str, str], EdgeRow] = {
                (nodes[e.subject].name, e.predicate, nodes[e.object].name): e for e in dump.edges()
            }
            self.papers: dict[str, GraphPaperRow] = {p.id: p for p in dump.papers()}


def read(files: Files, room: Path) -> Read:
    take(folder(files, room / "mine"), room)
    return Read(room / "graph")


@pytest.mark.parametrize("format", list(SAMPLES))
def test_each_format_is_recognised_and_reported_exactly(tmp_path: Path, format: str) -> None:
    report = take(folder(SAMPLES[format], tmp_path / "mine"), tmp_path)
    sizes, troubles = EXPECTED[format]
    assert (report.format, report.left) == (format_named(format).title, ())
    assert (report.entities, report.relations, report.papers) == sizes
    assert [(p.where, p.trouble) for p in report.problems] == troubles
    assert report.text().startswith(f"Recognised as {format_named(format).title}: ")


@pytest.mark.parametrize("format", list(SAMPLES))
def test_gzip_and_zip_and_a_given_format_give_the_same_graph(tmp_path: Path, format: str) -> None:
    files = SAMPLES[format]
    take(folder(files, tmp_path / "a" / "mine"), tmp_path / "a")
    take(folder(files, tmp_path / "b" / "mine", zipped=True), tmp_path / "b", format=format)
    take(archive(files, tmp_path / "mine.zip"), tmp_path / "c")
    tables = [
        {k: v for k, v in contents(tmp_path / room / "graph").items() if k.endswith((".sqlite", ".npy"))}
        for room in "abc"
    ]
    if format in ("kgx", "hetionet", "neo4j", "bel"):
        assert tables[0] == tables[2]  # the others name edges after lines of their files, .gz or not
    assert [len(Read(tmp_path / room / "graph").edges) for room in "abc"] == [EXPECTED[format][0][1]] * 3


@pytest.mark.parametrize("format", list(SAMPLES))
def test_strict_names_the_first_fault_and_leaves_nothing(tmp_path: Path, format: str) -> None:
    troubles = EXPECTED[format][1]
    if not troubles:
        assert take(folder(SAMPLES[format], tmp_path / "mine"), tmp_path, strict=True).bad == 0
        return
    with pytest.raises(InputError) as caught:
        take(folder(SAMPLES[format], tmp_path / "mine"), tmp_path, strict=True)
    assert caught.value.where == troubles[0][0]
    assert not (tmp_path / "graph").exists()


# ── what each format keeps ───────────────────────────────────────────────────────────────────────────────────────────


def test_kgx_keeps_biolinks_own(tmp_path: Path) -> None:
    found = read(samples.KGX, tmp_path)
    drug = found.nodes["galantamine"]
    assert (drug.type, drug.synonyms, drug.xrefs) == (
        "SmallMolecule",
        ("Razadyne",),
        ("MESH:D005702", "DRUGBANK:DB00674"),
    )
    denied = found.edges["galantamine", "biolink:causes", "Alzheimer disease"]
    assert (denied.negated, denied.publications, denied.sources) == (True, ("DOI:10.1000/x",), ("infores:semmeddb",))
    assert read_properties(found.nodes["ACHE"].extra) == {"in_taxon": "NCBITaxon:9606"}


def test_json_lines_are_the_same_as_tables(tmp_path: Path) -> None:
    found = read(samples.KGX_JSONL, tmp_path)
    assert (found.nodes["galantamine"].type, found.nodes["galantamine"].description) == (
        "SmallMolecule", "A tablet, by mouth.",
    )  # fmt: skip
    edge = found.edges["galantamine", "biolink:treats", "Alzheimer disease"]
    assert (edge.id, edge.publications, edge.sentences) == ("e1", ("PMID:11",), ("It helps.",))
    assert found.edges["galantamine", "biolink:treats", "MONDO:2"].negated


def test_json_lines_may_stand_in_one_file(tmp_path: Path) -> None:
    whole = "".join(str(text) for text in samples.KGX_JSONL.values())
    report = take(folder({"all.jsonl": whole}, tmp_path / "mine"), tmp_path)
    assert (report.entities, report.relations, report.bad) == (3, 2, 2)


def test_neo4j_keeps_id_spaces_apart_and_types_in_names_of_files(tmp_path: Path) -> None:
    found = read(samples.NEO4J, tmp_path)
    assert {n.id for n in found.nodes.values()} == {"Drug:1", "Drug:2", "Disease:1", "Disease:2"}
    assert found.nodes["galantamine"].synonyms == ("Razadyne", "Reminyl")
    assert read_properties(found.nodes["galantamine"].extra) == {"dose": "8"}
    assert found.nodes["dementia"].type == "Disease"
    edge = found.edges["ginkgo, leaf", "CAUSES", "Alzheimer's disease"]
    assert edge.publications == ("PMID:14", "PMID:15")
    assert found.edges["ginkgo, leaf", "PREVENTS", "dementia"].negated


def test_biocypher_headers_lie_apart_and_the_leaf_label_is_the_type(tmp_path: Path) -> None:
    found = read(samples.BIOCYPHER, tmp_path)
    assert (found.nodes["galantamine"].type, found.nodes["galantamine"].synonyms) == ("Drug", ("Razadyne", "Reminyl"))
    assert found.edges["galantamine", "treats", "Alzheimers disease"].publications == ("PMID:11", "PMID:12")
    call = {k: v for k, v in samples.BIOCYPHER.items() if not k.endswith(".sh")}
    again = read(call, tmp_path / "without")
    assert again.nodes["galantamine"].synonyms == ("Razadyne", "Reminyl")


def test_primekg_reads_relations_the_way_they_are_meant(tmp_path: Path) -> None:
    found = read(samples.PRIMEKG, tmp_path)
    assert set(found.edges) == {
        ("Galantamine", "indication", "Alzheimer disease"),
        ("Alzheimer disease", "phenotype present", "Seizure"),
        ("Galantamine", "enzyme", "CYP2D6"),
        ("CYP2D6", "ppi", "ACHE, human"),
    }
    assert found.edges["Alzheimer disease", "phenotype present", "Seizure"].negated
    assert found.nodes["Alzheimer disease"].xrefs == ("MONDO:0004975", "PrimeKG:2")
    assert found.edges["Galantamine", "indication", "Alzheimer disease"].sources == ("PrimeKG",)


def test_idisk_shows_attributes_on_the_card_and_ratings_as_evidence(tmp_path: Path) -> None:
    found = read(samples.IDISK, tmp_path)
    edge = found.edges["Ginkgo biloba", "interacts_with", "Warfarin"]
    assert (edge.sources, edge.note) == (("iDISK 2.0: NM; interaction rating “Moderate”",), "Bleeding may increase.")
    assert found.nodes["Warfarin"].synonyms == ("Coumadin", "Jantoven")

    async def card() -> dict[str, str]:
        graph = EmbeddedGraph.open(tmp_path / "graph")
        shown = await graph.card("DSI000001")
        await graph.close()
        assert shown is not None
        assert shown.entity.description == "An old tree. Its leaves are used."
        assert shown.entity.xrefs == ("UMLS:C0330205",)
        return dict(shown.properties)

    assert asyncio.run(card()) == {
        "CUI": "C0330205", "Safety": "Stop before surgery.", "Mechanism of Action": "Antioxidant, it is said",
    }  # fmt: skip


def test_adint_reads_lists_of_pubmed_ids_and_denials(tmp_path: Path) -> None:
    found = read(samples.ADINT, tmp_path)
    assert found.edges["Ginkgo biloba extract", "TREATS", "Alzheimer's Disease"].publications == ("PMID:11", "PMID:12")
    assert found.edges["Ginkgo biloba extract", "PREVENTS", "Alzheimer's Disease"].negated


def test_ctd_says_no_more_than_was_curated_and_in_which_animal(tmp_path: Path) -> None:
    graph = read(samples.CTD, tmp_path)
    assert {(s, p.removeprefix("biolink:"), o): e.note for (s, p, o), e in graph.edges.items()} == {
        ("Aspirin", "treats_or_applied_or_studied_to_treat", "Pain"): "",
        ("Aspirin", "associated_with", "Stomach Ulcer"): "marker or mechanism",
        ("Aspirin", "decreases_activity_of", "PTGS2"): "mice",
        ("CES2", "affects_hydrolysis_of", "Aspirin"): "people",
    }
    assert graph.edges["Aspirin", "biolink:treats_or_applied_or_studied_to_treat", "Pain"].publications == (
        "PMID:11",
        "PMID:12",
    )
    assert "Gout" not in graph.nodes  # what is only inferred is no relation of the graph


def test_semmeddb_denies_joins_papers_and_reads_latin_1(tmp_path: Path) -> None:
    found = read(samples.SEMMEDDB, tmp_path)
    assert found.edges["Galantamine", "TREATS", "Alzheimer's Disease"].publications == ("PMID:11", "PMID:12")
    assert found.edges["Galantamine", "CAUSES", "Headache, cluster"].negated
    assert found.nodes["Ménière Disease"].type == "Disease or Syndrome"
    assert found.nodes["ACHE gene"].xrefs == ("UMLS:C1412057", "NCBIGene:43")
    assert found.nodes["CYP2D6"].id == "NCBIGene:1565"


def test_maxo_says_what_is_done_about_a_phenotype_and_about_its_disease(tmp_path: Path) -> None:
    found = read(samples.HPO, tmp_path)
    for doing in ("supplementation", "galantamine"):
        assert found.edges[doing, "treats", "Alzheimer disease-like dementia"].publications == ("PMID:21",)
        assert not found.edges[doing, "used_in_management_of", "Alzheimer disease"].negated
    assert found.edges["physical therapy", "treats", "Alzheimer disease"].negated
    assert ("dietary intervention", "prevents", "Rare disease") in found.edges
    assert ("dietary intervention", "treats", "Alzheimer disease-like dementia") not in found.edges
    assert found.nodes["Alzheimer disease"].id == "OMIM:104300"
    assert found.nodes["Rare disease"].id == "MONDO:0000777"


def test_obo_keeps_relations_papers_and_the_sort_of_terms(tmp_path: Path) -> None:
    found = read(samples.OBO, tmp_path)
    ill = found.nodes["ME/CFS"]
    assert (ill.type, ill.synonyms, ill.xrefs) == ("illness", ("chronic fatigue syndrome",), ("MONDO:0005404",))
    assert ill.description == 'Long "illness".'
    assert found.edges["ME/CFS", "has symptom", "brain fog {thick}"].publications == ("PMID:11",)
    assert found.edges["ME/CFS", "is_a", "illness"].publications == ()
    assert "neurasthenia" not in found.nodes


def test_drugmechdb_keeps_steps_names_and_what_a_path_is_for(tmp_path: Path) -> None:
    found = read(samples.DRUGMECHDB, tmp_path)
    treats = found.edges["imatinib", "treats", "CML (ph+)"]
    assert (treats.publications, treats.sources) == (("PMID:16740718",), ("DrugMechDB",))
    step = found.edges["imatinib", "decreases activity of", "BCR/ABL"]
    assert (step.publications, step.sources) == ((), ("DrugMechDB: the path of imatinib in CML (ph+)",))
    assert found.nodes["CML (ph+)"].synonyms == ("Chronic myeloid leukaemia",)
    assert found.nodes["imatinib"].xrefs == ("DRUGBANK:DB00619",)


def test_a_tar_is_read_like_a_folder(tmp_path: Path) -> None:
    source = folder(samples.KGX, tmp_path / "mine")
    for name, mode in (("kg.tar.gz", "w:gz"), ("kg.tar", "w")):
        with tarfile.open(tmp_path / name, mode) as packed:  # type: ignore[call-overload]
            packed.add(source, "kg")
            link = tarfile.TarInfo("kg/more_nodes.tsv")
            link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
            packed.addfile(link)
        report = take(tmp_path / name, tmp_path / name.replace(".", "-"))
        assert (report.entities, report.relations, report.papers) == EXPECTED["kgx"][0]
        assert report.left == ()


def test_a_tar_that_is_cut_short_is_refused_whole(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "whole.tar.gz", "w:gz") as packed:
        packed.add(folder(samples.KGX, tmp_path / "mine"), "kg")
    (tmp_path / "cut.tar.gz").write_bytes((tmp_path / "whole.tar.gz").read_bytes()[:-80])
    with pytest.raises(InputError, match="damaged or cut short"):
        take(tmp_path / "cut.tar.gz", tmp_path / "room")
    assert not (tmp_path / "room" / "graph").exists()


def test_an_archive_alone_in_a_folder_with_texts_is_the_source(tmp_path: Path) -> None:
    room = tmp_path / "monarch"
    room.mkdir()
    with tarfile.open(room / "kg.tar.gz", "w:gz") as packed:
        packed.add(folder(samples.KGX, tmp_path / "mine"), "kg")
    (room / "ATTRIBUTION.md").write_text("By somebody, CC0.")
    take(room, tmp_path)
    assert open_provenance(tmp_path / "graph") == "By somebody, CC0."


def open_provenance(graph: Path) -> str:
    async def told() -> str:
        opened = EmbeddedGraph.open(graph)
        await opened.close()
        return opened.info.provenance

    return asyncio.run(told())


def test_hpo_denies_names_and_cites(tmp_path: Path) -> None:
    found = read(samples.HPO, tmp_path)
    edge = found.edges["Alzheimer disease", "has_phenotype", "Alzheimer disease-like dementia"]
    assert (edge.negated, edge.publications) == (False, ("PMID:11",))
    assert found.edges["Alzheimer disease", "has_phenotype", "HP:0001250"].negated
    assert found.nodes["Alzheimer disease-like dementia"].synonyms == ("Memory decline",)
    assert ("Alzheimer disease", "has_inheritance", "Autosomal dominant inheritance") in found.edges


def test_bel_keeps_evidence_aspects_and_denials(tmp_path: Path) -> None:
    found = read(samples.BEL, tmp_path)
    edge = found.edges["galantamine", "decreases", "Alzheimer Disease"]
    assert (edge.publications, edge.sentences, edge.sources) == (
        ("PMID:11",), ("Galantamine slowed it.",), ("Small AD network",),
    )  # fmt: skip
    assert found.papers["PMID:11"][1:4] == ("A trial of galantamine", "", 2004)
    assert ("degradation of APP", "increases", "Alzheimer Disease") in found.edges
    assert found.edges["galantamine", "regulates", "APP"].negated
    assert ("degradation of APP", "aspectOf", "APP") in found.edges
    assert ("APP", "partOf", "APP/MAPT complex") in found.edges
    assert found.nodes["phosphorylated MAPT at Thr181"].type == "ProteinForm"


def test_rdf_keeps_labels_synonyms_and_reified_evidence(tmp_path: Path) -> None:
    found = read(samples.RDF, tmp_path)
    drug = found.nodes["galantamine"]
    assert (drug.id, drug.type, drug.synonyms, drug.description) == (
        "ex:galantamine", "Drug", ("Razadyne",), "A tablet.",
    )  # fmt: skip
    edge = found.edges["galantamine", "biolink:treats", "Alzheimer disease"]
    assert (edge.publications, edge.sentences) == (("PMID:11",), ("It helps.",))
    assert found.edges["galantamine", "biolink:causes", "dementia"].negated
    assert ("Alzheimer disease", "rdfs:subClassOf", "dementia") in found.edges
    assert len(read(samples.NTRIPLES, tmp_path / "nt").edges) == 1


def test_names_that_a_format_makes_shorter_are_counted(tmp_path: Path) -> None:
    (file, bel), (rdf, turtle) = next(iter(samples.BEL.items())), next(iter(samples.RDF.items()))
    part = '{"function": "Protein", "namespace": "HGNC", "name": "MAPT"}'
    assert bel.count(part) == 1
    long = ", ".join(part.replace("MAPT", f"MAPT{n}") for n in range(200))
    report = take(folder({**samples.BEL, file: bel.replace(part, long)}, tmp_path / "bel"), tmp_path / "a")
    assert dict(report.remarks)["names made of several that are longer than 900 characters, cut there"] == 1
    longer = {**samples.RDF, rdf: turtle.replace("ex:s2", f"<http://example.org/{'s' * 500}>")}
    report = take(folder(longer, tmp_path / "rdf"), tmp_path / "b")
    assert dict(report.remarks)["names of statements of more than 500 characters, numbered instead"] == 1
    assert report.bad == take(folder(samples.RDF, tmp_path / "plain"), tmp_path / "c").bad


@pytest.mark.parametrize("format", [name for name in SAMPLES if name != "rdf"])
def test_the_relations_of_each_format_are_understood(tmp_path: Path, format: str) -> None:
    """Every predicate has words, and most have a meaning that people's phrases can reach."""
    take(folder(SAMPLES[format], tmp_path / "mine"), tmp_path)
    graph = EmbeddedGraph.open(tmp_path / "graph")
    vocabulary = Vocabulary.of(graph.info.predicates)
    asyncio.run(graph.close())
    phrases = ("treats", "is indicated for", "decreases", "has the phenotype", "is effective for", "treat")
    assert any(vocabulary.read(phrase).predicates for phrase in phrases)


@pytest.mark.parametrize(
    "header",
    [
        "From,Link,To,Ref", "source,relation,target,pmid", "head,rel,tail,papers", "Subjekt;Prädikat;Objekt;Quelle",
        "Medikament;Beziehung;Krankheit;Beleg", "origen|relación|destino|referencia",
        "sujet\trelation\tobjet\tréférence",
    ],
)  # fmt: skip
def test_a_table_says_by_its_columns_what_is_related_to_what(tmp_path: Path, header: str) -> None:
    mark = next(m for m in ",;|\t" if m in header)
    rows = ("Galantamine,treats,Alzheimer disease,11", "galantamine,DOES_NOT_TREAT,ALS,", "ALS,resembles,ALS-like,12")
    files: dict[str, str | bytes] = {"mine.csv": "\n".join((header, *(r.replace(",", mark) for r in rows))) + "\n"}
    found = read(files, tmp_path)
    assert set(found.nodes) == {"Galantamine", "Alzheimer disease", "ALS", "ALS-like"}
    assert found.edges["Galantamine", "treats", "Alzheimer disease"].publications == (
        () if "Quelle" in header else ("PMID:11",)
    )
    assert [e.negated for e in found.edges.values()] == [False, True, False]


def test_the_columns_beside_the_relation_are_types_where_they_have_names_of_their_own(tmp_path: Path) -> None:
    found = read({"a.csv": "drug,relation,illness\nzinc,treats,diarrhoea\n"}, tmp_path)
    assert (found.nodes["zinc"].type, found.nodes["diarrhoea"].type) == ("drug", "illness")


@pytest.mark.parametrize(
    "files",
    [
        {"a.csv": "name,age\nzinc,3\n"},
        {"a.csv": "relation,score\ntreats,3\n"},
        {"a.csv": "id,name,type\n1,zinc,drug\n"},
    ],
)
def test_a_table_without_ends_is_no_graph(tmp_path: Path, files: Files) -> None:
    (tmp_path / "mine").mkdir()
    with pytest.raises(InputError, match=r"no format that is known here|looks like"):
        take(folder(files, tmp_path / "mine"), tmp_path)


# ── hostile and mistaken input ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({}, "holds nothing to read"),
        ({"a.bin": b"\x00\x01\x02 what\n"}, "no format that is known here"),
        ({"nodes.tsv": "id\tname\tkind\nGene::1\tA\tGene\n"}, "looks like Hetionet"),
        ({"n.csv": "id:ID,name,name\n1,a,b\n", "r.csv": RELATIONSHIPS}, "n.csv:1: has two columns named 'name'"),
        ({"n.csv": ":ID\n1\n", "r.csv": f"{RELATIONSHIPS},:END_ID\n"}, "r.csv:1: has two columns named ':END_ID'"),
        ({"n.csv": "id:ID,x:START_ID\n1,a\n", "r.csv": RELATIONSHIPS}, "no :END_ID column"),
        ({"r.csv": RELATIONSHIPS}, "looks like Neo4j admin import CSV"),
        ({"x.txt": "\ufeffa\tb\tc\n".encode("utf-16")}, "UTF-16"),
        ({"g.ttl": "@prefix ex: <http://x/> .\nex:a ex:b .\n"}, "g.ttl:2: is no valid RDF"),
        ({"g.json": '{"directed": true, "graph": {}, "nodes": [{"function": '}, "no whole JSON"),
        ({"x.tar": b"a" * 257 + b"ustar  "}, "tar file is damaged"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_cannot_be_imported_says_why(tmp_path: Path, files: Files, words: str) -> None:
    (tmp_path / "mine").mkdir()
    with pytest.raises(InputError, match=words):
        take(folder(files, tmp_path / "mine"), tmp_path)
    assert not (tmp_path / "graph").exists()


def test_a_format_that_it_is_not_says_what_would_be_needed(tmp_path: Path) -> None:
    source = folder(samples.ADINT, tmp_path / "mine")
    with pytest.raises(InputError, match=r"is not PrimeKG\. That needs kg\.csv with relation"):
        take(source, tmp_path, format="primekg")


def test_files_that_are_no_part_of_it_are_named(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {**samples.ADINT, "notes.docx": b"PK\x03\x04", "README.md": "From here."}
    report = take(folder(files, tmp_path / "mine"), tmp_path)
    assert report.left == ("notes.docx",)
    assert "notes.docx" in report.text()
    assert EmbeddedGraph.open(tmp_path / "graph").info.provenance == "From here."


def test_a_forgotten_quote_costs_its_row_and_not_the_file(tmp_path: Path) -> None:
    rows = "".join(f"C{n:07},name {n},Drug\n" for n in range(2, 400))
    files = {"nodes.csv": f'CUI,name,type\nC0000001,"open,Drug\n{rows}', "edges.csv": "Source,Target,Relation\n"}
    report = take(folder(files, tmp_path / "mine"), tmp_path)
    assert (report.entities, [(p.where, p.trouble) for p in report.problems]) == (
        398, [("nodes.csv:2", RowTrouble.OPEN_QUOTE)],
    )  # fmt: skip


def test_huge_cells_and_nulls_cost_their_rows(tmp_path: Path) -> None:
    huge = "x" * 200_000
    rows = f'C0000001,{huge},Drug\nC0000002,"{huge}, quoted",Drug\nC0000003,nu\0ll,Drug\nC0000004,good,Drug\n'
    files = {"nodes.csv": f"CUI,name,type\n{rows}", "edges.csv": "Source,Target,Relation\n"}
    report = take(folder(files, tmp_path / "mine"), tmp_path)
    assert report.entities == 1
    assert [p.trouble for p in report.problems] == [
        RowTrouble.TOO_LONG,
        RowTrouble.TOO_LONG,
        RowTrouble.CONTROL_CHARACTER,
    ]


def test_a_bomb_is_refused_before_it_has_grown(tmp_path: Path) -> None:
    """A third of a gigabyte of nothing, in 300 kB."""
    block, blocks = b"x" * (4 << 20), (UNSUSPICIOUS >> 22) + 8
    with zipfile.ZipFile(tmp_path / "bomb.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=1) as found:
        found.writestr("edges.csv", "Source,Target,Relation\n")
        with found.open("nodes.csv", "w") as member:
            member.write(b"CUI,name,type\n")
            for _ in range(blocks):
                member.write(block)
    with gzip.open(tmp_path / "bomb.tsv.gz", "wb", 1) as packed:
        packed.write(b"a\tb\tc\n")
        for _ in range(blocks):
            packed.write(block)
    for name in ("bomb.zip", "bomb.tsv.gz"):
        with pytest.raises(InputError, match="grows more than 100 times"):
            take(tmp_path / name, tmp_path)


def test_a_bomb_of_rows_is_refused_before_they_are_worked_on(tmp_path: Path) -> None:
    """Half a gigabyte of rows behind honest ones: no more than these are read."""
    block = b"a\tb\tc\n" * (1 << 20)
    with gzip.open(tmp_path / "bomb.tsv.gz", "wb", 1) as packed:
        packed.write(b"".join(b"head %d\trel\ttail %d\n" % (n, n * 7919 % 20_000) for n in range(20_000)))
        for _ in range(3 * UNSUSPICIOUS // (2 * len(block))):
            packed.write(block)
    taken: list[int] = []
    with pytest.raises(InputError, match="grows more than 100 times"):
        taken.extend(map(len, SourceFile(tmp_path / "bomb.tsv.gz").chunks(lambda done, total: None)))
    assert sum(taken) < UNSUSPICIOUS // 8


def test_a_zip_of_many_small_files_is_looked_into_in_one_go(tmp_path: Path) -> None:
    """Four times the files take about four times as long; with the zip's list read for each it would be sixteen."""

    def seconds(count: int) -> float:
        path = tmp_path / f"{count}-{len(list(tmp_path.iterdir()))}.zip"
        with zipfile.ZipFile(path, "w") as packed:
            for n in range(count):
                packed.writestr(f"{n}.tsv", "a\tb\n1\t2\n")
        began = time.process_time()
        with pytest.raises(InputError, match="no format that is known here"):
            recognise_source(path)
        return time.process_time() - began

    assert min(seconds(2000) for _ in range(3)) < 9 * min(seconds(500) for _ in range(3))


def test_an_import_can_be_ended_while_files_are_looked_into(tmp_path: Path) -> None:
    class Ended(Exception):  # noqa: N818
        pass

    def end() -> None:
        raise Ended

    with pytest.raises(Ended):
        recognise_source(folder(samples.ADINT, tmp_path / "kg"), step=end)


def test_a_tar_of_very_many_files_is_refused_with_a_way_out(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "many.tar", "w") as packed:
        for n in range(MOST_IN_TAR + 1):
            packed.addfile(tarfile.TarInfo(f"{n}.tsv"))
    with pytest.raises(InputError, match=r"more than 500 files.*pack a zip"):
        recognise_source(tmp_path / "many.tar")


def test_a_text_that_is_too_long_for_turtle_is_named_as_such(tmp_path: Path) -> None:
    label = "x" * (17 << 20)
    text = f'<urn:a> <http://www.w3.org/2000/01/rdf-schema#label> "{label}" .\n<urn:a> <urn:treats> <urn:b> .\n'
    (tmp_path / "long.ttl").write_text(text)
    with pytest.raises(InputError, match=r"long\.ttl: holds a text of more than 16 MB"):
        take(tmp_path / "long.ttl", tmp_path / "room")


_MARKS = (b"PK\x03\x04", b"PK\x01\x02")  # a member's own header, and its entry in the list at the end


def test_a_zip_with_a_password_or_damage_says_so(tmp_path: Path) -> None:
    path = archive(samples.ADINT, tmp_path / "mine.zip")
    raw = bytearray(path.read_bytes())
    (tmp_path / "cut.zip").write_bytes(raw[: len(raw) // 2])
    for at in (i for i in range(len(raw)) if bytes(raw[i : i + 4]) in _MARKS):
        raw[at + (6 if raw[at + 2] == 3 else 8)] |= 1  # the flag that says "encrypted"
    (tmp_path / "locked.zip").write_bytes(raw)
    for name, words in (("cut.zip", "damaged"), ("locked.zip", "password")):
        with pytest.raises(InputError, match=words):
            take(tmp_path / name, tmp_path)
