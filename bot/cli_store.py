"""The commands about where threads and the inbox are kept. Commands only."""

from __future__ import annotations

import click

from bot import config
from bot.commands import WholeHelp, run_command


@click.group(cls=WholeHelp)
def store() -> None:
    """Where threads and the inbox are kept: copy them from one place into another."""


@store.command()
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@run_command
async def move(source: str, target: str) -> int:
    """Copy a store into an empty one and compare every row; said again, it goes on where it was interrupted.

    Both are files or addresses as in EVIGRAPH_STORE. End the bot first. What was copied from stays as it is.

    Example: evigraph store move evigraph-data/evigraph.db postgresql://evigraph@localhost/evigraph
    """
    from bot.storing import move_command

    return move_command(config.load_settings(), source, target)
