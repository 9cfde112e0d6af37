"""`evigraph reason`: several facts put together, without a conversation. Commands only."""

from __future__ import annotations

from pathlib import Path
from typing import IO

import click

from bot import config
from bot.cli_batch import batch_option
from bot.commands import PATH, ROWS, WholeHelp, image_option, json_option, kg_option, run_command, thread_option


@click.command()
@batch_option("reason", "question")
@click.argument("question", required=False)
@kg_option
@click.option("--model", default="none", show_default=True, help="none, env or a configured model.")
@thread_option
@image_option
@json_option
@run_command
async def reason(question: str, kg: Path | None, model: str, thread: str, image: Path | None, as_json: bool) -> int:
    """Put several facts together: what would explain what a question tells, or what joins the things that it names.

    Example: evigraph reason "I have migraine and insomnia. What could help with both?"
    """
    from bot.conversation import Call
    from bot.reasoning import reason_once

    return await reason_once(config.load_settings(), question, Call(thread, kg, image, as_json), model)


class _FileOrCommand(WholeHelp):
    """A group whose first word may be a file: then the command "run" takes it."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the command's name before what is none."""
        if not args or (args[0] not in self.commands and args[0] not in ("-h", "--help")):
            args = ["run", *args]
        return super().parse_args(ctx, args)


@click.group(cls=_FileOrCommand)
def evaluate() -> None:
    """How well questions are answered: `evaluate [FILE]` scores them, `evaluate make` makes them from a graph.

    Example: evigraph evaluate questions.jsonl --chart accuracy.png
    """


_count = click.option("--count", type=click.IntRange(1, 10_000), default=100, show_default=True, help="Of a made set.")
_seed = click.option("--seed", type=int, default=1, show_default=True, help="The same seed makes the same set.")


@evaluate.command("run")
@click.argument("file", type=ROWS, required=False)
@kg_option
@click.option("--model", default="none", show_default=True, help="none, env or a configured model.")
@_count
@_seed
@click.option("--chart", type=PATH, help="Write a chart to this .png or .svg file.")
@json_option
@run_command
async def evaluate_run(
    file: IO[bytes] | None, kg: Path | None, model: str, count: int, seed: int, chart: Path | None, as_json: bool
) -> int:
    """Answer the questions of a file and score the answers; without a file, those of a set made from the graph.

    With a model: by the graph alone, and by the model with nothing, paths, neighbours, and both beside it.

    Example: evigraph evaluate run questions.jsonl --model env
    """
    from bot.evaluating import EvaluateOptions, evaluate_once

    options = EvaluateOptions(kg, model, count, seed, chart, as_json)
    return await evaluate_once(config.load_settings(), file, options)


@evaluate.command("make")
@click.option("--out", type=PATH, required=True, help="Where the questions go.")
@click.option("--force", is_flag=True, help="Replace the file of --out.")
@kg_option
@_count
@_seed
@run_command
async def evaluate_make(out: Path, force: bool, kg: Path | None, count: int, seed: int) -> int:
    """Make questions from a graph's own edges, with answers that are known by construction.

    Example: evigraph evaluate make --count 200 --out questions.jsonl
    """
    from bot.evaluating import EvaluateOptions, make_once

    return await make_once(config.load_settings(), out, EvaluateOptions(kg, count=count, seed=seed), force=force)


COMMANDS = (reason, evaluate)
