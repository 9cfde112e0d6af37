"""Writes a graph as tables or as RDF: all of it, or nothing. An import takes it back whole."""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Protocol

from kgcore.errors import GraphError, InputError
from kgcore.graph.embedded.rows import EdgeRow, GraphRows, NodeRow, open_rows
from kgcore.ingest.cells import MORE, PAPER_SPACE, PREDICATE_SPACE, column_key, read_properties
from kgcore.ingest.files import Advance, ignore_progress
from kgcore.ingest.formats import ExportTarget
from kgcore.ingest.turtle import write_turtle
from kgcore.values.citation import Citation
from kgcore.values.model import Predicate

MOST_COLUMNS = 60
_SIMPLE = re.compile(r"[A-Za-z][A-Za-z0-9_ -]{0,60}")
_KGX_NODES = ("id", "name", "category", "synonym", "xref", "description")
_KGX_EDGES = (
    *("id", "subject", "predicate", "object", "negated", "publications", "knowledge_source", "sentences", "note"),
)
_KGX_PAPERS = ("id", "title", "journal", "year", "url")
_KGX_PREDICATES = ("predicate", "label", "symmetric", "inverse", "opposite", "implies", "phrases")
# Other names that a reader takes for one of the columns above
_KGX_TAKEN = ("categories", "synonyms", "xrefs", "same_as", "equivalent_identifiers", "publication", "provided_by")
_KGX_TAKEN_EDGES = ("primary_knowledge_source", "supporting_text")
_NEO4J_NODES = ("id:ID", "name", ":LABEL", "synonyms:string[]", "xrefs:string[]", "description")
_NEO4J_EDGES = (
    *("id", ":START_ID", ":END_ID", ":TYPE", "negated:boolean", "publications:string[]", "sources:string[]"),
    *("sentences:string[]", "note"),
)
_NEO4J_PAPERS = (f"id:ID({PAPER_SPACE})", ":LABEL", "title", "journal", "year:int", "url")
_NEO4J_PREDICATES = (
    f"name:ID({PREDICATE_SPACE})",
    ":LABEL",
    "words",
    "symmetric:boolean",
    "inverse",
    "opposite",
    "implies",
)
# The database's name stands first: behind a list of files it would be taken for one of them.
_NEO4J_CALL = """\
neo4j-admin database import full neo4j --delimiter="," --array-delimiter="|" --quote='"' \\
  --nodes=nodes.csv --nodes=papers.csv --nodes=predicates.csv --relationships=relationships.csv
"""
_NEO4J_MAPPING = """\
# What the tables of this folder are, once neo4j-admin has put them into a database: NEO4J_MAPPING names this file.
name = {name}

[nodes]
synonyms = ["synonyms"]
xrefs = ["xrefs"]
description = "description"

[relations]
id = "id"
publications = ["publications"]
negated = "negated"
sources = ["sources"]
sentences = "sentences"
note = "note"

[papers]
label = "Paper"
id = "id"
title = "title"
journal = "journal"
year = "year"
url = "url"
"""


@dataclass(frozen=True, slots=True)
class ExportReport:
    """What was written where."""

    to: Path
    entities: int
    relations: int
    papers: int
    files: tuple[str, ...]


def export_graph(graph: Path, to: Path, target: ExportTarget, *, advance: Advance | None = None) -> ExportReport:
    """Write an imported graph to the new folder (or, as Turtle, the file) `to`; what is there already is replaced only
    if it is an earlier export.

    Raises GraphNotFound, GraphDamaged, InputError (the place cannot be used) and GraphError (no room).
    """
    _refuse_strangers(to, target)
    building = to.with_name(f"{to.name}.new-{os.getpid()}")
    try:
        with open_rows(graph) as rows:
            files = _write(rows, building, target, advance or ignore_progress)
            _publish(building, to)
            return ExportReport(to, *rows.sizes, files)
    except OSError as exc:
        raise GraphError(f"{to} could not be written ({exc.strerror or exc}).", hint="Free some room.") from exc
    finally:
        shutil.rmtree(building, ignore_errors=True) if building.is_dir() else building.unlink(missing_ok=True)


def _write(rows: GraphRows, building: Path, target: ExportTarget, advance: Advance) -> tuple[str, ...]:
    match target:
        case ExportTarget.KGX:
            _write_kgx(rows, building, advance)
        case ExportTarget.NEO4J:
            _write_neo4j(rows, building, advance)
        case ExportTarget.TURTLE:
            building.parent.mkdir(parents=True, exist_ok=True)
            write_turtle(rows, building, advance)
            return ()
    return tuple(sorted(p.name for p in building.iterdir()))


