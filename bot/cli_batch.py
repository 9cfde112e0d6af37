"""The commands that are batches from the start, and how the others take one with `--batch`. Commands only."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import IO, Any, TypeVar

import click

from bot import config
from bot.commands import PATH, ROWS, kg_option, run_to_exit

C = TypeVar("C", bound=Callable[..., Any])

_FILES = (
    click.option("--out", type=PATH, help="Where the rows go (default, and -: stdout)."),
    click.option("--force", is_flag=True, help="Replace the file of --out."),
    click.option("--resume", is_flag=True, help="Go on with the file of --out where a cut run stopped."),
    click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="So many processes."),
)
_model_option = click.option("--model", default="none", show_default=True, help="none, env or a configured model.")


def _with(*options: Callable[[C], C]) -> Callable[[C], C]:
    def decorate(one: C) -> C:
        for option in reversed(options):
            one = option(one)
        return one

    return decorate


def file_options(one: C) -> C:
    """Give a command the options about where the rows go."""
    return _with(*_FILES)(one)


def batch_option(
    form: str, *arguments: str, images: bool = False
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Give a command the option `--batch FILE`; without it, one of its `arguments` must be given.

    What `ask --model` is without a batch, it is with one; the default of a batch is no model.
    """
    options = [click.option("--batch", type=ROWS, help='Rows as JSON lines ("-" reads stdin).'), *_FILES]
    if images:
        options.append(click.option("--images", type=PATH, help="Of a batch: write the pictures into this folder."))

    def decorate(one: Callable[..., Any]) -> Callable[..., Any]:
        @_with(*options)
        @wraps(one)
        def run(
            batch: IO[bytes] | None, out: Path | None, force: bool, resume: bool, jobs: int, **given: Any
        ) -> None:  # what click hands over, by name
            pictures = given.pop("images", None) if images else None
            if batch is None:
                _alone(arguments, given, out, force=force, resume=resume)
                one(**given)
                return
            options = {"model": given.get("model") or "none", "images": pictures, "top": given.get("top", 5)}
            _run(form, batch, given.get("kg"), out, force=force, resume=resume, jobs=jobs, **options)

        return run

    return decorate


def _alone(arguments: tuple[str, ...], given: dict[str, Any], out: Path | None, *, force: bool, resume: bool) -> None:
    missing = [name for name in arguments if not given.get(name)]
    if missing:
        raise click.UsageError(f"Missing argument '{missing[0].upper()}' (or --batch FILE).")
    if out or force or resume:
        raise click.UsageError("--out, --force and --resume belong to --batch.")


def _run(
    form: str,
    source: IO[bytes],
    kg: Path | None,
    out: Path | None,
    *,
    force: bool,
    resume: bool,
    jobs: int,
    **options: Any,
) -> None:
    from bot.batch import BatchOptions, run_batch
    from bot.batch_files import RowWriter
    from bot.batch_forms import FORMS

    def work() -> int:
        writer = RowWriter(None if out is None or str(out) == "-" else out, force=force, resume=resume)
        asked = BatchOptions(str(kg or ""), options["model"], str(options["images"] or ""), options["top"])
        return run_batch(FORMS[form], config.load_settings(), asked, source, writer, jobs)

    run_to_exit(work)


def run_form(
    form: str, source: IO[bytes], kg: Path | None, out: Path | None, *, force: bool, resume: bool, jobs: int
) -> None:
    """Run a batch that needs no model, and end the program."""
    _run(form, source, kg, out, force=force, resume=resume, jobs=jobs, model="none", images=None, top=5)


@click.command()
@click.argument("file", type=ROWS)
@kg_option
@_model_option
@_with(*_FILES)
def verify(
    file: IO[bytes], kg: Path | None, model: str, out: Path | None, force: bool, resume: bool, jobs: int
) -> None:
    """Verdicts for claims or texts, one JSON object a line, without a language model ("-" reads stdin).

    Example: echo '{"id": 1, "subject": "zinc", "relation": "treats", "object": "colds"}' | evigraph verify -
    """
    _run("verify", file, kg, out, force=force, resume=resume, jobs=jobs, model=model, images=None, top=5)


@click.command()
@click.option("--batch", type=ROWS, default="-", help="Rows as JSON lines (default: stdin).")
@_with(*_FILES)
def identifiers(batch: IO[bytes], out: Path | None, force: bool, resume: bool, jobs: int) -> None:
    """Where texts name a patient: names, dates of birth, numbers, addresses; one JSON object with id and text a line.

    Example: echo '{"id": 1, "text": "MRN 4471902: zinc?"}' | evigraph identifiers
    """
    _run("identifiers", batch, None, out, force=force, resume=resume, jobs=jobs, model="none", images=None, top=5)


@click.command()
@click.argument("name", required=False)
@click.option("--input", "rows_in", is_flag=True, help="Of the rows that go in, not of those that come out.")
def schema(name: str | None, rows_in: bool) -> None:
    """The JSON schema of what a command prints or takes; without a name, the names there are.

    Example: evigraph schema ask > ask.schema.json
    """
    from bot.schemas import schema_names, schema_of

    if name is None:
        click.echo("\n".join(f"{known}\t{words}" for known, words in schema_names().items()))
        return
    if name not in schema_names():
        raise click.BadParameter(f"there are {', '.join(schema_names())}", param_hint="NAME")
    import json

    click.echo(json.dumps(schema_of(name, rows_in=rows_in), ensure_ascii=False, indent=1))


COMMANDS = (verify, identifiers, schema)
