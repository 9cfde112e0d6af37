"""`evigraph kg …`: the commands about graphs; what they do lies in bot/graphs.py."""

from __future__ import annotations

from pathlib import Path
from typing import IO, Any

import click

from bot import config
from bot.cli_batch import file_options, run_form
from bot.commands import PATH, ROWS, WholeHelp, json_option, kg_option, run_command
from kgcore.ingest.formats import ExportTarget, format_named, format_names


@click.group(cls=WholeHelp)
def kg() -> None:
    """Bring graphs in, look at them, see how good they are, join them, and take them out.

    Example: evigraph kg import my-graph/ --to graphs/mine
    """


@kg.command("import")
@click.argument("source", type=PATH)
@click.option("--to", type=PATH, help="Folder of the imported graph (default: in EVIGRAPH_DATA).")
@click.option(
    "--format",
    "form",
    metavar="FORMAT",
    type=click.Choice(format_names()),
    help=f"What it is: {', '.join(format_names())} (default: recognised from it).",
)
@click.option("--strict", is_flag=True, help="Stop at the first bad row.")
@json_option
@run_command
async def kg_import(source: Path, to: Path | None, form: str | None, strict: bool, as_json: bool) -> int:
    """Import a folder, file, .gz or .zip; says which format it has, what was taken, what was left out and why.

    Example: evigraph kg import my-graph/ --to graphs/mine
    """
    from bot.graphs import import_command

    wanted = format_named(form) if form else None
    return await import_command(config.load_settings(), source, to, wanted, strict=strict, as_json=as_json)


@kg.command("get")
@click.argument("name", default="")
@click.option("--to", type=PATH, help="Folder of the imported graph (default: in EVIGRAPH_DATA).")
@click.option("--agree", is_flag=True, help="Agree to the graph's terms, where it has some.")
@click.option("--keep", is_flag=True, help="Keep the downloaded files after the import.")
@json_option
@run_command
async def kg_get(name: str, to: Path | None, agree: bool, keep: bool, as_json: bool) -> int:
    """Fetch a public graph and import it; without a name, list them with size, licence and what they are for.

    A download that breaks off goes on there the next time. EVIGRAPH_GRAPHS_MIRROR names another place to fetch from.

    Example: evigraph kg get hetionet
    """
    from bot.getting import get_command, list_command

    if not name:
        return await list_command(as_json)
    return await get_command(config.load_settings(), name, to, agreed=agree, keep=keep)


@kg.command("stats")
@kg_option
@json_option
@run_command
async def kg_stats(kg: Path | None, as_json: bool) -> int:
    """Sizes, types, predicates and provenance.

    Example: evigraph kg stats
    """
    from bot.graphs import stats_command

    return await stats_command(config.load_settings(), kg, as_json)


@kg.command("show")
@click.argument("name")
@kg_option
@json_option
@run_command
async def kg_show(name: str, kg: Path | None, as_json: bool) -> int:
    """An entity with its names, its identifiers and its best relations.

    Example: evigraph kg show "vitamin E"
    """
    from bot.graphs import show_command

    return await show_command(config.load_settings(), name, kg, as_json)


@kg.command("check")
@kg_option
@json_option
@run_command
async def kg_check(kg: Path | None, as_json: bool) -> int:
    """How good a graph is: hubs, entities without synonyms, edges without papers, conflicts, shared names, dates.

    Example: evigraph kg check --kg graphs/mine
    """
    from bot.graphs import check_command

    return await check_command(config.load_settings(), kg, as_json)


