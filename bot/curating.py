"""What `evigraph curate …` does."""

from __future__ import annotations

import re
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from bot.batch_files import RowWriter
from bot.batch_forms import with_model
from bot.config import Settings
from bot.record_types import ErrorRow
from bot.record_types_papers import ProposalRow, ProposedName
from kgcore.curation.articles import AnnotatedArticle, NamedSpan, read_pubtator
from kgcore.curation.learning import Lessons
from kgcore.curation.proposals import Proposal
from kgcore.english.agreement import number_noun
from kgcore.errors import InputError
from kgcore.ingest.articles.reading import Unread, article_files, articles_in
from kgcore.turn.curating import ArticleReader, annotated_article
from kgcore.vocabulary.vocabulary import Vocabulary

FEW = 0.1  # proposals an article, below which it is said why
CHUNK = 32  # articles that are read together
_PMID = re.compile(r"\d{1,9}")
_HEAD = 64 * 1024  # characters in which a PubTator file shows that it is one

Row = ProposalRow | ErrorRow


@dataclass(frozen=True, slots=True)
class Reading:
    """How articles are read: whose names, from which score on, and with which model ("none", "env", or a name)."""

    given: bool = False
    least: float | None = None
    model: str = "none"


async def read_command(
    settings: Settings, source: Path, out: Path | None, kg: Path | None, how: Reading, *, force: bool
) -> int:
    """Write one row a proposal; 1 when something could not be read. Raises InputError, GraphError, ConfigError."""
    from bot.wiring import open_models
    from bot.wiring_graphs import curation_log, open_graph

    models = open_models(with_model(settings, how.model)) if how.model != "none" else {}
    articles = _articles(source, how.given)
    writer = RowWriter(None if out is None or str(out) == "-" else out, force=force)
    console = Console(stderr=True)
    graph = await open_graph(settings, kg, console)
    read, made, bad = 0, 0, 0
    try:
        lessons = Lessons.of(curation_log(settings, graph.info.name).layer())
        vocabulary = Vocabulary.of(graph.info.predicates)
        model = next(iter(models.values()), None)
        reader = ArticleReader(graph, vocabulary, given=how.given, least=how.least, lessons=lessons, model=model)
        writer.begin()
        columns = SpinnerColumn(), TextColumn("{task.completed} articles read"), TimeElapsedColumn()
        with Progress(*columns, console=console, transient=True) as progress:
            task = progress.add_task("")
            async for rows, count in _proposed(reader, articles, by_number=_is_by_number(source)):
                writer.write(rows)
                bad += sum("error" in row for row in rows)
                read, made = read + count, made + sum("error" not in row for row in rows)
                progress.advance(task, count)
        console.print(_summary(read, made), markup=False)
    finally:
        writer.close()
        for opened in models.values():
            await opened.close()
        await graph.close()
    return 1 if bad else 0


def _summary(read: int, made: int) -> str:
    """Return what came of the articles; where that is little, why."""
    said = f"{number_noun(read, 'article')} read, {number_noun(made, 'proposal')}"
    if made < read * FEW:
        said += (
            ". Facts are found where an article says in a plain clause what it found, and between things that the graph"
        )
        said += " knows: few mean that these articles are about others. A larger graph knows more."
    return said


async def _proposed(
    reader: ArticleReader, articles: Iterator[AnnotatedArticle | ErrorRow], *, by_number: bool
) -> AsyncIterator[tuple[list[Row], int]]:
    """Yield the rows of some articles, and how many articles these are; `by_number`: they are PubMed's numbers."""
    waiting: list[AnnotatedArticle] = []
    for article in articles:
        if not isinstance(article, AnnotatedArticle):
            yield [article], 0
            continue
        waiting.append(article)
        if len(waiting) == CHUNK:
            yield await _rows(reader, waiting, by_number=by_number), len(waiting)
            waiting = []
    if waiting:
        yield await _rows(reader, waiting, by_number=by_number), len(waiting)


async def _rows(reader: ArticleReader, articles: Sequence[AnnotatedArticle], *, by_number: bool) -> list[Row]:
    began = time.perf_counter()
    found = await reader.read(articles)
    ms = round((time.perf_counter() - began) * 1000 / len(articles), 1)
    rows = (proposal_row(p, f"{p.article}-{n}", ms) for some in found for n, p in enumerate(some, 1))
    return [_cited(row) if by_number else row for row in rows]


def _cited(row: ProposalRow) -> ProposalRow:
    """Return a row with the id under which its paper is cited, where the file gives PubMed's bare number."""
    return {**row, "cites": f"PMID:{row['paper']}"} if _PMID.fullmatch(row["paper"]) else row


def proposal_row(proposal: Proposal, id: str, ms: float) -> ProposalRow:
    """Return a proposal as a record; `ms` is what its article took."""
    return {
        "id": id,
        "paper": proposal.article,
        "title": proposal.title,
        "design": proposal.design or None,
        "sentence": proposal.sentence,
        "subject": _name(proposal.subject, proposal.types[0], proposal.meant[0]),
        "object": _name(proposal.object, proposal.types[1], proposal.meant[1]),
        "predicate": proposal.predicate,
        "negated": proposal.negated,
        "effect": proposal.effect.value or None,
        "qualifiers": list(proposal.qualifiers),
        "kind": proposal.kind.value,
        "score": proposal.score,
        "automatic": proposal.automatic,
        "ms": ms,
    }


def _name(span: NamedSpan, new_type: str, meant: str) -> ProposedName:
    told: ProposedName = {"text": span.text, "id": span.id, "type": span.type, "start": span.start, "end": span.end}
    if meant:
        return {**told, "entity": meant}
    if not new_type:
        return told
    return {**told, "new": True} if new_type == span.type else {**told, "new": True, "enters": new_type}


def _articles(source: Path, given: bool) -> Iterator[AnnotatedArticle | ErrorRow]:
    if source.is_file() and is_pubtator(source):
        yield from _of_pubtator(source)
        return
    if given:
        raise InputError(f"{source} gives no entities.", hint="Only PubTator files do; leave out --entities given.")
    for file in article_files(source):
        for article in (file,) if isinstance(file, Unread) else articles_in(file):
            if isinstance(article, Unread):
                yield ErrorRow(id=article.name, line=0, error=article.reason, ms=0.0)
            elif plain := annotated_article(article):
                yield plain


def _of_pubtator(source: Path) -> Iterator[AnnotatedArticle | ErrorRow]:
    with source.open(encoding="utf-8", errors="replace") as lines:
        for found in read_pubtator(lines):
            if isinstance(found, InputError):
                yield ErrorRow(id=None, line=0, error=str(found), ms=0.0)
            else:
                yield found


def _is_by_number(source: Path) -> bool:
    """Whether articles have PubMed's numbers alone for ids, as those of PubTator's files do."""
    return source.is_file() and is_pubtator(source)


def is_pubtator(path: Path) -> bool:
    """Whether a file begins as PubTator's do: ID|t|TITLE."""
    with path.open(encoding="utf-8", errors="replace") as file:
        first = next((line for line in file.read(_HEAD).splitlines() if line.strip()), "")
    return first.partition("|")[2][:2] in ("t|", "a|")
