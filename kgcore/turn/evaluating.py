"""Answers a set of questions under several arms: the graph alone, and a model with more or less evidence beside it."""

from __future__ import annotations

import re
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from kgcore.graph.retractions import WithoutRetracted
from kgcore.ports import KnowledgeGraph, LanguageModel
from kgcore.reasoning.choices import read_exam
from kgcore.reasoning.scoring import Scored
from kgcore.turn.checking import Checker
from kgcore.turn.exams import ExamAnswerer
from kgcore.turn.reasoning import Reasoner
from kgcore.turn.services import complete_text
from kgcore.values.decision import UNDECIDED
from kgcore.values.model import Edge, Entity, Evidence, Path
from kgcore.values.tasks import AnswerRequest
from kgcore.vocabulary.vocabulary import Vocabulary

MOST_NAMED = 8  # names of a question between which evidence is looked for
_NEAR = 12  # neighbours of each
_CHARACTERS = 4  # per token of English text
ASKED = "\n\nBegin with one word: True, False, the letter of the option, or Undecided where this cannot be told."
_GIVEN = re.compile(r"^\W*(?:answer\W+)?(true|false|undecided|cannot|[A-L1-9](?=\W|$))", re.I)


class Arm(StrEnum):
    """What answers."""

    GRAPH = "graph alone"
    MODEL = "model alone"
    PATHS = "model with paths"
    NEIGHBOURS = "model with neighbours"
    BOTH = "model with both"


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question whose answer is known: `expected` is what a decision says, or for `gold` the entities meant.

    `hidden` is what the graph is asked without: ids of papers, or names of knowledge sources.
    """

    id: str
    group: str
    text: str
    expected: str
    gold: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()


class Evaluator:
    """Answers questions with one graph and perhaps a model. Raises EvigraphError where these cannot be reached."""

    def __init__(
        self, graph: KnowledgeGraph, vocabulary: Vocabulary, checker: Checker, model: LanguageModel | None = None
    ) -> None:
        self._graph, self._vocabulary, self._checker = graph, vocabulary, checker
        self._model = model
        self._exams = ExamAnswerer(graph, vocabulary, checker)
        self._reasoner = Reasoner(graph, vocabulary)

    def _without(self, hidden: Sequence[str]) -> Evaluator:
        """Return one that sees the graph without some sources."""
        if not hidden:
            return self
        graph = WithoutRetracted(self._graph, None, hidden)
        checker = self._checker.over(lambda base: WithoutRetracted(base, None, hidden))
        return Evaluator(graph, self._vocabulary, checker, self._model)

    @property
    def arms(self) -> tuple[Arm, ...]:
        """The arms that can be run."""
        return tuple(Arm) if self._model is not None else (Arm.GRAPH,)

    async def answers(self, arm: Arm, questions: Sequence[AskedQuestion]) -> AsyncIterator[Scored]:
        """Yield how each question was answered, in order."""
        for question in questions:
            began = time.perf_counter()
            given, tokens = await self._without(question.hidden)._given(arm, question)
            took = time.perf_counter() - began
            yield Scored(question.group, question.expected, given, took, tokens, bool(question.hidden))

    async def _given(self, arm: Arm, question: AskedQuestion) -> tuple[str, int]:
        if arm is Arm.GRAPH or self._model is None:
            return (await self._from_graph(question)), 0
        evidence = await self._evidence(arm, question.text)
        text = await complete_text(self._model, AnswerRequest(question.text + ASKED, evidence))
        return decision_in(text), len(text) // _CHARACTERS

    async def _from_graph(self, question: AskedQuestion) -> str:
        if question.gold:
            found = await self._reasoner.reason(question.text)
            first = found.candidates[0].entity if found.candidates else None
            return question.expected if first and first.id in question.gold else first.id if first else UNDECIDED
        exam = read_exam(question.text)
        return (await self._exams.decide(exam)).answer if exam is not None else UNDECIDED

    async def _evidence(self, arm: Arm, text: str) -> Evidence:
        if arm is Arm.MODEL:
            return Evidence()
        (spots,) = await self._graph.spot([text])
        named = {meant[0].entity.id: meant[0].entity for _, _, meant in spots if meant}
        ids = list(named)[:MOST_NAMED]
        entities: dict[str, Entity] = dict(named)
        edges: list[Edge] = []
        paths: list[Path] = []
        if arm in (Arm.PATHS, Arm.BOTH):
            pairs = [(a, b) for n, a in enumerate(ids) for b in ids[n + 1 :]]
            edges += [e for some in (await self._graph.edges_between(pairs) if pairs else {}).values() for e in some]
            for ways in (await self._graph.paths(pairs) if pairs else {}).values():
                paths += ways
            entities |= {node.id: node for way in paths for node in way.nodes}
            edges += [e for way in paths for hop in way.edges for e in hop]
        if arm in (Arm.NEIGHBOURS, Arm.BOTH) and ids:
            for near in (await self._graph.neighbourhoods(ids, _NEAR)).values():
                entities |= {n.entity.id: n.entity for n in near.best}
                edges += [e for n in near.best for e in n.edges]
        return Evidence(tuple(entities.values()), tuple({e.id: e for e in edges}.values()), (), tuple(paths))


def decision_in(text: str) -> str:
    """Return what a model's answer begins with: "true", "false", an option's label; "undecided" for anything else."""
    found = _GIVEN.match(re.sub(r"\[[^\]]*\]|[*$_]", "", text.strip()))
    if found is None or found[1].lower() in ("undecided", "cannot"):
        return UNDECIDED
    return found[1].lower() if len(found[1]) > 1 else found[1].upper()
