"""A graph with a team's own layer over it: what was added counts, what was withdrawn does not."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from kgcore.curation.layer import TEAM_EDGE, Layer
from kgcore.evidence.paths import is_specific, path_score
from kgcore.graph.card import CardedGraph, EntityCard
from kgcore.graph.retractions import edges_behind
from kgcore.linking.linking import Ranking
from kgcore.linking.names import tokens
from kgcore.linking.spotting import word_windows
from kgcore.ports import KnowledgeGraph, Pair
from kgcore.values.model import (
    Candidate,
    Claim,
    Edge,
    Entity,
    GraphInfo,
    Match,
    Mention,
    Neighbour,
    Neighbourhood,
    Paper,
    Path,
    Predicate,
    Relative,
    paper_url,
)

MOST_INNER = 12  # nodes that are tried between two entities
MOST_AROUND = 500  # neighbourhoods that are remembered: a turn, and a thread, ask for the same ones again and again
MOST_OF_INNER = 6  # facts of the layer at such a node; more join it to more nodes than a specific path may
Spots = tuple[tuple[int, int, tuple[Candidate, ...]], ...]
TeamNames = Mapping[tuple[str, ...], tuple[Candidate, ...]]


def rests_on_less(claim: Claim, layer: Layer) -> bool:
    """Whether a statement that a claim was judged by is the team's and no longer there, or was withdrawn by it."""
    return any(
        e.id in layer.withdrawn or (e.id.startswith(TEAM_EDGE) and e.id not in layer.edges) for e in edges_behind(claim)
    )


@dataclass(slots=True)
class _Derived:
    """What follows from one state of the layer, worked out once: a layer may hold a hundred thousand facts."""

    layer: Layer
    predicates: tuple[str, ...] = ()
    cited: frozenset[str] = frozenset()
    named: TeamNames | None = None
    info: tuple[GraphInfo, GraphInfo] | None = None  # the base's, and what it is with the layer
    around: dict[tuple[str, int], tuple[Neighbourhood | None, Neighbourhood]] = field(default_factory=dict)
    others: dict[str, Mapping[str, tuple[Edge, ...]]] = field(default_factory=dict)
    inner: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, layer: Layer) -> _Derived:
        """Work out what needs no graph."""
        edges = layer.edges.values()
        cited = frozenset(paper for e in edges for paper in e.publications)
        return cls(layer, tuple(dict.fromkeys(e.predicate for e in edges)), cited)

    def others_of(self, centre: str) -> Mapping[str, tuple[Edge, ...]]:
        """Return the layer's edges of an entity by what they lead to."""
        if centre not in self.others:
            _make_room(self.others)
            self.others[centre] = _others(self.layer, centre)
        return self.others[centre]

    def inner_of(self, end: str) -> tuple[str, ...]:
        """Return what the layer's facts lead to from an entity that is no hub of the layer."""
        if end not in self.inner:
            _make_room(self.inner)
            beside = self.layer.beside
            self.inner[end] = tuple(x for x in self.others_of(end) if len(beside.get(x, ())) <= MOST_OF_INNER)
        return self.inner[end]

    def kept_around(self, id: str, top: int, base: Neighbourhood | None) -> Neighbourhood | None:
        """Return the neighbourhood that was made of this very one of the base, if it is remembered."""
        before = self.around.get((id, top))
        return before[1] if before is not None and before[0] is base else None

    def keep_around(self, id: str, top: int, base: Neighbourhood | None, made: Neighbourhood) -> None:
        """Remember what was made of a neighbourhood of the base."""
        _make_room(self.around)
        self.around[id, top] = (base, made)


