"""Turns from the event that begins them to the answer that is kept: once each, whatever happens in between."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace

from kgcore.errors import GraphError
from kgcore.evidence.harms import fate_of
from kgcore.exploration.history import History
from kgcore.presentation.pictures import figure_key
from kgcore.question.relation import is_taken
from kgcore.reasoning.choices import ExamQuestion, read_exam
from kgcore.reasoning.guesses import SHOWN, Guesses, guess_map, guess_paragraphs, read_wish
from kgcore.reasoning.statements import StatementQuestion
from kgcore.turn.annotating import SentenceAnnotator
from kgcore.turn.answering import QuestionAnswerer
from kgcore.turn.browsing import fetch_neighbourhood
from kgcore.turn.concluding import (
    Chain,
    chain_of,
    diagnosed_turn,
    evidence_of,
    reasoned_turn,
    shared_turn,
    with_chain,
)
from kgcore.turn.exams import ExamAnswerer
from kgcore.turn.following import messages_of
from kgcore.turn.kinds import kinds_turn
from kgcore.turn.listed import alike_before
from kgcore.turn.listening import SettingsHandler
from kgcore.turn.privacy import told_of
from kgcore.turn.reader import TextReader, map_statements
from kgcore.turn.services import Services
from kgcore.turn.showing import ReplyComposer
from kgcore.values.decision import UNDECIDED
from kgcore.values.message import Command, Incoming, Message, Place, Said
from kgcore.values.model import Entity, Mention, Reason
from kgcore.values.reply import Figure, Reply
from kgcore.values.settings import effective_settings
from kgcore.values.tasks import NOTHING as NO_EVIDENCE
from kgcore.values.tasks import Detail, Loss
from kgcore.values.thread import FollowUpKind, Mode, Recommendation, Turn

MOST_FOCUS = 2  # entities around which the goal lies where people's own messages began a thread
UNWRITTEN = (FollowUpKind.BROWSE, FollowUpKind.MAP, FollowUpKind.CHECK)  # nobody has to write the answer


class QuestionHandler:
    """Answers turns, and knows those that are being written."""

    def __init__(self, services: Services, showing: ReplyComposer, settling: SettingsHandler) -> None:
        self._services = services
        self._showing = showing
        self._settling = settling
        self._stops: dict[str, tuple[str, asyncio.Event]] = {}
        self._live: dict[str, Reply] = {}

    def stop(self, turn: str, place: Place) -> None:
        """End the writing of a turn of that place; what has arrived is kept and verified."""
        thread, stop = self._stops.get(turn, ("", None))
        if stop is not None and thread == place.key:
            stop.set()

    def live(self, turn: str) -> Reply | None:
        """Return the newest state of a turn that is being written."""
        return self._live.get(turn)

    async def begin(self, event: Incoming, history: History, turn: Turn) -> AsyncIterator[Reply]:
        """Answer with this turn, or go on with the one that the event began before. Raises EvigraphError."""
        store = self._services.store
        begun, (person, channel), chosen = await asyncio.gather(  # at once: each waits for the database
            store.turn_of(event.id), self._settling.of(event.place, turn.person), store.chosen_model(event.place.key)
        )
        if begun is not None and begun.done:  # the answer was saved, its last delivery was not
            yield await self._showing.reply(history, history.turn(begun.id) or begun)
            return
        if begun is None:
            settings = effective_settings(person, channel, Detail.NORMAL)
            model = chosen or settings.model
            detail = self._services.detail or settings.detail or Detail.NORMAL
            told = told_of(event)
            turn = replace(turn, detail=detail, model=model, notices=(*turn.notices, told) if told else turn.notices)
            await store.save(turn, event.id)
        async for reply in self._answer(begun or turn, history, event):
            yield reply

    async def _answer(self, turn: Turn, history: History, event: Incoming) -> AsyncIterator[Reply]:
        services = await self._seen(history)
        if turn.wanted is not None and turn.wanted.want in UNWRITTEN:
            yield await self._unwritten(turn, history, event, services)
            return
        guessed = await guess_turn(services, turn)
        if guessed is not None:
            answering = QuestionAnswerer(services, guessed, history, asyncio.Event())
            await answering.finish()
            yield await self._kept(answering.turn)
            return
        exam = read_exam(_as_pasted(event, turn)) if turn.typed and not turn.quote and turn.wanted is None else None
        if exam is not None:
            turn = await _examined(services, turn, exam)
            if turn.paragraphs:
                answering = QuestionAnswerer(services, turn, history, asyncio.Event())
                await answering.finish()
                yield await self._kept(answering.turn)
                return
        chain = await self._concluded(services, turn, history.with_turn(turn).before(turn.id), history.clicked(turn))
        alone = chain is not None and (await services.model(turn))[0] is services.graph_alone
        if chain is not None and not chain.beneath and (alone or not chain.turn.claims):
            answering = QuestionAnswerer(services, chain.turn, history, asyncio.Event())
            await answering.finish()
            yield await self._kept(answering.turn)
            return
        stop = asyncio.Event()
        self._stops[turn.id] = (turn.thread, stop)
        given = evidence_of(chain.turn) if chain is not None and not alone else NO_EVIDENCE
        chained = chain is not None and chain.beneath
        answering = QuestionAnswerer(services, turn, history, stop, _folded(history, turn), given, chained=chained)
        try:
            async for reply in answering.run():
                self._live[turn.id] = reply
                yield reply
            drawn, figure = answering.pictures.drawn, answering.pictures.shown
            if drawn is not None and isinstance(figure, Figure):
                await self._services.store.save_figure(figure_key(turn.id, drawn), figure)
            written = answering.turn
            if chain is not None:
                written = with_chain(written, chain.turn, services.vocabulary, beneath=chained)
            yield await self._kept(written)
        finally:
            if self._stops.get(turn.id) == (turn.thread, stop):  # a try that was left open may end after its successor
                del self._stops[turn.id]
                self._live.pop(turn.id, None)

    async def _concluded(
        self, services: Services, turn: Turn, earlier: Sequence[Turn], chosen: Recommendation | None
    ) -> Chain | None:
        """Return several facts put together, where that is asked for or what is told asks for it."""
        if turn.wanted is not None and turn.wanted.want is FollowUpKind.REASON:
            try:
                return Chain(await reasoned_turn(services, turn, turn.wanted.ids))
            except GraphError as error:
                return Chain(replace(turn, mode=Mode(Loss.by(error))))
        if chosen is not None and not turn.quote:
            chain = await chain_of(services, turn)
            meant = {chosen.subject, chosen.target}
            return chain if chain is not None and chain.beneath and {e.id for e in chain.turn.focus} == meant else None
        if not turn.typed or turn.quote or turn.wanted is not None:
            return None
        told = await kinds_turn(services, turn) or await diagnosed_turn(services, turn)
        told = told or await shared_turn(services, turn, alike_before(earlier))
        return Chain(told) if told is not None else await chain_of(services, turn)

    async def _unwritten(self, turn: Turn, history: History, event: Incoming, services: Services) -> Reply:
        """Answer what nobody has to write: a neighbourhood, or what people said."""
        try:
            if isinstance(event, Command) and event.name in ("map", "check"):
                found = await map_turn(services, turn, messages_of(event))
            elif isinstance(event, Message):  # asked whether what it quotes is true
                found = await map_turn(services, turn, (Said("", turn.quote),))
            else:
                found = await browse_turn(services, turn)
        except GraphError as error:
            found = replace(turn, mode=Mode(Loss.by(error)))
        answering = QuestionAnswerer(services, found, history, asyncio.Event())
        await answering.finish()
        return await self._kept(answering.turn)

    async def _kept(self, turn: Turn) -> Reply:
        await self._services.store.save(turn)
        self._services.meter.turn(turn)
        history = await self._showing.history(turn.thread)
        return await self._showing.reply(history, history.turn(turn.id) or turn)

    async def _seen(self, history: History) -> Services:
        """Return the parts as the thread sees them; without the graph, as they are: the answer says that it is gone."""
        try:
            return await self._showing.services(history)
        except GraphError:
            return self._services


def _folded(history: History, turn: Turn) -> list[str]:
    """Return the names that the reader has folded away in the answer that this one goes on from."""
    away = set(history.view(turn.parent).collapsed)
    return [e.name for e in history.exploration.entities if e.id in away]


async def guess_turn(services: Services, turn: Turn) -> Turn | None:
    """Return the turn with a trained model's guesses; None where none are asked for, or no model knows any."""
    if services.oracle is None:
        return None
    try:
        if turn.wanted is not None and turn.wanted.want is FollowUpKind.GUESS:
            target, predicate = turn.wanted.ids
            known = await services.graph.entities([target])
            found = await services.oracle.guesses(predicate, target, SHOWN) if target in known else None
            return _guessed(turn, known[target], found) if found is not None else None
        wish = read_wish(turn.question) if turn.typed and not turn.quote else None
        if wish is None:
            return None
        ranked = await services.graph.rank([Mention(target) for _, target in wish.ways], 1)
        for (phrase, _), ranking in zip(wish.ways, ranked, strict=True):
            if ranking.linked and ranking.candidates:
                entity = ranking.candidates[0].entity
                found = await services.oracle.guesses(phrase, entity.id, SHOWN)
                if found is not None:
                    return _guessed(turn, entity, found)
    except GraphError:
        return None  # the usual way says that the graph is gone
    return None


