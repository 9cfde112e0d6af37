"""The team's own layer over a graph: what people added, withdrew and named, folded from a log of their acts. Pure.

The log only grows: to undo is an act, too. What nobody has accepted is not part of a layer, so it decides no verdict.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from kgcore.errors import InputError
from kgcore.values.model import ACCEPTED_BY, TEAM, Edge, Entity

TEAM_EDGE = "team:"  # how the ids of the layer's own edges and entities begin; the act's number follows
TEAM_ENTITY = "TEAM:"
THING = "Thing"  # the type of an entity that nobody gave a type
PAPER_IDS = ("PMID:", "PMC:", "DOI:")  # how the ids of papers that can be looked up begin
LAST = "last"  # as a target among acts that are added together: the act before
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
    MOVED = "moved"  # an entity or an edge that the base graph knows under another id (`name`) now
    SWITCHED = "switched"  # whether confident proposals go in by themselves: `name` is "on" or "off"


class ProposalKind(StrEnum):
    """How a proposal stood to what the graph said when it was made."""

    KNOWN = "known"
    NEW = "new"
    AGAINST = "against"


_CHANGE = {ProposalKind.AGAINST: 0, ProposalKind.NEW: 1, ProposalKind.KNOWN: 2}  # what would change most comes first


@dataclass(frozen=True, slots=True)
class Fact:
    """A proposed edge: `papers` are ids, `sentence` the words that say so, `score` how sure a reader was (0 to 1).

    `names` are subject and object as that sentence names them ("": a person named them). `title` is that of its paper,
    as far as it is known. `types` are those of subject and object that the graph lacks ("": it has it): whoever accepts
    the fact enters them, too.
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
    kind: ProposalKind = ProposalKind.NEW
    title: str = ""
    types: tuple[str, str] = ("", "")

    @property
    def entered(self) -> tuple[Entity, ...]:
        """The entities that it brings with it."""
        ends = zip((self.subject, self.object), self.names, self.types, strict=True)
        return tuple(Entity(id, name or id, type) for id, name, type in ends if type)


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
    """What holds now. `edges` by their ids, `beside` the same by each entity that they touch.

    `titles` are those of the papers behind them, by paper, as far as the facts told them.
    """

    edges: Mapping[str, Edge] = field(default_factory=dict)
    beside: Mapping[str, tuple[Edge, ...]] = field(default_factory=dict)
    withdrawn: frozenset[str] = frozenset()
    entities: Mapping[str, Entity] = field(default_factory=dict)
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # entity → added names
    proposals: Mapping[int, Reviewed] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    automatic: bool = False  # confident proposals that only add a paper go in by themselves

    def __bool__(self) -> bool:
        return bool(self.edges or self.withdrawn or self.entities or self.names)


