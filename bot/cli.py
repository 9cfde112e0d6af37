"""The command line: `evigraph` or `python -m bot`. Commands only; what they do lies in the modules beside.

Results go to stdout, messages to stderr. Exit status: 0 done, 1 ran and found a problem, 2 used wrongly.
"""

from __future__ import annotations

from pathlib import Path
from typing import IO

import click

from bot import config
from bot.cli_feedback import COMMANDS as FEEDBACK
from bot.cli_kg import kg as kg_group
from bot.cli_slack import slack
from bot.cli_teams import teams
from bot.cli_threads import COMMANDS
from bot.commands import command, json_option, kg_option

HELP = {"help_option_names": ["-h", "--help"], "max_content_width": 110}


@click.group(context_settings=HELP)
@click.version_option(package_name="evigraph")
def main() -> None:
    """Answers health-research questions and checks every claim of the answer against a knowledge graph.

    Example: evigraph ask "Can vitamin E slow the progression of Alzheimer's disease?"
    """


for found in (*COMMANDS, *FEEDBACK, kg_group, slack, teams):
    main.add_command(found)


@main.command()
@command
async def run() -> int:
    """Start everything that is configured; without any platform token that is the playground page.

    Example: EVIGRAPH_PORT=8800 evigraph run
    """
    from bot.serve import serve

    return await serve(config.load())


@main.command()
@click.option(
    "--only",
    type=click.Choice(["configuration", "storage", "graph", "model", "drawing", "fonts", "slack", "discord", "teams"]),
)
@json_option
@command
async def check(only: str | None, as_json: bool) -> int:
    """Examine configuration, graph, model, fonts, drawing and storage; say of each what is right or how to mend it.

    Example: evigraph check --only graph
    """
    from bot.examine import examine

    return await examine(only, as_json)


@main.command()
@click.argument("file", type=click.File("rb"))
@kg_option
@click.option("--out", type=click.File("w", encoding="utf-8", atomic=True), default="-", help="Default: stdout.")
@command
async def verify(file: IO[bytes], kg: Path | None, out: IO[str]) -> int:
    """Verdicts for claims or texts, one JSON object a line, without a language model ("-" reads stdin).

    Example: echo '{"id": 1, "subject": "zinc", "relation": "treats", "object": "colds"}' | evigraph verify -
    """
    from bot.lookups import verify_file

    return await verify_file(config.load(), file, kg, out)


@main.command()
@click.argument("mentions", nargs=-1, required=True)
@kg_option
@click.option("--top", type=click.IntRange(1, 100), default=5, show_default=True)
@json_option
@command
async def link(mentions: tuple[str, ...], kg: Path | None, top: int, as_json: bool) -> int:
    """Which entities a mention may mean, best first, and whether it is linked.

    Example: evigraph link "fish oil" "heart attack" --top 3
    """
    from bot.lookups import link_mentions

    return await link_mentions(config.load(), mentions, kg, top, as_json)
