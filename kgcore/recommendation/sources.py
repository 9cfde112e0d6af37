"""How much a lead is worth asking, in numbers. Pure.

A weight is the logarithm of the papers behind a lead (so that nobody's favourite disease wins by bulk), times factors.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import log, log2
from typing import NamedTuple

from kgcore.exploration.exploration import goal_nodes
from kgcore.recommendation.candidates import (
    AnsweredClaim,
    CandidateQuestion,
    Depth,
    Effect,
    KnownStances,
    Pair,
    depth_of_predicate,
    effect_of_edge,
    is_general,
    is_taken,
    pair_from_edges,
)
from kgcore.recommendation.ranking import Preferences, QuestionHistory
from kgcore.values.actions import RecommendationKind
from kgcore.values.model import Claim, Edge, Entity, Neighbourhood, Paper, Salience, count_papers
from kgcore.values.remembering import Same, claim_bytes, remembered
from kgcore.values.thread import Exploration, Step
from kgcore.verdict.stance import Rules
from kgcore.verdicts import Verdict
from kgcore.vocabulary.wording import is_no_effect

UNCITED = 0.5  # papers that an edge without any counts for
HUB = 0.5  # what the best-connected node loses
GENERAL = 0.15  # what a node that everything is about keeps
DULL = 0.2  # what a question that is true by definition keeps
PARTS = 0.4  # and one about what something consists of
NULL = 0.6  # all papers deny it: worth knowing, but there is no more to find
SPLIT = 0.6  # what evenly split papers add
KNOWN = 0.7  # the thread has named the neighbour already
HARM_EARLY, HARM_LATE = 0.6, 1.3  # before and after a benefit of the same entity was answered
FADING = 0.8  # per step back from the last question
NAMED = 0.85  # an answer named it, the question did not
FAR = 0.5  # nearness never falls below this
OLD, NEW, HALF = 0.7, 1.3, 8  # weight of very old and of this year's papers; years in which the difference halves


def evidence_weight(papers: int) -> float:
    """Return what a number of papers is worth."""
    return log2(1 + (papers or UNCITED))


def of_pair(pair: Pair, largest: int) -> float:
    """Return what a pair's papers, their disagreement and how special its neighbour is are worth."""
    common = log(1 + pair.degree) / log(1 + largest)
    null = NULL if pair.main.negated else 1.0
    return evidence_weight(len(pair.papers)) * null * (1 + SPLIT * pair.balance) * (1 - HUB * min(1.0, common))


def nearness_to_question(exploration: Exploration) -> dict[str, float]:
    """Return how near the entities of the context are to the last question: FAR, for those left out, to 1."""
    near: dict[str, float] = {}
    fading = 1.0
    for step in reversed(exploration.steps):
        if fading < FAR:  # nothing before is nearer
            break
        for id in step.focus:
            near[id] = max(near.get(id, FAR), fading)
        for id in step.named:
            near[id] = max(near.get(id, FAR), fading * NAMED)
        fading *= FADING
    return near


def reweigh(
    candidates: Sequence[CandidateQuestion], papers: Mapping[str, Paper], preferences: Preferences
) -> list[CandidateQuestion]:
    """Return the candidates weighed again by the years of their papers and by a person's preferences, best first."""
    years = {id: p.year for id, p in papers.items() if p.year}
    now = max(years.values(), default=0)
    factors = preferences.factors()
    again = [
        one._replace(
            score=one.score * (_recency(one.papers, years, now) if years else 1) * factors.of(one.type, one.predicate)
        )
        for one in candidates
    ]
    return sorted(again, key=lambda candidate: (-candidate.score, candidate.key))


def _recency(ids: Iterable[str], years: Mapping[str, int], now: int) -> float:
    known = [0.5 ** ((now - years[id]) / HALF) for id in ids if id in years]
    return OLD + (NEW - OLD) * sum(known) / len(known) if known else 1.0


# --- Leads from the neighbourhoods of what a thread has named: pairs of entities, and of an entity and a
# type.

FEW = 2  # a type needs as many neighbours to be a question of its own
_SEVERAL = 0.5  # what each doubling of a type's members adds
_BEST = 2  # members that a type is judged by
Scored = tuple[Pair, float, bool]  # a pair, its weight, whether its question is about a harm


