"""What a question needs from the graph, in a handful of round trips. Pure: fetching is elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, zip_longest
from typing import assert_never

from kgcore.english.body import body_in, names_spoken_of, tells_the_part_alone
from kgcore.english.words import phrase_words
from kgcore.evidence.findings import EdgeKind, KnownFits, contradictions_of, fits_question, opposing_edges
from kgcore.evidence.harms import MOST_WARNINGS, of_part_first, would_warn
from kgcore.question.relation import is_ill, is_taken
from kgcore.question.unread import asked_about
from kgcore.values.intent import (
    About,
    Compare,
    Connect,
    Digest,
    Examples,
    Intent,
    More,
    Open,
    Slant,
    Which,
    Why,
    YesNo,
    compared_entities,
    named_entities,
)
from kgcore.values.model import (
    Edge,
    Entity,
    Evidence,
    Extent,
    Neighbour,
    Neighbourhood,
    Path,
    Predicate,
    Relative,
    count_papers,
)
from kgcore.values.remembering import Same
from kgcore.verdict.stance import Rules
from kgcore.vocabulary.wording import is_kind_of, shown_name

Pair = tuple[str, str]
Answers = dict[str, Sequence[Neighbour]]  # what answers a question, by the entity of which it is asked

_WIDE = 400  # neighbours looked at where a question asks for some of a kind
ALL = 4_000  # and where it asks how many there are, or few are found among these
_IN_COMMON = 5  # things that two have in common, before what each has alone
NEAR = 60  # and where the best will do
_PAIRED, _FEW = 40, 4  # answers, and answers of a relative, that are looked at together with what is taken already
RELATIVES = 4  # broader and narrower entities looked at, per entity
MOST = 20  # entities of a digest that are looked at together
_TELLING = 4  # letters of a name that is looked for in others
MOST_CONCERNING = 12  # neighbours that have to do with a part of the body that a question speaks of
MOST_TAKEN = 4  # things that people take, of which each two are looked at by their kinds and forms


@dataclass(frozen=True, slots=True)
class FetchPlan:
    """What to fetch: edges between pairs, two-hop paths of pairs, the `top` neighbours of entities, and the best few
    of those `beside` them.
    """

    pairs: tuple[Pair, ...] = ()
    paths: tuple[Pair, ...] = ()
    neighbourhoods: tuple[str, ...] = ()
    top: int = NEAR
    beside: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FetchedGraph:
    """What the graph gave; keys as in its port."""

    relatives: Mapping[str, Sequence[Relative]] = field(default_factory=dict)
    edges: Mapping[Pair, Sequence[Edge]] = field(default_factory=dict)
    paths: Mapping[Pair, Sequence[Path]] = field(default_factory=dict)
    neighbourhoods: Mapping[str, Neighbourhood] = field(default_factory=dict)


def plan_fetch(intent: Intent, relatives: Mapping[str, Sequence[Relative]]) -> FetchPlan:
    """Return what to fetch; `relatives` are those of `named(intent)`."""
    match intent:
        case YesNo(subject, object) | Why(subject, object):
            pair = (subject.id, object.id)
            both = (pair, *_pairs_taken_beside(intent)) if isinstance(intent, YesNo) else (pair,)
            pairs = _distinct([*both, *_of_relatives(both, relatives)])
            forms = _forms_beside(subject, object, relatives) if isinstance(intent, YesNo) else ()
            if isinstance(intent, YesNo) and is_taken(subject) and is_taken(object):
                forms = (*forms, *(e.id for e in _classes_of_taken((subject, object), relatives)))
            top = NEAR if isinstance(intent, Why) or (is_taken(subject) and is_taken(object)) else _WIDE
            return FetchPlan(pairs, (pair,), pair, top, forms)
        case Which(entity) | About(entity) | Examples(entity):
            relatives_of = _relatives(entity.id, relatives)
            ties = [(entity.id, k) for k in relatives_of]
            ties += [(entity.id, m.id) for m in intent.among] if isinstance(intent, Which) else []
            beside = _beside(entity, relatives) if isinstance(intent, About) else ()
            wide = (entity.id, *(k for k in relatives_of if k not in beside), *(e.id for e in _taken_beside(intent)))
            return FetchPlan(tuple(ties), (), wide, ALL if _is_counted(intent) else _WIDE, beside)
        case Compare(topic=topic):
            some = compared_entities(intent)
            with_topic = [(x.id, topic.id) for x in some] if topic else []
            kin = _of_relatives(_distinct([*with_topic, *_taken_together(intent)]), relatives)
            pairs = _distinct([*_couples(some), *with_topic, *kin])
            own = (*some, topic) if topic and is_taken(topic) else some  # what it harms is told, too
            kinds = () if topic else tuple(e.id for e in _classes_of_taken(some, relatives, forms=True))
            return FetchPlan(pairs, (), tuple(e.id for e in own), _WIDE, kinds)
        case Open(entities):
            pairs = _couples(entities)
            wider = _distinct([*pairs, *_of_relatives(_taken_together(intent), relatives)])
            return FetchPlan(wider, pairs[:6], tuple(e.id for e in entities))
        case Connect(entities):
            pairs = _couples(entities)
            return FetchPlan(
                _distinct([*pairs, *_of_relatives(pairs, relatives)]), pairs, tuple(e.id for e in entities)
            )
        case More(entities):
            pairs = _couples(entities)
            return FetchPlan(pairs, (), tuple(e.id for e in entities), _WIDE)
        case Digest(entities):
            return FetchPlan(_couples(entities[:MOST]))
        case _:
            assert_never(intent)


def _classes_of_taken(
    some: Iterable[Entity], relatives: Mapping[str, Sequence[Relative]], *, forms: bool = False
) -> list[Entity]:
    """Return the classes of what is taken: what a class harms, its members may; with `forms`, its kinds, too."""
    kin = [k for e in some if is_taken(e) for k in relatives.get(e.id, ())[:RELATIVES]]
    return [k.entity for k in kin if (k.broader or forms) and is_taken(k.entity)]


def _is_counted(intent: Intent) -> bool:
    return isinstance(intent, Which) and intent.counted


def _taken_together(intent: Intent) -> tuple[Pair, ...]:
    """Return the pairs of what people take among what a question names."""
    return _couples([e for e in named_entities(intent) if is_taken(e)][:MOST_TAKEN])


def _of_relatives(pairs: Iterable[Pair], relatives: Mapping[str, Sequence[Relative]]) -> Iterable[Pair]:
    """Yield, for each pair, either side's relatives with the other side, and the edges that tie them to their own."""
    for a, b in pairs:
        yield from ((k, b) for k in _relatives(a, relatives))
        yield from ((a, k) for k in _relatives(b, relatives))
        yield from ((e, k) for e in (a, b) for k in _relatives(e, relatives))


