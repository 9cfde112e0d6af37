"""The name index of the embedded graph: built once at import (`build`), asked for every mention (`NameIndex`)."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from kgcore.graph.embedded import tables
from kgcore.graph.embedded.mapped import map_array
from kgcore.graph.embedded.names_index import gather_beginnings, hash_key, open_beginnings, read_names
from kgcore.graph.embedded.names_text import MentionSpotter, NameWords
from kgcore.graph.linked_before import LinkingMemory
from kgcore.linking.lexicon import slips_of_names, thesaurus
from kgcore.linking.linking import (
    Hit,
    Ranking,
    SimilarEntity,
    Spot,
    is_settled,
    linked_candidates,
    may_guess,
    may_mean,
    rank_candidates,
    shortest_initials,
)
from kgcore.linking.lookup_keys import KeyOrigin, LookupKey, keys_of_mention, probes_of
from kgcore.linking.names import normalize_text, tokens
from kgcore.ports import Embedder
from kgcore.values.model import Candidate, Entity, Mention

# --- Nearest names by embedding: all in few dimensions first, the best of them again in all.

_AGAIN = 256  # names compared in all dimensions
_NEARLY = 0.7  # of the best likeness in few dimensions: what is below it is not compared again
_FEW_NAMES = 5_000  # so few are compared in all dimensions at once: 5 MB


class NameVectors:
    """The vectors of a graph's names, memory-mapped; raises OSError or ValueError where they are missing or short."""

    def __init__(self, folder: Path) -> None:
        self._fine, self._coarse, self._axes, self._refs = (
            map_array(folder / f"{name}.npy")
            for name in ("embeddings", "embeddings_coarse", "embeddings_axes", "embeddings_refs")
        )
        if not len(self._fine) == len(self._coarse) == len(self._refs):
            raise ValueError("the vectors do not fit together")
        self._all = self._fine.astype(np.float32) if len(self._fine) <= _FEW_NAMES else None

    def nearest(self, vectors: NDArray[np.float32], top: int) -> list[list[tuple[int, float]]]:
        """Per vector, the numbers of the nearest names and their cosines, nearest first."""
        if not len(self._fine) or vectors.shape[1] != self._fine.shape[1]:
            return [[] for _ in vectors]
        if self._all is not None:
            return [self._top(row, np.arange(len(row)), top) for row in vectors @ self._all.T]
        rough = (vectors @ self._axes) @ self._coarse.T
        return [self._best(row, vector, top) for row, vector in zip(rough, vectors, strict=True)]

    def _best(self, rough: NDArray[np.float32], vector: NDArray[np.float32], top: int) -> list[tuple[int, float]]:
        """Compare those that are nearest in few dimensions again in all."""
        near = np.flatnonzero(rough >= max(float(rough.max()) * _NEARLY, 0.0))
        if len(near) > _AGAIN:
            near = near[np.argpartition(-rough[near], _AGAIN)[:_AGAIN]]
        return self._top(self._fine[near].astype(np.float32) @ vector, near, top)

    def _top(self, cosine: NDArray[np.float32], near: NDArray[np.intp], top: int) -> list[tuple[int, float]]:
        some = np.sort(np.argpartition(-cosine, top)[: top + 1]) if len(cosine) > top + 1 else np.arange(len(cosine))
        order = some[np.argsort(-cosine[some], kind="stable")[:top]]
        return [(int(self._refs[near[i]]), float(cosine[i])) for i in order]


_MOST_OWNERS = 24  # names under one key that are looked at
_MOST_CORRECTIONS = 4
_MOST_CORRECTED = 4096  # words whose corrections are remembered
_KINDRED = 6
_AT_ONCE = 30  # mentions that are looked up at once: a hundred of an answer's would hold everybody
_Item = TypeVar("_Item")
_REMEMBERED = 8 << 20  # bytes of rankings that are remembered, and as many of what texts name


