"""What a recommendation asks, without reading its words again: names that need a second look read badly. Pure."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from typing import NamedTuple, Protocol

from kgcore.english.words import word_list
from kgcore.question.relation import is_ill
from kgcore.values.actions import RecommendationKind
from kgcore.values.intent import AskedRelation, Intent, Which, Why, YesNo
from kgcore.values.model import Claim, Edge, Entity, count_papers
from kgcore.values.thread import Recommendation, pair_key
from kgcore.verdict.stance import Rules, Stance, stance_of
from kgcore.vocabulary.types import is_type_word, type_words
from kgcore.vocabulary.wording import predicate_verb


def recommended_intent(chosen: Recommendation, entities: Mapping[str, Entity], rules: Rules) -> Intent | None:
    """Return what it asks; `entities` by id. None where its entities are not among them."""
    subject = entities.get(chosen.subject)
    if subject is None:
        return None
    if chosen.kind is RecommendationKind.TYPE:
        outward = None if rules.get(chosen.predicate).symmetric else not chosen.inverted
        object = Entity("?", "?", chosen.target) if outward else subject
        return Which(subject, _asked(chosen.predicate, object, rules), (chosen.target,), outward)
    target = entities.get(chosen.target)
    if target is None:
        return None
    ends = (target, subject) if chosen.inverted else (subject, target)
    return (
        Why(*ends) if chosen.kind is RecommendationKind.WHY else YesNo(*ends, _asked(chosen.predicate, ends[1], rules))
    )


def _asked(predicate: str, object: Entity, rules: Rules) -> AskedRelation:
    return (
        AskedRelation(predicate_verb(rules.get(predicate), object).infinitive(), (predicate,))
        if predicate
        else AskedRelation()
    )


# --- What recommendations and leads have in common.


class RankableQuestion(Protocol):
    """A recommendation, or a lead that may become one; see `kgcore.values.thread.Recommendation`."""

    @property
    def kind(self) -> RecommendationKind:
        """What it pairs with the subject."""
        ...

    @property
    def subject(self) -> str:
        """The id of n."""
        ...

    @property
    def target(self) -> str:
        """The id of n′, or the name of t."""
        ...

    @property
    def type(self) -> str:
        """The type of what it leads to."""
        ...

    @property
    def predicate(self) -> str:
        """What its question asks with."""
        ...

    @property
    def nodes(self) -> tuple[str, ...]:
        """The ids that it would explore."""
        ...

    @property
    def key(self) -> str:
        """The same for every wording of the same pair."""
        ...


# --- What asking with a predicate is like: about a benefit, about a harm, or about what is true by
# definition.


class Effect(Enum):
    """What an edge says of its object's good."""

    BENEFIT = auto()
    HARM = auto()
    NEITHER = auto()


class Depth(Enum):
    """How much there is to find out about an edge of this predicate."""

    PLAIN = auto()
    PARTS = auto()  # what something consists of, or how it runs: dull, but not trivial
    DEFINED = auto()  # true by definition


_HELPS = re.compile(
    r"\b(?:treat|prevent|protect|reliev|ameliorat|improv|cure|manag|alleviat|slow|revers|remed|effective)|"
    r"\b(?:reduc|lower|decreas)\w* the risk"
)
_HURTS = re.compile(
    r"\b(?:caus|predispos|worsen|exacerbat|contraindicat|induc|trigger|toxic|adverse)|"
    r"\brais\w* the risk|\binteracts? with"
)
_LESS = re.compile(r"\b(?:decreas|inhibit|reduc|lower|disrupt|suppress|downregulat)")
_MORE = re.compile(r"\b(?:increas|augment|rais|stimulat|activat|promot|upregulat)")
_DEFINED = frozenset(
    {"isa", "subclassof", "equivalentto", "sameas", "orthologous", "memberof", "hasvariant", "aspectof"}
)
_PARTS = frozenset(
    """partof contains haspart transcribedto translatedto locatedin hasinheritance hasclinicalcourse
    hasclinicalmodifier""".split()  # noqa: SIM905
)
# What people take or have done to them, so that a harm of it is a side effect and a benefit the reason to take it.
_TAKEN = re.compile(
    r"drug|medicat|pharmac|supplement|food|herb|nutrient|chemical|substance|compound|molecule|vaccine|procedure|action"
    r"|treatment|therapy|intervention|combination",
    re.I,
)


def effect_of_edge(edge: Edge, object: Entity, rules: Rules) -> Effect:
    """Return whether the edge is about a benefit or a harm of its subject; `object` is the edge's object."""
    of_any, of_illness = _said(rules.get(edge.predicate).words)
    return of_illness if of_illness is not of_any and _ill(object.name, object.type) else of_any


@lru_cache(1024)
def depth_of_predicate(predicate: str) -> Depth:
    """Return how much there is to find out about edges of this predicate."""
    plain = re.sub(r"[^a-z]", "", predicate.rpartition(":")[2].casefold())
    if plain in _DEFINED:
        return Depth.DEFINED
    return Depth.PARTS if plain in _PARTS else Depth.PLAIN


@lru_cache(1024)
def is_taken(type: str) -> bool:
    """Tell whether entities of this type are things that people take or undergo."""
    return bool(_TAKEN.search(type))


