"""Pictures that the tests of drawing share."""

from __future__ import annotations

from kgcore.drawing.picture import Edge, Node, Picture
from kgcore.model import Verdict

S, C, M, R, U = Verdict

PAIR = Picture(
    (Node(1, "Vitamin E", "DietarySupplement", focus=True), Node(2, "Alzheimer's disease", "Disease", focus=True)),
    (Edge((1,), 1, 2, "does not prevent", S, 3),),
)

EVERYTHING = Picture(
    (
        Node(1, "Vitamin E", "DietarySupplement", focus=True),
        Node(2, "Alzheimer's disease", "Disease", focus=True),
        Node(3, "Oxidative stress", "BiologicalProcess"),
        Node(4, "Memantine", "Drug"),
        Node(5, "Omega-3 fatty acids", "DietarySupplement", fresh=False),
        Node(6, "Parkinson's disease", "Disease"),
        Node(7, "Amyloid precursor protein", "Gene/Protein", fresh=False),
        Node(0, "gamma waves"),
    ),
    (
        Edge((1, 4), 1, 2, "prevents", C, 0, 3),
        Edge((2,), 1, 3, "inhibits", R, 4, hop=True),
        Edge((2,), 3, 2, "is associated with", R, 2, hop=True, directed=False),
        Edge((3,), 4, 2, "treats", S, 12),
        Edge((), 5, 2, "prevents", M, 4, 2, fresh=False),
        Edge((5,), 1, 6, "treats", R, 2, note="graph: does not prevent"),
        Edge((6,), 1, 0, "affects", U),
        Edge((), 7, 2, "is part of", None, 1, fresh=False),
    ),
    (18, 47),
)


def star(leaves: int) -> Picture:
    """Return a picture of one disease and so many things around it."""
    names = ("Vitamin E", "Ginkgo biloba extract", "Donepezil", "Coenzyme Q10", "Insulin-degrading enzyme", "Nausea")
    types = ("DietarySupplement", "DietarySupplement", "Drug", "Chemical", "Gene/Protein", "Symptom")
    around = tuple(Node(n + 2, names[n % 6] + (f" {n}" if n > 5 else ""), types[n % 6]) for n in range(leaves))
    verdicts = list(Verdict)
    edges = tuple(Edge((n + 1,), n + 2, 1, "treats", verdicts[n % 5], n % 7, n % 3) for n in range(leaves))
    return Picture((Node(1, "Alzheimer's disease", "Disease", focus=True), *around), edges)
