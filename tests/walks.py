"""The three use cases of the KNOWNET paper (IEEE VIS 2024), as the starter graph honestly answers them."""

from __future__ import annotations

from dataclasses import dataclass

from kgcore.verdicts import Badge, Verdict

S, M, R, U = Verdict.SUPPORTED, Verdict.MIXED, Verdict.RELEVANT, Verdict.UNSURE


@dataclass(frozen=True)
class Found:
    """A claim of an answer: its verdict, its words, and what its reason says."""

    verdict: Verdict
    statement: str
    why: str = ""

    @property
    def chips(self) -> tuple[Badge, ...]:
        """What its chip may say: the verdict, or how a sentence stands that was written from the graph."""
        own = {
            S: Badge.NO_EFFECT if " not " in self.statement else Badge.REPORTED,
            M: Badge.DISPUTED,
            R: Badge.AGAINST_NEAR,
        }
        return (self.verdict.badge, *([own[self.verdict]] if self.verdict in own else []))


@dataclass(frozen=True)
class Asked:
    """A question, words of its answer, claims of it, and (where that matters) a node of its picture."""

    question: str
    said: str
    found: tuple[Found, ...]
    node: str = ""


DEMENTIA = "dementia, which is broader: procaine does not treat dementia (1 paper)"
CLASS = (
    "No direct connection, but one through cholinesterase inhibitors: rivastigmine belongs to the cholinesterase "
    "inhibitors (1 paper) and cholinesterase inhibitors treat Parkinson's disease dementia (2 papers)."
)

LITERATURE = (
    Asked(
        "Can procaine treat Alzheimer's disease?",
        "The graph has no paper on",
        (Found(R, "Procaine treats Alzheimer's disease", DEMENTIA),),
        "Dementia",
    ),
    Asked("Does procaine treat dementia?", "The graph says no", (Found(S, "Procaine does not treat dementia"),)),
)
COMPLEMENT = (
    Asked(
        "Does rivastigmine help Alzheimer's disease?",
        "The graph speaks for it",
        (Found(S, "Rivastigmine treats Alzheimer's disease"),),
    ),
    Asked(
        "Which other disorders can rivastigmine help with?",
        "One link runs through cholinesterase inhibitors",
        (Found(R, "Rivastigmine treats Parkinson's disease dementia", CLASS),),
    ),
    Asked(
        "Does rivastigmine help with Parkinson's disease dementia?",
        "points to the same for rivastigmine, but does not settle it",
        (Found(R, "Rivastigmine treats Parkinson's disease dementia", CLASS),),
        "Cholinesterase inhibitors",
    ),
)
GUIDED = (
    Asked(
        "Which supplement may slow Alzheimer's disease?",
        "do not treat Alzheimer's disease",
        (
            Found(S, "Vitamin E treats Alzheimer's disease"),
            Found(S, "Docosahexaenoic acid does not treat Alzheimer's disease"),
        ),
    ),
    Asked(
        "Which other disorders can omega-3 help with?",
        "Papers disagree on whether omega-3 fatty acids treat depression",
        (Found(M, "Omega-3 fatty acids treat depression", "The graph has both sides."),),
    ),
    Asked(
        "Can vitamin E slow Alzheimer's disease?",
        "vitamin E treats Alzheimer's disease",
        (Found(S, "Vitamin E treats Alzheimer's disease"),),
    ),
    Asked(
        "Why might vitamin E help in Alzheimer's disease?",
        "As to how vitamin E may act",
        (Found(M, "Vitamin E inhibits amyloid-beta"),),
    ),
    Asked(
        "How do antioxidants affect neurons?",
        "it has no indirect link between antioxidants and neurons",
        (Found(U, "Antioxidants affect neurons", "nothing specific that connects them"),),
    ),
)
WALKS = {"literature": LITERATURE, "complement": COMPLEMENT, "guided": GUIDED}

# What a language model says in the first one: the graph does not bear it out, and the second paragraph says why.
PROCAINE = (
    "[Procaine|Drug]($N1) [treats]($R1:TREATS, $H, $N1, $N2) [Alzheimer's disease|Disease]($N2).\n\n"
    "A review found that [procaine]($N1) [does not treat]($R2:TREATS, $H, $N1, $N3) [dementia|Disease]($N3)."
)
WRITTEN = Asked(
    LITERATURE[0].question,
    "A review found that procaine",
    (Found(R, "Procaine treats Alzheimer's disease", DEMENTIA), Found(S, "Procaine does not treat dementia")),
)
