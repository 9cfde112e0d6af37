"""Settings → running parts. This file and `wiring_graphs.py` alone name concrete backends; platforms are looped over.

What takes long to import and is not always needed is imported where it is chosen.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from adapters import platforms
from adapters.port import Adapter
from bot.config import Settings
from bot.directory import Directory
from bot.holding import keep_private
from bot.metered_graph import MeteredGraph
from bot.metrics import MeteredModel, SpendingCounter, TurnMeter
from bot.rehearsing import UNHEARD_OF, rehearse_answer
from bot.shares import Shares
from bot.state import StoreState
from bot.storing import open_when_there
from bot.team_desk import Desk
from bot.tokens import Tokens
from bot.wiring_graphs import (
    OpenGraphs,
    curation_log,
    first_questions,
    graph_folder,
    look_over,
    names_file,
    open_embedder,
    open_graph,
    open_or_stand_in,
    push_graph,
    team_names,
    trained_folder,
)
from bot.wiring_library import open_library, open_library_tables, open_pubmed
from kgcore.annotation.entailment import load_entailment
from kgcore.annotation.overclaims import load_promises
from kgcore.assistant import Assistant
from kgcore.conversation.transcript import parse_messages
from kgcore.drawing.picture import Picture
from kgcore.drawing.renderer import Renderer, why_unavailable
from kgcore.english.context import load_openings
from kgcore.errors import ConfigError, DrawingUnavailable, EvigraphError, GraphUnavailable
from kgcore.graph import starter_folder
from kgcore.graph.away import UnavailableGraph
from kgcore.graph.retractions import WithoutRetracted
from kgcore.llm.graph_alone.answerer import GraphAlone
from kgcore.llm.pricing import read_prices
from kgcore.llm.providers import open_models as open_named
from kgcore.ports import KnowledgeGraph, LanguageModel, ModelClient, Oracle, Store, Tables
from kgcore.question import asked, danger
from kgcore.reasoning import loose_stems
from kgcore.reasoning.plain_words import load_roundabout
from kgcore.store.opening import copy_store, move_store_at
from kgcore.store.opening import open_store as open_store_at
from kgcore.store.opening import repair_store as repair_store_at
from kgcore.turn.checking import Checker
from kgcore.turn.papers import PaperSearch
from kgcore.turn.reader import TextReader
from kgcore.turn.services import GraphShelf, Services
from kgcore.turn.spending import Spending
from kgcore.values.budget import Limit, Price, parse_budget, price_of
from kgcore.values.message import Message, Person, Place
from kgcore.values.model import Mention
from kgcore.values.tasks import Detail, ExtractRequest, Request
from kgcore.vocabulary.vocabulary import Vocabulary

if TYPE_CHECKING:
    from bot.capabilities import Capabilities

__all__ = [  # what lies beside, for the commands
    "OpenGraphs",
    "graph_folder",
    "look_over",
    "move_store_at",
    "names_file",
    "open_embedder",
    "open_graph",
    "open_library",
    "open_library_tables",
    "push_graph",
    "team_names",
]


@dataclass(frozen=True, slots=True)
class Parts:
    """Everything that runs; `status` is what it runs on, in words."""

    settings: Settings
    graph: KnowledgeGraph
    vocabulary: Vocabulary
    checker: Checker
    reader: TextReader
    store: Store
    renderer: Renderer
    services: Services
    assistant: Assistant
    status: str

    @property
    def away(self) -> GraphUnavailable | None:
        """Why there is no graph yet; None where there is one."""
        return self.graph.reason if isinstance(self.graph, UnavailableGraph) else None

    def on(self, graph: KnowledgeGraph) -> Parts:
        """Return the same parts on another graph."""
        return _parts(
            self.settings,
            graph,
            self.store,
            self.renderer,
            self.services.models,
            self.services.detail,
            self.services.papers,
            self.services.shelf,
            tables=self.services.tables,
        )

    def with_services(self, services: Services) -> Parts:
        """Return the same parts with other services on the same graph."""
        return replace(self, services=services, renderer=services.renderer, assistant=Assistant(services))

    def model_named(self, name: str) -> str:
        """Return the name of a configured model; raises ConfigError for any other."""
        if name not in self.settings.openai_models or not self.settings.model_configured:
            raise ConfigError(f"{name} is not configured.", hint="Name it in OPENAI_MODEL (several: a,b,c).")
        return name

    async def prepare(self) -> None:
        """Load what the first event would wait for, and others beside it: the tables by which texts are read."""
        nobody = Message("", Place("", "", "", ""), Person(""), UNHEARD_OF)
        await asyncio.to_thread(danger.danger_in, nobody.text)
        await self.assistant.cleared(nobody)
        if self.away is None:
            await rehearse_answer(self.graph, self.reader, self.checker)

    async def warm(self) -> None:
        """Load now what else the first question would wait for: drawing, and a local model of meaning."""
        await self.renderer.warm()
        for load in _TABLES:
            await asyncio.to_thread(load)
        if not self.settings.embedder.startswith("openai"):  # a server would have to be asked
            with suppress(EvigraphError):
                await self.graph.rank([Mention(UNHEARD_OF)])
        # What is loaded stays: looking through it for garbage would stop everything for a tenth of a second.
        gc.freeze()
        _give_back()


def _give_back() -> None:
    """Give the system back what was needed while loading (20 MB); the C library would keep it for later."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # of glibc
    if trim is not None:
        trim(0)