@kg.command("describe")
@click.argument("predicates", nargs=-1)
@click.option("--out", type=PATH, help="Write the proposals to a file to be edited, and confirm none.")
@click.option("--take", type=PATH, help="Take what was confirmed in such a file; no model is asked.")
@click.option("--force", is_flag=True, help="Replace the file of --out.")
@kg_option
@run_command
async def kg_describe(
    predicates: tuple[str, ...], out: Path | None, take: Path | None, force: bool, kg: Path | None
) -> int:
    """Have the language model propose words for each predicate, from its name and twenty edges, and confirm them.

    Proposed are a label, phrases, inverse, symmetric, opposite and implies. What you confirm lands in predicates.tsv
    beside the graph, which may be edited by hand; what nobody confirmed counts for nothing.

    Example: evigraph kg describe --kg graphs/mine
    """
    from bot.describing import describe_command

    if take and (out or predicates):
        raise click.UsageError("--take stands alone.")
    return await describe_command(config.load_settings(), predicates, kg, out, take, force)


@kg.command("push")
@kg_option
@click.option("--straight", is_flag=True, help="From source tables: keep no imported graph beside Neo4j's.")
@run_command
async def kg_push(kg: Path | None, straight: bool) -> int:
    """Load a graph into Neo4j (NEO4J_URI …), in place of what Evigraph put there before; cut off, it goes on next time.

    Example: evigraph kg push --kg graphs/mine
    """
    from bot.graphs import push_command

    return await push_command(config.load_settings(), kg, straight=straight)


@kg.command("export")
@click.argument("graph", type=PATH)
@click.option(
    "--format", "form", type=click.Choice([t.value for t in ExportTarget]), required=True, help="What to write."
)
@click.option("--to", type=PATH, required=True, help="A new folder, or a .ttl or .ttl.gz file.")
@json_option
@run_command
async def kg_export(graph: Path, form: str, to: Path, as_json: bool) -> int:
    """Write a graph as KGX tables, as tables for Neo4j's import, or as Turtle; an import takes all of it back.

    Example: evigraph kg export graphs/mine --format turtle --to mine.ttl.gz
    """
    from bot.graphs import export_command

    return await export_command(config.load_settings(), graph, ExportTarget(form), to, as_json)


@kg.command("merge")
@click.argument("graphs", type=PATH, nargs=-1, required=True)
@click.option("--to", type=PATH, required=True, help="Folder of the new graph.")
@json_option
@run_command
async def kg_merge(graphs: tuple[Path, ...], to: Path, as_json: bool) -> int:
    """Join graphs: the same identifier, or the same name and type, become one; says what was joined and what was not.

    Where they differ, the first one counts. All decisions stand in merge-decisions.tsv beside the new graph.

    Example: evigraph kg merge graphs/mine graphs/primekg --to graphs/both
    """
    from bot.graphs import merge_command

    return await merge_command(config.load_settings(), graphs, to, as_json)


@kg.command("build")
@click.argument("sources", type=PATH, nargs=-1, required=True)
@click.option("--to", type=PATH, required=True, help="Folder of the new graph.")
@json_option
@run_command
async def kg_build(sources: tuple[Path, ...], to: Path, as_json: bool) -> int:
    """Build a graph from several sources, one after another: graphs, tables in any format, rows of `curate read`.

    An entity is found by its id, its name, a preferred name, at last by similarity within a type that fits; else it is
    new. Every decision stands in merge-decisions.tsv beside the graph; what papers propose waits in proposals.jsonl.

    Example: evigraph kg build graphs/mine idisk.zip proposals.jsonl --to graphs/ours
    """
    from bot.building import build_command

    return await build_command(config.load_settings(), sources, to, as_json)


@kg.command("papers")
@click.argument("graph", type=PATH)
@click.option("--pubmed", type=PATH, multiple=True, help="A PubMed XML file, plain, .gz or .zip (may be repeated).")
@click.option("--online", is_flag=True, help="Ask NCBI's E-utilities (NCBI_API_KEY makes it three times as fast).")
@json_option
@run_command
async def kg_papers(graph: Path, pubmed: tuple[Path, ...], online: bool, as_json: bool) -> int:
    """Complete papers that lack a title, year or authors, from PubMed's files or from NCBI; without either, count them.

    Journal, volume, issue and pages come with them. What is there already stays as it is.

    Example: evigraph kg papers graphs/mine --pubmed pubmed24n0001.xml.gz
    """
    from bot.graphs import papers_command

    return await papers_command(config.load_settings(), graph, pubmed, online, as_json)


