"""Graphs that somebody else made, with labels, properties and relation types of their own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from kgcore.errors import ConfigError, GraphNotFound
from kgcore.graph.neo4j import Bolt, MappedGraph, read_mapping
from kgcore.turn.checking import Checker
from kgcore.values.model import Match, Mention, Triple
from kgcore.verdicts import Verdict
from kgcore.vocabulary.vocabulary import Vocabulary
from tests.servers.neo4j import access, needs_neo4j, opened, wipe

HOSTILE = [
    "",
    " ",
    "D:1\0",
    "') RETURN 1 //",
    "\ud800",
    "🙂",
    "name:*",
    "a AND",
    "[x TO y]",
    '"',
    "*",
    "~",
    "x" * 100_000,
]

LABELLED = """\
CREATE (don:Drug:Thing {code: 7, title: 'donepezil', aka: ['Aricept', 'E2020'], maker: 'Eisai'})
CREATE (riv:Drug:Thing {code: 8, title: 'rivastigmine', aka: ['Exelon']})
CREATE (cls:Class:Thing {code: 9, title: 'cholinesterase inhibitors'})
CREATE (ad:Disease:Thing {code: 1, title: "Alzheimer's disease", aka: ['AD']})
CREATE (pdd:Disease:Thing {code: 2, title: "Parkinson's disease dementia"})
CREATE (:Disease:Thing {code: 3, title: 'kuru'})
CREATE (:Article {pmid: 11, title: 'A trial', year: 2019, by: ['Wang, Wei', 'Wang, Wei'], volume: 12, pages: '1-2'})
CREATE (:Article {pmid: 13, title: 'Another', by: 'Doe, Jo; Roe, Al'})
CREATE (don)-[:TREATS {pmids: [11, 12]}]->(ad)
CREATE (riv)-[:ISA]->(cls) CREATE (don)-[:ISA]->(cls) CREATE (cls)-[:TREATS {pmids: ['PMID:13']}]->(pdd)
CREATE (don)-[:`strange ``type` {pmids: '14; 15'}]->(pdd)"""
LABELLED_MAPPING = """\
[nodes]
labels = ["Drug", "Disease", "Class"]
id = "code"
name = "title"
synonyms = ["aka"]
[relations]
types = ["TREATS", "ISA"]
publications = ["pmids"]
[papers]
label = "Article"
title = "title"
year = "year"
authors = "by"
volume = "volume"
pages = "pages"
"""
GENERIC = """\
CREATE (d:Concept {CUI: 'C1', name: 'donepezil', type: 'Drug'})
CREATE (a:Concept {CUI: 'C2', name: 'Alzheimer disease', type: 'Disease'})
CREATE (d)-[:RELATED {Relation: 'treats', PubMed_ID: '11|12', denied: 'false'}]->(a)
CREATE (d)-[:RELATED {Relation: 'prevents', PubMed_ID: '16', denied: 'true'}]->(a)"""
GENERIC_MAPPING = """\
[nodes]
labels = ["Concept"]
id = "CUI"
type = "type"
[relations]
predicate = "Relation"
publications = ["PubMed_ID"]
negated = "denied"
"""
INDEX = "CREATE FULLTEXT INDEX theirs IF NOT EXISTS FOR (n:Drug|Disease|Class) ON EACH [n.title, n.aka]"


async def graph_of(tmp_path: Path, statement: str, mapping: str, *, fulltext: bool) -> MappedGraph:
    async with opened() as bolt:
        await wipe(bolt)
        async with bolt.writing() as writer:
            await writer.schema("DROP INDEX theirs IF EXISTS")
            await writer.once(statement)
            if fulltext:
                await writer.schema(INDEX)
                await writer.schema("CALL db.awaitIndexes(60)")
    (tmp_path / "theirs.toml").write_text(mapping)
    theirs = Bolt(access())
    try:
        return await MappedGraph.open(theirs, read_mapping(tmp_path / "theirs.toml"))
    except GraphNotFound:
        await theirs.close()
        raise


@pytest_asyncio.fixture(params=[True, False], ids=["fulltext", "bounded"])
async def labelled(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[MappedGraph]:
    graph = await graph_of(tmp_path, LABELLED, LABELLED_MAPPING, fulltext=request.param)
    yield graph
    await graph.close()


@pytest_asyncio.fixture
async def generic(tmp_path: Path) -> AsyncIterator[MappedGraph]:
    graph = await graph_of(tmp_path, GENERIC, GENERIC_MAPPING, fulltext=False)
    yield graph
    await graph.close()


@needs_neo4j
async def test_labels_types_and_papers_are_seen_as_the_mapping_says(labelled: MappedGraph) -> None:
    info = labelled.info
    assert (info.name, info.entities, info.relations, info.papers) == ("theirs", 6, 4, 2)
    assert dict(info.types) == {"Disease": 3, "Drug": 2, "Class": 1}
    assert ("Drug", "TREATS", "Disease") in info.signatures
    papers = await labelled.papers(["PMID:11", "PMID:12", "PMID:13", "nonsense"])
    assert papers["PMID:11"].citation == (("Wang, Wei", "Wang, Wei"), "12", "", "1-2")
    assert papers["PMID:13"].authors == ("Doe, Jo", "Roe, Al")
    assert (papers["PMID:11"].title, papers["PMID:11"].year) == ("A trial", 2019)
    assert papers["PMID:12"].url == "https://pubmed.ncbi.nlm.nih.gov/12/"
    assert "nonsense" not in papers


@needs_neo4j
async def test_names_and_synonyms_are_linked_and_spotted(labelled: MappedGraph) -> None:
    name, nothing = await labelled.candidates([Mention("Donepezil"), Mention("qwzzx vbnm")])
    assert (name[0].entity.id, name[0].match) == ("7", Match.EXACT)
    assert nothing == ()
    text = "Does donepezil help in Parkinson's disease dementia?"
    (spots,) = await labelled.spot([text])
    assert {text[a:b]: found[0].entity.id for a, b, found in spots} == {
        "donepezil": "7",
        "Parkinson's disease dementia": "2",
    }
    assert [e.id for e in await labelled.complete("donep")] == (["7"] if labelled._by_words else [])


@needs_neo4j
async def test_slips_of_the_pen_are_found_by_the_full_text_index(tmp_path: Path) -> None:
    graph = await graph_of(tmp_path, LABELLED, LABELLED_MAPPING, fulltext=True)
    synonym, slip = await graph.candidates([Mention("Aricept"), Mention("rivastigmene")])
    assert (synonym[0].entity.id, synonym[0].match) == ("7", Match.SYNONYM)
    assert (slip[0].entity.id, slip[0].match) == ("8", Match.SPELLING)
    plain, plural = await graph.candidates([Mention("Alzheimer disease"), Mention("cholinesterase inhibitor")])
    assert (plain[0].entity.id, plural[0].entity.id) == ("1", "9")
    await graph.close()


@needs_neo4j
async def test_edges_kin_paths_and_neighbours_follow_the_mapping(labelled: MappedGraph) -> None:
    (edge,) = (await labelled.edges_between([("1", "7")]))["1", "7"]
    assert (edge.subject, edge.predicate, edge.object, edge.publications) == (
        "7",
        "TREATS",
        "1",
        ("PMID:11", "PMID:12"),
    )
    relatives = await labelled.relatives(["9", "8"])
    assert {(k.entity.id, k.broader) for k in relatives["9"]} == {("8", False), ("7", False)}
    (path, *_) = (await labelled.paths([("8", "2")]))["8", "2"]
    assert [node.id for node in path.nodes] == ["8", "9", "2"]
    neighbourhood = (await labelled.neighbourhoods(["7"], top=1))["7"]
    assert (set(neighbourhood.ids), [n.entity.id for n in neighbourhood.best]) == ({"1", "9"}, ["1"])
    card = await labelled.card("7")
    assert card is not None
    assert dict(card.properties) == {"maker": "Eisai"}
    assert {(link.predicate, link.outward) for link in card.links} == {("TREATS", 1), ("ISA", 1)}


@needs_neo4j
async def test_ids_may_be_numbers_under_one_label_and_texts_under_another(tmp_path: Path) -> None:
    statement = LABELLED.replace("code: 1,", "code: 'x1',")
    graph = await graph_of(tmp_path, statement, LABELLED_MAPPING, fulltext=False)
    found = await graph.edges_between([("7", "x1")])
    neighbourhood = await graph.neighbourhoods(["x1"])
    await graph.close()
    assert [edge.predicate for edge in found["7", "x1"]] == ["TREATS"]
    assert neighbourhood["x1"].ids == {"7"}


@needs_neo4j
async def test_the_predicate_may_stand_in_a_property(generic: MappedGraph) -> None:
    assert {p.name for p in generic.info.predicates} == {"treats", "prevents"}
    checker = Checker(generic, Vocabulary.of(generic.info.predicates))
    claims = await checker.check(
        [
            Triple(Mention("donepezil"), "treats", Mention("Alzheimer's disease")),
            Triple(Mention("donepezil"), "prevents", Mention("alzheimer disease")),
        ]
    )
    assert [c.verdict for c in claims] == [Verdict.SUPPORTED, Verdict.CONTRADICTED]
    assert claims[0].papers_for == ("PMID:11", "PMID:12")


DENYING = """\
CREATE (a:Drug {id: 'a', name: 'foloxin'}) CREATE (b:Drug {id: 'b', name: 'garvil'})
CREATE (c:Drug {id: 'c', name: 'nuvo'})
CREATE (k:Class {id: 'k', name: 'foloxins'}) CREATE (x:Disease {id: 'x', name: 'morbitis'})
CREATE (y:Disease {id: 'y', name: 'torpor'}) CREATE (z:Disease {id: 'z', name: 'lentigo'})
CREATE (a)-[:NOT_TREATS]->(x) CREATE (b)-[:DOES_NOT_TREAT]->(x) CREATE (c)-[:TREATS {negated: true}]->(x)
CREATE (a)-[:TREATS {is_negated: 'yes'}]->(y) CREATE (b)-[:TREATS {isNegated: 1}]->(y)
CREATE (c)-[:TREATS {qualifiers: ['NOT']}]->(y) CREATE (a)-[:TREATS {negated: false}]->(z)
CREATE (b)-[:TREATS {negated: 'perhaps'}]->(z) CREATE (c)-[:TREATS {polarity: 'negative'}]->(z)
CREATE (a)-[:ISA]->(k) CREATE (b)-[:ISA {negated: true}]->(k) CREATE (c)-[:NOT_ISA]->(k)"""


@needs_neo4j
async def test_a_denial_in_a_type_or_a_property_is_read_without_being_mapped(tmp_path: Path) -> None:
    graph = await graph_of(tmp_path, DENYING, '[nodes]\nlabels = ["Drug", "Disease", "Class"]\n', fulltext=False)
    checker = Checker(graph, Vocabulary.of(graph.info.predicates))
    pairs = [(drug, ill) for ill in ("morbitis", "torpor", "lentigo") for drug in ("foloxin", "garvil", "nuvo")]
    claims = await checker.check([Triple(Mention(drug), "treats", Mention(ill)) for drug, ill in pairs])
    relatives = {
        id: [k.entity.id for k in found] for id, found in (await graph.relatives(["a", "b", "c", "k"])).items()
    }
    neighbourhood, card = (await graph.neighbourhoods(["b"]))["b"], await graph.card("a")
    paths = await graph.paths([("c", "a")])
    await graph.close()
    assert [c.verdict for c in claims[:7]] == [Verdict.CONTRADICTED] * 6 + [Verdict.SUPPORTED]
    assert all(c.verdict not in (Verdict.SUPPORTED, Verdict.CONTRADICTED) for c in claims[7:])
    assert {p.name for p in graph.info.predicates} == {"TREATS", "ISA"}
    assert relatives == {"a": ["k"], "k": ["a"]}
    assert {n.entity.id for n in neighbourhood.best} == {"x", "y", "k"}
    assert card is not None
    assert [(link.predicate, link.outward, link.denied) for link in card.links] == [("TREATS", 3, 2), ("ISA", 1, 0)]
    assert all(all(path.edges) for path in paths["c", "a"])


@needs_neo4j
async def test_a_predicate_that_the_mapping_describes_keeps_its_name(tmp_path: Path) -> None:
    mapping = '[nodes]\nlabels = ["Drug", "Disease"]\n[[predicates]]\nname = "NOT_TREATS"\nlabel = "fails in"\n'
    graph = await graph_of(tmp_path, DENYING, mapping, fulltext=False)
    (edge,) = (await graph.edges_between([("a", "x")]))["a", "x"]
    await graph.close()
    assert (edge.predicate, edge.negated) == ("NOT_TREATS", False)


@needs_neo4j
async def test_hostile_text_is_only_text_there_too(labelled: MappedGraph) -> None:
    pairs = [*zip(HOSTILE, HOSTILE, strict=True), *zip(HOSTILE, HOSTILE[1:] + HOSTILE[:1], strict=True)]
    assert await labelled.entities(HOSTILE) == {}
    assert await labelled.edges_between(pairs) == {}
    assert await labelled.paths(pairs) == {}
    assert await labelled.relatives(HOSTILE) == {}
    assert await labelled.neighbourhoods(HOSTILE) == {}
    assert len(await labelled.rank([Mention(text) for text in HOSTILE])) == len(HOSTILE)
    assert len(await labelled.spot(HOSTILE)) == len(HOSTILE)
    for text in HOSTILE:
        assert len(await labelled.complete(text)) <= 8


HOSTILE_GRAPH = """\
CREATE (d:Drug:Thing {code: 'D1', title: ['donepezil', 'Aricept'], aka: [7, 8], kind: ['Drug', 'Chemical']})
CREATE (a:Disease:Thing {code: 'A1', title: 42, aka: true, kind: 3})
CREATE (n:Class:Thing {code: 'N1', title: '   ', aka: date('2019-01-01')})
CREATE (x:Class:Thing {code: [1, 2], title: 'a list for an id'})
CREATE (y:Class:Thing {code: [true], title: ['another']})
CREATE (z:Class:Thing {code: '', title: 'nothing for an id'})
CREATE (:Article {pmid: [11], title: ['A', 'trial'], year: date('2019-05-01')})
CREATE (:Article {pmid: 12, title: 5, year: '²019'}) CREATE (:Article {title: 'no id'})
CREATE (d)-[:TREATS {pmids: [11.0, 12.0], says: ['a', 'b'], denied: ['x'], key: [1], by: 5}]->(a)
CREATE (d)-[:TREATS {pmids: true, says: [1.5], denied: 0, key: 'k', by: ['s', 't']}]->(n)
CREATE (d)-[:TREATS]->(x) CREATE (d)-[:TREATS]->(y) CREATE (z)-[:TREATS {pmids: ''}]->(d) CREATE (d)-[:TREATS]->(d)
CREATE (a)-[:ISA {says: 4}]->(n)"""
HOSTILE_MAPPING = """\
[nodes]
labels = ["Drug", "Disease", "Class"]
id = "code"
name = "title"
synonyms = ["aka"]
type = "kind"
description = "aka"
[relations]
predicate = "says"
publications = ["pmids"]
negated = "denied"
id = "key"
sources = ["by"]
note = "says"
[papers]
label = "Article"
title = "title"
year = "year"
authors = "year"
volume = "title"
"""


@needs_neo4j
async def test_properties_of_any_type_are_read_or_left_out_and_fail_nobody(tmp_path: Path) -> None:
    graph = await graph_of(tmp_path, HOSTILE_GRAPH, HOSTILE_MAPPING, fulltext=False)
    assert graph.info.entities == 3
    assert dict(graph.info.types) == {"Drug": 1, "3": 1, "Class": 1}
    found = await graph.entities(["D1", "A1", "N1", "", "[1, 2]"])
    assert {id: e.name for id, e in found.items()} == {"D1": "donepezil", "A1": "42", "N1": "N1"}
    assert found["D1"].synonyms == ("7", "8")
    pairs = [("D1", "A1"), ("D1", "N1"), ("", "D1"), ("A1", "N1")]
    edges = await graph.edges_between(pairs)
    (first,) = edges["D1", "A1"]
    assert (first.predicate, first.publications, first.sources) == ("TREATS", ("PMID:11", "PMID:12"), ("5",))
    assert edges["A1", "N1"][0].predicate == "4"
    assert set(edges) == {("D1", "A1"), ("D1", "N1"), ("A1", "N1")}
    assert set((await graph.neighbourhoods(["D1"]))["D1"].ids) == {"A1", "N1"}
    await graph.paths(pairs)
    await graph.relatives(list(found))
    papers = await graph.papers(["PMID:11", "PMID:12"])
    assert papers["PMID:12"].title == "5"
    assert papers["PMID:12"].year is None
    assert await graph.card("D1")
    assert len(await graph.candidates([Mention("donepezil"), Mention("42")])) == 2
    await graph.complete("done")
    await graph.close()


@needs_neo4j
async def test_a_mapping_that_fits_nothing_says_so(tmp_path: Path) -> None:
    with pytest.raises(GraphNotFound, match="no nodes that NEO4J_MAPPING describes"):
        await graph_of(tmp_path, GENERIC, '[nodes]\nlabels = ["Nothing"]\n', fulltext=False)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[nodes", "no TOML"),
        ("[node]\n", "unknown parts: node"),
        ("[nodes]\nlable = 1\n", "unknown keys: lable"),
        ("[nodes]\nname = 3\n", "a name in quotes"),
        ("[nodes]\nlabels = [1]\n", "a list of names"),
        ("[nodes]\nlabels = ['A`) DETACH DELETE (n']\n", "cannot be a label"),
        ("[relations]\ntypes = ['A\\u0060B']\n", "cannot be a label"),
        ("[relations]\npredicate = 'a\\nb'\n".replace("'", '"'), "cannot be a label"),
        ("[[predicates]]\nlabel = 'x'\n", "needs a name"),
        ("nodes = 3\n", "must be a table"),
    ],
)
def test_a_wrong_mapping_is_refused_and_what_is_wrong_is_named(tmp_path: Path, text: str, complaint: str) -> None:
    (tmp_path / "m.toml").write_text(text)
    with pytest.raises(ConfigError, match=complaint):
        read_mapping(tmp_path / "m.toml")


def test_a_mapping_that_is_not_there_is_an_error_of_configuration(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        read_mapping(tmp_path / "m.toml")
