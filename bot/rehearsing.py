"""What is done once before anybody asks: who asks first would wait for it, and everybody with them.

The tables of words are read, and their patterns compiled, when they are first needed; a server plans each of its
questions then. Together that holds a busy machine for more than a second.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

from kgcore.errors import GraphError
from kgcore.ports import KnowledgeGraph
from kgcore.turn.checking import Checker
from kgcore.turn.reader import TextReader, map_statements
from kgcore.values.message import Said
from kgcore.values.model import Mention

UNHEARD_OF = "a thing unheard of"
_NOBODY = "?"  # the id of no entity
_WIDELY_KNOWN = ("diabetes", "cancer", "depression", "hypertension", "aspirin", "metformin", "vitamin D", "zinc")


async def rehearse_graph(graph: KnowledgeGraph) -> None:
    """Ask a graph everything once: a server plans each question when it first sees it, which may take a second."""
    pair = (_NOBODY, f"{_NOBODY}{_NOBODY}")
    await asyncio.gather(
        graph.rank([Mention(UNHEARD_OF)]),
        graph.spot([f"Does {UNHEARD_OF} help?"]),
        graph.edges_between([pair]),
        graph.relatives(pair),
        graph.paths([pair]),
        graph.neighbourhoods(pair),
        graph.papers(pair),
        return_exceptions=True,  # it may be gone again already: then the next look says so
    )


async def rehearse_answer(graph: KnowledgeGraph, reader: TextReader, checker: Checker) -> None:
    """Read a question and check a claim about two things that the graph joins; nothing of it is kept or counted."""
    with suppress(GraphError):
        ranked = await graph.rank([Mention(name) for name in _WIDELY_KNOWN], 1)
        ids = [ranking.candidates[0].entity.id for ranking in ranked if ranking.linked and ranking.candidates]
        known, near = await graph.entities(ids), await graph.neighbourhoods(ids, 1)
        pairs = ((known[id].name, near[id].best[0].entity.name) for id in ids if id in near and near[id].best)
        one, other = next(pairs, (UNHEARD_OF, UNHEARD_OF))
        for asked in (f"Does {one} help older women with {other}?", f"Which side effects does {one} have?"):
            await reader.understand(asked)
        said = f"{one} helps against {other} in older women. It may not cure {other} in a randomised trial."
        await map_statements(reader, checker, [Said("", said)])
