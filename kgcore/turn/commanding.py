"""Questions and commands, by whatever name they come."""

from __future__ import annotations

import re
import secrets
from collections.abc import AsyncIterator
from dataclasses import replace

from kgcore.errors import GraphError, InputError
from kgcore.history import History
from kgcore.message import Action, Click, Command, Message, Verb
from kgcore.notes import Meant
from kgcore.panels.forgetting import forget_panel
from kgcore.panels.help import help_panel
from kgcore.replies import STALE, refusal, unclear
from kgcore.reply import Reply
from kgcore.thread import Turn, Want, Wanted
from kgcore.turn.following import Begun, Unclear, chosen_way, messages_of, new_turn, quote_of, to_browse
from kgcore.turn.listening import Listening
from kgcore.turn.panelling import EMPTY, WITHOUT_GRAPH
from kgcore.turn.people import note_id, who
from kgcore.turn.rooms import Rooms

LONGEST = 4000  # characters of a question; a longer one is no question, and would crowd out the model's instructions
COMMANDS = "ask, browse, map, check, literature, summary, steps, progress, bookmarks, settings, undo, forget, help"
READ = {  # people's own words, read and checked: the turn's question
    "map": ("What do people say here?", Want.MAP),
    "check": ("What does this message claim?", Want.CHECK),
}
# Asked about a message, this asks for the verdicts on its claims.
_TRUE = re.compile(
    r"(?:is|are|was) (?:this|that|it|these|they|all (?:of )?(?:this|that)) (?:really |actually )?"
    r"(?:true|so|right|correct|false|wrong)\W*",
    re.IGNORECASE,
)


class Commands:
    """Answers questions, and does what commands say."""

    def __init__(self, rooms: Rooms, listening: Listening) -> None:
        self._rooms = rooms
        self._listening = listening

    async def question(self, event: Message | Command) -> AsyncIterator[Reply]:
        """Answer a question in its thread."""
        question = " ".join(event.text.replace("\x00", " ").split())
        complaint = _complaint(question)
        if complaint:
            yield refusal(complaint)
            return
        history = await self._rooms.showing.history(event.place.key)
        said = event.quote if isinstance(event, Message) else ""
        quote, wanted = await quote_of(said, self._rooms.engine.graph)
        turn = Turn(secrets.token_hex(8), event.place.key, question, parent=history.here, person=who(event))
        if quote and _TRUE.fullmatch(question):
            wanted = Wanted(Want.CHECK)
        turn = replace(turn, quote=quote, wanted=wanted)
        async for reply in self._rooms.questions.begin(event, history, turn):
            yield reply

    async def command(self, event: Command) -> AsyncIterator[Reply]:
        """Do what a command says."""
        word = await self._listening.before(event)
        if word is not None:
            yield word
            return
        match event.name:
            case "ask":
                replies = self.question(event)
            case "browse" | "map" | "check":
                replies = self._way_in(event)
            case "undo":
                replies = self._undo(event)
            case _:
                yield await self._look(event)
                return
        async for reply in replies:
            yield reply

    async def shown(self, event: Command) -> Reply:
        """Return what a command shows that changes nothing, as an event would get it."""
        return await self._listening.before(event) or await self._look(event)

    async def _look(self, event: Command) -> Reply:
        panelling, history = self._rooms.panelling, await self._history(event)
        match event.name:
            case "literature":
                return await self._rooms.literature.look_up(event)
            case "summary":
                return await panelling.summary(history)
            case "steps":
                return await panelling.steps(history)
            case "progress":
                return await panelling.progress(history) if history.turns else refusal(EMPTY)
            case "bookmarks":
                return await panelling.bookmarks(who(event))
            case "settings":
                return await self._rooms.settling.panel(event, who(event), history.here or "none")
            case "forget":
                return forget_panel(history.turns[-1].id if history.turns else "none", bool(history.turns))
            case "help":
                return help_panel()
            case _:
                return refusal(f"There is no command {event.name}; there are: {COMMANDS}.")

    async def _history(self, event: Command) -> History:
        """Return the command's thread; outside of any, the one of its channel that was last used."""
        key = event.place.key
        if not event.place.thread:
            latest = await self._rooms.engine.store.threads(key, 1)
            key = latest[0].key if latest else key
        return await self._rooms.showing.history(key)

    async def _way_in(self, event: Command) -> AsyncIterator[Reply]:
        history = await self._rooms.showing.history(event.place.key)
        try:
            if event.name in READ:
                messages_of(event)
                question, want = READ[event.name]
                begun: Begun | Unclear | str = Begun(question, Wanted(want), typed=True)
            else:
                begun = await to_browse(event, (await self._rooms.showing.engine(history)).graph)
        except InputError as error:
            begun = str(error)
        except GraphError:
            begun = WITHOUT_GRAPH
        async for reply in self.begin(event, history, begun, history.here):
            yield reply

    async def begin(
        self, event: Command | Click, history: History, begun: Begun | Unclear | str, parent: str
    ) -> AsyncIterator[Reply]:
        """Begin the turn that a command or control asks for; say why there is none, and what could be meant."""
        match begun:
            case Begun():
                turn = new_turn(event.place.key, who(event), begun, parent)
                async for reply in self._rooms.questions.begin(event, history, turn):
                    yield reply
            case Unclear(why, instead):
                note = Meant(note_id(event.id), event.place.key, who(event), tuple(ids for _, _, ids in instead))
                await self._rooms.engine.store.keep_note(note)
                yield unclear(note.id, why, instead)
            case str():
                yield refusal(begun)

    async def browse(self, event: Click, note: Meant, index: int) -> AsyncIterator[Reply]:
        """Browse from what somebody chose among the things that a name may mean."""
        history = await self._rooms.showing.history(event.place.key)
        try:
            graph = (await self._rooms.showing.engine(history)).graph
            begun = await chosen_way(note.ids[index], graph) if index < len(note.ids) else STALE
        except GraphError:
            begun = WITHOUT_GRAPH
        async for reply in self.begin(event, history, begun, history.here):
            yield reply

    async def _undo(self, event: Command) -> AsyncIterator[Reply]:
        history = await self._rooms.showing.history(event.place.key)
        if not history.turns:
            yield refusal(EMPTY)
            return
        turn = history.turns[-1]
        action = Action(Verb.UNDO, turn.id)
        click = Click(event.id, event.place, event.person, str(action))
        async for reply in self._rooms.changing.change(click, action, history, turn, who(event)):
            yield reply


def _complaint(question: str) -> str:
    if not any(c.isalnum() for c in question):
        return "Please ask in words; there is nothing here to look up."
    if len(question) > LONGEST:
        return f"That is {len(question):,} characters; please ask in at most {LONGEST:,}."
    return ""
