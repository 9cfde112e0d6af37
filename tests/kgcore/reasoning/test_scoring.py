"""Figures of an evaluation, and sets that are made from a graph."""

from __future__ import annotations

import pytest

from kgcore.graph.embedded import EmbeddedGraph
from kgcore.llm.scripted import ScriptedModel
from kgcore.reasoning.choices import read_exam
from kgcore.reasoning.scoring import Scored, score, scores
from kgcore.turn.checking import Checker
from kgcore.turn.evaluating import Arm, AskedQuestion, Evaluator, decision_in
from kgcore.turn.exam_making import make_questions
from kgcore.values.decision import DecisionKind
from kgcore.values.tasks import AnswerRequest, Task
from kgcore.vocabulary.vocabulary import Vocabulary


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
