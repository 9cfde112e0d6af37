"""The starter graph as values, read from its own files, for tests that want real names and edges."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache

from kgcore.annotation.plaintext import claims_in
from kgcore.graph import starter_folder
from kgcore.values.model import Candidate, Edge, Entity, Match, Predicate, Triple
from kgcore.vocabulary.vocabulary import Vocabulary


def _rows(name: str) -> Iterator[dict[str, str]]:
    with (starter_folder() / name).open(encoding="utf-8", newline="") as lines:
        yield from csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)


def _list(cell: str | None) -> tuple[str, ...]:
    return tuple(part for part in (cell or "").split("|") if part)


@cache
def entities() -> dict[str, Entity]:
    return {r["id"]: Entity(r["id"], r["name"], r["category"], _list(r["synonym"])) for r in _rows("nodes.tsv")}


@cache
def predicates() -> tuple[Predicate, ...]:
    return tuple(
        Predicate(
            r["predicate"],
            r["label"],
            r["symmetric"] == "true",
            r["inverse"] or "",
            _list(r["opposite"]),
            _list(r["implies"]),
            _list(r["phrases"]),
        )
        for r in _rows("predicates.tsv")
    )


@cache
def vocabulary() -> Vocabulary:
    return Vocabulary.of(predicates())


@lru_cache(8)
def vocabulary_of(some: tuple[Predicate, ...]) -> Vocabulary:
    """Return what a process has of a graph once: it takes six milliseconds, and only remembers what it has read."""
    return Vocabulary.of(some)


@cache
def edges() -> tuple[Edge, ...]:
    return tuple(
        Edge(
            r["id"],
            r["subject"],
            r["predicate"],
            r["object"],
            r["negated"] == "true",
            _list(r["publications"]),
            note=r["note"] or "",
        )
        for r in _rows("edges.tsv")
    )


@cache
def named() -> dict[str, Entity]:
    return {e.name: e for e in entities().values()}


def triples_of(text: str, types: Mapping[str, str]) -> list[Triple]:
    """Return what a plain reading of a text says of the names that have these types, and of memory, a process."""
    spots = []
    for found in re.finditer("|".join([*types, "memory"]), text, re.IGNORECASE):
        name = found[0].lower()
        spots.append((*found.span(), (Candidate(Entity(name, name, types.get(name, "Process")), 1.0, Match.EXACT),)))
    return [t for p in claims_in(text, spots, vocabulary()) for t in p.triples]
