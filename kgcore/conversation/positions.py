"""How what one person says stands to what another says: they agree, they contradict each other, or neither. Pure.

Statements are compared by the rules by which a graph's edge stands to a claim (`kgcore.verdict.stance`): direction,
symmetric and inverse predicates, what implies what, opposites and negation. A phrase that can mean several predicates
("improves") is compared in all its senses, which must not disagree. Whatever is in doubt is neither.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from kgcore.conversation.transcript import NOBODY
from kgcore.english.words import word_list
from kgcore.exploration.exploration import claim_end_keys
from kgcore.values.model import Claim, Edge, count_papers
from kgcore.values.thread import Turn
from kgcore.verdict.case import ClaimVocabulary
from kgcore.verdict.stance import Rules, Stance, agreed_stance, stance_of
from kgcore.verdicts import Verdict

Senses = tuple[Claim, ...]


class StatementRelation(Enum):
    """How two statements stand to each other."""

    AGREE = auto()
    CONTRADICT = auto()
    NEITHER = auto()


def compare_claims(one: Claim, other: Claim, phrases: ClaimVocabulary) -> StatementRelation:
    """Return how two people's claims about the same two things stand to each other."""
    if set(claim_end_keys(one)) != set(claim_end_keys(other)) or one.triple.doubtful or other.triple.doubtful:
        return StatementRelation.NEITHER
    if one.predicate is None or other.predicate is None or (one.overstates and other.overstates):
        return _by_words(one, other)
    ours, theirs = _senses(one, phrases), _senses(other, phrases)
    if _same(one, other, ours, theirs, phrases):
        return StatementRelation.AGREE
    found = agreed_stance(s for a in ours for b in theirs for s in (_stance(a, b, phrases), _stance(b, a, phrases)))
    cautious = one.hedged and other.hedged  # "may" and "may not" go together
    return StatementRelation.CONTRADICT if found is Stance.AGAINST and not cautious else StatementRelation.NEITHER


def _same(one: Claim, other: Claim, ours: Senses, theirs: Senses, phrases: ClaimVocabulary) -> bool:
    """Whether both say the same, neither more nor less: "treats" and "affects" are not that."""
    either = all(phrases.get(c.predicate or "").symmetric for c in (*ours, *theirs))
    alike = {c.predicate for c in ours} == {c.predicate for c in theirs} and (
        either or claim_end_keys(one) == claim_end_keys(other)
    )
    return alike and one.negated == other.negated and one.overstates == other.overstates


def _senses(claim: Claim, phrases: ClaimVocabulary) -> Senses:
    """Return the claim in every sense of its phrase."""
    read = phrases.read(claim.triple.relation).predicates
    return tuple(replace(claim, predicate=p) for p in read) if claim.predicate in read else (claim,)


def _stance(claim: Claim, stated: Claim, rules: Rules) -> Stance:
    """Return how a statement, taken for an edge of a graph, stands to a claim."""
    if claim.predicate is None or stated.predicate is None or (stated.overstates and stated.negated):
        return Stance.NEITHER  # "does not cure" is not "does not treat"
    subject, object = claim_end_keys(stated)
    edge = Edge("", subject, stated.predicate, object, stated.negated)
    reversed = subject != claim_end_keys(claim)[0]
    return stance_of(claim.predicate, claim.negated, claim.overstates, edge, rules, reversed)


def _by_words(one: Claim, other: Claim) -> StatementRelation:
    """Compare claims that no predicate of the graph states: only the same words say the same."""
    if (
        claim_end_keys(one) != claim_end_keys(other)
        or one.predicate != other.predicate
        or relation_stems(one) != relation_stems(other)
    ):
        return StatementRelation.NEITHER
    if one.negated == other.negated:
        return StatementRelation.AGREE
    return StatementRelation.NEITHER if one.hedged and other.hedged else StatementRelation.CONTRADICT


def relation_stems(claim: Claim) -> frozenset[str]:
    """Return the beginnings of the relation's words that matter: the same for "cures" and "does not cure"."""
    return word_stems(claim.triple.relation)


