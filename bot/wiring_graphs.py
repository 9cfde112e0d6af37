"""Settings → the graph: a folder, what was pushed into Neo4j, or a Neo4j graph that a mapping describes.

Part of wiring: this file and bot/wiring.py name concrete backends.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime
from hashlib import blake2b
from itertools import chain, count, cycle
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from bot.config import Settings
from bot.metered_graph import MeteredGraph
from kgcore.embedding.providers import EmbedderAccess
from kgcore.embedding.providers import open_embedder as open_named
from kgcore.errors import EvigraphError, GraphDamaged, GraphNotFound, GraphUnavailable, InputError
from kgcore.graph import is_imported, starter_folder
from kgcore.graph.away import UnavailableGraph
from kgcore.graph.card import CardedGraph
from kgcore.graph.embedded import EmbeddedGraph
from kgcore.graph.layered import LayeredGraph
from kgcore.graph.named import NamedGraph
from kgcore.graph.retractions import WithoutRetracted
from kgcore.ingest.importing import fingerprint
from kgcore.ingest.report import USUAL_CAPS, Caps
from kgcore.linking.team_names import FILE as NAMES_FILE
from kgcore.linking.team_names import NameRow, read_names
from kgcore.llm.graph_alone.answerer import GraphAlone
from kgcore.ports import Embedder, KnowledgeGraph
from kgcore.reasoning.metapaths import TypedGraph
from kgcore.store.curation import CurationLog
from kgcore.turn.checking import Checker
from kgcore.turn.services import Services
from kgcore.values.model import Edge, Entity, Predicate
from kgcore.values.text import clean_line
from kgcore.vocabulary.described import PredicateEdges
from kgcore.vocabulary.vocabulary import Vocabulary
from kgcore.vocabulary.wording import name_in_sentence, question_about, question_which

if TYPE_CHECKING:
    from kgcore.graph.neo4j import Bolt, PushResult


def open_embedder(settings: Settings) -> Embedder | None:
    """Return the configured model for matching by meaning, or None."""
    return open_named(settings.embedder, EmbedderAccess(settings.model_access.key, settings.openai_base_url))


async def open_graph(settings: Settings, kg: Path | None, console: Console) -> CardedGraph:
    """Open the graph asked for (`kg`: this folder, whatever is configured). Raises GraphError."""
    rows = team_names(names_file(settings, kg))
    if settings.kg_backend == "neo4j" and kg is None:
        graph: CardedGraph = await open_neo4j(settings)
    else:
        graph = await _open_folder(settings, kg, console)
    try:
        return layered(settings, await NamedGraph.open(graph, rows) if rows else graph)
    except EvigraphError:
        await graph.close()
        raise


async def _open_folder(settings: Settings, kg: Path | None, console: Console) -> EmbeddedGraph:
    """Open an imported graph; a damaged one that was made from something else is set aside and made anew."""
    folder = await graph_folder(settings, kg, console)
    try:
        return EmbeddedGraph.open(folder, open_embedder(settings))
    except GraphDamaged as damaged:
        if folder.parent != settings.data / "graphs" or folder in named_graphs(kg or settings.kg or starter_folder()):
            raise
        aside = folder.with_name(f"{folder.name}.damaged-{datetime.now(UTC):%Y%m%dT%H%M%S%f}")
        folder.rename(aside)
        console.print(f"{damaged.message} It is kept as {aside.name}, and made anew.", markup=False, soft_wrap=True)
        return EmbeddedGraph.open(await graph_folder(settings, kg, console), open_embedder(settings))


class OpenGraphs:
    """The graphs among which a channel can choose: the configured one, its parts where it is joined from several, and
    those of EVIGRAPH_GRAPHS. One is opened when it is first wanted.
    """

    def __init__(self, settings: Settings, kg: Path | None, console: Console) -> None:
        self._settings = settings
        self._console = console
        self._opening = asyncio.Lock()
        self._opened: dict[str, CardedGraph] = {}
        own = named_graphs(kg or settings.kg or starter_folder())
        neo4j = settings.kg_backend == "neo4j" and kg is None
        parts = () if neo4j or len(own) < 2 else own
        more = named_graphs(settings.graphs) if settings.graphs else ()
        self._first = "Neo4j" if neo4j else " + ".join(one.resolve().name for one in own)
        self._folders = _by_name((*parts, *more), {self._first})

    @property
    def names(self) -> tuple[str, ...]:
        """Their names; the first is read where nobody has chosen."""
        return (self._first, *self._folders)

    async def prepare(self) -> None:
        """Import what is not imported yet, so that nobody waits for that. Raises GraphError and InputError."""
        for folder in self._folders.values():
            await _one_folder(self._settings, folder, self._console)

    async def on(self, name: str, services: Services) -> Services:
        """Return the same parts over the graph of that name. Raises GraphError."""
        async with self._opening:
            if name not in self._opened:
                self._opened[name] = await open_graph(self._settings, self._folders[name], self._console)
            opened = self._opened[name]
        library = services.papers.library if services.papers else None
        graph = MeteredGraph(opened if library is None else WithoutRetracted(opened, library))
        words = Vocabulary.of(graph.info.predicates)
        acts = curation_log(self._settings, graph.info.name)
        checker, alone = Checker(graph, words), GraphAlone(words)
        return replace(services, graph=graph, vocabulary=words, checker=checker, graph_alone=alone, acts=acts)

    async def close(self) -> None:
        """Let go of all that were opened."""
        for graph in self._opened.values():
            await graph.close()


def _by_name(folders: Iterable[Path], taken: set[str]) -> dict[str, Path]:
    """Return folders by the names that people choose them by; of one name are told apart by a number."""
    found: dict[str, Path] = {}
    for folder in folders:
        plain = clean_line(folder.resolve().name) or "graph"
        names = chain((plain,), (f"{plain} {n}" for n in count(2)))
        found[next(n for n in names if n not in found and n not in taken)] = folder
    return found


def names_file(settings: Settings, kg: Path | None) -> Path:
    """Return where the team's names for a graph are kept: in the folder of an imported one, else in the data folder."""
    source = kg or (settings.kg if settings.kg_backend != "neo4j" else None)
    if source is not None and is_imported(source):
        return source / NAMES_FILE
    neo4j = settings.kg_backend == "neo4j" and kg is None
    several = named_graphs(source or starter_folder())
    name = "neo4j" if neo4j else " + ".join(one.resolve().name for one in several)
    return settings.data / "names" / f"{name}.tsv"