# What is compiled once: the first question that needs one of these would wait for a tenth of a second.
_TABLES = (
    danger.load_cues,
    loose_stems.load_cues,
    load_openings,
    load_roundabout,
    load_promises,
    load_entailment,
    asked.load_asked,
)


@asynccontextmanager
async def open_parts(
    settings: Settings, *, console: Console, kg: Path | None = None, detail: str = "", standby: bool = False
) -> AsyncIterator[Parts]:
    """Open everything and close it in the end. Raises EvigraphError.

    `standby`: without a graph, too, where it cannot be reached just now (`Parts.away`); a store is waited for.
    """
    async with AsyncExitStack() as stack:
        store = await (open_when_there(settings, console) if standby else asyncio.to_thread(open_store, settings))
        stack.push_async_callback(store.close)
        graph = await (open_or_stand_in(settings, console) if standby else open_graph(settings, kg, console))
        stack.push_async_callback(graph.close)
        renderer = Renderer()
        stack.push_async_callback(renderer.close)
        models = open_models(settings)
        for model in models.values():
            stack.push_async_callback(model.close)
        metered = {name: MeteredModel(model) for name, model in models.items()}
        shelf = OpenGraphs(settings, kg, console)
        stack.push_async_callback(shelf.close)
        await shelf.prepare()
        library = open_library(settings)
        if library is not None:
            stack.push_async_callback(library.close)
        tables = open_library_tables(settings)
        if tables is not None:
            stack.push_async_callback(tables.close)
        outside = open_pubmed(settings)
        papers = PaperSearch(library, outside) if library is not None or outside is not None else None
        chosen = Detail(detail) if detail else None
        oracle, examples = _oracle(settings, kg, graph), partial(first_questions, settings, kg)
        yield _parts(
            settings, graph, store, renderer, metered, chosen, papers, shelf, oracle, tables, examples=examples
        )


def _oracle(settings: Settings, kg: Path | None, graph: KnowledgeGraph) -> Oracle | None:
    from bot.predicting import TrainedOracle

    folder = trained_folder(settings, kg)
    return TrainedOracle(folder, graph) if folder else None


def _parts(
    settings: Settings,
    graph: KnowledgeGraph,
    store: Store,
    renderer: Renderer,
    models: Mapping[str, LanguageModel],
    detail: Detail | None,
    papers: PaperSearch | None,
    shelf: GraphShelf | None = None,
    oracle: Oracle | None = None,
    tables: Tables | None = None,
    examples: Callable[[], Sequence[str]] = tuple,
) -> Parts:
    if papers is not None and papers.library is not None and not isinstance(graph, UnavailableGraph):
        graph = WithoutRetracted(graph, papers.library)
    if not isinstance(graph, UnavailableGraph):
        graph = MeteredGraph(graph)
    vocabulary = Vocabulary.of(graph.info.predicates)
    checker, alone = Checker(graph, vocabulary), GraphAlone(vocabulary)
    ports = (graph, vocabulary, checker, store, renderer, alone, models)
    tokens, seconds, country = settings.model_tokens, settings.turn_seconds, settings.country
    acts = curation_log(settings, graph.info.name)
    reviewers = frozenset(id for part in settings.reviewers.split(",") if (id := part.strip()))
    services = Services(
        *ports,
        detail,
        tokens,
        deadline=seconds,
        meter=TurnMeter(),
        country=country,
        acts=acts,
        reviewers=reviewers,
        shelf=shelf,
        papers=papers,
        oracle=oracle,
        tables=tables,
        spending=open_spending(settings, store) if models else None,
        hops=settings.hops,
        evidence_tokens=settings.evidence_tokens,
        typings={platform.name: platform.typing for platform in platforms()},
        vector=frozenset(platform.name for platform in platforms() if platform.vector),
        examples=examples,
    )
    reader, status = TextReader(graph, vocabulary), _status(graph, models)
    return Parts(settings, graph, vocabulary, checker, reader, store, renderer, services, Assistant(services), status)


def budget_and_prices(settings: Settings) -> tuple[Sequence[Limit], Mapping[str, Price]]:
    """Return what models may cost, and what they do. Raises ConfigError, also for a limit that nobody can count."""
    limits, prices = parse_budget(settings.budget), read_prices(settings.prices)
    unpriced = [name for name in settings.openai_models if price_of(name, prices) is None]
    if unpriced and any(limit.micros is not None for limit in limits):
        hint = "Write a line for each into a table of your own (EVIGRAPH_PRICES), or limit tokens."
        raise ConfigError(f"EVIGRAPH_BUDGET limits money, and {', '.join(unpriced)} has no price.", hint=hint)
    return limits, prices