class LayeredKnowledge:
    """Asks the base and puts the layer over what it says; `layer` returns what holds at that moment."""

    def __init__(self, base: KnowledgeGraph, layer: Callable[[], Layer]) -> None:
        self._base = base
        self._layer = layer
        self._derived = _Derived(Layer())

    def _now(self) -> _Derived:
        layer = self._layer()
        if layer is not self._derived.layer:
            self._derived = _Derived.of(layer)
        return self._derived

    @property
    def info(self) -> GraphInfo:
        """The base's, with the layer counted in."""
        base, derived = self._base.info, self._now()
        layer = derived.layer
        if not layer:
            return base
        if derived.info is None or derived.info[0] is not base:
            known = {p.name for p in base.predicates}
            new = [name for name in derived.predicates if name not in known]
            both = replace(
                base,
                entities=base.entities + len(layer.entities),
                relations=base.relations + len(layer.edges) - len(layer.withdrawn),
                predicates=(*base.predicates, *(Predicate(name) for name in new)),
            )
            derived.info = base, both
        return derived.info[1]

    # ── names ───────────────────────────────────────────────────────────────────────────────────────────────────

    async def candidates(self, mentions: Sequence[Mention], top: int = 5) -> Sequence[tuple[Candidate, ...]]:
        """Return the base's candidates, what the team has named so before them."""
        found = await self._base.candidates(mentions, top)
        named = await self._named()
        return [_before(named.get(tokens(m.text), ()), some, top) for m, some in zip(mentions, found, strict=True)]

    async def rank(self, mentions: Sequence[Mention], top: int = 5) -> Sequence[Ranking]:
        """Return the base's rankings, what the team has named so before them."""
        found = await self._base.rank(mentions, top)
        named = await self._named()
        return [
            replace(r, candidates=_before(own, r.candidates, top), linked=True)
            if (own := named.get(tokens(m.text), ()))
            else r
            for m, r in zip(mentions, found, strict=True)
        ]

    async def complete(self, text: str, top: int = 8) -> Sequence[Entity]:
        """Return entities with a name that begins so; the team's own names first."""
        typed = text.strip().casefold()
        layer = self._layer()
        own = [
            id
            for id, names in (*layer.names.items(), *((e.id, (e.name,)) for e in layer.entities.values()))
            if typed and any(n.casefold().startswith(typed) for n in names)
        ]
        known = await self.entities(own) if own else {}
        found = await self._base.complete(text, top)
        return list({e.id: e for e in (*(known[id] for id in own if id in known), *found)}.values())[:top]

    async def spot(self, texts: Sequence[str]) -> Sequence[Spots]:
        """Return what the base spots, with the team's own names where no longer name stands."""
        found = await self._base.spot(texts)
        named = await self._named()
        if not named:
            return found
        return [_spotted(text, spots, named) for text, spots in zip(texts, found, strict=True)]

    async def _named(self) -> TeamNames:
        """Return what the team has named so, by the words of the name."""
        derived = self._now()
        if derived.named is None:
            derived.named = await self._names_of(derived.layer)
        return derived.named

    async def _names_of(self, layer: Layer) -> TeamNames:
        if not (layer.names or layer.entities):
            return {}
        known = await self.entities([*layer.names, *layer.entities])
        found: dict[tuple[str, ...], tuple[Candidate, ...]] = {}
        for id, entity in known.items():
            for name in (*layer.names.get(id, ()), *((entity.name,) if id in layer.entities else ())):
                key = tokens(name)
                match = Match.EXACT if id in layer.entities else Match.SYNONYM
                found[key] = (*found.get(key, ()), Candidate(entity, 1.0, match))
        found.pop((), None)
        return found

    # ── what is linked ──────────────────────────────────────────────────────────────────────────────────────────

    async def entities(self, ids: Collection[str]) -> Mapping[str, Entity]:
        """Return the entities with these ids, under the team's names as well."""
        layer = self._layer()
        found = dict(await self._base.entities([id for id in ids if id not in layer.entities]))
        found |= {id: layer.entities[id] for id in ids if id in layer.entities}
        for id in ids:
            if id in found and id in layer.names:
                found[id] = replace(found[id], synonyms=(*found[id].synonyms, *layer.names[id]))
        return found

    async def edges_between(self, pairs: Collection[Pair]) -> Mapping[Pair, tuple[Edge, ...]]:
        """Return the edges of base and layer, without those that were withdrawn."""
        layer = self._layer()
        found = await self._base.edges_between(pairs)
        if not (layer.edges or layer.withdrawn):
            return found
        both = {pair: (*_kept(found.get(pair, ()), layer), *_between(layer, pair)) for pair in pairs}
        return {pair: edges for pair, edges in both.items() if edges}

    async def relatives(self, ids: Collection[str]) -> Mapping[str, tuple[Relative, ...]]:
        """Return the base's: what is a kind of what is not the team's to change here."""
        return await self._base.relatives(ids)

    async def paths(self, pairs: Collection[Pair], top: int = 3) -> Mapping[Pair, tuple[Path, ...]]:
        """Return the specific two-hop paths of base and layer together, best first, without what was withdrawn."""
        layer = self._layer()
        found = dict(await self._base.paths(pairs, top))
        if layer.withdrawn:
            found = {pair: tuple(p for path in some if (p := _path(path, layer))) for pair, some in found.items()}
        derived = self._now()
        inner = {pair: some for pair in pairs if (some := _inner(derived, pair))}
        if inner:
            for pair, own in (await self._through(layer, inner)).items():
                both = {p.nodes[1].id: p for p in (*own, *found.get(pair, ()))}
                found[pair] = tuple(sorted(both.values(), key=lambda p: (-p.score, p.nodes[1].id)))[:top]
        return {pair: some for pair, some in found.items() if some}

    async def _through(self, layer: Layer, inner: Mapping[Pair, Sequence[str]]) -> dict[Pair, list[Path]]:
        """Return the specific paths through these nodes, with what base and layer say of each hop."""
        between = {id for some in inner.values() for id in some}
        around = await self._base.neighbourhoods([id for id in between if id not in layer.entities], 1)
        links = {
            id: len((around[id].ids if id in around else frozenset()) | self._now().others_of(id).keys())
            for id in between
        }
        specific = {id: path_score(n) for id, n in links.items() if is_specific(path_score(n))}
        hops = {(a, x) for (a, b), some in inner.items() for x in some if x in specific}
        hops |= {(x, b) for (a, b), some in inner.items() for x in some if x in specific}
        if not hops:
            return {}
        edges = await self.edges_between(hops)
        known = await self.entities({id for hop in edges for id in hop})
        found: dict[Pair, list[Path]] = {}
        for (a, b), some in inner.items():
            for x in some:
                if x in specific and (a, x) in edges and (x, b) in edges and {a, x, b} <= known.keys():
                    path = Path((known[a], known[x], known[b]), (edges[a, x], edges[x, b]), specific[x])
                    found.setdefault((a, b), []).append(path)
        return found

    async def neighbourhoods(self, ids: Collection[str], top: int = 60) -> Mapping[str, Neighbourhood]:
        """Return the neighbourhoods with the layer's edges first, and without what was withdrawn."""
        layer = self._layer()
        found = dict(await self._base.neighbourhoods([id for id in ids if id not in layer.entities], top))
        if not (layer.edges or layer.withdrawn):
            return found
        derived = self._now()
        fresh: dict[str, Mapping[str, tuple[Edge, ...]]] = {}
        for id in ids:
            if id in layer.beside or layer.withdrawn:
                kept = derived.kept_around(id, top, found.get(id))
                if kept is not None:
                    found[id] = kept
                else:
                    fresh[id] = derived.others_of(id)
        known = await self.entities({other for own in fresh.values() for other in islice(own, top)}) if fresh else {}
        for id, own in fresh.items():
            base = found.get(id)
            found[id] = _neighbourhood(base or Neighbourhood(id, frozenset(), ()), layer, own, known, top)
            derived.keep_around(id, top, base, found[id])
        return found

    async def papers(self, ids: Collection[str]) -> Mapping[str, Paper]:
        """Return the papers; those that only the layer cites are known by their ids."""
        found = dict(await self._base.papers(ids))
        derived = self._now()
        own = (id for id in ids if id not in found and id in derived.cited)
        return found | {id: Paper(id, derived.layer.titles.get(id, ""), url=paper_url(id)) for id in own}

    async def attributes(self, id: str) -> Sequence[tuple[str, str]]:
        """Return what the base's source says of an entity."""
        return await self._base.attributes(id) if id not in self._layer().entities else ()

    async def search_papers(self, query: str, limit: int = 20) -> Sequence[Paper]:
        """Return what the base finds."""
        return await self._base.search_papers(query, limit)

    async def close(self) -> None:
        """Close the base."""
        await self._base.close()


