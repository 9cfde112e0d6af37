"""A picture that can be read: beyond a size, the least important elements are left out and counted (pure)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from kgcore.drawing.picture import Edge, Node, Picture
from kgcore.model import Verdict

# At 400 points' width these are about as many names as can be read (7 points each); it depends on the graph's shape,
# so that fewer are tried where they cannot.
MOST_NODES = (18, 15, 13)
MOST_EDGES = 30
KEPT = 15  # nodes that are never too many
WEIGHT = {
    Verdict.MIXED: 5,
    Verdict.CONTRADICTED: 5,
    Verdict.SUPPORTED: 4,
    Verdict.RELEVANT: 2,
    Verdict.UNSURE: 1,
    None: 0,
}


def trimmed(picture: Picture, most: int = MOST_NODES[0]) -> Picture:
    """Return the picture with its most important nodes (at most so many) and edges; `more` counts those that went.

    A picture of no more than fifteen nodes keeps them all.
    """
    most = len(picture.nodes) if len(picture.nodes) <= KEPT else most
    if len(picture.nodes) <= most and len(picture.edges) <= MOST_EDGES:
        return picture
    degree = Counter(end for e in picture.edges for end in (e.source, e.target))
    best = Counter[int]()
    for edge in picture.edges:
        for end in (edge.source, edge.target):
            best[end] = max(best[end], WEIGHT[edge.verdict])

    def importance(node: Node) -> tuple[int, ...]:
        return node.focus, node.fresh, not node.ghost, best[node.number], degree[node.number]

    kept = _kept(picture, importance, most)
    edges = [e for e in picture.edges if e.source in kept and e.target in kept]
    chosen = set(sorted(edges, key=_edge_importance, reverse=True)[:MOST_EDGES])
    nodes = tuple(n for n in picture.nodes if n.number in kept)
    more = picture.more + sum(n.weight for n in picture.nodes) - sum(n.weight for n in nodes)
    return Picture(nodes, tuple(e for e in edges if e in chosen), picture.progress, more)


def _kept(picture: Picture, importance: Callable[[Node], tuple[int, ...]], most: int) -> set[int]:
    """Return the numbers of the nodes that stay: the most important one, and what it is joined to, step by step."""
    around: dict[int, set[int]] = {n.number: set() for n in picture.nodes}
    for edge in picture.edges:
        around[edge.source].add(edge.target)
        around[edge.target].add(edge.source)
    order = [n.number for n in sorted(picture.nodes, key=importance, reverse=True)]
    kept: set[int] = set()
    reached: set[int] = set()
    while len(kept) < most and len(kept) < len(order):
        left = [n for n in order if n not in kept]
        best = next((n for n in left if n in reached or picture.node(n).focus), left[0])
        kept.add(best)
        reached |= around[best]
    return kept


def _edge_importance(edge: Edge) -> tuple[bool, int, int]:
    return edge.fresh, WEIGHT[edge.verdict], edge.papers_for + edge.papers_against
