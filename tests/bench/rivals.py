"""Simpler rules for what to ask next, to compare with: each is a function from a thread to what stands as buttons."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import combinations
from math import log

from kgcore.exploration.exploration import goal_nodes
from kgcore.recommendation.recommend import (
    recommend_questions,
    recommendations_as_buttons,
    shortlist_questions,
    still_open,
)
from kgcore.values.actions import RecommendationKind
from kgcore.values.model import Neighbour, Neighbourhood, Paper
from kgcore.values.thread import Exploration, Recommendation
from kgcore.verdict.stance import Rules

THREE = 3
FIVE = 5
DULL = frozenset({"isa", "subclassof", "equivalentto", "sameas", "orthologous"})
Around = Mapping[str, Neighbourhood]


def ours(exploration: Exploration, around: Around, rules: Rules, papers: Mapping[str, Paper]) -> list[Recommendation]:
    """Return the buttons of `kgcore.recommend`."""
    found = recommend_questions(shortlist_questions(exploration, around, rules), papers)
    return list(recommendations_as_buttons(still_open(found, exploration), exploration))


def plain(exploration: Exploration, around: Around, rules: Rules, papers: Mapping[str, Paper]) -> list[Recommendation]:
    """Return what the core's first rule offers: papers × (1 − hub), kinds in turn, without what was asked or judged."""
    size = max((m.degree for n in around.values() for m in n.best), default=1)
    asked = {s.asked for s in exploration.steps}
    best: dict[str, tuple[float, Recommendation]] = {}
    for lead in (one for n in exploration.sources if n in around for one in _leads(n, exploration, around, size)):
        best.setdefault(lead[1].key, lead)
    kinds: dict[str, list[tuple[float, Recommendation]]] = defaultdict(list)
    for score, offer in sorted(best.values(), key=lambda one: -one[0]):
        if offer.key not in asked:
            kinds["" if offer.kind is RecommendationKind.TYPE else offer.type].append((score, offer))
    turns = [(place, -score, offer) for group in kinds.values() for place, (score, offer) in enumerate(group)]
    return [offer for _, _, offer in sorted(turns, key=lambda t: t[:2])[:THREE]]


def _leads(n: str, exploration: Exploration, around: Around, size: int) -> Iterator[tuple[float, Recommendation]]:
    inside = goal_nodes(exploration, around)
    known = {frozenset(p) for s in exploration.steps for p in (*s.pairs, *combinations(s.focus, 2))}
    fresh = [m for m in around[n].best if m.entity.id in inside and frozenset((n, m.entity.id)) not in known]
    by_type: dict[str, list[tuple[float, Neighbour]]] = defaultdict(list)
    for m in fresh:
        score = _weight(m, size)
        by_type[m.entity.type].append((score, m))
        yield score, _pair(n, m)
    for type, members in by_type.items():
        if len(members) > 1:
            main = max((e for _, m in members for e in m.edges), key=lambda e: len(e.publications))
            nodes = tuple(m.entity.id for _, m in members if any(e.predicate == main.predicate for e in m.edges))
            yield (
                max(s for s, _ in members),
                Recommendation("", "", RecommendationKind.TYPE, n, type, main.predicate, type, nodes),
            )


def _weight(m: Neighbour, size: int) -> float:
    papers = {p for e in m.edges for p in e.publications}
    dull = all(e.predicate.replace("_", "").casefold() in DULL for e in m.edges)
    return (len(papers) or 0.5) * (1 - 0.5 * log(1 + m.degree) / log(1 + size)) * (0.2 if dull else 1)


def knownet(
    exploration: Exploration, around: Around, rules: Rules, papers: Mapping[str, Paper]
) -> list[Recommendation]:
    """Return what KNOWNET's published code offers: the head's first five neighbours by parallel edges."""
    head = next((id for s in reversed(exploration.steps) for id in s.focus[:1]), "")
    near = sorted(around[head].best, key=lambda m: -len(m.edges)) if head in around else []
    return [_pair(head, m) for m in near[:FIVE]]


def _pair(n: str, m: Neighbour) -> Recommendation:
    main = max(m.edges, key=lambda e: (not e.negated, len(e.publications)))
    return Recommendation(
        "", "", RecommendationKind.NODE, n, m.entity.id, main.predicate, m.entity.type, (m.entity.id,)
    )
