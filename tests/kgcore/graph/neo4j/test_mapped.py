"""Graphs that somebody else made, with labels, properties and relation types of their own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from kgcore.checker import Checker
from kgcore.errors import ConfigError, GraphNotFound
from kgcore.graph.neo4j import Bolt, MappedGraph, read_mapping
from kgcore.model import Match, Mention, Triple, Verdict
from kgcore.vocabulary import Vocabulary
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
CREATE (:Article {pmid: 11, title: 'A trial', year: 2019})
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
    assert (info.name, info.entities, info.relations, info.papers) == ("theirs", 6, 4, 1)
    assert dict(info.types) == {"Disease": 3, "Drug": 2, "Class": 1}
    assert ("Drug", "TREATS", "Disease") in info.signatures
    papers = await labelled.papers(["PMID:11", "PMID:12", "nonsense"])
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
    kin = await labelled.kin(["9", "8"])
    assert {(k.entity.id, k.broader) for k in kin["9"]} == {("8", False), ("7", False)}
    (path, *_) = (await labelled.paths([("8", "2")]))["8", "2"]
    assert [node.id for node in path.nodes] == ["8", "9", "2"]
    hood = (await labelled.neighbourhoods(["7"], top=1))["7"]
    assert (set(hood.ids), [n.entity.id for n in hood.best]) == ({"1", "9"}, ["1"])
    card = await labelled.card("7")
    assert card is not None
    assert dict(card.properties) == {"maker": "Eisai"}
    assert {(link.predicate, link.outward) for link in card.links} == {("TREATS", 1), ("ISA", 1)}


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


@needs_neo4j
async def test_hostile_text_is_only_text_there_too(labelled: MappedGraph) -> None:
    pairs = [(a, b) for a in HOSTILE for b in HOSTILE]
    assert await labelled.entities(HOSTILE) == {}
    assert await labelled.edges_between(pairs) == {}
    assert await labelled.paths(pairs) == {}
    assert await labelled.kin(HOSTILE) == {}
    assert await labelled.neighbourhoods(HOSTILE) == {}
    assert len(await labelled.rank([Mention(text) for text in HOSTILE])) == len(HOSTILE)
    assert len(await labelled.spot(HOSTILE)) == len(HOSTILE)
    for text in HOSTILE:
        assert len(await labelled.complete(text)) <= 8


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
