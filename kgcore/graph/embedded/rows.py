"""The rows of a graph, one tuple each: what an import hands over, and what is read back of a whole graph."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from itertools import compress
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kgcore.graph.embedded import tables
from kgcore.graph.embedded.arrays import Ints
from kgcore.graph.embedded.layout import DATABASE, open_read_only, read_manifest
from kgcore.graph.embedded.tables import translate_errors
from kgcore.values.citation import UNKNOWN, Citation
from kgcore.values.model import Predicate

_SLICE = 50_000
_TOGETHER = 10_000  # rows


class NodeRow(NamedTuple):
    """An entity; `extra` holds the columns that the format does not name, as JSON ("" for none)."""

    id: str
    name: str
    type: str
    synonyms: tuple[str, ...] = ()
    xrefs: tuple[str, ...] = ()
    description: str = ""
    extra: str = ""


class GraphPaperRow(NamedTuple):
    """A publication; `year` is 0 where it is unknown."""

    id: str
    title: str = ""
    journal: str = ""
    year: int = 0
    url: str = ""
    citation: Citation = UNKNOWN


class PaperColumns(NamedTuple):
    """Many publications, column by column; each can be read where its id says (`paper_url`).

    `citations` are those that are known, by their places among these papers.
    """

    ids: Sequence[str]
    titles: Sequence[str]
    journals: Sequence[str]
    years: Sequence[int]
    citations: Sequence[tuple[int, Citation]] = ()


class EdgeRow(NamedTuple):
    """A statement between the entities numbered `subject` and `object`; `year` is that of the newest paper, or 0."""

    id: str
    subject: int
    predicate: str
    object: int
    negated: bool = False
    publications: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    sentences: tuple[str, ...] = ()
    note: str = ""
    extra: str = ""
    year: int = 0


@dataclass(frozen=True, slots=True)
class EdgeColumns:
    """Many statements, column by column: of each what `EdgeRow` holds, lists joined by "|" as they are stored.

    `papers` is how many publications each has.
    """

    id: Sequence[str]
    subject: Ints
    predicate: Sequence[str]
    object: Ints
    negated: NDArray[np.bool_]
    publications: Sequence[str]
    papers: Ints
    sources: Sequence[str]
    sentences: Sequence[str]
    note: Sequence[str]
    extra: Sequence[str]
    year: Ints

    @classmethod
    def of(cls, rows: Sequence[EdgeRow]) -> EdgeColumns:
        """Return rows as columns."""
        id, s, predicate, o, negated, publications, sources, sentences, note, extra, year = zip(*rows, strict=True)
        numbers = (np.array(column, np.int64) for column in (s, o, tuple(map(len, publications)), year))
        subject, object_, papers, newest = numbers
        cited, told, said = (tuple(map("|".join, lists)) for lists in (publications, sources, sentences))
        denied = np.array(negated, bool)
        return cls(id, subject, predicate, object_, denied, cited, papers, told, said, note, extra, newest)

    def where(self, wanted: NDArray[np.bool_]) -> EdgeColumns:
        """Return those statements for which `wanted` is true."""
        columns: dict[str, Any] = {field.name: getattr(self, field.name) for field in fields(self)}
        for name, column in columns.items():
            columns[name] = column[wanted] if isinstance(column, np.ndarray) else list(compress(column, wanted))
        return EdgeColumns(**columns)


def in_columns(edges: Iterable[EdgeRow | EdgeColumns | None]) -> Iterator[EdgeColumns]:
    """Yield statements in their order, those that come one by one put together; None is nothing."""
    single: list[EdgeRow] = []
    for found in edges:
        if isinstance(found, EdgeRow):
            single.append(found)
        if single and (len(single) == _TOGETHER or isinstance(found, EdgeColumns)):
            yield EdgeColumns.of(single)
            single = []
        if isinstance(found, EdgeColumns):
            yield found
    if single:
        yield EdgeColumns.of(single)


class RowCounts(NamedTuple):
    """How many rows of each kind there are."""

    entities: int
    edges: int
    papers: int


class GraphRows:
    """All rows of one graph folder, in the order in which they were written; see `open_rows`."""

    def __init__(self, folder: Path) -> None:
        manifest = read_manifest(folder)
        self.name = manifest.name
        self.embedder = manifest.embedder
        self._data = folder / manifest.data
        self._db = open_read_only(self._data / DATABASE)
        self._about = tables.read_about(self._db)
        self._predicates = tables.read_predicates(self._db, folder)
        counts = json.loads(self._about["counts"])
        self.sizes = RowCounts(counts["entities"], counts["edges"], counts["papers"])

    @property
    def provenance(self) -> str:
        """What the graph says of where it comes from."""
        return self._about["provenance"]

    def predicates(self) -> Iterator[Predicate]:
        """Yield the predicates that the source described."""
        return (predicate for predicate, described in self._predicates if described)

    @property
    def predicate_names(self) -> tuple[str, ...]:
        """The names of all predicates, whether the source described them or not."""
        return tuple(predicate.name for predicate, _ in self._predicates)

    def nodes(self) -> Iterator[NodeRow]:
        """Yield the entities in the order of their numbers."""
        rows = self._db.execute("SELECT id, name, type, synonyms, xrefs, description, extra FROM entities ORDER BY n")
        for id, name, type, synonyms, xrefs, description, extra in rows:
            yield NodeRow(
                id, name, type, tuple(json.loads(synonyms)), tuple(json.loads(xrefs)), description, extra or ""
            )

    def papers(self) -> Iterator[GraphPaperRow]:
        """Yield the papers."""
        for id, title, journal, year, url, *cited in self._db.execute(f"{tables.PAPERS} ORDER BY papers.n"):
            citation = Citation.of_cells(cited) if any(cited) else UNKNOWN
            yield GraphPaperRow(id, title, journal, year or 0, tables.stored_url(id, url), citation)

    @property
    def cites(self) -> bool:
        """Whether it knows who wrote any of its papers, or where they stand."""
        return self._db.execute("SELECT 1 FROM citations").fetchone() is not None

    def papers_by_id(self, ids: Sequence[str]) -> dict[str, GraphPaperRow]:
        """Return those of these papers that the graph has."""
        found = tables.read_papers(self._db, ids)
        return {p.id: GraphPaperRow(p.id, p.title, p.journal, p.year or 0, p.url, p.citation) for p in found.values()}

    def edges(self) -> Iterator[EdgeRow]:
        """Yield the edges; their ends are numbers of entities."""
        columns = ("subject", "object", "predicate", "negated", "year")
        arrays = {k: np.load(self._data / f"{k}.npy", mmap_mode="r") for k in columns}
        names = self.predicate_names
        rows = self._db.execute("SELECT id, publications, sources, sentences, note, extra FROM edges ORDER BY n")
        for start in range(0, self.sizes.edges, _SLICE):
            plain = [arrays[k][start : start + _SLICE].tolist() for k in columns]
            for s, o, p, negated, year in zip(*plain, strict=True):
                id, publications, sources, sentences, note, extra = rows.fetchone()
                texts = (
                    tables.split_stored_papers(publications),
                    tables.split_stored_list(sources),
                    tables.split_stored_list(sentences),
                )
                yield EdgeRow(id, s, names[p], o, bool(negated), *texts, note or "", extra or "", year)

    def close(self) -> None:
        """Let go of the files."""
        self._db.close()


@contextmanager
def open_rows(folder: Path) -> Iterator[GraphRows]:
    """Open a graph for reading it whole; raises GraphNotFound or GraphDamaged, also while it is read."""
    with translate_errors(folder):
        rows = GraphRows(folder)
        try:
            yield rows
        finally:
            rows.close()
