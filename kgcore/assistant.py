"""What happens to an event: a question is answered, a control does what its saved state says; on every platform."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import assert_never

from kgcore.acting import EDITS, SUGGESTIONS, VIEWS
from kgcore.controls import Chosen
from kgcore.errors import GraphError, InputError
from kgcore.history import History
from kgcore.message import (
    Action,
    Click,
    Command,
    FilesQuery,
    Incoming,
    Message,
    NamesQuery,
    Place,
    Query,
    ThreadQuery,
    ThreadsQuery,
    TurnQuery,
    Verb,
)
from kgcore.panels.help import help_panel
from kgcore.recommend import left
from kgcore.replies import STALE, evidence, first_wordings, listing, notice, refusal
from kgcore.reply import Choice, Choices, Look, Notice, Reply, Tone
from kgcore.thread import Turn, Want, Wanted
from kgcore.turn.browsing import names
from kgcore.turn.changing import Changing
from kgcore.turn.engine import Engine
from kgcore.turn.following import (
    TURNS,
    Begun,
    messages_of,
    new_turn,
    to_browse,
    wanted_by,
)
from kgcore.turn.panelling import EMPTY, Panelling
from kgcore.turn.questions import Questions
from kgcore.turn.showing import Showing

LONGEST = 4000  # characters of a question; a longer one is no question, and would crowd out the model's instructions
COMMANDS = "ask, browse, map, summary, steps, progress, bookmarks, settings, undo, help"
PANELS = (
    Verb.PICTURE,
    Verb.NODE,
    Verb.STEPS,
    Verb.COMPARE,
    Verb.SUMMARY,
    Verb.PROGRESS,
    Verb.BOOKMARKS,
    Verb.SETTINGS,
    Verb.SET,
)
_MAP = "What do people say here?"
ASKED = "That was asked already, as step {}; nothing is asked twice in a thread."


class Assistant:
    """Turns events into replies, and answers queries on the spot."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._showing = Showing(engine)
        self._changing = Changing(engine, self._showing)
        self._panelling = Panelling(engine, self._showing)
        self._questions = Questions(engine, self._showing, self._panelling)

    async def turn(self, event: Incoming) -> AsyncIterator[Reply]:
        """Yield the reply to an event as it grows; nothing for an event that needs no answer. Raises EvigraphError."""
        match event:
            case Message():
                replies = self._question(event, event.text)
            case Click():
                replies = self._click(event)
            case Command():
                replies = self._command(event)
            case _:
                assert_never(event)
        async for reply in replies:
            yield reply

    def stop(self, turn: str, place: Place) -> None:
        """End the writing of a turn of that place; what has arrived is kept and verified."""
        self._questions.stop(turn, place)

    # ── turns ───────────────────────────────────────────────────────────────────────────────────────────────────────

    async def _question(self, event: Message | Command, text: str) -> AsyncIterator[Reply]:
        question = " ".join(text.replace("\x00", " ").split())
        complaint = _complaint(question)
        if complaint:
            yield refusal(complaint)
            return
        history = await self._showing.history(event.place.key)
        turn = Turn(secrets.token_hex(8), event.place.key, question, parent=history.here, person=_who(event))
        async for reply in self._questions.begin(event, history, turn):
            yield reply

    # ── clicks ──────────────────────────────────────────────────────────────────────────────────────────────────────

    async def _click(self, event: Click) -> AsyncIterator[Reply]:
        action = Action.parse(event.action)
        history = await self._showing.history(event.place.key)
        turn = history.turn(action.turn) if action else None
        if action is not None and turn is None and action.verb in (Verb.BOOKMARK, Verb.BOOKMARK_PAPER, Verb.SET):
            turn = await self._engine.store.turn(action.turn)  # one's own list and settings reach beyond the thread
            turn = turn or Turn("", event.place.key, "")
        if action is None or turn is None:
            yield refusal(STALE)
            return
        async for reply in self._done(event, action, history, turn):
            yield reply

    async def _done(self, event: Click, action: Action, history: History, turn: Turn) -> AsyncIterator[Reply]:
        who = _who(event)
        if action.verb is Verb.ASK:
            async for reply in self._suggested(event, action, history, turn):
                yield reply
        elif action.verb in TURNS:
            begun = await self._wanted(event, action, history, turn)
            if isinstance(begun, str):
                yield refusal(begun)
                return
            async for reply in self._questions.begin(event, history, new_turn(event.place.key, who, begun, turn.id)):
                yield reply
        elif action.verb in (*VIEWS, *EDITS, *SUGGESTIONS, Verb.UNDO, Verb.STEP):
            async for reply in self._changing.change(event, action, history, turn, who):
                yield reply
        elif action.verb in PANELS:
            yield await self._panelling.panel(event, action, history, turn, who)
        else:
            word = await self._word(event, action, history, turn)
            if word is not None:
                yield word

    async def _word(self, event: Click, action: Action, history: History, turn: Turn) -> Reply | None:
        """Answer the small things in one reply; None where nothing is to be said."""
        match action.verb:
            case Verb.STOP:
                return None if turn.stopped else notice("That answer was already complete.")
            case Verb.MODEL:
                return await self._choose_model(event.place, action.index)
            case Verb.WHY:
                return evidence(await self._showing.reply(history, turn), action.index + 1)
            case Verb.FIRST:
                return first_wordings(turn)
            case Verb.BOOKMARK | Verb.BOOKMARK_PAPER:
                return await self._changing.bookmark(event, turn, action, _who(event))
            case _:
                return refusal(STALE)

    async def _wanted(self, event: Click, action: Action, history: History, turn: Turn) -> Begun | str:
        try:
            return await wanted_by(event, action, history, turn, (await self._showing.engine(history)).graph)
        except GraphError as error:
            return f"The graph could not be reached: {error.message}"

    async def _suggested(self, event: Click, action: Action, history: History, turn: Turn) -> AsyncIterator[Reply]:
        begun = await self._engine.store.turn_of(event.id)
        if action.index >= len(turn.recommendations):
            yield refusal(STALE)
            return
        chosen = turn.recommendations[action.index]
        if begun is None and not left((chosen,), history.exploration):
            yield _asked_already(history, chosen.key)
            return
        await self._changing.keep(event, Chosen(chosen.key, chosen.type, chosen.predicate), _who(event))
        ids = (secrets.token_hex(8), event.place.key, chosen.text)
        asked = Turn(*ids, typed=False, asked=chosen.key, parent=turn.id, person=_who(event))
        async for reply in self._questions.begin(event, history, asked):
            yield reply

    async def _choose_model(self, place: Place, index: int) -> Reply:
        models = tuple(self._engine.models)
        if index >= len(models):
            return refusal(STALE)
        await self._engine.store.choose_model(place.key, models[index])
        return notice(f"From now on {models[index]} answers in this thread.")

    # ── commands ────────────────────────────────────────────────────────────────────────────────────────────────────

    async def _command(self, event: Command) -> AsyncIterator[Reply]:
        match event.name:
            case "ask":
                replies = self._question(event, event.text)
            case "browse" | "map":
                replies = self._way_in(event)
            case "undo":
                replies = self._undo(event)
            case _:
                yield await self._panel(event)
                return
        async for reply in replies:
            yield reply

    async def _way_in(self, event: Command) -> AsyncIterator[Reply]:
        history = await self._showing.history(event.place.key)
        try:
            if event.name == "map":
                messages_of(event)
                begun: Begun | str = Begun(_MAP, Wanted(Want.MAP), typed=True)
            else:
                begun = await to_browse(event, (await self._showing.engine(history)).graph)
        except (GraphError, InputError) as error:
            begun = str(error)
        if isinstance(begun, str):
            yield refusal(begun)
            return
        async for reply in self._questions.begin(
            event, history, new_turn(event.place.key, _who(event), begun, history.here)
        ):
            yield reply

    async def _undo(self, event: Command) -> AsyncIterator[Reply]:
        history = await self._showing.history(event.place.key)
        if not history.turns:
            yield refusal(EMPTY)
            return
        turn = history.turns[-1]
        click = Click(event.id, event.place, event.person, str(Action(Verb.UNDO, turn.id)))
        async for reply in self._changing.change(click, Action(Verb.UNDO, turn.id), history, turn, _who(event)):
            yield reply

    async def _panel(self, event: Command) -> Reply:
        history, who = await self._showing.history(event.place.key), _who(event)
        match event.name:
            case "summary":
                return await self._panelling.summary(history)
            case "steps":
                return await self._panelling.steps(history)
            case "progress":
                return await self._panelling.progress(history) if history.turns else refusal(EMPTY)
            case "bookmarks":
                return await self._panelling.bookmarks(who)
            case "settings":
                return await self._panelling.settings(event.place, who, history.here or "none")
            case "help":
                return help_panel()
            case _:
                return refusal(f"There is no command {event.name}; there are: {COMMANDS}.")

    # ── queries ─────────────────────────────────────────────────────────────────────────────────────────────────────

    async def ask(self, query: Query) -> Reply:
        """Answer what changes nothing: lists of threads and turns, one turn as it stands. Raises StoreError."""
        match query:
            case ThreadsQuery(place):
                prefix = replace(place, thread="").key
                threads = await self._engine.store.threads(prefix)
                return listing((t.title, t.key.removeprefix(prefix), t.updated) for t in threads)
            case ThreadQuery(place):
                turns = await self._engine.store.turns(place.key)
                return listing((t.question, t.id, "") for t in turns)
            case TurnQuery(place, id):
                history = await self._showing.history(place.key)
                turn = history.turn(id)
                if turn is None:
                    return refusal(STALE)
                return self._questions.live(id) or await self._showing.reply(history, turn, "Waiting to go on …")
            case FilesQuery(place):
                history = await self._showing.history(place.key)
                return await self._panelling.files(history) if history.turns else refusal(EMPTY)
            case NamesQuery(_, text):
                found = await names(self._engine.graph, text)
                return listing((e.name, e.id, e.type) for e in found)
            case _:
                assert_never(query)


def _who(event: Incoming) -> str:
    """Return the person's own key: the same in every thread of a workspace."""
    return "\x1f".join(("person", event.place.platform, event.place.workspace, event.person.id))


def _asked_already(history: History, key: str) -> Reply:
    asked = next((s for s in history.exploration.steps if s.asked == key), None)
    if asked is None:
        return refusal("That question was answered or dismissed meanwhile.")
    number = history.step(asked.turn)
    go = Choice(f"Go to step {number}", str(Action(Verb.STEP, asked.turn)), look=Look.SUBTLE)
    return Reply("", "", (Notice(ASKED.format(number), Tone.INFO), Choices((go,))), private=True)


def _complaint(question: str) -> str:
    if not any(c.isalnum() for c in question):
        return "Please ask in words; there is nothing here to look up."
    if len(question) > LONGEST:
        return f"That is {len(question):,} characters; please ask in at most {LONGEST:,}."
    return ""
