"""Sentences that are written from the graph carry their edges, whatever their words would be read as."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from kgcore.annotation.parser import parse_answer
from kgcore.annotation.resolve import with_statements
from kgcore.graph.embedded import EmbeddedGraph
from kgcore.ingest.importing import import_graph
from kgcore.llm.graph_alone.answerer import write_answer, write_with_statements
from kgcore.turn.checking import Checker
from kgcore.values.intent import About, Intent, YesNo
from kgcore.values.model import Claim, Evidence, Mention, Reason, Statement, Triple
from kgcore.values.tasks import AnswerRequest
from kgcore.verdicts import Verdict
from kgcore.vocabulary.vocabulary import Vocabulary

NODES = """id\tname\tcategory
a\tAspirin\tDrug
b\tMAPT\tGene
c\tMAPT\tProtein
d\theadache\tDisease
"""
EDGES = """id\tsubject\tpredicate\tobject\tnegated\tpublications
1\ta\tGr>G\tb\tfalse\t
2\ta\tGr>G\td\tfalse\t
3\ta\tTREATS\td\tfalse\tPMID:1
4\ta\tTREATS\td\ttrue\tPMID:2
5\ta\tPREVENTS\tc\ttrue\tPMID:3
"""


async def opened(folder: Path) -> EmbeddedGraph:
    source = folder / "source"
    source.mkdir()
    (source / "nodes.tsv").write_text(NODES)
    (source / "edges.tsv").write_text(EDGES)
    await import_graph(source, folder / "graph", embedder=None)
    return EmbeddedGraph.open(folder / "graph")


async def told(folder: Path, intent: str) -> tuple[str, tuple[Claim, ...]]:
    """Return what the graph alone answers about the first two or the first entity, and its claims as judged."""
    graph = await opened(folder)
    vocabulary = Vocabulary.of(graph.info.predicates)
    known = await graph.entities(["a", "b", "c", "d"])
    found = await graph.edges_between([("a", other) for other in "bcd"])
    edges = tuple(e for edges in found.values() for e in edges)
    asked: Intent = YesNo(known["a"], known["d"]) if intent == "pair" else About(known["a"])
    request = AnswerRequest("?", Evidence(tuple(known.values()), edges), ("a",), intent=asked)
    text = "\n\n".join(" ".join(p) for p in write_answer(request, vocabulary))
    paragraphs = with_statements(
        parse_answer(text, (), vocabulary.names), write_with_statements(request, vocabulary)[1]
    )
    claims = await Checker(graph, vocabulary).check([t for p in paragraphs for t in p.triples])
    await graph.close()
    return " ".join(p.text for p in paragraphs), claims


def claims_on(claims: tuple[Claim, ...], predicate: str) -> list[Claim]:
    return [c for c in claims if c.predicate == predicate]


async def test_a_list_without_papers_does_not_deny_itself(tmp_path: Path) -> None:
    text, claims = await told(tmp_path, "about")
    assert "without naming papers" in text
    assert [c.verdict for c in claims_on(claims, "Gr>G")] == [Verdict.SUPPORTED, Verdict.SUPPORTED]
    assert "0 papers" not in text


async def test_a_sentence_is_about_its_own_entity_and_not_about_one_of_the_same_name(tmp_path: Path) -> None:
    _, claims = await told(tmp_path, "about")
    (regulates,) = [c for c in claims_on(claims, "Gr>G") if c.object and c.object.entity.id in "bc"]
    (prevents,) = claims_on(claims, "PREVENTS")
    assert regulates.object is not None
    assert prevents.object is not None
    assert (regulates.object.entity.id, prevents.object.entity.id) == ("b", "c")
    assert (prevents.verdict, prevents.negated) == (Verdict.SUPPORTED, True)


async def test_what_papers_disagree_on_stays_mixed(tmp_path: Path) -> None:
    _, claims = await told(tmp_path, "pair")
    assert {c.verdict for c in claims_on(claims, "TREATS")} == {Verdict.MIXED}


async def test_a_statement_is_judged_by_the_graph_like_any_other(tmp_path: Path) -> None:
    graph = await opened(tmp_path)
    checker = Checker(graph, Vocabulary.of(graph.info.predicates))
    triple = Triple(Mention("Aspirin"), "regulates", Mention("MAPT"), stated=Statement("a", "Gr>G", "c"))
    (nothing,) = await checker.check([triple])
    (lost,) = await checker.check([replace(triple, stated=Statement("a", "Gr>G", "gone"))])
    await graph.close()
    assert nothing.verdict is not Verdict.SUPPORTED
    assert lost.reason is Reason.EDGE_FOR  # what the graph no longer has is read like any other text
