"""The team's own layer over a graph: what people added, withdrew and named, folded from a log of their acts. Pure.

The log only grows: to undo is an act, too. What nobody has accepted is not part of a layer, so it decides no verdict.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from kgcore.errors import InputError
from kgcore.values.model import TEAM, Edge, Entity

_EDGE = "team:"
_ENTITY = "TEAM:"
WRONG_NAME = "A name is linked to the wrong thing"  # the reason of a rejection that is about a name


class ActKind(StrEnum):
    """What somebody did."""

    PROPOSED = "proposed"  # a fact, by a person or from an article
    ACCEPTED = "accepted"  # a proposal, by number
    REJECTED = "rejected"
    WITHDREW = "withdrew"  # an edge of the base graph, by its id
    NAMED = "named"  # another name for an entity
    ENTERED = "entered"  # an entity that the base graph lacks
    UNDID = "undid"  # an act, by number


@dataclass(frozen=True, slots=True)
class Fact:
    """A proposed edge: `papers` are ids, `sentence` the words that say so, `score` how sure a reader was (0 to 1).

    `names` are subject and object as that sentence names them ("": a person named them).
    """

    subject: str
    predicate: str
    object: str
    negated: bool = False
    papers: tuple[str, ...] = ()
    sentence: str = ""
    note: str = ""
    score: float = 1.0
    names: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class Act:
    """One act: `number` from 1, `at` in ISO 8601 (UTC), `target` the number or id that it is about, `why` in words.

    `fact` is what was proposed; `name` and `type` are what was named or entered. `withdraws`: the edges (ids) that a
    proposal wants to count no longer; its fact is then what they say. `person` is who did it as a platform knows them.
    """

    number: int
    at: str
    by: str
    kind: ActKind
    target: str = ""
    fact: Fact | None = None
    name: str = ""
    type: str = ""
    why: str = ""
    withdraws: tuple[str, ...] = ()
    person: str = ""


class ReviewState(StrEnum):
    """Where a proposal stands."""

    OPEN = "open"
    ACCEPTED = "accepted"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A proposal with what was decided about it; `decided` is None while it is open."""

    proposed: Act
    state: ReviewState = ReviewState.OPEN
    decided: Act | None = None

    @property
    def fact(self) -> Fact:
        """What is proposed."""
        if self.proposed.fact is None:
            raise ValueError("a proposal has a fact")
        return self.proposed.fact


@dataclass(frozen=True, slots=True)
class Layer:
    """What holds now. `edges` by their ids, `beside` the same by each entity that they touch."""

    edges: Mapping[str, Edge] = field(default_factory=dict)
    beside: Mapping[str, tuple[Edge, ...]] = field(default_factory=dict)
    withdrawn: frozenset[str] = frozenset()
    entities: Mapping[str, Entity] = field(default_factory=dict)
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # entity → added names
    proposals: Mapping[int, Reviewed] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.edges or self.withdrawn or self.entities or self.names)


def layer_of(acts: Iterable[Act]) -> Layer:
    """Return what all acts together amount to; those that were undone amount to nothing."""
    all_acts = tuple(acts)
    gone: set[int] = set()
    for act in reversed(all_acts):  # an undoing that was undone itself undoes nothing
        if act.kind is ActKind.UNDID and act.number not in gone:
            gone.add(int(act.target))
    proposals: dict[int, Reviewed] = {}
    withdrawn: set[str] = set()
    names: dict[str, list[str]] = defaultdict(list)
    entities: dict[str, Entity] = {}
    for act in all_acts:
        if act.number in gone:
            continue
        match act.kind:
            case ActKind.PROPOSED:
                proposals[act.number] = Reviewed(act)
            case ActKind.ACCEPTED | ActKind.REJECTED:
                _decide(proposals, act)
            case ActKind.WITHDREW:
                withdrawn.add(act.target)
            case ActKind.NAMED:
                names[act.target].append(act.name)
            case ActKind.ENTERED:
                id = f"{_ENTITY}{act.number}"
                entities[id] = Entity(id, act.name, act.type or "Thing")
            case ActKind.UNDID:
                pass
    accepted = [r for r in proposals.values() if r.state is ReviewState.ACCEPTED]
    withdrawn |= {id for r in accepted for id in r.proposed.withdraws}
    edges = {e.id: e for r in accepted if not r.proposed.withdraws for e in (edge_of(r),)}
    return Layer(
        edges,
        _beside(edges.values()),
        frozenset(withdrawn),
        entities,
        {id: tuple(dict.fromkeys(some)) for id, some in names.items()},
        proposals,
    )


