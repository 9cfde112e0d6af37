"""What `evigraph kg` does: bring a graph in, look at it, see how good it is, join, complete, export and push it."""

from __future__ import annotations

import asyncio
import json
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn
from rich.table import Table

from bot.config import Settings
from bot.ending import tidy_end
from bot.terminal import folding_table, output_console
from kgcore.english.agreement import number_noun
from kgcore.errors import GraphNotFound, InputError
from kgcore.evidence.quotes import shorten_quote
from kgcore.graph import is_imported
from kgcore.graph.card import EntityCard
from kgcore.ingest.completing import CompletionReport, complete_papers, papers_lacking
from kgcore.ingest.entity_matching import MatchDecision, Ruling
from kgcore.ingest.exporting import export_graph
from kgcore.ingest.formats import ExportTarget, Format
from kgcore.ingest.importing import import_graph
from kgcore.ingest.merging import MergeResult, merge_graphs
from kgcore.ingest.pubmed import Article, Ncbi, articles_in
from kgcore.ingest.quality import Quality, examine_quality
from kgcore.ingest.report import Caps, ImportProgress, ImportReport
from kgcore.ports import Embedder
from kgcore.values.model import GraphInfo, Mention
from kgcore.verdicts import Verdict
from kgcore.vocabulary.vocabulary import Vocabulary

SHOWN = 12  # rows of a list; `--json` has them all


def print_json(record: object) -> None:
    """Print a record for programs."""
    json.dump(record, sys.stdout, ensure_ascii=False, indent=1)
    print()


def plain_table(title: str, columns: Iterable[str], rows: Iterable[Iterable[object]]) -> Table:
    """Return a table of plain cells."""
    found = folding_table(*columns, title=title)
    for row in rows:
        found.add_row(*(f"{cell:,}" if isinstance(cell, int) else str(cell) for cell in row))
    return found


async def import_command(
    settings: Settings, source: Path, to: Path | None, format: Format | None, *, strict: bool, as_json: bool
) -> int:
    """Import a graph; 1 when rows were bad."""
    from bot.wiring import open_embedder

    folder = to or settings.data / "graphs" / (source.name.partition(".")[0] or "imported")
    embedder = open_embedder(settings)
    console = Console(stderr=True)
    with tidy_end():
        report = await import_with_bars(
            source,
            folder,
            embedder,
            console=console,
            strict=strict,
            format=format,
            caps=settings.caps,
        )
    if as_json:
        print_json({"folder": str(folder), **report.as_dict()})
    else:
        output_console().print(report.text().strip())
        output_console().print(f"Imported to {folder}. Use it with --kg {folder} or EVIGRAPH_KG={folder}")
    return 1 if report.bad else 0


async def stats_command(settings: Settings, kg: Path | None, as_json: bool) -> int:
    """Print sizes, types, predicates and provenance."""
    from bot.wiring import open_graph

    graph = await open_graph(settings, kg, Console(stderr=True))
    info = graph.info
    v = Vocabulary.of(info.predicates)
    await graph.close()
    if as_json:
        print_json(
            {
                "name": info.name,
                "entities": info.entities,
                "relations": info.relations,
                "papers": info.papers,
                "types": dict(info.types),
                "predicates": [p.name for p in info.predicates],
                "words": {
                    n: {"words": v.words(n), "denied": v.words(n, True), "read_back": v.reads_back(n)} for n in v.names
                },
                "provenance": info.provenance,
            }
        )
        return 0
    out = output_console()
    out.print(f"{info.name}: {_sizes(info)}\n")
    out.print(plain_table("Entities by type", ("type", "entities"), info.types))
    rows = ((p.name, v.words(p.name), _reads(v, p.name), ", ".join(p.phrases)) for p in info.predicates)
    out.print(plain_table("Predicates", ("name", "in words", "read back", "phrases"), rows))
    if info.provenance:
        out.print(f"\n{info.provenance}")
    return 0


def _reads(vocabulary: Vocabulary, predicate: str) -> str:
    return "yes" if vocabulary.reads_back(predicate) else "no"


