"""What `evigraph store move` does, and how a start waits for a database that is away."""

from __future__ import annotations

import asyncio
import sys

import click
import structlog
from rich.console import Console

from bot.config import Settings
from bot.graphs import plain_table
from bot.holding import hold_folder
from bot.terminal import output_console
from kgcore.errors import StoreAway
from kgcore.ports import Store

log = structlog.get_logger()
AGAIN = 2.0  # seconds until a database that was away at the start is tried again
AWAY = "There is nothing to keep anything in yet, so nothing is taken. It is waited for; Ctrl-C here ends it."


def move_command(settings: Settings, source: str, target: str) -> int:
    """Copy a store into another and say what is there now. Raises EvigraphError."""
    from bot.wiring import move_store_at

    screen = sys.stderr.isatty()

    def told(table: str, rows: int) -> None:
        if screen:
            click.echo(f"\r{table}: {rows:,} rows   ", nl=False, err=True)

    with hold_folder(settings.data):
        moved = move_store_at(source, target, told)
    if screen:
        click.echo("", err=True)
    out, columns = output_console(), ("table", "rows", "written now", "digest, here as there")
    out.print(plain_table("", columns, [(m.table, m.rows, m.written, m.digest[:16]) for m in moved]))
    out.print("Everything is there, and the same. Set EVIGRAPH_STORE to the new place.", markup=False)
    return 0


async def open_when_there(settings: Settings, console: Console) -> Store:
    """Return the store; a database that cannot be reached is waited for, and that is said.

    Raises ConfigError, and StoreError for what waiting does not heal.
    """
    from bot.wiring import open_store

    told = False
    while True:
        try:
            return await asyncio.to_thread(open_store, settings)
        except StoreAway as error:
            if not told:
                console.print(f"{error.message} {AWAY}", markup=False, style="yellow")
                log.warning("the store is away; it is waited for", reason=error.message)
            told = True
        await asyncio.sleep(AGAIN)
