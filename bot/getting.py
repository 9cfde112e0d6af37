"""What `evigraph kg get` does: list public graphs, fetch one, import it, and say how it is used."""

from __future__ import annotations

import asyncio
import shutil
import sys
import threading
from collections.abc import Callable
from dataclasses import asdict
from datetime import date
from pathlib import Path

import click
from rich.console import Console
from rich.progress import (
    BarColumn,
    DownloadColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
    TransferSpeedColumn,
)

from bot.config import Settings
from bot.ending import tidy_end
from bot.graphs import import_with_bars, plain_table, print_json
from bot.terminal import output_console
from kgcore.errors import GraphError, InputError
from kgcore.graph import is_imported
from kgcore.ingest.downloading import FileGone, Wanted, fetch_file
from kgcore.ingest.files import Advance
from kgcore.ingest.public_graphs import PublicFile, PublicGraph, public_graph, public_graphs

_ABOUT = "ATTRIBUTION.md"
_ROOM_LEFT = 1 << 28  # bytes that a download leaves free on the disk


async def list_command(as_json: bool) -> int:
    """Print the public graphs that are known."""
    if as_json:
        print_json(
            [
                asdict(g) | {"files": [{**asdict(f), "written": str(f.written)} for f in g.files]}
                for g in public_graphs()
            ]
        )
        return 0
    rows = (
        (g.name, g.size, g.field, g.purpose, g.licence + ("" if g.files else "; steps by hand"))
        for g in public_graphs()
    )
    out = output_console()
    out.print(plain_table("Public graphs", ("name", "download", "field", "what for", "licence"), rows))
    out.print("Fetch and import one: evigraph kg get hetionet")
    return 0


async def get_command(settings: Settings, name: str, to: Path | None, *, agreed: bool, keep: bool) -> int:
    """Fetch a public graph and import it; 1 where a person must fetch it, and for bad rows.

    Raises InputError (no such graph, its terms were not agreed to) and GraphError (it cannot be fetched or written).
    """
    graph, out = public_graph(name), output_console()
    if not graph.files:
        _print_steps(graph, out)
        return 1
    folder = to or settings.data / "graphs" / graph.name
    if is_imported(folder):
        out.print(f"{graph.title} is there already. {_use(folder)}")
        return 0
    _agree(graph, agreed)
    console = Console(stderr=True)
    room = settings.data / "downloads" / graph.name
    with tidy_end():
        sums = await _in_thread(lambda stop: _fetch(graph, room, settings.graphs_mirror, console, stop))
        (room / _ABOUT).write_text(_attribution(graph, sums, settings.graphs_mirror), encoding="utf-8")
        from bot.wiring import open_embedder

        report = await import_with_bars(room, folder, open_embedder(settings), console=console, caps=settings.caps)
    out.print(report.text().strip())
    if not keep:
        shutil.rmtree(room, ignore_errors=True)
    out.print(f"{graph.title} is ready. {_use(folder)}")
    return 1 if report.bad and not report.relations else 0


async def _in_thread(work: Callable[[threading.Event], dict[str, str]]) -> dict[str, str]:
    """Do the work in a thread; when somebody stops waiting, it is told to stop, and waited for."""
    stop = threading.Event()
    doing = asyncio.ensure_future(asyncio.to_thread(work, stop))
    try:
        return await asyncio.shield(doing)
    except asyncio.CancelledError:
        stop.set()
        await asyncio.wait([doing])
        doing.exception()  # it was stopped: what it says is of no interest
        raise


def _use(folder: Path) -> str:
    return f'Use it with EVIGRAPH_KG={folder}, or once: evigraph ask --kg {folder} "…"'


def _agree(graph: PublicGraph, agreed: bool) -> None:
    """Have the terms agreed to, by the option or by a person in the terminal."""
    if not graph.agree or agreed:
        return
    if not sys.stdin.isatty():
        raise InputError(f"{graph.title} may be used under these terms: {graph.agree}.", hint="Agree with --agree.")
    click.echo(f"{graph.title} may be used under these terms: {graph.agree}.", err=True)
    if not click.confirm("Do you agree?", err=True):
        raise InputError("Nothing was fetched.")


def _print_steps(graph: PublicGraph, out: Console) -> None:
    out.print(f"{graph.title} ({graph.field}): {graph.purpose}.")
    out.print(f"Licence: {graph.licence}. It has to be fetched by hand, from {graph.home}:")
    for n, step in enumerate(graph.steps, 1):
        out.print(f"  {n}. {step}")


def _fetch(graph: PublicGraph, room: Path, mirror: str, console: Console, stop: threading.Event) -> dict[str, str]:
    """Fetch all files of a graph into a folder; return their checksums."""
    room.mkdir(parents=True, exist_ok=True)
    missing = sum(file.size for file in graph.files if not (room / file.name).is_file())
    free = shutil.disk_usage(room).free
    if missing + _ROOM_LEFT > free:
        raise GraphError(
            f"There is no room for {graph.title}: it needs {missing / 1e6:,.0f} MB, and {room} has {free / 1e6:,.0f}.",
            hint="Name another place with EVIGRAPH_DATA.",
        )
    sums: dict[str, str] = {}
    columns = (TextColumn("{task.description:<26}"), BarColumn(), DownloadColumn(), TransferSpeedColumn())
    with Progress(*columns, TimeRemainingColumn(), console=console, transient=True) as bars:
        for file in graph.files:
            task = bars.add_task(file.name, total=file.size)

            def advance(done: int, total: int, task: TaskID = task, size: int = file.size) -> None:
                if stop.is_set():
                    raise _Stopped
                bars.update(task, completed=done, total=total or size)

            sums[file.name] = _fetch_one(graph, file, room, mirror, advance, stop)
    return sums


class _Stopped(Exception):  # noqa: N818  (not an error: somebody stopped waiting)
    """Ends the download where it is; the next one goes on there."""


def _fetch_one(
    graph: PublicGraph, file: PublicFile, room: Path, mirror: str, advance: Advance, stop: threading.Event
) -> str:
    wanted = Wanted(file.at(graph.name, mirror), file.size, file.sha256)
    try:
        return fetch_file(wanted, room / file.name, advance, wait=lambda seconds: _wait(stop, seconds))
    except GraphError as error:
        about = f"The address was written down on {file.written}." if not mirror else "The mirror may lack it."
        hint = f"Look for {file.name} at {graph.home}, put it into {room}, and give the command again."
        gone = isinstance(error, FileGone)
        raise GraphError(
            f"{error.message} {about}" if gone else error.message, hint=hint if gone else f"{error.hint} {hint}".strip()
        ) from None


def _wait(stop: threading.Event, seconds: float) -> None:
    if stop.wait(seconds):
        raise _Stopped


def _attribution(graph: PublicGraph, sums: dict[str, str], mirror: str) -> str:
    """Return what `kg stats` tells of where the graph comes from."""
    lines = [f"{graph.title}: {graph.purpose}.", f"Licence: {graph.licence}. Home: {graph.home}"]
    lines += [f"Terms that were agreed to: {graph.agree}"] if graph.agree else []
    lines += [f"{f.name}: {f.at(graph.name, mirror)} (SHA-256 {sums[f.name]})" for f in graph.files]
    return "\n".join([*lines, f"Fetched on {date.today().isoformat()} with evigraph kg get {graph.name}.", ""])
