"""Turns in which several facts are put together: asked for by command or button, or seen from what is told."""

from __future__ import annotations

from dataclasses import replace

from kgcore.errors import GraphError
from kgcore.reasoning.complaints import asks_what_it_is
from kgcore.reasoning.conclusions import NOT_ADVICE, Found
from kgcore.reasoning.telling import tell
from kgcore.turn.reasoning import Reasoner, Reasoning, symptom_predicates
from kgcore.turn.services import Services
from kgcore.values.thread import Mode, Turn


async def reasoned_turn(services: Services, turn: Turn, about: tuple[str, ...] = ()) -> Turn:
    """Return the turn with the conclusion; `about` are the ids that it is to be about. Raises GraphError."""
    found = await Reasoner(services.graph, services.vocabulary).reason(turn.question, about)
    return await _told(services, turn, found)


async def diagnosed_turn(services: Services, turn: Turn) -> Turn | None:
    """Return the turn with what would explain what somebody complains of; None where nothing of the kind is told, or
    the graph knows no symptoms.
    """
    if not symptom_predicates(services.vocabulary) or not asks_what_it_is(turn.question):
        return None
    try:
        found = await Reasoner(services.graph, services.vocabulary).reason(turn.question)
        return await _told(services, turn, found) if found.candidates else None
    except GraphError:
        return None  # the usual way says that the graph is gone


async def _told(services: Services, turn: Turn, found: Reasoning) -> Turn:
    """Write down what was put together, and have its claims judged."""
    graph = services.graph
    ends = {id for e in (*found.edges, *found.beside) for id in (e.subject, e.object)}
    entities = dict(await graph.entities(ends)) if ends else {}
    told = tell(Found(found.clues, found.candidates, found.missing, found.beside, entities), services.vocabulary)
    claims = await services.checker.check(list(told.triples)) if told.triples else ()
    papers = {p for c in claims for e in (*c.edges_for, *c.edges_against) for p in e.publications}
    sure = [c.meant[0][0] for c in found.clues if c.meant and c.meant[0][1] >= 1.0]
    first = [c.entity for c in found.candidates[:1]]
    return replace(
        turn,
        mode=Mode.GRAPH,
        paragraphs=told.paragraphs,
        claims=tuple(claims),
        mind_map=told.mind_map,
        focus=tuple({e.id: e for e in (*first, *sure)}.values()),
        papers=tuple((await graph.papers(papers)).values()) if papers else (),
        notices=(*turn.notices, *([found.notice] if found.notice else []), *([NOT_ADVICE] if first else [])),
    )
