"""What `evigraph literature` prints of a library: papers with why they are there, and sentences."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.text import Text

from bot.batch_literature import hit_record, opened_search, passage_record
from bot.config import Settings
from bot.graphs import print_json
from bot.terminal import output_console
from kgcore.errors import InputError, LibraryNotFound
from kgcore.library.ids import any_id, paper_url
from kgcore.library.model import Article, Design, Hit, LibraryQuery, Passage, Status
from kgcore.library.query import parse_query
from kgcore.library.views import searched_as
from kgcore.library.words import plain_words, words_like
from kgcore.values.model import shown_id

NOTHING = "The library has no paper on that. That says nothing about whether there are any."
NO_PASSAGES = "No sentence in the library's papers speaks of that."


async def search_command(settings: Settings, text: str, folder: Path | None, top: int, as_json: bool) -> int | None:
    """Print the papers of the library that fit; None where there is no library."""
    async with opened_search(settings, folder) as search:
        if search is None:
            return None
        query = parse_query(text)
        wide = await search.widened(query)
        query = wide.query
        hits = await search.hits(query, top)
        pattern = (await search.described([query.like])).get(query.like) if query.like else None
        words = " ".join(term.text for term in query.terms) or (pattern.title if pattern else "")
        excerpts = [await search.excerpts(hit.article.id, words, 1) for hit in hits]
    if as_json:
        records = [
            {**hit_record(hit), "url": paper_url(hit.article.ids), "passages": list(map(passage_record, some))}
            for hit, some in zip(hits, excerpts, strict=True)
        ]
        print_json({"query": query.text, "corrected": dict(wide.corrected), "papers": records})
    elif hits:
        for notice in searched_as(wide.corrected, wide.synonyms):
            output_console().print(Text(notice.text, "dim"))
        _print_hits(query, hits, excerpts)
    else:
        output_console().print(NOTHING)
    return 0


def _print_hits(query: LibraryQuery, hits: Sequence[Hit], excerpts: Sequence[Sequence[Passage]]) -> None:
    out = output_console()
    for number, (hit, some) in enumerate(zip(hits, excerpts, strict=True), 1):
        article = hit.article
        struck = "bold strike" if article.status is Status.RETRACTED else "bold"
        out.print(Text.assemble(f"{number}. ", (article.title or shown_id(article.id), struck)))
        out.print(Text(f"   {about_article(article)}", "dim"))
        for passage in some:
            out.print(Text("   “").append_text(_marked(query, passage.text)).append(f"” ({passage.section})"))
        if hit.why:
            out.print(Text(f"   {'; '.join(hit.why)}", "dim"))


def about_article(article: Article) -> str:
    """Return status, journal, year, design and link of a paper on one line, as far as they are known."""
    status = article.status.value.upper() if article.status is Status.RETRACTED else ""
    design = "" if article.design is Design.UNKNOWN else article.design.value
    parts = (status, article.journal, str(article.year or ""), design, paper_url(article.ids) or shown_id(article.id))
    return " · ".join(part for part in parts if part)


def _marked(query: LibraryQuery, sentence: str) -> Text:
    """Return a sentence with the words of the query in bold."""
    wanted = {word for term in query.terms for word in plain_words(term.text)}
    found = Text()
    for piece in sentence.split(" "):
        found.append(piece, "bold" if any(words_like(piece, wanted)) else "").append(" ")
    found.rstrip()
    return found


async def passages_command(
    settings: Settings, text: str, paper: str, folder: Path | None, top: int, as_json: bool
) -> int:
    """Print the sentences of the library's papers, or of one of them, that bear most on a query."""
    async with opened_search(settings, folder) as search:
        if search is None:
            raise LibraryNotFound("There is no library.", hint="Make one: evigraph library add SOURCE.")
        if paper:
            id = any_id(paper) or paper
            if await search.article(id) is None:
                raise InputError(f"The library has no paper {paper}.")
            found = await search.passages_of(id, text, top)
        else:
            found = await search.passages(text, top)
    if as_json:
        print_json({"query": text, "passages": list(map(passage_record, found))})
        return 0
    out = output_console()
    query = parse_query(text)
    for passage in found:
        out.print(_marked(query, passage.text))
        out.print(Text(f"   {shown_id(passage.paper)}, {passage.section}", "dim"))
    if not found:
        out.print(NO_PASSAGES)
    return 0
