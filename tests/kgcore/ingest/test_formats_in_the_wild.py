"""What published files hold beyond their format's page: each of these was lost, or read as more than it says."""

from __future__ import annotations

import asyncio
import json
import zipfile
from pathlib import Path

import pytest

from kgcore.errors import InputError
from kgcore.graph.embedded import EmbeddedGraph
from kgcore.graph.embedded.rows import open_rows
from kgcore.ingest.importing import import_graph
from kgcore.ingest.report import ImportReport, RowTrouble
from kgcore.turn.checking import Checker
from kgcore.values.model import Mention, Triple
from kgcore.verdicts import Verdict
from kgcore.vocabulary.vocabulary import Vocabulary
from tests.kgcore.ingest.samples import imported

IDISK = {
    "DSI.csv": "iDISK_ID,Name,CUI\nDSI1,Ginkgo,C0330205\n",
    "Dis.csv": "iDISK_ID,Name,CUI\nDIS1,Common cold,C0009443\n",
}
HPOA = "database_id\tdisease_name\tqualifier\thpo_id\treference\tevidence\tfrequency\taspect\n"
TURTLE = """@prefix ex: <http://ex.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    ex:ginger rdfs:label "Ginger" . ex:cold rdfs:label "Cold" . """
Edges = list[tuple[str, bool, tuple[str, ...]]]


def take(room: Path, files: dict[str, str]) -> tuple[ImportReport, Edges]:
    report, edges = imported(files, room)
    return report, [(e.predicate, e.negated, e.publications) for e in edges]


@pytest.mark.parametrize(
    ("rating", "predicate", "denied"),
    [
        ("Insufficient Reliable Evidence to Rate", "has_unsettled_effect_on", False),
        ("Unclear", "has_unsettled_effect_on", False),
        ("conflicting evidence", "has_unsettled_effect_on", False),
        ("Possibly Effective", "may_be_effective_for", False),
        ("Likely Effective", "is_effective_for", False),
        ("Possibly Ineffective", "is_effective_for", True),
        *((rating, "is_effective_for", True) for rating in ("Non-effective", "Unlikely Effective", "No benefit")),
        *((rating, "has_unsettled_effect_on", False) for rating in ("Unproven", "Doubtful", "D", "Not recommended")),
        ("Might be effective", "may_be_effective_for", False),
    ],
)
def test_a_rating_says_how_much_of_an_effect_there_is(
    tmp_path: Path, rating: str, predicate: str, denied: bool
) -> None:
    relations = f"DSI,Relation,Dis,Source,Effectiveness Rating\nDSI1,is_effective_for,DIS1,NMCD,{rating}\n"
    _, edges = take(tmp_path, {**IDISK, "dsi_dis.csv": relations})
    assert edges == [(predicate, denied, ())]


def test_a_qualifier_that_hpo_does_not_know_leaves_its_row_out(tmp_path: Path) -> None:
    rows = "OMIM:1\tMorbitis\t!\tHP:0000001\tPMID:1\tPCS\t\tP\nOMIM:1\tMorbitis\tMILD\tHP:0000002\tPMID:1\tPCS\t\tP\n"
    report, edges = take(tmp_path, {"phenotype.hpoa": HPOA + rows})
    assert edges == [("has_phenotype", False, ("PMID:1",))]
    assert [(p.where, p.trouble, p.detail) for p in report.problems] == [
        ("phenotype.hpoa:2", RowTrouble.BAD_NEGATED, "!")
    ]


def test_a_bel_link_may_be_denied_and_one_to_nowhere_names_what_is_missing(tmp_path: Path) -> None:
    terms = [{"function": "Abundance", "namespace": "CHEBI", "name": n, "bel": f"a(CHEBI:{n})"} for n in "ab"]
    link = {"relation": "decreases", "source": 0, "target": 1, "citation": {"namespace": "pubmed", "identifier": "5"}}
    links = [{**link, "negated": True}, {**link, "target": 7}]
    graph = {"directed": True, "multigraph": True, "graph": {"name": "g"}, "nodes": terms, "links": links}
    report, edges = take(tmp_path, {"g.json": json.dumps(graph)})
    assert edges == [("decreases", True, ("PMID:5",))]
    assert [(p.where, p.trouble, p.detail) for p in report.problems] == [
        ("g.json: link 2", RowTrouble.DANGLING_ID, "7")
    ]