class Sources:
    """What leads are made of, looked up once for a thread."""

    def __init__(
        self, exploration: Exploration, around: Mapping[str, Neighbourhood], rules: Rules, past: QuestionHistory
    ) -> None:
        self.exploration, self.rules, self.past = exploration, rules, past
        self.around = around
        self.inside = goal_nodes(exploration, self._trimmed())
        self.entities = {e.id: e for e in exploration.entities}
        self.near = nearness_to_question(exploration)
        self._largest = max((m.degree for n in around.values() for m in n.best), default=1) or 1
        self._named = frozenset(id for s in exploration.steps for id in (*s.focus, *s.named))
        self._helped = frozenset[str]().union(*(answered_by(step, rules).helped for step in exploration.steps))
        self._stances: KnownStances = {}

    def _trimmed(self) -> dict[str, Neighbourhood]:
        """Return the neighbourhoods with only those ids that a lead can be about: a hub has a hundred thousand."""
        asked = {m.entity.id for id in self.exploration.sources if id in self.around for m in self.around[id].best}
        asked |= {id for s in self.exploration.steps for id in s.named}
        return {
            root: replace(self.around[root], ids=self.around[root].ids & asked)
            for root in self.exploration.roots
            if root in self.around
        }

    def candidates(self) -> Iterator[CandidateQuestion]:
        """Yield all pairs worth asking about; what was asked or dismissed as a type is still among them."""
        for id in self.exploration.sources:
            if id in self.around and id in self.entities and self.past.allows_source(id):
                n = self.entities[id]
                pairs = [self._scored(n, found) for found in self._pairs(n)]
                yield from (self._single(n, *one) for one in pairs)
                yield from self._types(n, pairs)

    def _pairs(self, n: Entity) -> Iterator[Pair]:
        barred, types, inside, taken = bool(self.past.predicates), self.past.types, self.inside, self.past.taken(n.id)
        for m in self.around[n.id].best:
            far = m.entity.id
            if far not in inside or far in taken or far == n.id or m.entity.type in types:
                continue
            edges = tuple(filter(self.past.allows_edge, m.edges)) if barred else m.edges
            if edges:
                yield pair_from_edges(m.entity, edges, m.degree, self.rules, self._stances)

    # ── weights ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def _scored(self, n: Entity, found: Pair) -> Scored:
        factor, harm = self._asking(n, found.far, found.main)
        known = KNOWN if found.far.id in self._named else 1.0
        general = GENERAL if is_general(found.far.name, found.far.type) else 1.0
        near = self.near.get(n.id, FAR)
        return found, of_pair(found, self._largest) * factor * known * general * near, harm

    def _asking(self, n: Entity, far: Entity, main: Edge) -> tuple[float, bool]:
        """Return what asking with this edge's predicate does to the weight, and whether it is about a harm."""
        deep = depth_of_predicate(main.predicate)
        if deep is not Depth.PLAIN:
            return (DULL if deep is Depth.DEFINED else PARTS), False
        agent, object = (n, far) if main.subject == n.id else (far, n)
        if effect_of_edge(main, object, self.rules) is not Effect.HARM or not is_taken(agent.type):
            return 1.0, False
        return (HARM_LATE if agent.id in self._helped else HARM_EARLY), True

    def _single(self, n: Entity, found: Pair, score: float, harm: bool) -> CandidateQuestion:
        outward = found.main.subject == n.id
        far = found.far
        return CandidateQuestion(
            RecommendationKind.NODE, n, far.id, far.type, found.main.predicate, score, (found,), outward, harm=harm
        )

    # ── types ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def _types(self, n: Entity, pairs: Iterable[Scored]) -> Iterator[CandidateQuestion]:
        groups: dict[tuple[str, str, bool], list[Scored]] = defaultdict(list)
        for one in pairs:
            main = one[0].main
            outward = main.subject == n.id or self.rules.get(main.predicate).symmetric
            groups[one[0].far.type, main.predicate, outward].append(one)
        for (type, predicate, outward), members in groups.items():
            if len(members) >= FEW and sum(not m[0].main.negated for m in members) >= FEW:
                yield self._type(n, type, predicate, outward, members)

    def _type(self, n: Entity, type: str, predicate: str, outward: bool, members: list[Scored]) -> CandidateQuestion:
        ordered = sorted(members, key=lambda one: (-one[1], one[0].far.id))
        best = [score for _, score, _ in ordered[:_BEST]]
        score = sum(best) / len(best) * (1 + _SEVERAL * (len(members).bit_length() - 1))
        pairs = tuple([found for found, _, _ in ordered])
        near = self.around[n.id]
        alike = sum(m.entity.type == type and any(e.predicate == predicate for e in m.edges) for m in near.best)
        partly = len(near.ids) > len(near.best) or alike > len(pairs)
        return CandidateQuestion(
            RecommendationKind.TYPE, n, type, type, predicate, score, pairs, outward, harm=members[0][2], partly=partly
        )


