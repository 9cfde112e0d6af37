"""The running parts that a turn needs, put together by bot.wiring; and under which names people are kept."""

from __future__ import annotations

import hashlib
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Protocol

from kgcore.commands import Typing
from kgcore.drawing.renderer import Renderer
from kgcore.drawing.words import Drawable, alt_text, edge_table
from kgcore.errors import DrawingError, ModelCut
from kgcore.ports import Acts, Audit, GraphWriter, KnowledgeGraph, LanguageModel, Oracle, Store, Tables
from kgcore.turn.checking import Checker
from kgcore.turn.merging import MergedGraph, twins_as_one
from kgcore.turn.papers import PaperSearch
from kgcore.turn.resting import resting
from kgcore.turn.spending import CHARACTERS, Spending
from kgcore.values.audit import AuditEntry, Deed
from kgcore.values.message import Incoming, Place
from kgcore.values.model import Entity
from kgcore.values.reply import Figure, Table
from kgcore.values.tasks import EVIDENCE_TOKENS, Detail, Request, Task
from kgcore.values.thread import Turn
from kgcore.vocabulary.vocabulary import Vocabulary


class TurnStage(StrEnum):
    """The parts of answering a question that take time."""

    UNDERSTAND = "understand"
    GROUND = "ground"
    DRAFT = "draft"  # written, and checked while it is written
    CORRECT = "correct"
    RECOMMEND = "recommend"
    DRAW = "draw"  # what is left to wait for when all else is done


class Meter(Protocol):
    """Is told what becomes of turns; it neither waits nor raises."""

    def stage(self, stage: TurnStage, seconds: float) -> None:
        """Take note of a stage that has ended, by whatever it was ended."""
        ...

    def turn(self, turn: Turn) -> None:
        """Take note of a turn that was answered and is kept."""
        ...


class NoMeter:
    """Takes note of nothing."""

    def stage(self, stage: TurnStage, seconds: float) -> None:
        """Forget it."""

    def turn(self, turn: Turn) -> None:
        """Forget it."""


UNMETERED = NoMeter()


class GraphShelf(Protocol):
    """The graphs among which a channel can choose."""

    @property
    def names(self) -> tuple[str, ...]:
        """Their names; the first is read where nobody has chosen."""
        ...

    async def on(self, name: str, services: Services) -> Services:
        """Return the same parts over the graph of that name, opened when it is first wanted. Raises GraphError."""
        ...


