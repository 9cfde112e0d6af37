"""What is done once before anybody asks: it reaches what an answer needs, and a graph that is lost is no trouble."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.rehearsing import rehearse_answer, rehearse_graph
from kgcore.turn.checking import Checker
from kgcore.turn.reader import TextReader
from kgcore.values.model import Candidate, Edge, Entity, Predicate
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
    assert (await rehearsed(graph)).calls[
        "spot"
    ] == 6  # the first question may name two things side by side, which is looked up first


class HeardGraph(FakeGraph):
    """A graph that keeps what it was asked to find names in."""

    heard = ""

    async def spot(self, texts: Sequence[str]) -> Sequence[tuple[tuple[int, int, tuple[Candidate, ...]], ...]]:
        self.heard += " ".join(texts)
        return await super().spot(texts)


async def test_a_graph_of_other_things_is_asked_about_those_that_it_joins() -> None:
    quark, muon = Entity("q", "Quark", "Particle"), Entity("m", "Muon", "Particle")
    graph = HeardGraph([quark, muon], [Edge("e", "q", "TREATS", "m")], [TREATS])
    await rehearsed(graph)
    assert "What is known about Muon?" in graph.heard


@pytest.mark.parametrize("graph", [FakeGraph(), FakeGraph([Entity("q", "Quark", "Particle")]), FakeGraph([ZINC])])
async def test_a_graph_that_joins_nothing_widely_known_is_no_trouble(graph: FakeGraph) -> None:
    await rehearsed(graph)


async def test_a_graph_that_is_lost_meanwhile_is_no_trouble() -> None:
    graph = FakeGraph([ZINC])
    graph.down = True
    await rehearsed(graph)
    await rehearse_graph(graph)
