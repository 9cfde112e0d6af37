"""What `evigraph library …` does."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from bot.config import Settings
from bot.graphs import plain_table, print_json
from bot.terminal import output_console
from kgcore.english.agreement import number_noun
from kgcore.errors import InputError
from kgcore.ingest.articles.reading import ArticleFile, Unread, article_files, articles_in
from kgcore.library.model import Article
from kgcore.ports import Embedder, LibraryWriter

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
        self._writer, self._report = writer, report
        self._embedder = embedder if embedder is not None and writer.embedder == embedder.name else None
        self._waiting: list[Article] = []
        self._ended: list[tuple[str, str]] = []

    async def add_file(self, file: ArticleFile) -> None:
        if self._writer.has_file(file.name, file.mark):
            self._report.unchanged += 1
            return
        bad = False
        for article in articles_in(file):
            if isinstance(article, Unread):
                self._report.unread.append((article.name, article.reason))
                bad = True
                continue
            self._waiting.append(article)
            if len(self._waiting) >= BATCH:
                await self.flush()
        self._report.files += 1
        if not bad:  # what was bad may be mended, and is read again
            self._ended.append((file.name, file.mark))

    async def flush(self) -> None:
        if self._waiting or self._ended:
            texts = [meaning_text(a) for a in self._waiting]
            vectors = await self._embedder.embed(texts) if self._embedder and texts else None
            done = self._writer.put(self._waiting, vectors, self._ended)
            self._report.new += done.new
            self._report.joined += done.joined
            self._report.known += done.known
            self._waiting, self._ended = [], []


def meaning_text(article: Article) -> str:
    """Return what an article's vector is made of: title and abstract, as far as they are read."""
    return f"{article.title}. {' '.join(s.text for s in article.abstract)}"[:_EMBEDDED]


async def add_command(settings: Settings, sources: Sequence[Path], folder: Path | None, as_json: bool) -> int:
    """Add sources to a library; 1 when something could not be read."""
    from bot.wiring import open_embedder
    from bot.wiring_library import library_folder, open_writer

    if missing := [s for s in sources if not s.exists()]:
        raise InputError(f"There is no {missing[0]}.", hint="Give a file, a folder or an archive.")
    to = library_folder(settings, folder)
    embedder, report, began = open_embedder(settings), AddReport(), time.monotonic()
    writer = open_writer(to, embedder.name if embedder else "")
    adding = _Adding(writer, embedder, report)
    try:
        with _telling(Console(stderr=True)) as tell:
            for source in sources:
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
    report.seconds = round(time.monotonic() - began, 1)
    _print_added(report, to, as_json)
    return 1 if report.unread else 0


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

    library = open_library_at(where := library_folder(settings, folder))
    try:
        info = await library.info()
    finally:
        await library.close()
    size = sum(f.stat().st_size for f in where.iterdir() if f.is_file())
    if as_json:
        print_json({**asdict(info), "folder": str(where), "bytes": size})
        return 0
    out = output_console()
    years = f", {info.years[0]} to {info.years[1]}" if info.years else ""
    out.print(f"{number_noun(info.articles, 'paper')}{years}; {info.with_body:,} with their full text", style="bold")
    out.print(f"{number_noun(info.tables, 'table')}; {info.retracted:,} retracted")
    out.print(f"{size / 1e6:,.0f} MB on disk for {info.characters / 1e6:,.0f} million characters of text")
    out.print(plain_table("Designs", ("design", "papers"), info.designs.items()))
    return 0
