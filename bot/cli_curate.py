"""`evigraph curate …`: the commands about facts that papers propose; what they do lies in bot/curating.py."""

from __future__ import annotations

from getpass import getuser
from pathlib import Path
from typing import IO

import click

from bot import config
from bot.commands import PATH, ROWS, WholeHelp, json_option, kg_option, run_command
from kgcore.curation.layer import ActKind
from kgcore.curation.proposals import LEAST, LEAST_OF_FOUND
from kgcore.ingest.formats import ExportTarget


@click.group(cls=WholeHelp)
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
@click.option(
    "--least",
    type=click.FloatRange(0, 1),
    help=f"The lowest score (default: {LEAST}, and {LEAST_OF_FOUND} between names found in the text).",
)
@click.option("--model", default="none", show_default=True, help="Who reads: none, env or a configured model.")
@kg_option
@run_command
async def read(
    source: Path, out: Path | None, force: bool, entities: str, least: float | None, model: str, kg: Path | None
) -> int:
    """Read articles (JATS, PubMed XML, PubTator, JSON lines; files, folders, archives) into proposed facts.

    Example: evigraph curate read abstracts.pubtator --entities given --out proposals.jsonl
    """
    from bot.curating import Reading, read_command

    settings = config.load_settings()
    how = Reading(given=entities == "given", least=least, model=model)
    return await read_command(settings, source, out, kg, how, force=force)


by_option = click.option("--by", default=getuser, show_default="your login", help="Who it is, for the log.")
why_option = click.option("--why", default="", help="The reason, in words.")


@curate.command("add")
@click.argument("claim")
@click.option("--paper", "papers", multiple=True, help="PMID:…, PMC:… or DOI:…; may be given several times.")
@click.option("--sentence", default="", help="The words of the paper that say so.")
@by_option
@why_option
@kg_option
@run_command
async def add(claim: str, papers: tuple[str, ...], sentence: str, by: str, why: str, kg: Path | None) -> int:
    """Propose a fact in a sentence; it counts when somebody has accepted it.

    Example: evigraph curate add "Magnesium prevents migraine." --paper PMID:26752497
    """
    from bot.reviewing import add_command

    return await add_command(config.load_settings(), kg, claim, papers, sentence, by, why)


@curate.command("take")
@click.argument("file", type=ROWS)
@click.option(
    "--automatic",
    is_flag=True,
    help="Accept at once what is sure and only adds a paper, where `curate automatic` is on.",
)
@by_option
@kg_option
@run_command
async def take(file: IO[bytes], automatic: bool, by: str, kg: Path | None) -> int:
    """Take in the rows that `curate read` has written as open proposals; those taken before are left out.

    Example: evigraph curate take proposals.jsonl
    """
    from bot.reviewing import take_command

    return await take_command(config.load_settings(), kg, file, by, automatic=automatic)


@curate.command("automatic")
@click.argument("state", type=click.Choice(["on", "off"]))
@by_option
@kg_option
@run_command
async def automatic_switch(state: str, by: str, kg: Path | None) -> int:
    """Have what is sure, and only adds a paper to what the graph says, go in by itself; off until an admin says so.

    Example: evigraph curate automatic on --by Dana
    """
    from bot.reviewing import automatic_command

    return await automatic_command(config.load_settings(), kg, state, by)


@curate.command("list")
@click.option("--all", "everything", is_flag=True, help="Those that are decided as well.")
@kg_option
@json_option
@run_command
async def list_proposals(everything: bool, kg: Path | None, as_json: bool) -> int:
    """Show the open proposals, those that would change most first, with their sentences.

    Example: evigraph curate list
    """
    from bot.reviewing import list_command

    return await list_command(config.load_settings(), kg, everything=everything, as_json=as_json)