async def show_command(settings: Settings, name: str, kg: Path | None, as_json: bool) -> int:
    """Print an entity's card; 1 when the graph has nothing of that name."""
    from bot.wiring import open_graph

    graph = await open_graph(settings, kg, Console(stderr=True))
    try:
        found = await graph.entities([name])
        (ranking,) = await graph.rank([Mention(name)])
        id = name if name in found else ranking.candidates[0].entity.id if ranking.linked else ""
        if not id:
            near = ", ".join(c.entity.name for c in ranking.candidates)
            raise GraphNotFound(f"The graph has nothing called {name!r}.", hint=f"Nearest: {near}." if near else "")
        card = await graph.card(id)
        if card is None:
            raise GraphNotFound(f"The graph has nothing called {name!r}.")
    finally:
        await graph.close()
    if as_json:
        print_json(card.as_dict())
    else:
        _show(card, output_console())
    return 0


def _show(card: EntityCard, out: Console) -> None:
    entity = card.entity
    names = {e.id: e.name for e in (*card.others, entity)}
    papers = {p.id: p for p in card.papers}
    out.print(f"{entity.name} ({entity.type}, {entity.id})", style="bold")
    if entity.description:
        out.print(entity.description)
    for label, values in (("also", entity.synonyms), ("elsewhere", entity.xrefs)):
        if values:
            out.print(f"{label}: {', '.join(values)}", style="bright_black")
    for relative in card.relatives:
        out.print(f"{'broader' if relative.broader else 'narrower'}: {relative.entity.name}", style="bright_black")
    for key, value in card.properties:
        out.print(f"{key}: {value}", style="bright_black")
    rows: list[tuple[Any, ...]] = [(n.predicate, n.outward, n.inward, n.denied) for n in card.links]
    out.print(plain_table(number_noun(card.degree, "neighbour"), ("predicate", "outward", "inward", "negated"), rows))
    edges = [
        (
            names.get(e.subject, e.subject),
            f"{'not ' if e.negated else ''}{e.predicate}",
            names.get(e.object, e.object),
            "\n".join(_cited(papers.get(p), p) for p in e.publications[:3]) or shorten_quote(e.note),
            ", ".join(e.sources),
        )
        for e in card.edges
    ]
    out.print(plain_table("Best-documented", ("subject", "predicate", "object", "evidence", "source"), edges))


def _cited(paper: Any, id: str) -> str:
    if paper is None or not paper.title:
        return id
    return f"{paper.title} ({', '.join(str(x) for x in (paper.journal, paper.year) if x)}) {id}"


async def check_command(settings: Settings, kg: Path | None, as_json: bool) -> int:
    """Print how good a graph is."""
    from bot.wiring import graph_folder

    found = examine_quality(await graph_folder(settings, kg, Console(stderr=True)))
    if as_json:
        print_json(found.as_dict())
    else:
        _print_quality(found, output_console())
    return 0


def _sizes(of: GraphInfo | Quality) -> str:
    return (
        f"{number_noun(of.entities, 'entity')}, "
        f"{number_noun(of.relations, 'relation')}, {number_noun(of.papers, 'paper')}"
    )


def _print_quality(q: Quality, out: Console) -> None:
    out.print(f"{q.name}: {_sizes(q)}\n", style="bold")
    supported, mixed = Verdict.SUPPORTED.icon, Verdict.MIXED.icon
    facts = (
        ("entities without synonyms", q.without_synonyms, "people's names for them will not be recognised"),
        ("entities without relations", q.isolated, "nothing can be said of them"),
        ("relations without papers", q.without_papers, f"a {supported} will name the knowledge source only"),
        ("conflicting pairs", q.conflicting, f"relations on both sides: they come out {mixed}"),
        ("names shared by several entities", q.shared, "a mention cannot tell them apart"),
        ("negated relations", q.negated, "null findings"),
        ("papers without a year", q.undated, ""),
        ("papers without a title", q.untitled, ""),
        ("papers without authors", q.nameless, "downloads name nobody; evigraph kg papers fills them in"),
        ("predicates that the source does not describe", len(q.unknown_predicates), "worded by their names, see below"),
        ("predicates whose words are not understood", len(q.unread_predicates), ", ".join(q.unread_predicates[:SHOWN])),
    )
    out.print(plain_table("What a curator should know", ("what", "how many", "what it means"), facts))
    unread_first = sorted(q.wordings, key=lambda w: w.read)
    words = ((w.predicate, w.words, "yes" if w.read else "no") for w in unread_first[:SHOWN])
    cut = f" ({SHOWN} of {len(q.wordings):,}; evigraph kg stats shows all)" if len(q.wordings) > SHOWN else ""
    out.print(plain_table(f"Predicates in words{cut}", ("predicate", "in words", "read back"), words))
    out.print(plain_table("Relations per entity", ("relations", "entities"), q.degrees))
    hubs = ((h.name, h.type, h.degree, f"{h.share:.1%}") for h in q.hubs[:SHOWN])
    out.print(plain_table("Hubs", ("entity", "type", "relations", "share of all"), hubs))
    if q.conflicts:
        rows = ((c.subject, c.predicate, c.object, c.papers_for, c.papers_against) for c in q.conflicts[:SHOWN])
        out.print(plain_table("Conflicting pairs", ("subject", "predicate", "object", "papers for", "against"), rows))
    if q.shared_names:
        rows_of_names = ((s.name, ", ".join(s.ids)) for s in q.shared_names[:SHOWN])
        out.print(plain_table("Shared names", ("name", "entities"), rows_of_names))
    if q.years:
        out.print(plain_table("Papers by year", ("year", "papers"), ((str(year), n) for year, n in q.years)))
    whole = "Every file is what the import wrote."
    old = "An earlier version imported this graph, without checksums: import it again to have changed files noticed."
    out.print(whole if q.has_checksums else old)


