"""The KnowledgeGraph port over a database: one question per method, whatever the schema."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple, Protocol, cast

from kgcore.evidence.paths import MOST_CLASS_LINKS, MOST_LINKS, class_score, path_score
from kgcore.graph.card import EntityCard, links_of
from kgcore.graph.embedded.kin import MOST_RELATIVES
from kgcore.graph.embedded.names_text import MentionSpotter, maybe_misspelt, windows_of
from kgcore.graph.neo4j.bolt import LOAD_SECONDS
from kgcore.graph.neo4j.cypher import CypherStatements
from kgcore.graph.neo4j.values import Row, RowReader, sendable_ids, sendable_pairs
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
from kgcore.linking.names import join_letters, tokens
from kgcore.linking.spotting import window_probes
from kgcore.ports import Pair
from kgcore.values.model import (
    Candidate,
    Edge,
    Entity,
    GraphInfo,
    Mention,
    Neighbour,
    Neighbourhood,
    Paper,
    Path,
    Relative,
)

# --- From mentions and texts to entities, as the embedded graph does it: rows are fetched once, then decided
# on purely.

Asked = Sequence[tuple[str, Sequence[LookupKey]]]
Corrections = list[tuple[tuple[str, ...], float]]  # words put right, and what the slips cost
_LINKED_FROM = 0.8  # cosine; below it a name is shown and not linked
_MOST_TEXTS = 200


class NameOwner(NamedTuple):
    """An entity under one of its names; `links` is how many neighbours it has."""

    entity: Entity
    text: str
    primary: bool
    links: int


class FoundNames(Protocol):
    """What was fetched for a batch of mentions."""

    def owners(self, key: str) -> Sequence[NameOwner]:
        """Return whose name has this key (kgcore.keys)."""
        ...

    def corrections(self, words: tuple[str, ...]) -> Corrections:
        """Return the words with those that the graph does not know put right; [] if that cannot be."""
        ...


class NameFinder(Protocol):
    """Fetches rows for mentions; each method is one round trip at most."""

    async def find(self, asked: Asked, guessed: Sequence[tuple[str, ...]]) -> FoundNames:
        """Look the keys of all probes up, and those of `guessed` words with their spelling put right."""
        ...

    async def kindred(self, texts: Sequence[str]) -> Mapping[str, tuple[SimilarEntity, ...]]:
        """Return the names that are nearest in meaning, per text, as far as the graph knows meanings."""
        ...


class Linker:
    """Links mentions and spots names with what a finder fetches."""

    def __init__(self, finder: NameFinder, entities: int) -> None:
        """`entities`: how many the graph has; initials need more letters in a large one."""
        self._finder = finder
        self._initials = shortest_initials(entities)

    async def candidates(self, mentions: Sequence[Mention], top: int) -> tuple[tuple[Candidate, ...], ...]:
        """Per mention the entities that it is linked to, best first; () where it is not linked."""
        return tuple(linked_candidates(ranked) for ranked in await self.ranked(mentions, top, for_show=False))

    async def rank(self, mentions: Sequence[Mention], top: int) -> tuple[Ranking, ...]:
        """Per mention: is it linked, and its candidates, best first, also those that are not near enough."""
        return await self.ranked(mentions, top, for_show=True)

    async def spot(self, texts: Sequence[str]) -> tuple[tuple[Spot, ...], ...]:
        """Per text, the stretches that name entities, longest first, never overlapping."""
        spots: list[tuple[Spot, ...]] = []
        for start in range(0, len(texts), _MOST_TEXTS):
            some = texts[start : start + _MOST_TEXTS]
            found = [windows_of(text) for text in some]
            asked = [(w.raw, window_probes(w)) for windows in found for w in windows]
            known = await self._finder.find(asked, [w.words for windows in found for w in maybe_misspelt(windows)])
            spotter = MentionSpotter(partial(_hits, known), known.corrections)
            spots += [spotter.spots(text) for text in some]
        return tuple(spots)

    async def ranked(self, mentions: Sequence[Mention], top: int, *, for_show: bool) -> tuple[Ranking, ...]:
        """Rank mentions; what is near in meaning alone is looked for where it is `for_show`, too."""
        if not mentions:
            return ()
        texts = list(dict.fromkeys(m.text for m in mentions))
        asked = [(text, self._probes(text)) for text in texts]
        known = await self._finder.find(asked, [tokens(t) for t in texts if may_guess(t)])
        found = _hits(known, asked)
        for text in texts:
            if not is_settled(found[text]) and may_guess(text):
                found[text] = [*found[text], *_misspelt(known, text)]
        unknown = [t for t in texts if not found[t] and (for_show or may_mean(t))]
        worded = [t for t in unknown if tokens(t)]
        kindred = await self._finder.kindred(worded) if worded else {}
        guessed = {t: kindred.get(t, ()) if may_guess(t) else _apart(kindred.get(t, ())) for t in unknown}
        return tuple(rank_candidates(m, found[m.text], guessed.get(m.text, ()), top) for m in mentions)

    def _probes(self, text: str) -> list[LookupKey]:
        return [p for p in keys_of_mention(text) if p.via is not KeyOrigin.INITIALS or len(p.key) > self._initials]


def probe_corrections(corrections: Corrections) -> list[tuple[float, list[LookupKey]]]:
    """Return the probes of corrected words with the cost of the correction."""
    return [(slip, [p for p in probes_of(words, " ".join(words)) if p.key[0] != "i"]) for words, slip in corrections]


def keys_of(asked: Asked, guessed: Iterable[Corrections]) -> list[str]:
    """Return all keys that linking or spotting may look at, each once."""
    keys = {p.key: None for _, some in asked for p in some}
    for corrections in guessed:
        keys |= {"f" + join_letters(words): None for words, _ in corrections}
        keys |= {p.key: None for _, some in probe_corrections(corrections) for p in some}
    return list(keys)


def _misspelt(known: FoundNames, text: str) -> list[Hit]:
    hits: list[Hit] = []
    for slip, again in probe_corrections(known.corrections(tokens(text))):
        hits += [replace(hit, slip=slip) for hit in _hits(known, [(text, again)])[text]]
    return hits


def _hits(known: FoundNames, asked: Asked) -> dict[str, list[Hit]]:
    hits: dict[str, list[Hit]] = {text: [] for text, _ in asked}
    for text, some in asked:
        for probe in some:
            hits[text] += [Hit(o.entity, o.text, o.primary, probe, links=o.links) for o in known.owners(probe.key)]
    return hits


def _apart(kindred: Iterable[SimilarEntity]) -> tuple[SimilarEntity, ...]:
    """Keep what is near for show only: below what would be linked."""
    return tuple(SimilarEntity(k.entity, k.text, min(k.cosine, _LINKED_FROM)) for k in kindred)


Ask = Callable[..., Awaitable[Sequence[Any]]]  # a statement and its parameters → rows

_MOST_PAIRS = 500  # in one question about paths, lest it take too long; no turn has as many
_ORDINARY = [path_score(n) for n in range(1, MOST_LINKS + 1)]
_CLASSES = [class_score(n) for n in range(1, MOST_CLASS_LINKS + 1)]


@dataclass(frozen=True, slots=True)
class Schema:
    """How a schema is asked, and how its rows are read."""

    questions: CypherStatements
    reader: RowReader


class BoltGraph:
    """Answers with the statements of a schema; a method is one question to the database."""

    note = ""  # why matching by meaning is off, if it is

    def __init__(self, ask: Ask, schema: Schema, info: GraphInfo, finder: NameFinder) -> None:
        """Take what the subclass opened."""
        self._asked, self._questions, self._read, self._info = ask, schema.questions, schema.reader, info
        self._linker = Linker(finder, info.entities)

    @property
    def info(self) -> GraphInfo:
        """Sizes, predicates, types and provenance."""
        return self._info

    async def candidates(self, mentions: Sequence[Mention], top: int = 5) -> Sequence[tuple[Candidate, ...]]:
        """Per mention, the entities that it may mean, best first; () where it is not linked."""
        return await self._linker.candidates(mentions, top)

    async def rank(self, mentions: Sequence[Mention], top: int = 5) -> Sequence[Ranking]:
        """Per mention, whether it is linked, and its candidates even where it is not."""
        return await self._linker.rank(mentions, top)

    async def spot(self, texts: Sequence[str]) -> Sequence[tuple[Spot, ...]]:
        """Per text, the stretches that name entities."""
        return await self._linker.spot(texts)

    async def entities(self, ids: Collection[str]) -> Mapping[str, Entity]:
        """Return the entities with these ids."""
        wanted = sendable_ids(ids)
        rows = await self._ask(self._questions.entities, wanted, ids=wanted)
        return {e.id: e for e in map(self._read.entity, rows)}

    async def edges_between(self, pairs: Collection[Pair]) -> Mapping[Pair, tuple[Edge, ...]]:
        """Per pair, all edges between the two."""
        wanted = sendable_pairs(pairs)
        found: dict[Pair, list[Any]] = {}
        first: dict[Pair, str] = {}
        for i, upright, row in await self._ask(self._questions.between, wanted, pairs=wanted):
            pair = wanted[i]
            found.setdefault(pair, []).append(row)
            first[pair] = pair[0 if upright else 1]
        read = {pair: self._read.edges(found[pair], first[pair]) for pair in wanted if pair in found}
        return {pair: edges for pair, edges in read.items() if edges}

    async def relatives(self, ids: Collection[str]) -> Mapping[str, tuple[Relative, ...]]:
        """Per entity, those one is-a step narrower or broader."""
        wanted = sendable_ids(ids)
        found: dict[str, dict[str, Relative]] = {}
        for id, up, row in await self._ask(self._questions.relatives, wanted, ids=wanted, top=MOST_RELATIVES):
            found.setdefault(id, {}).setdefault(row[1], Relative(self._read.entity(row), bool(up)))
        return {id: tuple(found[id].values()) for id in wanted if id in found}

    async def paths(self, pairs: Collection[Pair], top: int = 3) -> Mapping[Pair, tuple[Path, ...]]:
        """Per pair, the specific two-hop paths, best first; hubs are bounded and weighed by their stored degrees."""
        wanted = sendable_pairs(pairs)
        weights = {"ordinary": _ORDINARY, "classes": _CLASSES, "top": max(top, 0)}
        found: dict[Pair, list[Path]] = {}
        for start in range(0, len(wanted), _MOST_PAIRS):
            some = wanted[start : start + _MOST_PAIRS]
            for i, row in await self._ask(self._questions.paths, some, pairs=some, **weights):
                path = self._path(*row)
                if all(path.edges):
                    found.setdefault(some[i], []).append(path)
        return {pair: tuple(found[pair]) for pair in wanted if pair in found}

    async def neighbourhoods(self, ids: Collection[str], top: int = 60) -> Mapping[str, Neighbourhood]:
        """Per entity, all neighbours' ids and the best-documented ones."""
        wanted = sendable_ids(ids)
        found = await self._neighbourhoods(self._questions.neighbourhoods, wanted, max(top, 0))
        return {id: found[id] for id in wanted if id in found}

    async def _neighbourhoods(self, statement: str, wanted: Sequence[str], top: int) -> dict[str, Neighbourhood]:
        found = {}
        for id, around, best in await self._ask(statement, wanted, ids=wanted, top=top):
            near = (Neighbour(self._read.entity(row), self._read.edges(some, id), row[7]) for row, some in best)
            found[id] = Neighbourhood(id, frozenset(self._ids_around(around)), tuple(one for one in near if one.edges))
        return found

    def _ids_around(self, around: Any) -> Sequence[str]:
        """Return the ids of neighbours, however a schema sends them."""
        return cast("Sequence[str]", around)

    async def papers(self, ids: Collection[str]) -> Mapping[str, Paper]:
        """Return the papers with these ids."""
        wanted = sendable_ids(ids)
        rows = await self._ask(self._questions.papers, wanted, ids=wanted)
        return {p.id: p for p in sorted(map(self._read.paper, rows), key=lambda p: p.id)}

    async def card(self, id: str, top: int = 10) -> EntityCard | None:
        """Return all that the graph knows about an entity, with the edges to its `top` best neighbours."""
        found = await self.entities([id])
        if id not in found:
            return None
        rows = await self._ask(self._questions.card, [id], id=id)
        neighbourhood = (await self.neighbourhoods([id], top))[id]
        edges = tuple(edge for neighbour in neighbourhood.best for edge in neighbour.edges)
        papers = await self.papers({p for edge in edges for p in edge.publications})
        relatives = (await self.relatives([id])).get(id, ())
        others = tuple(neighbour.entity for neighbour in neighbourhood.best)
        return EntityCard(
            found[id],
            len(neighbourhood.ids),
            links_of(self._counted(rows)),
            edges,
            others,
            tuple(papers.values()),
            relatives,
            self._told(rows),
        )

    async def attributes(self, id: str) -> Sequence[tuple[str, str]]:
        """Return what is stored of an entity and `Entity` has no place for."""
        wanted = sendable_ids([id])
        return self._told(await self._ask(self._questions.card, wanted, id=id))

    async def search_papers(self, query: str, limit: int = 20) -> Sequence[Paper]:
        """Return nothing: whoever made the graph made no index of titles."""
        return ()

    def _told(self, rows: Sequence[Row]) -> tuple[tuple[str, str], ...]:
        return tuple((str(k), str(v)) for k, v in self._extra(rows).items())

    def _counted(self, rows: Sequence[Row]) -> Counter[tuple[str, bool, bool]]:
        """Return how many edges there are by predicate, whether they leave the entity, and whether they are negated."""
        links = rows[0][1] if rows else ()
        names = [p.name for p in self._info.predicates]
        sorts = zip(links[::2], links[1::2], strict=True)
        return Counter({(names[sort >> 2], bool(sort & 2), bool(sort & 1)): n for sort, n in sorts})

    def _extra(self, rows: Sequence[Row]) -> dict[str, Any]:
        """Return the properties that Evigraph gives no meaning to."""
        return json.loads(rows[0][0]) if rows and rows[0][0] else {}

    async def _warm(self) -> None:
        """Ask everything once: the server plans each question when it first sees it, which may take a second.

        A server that is too old is noticed here, and not in the middle of an answer.
        """
        q = self._questions
        kept = {"ids": [""], "id": "", "pairs": [["", ""]], "ordinary": _ORDINARY, "classes": _CLASSES, "top": 1}
        for statement in (q.entities, q.between, q.relatives, q.paths, q.neighbourhoods, q.papers):
            await self._asked(statement, seconds=LOAD_SECONDS, **kept)

    async def _ask(self, statement: str, wanted: Collection[Any], **parameters: Any) -> list[Any]:
        """Return the list that answers; without a question nobody is asked."""
        if not wanted:
            return []
        (row,) = await self._asked(statement, **parameters)
        return list(row["found"])

    def _path(self, a: Row, x: Row, b: Row, score: float, *hops: Sequence[Row]) -> Path:
        ends = ((a, x), (x, b))
        first, second = (
            self._read.edges(rows, str(p[1] if p[7] <= q[7] else q[1])) for (p, q), rows in zip(ends, hops, strict=True)
        )
        entity = self._read.entity
        return Path((entity(a), entity(x), entity(b)), (first, second), score)
