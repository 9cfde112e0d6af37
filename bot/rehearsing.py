"""What is done once before anybody asks: who asks first would wait for it, and everybody with them.

The tables of words are read, and their patterns compiled, when they are first needed; a server plans each of its
questions then. Together that holds a busy machine for more than a second.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from secrets import token_hex

from kgcore.errors import GraphError
from kgcore.ports import KnowledgeGraph
from kgcore.turn.checking import Checker
from kgcore.turn.reader import TextReader, map_statements
from kgcore.values.message import Said
from kgcore.values.model import Entity, Mention

UNHEARD_OF = "a thing unheard of"
_NOBODY = "?"  # the id of no entity
_WIDELY_KNOWN = ("diabetes", "cancer", "depression", "hypertension", "aspirin", "metformin", "vitamin D", "zinc")


_LETTERS = "asmcdhp"  # many names begin so; of those that do, the best-joined is asked about
_ASKED = (
    "Does {one} help older women with {other}?",
    "Which side effects does {one} have?",
    "What is known about {one}?",
    "What helps against {other}?",
)


async def rehearse_graph(graph: KnowledgeGraph) -> None:
    """Ask a graph everything once: a server plans each question when it first sees it, which may take a second.

    It is asked of things that nobody asked of before, lest what was remembered of them answer for a server that was
    started anew.
    """
    new = token_hex(4)
    pair = (f"{_NOBODY}{new}", f"{_NOBODY}{_NOBODY}{new}")
    await asyncio.gather(
        graph.rank([Mention(f"{UNHEARD_OF} {new}")]),
        graph.spot([f"Does {UNHEARD_OF} {new} help?"]),
        graph.edges_between([pair]),
        graph.relatives(pair),
        graph.paths([pair]),
        graph.neighbourhoods(pair),
        graph.papers(pair),
        return_exceptions=True,  # it may be gone again already: then the next look says so
    )


async def _joined_pair(graph: KnowledgeGraph, among: Sequence[Entity]) -> tuple[str, str] | None:
    """Return the names of one of these entities and of a neighbour of its; None where none has any."""
    near = await graph.neighbourhoods([entity.id for entity in among], 1)
    pairs = ((e.name, near[e.id].best[0].entity.name) for e in among if e.id in near and near[e.id].best)
    return next(pairs, None)


async def rehearse_answer(graph: KnowledgeGraph, reader: TextReader, checker: Checker) -> None:
    """Read questions and check a claim about two things that the graph joins; nothing of it is kept or counted."""
    with suppress(GraphError):
        ranked = await graph.rank([Mention(name) for name in _WIDELY_KNOWN], 1)
        known = [ranking.candidates[0].entity for ranking in ranked if ranking.linked and ranking.candidates]
        pair = await _joined_pair(graph, known)
        for letter in _LETTERS if pair is None else "":
            pair = pair or await _joined_pair(graph, await graph.complete(letter, 3))
        one, other = pair or (UNHEARD_OF, UNHEARD_OF)
        for asked in _ASKED:
            await reader.understand(asked.format(one=one, other=other))
        said = f"{one} helps against {other} in older women. It may not cure {other} in a randomised trial."
        await map_statements(reader, checker, [Said("", said)])