@pytest.mark.parametrize(
    ("cell", "papers"),
    [
        ("\"['11', 12.0, PMID: 13]\"", ("PMID:11", "PMID:12", "PMID:13")),
        ("https://pubmed.ncbi.nlm.nih.gov/14/", ("PMID:14",)),
        ("PMC555", ()),
        ("2019-05-01", ()),
        ("10.1000/j.123", ()),
        ("x17", ()),
        ("nan", ()),
    ],
)
def test_a_number_within_something_else_is_no_paper(tmp_path: Path, cell: str, papers: tuple[str, ...]) -> None:
    nodes, edges = "CUI,name,type\nC1,A,X\nC2,B,X\n", f"Source,Target,Relation,PMID\nC1,C2,TREATS,{cell}\n"
    report, found = take(tmp_path, {"nodes.csv": nodes, "edges.csv": edges})
    assert found == [("TREATS", False, papers)]
    assert report.bad == (0 if papers or cell == "nan" else 1)


def test_a_predication_without_a_concept_is_listed_once(tmp_path: Path) -> None:
    row = "1,2,3,TREATS,C0042874,Vitamin E,vita,1,C0002395,Dementia,dsyn,1,\\N,\\N,\\N\n"
    report, _ = take(tmp_path, {"PREDICATION.csv": row + row.replace("1,2,3", "2,2,3").replace("C0042874", "\\N")})
    assert [p.where for p in report.problems] == ["PREDICATION.csv:2"]
    assert "1 relation, 1 paper\n" in report.text()


@pytest.mark.parametrize("name", ["nodes.tsv", "n.tsv"])
def test_relations_of_kgx_have_an_id_and_a_category_too(tmp_path: Path, name: str) -> None:
    with zipfile.ZipFile(tmp_path / "kgx.zip", "w") as archive:
        archive.writestr(f"inner/{name}", "id\tname\tcategory\nA:1\tA\tbiolink:Drug\nB:1\tB\tbiolink:Disease\n")
        archive.writestr(
            "inner/statements.tsv",
            "id\tcategory\tsubject\tpredicate\tobject\ne1\tbiolink:Association\tA:1\tbiolink:treats\tB:1\n",
        )
    report = asyncio.run(import_graph(tmp_path / "kgx.zip", tmp_path / "graph", embedder=None))
    assert (report.entities, report.relations, report.bad) == (2, 1, 0)


def test_a_table_of_measurements_is_no_graph(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="has no format that is known here"):
        take(tmp_path, {"t.tsv": "gene\tlog2fc\tpvalue\nAPP\t1.2\t0.01\nTP53\t-3.2e-2\t0.5\n"})


def test_a_column_whose_cells_are_verbs_is_the_relation_whatever_it_is_called(tmp_path: Path) -> None:
    lines = ["thing,thing_kind,tells,other thing,other thing_kind"]
    said = (("mebendazole", "isGivenFor", "pinworms"), ("iron", "makes_worse", "malaria"))
    lines += [f"{a}{n},Pill,{verb},{b}{n},Ailment" for a, verb, b in said for n in range(3)]
    report, edges = imported({"mine.csv": "\n".join(lines)}, tmp_path)
    assert {e.predicate for e in edges} == {"isGivenFor", "makes_worse"}
    assert report.entities == 12
    kinds = ["name,kind", *(f"thing {n},Sub_type of" for n in range(6))]
    with pytest.raises(InputError):
        imported({"kinds.csv": "\n".join(kinds)}, tmp_path / "other")


def test_an_empty_zip_is_called_so(tmp_path: Path) -> None:
    zipfile.ZipFile(tmp_path / "nothing.zip", "w").close()
    with pytest.raises(InputError, match=r"nothing\.zip: is an empty zip"):
        asyncio.run(import_graph(tmp_path / "nothing.zip", tmp_path / "graph", embedder=None))


def test_quoted_triples_keep_their_denial_and_state_nothing_by_themselves(tmp_path: Path) -> None:
    said = "ex:ginger ex:prevents ex:cold {| ex:negated true |} . ex:bob ex:says << ex:ginger ex:treats ex:cold >> ."
    report, edges = take(tmp_path, {"g.ttl": TURTLE + said})
    assert edges == [("prevents", True, ())]
    assert ("quoted triples that the source does not state itself, left out", 1) in report.remarks


def test_the_label_of_a_relation_makes_it_no_entity(tmp_path: Path) -> None:
    report, edges = take(tmp_path, {"g.ttl": TURTLE + 'ex:ginger ex:treats ex:cold . ex:treats rdfs:label "treats" .'})
    assert (report.entities, edges) == (2, [("treats", False, ())])


