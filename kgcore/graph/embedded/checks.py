"""Counts for the quality report, over the arrays and tables of an embedded graph."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kgcore.graph.embedded import tables
from kgcore.graph.embedded.arrays import Arrays
from kgcore.graph.embedded.layout import DATABASE, GraphManifest, check_all_sums, open_read_only, read_manifest
from kgcore.graph.embedded.lookup import EmbeddedReader
from kgcore.graph.embedded.tables import translate_errors
from kgcore.values.model import Edge
from kgcore.verdict.stance import Stance, stance_of
from kgcore.vocabulary.vocabulary import Vocabulary

_RANGES = (0, 1, 2, 4, 10, 30, 100, 300, 1000, 3000, 10_000)


class ContradictingEdges(NamedTuple):
    """Edge numbers: a plain edge as the statement, those that agree with it (itself included), those against it."""

    statement: int
    agreeing: tuple[int, ...]
    against: tuple[int, ...]


class Checks:
    """Read access to one graph for the time of a check."""

    def __init__(self, folder: Path, manifest: GraphManifest, db: sqlite3.Connection) -> None:
        arrays = Arrays(folder / manifest.data)
        self.name = manifest.name
        self.has_checksums = bool(manifest.checksums)
        self._db = db
        self._arrays = arrays
        described = tables.read_predicates(db, folder)
        self._predicates = [p for p, _ in described]
        self._rules = Vocabulary.of(self._predicates)
        self._stances: dict[tuple[int, int, bool, bool], Stance] = {}
        self._described = {p.name for p, told in described if told}
        self._lookup = EmbeddedReader(db, arrays, self._predicates)
        self.entities, self.relations = len(arrays.degree), len(arrays.subject)
        self.papers = self._number("SELECT count(*) FROM papers")

    @classmethod
    @contextmanager
    def of(cls, folder: Path) -> Iterator[Checks]:
        """Read every file of a graph folder, open it, and close it afterwards.

        Raises GraphNotFound or GraphDamaged.
        """
        manifest = read_manifest(folder)
        check_all_sums(folder, manifest)
        with translate_errors(folder):
            db = open_read_only(folder / manifest.data / DATABASE)
            try:
                yield cls(folder, manifest, db)
            finally:
                db.close()

    def ids(self, nodes: Sequence[int]) -> tuple[str, ...]:
        """Return the ids of these nodes."""
        return tuple(self._arrays.ids(nodes))

    def degrees(self) -> tuple[tuple[str, int], ...]:
        """Return how many entities have how many neighbours, in ranges that widen."""
        counts, _ = np.histogram(self._arrays.degree, bins=[*_RANGES, np.iinfo(np.int64).max])
        ends = [*(r - 1 for r in _RANGES[1:]), None]
        labels = [_range(low, high) for low, high in zip(_RANGES, ends, strict=True)]
        return tuple((label, n) for label, n in zip(labels, counts.tolist(), strict=True) if n)

    def median_degree(self) -> float:
        """Return the median number of neighbours."""
        return float(np.median(self._arrays.degree))

    def hubs(self, top: int) -> list[tuple[str, str, str, int, float]]:
        """Return (id, name, type, degree, share of all entities) of the most-joined entities."""
        degree = self._arrays.degree
        best = np.lexsort((np.arange(len(degree)), -degree.astype(np.int64)))[:top].tolist()
        entity = tables.read_entities(self._db, best)
        return [(e.id, e.name, e.type, int(degree[n]), int(degree[n]) / len(degree)) for n in best if (e := entity[n])]

    def isolated(self) -> list[int]:
        """Return the entities without any edge."""
        return np.flatnonzero(self._arrays.degree == 0).tolist()

    def without_synonyms(self) -> list[int]:
        """Return the entities that have a name only, the best-joined first: there a synonym helps most."""
        found = [n for (n,) in self._db.execute("SELECT n FROM entities WHERE synonyms='[]'")]
        return sorted(found, key=lambda n: (-int(self._arrays.degree[n]), n))

    def without_papers(self) -> tuple[tuple[str, int], ...]:
        """Return how many edges cite nothing, by predicate."""
        return self._by_predicate(self._arrays.papers == 0)

    def predicates(self) -> tuple[tuple[str, int], ...]:
        """Return how many edges each predicate has."""
        return self._by_predicate(np.ones(self.relations, bool))

    def unknown_predicates(self) -> tuple[str, ...]:
        """Return the predicates that occur and that the source did not describe."""
        return tuple(p.name for p in self._predicates if p.name not in self._described)

    def predicate_words(self) -> tuple[tuple[str, str, bool], ...]:
        """Return (name, words, whether they are read back) of the predicates that occur, most edges first."""
        rules = self._rules
        return tuple((name, rules.words(name), rules.reads_back(name)) for name, _ in self.predicates())

    def negated(self) -> int:
        """Return how many edges say that something does not hold."""
        return int(np.count_nonzero(self._arrays.negated))

    def years(self) -> tuple[int, tuple[tuple[int, int], ...]]:
        """Return how many papers have no year, and how many each year has."""
        rows = dict(self._db.execute("SELECT year, count(*) FROM papers GROUP BY year ORDER BY year"))
        undated = rows.pop(None, 0)
        return undated, tuple(rows.items())

    def nameless(self) -> int:
        """Return how many papers have no authors."""
        return self.papers - self._number("SELECT count(authors) FROM citations")

    def untitled(self) -> int:
        """Return how many papers have no title."""
        return self._number("SELECT count(*) FROM papers WHERE title=''")

    def shared_names(self) -> list[tuple[str, tuple[int, ...]]]:
        """Return names and synonyms that several entities have (case and spaces aside), most entities first."""
        owners: dict[str, set[int]] = defaultdict(set)
        for n, name, synonyms in self._db.execute("SELECT n, name, synonyms FROM entities"):
            for text in (name, *(json.loads(synonyms) if synonyms != "[]" else ())):
                owners[" ".join(text.casefold().split())].add(n)
        found = [(name, tuple(sorted(nodes))) for name, nodes in owners.items() if len(nodes) > 1]
        return sorted(found, key=lambda item: (-len(item[1]), item[0]))

    def conflicts(self) -> list[ContradictingEdges]:
        """Return the statements that have edges on both sides, one for each pair of entities, most papers first."""
        arrays = self._arrays
        low, high = np.minimum(arrays.subject, arrays.object), np.maximum(arrays.subject, arrays.object)
        key = low.astype(np.int64) * self.entities + high
        order = np.argsort(key, kind="stable")
        ends = np.flatnonzero(np.diff(key[order])) + 1
        groups = (g.tolist() for g in np.split(order, ends) if len(g) > 1)
        found = [clash for group in groups if (clash := self._clash(group))]
        papers = arrays.papers
        return sorted(found, key=lambda c: (-int(papers[[*c.agreeing, *c.against]].sum()), c.statement))

    def described(
        self, clashes: Sequence[ContradictingEdges]
    ) -> list[tuple[str, str, str, tuple[str, ...], tuple[str, ...], int, int]]:
        """Return (subject, predicate, object, edge ids for, edge ids against, papers for, papers against)."""
        edge = self._lookup.edges(e for c in clashes for e in (*c.agreeing, *c.against))
        found = []
        for clash in clashes:
            said = edge[clash.statement]
            sides = [[edge[e] for e in side] for side in (clash.agreeing, clash.against)]
            ids = [tuple(e.id for e in side) for side in sides]
            papers = [len({p for e in side for p in e.publications}) for side in sides]
            found.append((said.subject, said.predicate, said.object, ids[0], ids[1], papers[0], papers[1]))
        return found

    def _clash(self, group: list[int]) -> ContradictingEdges | None:
        arrays = self._arrays
        facts = [(e, arrays.subject[e], int(arrays.predicate[e]), bool(arrays.negated[e])) for e in group]
        for statement, subject, predicate, negated in facts:
            if negated:
                continue
            sides = [(e, self._stance(predicate, p, n, bool(s != subject))) for e, s, p, n in facts]
            if against := tuple(e for e, side in sides if side is Stance.AGAINST):
                return ContradictingEdges(statement, tuple(e for e, side in sides if side is Stance.FOR), against)
        return None

    def _stance(self, claimed: int, stated: int, denied: bool, reversed: bool) -> Stance:
        """Return how an edge stands to the plain claim of another predicate; both by code, remembered."""
        key = (claimed, stated, denied, reversed)
        if key not in self._stances:
            edge = Edge("", "", self._predicates[stated].name, "", denied)
            self._stances[key] = stance_of(self._predicates[claimed].name, False, False, edge, self._rules, reversed)
        return self._stances[key]

    def _by_predicate(self, chosen: NDArray[np.bool_]) -> tuple[tuple[str, int], ...]:
        counts = np.bincount(self._arrays.predicate[chosen], minlength=len(self._predicates)).tolist()
        found = [(p.name, n) for p, n in zip(self._predicates, counts, strict=True) if n]
        return tuple(sorted(found, key=lambda item: (-item[1], item[0])))

    def _number(self, query: str) -> int:
        return int(self._db.execute(query).fetchone()[0])


def _range(low: int, high: int | None) -> str:
    if high is None:
        return f"{low} or more"
    return str(low) if low == high else f"{low} to {high}"