def _taken_beside(intent: Intent) -> tuple[Entity, ...]:
    """Return what somebody takes already who asks for something besides: what it clashes with is never hidden."""
    return tuple(filter(is_taken, intent.beside))[:MOST_TAKEN] if isinstance(intent, Which) else ()


def _pairs_taken_beside(intent: YesNo) -> tuple[Pair, ...]:
    """Return what is asked about with each thing that is taken already."""
    return tuple((e.id, b.id) for e in (intent.subject, intent.object) for b in intent.beside if e.id != b.id)


def _relatives(id: str, relatives: Mapping[str, Sequence[Relative]]) -> list[str]:
    return [k.entity.id for k in relatives.get(id, ())][:RELATIVES]


def _beside(entity: Entity, relatives: Mapping[str, Sequence[Relative]]) -> tuple[str, ...]:
    """Return the relatives of which the best-documented neighbours will do where an entity is told about: all but the
    forms of what is taken, any neighbour of which may be a warning.
    """
    some, taken = relatives.get(entity.id, ())[:RELATIVES], is_taken(entity)
    return tuple(k.entity.id for k in some if k.entity.id != entity.id and (k.broader or not taken))


def _forms_beside(subject: Entity, object: Entity, relatives: Mapping[str, Sequence[Relative]]) -> tuple[str, ...]:
    """Return the kinds and forms of what is taken, where it is asked about with what is not: they may be warned of."""
    if not is_taken(subject) or is_taken(object):
        return ()
    some = relatives.get(subject.id, ())[:RELATIVES]
    return tuple(k.entity.id for k in some if k.entity.id not in (subject.id, object.id))


def _couples(entities: Sequence[Entity]) -> tuple[Pair, ...]:
    return tuple((x.id, y.id) for x, y in combinations(entities, 2))


