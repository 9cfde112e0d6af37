"""An import with progress bars."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from kgcore.graph.importers import ImportProgress, ImportReport, Stage, import_graph
from kgcore.ports import Embedder


async def import_with_bars(
    source: Path, to: Path, embedder: Embedder | None, *, console: Console, strict: bool = False
) -> ImportReport:
    """Import a graph and draw a bar per stage. Raises GraphError and InputError; then nothing has changed."""
    columns = (TextColumn("{task.description:<20}"), BarColumn(), TextColumn("{task.percentage:3.0f} %"))
    with Progress(*columns, TimeElapsedColumn(), console=console, transient=True) as bars:
        tasks: dict[Stage, TaskID] = {}

        def show(progress: ImportProgress) -> None:
            if progress.stage not in tasks:
                tasks[progress.stage] = bars.add_task(progress.stage.value, total=None)
            bars.update(tasks[progress.stage], completed=progress.done, total=progress.total or None)

        return await import_graph(source, to, embedder=embedder, strict=strict, progress=show)
