"""Writes what was found about papers into a copy of the graph, which then takes the graph's place in one step."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kgcore.errors import EvigraphError, GraphError
from kgcore.graph.completing.pubmed_xml import Article
from kgcore.graph.embedded import tables
from kgcore.graph.embedded.layout import DATABASE, read_manifest
from kgcore.graph.embedded.schema import open_read_only
from kgcore.graph.embedded.trouble import translated
from kgcore.graph.embedded.writer import sync
from kgcore.graph.importers.place import site

_LACKS = "title='' OR year IS NULL"
_BATCH = 5000


@dataclass(frozen=True, slots=True)
class Completed:
    """How many papers lacked a title or year, how many were completed, how many lack something still.

    `trouble` says why the source broke off, if it did: what came before was used.
    """

    lacking: int
    completed: int
    left: int
    trouble: str = ""


def lacking(graph: Path) -> Sequence[str]:
    """Return the ids of the papers without title or year; raises GraphNotFound or GraphDamaged."""
    manifest = read_manifest(graph)
    with translated(graph):
        db = open_read_only(graph / manifest.data / DATABASE)
        try:
            return [id for (id,) in db.execute(f"SELECT id FROM papers WHERE {_LACKS} ORDER BY n")]
        finally:
            db.close()


def complete_papers(graph: Path, articles: Callable[[Sequence[str]], Iterable[Article]]) -> Completed:
    """Complete the papers of an imported graph from what `articles` yields for the ids of those that lack something.

    Only what is empty is filled. A source that fails half-way has given what it gave. Raises GraphNotFound,
    GraphDamaged, GraphError (no room, an import is under way); then nothing has changed.
    """
    wanted = lacking(graph)
    if not wanted:
        return Completed(0, 0, 0)
    manifest = read_manifest(graph)
    try:
        with site(graph) as place:
            for path in sorted((graph / manifest.data).iterdir()):
                shutil.copyfile(path, place.building / path.name)
            changed, trouble = _fill(place.building, articles, wanted)
            if changed:
                place.publish(manifest.name, manifest.embedder, None)
    except sqlite3.Error as exc:
        raise GraphError(f"The graph could not be written to {graph} ({exc}).", mend="Free some room.") from exc
    except OSError as exc:
        raise GraphError(f"The graph could not be written to {graph} ({exc.strerror or exc}).") from exc
    return Completed(len(wanted), changed, len(lacking(graph)), trouble)


def _fill(
    folder: Path, articles: Callable[[Sequence[str]], Iterable[Article]], wanted: Sequence[str]
) -> tuple[int, str]:
    """Return how many papers were completed, and why the source broke off."""
    db = sqlite3.connect(folder / DATABASE, isolation_level=None)
    for pragma in ("journal_mode=OFF", "synchronous=OFF", "locking_mode=EXCLUSIVE"):
        db.execute(f"PRAGMA {pragma}")
    by_id, trouble, done = {_key(id): id for id in wanted}, "", set[str]()
    try:
        db.execute("BEGIN")
        try:
            for article in articles(wanted):
                for id in article.ids:
                    if (own := by_id.get(_key(id))) and _update(db, own, article):
                        done.add(own)
        except EvigraphError as exc:
            trouble = str(exc)
        if done:
            db.execute("INSERT INTO papers_text(papers_text) VALUES('rebuild')")
        db.execute("COMMIT")
        if done:
            _years(db, folder)
    finally:
        db.close()
    for path in folder.iterdir():
        sync(path)
    return len(done), trouble


def _key(id: str) -> str:
    """Return an id without what people leave out: PMC:77 is PMC:PMC77."""
    return id.casefold().replace("pmc:pmc", "pmc:")


def _update(db: sqlite3.Connection, id: str, article: Article) -> bool:
    """Fill what is empty; return whether anything was."""
    done = db.execute(
        "UPDATE papers SET title=CASE WHEN title='' THEN ? ELSE title END,"
        " journal=CASE WHEN journal='' THEN ? ELSE journal END, year=coalesce(year, ?) WHERE id=?"
        " AND ((title='' AND ?<>'') OR (journal='' AND ?<>'') OR (year IS NULL AND ?>0))",
        (
            *(article.title, article.journal, article.year or None, id),
            *(article.title, article.journal, article.year),
        ),
    )
    return done.rowcount > 0


def _years(db: sqlite3.Connection, folder: Path) -> None:
    """Write the year of every edge's newest paper anew."""
    year = dict(db.execute("SELECT id, year FROM papers WHERE year IS NOT NULL"))
    years = np.load(folder / "year.npy")
    rows = db.execute("SELECT n, publications FROM edges WHERE publications <> ''")
    while batch := rows.fetchmany(_BATCH):
        for n, publications in batch:
            years[n] = max((year.get(id, 0) for id in tables.cell(publications)), default=0)
    np.save(folder / "year.npy", years, allow_pickle=False)
