"""`evigraph tables …`: the commands about tables of papers; what they do lies in bot/tables.py."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, TypeVar

import click

from bot import config
from bot.cli_batch import file_options
from bot.commands import PATH, ROWS, WholeHelp, image_option, json_option, kg_option, run_command, run_to_exit
from kgcore.library.tables_query import Synonyms

C = TypeVar("C", bound=Callable[..., Any])

library_option = click.option("--library", "folder", type=PATH, help="Its folder (default: EVIGRAPH_LIBRARY).")


def _query_options(one: C) -> C:
    options = (
        click.argument("text", nargs=-1),
        click.option("--row", default="", help='A row\'s label ("tumor size").'),
        click.option("--column", default="", help='A column\'s label ("placebo").'),
        click.option("--value", default="", help='A value: 8.45, ">8", "between 8 and 9", "58 (85.3)".'),
        click.option("--tolerance", type=float, default=0.0, help="How far equal numbers may differ."),
        click.option(
            "--synonyms",
            type=click.Choice([s.value for s in Synonyms]),
            default=Synonyms.IF_NEEDED.value,
            show_default=True,
            help="Whether labels count that say the same in other words.",
        ),
    )
    for option in reversed(options):
        one = option(one)
    return one


def _query(text: tuple[str, ...], row: str, column: str, value: str, tolerance: float, synonyms: str) -> Any:
    from dataclasses import replace

    from kgcore.errors import InputError
    from kgcore.library.tables_query import parse_table_query, read_value_query

    if tolerance < 0:
        raise click.BadParameter("it cannot be less than 0", param_hint="--tolerance")
    try:
        query = parse_table_query(" ".join(text))
    except InputError as error:
        raise click.BadParameter(str(error)) from error
    named = Synonyms(synonyms) if synonyms != Synonyms.IF_NEEDED.value else query.synonyms
    given = read_value_query(value, tolerance) or query.value
    return replace(query, row=row or query.row, column=column or query.column, value=given, synonyms=named)


@click.group(cls=WholeHelp, invoke_without_command=True)
@click.option("--batch", type=ROWS, help='Rows as JSON lines ("-" reads stdin).')
@file_options
@library_option
@click.pass_context
def tables(
    context: click.Context,
    batch: IO[bytes] | None,
    out: Path | None,
    force: bool,
    resume: bool,
    jobs: int,
    folder: Path | None,
) -> None:
    """Tables of a library's papers: by rows, columns and values, as a table, as CSV, as a picture.

    Example: evigraph tables search --row "systolic blood pressure" --value ">140" --library papers
    """
    context.obj = folder
    if batch is None:
        if context.invoked_subcommand is None:
            click.echo(context.get_help())
        return
    if context.invoked_subcommand is not None:
        raise click.UsageError("--batch stands alone.")

    def work() -> int:
        from bot.batch import BatchOptions, run_batch
        from bot.batch_files import RowWriter
        from bot.batch_forms import FORMS

        writer = RowWriter(None if out is None or str(out) == "-" else out, force=force, resume=resume)
        asked = BatchOptions(library=str(folder or ""))
        return run_batch(FORMS["tables"], config.load_settings(), asked, batch, writer, jobs)

    run_to_exit(work)


@tables.command("search")
@_query_options
@library_option
@kg_option
@click.option("--top", type=click.IntRange(1, 200), default=20, show_default=True)
@image_option
@json_option
@click.pass_obj
@run_command
async def search(
    above: Path | None,
    /,
    folder: Path | None,
    kg: Path | None,
    top: int,
    image: Path | None,
    as_json: bool,
    **asked: Any,
) -> int:
    """Tables by the labels of rows and columns, by values, or by free text; matching cells are marked.

    Example: evigraph tables search "lymph node, size 8.45"
    """
    from bot.tables import search_command

    return await search_command(config.load_settings(), _query(**asked), folder or above, kg, top, image, as_json)


@tables.command("show")
@click.argument("key")
@library_option
@click.option("--csv", "csv_file", type=PATH, help="Write it to this file as CSV.")
@image_option
@json_option
@click.pass_obj
@run_command
async def show(
    above: Path | None, key: str, folder: Path | None, csv_file: Path | None, image: Path | None, as_json: bool
) -> int:
    """One table whole: its headers as trees, what its cells say, caption and footnotes.

    Example: evigraph tables show PMC3580725#T2 --json
    """
    from bot.tables import show_command

    return await show_command(config.load_settings(), key, folder or above, csv_file, image, as_json)


@tables.command("profile")
@_query_options
@library_option
@click.option("--terms", type=click.IntRange(1, 60), default=20, show_default=True)
@image_option
@json_option
@click.pass_obj
@run_command
async def profile(
    above: Path | None, /, folder: Path | None, terms: int, image: Path | None, as_json: bool, **asked: Any
) -> int:
    """What some tables measure: the terms of their headers by TF-IDF, as a table and as a chart.

    Example: evigraph tables profile "blood pressure" --image profile.png
    """
    from bot.tables import profile_command

    return await profile_command(config.load_settings(), _query(**asked), folder or above, image, terms, as_json)


@tables.command("index")
@library_option
@json_option
@click.pass_obj
@run_command
async def index(above: Path | None, folder: Path | None, as_json: bool) -> int:
    """Read the tables of papers that were added since; searching does it by itself.

    Example: evigraph tables index --library papers
    """
    from bot.tables import index_command

    return await index_command(config.load_settings(), folder or above, as_json)
