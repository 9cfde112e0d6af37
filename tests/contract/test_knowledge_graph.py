"""One suite for every KnowledgeGraph backend: what a folder of tables becomes, asked through the port."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
import pytest_asyncio

from kgcore.graph.embedded import EmbeddedGraph
from kgcore.graph.neo4j import Neo4jGraph, push_to_neo4j
from kgcore.ingest.importing import import_graph
from kgcore.ports import KnowledgeGraph
from kgcore.values.model import MOST_LISTED, Match, Mention, count_papers
from tests.kgcore.graph.tables import EDGES, NODES, PAPERS, LetterEmbedder, write
from tests.servers.neo4j import needs_neo4j, opened, patient_bolt

HOSTILE = ["", " ", "D:1\0", "'; DROP TABLE entities; --", "\ud800", "🙂", "D:1\nD:2", '"', "%", "*", "x" * 100_000]


async def embedded(source: Path, room: Path) -> KnowledgeGraph:
    embedder = LetterEmbedder()
    await import_graph(source, room / "graph", embedder=embedder)
    return EmbeddedGraph.open(room / "graph", embedder)


async def neo4j(source: Path, room: Path) -> KnowledgeGraph:
    embedder = LetterEmbedder()
    await import_graph(source, room / "graph", embedder=embedder)
    async with opened() as bolt:
        await push_to_neo4j(room / "graph", bolt)
    return await Neo4jGraph.open(patient_bolt(), embedder)


# Another backend joins with one line: its name, and how it takes a folder of tables in.
BACKENDS: dict[str, Callable[[Path, Path], Awaitable[KnowledgeGraph]]] = {"embedded": embedded, "neo4j": neo4j}
PARAMETERS = ["embedded", pytest.param("neo4j", marks=needs_neo4j)]


@pytest_asyncio.fixture(params=PARAMETERS)
async def graph(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[KnowledgeGraph]:
    graph = await BACKENDS[request.param](write(tmp_path / "tables"), tmp_path / "room")
    yield graph
    await graph.close()


async def test_info_tells_sizes_types_and_signatures(graph: KnowledgeGraph) -> None:
    info = graph.info
    assert (info.entities, info.relations, info.papers) == (8, 9, 4)
    assert info.types[0] == ("Disease", 4)
    assert ("Drug", "TREATS", "Disease") in info.signatures


async def test_predicates_are_the_described_ones_and_those_that_only_occur(graph: KnowledgeGraph) -> None:
    predicates = {p.name: p for p in graph.info.predicates}
    assert list(predicates) == ["TREATS", "CAUSES", "ISA", "COEXISTS_WITH", "mystery"]
    assert predicates["TREATS"].opposite == ("CAUSES",)
    assert predicates["TREATS"].phrases == ("helps with", "improves")
    assert predicates["COEXISTS_WITH"].symmetric
    assert predicates["mystery"].words == "mystery"


async def test_entities_come_whole_and_unknown_ids_are_missing(graph: KnowledgeGraph) -> None:
    found = await graph.entities(["D:1", "nobody"])
    assert list(found) == ["D:1"]
    entity = found["D:1"]
    assert (entity.name, entity.type, entity.synonyms) == ("donepezil", "Drug", ("Aricept", "E2020"))
    assert (entity.xrefs, entity.description) == (("MESH:1",), "A tablet.")


async def test_edges_between_a_pair_come_with_all_they_carry(graph: KnowledgeGraph) -> None:
    edges = (await graph.edges_between([("D:1", "X:1")]))["D:1", "X:1"]
    first, second = sorted(edges, key=lambda e: e.id)
    assert (first.subject, first.predicate, first.object, first.negated) == ("D:1", "TREATS", "X:1", False)
    assert (first.publications, first.sentences) == (("PMID:1", "PMID:2"), ("First.", "Second."))
    assert (first.note, first.sources) == ("a note", ("hand",))
    assert second.negated


async def test_edges_are_found_whichever_end_is_named_first(graph: KnowledgeGraph) -> None:
    found = await graph.edges_between([("X:1", "D:2"), ("D:2", "X:1"), ("X:4", "D:1"), ("D:1", "D:1")])
    assert [e.id for e in found["X:1", "D:2"]] == [e.id for e in found["D:2", "X:1"]] == ["E6"]
    assert found["X:1", "D:2"][0].subject == "D:2"
    assert set(found) == {("X:1", "D:2"), ("D:2", "X:1")}


async def test_a_name_that_begins_so_is_completed_whatever_its_case(graph: KnowledgeGraph) -> None:
    assert [e.id for e in await graph.complete("DON")] == ["D:1"]
    assert [e.id for e in await graph.complete("donepezil")] == ["D:1"]
    assert await graph.complete("onepezil") == ()
    assert await graph.complete("don", 0) == ()


async def test_anything_can_be_typed(graph: KnowledgeGraph) -> None:
    for text in HOSTILE:
        assert len(await graph.complete(text)) <= 8


async def test_kin_are_one_step_broader_or_narrower(graph: KnowledgeGraph) -> None:
    relatives = await graph.relatives(["D:3", "X:1", "P:1"])
    assert {(k.entity.id, k.broader) for k in relatives["D:3"]} == {("D:2", False), ("D:1", False)}
    assert [(k.entity.id, k.broader) for k in relatives["X:1"]] == [("X:3", True)]
    assert "P:1" not in relatives


async def test_a_path_runs_through_the_class_and_not_through_the_hub(graph: KnowledgeGraph) -> None:
    pair = ("D:2", "X:2")
    paths = (await graph.paths([pair]))[pair]
    assert [node.id for node in paths[0].nodes] == ["D:2", "D:3", "X:2"]
    assert [[e.id for e in hop] for hop in paths[0].edges] == [["E3"], ["E4"]]
    assert all(0 < path.score <= 1 for path in paths)
    assert "X:1" not in {path.nodes[1].id for path in paths}


async def test_pairs_without_a_specific_path_are_missing(graph: KnowledgeGraph) -> None:
    assert await graph.paths([("D:1", "P:1"), ("X:4", "D:1"), ("D:1", "D:1"), ("nobody", "D:1")]) == {}


async def test_a_neighbourhood_names_everybody_and_tells_the_best_documented_first(graph: KnowledgeGraph) -> None:
    neighbourhood = (await graph.neighbourhoods(["X:1"], top=2))["X:1"]
    assert (neighbourhood.centre, set(neighbourhood.ids)) == ("X:1", {"D:1", "D:2", "X:2", "X:3", "P:1"})
    assert [n.entity.id for n in neighbourhood.best] == ["D:1", "D:2"]
    assert {e.id for e in neighbourhood.best[0].edges} == {"E1", "E2"}
    assert neighbourhood.best[0].degree == 2


async def test_an_isolated_entity_has_an_empty_neighbourhood(graph: KnowledgeGraph) -> None:
    neighbourhoods = await graph.neighbourhoods(["X:4", "nobody"])
    assert (neighbourhoods["X:4"].ids, neighbourhoods["X:4"].best) == (frozenset(), ())
    assert "nobody" not in neighbourhoods


async def test_papers_have_what_is_known_and_an_address(graph: KnowledgeGraph) -> None:
    papers = await graph.papers(["PMID:1", "PMID:2", "PMID:3", "DOI:10.1000/four", "PMID:99"])
    assert (papers["PMID:1"].year, papers["PMID:3"].year) == (2019, None)
    assert papers["PMID:1"].citation == (("Doe, Jo, Jr", "A Group"), "12", "3", "115-120")
    assert papers["PMID:2"].citation == ((), "", "", "")
    assert (await graph.search_papers("Donepezil"))[0] == papers["PMID:1"]
    assert papers["PMID:2"].url == "https://pubmed.ncbi.nlm.nih.gov/2/"
    assert papers["DOI:10.1000/four"].url == "https://doi.org/10.1000/four"
    assert "PMID:99" not in papers


async def test_a_name_and_a_synonym_lead_to_their_entity(graph: KnowledgeGraph) -> None:
    name, synonym, nothing = await graph.candidates([Mention("Donepezil"), Mention("Exelon"), Mention("qwzzx vbnm")])
    assert (name[0].entity.id, name[0].match) == ("D:1", Match.EXACT)
    assert (synonym[0].entity.id, synonym[0].match) == ("D:2", Match.SYNONYM)
    assert nothing == ()


async def test_names_are_spotted_where_they_stand(graph: KnowledgeGraph) -> None:
    text = "Does donepezil help in Parkinson's disease dementia?"
    (spots,) = await graph.spot([text])
    assert {text[start:end]: found[0].entity.id for start, end, found in spots} == {
        "donepezil": "D:1",
        "Parkinson's disease dementia": "X:2",
    }


async def test_hostile_text_is_only_text(graph: KnowledgeGraph) -> None:
    pairs = [(a, b) for a in HOSTILE for b in HOSTILE]
    assert await graph.entities(HOSTILE) == {}
    assert await graph.papers(HOSTILE) == {}
    assert await graph.edges_between(pairs) == {}
    assert await graph.paths(pairs) == {}
    assert await graph.relatives(HOSTILE) == {}
    assert await graph.neighbourhoods(HOSTILE) == {}
    assert len(await graph.candidates([Mention(text) for text in HOSTILE])) == len(HOSTILE)
    assert len(await graph.spot(HOSTILE)) == len(HOSTILE)


async def test_nothing_asked_is_nothing_answered(graph: KnowledgeGraph) -> None:
    assert not await graph.entities([])
    assert not await graph.edges_between([])
    assert not await graph.paths([])
    assert not await graph.relatives([])
    assert not await graph.neighbourhoods([])
    assert not await graph.papers([])
    assert len(await graph.candidates([])) == len(await graph.spot([])) == 0


@pytest.mark.parametrize("backend", PARAMETERS)
async def test_what_sources_say_comes_back_word_for_word(backend: str, tmp_path: Path) -> None:
    long, odd = "It was not so. " * 200, "“Not” 'all' <b>x</b> $note \\n {0} 🙂"
    nodes = NODES.splitlines()
    nodes = [f"{nodes[0]}\tSafety\tCUI", f"{nodes[1]}\t{odd}\tC1", *(f"{line}\t\t" for line in nodes[2:])]
    edges = EDGES.replace("First.|Second.\ta note", f"|{odd}\t{long}")
    source = write(tmp_path / "tables", nodes="\n".join(nodes) + "\n", edges=edges)
    graph = await BACKENDS[backend](source, tmp_path / "room")
    between = (await graph.edges_between([("D:1", "X:1")]))["D:1", "X:1"]
    near = (await graph.neighbourhoods(["D:1"]))["D:1"].best
    for edges_found in (between, [e for n in near for e in n.edges]):
        edge = next(e for e in edges_found if e.id == "E1")
        assert (edge.publications, edge.sentences) == (("PMID:1", "PMID:2"), ("", odd))
        assert (edge.note, edge.sources) == (long.strip(), ("hand",))
    assert await graph.attributes("D:1") == (("Safety", odd), ("CUI", "C1"))
    assert [await graph.attributes(id) for id in ("D:2", "nobody", *HOSTILE)] == [()] * (2 + len(HOSTILE))
    await graph.close()


@pytest.mark.parametrize("backend", PARAMETERS)
async def test_of_very_many_papers_the_strongest_are_listed_with_their_sentences(backend: str, tmp_path: Path) -> None:
    ids = [f"PMID:{n}" for n in range(1, MOST_LISTED + 301)]
    said = {"PMID:3": "The third.", "PMID:1250": "It works.", "PMID:1299": "It did not."}
    titles = {"PMID:1250": "A randomised trial of it", "PMID:1299": "It: a meta-analysis", "PMID:7": "On mice"}
    cells = ["E0", "D:1", "PREVENTS", "X:4", "false", "|".join(ids), "hand", "|".join(said.get(id, "") for id in ids)]
    papers = "".join(f"{id}\t{title}\tJ\t2000\t\t\t\t\t\n" for id, title in titles.items())
    row = "\t".join([*cells, "", ""])
    source = write(tmp_path / "tables", edges=f"{EDGES}{row}\n", papers=f"{PAPERS}{papers}")
    graph = await BACKENDS[backend](source, tmp_path / "room")
    (edge,) = (await graph.edges_between([("D:1", "X:4")]))["D:1", "X:4"]
    (near,) = (n for n in (await graph.neighbourhoods(["D:1"]))["D:1"].best if n.entity.id == "X:4")
    strong = ["PMID:1299", "PMID:1250", "PMID:1", "PMID:7"]
    first = [*strong, *(id for id in ids if id not in strong)][:MOST_LISTED]
    for found in (edge, *near.edges):
        assert list(found.publications) == first
        assert (found.unlisted, found.cited, count_papers([found, found])) == (300, 1300, 1300)
        assert {id: told for id, told in zip(found.publications, found.sentences, strict=True) if told} == said
    await graph.close()


async def test_many_questions_at_once_get_the_same_answers(graph: KnowledgeGraph) -> None:
    pairs = [("D:1", "X:1"), ("D:2", "X:2")] * 50
    alone = await graph.edges_between(pairs[:2])
    together = await asyncio.gather(*(graph.edges_between(pairs) for _ in range(20)))
    assert all(answer == alone for answer in together)