def test_genes_of_hpo_are_related_to_phenotypes_through_their_diseases(tmp_path: Path) -> None:
    genes = (
        "ncbi_gene_id\tgene_symbol\thpo_id\thpo_name\tfrequency\tdisease_id\n"
        "8192\tCLPP\tHP:0000001\tShort stature\t-\tOMIM:1\n8192\tCLPP\tHP:0000001\tShort stature\t3/5\tOMIM:2\n"
        "8192\tCLPP\tHP:0000002\tSeizure\t0/12\tOMIM:1\n-\tNONE\tHP:0000002\tSeizure\t-\tOMIM:1\n"
    )
    inverted = "hpo_id\thpo_name\tncbi_gene_id\tgene_symbol\tdisease_id\nHP:0000118\tAnomaly\t8192\tCLPP\tOMIM:1\n"
    annotation = "OMIM:1\tMorbitis\t\tHP:0000001\tPMID:1\tPCS\t\tP\n"
    files = {"genes_to_phenotype.txt": genes, "phenotype_to_genes.txt": inverted, "phenotype.hpoa": HPOA + annotation}
    report, edges = take(tmp_path, files)
    assert edges == [("has_phenotype", False, ("PMID:1",)), ("associated_with", False, ())]
    assert [(p.where, p.trouble) for p in report.problems] == [("genes_to_phenotype.txt:5", RowTrouble.EMPTY_ID)]
    with open_rows(tmp_path / "graph") as dump:
        nodes, (_, edge) = {n.id: (n.name, n.type) for n in dump.nodes()}, list(dump.edges())
    assert (nodes["NCBIGene:8192"], nodes["HP:0000001"]) == (("CLPP", "Gene"), ("Short stature", "Phenotype"))
    assert edge.sources == ("HPO annotations: OMIM:1", "HPO annotations: OMIM:2")
    remarks = dict(report.remarks)
    assert remarks["phenotypes that are absent in the disease of a gene, left out"] == 1
    assert any("read for names only" in words for words in remarks)


def test_genes_of_hpo_are_a_graph_by_themselves(tmp_path: Path) -> None:
    table = "ncbi_gene_id\tgene_symbol\thpo_id\thpo_name\n8192\tCLPP\tHP:0000001\tShort stature\n"
    report, edges = take(tmp_path, {"genes_to_phenotype.txt": table})
    assert (report.format, edges) == ("HPO annotations", [("associated_with", False, ())])


def test_a_bad_line_of_n_triples_is_listed_and_the_others_are_taken(tmp_path: Path) -> None:
    text = (
        "<http://e.org/a> <http://e.org/treats> <http://e.org/b> .\n<http://e.org/a> <http://e.org/treats> oops .\n"
        '<http://e.org/a> <http://e.org/note> "never closed .\n\n# a comment\n'
        "<http://e.org/a> <http://e.org/not_prevents> <http://e.org/c> .\n<http://e.org/a> <http://e.org/treats>"
    )
    report, edges = take(tmp_path, {"g.nt": text})
    assert edges == [("treats", False, ()), ("prevents", True, ())]
    assert [(p.where, p.trouble) for p in report.problems] == [
        (f"g.nt:{line}", RowTrouble.BAD_RECORD) for line in (2, 3, 7)
    ]
    assert report.problems[0].detail.startswith("The object of a triple must be")


_TREATS = "<http://e.org/a> <http://e.org/treats> <http://e.org/b> .\n"
_RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
_STATED = (
    f"{_TREATS}_:s <{_RDF}subject> <http://e.org/a> .\n_:s <{_RDF}predicate> <http://e.org/treats> .\n"
    f"_:s <{_RDF}object> <http://e.org/b> .\n"
)


@pytest.mark.parametrize(
    "text",
    [
        *(f"{_STATED}{line}\n" for line in ("_:s <http://e.org/negated> true .", "ex:s ex:negated true .")),
        _STATED.replace("object> <http://e.org/b> .", "object> <http://e.org/ b> ."),
        f'{_TREATS}<< {_TREATS[:-3]} >> <http://e.org/negated> "true" .\n',
    ],
)
def test_a_bad_line_that_may_deny_a_statement_refuses_the_file(tmp_path: Path, text: str) -> None:
    with pytest.raises(InputError, match="may say that a statement does not hold"):
        take(tmp_path, {"g.nt": text})


@pytest.mark.parametrize(
    "line",
    ['_:s <http://e.org/qualifier> "NOT"@de .', "_:s <http://e.org/qualifier> <http://e.org/NOT> ."],
)
def test_a_denial_in_rdf_counts_in_any_language_and_as_a_term(tmp_path: Path, line: str) -> None:
    assert take(tmp_path, {"g.nt": f"{_STATED}{line}\n"})[1] == [("treats", True, ())]


def test_a_negative_assertion_of_owl_is_a_denial(tmp_path: Path) -> None:
    ends = (("sourceIndividual", "a"), ("assertionProperty", "treats"), ("targetIndividual", "b"))
    text = "".join(f"_:n <http://www.w3.org/2002/07/owl#{key}> <http://e.org/{end}> .\n" for key, end in ends)
    assert take(tmp_path, {"g.nt": _TREATS + text})[1] == [("treats", True, ())]


