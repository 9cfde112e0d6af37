"""What `evigraph tables …` does: search the tables of a library, show one, draw one, profile some."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table as RichTable
from rich.text import Text

from bot.config import Settings
from bot.graphs import plain_table, print_json
from bot.terminal import output_console
from kgcore.english.agreement import number_noun
from kgcore.errors import InputError
from kgcore.library.tables import Cell, Table, label_lines
from kgcore.library.tables_csv import table_csv
from kgcore.library.tables_labels import graph_names
from kgcore.library.tables_match import How, TableMatch
from kgcore.library.tables_profile import meta_profile, profile_rows, profile_title, profile_words
from kgcore.library.tables_query import Synonyms, TableQuery
from kgcore.library.tables_views import found_words, understood_words
from kgcore.ports import Library
from kgcore.values.model import Mention

if TYPE_CHECKING:
    from bot.wiring_library import Tables

AT_ONCE = 100  # articles that are read and put in together
SHOWN_ROWS = 14  # of a table on the terminal; `tables show` has them all


# ── the index ───────────────────────────────────────────────────────────────────────────────────────────────────────


async def ready_tables(settings: Settings, folder: Path | None) -> Tables:
    """Open the index of a library's tables, brought up to what the library holds now. Raises EvigraphError."""
    from bot.wiring_library import library_folder, open_tables, tables_folder

    where = library_folder(settings, folder)
    await update_tables(settings, where)
    return open_tables(tables_folder(settings, where))


async def update_tables(settings: Settings, where: Path) -> int:
    """Put the tables of a library's new and changed articles into the index; return how many tables were read."""
    from bot.wiring_library import open_library_at, open_tables, tables_folder

    library = open_library_at(settings, where)
    try:
        wanted = await library.with_tables()
        index = open_tables(tables_folder(settings, where), writable=True)
        try:
            known = index.marks()
            index.remove(known.keys() - wanted.keys())
            new = [id for id, mark in wanted.items() if known.get(id) != mark]
            return await _put_in(index, library, new, wanted) if new else 0
        finally:
            index.close()
    finally:
        await library.close()


