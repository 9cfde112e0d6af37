"""A claim that is said to come about by something that the graph names rests on what is said of that."""

from __future__ import annotations

import pytest

from kgcore.graph.embedded import EmbeddedGraph
from kgcore.turn.checking import Checker
from kgcore.turn.reader import TextReader
from kgcore.verdicts import Verdict
from kgcore.vocabulary.vocabulary import Vocabulary

TREATS = "treats Alzheimer's disease"


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        (f"Donepezil {TREATS} by inhibiting acetylcholinesterase.", Verdict.SUPPORTED),
        (f"Donepezil {TREATS} because it inhibits acetylcholinesterase.", Verdict.SUPPORTED),
        (f"Donepezil {TREATS} by restoring lost neurons.", Verdict.RELEVANT),
        (f"Donepezil {TREATS} because it dissolves tau protein.", Verdict.RELEVANT),
        (f"Donepezil, by restoring lost neurons, {TREATS}.", Verdict.RELEVANT),
        (f"Donepezil {TREATS}, growing new neurons.", Verdict.RELEVANT),
        ("Ginkgo prevents dementia by restoring lost neurons.", Verdict.CONTRADICTED),
    ],
)
async def test_a_claim_rests_on_its_means(starter_graph: EmbeddedGraph, text: str, verdict: Verdict) -> None:
    vocabulary = Vocabulary.of(starter_graph.info.predicates)
    _, paragraphs = await TextReader(starter_graph, vocabulary).read(text)
    said = [t for p in paragraphs for t in p.triples]
    claims = await Checker(starter_graph, vocabulary).check(said)
    assert claims[0].verdict is verdict
    assert [c.triple for c in claims] == said


@pytest.mark.parametrize(
    "text",
    [
        "Besides treating Alzheimer's disease, donepezil makes people immortal.",
        "By treating type 2 diabetes, metformin ends poverty.",
        "In addition to treating type 2 diabetes, metformin makes people immortal.",
        "Beyond treating insomnia, melatonin makes people immortal.",
        f"Science is settled: donepezil {TREATS}.",
        f"The jury is in: donepezil {TREATS}.",
    ],
)
async def test_what_leads_to_more_than_anybody_has_shown_gets_no_tick(starter_graph: EmbeddedGraph, text: str) -> None:
    vocabulary = Vocabulary.of(starter_graph.info.predicates)
    _, paragraphs = await TextReader(starter_graph, vocabulary).read(text)
    claims = await Checker(starter_graph, vocabulary).check([t for p in paragraphs for t in p.triples])
    assert Verdict.SUPPORTED not in [c.verdict for c in claims]
