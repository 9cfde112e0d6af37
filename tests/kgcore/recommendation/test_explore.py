"""Goal and progress of an exploration."""

from __future__ import annotations

from kgcore.exploration.exploration import exploration_of, goal_nodes, goal_progress
from kgcore.exploration.history import History
from kgcore.recommendation.sources import answered_by
from kgcore.values.model import Candidate, Claim, Edge, Entity, Match, Mention, Neighbourhood, Predicate, Reason, Triple
from kgcore.values.thread import Exploration, Step, Turn
from kgcore.verdicts import Verdict
from kgcore.vocabulary.vocabulary import Vocabulary

AROUND = {
    "a": Neighbourhood("a", frozenset("bcd"), ()),
    "x": Neighbourhood("x", frozenset("dy"), ()),
    "z": Neighbourhood("z", frozenset("q"), ()),
}


def explored(*steps: Step) -> Exploration:
    return Exploration(steps)


def test_the_goal_lies_around_the_first_questions_entities() -> None:
    assert goal_nodes(explored(Step("t1", "?", ("a",))), AROUND) == {"b", "c", "d"}


def test_later_questions_widen_the_goal_only_when_they_were_typed() -> None:
    first = Step("t1", "?", ("a",))
    assert goal_nodes(explored(first, Step("t2", "?", ("x",), typed=True)), AROUND) == {"b", "c", "d", "y"}
    assert goal_nodes(explored(first, Step("t2", "?", ("x",), typed=False)), AROUND) == {"b", "c", "d"}


def test_the_first_question_that_names_anything_counts_as_the_first() -> None:
    assert goal_nodes(explored(Step("t1", "?", ()), Step("t2", "?", ("z",), typed=False)), AROUND) == {"q"}


def test_progress_counts_the_goals_nodes_that_claims_have_named() -> None:
    steps = explored(Step("t1", "?", ("a",), named=("a", "b", "elsewhere")), Step("t2", "?", ("b",), named=("b", "d")))
    found = goal_progress(steps, AROUND)
    assert (found.explored, found.total) == (2, 3)


def test_a_thread_without_entities_has_nothing_to_explore() -> None:
    assert goal_progress(explored(Step("t1", "?", ())), AROUND) == (0, 0)
    assert goal_progress(explored(), {}) == (0, 0)


def test_the_sources_are_the_roots_and_then_what_was_named_last() -> None:
    steps = explored(Step("t1", "?", ("a",), named=("b",)), Step("t2", "?", ("c",), named=("d",), typed=False))
    assert steps.sources == ("a", "c", "d", "b")


def test_a_threads_turns_become_its_steps() -> None:
    a, b = (Candidate(Entity(id, id, "T"), 1.0, Match.EXACT) for id in ("a", "b"))
    triple = Triple(Mention("a"), "treats", Mention("b"))
    claims = (
        Claim(triple, Verdict.UNSURE, Reason.NO_CONNECTION, "", a, b),
        Claim(triple, Verdict.UNSURE, Reason.OBJECT_NOT_IN_GRAPH, "", a),
    )
    turn = Turn("t1", "thread", "Does a help?", claims=claims, focus=(Entity("c", "c", "T"),), typed=False, asked="k")
    found = exploration_of([turn])
    named = (Entity("c", "c", "T"), Entity("a", "a", "T"), Entity("b", "b", "T"))
    step = Step(
        "t1", "Does a help?", ("c",), ("a", "b"), False, "k", claims, entities=named, shown=("c", "a", "b", "?b")
    )
    assert found.steps == (step,)
    assert found.steps[0].pairs == (("a", "b"),)
    assert [e.id for e in found.entities] == ["c", "a", "b"]


def test_what_an_answer_left_open_is_worked_out_once_however_long_its_thread_grows() -> None:
    a, b = (Candidate(Entity(id, id, "Drug"), 1.0, Match.EXACT) for id in ("a", "b"))
    edge = Edge("e", "a", "TREATS", "b", publications=("PMID:1",))
    claim = Claim(
        Triple(Mention("a"), "treats", Mention("b")),
        Verdict.SUPPORTED,
        Reason.EDGE_FOR,
        "",
        a,
        b,
        "TREATS",
        edges_for=(edge,),
    )
    turns = [Turn(f"t{n}", "thread", "Does a treat b?", claims=(claim,), focus=(a.entity,)) for n in range(40)]
    history, rules = History.of(turns), Vocabulary.of((Predicate("TREATS"),))
    left = [answered_by(step, rules) for step in history.exploration.steps]
    assert {o.candidate.key for one in left for o in one.whys} == {"why\x1fa\x1fb"}
    longer = History.of([*turns, Turn("t40", "thread", "And?")], (), history)
    steps = longer.exploration.steps
    assert all(step is old for step, old in zip(steps, history.exploration.steps, strict=False))
    assert all(answered_by(step, rules) is one for step, one in zip(steps, left, strict=False))
    assert longer.numbers == {"a": 1, "b": 2}
