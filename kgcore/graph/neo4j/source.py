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

from kgcore.graph.embedded import tables
from kgcore.graph.embedded.arrays import Arrays
from kgcore.graph.embedded.layout import DATABASE, checksum, open_read_only, read_manifest
from kgcore.graph.embedded.tables import translate_errors
from kgcore.graph.neo4j.schema import BEST, NAME_BITS, NEIGHBOURS, PAGE_BYTES, VERSION, PushStage
from kgcore.graph.taxonomy import TaxonomicRank, taxonomic_rank
from kgcore.vocabulary.described import FILE as DESCRIBED

Row = list[Any]
MOST_OWNERS = 24  # names under one key that are looked at, as in the embedded graph
IDS = ("id_bytes", "id_offsets")
PAGES = ("names_words", "names_grams", "names_grams_at", "names_begin", "names_begin_refs", "degree", *IDS)
_ENTITIES = "SELECT n, id, name, type, synonyms, xrefs, description, extra FROM entities WHERE n >= ? ORDER BY n"
_PAPERS = tables.PAPERS.replace("SELECT", "SELECT n,") + " WHERE n >= ? ORDER BY n"
_MOST_CODES = 4096  # sources with a code; rarer ones stand by name
_PMID_DIGITS = 9
_EDGES = "SELECT n, id, publications, sources, sentences, note, extra FROM edges WHERE n >= ? ORDER BY n"


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
        self._members = self._count_members()
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
            case PushStage.BROADER:
                return len(self._relatives())
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
            case PushStage.BROADER:
                return self._broader_rows(start)
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
        for n, id, name, type, synonyms, xrefs, description, extra in self._db.execute(_ENTITIES, (start,)):
            lists = json.loads(synonyms or "[]"), json.loads(xrefs or "[]")
            told = (some or None for some in (*lists, description, extra))
            yield [n, id, name, type, *told, int(degree[n]), int(members[n]), *self._around(n)]

    def _around(self, node: int) -> tuple[bytes, list[int], list[int]]:
        """Return a node's neighbours, the edges of the best of them, and how many belong to the first n."""
        best = [edges for _, edges in self._arrays.best(node, BEST)]
        reach = np.cumsum([len(edges) for edges in best], dtype=np.int64).tolist()
        near = self._arrays.neighbours(node).astype(NEIGHBOURS).tobytes()
        return near, np.concatenate(best).tolist() if best else [], reach

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
            yield [n, *ends, own, names[int(at.predicate[n])], *(some or None for some in told)]

    def _coded(self, sources: str) -> list[int] | list[str]:
        """Return the codes of an edge's sources, or their names where one is too rare to have a code."""
        names = tables.split_stored_list(sources)
        codes = [self._codes[name] for name in names if name in self._codes]
        return codes if len(codes) == len(names) else list(names)

    def _relatives(self) -> NDArray[np.int64]:
        """Return the numbers of the edges that say what is a kind or part of what, ascending."""
        return np.unique(self._arrays.kin_edge).astype(np.int64)

    def _steps(self, edges: NDArray[np.int64]) -> tuple[NDArray[Any], NDArray[Any], NDArray[np.bool_]]:
        """Return (narrower end, broader end, about kinds rather than parts) of these edges."""
        at, ranks = self._arrays, [taxonomic_rank(p.name) for p in self._predicates]
        upward = np.array([r in (TaxonomicRank.NARROWER, TaxonomicRank.PART) for r in ranks], bool)[at.predicate[edges]]
        kind = np.array([r in (TaxonomicRank.NARROWER, TaxonomicRank.BROADER) for r in ranks], bool)[
            at.predicate[edges]
        ]
        s, o = at.subject[edges], at.object[edges]
        return np.where(upward, s, o), np.where(upward, o, s), kind

    def _count_members(self) -> NDArray[np.int64]:
        """Per entity, how many others are a kind of it."""
        count = len(self._arrays.degree)
        edges = self._relatives()
        if not len(edges):
            return np.zeros(count, np.int64)
        low, high, kind = self._steps(edges)
        pairs = np.unique(high[kind].astype(np.int64) * count + low[kind])
        return np.bincount(pairs // count, minlength=count)

    def _broader_rows(self, start: int) -> Iterator[Row]:
        edges = self._relatives()[start:]
        if len(edges):
            low, high, kind = self._steps(edges)
            columns = (edges, low, high, kind)
            yield from map(list, zip(*(column.tolist() for column in columns), strict=True))

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
