"""Joins what several graphs say of one predicate; the first graph's word counts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from kgcore.model import Predicate


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two graphs say different things of a predicate: `kept` is what the first of them says."""

    predicate: str
    field: str
    kept: str
    graph: str
    dropped: str


def merged(graphs: Iterable[tuple[str, Iterable[Predicate]]]) -> tuple[list[Predicate], list[Conflict]]:
    """Return every predicate once, with the phrases of all, and where the graphs contradict each other."""
    found: dict[str, Predicate] = {}
    conflicts: list[Conflict] = []
    for graph, predicates in graphs:
        for theirs in predicates:
            ours = found.get(theirs.name)
            if ours is None:
                found[theirs.name] = theirs
                continue
            conflicts += _conflicts(ours, theirs, graph)
            found[theirs.name] = replace(
                ours,
                label=ours.label or theirs.label,
                inverse=ours.inverse or theirs.inverse,
                opposite=ours.opposite or theirs.opposite,
                implies=ours.implies or theirs.implies,
                phrases=tuple(dict.fromkeys((*ours.phrases, *theirs.phrases))),
            )
    return list(found.values()), conflicts


def _conflicts(ours: Predicate, theirs: Predicate, graph: str) -> list[Conflict]:
    pairs = (
        ("label", ours.label, theirs.label),
        ("symmetric", str(ours.symmetric).lower(), str(theirs.symmetric).lower()),
        ("inverse", ours.inverse, theirs.inverse),
        ("opposite", "|".join(sorted(ours.opposite)), "|".join(sorted(theirs.opposite))),
        ("implies", "|".join(sorted(ours.implies)), "|".join(sorted(theirs.implies))),
    )
    return [Conflict(ours.name, field, a, graph, b) for field, a, b in pairs if a and b and a != b]
