"""Decides which entities of several graphs are one, and says why. The graphs are taken in order; nothing is undone.

An entity is recognised by its identifiers, or by its name with its type; attributes tell namesakes apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from kgcore.curation.names import COMPANY
from kgcore.graph.embedded.rows import NodeRow
from kgcore.ingest.cells import column_key, read_properties
from kgcore.linking.names import join_letters, tokens
from kgcore.vocabulary.types import type_words

_CURIE = re.compile(r"([A-Za-z][A-Za-z0-9_.-]*):([^\s/(][^\s(]*)")
_CUI = re.compile(r"C\d{7}")
# Spellings of the names of vocabularies, and prefixes that number the rows of one graph only.
_PREFIXES = {
    "msh": "mesh", "umls_cui": "umls", "cui": "umls", "entrez": "ncbigene", "ncbi": "ncbigene", "hpo": "hp",
    "entrezgene": "ncbigene", "ncbigene": "ncbigene", "drugbank_id": "drugbank", "doid": "doid",
}  # fmt: skip
_PRIVATE = frozenset({"primekg", "bel", "bele", "row", "http", "https", "urn", "pmid", "doi"})
# Classifications: one code stands for many things (ATC:B01AA has warfarin and phenprocoumon).
_CLASSES = frozenset(
    {
        "atc",
        "icd9",
        "icd9cm",
        "icd10",
        "icd10cm",
        "icd10who",
        "icd11",
        "icd",
        "icdo",
        "phecode",
        "ccs",
        "ec",
        "wikipedia",
    }
)
# Vocabularies with one entry for one thing: two entries are two things, whatever they are called.
EXACT = ("umls", "mesh", "mondo", "doid", "chebi", "drugbank", "hgnc", "ncbigene", "hp", "uberon")


class Ruling(StrEnum):
    """What was decided about two entities that may be one."""

    MERGED = "merged"
    APART = "apart"
    DOUBTFUL = "doubtful, left apart"
    NEW = "new"
    DROPPED = "left out"


@dataclass(frozen=True, slots=True)
class GraphEntity:
    """An entity as one graph has it."""

    graph: str
    id: str
    name: str
    type: str


NOTHING = GraphEntity("", "", "", "")
LEFT_OUT = -1  # in place of the number of an entity that is not in the merged graph


@dataclass(frozen=True, slots=True)
class MatchDecision:
    """One decision: `second`, of a later graph, is or is not `first` (NOTHING where it is about one entity alone)."""

    ruling: Ruling
    reason: str
    first: GraphEntity
    second: GraphEntity

    def cells(self) -> tuple[str, ...]:
        """Return the decision as a row of a table."""
        pairs = [(e.graph, e.id, e.name, e.type) for e in (self.first, self.second)]
        return (self.ruling.value, self.reason, *pairs[0], *pairs[1])


@dataclass(slots=True)
class _Cluster:
    known: GraphEntity
    features: Features
    graphs: set[int]


class EntityMatcher:
    """Numbers the entities of the merged graph; `add` is called for one graph after the other, in order.

    What a kind of merge decides otherwise, it overrides: `compatible`, `difference`, `by_other_names`, `index`.
    """

    def __init__(self) -> None:
        self._clusters: list[_Cluster] = []
        self._by_id: dict[str, list[int]] = {}
        self._by_name: dict[str, list[int]] = {}
        self._by_synonym: dict[str, list[int]] = {}
        self.decisions: list[MatchDecision] = []

    def add(self, graph: int, name: str, nodes: Iterable[NodeRow]) -> Iterator[int]:
        """Yield, for each entity of a graph, its number in the merged one. What is new is found by later graphs only:
        two entities of one graph stay two.
        """
        pending: list[tuple[int, Features]] = []
        for node in nodes:
            found, known = features_of(node), GraphEntity(name, node.id, node.name, node.type)
            number = self._match(graph, known, found) if graph else None
            if number is None:
                number = len(self._clusters)
                self._clusters.append(_Cluster(known, found, {graph}))
            else:
                self._join(number, graph, found)
            pending.append((number, found))
            yield number
        for number, found in pending:
            self.index(number, found)

    def compatible(self, one: Features, other: Features) -> bool:
        """Whether two types may hold the same thing."""
        return one.type == other.type

    def difference(self, one: Features, other: Features, vocabularies: Iterable[str]) -> str:
        """Return what tells two entities apart, "" for nothing."""
        return describe_difference(one, other, vocabularies=vocabularies)

    def _match(self, graph: int, known: GraphEntity, found: Features) -> int | None:
        """Return the number of the one that this entity is, or None; says why, also why not."""
        same = list(dict.fromkeys(n for i in sorted(found.ids) for n in self._by_id.get(i, ())))
        if same:
            decided = self._by_identifier(graph, known, found, same)
            if decided is not None:
                return decided
        named = [n for n in self._by_name.get(found.name, ()) if n not in same] if found.name else []
        return self._by_words(graph, known, found, named, told=bool(same))

    def _by_identifier(self, graph: int, known: GraphEntity, found: Features, same: Sequence[int]) -> int | None:
        ranked = sorted(
            same, key=lambda n: (self._clusters[n].features.type != found.type, self._distance(n, found), n)
        )
        best = [n for n in ranked if self._rank(n, found) == self._rank(ranked[0], found)]
        shared = ", ".join(sorted(found.ids & self._clusters[best[0]].features.ids)[:3])
        first = self._clusters[best[0]]
        apart = self.difference(first.features, found, ("umls",))
        if apart:
            self.decide(Ruling.APART, f"{apart}, though both have {shared}", best[0], known)
        elif len(best) > 1:
            self.decide(Ruling.DOUBTFUL, f"{len(best)} entities have {shared}", best[0], known)
        elif graph in first.graphs:
            self.decide(Ruling.DOUBTFUL, f"another entity of this graph has {shared}, too", best[0], known)
        else:
            self.decide(Ruling.MERGED, f"same identifier {shared}", best[0], known)
            return best[0]
        return None

    def _by_words(
        self, graph: int, known: GraphEntity, found: Features, named: Sequence[int], *, told: bool
    ) -> int | None:
        alike = [n for n in named if self.compatible(self._clusters[n].features, found)]
        told_apart = {n: self.difference(self._clusters[n].features, found, EXACT) for n in alike}
        free = [n for n in alike if not told_apart[n]]
        for n in alike:
            if told_apart[n]:
                self.decide(Ruling.APART, told_apart[n], n, known)
        if len(free) == 1 and graph not in self._clusters[free[0]].graphs and not told:
            self.decide(Ruling.MERGED, self._same_name(free[0], found), free[0], known)
            return free[0]
        if free:
            many = f"{len(free)} entities have this name and type" if len(free) > 1 else self._same_name(free[0], found)
            taken = "another entity of this graph has become one with it"
            self.decide(Ruling.DOUBTFUL, many if len(free) > 1 or told else taken, free[0], known)
        elif not alike:
            for n in named[:1]:
                self.decide(Ruling.DOUBTFUL, "same name, another type", n, known)
            if not named and not told:
                return self.by_other_names(graph, known, found)
        return None

    def _same_name(self, n: int, found: Features) -> str:
        same = self._clusters[n].features.type == found.type
        return "same name and type" if same else "same name and a type that fits"

    def by_other_names(self, graph: int, known: GraphEntity, found: Features) -> int | None:
        """List what has this name as a synonym, or the other way round: people may want to look at it."""
        near = [*self._by_synonym.get(found.name, ()), *(n for s in found.synonyms for n in self._by_name.get(s, ()))]
        for n in dict.fromkeys(near):
            other = self._clusters[n].features
            if other.type == found.type and not describe_difference(other, found):
                self.decide(Ruling.DOUBTFUL, "the name of one is a synonym of the other", n, known)
                return None
        return None

    def _rank(self, n: int, found: Features) -> tuple[bool, int]:
        return self._clusters[n].features.type != found.type, self._distance(n, found)

    def _distance(self, n: int, found: Features) -> int:
        other = self._clusters[n].features
        return 0 if other.name == found.name else 1

    def _join(self, number: int, graph: int, found: Features) -> None:
        cluster = self._clusters[number]
        cluster.graphs.add(graph)
        old = cluster.features
        cluster.features = Features(
            old.name,
            old.type,
            old.ids | found.ids,
            old.synonyms | found.synonyms,
            old.company or found.company,
            old.said,
        )

    def features(self, number: int) -> Features:
        """Return what an entity of the merged graph is known by."""
        return self._clusters[number].features

    def known(self, number: int) -> GraphEntity:
        """Return an entity of the merged graph as the first graph has it."""
        return self._clusters[number].known

    def named(self, name: str) -> Sequence[int]:
        """Return the entities whose own name this is (folded)."""
        return self._by_name.get(name, ())

    def also_named(self, name: str) -> Sequence[int]:
        """Return the entities that have this name (folded) as a synonym."""
        return self._by_synonym.get(name, ())

    def holds(self, number: int, graph: int) -> bool:
        """Whether an entity of that graph has become one with it."""
        return graph in self._clusters[number].graphs

    def index(self, number: int, found: Features) -> None:
        """Have an entity found by the graphs that follow."""
        keyed = ((self._by_id, found.ids), (self._by_name, {found.name}), (self._by_synonym, found.synonyms))
        for index, keys in keyed:
            for key in keys:
                if key and number not in (held := index.setdefault(key, [])):
                    held.append(number)

    def decide(self, ruling: Ruling, reason: str, first: int, second: GraphEntity) -> None:
        """List a decision."""
        self.decisions.append(MatchDecision(ruling, reason, self._clusters[first].known, second))


@dataclass(frozen=True, slots=True)
class Features:
    """What one entity is known by; `name` and `type` are folded, `said` is the name as it is written."""

    name: str
    type: str
    ids: frozenset[str]
    synonyms: frozenset[str]
    company: str
    said: str = ""

    def of(self, vocabulary: str) -> frozenset[str]:
        """Return the ids from one vocabulary."""
        return frozenset(i for i in self.ids if i.startswith(f"{vocabulary}:"))


def features_of(node: NodeRow) -> Features:
    """Return what an entity can be recognised by."""
    extra = read_properties(node.extra)
    cuis = [f"UMLS:{value}" for key, value in extra.items() if column_key(key) in ("cui", "umlscui")]
    company = next((_fold(value) for key, value in extra.items() if column_key(key) in COMPANY and value), "")
    return Features(
        _fold(node.name),
        type_words(node.type, False),
        frozenset(filter(None, map(normalize_identifier, (node.id, *node.xrefs, *cuis)))),
        frozenset(filter(None, map(_fold, node.synonyms))),
        company,
        node.name,
    )


def normalize_identifier(text: str) -> str:
    """Return an identifier in one spelling: "MSH:D1" → "mesh:d1"; "" for what names nothing outside one graph."""
    if _CUI.fullmatch(text):
        return f"umls:{text.casefold()}"
    found = _CURIE.fullmatch(text)
    if found is None:
        return ""
    prefix = _PREFIXES.get(found[1].casefold(), found[1].casefold())
    return "" if prefix in _PRIVATE | _CLASSES else f"{prefix}:{found[2].casefold()}"


def describe_difference(a: Features, b: Features, *, vocabularies: Iterable[str] = EXACT) -> str:
    """Return what tells two entities apart ("another company", "another CUI"), or ""."""
    if a.company and b.company and a.company != b.company:
        return "another company"
    for vocabulary in vocabularies:
        ours, theirs = a.of(vocabulary), b.of(vocabulary)
        if ours and theirs and not ours & theirs:
            return "another CUI" if vocabulary == "umls" else f"another {vocabulary.upper()} identifier"
    return ""


def _fold(name: str) -> str:
    return join_letters(tokens(name)) or name.casefold().strip()
