"""The order of the steps of an import."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kgcore.errors import GraphError, InputError
from kgcore.graph.embedded import names
from kgcore.graph.embedded.writer import GraphWriter, Vectors
from kgcore.graph.files import find
from kgcore.graph.importers.kgx import KgxSource
from kgcore.graph.importers.place import Site, site
from kgcore.graph.importers.progress import ImportProgress, Progress, Stage
from kgcore.graph.importers.report import Findings, ImportReport
from kgcore.graph.importers.source import Source
from kgcore.graph.importers.triples import TriplesSource
from kgcore.ports import Embedder

_FULL = "Free some room, or name another place with --to. The graph that was there is untouched."


class _Stopped(Exception):  # noqa: N818  (not an error: somebody stopped waiting)
    """Ends the worker thread at its next step."""


async def import_graph(
    source: Path,
    to: Path,
    *,
    embedder: Embedder | None,
    strict: bool = False,
    progress: Progress | None = None,
) -> ImportReport:
    """Import a KGX-style folder, or a file of head<TAB>relation<TAB>tail lines, as the graph folder `to`.

    Bad rows are left out and reported (also in `to`/import-report.json and .txt); `strict` raises InputError at the
    first. Until everything is on the disk, a graph that is at `to` stays as it is; after it, it is gone. The work is
    done in a thread; `progress` is called from there. Without an embedder nothing is matched by meaning.

    Raises InputError (the source or the place cannot be used), GraphError (no room, cannot write) and what the embedder
    raises. Cancelling waits for the thread to clean up.
    """
    loop, stop = asyncio.get_running_loop(), threading.Event()

    def step(state: ImportProgress) -> None:
        if stop.is_set():
            raise _Stopped
        if progress is not None:
            progress(state)

    def vectors(texts: Sequence[str]) -> NDArray[np.float32]:
        step(ImportProgress(Stage.NAMES))
        assert embedder is not None  # noqa: S101  (handed on only if there is one)
        return asyncio.run_coroutine_threadsafe(_embed(embedder, texts), loop).result()

    order = _Order(source, to, strict, step, vectors if embedder else None, embedder.name if embedder else "")
    work = asyncio.ensure_future(asyncio.to_thread(_import, order))
    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        stop.set()
        await asyncio.wait([work])
        work.exception()  # it was stopped: what it says is of no interest
        raise


@dataclass(frozen=True, slots=True)
class _Order:
    """What the thread is to do."""

    source: Path
    to: Path
    strict: bool
    progress: Progress
    vectors: Vectors | None
    embedder: str


async def _embed(embedder: Embedder, texts: Sequence[str]) -> NDArray[np.float32]:
    return await embedder.embed(texts)


def _import(order: _Order) -> ImportReport:
    findings, to = Findings(order.strict), order.to
    rows = _source(order.source, findings, order.progress)
    _check_apart(order.source, to)
    try:
        with site(to) as place:
            report = _build(place, rows, findings, order)
            place.publish(rows.name, order.embedder, report)
            return report
    except sqlite3.Error as exc:
        raise GraphError(f"The graph could not be written to {to} ({exc}).", mend=_FULL) from exc
    except OSError as exc:
        raise GraphError(f"The graph could not be written to {to} ({exc.strerror or exc}).", mend=_FULL) from exc


def _source(source: Path, findings: Findings, progress: Progress) -> Source:
    """Recognise what is to be imported; raises InputError where it is nothing that we can read."""
    if source.is_dir():
        return KgxSource(find(source), findings, progress)
    if source.is_file():
        return TriplesSource(source, findings, progress)
    raise InputError(f"There is no {source}.", mend="Give a folder of TSV files or a file of triples.")


def _check_apart(source: Path, to: Path) -> None:
    ours, theirs = to.resolve(), source.resolve()
    if ours == theirs or theirs in ours.parents:
        raise InputError(f"{to} is the source or lies inside it.", mend="Name another folder with --to.")


def _build(place: Site, rows: Source, findings: Findings, order: _Order) -> ImportReport:
    writer, progress = GraphWriter(place.building), order.progress
    try:
        writer.predicates(rows.predicates())
        writer.nodes(rows.nodes())
        if not writer.count("entities"):
            raise InputError(f"{rows.name} has no entity that can be used.", mend=_first_problem(findings))
        writer.papers(rows.papers())
        writer.edges(rows.edges())
        writer.papers(rows.cited())
        progress(ImportProgress(Stage.INDEX))
        writer.about(rows.name, rows.provenance)
        writer.index()
        progress(ImportProgress(Stage.NAMES))
        names.build(writer.db, place.building, order.vectors, order.embedder)
        progress(ImportProgress(Stage.FINISH))
        counts = [writer.count(table) for table in ("entities", "edges", "papers")]
        writer.finish()
    finally:
        writer.close()
    findings.remarks["rows that say the same as another, joined with it"] += writer.merged
    findings.remarks["predicates that predicates.tsv does not have"] += len(writer.bare)
    return findings.report(rows.name, *counts)


def _first_problem(findings: Findings) -> str:
    return f"The first problem: {findings.problems[0]}" if findings.problems else ""
