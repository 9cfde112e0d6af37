"""Leads from what has been answered and not explained: the why of a claim. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from kgcore.advising import weights
from kgcore.advising.character import Depth, depth
from kgcore.advising.lead import Answered, Lead
from kgcore.advising.sources import Sources
from kgcore.controls import Kind
from kgcore.model import Claim, Edge, Salience, Verdict

_BESIDE = 0.6  # what a claim of low salience, or outside the goal, keeps
_RELATED = 3  # papers that a connection without direct evidence counts for


def whys(sources: Sources) -> Iterator[Lead]:
    """Yield the whys of all claims that have one; what was explained or asked is still among them."""
    fading = 1.0
    for step in reversed(sources.exploration.steps):
        for claim in step.claims:
            lead = _why(sources, claim, fading)
            if lead is not None:
                yield lead
        fading *= weights.FADING


def _why(sources: Sources, claim: Claim, fading: float) -> Lead | None:
    if claim.verdict is Verdict.UNSURE or not claim.subject or not claim.object:
        return None
    subject, object = claim.subject.entity, claim.object.entity
    predicate = _asked_with(claim)
    if subject.id == object.id or depth(predicate) is not Depth.PLAIN:
        return None
    near = max(fading, weights.FAR)
    beside = claim.triple.salience is Salience.LOW
    outside = sources.inside.isdisjoint((subject.id, object.id))
    score = weights.evidence(_papers(claim)) * weights.UNSETTLED[claim.verdict] * near
    score *= (_BESIDE if beside else 1) * (_BESIDE if outside else 1)
    why = Answered(claim, subject, object, predicate)
    return Lead(Kind.WHY, subject, object.id, object.type, predicate, score, answered=why)


def _papers(claim: Claim) -> int:
    if claim.verdict is Verdict.RELEVANT:
        return _RELATED
    return len({*claim.papers_for, *claim.papers_against})


def _asked_with(claim: Claim) -> str:
    """Return the predicate of the evidence where it contradicts the claim, else the claim's."""
    return against(claim).predicate if claim.verdict is Verdict.CONTRADICTED else claim.predicate or ""


def against(claim: Claim) -> Edge:
    """Return the best-documented edge against a contradicted claim."""
    return max(claim.edges_against, key=lambda e: len(e.publications))
