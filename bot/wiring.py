"""Settings → running parts. The one file that names concrete backends and adapters.

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
from kgcore.assistant import Assistant
from kgcore.checker import Checker
from kgcore.drawing import Picture, Renderer, available
from kgcore.embedding.wordllama import WordLlamaEmbedder
from kgcore.errors import ConfigError, DrawingUnavailable, EvigraphError, GraphNotFound
from kgcore.graph import fingerprint, is_imported, starter_folder
from kgcore.graph.embedded import EmbeddedGraph
from kgcore.llm.graph_alone import GraphAlone
from kgcore.model import Mention
from kgcore.ports import Embedder, LanguageModel
from kgcore.store.sqlite import SqliteStore
from kgcore.tasks import Detail, ExtractRequest
from kgcore.turn.engine import Engine
from kgcore.turn.reader import Reader
from kgcore.vocabulary import Vocabulary

if TYPE_CHECKING:
    from adapters.port import Adapter
    from kgcore.llm.openai import OpenAIModel


@dataclass(frozen=True, slots=True)
class Parts:
    """Everything that runs; `status` is what it runs on, in words."""

    settings: Settings
    graph: EmbeddedGraph
    vocabulary: Vocabulary
    checker: Checker
    reader: Reader
    store: SqliteStore
    renderer: Renderer
    assistant: Assistant
    status: str

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
    settings: Settings, *, console: Console, kg: Path | None = None, detail: str = ""
) -> AsyncIterator[Parts]:
    """Open everything and close it in the end. Raises EvigraphError."""
    async with AsyncExitStack() as stack:
        store = open_store(settings)
        stack.push_async_callback(store.close)
        graph = await open_graph(settings, kg, console)
        stack.push_async_callback(graph.close)
        renderer = Renderer()
        stack.push_async_callback(renderer.close)
        vocabulary = Vocabulary.of(graph.info.predicates)
        checker = Checker(graph, vocabulary)
        models = open_models(settings)
        for model in models.values():
            stack.push_async_callback(model.close)
        engine = Engine(
            graph,
            vocabulary,
            checker,
            store,
            renderer,
            GraphAlone(vocabulary),
            models,
            Detail(detail) if detail else None,
            settings.model_tokens,
        )
        yield Parts(
            settings,
            graph,
            vocabulary,
            checker,
            Reader(graph, vocabulary),
            store,
            renderer,
            Assistant(engine),
            _status(graph, models),
        )


def open_store(settings: Settings) -> SqliteStore:
    """Return the store in the data folder. Raises StoreError."""
    return SqliteStore(settings.data / "evigraph.db")


def open_embedder(settings: Settings) -> Embedder | None:
    """Return the configured model for matching by meaning, or None."""
    kind, _, model = settings.embedder.partition(":")
    match kind:
        case "none":
            return None
        case "openai":
            from kgcore.embedding.openai import OpenAIEmbedder

            return OpenAIEmbedder(
                api_key=_key(settings), model=model or "text-embedding-3-small", base_url=settings.openai_base_url
            )
        case "fastembed":
            from kgcore.embedding.fastembed import FastEmbedEmbedder

            return FastEmbedEmbedder(model) if model else FastEmbedEmbedder()
        case _:
            return WordLlamaEmbedder()


async def open_graph(settings: Settings, kg: Path | None, console: Console) -> EmbeddedGraph:
    """Open the graph asked for; a folder of TSV files is imported once into the data folder. Raises GraphError."""
    source = kg or settings.kg or starter_folder()
    if not source.exists():
        raise GraphNotFound(f"There is no graph at {source}.", mend="Check --kg or EVIGRAPH_KG.")
    embedder = open_embedder(settings)
    if is_imported(source):
        return EmbeddedGraph.open(source, embedder)
    name = embedder.name if embedder else "none"
    folder = settings.data / "graphs" / fingerprint(source, name)
    if not is_imported(folder):
        from bot.importing import import_with_bars

        report = await import_with_bars(source, folder, embedder, console=console)
        if report.bad:
            console.print(f"{report.bad:,} bad rows were left out; {folder / 'import-report.txt'} lists them.")
    return EmbeddedGraph.open(folder, embedder)


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


def open_adapters(settings: Settings, status: str) -> dict[str, Adapter]:
    """Return the adapters of what is configured, by name; without any platform token that is the page."""
    from adapters.web import WebAdapter

    page = WebAdapter(status=status, host=settings.host)
    return {page.name: page}


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


def _status(graph: EmbeddedGraph, models: Mapping[str, LanguageModel]) -> str:
    info = graph.info
    sizes = f"{info.entities:,} entities, {info.relations:,} relations, {info.papers:,} papers"
    writer = (
        f"language model {', '.join(models)}"
        if models
        else ("no language model configured: answering from the graph alone")
    )
    name = "starter graph" if info.name == starter_folder().name else f"graph {info.name}"
    return f"{name}: {sizes}; {writer}"
