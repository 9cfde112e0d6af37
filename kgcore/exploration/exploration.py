"""The exploration of a thread: what its questions, answers and recorded actions add up to. Pure.

KNOWNET (IEEE VIS 2024): the goal is the one-hop neighbourhood of the entities in the first question, widened by those
of later questions that people typed themselves; progress is what claims have named of it, dismissed parts taken out.
All state is a fold over what happened: `exploration_of` (and `view_of`, `apply_actions`) give the same for the same
events, in whatever process.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from kgcore.values.actions import (
    ActionRecord,
    Bookmarked,
    Chosen,
    Merged,
    Narrowed,
    Rated,
    Trimmed,
    Undone,
    View,
    Viewed,
    Went,
)
from kgcore.values.model import Candidate, Claim, Entity, Mention, Neighbourhood
from kgcore.values.thread import Exploration, Step, Turn

LEFT_ALONE = (Chosen, Bookmarked, Rated)  # what "undo" does not take back


class ExplorationProgress(NamedTuple):
    """How many of the goal's nodes a claim of the thread names, and how many there are."""

    explored: int
    total: int


def exploration_of(
    turns: Sequence[Turn], action_records: Sequence[ActionRecord] = (), known: Iterable[tuple[Turn, Step]] = ()
) -> Exploration:
    """Return the exploration that a thread's turns and recorded actions make up; `known` are steps of the very same
    turns that were worked out before.
    """
    counting = effective_actions(action_records)
    turns = apply_actions(turns, counting)
    steps = {id(turn): step for turn, step in known}
    found = tuple([steps.get(id(turn)) or _step(turn) for turn in turns])
    return Exploration(found, _each_once(entity for step in found for entity in step.entities), counting)


# ── recorded actions
# ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def effective_actions(action_records: Sequence[ActionRecord]) -> tuple[ActionRecord, ...]:
    """Return the recorded actions that count, in order: neither undone nor themselves the undoing."""
    undone = {d.control.event for d in action_records if isinstance(d.control, Undone)}
    return tuple(d for d in action_records if d.event not in undone and not isinstance(d.control, Undone))


def last_undoable(action_records: Sequence[ActionRecord]) -> ActionRecord | None:
    """Return what "undo" takes back: the last recorded action that counts and changed what the thread shows."""
    return next((d for d in reversed(effective_actions(action_records)) if not isinstance(d.control, LEFT_ALONE)), None)


def view_of(action_records: Sequence[ActionRecord], turn: str) -> View:
    """Return how an answer is looked at."""
    views = [
        d.control.view
        for d in effective_actions(action_records)
        if isinstance(d.control, Viewed) and d.control.turn == turn
    ]
    return views[-1] if views else View()


def merged_nodes(action_records: Sequence[ActionRecord]) -> dict[str, str]:
    """Return, for every node that is taken for another (id, or "?" and a mention's words), that other's id."""
    same: dict[str, str] = {}
    for control in (d.control for d in effective_actions(action_records)):
        if isinstance(control, Merged):
            kept = same.get(control.kept, control.kept)
            same = {gone: kept if to == control.gone else to for gone, to in same.items()} | {control.gone: kept}
            same.pop(kept, None)
    return same


def counted_designs(action_records: Sequence[ActionRecord]) -> tuple[str, ...]:
    """Return the designs of papers that alone count in a thread; () where all do."""
    said = [d.control.designs for d in effective_actions(action_records) if isinstance(d.control, Narrowed)]
    return said[-1] if said else ()


def apply_actions(turns: Sequence[Turn], action_records: Sequence[ActionRecord]) -> tuple[Turn, ...]:
    """Return the turns with claims judged again where nodes were merged or designs left out, and without those that
    were trimmed.
    """
    controls = [d.control for d in effective_actions(action_records)]
    again = {(j.turn, j.index): j.claim for c in controls if isinstance(c, Merged | Narrowed) for j in c.judged}
    trimmed = [c for c in controls if isinstance(c, Trimmed)]
    if not again and not trimmed:
        return tuple(turns)
    nodes = {c.node for c in trimmed if c.node}
    single = {(c.turn, c.claim) for c in trimmed if not c.node}
    return tuple(_edited(turn, again, nodes, single) for turn in turns)


def _edited(turn: Turn, again: Mapping[tuple[str, int], Claim], nodes: set[str], single: set[tuple[str, int]]) -> Turn:
    claims = tuple(again.get((turn.id, n), claim) for n, claim in enumerate(turn.claims))
    gone = (n for n, claim in enumerate(claims) if (turn.id, n) in single or nodes & set(claim_end_keys(claim)))
    return replace(turn, claims=claims, trimmed=tuple(gone))


def node_key(mention: Mention, candidate: Candidate | None) -> str:
    """Return what names a claim's end: the entity's id, or "?" and the words where the graph does not know it."""
    return candidate.entity.id if candidate else "?" + " ".join(mention.text.lower().split())


