"""The names of a pushed graph: keys and meanings are looked up in Neo4j, spelling is kept here."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kgcore.graph.embedded.names_begin import Beginnings
from kgcore.graph.embedded.names_index import hashed
from kgcore.graph.embedded.names_words import Words
from kgcore.graph.neo4j import cypher
from kgcore.graph.neo4j.linking import Asked, Corrections, Owner, keys_of
from kgcore.graph.neo4j.schema import NAME_BITS
from kgcore.graph.neo4j.spelling import corrected
from kgcore.graph.neo4j.values import Row, entity
from kgcore.link import Kindred
from kgcore.model import Entity
from kgcore.names import tidy
from kgcore.ports import Embedder

Read = Callable[..., Awaitable[Sequence[Any]]]  # asks for one answer: read(statement, **parameters)
_PLACE = (1 << NAME_BITS) - 1
_KINDRED = 6
_ROUGHLY = 48  # names that the index finds; the best of them by exact comparison are taken


class PushedFound:
    """The rows of one batch of mentions, by key."""

    def __init__(self, keys: Mapping[int, Sequence[int]], entities: Mapping[int, Row], corrections: Any) -> None:
        self._keys, self._entities, self.corrections = keys, entities, corrections
        self._values: dict[int, Entity] = {}

    def owners(self, key: str) -> Sequence[Owner]:
        """Return whose name has this key."""
        return [self._owner(name >> NAME_BITS, name & _PLACE) for name in self._keys.get(hashed(key), ())]

    def _owner(self, n: int, which: int) -> Owner:
        if n not in self._values:
            self._values[n] = entity(self._entities[n])
        return Owner(self._values[n], named(self._values[n], which), which == 0, self._entities[n][7])


class PushedFinder:
    """Finds names in a pushed graph."""

    def __init__(self, read: Read, words: Words, embedder: Embedder | None) -> None:
        """`embedder` is that of the graph, or None where nothing can be matched by meaning."""
        self._read, self._words, self._embedder = read, words, embedder

    async def find(self, asked: Asked, guessed: Sequence[tuple[str, ...]]) -> PushedFound:
        """Look the keys of all probes up, and those of `guessed` words with their spelling put right."""
        memory: dict[tuple[str, ...], Corrections] = {}

        def corrections(words: tuple[str, ...]) -> Corrections:
            if words not in memory:
                memory[words] = corrected(words, self._words.__contains__, self._words.corrections)
            return memory[words]

        keys = keys_of(asked, [corrections(words) for words in guessed])
        if not keys:
            return PushedFound({}, {}, corrections)
        (row,) = await self._read(cypher.KEYS, keys=[hashed(key) for key in keys])
        return PushedFound(dict(row["keys"]), {e[0]: e for e in row["entities"]}, corrections)

    async def kindred(self, texts: Sequence[str]) -> Mapping[str, tuple[Kindred, ...]]:
        """Return the names that are nearest in meaning, per text."""
        if self._embedder is None:
            return {}
        vectors = await self._embedder.embed([tidy(t).lower() for t in texts])
        lists = [vector.tolist() for vector in vectors]
        if not any(any(vector) for vector in lists):
            return {}
        (row,) = await self._read(cypher.KINDRED, vectors=lists, rough=_ROUGHLY, top=_KINDRED)
        found: dict[str, list[Kindred]] = {text: [] for text in texts}
        for i, which, embedding, told in row["kindred"]:
            named_so = entity(told)
            cosine = float(np.asarray(embedding, np.float32) @ vectors[i])
            found[texts[i]].append(Kindred(named_so, named(named_so, which), cosine))
        return {text: tuple(sorted(some, key=lambda k: -k.cosine)) for text, some in found.items()}


class Completions:
    """How all names begin, with the degrees that order what begins alike."""

    def __init__(self, beginnings: Beginnings, degree: NDArray[Any]) -> None:
        self._beginnings, self._degree = beginnings, degree

    def find(self, text: str, top: int) -> list[int]:
        """Return the numbers of the entities with a name that begins so, best first."""
        return self._beginnings.find(text, top, self._degree)


def named(entity: Entity, which: int) -> str:
    """Return an entity's name (0) or one of its synonyms (counted from 1)."""
    return entity.name if which == 0 else entity.synonyms[which - 1]
