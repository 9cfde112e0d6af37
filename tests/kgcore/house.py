"""An assistant on the real starter graph, with short ways to talk to it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import pytest
import pytest_asyncio

from adapters import platforms
from kgcore.assistant import Assistant
from kgcore.drawing.picture import RenderedPicture
from kgcore.drawing.renderer import Renderer
from kgcore.drawing.tables import ProfilePicture, TablePicture
from kgcore.drawing.words import Drawable
from kgcore.graph import starter_folder
from kgcore.graph.embedded import EmbeddedGraph
from kgcore.graph.layered import LayeredGraph
from kgcore.ingest.importing import import_graph
from kgcore.llm.graph_alone.answerer import GraphAlone
from kgcore.ports import LanguageModel, Oracle, Tables
from kgcore.store.curation import CurationLog
from kgcore.store.sqlite import SqliteStore
from kgcore.turn.checking import Checker
from kgcore.turn.papers import PaperSearch
from kgcore.turn.services import UNMETERED, Meter, Services
from kgcore.turn.spending import Spending
from kgcore.values.message import Click, Command, Incoming, Message, Person, Place
from kgcore.values.reply import Claims, Notice, Reply
from kgcore.values.thread import Turn
from kgcore.verdicts import Verdict
from tests.kgcore.starter import vocabulary_of

ANN = Person("u", "Ann")
HERE = Place("web", "", "local", "t1")


class StillPicture(Renderer):
    """Draws the same small picture every time, in no time."""

    async def render(self, picture: Drawable, *, png: bool = True) -> RenderedPicture:
        return RenderedPicture(b"png" if png else b"", "<svg/>", 10, 10)

    async def chart(self, chart: TablePicture | ProfilePicture) -> RenderedPicture:
        return RenderedPicture(b"png", "", 10, 10)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    to = tmp_path_factory.mktemp("starter") / "graph"
    await import_graph(starter_folder(), to, embedder=None)
    return to


class Bot:
    """An assistant with what it needs, and short ways to talk to it."""

    def __init__(self, folder: Path, data: Path) -> None:
        self.folder = folder
        self.store = SqliteStore(data / "s.db")
        self.graph: EmbeddedGraph = EmbeddedGraph.open(folder)
        self.acts = CurationLog(data / "curation.db", "starter")
        self.reviewers: frozenset[str] = frozenset()
        self.vocabulary = vocabulary_of(self.graph.info.predicates)
        self.renderer: Renderer = StillPicture()
        self.models: Mapping[str, LanguageModel] = {}
        self.pace = 0.0
        self.quiet, self.deadline = 5.0, 60.0
        self.papers: PaperSearch | None = None
        self.tables: Tables | None = None
        self.oracle: Oracle | None = None
        self.meter: Meter = UNMETERED
        self.spending: Spending | None = None
        self.assistant = self.start()
        self._events = 0

    def start(self, *models: LanguageModel) -> Assistant:
        checker = Checker(LayeredGraph(self.graph, self.acts.layer), self.vocabulary)
        self.models = {m.name: m for m in models}
        alone = GraphAlone(self.vocabulary)
        parts = (
            LayeredGraph(self.graph, self.acts.layer),
            self.vocabulary,
            checker,
            self.store,
            self.renderer,
            alone,
            self.models,
        )
        services = Services(
            *parts,
            pace=self.pace,
            quiet=self.quiet,
            deadline=self.deadline,
            meter=self.meter,
            acts=self.acts,
            reviewers=self.reviewers,
            papers=self.papers,
            tables=self.tables,
            spending=self.spending,
            oracle=self.oracle,
            typings={platform.name: platform.typing for platform in platforms()},
            vector=frozenset(platform.name for platform in platforms() if platform.vector),
        )
        self.assistant = Assistant(services)
        return self.assistant

    async def ask(self, text: str, place: Place = HERE, id: str = "") -> list[Reply]:
        self._events += 1
        event = Message(id or f"e{self._events}", place, ANN, text)
        return [reply async for reply in self.assistant.turn(event)]

    async def click(self, action: str, place: Place = HERE, id: str = "", **fields: tuple[str, ...]) -> list[Reply]:
        self._events += 1
        event = Click(id or f"e{self._events}", place, ANN, action, tuple(fields.items()))
        return [reply async for reply in self.assistant.turn(event)]

    async def command(self, name: str, text: str = "", place: Place = HERE) -> list[Reply]:
        self._events += 1
        return [r async for r in self.assistant.turn(Command(f"e{self._events}", place, ANN, name, text))]

    async def send(self, event: Incoming) -> list[Reply]:
        return [reply async for reply in self.assistant.turn(event)]

    async def turn(self, replies: list[Reply]) -> Turn:
        turn = await self.store.turn(replies[-1].turn)
        assert turn is not None
        return turn


@pytest_asyncio.fixture
async def bot(folder: Path, tmp_path: Path) -> AsyncIterator[Bot]:
    bot = Bot(folder, tmp_path)
    yield bot
    await bot.graph.close()
    await bot.store.close()


def words(reply: Reply) -> str:
    """Return the answer's words and the notices."""
    notices = " ".join(b.text for b in reply.blocks if isinstance(b, Notice))
    return f"{reply.plain} {notices}"


def verdicts(reply: Reply) -> list[Verdict]:
    """Return the verdicts of all claims, in order."""
    return [c.verdict for b in reply.blocks if isinstance(b, Claims) for c in b.claims]
