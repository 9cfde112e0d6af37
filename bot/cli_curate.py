"""`evigraph curate …`: the commands about facts that papers propose; what they do lies in bot/curating.py."""

from __future__ import annotations

from pathlib import Path

import click

from bot import config
from bot.commands import PATH, kg_option, run_command
from kgcore.curation.proposals import LEAST


@click.group()
def curate() -> None:
    """Facts from papers, as proposals that a person decides about.

    Example: evigraph curate read abstracts.xml --out proposals.jsonl
    """


@curate.command("read")
@click.argument("source", type=PATH)
@click.option("--out", type=PATH, help="Where the rows go (default, and -: stdout).")
@click.option("--force", is_flag=True, help="Replace the file of --out.")
@click.option(
    "--entities",
    type=click.Choice(["found", "given"]),
    default="found",
    show_default=True,
    help="Whose names: those of the graph, found in the text, or those that a PubTator file gives.",
)
@click.option("--least", type=click.FloatRange(0, 1), default=LEAST, show_default=True, help="The lowest score.")
@kg_option
@run_command
async def read(source: Path, out: Path | None, force: bool, entities: str, least: float, kg: Path | None) -> int:
    """Read articles (JATS, PubMed XML, PubTator, JSON lines; files, folders, archives) into proposed facts.

    Example: evigraph curate read abstracts.pubtator --entities given --out proposals.jsonl
    """
    from bot.curating import read_command

    settings = config.load_settings()
    return await read_command(settings, source, out, kg, given=entities == "given", least=least, force=force)
