"""The next questions worth asking: KNOWNET's pairs (n, n′) and (n, t), best documented first. Pure.

n is anything that the thread's questions and claims name so far; n′ is a neighbour of n inside the goal, t the type of
some. What was asked or judged before is left out. Papers decide; a node that is connected with everything weighs less,
and kinds take turns, so that the first few lead in different directions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from math import log

from kgcore.explore import goal
from kgcore.model import Edge, Entity, Neighbour, Neighbourhood
from kgcore.thread import Exploration, Kind, Recommendation, pair_key
from kgcore.verdict.stance import Rules, Stance, stance
from kgcore.wording import papers_count, question_about, question_which, type_words

MOST = 12  # recommendations returned; the reply shows three and a menu
FEW = 2  # a type needs as many neighbours to be a question of its own
PLAIN = 0.5  # what the best-connected node keeps of its papers' weight
ONTOLOGY = frozenset(
    {"isa", "subclassof", "equivalentto", "sameas", "orthologous"}
)  # true by definition: dull questions
DULL = 0.2


@dataclass(frozen=True, slots=True)
class Lead:
    """A pair worth asking about: one neighbour, or (`type`) several of one type."""

    subject: str
    members: tuple[Neighbour, ...]
    score: float
    type: str = ""

    @property
    def edges(self) -> tuple[Edge, ...]:
        """All edges behind it."""
        return tuple(e for member in self.members for e in member.edges)


def recommend(
    exploration: Exploration, around: Mapping[str, Neighbourhood], rules: Rules
) -> tuple[Recommendation, ...]:
    """Return what to ask next, best first, at most MOST; `around` holds the neighbourhoods of `exploration.sources`."""
    inside = goal(exploration, around)
    known = frozenset(_settled(exploration))
    asked = {step.asked for step in exploration.steps if step.asked}
    entities = {e.id: e for e in exploration.entities}
    size = max((m.degree for n in around.values() for m in n.best), default=1)
    leads: list[Lead] = []
    for n in exploration.sources:
        if n in around and n in entities:
            fresh = [m for m in around[n].best if m.entity.id in inside and frozenset((n, m.entity.id)) not in known]
            leads += _leads(n, fresh, size)
    leads = [lead for lead in _once(leads) if _key(lead) not in asked]
    return tuple(_worded(lead, entities[lead.subject], rules) for lead in _in_turn(leads)[:MOST])


def _settled(exploration: Exploration) -> Iterator[frozenset[str]]:
    for step in exploration.steps:
        yield from map(frozenset, step.pairs)
        yield from (frozenset((a, b)) for n, a in enumerate(step.focus) for b in step.focus[n + 1 :])


def _leads(subject: str, fresh: Iterable[Neighbour], size: int) -> Iterator[Lead]:
    by_type: dict[str, list[Lead]] = defaultdict(list)
    for member in fresh:
        lead = Lead(subject, (member,), _weight(member, size))
        by_type[member.entity.type].append(lead)
        yield lead
    for type, leads in by_type.items():
        if len(leads) >= FEW:
            best = max(lead.score for lead in leads)
            yield Lead(subject, tuple(lead.members[0] for lead in leads), best, type)


def _weight(member: Neighbour, size: int) -> float:
    cited = (
        member.edges[0].publications if len(member.edges) == 1 else {p for e in member.edges for p in e.publications}
    )
    common = log(1 + member.degree) / log(1 + max(size, 1))
    dull = all(_is_ontology(e.predicate) for e in member.edges)
    return (len(cited) or 0.5) * (1 - PLAIN * common) * (DULL if dull else 1)


def _key(lead: Lead) -> str:
    if lead.type:
        return pair_key(Kind.TYPE, lead.subject, lead.type)
    return pair_key(Kind.NODE, lead.subject, lead.members[0].entity.id)


def _once(leads: Iterable[Lead]) -> list[Lead]:
    best: dict[str, Lead] = {}
    for lead in leads:
        best.setdefault(_key(lead), lead)
    return list(best.values())


def _in_turn(leads: Iterable[Lead]) -> list[Lead]:
    """The best of every kind, then the second best of every kind, and so on; kinds in the order of their best."""
    kinds: dict[str, list[Lead]] = defaultdict(list)
    for lead in sorted(leads, key=lambda one: -one.score):
        kinds["" if lead.type else lead.members[0].entity.type].append(lead)
    ranked = [(place, -lead.score, lead) for group in kinds.values() for place, lead in enumerate(group)]
    return [lead for _, _, lead in sorted(ranked, key=lambda r: r[:2])]


def _recommendation(lead: Lead, text: str, reason: str, predicate: str = "") -> Recommendation:
    kind, target = (Kind.TYPE, lead.type) if lead.type else (Kind.NODE, lead.members[0].entity.id)
    return Recommendation(text, reason, kind, lead.subject, target, predicate)


def _worded(lead: Lead, subject: Entity, rules: Rules) -> Recommendation:
    return _which(lead, subject, rules) if lead.type else _whether(lead, subject, rules)


def _whether(lead: Lead, subject: Entity, rules: Rules) -> Recommendation:
    main = _main(lead.edges, lambda e: (e.subject, e.predicate))
    ends = (subject, lead.members[0].entity)
    left, right = ends if main.subject == subject.id else ends[::-1]
    return _recommendation(
        lead, question_about(left, rules.get(main.predicate), right), _sides(main, lead.edges, rules), main.predicate
    )


def _which(lead: Lead, subject: Entity, rules: Rules) -> Recommendation:
    main = _main(lead.edges, lambda e: (e.predicate, e.subject == subject.id))
    outward = main.subject == subject.id
    text = question_which(subject, rules.get(main.predicate), lead.type, outward)
    papers = {p for e in lead.edges for p in e.publications}
    several = f"{len(lead.members)} {type_words(lead.type)}"
    return _recommendation(lead, text, f"{several}, {papers_count(len(papers))}", main.predicate)


def _main(edges: Iterable[Edge], alike: Callable[[Edge], tuple[object, object]]) -> Edge:
    """Return the best-documented edge of the best-documented group; one that is not negated where there is one."""
    groups: dict[tuple[object, object], list[Edge]] = defaultdict(list)
    for edge in edges:
        groups[alike(edge)].append(edge)
    best = max(groups.values(), key=lambda group: (len({p for e in group for p in e.publications}), len(group)))
    return max(best, key=lambda e: (not e.negated, len(e.publications)))


def _sides(main: Edge, edges: Iterable[Edge], rules: Rules) -> str:
    papers: dict[str, None] = {}
    against: dict[str, None] = {}
    for edge in edges:
        papers.update(dict.fromkeys(edge.publications))
        side = stance(main.predicate, main.negated, False, edge, rules, edge.subject != main.subject)
        against.update(dict.fromkeys(edge.publications if side is Stance.AGAINST else ()))
    if not papers:
        return ", ".join([*dict.fromkeys(s for e in edges for s in e.sources), "no paper given"])
    disagree = f", {len(against)} {'disagrees' if len(against) == 1 else 'disagree'}" if against else ""
    return papers_count(len(papers)) + disagree


@cache
def _is_ontology(predicate: str) -> bool:
    return predicate.rpartition(":")[2].replace("_", "").casefold() in ONTOLOGY