async def _examined(services: Services, turn: Turn, exam: ExamQuestion) -> Turn:
    """Return the turn answered as tests are: the graph decides, or nothing does.

    What is open and states nothing (“ginkgo with warfarin, yes or no?”), or puts together two things that people take,
    is left to be answered as asked.
    """
    try:
        found = await ExamAnswerer(services.graph, services.vocabulary, services.checker).turn(turn, exam)
    except GraphError:
        return turn  # the usual way says that the graph is gone
    stated = isinstance(exam, StatementQuestion)
    open_ = stated and (found.decision is None or found.decision.answer == UNDECIDED)
    unread = not found.claims or all(c.reason in _NOT_NAMED for c in found.claims)
    test = _AS_TESTS.search(turn.question) is not None
    near = any(c.edges_near for c in found.claims)  # of a class or a form: a warning all the same
    otherwise = open_ and ((_of_what_is_taken(found) and (near or not test)) or (unread and not test))
    return replace(turn, decision=found.decision) if otherwise else found


_NOT_NAMED = frozenset({Reason.SUBJECT_NOT_IN_GRAPH, Reason.OBJECT_NOT_IN_GRAPH, Reason.NEITHER_IN_GRAPH})
_AS_TESTS = re.compile(
    r"\btrue\W+(?:or\W+)?false\b|\bt\s*(?:/|or)\s*f\b|\bis (?:it|this|that) true\b|\bfact or (?:myth|fiction)\b", re.I
)


