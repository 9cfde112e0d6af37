"""A lead as people read it: a question as a person would put it, and the reason for asking it. Pure."""

from __future__ import annotations

from typing import assert_never

from kgcore.advising.lead import Answered, Lead
from kgcore.advising.whys import against
from kgcore.controls import Kind
from kgcore.model import Claim, Verdict
from kgcore.thread import Recommendation
from kgcore.verdict.stance import Rules
from kgcore.wording import (
    papers_count,
    question_about,
    question_connected,
    question_disputed,
    question_which,
    question_why,
    type_words,
)


def worded(lead: Lead, rules: Rules) -> Recommendation:
    """Return the lead as a recommendation."""
    if lead.answered is not None:
        text, reason = _why(lead.answered, rules), _state(lead.answered.claim)
    elif lead.kind is Kind.TYPE:
        text = question_which(lead.entity, rules.get(lead.predicate), lead.type, lead.outward)
        reason = f"{len(lead.pairs)} {type_words(lead.type)}, {_evidence(lead)}"
    else:
        text, reason = _whether(lead, rules), _evidence(lead)
    return Recommendation(
        text, reason, lead.kind, lead.subject, lead.target, lead.predicate, lead.type, lead.nodes, not lead.outward
    )


def _whether(lead: Lead, rules: Rules) -> str:
    ends = (lead.entity, lead.pairs[0].far)
    left, right = ends if lead.outward else ends[::-1]
    return question_about(left, rules.get(lead.predicate), right)


def _evidence(lead: Lead) -> str:
    papers = len(lead.papers)
    if not papers:
        sources = dict.fromkeys(s for p in lead.pairs for e in p.edges for s in e.sources)
        return ", ".join([*sources, "no paper given"])
    against = len({p for pair in lead.pairs for p in pair.against})
    if against >= papers:
        return f"{papers_count(papers)}, {'all ' if papers > 1 else ''}against"
    disagree = f", {against} {'disagrees' if against == 1 else 'disagree'}" if against else ""
    return f"{papers_count(papers)}{disagree}{', a possible harm' if lead.harm else ''}"


def _why(answered: Answered, rules: Rules) -> str:
    claim, subject, object = answered.claim, answered.subject, answered.object
    predicate = rules.get(answered.predicate)
    match claim.verdict:
        case Verdict.MIXED:
            return question_disputed(subject, predicate, object)
        case Verdict.SUPPORTED:
            return question_why(subject, object, predicate, claim.negated)
        case Verdict.CONTRADICTED:
            main = against(claim)
            ends = (subject, object) if main.subject == subject.id else (object, subject)
            return question_why(*ends, predicate, main.negated)
        case Verdict.RELEVANT | Verdict.UNSURE:
            return question_connected(subject, object)
        case _:
            assert_never(claim.verdict)


def _state(claim: Claim) -> str:
    agree, disagree = len(claim.papers_for), len(claim.papers_against)
    match claim.verdict:
        case Verdict.MIXED:
            return f"mixed: {agree} for, {disagree} against"
        case Verdict.SUPPORTED:
            return _with_papers("not yet explained", agree)
        case Verdict.CONTRADICTED:
            return _with_papers("contradicted", disagree)
        case Verdict.RELEVANT | Verdict.UNSURE:
            return "only relevant, not settled"
        case _:
            assert_never(claim.verdict)


def _with_papers(state: str, papers: int) -> str:
    return f"{state}, {papers_count(papers)}" if papers else state