def _distinct(pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    return tuple(p for p in dict.fromkeys(pairs) if p[0] != p[1])


# --- What a question needs from the graph, and the small, two-sided subgraph that answers it.

_BUNDLE = 6  # edges between one pair that are kept whatever they say


def select_evidence(intent: Intent, fetched: FetchedGraph, rules: Rules, limit: int | None = None) -> Evidence:
    """Return the evidence, best first: about `limit` edges, more only to keep both sides of a dispute together.

    Without a limit, questions that ask for a list get more than others.
    A pair's edges come together. Papers are left to the caller, who fetches those of the chosen edges.
    """
    known = _known(intent, fetched)
    chosen: dict[str, Edge] = {}
    answers: Answers = {}
    for bundle in _bundles(intent, fetched, rules, answers):
        if len(chosen) >= (limit or _limit(intent)):
            break
        chosen.update({e.id: e for e in _both_sides(bundle, rules)})
    chosen.update({e.id: e for e in (*_warnings(intent, fetched, known, rules), *_forms(intent, fetched))})
    paths = _paths(intent, fetched, chosen, rules)
    for path in paths:
        known.update({n.id: n for n in path.nodes})
        chosen.update({e.id: e for hop in path.edges for e in hop})
    edges = tuple(e for e in chosen.values() if e.subject in known and e.object in known)
    own = [e.id for e in named_entities(intent)]
    ids = dict.fromkeys([*own, *(end for e in edges for end in (e.subject, e.object))])
    return Evidence(tuple(known[i] for i in ids), edges, (), paths, tuple(_extents(intent, fetched, rules, answers)))


def _extents(intent: Intent, fetched: FetchedGraph, rules: Rules, answers: Answers) -> Iterable[Extent]:
    """Yield how far the relations of what is listed reach: of a question that asks which, of those that answer it."""
    own = named_entities(intent)
    relatives = [k.entity for e in own for k in fetched.relatives.get(e.id, ())]
    known = contradictions_of(Same(rules))
    for centre in (*own, *relatives):
        around = fetched.neighbourhoods.get(centre.id)
        if around is None:
            continue
        near: Sequence[Neighbour] = around.best
        if isinstance(intent, Which):
            near = _answering(intent, centre, fetched, rules, answers) or near
        names: dict[EdgeKind, set[str]] = {}
        for n in near:
            kinds = {(e.predicate, e.subject == centre.id, e.negated): None for e in n.edges}
            for kind in kinds:
                if not known.opposing(kind, kinds.keys()):
                    names.setdefault(kind, set()).add(shown_name(n.entity).casefold())
        whole = len(around.best) >= len(around.ids)
        yield from (Extent(centre.id, *kind, frozenset(some), whole) for kind, some in names.items())


def _warnings(intent: Intent, fetched: FetchedGraph, known: Mapping[str, Entity], rules: Rules) -> Iterable[Edge]:
    """Yield what warns whoever takes one of the question's entities, and what speaks against each warning.

    It is never left out for want of room.
    """
    own = [e for e in named_entities(intent) if is_taken(e)]
    forms = [k.entity for e in own for k in fetched.relatives.get(e.id, ())[:RELATIVES] if not k.broader]
    classes = _classes_of_taken(own, fetched.relatives) if isinstance(intent, Compare | YesNo) else []
    found = [(e, n) for one in (*own, *forms, *classes) for n in _near(one.id, fetched) for e in n.edges]
    warning = [
        (e, n)
        for e, n in found
        if e.subject in known
        and e.object in known
        and would_warn(known[e.subject], rules.get(e.predicate), known[e.object])
    ]
    for edge, neighbour in warning[:MOST_WARNINGS]:
        yield from (edge, *opposing_edges(edge, neighbour.edges, rules))


def _forms(intent: Intent, fetched: FetchedGraph) -> Iterable[Edge]:
    """Yield what ties two things that are taken to their kinds and forms, of which the graph may warn, and what these
    have to do with the other.
    """
    if isinstance(intent, YesNo | Compare | Open):
        for pair in _taken_together(intent):
            for one, other in (pair, pair[::-1]):
                for relative in fetched.relatives.get(one, ())[:RELATIVES]:
                    yield from fetched.edges.get((one, relative.entity.id), ())
                    beside = (relative.entity.id, other) if one == pair[0] else (other, relative.entity.id)
                    yield from fetched.edges.get(beside, ())


def _limit(intent: Intent) -> int:
    if isinstance(intent, About):
        return 80 if intent.full else 36
    if isinstance(intent, Compare) and intent.topic is None and not _wants_many(intent):
        return 40
    return 60 if _wants_many(intent) else 90 if isinstance(intent, More) else 24


def _wants_many(intent: Intent) -> bool:
    many = isinstance(intent, Compare) and len(compared_entities(intent)) > 2
    return many or isinstance(intent, Which | Examples | Connect | Digest)


def _bundles(intent: Intent, fetched: FetchedGraph, rules: Rules, answers: Answers) -> Iterable[Sequence[Edge]]:
    """Yield the edges pair by pair: those that answer the question first, then what else is known nearby."""
    match intent:
        case YesNo() | Why():
            yield from _of_two(intent, fetched, rules)
        case Which(entity):
            yield from (fetched.edges.get((entity.id, m.id), ()) for m in intent.among)
            yield from (fetched.edges.get(p, ()) for p in _pairs_of_answers(intent, fetched, rules))
            yield from _which(intent, fetched, rules, answers)
            yield from _concerning(intent, fetched)
            yield from _diverse(_near(entity.id, fetched), 6)
            for taken in _taken_beside(intent):
                yield from _diverse([n for n in _near(taken.id, fetched) if is_taken(n.entity)], NEAR)
        case About(entity):
            yield from _concerning(intent, fetched)
            yield from _diverse(_near(entity.id, fetched), NEAR)
            for relative in fetched.relatives.get(entity.id, ()):
                yield from _diverse(_near(relative.entity.id, fetched), 4)
        case Compare(topic=topic):
            some = compared_entities(intent)
            yield from _between(some, fetched)
            for x in some if topic else ():
                direct = fetched.edges.get((x.id, topic.id), ()) if topic else ()
                yield from (direct,) if direct or not topic else _through_relatives(x, topic, fetched)
            for a, b in combinations(some, 2):
                yield from _shared(a, b, fetched)
        case Open(entities):
            yield from _between(entities, fetched)
            for entity in entities:
                yield from _diverse(_near(entity.id, fetched), 12 // len(entities) + 2)
        case Connect(entities):
            yield from _between(entities, fetched)
            for a, b in combinations(entities, 2):
                if not fetched.edges.get((a.id, b.id), ()):
                    yield from _through_relatives(a, b, fetched)
        case Examples(entity):
            yield from (n.edges for n in _ranked(_near(entity.id, fetched)) if _ties(n.edges, rules))
        case More(entities):
            yield from _between(entities, fetched)
            yield from _in_turn([_diverse(_near(e.id, fetched), NEAR) for e in entities])
        case Digest(entities):
            yield from _between(entities[:MOST], fetched)
        case _:
            assert_never(intent)


def _of_two(intent: YesNo | Why, fetched: FetchedGraph, rules: Rules) -> Iterable[Sequence[Edge]]:
    subject, object = intent.subject, intent.object
    direct = fetched.edges.get((subject.id, object.id), ())
    yield direct
    taken = _pairs_taken_beside(intent) if isinstance(intent, YesNo) else ()
    yield from (fetched.edges.get(p, ()) for p in taken)
    yield from _through_relatives(subject, object, fetched)
    yield from _through_contents(subject, object, fetched, rules)
    yield from () if direct else _concerning(intent, fetched)
    few = 10 if isinstance(intent, Why) else 3 if direct else 6
    asks = not direct and isinstance(intent, YesNo)
    for one, other in ((subject, object), (object, subject)):
        near = _near(one.id, fetched)  # where nothing joins the two, what is of the other's sort comes first
        by_sort = asks and (intent.asked.slant is not Slant.ANY or is_ill(other))
        alike = [n for n in near if n.entity.type == other.type] if by_sort else []
        yield from _diverse(alike, 3)
        yield from _diverse(near, few)


def _which(intent: Which, fetched: FetchedGraph, rules: Rules, answers: Answers) -> Iterable[Sequence[Edge]]:
    """Yield the neighbours that answer, then those of broader and narrower entities, with the edge that ties these."""
    yield from (n.edges for n in _answering(intent, intent.entity, fetched, rules, answers))
    for relative in fetched.relatives.get(intent.entity.id, ()):
        more = _answering(intent, relative.entity, fetched, rules, answers)
        if more:
            yield fetched.edges.get((intent.entity.id, relative.entity.id), ())
            yield from (n.edges for n in more[:_FEW])


def looked_further(intent: Intent, around: Mapping[str, Neighbourhood], rules: Rules) -> tuple[str, ...]:
    """Return what is to be looked at with `ALL` of its neighbours: what a question asks some kind of, where the best
    documented of many hold fewer than are listed: what a drug is for may be none of the 400 best of a hub's neighbours.
    """
    if not isinstance(intent, Which) or intent.counted:
        return ()
    near = around.get(intent.entity.id)
    if near is None or len(near.best) >= len(near.ids):
        return ()
    found = _found_answering(intent, FetchedGraph(neighbourhoods=around), rules)
    return (intent.entity.id,) if len(found) < _limit(intent) else ()


def answers_beside(intent: Which, fetched: FetchedGraph, rules: Rules) -> tuple[Entity, ...]:
    """Return those that people take among the answers to a question, which are to go with what is taken already."""
    answers: Answers = {}
    near = list(_answering(intent, intent.entity, fetched, rules, answers)[:_PAIRED])
    for relative in fetched.relatives.get(intent.entity.id, ()):
        near += _answering(intent, relative.entity, fetched, rules, answers)[:_FEW]
    own = {e.id for e in intent.beside}
    return tuple({n.entity.id: n.entity for n in near if is_taken(n.entity) and n.entity.id not in own}.values())


def pairs_beside(
    answers: Sequence[Entity], intent: Which, relatives: Mapping[str, Sequence[Relative]]
) -> tuple[Pair, ...]:
    """Return the pairs of answers, and of what is taken beside them, with the classes and forms of both."""
    some = [id for e in answers for id in (e.id, *_relatives(e.id, relatives))]
    beside = [id for e in intent.beside for id in (e.id, *_relatives(e.id, relatives))]
    return _distinct([(a, b) for a in some for b in beside if a != b])


def _pairs_of_answers(intent: Which, fetched: FetchedGraph, rules: Rules) -> tuple[Pair, ...]:
    answers = answers_beside(intent, fetched, rules) if intent.beside else ()
    return pairs_beside(answers, intent, fetched.relatives)


def _answering(
    intent: Which, centre: Entity, fetched: FetchedGraph, rules: Rules, answers: Answers
) -> Sequence[Neighbour]:
    """Return the neighbours that bear on the question if it is asked of `centre`; `answers` are those found so far."""
    if centre.id not in answers:
        answers[centre.id] = _found_answering(replace(intent, entity=centre), fetched, rules)
    return answers[centre.id]


def _found_answering(intent: Which, fetched: FetchedGraph, rules: Rules) -> Sequence[Neighbour]:
    """Find them: one of which it is denied after every three of the others."""
    known: KnownFits = {}
    near = _near(intent.entity.id, fetched)
    bearing = [(n, [e for e in n.edges if fits_question(intent, n.entity, e, rules, known)]) for n in near]
    yes = of_part_first(intent, _ranked([n for n, edges in bearing if any(not e.negated for e in edges)]))
    no = _ranked([n for n, edges in bearing if edges and all(e.negated for e in edges)])
    if intent.asked.negated:  # what failed is what is asked for
        return [*no, *yes]
    mixed = [n for k in range(len(yes) // 3 + 1) for n in (*yes[3 * k : 3 * k + 3], *no[k : k + 1])]
    return [*mixed, *no[len(yes) // 3 + 1 :]]


def _concerning(intent: YesNo | Why | Which | About, fetched: FetchedGraph) -> Iterable[Sequence[Edge]]:
    """Yield what an entity has to do with what bears on all that a question speaks of besides: on the other name
    (`bears_on`), or on words that no name goes by.
    """
    if isinstance(intent, About | Which):
        loose = isinstance(intent, Which) and not intent.missing and not intent.asked.predicates
        missing = asked_about(intent.asked.phrase) if isinstance(intent, Which) and loose else intent.missing
        wanted = names_spoken_of(missing) if missing else []
        near = _near(intent.entity.id, fetched) if wanted else ()
        named = [n for n in near if all(any(w.search(x) for x in (n.entity.name, *n.entity.synonyms)) for w in wanted)]
        yield from (n.edges for n in named[:MOST_CONCERNING])
        return
    for own, other in ((intent.subject, intent.object), (intent.object, intent.subject)):
        bears = bears_on(other, own)
        yield from [n.edges for n in _near(own.id, fetched) if bears(n.entity)][:MOST_CONCERNING]


def bears_on(other: Entity, own: Entity) -> Callable[[Entity], bool]:
    """Return what tells whether a neighbour of `own` may bear on a question of it and the `other`: it has the other's
    name in its own ("gait ataxia", "the NMDA receptor's activity", "amyloid-beta"), or both are ills of one part of the
    body of which the other's name says no more ("abnormal heart morphology"). What only shortens that name ("stress",
    of psychological stress) is another thing in others' names.
    """
    shortens = set(phrase_words(other.name))
    synonyms = [s for s in other.synonyms if not set(phrase_words(s)) < shortens]
    names = [n.partition(" (")[0] for n in (other.name, *synonyms)]
    said = "|".join(re.escape(n) for n in dict.fromkeys(names) if len(n) >= _TELLING)
    called = re.compile(rf"(?<![\w-])(?:{said})(?![\w-])|^(?:{said})-", re.IGNORECASE) if said else None
    concerns = body_in(other.name) if is_ill(own) and is_ill(other) and tells_the_part_alone(other.name) else None

    def bears(near: Entity) -> bool:
        if near.id in (own.id, other.id):
            return False
        named = called is not None and called.search(near.name) is not None
        return named or (concerns is not None and is_ill(near) and concerns.search(near.name) is not None)

    return bears


def _between(entities: Sequence[Entity], fetched: FetchedGraph) -> Iterable[Sequence[Edge]]:
    yield from (fetched.edges.get((x.id, y.id), ()) for x, y in combinations(entities, 2))


def _in_turn(lists: Sequence[Sequence[Sequence[Edge]]]) -> Iterable[Sequence[Edge]]:
    """Yield the first of each list, then the second of each, and so on."""
    for row in zip_longest(*lists, fillvalue=()):
        yield from row


def _ties(edges: Sequence[Edge], rules: Rules) -> bool:
    """Tell whether an edge says that one of the two is a kind, a member or a part of the other."""
    kinds = ("is part of", "part of", "contains", "has part")
    return any(
        not e.negated and (is_kind_of(rules.get(e.predicate)) or rules.get(e.predicate).words in kinds) for e in edges
    )


_MOST_CONTENTS = 3


def _through_contents(subject: Entity, object: Entity, fetched: FetchedGraph, rules: Rules) -> Iterable[Sequence[Edge]]:
    """Yield what the subject is stated to contain, with what is known of that and the object, for and against."""
    known = {n.entity.id: n.edges for n in _near(object.id, fetched)}
    found = 0
    for near in _near(subject.id, fetched):
        held = [e for e in near.edges if e.subject == subject.id and not e.negated and contains(rules.get(e.predicate))]
        denied = any(e.negated for e in known.get(near.entity.id, ()))  # never left out for what does hold
        if held and near.entity.id in known and (found < _MOST_CONTENTS or denied):
            found += 1
            yield held
            yield known[near.entity.id]


def contains(predicate: Predicate) -> bool:
    """Tell whether the predicate says that its object is in its subject."""
    return predicate.words in {"contains", "has part"}


def _through_relatives(subject: Entity, object: Entity, fetched: FetchedGraph) -> Iterable[Sequence[Edge]]:
    sides = [(subject, (k.entity.id, object.id), k) for k in fetched.relatives.get(subject.id, ())]
    sides += [(object, (subject.id, k.entity.id), k) for k in fetched.relatives.get(object.id, ())]
    for own, pair, relative in sides[: 2 * RELATIVES]:
        edges = fetched.edges.get(pair, ())
        if edges and len(set(pair)) == 2:
            yield edges
            yield fetched.edges.get((own.id, relative.entity.id), ())


def _shared(a: Entity, b: Entity, fetched: FetchedGraph) -> Iterable[Sequence[Edge]]:
    """Yield what two have in common, then what each has alone, so that much of the one leaves room for the other."""
    left = {n.entity.id: n for n in _near(a.id, fetched)}
    right = {n.entity.id: n for n in _near(b.id, fetched)}
    common = sorted(left.keys() & right.keys(), key=lambda i: (-_weight(left[i]) - _weight(right[i]), i))
    for id in common[:_IN_COMMON]:
        yield left[id].edges
        yield right[id].edges
    alone = (
        [n for n in left.values() if n.entity.id not in right],
        [n for n in right.values() if n.entity.id not in left],
    )
    yield from _in_turn([_diverse(alone[0], 6), _diverse(alone[1], 6)])
    for id in common[_IN_COMMON:]:
        yield left[id].edges
        yield right[id].edges


def _diverse(near: Sequence[Neighbour], top: int) -> list[Sequence[Edge]]:
    """Return the best-documented neighbours, in rounds that take one of each predicate and type in turn."""
    rounds: dict[tuple[str, str], int] = {}
    order = []
    for rank, neighbour in enumerate(_ranked(near)):
        kind = (neighbour.edges[0].predicate, neighbour.entity.type) if neighbour.edges else ("", "")
        order.append((rounds.get(kind, 0), rank, neighbour.edges))
        rounds[kind] = rounds.get(kind, 0) + 1
    return [edges for _, _, edges in sorted(order, key=lambda o: o[:2])[:top]]


def _both_sides(bundle: Sequence[Edge], rules: Rules) -> tuple[Edge, ...]:
    """Return a pair's edges, the best-documented first; of very many the best, with all that contradict them."""
    best = sorted(bundle, key=lambda e: (-e.cited, e.id))
    kept = {e.id: e for e in best[:_BUNDLE]}
    for edge in best[:_BUNDLE]:
        kept.update({e.id: e for e in opposing_edges(edge, best, rules)})
    return tuple(kept.values())


def _paths(intent: Intent, fetched: FetchedGraph, chosen: Mapping[str, Edge], rules: Rules) -> tuple[Path, ...]:
    own = named_entities(intent)
    direct = any({e.subject, e.object} == {a.id, b.id} for e in chosen.values() for a, b in combinations(own, 2))
    top = 3 if isinstance(intent, Why) else 1 if direct or isinstance(intent, Connect) else 2
    found = [p for pair in fetched.paths for p in fetched.paths[pair][:top]]
    if isinstance(intent, Connect):
        joined = [{p.nodes[0].id, p.nodes[2].id} for p in found]
        left = [(a, b) for a, b in combinations(own, 2) if {a.id, b.id} not in joined]
        return (*found, *(p for a, b in left for p in _through_parts(a, b, fetched, rules)[:1]))
    if isinstance(intent, YesNo | Why) and not found:
        found = _through_parts(intent.subject, intent.object, fetched, rules)[:top]
    return tuple(sorted(found, key=lambda p: -p.score)[:4])


def _through_parts(a: Entity, b: Entity, fetched: FetchedGraph, rules: Rules) -> list[Path]:
    """Return the ways through what `a` contains; those tell something however many links the part has."""
    far = {n.entity.id: n for n in _near(b.id, fetched)}
    parts = [n for n in _ranked(_near(a.id, fetched)) if any(_has_part(a, e, rules) for e in n.edges)]
    return [
        Path((a, n.entity, b), (_both_sides(n.edges, rules), _both_sides(far[n.entity.id].edges, rules)), 0.0)
        for n in parts
        if n.entity.id in far
    ]


def _has_part(whole: Entity, edge: Edge, rules: Rules) -> bool:
    words = rules.get(edge.predicate).words
    contains, part = ("contains", "has part"), ("is part of", "part of")
    return not edge.negated and words in (contains if edge.subject == whole.id else part)


def _near(id: str, fetched: FetchedGraph) -> Sequence[Neighbour]:
    neighbourhood = fetched.neighbourhoods.get(id)
    return neighbourhood.best if neighbourhood else ()


def _ranked(near: Sequence[Neighbour]) -> list[Neighbour]:
    return sorted(near, key=lambda n: (-_weight(n), n.degree, n.entity.id))


def _weight(neighbour: Neighbour) -> int:
    return count_papers(neighbour.edges)


def _known(intent: Intent, fetched: FetchedGraph) -> dict[str, Entity]:
    known = {n.entity.id: n.entity for neighbourhood in fetched.neighbourhoods.values() for n in neighbourhood.best}
    known.update({k.entity.id: k.entity for several in fetched.relatives.values() for k in several})
    return known | {e.id: e for e in named_entities(intent)}
