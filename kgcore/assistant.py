"""What happens to an event: a question is answered, a click does what its saved state says; on every platform."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import assert_never

from kgcore.compose import View, compose, numbers_of, picture_for
from kgcore.drawing import edge_table
from kgcore.message import (
    Action,
    Click,
    Command,
    Incoming,
    Message,
    Place,
    Query,
    ThreadQuery,
    ThreadsQuery,
    TurnQuery,
    Verb,
)
from kgcore.replies import first_wordings, listing, notice, refusal
from kgcore.reply import Claims, Figure, Reply, Table
from kgcore.thread import Turn
from kgcore.turn.answering import Answering
from kgcore.turn.engine import Engine

LONGEST = 4000  # characters of a question; a longer one is no question, and would crowd out the model's instructions
STALE = "This button belongs to an answer that is no longer here. Ask the question again, and you get fresh ones."


class Assistant:
    """Turns events into replies, and answers queries on the spot."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._stops: dict[str, tuple[str, asyncio.Event]] = {}
        self._live: dict[str, Reply] = {}

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
        thread, stop = self._stops.get(turn, ("", None))
        if stop is not None and thread == place.key:
            stop.set()

    # ── events ──────────────────────────────────────────────────────────────────────────────────────────────────────

    async def _question(self, event: Incoming, text: str, asked: str = "") -> AsyncIterator[Reply]:
        question = " ".join(text.replace("\x00", " ").split())
        complaint = _complaint(question)
        if complaint:
            yield refusal(complaint)
            return
        store = self._engine.store
        begun = await store.turn_of(event.id)
        if begun is not None and begun.done:  # the answer was saved, its last delivery was not
            yield await self._saved(begun)
            return
        turn = begun or Turn(
            secrets.token_hex(8),
            event.place.key,
            question,
            detail=self._engine.detail,
            model=await store.chosen_model(event.place.key),
            typed=not asked,
            asked=asked,
        )
        await store.save(turn, event.id)
        async for reply in self._answer(turn):
            yield reply

    async def _answer(self, turn: Turn) -> AsyncIterator[Reply]:
        stop = asyncio.Event()
        self._stops[turn.id] = (turn.thread, stop)
        answering = Answering(self._engine, turn, await self._engine.store.turns(turn.thread), stop)
        try:
            async for reply in answering.run():
                if reply.final:
                    await self._keep(answering, reply)
                self._live[turn.id] = reply
                yield reply
        finally:
            del self._stops[turn.id]
            self._live.pop(turn.id, None)

    async def _keep(self, answering: Answering, reply: Reply) -> None:
        for block in reply.blocks:
            if isinstance(block, Figure):
                await self._engine.store.save_figure(answering.turn.id, block)
        await self._engine.store.save(answering.turn)

    async def _click(self, event: Click) -> AsyncIterator[Reply]:
        action = Action.parse(event.action)
        turn = await self._engine.store.turn(action.turn) if action else None
        if action is None or turn is None or turn.thread != event.place.key:
            yield refusal(STALE)
            return
        match action.verb:
            case Verb.ASK:
                if action.index >= len(turn.recommendations):
                    yield refusal(STALE)
                    return
                chosen = turn.recommendations[action.index]
                async for reply in self._question(event, chosen.text, chosen.key):
                    yield reply
            case Verb.STOP:
                if not turn.stopped:
                    yield notice("That answer was already complete.")
            case Verb.MODEL:
                yield await self._choose_model(event.place, action.index)
            case Verb.WHY:
                yield await self._evidence(turn, action.index)
            case Verb.FIRST:
                yield first_wordings(turn)
            case _:
                assert_never(action.verb)

    async def _command(self, event: Command) -> AsyncIterator[Reply]:
        if event.name != "ask":
            yield refusal(f"There is no command {event.name}; there is: ask.")
            return
        async for reply in self._question(event, event.text):
            yield reply

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
                turn = await self._engine.store.turn(id)
                if turn is None or turn.thread != place.key:
                    return refusal(STALE)
                return self._live.get(id) or await self._saved(turn)
            case _:
                assert_never(query)

    async def _saved(self, turn: Turn) -> Reply:
        turns = list(await self._engine.store.turns(turn.thread))
        before = turns[: next((n for n, t in enumerate(turns) if t.id == turn.id), 0)]
        numbers = numbers_of((*before, turn))
        figure = await self._engine.store.figure(turn.id)
        drawn: Figure | Table | None = figure
        if drawn is None and turn.claims:
            drawn = edge_table(picture_for(turn, before, numbers, self._engine.vocabulary))
        return compose(
            turn,
            View(numbers, drawn, doing="Waiting to go on …", models=tuple(self._engine.models)),
            self._engine.vocabulary,
        )

    async def _choose_model(self, place: Place, index: int) -> Reply:
        names = tuple(self._engine.models)
        if index >= len(names):
            return refusal(STALE)
        await self._engine.store.choose_model(place.key, names[index])
        return notice(f"From now on {names[index]} answers in this thread.")

    async def _evidence(self, turn: Turn, index: int) -> Reply:
        if index >= len(turn.claims):
            return refusal(STALE)
        whole = await self._saved(turn)
        claims = next(b for b in whole.blocks if isinstance(b, Claims))
        return Reply("", turn.question, (Claims((claims.claims[index],)),))


def _complaint(question: str) -> str:
    if not any(c.isalnum() for c in question):
        return "Please ask in words; there is nothing here to look up."
    if len(question) > LONGEST:
        return f"That is {len(question):,} characters; please ask in at most {LONGEST:,}."
    return ""