def open_spending(settings: Settings, store: Store) -> Spending:
    """Return what counts the use of models. Raises ConfigError, as `budget_and_prices` does."""
    from kgcore.llm.prompts import chat_messages

    limits, prices = budget_and_prices(settings)

    def characters(request: Request) -> int:
        return sum(len(message.content) for message in chat_messages(request))

    return Spending(store, limits, prices, characters, SpendingCounter())


def open_store(settings: Settings) -> Store:
    """Return the configured store; a file in the data folder, which is kept private, where none is.

    Raises StoreError and ConfigError.
    """
    keep_private(settings.data)
    return open_store_at(_store_url(settings))


def repair_store(settings: Settings) -> str:
    """Return what was repaired of the store, in words; "" where nothing was wrong. Raises StoreError and ConfigError.

    The data folder is to be held: nobody may have the store open meanwhile.
    """
    return repair_store_at(_store_url(settings))


def back_up(settings: Settings, to: Path) -> int:
    """Copy the store, which may be in use, to a new file; return its size in bytes. Raises EvigraphError."""
    return copy_store(_store_url(settings), to)


def _store_url(settings: Settings) -> str:
    return settings.store or str(settings.data / "evigraph.db")


def open_adapters(
    settings: Settings, status: Callable[[], str], store: Store, shares: Shares | None = None
) -> dict[str, Adapter]:
    """Return the adapters of what is configured, by name; without any platform that is the page.

    `status` tells what the bot runs on. `shares` are the turns that other programs wait for, too. Raises ConfigError.
    """
    wanted = [p for p in platforms() if p.configured(settings.given_to(p))] or [p for p in platforms() if p.fallback]
    opened: dict[str, Adapter] = {}
    tokens = open_tokens(settings, store) if settings.api else None
    desk = Desk(settings, store, status, Directory(store, opened), tokens)
    asked = first_questions(settings)
    given = {
        p.name: replace(settings.given_to(p), read_messages=parse_messages, desk=desk, examples=asked) for p in wanted
    }
    opened |= {p.name: p.open(given[p.name], StoreState(store, p.name), status) for p in wanted}
    opened |= {"api": open_api(settings, store, shares)} if settings.api else {}
    return opened


def open_api(settings: Settings, store: Store, shares: Shares | None = None) -> Adapter:
    """Return what serves other programs; the graph is opened for it with its first request."""
    from adapters.api.app import ApiAdapter
    from bot.capabilities import VERSION

    capabilities = _capabilities(settings, store, shares)
    return ApiAdapter(capabilities.operations(), open_tokens(settings, store), VERSION, capabilities.close)


def open_tokens(settings: Settings, store: Store) -> Tokens:
    """Return the tokens of other programs, with the scopes that they can be given."""
    return Tokens(store, _capabilities(settings, store).operations().scopes)


def _capabilities(settings: Settings, store: Store, shares: Shares | None = None) -> Capabilities:
    """Return what other programs may ask for; nothing of it is open yet."""
    from bot.batch import BatchOptions
    from bot.capabilities import Capabilities

    return Capabilities(settings, BatchOptions(), store, shares)


def open_models(settings: Settings) -> dict[str, ModelClient]:
    """Return the configured language models by name, the default first; none without a key or a server of one's own."""
    return open_named(settings.openai_models, settings.model_access)


async def try_models(settings: Settings) -> str:
    """Ask every model for a word; raises ModelError with what is wrong."""
    for model in open_models(settings).values():
        async for _ in model.stream(ExtractRequest("Does zinc help against colds?", ("Drug", "Disease"))):
            break
    return f"{', '.join(settings.openai_models)} at {settings.openai_base_url}: answers"


async def try_drawing() -> str:
    """Draw a small picture for real; raises DrawingError with what is missing."""
    missing = why_unavailable()
    if missing:
        raise DrawingUnavailable("Pictures cannot be drawn: the system lacks libraries.", hint=missing)
    renderer = Renderer()
    try:
        drawn = await renderer.render(Picture(()))
    finally:
        await renderer.close()
    return f"drew a picture of {drawn.width} × {drawn.height} pixels"


def _status(graph: KnowledgeGraph, models: Mapping[str, LanguageModel]) -> str:
    if isinstance(graph, UnavailableGraph):
        return f"no graph yet: Neo4j cannot be reached just now, and is waited for; {_writer(models)}"
    info = graph.info
    sizes = f"{info.entities:,} entities, {info.relations:,} relations, {info.papers:,} papers"
    name = "starter graph" if info.name == starter_folder().name else f"graph {info.name}"
    return f"{name}: {sizes}; {_writer(models)}"


def _writer(models: Mapping[str, LanguageModel]) -> str:
    if models:
        return f"language model {', '.join(models)}"
    return "no language model configured: answering from the graph alone"
