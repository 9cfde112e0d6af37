"""What does one thing and not another: "which drugs treat hypertension but do not treat heart failure?"."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from kgcore.english.agreement import join_words
from kgcore.ports import KnowledgeGraph
from kgcore.question.reading import UnderstoodQuestion
from kgcore.question.relation import is_ill
from kgcore.turn.reader import TextReader
from kgcore.values.intent import Which
from kgcore.values.model import Entity
from kgcore.vocabulary.wording import name_in_sentence

_LONGEST: Final = 300  # characters of a question that is looked at
_NEIGHBOURS: Final = 4_000  # of what is asked about that are looked through
_NAMED: Final = 6  # of those that are left out
_BUT_NOT: Final = re.compile(
    r"(?P<asks>(?P<kind>(?:which|what|list|name)(?: [a-z-]+){1,3}?) (?P<verb>[a-z]+) [^?,]{2,80}?),?"
    r" (?P<but>(?:(?:and|but|yet|that|which) )*(?:(?:do|does)(?: not|n't) (?P<again>[a-z]+)|not)"
    r" (?P<other>[^?,]{2,80}?))[ ?.!]*",
    re.IGNORECASE,
)


async def with_left_out(question: str, reader: TextReader, graph: KnowledgeGraph) -> UnderstoodQuestion | None:
    """Return a question of what does one thing and not the same to another, as one of the first without what the graph
    says does it to the second, and what was left out; None for others. Where that leaves nothing, all are told.

    Raises GraphError.
    """
    found = _BUT_NOT.fullmatch(question.strip()) if len(question) <= _LONGEST else None
    if found is None or (found["again"] or found["verb"]).casefold() != found["verb"].casefold():
        return None
    first = await reader.understand(f"{found['asks']}?")
    second = await reader.understand(f"{found['kind']} {found['verb']} {found['other']}?")
    one, other = first.intent, second.intent
    if not isinstance(one, Which) or not one.asked.predicates or one.asked.negated or first.unread:
        return None
    if not isinstance(other, Which) or not other.asked.predicates or other.asked.negated or second.unread:
        return replace(first, unread=(found["other"],)) if found["again"] else None
    if one.entity.id == other.entity.id or is_ill(one.entity) != is_ill(other.entity):
        return None  # "… for dementia, not donepezil" leaves out a thing that would be named
    does, too = await _answers(one, graph), await _answers(other, graph)
    out = tuple(e for id, e in does.items() if id in too)
    name = name_in_sentence(other.entity)
    if out and len(out) == len(does):  # nothing is left, and what there is is not to be denied
        read = (found["but"], f"all that is named is told to {found['verb']} {name}, too")
        return replace(first, put_right=(*first.put_right, read))
    names = [name_in_sentence(e) for e in out]
    shown = names if len(names) <= _NAMED else [*names[: _NAMED - 1], f"{len(names) - _NAMED + 1} more"]
    left = f"; left out: {join_words(shown, 'and')}" if out else ""
    read = (found["but"], f"not told to {found['verb']} {name}{left}")
    return replace(first, intent=replace(one, without=out), put_right=(*first.put_right, read))


async def _answers(which: Which, graph: KnowledgeGraph) -> dict[str, Entity]:
    """Return what the graph says stands so to what is asked about, by id."""
    near = (await graph.neighbourhoods([which.entity.id], _NEIGHBOURS)).get(which.entity.id)
    return {
        n.entity.id: n.entity
        for n in (near.best if near else ())
        if not which.types or n.entity.type in which.types
        if any(e.predicate in which.asked.predicates and not e.negated for e in n.edges)
    }
