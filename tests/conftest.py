"""Settings for all tests."""

from __future__ import annotations

import gc
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.database import DirectoryBasedExampleDatabase

from tests.loops import SkippingLoop
from tests.servers import postgres

# Seconds are measured in tests/bench; a busy machine is no fault. `make test` takes the same examples every time, here
# and in CI, so that a commit is judged by itself; `make fuzz` looks for new ones (tests/fuzz.py).
FOUND = DirectoryBasedExampleDatabase(Path(__file__).parent.parent / ".hypothesis" / "examples")
settings.register_profile(
    "fixed", max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
settings.register_profile("fuzz", settings.get_profile("fixed"), derandomize=False, database=FOUND, max_examples=300)
settings.load_profile("fixed")


@pytest.fixture(scope="session")
def _asyncio_loop_factory() -> Callable[[], SkippingLoop]:
    """Every test runs in a loop that can skip pauses; which do is said where they begin (tests/loops.py).

    The hook that pytest-asyncio has for it makes fixtures of modules and sessions anew for every test.
    """
    return SkippingLoop


# The collected tests and all modules are millions of objects that stay: looked through for garbage only here and there.
gc.set_threshold(50_000, *gc.get_threshold()[1:])


def pytest_collection_finish() -> None:
    """Leave what is loaded out of every search for garbage from now on."""
    gc.freeze()


LONGEST = 600.0  # seconds after which a test, or what is set up for it, is taken to wait for ever: it fails
AGAIN = 10.0  # seconds until it is told again, where something has caught it


@contextmanager
def ending(seconds: float = LONGEST) -> Iterator[None]:
    """Fail what stands within after so many seconds, wherever it waits; only the main thread can be told."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, lambda *_: pytest.fail(f"it has not ended after {seconds:g} seconds"))
    signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup() -> Generator[None, object, object]:
    """What is set up for a test has an end."""
    with ending():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, object, object]:
    """Every test has an end: many wait until something is the case, and with a fault it never is."""
    with ending():
        return (yield)


# Some test tools say how wide a terminal is, which no output of a test shall depend on.
os.environ.pop("COLUMNS", None)


# What a test needs beside Python, by folder or file: marks that `make test-fast` leaves out.
NEEDS: Mapping[str, str] = {
    "tests/page": "page",
    "tests/adapters/discord": "platform",
    "tests/adapters/slack": "platform",
    "tests/adapters/teams": "platform",
    "tests/adapters/test_long_words.py": "platform",
    "tests/adapters/test_odd_moments.py": "platform",
    "tests/adapters/discord/test_process.py": "process",
    "tests/adapters/slack/test_curation_walk.py": "process",
    "tests/adapters/slack/test_process.py": "process",
    "tests/adapters/teams/test_manifest.py": "process",
    "tests/adapters/teams/test_restart.py": "process",
    "tests/adapters/teams/test_security.py": "process",
    "tests/attack": "process",
    "tests/bot/test_cli.py": "process",
    "tests/bot/test_cli_kg.py": "process",
    "tests/bot/test_restart.py": "process",
    "tests/bot/test_soak.py": "process",
    "tests/bot/test_standby.py": "process",
    "tests/kgcore/drawing/test_renderer.py": "process",
    "tests/kgcore/graph/test_full_disk.py": "process",
    "tests/kgcore/ingest/test_killed.py": "process",
}
LONG = ("neo4j", "page", "process", "postgres", "platform")  # marks, in the order in which their files are begun
PURE = {
    "test_cards.py",
    "test_escape.py",
    "test_golden.py",
    "test_layout.py",
    "test_render.py",
}  # of a platform's folder


def pytest_make_parametrize_id(val: object) -> str | None:
    """Name a test by the beginning of a long text: names go to and fro between workers, and into the environment."""
    return f"{val[:50]}..." if isinstance(val, str) and len(val) > 200 else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark each test with what it needs, say which run one after the other, and begin with those that take long.

    Workers of pytest-xdist get whole files, so that a file's fixtures are made once; the page's tests share a browser,
    and those with Neo4j a server with one database. What is long, or waits for other processes, runs beside the rest:
    begun at the end, it would run alone.
    """
    root = Path(__file__).parent.parent
    for item in items:
        file = item.path.relative_to(root)
        for place in (file, *file.parents):
            mark = NEEDS.get(place.as_posix())
            if mark and not (mark == "platform" and file.name in PURE):
                item.add_marker(mark)
    shared = {item.path: "neo4j" for item in items if item.get_closest_marker("neo4j")}
    shared |= {item.path: "postgres" for item in items if item.get_closest_marker("postgres")}
    shared |= {item.path: "page" for item in items if item.get_closest_marker("page")}
    for item in items:
        if not item.get_closest_marker("xdist_group"):
            item.add_marker(pytest.mark.xdist_group(shared.get(item.path, item.path.as_posix())))
        if item.get_closest_marker("neo4j") and not os.environ.get("NEO4J_URI"):
            item.add_marker(pytest.mark.skip(reason="NEO4J_URI is not set (docs/neo4j.md)"))
        if item.get_closest_marker("postgres") and postgres.WHY_NOT:
            item.add_marker(pytest.mark.skip(reason=postgres.WHY_NOT))
    begun: dict[Path, int] = {}
    for item in items:
        ranks = (LONG.index(mark.name) for mark in item.iter_markers() if mark.name in LONG)
        begun[item.path] = min(begun.get(item.path, len(LONG)), *ranks, len(LONG))
    items.sort(key=lambda item: begun[item.path])


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[postgres.PostgresServer]:
    """A real PostgreSQL, started once; every test takes databases of its own."""
    with postgres.postgres() as server:
        yield server


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say once what was left out for want of a Neo4j server."""
    if not os.environ.get("NEO4J_URI"):
        terminalreporter.write_line("NEO4J_URI is not set: the Neo4j half of the tests was skipped (docs/neo4j.md).")
    if postgres.WHY_NOT:
        terminalreporter.write_line(f"{postgres.WHY_NOT}.")
