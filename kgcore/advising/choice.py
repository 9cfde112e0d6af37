"""Which leads stand together, and in which order: good ones that differ. Pure.

Maximal marginal relevance (Carbonell & Goldstein, SIGIR 1998): each next one is the best of what is left after taking
off what it shares with those before it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations

from kgcore.advising.lead import Lead
from kgcore.advising.offer import Offer
from kgcore.controls import Kind
from kgcore.thread import Recommendation

SHOWN = 3
_RELEVANCE = 0.6  # how much a lead's own weight counts against its likeness to what is there already
_TYPE, _PREDICATE, _SUBJECT = 0.35, 0.25, 0.1  # what two leads share
_KINDS = {Kind.NODE: 0.0, Kind.TYPE: 0.05, Kind.WHY: 0.3}  # and two of one kind
_SAME = 1.0  # one says what the other says
_RANK = 0.08  # what a place further down the list costs a button


def likeness(a: Offer, b: Offer) -> float:
    """Return how much two questions have in common: 0 to 1; 1 where one contains the other."""
    if doubles(a, b):
        return _SAME
    shared = (_TYPE if a.type == b.type else 0.0) + (_PREDICATE if a.predicate == b.predicate else 0.0)
    return shared + (_SUBJECT if a.subject == b.subject else 0.0) + (_KINDS[a.kind] if a.kind is b.kind else 0.0)


def doubles(a: Offer, b: Offer) -> bool:
    """Tell whether one question is about the same pair as the other, or about one of its members."""
    if a.kind is not b.kind and a.kind is not Kind.WHY and b.kind is not Kind.WHY:
        of_type, single = (a, b) if a.kind is Kind.TYPE else (b, a)
        if single.subject == of_type.subject:
            return single.target in of_type.nodes
        return single.target == of_type.subject and single.subject in of_type.nodes
    if a.subject == b.subject:
        return a.target == b.target
    return a.subject == b.target and a.target == b.subject


def varied(leads: Sequence[Lead], most: int) -> list[Lead]:
    """Return the best of the leads (best first) in an order in which neighbours differ."""
    top = max((lead.score for lead in leads), default=0.0) or 1.0
    left = [(_RELEVANCE * lead.score / top, lead) for lead in leads]
    like = [0.0] * len(left)
    chosen: list[Lead] = []
    while left and len(chosen) < most:
        at = max(range(len(left)), key=lambda n: left[n][0] - (1 - _RELEVANCE) * like[n])
        lead = left.pop(at)[1]
        like.pop(at)
        chosen.append(lead)
        like = [max(known, likeness(lead, other)) for known, (_, other) in zip(like, left, strict=True)]
    return chosen


def three(offers: Sequence[Recommendation], shown: Collection[frozenset[str]]) -> tuple[Recommendation, ...]:
    """Return up to three that differ, in their order: a set that is new, as far as there is one of that size.

    Three that have stood together are never shown again; where no other three are left, two are. A question that
    contains another stands beside it only where there is nothing else.
    """
    keys = [offer.key for offer in offers]
    alike = {(a, b): likeness(offers[a], offers[b]) for a, b in combinations(range(len(offers)), 2)}
    for worst in (_SAME, 2 * _SAME):
        least = 2 if worst == _SAME and len(offers) > 1 else 1
        for size in range(min(SHOWN, len(offers)), least - 1, -1):
            sets = (c for c in combinations(range(len(offers)), size) if frozenset(keys[n] for n in c) not in shown)
            fit = [(_cost(c, alike), c) for c in sets if all(alike[pair] < worst for pair in combinations(c, 2))]
            if fit:
                return tuple(offers[n] for n in min(fit)[1])
    return tuple(offers[: SHOWN - 1])


def _cost(places: Sequence[int], alike: Mapping[tuple[int, int], float]) -> float:
    return sum(_RANK * n for n in places) + sum(alike[pair] for pair in combinations(places, 2))
