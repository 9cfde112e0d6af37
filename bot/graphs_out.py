"""`evigraph kg export`, `merge` and `papers`: what goes out of graphs, joins them, and completes their papers."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from rich.console import Console

from bot.config import Settings
from bot.ending import tidy_end
from bot.graphs import SHOWN, print_json, table
from bot.importing import bar, stage_bars
from bot.terminal import output
from kgcore.errors import GraphNotFound, InputError
from kgcore.graph.completing import Article, Completed, Ncbi, articles_in, complete_papers, lacking
from kgcore.graph.exporters import Target, export_graph
from kgcore.graph.files import is_imported
from kgcore.graph.merging import Decision, Merged, Ruling, merge_graphs
from kgcore.language.english import number


async def export_command(settings: Settings, graph: Path, target: Target, to: Path, as_json: bool) -> int:
    """Write a graph in another format."""
    folder = await _imported(settings, graph)
    with bar(Console(stderr=True), "writing") as advance:
        done = await asyncio.to_thread(export_graph, folder, to, target, advance=advance)
    if as_json:
        print_json({**asdict(done), "to": str(done.to), "format": target.value})
        return 0
    out = output()
    sizes = (
        f"{number(done.entities, 'entity')}, {number(done.relations, 'relation')} and {number(done.papers, 'paper')}"
    )
    files = f" ({', '.join(done.files)})" if done.files else ""
    out.print(f"Wrote {sizes} to {done.to}{files}")
    return 0


async def merge_command(settings: Settings, graphs: Sequence[Path], to: Path, as_json: bool) -> int:
    """Join graphs; 1 when something was doubtful or contradictory."""
    from bot.wiring import open_embedder

    folders = [await _imported(settings, graph) for graph in graphs]
    with tidy_end(), stage_bars(Console(stderr=True)) as show:
        embedder, called = open_embedder(settings), [str(graph) for graph in graphs]
        merged = await merge_graphs(folders, to, embedder=embedder, progress=show, called=called)
    if as_json:
        decisions = [asdict(d) for d in merged.decisions]
        conflicts = [asdict(c) for c in merged.conflicts]
        print_json({"folder": str(to), **merged.report.as_dict(), "decisions": decisions, "conflicts": conflicts})
    else:
        _print_merged(merged, to)
    return 1 if merged.conflicts or any(d.ruling is Ruling.DOUBTFUL for d in merged.decisions) else 0


def _print_merged(merged: Merged, to: Path) -> None:
    out = output()
    out.print(merged.report.text().strip())
    counts = Counter(d.ruling for d in merged.decisions)
    for ruling in (Ruling.DOUBTFUL, Ruling.APART, Ruling.MERGED):
        if counts[ruling]:
            shown = (d for d in merged.decisions if d.ruling is ruling)
            title = f"{ruling.value}: {counts[ruling]:,}"
            out.print(table(title, ("first", "second", "why"), _decisions(shown)))
    if merged.conflicts:
        rows = ((c.predicate, c.field, c.kept, f"{c.dropped} ({c.graph})") for c in merged.conflicts[:SHOWN])
        out.print(table("Predicates that they disagree on", ("predicate", "what", "kept", "not kept"), rows))
    out.print(f"All decisions stand in {to / 'merge-decisions.tsv'}. Use the graph with --kg {to} or EVIGRAPH_KG={to}")


def _decisions(decisions: Iterable[Decision]) -> Iterator[tuple[str, str, str]]:
    for shown, d in enumerate(decisions):
        if shown == SHOWN:
            yield "…", "…", ""
            return
        first, second = (f"{e.name} ({e.type}, {e.graph} {e.id})" for e in (d.first, d.second))
        yield first, second, d.reason


async def papers_command(settings: Settings, graph: Path, pubmed: Sequence[Path], online: bool, as_json: bool) -> int:
    """Complete papers; 1 when a source broke off."""
    if not is_imported(graph):
        raise GraphNotFound(f"There is no imported graph in {graph}.", mend="Import it first: evigraph kg import.")
    if pubmed and online:
        raise InputError("Give --pubmed or --online, not both.")
    if not pubmed and not online:
        done = Completed(n := len(lacking(graph)), 0, n)
    else:
        with bar(Console(stderr=True), "completing papers") as advance:

            def found(ids: Sequence[str]) -> Iterable[Article]:
                return _online(settings, ids, advance) if online else _offline(pubmed, advance)

            done = await asyncio.to_thread(complete_papers, graph, found)
    if as_json:
        print_json(asdict(done))
    else:
        out = output()
        filled = f"Something was filled in for {done.completed:,}. " if pubmed or online else ""
        out.print(f"{number(done.lacking, 'paper')} lacked a title or year. {filled}Lacking still: {done.left:,}.")
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


async def _imported(settings: Settings, graph: Path) -> Path:
    """Return the folder of an imported graph; tables are imported into the data folder first, as --kg does."""
    from bot.wiring import graph_folder

    return await graph_folder(settings, graph, Console(stderr=True))