_OURS = {
    ExportTarget.KGX: frozenset({"nodes.tsv", "edges.tsv", "papers.tsv", "predicates.tsv", "PROVENANCE.md"}),
    ExportTarget.NEO4J: frozenset(
        {
            "nodes.csv",
            "relationships.csv",
            "papers.csv",
            "predicates.csv",
            "neo4j-admin-import.txt",
            "neo4j-mapping.toml",
        }
        | {"PROVENANCE.md"}
    ),
}


def _refuse_strangers(to: Path, target: ExportTarget) -> None:
    if target is ExportTarget.TURTLE:
        if to.is_dir():
            raise InputError(f"{to} is a folder.", hint="Name a file that ends in .ttl with --to.")
        if not to.name.endswith((".ttl", ".ttl.gz")):
            raise InputError(f"{to} does not end in .ttl or .ttl.gz.", hint="Name such a file with --to.")
        return
    if to.is_file():
        raise InputError(f"{to} is a file.", hint="Name a folder with --to.")
    strangers = sorted(p.name for p in to.iterdir() if p.name not in _OURS[target]) if to.is_dir() else []
    if strangers:
        raise InputError(f"{to} holds other files ({strangers[0]}).", hint="Name a new or empty folder with --to.")


def _publish(building: Path, to: Path) -> None:
    if to.is_dir():
        shutil.rmtree(to)
    building.replace(to)


def _write_kgx(rows: GraphRows, folder: Path, advance: Advance) -> None:
    """Fill the new folder."""
    folder.mkdir(parents=True)
    total, ids = sum(rows.sizes), list[str]()
    extra = _property_columns(rows.nodes(), (*_KGX_NODES, *_KGX_TAKEN))
    with _open_tsv(folder / "nodes.tsv") as write:
        write((*_KGX_NODES, *extra, MORE))
        for node in rows.nodes():
            ids.append(node.id)
            lists = "|".join(node.synonyms), "|".join(node.xrefs)
            write((node.id, node.name, node.type, *lists, node.description, *_property_cells(node.extra, extra)))
    advance(len(ids), total)
    _write_kgx_edges(rows, folder, ids, advance)
    with _open_tsv(folder / "papers.tsv") as write:
        cited = Citation._fields if rows.cites else ()
        write((*_KGX_PAPERS, *cited))
        for paper in rows.papers():
            citation = paper.citation.cells() if cited else ()
            write((paper.id, paper.title, paper.journal, str(paper.year or ""), paper.url, *citation))
    described = list(rows.predicates())
    if described:
        with _open_tsv(folder / "predicates.tsv") as write:
            write(_KGX_PREDICATES)
            for predicate in described:
                write(_predicate_cells(predicate))
    if rows.provenance:
        (folder / "PROVENANCE.md").write_text(f"{rows.provenance}\n", encoding="utf-8", newline="\n")
    advance(total, total)


def _write_kgx_edges(rows: GraphRows, folder: Path, ids: list[str], advance: Advance) -> None:
    extra = _property_columns(rows.edges(), (*_KGX_EDGES, *_KGX_TAKEN, *_KGX_TAKEN_EDGES))
    with _open_tsv(folder / "edges.tsv") as write:
        write((*_KGX_EDGES, *extra, MORE))
        for number, edge in enumerate(rows.edges(), 1):
            ends = ids[edge.subject], edge.predicate, ids[edge.object], "true" if edge.negated else "false"
            lists = "|".join(edge.publications), "|".join(edge.sources), "|".join(edge.sentences)
            write((edge.id, *ends, *lists, edge.note, *_property_cells(edge.extra, extra)))
            if number % 10_000 == 0:
                advance(len(ids) + number, sum(rows.sizes))


def _predicate_cells(predicate: Predicate) -> tuple[str, ...]:
    lists = ("|".join(values) for values in (predicate.opposite, predicate.implies, predicate.phrases))
    symmetric = "true" if predicate.symmetric else "false"
    return (predicate.name, predicate.label, symmetric, predicate.inverse, *lists)


