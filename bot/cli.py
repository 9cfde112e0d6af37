"""The command line: `evigraph` or `python -m bot`. Commands only; what they do lies in the modules beside.

Results go to stdout, messages to stderr. Exit status: 0 done, 1 ran and found a problem, 2 used wrongly.
"""

from __future__ import annotations

from pathlib import Path
from typing import IO

import click

from bot import config
from bot.cli_threads import COMMANDS
from bot.commands import PATH, command, json_option, kg_option

HELP = {"help_option_names": ["-h", "--help"], "max_content_width": 110}


@click.group(context_settings=HELP)
@click.version_option(package_name="evigraph")
def main() -> None:
    """Answers health-research questions and checks every claim of the answer against a knowledge graph.

    Example: evigraph ask "Can vitamin E slow the progression of Alzheimer's disease?"
    """


for found in COMMANDS:
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
@click.option("--only", type=click.Choice(["configuration", "storage", "graph", "model", "drawing", "fonts"]))
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


@main.group()
def kg() -> None:
    """Bring in a graph of your own, look at it, and see how good it is.

    Example: evigraph kg import my-graph/ --to graphs/mine
    """


@kg.command("import")
@click.argument("source", type=PATH)
@click.option("--to", type=PATH, help="Folder of the imported graph (default: in EVIGRAPH_DATA).")
@click.option("--strict", is_flag=True, help="Stop at the first bad row.")
@json_option
@command
async def kg_import(source: Path, to: Path | None, strict: bool, as_json: bool) -> int:
    """Import a folder of TSV files, or a headerless file of head, relation, tail; plain or gzip.

    Example: evigraph kg import my-graph/ --to graphs/mine
    """
    from bot.graphs import import_command

    return await import_command(config.load(), source, to, strict, as_json)


@kg.command("stats")
@kg_option
@json_option
@command
async def kg_stats(kg: Path | None, as_json: bool) -> int:
    """Sizes, types, predicates and provenance.

    Example: evigraph kg stats
    """
    from bot.graphs import stats_command

    return await stats_command(config.load(), kg, as_json)


@kg.command("show")
@click.argument("name")
@kg_option
@json_option
@command
async def kg_show(name: str, kg: Path | None, as_json: bool) -> int:
    """An entity with its names, its identifiers and its best relations.

    Example: evigraph kg show "vitamin E"
    """
    from bot.graphs import show_command

    return await show_command(config.load(), name, kg, as_json)


@kg.command("check")
@kg_option
@json_option
@command
async def kg_check(kg: Path | None, as_json: bool) -> int:
    """How good a graph is: hubs, entities without synonyms, edges without papers, conflicts, shared names, dates.

    Example: evigraph kg check --kg graphs/mine
    """
    from bot.graphs import check_command

    return await check_command(config.load(), kg, as_json)
