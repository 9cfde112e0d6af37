"""Questions and commands, by whatever name they come."""

from __future__ import annotations

import re
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import assert_never

from kgcore.commands import CommandSurface, commands_on
from kgcore.errors import GraphError, InputError
from kgcore.exploration.exploration import counted_designs
from kgcore.exploration.history import History
from kgcore.presentation.ordinary import EXAMPLES, about_the_bot, about_the_last
from kgcore.presentation.replies import (
    STALE,
    ambiguous_name_reply,
    courtesy_reply,
    forget_panel,
    help_panel,
    notice_reply,
    refusal_reply,
)
from kgcore.question.leaning import leaning_of
from kgcore.question.narrowing import Narrowing, narrowing_of
from kgcore.question.ordinary import Ordinary, ordinary_of, without_addresses
from kgcore.question.pointing import POINTED_AT, mentioned_by_place, place_too_far
from kgcore.turn.exporting import ExportHandler
from kgcore.turn.following import (
    UNOPENED,
    Ambiguous,
    FollowUp,
    Refusal,
    Wish,
    chosen_way,
    new_turn,
    quote_of,
    read_title,
    to_browse,
)
from kgcore.turn.listening import ListeningPolicy, SettingsHandler
from kgcore.turn.literature import Literature
from kgcore.turn.one_paper import OnePaper
from kgcore.turn.panels import EMPTY, WITHOUT_GRAPH, PanelHandler
from kgcore.turn.questions import QuestionHandler
from kgcore.turn.quizzing import QuizHandler, wants_quiz
from kgcore.turn.reviewing import ReviewHandler, fact_said
from kgcore.turn.services import Services, note_id, person_key
from kgcore.turn.showing import ReplyComposer, ThreadEditor
from kgcore.turn.tables import TableHandler
from kgcore.turn.watching import WatchHandler
from kgcore.values.courtesy import courtesy_of
from kgcore.values.message import Action, Click, Command, Meant, Message, Verb
from kgcore.values.reply import Reply
from kgcore.values.text import shorten
from kgcore.values.thread import FollowUpKind, PaperPlace, Turn, WantedFollowUp

NO_STEP_BACK = "This is the first step; there is none to go back to."
LONGEST_NAME = 100  # characters of a thread's name
LONGEST = 4000  # characters of a question; a longer one is no question, and would crowd out the model's instructions
READ = {"map": FollowUpKind.MAP, "check": FollowUpKind.CHECK}  # people's own words, read and checked
ABSTRACT = "What does the abstract of “{}” claim?"
# Asked about a message, this asks for the verdicts on its claims.
_TRUE = re.compile(
    r"(?:is|are|was) (?:this|that|it|these|they|all (?:of )?(?:this|that)) (?:really |actually )?"
    r"(?:true|so|right|correct|false|wrong)\W*|/?check(?: (?:this|that|it))?\W*",
    re.IGNORECASE,
)