def _deciding(name: str, kind: ActKind, words: str, example: str) -> None:
    @curate.command(name, help=f"{words}\n\nExample: evigraph curate {name} {example}")
    @click.argument("targets", nargs=-1, required=True)
    @by_option
    @why_option
    @kg_option
    @run_command
    async def decide(targets: tuple[str, ...], by: str, why: str, kg: Path | None) -> int:
        from bot.reviewing import decide_command

        return await decide_command(config.load_settings(), kg, kind, targets, by, why)


_deciding("accept", ActKind.ACCEPTED, "Accept proposals by number: they count from now on.", "12")
_deciding("reject", ActKind.REJECTED, "Reject proposals by number; the same is not proposed again.", "12 --why misread")
_deciding("withdraw", ActKind.WITHDREW, "Withdraw edges of the graph by id: they count no longer.", "R17")
_deciding("undo", ActKind.UNDID, "Take acts back by number; `curate log` shows them.", "14")


@curate.command("name")
@click.argument("entity")
@click.argument("name")
@by_option
@kg_option
@run_command
async def name_entity(entity: str, name: str, by: str, kg: Path | None) -> int:
    """Give an entity of the graph another name.

    Example: evigraph curate name "vitamin D" "the sunshine vitamin"
    """
    from bot.reviewing import name_command

    return await name_command(config.load_settings(), kg, entity, name, by)


@curate.command("enter")
@click.argument("name")
@click.option("--type", "kind", required=True, help="One of the graph's types.")
@by_option
@kg_option
@run_command
async def enter(name: str, kind: str, by: str, kg: Path | None) -> int:
    """Enter an entity that the graph lacks.

    Example: evigraph curate enter "Berberine phytosome" --type DietarySupplement
    """
    from bot.reviewing import enter_command

    return await enter_command(config.load_settings(), kg, name, kind, by)


@curate.command("log")
@kg_option
@json_option
@run_command
async def log(kg: Path | None, as_json: bool) -> int:
    """Show who decided what, when and why.

    Example: evigraph curate log
    """
    from bot.reviewing import log_command

    return await log_command(config.load_settings(), kg, as_json)


@curate.command("export")
@click.option("--to", type=PATH, required=True, help="A new folder.")
@click.option(
    "--format",
    "form",
    type=click.Choice([ExportTarget.KGX.value, ExportTarget.NEO4J.value]),
    default=ExportTarget.KGX.value,
    show_default=True,
    help="Tables as `kg import` and `kg merge` take them, or for Neo4j's import.",
)
@kg_option
@run_command
async def export(to: Path, form: str, kg: Path | None) -> int:
    """Write the team's layer as a graph folder: nodes.tsv, edges.tsv, papers.tsv; or as tables for Neo4j.

    Example: evigraph curate export --to our-layer
    """
    from bot.reviewing import export_command

    return await export_command(config.load_settings(), kg, to, ExportTarget(form))


@curate.command("move")
@click.option("--from", "old", type=PATH, help="The graph that the layer was over.")
@click.option("--id", "pairs", multiple=True, help="OLD=NEW: what an entity is now; may be given several times.")
@by_option
@kg_option
@run_command
async def move(old: Path | None, pairs: tuple[str, ...], by: str, kg: Path | None) -> int:
    """Carry the team's layer over to a new base graph: ids that changed are found, and what is not found is listed.

    Example: evigraph curate move --from graphs/2025 --kg graphs/2026
    """
    from bot.moving import move_command

    return await move_command(config.load_settings(), kg, old, pairs, by)


@curate.command("watch")
@click.argument("what", required=False, default="")
@click.option("--now", is_flag=True, help="Look at once, here and in the channels of a bot that runs.")
@click.option("--stop", "number", type=click.IntRange(1), help="End the watch of that number.")
@kg_option
@run_command
async def watch(what: str, now: bool, number: int | None, kg: Path | None) -> int:
    """Follow an entity or save a search: new papers, retractions and changed verdicts are told once.

    Without words it shows what is watched. Channels are told on the schedule of EVIGRAPH_WATCH.

    Example: evigraph curate watch "vitamin E dementia"
    """
    from bot.watching import watch_command

    return await watch_command(config.load_settings(), kg, what, now=now, number=number)
