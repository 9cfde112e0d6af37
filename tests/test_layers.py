"""The rooms of the house and what each may know; docs/architecture.md draws the same."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

from tests.house import arrows, circle_in, house

ROOT = Path(__file__).resolve().parents[1]
HOUSE = ("bot", "kgcore", "adapters")
# Rooms that speak with the outside; every other module of the core decides, synchronously, over values.
OUTSIDE = (
    "kgcore.graph",
    "kgcore.ingest",
    "kgcore.library.embedded",
    "kgcore.library.neo4j",
    "kgcore.library.searching",
    "kgcore.llm",
    "kgcore.store",
    "kgcore.embedding",
    "kgcore.drawing",
)
ASYNC = ("kgcore.assistant", "kgcore.ports", "kgcore.turn")
BACKENDS = (
    "kgcore.graph.embedded",
    "kgcore.graph.neo4j",
    "kgcore.library.embedded",
    "kgcore.library.neo4j",
    "kgcore.llm",
    "kgcore.store",
    "kgcore.embedding",
    "adapters.web",
    "adapters.slack",
    "adapters.discord",
    "adapters.teams",
)
REGISTRIES = ("kgcore.commands", "kgcore.verdicts")  # one row a thing; adapters read them
# Names of backends without the backends, which they import when one is opened: configuration may know them.
NAMES = ("kgcore.llm.providers", "kgcore.embedding.providers")
ALLOWED = {  # third-party name → the folders or modules (prefixes) that may import it
    "aiohttp": ("adapters.slack", "adapters.discord", "adapters.teams"),
    "anyio": ("kgcore.drawing", "bot"),
    "click": ("bot",),
    "authlib": ("adapters.web.signin",),
    "cryptography": ("adapters.shared.sealing",),
    "defusedxml": ("kgcore.ingest",),
    "discord": ("adapters.discord",),
    "dotenv": ("bot.config",),
    "fastapi": ("adapters.teams",),
    "fastembed": ("kgcore.embedding",),
    "graphviz": ("kgcore.drawing",),
    "h11": ("bot.connections",),  # what uvicorn reads requests with
    "jinja2": ("adapters",),
    "jwt": ("adapters.teams",),
    "markupsafe": ("adapters",),
    "matplotlib": ("kgcore.drawing",),
    "microsoft_teams": ("adapters.teams",),
    "neo4j": ("kgcore.graph.neo4j", "kgcore.library.neo4j"),
    "numpy": (
        "kgcore.graph",
        "kgcore.ingest",
        "kgcore.library",
        "kgcore.embedding",
        "kgcore.ports",
        "kgcore.annotation.entailment",
        "kgcore.english.transformer",
        "kgcore.question.asked",
        "kgcore.question.encoder",
        "kgcore.reasoning",
        "kgcore.english.fitted_identifiers",
        "kgcore.drawing.anchoring",
        "kgcore.drawing.routing",
    ),
    "opentelemetry": ("bot.tracing",),
    "openai": ("kgcore.llm", "kgcore.embedding"),
    "httpx": ("kgcore.embedding", "adapters.teams", "bot.client"),
    "httpx2": ("adapters.web.signin", "kgcore.llm"),
    "joserfc": ("adapters.web.signin",),
    "PIL": ("kgcore.drawing", "adapters.teams"),
    "prometheus_client": ("bot",),
    "mcp": ("adapters.api",),
    "mcp_types": ("adapters.api",),
    "psycopg": ("kgcore.store.postgres",),
    "psycopg_pool": ("kgcore.store.postgres",),
    "pydantic": (
        "bot.config",
        "bot.record_types",
        "bot.record_types_papers",
        "bot.api_graph",
        "bot.schemas",
        "kgcore.store",
    ),
    "pyoxigraph": ("kgcore.ingest",),
    "pypdf": ("kgcore.ingest",),
    "pygraphviz": ("kgcore.drawing",),
    "rapidfuzz": ("kgcore.linking", "kgcore.graph"),
    "rich": ("bot",),
    "slack_bolt": ("adapters.slack",),
    "slack_sdk": ("adapters.slack",),
    "Stemmer": ("kgcore",),
    "sqlite_utils": ("kgcore.graph", "kgcore.store"),
    "sse_starlette": ("adapters", "bot.server"),
    "starlette": ("adapters", "bot.server"),
    "safetensors": ("kgcore.english.transformer",),
    "structlog": ("bot", "adapters"),
    "tokenizers": ("kgcore.english.transformer",),
    "typing_extensions": ("bot.record_types", "bot.record_types_graph", "bot.record_types_papers"),
    "uvicorn": ("bot",),
    "wordllama": ("kgcore.embedding",),
    "yarl": ("adapters.discord",),
}


def modules() -> list[tuple[str, Path]]:
    return [
        (".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"), path)
        for package in HOUSE
        for path in sorted((ROOT / package).rglob("*.py"))
    ]


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imports(path: Path) -> frozenset[str]:
    found: set[str] = set()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return frozenset(found)


def within(name: str, prefixes: tuple[str, ...]) -> bool:
    return any(name == p or name.startswith(p + ".") for p in prefixes)


MODULES = modules()
Breach = Callable[[str, frozenset[str]], Iterable[str]]


def breaches(breach: Breach) -> list[str]:
    """Return every import of a module that a rule forbids, as "module imports name"."""
    return [f"{name} imports {i}" for name, path in MODULES for i in sorted(breach(name, imports(path)))]


def test_a_room_knows_only_what_it_may() -> None:
    """Rule 1: the core imports the core; an adapter values, registries and itself; only wiring names backends."""
    shared = ("kgcore.values", "kgcore.errors", *REGISTRIES, "adapters.port", "adapters.shared")

    def breach(name: str, imported: frozenset[str]) -> Iterable[str]:
        ours = [i for i in imported if within(i, HOUSE)]
        if name.startswith("kgcore"):
            return [i for i in ours if not i.startswith("kgcore")]
        if name.startswith("adapters."):
            allowed = (*shared, ".".join(name.split(".")[:2]))
            return [i for i in ours if i not in HOUSE and not within(i, allowed)]
        known = NAMES if name == "bot.config" else ()
        wiring = name in ("bot.wiring", "bot.wiring_graphs", "bot.wiring_library")
        return [] if wiring else [i for i in ours if within(i, BACKENDS) and not within(i, known)]

    assert breaches(breach) == []


def test_only_commands_bring_graphs_in_and_out() -> None:
    """A turn, a graph or an adapter knows no format: `kgcore.ingest` builds on them."""
    found = breaches(lambda _, imported: [i for i in imported if within(i, ("kgcore.ingest",))])
    assert [f for f in found if not within(f.split()[0], ("bot", "kgcore.ingest"))] == []
    assert found


def test_a_pure_module_waits_for_nothing_and_knows_no_port() -> None:
    """Rule 2: decisions are synchronous functions over values already fetched."""
    pure = {n: path for n, path in MODULES if n.startswith("kgcore.") and not within(n, (*OUTSIDE, *ASYNC))}
    assert len(pure) > 200
    for name, path in pure.items():
        assert not [n for n in ast.walk(tree_of(path)) if isinstance(n, ast.AsyncFunctionDef | ast.Await)], name
    found = breaches(lambda _, imported: [i for i in imported if within(i, ("kgcore.ports", *BACKENDS))])
    assert [f for f in found if f.split()[0] in pure] == []


def test_a_third_party_name_stays_where_it_belongs() -> None:
    """Rule 3: what a library is for is written down above."""

    def breach(name: str, imported: frozenset[str]) -> Iterable[str]:
        tops = {i.partition(".")[0] for i in imported} - {*HOUSE, *sys.stdlib_module_names}
        return [top for top in tops if not within(name, ALLOWED.get(top, ()))]

    assert breaches(breach) == []


def test_the_core_has_never_heard_of_a_platform() -> None:
    """Rule 4."""
    core = [m for m in MODULES if m[0].startswith("kgcore")]
    platform = re.compile(r"slack|discord|teams", re.IGNORECASE)
    assert [name for name, path in core if platform.search(path.read_text(encoding="utf-8"))] == []


def test_no_files_and_no_rooms_import_each_other_in_a_circle() -> None:
    assert circle_in(house()) == []
    assert circle_in(arrows(house())) == []


def test_nothing_lies_loose_at_the_top_of_the_core() -> None:
    """Only what every room may know: ports, errors, the two registries, and the assistant that knows the rooms."""
    loose = {path.stem for path in (ROOT / "kgcore").glob("*.py")}
    assert loose == {"__init__", "ports", "errors", "assistant", "commands", "verdicts"}


def test_adapters_stay_thin() -> None:
    for app in (ROOT / "adapters").glob("*/app.py"):
        assert app.read_text(encoding="utf-8").count("\n") < 200, app


def test_modules_and_functions_stay_short() -> None:
    for name, path in MODULES:
        assert path.read_text(encoding="utf-8").count("\n") <= 600, (
            name
        )  # a registry is one file; 120 to 250 is the rule
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno:
                assert node.end_lineno - node.lineno < 50, f"{name}.{node.name}"


def test_only_configuration_reads_the_environment() -> None:
    for name, path in MODULES:
        if name != "bot.config":
            assert not re.search(r"os\.environ|getenv", path.read_text(encoding="utf-8")), name
