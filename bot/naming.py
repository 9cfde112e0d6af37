"""What `evigraph kg names` does: show, add, remove and import the names that a team gives to entities."""

from __future__ import annotations

import asyncio
from pathlib import Path

from rich.console import Console

from bot.config import Settings
from bot.graphs import SHOWN, plain_table, print_json, progress_bar
from bot.terminal import output_console
from kgcore.english.agreement import number_noun
from kgcore.errors import GraphNotFound, InputError
from kgcore.graph.card import CardedGraph
from kgcore.ingest.naming import names_from
from kgcore.linking.team_names import NameRow, is_name, names_text, read_names
from kgcore.values.model import Mention


async def list_names_command(settings: Settings, kg: Path | None, as_json: bool) -> int:
    """Print the names; 1 where some are of entities that the graph does not have."""
    from bot.wiring import names_file, open_graph

    file = names_file(settings, kg)
    rows = _rows(file)
    graph = await open_graph(settings, kg, Console(stderr=True))
    try:
        known = await graph.entities({row.entity for row in rows})
    finally:
        await graph.close()
    if as_json:
        print_json([{"name": r.name, "entity": r.entity, "note": r.note, "known": r.entity in known} for r in rows])
    else:
        out = output_console()
        shown = (
            (r.name, known[r.entity].name if r.entity in known else "not in this graph", r.entity, r.note) for r in rows
        )
        out.print(plain_table(f"Names in {file}", ("name", "means", "id", "note"), shown))
        out.print("Add one: evigraph kg names add NAME ENTITY. The file may be edited by hand.")
    return 1 if any(row.entity not in known for row in rows) else 0


async def add_name_command(settings: Settings, name: str, entity: str, note: str, kg: Path | None) -> int:
    """Give an entity a name. Raises InputError for what is no name, GraphNotFound for an unknown entity."""
    from bot.wiring import names_file, open_graph

    if not is_name(name):
        raise InputError(f"{name[:80]!r} is no name.", hint="A name has letters, and fits on one line.")
    graph = await open_graph(settings, kg, Console(stderr=True))
    try:
        id, called = await _entity(graph, entity)
        (before,) = await graph.rank([Mention(name)])
    finally:
        await graph.close()
    file = names_file(settings, kg)
    _write(file, (*_rows(file), NameRow(" ".join(name.split()), id, " ".join(note.split()))))
    out = output_console()
    out.print(f"“{name}” now means {called} ({id}). A bot that runs sees it after a restart.")
    if before.linked and before.candidates[0].entity.id != id:
        out.print(f"Until now it meant {before.candidates[0].entity.name}.")
    return 0


async def _entity(graph: CardedGraph, entity: str) -> tuple[str, str]:
    """Return id and name of the entity that is named, by its id or by a name of it."""
    found = await graph.entities([entity])
    if entity in found:
        return entity, found[entity].name
    (ranking,) = await graph.rank([Mention(entity)])
    if not ranking.linked:
        near = ", ".join(f"{c.entity.name} ({c.entity.id})" for c in ranking.candidates[:3])
        raise GraphNotFound(f"The graph has nothing called {entity!r}.", hint=f"Nearest: {near}." if near else "")
    best = ranking.candidates[0].entity
    return best.id, best.name


async def remove_name_command(settings: Settings, name: str, entity: str, kg: Path | None) -> int:
    """Remove a name (of one entity, where it is said which); 1 where there was none."""
    from bot.wiring import names_file

    file = names_file(settings, kg)
    rows = _rows(file)
    wanted = " ".join(name.split()).casefold()
    kept = tuple(r for r in rows if r.name.casefold() != wanted or (entity and r.entity != entity))
    if len(kept) == len(rows):
        output_console().print(f"There is no name “{name}” in {file}.")
        return 1
    _write(file, kept)
    output_console().print(f"“{name}” was removed. A bot that runs sees it after a restart.")
    return 0


async def import_names_command(settings: Settings, source: Path, kg: Path | None, as_json: bool) -> int:
    """Take names from a file of MeSH, UMLS, OBO or two columns. Raises InputError and GraphError."""
    from bot.wiring import graph_folder, names_file

    folder = await graph_folder(settings, kg, Console(stderr=True))
    with progress_bar(Console(stderr=True), "reading names") as advance:
        found = await asyncio.to_thread(names_from, source, folder, advance)
    file = names_file(settings, kg)
    before = _rows(file)
    taken = {r.name.casefold() for r in before}
    new = [row for row in found.rows if row.name.casefold() not in taken]
    if new:
        _write(file, (*before, *new))
    if as_json:
        print_json({"file": str(file), "added": len(new), "left": dict(found.left)})
        return 0
    out = output_console()
    out.print(f"{number_noun(len(new), 'name')} added to {file}. A bot that runs sees them after a restart.")
    if found.left:
        out.print(plain_table("Left out: names", ("which", "how many"), sorted(found.left.items())[:SHOWN]))
    return 0


def _rows(file: Path) -> tuple[NameRow, ...]:
    from bot.wiring import team_names

    return team_names(file)


def _write(file: Path, rows: tuple[NameRow, ...]) -> None:
    """Replace the file at once, or not at all."""
    text = names_text(dict.fromkeys(rows))
    read_names(text, file.name)
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_name(f"{file.name}.new")
    try:
        new.write_text(text, encoding="utf-8", newline="\n")
        new.replace(file)
    except OSError as error:
        raise InputError(f"{file} cannot be written ({error.strerror or error}).") from error
