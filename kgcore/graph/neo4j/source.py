"""Reads an embedded graph row by row, stage by stage, as a push wants it; any stage can be begun anywhere."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kgcore.evidence.paths import MOST_CLASS_LINKS, MOST_LINKS
from kgcore.graph.embedded import tables
from kgcore.graph.embedded.arrays import Arrays
from kgcore.graph.embedded.kin import Kin
from kgcore.graph.embedded.layout import DATABASE, checksum, open_read_only, read_manifest
from kgcore.graph.embedded.tables import translate_errors
from kgcore.graph.neo4j.schema import BEST, NAME_BITS, NEIGHBOURS, PAGE_BYTES, VERSION, PushStage
from kgcore.vocabulary.described import FILE as DESCRIBED

Row = list[Any]
MOST_OWNERS = 24  # names under one key that are looked at, as in the embedded graph
IDS = ("id_bytes", "id_offsets")
PAGES = ("names_words", "names_grams", "names_grams_at", "names_begin", "names_begin_refs", "degree", *IDS)
_ENTITIES = "SELECT n, id, name, type, synonyms, xrefs, description, extra FROM entities WHERE n >= ? ORDER BY n"
_PAPERS = tables.PAPERS.replace("SELECT", "SELECT n,") + " WHERE n >= ? ORDER BY n"
_ENTITIES_AT_ONCE = 1_000  # whose relatives are looked for in one sweep
_MOST_CODES = 4096  # sources with a code; rarer ones stand by name
_PMID_DIGITS = 9
_EDGES = "SELECT n, id, publications, sources, sentences, note, extra FROM edges WHERE n >= ? ORDER BY n"


def pair_number(a: int, b: int) -> int:
    """Return the number of a pair of entities, whichever comes first. Pairs are counted along a triangle: numbers stay
    small and take little room.
    """
    low, high = sorted((a, b))
    return high * (high + 1) // 2 + low


def _paper_row(row: Sequence[Any]) -> Row:
    n, id, title, journal, year, url, authors, *place = row
    listed = list(tables.split_stored_list(authors)) if authors else None
    return [n, id, title, journal, year, tables.stored_url(id, url), listed, *place]


def stored_papers(publications: str) -> list[int] | list[str]:
    """Return an edge's papers as Neo4j keeps them: PMIDs as whole numbers, which take a tenth of the room of texts; as
    they are where one is something else.
    """
    cited = publications.split("|")
    if all(id.isascii() and id.isdigit() and id[:1] != "0" and len(id) <= _PMID_DIGITS for id in cited):
        return [int(id) for id in cited]
    return list(tables.split_stored_papers(publications))


def _most_sources(db: sqlite3.Connection) -> list[str]:
    """Return the names of the sources that most edges name, the most frequent first."""
    counts: Counter[str] = Counter()
    for sources, n in db.execute("SELECT sources, count(*) FROM edges GROUP BY sources"):
        counts.update(dict.fromkeys(tables.split_stored_list(sources), n))
    return [name for name, _ in counts.most_common(_MOST_CODES)]


def _described_digest(folder: Path) -> str:
    """Return what changes with the words that people gave the predicates of a graph; "" where they gave none."""
    file = folder / DESCRIBED
    return f"/{checksum(file)[:16]}" if file.is_file() else ""


class PushSource:
    """An imported graph, opened for reading in order; `digest` changes with its content."""

    def __init__(self, db: sqlite3.Connection, data: Path, name: str) -> None:
        self._db, self._data, self.name = db, data, name
        self._arrays = Arrays(data)
        self._predicates = [p for p, _ in tables.read_predicates(db, data.parent)]
        embedder = db.execute("SELECT value FROM names_about WHERE key = 'embedder'").fetchone()
        self.embedder = str(embedder[0]) if embedder else ""
        self.digest = f"{data.name}/{self.embedder}/{VERSION}{_described_digest(data.parent)}"
        self._kin = Kin(self._arrays, [p.name for p in self._predicates])
        low, high = self._classes()
        self._members = np.bincount(high, minlength=len(self._arrays.degree))  # per entity, kinds of it
        few = self._arrays.degree[high] - self._members[high] <= MOST_CLASS_LINKS
        self._class_of = low[few], high[few]  # what is a kind of what, where a path through it may be specific
        self._codes = {name: code for code, name in enumerate(_most_sources(db))}  # of sources' names, by number

    @classmethod
    @contextmanager
    def of(cls, folder: Path) -> Iterator[PushSource]:
        """Open a graph folder; raises GraphNotFound or GraphDamaged."""
        manifest = read_manifest(folder)
        with translate_errors(folder):
            db = open_read_only(folder / manifest.data / DATABASE)
            try:
                yield cls(db, folder / manifest.data, manifest.name)
            finally:
                db.close()

    @property
    def dimensions(self) -> int:
        """How long the vectors are; 0 where the graph has none."""
        return int(self._array("embeddings").shape[1]) if self.embedder else 0

    def about(self) -> str:
        """What is known of the whole graph, as JSON."""
        stored = tables.read_about(self._db)
        return json.dumps(
            {
                "provenance": stored["provenance"],
                "counts": json.loads(stored["counts"]),
                "types": json.loads(stored["types"]),
                "signatures": json.loads(stored["signatures"]),
                "predicates": [asdict(p) for p in self._predicates],
                "embedder": self.embedder,
                "sources": list(self._codes),
            },
            ensure_ascii=False,
        )

    def total(self, stage: PushStage) -> int:
        """Return how many rows a stage has."""
        match stage:
            case PushStage.ENTITIES:
                return len(self._arrays.degree)
            case PushStage.PAPERS:
                return int(self._db.execute("SELECT count(*) FROM papers").fetchone()[0])
            case PushStage.STATEMENTS:
                return len(self._arrays.subject)
            case PushStage.KEYS:
                return len(self._key_starts())
            case PushStage.VECTORS | PushStage.SYNONYMS:
                return len(self._named(stage))
            case PushStage.PAGES:
                return sum(1 for _ in self._pages())
            case PushStage.INDEXES:
                return 100

    def rows(self, stage: PushStage, start: int) -> Iterator[Row]:
        """Yield the rows of a stage from number `start` on, always in the same order."""
        match stage:
            case PushStage.ENTITIES:
                return self._entity_rows(start)
            case PushStage.PAPERS:
                return map(_paper_row, self._db.execute(_PAPERS, (start,)))
            case PushStage.STATEMENTS:
                return self._edge_rows(start)
            case PushStage.KEYS:
                return self._key_rows(start)
            case PushStage.VECTORS | PushStage.SYNONYMS:
                return self._vector_rows(stage, start)
            case PushStage.PAGES:
                return islice(self._pages(), start, None)
            case PushStage.INDEXES:
                return iter(())

    def _array(self, name: str) -> NDArray[Any]:
        array: NDArray[Any] = np.load(self._data / f"{name}.npy", mmap_mode="r", allow_pickle=False)
        return array.view(np.ndarray)

    def _entity_rows(self, start: int) -> Iterator[Row]:
        degree, members = self._arrays.degree, self._members
        rows = self._db.execute(_ENTITIES, (start,))
        while some := rows.fetchmany(_ENTITIES_AT_ONCE):
            kin = self._kin.near([row[0] for row in some])
            for n, id, name, type, synonyms, xrefs, description, extra in some:
                lists = json.loads(synonyms or "[]"), json.loads(xrefs or "[]")
                told = (one or None for one in (*lists, description, extra))
                counted = int(degree[n]), int(members[n])
                near = [2 * k + broader for k, broader in kin.get(n, {}).items()]
                yield [n, id, name, type, *told, *counted, *self._around(n), near or None, *self._on_paths(n)]

    def _around(self, node: int) -> tuple[bytes, list[int], list[int]]:
        """Return a node's neighbours, the best of them, and how many relations of each sort it has."""
        at = self._arrays
        edges = at.edge[at.row(node)]
        sorts = at.predicate[edges].astype(np.int64) * 4 + (at.subject[edges] == node) * 2 + (at.negated[edges] != 0)
        links = np.stack(np.unique(sorts, return_counts=True), axis=1).ravel().tolist()
        near = at.neighbours(node).astype(NEIGHBOURS).tobytes()
        return near, [n for n, _ in at.best(node, BEST)], links

    def _on_paths(self, node: int) -> tuple[list[int] | None, list[int] | None]:
        """Return the neighbours of a node through which a specific path may lead: some ordinary ones (one with a single
        link leads nowhere), and classes of the node.
        """
        near = self._arrays.neighbours(node)
        links = self._arrays.degree[near]
        low, high = np.searchsorted(self._class_of[0], (node, node + 1)).tolist()
        return near[(links > 1) & (links <= MOST_LINKS)].tolist() or None, self._class_of[1][low:high].tolist() or None

    def _edge_rows(self, start: int) -> Iterator[Row]:
        at, names = self._arrays, [p.name for p in self._predicates]
        for n, id, publications, sources, sentences, note, extra in self._db.execute(_EDGES, (start,)):
            ends = [int(at.subject[n]), int(at.object[n])]
            cited, papers = stored_papers(publications), int(at.papers[n])
            lists = [cited, self._coded(sources), list(tables.split_stored_list(sentences))]
            counted = [papers if papers != len(cited) else None, int(at.year[n])]
            told = [bool(at.negated[n]), *lists, note, extra, *counted]
            # What is empty, false or follows from the rest takes no room: a relation has that of eight short values.
            own = None if id == f"E{n}" else id
            yield [n, *ends, own, names[int(at.predicate[n])], *(some or None for some in told), pair_number(*ends)]

    def _coded(self, sources: str) -> list[int] | list[str]:
        """Return the codes of an edge's sources, or their names where one is too rare to have a code."""
        names = tables.split_stored_list(sources)
        codes = [self._codes[name] for name in names if name in self._codes]
        return codes if len(codes) == len(names) else list(names)

    def _classes(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return (entity, of which it is a kind), each two once and in order."""
        edges = np.unique(self._arrays.kin_edge)
        low, high, kind = self._kin.steps(edges)
        count = len(self._arrays.degree)
        pairs = np.unique(low[kind].astype(np.int64) * count + high[kind])
        return pairs // count, pairs % count

    def _key_starts(self) -> NDArray[np.int64]:
        keys = self._array("names_keys")
        return np.flatnonzero(np.append(True, keys[1:] != keys[:-1])) if len(keys) else np.empty(0, np.int64)

    def _key_rows(self, start: int) -> Iterator[Row]:
        keys, refs = self._array("names_keys"), self._array("names_refs")
        entity, which = self._array("names_entity"), self._array("names_which")
        starts = self._key_starts()
        ends = np.append(starts[1:], len(keys))
        for low, high in zip(starts[start:].tolist(), ends[start:].tolist(), strict=True):
            some = refs[low : min(high, low + MOST_OWNERS)]
            names = (entity[some].astype(np.int64) << NAME_BITS) | which[some]
            yield [int(keys[low]), names.tolist()]

    def _named(self, stage: PushStage) -> NDArray[np.int64]:
        """Return the rows of the vectors that belong to names of entities, or to synonyms."""
        if not self.embedder:
            return np.empty(0, np.int64)
        own = self._array("names_which")[self._array("embeddings_refs")] == 0
        return np.flatnonzero(own if stage is PushStage.VECTORS else ~own)

    def _vector_rows(self, stage: PushStage, start: int) -> Iterator[Row]:
        wanted = self._named(stage)[start:]
        if not len(wanted):
            return
        fine, refs = self._array("embeddings"), self._array("embeddings_refs")
        entity, which = self._array("names_entity"), self._array("names_which")
        for at in wanted.tolist():
            ref = refs[at]
            yield [int(entity[ref]), int(which[ref]), fine[at].astype(np.float64).tolist()]

    def _pages(self) -> Iterator[Row]:
        for name in PAGES:
            if not (self._data / f"{name}.npy").exists():  # an older import kept no beginnings
                continue
            array = self._array(name)
            held = array.tobytes()
            for part in range(max(1, -(-len(held) // PAGE_BYTES))):
                yield [name, part, array.dtype.str, held[part * PAGE_BYTES : (part + 1) * PAGE_BYTES]]