def _of_what_is_taken(turn: Turn) -> bool:
    """Tell whether a turn's claims put together two things that people take: what is open there may be a warning."""
    pairs = [(c.subject, c.object) for c in turn.claims]
    return any(a and b and is_taken(a.entity) and (is_taken(b.entity) or fate_of(b.entity)) for a, b in pairs)


def _as_pasted(event: Incoming, turn: Turn) -> str:
    """Return the question with its lines, which tell options apart; a turn keeps it on one."""
    said = event.text.replace("\x00", " ") if isinstance(event, Message | Command) else ""
    return said if " ".join(said.split()) == turn.question else turn.question


def _guessed(turn: Turn, entity: Entity, found: Guesses) -> Turn:
    told = guess_paragraphs(entity.name, found)
    return replace(turn, mode=Mode.GRAPH, paragraphs=told, focus=(entity,), mind_map=guess_map(found))


async def browse_turn(services: Services, turn: Turn) -> Turn:
    """Return the browsing turn with what was found. Raises GraphError."""
    seen = await fetch_neighbourhood(services.graph, turn.wanted.ids if turn.wanted else ())
    return replace(
        turn,
        mode=Mode.BROWSED,
        focus=seen.focus,
        around=seen.around,
        around_counts=seen.counts,
        ways=seen.ways,
        direct=seen.direct,
    )


async def map_turn(services: Services, turn: Turn, said: Sequence[Said]) -> Turn:
    """Return the turn with what people said and its verdicts. Raises GraphError."""
    model, told = await services.model(turn)
    annotator = SentenceAnnotator(model, services.graph.info) if model is not services.graph_alone else None
    seen = await map_statements(TextReader(services.graph, services.vocabulary), services.checker, said, annotator)
    sides = [side.entity for c in seen.claims for side in (c.subject, c.object) if side]
    often = Counter(e.id for e in sides)
    entities: dict[str, Entity] = {e.id: e for e in sides}
    focus = tuple(entities[id] for id, _ in often.most_common(MOST_FOCUS))
    return replace(
        turn,
        mode=Mode.MAPPED,
        paragraphs=seen.paragraphs,
        claims=seen.claims,
        said=seen.said,
        speakers=seen.speakers if any(one.speaker.strip() for one in said) else (),
        focus=focus,
        notices=(*turn.notices, *seen.notices, told) if told else (*turn.notices, *seen.notices),
    )
