"""The command line: `evigraph` or `python -m bot`. Commands only; what they do lies in the modules beside.

Results go to stdout, messages to stderr. Exit status: 0 done, 1 ran and found a problem, 2 used wrongly.
"""

from __future__ import annotations

from pathlib import Path

import click

from bot import config
from bot.cli_api import COMMANDS as API
from bot.cli_batch import COMMANDS as BATCHES
from bot.cli_batch import batch_option
from bot.cli_curate import curate as curate_group
from bot.cli_kg import kg as kg_group
from bot.cli_library import library as library_group
from bot.cli_literature import COMMANDS as LITERATURE
from bot.cli_platforms import platform_groups
from bot.cli_reason import COMMANDS as REASONING
from bot.cli_tables import tables as tables_group
from bot.cli_threads import COMMANDS
from bot.commands import PATH, WholeHelp, json_option, kg_option, narrow_help, run_command
from bot.completion import COMPLETED, completion_script, install_completion
from bot.examine import PARTS, print_findings

HELP = {"help_option_names": ["-h", "--help"], "max_content_width": 110, **narrow_help()}


@click.group(cls=WholeHelp, context_settings=HELP)
@click.version_option(package_name="evigraph")
def main() -> None:
    """Answers health-research questions and checks every claim of the answer against a knowledge graph.

    Example: evigraph ask "Can vitamin E slow the progression of Alzheimer's disease?"
    """


GROUPS = (kg_group, library_group, tables_group, curate_group)
for found in (*COMMANDS, *BATCHES, *LITERATURE, *REASONING, *API, *GROUPS, *platform_groups()):
    main.add_command(found)


@main.command()
@click.option("--port", type=click.IntRange(1, 65535), help="Port of the page (default: EVIGRAPH_PORT, or 8700).")
@click.option("--host", metavar="ADDRESS", help="Where it listens (default: EVIGRAPH_HOST, or this computer alone).")
@run_command
async def run(port: int | None, host: str | None) -> int:
    """Start everything that is configured; without any platform token that is the playground page.

    Example: evigraph run --port 8800
    """
    from bot.serve import run_server

    return await run_server(config.load_settings(config.with_address(port, host)))


@main.command()
@click.argument("shell", type=click.Choice(sorted(COMPLETED)))
@click.option("--print", "shown", is_flag=True, help="Print the script instead of installing it.")
@run_command
async def completion(shell: str, shown: bool) -> int:
    """Install completion of commands and options for a shell; a new shell then has it.

    Example: evigraph completion bash
    """
    script = completion_script(main, shell)
    if shown:
        click.echo(script)
        return 0
    written = " and ".join(map(str, install_completion(shell, script)))
    click.echo(f"Written: {written}. Open a new shell to use it.")
    return 0


@main.command()
@click.option(
    "--only",
    metavar="PART",
    type=click.Choice(list(PARTS)),
    help=f"One part alone: {', '.join(PARTS)}.",
)
@json_option
@run_command
async def check(only: str | None, as_json: bool) -> int:
    """Examine configuration, graph, model, fonts, drawing and storage; say of each what is right or how to mend it.

    Example: evigraph check --only graph
    """
    return await print_findings(only, as_json)


@main.command()
@click.argument("file", type=PATH)
@run_command
async def backup(file: Path) -> int:
    """Copy threads and inbox to a new file, also while the bot runs; to restore it, put it in the place of evigraph.db.

    Example: evigraph backup evigraph-2026-01-31.db
    """
    from bot.wiring import back_up

    size = back_up(config.load_settings(), file)
    click.echo(f"{file}: {size:,} bytes. Imported graphs are not in it: copy the data folder's graphs, too.")
    return 0


@main.command()
@batch_option("link", "mentions")
@click.argument("mentions", nargs=-1)
@kg_option
@click.option("--top", type=click.IntRange(1, 100), default=5, show_default=True)
@json_option
@run_command
async def link(mentions: tuple[str, ...], kg: Path | None, top: int, as_json: bool) -> int:
    """Which entities a mention may mean, best first, and whether it is linked.

    Example: evigraph link "fish oil" "heart attack" --top 3
    """
    from bot.lookups import link_mentions

    return await link_mentions(config.load_settings(), mentions, kg, top, as_json)


@main.command()
@json_option
@run_command
async def feedback(as_json: bool) -> int:
    """What people thought of answers and claims: everybody's last 👍 or 👎 with its reason.

    Example: evigraph feedback --json
    """
    from bot.feedback import feedback_once

    return await feedback_once(config.load_settings(), as_json)


@main.group(cls=WholeHelp)
def store() -> None:
    """Where threads and the inbox are kept: copy them from one place into another.

    Example: evigraph store move evigraph-data/evigraph.db postgresql://evigraph@localhost/evigraph
    """


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