class CommandHandler:
    """Answers questions, and does what commands say."""

    def __init__(
        self,
        services: Services,
        settling: SettingsHandler,
        listening: ListeningPolicy,
        showing: ReplyComposer,
        changing: ThreadEditor,
        panels: PanelHandler,
        literature: Literature,
        questions: QuestionHandler,
    ) -> None:
        self._services = services
        self._settling = settling
        self._listening = listening
        # A handler per row of `kgcore.commands`: of those that begin or change something, and of those that show.
        self._doing: Mapping[str, Callable[[Command], AsyncIterator[Reply]]] = {
            "ask": self.question,
            "reason": self._reason,
            "browse": self._way_in,
            "map": self._way_in,
            "check": self._way_in,
            "undo": self._undo,
            "add": self._add,
            "watch": self._watch,
        }
        self._looks = self._look_handlers()
        self._showing = showing
        self._changing = changing
        self._panels = panels
        self._literature = literature
        self._one_paper = OnePaper(services, literature)
        self._questions = questions
        self._reviewing = ReviewHandler(services)
        self._tables = TableHandler(services)
        self._watching = WatchHandler(services)
        self._quizzing = QuizHandler(services)
        self._exporting = ExportHandler(services, showing)

    def _look_handlers(self) -> Mapping[str, Callable[[Command, History], Awaitable[Reply]]]:
        return {
            "literature": self._look_up,
            "tables": self._look_up_tables,
            "summary": self._summary,
            "steps": self._steps,
            "progress": self._progress,
            "quiz": self._quiz,
            "bookmarks": self._bookmarks,
            "settings": self._settings,
            "graph": self._graph,
            "forget": self._forget,
            "export": self._export,
            "rename": self._rename,
            "help": self._help,
            "review": self._review,
        }

    @property
    def handled(self) -> frozenset[str]:
        """The names of the commands that have a handler."""
        return frozenset((*self._doing, *self._looks))

    async def question(self, event: Message | Command) -> AsyncIterator[Reply]:
        """Answer a question in its thread."""
        question = " ".join(event.text.replace("\x00", " ").split())
        said = event.quote if isinstance(event, Message) else ""
        complaint = _complaint(question) or ("" if said or without_addresses(question) else UNOPENED)
        if complaint:
            yield refusal_reply(complaint)
            return
        courtesy = courtesy_of(question)
        if courtesy and not (said and _TRUE.fullmatch(question)):
            yield courtesy_reply(courtesy)
            return
        if fact := fact_said(question):
            yield await self._reviewing.command(event, fact)
            return
        history = await self._showing.history(event.place.key)
        if not said and wants_quiz(question):
            yield await self._quizzing.begin(event, history)
            return
        if not said and (asked := await self._one_paper.asked_by_id(question)) is not None:
            yield await self._one_paper.answer(asked, question)
            return
        question = question if said else without_addresses(question)
        if not said and (narrowing := wanted_narrowing(question, history)) is not None:
            async for reply in self._changing.narrow(event, narrowing.designs, history, person_key(event)):
                yield reply
            return
        if not said and (nowhere := _too_far(question, history)):
            yield refusal_reply(nowhere)
            return
        ordinary = None if said else ordinary_of(question) or await self._leaning(question, history)
        if ordinary is not None:
            async for reply in self._ordinary(event, ordinary, history):
                yield reply
            return
        quote, wanted = await quote_of(said, self._services.graph)
        turn = Turn(secrets.token_hex(8), event.place.key, question, parent=history.here, person=person_key(event))
        if not said and (offered := history.offering(question)) is not None:
            turn = replace(turn, typed=False, asked=offered[1].key, parent=offered[0].id)
        if quote and _TRUE.fullmatch(question):
            wanted = WantedFollowUp(FollowUpKind.CHECK)
        turn = replace(turn, quote=quote, wanted=wanted)
        async for reply in self._questions.begin(event, history, turn):
            yield reply

    async def _leaning(self, question: str, history: History) -> Ordinary | None:
        """Return what a message asks of the last answer by its words alone, where the graph has no name of its own."""
        here = history.turn(history.here)
        kind = leaning_of(question)
        if kind is None or (here is None and kind is not Ordinary.ABILITY):
            return None
        try:
            (spots,) = await self._services.graph.spot([question])
        except GraphError:
            return kind
        return None if spots else kind

    async def _ordinary(self, event: Message | Command, kind: Ordinary, history: History) -> AsyncIterator[Reply]:
        """Answer an ordinary follow-up from what is there already."""
        here = history.turn(history.here)
        match kind:
            case Ordinary.ABILITY | Ordinary.SCOPE:
                yield about_the_bot(kind, self._services.graph.info, self._examples())
            case Ordinary.BACK if here is not None and here.parent:
                action = Action(Verb.STEP, here.parent)
                click = Click(event.id, event.place, event.person, str(action))
                turn = history.turn(here.parent) or here
                async for reply in self._changing.change(click, action, history, turn, person_key(event)):
                    yield reply
            case Ordinary.BACK:
                yield refusal_reply(NO_STEP_BACK if here is not None else EMPTY)
            case _:
                last, words = _last_answered(history, here), self._services.vocabulary
                yield about_the_last(kind, last, words, event.text, self._examples())

    def _examples(self) -> Sequence[str]:
        """Return questions that the graph can answer."""
        return self._services.examples() or EXAMPLES

    async def command(self, event: Command) -> AsyncIterator[Reply]:
        """Do what a command says."""
        word = await self._listening.before(event)
        if word is not None:
            yield word
            return
        if event.name not in self._doing:
            yield await self._look(event)
            return
        async for reply in self._doing[event.name](event):
            yield reply

    async def shown(self, event: Command) -> Reply:
        """Return what a command shows that changes nothing, as an event would get it."""
        return await self._listening.before(event) or await self._look(event)

    async def _look(self, event: Command) -> Reply:
        show = self._looks.get(event.name)
        if show is None:
            known = ", ".join(row.name for row in commands_on(CommandSurface.PAGE))
            return refusal_reply(f"There is no command {event.name}; there are: {known}.")
        return await show(event, await self._history(event))

    async def _look_up(self, event: Command, history: History) -> Reply:
        return await self._literature.look_up(event)

    async def _look_up_tables(self, event: Command, history: History) -> Reply:
        return await self._tables.look_up(event)

    async def _summary(self, event: Command, history: History) -> Reply:
        return await self._panels.summary(history, aside=event.aside)

    async def _steps(self, event: Command, history: History) -> Reply:
        return await self._panels.steps(history)

    async def _progress(self, event: Command, history: History) -> Reply:
        return await self._panels.progress(history) if history.turns else refusal_reply(EMPTY)

    async def _quiz(self, event: Command, history: History) -> Reply:
        return await self._quizzing.begin(event, history)

    async def _bookmarks(self, event: Command, history: History) -> Reply:
        return await self._panels.bookmarks(person_key(event))

    async def _settings(self, event: Command, history: History) -> Reply:
        return await self._settling.panel(event, person_key(event), history.here or "none")

    async def _graph(self, event: Command, history: History) -> Reply:
        return await self._settling.choose_graph(event, history.here or "none")

    async def _forget(self, event: Command, history: History) -> Reply:
        return forget_panel(history.turns[-1].id if history.turns else "none", bool(history.turns), event.place.shared)

    async def _export(self, event: Command, history: History) -> Reply:
        return await self._exporting.reply(event)

    async def _rename(self, event: Command, history: History) -> Reply:
        name = " ".join(event.text.replace("\x00", " ").split())
        if not history.turns:
            return refusal_reply(EMPTY)
        if not 0 < len(name) <= LONGEST_NAME:
            return refusal_reply(f"Write the new name after the command, in at most {LONGEST_NAME} characters.")
        await self._services.store.rename_thread(history.turns[0].thread, name)
        return replace(notice_reply(f"This thread is called “{name}” now."), private=True)

    async def _help(self, event: Command, history: History) -> Reply:
        return help_panel(self._services.typings.get(event.place.platform), shared=event.place.shared)

    async def _review(self, event: Command, history: History) -> Reply:
        return await self._reviewing.command(event)

    async def _add(self, event: Command) -> AsyncIterator[Reply]:
        yield await self._reviewing.command(event, event.text)

    async def _watch(self, event: Command) -> AsyncIterator[Reply]:
        said = await self._watching.command(event)
        if said is not None:
            yield said

    async def _history(self, event: Command) -> History:
        """Return the command's thread; outside of any, the one of its channel that was last used."""
        key = event.place.key
        if not event.place.thread:
            latest = await self._services.store.threads(key, 1)
            key = latest[0].key if latest else key
        return await self._showing.history(key)

    async def check(self, event: Command, title: str, paper: PaperPlace) -> AsyncIterator[Reply]:
        """Check what a paper says, which stands in the command's messages."""
        history = await self._showing.history(event.place.key)
        wanted = WantedFollowUp(FollowUpKind.CHECK, paper=paper)
        begun = FollowUp(ABSTRACT.format(shorten(title, LONGEST_NAME)), wanted, typed=True)
        async for reply in self.begin(event, history, begun, history.here):
            yield reply

    async def _way_in(self, event: Command) -> AsyncIterator[Reply]:
        history = await self._showing.history(event.place.key)
        try:
            if event.name in READ:
                begun: Wish = FollowUp(read_title(event), WantedFollowUp(READ[event.name]), typed=True)
            else:
                begun = await to_browse(event, (await self._showing.services(history)).graph)
        except InputError as error:
            begun = Refusal(str(error))
        except GraphError:
            begun = Refusal(WITHOUT_GRAPH)
        async for reply in self.begin(event, history, begun, history.here):
            yield reply

    async def _reason(self, event: Command) -> AsyncIterator[Reply]:
        question = " ".join(event.text.replace("\x00", " ").split())
        if complaint := _complaint(question):
            yield refusal_reply(complaint)
            return
        history = await self._showing.history(event.place.key)
        begun = FollowUp(question, WantedFollowUp(FollowUpKind.REASON), typed=True)
        async for reply in self.begin(event, history, begun, history.here):
            yield reply

    async def begin(self, event: Command | Click, history: History, begun: Wish, parent: str) -> AsyncIterator[Reply]:
        """Begin the turn that a command or control asks for; say why there is none, and what could be meant."""
        match begun:
            case FollowUp():
                turn = new_turn(event.place.key, person_key(event), begun, parent)
                turn = replace(turn, aside=isinstance(event, Command) and event.aside)
                async for reply in self._questions.begin(event, history, turn):
                    yield reply
            case Ambiguous(why, instead):
                note = Meant(note_id(event.id), event.place.key, person_key(event), tuple(ids for _, _, ids in instead))
                await self._services.store.keep_note(note)
                yield ambiguous_name_reply(note.id, why, instead)
            case Refusal(why):
                yield refusal_reply(why)
            case _:
                assert_never(begun)

    async def browse(self, event: Click, note: Meant, index: int) -> AsyncIterator[Reply]:
        """Browse from what somebody chose among the things that a name may mean."""
        history = await self._showing.history(event.place.key)
        try:
            graph = (await self._showing.services(history)).graph
            known = index < len(note.ids)
            begun: Wish = await chosen_way(note.ids[index], graph) if known else Refusal(STALE)
        except GraphError:
            begun = Refusal(WITHOUT_GRAPH)
        async for reply in self.begin(event, history, begun, history.here):
            yield reply

    async def _undo(self, event: Command) -> AsyncIterator[Reply]:
        history = await self._showing.history(event.place.key)
        if not history.turns:
            yield refusal_reply(EMPTY)
            return
        turn = history.turns[-1]
        action = Action(Verb.UNDO, turn.id)
        click = Click(event.id, event.place, event.person, str(action))
        async for reply in self._changing.change(click, action, history, turn, person_key(event)):
            yield reply


