"""Figures of an evaluation, and sets that are made from a graph."""

from __future__ import annotations

from pathlib import Path

import pytest

from kgcore.graph.embedded import EmbeddedGraph
from kgcore.ingest.importing import import_graph
from kgcore.llm.scripted import ScriptedModel
from kgcore.reasoning.choices import read_exam
from kgcore.reasoning.scoring import HIDDEN, Scored, score, scores
from kgcore.turn.checking import Checker
from kgcore.turn.evaluating import Arm, AskedQuestion, Evaluator, decision_in
from kgcore.turn.exam_making import make_questions
from kgcore.values.decision import DecisionKind
from kgcore.values.tasks import AnswerRequest, Task
from kgcore.vocabulary.vocabulary import Vocabulary
from tests.kgcore.ingest.samples import folder as write_folder


def test_undecided_is_not_wrong() -> None:
    found = score("a", "g", [Scored("g", "true", "undecided"), Scored("g", "true", "false"), Scored("g", "A", "A")])
    assert (round(found.right, 2), round(found.undecided, 2), round(found.wrong, 2)) == (0.33, 0.33, 0.33)
    assert found.low <= found.right <= found.high


def test_groups_come_first_and_all_together_last() -> None:
    answers = [Scored("x", "A", "A"), Scored("y", "A", "B")]
    assert [s.group for s in scores("a", answers)] == ["x", "y", "all"]
    with pytest.raises(ValueError, match="nothing"):
        score("a", "g", [])


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("True. It is so [1].", "true"),
        ("**B** because of this", "B"),
        ("Undecided", "undecided"),
        ("Well, perhaps", "undecided"),
        ("Answer: false", "false"),
        ("Because", "undecided"),
    ],
)
def test_a_models_decision_is_its_first_word(text: str, answer: str) -> None:
    assert decision_in(text) == answer


async def test_a_set_that_is_made_is_read_and_answered(starter_graph: EmbeddedGraph) -> None:
    vocabulary = Vocabulary.of(starter_graph.info.predicates)
    made = await make_questions(starter_graph, vocabulary, 40)
    assert made == await make_questions(starter_graph, vocabulary, 40)
    assert {m.kind for m in made} == set(DecisionKind)
    assert all(read_exam(m.text) is not None for m in made)
    evaluator = Evaluator(starter_graph, vocabulary, Checker(starter_graph, vocabulary))
    asked = [AskedQuestion(m.id, m.kind.value, m.text, m.answer) for m in made]
    answered = [one async for one in evaluator.answers(Arm.GRAPH, asked)]
    assert all(one.right for one in answered)


async def test_what_two_sources_say_is_asked_without_one_of_them(starter_graph: EmbeddedGraph) -> None:
    vocabulary = Vocabulary.of(starter_graph.info.predicates)
    made = [m for m in await make_questions(starter_graph, vocabulary, 120) if m.hidden]
    assert {m.kind for m in made} == set(DecisionKind)
    evaluator = Evaluator(starter_graph, vocabulary, Checker(starter_graph, vocabulary))
    asked = [AskedQuestion(m.id, m.kind.value, m.text, m.answer, hidden=m.hidden) for m in made]
    answered = [one async for one in evaluator.answers(Arm.GRAPH, asked)]
    assert all(one.right and one.hidden for one in answered)
    assert [s.group for s in scores("a", answered)][-2:] == [HIDDEN, "all"]


@pytest.mark.parametrize(
    ("papers", "sources", "hidden", "given"),
    [
        ("PMID:1|PMID:2", "x", "PMID:2", "true"),
        ("PMID:1", "x", "PMID:1", "undecided"),
        ("PMID:1", "x", "x", "true"),  # a paper is a source of its own
        ("", "x|y", "y", "true"),
        ("", "x", "x", "undecided"),
    ],
)
async def test_what_only_the_hidden_source_says_is_not_known(
    papers: str, sources: str, hidden: str, given: str, tmp_path: Path
) -> None:
    nodes = "id\tname\tcategory\nC:1\ttea\tChemical\nD:1\tcolitis\tDisease\n"
    head = "id\tsubject\tpredicate\tobject\tnegated\tpublications\tknowledge_source\n"
    edges = f"{head}e1\tC:1\ttreats\tD:1\tfalse\t{papers}\t{sources}\n"
    source = write_folder({"nodes.tsv": nodes, "edges.tsv": edges}, tmp_path / "mine")
    await import_graph(source, tmp_path / "graph", embedder=None)
    graph = EmbeddedGraph.open(tmp_path / "graph", None)
    vocabulary = Vocabulary.of(graph.info.predicates)
    evaluator = Evaluator(graph, vocabulary, Checker(graph, vocabulary))
    asked = AskedQuestion("q", "true_false", "True or false? Tea treats colitis.", "true", hidden=(hidden,))
    (one,) = [a async for a in evaluator.answers(Arm.GRAPH, [asked])]
    await graph.close()
    assert one.given == given


async def test_each_arm_gives_a_model_its_own_share_of_the_evidence(starter_graph: EmbeddedGraph) -> None:
    vocabulary = Vocabulary.of(starter_graph.info.predicates)
    model = ScriptedModel({Task.ANSWER: ["True, as it is written [99]."]})
    evaluator = Evaluator(starter_graph, vocabulary, Checker(starter_graph, vocabulary), model)
    asked = [AskedQuestion("q", "true_false", "True or false? Vitamin E causes jet lag.", "undecided")]
    given: dict[Arm, set[str]] = {}
    for arm in evaluator.arms:
        (one,) = [a async for a in evaluator.answers(arm, asked)]
        if arm is Arm.GRAPH:
            assert (one.given, one.tokens) == ("undecided", 0)
            continue
        assert one.wrong
        assert one.tokens > 0
        request = model.asked[-1]
        assert isinstance(request, AnswerRequest)
        given[arm] = {e.id for e in request.evidence.edges}
    assert not given[Arm.MODEL]
    assert given[Arm.NEIGHBOURS] - given[Arm.PATHS]
    assert given[Arm.BOTH] == given[Arm.PATHS] | given[Arm.NEIGHBOURS]


async def test_what_misleads_comes_not_even_near(tmp_path: Path) -> None:
    drugs = ("alpha tea", "beta tea", "gamma", "delta", "epsilon", "zeta", "eta")
    nodes = "id\tname\tcategory\nD:1\tcolitis\tDisease\n" + "".join(f"C:{n}\t{d}\tDrug\n" for n, d in enumerate(drugs))
    head = "id\tsubject\tpredicate\tobject\n"
    edges = f"{head}e1\tC:0\ttreats\tD:1\ne2\tC:2\ttreats\tD:1\ne3\tC:1\tsubclass_of\tC:0\n"
    source = write_folder({"nodes.tsv": nodes, "edges.tsv": edges}, tmp_path / "mine")
    await import_graph(source, tmp_path / "graph", embedder=None)
    graph = EmbeddedGraph.open(tmp_path / "graph", None)
    vocabulary = Vocabulary.of(graph.info.predicates)
    made = [m for seed in range(12) for m in await make_questions(graph, vocabulary, 4, seed)]
    await graph.close()
    shown = {o for m in made if m.kind is DecisionKind.CHOICE for o in m.options if m.options[m.right] != o}
    assert {"delta", "epsilon"} <= shown
    assert "beta tea" not in shown  # a kind of what treats it