def test_a_bad_statement_of_turtle_refuses_the_file_and_says_why(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="read whole or not at all"):
        take(tmp_path, {"g.ttl": TURTLE + "ex:ginger ex:treats oops ."})


EDGE = "subject\tpredicate\tobject\nD:1\tTREATS\tX:1\n"
NAMELESS = "entities without a name, called by their first synonym or else by their id"


@pytest.mark.parametrize(
    "nodes",
    [
        "id\tcategory\tsynonym\nD:1\tDrug\tginger|zingiber\nX:1\tDisease\t\n",
        "id\tname\tcategory\tsynonym\nD:1\t \tDrug\tginger|zingiber\nX:1\t\tDisease\t\n",
        '{"id": "D:1", "category": ["Drug"], "synonym": ["ginger", "zingiber"]}\n'
        '{"id": "X:1", "category": ["Disease"]}\n',
    ],
    ids=["no column", "no cell", "JSON"],
)
def test_kgx_without_names_takes_the_first_synonym_or_the_id_and_says_so(tmp_path: Path, nodes: str) -> None:
    if nodes.startswith("{"):
        edge = '{"subject": "D:1", "predicate": "TREATS", "object": "X:1"}\n'
        report, edges = take(tmp_path, {"n.jsonl": nodes, "e.jsonl": edge})
    else:
        report, edges = take(tmp_path, {"nodes.tsv": nodes, "edges.tsv": EDGE})
    with open_rows(tmp_path / "graph") as dump:
        assert [(n.name, n.synonyms) for n in dump.nodes()] == [("ginger", ("zingiber",)), ("X:1", ())]
    assert (edges, report.problems, dict(report.remarks)[NAMELESS]) == ([("TREATS", False, ())], (), 2)


@pytest.mark.parametrize("text", ["", "\n\n", "\ufeff\n"])
def test_an_empty_table_is_called_empty(tmp_path: Path, text: str) -> None:
    with pytest.raises(InputError, match=r"nodes\.tsv: is empty"):
        take(tmp_path, {"nodes.tsv": text, "edges.tsv": EDGE})


def test_a_paper_is_one_however_its_id_is_written(tmp_path: Path) -> None:
    nodes = "id\tname\tcategory\nD:1\tginger\tDrug\nX:1\tcold\tDisease\n"
    cited = "PMC:77|PMC:PMC77|pmc:pmc077|PMID:5|pmid:05"
    edge = f"subject\tpredicate\tobject\tpublications\nD:1\tTREATS\tX:1\t{cited}\n"
    report, edges = take(tmp_path, {"nodes.tsv": nodes, "edges.tsv": edge})
    assert (report.papers, edges) == (2, [("TREATS", False, ("PMC:PMC77", "PMID:5"))])


@pytest.mark.parametrize("header", ["personId:ID(X){label:Person}", '"personId:ID(X){id-type:long, label:Person}"'])
def test_the_label_of_a_neo4j_id_column_is_the_type(tmp_path: Path, header: str) -> None:
    edges = ":START_ID(X),:END_ID(X),:TYPE\n1,2,KNOWS\n"
    take(tmp_path, {"all.csv": f"{header},name\n1,Ann\n2,Ben\n", "links.csv": edges})
    with open_rows(tmp_path / "graph") as dump:
        assert [(n.id, n.type) for n in dump.nodes()] == [("X:1", "Person"), ("X:2", "Person")]


def test_no_correlation_in_bel_denies_a_correlation(tmp_path: Path) -> None:
    terms = [{"function": "Abundance", "namespace": "CHEBI", "name": n, "bel": f"a(CHEBI:{n})"} for n in ("abc", "xyz")]
    link = {
        "relation": "noCorrelation",
        "source": 1,
        "target": 0,
        "citation": {"namespace": "pubmed", "identifier": "5"},
    }
    graph = {"directed": True, "multigraph": True, "graph": {"name": "g"}, "nodes": terms, "links": [link]}
    _, edges = take(tmp_path, {"g.json": json.dumps(graph)})
    assert edges == [("correlation", True, ("PMID:5",))]
    assert asyncio.run(_verdicts(tmp_path / "graph", "correlates with", "is positively correlated with")) == [
        Verdict.CONTRADICTED, Verdict.CONTRADICTED,
    ]  # fmt: skip


async def _verdicts(folder: Path, *phrases: str) -> list[Verdict]:
    graph = EmbeddedGraph.open(folder)
    checker = Checker(graph, Vocabulary.of(graph.info.predicates))
    try:
        return [c.verdict for c in await checker.check([Triple(Mention("abc"), p, Mention("xyz")) for p in phrases])]
    finally:
        await graph.close()
