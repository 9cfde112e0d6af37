"""What is done once before anybody asks: it reaches what an answer needs, and a graph that is lost is no trouble."""

from __future__ import annotations

import pytest

from bot.rehearsing import rehearse_answer, rehearse_graph
from kgcore.turn.checking import Checker
from kgcore.turn.reader import TextReader
from kgcore.values.model import Edge, Entity, Predicate
from kgcore.vocabulary.vocabulary import Vocabulary
from tests.fakes.graph import FakeGraph

ZINC, DIABETES = Entity("z", "Zinc", "Supplement"), Entity("d", "Diabetes", "Disease")
TREATS = Predicate("TREATS", "treats")


async def rehearsed(graph: FakeGraph) -> FakeGraph:
    vocabulary = Vocabulary.of(graph.info.predicates)
    await rehearse_answer(graph, TextReader(graph, vocabulary), Checker(graph, vocabulary))
    return graph


async def test_questions_and_a_claim_about_what_the_graph_knows_are_read() -> None:
    graph = FakeGraph([ZINC, DIABETES], [Edge("e", "z", "TREATS", "d")], [TREATS])
    assert (await rehearsed(graph)).calls["spot"] == 3


@pytest.mark.parametrize("graph", [FakeGraph(), FakeGraph([Entity("q", "Quark", "Particle")]), FakeGraph([ZINC])])
async def test_a_graph_that_joins_nothing_widely_known_is_no_trouble(graph: FakeGraph) -> None:
    await rehearsed(graph)


async def test_a_graph_that_is_lost_meanwhile_is_no_trouble() -> None:
    graph = FakeGraph([ZINC])
    graph.down = True
    await rehearsed(graph)
    await rehearse_graph(graph)