def wanted_narrowing(question: str, history: History) -> Narrowing | None:
    """Return which studies a message wants to count; "all papers" asks for that only where some do not."""
    found = narrowing_of(question) if history.turns else None
    return found if found and (found.designs or counted_designs(history.action_records)) else None


def _last_answered(history: History, here: Turn | None) -> Turn | None:
    """Return the last step whose answer stands on edges: one that found nothing is not what people go on from."""
    if here is None:
        return None
    steps = (here, *reversed(history.before(here.id)))
    return next((t for t in steps if any(c.edges_for or c.edges_against for _, c in t.counted)), here)


def _too_far(question: str, history: History) -> str:
    """Return what to say where "the third one" is meant and the last answers named fewer; "" otherwise."""
    here = history.turn(history.here)
    steps = (here, *reversed(history.before(here.id)))[:POINTED_AT] if here is not None else ()
    named = [(t.claims, {e.id for e in t.focus}) for t in steps]
    if any(mentioned_by_place(question, *one) for one in named):
        return ""
    return next((said for one in named if (said := place_too_far(question, *one))), "")


def _complaint(question: str) -> str:
    if not any(c.isalnum() for c in question):
        return "Please ask in words; there is nothing here to look up."
    if len(question) > LONGEST:  # how much longer is not known: nobody keeps all of it
        return f"That is more than {LONGEST:,} characters; please ask in at most {LONGEST:,}."
    return ""
