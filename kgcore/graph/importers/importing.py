"""The order of the steps of an import."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kgcore.errors import GraphError, InputError
from kgcore.graph.embedded import names
from kgcore.graph.embedded.writer import GraphWriter, Vectors
from kgcore.graph.formats import Format
from kgcore.graph.importers.place import Site, site
from kgcore.graph.importers.polarity import noted, settled
from kgcore.graph.importers.progress import ImportProgress, Progress, Stage
from kgcore.graph.importers.recognised import Recognised
from kgcore.graph.importers.recognising import recognise
from kgcore.graph.importers.report import Findings, ImportReport
from kgcore.graph.importers.source import Source
from kgcore.graph.importers.sources import opened
from kgcore.model import Predicate
from kgcore.ports import Embedder
from kgcore.vocabulary import Vocabulary

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
    format: Format | None = None,
) -> ImportReport:
    """Import a folder, file, gzip or zip in one of the formats of `Format` as the graph folder `to`.

    The format is recognised from the content, unless it is given. Bad rows are left out and reported (also in
    `to`/import-report.json and .txt); `strict` raises InputError at the first. Until everything is on the disk, a graph
    that is at `to` stays as it is; after it, it is gone. The work is done in a thread; `progress` is called from there.
    Without an embedder nothing is matched by meaning.

    Raises InputError (the source or the place cannot be used), GraphError (no room, cannot write) and what the embedder
    raises. Cancelling waits for the thread to clean up.
    """

    def make(findings: Findings, tell: Progress) -> Made:
        found = recognise(source, format)
        _check_apart(source, to)
        return Made(opened(found, findings, tell), *told_of(found))

    return await build_graph(make, to, embedder=embedder, strict=strict, progress=progress)


@dataclass(frozen=True, slots=True)
class Made:
    """Rows to build a graph from, and what the report says of them; `beside` are texts by the name of a file that is to
    stand beside the graph, known once the rows have been read.
    """

    source: Source
    format: str
    why: str
    left: tuple[str, ...] = ()
    beside: Callable[[], Mapping[str, str]] = dict


Make = Callable[[Findings, Progress], Made]


async def build_graph(
    make: Make, to: Path, *, embedder: Embedder | None, strict: bool = False, progress: Progress | None = None
) -> ImportReport:
    """Build a graph from any rows; see `import_graph`."""
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

    order = _Order(make, to, strict, step, vectors if embedder else None, embedder.name if embedder else "")
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

    make: Make
    to: Path
    strict: bool
    progress: Progress
    vectors: Vectors | None
    embedder: str


async def _embed(embedder: Embedder, texts: Sequence[str]) -> NDArray[np.float32]:
    return await embedder.embed(texts)


def _import(order: _Order) -> ImportReport:
    findings, to = Findings(order.strict), order.to
    made = order.make(findings, order.progress)
    try:
        with site(to) as place:
            report = _build(place, made, findings, order)
            place.publish(report.name, order.embedder, report, made.beside())
            return report
    except sqlite3.Error as exc:
        raise GraphError(f"The graph could not be written to {to} ({exc}).", mend=_FULL) from exc
    except OSError as exc:
        raise GraphError(f"The graph could not be written to {to} ({exc.strerror or exc}).", mend=_FULL) from exc


def told_of(found: Recognised) -> tuple[str, str, tuple[str, ...]]:
    """Return what a report says of a source: its format, why, and which files were not read."""
    return found.format.words, found.why, tuple(part.member or part.name for part in found.left)


def _check_apart(source: Path, to: Path) -> None:
    ours, theirs = to.resolve(), source.resolve()
    if ours == theirs or theirs in ours.parents:
        raise InputError(f"{to} is the source or lies inside it.", mend="Name another folder with --to.")


def _build(place: Site, made: Made, findings: Findings, order: _Order) -> ImportReport:
    writer, progress, rows = GraphWriter(place.building), order.progress, made.source
    described = set[str]()
    try:
        writer.predicates(noted(rows.predicates(), described))
        writer.nodes(rows.nodes())
        if not writer.count("entities"):
            raise InputError(f"{rows.name} has no entity that can be used.", mend=_first_problem(findings))
        writer.papers(rows.papers())
        writer.edges(settled(rows.edges(), described, findings))
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
    known = Vocabulary.of(map(Predicate, writer.bare))
    unknown = sum(not known.get(name).label for name in writer.bare)
    findings.remarks["predicates that only Evigraph's own table describes"] += len(writer.bare) - unknown
    findings.remarks["predicates that nothing describes: phrases will not find them"] += unknown
    entities, edges, papers = counts
    return findings.report(rows.name, entities, edges, papers, made.format, made.why, made.left)


def _first_problem(findings: Findings) -> str:
    return f"The first problem: {findings.problems[0]}" if findings.problems else ""
