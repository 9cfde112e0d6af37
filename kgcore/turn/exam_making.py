"""Gathers from a graph what test questions are made from, in a handful of round trips, on any backend."""

from __future__ import annotations

import random
import string
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from kgcore.errors import InputError
from kgcore.ports import KnowledgeGraph
from kgcore.reasoning.exam_sets import MadeQuestion, Material, make_set
from kgcore.values.model import Edge, Entity
from kgcore.vocabulary.vocabulary import Vocabulary

_EACH = 40  # names that begin with a letter
_AROUND = 12  # neighbours of each
_MOST = 400  # entities around which edges are gathered
EMPTY = "The graph has too few relations to make questions from."


async def make_questions(
    graph: KnowledgeGraph, vocabulary: Vocabulary, count: int, seed: int = 1
) -> list[MadeQuestion]:
    """Return test questions made from the graph's own edges. Raises GraphError, and InputError where it has too few."""
    chance = random.Random(seed)  # noqa: S311  # no secret depends on it
    seeds = await _seeds(graph)
    chance.shuffle(seeds)
    material = await _material(graph, seeds[: min(_MOST, max(80, count * 2))])
    made = make_set(material, vocabulary, count, seed)
    if not made:
        raise InputError(EMPTY)
    return made


@dataclass(frozen=True, slots=True)
class QuizMaterial:
    """Questions on a part of a graph, and the edges that they were made from."""

    questions: tuple[MadeQuestion, ...]
    edges: Mapping[str, Edge]
    entities: Mapping[str, Entity]


async def quiz_material(
    graph: KnowledgeGraph, vocabulary: Vocabulary, stated: Collection[Edge], seed: int = 1
) -> QuizMaterial:
    """Return test questions on what some edges say, then on what lies around their ends. Raises GraphError."""
    pairs = {(e.subject, e.object) for e in stated}
    ends = await graph.entities({id for pair in pairs for id in pair}) if pairs else {}
    material = await _material(graph, list(ends.values()))
    found = (await graph.edges_between(pairs)).values() if pairs else ()
    between = {e.id: e for some in found for e in some}
    beside = [e for e in material.edges if e.id not in between and (e.subject in ends or e.object in ends)]
    made: list[MadeQuestion] = []
    for edges in (list(between.values()), beside):
        made += make_set(replace(material, edges=edges), vocabulary, len(edges), seed, either=True)
    return QuizMaterial(tuple(made), between | {e.id: e for e in beside}, material.entities)


async def _seeds(graph: KnowledgeGraph) -> list[Entity]:
    found: dict[str, Entity] = {}
    for letter in (*string.ascii_lowercase, *string.digits):
        for entity in await graph.complete(letter, _EACH):
            found[entity.id] = entity
    return [found[id] for id in sorted(found)]


async def _material(graph: KnowledgeGraph, seeds: Sequence[Entity]) -> Material:
    around = await graph.neighbourhoods([e.id for e in seeds], _AROUND)
    entities = {e.id: e for e in seeds} | {n.entity.id: n.entity for near in around.values() for n in near.best}
    edges = {e.id: e for near in around.values() for n in near.best for e in n.edges}
    return Material([edges[id] for id in sorted(edges)], entities, await _joined(graph, entities))


async def _joined(graph: KnowledgeGraph, entities: Collection[str]) -> frozenset[frozenset[str]]:
    """Return which pairs have an edge, or have one from what is one step narrower or broader: it comes near."""
    kin = {id: [r.entity.id for r in some] for id, some in (await graph.relatives(entities)).items()}
    every = await graph.neighbourhoods({*entities, *(r for some in kin.values() for r in some)}, 1)
    return frozenset(
        frozenset((id, other))
        for id in entities
        for one in (id, *kin.get(id, ()))
        if one in every
        for other in every[one].ids
        if other in entities
    )
