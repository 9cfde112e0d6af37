"""What no rule can read is told in doubt, with what the graph says; where the graph has no word, nothing is told."""

from __future__ import annotations

import pytest

from kgcore.graph.embedded import EmbeddedGraph
from kgcore.turn.checking import Checker
from kgcore.turn.reader import TextReader
from kgcore.values.model import Claim, Paragraph
from kgcore.verdicts import Verdict
from tests.bench.bench_wordings import traps
from tests.kgcore.starter import vocabulary_of

JET_LAG = (
    "Travellers crossing several time zones may be able to ward off jet lag with {}, although the evidence is weak."
)


async def checked(graph: EmbeddedGraph, text: str) -> tuple[tuple[Paragraph, ...], tuple[Claim, ...]]:
    words = vocabulary_of(graph.info.predicates)
    _, paragraphs = await TextReader(graph, words).read(text)
    return paragraphs, await Checker(graph, words).check([t for p in paragraphs for t in p.triples])


async def test_what_no_rule_read_is_told_in_doubt_with_what_the_graph_says(starter_graph: EmbeddedGraph) -> None:
    [paragraph], [claim] = await checked(starter_graph, JET_LAG.format("melatonin"))
    assert (claim.triple.subject.text, claim.triple.relation, claim.triple.object.text) == (
        "melatonin",
        "prevents",
        "jet lag",
    )
    assert (claim.verdict, claim.triple.inferred) == (Verdict.RELEVANT, True)
    assert claim.why.startswith("The graph says melatonin prevents jet lag (")
    assert claim.why.endswith("I am not sure that this sentence says just that.")
    marked = {paragraph.text[m.start : m.end] for m in paragraph.marks}
    assert {"melatonin", "jet lag"} <= marked


async def test_where_the_graph_has_no_word_on_the_two_nothing_is_told(starter_graph: EmbeddedGraph) -> None:
    assert (await checked(starter_graph, JET_LAG.format("magnesium")))[1] == ()


async def test_an_annotated_answer_is_read_so_too(starter_graph: EmbeddedGraph) -> None:
    text = f"[Zinc]($N1) [treats](TREATS, $N1, $N2) the [common cold]($N2). {JET_LAG.format('melatonin')}"
    [paragraph], claims = await checked(starter_graph, text)
    assert [(c.verdict, c.triple.inferred) for c in claims] == [(Verdict.SUPPORTED, False), (Verdict.RELEVANT, True)]
    refs = [m.ref for m in paragraph.marks]
    assert len({m.ref for m in paragraph.marks if m.ref.startswith("N")}) == 4, refs


@pytest.mark.parametrize("part", range(4))
async def test_nothing_that_is_made_to_deceive_is_sure(starter_graph: EmbeddedGraph, part: int) -> None:
    told = [
        (case.row.text, claim.why)
        for case in list(traps())[part::12]
        for claim in (await checked(starter_graph, case.row.text))[1]
        if claim.triple.inferred and claim.verdict is Verdict.SUPPORTED
    ]
    assert told == []
