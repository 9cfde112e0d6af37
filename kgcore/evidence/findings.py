"""Edges gathered into findings: one relation between two entities, with what speaks for it and what against. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import lru_cache

from kgcore.english.agreement import is_plural
from kgcore.values.intent import AskedRelation, Which
from kgcore.values.model import Claim, Edge, Entity, Evidence, Predicate, count_papers
from kgcore.values.remembering import Same
from kgcore.verdict.stance import Rules, Stance, stance_of
from kgcore.vocabulary.vocabulary import Vocabulary
from kgcore.vocabulary.wording import name_at_start, papers_count, predicate_verb, statement_sentence


class Agreement(Enum):
    """How a finding stands: papers say it, papers disagree, or papers deny it."""

    SAID = auto()
    DISPUTED = auto()
    DENIED = auto()


@dataclass(frozen=True, slots=True)
class Finding:
    """A relation in the graph's direction; `versus`: plain edges of opposite predicates, which stand against it."""

    subject: Entity
    predicate: Predicate
    object: Entity
    plain: tuple[Edge, ...]
    denied: tuple[Edge, ...]
    versus: tuple[Edge, ...] = ()
    opposite: Predicate | None = None  # what the first of `versus` says

    @property
    def standing(self) -> Agreement:
        """Say whether papers agree, and on what."""
        if not self.plain:
            return Agreement.DENIED
        return Agreement.DISPUTED if self.denied or self.versus else Agreement.SAID

    @property
    def edges(self) -> tuple[Edge, ...]:
        """All edges behind it, for and against."""
        return (*self.plain, *self.denied, *self.versus)

    @property
    def weight(self) -> int:
        """How many papers stand on either side."""
        return count_papers(self.edges)


def group_findings(edges: Sequence[Edge], entities: Mapping[str, Entity], rules: Rules) -> tuple[Finding, ...]:
    """Return the findings, in the order in which their first edges come; edges of unknown entities are left out."""
    groups: dict[tuple[str, str, str], list[Edge]] = {}
    between: dict[frozenset[str], list[Edge]] = {}
    for edge in edges:
        between.setdefault(frozenset((edge.subject, edge.object)), []).append(edge)
        if edge.subject in entities and edge.object in entities:
            groups.setdefault(_key(edge, groups, rules), []).append(edge)
    return tuple(
        _finding(key, group, between[frozenset((key[0], key[2]))], entities, rules) for key, group in groups.items()
    )


def _key(edge: Edge, groups: Mapping[tuple[str, str, str], list[Edge]], rules: Rules) -> tuple[str, str, str]:
    key, back = (edge.subject, edge.predicate, edge.object), (edge.object, edge.predicate, edge.subject)
    return back if rules.get(edge.predicate).symmetric and back in groups else key


def _finding(
    key: tuple[str, str, str], group: list[Edge], between: Sequence[Edge], entities: Mapping[str, Entity], rules: Rules
) -> Finding:
    """Return the finding of a group; `between` are all edges between its two ends."""
    subject, predicate, object = key
    plain = tuple(e for e in group if not e.negated)
    own = set(map(id, group))
    stances: dict[tuple[str, bool, bool], bool] = {}  # two things may have many edges, of few kinds

    def opposes(edge: Edge) -> bool:
        kind = edge.predicate, edge.negated, edge.subject != subject
        if kind not in stances:
            stances[kind] = stance_of(predicate, not plain, False, edge, rules, kind[-1]) is Stance.AGAINST
        return stances[kind]

    against = tuple(e for e in between if id(e) not in own and opposes(e))
    versus = tuple(e for e in against if not e.negated)
    return Finding(
        entities[subject],
        rules.get(predicate),
        entities[object],
        plain,
        tuple(e for e in group if e.negated) + tuple(e for e in against if e.negated),
        versus,
        rules.get(versus[0].predicate) if versus else None,
    )


# Of an edge between two things: its predicate, whether it leads from the first to the second, whether it is negated.
EdgeKind = tuple[str, bool, bool]


class Contradictions:
    """Which kinds of edges between the same two things contradict each other, worked out once for a graph's predicates:
    a hub has thousands of edges, and every pair of them may be asked for in every turn.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._known: dict[EdgeKind, tuple[set[EdgeKind], set[EdgeKind]]] = {}  # those looked at, those that contradict

    def opposing(self, kind: EdgeKind, among: Set[EdgeKind]) -> set[EdgeKind]:
        """Return those kinds that contradict this one, or that it contradicts."""
        seen, against = self._known.setdefault(kind, (set(), set()))
        for other in among - seen:
            if self._contradict(kind, other) or self._contradict(other, kind):
                against.add(other)
            seen.add(other)
        return against & among

    def _contradict(self, kind: EdgeKind, other: EdgeKind) -> bool:
        (said, outward, denied), (found, away, negated) = kind, other
        edge = Edge("", "", found, "", negated)
        return stance_of(said, denied, False, edge, self._rules, outward != away) is Stance.AGAINST


@lru_cache(maxsize=4)  # graphs that are asked at a time
def contradictions_of(rules: Same[Rules]) -> Contradictions:
    """Return what contradicts what by these rules."""
    return Contradictions(rules.value)


def opposing_edges(edge: Edge, among: Iterable[Edge], rules: Rules) -> tuple[Edge, ...]:
    """Return the edges between the same two entities that contradict this one, which must never be left out."""
    ends = {edge.subject, edge.object}
    same = [(e, (e.predicate, e.subject == edge.subject, e.negated)) for e in among if {e.subject, e.object} == ends]
    own = edge.predicate, True, edge.negated
    against = contradictions_of(Same(rules)).opposing(own, {kind for _, kind in same})
    return tuple(e for e, kind in same if kind in against)


# --- An edge as a plain sentence with what it rests on.


def fact_sentence(edge: Edge, known: Mapping[str, Entity], vocabulary: Vocabulary) -> str:
    """Return "Vitamin E does not prevent Alzheimer's disease (1 paper)"; an unknown end goes by its id."""
    subject, object = (known.get(id) or Entity(id, id, "") for id in (edge.subject, edge.object))
    predicate = vocabulary.get(edge.predicate)
    said = statement_sentence(subject, predicate, object, negated=edge.negated, notes=[edge.note])
    return f"{said} ({rests_on(edge)})"


def rests_on(edge: Edge) -> str:
    """Return what an edge rests on: "3 papers", or its knowledge source where it has none."""
    if edge.publications:
        return papers_count(edge.cited)
    return f"{', '.join(edge.sources) or 'source not given'}, no paper given"


def known_entities(claim: Claim) -> dict[str, Entity]:
    """Return the entities that a claim's edges can name, by id."""
    entities = [c.entity for c in (claim.subject, claim.object) if c]
    entities += [claim.carrier] if claim.carrier else []
    entities += claim.path.nodes if claim.path else []
    return {e.id: e for e in entities}


