"""Turns from the event that begins them to the answer that is kept: once each, whatever happens in between."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

from kgcore.errors import GraphError
from kgcore.history import History
from kgcore.message import Command, Incoming, Message, Place, Said
from kgcore.panels.settings import effective
from kgcore.pictures import figure_key
from kgcore.reply import Figure, Reply
from kgcore.tasks import Detail
from kgcore.thread import Mode, Turn, Want
from kgcore.turn.answering import Answering
from kgcore.turn.engine import Engine
from kgcore.turn.following import browsing, mapping, messages_of
from kgcore.turn.settling import Settling
from kgcore.turn.showing import Showing

UNWRITTEN = (Want.BROWSE, Want.MAP, Want.CHECK)  # nobody has to write the answer


class Questions:
    """Answers turns, and knows those that are being written."""

    def __init__(self, engine: Engine, showing: Showing, settling: Settling) -> None:
        self._engine = engine
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
        store = self._engine.store
        begun = await store.turn_of(event.id)
        if begun is not None and begun.done:  # the answer was saved, its last delivery was not
            yield await self._showing.reply(history, history.turn(begun.id) or begun)
            return
        if begun is None:
            person, channel = await self._settling.of(event.place, turn.person)
            settings = effective(person, channel, Detail.NORMAL)
            model = await store.chosen_model(event.place.key) or settings.model
            detail = self._engine.detail or settings.detail or Detail.NORMAL
            turn = replace(turn, detail=detail, model=model)
            await store.save(turn, event.id)
        async for reply in self._answer(begun or turn, history, event):
            yield reply

    async def _answer(self, turn: Turn, history: History, event: Incoming) -> AsyncIterator[Reply]:
        engine = await self._seen(history)
        if turn.wanted is not None and turn.wanted.want in UNWRITTEN:
            yield await self._unwritten(turn, history, event, engine)
            return
        stop = asyncio.Event()
        self._stops[turn.id] = (turn.thread, stop)
        answering = Answering(engine, turn, history, stop, _folded(history, turn))
        try:
            async for reply in answering.run():
                self._live[turn.id] = reply
                yield reply
            drawn, figure = answering.pictures.drawn, answering.pictures.shown
            if drawn is not None and isinstance(figure, Figure):
                await self._engine.store.save_figure(figure_key(turn.id, drawn), figure)
            yield await self._kept(answering.turn)
        finally:
            del self._stops[turn.id]
            self._live.pop(turn.id, None)

    async def _unwritten(self, turn: Turn, history: History, event: Incoming, engine: Engine) -> Reply:
        """Answer what nobody has to write: a neighbourhood, or what people said."""
        try:
            if isinstance(event, Command) and event.name in ("map", "check"):
                found = await mapping(engine, turn, messages_of(event))
            elif isinstance(event, Message):  # asked whether what it quotes is true
                found = await mapping(engine, turn, (Said("", turn.quote),))
            else:
                found = await browsing(engine, turn)
        except GraphError:
            found = replace(turn, mode=Mode.LOST)
        answering = Answering(engine, found, history, asyncio.Event())
        await answering.finish()
        return await self._kept(answering.turn)

    async def _kept(self, turn: Turn) -> Reply:
        await self._engine.store.save(turn)
        history = await self._showing.history(turn.thread)
        return await self._showing.reply(history, history.turn(turn.id) or turn)

    async def _seen(self, history: History) -> Engine:
        """Return the parts as the thread sees them; without the graph, as they are: the answer says that it is gone."""
        try:
            return await self._showing.engine(history)
        except GraphError:
            return self._engine


def _folded(history: History, turn: Turn) -> list[str]:
    """Return the names that the reader has folded away in the answer that this one goes on from."""
    away = set(history.view(turn.parent).collapsed)
    return [e.name for e in history.exploration.entities if e.id in away]