def word_stems(words: str) -> frozenset[str]:
    """Return the beginnings of the words that say something."""
    found = re.findall(r"[^\W_]+", re.sub(r"n['’]t\b", " not", words.lower()))
    return frozenset(w[:4] for w in found if w not in word_list("empty word"))


# --- What is said about each pair of things: positions, who takes them, how they stand to each other.


@dataclass(frozen=True, slots=True)
class SpeakerClaim:
    """A claim with its number and who makes it."""

    number: int
    speaker: str
    claim: Claim


@dataclass(frozen=True, slots=True)
class Position:
    """Statements that say the same, in the order in which they were made; at least one."""

    statements: tuple[SpeakerClaim, ...]

    @property
    def speakers(self) -> tuple[str, ...]:
        """Who takes it, each once."""
        return tuple(dict.fromkeys(s.speaker for s in self.statements))

    @property
    def numbers(self) -> tuple[int, ...]:
        """Its claims' numbers."""
        return tuple(s.number for s in self.statements)

    @property
    def disputed(self) -> bool:
        """Whether papers stand against it."""
        return any(s.claim.verdict in (Verdict.CONTRADICTED, Verdict.MIXED) for s in self.statements)


@dataclass(frozen=True, slots=True)
class Discussion:
    """What is said about two things: the positions, and those of them (by place) that contradict each other."""

    positions: tuple[Position, ...]
    clashes: tuple[tuple[int, int], ...]

    @property
    def speakers(self) -> tuple[str, ...]:
        """Everybody who speaks of the pair, each once."""
        return tuple(dict.fromkeys(name for p in self.positions for name in p.speakers))

    @property
    def papers(self) -> int:
        """How many papers stand for or against what is said."""
        claims = [s.claim for p in self.positions for s in p.statements]
        return count_papers([e for c in claims for e in (*c.edges_for, *c.edges_against)])

    @property
    def worth(self) -> tuple[int, int, int, int]:
        """How much it is worth telling, least first: clashes, what papers dispute, agreement; then voices, papers."""
        agreed = any(len(p.speakers) > 1 for p in self.positions)
        kind = 0 if self.clashes else 1 if any(p.disputed for p in self.positions) else 2 if agreed else 3
        return kind, -len(self.speakers), -self.papers, self.positions[0].numbers[0]


def collect_statements(turn: Turn) -> tuple[SpeakerClaim, ...]:
    """Return the claims that count with their speakers."""
    names = turn.speakers
    return tuple(
        SpeakerClaim(n, names[c.triple.paragraph] if c.triple.paragraph < len(names) else NOBODY, c)
        for n, c in turn.counted
    )


def group_by_pair(said: Sequence[SpeakerClaim], phrases: ClaimVocabulary) -> tuple[Discussion, ...]:
    """Return what is said of each pair of things, what is most worth telling first."""
    pairs: dict[frozenset[str], list[SpeakerClaim]] = {}
    for statement in said:
        pairs.setdefault(frozenset(claim_end_keys(statement.claim)), []).append(statement)
    return tuple(sorted((_talk(some, phrases) for pair, some in pairs.items() if len(pair) > 1), key=lambda t: t.worth))


def _talk(said: Sequence[SpeakerClaim], phrases: ClaimVocabulary) -> Discussion:
    positions: list[list[SpeakerClaim]] = []
    for one in said:
        same = (p for p in positions if all(_agree(one, other, phrases) for other in p))
        found = next(same, None)
        positions.append([one]) if found is None else found.append(one)
    clashes = tuple(
        (i, j)
        for j, later in enumerate(positions)
        for i, earlier in enumerate(positions[:j])
        if compare_claims(earlier[0].claim, later[0].claim, phrases) is StatementRelation.CONTRADICT
    )
    return Discussion(tuple(Position(tuple(p)) for p in positions), clashes)


def _agree(one: SpeakerClaim, other: SpeakerClaim, phrases: ClaimVocabulary) -> bool:
    return compare_claims(one.claim, other.claim, phrases) is StatementRelation.AGREE