def claim_end_keys(claim: Claim) -> tuple[str, str]:
    """Return the keys of a claim's subject and object."""
    return node_key(claim.subject_mention, claim.subject), node_key(claim.object_mention, claim.object)


# ── steps ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def current_turn(turns: Sequence[Turn], action_records: Sequence[ActionRecord]) -> str:
    """Return the turn that the next question goes on from: the newest, unless somebody went back since; "" if none."""
    if not turns:
        return ""
    latest = turns[-1].id
    went = [d.control for d in effective_actions(action_records) if isinstance(d.control, Went)]
    known = {t.id for t in turns}
    return went[-1].turn if went and went[-1].latest == latest and went[-1].turn in known else latest


def path_to_turn(turns: Sequence[Turn], turn: str) -> tuple[Turn, ...]:
    """Return the steps that lead to a turn, oldest first, the turn itself last; none where there is no such turn."""
    by_id = {t.id: t for t in turns}
    way: list[Turn] = []
    at = turn
    while at in by_id:
        way.append(by_id.pop(at))  # never met again, whatever parents say
        at = way[-1].parent
    return tuple(reversed(way))


def branch_ends(turns: Sequence[Turn]) -> tuple[str, ...]:
    """Return the turns at which branches end (nothing goes on from them), in the order of asking."""
    parents = {t.parent for t in turns}
    return tuple(t.id for t in turns if t.id not in parents)


# ── goal and progress ───────────────────────────────────────────────────────────────────────────────────────────────


def goal_nodes(exploration: Exploration, around: Mapping[str, Neighbourhood]) -> Set[str]:
    """Return the ids one hop around the roots, without what was dismissed; `around` holds the roots' neighbourhoods."""
    whole = set[str]().union(*(around[root].ids for root in exploration.roots if root in around))
    whole.difference_update(id for dismissed in exploration.dismissed for id in dismissed.nodes)
    whole -= _barred(exploration, around)
    return whole


def _barred(exploration: Exploration, around: Mapping[str, Neighbourhood]) -> set[str]:
    """Return the ids that only barred predicates lead to, or whose type is barred, as far as it is known."""
    types = {b.type for b in exploration.barred if b.type}
    predicates = {b.predicate for b in exploration.barred if b.predicate}
    if not types and not predicates:
        return set()
    near = [m for root in exploration.roots if root in around for m in around[root].best]
    left = {m.entity.id for m in near if any(e.predicate not in predicates for e in m.edges)}
    return {m.entity.id for m in near if m.entity.type in types or m.entity.id not in left}


def goal_progress(exploration: Exploration, around: Mapping[str, Neighbourhood]) -> ExplorationProgress:
    """Return how far the goal is explored; `around` holds at least the roots' neighbourhoods."""
    whole = goal_nodes(exploration, around)
    named = {id for step in exploration.steps for id in step.named}
    return ExplorationProgress(len(whole & named), len(whole))


def entities_in_claims(claims: Iterable[Claim]) -> tuple[str, ...]:
    """Return the ids of the entities that claims name, each once."""
    return tuple(dict.fromkeys(side.entity.id for claim in claims for side in (claim.subject, claim.object) if side))


def _step(turn: Turn) -> Step:
    claims = tuple(claim for _, claim in turn.counted)
    sides = (side.entity for claim in claims for side in (claim.subject, claim.object) if side)
    return Step(
        turn.id,
        turn.question,
        tuple(e.id for e in turn.focus),
        entities_in_claims(claims),
        turn.typed,
        turn.asked,
        claims,
        turn.explains,
        turn.parent,
        turn.offered,
        tuple(r for r in turn.recommendations if r.key in turn.offered) if turn.offered else (),
        _each_once((*turn.focus, *sides)),
        keys_shown(turn),
    )


def _each_once(entities: Iterable[Entity]) -> tuple[Entity, ...]:
    found: dict[str, Entity] = {}
    for entity in entities:
        found.setdefault(entity.id, entity)
    return tuple(found.values())


def numbers_of(turns: Iterable[Turn]) -> dict[str, int]:
    """Number what a thread names, in the order in which its questions and claims name it, from 1."""
    return numbers_in(map(keys_shown, turns))


def numbers_in(shown: Iterable[Iterable[str]]) -> dict[str, int]:
    """Return the same from the `keys_shown` of the turns."""
    keys = dict.fromkeys(chain.from_iterable(shown))
    return dict(zip(keys, range(1, len(keys) + 1), strict=True))


def keys_shown(turn: Turn) -> tuple[str, ...]:
    """Return what a turn shows: its question's entities, then those of its claims and their paths, each once.

    Keys are ids of entities, or "?" and the words of a mention that the graph does not know.
    """
    ids = [e.id for e in turn.focus]
    for claim in turn.claims:
        ids += [key for key in claim_end_keys(claim) if key != "?"]
        ids += [e.id for e in claim.path.nodes] if claim.path else []
        ids += [claim.carrier.id] if claim.carrier else []
    ids += [n.entity.id for n in turn.around]
    return tuple(dict.fromkeys([*ids, *(e.id for way in turn.ways for e in way.nodes)]))