def team_names(file: Path) -> tuple[NameRow, ...]:
    """Return the names in a file, () where there is none; raises InputError naming the first bad line."""
    try:
        return read_names(file.read_text(encoding="utf-8"), str(file)) if file.is_file() else ()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError("cannot be read.", where=str(file), hint="Save it as UTF-8 text.") from error


def layered(settings: Settings, base: CardedGraph) -> CardedGraph:
    """Return a graph with the team's own layer over it; what is decided while it is open counts at once."""
    return LayeredGraph(base, curation_log(settings, base.info.name).layer)


def curation_log(settings: Settings, graph: str) -> CurationLog:
    """Return the log of what people decided about a graph, by its name."""
    return CurationLog(settings.data / "curation.db", graph)


async def open_or_stand_in(settings: Settings, console: Console) -> KnowledgeGraph:
    """Open the configured graph, or return an AwayGraph while Neo4j cannot be reached.

    Raises GraphError and ConfigError for what does not heal by waiting.
    """
    try:
        return await open_graph(settings, None, console)
    except GraphUnavailable as error:
        if settings.kg_backend != "neo4j":
            raise
        return UnavailableGraph(error)


async def open_neo4j(settings: Settings) -> CardedGraph:
    """Open the graph in Neo4j: the one that was pushed, or the one that a mapping describes. Raises GraphError."""
    from kgcore.graph.neo4j import MappedGraph, Neo4jGraph, read_mapping

    mapping = read_mapping(settings.neo4j_mapping) if settings.neo4j_mapping else None
    bolt = open_bolt(settings)
    try:
        if mapping is not None:
            return await MappedGraph.open(bolt, mapping)
        return await Neo4jGraph.open(bolt, open_embedder(settings))
    except EvigraphError:
        await bolt.close()
        raise


