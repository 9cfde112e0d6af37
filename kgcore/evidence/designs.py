"""The designs of the papers behind a claim, as far as a graph tells them. Pure.

Graphs describe papers by title, journal and year. What says more is the note of an edge ("RCT, overweight adults"); it
is taken for its paper's where the edge has that one paper only.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from kgcore.values.model import Claim, Edge

UNKNOWN = "unknown"
# In this order: "meta-analysis of RCTs" is a meta-analysis, "cells, review" a review.
_DESIGNS = tuple(
    (design, re.compile(rf"\b(?:{words})\b", re.IGNORECASE))
    for design, words in (
        ("meta-analysis", r"meta-?analys[ei]s|pooled analys[ei]s"),
        ("systematic review", r"systematic reviews?|cochrane"),
        ("review", r"reviews?"),
        ("randomised trial", r"rcts?|randomi[sz]ed|placebo-controlled|crossover trials?"),
        ("trial", r"trials?"),
        ("cohort", r"cohorts?|registry|observational|epidemiology|follow-up study"),
        ("case-control", r"case[- ]control"),
        ("cross-sectional", r"cross-sectional"),
        ("case report", r"case (?:reports?|series)"),
        ("animal study", r"mice|mouse|rats?|animals?|preclinical"),
        ("in vitro", r"in vitro|cell lines?|cells?|cultures?"),
    )
)


def design_in(note: str) -> str:
    """Return the design that a note names, or "unknown"."""
    return next((design for design, words in _DESIGNS if words.search(note)), UNKNOWN)


def designs_of(claim: Claim) -> dict[str, int]:
    """Return how many papers of each design stand behind a claim, for and against; each paper counts once."""
    return dict(Counter(_designs((*claim.edges_for, *claim.edges_against)).values()).most_common())


def _designs(edges: Iterable[Edge]) -> dict[str, str]:
    found: dict[str, str] = {}
    for edge in edges:
        design = design_in(edge.note) if len(edge.publications) == 1 else UNKNOWN
        for paper in edge.publications:
            if found.get(paper, UNKNOWN) == UNKNOWN:
                found[paper] = design
    return found
