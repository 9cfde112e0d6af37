"""Settings → running parts. This file and those named after it, `wiring_graphs.py` and
`wiring_platforms.py`, alone name concrete backends and adapters.

What takes long to import and is not always needed is imported where it is chosen.
"""

from __future__ import annotations

import gc
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from bot.config import Settings
from bot.wiring_graphs import graph_folder, look_over, open_embedder, open_graph, open_or_stand_in, push_graph
from bot.wiring_platforms import open_adapters, slack_manifest, teams_package, try_discord, try_slack, try_teams
from kgcore.assistant import Assistant
from kgcore.checker import Checker
from kgcore.drawing import Picture, Renderer, available
from kgcore.errors import ConfigError, DrawingUnavailable, EvigraphError, GraphUnavailable
from kgcore.graph import starter_folder
from kgcore.graph.away import AwayGraph
from kgcore.llm.graph_alone import GraphAlone
from kgcore.model import Mention
from kgcore.ports import KnowledgeGraph, LanguageModel
from kgcore.store.sqlite import SqliteStore
from kgcore.tasks import Detail, ExtractRequest
from kgcore.turn.engine import Engine
from kgcore.turn.reader import Reader
from kgcore.vocabulary import Vocabulary

if TYPE_CHECKING:
    from kgcore.llm.openai import OpenAIModel

__all__ = [  # what lies beside, for the commands
    "graph_folder",
    "look_over",
    "open_adapters",
    "open_embedder",
    "open_graph",
    "push_graph",
    "slack_manifest",
    "teams_package",
    "try_discord",
    "try_slack",
    "try_teams",
]


@dataclass(frozen=True, slots=True)
class Parts:
    """Everything that runs; `status` is what it runs on, in words."""

    settings: Settings
    graph: KnowledgeGraph
    vocabulary: Vocabulary
    checker: Checker
    reader: Reader
    store: SqliteStore
    renderer: Renderer
    engine: Engine
    assistant: Assistant
    status: str

    @property
    def away(self) -> GraphUnavailable | None:
        """Why there is no graph yet; None where there is one."""
        return self.graph.reason if isinstance(self.graph, AwayGraph) else None

    def on(self, graph: KnowledgeGraph) -> Parts:
        """Return the same parts on another graph."""
        return _parts(self.settings, graph, self.store, self.renderer, self.engine.models, self.engine.detail)

    def model_named(self, name: str) -> str:
        """Return the name of a configured model; raises ConfigError for any other."""
        if name not in self.settings.openai_models or not self.settings.model_configured:
            raise ConfigError(f"{name} is not configured.", mend="Name it in OPENAI_MODEL (several: a,b,c).")
        return name

    async def warm(self) -> None:
        """Load now what else the first question would wait for: drawing, and a local model of meaning."""
        await self.renderer.warm()
        if not self.settings.embedder.startswith("openai"):  # a server would have to be asked
            with suppress(EvigraphError):
                await self.graph.rank([Mention("a thing unheard of")])
        # What is loaded stays: looking through it for garbage would stop everything for a tenth of a second.
        gc.freeze()


@asynccontextmanager
async def open_parts(
    settings: Settings, *, console: Console, kg: Path | None = None, detail: str = "", standby: bool = False
) -> AsyncIterator[Parts]:
    """Open everything and close it in the end. Raises EvigraphError.

    `standby`: without a graph, too, where it cannot be reached just now (`Parts.away`).
    """
    async with AsyncExitStack() as stack:
        store = open_store(settings)
        stack.push_async_callback(store.close)
        graph = await (open_or_stand_in(settings, console) if standby else open_graph(settings, kg, console))
        stack.push_async_callback(graph.close)
        renderer = Renderer()
        stack.push_async_callback(renderer.close)
        models = open_models(settings)
        for model in models.values():
            stack.push_async_callback(model.close)
        yield _parts(settings, graph, store, renderer, models, Detail(detail) if detail else None)


def _parts(
    settings: Settings,
    graph: KnowledgeGraph,
    store: SqliteStore,
    renderer: Renderer,
    models: Mapping[str, LanguageModel],
    detail: Detail | None,
) -> Parts:
    vocabulary = Vocabulary.of(graph.info.predicates)
    checker, alone = Checker(graph, vocabulary), GraphAlone(vocabulary)
    engine = Engine(graph, vocabulary, checker, store, renderer, alone, models, detail, settings.model_tokens)
    reader, status = Reader(graph, vocabulary), _status(graph, models)
    return Parts(settings, graph, vocabulary, checker, reader, store, renderer, engine, Assistant(engine), status)


def open_store(settings: Settings) -> SqliteStore:
    """Return the store in the data folder. Raises StoreError."""
    return SqliteStore(settings.data / "evigraph.db")


def open_models(settings: Settings) -> dict[str, OpenAIModel]:
    """Return the configured language models by name, the default first; none without a key or a server of one's own."""
    if not settings.model_configured:
        return {}
    from kgcore.llm.openai import OpenAIModel

    return {
        name: OpenAIModel(
            _key(settings),
            settings.openai_base_url,
            name,
            timeout=settings.model_timeout,
            max_tokens=settings.model_tokens,
        )
        for name in settings.openai_models
    }


async def try_models(settings: Settings) -> str:
    """Ask every model for a word; raises ModelError with what is wrong."""
    for model in open_models(settings).values():
        async for _ in model.stream(ExtractRequest("Does zinc help against colds?", ("Drug", "Disease"))):
            break
    return f"{', '.join(settings.openai_models)} at {settings.openai_base_url}: answers"


async def try_drawing() -> str:
    """Draw a small picture for real; raises DrawingError with what is missing."""
    missing = available()
    if missing:
        raise DrawingUnavailable("Pictures cannot be drawn: the system lacks libraries.", mend=missing)
    renderer = Renderer()
    try:
        drawn = await renderer.render(Picture(()))
    finally:
        await renderer.close()
    return f"drew a picture of {drawn.width} × {drawn.height} pixels"


def _key(settings: Settings) -> str:
    return settings.openai_api_key.get_secret_value() if settings.openai_api_key else ""


def _status(graph: KnowledgeGraph, models: Mapping[str, LanguageModel]) -> str:
    if isinstance(graph, AwayGraph):
        return f"no graph yet: Neo4j cannot be reached just now, and is waited for; {_writer(models)}"
    info = graph.info
    sizes = f"{info.entities:,} entities, {info.relations:,} relations, {info.papers:,} papers"
    name = "starter graph" if info.name == starter_folder().name else f"graph {info.name}"
    return f"{name}: {sizes}; {_writer(models)}"


def _writer(models: Mapping[str, LanguageModel]) -> str:
    if models:
        return f"language model {', '.join(models)}"
    return "no language model configured: answering from the graph alone"
