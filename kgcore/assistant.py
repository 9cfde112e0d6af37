"""What happens to an event: a question is answered, a control does what its saved state says; on every platform."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import assert_never

from kgcore.commands import CommandKind, command_named
from kgcore.errors import GraphError
from kgcore.presentation.replies import STALE, choices_reply, refusal_reply
from kgcore.turn.browsing import entity_hint, suggest_names
from kgcore.turn.changing import ChangeHandler
from kgcore.turn.clicks import ClickHandler
from kgcore.turn.commands import LONGEST, CommandHandler
from kgcore.turn.exporting import MY_DATA, ExportHandler
from kgcore.turn.listening import ListeningPolicy, SettingsHandler
from kgcore.turn.literature import Literature
from kgcore.turn.news import RetractionNews
from kgcore.turn.panels import EMPTY, PanelHandler
from kgcore.turn.privacy import with_word, without_identifiers
from kgcore.turn.questions import QuestionHandler
from kgcore.turn.safety import first_of_a_query, first_of_all
from kgcore.turn.services import Services
from kgcore.turn.showing import ReplyComposer, ThreadEditor
from kgcore.values.message import (
    Action,
    Change,
    Click,
    Command,
    CommandQuery,
    FilesQuery,
    Incoming,
    LiteratureQuery,
    Message,
    NamesQuery,
    PanelQuery,
    Place,
    Query,
    ThreadQuery,
    ThreadsQuery,
    TurnQuery,
    Verb,
)
from kgcore.values.model import Match, Mention
from kgcore.values.reply import Reply
from kgcore.values.settings import Listen

__all__ = ["LONGEST", "Assistant"]
NOT_OPENED = "The graph that this channel chose cannot be opened ({}). The command “graph” chooses another."
NOT_HERE = "That cannot be shown here; please send it as a message."


class Assistant:
    """Turns events into replies, and answers queries on the spot, over the graph that is read where they come from."""

    def __init__(self, services: Services) -> None:
        self._services = services
        graphs = services.shelf.names if services.shelf else ()
        self._settling = SettingsHandler(services.store, services.models, graphs)
        self._first = GraphAssistant(services, self._settling)
        self._others: dict[str, GraphAssistant] = {}
        self.handled = self._first.handled

    async def turn(self, event: Incoming) -> AsyncIterator[Reply]:
        """Yield the reply to an event as it grows; nothing for an event that needs no answer. Raises EvigraphError."""
        event = await self.cleared(event)
        try:
            there = await self._at(event.place, begins=_begins(event))
        except GraphError as error:
            there = self._first
            if await first_of_all(event, self._services.country) is None and _asks(event):
                yield refusal_reply(NOT_OPENED.format(error))
                return
        async for reply in there.turn(event):
            yield with_word(reply, event)

    async def cleared(self, event: Incoming) -> Incoming:
        """Return an event without patients' identifiers in what was written; it is kept and answered so."""
        return await without_identifiers(event, self._known)

    async def _known(self, names: Sequence[str]) -> frozenset[str]:
        """Return those of some names that the graph has under a name of its own."""
        try:
            found = await self._services.graph.rank([Mention(name) for name in names], 1)
        except GraphError:
            return frozenset()
        exact = (Match.EXACT, Match.SYNONYM)
        linked = (r.linked and bool(r.candidates) and r.candidates[0].match in exact for r in found)
        return frozenset(name for name, known in zip(names, linked, strict=True) if known)

    def stop(self, turn: str, place: Place) -> None:
        """End the writing of a turn of that place; what has arrived is kept and verified."""
        for one in (self._first, *self._others.values()):
            one.stop(turn, place)

    async def accepts(self, event: Incoming) -> bool:
        """Whether the event is to be kept at all: what was not said to us only where settings want it."""
        return await self._first.accepts(event)

    async def ask(self, query: Query) -> Reply:
        """Answer what changes nothing. Raises StoreError."""
        if isinstance(query, CommandQuery):
            command = await self.cleared(query.command)
            reply = await self._asked(CommandQuery(command)) if isinstance(command, Command) else refusal_reply(STALE)
            return with_word(reply, command)
        return await self._asked(query)

    async def _asked(self, query: Query) -> Reply:
        try:
            there = await self._at(_place(query), begins=False)
        except GraphError as error:
            if isinstance(query, NamesQuery | LiteratureQuery):
                return await first_of_a_query(query, self._services.country) or refusal_reply(NOT_OPENED.format(error))
            there = self._first
        return await there.ask(query)

    async def _at(self, place: Place, *, begins: bool) -> GraphAssistant:
        name = await self._settling.graph(place, begins=begins)
        if not name or self._services.shelf is None:
            return self._first
        if name not in self._others:
            services = await self._services.shelf.on(name, self._services)
            self._others.setdefault(name, GraphAssistant(services, self._settling))
        return self._others[name]


def _asks(event: Incoming) -> bool:
    """Whether an event asks something of the graph: settings can be seen and changed without one."""
    if isinstance(event, Click):
        action = Action.parse(event.action)
        return action is None or action.verb not in (Verb.SETTINGS, Verb.SET)
    return isinstance(event, Message) or _begins(event)


def _begins(event: Incoming) -> bool:
    """Whether an event may begin a thread."""
    if isinstance(event, Command):
        row = command_named(event.name)
        return row is not None and row.kind is CommandKind.TURN
    return isinstance(event, Message) and event.addressed