# --- Leads from what has been answered and not explained: the why of a claim.

_BESIDE = 0.6  # what a claim of low salience, or outside the goal, keeps
_RELATED = 3  # papers that a connection without direct evidence counts for


_ANSWERED_REMEMBERED = 16 << 20  # bytes: what answers of threads left open


class OpenWhy(NamedTuple):
    """The why of a claim before it is known how near the claim is: its score is `weight` times that, times `beside`."""

    candidate: CandidateQuestion
    weight: float
    beside: float


class Answered(NamedTuple):
    """What an answer means for the questions after it: the whys that it leaves, and whose (ids) benefit it tells."""

    whys: tuple[OpenWhy, ...]
    helped: frozenset[str]


def answered_by(step: Step, rules: Rules) -> Answered:
    """Return what a step's answer means for the questions after it."""
    return _answered((Same(step), Same(rules)))


def _bytes_of(key: tuple[Same[Step], Same[Rules]], answered: Answered) -> int:
    return sum(claim_bytes(claim) for claim in key[0].value.claims)


@remembered(_ANSWERED_REMEMBERED, _bytes_of)
def _answered(key: tuple[Same[Step], Same[Rules]]) -> Answered:
    """Work it out once for every answer: each later one asks it of all before."""
    step, rules = key[0].value, key[1].value
    whys = (_why(claim, rules) for claim in step.claims)
    return Answered(tuple(filter(None, whys)), frozenset(_benefits(step.claims, rules)))


def _benefits(claims: Iterable[Claim], rules: Rules) -> Iterator[str]:
    """Yield the entities a benefit of which has been answered."""
    for claim in claims:
        if claim.verdict.row.basis.settles and claim.subject and claim.object and claim.predicate:
            said = Edge("", claim.subject.entity.id, claim.predicate, claim.object.entity.id)
            if effect_of_edge(said, claim.object.entity, rules) is Effect.BENEFIT:
                yield claim.subject.entity.id


def why_questions(sources: Sources) -> Iterator[CandidateQuestion]:
    """Yield the whys of all claims that have one; what was explained or asked is still among them."""
    fading = 1.0
    for step in reversed(sources.exploration.steps):
        near = max(fading, FAR)
        for candidate, weight, beside in answered_by(step, sources.rules).whys:
            outside = sources.inside.isdisjoint((candidate.subject, candidate.target))
            yield candidate._replace(score=weight * near * (beside * (_BESIDE if outside else 1)))
        fading *= FADING


def _why(claim: Claim, rules: Rules) -> OpenWhy | None:
    if claim.verdict is Verdict.UNSURE or not claim.subject or not claim.object:
        return None
    subject, object = claim.subject.entity, claim.object.entity
    predicate = _asked_with(claim)
    if subject.id == object.id or depth_of_predicate(predicate) is not Depth.PLAIN:
        return None
    if is_no_effect(rules.get(predicate)):  # nobody asks why a cold "has the symptom" cough
        return None
    weight = evidence_weight(_papers(claim)) * claim.verdict.row.open_question
    beside = _BESIDE if claim.triple.salience is Salience.LOW else 1
    why = AnsweredClaim(claim, subject, object, predicate)
    outward = claim.verdict is not Verdict.CONTRADICTED or strongest_counterevidence(claim).subject == subject.id
    candidate = CandidateQuestion(
        RecommendationKind.WHY, subject, object.id, object.type, predicate, 0.0, outward=outward, answered=why
    )
    return OpenWhy(candidate, weight, beside)


def _papers(claim: Claim) -> int:
    if claim.verdict is Verdict.RELEVANT:
        return _RELATED
    return count_papers((*claim.edges_for, *claim.edges_against))


def _asked_with(claim: Claim) -> str:
    """Return the predicate of the evidence where it contradicts the claim, else the claim's."""
    return (
        strongest_counterevidence(claim).predicate if claim.verdict is Verdict.CONTRADICTED else claim.predicate or ""
    )


def strongest_counterevidence(claim: Claim) -> Edge:
    """Return the best-documented edge against a contradicted claim."""
    return max(claim.edges_against, key=lambda e: e.cited)
