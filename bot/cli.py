"""The command line: `evigraph` or `python -m bot`. Commands only; what they do lies in the modules beside.

Results go to stdout, messages to stderr. Exit status: 0 done, 1 ran and found a problem, 2 used wrongly.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine
from functools import wraps
from pathlib import Path
from typing import IO, Any, ParamSpec

import click

from bot import config
from kgcore.errors import ConfigError, EvigraphError

P = ParamSpec("P")
HELP = {"help_option_names": ["-h", "--help"], "max_content_width": 110}
FOLDER = click.Path(path_type=Path)


def _command(work: Callable[P, Coroutine[Any, Any, int]]) -> Callable[P, None]:
    """Run an asynchronous command and turn our errors into a message and an exit status."""

    @wraps(work)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            status = asyncio.run(work(*args, **kwargs))
        except ConfigError as error:
            click.echo(f"evigraph: {error}", err=True)
            status = 2
        except EvigraphError as error:
            click.echo(f"evigraph: {error}", err=True)
            status = 1
        except KeyboardInterrupt:
            status = 130
        except click.ClickException:
            raise
        except Exception:
            incident = secrets.token_hex(4)
            logging.getLogger("evigraph").exception("incident %s", incident)
            click.echo(f"evigraph: something went wrong that should not (incident {incident}).", err=True)
            status = 1
        raise SystemExit(status)

    return run


kg_option = click.option("--kg", type=FOLDER, help="An imported graph or a folder of TSV files (default: EVIGRAPH_KG).")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")


@click.group(context_settings=HELP)
@click.version_option(package_name="evigraph")
def main() -> None:
    """Answers health-research questions and checks every claim of the answer against a knowledge graph.

    Example: evigraph ask "Can vitamin E slow the progression of Alzheimer's disease?"
    """


@main.command()
@_command
async def run() -> int:
    """Start everything that is configured; without any platform token that is the playground page.

    Example: EVIGRAPH_PORT=8800 evigraph run
    """
    from bot.serve import serve

    return await serve(config.load())


@main.command()
@click.option("--only", type=click.Choice(["configuration", "storage", "graph", "model", "drawing", "fonts"]))
@json_option
@_command
async def check(only: str | None, as_json: bool) -> int:
    """Examine configuration, graph, model, fonts, drawing and storage; say of each what is right or how to mend it.

    Example: evigraph check --only graph
    """
    from bot.examine import examine

    return await examine(only, as_json)


@main.command()
@click.argument("question")
@kg_option
@click.option("--thread", default="", help="Go on with an earlier conversation (or begin one of that name).")
@click.option("--image", type=FOLDER, help="Write the picture to this .png or .svg file.")
@click.option("--detail", type=click.Choice(["brief", "normal", "full"]), default="normal", show_default=True)
@click.option("--model", default="", help="One of the models in OPENAI_MODEL; the thread keeps it.")
@json_option
@_command
async def ask(
    question: str, kg: Path | None, thread: str, image: Path | None, detail: str, model: str, as_json: bool
) -> int:
    """One turn of a conversation: the answer, a verdict per claim, the evidence, and what to ask next.

    Example: evigraph ask "Can vitamin E slow Alzheimer's disease?" --thread e1 --image graph.png
    """
    from bot.conversation import Asking, ask_once

    if image is not None and image.suffix.lower() not in (".png", ".svg"):
        raise click.BadParameter("the picture's file must end in .png or .svg", param_hint="--image")
    return await ask_once(config.load(), Asking(question, kg, thread, image, detail, model, as_json))


@main.command()
@click.argument("action")
@click.option("--thread", required=True, help="The conversation that the action belongs to.")
@kg_option
@click.option("--image", type=FOLDER, help="Write the picture to this .png or .svg file.")
@json_option
@_command
async def act(action: str, thread: str, kg: Path | None, image: Path | None, as_json: bool) -> int:
    """What a button does, with the action ids that replies carry.

    Example: evigraph act --thread e1 kg1:ask:5c1f0a9e2b7d4c36:0
    """
    from bot.conversation import Acting, act_once
    from kgcore.message import Action

    if Action.parse(action) is None:
        raise click.BadParameter("copy one that a reply printed, such as kg1:ask:…:0", param_hint="ACTION")
    return await act_once(config.load(), Acting(action, kg, thread, image, as_json))


@main.command()
@click.argument("file", type=click.File("rb"))
@kg_option
@click.option("--out", type=click.File("w", encoding="utf-8", atomic=True), default="-", help="Default: stdout.")
@_command
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
@_command
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
@click.argument("source", type=FOLDER)
@click.option("--to", type=FOLDER, help="Folder of the imported graph (default: in EVIGRAPH_DATA).")
@click.option("--strict", is_flag=True, help="Stop at the first bad row.")
@json_option
@_command
async def kg_import(source: Path, to: Path | None, strict: bool, as_json: bool) -> int:
    """Import a folder of TSV files, or a headerless file of head, relation, tail; plain or gzip.

    Example: evigraph kg import my-graph/ --to graphs/mine
    """
    from bot.graphs import import_command

    return await import_command(config.load(), source, to, strict, as_json)


@kg.command("stats")
@kg_option
@json_option
@_command
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
@_command
async def kg_show(name: str, kg: Path | None, as_json: bool) -> int:
    """An entity with its names, its identifiers and its best relations.

    Example: evigraph kg show "vitamin E"
    """
    from bot.graphs import show_command

    return await show_command(config.load(), name, kg, as_json)


@kg.command("check")
@kg_option
@json_option
@_command
async def kg_check(kg: Path | None, as_json: bool) -> int:
    """How good a graph is: hubs, entities without synonyms, edges without papers, conflicts, shared names, dates.

    Example: evigraph kg check --kg graphs/mine
    """
    from bot.graphs import check_command

    return await check_command(config.load(), kg, as_json)
