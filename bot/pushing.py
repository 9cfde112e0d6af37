"""`evigraph kg push`: load an embedded graph into Neo4j, with progress bars."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from bot.config import Settings
from bot.terminal import output

_USE = "Use it with KG_BACKEND=neo4j."


async def push_command(settings: Settings, kg: Path | None) -> int:
    """Push the graph asked for (else the configured one, else the starter graph). Raises GraphError and ConfigError."""
    from bot.wiring import graph_folder, push_graph

    console = Console(stderr=True)
    folder = await graph_folder(settings, kg, console)
    columns = (TextColumn("{task.description:<22}"), BarColumn(), TextColumn("{task.percentage:3.0f} %"))
    with Progress(*columns, TimeElapsedColumn(), console=console, transient=True) as bars:
        tasks: dict[str, TaskID] = {}

        def show(stage: str, done: int, total: int) -> None:
            if stage not in tasks:
                tasks[stage] = bars.add_task(stage, total=None)
            bars.update(tasks[stage], completed=done, total=max(total, 1))

        pushed = await push_graph(settings, folder, show)
    if pushed.already:
        output().print(f"{settings.neo4j_uri} holds {pushed.name} already. {_USE}")
    else:
        output().print(f"{'Resumed and loaded' if pushed.resumed else 'Loaded'} {pushed.name}. {_USE}")
    return 0
