"""The exploration of a thread: its goal, how much of it is explored, and what its questions and claims name. Pure.

KNOWNET (IEEE VIS 2024): the goal is the one-hop neighbourhood of the entities in the first question, widened by those
of later questions that people typed themselves; progress is what claims have named of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from kgcore.model import Claim, Entity, Neighbourhood
from kgcore.thread import Exploration, Step, Turn


class Progress(NamedTuple):
    """How many of the goal's nodes a claim of the thread names, and how many there are."""

    explored: int
    total: int


def exploration_of(turns: Sequence[Turn]) -> Exploration:
    """Return the exploration that a thread's turns make up."""
    return Exploration(tuple(map(_step, turns)), _entities(turns))


def goal(exploration: Exploration, around: Mapping[str, Neighbourhood]) -> frozenset[str]:
    """Return the ids one hop around the roots; `around` holds at least the roots' neighbourhoods."""
    return frozenset().union(*(around[root].ids for root in exploration.roots if root in around))


def progress(exploration: Exploration, around: Mapping[str, Neighbourhood]) -> Progress:
    """Return how far the goal is explored; `around` holds at least the roots' neighbourhoods."""
    whole = goal(exploration, around)
    named = {id for step in exploration.steps for id in step.named}
    return Progress(len(whole & named), len(whole))


def named(claims: Iterable[Claim]) -> tuple[str, ...]:
    """Return the ids of the entities that claims name, each once."""
    return tuple(dict.fromkeys(side.entity.id for claim in claims for side in (claim.subject, claim.object) if side))


def _step(turn: Turn) -> Step:
    pairs = tuple((c.subject.entity.id, c.object.entity.id) for c in turn.claims if c.subject and c.object)
    focus = tuple(e.id for e in turn.focus)
    return Step(turn.id, turn.question, focus, named(turn.claims), turn.typed, turn.asked, pairs)


def _entities(turns: Sequence[Turn]) -> tuple[Entity, ...]:
    found: dict[str, Entity] = {}
    for turn in turns:
        sides = (side for claim in turn.claims for side in (claim.subject, claim.object))
        for entity in (*turn.focus, *(side.entity for side in sides if side)):
            found.setdefault(entity.id, entity)
    return tuple(found.values())
