"""The rooms of the house and what each may know; docs/architecture.md draws the same."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

import pytest

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
        "kgcore.reasoning",
        "kgcore.english.fitted_identifiers",
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
    "structlog": ("bot", "adapters"),
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


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def within(name: str, prefixes: tuple[str, ...]) -> bool:
    return any(name == p or name.startswith(p + ".") for p in prefixes)


MODULES = modules()


@pytest.mark.parametrize(("name", "path"), MODULES, ids=[n for n, _ in MODULES])
def test_a_room_knows_only_what_it_may(name: str, path: Path) -> None:
    """Rule 1: the core imports the core; an adapter values, registries and itself; only wiring names backends."""
    ours = {i for i in imports(path) if within(i, HOUSE)}
    if name.startswith("kgcore"):
        assert all(i.startswith("kgcore") for i in ours)
    elif name.startswith("adapters."):
        allowed = ("kgcore.values", "kgcore.errors", *REGISTRIES, "adapters.port", "adapters.shared")
        itself = ".".join(name.split(".")[:2])
        assert all(within(i, (*allowed, itself)) for i in ours if i not in HOUSE)
    elif name not in ("bot.wiring", "bot.wiring_graphs", "bot.wiring_library"):
        known = NAMES if name == "bot.config" else ()
        assert not [i for i in ours if within(i, BACKENDS) and not within(i, known)]


@pytest.mark.parametrize(("name", "path"), [m for m in MODULES if not within(m[0], ("bot", "kgcore.ingest"))])
def test_only_commands_bring_graphs_in_and_out(name: str, path: Path) -> None:
    """A turn, a graph or an adapter knows no format: `kgcore.ingest` builds on them."""
    assert not [i for i in imports(path) if within(i, ("kgcore.ingest",))]


PURE = [m for m in MODULES if m[0].startswith("kgcore.") and not within(m[0], (*OUTSIDE, *ASYNC))]


@pytest.mark.parametrize(("name", "path"), PURE, ids=[n for n, _ in PURE])
def test_a_pure_module_waits_for_nothing_and_knows_no_port(name: str, path: Path) -> None:
    """Rule 2: decisions are synchronous functions over values already fetched."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert not [n for n in ast.walk(tree) if isinstance(n, ast.AsyncFunctionDef | ast.Await)]
    ours = imports(path)
    assert not [i for i in ours if within(i, ("kgcore.ports", *BACKENDS))]


@pytest.mark.parametrize(("name", "path"), MODULES, ids=[n for n, _ in MODULES])
def test_a_third_party_name_stays_where_it_belongs(name: str, path: Path) -> None:
    """Rule 3: what a library is for is written down above."""
    for imported in imports(path):
        top = imported.partition(".")[0]
        if top in HOUSE or top in sys.stdlib_module_names:
            continue
        assert within(name, ALLOWED.get(top, ())), f"{name} imports {top}"


@pytest.mark.parametrize(("name", "path"), [m for m in MODULES if m[0].startswith("kgcore")])
def test_the_core_has_never_heard_of_a_platform(name: str, path: Path) -> None:
    """Rule 4."""
    assert not re.search(r"slack|discord|teams", path.read_text(encoding="utf-8"), re.IGNORECASE)


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
        text = path.read_text(encoding="utf-8")
        assert text.count("\n") <= 600, name  # a registry is one file; 120 to 250 is the rule
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno:
                assert node.end_lineno - node.lineno < 50, f"{name}.{node.name}"


def test_only_configuration_reads_the_environment() -> None:
    for name, path in MODULES:
        if name != "bot.config":
            assert not re.search(r"os\.environ|getenv", path.read_text(encoding="utf-8")), name
