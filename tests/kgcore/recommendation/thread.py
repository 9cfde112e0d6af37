"""Threads made by hand: a small graph around ginkgo, claims, steps and recorded actions."""

from __future__ import annotations

from collections.abc import Iterable

from kgcore.recommendation.recommend import recommend_questions, shortlist_questions
from kgcore.values.actions import ActionRecord, Control, Dismissed, RecommendationKind
from kgcore.values.model import (
    Candidate,
    Claim,
    Edge,
    Entity,
    Match,
    Mention,
    Neighbour,
    Neighbourhood,
    Reason,
    Salience,
    Triple,
)
from kgcore.values.thread import Exploration, Recommendation, Step
from kgcore.verdicts import Verdict
from tests.fakes.phrases import Phrasebook

GINKGO = Entity("S:1", "Ginkgo", "DietarySupplement")
RULES = Phrasebook.small()
FIRST = Step("t1", "?", ("S:1",), ("S:1",))


def papers(first: int, count: int) -> tuple[str, ...]:
    return tuple(f"P:{n}" for n in range(first, first + count))


def near(name: str, type: str, *edges: tuple[str, int], degree: int = 5, centre: str = "S:1") -> Neighbour:
    """Build a neighbour; an edge is (predicate, papers), "not " negates it, "<" turns it towards the centre."""
    made = []
    for n, (predicate, count) in enumerate(edges):
        ends = (name, centre) if "<" in predicate else (centre, name)
        plain = predicate.strip("<").removeprefix("not ")
        cited = papers(100 * n, count)
        made.append(Edge(f"{name}{n}", ends[0], plain, ends[1], "not" in predicate, cited, ("iDISK 2.0",)))
    return Neighbour(Entity(name, name, type), tuple(made), degree)


def around(*neighbours: Neighbour, centre: str = "S:1") -> Neighbourhood:
    return Neighbourhood(centre, frozenset(n.entity.id for n in neighbours), neighbours)


def offered(
    *neighbours: Neighbour,
    steps: tuple[Step, ...] = (FIRST,),
    controls: Iterable[Control] = (),
    **more: Neighbourhood,
) -> list[Recommendation]:
    """Return what is recommended in a thread about ginkgo, or in `steps`, after what was done there."""
    exploration = thread(*neighbours, steps=steps, controls=controls)
    found = recommend_questions(shortlist_questions(exploration, {"S:1": around(*neighbours), **more}, RULES))
    return list(found)


def thread(*neighbours: Neighbour, steps: tuple[Step, ...] = (FIRST,), controls: Iterable[Control] = ()) -> Exploration:
    return Exploration(steps, (GINKGO, *(n.entity for n in neighbours)), action_records(*controls))


def action_records(*controls: Control) -> tuple[ActionRecord, ...]:
    return tuple(ActionRecord(f"e{n}", "thread", "person", control) for n, control in enumerate(controls))


def dismissed(offer: Recommendation, turn: str = "t1") -> Dismissed:
    return Dismissed(turn, offer.key, offer.kind, offer.subject, offer.target, offer.type, offer.predicate, offer.nodes)


def targets(found: Iterable[Recommendation]) -> list[str]:
    return [r.target for r in found if r.kind is RecommendationKind.NODE]


def claim(
    subject: str,
    object: str,
    verdict: Verdict = Verdict.SUPPORTED,
    predicate: str = "TREATS",
    *,
    type: str = "Disease",
    agree: int = 1,
    disagree: int = 0,
    negated: bool = False,
    salience: Salience = Salience.HIGH,
) -> Claim:
    """Build a claim with as many papers for and against as are wanted."""
    ends = (
        GINKGO if subject == "S:1" else Entity(subject, subject, "DietarySupplement"),
        Entity(object, object, type),
    )
    left, right = (Candidate(e, 1.0, Match.EXACT) for e in ends)
    said = Triple(Mention(ends[0].name), "?", Mention(ends[1].name), predicate, negated, salience=salience)
    sided = verdict in {Verdict.SUPPORTED, Verdict.MIXED, Verdict.CONTRADICTED}
    pro = Edge("for", subject, predicate, object, negated, papers(0, agree))
    con = Edge("against", subject, predicate, object, not negated, papers(500, disagree))
    return Claim(
        said,
        verdict,
        Reason.EDGE_FOR,
        "",
        left,
        right,
        predicate,
        negated=negated,
        edges_for=(pro,) if sided and verdict is not Verdict.CONTRADICTED else (),
        edges_against=(con,) if sided and verdict is not Verdict.SUPPORTED else (),
    )


def answered(turn: str, *claims: Claim, focus: tuple[str, ...] = ("S:1",), typed: bool = True) -> Step:
    """Build a step whose answer makes these claims."""
    ends = (side.entity.id for c in claims for side in (c.subject, c.object) if side)
    return Step(turn, "?", focus, tuple(dict.fromkeys(ends)), typed, claims=claims)