async def export_command(settings: Settings, graph: Path, target: ExportTarget, to: Path, as_json: bool) -> int:
    """Write a graph in another format; tables are imported into the data folder first, as --kg does."""
    from bot.wiring import graph_folder

    folder = await graph_folder(settings, graph, Console(stderr=True))
    with progress_bar(Console(stderr=True), "writing") as advance:
        done = await asyncio.to_thread(export_graph, folder, to, target, advance=advance)
    if as_json:
        print_json({**asdict(done), "to": str(done.to), "format": target.value})
        return 0
    out = output_console()
    sizes = (
        f"{number_noun(done.entities, 'entity')}, "
        f"{number_noun(done.relations, 'relation')} and {number_noun(done.papers, 'paper')}"
    )
    files = f" ({', '.join(done.files)})" if done.files else ""
    out.print(f"Wrote {sizes} to {done.to}{files}", soft_wrap=True)
    return 0


async def merge_command(settings: Settings, graphs: Sequence[Path], to: Path, as_json: bool) -> int:
    """Join graphs; 1 when something was doubtful or contradictory."""
    from bot.wiring import graph_folder, open_embedder

    folders = [await graph_folder(settings, graph, Console(stderr=True)) for graph in graphs]
    with tidy_end(), stage_bars(Console(stderr=True)) as show:
        embedder, called = open_embedder(settings), [str(graph) for graph in graphs]
        caps = settings.caps
        merged = await merge_graphs(folders, to, embedder=embedder, progress=show, called=called, caps=caps)
    if as_json:
        decisions = [asdict(d) for d in merged.decisions]
        conflicts = [asdict(c) for c in merged.conflicts]
        print_json({"folder": str(to), **merged.report.as_dict(), "decisions": decisions, "conflicts": conflicts})
    else:
        print_merged(merged, to, (Ruling.DOUBTFUL, Ruling.APART, Ruling.MERGED))
    return 1 if merged.conflicts or any(d.ruling is Ruling.DOUBTFUL for d in merged.decisions) else 0


def print_merged(merged: MergeResult, to: Path, rulings: Sequence[Ruling]) -> None:
    """Print what a merge gave, and the first decisions of each kind."""
    out = output_console()
    out.print(merged.report.text().strip())
    counts = Counter(d.ruling for d in merged.decisions)
    for ruling in rulings:
        if counts[ruling]:
            shown = (d for d in merged.decisions if d.ruling is ruling)
            title = f"{ruling.value}: {counts[ruling]:,}"
            out.print(plain_table(title, ("first", "second", "why"), _decisions(shown)))
    if merged.conflicts:
        rows = ((c.predicate, c.field, c.kept, f"{c.dropped} ({c.graph})") for c in merged.conflicts[:SHOWN])
        out.print(plain_table("Predicates that they disagree on", ("predicate", "what", "kept", "not kept"), rows))
    out.print(f"All decisions stand in {to / 'merge-decisions.tsv'}. Use the graph with --kg {to} or EVIGRAPH_KG={to}")


def _decisions(decisions: Iterable[MatchDecision]) -> Iterator[tuple[str, str, str]]:
    for shown, d in enumerate(decisions):
        if shown == SHOWN:
            yield "…", "…", ""
            return
        first, second = (f"{e.name} ({e.type}, {e.graph} {e.id})" if e.id else "" for e in (d.first, d.second))
        yield first, second, d.reason


