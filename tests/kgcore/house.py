"""An assistant on the real starter graph, with short ways to talk to it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import pytest
import pytest_asyncio

from kgcore.assistant import Assistant
from kgcore.checker import Checker
from kgcore.drawing import Picture, Rendered, Renderer
from kgcore.drawing.tree import Tree
from kgcore.graph import starter_folder
from kgcore.graph.embedded import EmbeddedGraph
from kgcore.graph.importers import import_graph
from kgcore.llm.graph_alone import GraphAlone
from kgcore.message import Click, Command, Incoming, Message, Person, Place
from kgcore.model import Verdict
from kgcore.ports import LanguageModel
from kgcore.reply import Claims, Notice, Reply
from kgcore.store.sqlite import SqliteStore
from kgcore.thread import Turn
from kgcore.turn.engine import Engine
from kgcore.vocabulary import Vocabulary

ANN = Person("u", "Ann")
HERE = Place("web", "", "local", "t1")


class StillPicture(Renderer):
    """Draws the same small picture every time, in no time."""

    async def render(self, picture: Picture | Tree) -> Rendered:
        return Rendered(b"png", "<svg/>", 10, 10)


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
        self.vocabulary = Vocabulary.of(self.graph.info.predicates)
        self.renderer: Renderer = StillPicture()
        self.models: Mapping[str, LanguageModel] = {}
        self.pace = 0.0
        self.assistant = self.start()
        self._events = 0

    def start(self, *models: LanguageModel) -> Assistant:
        checker = Checker(self.graph, self.vocabulary)
        self.models = {m.name: m for m in models}
        alone = GraphAlone(self.vocabulary)
        parts = (self.graph, self.vocabulary, checker, self.store, self.renderer, alone, self.models)
        engine = Engine(*parts, pace=self.pace)
        self.assistant = Assistant(engine)
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