class LayerFold:
    """Folds acts as they come: a new one costs what it touches, and not what was done before it.

    Only what changes the meaning of earlier acts (undone, moved) has all of them folded anew.
    """

    def __init__(self, acts: Iterable[Act] = ()) -> None:
        self._acts: list[Act] = []
        self._numbers: set[int] = set()
        self._stale = False
        self._layer: Layer | None = None
        self._begin()
        self.extend(acts)

    @property
    def acts(self) -> tuple[Act, ...]:
        """All acts, in order."""
        return tuple(self._acts)

    def extend(self, acts: Iterable[Act]) -> None:
        """Add acts that may be added."""
        for act in acts:
            self._acts.append(act)
            self._numbers.add(act.number)
            self._layer = None
            self._stale = self._stale or act.kind in (ActKind.UNDID, ActKind.MOVED)
            if not self._stale:
                self._apply(act)

    def layer(self) -> Layer:
        """Return what holds after all acts so far."""
        self._refresh()
        if self._layer is None:
            self._layer = Layer(
                dict(self._edges),
                {id: tuple(some) for id, some in self._beside.items()},
                frozenset(self._withdrawn),
                dict(self._entities),
                {id: tuple(dict.fromkeys(some)) for id, some in self._names.items()},
                dict(self._proposals),
                dict(self._titles),
                self._automatic,
            )
        return self._layer

    def checked(self, act: Act) -> Act:
        """Return an act that may be added. Raises InputError that says what came before it, or is missing."""
        match act.kind:
            case ActKind.ACCEPTED | ActKind.REJECTED:
                self._refresh()
                found = self._proposals.get(_number(act.target))
                if found is None:
                    raise InputError(f"There is no proposal {act.target}.", hint="`evigraph curate list` shows them.")
                if found.decided is not None:
                    raise InputError(
                        f"Proposal {act.target} was {found.state.value} by {found.decided.by}"
                        f" on {found.decided.at[:10]}.",
                        hint=f"Take that back first; it is act {found.decided.number}.",
                    )
            case ActKind.UNDID:
                if _number(act.target) not in self._numbers:
                    raise InputError(f"There is no act {act.target}.", hint="`evigraph curate log` shows them.")
            case ActKind.PROPOSED:
                self._check_new(act)
            case ActKind.MOVED if act.target == act.name or not act.name:
                raise InputError("Nothing moves there.", hint="Name the old id and another, new one.")
            case ActKind.WITHDREW | ActKind.NAMED | ActKind.ENTERED | ActKind.MOVED | ActKind.SWITCHED:
                pass
        return act

    def _check_new(self, act: Act) -> None:
        self._refresh()
        if act.fact is None:
            raise InputError("Nothing was proposed.", hint="Give a subject, a predicate and an object.")
        number = self._same.get(_sameness(self._moved(act)))
        if number is None:
            return
        state = self._proposals[number].state
        if state is ReviewState.REJECTED:
            raise InputError(f"This was rejected before, as proposal {number}.", hint="Undo that first.")
        raise InputError(f"This is proposal {number} already ({state.value}).")

    def _begin(self) -> None:
        self._ids: dict[str, str] = {}
        self._proposals: dict[int, Reviewed] = {}
        self._same: dict[Hashable, int] = {}
        self._withdrawn: set[str] = set()
        self._names: dict[str, list[str]] = defaultdict(list)
        self._entities: dict[str, Entity] = {}
        self._edges: dict[str, Edge] = {}
        self._beside: dict[str, list[Edge]] = defaultdict(list)
        self._titles: dict[str, str] = {}
        self._automatic = False

    def _refresh(self) -> None:
        if not self._stale:
            return
        self._begin()
        gone: set[int] = set()
        for act in reversed(self._acts):  # an undoing that was undone itself undoes nothing
            if act.kind is ActKind.UNDID and act.number not in gone and int(act.target) < act.number:
                gone.add(int(act.target))
        left = [a for a in self._acts if a.number not in gone]
        self._ids = {a.target: a.name for a in left if a.kind is ActKind.MOVED}
        for act in left:
            self._apply(act)
        self._stale = False

    def _apply(self, act: Act) -> None:
        match act.kind:
            case ActKind.PROPOSED:
                moved = self._moved(act)
                self._proposals[act.number] = Reviewed(moved)
                self._same.setdefault(_sameness(moved), act.number)
            case ActKind.ACCEPTED | ActKind.REJECTED:
                self._decide(act)
            case ActKind.WITHDREW:
                self._withdrawn.add(self._here(act.target))
            case ActKind.NAMED:
                self._names[self._here(act.target)].append(act.name)
            case ActKind.ENTERED:
                id = f"{TEAM_ENTITY}{act.number}"
                if self._here(id) == id:  # else the base graph has it by now
                    self._entities[id] = Entity(id, act.name, act.type or THING)
            case ActKind.SWITCHED:
                self._automatic = act.name == "on"
            case ActKind.UNDID | ActKind.MOVED:
                pass

    def _decide(self, act: Act) -> None:
        found = self._proposals.get(int(act.target))
        if found is None or found.state is not ReviewState.OPEN:
            return
        state = ReviewState.ACCEPTED if act.kind is ActKind.ACCEPTED else ReviewState.REJECTED
        decided = self._proposals[int(act.target)] = Reviewed(found.proposed, state, act)
        if state is ReviewState.REJECTED:
            return
        if found.proposed.withdraws:
            self._withdrawn.update(found.proposed.withdraws)
            return
        edge = edge_of(decided)
        self._edges[edge.id] = edge
        self._titles |= titles_of(decided.fact)
        for entity in decided.fact.entered:
            self._entities.setdefault(entity.id, entity)
        for end in dict.fromkeys((edge.subject, edge.object)):
            self._beside[end].append(edge)

    def _here(self, id: str) -> str:
        """Return the id that the base graph has for it now; ids that moved in a circle stay as they are."""
        seen: set[str] = set()
        while id in self._ids and id not in seen:
            seen.add(id)
            id = self._ids[id]
        return id

    def _moved(self, act: Act) -> Act:
        if not self._ids or act.fact is None:
            return act
        old = act.fact
        ends = self._here(old.subject), self._here(old.object)
        kept = zip(ends, (old.subject, old.object), old.types, strict=True)
        types = tuple(type if now == before else "" for now, before, type in kept)  # else the base graph has it by now
        fact = replace(old, subject=ends[0], object=ends[1], types=(types[0], types[1]))
        return replace(act, fact=fact, withdraws=tuple(map(self._here, act.withdraws)))


