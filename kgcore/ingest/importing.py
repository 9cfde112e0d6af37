"""Builds an embedded graph: the order of the steps, and how it takes the old one's place at once, or not at all."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import hashlib
import os
import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kgcore.curation.withdrawals import WITHDRAWN
from kgcore.errors import GraphDamaged, GraphError, GraphNotFound, InputError
from kgcore.graph import MANIFEST, is_imported
from kgcore.graph.embedded.layout import VERSION, GraphManifest, checksum, read_manifest
from kgcore.graph.embedded.names_index import build_name_index
from kgcore.graph.embedded.rows import in_columns
from kgcore.graph.embedded.writer import EmbeddedGraphWriter, Vectors, sync_to_disk
from kgcore.ingest.files import files_below, is_own_file
from kgcore.ingest.formats import Format, RecognisedSource, RowSource
from kgcore.ingest.polarity import note_predicates, settle_polarity
from kgcore.ingest.recognition import recognise_source
from kgcore.ingest.report import (
    USUAL_CAPS,
    Caps,
    Findings,
    ImportProgress,
    ImportReport,
    ImportStage,
    Progress,
    Wording,
)
from kgcore.linking.team_names import FILE as NAMES
from kgcore.ports import Embedder
from kgcore.values.model import Entity, Predicate
from kgcore.vocabulary.described import FILE as DESCRIBED
from kgcore.vocabulary.phrasebook import packaged_phrasebook
from kgcore.vocabulary.vocabulary import Vocabulary, known_as
from kgcore.vocabulary.wording import statement_sentence

REPORT = "import-report.json"
REPORT_TEXT = "import-report.txt"
_BUILDING = "building-"
_DATA = "data-"
_NEW = ".new"
_COLLECTED = 100_000  # values between two looks for garbage in circles
DECISIONS = "merge-decisions.tsv"
PROPOSALS = "proposals.jsonl"  # what papers propose, brought onto the graph's ids; nobody has reviewed it
_OURS = frozenset({MANIFEST, REPORT, REPORT_TEXT, DECISIONS, NAMES, DESCRIBED, WITHDRAWN, PROPOSALS})
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
    caps: Caps = USUAL_CAPS,
) -> ImportReport:
    """Import a folder, file, gzip or zip in one of the formats of `kgcore.ingest.formats` as the graph folder `to`.

    The format is recognised from the content, unless it is given. Bad rows are left out and reported (also in
    `to`/import-report.json and .txt); `strict` raises InputError at the first. Until everything is on the disk, a graph
    that is at `to` stays as it is; after it, it is gone. The work is done in a thread; `progress` is called from there.
    Without an embedder nothing is matched by meaning; with one, `caps.vectors` names are, own names before synonyms.

    Raises InputError (the source or the place cannot be used), GraphError (no room, cannot write) and what the embedder
    raises. Cancelling waits for the thread to clean up.
    """

    def prepare(findings: Findings, tell: Progress) -> ImportPlan:
        found = recognise_source(source, format, lambda: tell(ImportProgress(ImportStage.PREDICATES)))
        _check_apart(source, to)
        withdrawn = {WITHDRAWN: read_text(source / WITHDRAWN)} if is_own_file(source / WITHDRAWN) else {}
        return ImportPlan(found.format.read(found, findings, tell), *_recognition(found), beside=lambda: withdrawn)

    return await build_graph(prepare, to, embedder=embedder, strict=strict, progress=progress, caps=caps)


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """Rows to build a graph from, and what the report says of them; `beside` are texts by the name of a file that is to
    stand beside the graph, known once the rows have been read.
    """

    source: RowSource
    format: str
    why: str
    left: tuple[str, ...] = ()
    beside: Callable[[], Mapping[str, str]] = dict


Prepare = Callable[[Findings, Progress], ImportPlan]


async def build_graph(
    prepare: Prepare,
    to: Path,
    *,
    embedder: Embedder | None,
    strict: bool = False,
    progress: Progress | None = None,
    caps: Caps = USUAL_CAPS,
) -> ImportReport:
    """Build a graph from any rows; see `import_graph`."""
    loop, stop = asyncio.get_running_loop(), threading.Event()

    def step(state: ImportProgress) -> None:
        if stop.is_set():
            raise _Stopped
        if progress is not None:
            progress(state)

    def vectors(texts: Sequence[str]) -> NDArray[np.float32]:
        step(ImportProgress(ImportStage.NAMES))
        assert embedder is not None  # noqa: S101  (handed on only if there is one)
        return asyncio.run_coroutine_threadsafe(_embed(embedder, texts), loop).result()

    meaning = vectors if embedder else None, embedder.name if embedder else ""
    order = _Order(prepare, to, strict, step, *meaning, caps)
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

    prepare: Prepare
    to: Path
    strict: bool
    progress: Progress
    vectors: Vectors | None
    embedder: str
    caps: Caps


async def _embed(embedder: Embedder, texts: Sequence[str]) -> NDArray[np.float32]:
    return await embedder.embed(texts)


def _import(order: _Order) -> ImportReport:
    findings, to = Findings(order.strict, order.caps), order.to
    plan = order.prepare(findings, order.progress)
    try:
        with graph_site(to) as site, _seldom_collected():
            report = _build(site, plan, findings, order)
            site.publish(report.name, order.embedder, report, plan.beside())
            return report
    except sqlite3.Error as exc:
        raise GraphError(f"The graph could not be written to {to} ({exc}).", hint=_FULL) from exc
    except OSError as exc:
        raise GraphError(f"The graph could not be written to {to} ({exc.strerror or exc}).", hint=_FULL) from exc


@contextlib.contextmanager
def _seldom_collected() -> Iterator[None]:
    """Look for garbage in circles seldom: an import makes millions of values and no circles."""
    before = gc.get_threshold()
    gc.set_threshold(max(before[0], _COLLECTED), *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def read_text(file: Path) -> str:
    """Return a text file's content. Raises InputError."""
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as exc:
        raise InputError(f"cannot be read ({exc}).", where=str(file)) from exc