class LayeredGraph(LayeredKnowledge):
    """The same over a graph that has cards."""

    def __init__(self, base: CardedGraph, layer: Callable[[], Layer]) -> None:
        super().__init__(base, layer)
        self._carded = base

    async def card(self, id: str, top: int = 10) -> EntityCard | None:
        """Return all that base and layer know about an entity."""
        layer = self._layer()
        card = await self._carded.card(id, top)
        own = layer.beside.get(id, ())
        if card is None or not (own or layer.withdrawn or id in layer.names):
            return card
        others = await self.entities({end for e in own for end in (e.subject, e.object)} - {id})
        papers = await self.papers({p for e in own for p in e.publications})
        return replace(
            card,
            entity=(await self.entities([id])).get(id, card.entity),
            degree=card.degree + len(own),
            edges=(*own, *_kept(card.edges, layer)),
            others=tuple({e.id: e for e in (*others.values(), *card.others)}.values()),
            papers=tuple({p.id: p for p in (*papers.values(), *card.papers)}.values()),
        )


def _before(own: Sequence[Candidate], found: Sequence[Candidate], top: int) -> tuple[Candidate, ...]:
    named = {c.entity.id for c in own}
    return (*own, *(c for c in found if c.entity.id not in named))[:top]


def _spotted(text: str, spots: Spots, named: TeamNames) -> Spots:
    own = [(w.start, w.end, found) for w in word_windows(text) if (found := named.get(w.words))]
    longest = sorted(own, key=lambda o: (o[0] - o[1], o[0]))
    kept = list(spots)
    for start, end, found in longest:  # a name of the team gives way to a longer one only
        over = [s for s in kept if s[0] < end and start < s[1]]
        if all(s[1] - s[0] <= end - start and s not in own for s in over):
            kept = [s for s in kept if s not in over] + [(start, end, found)]
    return tuple(sorted(kept, key=lambda s: s[:2]))


