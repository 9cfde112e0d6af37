"""What stands behind a pair of entities: its best-documented edge, and the papers for and against it. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from kgcore.model import Edge, Entity
from kgcore.verdict.stance import Rules, Stance, stance


class Pair(NamedTuple):
    """A neighbour `far`, seen from an entity, and the edges between them that count; `degree` is the neighbour's.

    `main` is the edge to ask about, a plain one where there is one. `papers` are all behind the pair, `against` those
    that deny it.
    """

    far: Entity
    edges: tuple[Edge, ...]
    degree: int
    main: Edge
    papers: tuple[str, ...]
    against: tuple[str, ...] = ()

    @property
    def balance(self) -> float:
        """How evenly the papers are split: 0 (none against, or all) to 1."""
        if not self.against:
            return 0.0
        whole, against = len(self.papers), len(self.against)
        return 2 * min(against, whole - against) / whole if against < whole else 0.0


def pair(far: Entity, edges: tuple[Edge, ...], degree: int, rules: Rules) -> Pair:
    """Return what the edges (at least one) say between an entity and its neighbour."""
    if len(edges) == 1:
        only = edges[0]
        return Pair(far, edges, degree, only, only.publications, only.publications if only.negated else ())
    main = main_edge(edges)
    papers: dict[str, None] = {}
    against: dict[str, None] = {}
    for edge in edges:
        papers.update(dict.fromkeys(edge.publications))
        if side(main.predicate, edge, edge.subject != main.subject, rules) is Stance.AGAINST:
            against.update(dict.fromkeys(edge.publications))
    return Pair(far, edges, degree, main, tuple(papers), tuple(against))


def main_edge(edges: Sequence[Edge]) -> Edge:
    """Return the best-documented edge of the best-documented predicate and direction, a plain one if there is one."""
    groups: dict[tuple[str, str], list[Edge]] = defaultdict(list)
    for edge in edges:
        groups[edge.subject, edge.predicate].append(edge)
    best = max(groups.values(), key=_documented)
    return best[0] if len(best) == 1 else max(best, key=lambda e: (not e.negated, len(e.publications)))


def _documented(group: Sequence[Edge]) -> tuple[int, int]:
    """Return how many papers and how many edges a group has."""
    return len({*chain.from_iterable(e.publications for e in group)}), len(group)


def side(predicate: str, edge: Edge, reversed: bool, rules: Rules) -> Stance:
    """Return how an edge stands to the plain claim that the predicate holds."""
    if edge.predicate == predicate and not reversed:
        return Stance.AGAINST if edge.negated else Stance.FOR
    return stance(predicate, False, False, edge, rules, reversed)