def _recognition(found: RecognisedSource) -> tuple[str, str, tuple[str, ...]]:
    """Return what a report says of a source: its format, why, and which files were not read."""
    return (
        found.format.title,
        found.why,
        tuple(name for file in found.left if (name := file.member or file.name) != WITHDRAWN),
    )


def _check_apart(source: Path, to: Path) -> None:
    ours, theirs = to.resolve(), source.resolve()
    if ours == theirs or theirs in ours.parents:
        raise InputError(f"{to} is the source or lies inside it.", hint="Name another folder with --to.")


def _build(site: GraphSite, plan: ImportPlan, findings: Findings, order: _Order) -> ImportReport:
    writer, progress, rows = EmbeddedGraphWriter(site.building), order.progress, plan.source
    described = set[str]()
    try:
        writer.predicates(note_predicates(rows.predicates(), described, order.caps.predicates))
        writer.nodes(filter(None, rows.nodes()))
        if not writer.count("entities"):
            raise InputError(f"{rows.name} has no entity that can be used.", hint=_first_problem(findings))
        writer.papers(rows.papers())
        writer.edges(settle_polarity(in_columns(rows.edges()), described, findings))
        writer.papers(rows.cited())
        progress(ImportProgress(ImportStage.INDEX))
        writer.about(rows.name, rows.provenance)
        writer.index()
        writer.rank_papers()
        progress(ImportProgress(ImportStage.NAMES))
        bare = build_name_index(writer.db, site.building, order.vectors, order.embedder, order.caps.vectors)
        progress(ImportProgress(ImportStage.FINISH))
        counts = [writer.count(table) for table in ("entities", "edges", "papers")]
        wordings = _wordings(writer, findings)
        writer.finish()
    finally:
        writer.close()
    findings.remarks["rows that say the same as another, joined with it"] += writer.merged
    left = {f"names beyond {order.caps.vectors:,}, found by their words and not by their meaning": bare}
    findings.remarks.update({words: n for words, n in (left | writer.left_out).items() if n})
    entities, edges, papers = counts
    report = findings.report(rows.name, entities, edges, papers, plan.format, plan.why, plan.left)
    return replace(report, wordings=wordings)


_MOST_WORDED = 200  # predicates for which words are shown


def _wordings(writer: EmbeddedGraphWriter, findings: Findings) -> tuple[Wording, ...]:
    """Return the words of predicates that the source does not describe, each with its first edge as a sentence."""
    vocabulary = Vocabulary.of(map(Predicate, writer.bare))
    table = {name for name in writer.bare if known_as(name, packaged_phrasebook()) is not None}
    findings.remarks["predicates that only Evigraph's own table describes"] += len(table)
    findings.remarks["predicates worded by their names alone"] += len(writer.bare) - len(table)
    findings.remarks[f"predicates beyond {_MOST_WORDED} whose words are not shown here"] += len(
        sorted(writer.bare)[_MOST_WORDED:]
    )
    found = []
    for name in sorted(writer.bare)[:_MOST_WORDED]:
        ends = writer.example(name)
        subject, object = (Entity(n, n, "") for n in ends) if ends else (None, None)
        example = statement_sentence(subject, vocabulary.get(name), object) if subject and object else ""
        found.append(Wording(name, vocabulary.words(name), example, vocabulary.reads_back(name)))
    return tuple(found)


def _first_problem(findings: Findings) -> str:
    return f"The first problem: {findings.problems[0]}" if findings.problems else ""


