"""`evigraph kg …`: bring a graph in, look at it, and see how good it is."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from bot.config import Settings
from bot.ending import tidy_end
from bot.importing import import_with_bars
from bot.terminal import output
from kgcore.errors import GraphNotFound
from kgcore.evidence.quotes import shortened
from kgcore.graph.card import EntityCard
from kgcore.graph.formats import Format
from kgcore.graph.quality import Quality, quality
from kgcore.language.english import number
from kgcore.model import Edge, GraphInfo, Mention

SHOWN = 12  # rows of a list; `--json` has them all


def print_json(record: object) -> None:
    """Print a record for programs."""
    json.dump(record, sys.stdout, ensure_ascii=False, indent=1)
    print()


def table(title: str, columns: Iterable[str], rows: Iterable[Iterable[object]]) -> Table:
    """Return a table of plain cells."""
    found = Table(*columns, title=title, title_justify="left", title_style="bold")
    for row in rows:
        found.add_row(*(f"{cell:,}" if isinstance(cell, int) else str(cell) for cell in row))
    return found


async def import_command(
    settings: Settings, source: Path, to: Path | None, form: Format | None, *, strict: bool, as_json: bool
) -> int:
    """Import a graph; 1 when rows were bad."""
    from bot.wiring import open_embedder

    folder = to or settings.data / "graphs" / (source.name.partition(".")[0] or "imported")
    embedder = open_embedder(settings)
    console = Console(stderr=True)
    with tidy_end():
        report = await import_with_bars(source, folder, embedder, console=console, strict=strict, form=form)
    if as_json:
        print_json({"folder": str(folder), **report.as_dict()})
    else:
        output().print(report.text().strip())
        output().print(f"Imported to {folder}. Use it with --kg {folder} or EVIGRAPH_KG={folder}")
    return 1 if report.bad else 0


async def stats_command(settings: Settings, kg: Path | None, as_json: bool) -> int:
    """Print sizes, types, predicates and provenance."""
    from bot.wiring import open_graph

    graph = await open_graph(settings, kg, Console(stderr=True))
    info = graph.info
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
                "provenance": info.provenance,
            }
        )
        return 0
    out = output()
    out.print(f"{info.name}: {_sizes(info)}\n")
    out.print(table("Entities by type", ("type", "entities"), info.types))
    rows = ((p.name, p.words, ", ".join(p.phrases)) for p in info.predicates)
    out.print(table("Predicates", ("name", "in words", "phrases"), rows))
    if info.provenance:
        out.print(f"\n{info.provenance}")
    return 0


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
            raise GraphNotFound(f"The graph has nothing called {name!r}.", mend=f"Nearest: {near}." if near else "")
        card = await graph.card(id)
        if card is None:
            raise GraphNotFound(f"The graph has nothing called {name!r}.")
    finally:
        await graph.close()
    if as_json:
        print_json(card.as_dict())
    else:
        _show(card, output())
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
    for kin in card.kin:
        out.print(f"{'broader' if kin.broader else 'narrower'}: {kin.entity.name}", style="bright_black")
    for key, value in card.properties:
        out.print(f"{key}: {value}", style="bright_black")
    rows: list[tuple[Any, ...]] = [(n.predicate, n.outward, n.inward, n.denied) for n in card.links]
    out.print(table(number(card.degree, "neighbour"), ("predicate", "outward", "inward", "negated"), rows))
    edges = [
        (
            names.get(e.subject, e.subject),
            f"{'not ' if e.negated else ''}{e.predicate}",
            names.get(e.object, e.object),
            "\n".join(_cited(papers.get(p), p) for p in e.publications[:3]) or _evidence(e),
        )
        for e in card.edges
    ]
    out.print(table("Best-documented", ("subject", "predicate", "object", "evidence"), edges))


def _evidence(edge: Edge) -> str:
    """Return what an edge without papers rests on: its source, and what that says."""
    return "\n".join(filter(None, (", ".join(edge.sources), shortened(edge.note))))


def _cited(paper: Any, id: str) -> str:
    if paper is None or not paper.title:
        return id
    return f"{paper.title} ({', '.join(str(x) for x in (paper.journal, paper.year) if x)}) {id}"


async def check_command(settings: Settings, kg: Path | None, as_json: bool) -> int:
    """Print how good a graph is."""
    from bot.wiring import graph_folder

    found = quality(await graph_folder(settings, kg, Console(stderr=True)))
    if as_json:
        print_json(found.as_dict())
    else:
        _print_quality(found, output())
    return 0


def _sizes(of: GraphInfo | Quality) -> str:
    return f"{number(of.entities, 'entity')}, {number(of.relations, 'relation')}, {number(of.papers, 'paper')}"


def _print_quality(q: Quality, out: Console) -> None:
    out.print(f"{q.name}: {_sizes(q)}\n", style="bold")
    facts = (
        ("entities without synonyms", q.without_synonyms, "people's names for them will not be recognised"),
        ("entities without relations", q.isolated, "nothing can be said of them"),
        ("relations without papers", q.without_papers, "a ✓ will name the knowledge source only"),
        ("conflicting pairs", q.conflicting, "relations on both sides: they come out ⚖"),
        ("names shared by several entities", q.shared, "a mention cannot tell them apart"),
        ("negated relations", q.negated, "null findings"),
        ("papers without a year", q.undated, ""),
        ("papers without a title", q.untitled, ""),
        ("predicates that nothing describes", len(q.unknown_predicates), ", ".join(q.unknown_predicates[:SHOWN])),
    )
    out.print(table("What a curator should know", ("what", "how many", "what it means"), facts))
    out.print(table("Relations per entity", ("relations", "entities"), q.degrees))
    hubs = ((h.name, h.type, h.degree, f"{h.share:.1%}") for h in q.hubs[:SHOWN])
    out.print(table("Hubs", ("entity", "type", "relations", "share of all"), hubs))
    if q.conflicts:
        rows = ((c.subject, c.predicate, c.object, c.papers_for, c.papers_against) for c in q.conflicts[:SHOWN])
        out.print(table("Conflicting pairs", ("subject", "predicate", "object", "papers for", "against"), rows))
    if q.shared_names:
        rows_of_names = ((s.name, ", ".join(s.ids)) for s in q.shared_names[:SHOWN])
        out.print(table("Shared names", ("name", "entities"), rows_of_names))
    if q.years:
        out.print(table("Papers by year", ("year", "papers"), ((str(year), n) for year, n in q.years)))
