"""Turns in which several facts are put together: asked for by command or button, or seen from what is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kgcore.errors import GraphError
from kgcore.question.reading import read_otherwise
from kgcore.reasoning.complaints import asks_what_it_is
from kgcore.reasoning.conclusions import NOT_ADVICE, Found
from kgcore.reasoning.telling import Join, Joined, Told, tell, tell_joins
from kgcore.turn.mining import MOST_THINGS, mine_paths
from kgcore.turn.reader import TextReader
from kgcore.turn.reasoning import Reasoner, Reasoning, symptom_predicates
from kgcore.turn.services import Services
from kgcore.values.model import Entity
from kgcore.values.thread import Mode, Turn


async def reasoned_turn(services: Services, turn: Turn, about: tuple[str, ...] = ()) -> Turn:
    """Return the turn with the conclusion; `about` are the ids that it is to be about. Raises GraphError."""
    turn, things, missing = await _things(services, turn, about)
    tells = bool(symptom_predicates(services.vocabulary)) and asks_what_it_is(turn.question)
    if len(things) > 1 and not tells:
        return await _joined(services, turn, things, missing)
    found = await Reasoner(services.graph, services.vocabulary).reason(turn.question, about)
    return await _told(services, turn, found)


async def _things(services: Services, turn: Turn, about: tuple[str, ...]) -> tuple[Turn, list[Entity], tuple[str, ...]]:
    """Return the turn with how its question was read, what it names, in order, and the names that the graph lacks."""
    if about:
        known = await services.graph.entities(about)
        return turn, [known[id] for id in about if id in known], ()
    understood = await TextReader(services.graph, services.vocabulary).understand(turn.question)
    (spots,) = await services.graph.spot([turn.question])
    spotted = [meant[0].entity for _, _, meant in sorted(spots, key=lambda s: s[0]) if meant]
    found = {e.id: e for e in (*understood.focus, *spotted)}
    unknown = getattr(understood.intent, "unknown", ())
    read = replace(turn, read_as=read_otherwise(understood), unread=() if unknown else understood.unread)
    return read, list(found.values()), unknown


async def _joined(services: Services, turn: Turn, things: Sequence[Entity], missing: Sequence[str]) -> Turn:
    """Write down what joins things."""
    graph = services.graph
    mined = await mine_paths(graph, things)
    joins = {pair: tuple(Join(w.nodes, w.hops) for w in ways) for pair, ways in mined.ways.items()}
    beside = {id: [(e, n.entity) for n in near.best for e in n.edges[:1]] for id, near in mined.near.items()}
    told = tell_joins(Joined(mined.segments, joins, beside, missing), services.vocabulary)
    more = f"The first {MOST_THINGS} things were put together." if len(things) > MOST_THINGS else ""
    return await _judged(services, replace(turn, focus=mined.entities), told, [more] if more else [])


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
    sure = [c.meant[0][0] for c in found.clues if c.meant and c.meant[0][1] >= 1.0]
    first = [c.entity for c in found.candidates[:1]]
    focus = tuple({e.id: e for e in (*first, *sure)}.values())
    notes = [*([found.notice] if found.notice else []), *([NOT_ADVICE] if first else [])]
    return await _judged(services, replace(turn, focus=focus), told, notes)


async def _judged(services: Services, turn: Turn, told: Told, notes: Sequence[str]) -> Turn:
    """Return the turn with what is told, its claims judged."""
    claims = await services.checker.check(list(told.triples)) if told.triples else ()
    papers = {p for c in claims for e in (*c.edges_for, *c.edges_against) for p in e.publications}
    return replace(
        turn,
        mode=Mode.GRAPH,
        paragraphs=told.paragraphs,
        claims=tuple(claims),
        mind_map=told.mind_map,
        papers=tuple((await services.graph.papers(papers)).values()) if papers else (),
        notices=(*turn.notices, *notes),
    )