async def look_over(settings: Settings) -> tuple[str, ...]:
    """Say what lies in Neo4j beside what Evigraph pushed, line by line. Raises GraphError and ConfigError."""
    from kgcore.graph.neo4j import read_mapping, survey_database

    mapping = read_mapping(settings.neo4j_mapping) if settings.neo4j_mapping else None
    bolt = open_bolt(settings)
    try:
        found = await survey_database(bolt, mapping)
    finally:
        await bolt.close()
    return found.server, *found.lines


def open_bolt(settings: Settings) -> Bolt:
    """Return the connections to Neo4j. Raises ConfigError."""
    from kgcore.graph.neo4j import Access, Bolt

    if settings.log != "debug":  # what the driver complains of while it tries again, our errors tell once
        logging.getLogger("neo4j").setLevel(logging.CRITICAL)
    password = settings.neo4j_password.get_secret_value() if settings.neo4j_password else ""
    return Bolt(Access(settings.neo4j_uri, settings.neo4j_user, password, settings.neo4j_database))


async def push_graph(settings: Settings, folder: Path, progress: Callable[[str, int, int], None]) -> PushResult:
    """Load an imported graph into Neo4j; `progress` is told stage, rows done and rows in all. Raises GraphError."""
    from kgcore.graph.neo4j import push_to_neo4j

    bolt = open_bolt(settings)
    try:
        return await push_to_neo4j(folder, bolt, progress)
    finally:
        await bolt.close()


def named_graphs(source: Path) -> tuple[Path, ...]:
    """Return the graphs that are named: one, or several separated by commas ("graphs/mine,graphs/hetionet")."""
    parts = tuple(Path(part.strip()) for part in str(source).split(",") if part.strip())
    return (source,) if source.exists() or len(parts) < 2 else parts


async def graph_folder(settings: Settings, kg: Path | None, console: Console) -> Path:
    """Return the imported graph asked for; a folder of TSV files is imported once into the data folder, and so are
    several graphs, joined for reading: beside each edge stands which of them says so. Raises GraphError, InputError.
    """
    several = named_graphs(kg or settings.kg or starter_folder())
    if len(several) == 1:
        return await _one_folder(settings, several[0], console)
    return await _joined_folder(settings, several, console)


async def _joined_folder(settings: Settings, several: Sequence[Path], console: Console) -> Path:
    folders = [await _one_folder(settings, source, console) for source in several]
    embedder = open_embedder(settings)
    state = "sources name their graph" + "".join(  # graphs joined before they did are joined anew
        fingerprint(folder, embedder.name if embedder else "none", *_other_caps(settings.caps)) for folder in folders
    )
    joined = settings.data / "graphs" / f"joined-{blake2b(state.encode(), digest_size=8).hexdigest()}"
    if not is_imported(joined):
        from bot.graphs import stage_bars
        from kgcore.ingest.merging import merge_graphs
        from kgcore.ingest.standardising import ReadingMatcher

        called = [str(source) for source in several]
        name = " + ".join(source.resolve().name for source in several)
        with stage_bars(console) as show:
            await merge_graphs(
                folders,
                joined,
                embedder=embedder,
                progress=show,
                called=called,
                name=name,
                marked=True,
                caps=settings.caps,
                matcher=ReadingMatcher,
            )
    return joined


async def _one_folder(settings: Settings, source: Path, console: Console) -> Path:
    if is_imported(source):
        return source
    _check_there(source)
    embedder = open_embedder(settings)
    name = embedder.name if embedder else "none"
    folder = settings.data / "graphs" / fingerprint(source, name, *_other_caps(settings.caps))
    if not is_imported(folder):
        from bot.graphs import import_with_bars

        report = await import_with_bars(source, folder, embedder, console=console, caps=settings.caps)
        if report.bad:
            console.print(f"{report.bad:,} bad rows were left out; {folder / 'import-report.txt'} lists them.")
    return folder


