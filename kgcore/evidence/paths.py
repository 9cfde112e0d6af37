"""How specific a two-hop path is: its inner node's links, damped (Himmelstein & Baranzini 2015, "degree-weighted path
count", doi:10.1371/journal.pcbi.1004259).

There a path is worth the product of degree^-w over its nodes. Here the ends are left out: a claim has already chosen
them, and counting them was measured to lose the specific paths of well-studied entities and to keep chance paths of
seldom studied ones (starter graph: 8 % instead of 3 % of random pairs). What is left is the inner node:

- links^-1 for an ordinary path: at most three links reach the threshold;
- links^-0.4 (the paper's w) where an end *is a* kind of the inner node and the other end is joined to it otherwise:
  what is known of a class bears on its members, and the members are not counted among its links. At most fifteen links
  reach the threshold, so that classes which are joined to everything stay out.
"""

from __future__ import annotations

SPECIFIC = 1 / 3
MOST_LINKS = 3  # what SPECIFIC means for an ordinary path, to look at few inner nodes
MOST_CLASS_LINKS = 15  # and for one through a class
_DAMPING = 1.0
_CLASS_DAMPING = 0.4


def path_score(links: int) -> float:
    """Return the worth (0 to 1) of a path through a node with so many neighbours."""
    return float(max(links, 1) ** -_DAMPING)


def class_score(links: int) -> float:
    """Return the worth (0 to 1) of a path from a member through its class; `links`: its neighbours beside members."""
    return float(max(links, 1) ** -_CLASS_DAMPING)


def is_specific(score: float) -> bool:
    """Tell whether a path of that worth counts; hubs connect everything (measured: one random pair in four)."""
    return score >= SPECIFIC - 1e-9
