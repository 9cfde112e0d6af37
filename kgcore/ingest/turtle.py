"""Writes RDF as Turtle, plain or gzip: entities with SKOS's names, and every edge as a reified statement with its
evidence. An edge that is not negated stands there as a plain triple, too, for programs that know no reification.
"""

from __future__ import annotations

import gzip
import io
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from kgcore.graph.embedded.rows import EdgeRow, GraphPaperRow, GraphRows, NodeRow
from kgcore.ingest.files import Advance
from kgcore.ingest.rdf_store import DCT, EDGE, ENTITY, OIO, OWN, PAPER, PREDICATE, RDF, RDFS, SKOS, TERMS, own_iri
from kgcore.values.citation import Citation
from kgcore.values.model import Predicate

_PREFIXES = {
    "rdf": RDF, "rdfs": RDFS, "skos": SKOS, "dct": DCT, "oio": OIO, "ev": TERMS, "entity": ENTITY,
}  # fmt: skip
_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"})


def write_turtle(rows: GraphRows, path: Path, advance: Advance) -> None:
    """Write the new file, gzipped where its name ends in .gz."""
    total, ids = sum(rows.sizes), list[str]()
    with _opened(path) as file:
        file.writelines(f"@prefix {name}: <{iri}> .\n" for name, iri in _PREFIXES.items())
        _block(file, f"<{OWN}graph>", ["a ev:Graph", *_texts("dct:provenance", [rows.provenance])])
        for predicate in rows.predicates():
            _block(file, f"<{own_iri(PREDICATE, predicate.name)}>", _predicate(predicate))
        for node in rows.nodes():
            ids.append(node.id)
            _block(file, f"<{own_iri(ENTITY, node.id)}>", _node(node))
        advance(len(ids), total)
        for paper in rows.papers():
            _block(file, f"<{own_iri(PAPER, paper.id)}>", _paper(paper))
        for number, edge in enumerate(rows.edges(), 1):
            s, p, o = (
                f"<{own_iri(kind, id)}>"
                for kind, id in (
                    (ENTITY, ids[edge.subject]),
                    (PREDICATE, edge.predicate),
                    (ENTITY, ids[edge.object]),
                )
            )
            if not edge.negated:
                file.write(f"{s} {p} {o} .\n")
            _block(file, f"<{own_iri(EDGE, edge.id)}>", [*_ends(s, p, o), *_edge(edge)])
            if number % 10_000 == 0:
                advance(len(ids) + number, total)
    advance(total, total)


@contextmanager
def _opened(path: Path) -> Iterator[TextIO]:
    with path.open("wb") as raw:
        if ".gz" not in path.name:
            with io.TextIOWrapper(raw, "utf-8", newline="\n") as file:
                yield file
            return
        with gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as packed, io.TextIOWrapper(packed, "utf-8") as file:
            yield file


def _block(file: TextIO, subject: str, pairs: Iterable[str]) -> None:
    joined = " ;\n  ".join(pairs)
    file.write(f"{subject} {joined} .\n")


def _node(node: NodeRow) -> list[str]:
    return [
        "a ev:Entity",
        *_texts("rdfs:label", [node.name]),
        *_texts("ev:type", [node.type]),
        *_texts("skos:altLabel", node.synonyms),
        *_texts("oio:hasDbXref", node.xrefs),
        *_texts("dct:description", [node.description]),
        *_texts("ev:extra", [node.extra]),
    ]


def _paper(paper: GraphPaperRow) -> list[str]:
    return [
        "a ev:Paper",
        *_texts("dct:title", [paper.title]),
        *_texts("ev:journal", [paper.journal]),
        *_texts("ev:year", [str(paper.year or "")]),
        *_texts("rdfs:seeAlso", [paper.url]),
        *(
            text
            for name, cell in zip(Citation._fields, paper.citation.cells(), strict=True)
            for text in _texts(f"ev:{name}", [cell])
        ),
    ]


def _predicate(predicate: Predicate) -> list[str]:
    return [
        "a ev:Predicate",
        *_texts("rdfs:label", [predicate.label]),
        f'ev:symmetric "{"true" if predicate.symmetric else "false"}"',
        *_texts("ev:inverse", [predicate.inverse]),
        *_texts("ev:opposite", predicate.opposite),
        *_texts("ev:implies", predicate.implies),
        *_texts("ev:phrase", predicate.phrases),
    ]


def _ends(subject: str, predicate: str, object: str) -> list[str]:
    return ["a rdf:Statement", f"rdf:subject {subject}", f"rdf:predicate {predicate}", f"rdf:object {object}"]


def _edge(edge: EdgeRow) -> list[str]:
    papers = ", ".join(f"<{own_iri(PAPER, id)}>" for id in edge.publications)
    return [
        *(['ev:negated "true"'] if edge.negated else []),
        *([f"ev:publication {papers}"] if papers else []),
        *_texts("ev:sentences", ["|".join(edge.sentences)]),
        *_texts("ev:source", edge.sources),
        *_texts("ev:note", [edge.note]),
        *_texts("ev:extra", [edge.extra]),
    ]


def _texts(predicate: str, values: Iterable[str]) -> list[str]:
    found = ", ".join(f'"{value.translate(_ESCAPES)}"' for value in values if value)
    return [f"{predicate} {found}"] if found else []
