"""`evigraph library …`: the commands about papers beside the graph; what they do lies in bot/library.py."""

from __future__ import annotations

from pathlib import Path

import click

from bot import config
from bot.commands import PATH, WholeHelp, json_option, run_command

library_option = click.option("--library", "folder", type=PATH, help="Its folder (default: EVIGRAPH_LIBRARY).")


@click.group(cls=WholeHelp)
def library() -> None:
    """Papers beside the graph: add them, see what there is, take them out.

    Example: evigraph library add papers.tar.xz --library papers
    """


@library.command("add")
@click.argument("sources", type=PATH, nargs=-1, required=True)
@library_option
@json_option
@run_command
async def add(sources: tuple[Path, ...], folder: Path | None, as_json: bool) -> int:
    """Add papers from files, folders and archives; what is there already is not read again.

    Example: evigraph library add trials.tar.xz --library papers
    """
    from bot.library import add_command

    return await add_command(config.load_settings(), sources, folder, as_json)


@library.command("stats")
@library_option
@json_option
@run_command
async def stats(folder: Path | None, as_json: bool) -> int:
    """How many papers, of which designs and years, and how much room they take.

    Example: evigraph library stats --library papers
    """
    from bot.library import stats_command

    return await stats_command(config.load_settings(), folder, as_json)
