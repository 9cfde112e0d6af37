"""Looks around the graph without a question: what lies about an entity, what a typed name means, papers on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from kgcore.drawing.text import shorten_label
from kgcore.linking.linking import linked_candidates
from kgcore.linking.spelling import near_slip
from kgcore.ports import KnowledgeGraph
from kgcore.values.model import Edge, Entity, Match, Mention, Neighbour, Neighbourhood, Path
from kgcore.vocabulary.types import type_words

MOST_AROUND = 60  # neighbours that are kept
OF_EACH_TYPE = 5  # of them, so that no type goes without
LOOKED_AT = 240
MOST_COUNTED = 5_000  # neighbours whose types are looked up; beyond, only those looked at have one
MOST_WAYS = 5
LONGEST_NAME = 200  # characters
_SURE = 0.05  # candidates this much worse than the best are not meant
_SHOWN = 40  # characters of another name
_SHORT = 3  # letters from which names near to what is typed are sought, too
_NEAR = 0.5  # of a meaning, from which on it is worth naming ("heart": heart failure .7; "asdfgh": procaine .31)
_INSTEAD = 20  # entities that a list offers beside the one that stands there
_AROUND = 60  # neighbours that are looked through for them


@dataclass(frozen=True, slots=True)
class BrowseResult:
    """One or two entities; what lies around the first (the best-documented first, of every type some).

    `counts` are all its neighbours by type, most first, those of no known type ("") last. `direct` and `ways` join the
    two.
    """

    focus: tuple[Entity, ...] = ()
    around: tuple[Neighbour, ...] = ()
    counts: tuple[tuple[str, int], ...] = ()
    direct: tuple[Edge, ...] = ()
    ways: tuple[Path, ...] = ()


async def fetch_neighbourhood(graph: KnowledgeGraph, ids: Sequence[str]) -> BrowseResult:
    """Return what lies around `ids[0]`, and what joins it to `ids[1]`; nothing for unknown ids. Raises GraphError."""
    known = await graph.entities(ids[:2])
    focus = tuple(known[id] for id in dict.fromkeys(ids[:2]) if id in known)
    if not focus:
        return BrowseResult()
    centre = focus[0].id
    near = (await graph.neighbourhoods([centre], LOOKED_AT)).get(centre, Neighbourhood(centre, frozenset(), ()))
    counts = await _counts(graph, near)
    if len(focus) < 2:
        return BrowseResult(focus, _best(near.best), counts)
    pair = (centre, focus[1].id)
    direct = (await graph.edges_between([pair])).get(pair, ())
    ways = (await graph.paths([pair], MOST_WAYS)).get(pair, ())
    return BrowseResult(focus, _best(near.best), counts, direct, ways)


def _best(near: Sequence[Neighbour]) -> tuple[Neighbour, ...]:
    """Return the best neighbours in their order, the best of every type among them."""
    taken: Counter[str] = Counter()
    first: list[int] = []
    for n, neighbour in enumerate(near):
        taken[neighbour.entity.type] += 1
        if taken[neighbour.entity.type] <= OF_EACH_TYPE:
            first.append(n)
    chosen = {*first[:MOST_AROUND]}
    chosen.update([n for n in range(len(near)) if n not in chosen][: MOST_AROUND - len(chosen)])
    return tuple(neighbour for n, neighbour in enumerate(near) if n in chosen)


async def _counts(graph: KnowledgeGraph, near: Neighbourhood) -> tuple[tuple[str, int], ...]:
    missing = near.ids - {n.entity.id for n in near.best}
    rest = await graph.entities(missing) if missing and len(missing) <= MOST_COUNTED else {}
    counted = Counter([n.entity.type for n in near.best] + [e.type for e in rest.values()])
    unknown = len(near.ids) - counted.total()
    if unknown > 0:
        counted[""] += unknown
    return tuple(sorted(counted.items(), key=lambda one: (not one[0], -one[1], one[0])))


async def find_by_name(graph: KnowledgeGraph, text: str) -> tuple[Entity, ...]:
    """Return what a typed name (or an id) means, the likeliest first; several where it is not plain which.

    None where the graph knows nothing of that name: see `find_nearest`. Raises GraphError.
    """
    name = " ".join(text.split())[:LONGEST_NAME]
    by_id = await graph.entities([name]) if name else {}
    if by_id or not name:
        return tuple(by_id.values())
    (ranking,) = await graph.rank([Mention(name)])
    meant = linked_candidates(ranking)
    return tuple(c.entity for c in meant if c.score > meant[0].score - _SURE) if meant else ()


_KINDS_OF_NAMES = frozenset({"natural", "herbal", "chemical", "synthetic", "serious", "instead", "one", "here", "else"})


async def find_nearest(graph: KnowledgeGraph, text: str, top: int = 3) -> tuple[Entity, ...]:
    """Return entities whose names come near a name that means none: slips first, then what begins alike.

    Raises GraphError.
    """
    written = " ".join(text.split())[:LONGEST_NAME].casefold()
    if written in _KINDS_OF_NAMES:
        return ()  # what is natural is not "natural yellow 3"
    slips = await _slips(graph, written) if len(written) >= _SHORT and written.isascii() else []
    return tuple({e.id: e for e in (*slips, *(await suggest_names(graph, written)))}.values())[:top]


_BEGINNINGS = ((2, 200), (1, 2_000))  # letters that a slip leaves as they are, and names that are looked through


async def _slips(graph: KnowledgeGraph, written: str) -> list[Entity]:
    """Return entities with a name that is one slip away, those nearest first; short words, too, which no search puts
    right of itself. Raises GraphError.
    """
    costs: dict[str, tuple[float, Entity]] = {}
    for letters, most in _BEGINNINGS:
        for entity in await graph.complete(written[:letters], most):
            cost = near_slip(written, (entity.name, *entity.synonyms))
            if cost is not None:
                costs.setdefault(entity.id, (cost, entity))
    return [entity for _, entity in sorted(costs.values(), key=lambda one: (one[0], one[1].name))]


async def suggest_names(graph: KnowledgeGraph, text: str, top: int = 8) -> tuple[Entity, ...]:
    """Return entities whose names begin with what is typed, then those near to it.

    What is near by meaning alone is no completion; it is returned where there is nothing else, and where it is near:
    something stands nearest to any letters. Raises GraphError.
    """
    typed = " ".join(text.split())[:LONGEST_NAME]
    if not typed:
        return ()
    begun = list(await graph.complete(typed, top))
    near = not begun
    if len(begun) < top and len(typed) >= _SHORT:
        (ranking,) = await graph.rank([Mention(typed)], top)
        begun += [c.entity for c in ranking.candidates if c.match is not Match.SEMANTIC or (near and c.score >= _NEAR)]
    named = [e for e in begun if e.name.lower().startswith(typed.lower())]
    return tuple({e.id: e for e in (*named, *begun)}.values())[:top]


async def suggest_instead(
    graph: KnowledgeGraph, entity: Entity, said: str, other: Entity, top: int = _INSTEAD
) -> tuple[Entity, ...]:
    """Return what else than an entity words may mean that are related to another one; `said` are those words, or "".

    First those whose names are near to the words or begin like one of them, then what is one step broader or narrower,
    then those of its type that the graph relates to the other. Raises GraphError.
    """
    names = dict.fromkeys(name for name in (said, entity.name) if name.strip())
    words = dict.fromkeys(word for name in names for word in name.split() if len(word) > _SHORT)
    near = [e for text in (*names, *words) for e in await suggest_names(graph, text)]
    near += [r.entity for r in (await graph.relatives([entity.id])).get(entity.id, ())]
    around = (await graph.neighbourhoods([other.id], _AROUND)).get(other.id)
    near += [n.entity for n in (around.best if around else ()) if n.entity.type == entity.type]
    return tuple({e.id: e for e in near if e.id not in (entity.id, other.id)}.values())[:top]


def entity_hint(entity: Entity, text: str) -> str:
    """Return an entity's type in words, and by which other name it was found where its own does not say why."""
    typed, kind = " ".join(text.split()).lower(), type_words(entity.type, plural_form=False)
    if entity.name.lower().startswith(typed):
        return kind
    other = next((s for s in entity.synonyms if s.lower().startswith(typed)), "")
    return f"{kind}, also “{shorten_label(other, _SHOWN)}”" if other else kind
