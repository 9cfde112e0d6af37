"""What `evigraph library …` does."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from bot.config import Settings
from bot.graphs import plain_table, print_json
from bot.terminal import output_console
from kgcore.english.agreement import number_noun
from kgcore.errors import InputError
from kgcore.ingest.articles.fetching import fetched, ids_in
from kgcore.ingest.articles.reading import ArticleFile, Unread, article_files, articles_in
from kgcore.library.ids import any_id
from kgcore.library.model import Article
from kgcore.library.query import parse_query
from kgcore.ports import Embedder, LibraryWriter
from kgcore.presentation.references import ReferenceFormat, exported
from kgcore.values.model import shown_id

BATCH = 200  # articles that go in together
MOST_SHOWN = 20  # lines about what could not be read
_EMBEDDED = 1000  # characters of an article that its vector is made of


@dataclass(slots=True)
class AddReport:
    """What became of what was to be added."""

    new: int = 0
    joined: int = 0
    known: int = 0
    files: int = 0
    unchanged: int = 0  # files that were added before
    unread: list[tuple[str, str]] = field(default_factory=list)  # file, reason
    seconds: float = 0.0


class _Adding:
    """Collects articles and puts them into the library some hundred at a time, with the files that they end."""

    def __init__(self, writer: LibraryWriter, embedder: Embedder | None, report: AddReport) -> None:
        self._writer, self.report = writer, report
        self._embedder = embedder if embedder is not None and writer.embedder == embedder.name else None
        self._waiting: list[Article] = []
        self._ended: list[tuple[str, str]] = []

    async def add_file(self, file: ArticleFile) -> None:
        if self._writer.has_file(file.name, file.mark):
            self.report.unchanged += 1
            return
        bad = False
        for article in articles_in(file):
            if isinstance(article, Unread):
                self.report.unread.append((article.name, article.reason))
                bad = True
                continue
            await self.add(article)
        self.report.files += 1
        if not bad:  # what was bad may be mended, and is read again
            self._ended.append((file.name, file.mark))

    async def add(self, article: Article) -> None:
        """Take an article in; it goes to the library with others."""
        self._waiting.append(article)
        if len(self._waiting) >= BATCH:
            await self.flush()

    async def flush(self) -> None:
        if self._waiting or self._ended:
            texts = [meaning_text(a) for a in self._waiting]
            vectors = await self._embedder.embed(texts) if self._embedder and texts else None
            done = self._writer.put(self._waiting, vectors, self._ended)
            self.report.new += done.new
            self.report.joined += done.joined
            self.report.known += done.known
            self._waiting, self._ended = [], []


def meaning_text(article: Article) -> str:
    """Return what an article's vector is made of: title and abstract, as far as they are read."""
    return f"{article.title}. {' '.join(s.text for s in article.abstract)}"[:_EMBEDDED]


async def add_command(
    settings: Settings, sources: Sequence[Path], fetch: bool, folder: Path | None, as_json: bool
) -> int:
    """Add sources to a library; 1 when something could not be read."""
    from bot.tables import update_tables
    from bot.wiring import open_embedder
    from bot.wiring_library import is_library, library_folder, open_writer

    ids, files = split_sources(sources, fetch)
    to = library_folder(settings, folder)
    embedder, report, began = open_embedder(settings), AddReport(), time.monotonic()
    writer = open_writer(settings, to, embedder.name if embedder else "")
    adding = _Adding(writer, embedder, report)
    try:
        with _telling(Console(stderr=True)) as tell:
            if ids:
                await _add_fetched(settings, adding, ids)
                tell(report)
            for source in files:
                if is_library(source):
                    await _add_library(settings, adding, source, lambda: tell(report))
                    continue
                for file in article_files(source):
                    if isinstance(file, Unread):
                        report.unread.append((file.name, file.reason))
                    else:
                        await adding.add_file(file)
                    tell(report)
                await adding.flush()
        if report.new or report.joined:
            writer.optimise()
    finally:
        writer.close()
    if report.new or report.joined:
        await update_tables(settings, to)
    report.seconds = round(time.monotonic() - began, 1)
    _print_added(report, to, as_json)
    return 1 if report.unread else 0


def split_sources(sources: Sequence[Path], fetch: bool) -> tuple[list[str], list[Path]]:
    """Return the ids among the sources, those in lists included, and the files. Raises InputError."""
    from bot.wiring_library import is_library

    ids: list[str] = []
    files: list[Path] = []
    for source in sources:
        listed = ids_in(source) or tuple(filter(None, [any_id(str(source)) if not source.exists() else ""]))
        if listed and not fetch:
            raise InputError(f"{source} names papers by id.", hint="--fetch gets them from PubMed.")
        if not listed and not source.exists() and not is_library(source):
            raise InputError(f"There is no {source}.", hint="Give a file, a folder or an archive.")
        ids += listed
        files += [] if listed else [source]
    return ids, files


async def _add_library(settings: Settings, adding: _Adding, source: Path, tell: Callable[[], None]) -> None:
    """Add all papers of another library: this is how one moves to Neo4j and back."""
    from bot.wiring_library import open_library_at

    library = open_library_at(settings, source)
    try:
        ids = await library.ids()
        for start in range(0, len(ids), BATCH):
            for article in (await library.articles(ids[start : start + BATCH])).values():
                await adding.add(article)
            tell()
        await adding.flush()
    finally:
        await library.close()


