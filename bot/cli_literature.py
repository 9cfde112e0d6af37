"""`evigraph literature`: papers, their sentences, and what those say of a claim. Commands only."""

from __future__ import annotations

from pathlib import Path
from typing import IO, TYPE_CHECKING

import click

from bot import config
from bot.cli_batch import file_options
from bot.cli_library import library_option
from bot.commands import ROWS, ids_option, json_option, kg_option, run_command, run_to_exit, thread_option

if TYPE_CHECKING:
    from bot.conversation import Call


@click.command()
@click.option("--batch", type=ROWS, help='Rows as JSON lines ("-" reads stdin).')
@file_options
@click.argument("query", required=False, default="")
@click.option("--passages", is_flag=True, help="Sentences of papers in place of papers.")
@click.option("--stance", is_flag=True, help="Of a batch: what sentences say of claims.")
@click.option("--paper", default="", help="With --passages: of this paper alone (PMID:…, PMC…, DOI:…).")
@click.option("--top", type=click.IntRange(1, 100), default=5, show_default=True, help="So many.")
@library_option
@thread_option
@kg_option
@json_option
@ids_option
def literature(
    batch: IO[bytes] | None,
    out: Path | None,
    force: bool,
    resume: bool,
    jobs: int,
    query: str,
    passages: bool,
    stance: bool,
    paper: str,
    top: int,
    folder: Path | None,
    thread: str,
    kg: Path | None,
    as_json: bool,
    ids: bool,
) -> None:
    """Papers for words: of the library, best first; without one, those in the graph with the claims they bear on.

    A query may have fields (title: abstract: body: caption: table: author: journal: mesh:), filters (year:2015..2020
    type:rct is:retracted), an order (sort:year), "phrases" and words to leave out (-mice).

    Example: evigraph literature "title: vitamin E type:rct year:2005.."
    """
    if passages and stance:
        raise click.UsageError("--passages and --stance exclude each other.")
    if batch is not None:
        form = "passages" if passages else "stance" if stance else "literature"
        files = (out, force, resume, jobs)
        run_to_exit(lambda: _batch(form, batch, kg, folder, top, files))
    if out or force or resume:
        raise click.UsageError("--out, --force and --resume belong to --batch.")
    if stance:
        raise click.UsageError("--stance belongs to --batch.")
    if not query.strip():
        raise click.UsageError("Missing argument 'QUERY' (or --batch FILE).")
    from bot.conversation import Call

    _one(query, passages, paper, top, folder, Call(thread, kg, None, as_json, ids=ids))


def _batch(
    form: str,
    source: IO[bytes],
    kg: Path | None,
    folder: Path | None,
    top: int,
    files: tuple[Path | None, bool, bool, int],
) -> int:
    from bot.batch import BatchOptions, run_batch
    from bot.batch_files import RowWriter
    from bot.batch_forms import FORMS

    out, force, resume, jobs = files
    writer = RowWriter(None if out is None or str(out) == "-" else out, force=force, resume=resume)
    asked = BatchOptions(str(kg or ""), top=top, library=str(folder or ""))
    return run_batch(FORMS[form], config.load_settings(), asked, source, writer, jobs)


@run_command
async def _one(query: str, passages: bool, paper: str, top: int, folder: Path | None, call: Call) -> int:
    from bot.conversation import command_once
    from bot.literature import passages_command, search_command

    settings = config.load_settings()
    if passages:
        return await passages_command(settings, query, paper, folder, top, call.as_json)
    found = await search_command(settings, query, folder, top, call.as_json) if not call.thread else None
    if found is not None:
        return found
    return await command_once(settings, "literature", call, query)


COMMANDS = (literature,)