def _kept(edges: Iterable[Edge], layer: Layer) -> tuple[Edge, ...]:
    return tuple(e for e in edges if e.id not in layer.withdrawn)


def _between(layer: Layer, pair: Pair) -> tuple[Edge, ...]:
    fewer = min((layer.beside.get(end, ()) for end in pair), key=len)
    return tuple(e for e in fewer if (e.subject, e.object) in (pair, pair[::-1]))


def _inner(derived: _Derived, pair: Pair) -> list[str]:
    """Return the nodes through which a fact of the layer may lead from one to the other: no hubs, and bounded."""
    a, b = pair
    few = dict.fromkeys(x for end in pair for x in derived.inner_of(end) if x not in pair)
    return list(islice(few, MOST_INNER)) if a != b else []


def _make_room(remembered: dict[Any, Any]) -> None:
    if len(remembered) >= MOST_AROUND:
        remembered.clear()


def _path(path: Path, layer: Layer) -> Path | None:
    hops = tuple(_kept(hop, layer) for hop in path.edges)
    return replace(path, edges=(hops[0], hops[1])) if all(hops) else None


def _others(layer: Layer, centre: str) -> dict[str, tuple[Edge, ...]]:
    found: dict[str, list[Edge]] = {}
    for edge in layer.beside.get(centre, ()):
        other = edge.object if edge.subject == centre else edge.subject
        if other != centre:
            found.setdefault(other, []).append(edge)
    return {other: tuple(edges) for other, edges in found.items()}


def _neighbourhood(
    base: Neighbourhood, layer: Layer, own: Mapping[str, tuple[Edge, ...]], known: Mapping[str, Entity], top: int
) -> Neighbourhood:
    best: list[Neighbour] = []
    lost: set[str] = set()
    listed = {n.entity.id for n in base.best}
    for neighbour in base.best:
        edges = (*own.get(neighbour.entity.id, ()), *_kept(neighbour.edges, layer))
        if edges:
            best.append(Neighbour(neighbour.entity, edges, neighbour.degree))
        else:
            lost.add(neighbour.entity.id)
    new = [
        Neighbour(known[id], edges, len(layer.beside.get(id, ())))
        for id, edges in own.items()
        if id in known and id not in listed
    ]
    return Neighbourhood(base.centre, (base.ids - lost).union(own), tuple((*new, *best)[:top]))