def _write_neo4j(rows: GraphRows, folder: Path, advance: Advance) -> None:
    """Fill the new folder."""
    folder.mkdir(parents=True)
    total, ids = sum(rows.sizes), list[str]()
    extra = _property_columns(rows.nodes(), ("id", "name", "synonyms", "xrefs", "description"))
    with _open_csv(folder / "nodes.csv") as write:
        write((*_NEO4J_NODES, *extra, MORE))
        for node in rows.nodes():
            ids.append(node.id)
            lists = "|".join(node.synonyms), "|".join(node.xrefs)
            write((node.id, node.name, node.type, *lists, node.description, *_property_cells(node.extra, extra)))
    advance(len(ids), total)
    _write_neo4j_edges(rows, folder, ids, advance)
    with _open_csv(folder / "papers.csv") as write:
        cited = [f"{name}:string[]" if name == "authors" else name for name in Citation._fields if rows.cites]
        write((*_NEO4J_PAPERS, *cited))
        for paper in rows.papers():
            citation = paper.citation.cells() if cited else ()
            write((paper.id, "Paper", paper.title, paper.journal, str(paper.year or ""), paper.url, *citation))
    with _open_csv(folder / "predicates.csv") as write:
        write((*_NEO4J_PREDICATES, "phrases"))
        for p in rows.predicates():
            related = ("|".join(values) for values in (p.opposite, p.implies, p.phrases))
            write((p.name, "Predicate", p.label, "true" if p.symmetric else "false", p.inverse, *related))
    (folder / "neo4j-admin-import.txt").write_text(_NEO4J_CALL, encoding="utf-8", newline="\n")
    (folder / "neo4j-mapping.toml").write_text(_mapping_of(rows), encoding="utf-8", newline="\n")
    if rows.provenance:
        (folder / "PROVENANCE.md").write_text(f"{rows.provenance}\n", encoding="utf-8", newline="\n")
    advance(total, total)


def _mapping_of(rows: GraphRows) -> str:
    """Return how these tables are read where a database holds them; what JSON writes is TOML, too."""
    text = _NEO4J_MAPPING.format(name=json.dumps(rows.name, ensure_ascii=False))
    text += "".join(f'{name} = "{name}"\n' for name in Citation._fields if rows.cites)
    for predicate in rows.predicates():
        told = {key: value for key, value in asdict(predicate).items() if value}
        text += "\n[[predicates]]\n" + "".join(
            f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in told.items()
        )
    return text


def _write_neo4j_edges(rows: GraphRows, folder: Path, ids: list[str], advance: Advance) -> None:
    taken = ("id", "negated", "publications", "sources", "sentences", "note")
    extra = _property_columns(rows.edges(), taken)
    with _open_csv(folder / "relationships.csv") as write:
        write((*_NEO4J_EDGES, *extra, MORE))
        for number, edge in enumerate(rows.edges(), 1):
            ends = ids[edge.subject], ids[edge.object], edge.predicate, "true" if edge.negated else "false"
            lists = "|".join(edge.publications), "|".join(edge.sources), "|".join(edge.sentences)
            write((edge.id, *ends, *lists, edge.note, *_property_cells(edge.extra, extra)))
            if number % 10_000 == 0:
                advance(len(ids) + number, sum(rows.sizes))


class _WriteRow(Protocol):
    """Takes one row."""

    def __call__(self, cells: Sequence[str]) -> None:
        """Write the cells."""
        ...


def _property_columns(rows: Iterable[NodeRow | EdgeRow], taken: Collection[str]) -> list[str]:
    """Return the properties that get a column of their own: with simple names that nothing else has."""
    plain = {column_key(name) for name in taken}
    counts = Counter(key for row in rows if row.extra for key in read_properties(row.extra))
    found: list[str] = []
    for key, _ in counts.most_common():
        if _SIMPLE.fullmatch(key) and column_key(key) not in plain and len(found) < MOST_COLUMNS:
            plain.add(column_key(key))
            found.append(key)
    return found


def _property_cells(extra: str, named: Sequence[str]) -> list[str]:
    """Return the cells of the named properties, then what is left of them as JSON or ""."""
    held = read_properties(extra)
    cells = [held.pop(name, "") for name in named]
    return [*cells, json.dumps(held, ensure_ascii=False) if held else ""]


@contextmanager
def _open_tsv(path: Path) -> Iterator[_WriteRow]:
    """Open a table with tabs and no quotes; cells hold neither tabs nor line ends."""
    with path.open("w", encoding="utf-8", newline="\n") as file:

        def write(cells: Sequence[str]) -> None:
            file.write("\t".join(cells) + "\n")

        yield write


@contextmanager
def _open_csv(path: Path) -> Iterator[_WriteRow]:
    """Open a table with commas and quotes where they are needed."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")

        def write(cells: Sequence[str]) -> None:
            writer.writerow(cells)

        yield write
