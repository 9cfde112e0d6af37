"""Whatever a turn asks, the embedded graph and Neo4j say the same; and a thread does not notice where its graph is."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest_asyncio

from kgcore.graph.embedded import EmbeddedGraph
from kgcore.graph.neo4j import Bolt, Neo4jGraph, push_to_neo4j
from kgcore.turn.checking import Checker
from kgcore.values.model import Mention, Triple
from kgcore.values.thread import Turn
from kgcore.vocabulary.vocabulary import Vocabulary
from tests.kgcore.house import Bot, folder
from tests.servers.neo4j import needs_neo4j, opened, patient_bolt

pytestmark = needs_neo4j

QUESTIONS = (
    "Can vitamin E slow the progression of Alzheimer's disease?",
    "Which other disorders can omega-3 help with?",
    "How does curcumin act on inflammation?",
)
TYPED = ("vit", "a", "alzh", "omega 3", "ginkgo biloba e", "β", "")
MENTIONS = (
    *("Vitamin E", "fish oil", "alzheimrs disease", "memory loss in old people", "AD", "B12", "low B12", "qwzzx"),
    *("ginkgo biloba supplements", "heart attack", "donepzil", "curcumine", "high blood pressure", "a"),
)
__all__ = ["folder"]


@dataclass(frozen=True, slots=True)
class Both:
    """The same graph twice."""

    embedded: EmbeddedGraph
    neo4j: Neo4jGraph
    bolt: Bolt


@pytest_asyncio.fixture
async def both(folder: Path) -> AsyncIterator[Both]:
    async with opened() as bolt:
        await push_to_neo4j(folder, bolt)
    bolt = patient_bolt()
    found = Both(EmbeddedGraph.open(folder), await Neo4jGraph.open(bolt), bolt)
    yield found
    await found.embedded.close()
    await found.neo4j.close()


async def everybody(graph: EmbeddedGraph) -> list[str]:
    found = {e.id for e in await graph.complete("alzheimer")}
    for _ in range(4):
        found |= {id for neighbourhood in (await graph.neighbourhoods(found, 500)).values() for id in neighbourhood.ids}
    return sorted(found)


async def test_entities_edges_paths_kin_and_papers_are_the_same_and_in_the_same_order(both: Both) -> None:
    here, there = both.embedded, both.neo4j
    ids = await everybody(here)
    assert len(ids) > 200
    assert there.info == here.info
    pairs = [(a, b) for a in ids[::11] for b in ids[::7]]
    asked: list[tuple[str, tuple[Any, ...]]] = [
        *(("entities", (ids,)), ("relatives", (ids,)), ("edges_between", (pairs,)), ("paths", (pairs,))),
        *(("neighbourhoods", (ids, 7)), ("paths", (pairs, 1))),
    ]
    for question, parameters in asked:
        a, b = await getattr(here, question)(*parameters), await getattr(there, question)(*parameters)
        assert list(b.items()) == list(a.items()), question
    cited = {p for edges in (await here.edges_between(pairs)).values() for e in edges for p in e.publications}
    assert dict(await there.papers(cited)) == dict(await here.papers(cited))
    for id in ids[::20]:
        assert await there.card(id) == await here.card(id)


async def test_names_are_completed_linked_and_spotted_alike(both: Both) -> None:
    here, there = both.embedded, both.neo4j
    for typed in TYPED:
        assert await there.complete(typed) == await here.complete(typed)
    mentions = [Mention(text) for text in MENTIONS]
    assert await there.rank(mentions) == await here.rank(mentions)
    assert list(await there.spot(QUESTIONS)) == list(await here.spot(QUESTIONS))


async def test_papers_are_found_by_their_words(both: Both) -> None:
    for words in ("vitamin", "Cochrane review of vitamin E", "not OR and", '"*: (', ""):
        here, there = await both.embedded.search_papers(words, 300), await both.neo4j.search_papers(words, 300)
        assert {p.id for p in there} == {p.id for p in here}, words
    assert len(await both.neo4j.search_papers("vitamin", 2)) == 2


async def test_every_relation_of_the_starter_graph_gets_the_same_claim(both: Both) -> None:
    ids = await everybody(both.embedded)
    neighbourhoods = await both.embedded.neighbourhoods(ids, 500)
    names = await both.embedded.entities(
        {*ids, *(n.entity.id for neighbourhood in neighbourhoods.values() for n in neighbourhood.best)}
    )
    edges = {e.id: e for neighbourhood in neighbourhoods.values() for n in neighbourhood.best for e in n.edges}
    words = {p.name: p.words for p in both.embedded.info.predicates}
    said = [(e.subject, words[e.predicate], e.object) for e in edges.values()]
    said += [(o, relation, s) for s, relation, o in said]
    triples = [Triple(Mention(names[s].name), relation, Mention(names[o].name)) for s, relation, o in said]
    vocabulary = Vocabulary.of(both.embedded.info.predicates)
    here = await Checker(both.embedded, vocabulary).check(triples)
    before = both.bolt.trips
    there = await Checker(both.neo4j, vocabulary).check(triples)
    assert there == here
    assert both.bolt.trips - before <= 6  # whatever the number of claims


async def test_a_thread_begun_on_the_embedded_graph_goes_on_in_neo4j(folder: Path, both: Both, tmp_path: Path) -> None:
    for name in ("stays", "moves"):
        (tmp_path / name).mkdir()
    stays, moves = Bot(folder, tmp_path / "stays"), Bot(folder, tmp_path / "moves")
    first = [await asked(stays, QUESTIONS[0]), await asked(moves, QUESTIONS[0])]
    assert first[0] == first[1]
    await moves.graph.close()
    await moves.store.close()
    again = Bot(folder, tmp_path / "moves")  # the restart, on the other backend
    await again.graph.close()
    again.graph = both.neo4j  # type: ignore[assignment]
    again.start()
    for question in QUESTIONS[1:]:
        here, there = await asked(stays, question), await asked(again, question)
        assert there == here
        assert here.recommendations
    for bot in (stays, again):
        await bot.store.close()
    await stays.graph.close()


async def asked(bot: Bot, question: str) -> Turn:
    """Ask and return the turn, without what is drawn by lot."""
    turn = await bot.turn(await bot.ask(question, id=question))
    return replace(turn, id="", parent="")