async def papers_command(settings: Settings, graph: Path, pubmed: Sequence[Path], online: bool, as_json: bool) -> int:
    """Complete papers; 1 when a source broke off."""
    if not is_imported(graph):
        raise GraphNotFound(f"There is no imported graph in {graph}.", hint="Import it first: evigraph kg import.")
    if pubmed and online:
        raise InputError("Give --pubmed or --online, not both.")
    if not pubmed and not online:
        done = CompletionReport(n := len(papers_lacking(graph)), 0, n)
    else:
        with progress_bar(Console(stderr=True), "completing papers") as advance:

            def found(ids: Sequence[str]) -> Iterable[Article]:
                return _online(settings, ids, advance) if online else _offline(pubmed, advance)

            done = await asyncio.to_thread(complete_papers, graph, found)
    if as_json:
        print_json(asdict(done))
    else:
        out = output_console()
        what = ", ".join(f"{name} {n:,}" for name, n in done.filled.items())
        filled = f"Something was filled in for {done.completed:,}{f' ({what})' if what else ''}. "
        out.print(
            f"{number_noun(done.lacking, 'paper')} lacked a title, year or authors."
            f" {filled if pubmed or online else ''}Lacking still: {done.left:,}."
        )
        if done.trouble:
            out.print(f"It broke off: {done.trouble}")
        elif not pubmed and not online and done.left:
            out.print("Complete them from a file of PubMed (--pubmed FILE.xml.gz) or from NCBI (--online).")
    return 1 if done.trouble else 0


def _offline(files: Sequence[Path], advance: Callable[[int, int], None]) -> Iterator[Article]:
    for path in files:
        yield from articles_in(path, advance)


def _online(settings: Settings, ids: Sequence[str], advance: Callable[[int, int], None]) -> Iterator[Article]:
    key = settings.ncbi_api_key.get_secret_value() if settings.ncbi_api_key else ""
    ncbi = Ncbi(settings.data / "ncbi.db", url=settings.ncbi_url, key=key)
    return ncbi.articles([id for id in ids if id.startswith("PMID:")], advance)


async def push_command(settings: Settings, kg: Path | None, *, straight: bool) -> int:
    """Push the graph asked for (else the configured one, else the starter graph). Raises GraphError and ConfigError.

    `straight`: what is imported on the way does not stay. It does until the push has ended, which may take two tries.
    """
    from bot.wiring import graph_folder, push_graph

    console, on_the_way = Console(stderr=True), settings.data / "pushing"
    folder = await graph_folder(settings.model_copy(update={"data": on_the_way}) if straight else settings, kg, console)
    with _named_bars(console) as show:
        pushed = await push_graph(settings, folder, show)
    if straight:
        shutil.rmtree(on_the_way, ignore_errors=True)
    use = "Use it with KG_BACKEND=neo4j."
    if pushed.already:
        output_console().print(f"{settings.neo4j_uri} holds {pushed.name} already. {use}")
    else:
        output_console().print(f"{'Resumed and loaded' if pushed.resumed else 'Loaded'} {pushed.name}. {use}")
    return 0


async def import_with_bars(
    source: Path,
    to: Path,
    embedder: Embedder | None,
    *,
    console: Console,
    strict: bool = False,
    format: Format | None = None,
    caps: Caps,
) -> ImportReport:
    """Import a graph and draw a bar per stage. Raises GraphError and InputError; then nothing has changed."""
    with stage_bars(console) as show:
        return await import_graph(source, to, embedder=embedder, strict=strict, progress=show, format=format, caps=caps)


@contextmanager
def stage_bars(console: Console) -> Iterator[Callable[[ImportProgress], None]]:
    """Draw a bar for each stage that is told of."""
    with _named_bars(console) as show:
        yield lambda progress: show(progress.stage.value, progress.done, progress.total)


@contextmanager
def progress_bar(console: Console, words: str) -> Iterator[Callable[[int, int], None]]:
    """Draw one bar, which is told how much of how much is done."""
    with _named_bars(console) as show:
        yield lambda done, total: show(words, done, total)


@contextmanager
def _named_bars(console: Console) -> Iterator[Callable[[str, int, int], None]]:
    """Draw a bar for each name that is told of, with how much of how much is done."""
    columns = (TextColumn("{task.description:<22}"), BarColumn(), TextColumn("{task.percentage:3.0f} %"))
    with Progress(*columns, TimeElapsedColumn(), console=console, transient=True) as bars:
        tasks: dict[str, TaskID] = {}

        def show(name: str, done: int, total: int) -> None:
            if name not in tasks:
                tasks[name] = bars.add_task(name, total=None)
            bars.update(tasks[name], completed=done, total=total or None)

        yield show