async def _add_fetched(settings: Settings, adding: _Adding, ids: Sequence[str]) -> None:
    """Add what PubMed has of these ids; what it does not have is a line in the report."""
    from bot.wiring_library import open_eutilities

    found: set[str] = set()
    for article in fetched(open_eutilities(settings), ids):
        found.update(article.ids)
        await adding.add(article)
    await adding.flush()
    adding.report.unread += [(id, f"{id}: PubMed does not know it.") for id in ids if id not in found]


def _print_added(report: AddReport, to: Path, as_json: bool) -> None:
    if as_json:
        unread = [{"file": name, "reason": reason} for name, reason in report.unread]
        print_json({"library": str(to), **asdict(report), "unread": unread})
        return
    out = output_console()
    parts = [f"{number_noun(report.new, 'paper')} added"]
    if report.joined:
        parts.append(f"{report.joined:,} joined with what was there")
    if report.known:
        parts.append(f"{report.known:,} known already")
    if report.unchanged:
        parts.append(f"{number_noun(report.unchanged, 'file')} unchanged since last time")
    out.print(f"{', '.join(parts)} ({report.seconds:,.0f} s).")
    for _, reason in report.unread[:MOST_SHOWN]:
        out.print(f"left out: {reason}")
    if len(report.unread) > MOST_SHOWN:
        out.print(f"and {len(report.unread) - MOST_SHOWN:,} more were left out (--json lists all)")
    out.print(f"The library is in {to}. Use it with --library {to} or EVIGRAPH_LIBRARY={to}")


class _telling:  # noqa: N801  (used like a function)
    """A line that says how many papers are in so far."""

    def __init__(self, console: Console) -> None:
        columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
        self._bar = Progress(*columns, console=console, transient=True)
        self._task = self._bar.add_task("reading", total=None)

    def __enter__(self) -> _telling:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def __call__(self, report: AddReport) -> None:
        done = report.new + report.joined + report.known
        self._bar.update(self._task, description=f"{done:,} papers, {report.files:,} files")


async def stats_command(settings: Settings, folder: Path | None, as_json: bool) -> int:
    """Print what a library holds."""
    from bot.wiring_library import library_folder, open_library_at

    library = open_library_at(settings, where := library_folder(settings, folder))
    try:
        info = await library.info()
    finally:
        await library.close()
    size = sum(f.stat().st_size for f in where.iterdir() if f.is_file()) if where.is_dir() else 0
    if as_json:
        print_json({**asdict(info), "folder": str(where), "bytes": size})
        return 0
    out = output_console()
    years = f", {info.years[0]} to {info.years[1]}" if info.years else ""
    out.print(f"{number_noun(info.articles, 'paper')}{years}; {info.with_body:,} with their full text", style="bold")
    out.print(f"{number_noun(info.tables, 'table')}; {info.retracted:,} retracted")
    disk = f"{size / 1e6:,.1f} MB on disk for " if size else ""
    out.print(f"{disk}{info.characters / 1e6:,.1f} million characters of text")
    out.print(plain_table("Designs", ("design", "papers"), info.designs.items()))
    return 0


async def remove_command(settings: Settings, ids: Sequence[str], folder: Path | None) -> int:
    """Take papers out; 1 when some were not there."""
    from bot.tables import update_tables
    from bot.wiring_library import library_folder, open_library_at, open_writer

    where = library_folder(settings, folder)
    library = open_library_at(settings, where)  # a library that is not there is not begun
    await library.close()
    writer = open_writer(settings, where, "")
    try:
        missing = [id for id in ids if not writer.remove([any_id(id) or id])]
    finally:
        writer.close()
    await update_tables(settings, where)
    out = output_console()
    out.print(f"{number_noun(len(ids) - len(missing), 'paper')} taken out.")
    for id in missing:
        out.print(f"The library has no paper {shown_id(any_id(id) or id)}.")
    return 1 if missing else 0


FORMATS = {".ris": ReferenceFormat.RIS, ".bib": ReferenceFormat.BIBTEX, ".json": ReferenceFormat.CSL}
MOST_EXPORTED = 100_000  # of a query


async def export_command(
    settings: Settings, to: Path, query: str, format: str | None, force: bool, folder: Path | None
) -> int:
    """Write papers for a reference manager; nothing is left half written."""
    from bot.wiring_library import library_folder, open_library_at

    kind = ReferenceFormat(format) if format else FORMATS.get(to.suffix.lower())
    if kind is None:
        raise InputError(f"{to.name} ends in nothing that is known here.", hint="Write .ris, .bib or .json.")
    _check_free(to, force=force)
    library = open_library_at(settings, library_folder(settings, folder))
    try:
        if query:
            articles = [hit.article for hit in await library.search(parse_query(query), MOST_EXPORTED)]
        else:
            ids = await library.ids()
            articles = list((await library.articles(ids)).values())
    finally:
        await library.close()
    if not articles:
        output_console().print("No paper of the library fits: nothing was written.")
        return 1
    _write_whole(to, exported(articles, kind))
    output_console().print(f"{number_noun(len(articles), 'paper')} written to {to}.")
    return 0


def _check_free(to: Path, *, force: bool) -> None:
    if to.exists() and not force:
        raise InputError(f"{to} is there already.", hint="--force replaces it.")


def _write_whole(to: Path, pieces: Iterable[str]) -> None:
    half = to.with_name(f".{to.name}.part")
    try:
        with half.open("w", encoding="utf-8", newline="") as file:
            file.writelines(pieces)
        half.replace(to)
    except OSError as exc:
        half.unlink(missing_ok=True)
        raise InputError(f"{to} cannot be written ({exc.strerror}).") from exc
