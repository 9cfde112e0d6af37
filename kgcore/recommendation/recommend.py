"""The next questions worth asking, best first. Pure.

KNOWNET's pairs (n, n′) and (n, t): n is anything that the thread's questions and claims name so far; n′ is a neighbour
of n inside the goal, t the type of some. To them come *why* questions about claims that nobody has explained yet.
What was asked, judged, dismissed or barred before is left out.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from kgcore.recommendation.candidates import AnsweredClaim, CandidateQuestion
from kgcore.recommendation.ranking import Preferences, QuestionHistory, diversify, pick_three
from kgcore.recommendation.sources import Sources, reweigh, strongest_counterevidence, why_questions
from kgcore.values.actions import RecommendationKind
from kgcore.values.model import Claim, Neighbourhood, Paper, count_papers
from kgcore.values.thread import Exploration, Recommendation
from kgcore.verdict.stance import Rules
from kgcore.verdicts import Basis
from kgcore.vocabulary.types import type_words
from kgcore.vocabulary.wording import (
    objects_called,
    papers_count,
    question_about,
    question_connected,
    question_disputed,
    question_which,
    question_why,
)

# --- A lead as people read it: a question as a person would put it, and the reason for asking it.


def word_recommendation(candidate: CandidateQuestion, rules: Rules) -> Recommendation:
    """Return the lead as a recommendation."""
    if candidate.answered is not None:
        text, reason = _why(candidate, candidate.answered, rules), _state(candidate.answered.claim)
    elif candidate.kind is RecommendationKind.TYPE:
        text = question_which(candidate.entity, rules.get(candidate.predicate), candidate.type, candidate.outward)
        called = objects_called(rules.get(candidate.predicate)) if candidate.outward else ""
        many = f"{'at least ' if candidate.partly else ''}{len(candidate.pairs)} {called or type_words(candidate.type)}"
        reason = f"{many}, {_evidence(candidate)}"
    else:
        text, reason = _whether(candidate, rules), _evidence(candidate)
    return Recommendation(
        text,
        reason,
        candidate.kind,
        candidate.subject,
        candidate.target,
        candidate.predicate,
        candidate.type,
        candidate.nodes,
        not candidate.outward,
    )


def _whether(candidate: CandidateQuestion, rules: Rules) -> str:
    ends = (candidate.entity, candidate.pairs[0].far)
    left, right = ends if candidate.outward else ends[::-1]
    return question_about(left, rules.get(candidate.predicate), right)


def _evidence(candidate: CandidateQuestion) -> str:
    papers = len(candidate.papers)
    if not papers:
        sources = dict.fromkeys(s for p in candidate.pairs for e in p.edges for s in e.sources)
        return ", ".join([*sources, "no paper given"])
    against = len({p for pair in candidate.pairs for p in pair.against})
    if against >= papers:
        return f"{papers_count(papers)}, {'all ' if papers > 1 else ''}against"
    sides = f": {papers - against} for, {against} against" if against else ""
    return f"{papers_count(papers)}{sides}{', a possible harm' if candidate.harm else ''}"


def _why(candidate: CandidateQuestion, answered: AnsweredClaim, rules: Rules) -> str:
    claim, subject, object = answered.claim, answered.subject, answered.object
    predicate = rules.get(answered.predicate)
    match claim.verdict.row.basis:
        case Basis.BOTH:
            return question_disputed(subject, predicate, object)
        case Basis.FOR:
            return question_why(subject, object, predicate, claim.negated)
        case Basis.AGAINST:
            ends = (subject, object) if candidate.outward else (object, subject)
            return question_why(*ends, predicate, strongest_counterevidence(claim).negated)
        case Basis.NEAR | Basis.NONE:
            return question_connected(subject, object)
        case _ as never:
            assert_never(never)


def _state(claim: Claim) -> str:
    agree, disagree = count_papers(claim.edges_for), count_papers(claim.edges_against)
    match claim.verdict.row.basis:
        case Basis.BOTH:
            return f"mixed: {agree} for, {disagree} against"
        case Basis.FOR:
            return _with_papers("not yet explained", agree)
        case Basis.AGAINST:
            return _with_papers("contradicted", disagree)
        case Basis.NEAR | Basis.NONE:
            return "related, not decisive"
        case _ as never:
            assert_never(never)


def _with_papers(state: str, papers: int) -> str:
    return f"{state}, {papers_count(papers)}" if papers else state


MOST = 12  # recommendations returned; the reply shows three and a menu
_POOL = 40  # candidates that are weighed a second time, with years and preferences
_CITED = 300  # papers whose years are asked for
_CITED_EACH = 24  # and of one lead


@dataclass(frozen=True, slots=True)
class Shortlist:
    """The leads that are weighed a second time, best first; `rules` are what they are worded with.

    `asked` is what the last question was about, `told` what its answer named.
    """

    candidates: tuple[CandidateQuestion, ...]
    rules: Rules
    asked: frozenset[str] = frozenset()
    told: frozenset[str] = frozenset()

    def first_following(self, candidates: Sequence[CandidateQuestion]) -> list[CandidateQuestion]:
        """Return them with the best that goes on from the answer just given in front."""
        for ids in (self.asked, self.told):
            if found := next((c for c in candidates if ids & {c.subject, c.target}), None):
                return [found, *(c for c in candidates if c is not found)]
        return list(candidates)


def shortlist_questions(exploration: Exploration, around: Mapping[str, Neighbourhood], rules: Rules) -> Shortlist:
    """Return what may be asked next, by what the graph and the thread tell: once a turn, for `papers_to_date` and
    `recommend_questions`.

    `around` holds the neighbourhoods of `exploration.sources` and of its roots.
    """
    past = QuestionHistory.of(exploration)
    sources = Sources(exploration, around, rules, past)
    candidates = sorted(
        (*sources.candidates(), *why_questions(sources)),
        key=lambda candidate: (-candidate.score, candidate.subject, candidate.target),
    )
    best: dict[str, CandidateQuestion] = {}
    for candidate in candidates:
        key = candidate.key
        if key not in best and past.allows(candidate):
            best[key] = candidate
        if len(best) == _POOL:
            break
    last = exploration.steps[-1:]
    asked = frozenset(id for step in last for id in step.focus)
    told = frozenset(entity.id for step in last for entity in step.entities)
    return Shortlist(tuple(best.values()), rules, asked, told)


def papers_to_date(weighed: Shortlist) -> frozenset[str]:
    """Return the ids of the papers behind the shortlist, whose years are worth fetching; at most 300."""
    found: dict[str, None] = {}
    for candidate in weighed.candidates:
        found.update(dict.fromkeys(candidate.papers[:_CITED_EACH]))
        if len(found) >= _CITED:
            break
    return frozenset(list(found)[:_CITED])


def recommend_questions(
    weighed: Shortlist,
    papers: Mapping[str, Paper] = {},
    preferences: Preferences = Preferences(),  # noqa: B008
    seen: Collection[str] = (),
) -> tuple[Recommendation, ...]:
    """Return what to ask next, best first, at most MOST; what was shown before (`seen`: keys) comes behind all else.

    `papers` are those of `papers_to_date`, as far as they are known: recent ones count more.
    """
    candidates = reweigh(list(weighed.candidates), papers, preferences)
    fresh = diversify([c for c in candidates if c.key not in seen], MOST)
    again = diversify([c for c in candidates if c.key in seen], MOST - len(fresh)) if len(fresh) < MOST else []
    return tuple(
        word_recommendation(candidate, weighed.rules) for candidate in weighed.first_following([*fresh, *again])
    )


def still_open(recommendations: Sequence[Recommendation], exploration: Exploration) -> tuple[Recommendation, ...]:
    """Return those of a saved answer that are still worth offering.

    Neither asked, dismissed or barred, nor settled by an answer or a typed question about the same, nor explained.
    """
    past = QuestionHistory.of(exploration)
    return tuple(r for r in recommendations if past.allows(r))


def waved_away(recommendation: Recommendation, exploration: Exploration) -> bool:
    """Tell whether somebody has dismissed it, its kind or what it is about since it was offered."""
    return QuestionHistory.of(exploration).waved_away(recommendation)


def recommendations_as_buttons(
    recommendations: Sequence[Recommendation], exploration: Exploration
) -> tuple[Recommendation, ...]:
    """Return the up to three of those left to show as buttons; never three that have stood together before."""
    return pick_three(still_open(recommendations, exploration), exploration.shown)
