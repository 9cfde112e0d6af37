"""The names of a pushed graph: keys and meanings are looked up in Neo4j, spelling is kept here."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from kgcore.errors import GraphDamaged, GraphNotFound, GraphUnavailable
from kgcore.graph.embedded.arrays import RowCache, ids_at
from kgcore.graph.embedded.names_index import NameBeginnings, hash_key
from kgcore.graph.embedded.names_text import NameWords
from kgcore.graph.linked_before import LinkingMemory
from kgcore.graph.neo4j import cypher, values
from kgcore.graph.neo4j.bolt import LOAD_SECONDS, Bolt
from kgcore.graph.neo4j.graph import Asked, BoltGraph, Corrections, NameOwner, Schema, keys_of
from kgcore.graph.neo4j.schema import BEST, NAME_BITS, NEIGHBOURS, VERSION
from kgcore.graph.neo4j.source import IDS
from kgcore.graph.neo4j.values import Row, entity_from_row, sendable_ids, sendable_pairs
from kgcore.linking.lexicon import thesaurus
from kgcore.linking.linking import Ranking, SimilarEntity, Spot, linked_candidates
from kgcore.linking.names import normalize_text
from kgcore.ports import Embedder, Pair
from kgcore.values.model import Candidate, Edge, Entity, Mention, Neighbourhood, Paper, Relative
from kgcore.values.remembering import around_bytes, edges_bytes, entities_bytes, papers_bytes

# --- Putting words right with the words of a graph's names.

MOST_CORRECTIONS = 4


def correct_words(
    words: tuple[str, ...], is_word: Callable[[str], bool], meant: Callable[[str], list[tuple[str, float]]]
) -> Corrections:
    """Return the words with those that are no words put right, and the cost; [] if that cannot be."""
    known = thesaurus().words
    found: Corrections = [((), 0.0)]
    for word in words:
        choices = [(word, 0.0)] if word in known or is_word(word) else meant(word) or [(word, 0.0)]
        found = [((*done, other), cost + more) for done, cost in found for other, more in choices][:MOST_CORRECTIONS]
    return [(done, cost) for done, cost in found if cost > 0]


K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
Read = Callable[..., Awaitable[Sequence[Any]]]  # asks for one answer: read(statement, **parameters)
_PLACE = (1 << NAME_BITS) - 1
_KINDRED = 6
_ROUGHLY = 48  # names that the index finds; the best of them by exact comparison are taken


class PushedFound:
    """The rows of one batch of mentions, by key."""

    def __init__(self, keys: Mapping[int, Sequence[int]], entities: Mapping[int, Row], corrections: Any) -> None:
        self._keys, self._entities, self.corrections = keys, entities, corrections
        self._values: dict[int, Entity] = {}

    def owners(self, key: str) -> Sequence[NameOwner]:
        """Return whose name has this key."""
        return [self._owner(name >> NAME_BITS, name & _PLACE) for name in self._keys.get(hash_key(key), ())]

    def _owner(self, n: int, which: int) -> NameOwner:
        if n not in self._values:
            self._values[n] = entity_from_row(self._entities[n])
        return NameOwner(self._values[n], name_by_number(self._values[n], which), which == 0, self._entities[n][7])


class NamedSo(NamedTuple):
    """What a key of names leads to: the names by number, and the rows of the entities that have them."""

    names: tuple[int, ...]
    rows: tuple[Row, ...]


def _bytes_named_so(some: Sequence[NamedSo]) -> int:
    return sum(_KEY + _ROW * len(one.rows) for one in some)


class PushedFinder:
    """Finds names in a pushed graph."""

    def __init__(self, read: Read, words: NameWords, embedder: Embedder | None) -> None:
        """`embedder` is that of the graph, or None where nothing can be matched by meaning."""
        self._read, self._words, self._embedder = read, words, embedder
        self._known = RowCache[int, NamedSo](lambda _: {}, _KEYS_REMEMBERED, _bytes_named_so)

    async def find(self, asked: Asked, guessed: Sequence[tuple[str, ...]]) -> PushedFound:
        """Look the keys of all probes up, and those of `guessed` words with their spelling put right."""
        memory: dict[tuple[str, ...], Corrections] = {}

        def corrections(words: tuple[str, ...]) -> Corrections:
            if words not in memory:
                memory[words] = correct_words(words, self._words.__contains__, self._words.corrections)
            return memory[words]

        keys = keys_of(asked, [corrections(words) for words in guessed])
        found = await recalled(self._known, [hash_key(key) for key in keys], self._named_so, NamedSo((), ()))
        entities = {row[0]: row for one in found.values() for row in one.rows}
        return PushedFound({key: one.names for key, one in found.items()}, entities, corrections)

    async def _named_so(self, keys: Sequence[int]) -> dict[int, NamedSo]:
        (row,) = await self._read(cypher.KEYS, keys=keys)
        rows = {entity[0]: entity for entity in row["entities"]}
        own = {key: dict.fromkeys(name >> NAME_BITS for name in names) for key, names in row["keys"]}
        return {key: NamedSo(tuple(names), tuple(rows[n] for n in own[key] if n in rows)) for key, names in row["keys"]}

    async def kindred(self, texts: Sequence[str]) -> Mapping[str, tuple[SimilarEntity, ...]]:
        """Return the names that are nearest in meaning, per text."""
        if self._embedder is None:
            return {}
        vectors = await self._embedder.embed([normalize_text(t).lower() for t in texts])
        lists = [vector.tolist() for vector in vectors]
        if not any(any(vector) for vector in lists):
            return {}
        (row,) = await self._read(cypher.KINDRED, vectors=lists, rough=_ROUGHLY, top=_KINDRED)
        found: dict[str, list[SimilarEntity]] = {text: [] for text in texts}
        for i, which, embedding, told in row["kindred"]:
            named_so = entity_from_row(told)
            cosine = float(np.asarray(embedding, np.float32) @ vectors[i])
            found[texts[i]].append(SimilarEntity(named_so, name_by_number(named_so, which), cosine))
        return {text: tuple(sorted(some, key=lambda k: -k.cosine)) for text, some in found.items()}


class Completions:
    """How all names begin, with the degrees that order what begins alike."""

    def __init__(self, beginnings: NameBeginnings, degree: NDArray[Any]) -> None:
        self._beginnings, self._degree = beginnings, degree

    def find(self, text: str, top: int) -> list[int]:
        """Return the numbers of the entities with a name that begins so, best first."""
        return self._beginnings.find(text, top, self._degree)


def name_by_number(entity: Entity, which: int) -> str:
    """Return an entity's name (0) or one of its synonyms (counted from 1)."""
    return entity.name if which == 0 else entity.synonyms[which - 1]


