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


@library.command("save")
@click.argument("name")
@click.argument("query", default="")
@click.option("--remove", is_flag=True, help="Forget the search of that name.")
@library_option
@run_command
async def save(name: str, query: str, remove: bool, folder: Path | None) -> int:
    """Keep a search under a name, so that update looks for what is new.

    Example: evigraph library save zinc "zinc colds type:rct" --library papers
    """
    from bot.library_update import save_command

    return await save_command(config.load_settings(), name, query, folder, remove=remove)


@library.command("saved")
@library_option
@json_option
@run_command
async def saved(folder: Path | None, as_json: bool) -> int:
    """The searches that are kept, and when each was last updated.

    Example: evigraph library saved --library papers
    """
    from bot.library_update import saved_command

    return await saved_command(config.load_settings(), folder, as_json)


@library.command("update")
@click.argument("names", nargs=-1)
@library_option
@json_option
@run_command
async def update(names: tuple[str, ...], folder: Path | None, as_json: bool) -> int:
    """Get new papers for saved searches from PubMed, and find out which of all papers here were retracted.

    Example: evigraph library update --library papers
    """
    from bot.library_update import update_command

    return await update_command(config.load_settings(), names, folder, as_json)
