"""The picture of an entity and what lies around it, for browsing without a question (pure)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from kgcore.drawing.lines import Draft, Words, distinct, edge_of, papers_of
from kgcore.drawing.picture import Node, Picture
from kgcore.model import Edge, Entity, Neighbour, Path
from kgcore.wording import relation


def around_picture(
    centre: Entity,
    neighbours: Sequence[Neighbour],
    numbers: Mapping[str, int],
    *,
    words: Words,
    others: Sequence[Path] = (),
) -> Picture:
    """Return an entity with its neighbours, and with the ways to others; all edges are context, without verdict.

    `numbers` are the thread's numbers by entity id; entities without one get the next free numbers. Papers of a
    relation's negation count against it. The centre and the ends of the ways are the focus.
    """
    known = {centre.id: centre}
    known |= {n.entity.id: n.entity for n in neighbours if n.entity.id != centre.id}
    known |= {e.id: e for path in others for e in path.nodes if e.id not in known}
    focus = {centre.id, *(path.nodes[n].id for path in others for n in (0, 2))}
    free = max((0, *numbers.values())) + 1
    new = [id for id in known if id not in numbers]
    placed = dict(numbers) | {id: number for number, id in enumerate(new, free)}
    hops = (*(n.edges for n in neighbours), *(edges for path in others for edges in path.edges))
    edges = {(e.id, e.subject, e.predicate, e.object, e.negated): e for some in hops for e in some}
    drafts = _drafts((e for e in edges.values() if {e.subject, e.object} <= set(known)), known, words)
    nodes = (Node(placed[e.id], e.name, e.type, focus=e.id in focus) for e in known.values())
    return Picture(tuple(nodes), tuple(edge_of(d, placed) for d in distinct(drafts, ())))


def _drafts(edges: Iterable[Edge], known: Mapping[str, Entity], words: Words) -> list[Draft]:
    """Return a draft for every relation; one that is stated and denied is drawn as stated, with papers against it."""
    said: dict[tuple[str, str, str], list[Edge]] = {}
    for edge in edges:
        if edge.subject != edge.object:
            ends = (
                sorted((edge.subject, edge.object)) if words.symmetric(edge.predicate) else (edge.subject, edge.object)
            )
            said.setdefault((ends[0], edge.predicate, ends[1]), []).append(edge)
    return [_draft(some, known, words) for some in said.values()]


def _draft(edges: Sequence[Edge], known: Mapping[str, Entity], words: Words) -> Draft:
    stated = [e for e in edges if not e.negated] or edges
    denied = [e for e in edges if e.negated] if stated is not edges else []
    first = stated[0]
    label = relation(words.get(first.predicate), known[first.subject], known[first.object], negated=first.negated)
    directed = not words.symmetric(first.predicate)
    return Draft(first.subject, first.object, (label,), None, True, (), papers_of(stated), papers_of(denied),
                 directed=directed)  # fmt: skip
