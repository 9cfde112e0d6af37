"""Shows a saved turn as its thread stands now: with its pictures, drawn again where they are not kept."""

from __future__ import annotations

from dataclasses import replace

from kgcore.checker import Checker
from kgcore.compose import Drawn, Shown, compose
from kgcore.drawing import Picture
from kgcore.drawing.tree import Tree
from kgcore.errors import GraphError
from kgcore.explore import merged, progress
from kgcore.history import History
from kgcore.pictures import faded_in, figure_key, pictures_of
from kgcore.reply import Figure, Reply, Table
from kgcore.thread import Exploration, Turn
from kgcore.turn.engine import Engine
from kgcore.turn.merging import MergedGraph


class Showing:
    """Composes replies out of what is saved; the same in every process."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def history(self, thread: str) -> History:
        """Return a thread as it stands. Raises StoreError."""
        store = self._engine.store
        return History.of(await store.turns(thread), await store.deeds(thread))

    async def engine(self, history: History) -> Engine:
        """Return the parts as the thread sees them: with a graph in which what was merged is one. Raises GraphError."""
        same = merged(history.deeds)
        if not same:
            return self._engine
        graph = await MergedGraph.of(self._engine.graph, same)
        return replace(self._engine, graph=graph, checker=Checker(graph, self._engine.vocabulary))

    async def reply(self, history: History, turn: Turn, doing: str = "") -> Reply:
        """Return the reply to a turn of the history, as it is looked at now. Raises StoreError."""
        view, numbers, before = history.view(turn.id), history.numbers, history.before(turn.id)
        words = self._engine.vocabulary
        share = await self.progress(history.until(turn.id), (turn.explored, turn.total)) if turn.done else (0, 0)
        pictures = pictures_of(turn, before, numbers, words, view, share if share[1] else None)
        drawn: list[Drawn] = [(place, await self.figure(turn.id, picture)) for place, picture in pictures]
        shown = Shown(
            history,
            numbers,
            tuple(drawn),
            view,
            faded_in(turn, before, numbers, words, view),
            share,
            doing=doing,
            models=tuple(self._engine.models),
        )
        return compose(turn, shown, words)

    async def figure(self, turn: str, picture: Picture | Tree) -> Figure | Table:
        """Return a picture, drawn only where it is not kept; its rows as a table where it cannot be drawn."""
        key = figure_key(turn, picture)
        kept = await self._engine.store.figure(key)
        if kept is not None:
            return kept
        drawn = await self._engine.draw(picture)
        if isinstance(drawn, Figure):
            await self._engine.store.save_figure(key, drawn)
        return drawn

    async def progress(self, exploration: Exploration, otherwise: tuple[int, int] = (0, 0)) -> tuple[int, int]:
        """Return how far a goal is explored; `otherwise` where the graph cannot be reached."""
        try:
            around = await self._engine.graph.neighbourhoods(exploration.roots) if exploration.roots else {}
        except GraphError:
            return otherwise
        explored, total = progress(exploration, around)
        return explored, total
