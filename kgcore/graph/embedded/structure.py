"""A graph's structure by types, as predictions need it, read from its arrays."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import numpy as np

from kgcore.graph.embedded import tables
from kgcore.graph.embedded.arrays import Arrays
from kgcore.graph.embedded.layout import DATABASE, open_read_only, read_manifest
from kgcore.reasoning.metapaths import TypedGraph
from kgcore.values.model import Predicate
from kgcore.vocabulary.described import PredicateEdges


def structure_digest(folder: Path) -> str:
    """Return what changes when the graph in a folder does. Raises GraphError."""
    return read_manifest(folder).data


def read_structure(folder: Path) -> TypedGraph:
    """Return the structure of an imported graph; negated edges, and those from a node to itself, are left out.

    Raises GraphError.
    """
    manifest = read_manifest(folder)
    data = folder / manifest.data
    with tables.translate_errors(folder), closing(open_read_only(data / DATABASE)) as db:
        arrays = Arrays(data)
        predicates = [p for p, _ in tables.read_predicates(db, folder)]
        codes, first = np.unique(arrays.type, return_index=True)
        found = tables.read_entities(db, first.tolist())
    types = {int(code): found[n].type for code, n in zip(codes, first.tolist(), strict=True)}
    kept = (arrays.negated == 0) & (arrays.subject != arrays.object)
    return TypedGraph(
        tuple(types.get(code, "") for code in range(max(types, default=-1) + 1)),
        tuple(p.name for p in predicates),
        tuple(p.symmetric for p in predicates),
        arrays.type.astype(np.int64),
        arrays.subject[kept].astype(np.int64),
        arrays.object[kept].astype(np.int64),
        arrays.predicate[kept].astype(np.int64),
    )


def read_described(folder: Path) -> tuple[Predicate, ...]:
    """Return the predicates of an imported graph, as it describes them. Raises GraphError."""
    manifest = read_manifest(folder)
    with tables.translate_errors(folder), closing(open_read_only(folder / manifest.data / DATABASE)) as db:
        return tuple(predicate for predicate, _ in tables.read_predicates(db, folder))


def read_predicate_edges(folder: Path, most: int) -> tuple[PredicateEdges, ...]:
    """Return the predicates that occur, most edges first, each with `most` examples at most. Raises GraphError."""
    manifest = read_manifest(folder)
    data = folder / manifest.data
    with tables.translate_errors(folder), closing(open_read_only(data / DATABASE)) as db:
        arrays = Arrays(data)
        found = []
        for code, (predicate, _) in enumerate(tables.read_predicates(db, folder)):
            edges = np.flatnonzero(arrays.predicate == code)
            if not len(edges):
                continue
            plain = edges[arrays.negated[edges] == 0]
            some = plain[np.unique(np.linspace(0, len(plain) - 1, min(most, len(plain))).astype(np.int64))]
            pairs = [(int(arrays.subject[e]), int(arrays.object[e])) for e in some]
            known = tables.read_entities(db, {n for pair in pairs for n in pair})
            found.append(PredicateEdges(predicate, len(edges), tuple((known[s], known[o]) for s, o in pairs)))
    return tuple(sorted(found, key=lambda p: -p.edges))


def numbers_of(folder: Path, ids: list[str]) -> dict[str, int]:
    """Return the numbers of entities by their ids. Raises GraphError."""
    manifest = read_manifest(folder)
    with tables.translate_errors(folder), closing(open_read_only(folder / manifest.data / DATABASE)) as db:
        return tables.entity_numbers(db, ids)


def ids_of(folder: Path, numbers: list[int]) -> list[str]:
    """Return the ids of entities by their numbers, in order. Raises GraphError."""
    manifest = read_manifest(folder)
    with tables.translate_errors(folder):
        return Arrays(folder / manifest.data).ids(numbers)
