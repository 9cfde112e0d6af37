"""Asks somebody what a thread has shown, and says whether they were right: for the person alone, a question at a time.

A question is a note that its buttons point to; it carries the ones before it and the score, so nothing else is kept.
The first choice counts, however often a button is pressed.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from kgcore.english.agreement import count_noun
from kgcore.errors import GraphError
from kgcore.exploration.history import History
from kgcore.presentation.replies import STALE, notice_reply, refusal_reply
from kgcore.reasoning.exam_sets import MadeQuestion
from kgcore.turn.exam_making import QuizMaterial, quiz_material
from kgcore.turn.panels import WITHOUT_GRAPH
from kgcore.turn.services import Services, note_id, person_key
from kgcore.values.message import Action, Click, Command, Message, QuizQuestion, Verb
from kgcore.values.model import Edge
from kgcore.values.reply import Block, Choice, Choices, Look, Notice, Plain, Reply, Strong, Text, Tone
from kgcore.verdicts import Verdict
from kgcore.vocabulary.vocabulary import Vocabulary
from kgcore.vocabulary.wording import papers_count, statement_sentence

VERBS = (Verb.QUIZ, Verb.PICK)
MOST: Final = 10  # questions of one quiz
PICKED: Final = "picked"  # where the store's map holds what was chosen first
TOO_LITTLE = (
    "This thread has shown too little to ask you about. Ask a question first, such as “Does zinc shorten colds?”"
)
NOTHING_JOINS = "The graph has nothing that says so. That does not mean that it is untrue."
_DECIDED = (Verdict.SUPPORTED, Verdict.CONTRADICTED)
_WISH = re.compile(
    r"(?:please |can you )?(?:quiz|test) me(?: (?:on|about) (?:this|that|it|this thread))?", re.IGNORECASE
)


def wants_quiz(text: str) -> bool:
    """Tell whether a message asks for nothing but a quiz."""
    return _WISH.fullmatch(text.strip(" .!?")) is not None


class QuizHandler:
    """Makes a quiz's questions and grades what is chosen. Raises StoreError."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def begin(self, event: Command | Message, history: History) -> Reply:
        """Return the first question on a thread."""
        thread = history.turns[0].thread if history.turns else event.place.key
        return await self._question(note_id("quiz", event.id), thread, person_key(event), history)

    async def click(self, event: Click, note: QuizQuestion, action: Action, history: History) -> Reply:
        """Grade a choice, or return the question after this one."""
        if note.person != person_key(event):
            return refusal_reply("This is somebody else's quiz: “quiz” begins your own.")
        if action.verb is Verb.PICK:
            return await self._graded(note, action.index)
        picked = await self._services.store.get_state(PICKED, note.id)
        score = note.score + (picked == str(note.right))
        last = len(note.before) + 1 >= MOST
        before, score = ((), 0) if last else ((*note.before, note.text), score)
        return await self._question(note_id("quiz", event.id), note.thread, note.person, history, before, score)

    async def _question(
        self, id: str, thread: str, person: str, history: History, before: tuple[str, ...] = (), score: int = 0
    ) -> Reply:
        vocabulary = self._services.vocabulary
        try:
            found = await quiz_material(self._services.graph, vocabulary, _shown_edges(history), _seed(thread, person))
        except GraphError:
            return refusal_reply(WITHOUT_GRAPH)
        new = next((q for q in found.questions if q.stem not in before), None)
        if new is None:
            ended = f"That was all that this thread has to ask about: {_score(score, len(before))}"
            return replace(notice_reply(ended), private=True) if before else refusal_reply(TOO_LITTLE)
        because = _because(new, found, vocabulary)
        note = QuizQuestion(id, thread, person, new.stem, new.options, new.right, because, before, score)
        await self._services.store.keep_note(note)
        return _shown(note)

    async def _graded(self, note: QuizQuestion, index: int) -> Reply:
        if index >= len(note.options):
            return refusal_reply(STALE)
        store = self._services.store
        picked = await store.get_state(PICKED, note.id)
        if picked is None:
            await store.set_state(PICKED, note.id, str(index))
            picked = str(index)
        right = picked == str(note.right)
        lead = "Right. " if right else f"Not so. The answer is: {note.options[note.right]}. "
        asked = len(note.before) + 1
        blocks: list[Block] = [Text((Strong(lead), Plain(note.because)))]
        blocks.append(Notice(_score(note.score + right, asked)))
        label = "Once more" if asked >= MOST else "Next question"
        blocks.append(Choices((Choice(label, str(Action(Verb.QUIZ, note.id)), look=Look.SUBTLE),)))
        return Reply("", note.text, tuple(blocks), private=True)


def _because(made: MadeQuestion, found: QuizMaterial, vocabulary: Vocabulary) -> str:
    """Return what the graph says that decides a question."""
    if not made.edges:
        return NOTHING_JOINS
    edge = found.edges[made.edges[0]]
    subject, object = found.entities[edge.subject], found.entities[edge.object]
    predicate = vocabulary.get(edge.predicate)
    said = statement_sentence(subject, predicate, object, negated=edge.negated, notes=(edge.note,))
    return f"{said} ({papers_count(edge.cited)})." if edge.publications else f"{said}."


def _shown(note: QuizQuestion) -> Reply:
    head = Notice(f"Question {len(note.before) + 1}, by what this graph has:", Tone.QUIET)
    buttons = (Choice(o, str(Action(Verb.PICK, note.id, n))) for n, o in enumerate(note.options))
    return Reply("", note.text, (head, Text((Strong(note.text),)), Choices(tuple(buttons))), private=True)


def _shown_edges(history: History) -> tuple[Edge, ...]:
    """Return what decided the thread's claims, each edge once."""
    decided = (c for t in history.turns for c in t.claims if c.verdict in _DECIDED)
    return tuple({e.id: e for c in decided for e in (*c.edges_for, *c.edges_against)}.values())


def _score(right: int, asked: int) -> str:
    return f"{right} of {count_noun(asked, 'question')} right."


def _seed(*parts: str) -> int:
    return int(note_id(*parts), 16) % 2**31
