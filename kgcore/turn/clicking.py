"""What a press of a button or a form that is sent does."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from dataclasses import replace

from kgcore.acting import EDITS, SUGGESTIONS, VIEWS
from kgcore.controls import Chosen
from kgcore.errors import GraphError
from kgcore.history import History
from kgcore.message import LOOKS, Action, Click, Place, Verb
from kgcore.notes import Lookup, Meant, Offer
from kgcore.recommend import left
from kgcore.replies import STALE, evidence, first_wordings, notice, refusal
from kgcore.reply import Choice, Choices, Look, Notice, Reply, Tone
from kgcore.thread import Turn
from kgcore.turn.commanding import Commands
from kgcore.turn.following import TURNS, Begun, Unclear, wanted_by
from kgcore.turn.forgetting import Forgetting
from kgcore.turn.listening import Listening
from kgcore.turn.panelling import WITHOUT_GRAPH
from kgcore.turn.people import beside, who
from kgcore.turn.rating import Rating
from kgcore.turn.rooms import Rooms

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
# One's own list, and settings, reach beyond the thread.
ANYWHERE = (Verb.BOOKMARK, Verb.BOOKMARK_PAPER, Verb.BOOKMARKS, Verb.SETTINGS, Verb.SET)
NOTED = (Verb.PAGE, Verb.SHARE, Verb.ANSWER)  # they point to a note in the place of a turn
ASKED = "That was asked already, as step {}; nothing is asked twice in a thread."


class Clicks:
    """Does what controls say."""

    def __init__(self, rooms: Rooms, commands: Commands, listening: Listening) -> None:
        self._rooms = rooms
        self._listening = listening
        self._commands = commands
        self._rating = Rating(rooms.engine.store)
        self._forgetting = Forgetting(rooms.engine.store)

    async def click(self, event: Click) -> AsyncIterator[Reply]:
        """Yield what the click leads to; a friendly word where what it points to is no longer there."""
        action = Action.parse(event.action)
        word = await self._listening.before(event)
        if word is not None:
            yield word
        elif action is None:
            yield refusal(STALE)
        elif action.verb in NOTED:
            async for reply in self._noted(event, action):
                yield reply
        elif action.verb is Verb.FORGET:
            yield await self._forgetting.forget(event, action)
        elif action.verb is Verb.BROWSE and isinstance(note := await self._rooms.engine.store.note(action.turn), Meant):
            async for reply in self._commands.browse(event, note, action.index):
                yield reply
        else:
            event = await self._placed(event, action)
            history = await self._rooms.showing.history(event.place.key)
            turn = await self._turn(event, action, history)
            if turn is None:
                yield refusal(STALE)
                return
            async for reply in self._done(event, action, history, turn):
                yield reply

    async def look(self, event: Click) -> Reply:
        """Return what a click shows that changes nothing; a refusal for any other."""
        action = Action.parse(event.action)
        if action is None or action.verb not in LOOKS:
            return refusal(STALE)
        async for reply in self.click(event):
            return reply
        return refusal(STALE)

    async def _placed(self, event: Click, action: Action) -> Click:
        """Return the click in its turn's thread, where it was made outside of any."""
        turn = None if event.place.thread else await self._rooms.engine.store.turn(action.turn)
        if turn is None or not beside(turn.thread, event.place):
            return event
        return replace(event, place=replace(event.place, thread=turn.thread.rpartition("\x1f")[2]))

    async def _turn(self, event: Click, action: Action, history: History) -> Turn | None:
        turn = history.turn(action.turn)
        if turn is None and action.verb in ANYWHERE:
            return await self._rooms.engine.store.turn(action.turn) or Turn("", event.place.key, "")
        return turn

    async def _done(self, event: Click, action: Action, history: History, turn: Turn) -> AsyncIterator[Reply]:
        if action.verb is Verb.ASK:
            async for reply in self._suggested(event, action, history, turn):
                yield reply
        elif action.verb in TURNS:
            begun = await self._wanted(event, action, history, turn)
            async for reply in self._commands.begin(event, history, begun, turn.id):
                yield reply
        elif action.verb in (*VIEWS, *EDITS, *SUGGESTIONS, Verb.UNDO, Verb.STEP):
            async for reply in self._rooms.changing.change(event, action, history, turn, who(event)):
                yield reply
        elif action.verb in PANELS:
            yield await self._rooms.panelling.panel(event, action, history, turn, who(event))
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
                return evidence(await self._rooms.showing.reply(history, turn), action.index + 1)
            case Verb.FIRST:
                return first_wordings(turn)
            case Verb.BOOKMARK | Verb.BOOKMARK_PAPER:
                return await self._rooms.changing.bookmark(event, turn, action, who(event))
            case Verb.UP | Verb.DOWN:
                return await self._rating.rate(event, turn, action)
            case Verb.REASON:
                return await self._rating.reason(event, history, turn, action)
            case _:
                return refusal(STALE)

    async def _noted(self, event: Click, action: Action) -> AsyncIterator[Reply]:
        note = await self._rooms.engine.store.note(action.turn)
        if note is None or not beside(note.thread, event.place):
            yield refusal(STALE)
        elif isinstance(note, Offer) and action.verb is Verb.ANSWER:
            async for reply in self._commands.question(note.message):
                yield reply
        elif isinstance(note, Lookup) and action.verb is Verb.PAGE:
            yield await self._rooms.literature.page(note, action.index)
        elif isinstance(note, Lookup) and action.verb is Verb.SHARE:
            yield await self._rooms.literature.share(note, action.index, event.person)
        else:
            yield refusal(STALE)

    async def _wanted(self, event: Click, action: Action, history: History, turn: Turn) -> Begun | Unclear | str:
        try:
            return await wanted_by(event, action, history, turn, (await self._rooms.showing.engine(history)).graph)
        except GraphError:
            return WITHOUT_GRAPH

    async def _suggested(self, event: Click, action: Action, history: History, turn: Turn) -> AsyncIterator[Reply]:
        begun = await self._rooms.engine.store.turn_of(event.id)
        if action.index >= len(turn.recommendations):
            yield refusal(STALE)
            return
        chosen = turn.recommendations[action.index]
        if begun is None and not left((chosen,), history.exploration):
            yield _asked_already(history, chosen.key)
            return
        await self._rooms.changing.keep(event, Chosen(chosen.key, chosen.type, chosen.predicate), who(event))
        ids = (secrets.token_hex(8), event.place.key, chosen.text)
        asked = Turn(*ids, typed=False, asked=chosen.key, parent=turn.id, person=who(event))
        async for reply in self._rooms.questions.begin(event, history, asked):
            yield reply

    async def _choose_model(self, place: Place, index: int) -> Reply:
        models = tuple(self._rooms.engine.models)
        if index >= len(models):
            return refusal(STALE)
        await self._rooms.engine.store.choose_model(place.key, models[index])
        return notice(f"From now on {models[index]} answers in this thread.")


def _asked_already(history: History, key: str) -> Reply:
    asked = next((s for s in history.exploration.steps if s.asked == key), None)
    if asked is None:
        return refusal("That question was answered or dismissed meanwhile.")
    number = history.step(asked.turn)
    go = Choice(f"Go to step {number}", str(Action(Verb.STEP, asked.turn)), look=Look.SUBTLE)
    return Reply("", "", (Notice(ASKED.format(number), Tone.INFO), Choices((go,))), private=True)