@kg.command("predict")
@click.argument("names", nargs=-1)
@click.option("--predicate", default="treats", show_default=True, help="The graph's, or a phrase.")
@click.option("--train", "training", is_flag=True, help="Fit a model of the predicate; it is kept with the graph.")
@click.option("--top", type=click.IntRange(1, 500), default=10, show_default=True)
@click.option("--batch", type=ROWS, help='Rows as JSON lines ("-" reads stdin).')
@file_options
@kg_option
@json_option
def kg_predict(batch: IO[bytes] | None, out: Path | None, force: bool, resume: bool, jobs: int, **given: Any) -> None:
    """What a graph does not say but may: give an object, or a subject and an object. First train: --train.

    A guess from the graph's own paths, with a probability and where it was measured; no evidence, and never a verdict.

    Example: evigraph kg predict --train && evigraph kg predict "multiple sclerosis"
    """
    if batch is not None:
        if given["names"] or given["training"]:
            raise click.UsageError("--batch stands alone.")
        run_form("predict", batch, given["kg"], out, force=force, resume=resume, jobs=jobs)
        return
    if out or force or resume:
        raise click.UsageError("--out, --force and --resume belong to --batch.")
    if given["training"] == bool(given["names"]) or len(given["names"]) > 2:
        raise click.UsageError("Give --train, or one or two names: [SUBJECT] OBJECT.")
    _predict(**given)


@run_command
async def _predict(
    names: tuple[str, ...], predicate: str, training: bool, top: int, kg: Path | None, as_json: bool
) -> int:
    from bot.predicting import predict_command, train_command

    settings = config.load_settings()
    if training:
        return await train_command(settings, kg, predicate, as_json)
    return await predict_command(settings, names, predicate, kg, top, as_json)


@kg.group("names", cls=WholeHelp)
def names() -> None:
    """The names that your team gives to entities: a table beside the graph, which wins over the graph's own names.

    Example: evigraph kg names add "the sunshine vitamin" "vitamin D"
    """


@names.command("list")
@kg_option
@json_option
@run_command
async def names_list(kg: Path | None, as_json: bool) -> int:
    """The names that there are, and where their file lies; it may be edited by hand.

    Example: evigraph kg names list
    """
    from bot.naming import list_names_command

    return await list_names_command(config.load_settings(), kg, as_json)


@names.command("add")
@click.argument("name")
@click.argument("entity")
@click.option("--note", default="", help="A remark for whoever reads the file.")
@kg_option
@run_command
async def names_add(name: str, entity: str, note: str, kg: Path | None) -> int:
    """Give an entity (by its id, or by a name that it has) one more name.

    Example: evigraph kg names add "the sunshine vitamin" "vitamin D"
    """
    from bot.naming import add_name_command

    return await add_name_command(config.load_settings(), name, entity, note, kg)


@names.command("remove")
@click.argument("name")
@click.argument("entity", default="")
@kg_option
@run_command
async def names_remove(name: str, entity: str, kg: Path | None) -> int:
    """Take a name away again; with an id, from that entity only.

    Example: evigraph kg names remove "the sunshine vitamin"
    """
    from bot.naming import remove_name_command

    return await remove_name_command(config.load_settings(), name, entity, kg)


@names.command("import")
@click.argument("source", type=PATH)
@kg_option
@json_option
@run_command
async def names_import(source: Path, kg: Path | None, as_json: bool) -> int:
    """Take names from MeSH (XML or .bin), UMLS (MRCONSO.RRF), an .obo file, or lines of name<TAB>id or name.

    Entities are found by their identifiers and cross-references. A name that several entities would get, or that is
    another entity's already, is left out and counted.

    Example: evigraph kg names import MRCONSO.RRF --kg graphs/mine
    """
    from bot.naming import import_names_command

    return await import_names_command(config.load_settings(), source, kg, as_json)