@dataclass(frozen=True, slots=True)
class GraphSite:
    """A graph folder under construction; `building` is the empty folder to fill."""

    folder: Path
    building: Path

    def publish(
        self, name: str, embedder: str, report: ImportReport | None, beside: Mapping[str, str] | None = None
    ) -> None:
        """Make what was built the graph of this folder, then remove the graph that it replaces; without a report, the
        one that is there stays. `beside` are further texts by the names of their files.

        The data folder is named after its content: the same source gives the same folder, byte for byte.
        """
        files = tuple((p.name, p.stat().st_size) for p in sorted(self.building.iterdir()))
        digest = _digest(self.building)
        data = self.folder / f"{_DATA}{digest}"
        sums = tuple((name, checksum(self.building / name)) for name, _ in files)
        manifest = GraphManifest(name, data.name, files, embedder, sums)
        if not (data.is_dir() and _digest(data) == digest):
            shutil.rmtree(data, ignore_errors=True)  # its content is not what its name says
            self.building.rename(data)
        reports = {REPORT: report.json(), REPORT_TEXT: report.text()} if report else {}
        texts = {MANIFEST: manifest.dumps(), **reports, **(beside or {})}
        _replace({self.folder / file: text for file, text in texts.items()})
        for file in (DECISIONS, WITHDRAWN, PROPOSALS) if report is not None else ():
            if file not in texts:
                (self.folder / file).unlink(missing_ok=True)  # of the graph that was there
        _sweep(self.folder)


@contextlib.contextmanager
def graph_site(to: Path) -> Iterator[GraphSite]:
    """Prepare `to` (made if needed) for one import at a time and clean up what earlier crashes left behind.

    Whatever fails inside, nothing of it stays. Raises InputError where `to` holds something else, GraphError where
    another import is writing there.
    """
    made = not to.exists()
    _refuse_strangers(to)
    to.mkdir(parents=True, exist_ok=True)
    with _locked(to):
        _sweep(to)
        building = to / f"{_BUILDING}{os.getpid()}"
        building.mkdir()
        try:
            yield GraphSite(to, building)
        finally:
            _sweep(to)
            if made and not is_imported(to):
                with contextlib.suppress(OSError):
                    to.rmdir()


def _refuse_strangers(to: Path) -> None:
    if not to.exists() or is_imported(to):
        return
    if not to.is_dir():
        raise InputError(f"{to} is a file.", hint="Name a folder for the graph with --to.")
    names = [p.name.removesuffix(_NEW) for p in to.iterdir()]
    strangers = [name for name in names if name not in _OURS and not name.startswith((_BUILDING, _DATA))]
    if strangers:
        raise InputError(f"{to} holds other files ({strangers[0]}).", hint="Name a new or empty folder with --to.")


@contextlib.contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Hold the folder's lock, which the system lets go when the process ends; without locks (Windows) go on."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as exc:
            raise GraphError(f"Another import is writing to {folder}.", hint="Wait until it has ended.") from exc
        yield
    finally:
        os.close(handle)


def _current(folder: Path) -> GraphManifest | None:
    """Return the manifest of the graph that is there and whole, if any."""
    try:
        return read_manifest(folder)
    except (GraphNotFound, GraphDamaged):
        return None


def _sweep(folder: Path) -> None:
    """Remove all that the manifest does not name; of a damaged graph nothing, before another one is ready."""
    current = _current(folder)
    for path in folder.iterdir():
        unnamed = path.name.startswith(_DATA) and (path.name != current.data if current else not is_imported(folder))
        if unnamed or path.name.startswith(_BUILDING) or path.name.endswith(_NEW):
            shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink(missing_ok=True)


def _digest(folder: Path) -> str:
    digest = hashlib.blake2b(digest_size=8)
    for path in sorted(folder.iterdir()):
        digest.update(path.name.encode())
        with path.open("rb") as file:
            digest.update(hashlib.file_digest(file, "blake2b").digest())
    return digest.hexdigest()


def _replace(texts: dict[Path, str]) -> None:
    """Replace files, the first of them first; what needs room on the disk is done before anything is replaced."""
    for path, text in texts.items():
        new = path.with_name(f"{path.name}{_NEW}")
        new.write_text(text, encoding="utf-8", newline="\n")
        sync_to_disk(new)
    for path in texts:
        path.with_name(f"{path.name}{_NEW}").replace(path)
        sync_to_disk(path.parent)


def fingerprint(source: Path, *settings: str) -> str:
    """Return a short text that changes with the files of a source (names, sizes, times), the graph format and
    `settings` (what else the import depends on: the embedder's name).

    Raises InputError where there is nothing at `source`.
    """
    candidates = files_below(source) if source.is_dir() else [source]
    digest = hashlib.sha256(
        "\n".join((str(VERSION), str(source.resolve()), *settings)).encode(errors="surrogateescape")
    )
    try:
        for path in candidates:
            if path.is_file():
                state = path.stat()
                name = path.relative_to(source) if source.is_dir() else path.name
                digest.update(f"\n{name}\t{state.st_size}\t{state.st_mtime_ns}".encode(errors="surrogateescape"))
            elif path is source:
                raise InputError(f"There is no {source}.")
    except OSError as exc:
        raise InputError(f"{source} cannot be read ({exc.strerror}).") from exc
    return digest.hexdigest()[:16]