class NameIndex:
    """Finds the entities that a mention may mean, and the mentions in a text.

    `note` is "" or says why matching by meaning is switched off.
    """

    def __init__(self, db: sqlite3.Connection, folder: Path, embedder: Embedder | None) -> None:
        """Map the index in `folder`; raises OSError or ValueError where it is missing or short."""
        self._db = db
        self._keys, self._refs, self._entity, self._which = (
            map_array(folder / f"{name}.npy") for name in ("names_keys", "names_refs", "names_entity", "names_which")
        )
        if len(self._keys) != len(self._refs) or len(self._entity) != len(self._which):
            raise ValueError("the name index does not fit together")
        self._degree = map_array(folder / "degree.npy")
        self._words = NameWords.opened(folder)
        self._corrected = lru_cache(_MOST_CORRECTED)(self._words.corrections)
        self._beginnings = open_beginnings(folder)
        thesaurus()  # read now (0.2 s), not while the first question waits
        self.memory = LinkingMemory(_REMEMBERED)
        self._embedder = embedder
        self._meaning, self.note = _meaning(db, folder, embedder)

    async def candidates(self, mentions: Sequence[Mention], top: int = 5) -> tuple[tuple[Candidate, ...], ...]:
        """Per mention the entities that it is linked to, best first; () where it is not linked."""
        return tuple(linked_candidates(ranked) for ranked in await self._ranked(mentions, top, for_show=False))

    async def rank(self, mentions: Sequence[Mention], top: int = 5) -> tuple[Ranking, ...]:
        """Per mention: is it linked, and its candidates, best first, also those that are not near enough."""
        return await self._ranked(mentions, top, for_show=True)

    @property
    def completes(self) -> bool:
        """Whether `complete` can answer at once; else `prepare` first."""
        return self._beginnings is not None

    def prepare(self) -> None:
        """Gather how names begin, where an older import did not."""
        self._beginnings = self._beginnings or gather_beginnings(read_names(self._db))

    def complete(self, text: str, top: int) -> tuple[Entity, ...]:
        """Return entities with a name that begins with `text`, the best-joined first."""
        numbers = self._beginnings.find(text, top, self._degree) if self._beginnings else []
        found = tables.read_entities(self._db, numbers)
        return tuple(found[n] for n in numbers if n in found)

    def spot(self, texts: Sequence[str]) -> tuple[tuple[Spot, ...], ...]:
        """Per text, the stretches that name entities (start, end, candidates), longest first, never overlapping."""
        spotter = MentionSpotter(self._hits, self._corrections)
        return tuple(spotter.spots(text) for text in texts)

    async def _ranked(self, mentions: Sequence[Mention], top: int, *, for_show: bool) -> tuple[Ranking, ...]:
        anew = partial(self._ranked_anew, top=top, for_show=for_show)
        return await self.memory.ranked(mentions, top, anew, for_show=for_show)

    async def _ranked_anew(self, mentions: Sequence[Mention], *, top: int, for_show: bool) -> tuple[Ranking, ...]:
        texts = list(dict.fromkeys(m.text for m in mentions))
        found: dict[str, list[Hit]] = {}
        async for some in _by_few(texts):
            found |= self._hits([(text, self._probes(text)) for text in some])
        async for some in _by_few([t for t in texts if not is_settled(found[t]) and may_guess(t)]):
            found |= {text: [*found[text], *self._misspelt(text)] for text in some}
        unknown = [t for t in texts if not found[t] and (for_show or may_mean(t))]
        kindred = await self._kindred([t for t in unknown if tokens(t)])
        guessed = {t: kindred.get(t, ()) if may_guess(t) else _apart(kindred.get(t, ())) for t in unknown}
        ranked: list[Ranking] = []
        async for few in _by_few(mentions):
            ranked += (rank_candidates(m, found[m.text], guessed.get(m.text, ()), top) for m in few)
        return tuple(ranked)

    def _probes(self, text: str) -> list[LookupKey]:
        least = shortest_initials(len(self._degree))
        return [p for p in keys_of_mention(text) if p.via is not KeyOrigin.INITIALS or len(p.key) > least]

    def _misspelt(self, text: str) -> list[Hit]:
        hits: list[Hit] = []
        for words, slip in self._corrections(tokens(text)):
            again = [p for p in probes_of(words, " ".join(words)) if p.key[0] != "i"]
            hits += [replace(hit, slip=slip) for hit in self._hits([(text, again)])[text]]
        return hits

    def _corrections(self, words: tuple[str, ...]) -> list[tuple[tuple[str, ...], float]]:
        """Return the words with those that the graph does not know put right, and the cost; [] if that cannot be."""
        found: list[tuple[tuple[str, ...], float]] = [((), 0.0)]
        for word in words:
            choices = (
                [(word, 0.0)] if self._is_word(word) else self._corrected(word) or slips_of_names(word) or [(word, 0.0)]
            )
            found = [((*done, meant), cost + more) for done, cost in found for meant, more in choices]
            found = found[:_MOST_CORRECTIONS]
        return [(done, cost) for done, cost in found if cost > 0]

    def _meant(self, word: str) -> list[tuple[str, float]]:
        """Return what a word may be a slip for: words of the graph's names, and a name that is known from elsewhere."""
        found = [*self._corrected(word), *slips_of_names(word)]
        return sorted(dict(reversed(found)).items(), key=lambda one: one[1])

    def _is_word(self, word: str) -> bool:
        return word in thesaurus().words or word in self._words

    def _hits(self, asked: Sequence[tuple[str, Sequence[LookupKey]]]) -> dict[str, list[Hit]]:
        """Look all probes of all mentions up in one go."""
        keys = np.array([hash_key(p.key) for _, some in asked for p in some], np.int64)
        low, high = self._keys.searchsorted(keys, "left"), self._keys.searchsorted(keys, "right")
        owners: list[tuple[str, LookupKey, int]] = []
        at = 0
        for text, some in asked:
            for probe in some:
                refs = self._refs[low[at] : min(high[at], low[at] + _MOST_OWNERS)].tolist()
                owners += [(text, probe, ref) for ref in refs]
                at += 1
        entities = self._entities(ref for _, _, ref in owners)
        hits: dict[str, list[Hit]] = {text: [] for text, _ in asked}
        for text, probe, ref in owners:
            hits[text].append(self._hit(entities, probe, ref))
        return hits

    def _hit(self, entities: dict[int, Entity], probe: LookupKey, ref: int) -> Hit:
        entity = entities[int(self._entity[ref])]
        number = int(self._entity[ref])
        links = int(self._degree[number]) if number < len(self._degree) else 0
        return Hit(entity, self._text(entity, ref), bool(self._which[ref] == 0), probe, links=links)

    def _text(self, entity: Entity, ref: int) -> str:
        which = int(self._which[ref])
        return entity.name if which == 0 else entity.synonyms[which - 1]

    def _entities(self, refs: Iterable[int]) -> dict[int, Entity]:
        wanted = {int(self._entity[ref]) for ref in refs}
        return tables.read_entities(self._db, wanted) if wanted else {}

    async def _kindred(self, texts: Sequence[str]) -> dict[str, tuple[SimilarEntity, ...]]:
        if self._meaning is None or self._embedder is None or not texts:
            return {}
        vectors = await self._embedder.embed([normalize_text(t).lower() for t in texts])
        near = self._meaning.nearest(vectors, _KINDRED)
        entities = self._entities(ref for some in near for ref, _ in some)
        return {
            text: tuple(
                SimilarEntity(entity := entities[int(self._entity[ref])], self._text(entity, ref), cosine)
                for ref, cosine in some
            )
            for text, some in zip(texts, near, strict=True)
        }


async def _by_few(items: Sequence[_Item]) -> AsyncIterator[Sequence[_Item]]:
    """Yield some at a time; between them others go on."""
    for at in range(0, len(items), _AT_ONCE):
        if at:
            await asyncio.sleep(0)
        yield items[at : at + _AT_ONCE]


def _apart(kindred: Iterable[SimilarEntity]) -> tuple[SimilarEntity, ...]:
    """Keep what is near for show only: below what would be linked."""
    return tuple(SimilarEntity(k.entity, k.text, min(k.cosine, 0.8)) for k in kindred)


def _meaning(db: sqlite3.Connection, folder: Path, embedder: Embedder | None) -> tuple[NameVectors | None, str]:
    row = db.execute("SELECT value FROM names_about WHERE key = 'embedder'").fetchone()
    stored = str(row[0]) if row else ""
    if embedder is None:
        return None, "Matching by meaning is off: no embedder is configured." if stored else ""
    if not stored:
        return None, "Matching by meaning is off: the graph was imported without an embedder. Import it again."
    if stored != embedder.name:
        return None, (
            f"Matching by meaning is off: the graph's names were embedded with {stored}, now {embedder.name} is "
            "configured. Import the graph again, or configure the former."
        )
    return NameVectors(folder), ""