@lru_cache(4096)
def is_general(name: str, type: str) -> bool:
    """Tell whether the node is so general that no question about it leads anywhere."""
    said = " ".join(name.lower().split())
    return (
        said in word_list("general node") or is_type_word(said) or said in {type_words(type), type_words(type, False)}
    )


@lru_cache(1024)
def _said(words: str) -> tuple[Effect, Effect]:
    """Return what a predicate's words say of any object's good, and what they say of that of an illness."""
    if _HELPS.search(words):
        return Effect.BENEFIT, Effect.BENEFIT
    if _HURTS.search(words):
        return Effect.HARM, Effect.HARM
    if _LESS.search(words):
        return Effect.NEITHER, Effect.BENEFIT
    return Effect.NEITHER, Effect.HARM if _MORE.search(words) else Effect.NEITHER


@lru_cache(4096)
def _ill(name: str, type: str) -> bool:
    return is_ill(Entity(name, name, type))


# --- What stands behind a pair of entities: its best-documented edge, and the papers for and against it.


class Pair(NamedTuple):
    """A neighbour `far`, seen from an entity, and the edges between them that count; `degree` is the neighbour's.

    `main` is the edge to ask about, a plain one where there is one. `papers` are all behind the pair, `against` those
    that deny it.
    """

    far: Entity
    edges: tuple[Edge, ...]
    degree: int
    main: Edge
    papers: tuple[str, ...]
    against: tuple[str, ...] = ()

    @property
    def balance(self) -> float:
        """How evenly the papers are split: 0 (none against, or all) to 1."""
        if not self.against:
            return 0.0
        whole, against = len(self.papers), len(self.against)
        return 2 * min(against, whole - against) / whole if against < whole else 0.0


# How an edge of a predicate (denied or not, running the other way or not) stands to a plain claim: by both predicates.
KnownStances = dict[tuple[str, str, bool, bool], Stance]


def pair_from_edges(
    far: Entity, edges: tuple[Edge, ...], degree: int, rules: Rules, known: KnownStances | None = None
) -> Pair:
    """Return what the edges (at least one) say between an entity and its neighbour; `known` is kept for the next ones:
    a hub has thousands of edges and few predicates.
    """
    if len(edges) == 1:
        only = edges[0]
        return Pair(far, edges, degree, only, only.publications, only.publications if only.negated else ())
    main = main_edge(edges)
    papers: dict[str, None] = {}
    against: dict[str, None] = {}
    stances = {} if known is None else known
    for edge in edges:
        papers.update(dict.fromkeys(edge.publications))
        key = main.predicate, edge.predicate, edge.negated, edge.subject != main.subject
        if (stance := stances.get(key)) is None:
            stance = stances[key] = stance_of_edge(main.predicate, edge, key[-1], rules)
        if stance is Stance.AGAINST:
            against.update(dict.fromkeys(edge.publications))
    return Pair(far, edges, degree, main, tuple(papers), tuple(against))


def main_edge(edges: Sequence[Edge]) -> Edge:
    """Return the best-documented edge of the best-documented predicate and direction, a plain one if there is one."""
    groups: dict[tuple[str, str], list[Edge]] = defaultdict(list)
    for edge in edges:
        groups[edge.subject, edge.predicate].append(edge)
    best = max(groups.values(), key=_documented)
    return best[0] if len(best) == 1 else max(best, key=lambda e: (not e.negated, e.cited))


def _documented(group: Sequence[Edge]) -> tuple[int, int]:
    """Return how many papers and how many edges a group has."""
    return count_papers(group), len(group)


def stance_of_edge(predicate: str, edge: Edge, reversed: bool, rules: Rules) -> Stance:
    """Return how an edge stands to the plain claim that the predicate holds."""
    if edge.predicate == predicate and not reversed:
        return Stance.AGAINST if edge.negated else Stance.FOR
    return stance_of(predicate, False, False, edge, rules, reversed)


# --- A question that might be offered, before it is worded.


@dataclass(frozen=True, slots=True)
class AnsweredClaim:
    """A claim whose ends are both in the graph, and the predicate that its why is asked with."""

    claim: Claim
    subject: Entity
    object: Entity
    predicate: str


class CandidateQuestion(NamedTuple):
    """(n, n′) with one pair; (n, t) with the pairs of several neighbours of that type; or the why of what was
    `answered`.

    `predicate` is what its question asks with; `outward`: from n (`entity`). `score` compares leads of one shortlist.
    `partly`: n has more such neighbours than its pairs, or more neighbours than were looked at.
    """

    kind: RecommendationKind
    entity: Entity
    target: str
    type: str
    predicate: str
    score: float
    pairs: tuple[Pair, ...] = ()
    outward: bool = True
    answered: AnsweredClaim | None = None
    harm: bool = False
    partly: bool = False

    @property
    def subject(self) -> str:
        """The id of n."""
        return self.entity.id

    @property
    def key(self) -> str:
        """The recommendation's key."""
        return pair_key(self.kind, self.entity.id, self.target)

    @property
    def nodes(self) -> tuple[str, ...]:
        """The ids that it would explore."""
        return tuple(pair.far.id for pair in self.pairs)

    @property
    def papers(self) -> tuple[str, ...]:
        """The ids of the papers behind it, each once."""
        if self.answered is not None:
            return (*self.answered.claim.papers_for, *self.answered.claim.papers_against)
        return tuple(dict.fromkeys(p for pair in self.pairs for p in pair.papers))
