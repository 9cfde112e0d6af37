"""What the graph itself tells of a question's names: the sense that has an edge to the other name, classes, fates."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from kgcore.evidence.harms import fate_of, is_taken
from kgcore.linking.linking import are_twins
from kgcore.ports import KnowledgeGraph
from kgcore.question.reading import UnderstoodQuestion
from kgcore.question.relation import is_ill
from kgcore.values.intent import Intent, Which, Why, YesNo, named_entities
from kgcore.values.model import Entity, Mention, Neighbourhood, Relative

LOOKED_THROUGH = 200  # neighbours whose names are compared with what was written
DESCRIBED = 60  # neighbours whose descriptions are read for a class
_FATES = ("absorption", "bioavailability", "metabolism", "level", "efficacy")


async def with_fitting_senses(graph: KnowledgeGraph, understood: UnderstoodQuestion) -> UnderstoodQuestion:
    """Return the question with the senses of its names that have an edge to each other. Raises GraphError.

    Where the two that were read have one, or no other sense has, it is left as it is.
    """
    intent = understood.intent
    if isinstance(intent, Which):
        return await _with_fitting_twin(graph, understood, intent)
    if not isinstance(intent, YesNo | Why):
        return understood
    pair = (intent.subject.id, intent.object.id)
    if (await graph.edges_between([pair])).get(pair):
        return understood
    for mine, other in ((intent.object, intent.subject), (intent.subject, intent.object)):
        sense = await _sense(graph, understood, mine, other)
        if sense is not None:
            changed = replace(intent, object=sense) if mine is intent.object else replace(intent, subject=sense)
            written = {**understood.written, sense.id: understood.written[mine.id]}
            return replace(understood, intent=changed, focus=named_entities(changed), written=written)
    return understood


async def _with_fitting_twin(
    graph: KnowledgeGraph, understood: UnderstoodQuestion, intent: Which
) -> UnderstoodQuestion:
    """Return the question of the twin that has most of what is asked for, where a graph has one thing twice."""
    twins = [e for row in understood.alternatives for e in row if are_twins(e, intent.entity)]
    if not twins or not intent.asked.predicates:
        return understood
    around = await graph.neighbourhoods([e.id for e in (intent.entity, *twins)], LOOKED_THROUGH)

    def fitting(entity: Entity) -> int:
        near = around[entity.id].best if entity.id in around else ()
        wanted = [n for n in near if not intent.types or n.entity.type in intent.types]
        return sum(edge.predicate in intent.asked.predicates for n in wanted for edge in n.edges)

    best = max((intent.entity, *twins), key=fitting)  # the first of those that are as good
    if best is intent.entity:
        return understood
    changed = replace(intent, entity=best)
    return replace(understood, intent=changed, focus=named_entities(changed))


async def _sense(graph: KnowledgeGraph, understood: UnderstoodQuestion, mine: Entity, other: Entity) -> Entity | None:
    """Return another sense of one name: an alternative, or a neighbour of the other that is called so, and more."""
    words = _plain(understood.written.get(mine.id, ""))
    if not words:
        return None
    (neighbourhood,) = (await graph.neighbourhoods([other.id], LOOKED_THROUGH)).values() or (None,)
    near = [n.entity for n in neighbourhood.best] if neighbourhood else []
    others = {e.id for row in understood.alternatives for e in row}
    chosen = [e for e in near if e.id in others and e.id != mine.id]
    if len(words.split()) > 1:
        chosen += [e for e in near if is_ill(e) and _called(e, words) and _plain(mine.name) != words]
    if chosen or is_ill(other) or _plain(mine.name) == words:
        return chosen[0] if chosen else None
    (joint,) = await graph.rank([Mention(f"{other.name} {words}")], 1)  # "statin muscle pain"
    sense = joint.candidates[0].entity if joint.linked else None
    return sense if sense is not None and is_ill(sense) and sense.id not in (mine.id, other.id) else None


def _called(entity: Entity, words: str) -> bool:
    """Tell whether one of an entity's names ends with the words, or begins with them."""
    names = [_plain(n) for n in (entity.name, *entity.synonyms)]
    return any(n.endswith(f" {words}") or n.startswith(f"{words} ") for n in names)


async def classes_of(
    graph: KnowledgeGraph, intent: Intent, around: Mapping[str, Neighbourhood] | None = None
) -> Mapping[str, tuple[Relative, ...]]:
    """Return, for what is taken, the classes that its own description names, and (with `around`) the members of a
    class among the neighbours of the other name. Raises GraphError.
    """
    own = [e for e in named_entities(intent) if is_taken(e)]
    found = {e.id: tuple(Relative(c, broader=True) for c in await _described(graph, [e])) for e in own}
    near = [n.entity for neighbourhood in (around or {}).values() for n in neighbourhood.best][:DESCRIBED]
    some = [n for n in near if is_taken(n) and n.id not in found]
    classes = await _classes(graph, some)
    for entity in own:
        members = [m for m in some if classes.get(m.id) == entity.id]
        found[entity.id] += tuple(Relative(m, broader=False) for m in members)
    return {id: relatives for id, relatives in found.items() if relatives}


async def _described(graph: KnowledgeGraph, some: Sequence[Entity]) -> list[Entity]:
    classes = await _classes(graph, some)
    known = await graph.entities(list(classes.values()))
    return list(known.values())


async def _classes(graph: KnowledgeGraph, some: Sequence[Entity]) -> dict[str, str]:
    """Return the class that the whole description of an entity is a name of ("Statin."), by id."""
    described = [e for e in some if 0 < len(e.description) <= 80]
    rankings = (
        await graph.rank([Mention(e.description.rstrip(". "), e.type) for e in described], 1) if described else ()
    )
    return {
        e.id: r.candidates[0].entity.id
        for e, r in zip(described, rankings, strict=True)
        if r.linked and r.candidates[0].entity.id != e.id and r.candidates[0].entity.type == e.type
    }


async def fates_of(graph: KnowledgeGraph, intent: Intent) -> tuple[Entity, ...]:
    """Return what the graph has on the fate in the body of what is taken ("levothyroxine absorption"), where
    interactions are asked about. Raises GraphError.
    """
    if not isinstance(intent, YesNo | Which):
        return ()
    own = [e for e in named_entities(intent) if is_taken(e)]
    mentions = [Mention(f"{e.name} {fate}") for e in own for fate in _FATES]
    if not mentions:
        return ()
    rankings = await graph.rank(mentions, 1)
    meant = (r.candidates[0].entity for r in rankings if r.linked)
    names = {n.casefold() for e in own for n in (e.name, *e.synonyms)}
    return tuple({e.id: e for e in meant if fate_of(e).casefold() in names}.values())


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))


def merged_kin(
    one: Mapping[str, Sequence[Relative]], more: Mapping[str, Iterable[Relative]]
) -> dict[str, tuple[Relative, ...]]:
    """Return the relatives of both, each once."""
    made: dict[str, tuple[Relative, ...]] = {}
    for id in {**one, **more}:
        every = (*more.get(id, ()), *one.get(id, ()))
        made[id] = tuple({k.entity.id: k for k in every}.values())
    return made