def edges_shown(claim: Claim) -> tuple[Edge, ...]:
    """Return all edges that a claim shows: for, against, near, and those of its path."""
    path = claim.path.edges if claim.path else ((), ())
    return (*claim.edges_for, *claim.edges_against, *claim.edges_near, *path[0], *path[1])


# --- Whether an edge answers a question that asks for others.


def stance_on_question(asked: AskedRelation, edge: Edge, rules: Rules, reversed: bool) -> Stance:
    """Return how the edge stands to what is asked, in any of its senses; an open question takes any edge as for it."""
    if not asked.predicates:
        return Stance.AGAINST if edge.negated else Stance.FOR
    stances = [stance_of(p, False, asked.overstates, edge, rules, reversed) for p in asked.predicates]
    return next((s for s in stances if s is not Stance.NEITHER), Stance.NEITHER)


# Whether an edge of a predicate (denied or not, leading out or not) answers a question: of that one question.
KnownFits = dict[tuple[str, bool, bool], bool]


def fits_question(which: Which, other: Entity, edge: Edge, rules: Rules, known: KnownFits | None = None) -> bool:
    """Tell whether the edge to `other` answers, or denies what is asked; what does the opposite is no answer.

    Who asks for what cures hears of what treats: that no paper goes so far is said, and is no reason to keep it back.
    `known` is kept for further edges of the same question: a hub has thousands of edges and few predicates.
    """
    if which.types and other.type not in which.types:
        return False
    leads_out = edge.subject == which.entity.id
    fits = {} if known is None else known
    key = edge.predicate, edge.negated, leads_out
    if key not in fits:
        fits[key] = _fits(which, edge, rules, leads_out=leads_out)
    return fits[key]


def _fits(which: Which, edge: Edge, rules: Rules, *, leads_out: bool) -> bool:
    ways = (True, False) if which.outward is None else (which.outward,)
    asked = replace(which.asked, overstates=False)
    stances = {stance_on_question(asked, edge, rules, leads_out is not out) for out in ways}
    return Stance.FOR in stances or (edge.negated and Stance.AGAINST in stances)


# --- Two or more entities side by side, as rows of plain cells.

ROWS = 14


def comparison_table(
    evidence: Evidence, compared: Sequence[Entity], vocabulary: Vocabulary
) -> tuple[tuple[str, ...], ...]:
    """Return the comparison as rows of plain cells, header first: a neighbour, and what each of them does to it.

    Neighbours of most of them come first, then the best-documented. Two rows or more, or none at all.
    """
    known: Mapping[str, Entity] = {e.id: e for e in evidence.entities}
    cells: dict[str, dict[str, list[Finding]]] = {}
    for f in group_findings(evidence.edges, known, vocabulary):
        for own in compared:
            if own.id in (f.subject.id, f.object.id):
                other = f.object if f.subject.id == own.id else f.subject
                cells.setdefault(other.id, {}).setdefault(own.id, []).append(f)
    among = {e.id for e in compared}
    rows = [(known[i], c) for i, c in cells.items() if i not in among]
    rows.sort(key=lambda r: (-len(r[1]), -sum(f.weight for fs in r[1].values() for f in fs), r[0].name))
    body = tuple((name_at_start(e), *(_cell(c.get(own.id, ()), own) for own in compared)) for e, c in rows[:ROWS])
    return (("", *map(name_at_start, compared)), *body) if body else ()


def _cell(found: list[Finding] | tuple[Finding, ...], own: Entity) -> str:
    return "; ".join(_cell_of(f, own) for f in found) or "–"


def _cell_of(finding: Finding, own: Entity) -> str:
    said = predicate_verb(finding.predicate, finding.object)
    words = said.finite(plural=is_plural(finding.subject.name), negated=finding.standing is Agreement.DENIED)
    if finding.subject.id != own.id:
        words = f"← {words}"
    if finding.standing is Agreement.DISPUTED:
        against = count_papers((*finding.denied, *finding.versus))
        return f"mixed: {words} ({count_papers(finding.plain)} for, {against} against)"
    return f"{words} ({papers_count(finding.weight)})"
