"""Completes papers: what was found is written into a copy of the graph, which takes the graph's place in one step."""

from __future__ import annotations

import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from kgcore.errors import EvigraphError, GraphError
from kgcore.graph.embedded import tables
from kgcore.graph.embedded.layout import CITATIONS, DATABASE, open_read_only, read_manifest, write_citations
from kgcore.graph.embedded.ranked import rank_papers_of
from kgcore.graph.embedded.tables import translate_errors
from kgcore.graph.embedded.writer import sync_to_disk
from kgcore.ingest.importing import graph_site
from kgcore.ingest.pubmed import Article
from kgcore.values.citation import UNKNOWN, Citation
from kgcore.values.model import MOST_LISTED

_LACKS = "title='' OR year IS NULL OR authors IS NULL"
_FIELDS = ("title", "journal", "year", *Citation._fields)
_BATCH = 5000


@dataclass(frozen=True, slots=True)
class CompletionReport:
    """How many papers lacked a title, year or authors, how many were completed, how many lack something still.

    `trouble` says why the source broke off, if it did: what came before was used. `filled`: in how many papers what was
    filled in, by `_FIELDS`.
    """

    lacking: int
    completed: int
    left: int
    trouble: str = ""
    filled: Mapping[str, int] = field(default_factory=dict)


def papers_lacking(graph: Path) -> Sequence[str]:
    """Return the ids of the papers without title, year or authors; raises GraphNotFound or GraphDamaged."""
    manifest = read_manifest(graph)
    with translate_errors(graph):
        db = open_read_only(graph / manifest.data / DATABASE)
        try:
            return [id for id, *_ in db.execute(f"{tables.PAPERS} WHERE {_LACKS} ORDER BY n")]
        finally:
            db.close()


def complete_papers(graph: Path, articles: Callable[[Sequence[str]], Iterable[Article]]) -> CompletionReport:
    """Complete the papers of an imported graph from what `articles` yields for the ids of those that lack something.

    Only what is empty is filled. A source that fails half-way has given what it gave. Raises GraphNotFound,
    GraphDamaged, GraphError (no room, an import is under way); then nothing has changed.
    """
    wanted = papers_lacking(graph)
    if not wanted:
        return CompletionReport(0, 0, 0)
    manifest = read_manifest(graph)
    try:
        with graph_site(graph) as site:
            for path in sorted((graph / manifest.data).iterdir()):
                shutil.copyfile(path, site.building / path.name)
            changed, filled, trouble = _fill(site.building, articles, wanted)
            if changed:
                site.publish(manifest.name, manifest.embedder, None)
    except sqlite3.Error as exc:
        raise GraphError(f"The graph could not be written to {graph} ({exc}).", hint="Free some room.") from exc
    except OSError as exc:
        raise GraphError(f"The graph could not be written to {graph} ({exc.strerror or exc}).") from exc
    return CompletionReport(len(wanted), changed, len(papers_lacking(graph)), trouble, filled)


def _fill(
    folder: Path, articles: Callable[[Sequence[str]], Iterable[Article]], wanted: Sequence[str]
) -> tuple[int, dict[str, int], str]:
    """Return how many papers were completed, in how many what was filled in, and why the source broke off."""
    db = sqlite3.connect(folder / DATABASE, isolation_level=None)
    for pragma in ("journal_mode=OFF", "synchronous=OFF", "locking_mode=EXCLUSIVE"):
        db.execute(f"PRAGMA {pragma}")
    by_id, trouble, done, filled = {_id_key(id): id for id in wanted}, "", set[str](), Counter[str]()
    try:
        db.execute("BEGIN")
        db.execute(f"CREATE {CITATIONS}")
        try:
            for article in articles(wanted):
                for id in article.ids:
                    if (own := by_id.get(_id_key(id))) and (new := _update(db, own, article)):
                        done.add(own)
                        filled.update(new)
        except EvigraphError as exc:
            trouble = str(exc)
        if filled["title"] or filled["journal"]:
            db.execute("INSERT INTO papers_text(papers_text) VALUES('rebuild')")
        if filled["title"] or filled["year"]:
            rank_papers_of(db, np.flatnonzero(np.load(folder / "papers.npy") > MOST_LISTED).tolist())
        db.execute("COMMIT")
        if filled["year"]:
            _write_years(db, folder)
    finally:
        db.close()
    for path in folder.iterdir():
        sync_to_disk(path)
    return len(done), {name: filled[name] for name in _FIELDS if filled[name]}, trouble


def _id_key(id: str) -> str:
    """Return an id without what people leave out: PMC:77 is PMC:PMC77."""
    return id.casefold().replace("pmc:pmc", "pmc:")


def _update(db: sqlite3.Connection, id: str, article: Article) -> Sequence[str]:
    """Fill what is empty; return what was."""
    found = db.execute(f"SELECT n, {', '.join(_FIELDS)} FROM papers LEFT JOIN citations USING (n) WHERE id=?", (id,))
    number, *known = found.fetchone()
    told: tuple[Any, ...] = (
        article.title,
        article.journal,
        article.year or None,
        *(article.citation or UNKNOWN).cells(),
    )
    filled = [name for name, old, new in zip(_FIELDS, known, told, strict=True) if new and not old]
    if filled:
        title, journal, year, *cells = (old or new for old, new in zip(known, told, strict=True))
        db.execute("UPDATE papers SET title=?, journal=?, year=? WHERE n=?", (title, journal, year, number))
        write_citations(db, [(number, Citation.of_cells(cells))] if any(cells) else ())
    return filled


def _write_years(db: sqlite3.Connection, folder: Path) -> None:
    """Write the year of every edge's newest paper anew."""
    year = dict(db.execute("SELECT id, year FROM papers WHERE year IS NOT NULL"))
    years = np.load(folder / "year.npy")
    rows = db.execute("SELECT n, publications FROM edges WHERE publications <> ''")
    while batch := rows.fetchmany(_BATCH):
        for n, publications in batch:
            years[n] = max((year.get(id, 0) for id in tables.split_stored_papers(publications)), default=0)
    np.save(folder / "year.npy", years, allow_pickle=False)