def _decide(proposals: dict[int, Reviewed], act: Act) -> None:
    found = proposals.get(int(act.target))
    if found is not None and found.state is ReviewState.OPEN:
        state = ReviewState.ACCEPTED if act.kind is ActKind.ACCEPTED else ReviewState.REJECTED
        proposals[int(act.target)] = Reviewed(found.proposed, state, act)


def edge_of(reviewed: Reviewed) -> Edge:
    """Return an accepted proposal as an edge that says who added it."""
    fact, decided = reviewed.fact, reviewed.decided
    by = f"accepted by {decided.by} on {decided.at[:10]}" if decided else ""
    return Edge(
        f"{_EDGE}{reviewed.proposed.number}",
        fact.subject,
        fact.predicate,
        fact.object,
        fact.negated,
        fact.papers,
        (TEAM,),
        tuple(fact.sentence for _ in fact.papers[:1]) if fact.sentence else (),
        "; ".join(part for part in (fact.note, by) if part),
    )


def layer_with(edge: Edge) -> Layer:
    """Return a layer of one edge: what would be if it were accepted."""
    return Layer({edge.id: edge}, _beside([edge]))


def _beside(edges: Iterable[Edge]) -> dict[str, tuple[Edge, ...]]:
    found: dict[str, list[Edge]] = defaultdict(list)
    for edge in edges:
        for id in dict.fromkeys((edge.subject, edge.object)):
            found[id].append(edge)
    return {id: tuple(some) for id, some in found.items()}


def check_act(layer: Layer, acts: Sequence[Act], act: Act) -> Act:
    """Return an act that may be added to the log. Raises InputError that says what came before it, or is missing."""
    match act.kind:
        case ActKind.ACCEPTED | ActKind.REJECTED:
            found = layer.proposals.get(_number(act.target))
            if found is None:
                raise InputError(f"There is no proposal {act.target}.", hint="`evigraph curate list` shows them.")
            if found.decided is not None:
                raise InputError(
                    f"Proposal {act.target} was {found.state.value} by {found.decided.by} on {found.decided.at[:10]}.",
                    hint=f"Take that back first: evigraph curate undo {found.decided.number}",
                )
        case ActKind.UNDID:
            if _number(act.target) not in {a.number for a in acts}:
                raise InputError(f"There is no act {act.target}.", hint="`evigraph curate log` shows them.")
        case ActKind.PROPOSED:
            if act.fact is None:
                raise InputError("Nothing was proposed.", hint="Give a subject, a predicate and an object.")
            same = [r for r in layer.proposals.values() if _same(r.proposed, act)]
            if same and same[0].state is ReviewState.REJECTED:
                raise InputError(
                    f"This was rejected before, as proposal {same[0].proposed.number}.", hint="Undo that first."
                )
            if same:
                raise InputError(f"This is proposal {same[0].proposed.number} already ({same[0].state.value}).")
        case ActKind.WITHDREW | ActKind.NAMED | ActKind.ENTERED:
            pass
    return act


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 10 else -1


def _same(one: Act, other: Act) -> bool:
    def key(act: Act) -> tuple[object, ...]:
        fact = act.fact
        return fact and (fact.subject, fact.predicate, fact.object, fact.negated, fact.papers), act.withdraws

    return key(one) == key(other)