async def _put_in(index: Tables, library: Library, new: Sequence[str], marks: Mapping[str, str]) -> int:
    from kgcore.ingest.articles.tabulating import paper_tables

    console, added = Console(stderr=True), 0
    columns = (
        SpinnerColumn(),
        TextColumn("reading tables: {task.completed:,} of {task.total:,} papers"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bars:
        task = bars.add_task("", total=len(new))
        for at in range(0, len(new), AT_ONCE):
            some = await library.articles(new[at : at + AT_ONCE])
            added += index.put([paper_tables(article, id, marks[id]) for id, article in some.items()])
            bars.update(task, advance=AT_ONCE)
    return added


async def index_command(settings: Settings, folder: Path | None, as_json: bool) -> int:
    """Bring the index up to what the library holds."""
    from bot.wiring_library import library_folder, open_tables, tables_folder

    at = library_folder(settings, folder)
    added = await update_tables(settings, at)
    index = open_tables(tables_folder(settings, at))
    try:
        tables = len(index)
    finally:
        index.close()
    if as_json:
        print_json({"library": str(at), "read": added, "tables": tables})
    else:
        output_console().print(f"{number_noun(added, 'table')} read; {number_noun(tables, 'table')} in the index.")
    return 0


# ── search ──────────────────────────────────────────────────────────────────────────────────────────────────────────


async def with_graph_names(settings: Settings, query: TableQuery, kg: Path | None) -> TableQuery:
    """Return the query with the graph's synonyms of its labels."""
    from bot.wiring import open_parts

    labels = [label for label in (query.row, query.column) if label]
    if query.synonyms is Synonyms.NEVER or not labels or kg is None:
        return query
    async with open_parts(settings, kg=kg, console=Console(stderr=True)) as parts:
        ranked = await parts.graph.rank([Mention(label) for label in labels], 1)
    names = {
        label: graph_names(label, (found.candidates[0].entity.name, *found.candidates[0].entity.synonyms))
        for label, found in zip(labels, ranked, strict=True)
        if found.linked and found.candidates
    }
    return replace(query, also_rows=names.get(query.row, ()), also_columns=names.get(query.column, ()))


async def search_command(
    settings: Settings,
    query: TableQuery,
    folder: Path | None,
    kg: Path | None,
    top: int,
    image: Path | None,
    as_json: bool,
) -> int:
    """Print the tables that answer a query, with the matching cells marked; 1 where there are none."""
    if query.empty:
        raise InputError("There is nothing to look for.", hint="Give words, or --row, --column, --value.")
    index = await ready_tables(settings, folder)
    try:
        found = index.search(await with_graph_names(settings, query, kg), top, both_ways=True)
    finally:
        index.close()
    every = found.together
    if image is not None and every:
        _draw_match(every[0], image)
    if as_json:
        ways = {"structural": [match_record(m) for m in found.by_structure[:top]]} if found.structural else {}
        print_json(
            {**understood(found.query, found.split), "tables": [match_record(m) for m in found.matches[:top]], **ways}
        )
        return 0 if every else 1
    out = output_console()
    for line in understood_words(found):
        out.print(line, style="dim", markup=False, highlight=False)
    for match in every[: min(top, 5)]:
        print_match(match, out, found_words(match, found))
    left = len(every) - 5
    if not every:
        out.print("No table of the library has this.")
    elif left > 0:
        out.print(f"{number_noun(left, 'table')} more: " + ", ".join(m.found.id for m in every[5:25]))
    return 0 if every else 1


def understood(query: TableQuery, split: Any) -> dict[str, Any]:
    """Return as a record how a query was understood."""
    value = query.value.text if query.value else None
    record: dict[str, Any] = {"row": query.row or None, "column": query.column or None, "value": value}
    record |= {"also_rows": list(query.also_rows), "also_columns": list(query.also_columns)}
    if split is not None:
        record |= {"text": query.text, "labels": list(split.labels), "value": split.value or None, "words": split.words}
    return {"understood": record}


def match_record(match: TableMatch) -> dict[str, Any]:
    """Return a found table as a record."""
    return {
        "id": match.found.id,
        "score": round(match.score, 4),
        "cells": [list(cell) for cell in match.cells],
        "match": match.how.name.lower(),
        "caption": match.found.table.caption or None,
    }


def print_match(match: TableMatch, out: Console, said: str) -> None:
    """Print a found table around its matching cells."""
    table = match.found.table
    out.print()
    title = Text(match.found.id, style="bold")
    title.append(f"  {' '.join(filter(None, (table.label, table.caption)))}"[:200], style="not bold")
    out.print(title)
    out.print(said, style="dim", highlight=False)
    rows = sorted({r for r, _ in match.cells})[:SHOWN_ROWS]
    near = sorted({n for r in rows for n in (r - 1, r, r + 1) if 0 <= n < len(table.rows)})[:SHOWN_ROWS]
    out.print(terminal_table(table, near or range(min(len(table.rows), SHOWN_ROWS)), set(match.cells)))


def terminal_table(table: Table, rows: Sequence[int], marked: set[tuple[int, int]]) -> RichTable:
    """Return rows of a table for the terminal; marked cells stand out and have a sign."""
    columns = range(table.stub, len(table.columns))
    shown = RichTable()
    shown.add_column(Text(" / ".join(table.columns[0]) if table.stub else ""))
    for c in columns:
        shown.add_column(Text(" / ".join(table.columns[c])))
    grid = table.grid()
    for line in label_lines([table.rows[r] for r in rows]):
        label = Text(f"{'  ' * line.depth}{line.label}", style="bold" if line.row is None else "")
        if line.row is None:
            shown.add_row(label)
            continue
        r = rows[line.row]
        cells = [
            Text(f"▶ {grid[r][c]}", style="bold reverse") if (r, c) in marked else Text(grid[r][c]) for c in columns
        ]
        shown.add_row(label, *cells)
    return shown


def _draw_match(match: TableMatch, image: Path) -> None:
    from kgcore.drawing.tables import draw_table

    table = match.found.table
    title = " ".join(filter(None, (match.found.id, table.label, table.caption)))
    write_bytes(image, draw_table(table, match.cells, title, picture_format(image)))


def picture_format(path: Path) -> str:
    """Return in what format a picture's file is written."""
    return "svg" if path.suffix.lower() == ".svg" else "png"


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file. Raises InputError."""
    try:
        path.write_bytes(content)
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}.") from error


# ── one table ───────────────────────────────────────────────────────────────────────────────────────────────────────


async def show_command(
    settings: Settings, key: str, folder: Path | None, csv_file: Path | None, image: Path | None, as_json: bool
) -> int:
    """Print a table whole, or as JSON, and write it as CSV or PNG where that was asked for."""
    index = await ready_tables(settings, folder)
    try:
        found = index.get(key)
        others = index.keys(key.partition("#")[0]) if found is None else []
    finally:
        index.close()
    if found is None:
        hint = f"That paper has {', '.join(others[:12])}." if others else "evigraph tables search finds tables."
        raise InputError(f"There is no table {key} in the library.", hint=hint)
    table = found.table
    if csv_file is not None:
        write_bytes(csv_file, table_csv(table).encode("utf-8-sig"))
    if image is not None:
        _draw_match(TableMatch(found, 1.0, How.EXACT), image)
    if as_json:
        print_json({**table_record(table), "id": found.id})
        return 0
    out = output_console()
    out.print(Text(f"{found.id}  {' '.join(filter(None, (table.label, table.caption)))}", style="bold"))
    out.print(terminal_table(table, range(len(table.rows)), set()))
    for note in (*table.notes, *table.footnotes):
        out.print(note, style="dim", markup=False, highlight=False)
    return 0


def table_record(table: Table) -> dict[str, Any]:
    """Return a table as a record: columns (HMD) and rows (VMD) as paths of labels, and the cells."""
    return {
        "id": table.id,
        "label": table.label or None,
        "caption": table.caption or None,
        "columns": [list(path) for path in table.columns],
        "rows": [list(path) for path in table.rows],
        "stub": table.stub,
        "cells": [cell_record(cell) for cell in table.cells],
        "footnotes": list(table.footnotes),
        "notes": list(table.notes),
    }


def cell_record(cell: Cell) -> dict[str, Any]:
    """Return a cell as a record; what it does not say is null."""
    v = cell.value
    record: dict[str, Any] = {
        "row": cell.row, "column": cell.column, "text": cell.text, "number": v.number,
        "comparison": v.comparison.value, "unit": v.unit or None, "sd": v.sd, "spread": v.spread or None,
        "range": list(v.range) if v.range else None, "n": v.n, "of": v.of, "percent": v.percent,
        "ci": list(v.ci) if v.ci else None, "p": v.p,
    }  # fmt: skip
    if cell.nested is not None:
        record["table"] = table_record(cell.nested)
    return record


# ── meta-profile ────────────────────────────────────────────────────────────────────────────────────────────────────


async def profile_command(
    settings: Settings, query: TableQuery, folder: Path | None, image: Path | None, most: int, as_json: bool
) -> int:
    """Print what the tables that a query finds are about, and draw it where that was asked for; 1 without any."""
    index = await ready_tables(settings, folder)
    try:
        found = [m.found for m in index.search(query, 500, both_ways=True).together]
        profile = meta_profile(found, index.label_weight, most)
    finally:
        index.close()
    if image is not None and profile:
        from kgcore.drawing.tables import draw_profile

        write_bytes(image, draw_profile(profile, len(found), picture_format(image)))
    if as_json:
        terms = [
            {"label": t.label, "axis": t.axis.value, "tables": t.tables, "weight": round(t.weight, 4)} for t in profile
        ]
        print_json({"tables": [t.id for t in found], "terms": terms, "alt": profile_words(profile, len(found))})
    elif profile:
        output_console().print(
            plain_table(profile_title(len(found)), ("header term", "where", "tables", "TF-IDF"), profile_rows(profile))
        )
    else:
        output_console().print("No table of the library has this.")
    return 0 if profile else 1
