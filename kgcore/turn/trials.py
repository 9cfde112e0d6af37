"""What a trial's comparison says of a proposed fact: its sign, instead of a mere relation. Pure.

"No significant difference in depression between zinc and placebo" is no cause and no treatment: it denies that zinc
treats depression. A sentence is read so only where it compares with no treatment, and its effect is plain enough.
"""

from __future__ import annotations

import re
from dataclasses import replace

from kgcore.curation.articles import NamedSpan
from kgcore.curation.pairs import EntityKind, kind_of_type
from kgcore.curation.proposals import Proposal, ProposedEffect
from kgcore.library.effect import Effect, read_effect
from kgcore.vocabulary.vocabulary import Vocabulary

LEAST_OF_RESULT = 0.5  # of a score: what a trial compared, it reports
# What is no treatment by itself: against another drug "no difference" denies nothing.
_COMPARED = re.compile(
    r"\b(?:placebo|sham|controls?|usual care|standard care|no (?:treatment|intervention|supplementation))\b",
    re.IGNORECASE,
)
_BETTER = re.compile(r"\b(?:superior|improve\w*|better|effective|benefi\w+|recover\w*|remission)\b", re.IGNORECASE)
_NOT_BETTER = re.compile(
    r"\b(?:no|not) (?:\w+ )?(?:better|superior|more effective|effective|different)\b|\bdid not differ\b"
    r"|\bno (?:\w+ ){0,2}(?:differences?|effects?|benefits?|improvements?)\b|\bineffective\b",
    re.IGNORECASE,
)
_WORSE = re.compile(r"\b(?:wors\w+|adverse|side effects?|toxic\w*|harm\w*)\b", re.IGNORECASE)


def trial_signed(proposal: Proposal, vocabulary: Vocabulary) -> Proposal:
    """Return a proposal about what acts on a disease with the sign that its trial's comparison gives it."""
    acts, disease = _sides(proposal)
    if acts is None or disease is None or proposal.predicate not in _own(vocabulary):
        return proposal
    compared = _COMPARED.search(proposal.sentence)
    if compared is None:
        return proposal
    effect = _effect(proposal.sentence, acts.text, compared[0], disease.text)
    if effect is None:
        return proposal
    words = "causes" if effect is Effect.INCREASED else "treats"
    read = vocabulary.read(words)
    if not read.predicates:
        return proposal
    ends = (disease, acts) if read.inverted else (acts, disease)
    return replace(
        proposal,
        subject=ends[0],
        object=ends[1],
        predicate=read.predicates[0],
        negated=effect is Effect.NO_DIFFERENCE,
        effect=_EFFECTS[effect],
        score=max(proposal.score, LEAST_OF_RESULT),
    )


_EFFECTS = {
    Effect.INCREASED: ProposedEffect.INCREASED,
    Effect.DECREASED: ProposedEffect.DECREASED,
    Effect.NO_DIFFERENCE: ProposedEffect.UNKNOWN,
}


def _effect(sentence: str, acts: str, comparator: str, disease: str) -> Effect | None:
    """Return what became of a disease: less of it and better are one, and what two readings say otherwise is open."""
    if _NOT_BETTER.search(sentence):
        return Effect.NO_DIFFERENCE
    if _BETTER.search(sentence):
        return None if _WORSE.search(sentence) else Effect.DECREASED
    return read_effect(acts, comparator, disease, sentence).decided


def _own(vocabulary: Vocabulary) -> frozenset[str]:
    """Return the predicates that say of a thing and a disease what a trial can turn: that it helps, causes, relates."""
    said = ("treats", "causes", "prevents", "is associated with")
    return frozenset(name for words in said for name in vocabulary.read(words).predicates[:1])


def _sides(proposal: Proposal) -> tuple[NamedSpan | None, NamedSpan | None]:
    kinds = {kind_of_type(end.type): end for end in (proposal.subject, proposal.object)}
    return kinds.get(EntityKind.CHEMICAL), kinds.get(EntityKind.DISEASE)
