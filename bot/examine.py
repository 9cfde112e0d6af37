"""`evigraph check`: examine each part and say what is right, or how to mend it."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import asdict, dataclass

from adapters import platforms
from adapters.port import Platform, PlatformConfig
from bot import config
from bot.config import Settings
from bot.holding import hold_folder
from bot.tracing import require_traces
from kgcore.errors import ConfigError, EvigraphError, GraphError, GraphUnavailable, StoreError
from kgcore.ports import Shared

Work = Callable[[Settings], Awaitable[str]]
_WAITS = "`evigraph run` starts all the same, and goes on by itself when it is there."
SPARE = 200 * 1024 * 1024  # bytes; below this a busy team's threads and pictures may not fit for long


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What was found of one part: `mend` is empty where nothing needs mending."""

    part: str
    good: bool
    found: str
    mend: str = ""


async def print_findings(only: str | None, as_json: bool) -> int:
    """Print a finding per part; 1 when something is wrong."""
    try:
        settings = config.load_settings()
    except ConfigError as error:
        findings = [CheckResult("configuration", False, error.message, error.hint)]
    else:
        findings = [await _guarded(part, work, settings) for part, work in PARTS.items() if only in (None, part)]
    if as_json:
        json.dump([asdict(f) for f in findings], sys.stdout, ensure_ascii=False, indent=1)
        print()
    else:
        _print(findings)
    return 0 if all(f.good for f in findings) else 1


def _print(findings: list[CheckResult]) -> None:
    from bot.terminal import output_console

    console = output_console()
    for f in findings:
        first, *more = f.found.splitlines() or [""]
        console.print(f"{'✓' if f.good else '✗'} {f.part:<14} {first}", style="" if f.good else "bold red")
        for line in more:
            console.print(f"{'':<17}{line}", markup=False)
        if f.mend:
            console.print(f"{'':<17}{f.mend}")


async def _guarded(part: str, work: Work, settings: Settings) -> CheckResult:
    try:
        return CheckResult(part, True, await work(settings))
    except EvigraphError as error:
        return CheckResult(part, False, error.message, error.hint)


async def _configuration(settings: Settings) -> str:
    from bot.wiring import budget_and_prices

    budget_and_prices(settings)
    if settings.traces:
        require_traces()
    return f"{len(settings.named)} of {len(config.variable_names())} settings given, the rest at their defaults"


async def _storage(settings: Settings) -> str:
    from bot.wiring import open_store, repair_store

    repaired = ""
    with suppress(ConfigError), hold_folder(settings.data):  # where a process answers from it, nothing is touched
        repaired = repair_store(settings)
    if repaired:
        raise StoreError(repaired, hint="Evigraph can be started again.")
    store = open_store(settings)
    try:
        await store.check()
        waiting = len(await store.pending())
    finally:
        await store.close()
    free = shutil.disk_usage(settings.data).free
    if free < SPARE:
        raise StoreError(f"Only {free // 2**20} MB are free at {settings.data}.", hint="Free some disk space.")
    kept = "" if not isinstance(store, Shared) else "PostgreSQL: writable, and others may share it; "
    return f"{kept}{settings.data}: writable, {free // 2**30} GB free, {waiting} events waiting"


async def _graph(settings: Settings) -> str:
    from rich.console import Console

    from bot.wiring import OpenGraphs, look_over, open_graph

    try:
        there = await look_over(settings) if settings.kg_backend == "neo4j" else ()
    except GraphUnavailable as error:
        raise GraphError(error.message, hint=f"{error.hint} {_WAITS}") from error
    console = Console(stderr=True)
    try:
        graph = await open_graph(settings, None, console)
    except GraphError as error:
        raise GraphError("\n".join((error.message, *there)), hint=error.hint) from error
    info = graph.info
    await graph.close()
    sizes = f"{info.name}: {info.entities:,} entities, {info.relations:,} relations, {info.papers:,} papers"
    shelf = OpenGraphs(settings, None, console)
    await shelf.prepare()
    more = (f"channels can also choose {', '.join(shelf.names[1:])}",) if len(shelf.names) > 1 else ()
    return "\n".join((sizes, *there, *more))


async def _library(settings: Settings) -> str:
    from bot.wiring import open_library, open_library_tables

    library, tables = open_library(settings), open_library_tables(settings)
    if library is None:
        return "no library of papers (docs/library.md tells how to make one)"
    try:
        found = await library.info()
        indexed = await tables.count() if tables is not None else 0
    finally:
        await library.close()
        if tables is not None:
            await tables.close()
    return f"{found.articles:,} papers, {indexed:,} tables"


async def _model(settings: Settings) -> str:
    if not settings.model_configured:
        return "no language model configured: answering from the graph alone (set OPENAI_API_KEY to have one)"
    from bot.wiring import try_models

    return await try_models(settings)


async def _drawing(settings: Settings) -> str:
    from bot.wiring import try_drawing

    return await try_drawing()


async def _fonts(settings: Settings) -> str:
    from kgcore.drawing.pipeline import check_fonts

    return check_fonts()


def _platform(platform: Platform, examine: Callable[[PlatformConfig], Awaitable[str]]) -> Work:
    async def work(settings: Settings) -> str:
        given = settings.given_to(platform)
        if not platform.configured(given):
            return f"not configured ({platform.docs} tells how)"
        return await examine(given)

    return work


PARTS: dict[str, Work] = {
    "configuration": _configuration,
    "storage": _storage,
    "graph": _graph,
    "library": _library,
    "model": _model,
    "fonts": _fonts,
    "drawing": _drawing,
    **{p.name: _platform(p, p.examine) for p in platforms() if p.examine},
}