@dataclass(frozen=True, slots=True)
class Services:
    """`models` by name, the default first; empty without a language model: then `graph_alone` writes the answers.

    `detail` is how long answers are to be, whatever people have set; None: as they have set.
    `tokens` is what a model may write in one turn; `pace` are the seconds between two states of an answer that is being
    written (quicker than anybody reads; 0: every piece that comes). After `quiet` seconds without a word of the model
    the graph's own answer is shown; `deadline` are the seconds that a whole turn may take. `country` (ISO 3166-1) is
    the one whose emergency numbers are named; "": as people's clients tell. `papers` looks into the library; None
    without one; `tables` are those of its papers. `acts` is the log of the team's own layer (None: there is none);
    `reviewers` are the ids of who decides about proposals (empty: admins do). `oracle` guesses what the graph does not
    say, where a model was trained on it. `shelf` has the graphs that channels can choose (None: there is the one).
    `spending` counts what models use. Between two things ways of at most `hops` steps are looked for;
    `evidence_tokens` are about how many a model reads of the graph's evidence. `typings` say by platform how commands
    are given; those of `vector` show pictures as SVG. `examples` returns questions that the
    graph can answer, () of the one that ships.
    """

    graph: KnowledgeGraph
    vocabulary: Vocabulary
    checker: Checker
    store: Store
    renderer: Renderer
    graph_alone: GraphWriter
    models: Mapping[str, LanguageModel]
    detail: Detail | None = None
    tokens: int = 4000
    pace: float = 0.05
    quiet: float = 5.0
    deadline: float = 60.0
    meter: Meter = UNMETERED
    country: str = ""
    papers: PaperSearch | None = None
    acts: Acts | None = None
    reviewers: frozenset[str] = frozenset()
    oracle: Oracle | None = None
    shelf: GraphShelf | None = None
    tables: Tables | None = None
    spending: Spending | None = None
    hops: int = 3
    evidence_tokens: int = EVIDENCE_TOKENS
    typings: Mapping[str, Typing] = field(default_factory=lambda: MappingProxyType({}))
    vector: frozenset[str] = frozenset()
    examples: Callable[[], Sequence[str]] = tuple

    async def with_twins_as_one(self, focus: Sequence[Entity], among: Sequence[Entity] = ()) -> Services:
        """Return the same parts over a graph in which what it has twice under one name is one, whatever is stated of
        which; these parts where there is nothing such. Raises GraphError.
        """
        same = await twins_as_one(self.graph, focus, among)
        if not same:
            return self
        kept = await self.graph.entities(set(same.values()))
        checker = self.checker.over(lambda seen: MergedGraph(seen, same, kept))
        return replace(self, graph=MergedGraph(self.graph, same, kept), checker=checker)

    @contextmanager
    def timed(self, stage: TurnStage) -> Iterator[None]:
        """Tell the meter how long what is done within takes."""
        began = time.monotonic()
        try:
            yield
        finally:
            self.meter.stage(stage, time.monotonic() - began)

    async def model(self, turn: Turn) -> tuple[LanguageModel, str]:
        """Return the model that a turn wants, else the default, with one turn's budget; else the graph-alone answerer.

        Also what is to be said of the budgets of who asks, and of where; once one is used up, the graph alone answers.
        Raises StoreError.
        """
        return await self.model_for(turn.thread, turn.person, turn.model)

    async def model_for(self, thread: str, person: str, name: str) -> tuple[LanguageModel, str]:
        """Return what `model` does for a person in a thread; `name` is that of the model wanted. Raises StoreError."""
        chosen = self.models.get(name) or next(iter(self.models.values()), None)
        if chosen is None or self.spending is None:
            return BudgetedModel(chosen, self.tokens) if chosen else self.graph_alone, ""
        standing = await self.spending.standing(thread, person)
        if standing.spent:
            return self.graph_alone, standing.notice
        metered = self.spending.metered(chosen, thread, person)
        return BudgetedModel(metered, self.tokens), standing.notice

    def shows_svg(self, thread: str) -> bool:
        """Whether the platform of a thread (its key) shows pictures as SVG, so that a PNG is drawn when asked for."""
        return thread.partition("\x1f")[0] in self.vector

    async def draw(self, picture: Drawable, *, png: bool = True) -> Figure | Table:
        """Return the picture, or its edges as a table when it cannot be drawn. Without `png`: as SVG alone."""
        try:
            drawn = await self.renderer.render(picture, png=png)
        except DrawingError:
            return edge_table(picture)
        return Figure(drawn.png, drawn.svg, alt_text(picture), drawn.width, drawn.height)


class BudgetedModel:
    """A model that has `tokens` left. When they are used up, what it writes is cut, and it offers nothing more."""

    def __init__(self, model: LanguageModel, tokens: int) -> None:
        self._model = model
        self._left = tokens * CHARACTERS

    @property
    def name(self) -> str:
        """The model's own name."""
        return self._model.name

    @property
    def tasks(self) -> frozenset[Task]:
        """What the model can do while there is something left."""
        return self._model.tasks if self._left > 0 else frozenset({Task.ANSWER})

    async def stream(self, request: Request) -> AsyncIterator[str]:
        """Yield what the model writes until the budget is used up. Raises ModelError; ModelCut where more was to come.

        At least one piece comes.
        """
        written = False
        async for chunk in self._model.stream(request):
            if written and self._left <= 0:
                raise ModelCut(f"{self.name} has used up the tokens of this question.")
            self._left -= len(chunk)
            written = True
            yield chunk


def person_key(event: Incoming) -> str:
    """Return the person's own key: the same in every thread of a workspace."""
    return "\x1f".join(("person", event.place.platform, event.place.workspace, event.person.id))


async def record_deed(trail: Audit, event: Incoming, deed: Deed, what: str) -> None:
    """Have the audit trail say what came of an event, in words of ours and ids. Raises StoreError."""
    await trail.record(AuditEntry(deed, event.place.key, person_key(event), what))


def lies_in_channel(thread: str, place: Place) -> bool:
    """Whether a thread (its key) lies in the place's own channel, whose people see it anyhow."""
    return thread.split("\x1f")[:3] == place.key.split("\x1f")[:3]


def note_id(*parts: str) -> str:
    """Return a name for what is kept under it: the same for the same parts, so that a retried event keeps it once."""
    return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:16]


_WHOLE = frozenset({Task.REPAIR, Task.REWRITE})  # what takes the place of other words is nothing when it was cut


async def complete_text(model: LanguageModel, request: Request) -> str:
    """Return all that the model writes for a request, of a list of things as far as it came. Raises ModelError."""
    chunks: list[str] = []
    try:
        async with resting():
            async for chunk in model.stream(request):
                chunks.append(chunk)
    except ModelCut:
        if request.task in _WHOLE:
            raise
    return "".join(chunks)
