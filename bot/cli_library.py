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
@click.option("--fetch", is_flag=True, help="Fetch ids from PubMed (NCBI's E-utilities).")
@library_option
@json_option
@run_command
async def add(sources: tuple[Path, ...], fetch: bool, folder: Path | None, as_json: bool) -> int:
    """Add papers from files, folders and archives; what is there already is not read again.

    PubMed XML and .nbib, JATS (PubMed Central), RIS, BibTeX, EndNote XML, CSL JSON (Zotero), PDF, JSON lines; with
    --fetch also PMIDs, PMC ids and DOIs, as they are or in a file with one on every line.

    Example: evigraph library add trials.tar.xz --library papers
    """
    from bot.library import add_command

    return await add_command(config.load_settings(), sources, fetch, folder, as_json)


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


@library.command("remove")
@click.argument("ids", nargs=-1, required=True)
@library_option
@run_command
async def remove(ids: tuple[str, ...], folder: Path | None) -> int:
    """Take papers out, by any of their ids.

    Example: evigraph library remove PMID:21439350 --library papers
    """
    from bot.library import remove_command

    return await remove_command(config.load_settings(), ids, folder)


@library.command("export")
@click.argument("to", type=PATH)
@click.option("--query", default="", help="Only what this finds (as for evigraph literature).")
@click.option("--format", type=click.Choice(["ris", "bibtex", "csl"]), help="Default: by the file's ending.")
@click.option("--force", is_flag=True, help="Replace the file.")
@library_option
@run_command
async def export(to: Path, query: str, format: str | None, force: bool, folder: Path | None) -> int:
    """Write papers for a reference manager: .ris, .bib or .json.

    Example: evigraph library export zinc.ris --query "title: zinc type:rct" --library papers
    """
    from bot.library import export_command

    return await export_command(config.load_settings(), to, query, format, force, folder)
