"""Writes tables for Neo4j's bulk import, papers and predicates as nodes in id spaces of their own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kgcore.graph.dump import Dump
from kgcore.graph.exporters.tables import columns, quoted, spread
from kgcore.graph.formats import MORE, PAPER_SPACE, PREDICATE_SPACE

_NODES = ("id:ID", "name", ":LABEL", "synonyms:string[]", "xrefs:string[]", "description")
_EDGES = (
    *("id", ":START_ID", ":END_ID", ":TYPE", "negated:boolean", "publications:string[]", "sources:string[]"),
    *("sentences:string[]", "note"),
)
_PAPERS = (f"id:ID({PAPER_SPACE})", ":LABEL", "title", "journal", "year:int", "url")
_PREDICATES = (f"name:ID({PREDICATE_SPACE})", ":LABEL", "words", "symmetric:boolean", "inverse", "opposite", "implies")
_CALL = """\
neo4j-admin database import full --delimiter="," --array-delimiter="|" --quote='"' \\
  --nodes=nodes.csv --nodes=papers.csv --nodes=predicates.csv --relationships=relationships.csv neo4j
"""


def write_neo4j(dump: Dump, folder: Path, advance: Callable[[int, int], None]) -> None:
    """Fill the new folder."""
    folder.mkdir(parents=True)
    total, ids = sum(dump.sizes), list[str]()
    extra = columns(dump.nodes(), ("id", "name", "synonyms", "xrefs", "description"))
    with quoted(folder / "nodes.csv") as write:
        write((*_NODES, *extra, MORE))
        for node in dump.nodes():
            ids.append(node.id)
            lists = "|".join(node.synonyms), "|".join(node.xrefs)
            write((node.id, node.name, node.type, *lists, node.description, *spread(node.extra, extra)))
    advance(len(ids), total)
    _write_edges(dump, folder, ids, advance)
    with quoted(folder / "papers.csv") as write:
        write(_PAPERS)
        for paper in dump.papers():
            write((paper.id, "Paper", paper.title, paper.journal, str(paper.year or ""), paper.url))
    with quoted(folder / "predicates.csv") as write:
        write((*_PREDICATES, "phrases"))
        for p in dump.predicates():
            related = ("|".join(values) for values in (p.opposite, p.implies, p.phrases))
            write((p.name, "Predicate", p.label, "true" if p.symmetric else "false", p.inverse, *related))
    (folder / "neo4j-admin-import.txt").write_text(_CALL, encoding="utf-8", newline="\n")
    if dump.provenance:
        (folder / "PROVENANCE.md").write_text(f"{dump.provenance}\n", encoding="utf-8", newline="\n")
    advance(total, total)


def _write_edges(dump: Dump, folder: Path, ids: list[str], advance: Callable[[int, int], None]) -> None:
    taken = ("id", "negated", "publications", "sources", "sentences", "note")
    extra = columns(dump.edges(), taken)
    with quoted(folder / "relationships.csv") as write:
        write((*_EDGES, *extra, MORE))
        for number, edge in enumerate(dump.edges(), 1):
            ends = ids[edge.subject], ids[edge.object], edge.predicate, "true" if edge.negated else "false"
            lists = "|".join(edge.publications), "|".join(edge.sources), "|".join(edge.sentences)
            write((edge.id, *ends, *lists, edge.note, *spread(edge.extra, extra)))
            if number % 10_000 == 0:
                advance(len(ids) + number, sum(dump.sizes))
