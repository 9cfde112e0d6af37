"""A picture that can be read: beyond a size, the least important elements are left out and counted (pure)."""

from __future__ import annotations

from collections import Counter

from kgcore.drawing.picture import Edge, Node, Picture
from kgcore.model import Verdict

# At 400 points' width two dozen names are about as many as can be read (6 points each).
MOST_NODES = 24
MOST_EDGES = 36
_WEIGHT = {
    Verdict.MIXED: 5,
    Verdict.CONTRADICTED: 5,
    Verdict.SUPPORTED: 4,
    Verdict.RELEVANT: 2,
    Verdict.UNSURE: 1,
    None: 0,
}


def trimmed(picture: Picture) -> Picture:
    """Return the picture with its most important nodes and edges; `more` counts the nodes that went."""
    if len(picture.nodes) <= MOST_NODES and len(picture.edges) <= MOST_EDGES:
        return picture
    degree = Counter(end for e in picture.edges for end in (e.source, e.target))
    best = Counter[int]()
    for edge in picture.edges:
        for end in (edge.source, edge.target):
            best[end] = max(best[end], _WEIGHT[edge.verdict])

    def importance(node: Node) -> tuple[bool, bool, bool, int, int]:
        return node.focus, node.fresh, not node.ghost, best[node.number], degree[node.number]

    kept = {n.number for n in sorted(picture.nodes, key=importance, reverse=True)[:MOST_NODES]}
    edges = [e for e in picture.edges if e.source in kept and e.target in kept]
    chosen = set(sorted(edges, key=_edge_importance, reverse=True)[:MOST_EDGES])
    nodes = tuple(n for n in picture.nodes if n.number in kept)
    more = picture.more + len(picture.nodes) - len(nodes)
    return Picture(nodes, tuple(e for e in edges if e in chosen), picture.progress, more)


def _edge_importance(edge: Edge) -> tuple[bool, int, int]:
    return edge.fresh, _WEIGHT[edge.verdict], edge.papers_for + edge.papers_against
