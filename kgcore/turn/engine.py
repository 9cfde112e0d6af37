"""The running parts that a turn needs, put together by bot.wiring."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kgcore.checker import Checker
from kgcore.drawing import Picture, Renderer, alt_text, edge_table
from kgcore.drawing.tree import Tree
from kgcore.errors import DrawingError
from kgcore.ports import KnowledgeGraph, LanguageModel, Store
from kgcore.reply import Figure, Table
from kgcore.tasks import Detail
from kgcore.turn.budget import Budgeted
from kgcore.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class Engine:
    """`models` by name, the default first; empty without a language model: then `graph_alone` writes the answers.

    `detail` is how long answers are to be, whatever people have set; None: as they have set.
    `tokens` is what a model may write in one turn; `pace` are the seconds between two states of an answer that is being
    written (quicker than anybody reads; 0: every piece that comes).
    """

    graph: KnowledgeGraph
    vocabulary: Vocabulary
    checker: Checker
    store: Store
    renderer: Renderer
    graph_alone: LanguageModel
    models: Mapping[str, LanguageModel]
    detail: Detail | None = None
    tokens: int = 4000
    pace: float = 0.05

    def model(self, name: str) -> LanguageModel:
        """Return the model of that name, else the default, with one turn's budget; else the graph-alone answerer."""
        chosen = self.models.get(name) or next(iter(self.models.values()), None)
        return Budgeted(chosen, self.tokens) if chosen else self.graph_alone

    async def draw(self, picture: Picture | Tree) -> Figure | Table:
        """Return the picture, or its edges as a table when it cannot be drawn."""
        try:
            drawn = await self.renderer.render(picture)
        except DrawingError:
            return edge_table(picture)
        return Figure(drawn.png, drawn.svg, alt_text(picture), drawn.width, drawn.height)
