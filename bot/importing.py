"""An import with progress bars."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from kgcore.graph.formats import Format
from kgcore.graph.importers import ImportProgress, ImportReport, Stage, import_graph
from kgcore.ports import Embedder


async def import_with_bars(
    source: Path,
    to: Path,
    embedder: Embedder | None,
    *,
    console: Console,
    strict: bool = False,
    form: Format | None = None,
) -> ImportReport:
    """Import a graph and draw a bar per stage. Raises GraphError and InputError; then nothing has changed."""
    with stage_bars(console) as show:
        return await import_graph(source, to, embedder=embedder, strict=strict, progress=show, format=form)


@contextmanager
def stage_bars(console: Console) -> Iterator[Callable[[ImportProgress], None]]:
    """Draw a bar for each stage that is told of."""
    with _bars(console) as bars:
        tasks: dict[Stage, TaskID] = {}

        def show(progress: ImportProgress) -> None:
            if progress.stage not in tasks:
                tasks[progress.stage] = bars.add_task(progress.stage.value, total=None)
            bars.update(tasks[progress.stage], completed=progress.done, total=progress.total or None)

        yield show


@contextmanager
def bar(console: Console, words: str) -> Iterator[Callable[[int, int], None]]:
    """Draw one bar, which is told how much of how much is done."""
    with _bars(console) as bars:
        task = bars.add_task(words, total=None)
        yield lambda done, total: bars.update(task, completed=done, total=total or None)


def _bars(console: Console) -> Progress:
    columns = (TextColumn("{task.description:<20}"), BarColumn(), TextColumn("{task.percentage:3.0f} %"))
    return Progress(*columns, TimeElapsedColumn(), console=console, transient=True)
