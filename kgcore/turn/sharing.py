"""What bears on several things at once: "what helps with both A and B?", "what do A and B have in common?"."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations, pairwise

from kgcore.evidence.harms import is_interaction
from kgcore.ports import KnowledgeGraph
from kgcore.question.relation import is_taken
from kgcore.reasoning.telling import Shared
from kgcore.turn.reader import TextReader
from kgcore.values.intent import Which
from kgcore.values.model import Edge, Entity
from kgcore.vocabulary.vocabulary import Vocabulary

LONGEST = 400  # characters of a question that is looked at
MOST, ALONE = 5, 2  # things that are told: of those that bear on all, and of those that bear on one, each
_LOOKED_AT = 60
_BOTH = re.compile(
    r"\b(?:what|which)\b[^.?!]*?"
    r"(?P<both>\b(?:both|all (?:of (?:them|these)|three|four|these))\b[^.?!]*)"
)
_EACH = re.compile(r"^\W*(?:(?:and|so|please|now) )*(?:what|which|who|list|name)\b[^.?!]*?\b(?:and|plus|as well as)\b")
_BESIDE = re.compile(r"(?:\s|,|and|plus|as well as|an?|the|my|your)*", re.I)
_AT_ONCE = re.compile(r"\b(?:mix\w*|together|combin\w+|alongside|what happens|at (?:once|the same time))\b")
_OTHERWISE = re.compile(r"\b(?:or|between|than|compar\w*|versus|vs|differ\w*)\b|\bwhat (?:is|are|was|were|about)\b")
_COMMON = re.compile(
    r"\bin common\b|\bwhat (?:do|does|is|are) .{0,200}\b(?:share|shared)\b"
    r"|\bwhat (?:is|are) common (?:to|between|among)\b|\b(?:commonalit|similarit)(?:y|ies) (?:between|of)\b"
    r"|\b(?:how|in what ways?) (?:are|is) .{0,200}\b(?:alike|similar)\b"
)
Edges = Mapping[tuple[str, str], Sequence[Edge]]


def asks_for_shared(text: str) -> bool:
    """Tell whether a question asks what bears on several things at once, or what they have in common."""
    said = text[: LONGEST + 1].lower()
    return len(said) <= LONGEST and (any(p.search(said) for p in (_COMMON, _BOTH)) or _asks_of_each(said))


def _asks_of_each(said: str) -> bool:
    return _EACH.search(said) is not None and _OTHERWISE.search(said) is None


async def shared_by(
    graph: KnowledgeGraph, vocabulary: Vocabulary, text: str, things: Sequence[Entity]
) -> Shared | None:
    """Return what bears on all of the things that a question names; None where it does not ask that. Raises
    GraphError.
    """
    said = text[: LONGEST + 1].lower()
    if len(said) > LONGEST or len(things) < 2:
        return None
    if _COMMON.search(said):
        return await _shared(graph, tuple(things), (), ())
    both = _BOTH.search(said)
    if _AT_ONCE.search(said) or (not both and await _clash(graph, vocabulary, things)):
        return None
    lead = text[both.start() : both.start("both")] if both else await _before_row(graph, text)
    if not lead:
        return None
    intent = (await TextReader(graph, vocabulary).understand(f"{lead.strip()} {things[0].name}?")).intent
    if not isinstance(intent, Which) or not (both or intent.asked.predicates or intent.types):
        return None
    return await _shared(graph, tuple(things), intent.asked.predicates, intent.types)


async def _clash(graph: KnowledgeGraph, vocabulary: Vocabulary, things: Sequence[Entity]) -> bool:
    """Tell whether two things that people take are known to go badly together: that is the answer, then."""
    taken = [e for e in things if is_taken(e)]
    edges = await graph.edges_between([(a.id, b.id) for a, b in combinations(taken, 2)])
    return any(is_interaction(vocabulary.get(e.predicate)) for some in edges.values() for e in some)


async def _before_row(graph: KnowledgeGraph, text: str) -> str:
    """Return what a question asks of each of a row of things ("which diseases come with A and B?"), "" for no row."""
    (spots,) = await graph.spot([text])
    ordered = sorted((start, end) for start, end, meant in spots if meant)
    if not _asks_of_each(text.lower()) or len(ordered) < 2 or text[ordered[-1][1] :].strip(" ?!."):
        return ""
    gaps = (text[end:start] for (_, end), (start, _) in pairwise(ordered))
    return text[: ordered[0][0]] if all(map(_BESIDE.fullmatch, gaps)) else ""


async def _shared(
    graph: KnowledgeGraph, things: tuple[Entity, ...], predicates: Collection[str], types: Collection[str]
) -> Shared:
    ids, asked = [e.id for e in things], bool(predicates or types)
    near = await graph.neighbourhoods(ids, _LOOKED_AT)
    around = {id: near[id].ids if id in near else frozenset() for id in ids}
    every = frozenset.intersection(*around.values()) - set(ids)
    best = {n.entity.id for id in ids if id in near for n in near[id].best} - set(ids)
    some = [*sorted(every)[: 4 * _LOOKED_AT], *sorted(best - every)]
    edges = await graph.edges_between([(c, id) for c in some for id in ids if c in around[id]])
    known = {id: e for id, e in (await graph.entities(some)).items() if not types or e.type in types}
    links = {id: len(n.ids) for id, n in (await graph.neighbourhoods(every, 1)).items()} if every else {}
    ends = {e.id: e for e in things}
    told = {c: _told(c, ends, edges, predicates) for c in some if c in known}
    whole = [c for c in told if {thing.id for _, thing in told[c]} == set(ids)]
    whole.sort(key=lambda c: (-_papers(told[c]) if asked else links.get(c, 0), known[c].name))
    alone = []
    for id in ids:
        mine = [
            c for c in told if {thing.id for _, thing in told[c]} == {id} and not all(e.negated for e, _ in told[c])
        ]
        alone += sorted(mine, key=lambda c: (-_papers(told[c]), known[c].name))[:ALONE]
    return Shared(
        things,
        [(known[c], told[c]) for c in whole[:MOST]],
        [(known[c], told[c]) for c in alone] if asked else [],
        asked,
        len(whole[MOST:]),
    )


def _told(
    candidate: str, things: Mapping[str, Entity], edges: Edges, predicates: Collection[str]
) -> list[tuple[Edge, Entity]]:
    """Return the best edge of a candidate to each thing, in the relation that was asked for, where one was."""
    found = []
    for id, thing in things.items():
        fitting = [e for e in edges.get((candidate, id), ()) if not predicates or e.predicate in predicates]
        if fitting:
            found.append((max(fitting, key=lambda e: (not e.negated, e.cited, e.id)), thing))
    return found


def _papers(told: Sequence[tuple[Edge, Entity]]) -> int:
    return sum(e.cited for e, _ in told)
