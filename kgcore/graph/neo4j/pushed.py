"""A graph that `evigraph kg push` loaded."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from kgcore.errors import GraphDamaged, GraphNotFound, GraphUnavailable
from kgcore.graph.embedded.names_begin import Beginnings
from kgcore.graph.embedded.names_words import Words
from kgcore.graph.neo4j import cypher, values
from kgcore.graph.neo4j.bolt import LOAD_SECONDS, Bolt
from kgcore.graph.neo4j.graph import BoltGraph, Schema
from kgcore.graph.neo4j.names import Completions, PushedFinder
from kgcore.graph.neo4j.schema import VERSION
from kgcore.model import Entity, Paper
from kgcore.ports import Embedder
from kgcore.thesaurus import thesaurus

_WORD = re.compile(r"[^\W_]+")  # and so nothing that Lucene would take for an operator
_MOST_WORDS = 12
_SCHEMA = Schema(cypher.PUSHED, values.PUSHED)
_PUSH = "Load one with `evigraph kg push`, or describe the graph that is there in a file named by NEO4J_MAPPING."
_AGAIN = "Run `evigraph kg push` again: it goes on where it was."


class Neo4jGraph(BoltGraph):
    """Nothing of the graph is kept here but how its words are spelt."""

    def __init__(self, bolt: Bolt, state: Mapping[str, Any], words: Words, embedder: Embedder | None) -> None:
        """Use `open`."""
        self._bolt, self._digest = bolt, str(state["digest"])
        info, stored = values.info(state["name"], state["about"])
        note = _note(stored, embedder)
        finder = PushedFinder(self._rows, words, None if note or not stored else embedder)
        super().__init__(self._rows, _SCHEMA, info, finder)
        self.note = note
        self._completions: Completions | None = None

    @classmethod
    async def open(cls, bolt: Bolt, embedder: Embedder | None = None) -> Self:
        """Open the graph that was pushed; raises GraphNotFound, GraphDamaged or GraphUnavailable."""
        rows = await bolt.read(cypher.OPEN)
        if not rows:
            raise GraphNotFound(f"Neo4j at {bolt.place} holds no graph of Evigraph's.", mend=_PUSH)
        state = rows[0]["graph"]
        if not state["ready"]:
            raise GraphDamaged(f"The graph in Neo4j at {bolt.place} has not been loaded to its end.", mend=_AGAIN)
        if state["version"] != VERSION:
            raise GraphDamaged(f"The graph in Neo4j at {bolt.place} is of another version.", mend=_AGAIN)
        pages = [await _page(bolt, name) for name in ("names_words", "names_grams", "names_grams_at")]
        await asyncio.to_thread(thesaurus)  # read now, not while the first question waits
        try:
            graph = cls(bolt, state, Words(*pages), embedder)
        except (ValueError, KeyError) as exc:
            raise GraphDamaged(f"The graph in Neo4j at {bolt.place} is damaged.", mend=_AGAIN) from exc
        await graph._warm()
        return graph

    async def complete(self, text: str, top: int = 8) -> Sequence[Entity]:
        """Return entities with a name that begins with `text`, the best-joined first."""
        if self._completions is None:
            names = ("names_begin", "names_begin_refs", "degree")
            keys, refs, degree = [await _page(self._bolt, name) for name in names]
            self._completions = Completions(Beginnings(keys, refs), degree)
        numbers = self._completions.find(text, top)
        found = {e[0]: values.entity(e) for e in await self._ask(cypher.NUMBERED, numbers, numbers=numbers)}
        return tuple(found[n] for n in numbers if n in found)

    async def search_papers(self, query: str, limit: int = 20) -> Sequence[Paper]:
        """Return papers whose title or journal has the words of `query`; all of them if possible, else some."""
        words = list(dict.fromkeys(w for w in _WORD.findall(query.casefold()) if w))[:_MOST_WORDS]
        for joined in (" AND ", " OR ") if words and limit > 0 else ():
            found = await self._ask(cypher.SEARCH, words, words=joined.join(words), most=limit)
            if found:
                return [values.paper(row) for row in found]
        return []

    async def close(self) -> None:
        """Let go of the connections."""
        await self._bolt.close()

    async def _rows(self, statement: str, **parameters: Any) -> Sequence[Any]:
        rows = await self._bolt.read(statement, digest=self._digest, **parameters)
        if not rows:
            raise GraphUnavailable(
                f"The graph in Neo4j at {self._bolt.place} is being replaced, or was.",
                mend="When `evigraph kg push` has ended, start Evigraph again.",
            )
        return rows


async def _page(bolt: Bolt, name: str) -> NDArray[Any]:
    rows = await bolt.read(cypher.PAGE, seconds=LOAD_SECONDS, name=name)
    if not rows:
        raise GraphDamaged(f"The graph in Neo4j at {bolt.place} lacks {name}.", mend=_AGAIN)
    held = b"".join(row["bytes"] for row in rows)
    return np.frombuffer(held, np.dtype(rows[0]["type"]))


def _note(stored: str, embedder: Embedder | None) -> str:
    """Say why matching by meaning is off, or nothing."""
    if embedder is None:
        return "Matching by meaning is off: no embedder is configured." if stored else ""
    if not stored:
        return "Matching by meaning is off: the graph was imported without an embedder. Import and push it again."
    if stored != embedder.name:
        return (
            f"Matching by meaning is off: the graph's names were embedded with {stored}, now {embedder.name} is "
            "configured. Import and push the graph again, or configure the former."
        )
    return ""
