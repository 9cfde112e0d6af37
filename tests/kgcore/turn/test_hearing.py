"""Questions in words that no rule reads: what is heard is asked of the graph, and said."""

import pytest

from kgcore.graph.embedded import EmbeddedGraph
from kgcore.question.reading import UnderstoodQuestion, read_otherwise
from kgcore.turn.reader import TextReader
from kgcore.values.intent import About, Which
from kgcore.vocabulary.vocabulary import Vocabulary


async def understood(graph: EmbeddedGraph, question: str) -> UnderstoodQuestion:
    return await TextReader(graph, Vocabulary.of(graph.info.predicates)).understand(question)


@pytest.mark.parametrize(
    ("question", "predicate", "outward"),
    [
        ("What pulls LDL cholesterol down fastest?", "INHIBITS", False),
        ("My nan's chances of dementia: what tips the scales against her?", "PREDISPOSES", False),
        ("What does resveratrol push up in us?", "STIMULATES", True),
    ],
)
async def test_what_is_heard_is_asked(
    starter_graph: EmbeddedGraph, question: str, predicate: str, outward: bool | None
) -> None:
    found = await understood(starter_graph, question)
    assert isinstance(found.intent, Which)
    assert predicate in found.intent.asked.predicates
    assert found.intent.outward in {None, outward}
    assert any(written.strip("…")[:12] in question for written, _ in read_otherwise(found)), "what was heard is told"


async def test_what_is_to_be_left_out_is(starter_graph: EmbeddedGraph) -> None:
    found = await understood(starter_graph, "What drink or pill will shorten a cold a bit, apart from zinc?")
    assert isinstance(found.intent, Which)
    assert [entity.name for entity in found.intent.without] == ["Zinc"]


@pytest.mark.parametrize(
    "question",
    [
        "How many milligrams of warfarin shall I swallow?",
        "Is memantine sold without a prescription?",
        "Zinc costs what?",
    ],
)
async def test_what_no_relation_answers_is_left_as_it_was(starter_graph: EmbeddedGraph, question: str) -> None:
    assert not isinstance((await understood(starter_graph, question)).intent, Which)


async def test_a_relation_that_the_graph_does_not_have_is_not_taken_for_asked(starter_graph: EmbeddedGraph) -> None:
    found = await understood(starter_graph, "What shoves tinnitus-free folk towards xerostomia after bremelanotide?")
    assert not isinstance(found.intent, Which)
    found = await understood(starter_graph, "Whence does memantine get squeezed out, which plants hold plenty?")
    assert isinstance(found.intent, About)
