"""What a thread has been through: its turns with everything that was found, and its exploration of the graph."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import combinations
from typing import ClassVar

from kgcore.values.actions import ActionRecord, Barred, Dismissed, RecommendationKind
from kgcore.values.decision import Decision
from kgcore.values.model import READS_OLD_NAMES, Claim, Edge, Entity, Neighbour, Paper, Paragraph, Path
from kgcore.values.tasks import Detail

MOST_SOURCES = 12  # entities of a thread whose neighbourhoods are looked at for the next questions


class Mode(StrEnum):
    """What wrote the final answer."""

    MODEL = "model"
    GRAPH = "graph"
    UNCHECKED = "unchecked"  # an answer outside the graph
    LOST = "lost"  # the graph could not be reached
    BUSY = "busy"  # the graph was asked too much
    BROWSED = "browsed"  # no answer: an entity's neighbourhood
    MAPPED = "mapped"  # no answer: what people said, with verdicts


def pair_key(kind: RecommendationKind, subject: str, target: str) -> str:
    """Return one name for a pair, for two entities whatever their order."""
    first, second = (target, subject) if kind is not RecommendationKind.TYPE and target < subject else (subject, target)
    return f"{kind.value}\x1f{first}\x1f{second}"


@dataclass(frozen=True, slots=True)
class Recommendation:
    """A next question worth asking. `target` is an entity id, or a type's name where `kind` is TYPE.

    `type` is the type of what it leads to; `nodes` are the ids that it would explore (none for WHY).
    """

    __pydantic_config__: ClassVar[dict[str, object]] = READS_OLD_NAMES

    text: str
    reason: str
    kind: RecommendationKind
    subject: str
    target: str
    predicate: str = ""
    type: str = ""
    nodes: tuple[str, ...] = ()
    inverted: bool = False  # its question leads from the target to the subject

    @property
    def key(self) -> str:
        """The same for every wording of the same pair, in either order."""
        return pair_key(self.kind, self.subject, self.target)


@dataclass(frozen=True)
class Step:
    """One question of the exploration: the entities that it names and those that its answer's claims name (ids).

    `claims` are its answer's; `explains` is the pair that it asked the why of; `parent` the turn that it goes on from;
    `offered` are the keys of the suggestions that were shown as buttons under it, `offers` these suggestions.
    `entities` are those that it and its claims name; `shown` the keys of all that its answer shows, in that order.
    """

    turn: str
    question: str
    focus: tuple[str, ...]
    named: tuple[str, ...] = ()
    typed: bool = True
    asked: str = ""  # key of the recommendation that was clicked
    claims: tuple[Claim, ...] = ()
    explains: tuple[str, ...] = ()
    parent: str = ""
    offered: tuple[str, ...] = ()
    offers: tuple[Recommendation, ...] = ()
    entities: tuple[Entity, ...] = ()
    shown: tuple[str, ...] = ()

    @cached_property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """The (subject, object) of its claims whose ends are both in the graph."""
        return tuple((c.subject.entity.id, c.object.entity.id) for c in self.claims if c.subject and c.object)

    @cached_property
    def settled(self) -> frozenset[frozenset[str]]:
        """The pairs that it asked about or its answer judged, in no order."""
        return frozenset(map(frozenset, (*self.pairs, *combinations(self.focus, 2))))


@dataclass(frozen=True)
class Exploration:
    """The steps of a thread in the order of asking, the entities that they name, and what was dismissed.

    `action_records` are those that count: what was undone is no longer among them. What follows from these is worked
    out once.
    """

    steps: tuple[Step, ...] = ()
    entities: tuple[Entity, ...] = ()
    action_records: tuple[ActionRecord, ...] = ()

    @cached_property
    def roots(self) -> tuple[str, ...]:
        """The ids around which the goal lies: of the first question that names any, and of later typed ones."""
        focused = [step for step in self.steps if step.focus]
        return tuple(dict.fromkeys(id for n, s in enumerate(focused) if n == 0 or s.typed for id in s.focus))

    @cached_property
    def sources(self) -> tuple[str, ...]:
        """The ids that questions go out from: the roots, then what was named, the latest first.

        Where there are more roots than are looked at, those of the first question and the latest ones.
        """
        named = [id for step in reversed(self.steps) for id in (*step.focus, *step.named)]
        if len(self.roots) <= MOST_SOURCES:
            return tuple(dict.fromkeys((*self.roots, *named)))[:MOST_SOURCES]
        first = next(step.focus for step in self.steps if step.focus)[: MOST_SOURCES // 3]
        return tuple(dict.fromkeys((*first, *named)))[:MOST_SOURCES]

    @cached_property
    def dismissed(self) -> tuple[Dismissed, ...]:
        """The suggestions that were dismissed."""
        return tuple(d.control for d in self.action_records if isinstance(d.control, Dismissed))

    @cached_property
    def barred(self) -> tuple[Barred, ...]:
        """The node types and predicates that nobody wants to see suggested."""
        return tuple(d.control for d in self.action_records if isinstance(d.control, Barred))

    @cached_property
    def shown(self) -> frozenset[frozenset[str]]:
        """The sets of suggestions (keys) that have stood as buttons together."""
        steps = (step.offered for step in self.steps)
        dismissed = (d.offered for d in self.dismissed)
        return frozenset(frozenset(keys) for keys in (*steps, *dismissed, *(b.offered for b in self.barred)) if keys)


@dataclass(frozen=True, slots=True)
class Correction:
    """A sentence that does not stand uncorrected.

    `first` is the sentence as first written, `facts` what the graph says (plain sentences), `rewritten` whether the
    paragraph now carries a new wording, `first_claims` what the first wording claimed.
    """

    paragraph: int
    first: str
    facts: tuple[str, ...]
    rewritten: bool = False
    first_claims: tuple[Claim, ...] = ()


class LeafSource(StrEnum):
    """Where a node of a mind map comes from."""

    PATH = "path"  # an edge that joins what the question tells
    NEIGHBOUR = "neighbour"  # an edge to something beside it
    MODEL = "model"  # the language model alone
    GUESS = "guess"  # a trained model: no evidence
    NOTHING = "nothing"  # nothing speaks for it


@dataclass(frozen=True, slots=True)
class MindNode:
    """A node of a mind map: its words, where it comes from, and the numbers (from 1) of the claims that it rests on.

    `step` is the number of the step of the chain that says so, 0 where none does.
    """

    words: str
    source: LeafSource | None = None
    claims: tuple[int, ...] = ()
    step: int = 0
    leaves: tuple[MindNode, ...] = ()


class FollowUpKind(StrEnum):
    """A follow-up that a control asks for."""

    ABOUT = "about"  # a question put about `ids` or about the turn's quote
    EXPLAIN = "explain"  # what is `ids[0]`
    EXAMPLES = "examples"  # examples of `ids[0]`
    CONNECT = "connect"  # how are `ids` connected
    MORE = "more"  # more about the turn's quote, whose entities are `ids`
    ADD = "add"  # a further paragraph to the answer whose entities are `ids`
    DIGEST = "digest"  # a summary of the steps up to here, whose entities are `ids`
    BROWSE = "browse"  # the neighbourhood of `ids[0]`; of two: with the way between them
    MAP = "map"  # what people said
    CHECK = "check"  # what one message claims
    GUESS = "guess"  # what may also stand in a relation to `ids[0]`; `ids[1]` is its predicate
    REASON = "reason"  # several facts put together; of `ids`, where a control asks for it


@dataclass(frozen=True, slots=True)
class PaperPlace:
    """Where a paper stands that somebody looked up: the note of the look-up, and its place (from 0) among the found."""

    note: str
    place: int


@dataclass(frozen=True, slots=True)
class WantedFollowUp:
    """What a control asked for: the kind and the entities (ids) that it is about; `paper`: whose claims are checked."""

    want: FollowUpKind
    ids: tuple[str, ...] = ()
    paper: PaperPlace | None = None


@dataclass(frozen=True, slots=True)
class Instead:
    """A question as it may have been meant: put with the name of one kind ("osteoarthritis" for "arthritis"), or with
    the name that a short word may be a `slip` for ("insomnia" for "insomia").
    """

    kind: Entity
    question: str
    slip: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """A question and all that came of it; enough to compose its reply again after a restart."""

    id: str
    thread: str
    question: str
    mode: Mode = Mode.GRAPH
    detail: Detail = Detail.NORMAL
    model: str = ""
    paragraphs: tuple[Paragraph, ...] = ()
    claims: tuple[Claim, ...] = ()
    corrections: tuple[Correction, ...] = ()
    table: tuple[tuple[str, ...], ...] = ()  # a comparison: header row first
    focus: tuple[Entity, ...] = ()
    papers: tuple[Paper, ...] = ()
    recommendations: tuple[Recommendation, ...] = ()
    explored: int = 0
    total: int = 0
    offered: tuple[str, ...] = ()  # keys of the suggestions that were shown as buttons
    notices: tuple[str, ...] = ()
    mind_map: tuple[MindNode, ...] = ()
    typed: bool = True
    asked: str = ""
    done: bool = False
    stopped: bool = False
    parent: str = ""  # the turn that it goes on from; "" for the first
    person: str = ""  # id of who asked
    explains: tuple[str, ...] = ()  # the pair that it asks the why of
    quote: str = ""  # the part of an answer that it is about
    card: tuple[tuple[str, str], ...] = ()  # an entity's card: (what, value)
    speakers: tuple[str, ...] = ()  # who said which paragraph, where people's own messages were mapped
    said: tuple[str, ...] = ()  # ids of the messages that were mapped or checked, as far as they are known
    around: tuple[Neighbour, ...] = ()  # what was found around the entity that is browsed
    around_counts: tuple[tuple[str, int], ...] = ()  # all that lies around it, by type, most first
    ways: tuple[Path, ...] = ()  # two-hop paths between the entities that are browsed
    direct: tuple[Edge, ...] = ()  # edges between the two entities that are browsed
    retry: str = ""  # where no answer came: the id of the note with which it can be tried again
    wanted: WantedFollowUp | None = None  # what a control asked for, where the words alone do not tell
    read_as: tuple[tuple[str, str], ...] = ()  # (as written, as read), where that was not literal
    unread: tuple[str, ...] = ()  # words of the question that nothing in the answer takes account of
    kinds: tuple[Instead, ...] = ()  # what may be asked instead, where a name in it is only that of several kinds
    decision: Decision | None = None  # of a question of true or false, or of choice
    trimmed: tuple[int, ...] = ()  # claims (by index) that were extracted wrongly; never stored, see explore.edited
    withdrawn: bool = False  # its question was deleted by who asked it, and is kept nowhere any more
    removed: bool = False  # so was the answer
    aside: bool = False  # it is shown to who asked alone, until they share it
    reworded: str = ""  # the id of the note (`Offer`) that holds the question as it was changed since

    @property
    def counted(self) -> tuple[tuple[int, Claim], ...]:
        """The claims that count, with their numbers (from 1; those of the others stay free)."""
        return tuple((n, c) for n, c in enumerate(self.claims, 1) if n - 1 not in self.trimmed)

    @property
    def papers_by_id(self) -> dict[str, Paper]:
        """Its papers by their ids."""
        return {p.id: p for p in self.papers}


@dataclass(frozen=True, slots=True)
class ThreadInfo:
    """One line of a list of threads: its key, first question, number of turns, and when it was last used (ISO 8601)."""

    key: str
    title: str
    turns: int
    updated: str


@dataclass(frozen=True, slots=True)
class Failure:
    """An event that was given up: its id and kind, when (ISO 8601), and the incident that people were told."""

    event: str
    kind: str
    at: str
    incident: str


@dataclass(frozen=True, slots=True)
class Crashes:
    """How often the process died while it worked on an event: `together` with others, or `alone`."""

    together: int = 0
    alone: int = 0
