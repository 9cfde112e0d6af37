"""Pictures that the tests of drawing share."""

from __future__ import annotations

from kgcore.drawing.picture import Picture, PictureEdge, PictureNode
from kgcore.verdicts import Verdict

S, C, M, R, U = Verdict.SUPPORTED, Verdict.CONTRADICTED, Verdict.MIXED, Verdict.RELEVANT, Verdict.UNSURE

PAIR = Picture(
    (
        PictureNode(1, "Vitamin E", "DietarySupplement", focus=True),
        PictureNode(2, "Alzheimer's disease", "Disease", focus=True),
    ),
    (PictureEdge((1,), 1, 2, "does not prevent", S, 3),),
)

EVERYTHING = Picture(
    (
        PictureNode(1, "Vitamin E", "DietarySupplement", focus=True),
        PictureNode(2, "Alzheimer's disease", "Disease", focus=True),
        PictureNode(3, "Oxidative stress", "BiologicalProcess"),
        PictureNode(4, "Memantine", "Drug"),
        PictureNode(5, "Omega-3 fatty acids", "DietarySupplement", fresh=False),
        PictureNode(6, "Parkinson's disease", "Disease"),
        PictureNode(7, "Amyloid precursor protein", "Gene/Protein", fresh=False),
        PictureNode(0, "gamma waves"),
    ),
    (
        PictureEdge((1, 4), 1, 2, "prevents", C, 0, 3),
        PictureEdge((2,), 1, 3, "inhibits", R, 4, hop=True),
        PictureEdge((2,), 3, 2, "is associated with", R, 2, hop=True, directed=False),
        PictureEdge((3,), 4, 2, "treats", S, 12),
        PictureEdge((), 5, 2, "prevents", M, 4, 2, fresh=False),
        PictureEdge((5,), 1, 6, "treats", R, 2, note="graph: does not prevent"),
        PictureEdge((6,), 1, 0, "affects", U),
        PictureEdge((), 7, 2, "is part of", None, 1, fresh=False),
    ),
    (18, 47),
)


def star(leaves: int) -> Picture:
    """Return a picture of one disease and so many things around it."""
    names = ("Vitamin E", "Ginkgo biloba extract", "Donepezil", "Coenzyme Q10", "Insulin-degrading enzyme", "Nausea")
    types = ("DietarySupplement", "DietarySupplement", "Drug", "Chemical", "Gene/Protein", "Symptom")
    around = tuple(PictureNode(n + 2, names[n % 6] + (f" {n}" if n > 5 else ""), types[n % 6]) for n in range(leaves))
    verdicts = list(Verdict)
    edges = tuple(PictureEdge((n + 1,), n + 2, 1, "treats", verdicts[n % 5], n % 7, n % 3) for n in range(leaves))
    return Picture((PictureNode(1, "Alzheimer's disease", "Disease", focus=True), *around), edges)