def _place(query: Query) -> Place:
    """Return where a query comes from."""
    match query:
        case PanelQuery(click):
            return click.place
        case CommandQuery(command):
            return command.place
        case _:
            return query.place


class GraphAssistant:
    """Does what an assistant does, over one graph."""

    def __init__(self, services: Services, settling: SettingsHandler) -> None:
        self._services = services
        showing = ReplyComposer(services)
        changing = ThreadEditor(services, showing)
        panels, literature = PanelHandler(services, showing, settling), Literature(services)
        self._questions = QuestionHandler(services, showing, settling)
        self._listening = ListeningPolicy(services.graph, services.store, settling)
        shared = (showing, changing, panels, literature, self._questions)
        self._commands = CommandHandler(services, settling, self._listening, *shared)
        self.handled = self._commands.handled  # the names of the commands that it knows
        self._clicks = ClickHandler(services, self._listening, *shared, self._commands)
        self._changes = ChangeHandler(services.store, showing)
        self._news = RetractionNews(services)
        self._queries = Queries(services, showing, panels, literature, self._questions, self._clicks, self._commands)

    async def turn(self, event: Incoming) -> AsyncIterator[Reply]:
        """Yield the reply to an event as it grows; nothing for an event that needs no answer. Raises EvigraphError."""
        urgent = await first_of_all(event, self._services.country)
        if urgent is not None and await self._listening.accepts(event):
            yield urgent
            return
        match event:
            case Message():
                replies = self._message(event)
            case Click():
                replies = self._clicks.click(event)
            case Command():
                replies = self._commands.command(event)
            case Change():
                replies = self._changes.changed(event)
            case _:
                assert_never(event)
        async for reply in replies:
            yield reply
        if not isinstance(event, Change) and (news := await self._news.of(event)) is not None:
            yield news

    def stop(self, turn: str, place: Place) -> None:
        """End the writing of a turn of that place; what has arrived is kept and verified."""
        self._questions.stop(turn, place)

    async def accepts(self, event: Incoming) -> bool:
        """Whether the event is to be kept at all: what was not said to us only where settings want it."""
        return await self._listening.accepts(event)

    async def ask(self, query: Query) -> Reply:
        """Answer what changes nothing. Raises StoreError."""
        urgent = await first_of_a_query(query, self._services.country)
        if urgent is not None:
            return urgent
        return await self._queries.answer(query)

    async def _message(self, event: Message) -> AsyncIterator[Reply]:
        word = await self._listening.before(event)
        if word is not None:
            yield word
            return
        match await self._listening.listens(event):
            case Listen.ALWAYS:
                async for reply in self._commands.question(event):
                    yield reply
            case Listen.OFFER:
                yield await self._listening.offer(event)
            case Listen.ADDRESSED:
                pass  # it was said to others


class Queries:
    """Answers what changes nothing."""

    def __init__(
        self,
        services: Services,
        showing: ReplyComposer,
        panels: PanelHandler,
        literature: Literature,
        questions: QuestionHandler,
        clicks: ClickHandler,
        commands: CommandHandler,
    ) -> None:
        self._services = services
        self._showing = showing
        self._panels = panels
        self._literature = literature
        self._questions = questions
        self._clicks = clicks
        self._commands = commands
        self._exporting = ExportHandler(services, showing)

    async def answer(self, query: Query) -> Reply:
        """Return the answer. Raises StoreError."""
        match query:
            case ThreadsQuery(place, find, skip):
                return await self._threads(place, find, skip)
            case ThreadQuery(place):
                history = await self._showing.history(place.key)
                return choices_reply((t.question, t.id, history.state(t.id)) for t in history.turns)
            case TurnQuery(place, id, png):
                return await self._turn(place, id, png=png)
            case FilesQuery(place, name) if name.startswith(MY_DATA):
                mine = await self._exporting.file(place, name)
                return Reply("", "", (mine,)) if mine else refusal_reply(STALE)
            case FilesQuery(place):
                history = await self._showing.history(place.key)
                return await self._panels.files(history) if history.turns else refusal_reply(EMPTY)
            case NamesQuery(_, text):
                return await self._names(text)
            case PanelQuery(click):
                return await self._clicks.look(click)
            case CommandQuery(command):
                return await self._command(command)
            case LiteratureQuery(_, text, page):
                return await self._literature.papers(text, page)
            case _:
                assert_never(query)

    async def _names(self, text: str) -> Reply:
        """Return how a name may go on; nothing while the graph is away."""
        with suppress(GraphError):
            found = await suggest_names(self._services.graph, text)
            return choices_reply((e.name, e.id, entity_hint(e, text)) for e in found)
        return choices_reply(())

    async def _threads(self, place: Place, find: str, skip: int) -> Reply:
        prefix = replace(place, thread="").key
        threads = await self._services.store.threads(prefix, skip=skip, find=find)
        return choices_reply((t.title, t.key.removeprefix(prefix), t.updated) for t in threads)

    async def _turn(self, place: Place, id: str, *, png: bool) -> Reply:
        history = await self._showing.history(place.key)
        turn = history.turn(id)
        if turn is None:
            return refusal_reply(STALE)
        return self._questions.live(id) or await self._showing.reply(history, turn, "Waiting to go on …", png=png)

    async def _command(self, command: Command) -> Reply:
        row = command_named(command.name)
        if row is None or row.kind is not CommandKind.PANEL:
            return refusal_reply(NOT_HERE)
        return await self._commands.shown(command)