def _other_caps(caps: Caps) -> tuple[str, ...]:
    """Return what tells a graph with other caps from one with the usual: nothing where they are the usual."""
    usual = asdict(USUAL_CAPS)
    return tuple(f"{name}={most}" for name, most in asdict(caps).items() if most != usual[name])


def _check_there(source: Path) -> None:
    if not source.exists():
        raise GraphNotFound(f"There is no graph at {source}.", hint="Check --kg or EVIGRAPH_KG.")


# ── structure, for predictions ──────────────────────────────────────────────────────────────────────────────────────


async def imported_folder(settings: Settings, kg: Path | None, console: Console) -> Path:
    """Return the folder of the graph asked for, imported. Raises GraphError, and InputError for one in Neo4j."""
    if settings.kg_backend == "neo4j" and kg is None:
        raise InputError("Predictions need an imported graph, not one in Neo4j.", hint="Give its folder: --kg FOLDER")
    return await graph_folder(settings, kg, console)


def trained_folder(settings: Settings, kg: Path | None) -> Path | None:
    """Return the folder beside which models of the graph may lie; None where the graph is not an imported one."""
    source = kg or (settings.kg if settings.kg_backend != "neo4j" else None)
    return source if source is not None and is_imported(source) else None


def graph_structure(folder: Path) -> tuple[TypedGraph, str, Vocabulary]:
    """Return an imported graph's structure, a digest that changes when it does, and its words. Raises GraphError."""
    from kgcore.graph.embedded.structure import read_described, read_structure, structure_digest

    return read_structure(folder), structure_digest(folder), Vocabulary.of(read_described(folder))


def described_predicates(folder: Path) -> tuple[Predicate, ...]:
    """Return an imported graph's predicates, as somebody described them. Raises GraphError and InputError."""
    from kgcore.graph.embedded.structure import read_described

    return read_described(folder)


def predicate_edges(folder: Path, most: int) -> tuple[PredicateEdges, ...]:
    """Return the predicates that occur, most edges first, each with `most` of its edges at most. Raises GraphError."""
    from kgcore.graph.embedded.structure import read_predicate_edges

    return read_predicate_edges(folder, most)


_MANY_PREDICATES = 100  # of more, finding an edge of each takes too long while somebody waits


def first_questions(settings: Settings, kg: Path | None = None) -> tuple[str, ...]:
    """Return what one may ask an imported graph to begin with, about edges of its own; () of any other graph."""
    folder = trained_folder(settings, kg)
    words = Vocabulary.of(described_predicates(folder)) if folder else None
    if folder is None or words is None or len(words.names) > _MANY_PREDICATES:
        return ()
    largest = [
        (words.get(one.predicate.name), *one.examples[0]) for one in predicate_edges(folder, 1)[:3] if one.examples
    ]
    asked: tuple[Callable[[Entity, Predicate, Entity], str], ...] = (
        lambda s, p, o: question_which(s, p, o.type, outward=True),
        question_about,
        lambda s, _, __: f"Tell me about {name_in_sentence(s)}",
    )
    return tuple(ask(s, p, o) for ask, (p, s, o) in zip(asked, cycle(largest), strict=False))


def entity_numbers(folder: Path, ids: list[str]) -> dict[str, int]:
    """Return the numbers that entities have in a graph's structure. Raises GraphError."""
    from kgcore.graph.embedded.structure import numbers_of

    return numbers_of(folder, ids)


def entity_ids(folder: Path, numbers: list[int]) -> list[str]:
    """Return the ids of entities by their numbers in a graph's structure, in order. Raises GraphError."""
    from kgcore.graph.embedded.structure import ids_of

    return ids_of(folder, numbers)


def edges_with_ids(folder: Path, wanted: Collection[str]) -> list[Edge]:
    """Return the edges of a graph with these ids. Raises GraphError."""
    if not wanted:
        return []
    from kgcore.graph.embedded.rows import open_rows

    with open_rows(folder) as rows:
        nodes = [n.id for n in rows.nodes()]
        return [
            Edge(e.id, nodes[e.subject], e.predicate, nodes[e.object], e.negated)
            for e in rows.edges()
            if e.id in wanted
        ]
