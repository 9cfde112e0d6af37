"""How what one person says stands to what another says: they agree, they contradict each other, or neither. Pure.

Statements are compared by the rules by which a graph's edge stands to a claim (`kgcore.verdict.stance`): direction,
symmetric and inverse predicates, what implies what, opposites and negation. A phrase that can mean several predicates
("improves") is compared in all its senses, which must not disagree. Whatever is in doubt is neither.
"""

from __future__ import annotations

import re
from dataclasses import replace
from enum import Enum, auto

from kgcore.explore import ends
from kgcore.model import Claim, Edge
from kgcore.verdict.meaning import Phrases
from kgcore.verdict.stance import Rules, Stance, agreed, stance

_EMPTY = frozenset((
    "a", "an", "the", "is", "are", "was", "were", "be", "been", "do", "does", "did", "has", "have", "had", "not", "no",
    "never", "can", "may", "might", "could", "will", "would", "really",
))  # fmt: skip

Senses = tuple[Claim, ...]


class Standing(Enum):
    """How two statements stand to each other."""

    AGREE = auto()
    CONTRADICT = auto()
    NEITHER = auto()


def standing(one: Claim, other: Claim, phrases: Phrases) -> Standing:
    """Return how two people's claims about the same two things stand to each other."""
    if set(ends(one)) != set(ends(other)) or one.triple.doubtful or other.triple.doubtful:
        return Standing.NEITHER
    if one.predicate is None or other.predicate is None or (one.says_more and other.says_more):
        return _by_words(one, other)
    ours, theirs = _senses(one, phrases), _senses(other, phrases)
    if _same(one, other, ours, theirs, phrases):
        return Standing.AGREE
    found = agreed(s for a in ours for b in theirs for s in (_stance(a, b, phrases), _stance(b, a, phrases)))
    cautious = one.hedged and other.hedged  # "may" and "may not" go together
    return Standing.CONTRADICT if found is Stance.AGAINST and not cautious else Standing.NEITHER


def _same(one: Claim, other: Claim, ours: Senses, theirs: Senses, phrases: Phrases) -> bool:
    """Whether both say the same, neither more nor less: "treats" and "affects" are not that."""
    either = all(phrases.get(c.predicate or "").symmetric for c in (*ours, *theirs))
    alike = {c.predicate for c in ours} == {c.predicate for c in theirs} and (either or ends(one) == ends(other))
    return alike and one.negated == other.negated and one.says_more == other.says_more


def _senses(claim: Claim, phrases: Phrases) -> Senses:
    """Return the claim in every sense of its phrase."""
    read = phrases.read(claim.triple.relation).predicates
    return tuple(replace(claim, predicate=p) for p in read) if claim.predicate in read else (claim,)


def _stance(claim: Claim, stated: Claim, rules: Rules) -> Stance:
    """Return how a statement, taken for an edge of a graph, stands to a claim."""
    if claim.predicate is None or stated.predicate is None or (stated.says_more and stated.negated):
        return Stance.NEITHER  # "does not cure" is not "does not treat"
    subject, object = ends(stated)
    edge = Edge("", subject, stated.predicate, object, stated.negated)
    reversed = subject != ends(claim)[0]
    return stance(claim.predicate, claim.negated, claim.says_more, edge, rules, reversed)


def _by_words(one: Claim, other: Claim) -> Standing:
    """Compare claims that no predicate of the graph states: only the same words say the same."""
    if ends(one) != ends(other) or one.predicate != other.predicate or content(one) != content(other):
        return Standing.NEITHER
    if one.negated == other.negated:
        return Standing.AGREE
    return Standing.NEITHER if one.hedged and other.hedged else Standing.CONTRADICT


def content(claim: Claim) -> frozenset[str]:
    """Return the beginnings of the relation's words that matter: the same for "cures" and "does not cure"."""
    return beginnings(claim.triple.relation)


def beginnings(words: str) -> frozenset[str]:
    """Return the beginnings of the words that say something."""
    found = re.findall(r"[^\W_]+", re.sub(r"n['’]t\b", " not", words.lower()))
    return frozenset(w[:4] for w in found if w not in _EMPTY)
