"""Writes KGX tables: nodes.tsv, edges.tsv, papers.tsv and predicates.tsv, as `evigraph kg import` reads them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kgcore.graph.dump import Dump
from kgcore.graph.exporters.tables import columns, spread, tsv
from kgcore.graph.formats import MORE
from kgcore.model import Predicate

_NODES = ("id", "name", "category", "synonym", "xref", "description")
_EDGES = (
    *("id", "subject", "predicate", "object", "negated", "publications", "knowledge_source", "sentences", "note"),
)
_PAPERS = ("id", "title", "journal", "year", "url")
_PREDICATES = ("predicate", "label", "symmetric", "inverse", "opposite", "implies", "phrases")
# Other names that a reader takes for one of the columns above
_TAKEN = ("categories", "synonyms", "xrefs", "same_as", "equivalent_identifiers", "publication", "provided_by")
_TAKEN_EDGES = ("primary_knowledge_source", "supporting_text")


def write_kgx(dump: Dump, folder: Path, advance: Callable[[int, int], None]) -> None:
    """Fill the new folder."""
    folder.mkdir(parents=True)
    total, ids = sum(dump.sizes), list[str]()
    extra = columns(dump.nodes(), (*_NODES, *_TAKEN))
    with tsv(folder / "nodes.tsv") as write:
        write((*_NODES, *extra, MORE))
        for node in dump.nodes():
            ids.append(node.id)
            lists = "|".join(node.synonyms), "|".join(node.xrefs)
            write((node.id, node.name, node.type, *lists, node.description, *spread(node.extra, extra)))
    advance(len(ids), total)
    _write_edges(dump, folder, ids, advance)
    with tsv(folder / "papers.tsv") as write:
        write(_PAPERS)
        for paper in dump.papers():
            write((paper.id, paper.title, paper.journal, str(paper.year or ""), paper.url))
    described = list(dump.predicates())
    if described:
        with tsv(folder / "predicates.tsv") as write:
            write(_PREDICATES)
            for predicate in described:
                write(_cells(predicate))
    if dump.provenance:
        (folder / "PROVENANCE.md").write_text(f"{dump.provenance}\n", encoding="utf-8", newline="\n")
    advance(total, total)


def _write_edges(dump: Dump, folder: Path, ids: list[str], advance: Callable[[int, int], None]) -> None:
    extra = columns(dump.edges(), (*_EDGES, *_TAKEN, *_TAKEN_EDGES))
    with tsv(folder / "edges.tsv") as write:
        write((*_EDGES, *extra, MORE))
        for number, edge in enumerate(dump.edges(), 1):
            ends = ids[edge.subject], edge.predicate, ids[edge.object], "true" if edge.negated else "false"
            lists = "|".join(edge.publications), "|".join(edge.sources), "|".join(edge.sentences)
            write((edge.id, *ends, *lists, edge.note, *spread(edge.extra, extra)))
            if number % 10_000 == 0:
                advance(len(ids) + number, sum(dump.sizes))


def _cells(predicate: Predicate) -> tuple[str, ...]:
    lists = ("|".join(values) for values in (predicate.opposite, predicate.implies, predicate.phrases))
    symmetric = "true" if predicate.symmetric else "false"
    return (predicate.name, predicate.label, symmetric, predicate.inverse, *lists)
