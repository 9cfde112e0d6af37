"""A knowledge graph in memory: the port's contract with exact names only, and a count of the round trips."""

from __future__ import annotations

import csv
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path as File

from kgcore.errors import GraphUnavailable
from kgcore.linking.linking import Ranking
from kgcore.values.model import (
    Candidate,
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
)

Pair = tuple[str, str]
SPECIFIC = 3  # an intermediate node with more links than this connects nothing


class FakeGraph:
    """Holds what it is given; `links` are further names per mention, `down` makes every question fail."""

    def __init__(
        self,
        entities: Iterable[Entity] = (),
        edges: Iterable[Edge] = (),
        predicates: Iterable[Predicate] = (),
        papers: Iterable[Paper] = (),
        links: Mapping[str, tuple[Candidate, ...]] | None = None,
        signatures: bool = False,
    ) -> None:
        self._entities = {e.id: e for e in entities}
        self._papers = {p.id: p for p in papers}
        self._links = dict(links or {})
        self._between: dict[frozenset[str], list[Edge]] = defaultdict(list)
        self._next: dict[str, dict[str, None]] = defaultdict(dict)
        for edge in edges:
            self._between[frozenset((edge.subject, edge.object))].append(edge)
            self._next[edge.subject][edge.object] = None
            self._next[edge.object][edge.subject] = None
        self._names = self._by_name()
        self.down = False
        self.calls: Counter[str] = Counter()
        self.info = GraphInfo(
            name="fake",
            entities=len(self._entities),
            relations=sum(map(len, self._between.values())),
            papers=len(self._papers),
            predicates=tuple(predicates),
            types=tuple(Counter(e.type for e in self._entities.values()).items()),
            signatures=tuple(self._signatures()) if signatures else (),
        )

    @classmethod
    def read(cls, folder: File) -> FakeGraph:
        """Return the graph of a plain TSV folder."""
        nodes = [
            Entity(r["id"], r["name"], r["category"], _cells(r.get("synonym")), description=r.get("description") or "")
            for r in _rows(folder / "nodes.tsv")
        ]
        return cls(nodes, map(_edge, _rows(folder / "edges.tsv")), map(_predicate, _rows(folder / "predicates.tsv")))

    def _by_name(self) -> dict[str, list[Candidate]]:
        names: dict[str, list[Candidate]] = defaultdict(list)
        for entity in self._entities.values():
            names[entity.name.casefold()].append(Candidate(entity, 1.0, Match.EXACT))
            for synonym in entity.synonyms:
                names[synonym.casefold()].append(Candidate(entity, 1.0, Match.SYNONYM))
        return names

    def _signatures(self) -> Iterator[tuple[str, str, str]]:
        for edge in (e for edges in self._between.values() for e in edges):
            yield self._entities[edge.subject].type, edge.predicate, self._entities[edge.object].type

    def _called(self, name: str) -> None:
        self.calls[name] += 1
        if self.down:
            raise GraphUnavailable("The graph is not there.")

    async def candidates(self, mentions: Sequence[Mention], top: int = 5) -> Sequence[tuple[Candidate, ...]]:
        """Match names and synonyms exactly, whatever the case."""
        self._called("candidates")
        return [self._links.get(m.text, tuple(self._names.get(m.text.strip().casefold(), ())))[:top] for m in mentions]

    async def rank(self, mentions: Sequence[Mention], top: int = 5) -> Sequence[Ranking]:
        """Rank what `candidates` finds; nothing else is near anything."""
        found = await self.candidates(mentions, top)
        return [Ranking(m, c, bool(c)) for m, c in zip(mentions, found, strict=True)]

    async def complete(self, text: str, top: int = 8) -> Sequence[Entity]:
        """Match the beginnings of names, whatever the case."""
        self._called("complete")
        begun = text.strip().casefold()
        return [e for e in self._entities.values() if begun and e.name.casefold().startswith(begun)][:top]

    async def spot(self, texts: Sequence[str]) -> Sequence[tuple[tuple[int, int, tuple[Candidate, ...]], ...]]:
        """Find nothing."""
        self._called("spot")
        return [() for _ in texts]

    async def entities(self, ids: Collection[str]) -> Mapping[str, Entity]:
        """Return those that there are."""
        self._called("entities")
        return {id: self._entities[id] for id in ids if id in self._entities}

    async def edges_between(self, pairs: Collection[Pair]) -> Mapping[Pair, tuple[Edge, ...]]:
        """Return the edges of both directions."""
        self._called("edges_between")
        found = {pair: tuple(self._between.get(frozenset(pair), ())) for pair in pairs}
        return {pair: edges for pair, edges in found.items() if edges}

    async def relatives(self, ids: Collection[str]) -> Mapping[str, tuple[Relative, ...]]:
        """Follow is-a edges one step, either way."""
        self._called("relatives")
        return {id: tuple(self._relatives(id)) for id in ids}

    def _relatives(self, id: str) -> Iterator[Relative]:
        for other in self._next.get(id, ()):
            for edge in self._between[frozenset((id, other))]:
                if edge.predicate.casefold() in {"isa", "is_a", "subclass_of"} and not edge.negated:
                    yield Relative(self._entities[other], broader=edge.subject == id)

    async def paths(self, pairs: Collection[Pair], top: int = 3) -> Mapping[Pair, tuple[Path, ...]]:
        """Connect through nodes of few links."""
        self._called("paths")
        return {pair: paths for pair in pairs if (paths := tuple(self._paths(*pair))[:top])}

    def _paths(self, start: str, end: str) -> Iterator[Path]:
        for middle in self._next.get(start, ()):
            if end in self._next[middle] and len(self._next[middle]) <= SPECIFIC:
                hops = [tuple(self._between[frozenset(hop)]) for hop in ((start, middle), (middle, end))]
                nodes = (self._entities[start], self._entities[middle], self._entities[end])
                yield Path(nodes, (hops[0], hops[1]), 1 / len(self._next[middle]))

    async def neighbourhoods(self, ids: Collection[str], top: int = 60) -> Mapping[str, Neighbourhood]:
        """Return the neighbours, those with most papers first."""
        self._called("neighbourhoods")
        return {id: self._neighbourhood(id, top) for id in ids if id in self._next}

    def _neighbourhood(self, id: str, top: int) -> Neighbourhood:
        best = [
            Neighbour(self._entities[other], tuple(self._between[frozenset((id, other))]), len(self._next[other]))
            for other in self._next[id]
        ]
        best.sort(key=lambda n: -len({p for e in n.edges for p in e.publications}))
        return Neighbourhood(id, frozenset(self._next[id]), tuple(best[:top]))

    async def papers(self, ids: Collection[str]) -> Mapping[str, Paper]:
        """Return those that there are."""
        self._called("papers")
        return {id: self._papers[id] for id in ids if id in self._papers}

    async def attributes(self, id: str) -> Sequence[tuple[str, str]]:
        """Tell nothing beside the entity."""
        self._called("attributes")
        return ()

    async def search_papers(self, query: str, limit: int = 20) -> Sequence[Paper]:
        """Return the papers that have all words in their titles."""
        words = query.casefold().split()
        found = [p for p in self._papers.values() if all(w in p.title.casefold() for w in words)]
        return found[:limit]

    async def close(self) -> None:
        """Nothing to let go of."""


def _rows(path: File) -> Iterator[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)


def _cells(cell: str | None) -> tuple[str, ...]:
    return tuple(part for part in (cell or "").split("|") if part)


def _edge(row: dict[str, str]) -> Edge:
    papers, sources = _cells(row["publications"]), _cells(row["knowledge_source"])
    return Edge(row["id"], row["subject"], row["predicate"], row["object"], row["negated"] == "true", papers, sources)


def _predicate(row: dict[str, str]) -> Predicate:
    lists = (_cells(row["opposite"]), _cells(row["implies"]), _cells(row["phrases"]))
    return Predicate(row["predicate"], row["label"], row["symmetric"] == "true", row["inverse"], *lists)