def edge_of(reviewed: Reviewed) -> Edge:
    """Return an accepted proposal as an edge that says who added it."""
    fact, decided = reviewed.fact, reviewed.decided
    by = f"{ACCEPTED_BY}{decided.by} on {decided.at[:10]}" if decided else ""
    return Edge(
        f"{TEAM_EDGE}{reviewed.proposed.number}",
        fact.subject,
        fact.predicate,
        fact.object,
        fact.negated,
        fact.papers,
        (TEAM,),
        tuple(fact.sentence for _ in fact.papers[:1]) if fact.sentence else (),
        "; ".join(part for part in (fact.note, by) if part),
    )


def titles_of(fact: Fact) -> dict[str, str]:
    """Return the title of a fact's paper by its id, where it has one paper and its title."""
    return dict.fromkeys(fact.papers, fact.title) if fact.title and len(fact.papers) == 1 else {}


def waiting(layer: Layer) -> list[Reviewed]:
    """Return the open proposals, those that would change most first; of these a person's own word, then the surest."""
    some = [r for r in layer.proposals.values() if r.state is ReviewState.OPEN]
    return sorted(some, key=change_order)


def change_order(reviewed: Reviewed) -> tuple[int, float, int]:
    """Return the key by which proposals are ordered for review."""
    kind = ProposalKind.AGAINST if reviewed.proposed.withdraws else reviewed.fact.kind
    return _CHANGE[kind], -reviewed.fact.score, reviewed.proposed.number


def layer_with(proposed: Reviewed) -> Layer:
    """Return a layer of one fact: what would be if it were accepted."""
    edge = edge_of(proposed)
    return Layer({edge.id: edge}, _beside([edge]), entities={e.id: e for e in proposed.fact.entered})


def _beside(edges: Iterable[Edge]) -> dict[str, tuple[Edge, ...]]:
    found: dict[str, list[Edge]] = defaultdict(list)
    for edge in edges:
        for id in dict.fromkeys((edge.subject, edge.object)):
            found[id].append(edge)
    return {id: tuple(some) for id, some in found.items()}


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 10 else -1


def _sameness(act: Act) -> Hashable:
    fact = act.fact
    return fact and (fact.subject, fact.predicate, fact.object, fact.negated, fact.papers), act.withdraws
