"""Writes a graph in one of three formats: all of it, or nothing."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kgcore.errors import GraphError, InputError
from kgcore.graph.dump import Dump, reading
from kgcore.graph.exporters.kgx import write_kgx
from kgcore.graph.exporters.neo4j_csv import write_neo4j
from kgcore.graph.exporters.turtle import write_turtle
from kgcore.graph.formats import Target

Advance = Callable[[int, int], None]  # rows written, rows in all


@dataclass(frozen=True, slots=True)
class Exported:
    """What was written where."""

    to: Path
    entities: int
    relations: int
    papers: int
    files: tuple[str, ...]


def export_graph(graph: Path, to: Path, target: Target, *, advance: Advance | None = None) -> Exported:
    """Write an imported graph to the new folder (or, as Turtle, the file) `to`; what is there already is replaced only
    if it is an earlier export.

    Raises GraphNotFound, GraphDamaged, InputError (the place cannot be used) and GraphError (no room).
    """
    _check(to, target)
    building = to.with_name(f"{to.name}.new-{os.getpid()}")
    try:
        with reading(graph) as dump:
            files = _write(dump, building, target, advance or _nobody)
            _publish(building, to)
            return Exported(to, *dump.sizes, files)
    except OSError as exc:
        raise GraphError(f"{to} could not be written ({exc.strerror or exc}).", mend="Free some room.") from exc
    finally:
        shutil.rmtree(building, ignore_errors=True) if building.is_dir() else building.unlink(missing_ok=True)


def _write(dump: Dump, building: Path, target: Target, advance: Advance) -> tuple[str, ...]:
    match target:
        case Target.KGX:
            write_kgx(dump, building, advance)
        case Target.NEO4J:
            write_neo4j(dump, building, advance)
        case Target.TURTLE:
            building.parent.mkdir(parents=True, exist_ok=True)
            write_turtle(dump, building, advance)
            return ()
    return tuple(sorted(p.name for p in building.iterdir()))


_OURS = {
    Target.KGX: frozenset({"nodes.tsv", "edges.tsv", "papers.tsv", "predicates.tsv", "PROVENANCE.md"}),
    Target.NEO4J: frozenset(
        {"nodes.csv", "relationships.csv", "papers.csv", "predicates.csv", "neo4j-admin-import.txt", "PROVENANCE.md"}
    ),
}


def _check(to: Path, target: Target) -> None:
    if target is Target.TURTLE:
        if to.is_dir():
            raise InputError(f"{to} is a folder.", mend="Name a file that ends in .ttl with --to.")
        if not to.name.endswith((".ttl", ".ttl.gz")):
            raise InputError(f"{to} does not end in .ttl or .ttl.gz.", mend="Name such a file with --to.")
        return
    if to.is_file():
        raise InputError(f"{to} is a file.", mend="Name a folder with --to.")
    strangers = sorted(p.name for p in to.iterdir() if p.name not in _OURS[target]) if to.is_dir() else []
    if strangers:
        raise InputError(f"{to} holds other files ({strangers[0]}).", mend="Name a new or empty folder with --to.")


def _publish(building: Path, to: Path) -> None:
    if to.is_dir():
        shutil.rmtree(to)
    building.replace(to)


def _nobody(done: int, total: int) -> None:
    """Tell nobody how far it is."""