async def recalled(
    cache: RowCache[K, V], keys: Sequence[K], read: Callable[[list[K]], Awaitable[Mapping[K, V]]], none: V
) -> dict[K, V]:
    """Return values by key: those that are remembered, and the others as they are read; that there is `none` is
    remembered, too.
    """
    found = cache.get(keys)
    new = [key for key in dict.fromkeys(keys) if key not in found]
    if new:
        there = await read(new)
        anew = {key: there.get(key, none) for key in new}
        cache.learn(anew)
        found |= anew
    return found


class NeighbourhoodMemory:
    """Neighbourhoods of one graph that were read, up to `most` bytes in all; who was asked for longest ago goes.

    Who asks for fewer neighbours than were read gets the first of them.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._weighs = 0
        self._kept: dict[str, tuple[int, Neighbourhood]] = {}

    def recall(self, ids: Sequence[str], top: int) -> dict[str, Neighbourhood]:
        """Return those that are known with the `top` best neighbours."""
        found = {}
        for id in ids:
            known = self._kept.get(id)
            if known is not None and known[0] >= top:
                self._kept[id] = self._kept.pop(id)  # the last one now
                found[id] = replace(known[1], best=known[1].best[:top])
        return found

    def keep(self, read: Mapping[str, Neighbourhood], top: int) -> None:
        """Remember what was read with the `top` best neighbours."""
        for id, one in read.items():
            self._forget(id)
            self._kept[id] = top, one
            self._weighs += around_bytes([one])
        while self._weighs > self._most and len(self._kept) > 1:
            self._forget(next(iter(self._kept)))

    def _forget(self, id: str) -> None:
        if id in self._kept:
            self._weighs -= around_bytes([self._kept.pop(id)[1]])


# --- A graph that `evigraph kg push` loaded.

_WORD = re.compile(r"[^\W_]+")  # and so nothing that Lucene would take for an operator
_MOST_WORDS = 12
_REMEMBERED = 48 << 20  # bytes of neighbourhoods that are kept
_ROWS_REMEMBERED = 4 << 20  # bytes of entities, and as many of papers
_NAMES_REMEMBERED = 8 << 20  # bytes of rankings, and as many of what texts name
_KEYS_REMEMBERED = 4 << 20  # bytes of what keys of names lead to
_KEY, _ROW = 150, 600  # bytes of these, about
_PUSH = "Load one with `evigraph kg push`, or describe the graph that is there in a file named by NEO4J_MAPPING."
_AGAIN = "Run `evigraph kg push` again: it goes on where it was."


class Neo4jGraph(BoltGraph):
    """Nothing of the graph is kept here but how its words are spelt, and its ids."""

    def __init__(
        self,
        bolt: Bolt,
        state: Mapping[str, Any],
        words: NameWords,
        ids: tuple[NDArray[Any], NDArray[Any]],
        embedder: Embedder | None,
    ) -> None:
        """Use `open`."""
        self._bolt, self._digest = bolt, str(state["digest"])
        info, stored = values.graph_info(state["name"], state["about"])
        note = _note(stored, embedder)
        finder = PushedFinder(self._rows, words, None if note or not stored else embedder)
        super().__init__(self._rows, Schema(cypher.PUSHED, values.pushed_reader(state["about"])), info, finder)
        self.note = note
        self._completions: Completions | None = None
        self._around = NeighbourhoodMemory(_REMEMBERED)
        self._ids = ids
        self._entities = RowCache[str, Entity](lambda _: {}, _ROWS_REMEMBERED, entities_bytes)
        self._papers = RowCache[str, Paper](lambda _: {}, _ROWS_REMEMBERED, papers_bytes)
        self._edges = RowCache[Pair, tuple[Edge, ...]](lambda _: {}, _ROWS_REMEMBERED, _bytes_of_edges)
        self._relatives = RowCache[str, tuple[Relative, ...]](lambda _: {}, _ROWS_REMEMBERED, _bytes_of_relatives)
        self._linked = LinkingMemory(_NAMES_REMEMBERED)

    @classmethod
    async def open(cls, bolt: Bolt, embedder: Embedder | None = None) -> Self:
        """Open the graph that was pushed; raises GraphNotFound, GraphDamaged or GraphUnavailable."""
        rows = await bolt.read(cypher.OPEN)
        if not rows:
            raise GraphNotFound(f"Neo4j at {bolt.place} holds no graph of Evigraph's.", hint=_PUSH)
        state = rows[0]["graph"]
        if not state["ready"]:
            raise GraphDamaged(f"The graph in Neo4j at {bolt.place} has not been loaded to its end.", hint=_AGAIN)
        if state["version"] != VERSION:
            raise GraphDamaged(f"The graph in Neo4j at {bolt.place} is of another version.", hint=_AGAIN)
        pages = [await _page(bolt, name) for name in ("names_words", "names_grams", "names_grams_at")]
        id_bytes, id_offsets = [await _page(bolt, name) for name in IDS]
        await asyncio.to_thread(thesaurus)  # read now, not while the first question waits
        try:
            graph = cls(bolt, state, NameWords(*pages), (id_bytes, id_offsets), embedder)
        except (ValueError, KeyError) as exc:
            raise GraphDamaged(f"The graph in Neo4j at {bolt.place} is damaged.", hint=_AGAIN) from exc
        await graph._warm()
        return graph

    async def complete(self, text: str, top: int = 8) -> Sequence[Entity]:
        """Return entities with a name that begins with `text`, the best-joined first."""
        if self._completions is None:
            names = ("names_begin", "names_begin_refs", "degree")
            keys, refs, degree = [await _page(self._bolt, name) for name in names]
            self._completions = Completions(NameBeginnings(keys, refs), degree)
        numbers = self._completions.find(text, top)
        found = {e[0]: values.entity_from_row(e) for e in await self._ask(cypher.NUMBERED, numbers, numbers=numbers)}
        return tuple(found[n] for n in numbers if n in found)

    async def neighbourhoods(self, ids: Collection[str], top: int = 60) -> Mapping[str, Neighbourhood]:
        """Per entity, all neighbours' ids and the best-documented ones; a turn asks for the same ones three times."""
        wanted, top = sendable_ids(ids), max(top, 0)
        found = self._around.recall(wanted, top)
        new = [id for id in wanted if id not in found]
        statement = cypher.STORED_NEIGHBOURHOODS if top <= BEST else cypher.NEIGHBOURHOODS
        read = await self._neighbourhoods(statement, new, top)
        self._around.keep(read, top)
        self._entities.learn({near.entity.id: near.entity for one in read.values() for near in one.best})
        found |= read
        return {id: found[id] for id in wanted if id in found}

    async def entities(self, ids: Collection[str]) -> Mapping[str, Entity]:
        """Return the entities with these ids; those that stood in an answer a moment ago are not asked for again."""
        wanted = sendable_ids(ids)
        found = self._entities.get(wanted)
        new = await super().entities([id for id in wanted if id not in found])
        self._entities.learn(new)
        found |= new
        return {id: found[id] for id in wanted if id in found}

    async def edges_between(self, pairs: Collection[Pair]) -> Mapping[Pair, tuple[Edge, ...]]:
        """Per pair, all edges between the two; a claim that is checked again asks for the same ones."""
        wanted = sendable_pairs(pairs)
        found = await recalled(self._edges, wanted, super().edges_between, ())
        return {pair: found[pair] for pair in wanted if found[pair]}

    async def relatives(self, ids: Collection[str]) -> Mapping[str, tuple[Relative, ...]]:
        """Per entity, those one is-a step narrower or broader, likewise."""
        wanted = sendable_ids(ids)
        found = await recalled(self._relatives, wanted, super().relatives, ())
        return {id: found[id] for id in wanted if found[id]}

    async def papers(self, ids: Collection[str]) -> Mapping[str, Paper]:
        """Return the papers with these ids, likewise: a turn asks for the same ones three times."""
        wanted = sendable_ids(ids)
        found = self._papers.get(wanted)
        new = await super().papers([id for id in wanted if id not in found])
        self._papers.learn(new)
        found |= new
        return {id: found[id] for id in sorted(found)}

    async def candidates(self, mentions: Sequence[Mention], top: int = 5) -> Sequence[tuple[Candidate, ...]]:
        """Per mention, the entities that it may mean, best first; () where it is not linked."""
        anew = partial(self._linker.ranked, top=top, for_show=False)
        return tuple(map(linked_candidates, await self._linked.ranked(mentions, top, anew, for_show=False)))

    async def rank(self, mentions: Sequence[Mention], top: int = 5) -> Sequence[Ranking]:
        """Per mention, whether it is linked, and its candidates even where it is not."""
        anew = partial(self._linker.ranked, top=top, for_show=True)
        return await self._linked.ranked(mentions, top, anew, for_show=True)

    async def spot(self, texts: Sequence[str]) -> Sequence[tuple[Spot, ...]]:
        """Per text, the stretches that name entities."""
        return await self._linked.spotted(texts, self._linker.spot)

    def _ids_around(self, around: Any) -> Sequence[str]:
        if isinstance(around, bytes | bytearray):
            return ids_at(np.frombuffer(around, NEIGHBOURS).astype(np.int64), *self._ids)
        return super()._ids_around(around)

    async def search_papers(self, query: str, limit: int = 20) -> Sequence[Paper]:
        """Return papers whose title or journal has the words of `query`; all of them if possible, else some."""
        words = list(dict.fromkeys(w for w in _WORD.findall(query.casefold()) if w))[:_MOST_WORDS]
        for joined in (" AND ", " OR ") if words and limit > 0 else ():
            found = await self._ask(cypher.SEARCH, words, words=joined.join(words), most=limit)
            if found:
                return [values.paper_from_row(row) for row in found]
        return []

    async def _warm(self) -> None:
        await super()._warm()
        await self._asked(cypher.STORED_NEIGHBOURHOODS, seconds=LOAD_SECONDS, ids=[""], top=1)
        await self._asked(cypher.KEYS, seconds=LOAD_SECONDS, keys=[0])

    async def close(self) -> None:
        """Let go of the connections."""
        await self._bolt.close()

    async def _rows(self, statement: str, **parameters: Any) -> Sequence[Any]:
        rows = await self._bolt.read(statement, digest=self._digest, **parameters)
        if not rows:
            for remembered in (self._edges, self._relatives, self._entities, self._papers):
                remembered.clear()  # what another graph holds may say otherwise
            raise GraphUnavailable(
                f"The graph in Neo4j at {self._bolt.place} is being replaced, or was.",
                hint="When `evigraph kg push` has ended, start Evigraph again.",
            )
        return rows


def _bytes_of_edges(some: Sequence[tuple[Edge, ...]]) -> int:
    return _KEY * len(some) + sum(map(edges_bytes, some))


def _bytes_of_relatives(some: Sequence[tuple[Relative, ...]]) -> int:
    return _KEY * len(some) + sum(entities_bytes([relative.entity for relative in one]) for one in some)


async def _page(bolt: Bolt, name: str) -> NDArray[Any]:
    rows = await bolt.read(cypher.PAGE, seconds=LOAD_SECONDS, name=name)
    if not rows:
        raise GraphDamaged(f"The graph in Neo4j at {bolt.place} lacks {name}.", hint=_AGAIN)
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
